//! Robots that forget nothing: the odds of one board from both ends, of a range in one pass, and of boards too large for
//! fractions in floating-point numbers, each with a proven bound on its error.

use crate::cli::checkpoint::Checkpoints;
use crate::cli::context::Context;
use crate::cli::fail::Fail;
use crate::cli::machines::Machines;
use crate::evaluate::{self, Counts, counts, distributions};
use crate::family::{GameAnswer, Partial, blocks};
use crate::game::Game as _;
use crate::games::memory::family::ScoredBoard;
use crate::games::memory::odds::{BoardOdds, approximately};
use crate::games::memory::{Memory, PairCounts};
use crate::model::Job;
use serde_json::{Value, json};

/// The factor by which each block of boards goes farther than the one before, if the work on the last is saved, and
/// that on the others is not: they take the 200th part of it.
const TIMES_KEPT: u16 = 4;

/// The odds of as many robots on fresh boards of a range, with their distributions; `more` takes what is found of some of
/// them at a time. They are worked out in blocks, of which a stop leaves those that are done.
pub(in crate::cli) fn boards<R>(
    positions: Vec<ScoredBoard>,
    job: &Job<'_>,
    context: &Context,
    mut more: impl FnMut(Vec<BoardOdds>) -> Result<Partial<R, Fail>, Fail>,
) -> Result<Partial<R, Fail>, Fail> {
    let size = |position: &ScoredBoard| position.pairs;
    let largest = positions.last().map(size);
    let times = if job.store.is_some() { TIMES_KEPT } else { 2 };
    blocks(&context.job(), "board", (positions, times), size, |block: Vec<ScoredBoard>| {
        let is_last = block.last().map(size) == largest;
        let job = if is_last { *job } else { job.unsaved() };
        more(sweep(block, &job, context)?)
    })
}

/// A board that is shared out among processes; `None` where another process has the answer.
pub(super) fn shared(
    position: ScoredBoard,
    checkpoints: &Checkpoints,
    machines: &Machines,
    context: &Context,
) -> Result<Option<BoardOdds>, Fail> {
    let work = json!({ "odds": "memory", "board": position.parameters() });
    let found = machines.follow(&position.game, &position.scores, &work, checkpoints, context)?;
    Ok(found
        .map(|found| BoardOdds::distributed(position, found.distribution, found.states, found.transitions)))
}

/// One board: the distribution of the scores forward, the odds alone from both ends.
pub(in crate::cli) fn one(
    position: ScoredBoard,
    distribution: bool,
    job: &Job<'_>,
    context: &Context,
) -> Result<BoardOdds, Fail> {
    let (game, scores) = (&position.game, &position.scores);
    if distribution {
        let found = context.run(job, |job| evaluate::distribution(game.graph(job)?.model(), scores, job))?;
        return Ok(BoardOdds::distributed(position, found.distribution, found.states, found.transitions));
    }
    let found = context.run(job, |job| evaluate::odds(game.graph(job)?.model(), scores, job))?;
    Ok(BoardOdds::of_robots(position, found))
}

/// The parameters of odds in floating-point numbers, as answers repeat them.
pub(super) fn approximate_parameters(position: &ScoredBoard, threshold: f64) -> Value {
    let mut parameters = position.parameters();
    parameters["threshold"] = json!({ "float": threshold });
    parameters
}

/// The odds of one board in floating-point numbers.
pub(super) fn approximate(
    position: &ScoredBoard,
    threshold: f64,
    job: &Job<'_>,
    context: &Context,
) -> Result<GameAnswer, Fail> {
    // A point for each pair, taken or not.
    let most = position.pairs;
    // The layers of a table count down what is unknown of it, 4 for each pair.
    let last = 4 * u32::from(position.table.pairs());
    let parameters = approximate_parameters(position, threshold);
    let (game, scores) = (&position.game, &position.scores);
    let found = context.run(job, |job| {
        context.pace().upward(last, || evaluate::approximate(game, scores, most, threshold, job))
    })?;
    Ok(GameAnswer::new(parameters, approximately(position, &found)))
}

/// All fresh boards up to the largest in one pass of the backward evaluator: they share their states, since a pair may
/// be taken before anything else is known.
fn sweep(positions: Vec<ScoredBoard>, job: &Job<'_>, context: &Context) -> Result<Vec<BoardOdds>, Fail> {
    let last = positions.last().expect("a range is not empty");
    let game: &Memory = &last.game;
    // Only the work on one board is limited; without scores there are few states.
    let (found, counted) = context.run(job, |job| {
        let graph = game.graph(job)?;
        let node = |table: PairCounts| (0..graph.node_count()).find(|&node| *graph.state(node) == table);
        let wanted: Option<Vec<usize>> = positions.iter().map(|position| node(position.table)).collect();
        let wanted = wanted.expect("smaller boards follow from larger ones");
        let found = context.pace().pass(0.0, 0.8, || distributions(&graph, &wanted, job))?;
        Ok((found, context.pace().pass(0.8, 1.0, || counts(&graph, &wanted, &[], job))?))
    })?;
    let boards = positions.into_iter().zip(found).zip(counted);
    Ok(boards
        .map(|((position, distribution), Counts { states, transitions, .. })| {
            BoardOdds::distributed(position, distribution, states, transitions)
        })
        .collect())
}
