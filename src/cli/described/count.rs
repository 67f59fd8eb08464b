//! Counts the states and transitions of a game.

use super::Asked;
use crate::cli::checkpoint::Checkpoints;
use crate::cli::fail::Fail;
use crate::cli::watch::Watch;
use crate::evaluate::counts;
use crate::family::{Report, Worth, sized};

/// Counts states, transitions and ends, and the tree without merging where it has an end.
pub(super) fn count(asked: &Asked, checkpoints: &Checkpoints, watch: &Watch) -> Result<Report, Fail> {
    checkpoints.finish(&asked.work("count"), watch, |run| {
        let explored = watch.phase("count", || asked.game.explore(run))?;
        let model = explored.model();
        if !model.is_acyclic() {
            return Ok(sized::cyclic(asked.title(), model));
        }
        let unscored = is_sum(asked).then(|| model.unscored());
        let model = unscored.as_ref().unwrap_or(model);
        let found = counts::count(model, asked.game.scores.as_deref().unwrap_or_default(), run)?;
        let layers = asked.game.looks.layers;
        Ok(sized::report(asked.title(), found, (!layers.is_empty()).then_some(layers)))
    })
}

/// Returns whether points are a mere sum that one player alone expects, and no part of where the game stands.
fn is_sum(asked: &Asked) -> bool {
    asked.game.scores.is_none() || asked.game.seats == 1 && matches!(asked.game.worths[0], Worth::Expected(_))
}
