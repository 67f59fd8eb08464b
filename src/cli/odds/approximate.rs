//! Odds of boards too large for fractions: floating-point numbers, each with a proven bound on its error.

use super::super::checkpoint::Checkpoints;
use super::super::fail::Fail;
use super::super::memory::Position;
use super::super::print;
use super::super::watch::Watch;
use crate::evaluate::approximate::approximate_resumed;
use crate::game::Points;
use crate::games::memory::odds::approximately;
use clap::Args;
use serde_json::json;

/// Whether doubles will do.
#[derive(Debug, Args)]
pub(in crate::cli) struct Approximately {
    /// Floating-point odds of robots on larger boards
    ///
    /// For boards too large for fractions: each number has a proven bound on
    /// its error; play less likely than T is dropped.
    #[arg(id = "approximate", long = "approximate", value_name = "T", num_args = 0..=1, require_equals = true,
            default_missing_value = "1e-24", value_parser = threshold,
            conflicts_with = "distribution", help_heading = "Output")]
    pub(super) threshold: Option<f64>,
}

/// Reads a probability that is too small to matter.
pub(super) fn threshold(text: &str) -> Result<f64, String> {
    let number: Option<f64> = text.parse().ok();
    number
        .filter(|threshold| (1e-200..=1e-6).contains(threshold))
        .ok_or_else(|| "the probability below which play is dropped is from 1e-200 to 1e-6".to_owned())
}

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
    parameters["threshold"] = json!(threshold);
    let work = json!({ "odds": "memory", "approximate": parameters });
    let (game, scores, run) = (&position.game, &position.scores, watch.run());
    let found = checkpoints.keep(&work, watch, |checkpointer| {
        watch.upward(last, || approximate_resumed(game, scores, most, threshold, checkpointer, &run))
    })?;
    Ok(print::Answer { parameters, report: approximately(position, &found) })
}
