//! The odds of one who plays Memory alone.

mod imperfect;

use crate::cli::checkpoint::Checkpoints;
use crate::cli::context::Context;
use crate::cli::described::Inquiry;
use crate::cli::fail::Fail;
use crate::cli::machines::Machines;
use crate::cli::print::{Answers, Format, Print, Stream};
use crate::exact::Rational;
use crate::family::{GameAnswer, Given, Partial, SavedParts, at_once, blocks, counted, each};
use crate::game::Game as _;
use crate::games::solitaire::decisions::Rule;
use crate::games::solitaire::distributions::{Deals, of_quantities};
use crate::games::solitaire::quantities::Quantities;
use crate::games::solitaire::score;
use crate::games::solitaire::sequence::bfile;
use crate::games::solitaire::summary::{Detail, Distributions, PASSES, SUMS, Summary, by_board, pass};
use crate::games::solitaire::{Player, Solitaire, Sought};
use crate::model::{Error, Job};
use serde_json::{Value, json};

/// A question about one who plays alone.
struct Odds {
    boards: Vec<Solitaire>,
    is_range: bool,
    player: Player,
    /// The options that only this verb has.
    own: Given,
    /// The rule of scoring.
    rule: Rule,
    checkpoints: Checkpoints,
    machines: Machines,
    print: Print,
}

/// The format of a sequence as the OEIS has them.
const BFILE: Format = Format::Own("bfile");

/// Pairs up to which a range of boards is printed with its distributions.
const MOST_LISTED: u16 = 60;

/// Pairs up to which a range of boards is there at once, so that text is laid out as a whole.
const MOST_ALIGNED: u16 = 100;
const MOST_ALIGNED_MEANS: u16 = 1000;

pub(in crate::cli) fn solitaire(
    question: &Inquiry<'_>,
    (checkpoints, machines, print): (Checkpoints, Machines, Print),
    context: &Context,
) -> Result<(), Fail> {
    let (player, own, is_range) = (Player::of(&question.games()?[0])?, question.own()?, question.is_range());
    let boards =
        question.games()?.iter().map(|given| Solitaire::new(given.whole("pairs"))).collect::<Result<_, _>>();
    let boards: Vec<Solitaire> = boards.map_err(|error| Fail::usage(error.to_string()))?;
    let rule = score::asked(&own).unwrap_or(Rule::KELLNER);
    let asked = Odds { boards, is_range, player, own, rule, checkpoints, machines, print };
    asked.check_machines(context)?;
    if asked.own.is_given("symbolic") || asked.player.recall.is_some() {
        return asked.imperfect(question, context);
    }
    asked.player.perfect()?;
    if asked.own.is_given("tail") {
        return Err(Fail::usage("--tail is of players who forget: these distributions end")
            .help("--recall 3/4,1/8,4/5 --tail 1e-6"));
    }
    if asked.own.is_given("sequence") && print.format != BFILE {
        return Err(Fail::usage("--sequence names what a b-file has").help("--format bfile"));
    }
    let games = asked.boards.clone();
    let is_means = asked.own.is_given("means");
    let work = question.range(&json!({ "means": is_means, "score": asked.rewarded() }))?;
    let alone = asked.checkpoints.unless(asked.machines.is_given());
    if print.format == BFILE {
        return alone.run(&work, context, |job| {
            let found = asked.found(games, job, context, Ok)?;
            context.show(found, |all, _| asked.print_bfile(all, context))
        });
    }
    let titled = |board: &Solitaire| (board.title(), Summary::parameters_of(board, asked.rule, is_means));
    let answers = asked.answers("Means of solitaire Memory, perfect memory").digits(6);
    let stream = Stream::new(answers, games.iter().map(titled), print, context);
    let most = if is_means { MOST_ALIGNED_MEANS } else { MOST_ALIGNED };
    let stream = stream.held(asked.checkpoints.folder().is_some()).whole_text(asked.last() <= most);
    let heard = |found: Partial<Summary, Fail>| stream.push_all(found.map(|summary| asked.answer(&summary)));
    alone.run(&work, context, |job| {
        stream.finish_with(asked.found(games, job, context, heard), |_| format!("{POSITION}{LIMITS}"))
    })
}

/// The number of times that each block of a range goes as far as the one before. On small boards a pass costs more than its
/// numbers, so that one over half as many pairs would take a quarter of the time.
const FARTHER: u16 = 3;

impl Odds {
    /// Answers about no board yet.
    fn answers<'a>(&self, about: &'a str) -> Answers<'a> {
        Answers::new("solitaire", about, self.is_range, &[])
    }

    /// Answers all boards, in blocks that grow. `heard` is called with each block.
    fn found<R>(
        &self,
        games: Vec<Solitaire>,
        job: &Job<'_>,
        context: &Context,
        heard: impl Fn(Partial<Summary, Fail>) -> Result<Partial<R, Fail>, Fail>,
    ) -> Result<Partial<R, Fail>, Fail> {
        context.phase("evaluate", || match self.own.is_given("means") {
            true => {
                let parts = SavedParts::open(job, "sum", Some(SUMS.len() * games.len()))?;
                let block = |games: Vec<Solitaire>| {
                    heard(at_once(&context.job(), "board", games, |game| {
                        self.means_of(game, &parts, context)
                    })?)
                };
                parts.end(blocks(&context.job(), "board", (games, 2), |game| game.pairs(), block))
            }
            false if self.machines.is_given() => heard(Partial::whole(self.shared(games[0], context)?)),
            false => self.distributions(games, job, context, heard),
        })
    }

    /// The pairs of the largest board.
    fn last(&self) -> u16 {
        self.boards.last().map_or(0, |board| board.pairs())
    }

    /// Prints the b-file of one who forgets nothing.
    fn print_bfile(&self, answers: &[Summary], context: &Context) -> Result<(), Fail> {
        let Some(sequence) = self.own.word("sequence") else {
            return Err(Fail::usage("a b-file has one sequence; --sequence says which")
                .help("--sequence turns-numerator"));
        };
        context.output().print(&bfile(sequence, answers)?)
    }

    /// The answer about one board of one who forgets nothing.
    fn answer(&self, summary: &Summary) -> GameAnswer {
        // Of many boards people are shown a line each.
        let detail = match self.is_range {
            true if self.print.is_for_people() && self.print.columns.is_none() => Detail::Means,
            true if self.last() > MOST_LISTED => Detail::Spreads,
            _ => Detail::Values,
        };
        GameAnswer::new(summary.parameters(self.rule), summary.report(detail))
    }

    /// Refuses what cannot be shared out.
    fn check_machines(&self, context: &Context) -> Result<(), Fail> {
        let is_means = self.own.is_given("means");
        let is_perfect = !self.own.is_given("symbolic") && self.player.recall.is_none();
        let why_not = if !is_perfect {
            Some(
                "a player who forgets may turn the same cards again and again: what is shared out has no cycles",
            )
        } else if is_means {
            Some("shared out are the distributions of a board; --means are sums, and need none")
        } else if self.is_range {
            Some("shared out are the distributions of one board, not of a range")
        } else {
            None
        };
        self.machines.check(why_not, context)
    }

    /// The distributions of a board that several processes work out together; `None` where another process has them.
    fn shared(&self, asked: Solitaire, context: &Context) -> Result<Option<Summary>, Fail> {
        let (pairs, rewards) = (asked.pairs(), self.rule.rewards());
        let game = Quantities::new(pairs, rewards).map_err(|error| {
            Fail::usage(error.to_string()).help("leave out --score, or --processes and --hosts")
        })?;
        let work = json!({ "odds": "solitaire", "board": { "pairs": pairs }, "score": self.rewarded() });
        let found = self.machines.follow(&game, &[], &work, &self.checkpoints, context)?;
        Ok(found.map(|found| {
            let [turns, lucky, remembered, score] = of_quantities(&game, &found.distribution);
            Summary::of(asked, self.rule, ([turns, lucky, remembered], rewards.map(|_| score)))
        }))
    }

    /// The distributions of all boards.
    fn distributions<R>(
        &self,
        games: Vec<Solitaire>,
        job: &Job<'_>,
        context: &Context,
        heard: impl Fn(Partial<Summary, Fail>) -> Result<Partial<R, Fail>, Fail>,
    ) -> Result<Partial<R, Fail>, Fail> {
        let most = self.last();
        Sought::Distributions.check(most)?;
        let parts = SavedParts::open(job, "distribution", None)?;
        let block = |block: Vec<Solitaire>| heard(self.block(&block, &parts, context)?);
        let found = blocks(&context.job(), "board", (games, FARTHER), |asked| asked.pairs(), block);
        parts.end(found)
    }

    /// The distributions of some boards, each in one pass over the states of the largest.
    fn block(
        &self,
        games: &[Solitaire],
        parts: &SavedParts<'_, Vec<Deals>>,
        context: &Context,
    ) -> Result<Partial<Summary, Fail>, Fail> {
        let largest = games[games.len() - 1];
        let (most, rule) = (largest.pairs(), self.rule);
        let unwhole = |error| stopped(error, "distributions", context);
        let graph = largest.graph(&context.job()).map_err(unwhole)?;
        let part = |which: usize| {
            parts.part(u64::from(most) * 4 + which as u64, |job| {
                pass(which, &graph, games, rule, job).map_err(unwhole)
            })
        };
        let found = each(&context.job(), 0..PASSES.len(), part);
        let found = found.into_iter().collect::<Result<Vec<_>, Fail>>()?;
        let scores = rule.rewards().map(|_| part(PASSES.len())).transpose()?;
        let found = by_board(found.try_into().expect("a row each"), scores);
        let answer = |(asked, found): (Solitaire, Distributions)| match context.stopped() {
            true => Err(context.ended("before the distributions were whole")),
            false => Ok(Summary::of(asked, rule, found)),
        };
        at_once(&context.job(), "board", games.iter().copied().zip(found).collect(), answer)
    }

    /// Returns what is scored as the name of a work has it.
    fn rewarded(&self) -> Value {
        json!(self.rule.rewards().map(|rewards| [rewards.pair, rewards.lucky, rewards.miss]))
    }

    fn means_of(
        &self,
        asked: Solitaire,
        parts: &SavedParts<'_, Rational>,
        context: &Context,
    ) -> Result<Summary, Fail> {
        if context.stopped() {
            return Err(context.ended(&format!("before the board of {}", counted(asked.pairs(), "pair"))));
        }
        let mean = |which: usize| {
            let place = u64::from(asked.pairs()) * SUMS.len() as u64 + which as u64;
            parts.part(place, |_| Ok(SUMS[which].1(asked.pairs())))
        };
        let means =
            each(&context.job(), 0..SUMS.len(), mean).into_iter().collect::<Result<Vec<_>, Fail>>()?;
        Ok(Summary::of_means(asked, self.rule, means.try_into().expect("one of each sum")))
    }
}

/// Returns why the work was stopped before `what` it makes were whole.
fn stopped(error: Error, what: &str, context: &Context) -> Fail {
    match error {
        Error::Stopped(_) => context.ended(&format!("before the {what} were whole")),
        error => context.explain(error),
    }
}

/// The meaning of the lines of many boards.
const POSITION: &str = "\nposition: of the second card of the first pair\n";
const LIMITS: &str = "limits: turns (3 - 2 ln 2) N + 7/8 - 2 ln 2, lucky ln 2\n";
