//! The verbs that any family answers by its description.

use super::question::{Asked, Inquiry};
use super::tailored::{Own, Tailored};
use super::{draw, find, plan, session, simulate};
use crate::cli::checkpoint::{Checkpoints, NOWHERE};
use crate::cli::fail::Fail;
use crate::cli::fair as favoured;
use crate::cli::machines::Machines;
use crate::cli::print::{Answered, Answers, Print, count as counted};
use crate::cli::watch::{Several, Watch};
use crate::family::Report;
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
    question: &Inquiry,
    (checkpoints, machines, print): (Checkpoints, Box<Machines>, Print),
    watch: &Watch,
) -> Result<(), Fail> {
    machines.check(question.is_range().then_some("shared out is one game, not a range"))?;
    let find = |asked: &Asked, checkpoints: &Checkpoints| find::odds(asked, (&machines, checkpoints), watch);
    Telling::of(question, print).tell(&checkpoints, &find, watch)
}

fn best(question: &Inquiry, (checkpoints, print): (Checkpoints, Print), watch: &Watch) -> Result<(), Fail> {
    let every = question.own()?.is_given("every");
    let find =
        |asked: &Asked, checkpoints: &Checkpoints| find::best(asked, every, checkpoints, watch).map(Some);
    Telling { every, ..Telling::of(question, print) }.tell(&checkpoints, &find, watch)
}

fn count(question: &Inquiry, (checkpoints, print): (Checkpoints, Print), watch: &Watch) -> Result<(), Fail> {
    let find = |asked: &Asked, checkpoints: &Checkpoints| find::count(asked, checkpoints, watch).map(Some);
    let about = "How many states, transitions and ends".to_owned();
    Telling { about, ..Telling::of(question, print) }.tell(&checkpoints, &find, watch)
}

fn plan(question: &Inquiry, (print,): (Print,), watch: &Watch) -> Result<(), Fail> {
    let threads = watch.threads();
    let about = format!("What exact odds of {} take on {}", question.family(), counted(threads, "thread"));
    let telling = Telling { about, threads: Some(threads), ..Telling::of(question, print) };
    // What a plan says is soon found.
    telling.tell(NOWHERE, &|asked, _| plan::plan(asked, watch).map(Some), watch)
}

fn fair(question: &Inquiry, (checkpoints, print): (Checkpoints, Print), watch: &Watch) -> Result<(), Fail> {
    let find = |asked: &Asked, checkpoints: &Checkpoints| find::fair(asked, checkpoints, watch).map(Some);
    Telling { summary: favoured::fairest, ..Telling::of(question, print) }.tell(&checkpoints, &find, watch)
}

/// Works out the report of a game; `None` in a process that has nothing to tell.
type Find<'a> = dyn Fn(&Asked, &Checkpoints) -> Result<Option<Report>, Fail> + 'a;

/// Tells the answers about all games of a question.
struct Telling<'a> {
    question: &'a Inquiry,
    print: Print,
    /// The title of a range.
    about: String,
    /// Returns the line for people about several together.
    summary: fn(&[Answered]) -> String,
    /// `true` if every position is told.
    every: bool,
    /// The threads that a plan depends on.
    threads: Option<usize>,
}

impl<'a> Telling<'a> {
    fn of(question: &'a Inquiry, print: Print) -> Self {
        let about = question.family.about().to_owned();
        Self { question, print, about, summary: |_| String::new(), every: false, threads: None }
    }

    /// Works out a report of every game that was asked about, and prints them.
    fn tell(self, checkpoints: &Checkpoints, find: &Find<'_>, watch: &Watch) -> Result<(), Fail> {
        let Self { question, print, about, summary, every, threads } = self;
        let games = question.games_within(watch)?;
        // All are looked at before any is worked out: what is wrong is said at once.
        let games: Vec<Asked> =
            games.into_iter().map(|given| Asked::of(question, given)).collect::<Result<_, _>>()?;
        // Who plans meets no limit of what is planned.
        if threads.is_some() {
            let mut beyond = games.iter().filter_map(|asked| asked.game.beyond.clone());
            beyond.next().map_or(Ok(()), |refusal| Err(question.refused(refusal)))?;
        } else if let Some(foreseen) = games.last().and_then(|asked| asked.game.foreseen.clone()) {
            watch.plan(question.family(), foreseen, !question.is_range());
        }
        let answer = |asked: Asked, checkpoints: &Checkpoints| {
            let checkpoints = checkpoints.held();
            let report = find(&asked, &checkpoints);
            // Who is refused has nothing to go on with.
            if report.as_ref().err().is_none_or(|fail| !fail.goes_on()) {
                checkpoints.end()?;
            }
            let report = report?;
            let mut parameters = asked.parameters();
            if let Some(threads) = threads {
                parameters =
                    asked.game.foreseen.as_ref().map_or(parameters, |foreseen| foreseen.parameters());
                parameters["threads"] = threads.into();
            }
            let answer = report.map(|report| Answered { parameters, report });
            Ok(Several::whole(answer))
        };
        let work = json!({ "every": every });
        checkpoints.range((question, &work), "game", games, watch, answer)?.show(watch, |all, are_all| {
            let summary = if all.len() > 1 { summary(all) } else { String::new() };
            let answers = Answers::new(question.family(), &about, question.is_range(), all);
            answers.listed(every).of_all(are_all).summed_up(summary).print(print)
        })
    }
}
