//! The command `odds` of solitaire Memory for a player with perfect memory.

use super::decisions::Rule;
use super::distributions::of_quantities;
use super::family::boards;
use super::imperfect;
use super::pages::Tail;
use super::quantities::Quantities;
use super::score::ScoreArgs;
use super::sequence::bfile;
use super::summary::{Detail, Distributions, PASSES, SUMS, Summary, by_board, pass};
use super::{Player, Solitaire, SolitaireComputation};
use crate::family::{
    AnswerDocument, AnswerLayout, AnswerPlan, CommandError, GameAnswer, Grouping, Partial, Query, Refusal,
    SavedParts, SharedPlan, counted, each, parsed, run_blocks, run_parallel,
};
use crate::game::Game as _;
use crate::model::Job;
use serde::Deserialize;
use serde_json::{Value, json};

/// The largest board of a range whose distributions are printed.
const MAX_LISTED: u16 = 60;

/// The largest board of a range that text shows at once, in aligned columns.
const MAX_ALIGNED: u16 = 100;
const MAX_ALIGNED_MEANS: u16 = 1000;

/// Notes on the lines of a range of boards.
pub(super) const POSITION: &str =
    "\nposition: the number of different cards turned up when the first pair is collected\n";
const LIMITS: &str =
    "turns over, lucky over: the means less their limits (3 - 2 ln 2) N + 7/8 - 2 ln 2 and ln 2\n";

/// The options of the odds.
#[derive(Default, Deserialize)]
#[serde(default)]
pub(super) struct SolitaireOddsArgs {
    #[serde(deserialize_with = "parsed")]
    pub(super) tail: Option<Tail>,
    pub(super) symbolic: bool,
    pub(super) latex: bool,
    #[serde(flatten)]
    pub(super) score: ScoreArgs,
    pub(super) means: bool,
    pub(super) sequence: Option<String>,
}

/// Plans the odds of a single player.
pub(super) fn answer(query: &Query<'_>) -> Result<AnswerPlan, Refusal> {
    let (player, args) = (Player::of(&query.games[0])?, query.options::<SolitaireOddsArgs>());
    let boards = boards(query.games)?;
    let rule = args.score.rule().unwrap_or(Rule::KELLNER);
    let (is_means, is_blind) = (args.means, boards[0].is_blind());
    if args.symbolic || player.recall.is_some() {
        let what = "several processes cannot answer a game with cycles: a player who forgets may turn the same cards again";
        return Ok(imperfect::odds::answer(query, args, &player, &boards)?.shared(Err(what)));
    }
    player.perfect()?;
    if args.tail.is_some() {
        return Err(Refusal::unfit("tail", "needs a player who forgets: these distributions are finite")
            .help("--recall 3/4,1/8,4/5 --tail 1e-6"));
    }
    let sequence = args.sequence;
    check_sequence(query, sequence.as_deref())?;
    let last = boards.last().map_or(0, |board| board.pairs());
    let shared = match not_shared(query, is_means, is_blind) {
        Some(why) => Err(why),
        None => Ok(shared(boards[0], rule, sequence.clone())?),
    };
    if !is_means {
        let computation =
            if is_blind { SolitaireComputation::BlindTurns } else { SolitaireComputation::Distributions };
        computation.check(last)?;
    }
    // In a range, people see one line for each board.
    let detail = match query.is_range() {
        true if sequence.is_some() || query.is_for_people() && !query.has_columns => Detail::Means,
        true if last > MAX_LISTED => Detail::Spreads,
        _ => Detail::Values,
    };
    let titled = |board: &Solitaire| (board.title(), Summary::parameters_of(board, rule, is_means));
    let titled = boards.iter().map(titled).collect();
    let about = format!("Means of solitaire Memory, perfect memory{}", boards[0].variation());
    let grouping = if sequence.is_some() { Grouping::Together } else { Grouping::PerGame };
    let plan = AnswerPlan::new(about, titled, move |job, sink| {
        let answer = |summary: Summary| GameAnswer::new(summary.parameters(rule), summary.report(detail));
        let emit = |found: Partial<Summary, CommandError>| {
            let found = found.map(answer);
            found.done.iter().try_for_each(|answer| sink.answer(answer)).map(|()| found)
        };
        job.phase("evaluate", || match &sequence {
            Some(sequence) => {
                let Partial { done, stop } = find(is_means, boards, rule, job, Ok)?;
                Ok(Partial::until([sequence_answer(sequence, &done)?], stop))
            }
            None => find(is_means, boards, rule, job, emit),
        })
    });
    let most = if is_means { MAX_ALIGNED_MEANS } else { MAX_ALIGNED };
    let layout =
        AnswerLayout { line_digits: Some(6), is_aligned: last <= most, grouping, ..AnswerLayout::default() };
    let summary = move |_: &[GameAnswer]| match is_blind {
        true => String::new(),
        false => format!("{POSITION}{LIMITS}"),
    };
    let identity = json!({ "means": is_means, "score": rewarded(rule), "blind": is_blind });
    Ok(AnswerPlan { summary: Some(Box::new(summary)), ..plan }
        .laid_out(layout)
        .identified(identity)
        .shared(shared))
}

/// Refuses a sequence in another format than bfile, and a b-file without a sequence or a column.
fn check_sequence(query: &Query<'_>, sequence: Option<&str>) -> Result<(), Refusal> {
    match (query.format == "bfile", sequence) {
        (false, Some(_)) => Err(Refusal::unfit("sequence", "needs the format bfile").help("--format bfile")),
        (true, None) if !query.has_columns => {
            let what = "a b-file has one sequence: choose it with --sequence";
            Err(Refusal::new(what).help("--sequence turns-numerator"))
        }
        _ => Ok(()),
    }
}

/// Returns the reason why one process answers, if there is one.
fn not_shared(query: &Query<'_>, is_means: bool, is_blind: bool) -> Option<&'static str> {
    let reasons = [
        (is_means, "several processes can answer distributions; --means needs one process only"),
        (query.is_range(), "several processes can answer one board, not a range"),
        (is_blind, "several processes can answer the usual rules, not --blind"),
        (!query.is_shared, "one process answers"),
    ];
    reasons.into_iter().find_map(|(applies, why)| applies.then_some(why))
}

/// Returns the answer that is a b-file of a sequence.
fn sequence_answer(sequence: &str, summaries: &[Summary]) -> Result<GameAnswer, Refusal> {
    Ok(GameAnswer::document(Value::Null, AnswerDocument::Table(bfile(sequence, summaries)?)))
}

/// Returns the points of a rule, to identify saved work.
fn rewarded(rule: Rule) -> Value {
    json!(rule.rewards().map(|rewards| [rewards.pair, rewards.lucky, rewards.miss]))
}

/// Plans the distributions of a board by several processes.
fn shared(board: Solitaire, rule: Rule, sequence: Option<String>) -> Result<SharedPlan, Refusal> {
    let (pairs, rewards) = (board.pairs(), rule.rewards());
    let game = Quantities::new(pairs, rewards).map_err(|error| {
        Refusal::new(error.to_string()).help("leave out --score, or --processes and --hosts")
    })?;
    let identity = json!({ "odds": "solitaire", "board": { "pairs": pairs }, "score": rewarded(rule) });
    Ok(SharedPlan::follow(identity, game, Vec::new(), move |found| {
        let [turns, lucky, remembered, score] = of_quantities(&game, &found.distribution);
        let found = ([turns, lucky, remembered], rewards.map(|_| score));
        let summary = Summary::of(board, rule, found);
        match &sequence {
            Some(sequence) => sequence_answer(sequence, &[summary]),
            None => Ok(GameAnswer::new(summary.parameters(rule), summary.report(Detail::Values))),
        }
    }))
}

/// Computes the expectations or the distributions of all boards in growing blocks. `emit` receives each block.
fn find<R>(
    is_means: bool,
    boards: Vec<Solitaire>,
    rule: Rule,
    job: &Job<'_>,
    emit: impl Fn(Partial<Summary, CommandError>) -> Result<Partial<R, CommandError>, CommandError>,
) -> Result<Partial<R, CommandError>, CommandError> {
    let size = |board: &Solitaire| board.pairs();
    if is_means {
        let parts = SavedParts::open(job, "sum", Some(SUMS.len() * boards.len()))?;
        let found = run_blocks(job, "board", (boards, 2), size, |boards| {
            emit(run_parallel(job, "board", boards, |board| means(board, rule, &parts, job))?)
        });
        return parts.end(found);
    }
    let parts = SavedParts::open(job, "distribution", None)?;
    let block = |boards: Vec<Solitaire>| emit(distributions(&boards, rule, &parts, job)?);
    parts.end(run_blocks(job, "board", (boards, FACTOR), size, block))
}

/// The factor between the sizes of consecutive blocks of a range. On small boards the fixed cost of a pass dominates,
/// so that a pass over boards of half the size would take a quarter of the time.
const FACTOR: u16 = 3;

/// Computes the distributions of several boards. Each quantity takes one pass over the states of the largest board.
fn distributions(
    boards: &[Solitaire],
    rule: Rule,
    parts: &SavedParts<'_>,
    job: &Job<'_>,
) -> Result<Partial<Summary, CommandError>, CommandError> {
    const PLACE: &str = "before the distributions were complete";
    let largest = boards[boards.len() - 1];
    let stopped = |error| CommandError::of(error, PLACE);
    let graph = largest.graph(&job.unsaved()).map_err(stopped)?;
    let part = |which: usize| {
        parts.part(u64::from(largest.pairs()) * 4 + which as u64, |job| {
            pass(which, &graph, boards, rule, job).map_err(stopped)
        })
    };
    let found = each(job, 0..PASSES.len(), part);
    let found = found.into_iter().collect::<Result<Vec<_>, CommandError>>()?;
    let scores = rule.rewards().map(|_| part(PASSES.len())).transpose()?;
    let found = by_board(found.try_into().expect("a row each"), scores);
    let summary = |(board, found): (Solitaire, Distributions)| {
        job.check().map_err(stopped)?;
        Ok(Summary::of(board, rule, found))
    };
    run_parallel(job, "board", boards.iter().copied().zip(found).collect(), summary)
}

/// Computes the expectations of a board by sums.
fn means(
    board: Solitaire,
    rule: Rule,
    parts: &SavedParts<'_>,
    job: &Job<'_>,
) -> Result<Summary, CommandError> {
    let place = || format!("before the board of {}", counted(board.pairs(), "pair"));
    job.check().map_err(|error| CommandError::of(error, place()))?;
    let mean = |which: usize| {
        let number = u64::from(board.pairs()) * SUMS.len() as u64 + which as u64;
        parts.part(number, |_| Ok::<_, CommandError>(SUMS[which].1(board.pairs())))
    };
    let means = each(job, 0..SUMS.len(), mean).into_iter().collect::<Result<Vec<_>, CommandError>>()?;
    Ok(Summary::of_means(board, rule, means.try_into().expect("one of each sum")))
}
