//! The odds of one who plays Memory alone and forgets.

use super::{BFILE, Odds, POSITION, stopped};
use crate::family::{GameAnswer, Partial, SavedParts, at_once, blocks, each, range};

use crate::cli::context::Context;
use crate::cli::described::Inquiry;
use crate::cli::fail::Fail;
use crate::cli::print::Stream;
use crate::exact::{self, Rational};
use crate::games::solitaire::decisions::Rule;
use crate::games::solitaire::imperfect::distributions::NoDistribution;
use crate::games::solitaire::imperfect::quantities::{Begun, Kept, NAMES, instead, parameters};
use crate::games::solitaire::imperfect::symbolic::functions;
use crate::games::solitaire::imperfect::{Imperfect, Recall};
use crate::games::solitaire::score;
use crate::games::solitaire::summary::{Described, Detail, report};
use crate::games::solitaire::{Sought, tail};
use crate::model::{Job, Monitor, Progress};
use serde_json::json;
use std::ops::ControlFlow;

impl Odds {
    pub(super) fn imperfect(&self, question: &Inquiry<'_>, context: &Context) -> Result<(), Fail> {
        let is = |name| self.own.is_given(name);
        let (means, is_symbolic) = (is("means"), is("symbolic"));
        if means || is("sequence") || self.print.format == BFILE {
            let given = [("--means", means), ("--sequence", is("sequence")), ("--format", !means)];
            return Err(Fail::usage("--means, --sequence and b-files are of perfect memory")
                .help(format!("leave out {}", names(given))));
        }
        let is_scored = is("score") || is("failed");
        if is_symbolic && (is_scored || is("tail")) {
            let given = names([("--score and --failed", is_scored), ("--tail", is("tail"))]);
            return Err(Fail::usage("--score, --failed and --tail are of numbers, not of functions")
                .help(format!("leave out {given}")));
        }
        let sought = if is_symbolic { Sought::Functions } else { Sought::Forgetful };
        sought.check(self.last())?;
        match &self.player.recall {
            Some(recall) => self.distributions_of(recall, question, context),
            None => self.symbolic(question, context),
        }
    }

    fn distributions_of(
        &self,
        recall: &Recall,
        question: &Inquiry<'_>,
        context: &Context,
    ) -> Result<(), Fail> {
        let tail = self.own.text("tail").and_then(|text| tail(text).ok());
        let tail = tail.unwrap_or_else(|| exact::ratio(1, 1_000_000_000));
        let boards: Vec<u16> = self.boards.iter().map(|board| board.pairs()).collect();
        let asked = json!([exact::fraction(&tail), score::parameters(self.rule)]);
        let model = self.player.model;
        let about = format!("Means of solitaire Memory, model {model}, {recall}");
        let games = boards.iter().map(|&pairs| self.player.game(pairs)).collect::<Result<Vec<_>, _>>()?;
        let titled = |game: &Imperfect| (game.title(), parameters(game, &tail, self.rule));
        let answers = self.answers(&about).digits(6);
        let stream = Stream::new(answers, games.iter().map(titled), self.print, context);
        let stream = stream.held(self.checkpoints.folder().is_some()).whole_text(self.last() <= MOST_ALIGNED);
        self.checkpoints.run(&question.range(&asked)?, context, |job| {
            let parts = SavedParts::open(job, "distribution", Some(NAMES.len() * boards.len()))?;
            let answer = |pairs: u16| answer(&self.player.game(pairs)?, self.rule, &tail, &parts, context);
            let block = |boards: Vec<u16>| stream.push_all(at_once(&context.job(), "board", boards, answer)?);
            let found = context
                .phase("evaluate", || blocks(&context.job(), "board", (boards, 2), |&pairs| pairs, block));
            stream.finish_with(parts.end(found), |_| POSITION.to_owned())
        })
    }

    fn symbolic(&self, question: &Inquiry<'_>, context: &Context) -> Result<(), Fail> {
        let model = self.player.model;
        let boards: Vec<u16> = self.boards.iter().map(|board| board.pairs()).collect();
        let parameters = |pairs: u16| json!({ "pairs": pairs, "model": model.to_string() });
        let answers = self.answers("").digits(6);
        let games = boards.iter().map(|&pairs| parameters(pairs));
        let stream = Stream::of_whole(answers, games, self.print, context);
        let stream = stream.held(self.checkpoints.folder().is_some());
        let one = |pairs: u16, _: &Job<'_>| {
            let found = functions(pairs, model, &context.job());
            let found = found.map_err(|error| stopped(error, "functions", context))?;
            let parameters = parameters(pairs);
            let report = found.report(pairs, model, self.own.is_given("latex"));
            stream.push_all(Partial::whole([GameAnswer::new(parameters, report)]))
        };
        let asked = json!(self.own.is_given("latex"));
        self.checkpoints
            .run(&question.range(&asked)?, context, |job| stream.finish(range(job, "board", boards, one)))
    }
}

/// The names of what is given.
fn names<const N: usize>(all: [(&str, bool); N]) -> String {
    let given: Vec<&str> = all.into_iter().filter(|(_, given)| *given).map(|(name, _)| name).collect();
    given.join(" and ")
}

/// Pairs up to which a range of boards is there at once, so that text is laid out as a whole.
const MOST_ALIGNED: u16 = 20;

/// The places for the parts of a board.
const EACH: u64 = 8;

/// The answer for a board.
fn answer(
    game: &Imperfect,
    rule: Rule,
    tail: &Rational,
    parts: &SavedParts<'_, Kept>,
    context: &Context,
) -> Result<GameAnswer, Fail> {
    let within = Within(context);
    let job = Job { monitor: &within, ..context.job() };
    let place = |name: &str| {
        let at = NAMES.iter().position(|other| *other == name).expect("one of the names");
        u64::from(game.pairs()) * EACH + at as u64
    };
    let begun = NAMES.iter().any(|name| !parts.has(place(name))).then(|| Begun::of(game, &job)).transpose();
    let begun = begun.map_err(|error| stopped(error, "distributions", context))?;
    let found = |name: &str, job: &Job<'_>| {
        let job = Job { monitor: &within, ..*job };
        let begun = begun.as_ref().expect("not all is done");
        begun.quantity(name, rule, tail, &job).map_err(|why| match why {
            NoDistribution::TooLong(ref left) => Fail::beyond(why.to_string()).help(instead(game, left)),
            NoDistribution::Ended(error) => stopped(error, "distributions", context),
            _ => Fail::beyond(why.to_string()),
        })
    };
    let parameters = parameters(game, tail, rule);
    let quantity = |name| {
        let found = parts.part(place(name), |job| found(name, job));
        found.map(|found: Kept| found.described(name))
    };
    let all: Vec<Described> =
        each(&context.job(), NAMES.to_vec(), quantity).into_iter().collect::<Result<_, Fail>>()?;
    let report = report(game.title(), &all, None, Detail::Values);
    Ok(GameAnswer::new(parameters, report))
}

/// Several parts are worked on at the same time, so how much is done of one is no progress.
struct Within<'a>(&'a Context);

impl Monitor for Within<'_> {
    fn tick(&self, progress: Progress) -> ControlFlow<()> {
        self.0.tick(progress)
    }
}
