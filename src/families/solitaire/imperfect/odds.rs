//! The command `odds` of solitaire Memory for a player who forgets.

use super::distributions::NoDistribution;
use super::quantities::{SolitaireEvaluation, instead, parameters};
use super::symbolic::functions;
use super::{ImperfectSolitaire, Recall, recall_note};
use crate::exact::{self, Rational};
use crate::family::{
    AnswerLayout, AnswerPlan, CommandError, GameAnswer, Query, Refusal, Report, SavedParts, Task, each,
    run_blocks, run_parallel,
};
use crate::model::{Job, Monitor, Progress};
use crate::solitaire::decisions::Rule;
use crate::solitaire::odds::{POSITION, SolitaireOddsArgs};
use crate::solitaire::pages::Tail;
use crate::solitaire::quantity_name::QuantityName;
use crate::solitaire::score;
use crate::solitaire::summary::{Detail, QuantitySummary, report};
use crate::solitaire::{Player, Solitaire, SolitaireComputation};
use serde_json::json;
use std::ops::ControlFlow;

/// The largest board of a range that text shows at once, in columns that fit.
const MAX_ALIGNED: u16 = 20;

/// The options that print an expectation as a b-file.
const BFILE: &str = "--columns turns_mean_numerator --format bfile";

/// The difference between the part numbers of a board and of the next larger board: at least the number of quantities.
const EACH: u64 = 8;

/// Plans the distributions of a forgetful player, or the expectations as functions.
pub(in crate::solitaire) fn answer(
    query: &Query<'_>,
    args: SolitaireOddsArgs,
    player: &Player,
    boards: &[Solitaire],
) -> Result<AnswerPlan, Refusal> {
    let SolitaireOddsArgs { tail, symbolic, latex, score, means, sequence } = args;
    let has_sequence = sequence.is_some();
    if means || has_sequence {
        let help = match means {
            true => format!("leave out {}", names([("--means", means), ("--sequence", has_sequence)])),
            false => BFILE.to_owned(),
        };
        return Err(Refusal::new("--means and --sequence need perfect memory").help(help));
    }
    if query.format == "bfile" {
        if symbolic {
            return Err(Refusal::new("functions have no b-file").help("leave out --format"));
        }
        if !query.has_columns {
            return Err(Refusal::new("a b-file needs the column of the numbers").help(BFILE));
        }
    }
    if symbolic && (score.rule().is_some() || tail.is_some()) {
        let given = names([("--score and --failed", score.rule().is_some()), ("--tail", tail.is_some())]);
        return Err(Refusal::all_unfit(&["score", "failed", "tail"], "do not apply to --symbolic")
            .help(format!("leave out {given}")));
    }
    let computation =
        if symbolic { SolitaireComputation::Functions } else { SolitaireComputation::Forgetful };
    computation.check(boards.last().map_or(0, |board| board.pairs()))?;
    match &player.recall {
        Some(recall) => {
            let tail = tail.map_or_else(|| exact::ratio(1, 1_000_000_000), |Tail(tail)| tail);
            numbers(player, recall, boards, (score.rule().unwrap_or(Rule::KELLNER), tail))
        }
        None => Ok(functions_plan(player, boards, latex)),
    }
}

/// Returns the names whose flag is set.
fn names<const N: usize>(all: [(&str, bool); N]) -> String {
    let given: Vec<&str> = all.into_iter().filter(|(_, given)| *given).map(|(name, _)| name).collect();
    given.join(" and ")
}

/// Plans the distributions of a forgetful player.
fn numbers(
    player: &Player,
    recall: &Recall,
    boards: &[Solitaire],
    (rule, tail): (Rule, Rational),
) -> Result<AnswerPlan, Refusal> {
    let games = boards.iter().map(|board| player.game(board.pairs())).collect::<Result<Vec<_>, _>>()?;
    let identity = json!({ "tail": exact::fraction(&tail), "score": score::parameters(rule) });
    let titled = games.iter().map(|game| (game.title(), parameters(game, &tail, rule))).collect();
    let is_aligned = boards.last().is_none_or(|board| board.pairs() <= MAX_ALIGNED);
    let about = format!("Means of solitaire Memory, model {}, {recall}", player.model);
    let plan = AnswerPlan::new(about, titled, move |job, sink| {
        let parts = SavedParts::open(job, "distribution", Some(QuantityName::ALL.len() * games.len()))?;
        let block = |games: Vec<ImperfectSolitaire>| {
            let found = run_parallel(job, "board", games, |game| one(&game, rule, &tail, &parts, job))?;
            found.done.iter().try_for_each(|answer| sink.answer(answer))?;
            Ok(found)
        };
        let found =
            job.phase("evaluate", || run_blocks(job, "board", (games, 2), ImperfectSolitaire::pairs, block));
        parts.end(found)
    });
    let layout = AnswerLayout { line_digits: Some(6), is_aligned, ..AnswerLayout::default() };
    let note = recall_note(player.model);
    let summary = Box::new(move |_: &[GameAnswer]| format!("{POSITION}{note}\n"));
    Ok(AnswerPlan { summary: Some(summary), ..plan }.laid_out(layout).identified(identity))
}

/// Plans the expectations as rational functions.
fn functions_plan(player: &Player, boards: &[Solitaire], in_latex: bool) -> AnswerPlan {
    let model = player.model;
    let task = |board: &Solitaire| {
        let pairs = board.pairs();
        Task::new("", json!({ "pairs": pairs, "model": model.to_string() }), move |job| {
            let found = functions(pairs, model, &job.unsaved());
            let found =
                found.map_err(|error| CommandError::of(error, "before the functions were complete"))?;
            Ok(found.report(pairs, model, in_latex))
        })
    };
    let plan = AnswerPlan::of("", "board", boards.iter().map(task).collect());
    let layout = AnswerLayout { line_digits: Some(6), is_whole: true, ..AnswerLayout::default() };
    plan.laid_out(layout).identified(json!(in_latex))
}

/// Computes the answer for one board.
fn one(
    game: &ImperfectSolitaire,
    rule: Rule,
    tail: &Rational,
    parts: &SavedParts<'_>,
    job: &Job<'_>,
) -> Result<GameAnswer, CommandError> {
    let monitor = WithoutPace(job.monitor);
    let quiet = Job { monitor: &monitor, ..job.unsaved() };
    let number = |name: QuantityName| u64::from(game.pairs()) * EACH + name as u64;
    let stopped = |error| CommandError::of(error, "before the distributions were complete");
    let is_open = !parts.has_all(QuantityName::ALL.map(number));
    let evaluation = is_open.then(|| SolitaireEvaluation::of(game, &quiet)).transpose().map_err(stopped)?;
    let find = |name: QuantityName, job: &Job<'_>| {
        let evaluation = evaluation.as_ref().expect("not all is done");
        evaluation.quantity(name, rule, tail, &Job { monitor: &monitor, ..*job }).map_err(|why| match why {
            NoDistribution::TooLong(ref left) => {
                CommandError::Beyond(Refusal::new(why.to_string()).help(instead(game, left)))
            }
            NoDistribution::Ended(error) => stopped(error),
            _ => CommandError::Beyond(Refusal::new(why.to_string())),
        })
    };
    let quantity = |name| parts.part(number(name), |job| find(name, job)).map(|found| found.described(name));
    let all = each(job, QuantityName::ALL, quantity);
    let all: Vec<QuantitySummary> = all.into_iter().collect::<Result<_, CommandError>>()?;
    let report = report(game.title(), &all, None, Detail::Values);
    let report = Report { note: recall_note(game.model()), ..report };
    Ok(GameAnswer::new(parameters(game, tail, rule), report))
}

/// A monitor for parts that are computed in parallel. It hides the progress of a part, which is not the progress of the
/// work.
struct WithoutPace<'a>(&'a dyn Monitor);

impl Monitor for WithoutPace<'_> {
    fn tick(&self, progress: Progress) -> ControlFlow<()> {
        self.0.tick(progress)
    }
}
