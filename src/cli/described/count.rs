//! How large a game is.

use super::Asked;
use crate::cli::checkpoint::Checkpoints;
use crate::cli::count::{layers, report};
use crate::cli::fail::Fail;
use crate::cli::watch::Watch;
use crate::evaluate::counts::count_resumed;
use crate::family::{Datum, Report, Shape};

/// Counts states, transitions and ends, and the tree without merging where it has an end.
pub(super) fn count(asked: &Asked, checkpoints: &Checkpoints, watch: &Watch) -> Result<Report, Fail> {
    let explain = |error| watch.explain(error);
    let run = watch.run();
    let explored = watch.phase("count", || asked.game.explore(Shape::default(), &run)).map_err(explain)?;
    let model = explored.model();
    if model.is_acyclic() {
        let scores = vec![0; model.seats().into()];
        let found = checkpoints.keep(&asked.work("count"), watch, |checkpointer| {
            count_resumed(model, &scores, checkpointer, &run)
        })?;
        return Ok(report(asked.title(), found, None));
    }
    // Play can come back: scores grow without end, and so does the tree.
    let ends = (0..model.node_count()).filter(|&node| model.is_end(node)).count();
    let mut report = Report::new(asked.title());
    report.show("states", "states", Datum::Whole(model.node_count() as u64));
    report.show("transitions", "transitions", Datum::Whole(model.edge_count() as u64));
    report.show("ends", "ends", Datum::Whole(ends as u64));
    report.note = "Play can come back to where it was: the tree without merging has no end.".to_owned();
    let states: Vec<(u32, u64)> =
        model.layers().iter().map(|(layer, nodes)| (*layer, nodes.len() as u64)).collect();
    report.tables.push(layers(&states));
    Ok(report)
}
