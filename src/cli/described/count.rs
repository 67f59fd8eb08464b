//! Counts the states and transitions of a game.

use super::Asked;
use crate::cli::checkpoint::Checkpoints;
use crate::cli::count::{layers, report};
use crate::cli::fail::Fail;
use crate::cli::watch::Watch;
use crate::evaluate::counts::{Counts, count_resumed};
use crate::family::{Report, Shape, Worth};
use crate::model::Model;

/// Counts states, transitions and ends, and the tree without merging where it has an end.
pub(super) fn count(asked: &Asked, checkpoints: &Checkpoints, watch: &Watch) -> Result<Report, Fail> {
    let explain = |error| watch.explain(error);
    let run = watch.run();
    let explored = watch.phase("count", || asked.game.explore(Shape::default(), &run)).map_err(explain)?;
    let model = explored.model();
    if model.is_acyclic() {
        let unscored = is_sum(asked).then(|| model.unscored());
        let model = unscored.as_ref().unwrap_or(model);
        let found = checkpoints.keep(&asked.work("count"), watch, |checkpointer| {
            count_resumed(model, asked.game.scores().unwrap_or_default(), checkpointer, &run)
        })?;
        let layers = asked.game.looks().layers;
        return Ok(report(asked.title(), found, (!layers.is_empty()).then_some(layers)));
    }
    // Play can come back: scores grow without end, and so does the tree.
    let counts = nodes(model);
    let mut report = Report::new(asked.title());
    report.show("states", "states", counts.states);
    report.show("transitions", "transitions", counts.transitions);
    report.show("ends", "ends", counts.ends);
    report.note = "Play can come back to where it was: the tree without merging has no end.".to_owned();
    report.tables.push(layers(&counts.layers));
    Ok(report)
}

/// Returns whether points are a mere sum that one player alone expects, and no part of where the game stands.
fn is_sum(asked: &Asked) -> bool {
    asked.game.scores().is_none()
        || asked.game.seats() == 1 && matches!(asked.game.worths()[0], Worth::Expected(_))
}

/// The nodes of a model, whatever was scored on the way to them.
fn nodes(model: &Model) -> Counts {
    Counts {
        states: model.node_count() as u64,
        transitions: model.edge_count() as u64,
        ends: (0..model.node_count()).filter(|&node| model.is_end(node)).count() as u64,
        layers: model.layers().iter().map(|(layer, nodes)| (*layer, nodes.len() as u64)).collect(),
    }
}
