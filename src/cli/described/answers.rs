//! The verbs that any family answers by its description.

use super::question::{Asked, Inquiry};
use super::tailored::{Own, Tailored};
use super::{draw, find, plan, session, simulate};
use crate::cli::checkpoint::Checkpoints;
use crate::cli::context::Context;
use crate::cli::fail::Fail;
use crate::cli::machines::Machines;
use crate::cli::print::{Answers, Print, Stream, count as counted};
use crate::family::{GameAnswer, Partial, Report, blocks, favoured, named, parts, range};
use crate::model::Job;
use serde_json::json;

/// All of them, a line each, whatever the family.
static ALL: &[&dyn Tailored] = &[
    &Own("odds", "", odds),
    &Own("best", "", best),
    &Own("count", "", count),
    &Own("graph", "", draw::graph),
    &Own("plan", "", plan),
    &Own("fair", "", fair),
    &Own("simulate", "", simulate::simulate),
    &Own("play", "", session::play),
];

/// Returns what a description answers to a verb.
pub(super) fn described(verb: &str) -> &'static dyn Tailored {
    let answer = ALL.iter().copied().find(|entry| entry.is(verb, ""));
    answer.expect("other verbs have code of their own")
}

fn odds(
    question: &Inquiry<'_>,
    (checkpoints, machines, print): (Checkpoints, Box<Machines>, Print),
    context: &Context,
) -> Result<(), Fail> {
    machines.check(question.is_range().then_some("shared out is one game, not a range"), context)?;
    let find = |asked: &Asked, job: &Job<'_>| find::odds(asked, (&machines, &checkpoints, job), context);
    Telling::of(question, print).tell(Some(&checkpoints.unless(machines.is_given())), &find, context)
}

fn best(
    question: &Inquiry<'_>,
    (checkpoints, print): (Checkpoints, Print),
    context: &Context,
) -> Result<(), Fail> {
    let every = question.own()?.is_given("every");
    let find = |asked: &Asked, job: &Job<'_>| find::best(asked, every, job, context).map(Some);
    Telling { every, ..Telling::of(question, print) }.tell(Some(&checkpoints), &find, context)
}

fn count(
    question: &Inquiry<'_>,
    (checkpoints, print): (Checkpoints, Print),
    context: &Context,
) -> Result<(), Fail> {
    let find = |asked: &Asked, job: &Job<'_>| find::count(asked, job, context).map(Some);
    let about = "How many states, transitions and ends".to_owned();
    Telling { about, is_shared: true, ..Telling::of(question, print) }.tell(
        Some(&checkpoints),
        &find,
        context,
    )
}

fn plan(question: &Inquiry<'_>, (print,): (Print,), context: &Context) -> Result<(), Fail> {
    let threads = context.threads();
    let about = format!("What exact odds take on {}", counted(threads, "thread"));
    let telling = Telling { about, threads: Some(threads), ..Telling::of(question, print) };
    telling.tell(None, &|asked, _| plan::plan(asked, context).map(Some), context)
}

fn fair(
    question: &Inquiry<'_>,
    (checkpoints, print): (Checkpoints, Print),
    context: &Context,
) -> Result<(), Fail> {
    let has_several = question.varies(&["players"]);
    let find = |asked: &Asked, job: &Job<'_>| {
        let shows_spread = has_several || asked.game.seats > 2;
        find::fair(asked, shows_spread, job, context).map(Some)
    };
    Telling { summary: Some(fairest), ..Telling::of(question, print) }.tell(
        Some(&checkpoints),
        &find,
        context,
    )
}

/// Returns which of several games are fairest, and which favour another player than the one who begins.
fn fairest(answers: &[GameAnswer]) -> String {
    let reports = answers.iter().map(|answer| &answer.report);
    favoured::fairest(&named(answers).into_iter().zip(reports).collect::<Vec<_>>())
}

/// Works out the report of a game; `None` in a process that has nothing to tell.
type Find<'a> = dyn Fn(&Asked, &Job<'_>) -> Result<Option<Report>, Fail> + 'a;

/// Tells the answers about all games of a question.
struct Telling<'a> {
    question: &'a Inquiry<'a>,
    print: Print,
    /// The title of a range.
    about: String,
    /// Returns the line for people about several together.
    summary: Option<fn(&[GameAnswer]) -> String>,
    /// `true` if every position is told.
    every: bool,
    /// `true` if games that contain one another are counted together, not found one by one.
    is_shared: bool,
    /// The threads that a plan depends on.
    threads: Option<usize>,
}

impl<'a> Telling<'a> {
    fn of(question: &'a Inquiry<'a>, print: Print) -> Self {
        let about = question.family.about().to_owned();
        Self { question, print, about, summary: None, every: false, is_shared: false, threads: None }
    }

    /// Works out a report of every game that was asked about, and prints them.
    fn tell(self, checkpoints: Option<&Checkpoints>, find: &Find<'_>, context: &Context) -> Result<(), Fail> {
        let Self { question, print, about, summary, every, is_shared, threads } = self;
        let games = question.games_within(context)?;
        // All are looked at before any is worked out: what is wrong is said at once.
        let games: Vec<Asked> =
            games.iter().map(|given| Asked::of(question, given.clone())).collect::<Result<_, _>>()?;
        // Who plans meets no limit of what is planned.
        if threads.is_some() {
            let mut beyond = games.iter().filter_map(|asked| asked.game.beyond.clone());
            beyond.next().map_or(Ok(()), |refusal| Err(question.refused(refusal)))?;
        } else if let Some(foreseen) = games.last().and_then(|asked| asked.game.foreseen.clone()) {
            context.plan(question.family(), foreseen, !question.is_range());
        }
        let parameters = |asked: &Asked| {
            let Some(threads) = threads else { return asked.parameters() };
            let foreseen = asked.game.foreseen.as_ref();
            let mut parameters =
                foreseen.map_or_else(|| asked.parameters(), |foreseen| foreseen.parameters());
            parameters["threads"] = threads.into();
            parameters
        };
        let answers = Answers::new(question.family(), &about, question.is_range(), &[]).listed(every);
        let titled = |asked: &Asked| (asked.title(), parameters(asked));
        let is_saved = checkpoints.is_some_and(|checkpoints| checkpoints.folder().is_some());
        let stream = Stream::new(answers, games.iter().map(titled), print, context);
        // A table with columns of words is laid out as a whole.
        let has_words = summary.is_some() || threads.is_some();
        let stream = stream.held(is_saved).whole_text(has_words);
        let heard = |asked: &Asked, report: Report| {
            let answer = GameAnswer::new(parameters(asked), report);
            stream.push(&answer).map(|()| answer)
        };
        let answer = |asked: Asked, job: &Job<'_>| {
            let report = find(&asked, job)?;
            Ok(Partial::whole(report.map(|report| heard(&asked, report)).transpose()?))
        };
        let found = |job: &Job<'_>| {
            let found = match is_shared && !is_saved {
                true => parts(&context.job(), "part", nested(games), |games| {
                    blocks(&context.job(), "game", (games, 2), size, |block| {
                        find::counts(block, context, heard)
                    })
                }),
                false => range(job, "game", games, answer),
            };
            stream.finish_with(found, |all| summary.map_or_else(String::new, |summary| summary(all)))
        };
        match checkpoints {
            Some(checkpoints) => {
                checkpoints.run(&question.range(&json!({ "every": every }))?, context, found)
            }
            None => found(&context.job()),
        }
    }
}

/// The size of a game among those that contain one another.
fn size(asked: &Asked) -> u16 {
    asked.game.nested.as_ref().map_or(1, |nested| nested.size)
}

/// Games in parts, each of one game, or of games that contain one another, ascending by size.
fn nested(games: Vec<Asked>) -> Vec<Vec<Asked>> {
    let mut parts: Vec<Vec<Asked>> = Vec::new();
    for asked in games {
        let follows = |last: &Asked| match (&last.game.nested, &asked.game.nested) {
            (Some(last_one), Some(own)) => {
                last_one.rules == own.rules
                    && last_one.size < own.size
                    && last.game.scores == asked.game.scores
            }
            _ => false,
        };
        match parts.last_mut() {
            Some(part) if part.last().is_some_and(follows) => part.push(asked),
            _ => parts.push(vec![asked]),
        }
    }
    parts
}
