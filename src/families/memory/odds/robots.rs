//! Robots with perfect memory: the odds of one board from both ends, of a range in one pass, and of boards too large
//! for fractions in floating-point numbers, with a proven bound on each error.

use super::{BoardOdds, approximately};
use crate::evaluate::{self, Counts, counts, distributions};
use crate::family::{CommandError, Partial, Report, run_blocks};
use crate::game::Game as _;
use crate::memory::family::ScoredBoard;
use crate::memory::{Memory, PairCounts};
use crate::model::{Error, Job};
use serde_json::{Value, json};

/// The factor between the sizes of consecutive blocks of boards, if the work on the last block is saved. The other
/// blocks, which are not saved, take about 1/200 of the work.
const FACTOR_SAVED: u16 = 4;

/// Computes the odds of fresh boards with the same number of robots, including the distributions of the scores. `found`
/// receives the odds of each block of boards.
///
/// # Errors
/// The errors of `found`, if a limit of `job` is exceeded, or if work cannot be saved or read.
pub fn boards<R>(
    positions: Vec<ScoredBoard>,
    job: &Job<'_>,
    mut found: impl FnMut(Vec<BoardOdds>) -> Result<Partial<R, CommandError>, CommandError>,
) -> Result<Partial<R, CommandError>, CommandError> {
    let size = |position: &ScoredBoard| position.pairs;
    let largest = positions.last().map(size);
    let factor = if job.store.is_some() { FACTOR_SAVED } else { 2 };
    run_blocks(job, "board", (positions, factor), size, |block: Vec<ScoredBoard>| {
        let is_last = block.last().map(size) == largest;
        found(sweep(block, &if is_last { *job } else { job.unsaved() })?)
    })
}

/// Computes the odds of one board: from both ends, or forward if the distribution of the scores is requested.
pub(in crate::memory) fn one(
    position: ScoredBoard,
    distribution: bool,
    job: &Job<'_>,
) -> Result<BoardOdds, Error> {
    let (game, scores) = (&position.game, &position.scores);
    if distribution {
        let found = evaluate::distribution(game.graph(job)?.model(), scores, job)?;
        return Ok(BoardOdds::distributed(position, found.distribution, found.states, found.transitions));
    }
    let found = evaluate::odds(game.graph(job)?.model(), scores, job)?;
    Ok(BoardOdds::of_robots(position, found))
}

/// Returns the parameters of odds in floating-point numbers that JSON repeats.
pub(super) fn approximate_parameters(position: &ScoredBoard, threshold: f64) -> Value {
    let mut parameters = position.parameters();
    parameters["threshold"] = json!({ "float": threshold });
    parameters
}

/// Reports on the odds of one board in floating-point numbers.
pub(super) fn approximate(position: &ScoredBoard, threshold: f64, job: &Job<'_>) -> Result<Report, Error> {
    // One point for each pair, taken or not.
    let most = position.pairs.into();
    // The layer number counts down the unknown cards of the table, 4 for each pair.
    let last = 4 * u32::from(position.table.pairs());
    let (game, scores) = (&position.game, &position.scores);
    let found = job.upward(last, || evaluate::approximate(game, scores, most, threshold, job))?;
    Ok(approximately(position, &found))
}

/// Computes the odds of all fresh boards up to the largest in one backward pass. The boards share their states, since a
/// pair may be taken before any other card is known.
fn sweep(positions: Vec<ScoredBoard>, job: &Job<'_>) -> Result<Vec<BoardOdds>, Error> {
    let last = positions.last().expect("a range is not empty");
    let game: &Memory = &last.game;
    let graph = game.graph(job)?;
    let node = |table: PairCounts| (0..graph.node_count()).find(|&node| *graph.state(node) == table);
    let wanted: Option<Vec<usize>> = positions.iter().map(|position| node(position.table)).collect();
    let wanted = wanted.expect("smaller boards follow from larger ones");
    let found = job.pass(0.0, 0.8, || distributions(&graph, &wanted, job))?;
    let counted = job.pass(0.8, 1.0, || counts(&graph, &wanted, &[], &job.section("counts")))?;
    let boards = positions.into_iter().zip(found).zip(counted);
    Ok(boards
        .map(|((position, distribution), Counts { states, transitions, .. })| {
            BoardOdds::distributed(position, distribution, states, transitions)
        })
        .collect())
}
