//! Odds of boards too large for fractions: floating-point numbers, each with a proven bound on its error.

use super::super::checkpoint::Checkpoints;
use super::super::fail::Fail;
use super::super::memory::Position;
use super::super::print;
use super::super::watch::Watch;
use crate::evaluate::approximate::approximate;
use crate::game::Points;
use crate::games::memory::odds::approximately;
use serde_json::json;

/// The odds of a position.
pub(super) fn one(
    position: &Position,
    threshold: f64,
    checkpoints: &Checkpoints,
    watch: &Watch,
) -> Result<print::Answer, Fail> {
    let most = position.scores.iter().sum::<Points>().saturating_add(position.table.pairs());
    // The layers of a table count down what is unknown of it, 4 for each pair.
    let last = 4 * u32::from(position.table.pairs());
    let mut parameters = position.parameters();
    parameters["threshold"] = json!({ "float": threshold });
    let work = json!({ "odds": "memory", "approximate": parameters });
    let (game, scores) = (&position.game, &position.scores);
    let found = checkpoints.finish(&work, watch, |run| {
        watch.pace().upward(last, || approximate(game, scores, most, threshold, run))
    })?;
    Ok(print::Answer { parameters, report: approximately(position, &found) })
}
