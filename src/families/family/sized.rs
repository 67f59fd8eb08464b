//! The report on the size of a game: its states, transitions and ends, layer by layer.

use super::{Report, ReportValue, Table};
use crate::evaluate::{Counts, Tree};
use crate::model::Model;

/// The maximum number of layers in text. A longer list would not fit on a screen.
const MAX_LAYERS: usize = 40;

/// Returns the report on the counts of a game. `meaning` is the meaning of the number of a layer, if people need it.
pub fn report(title: String, (counts, tree): (Counts, Tree), meaning: Option<&str>) -> Report {
    let mut report = Report::new(title);
    report.show("states", "states", counts.states);
    report.show("transitions", "transitions", counts.transitions);
    report.show("merged", "transpositions merged", counts.merged());
    report.show("ends", "ends", counts.ends);
    report.show("tree_nodes", "tree nodes", ReportValue::Large(tree.nodes));
    report.show("tree_leaves", "tree leaves", ReportValue::Large(tree.leaves));
    if let Some(meaning) = meaning {
        let each: Vec<_> = counts.layers.iter().map(|(layer, states)| format!("{layer}: {states}")).collect();
        report.note = match each.len() <= MAX_LAYERS {
            true => format!("States by layer ({meaning}): {}", each.join(", ")),
            false => format!("{} layers; --format json lists the states of each.", each.len()),
        };
    }
    report.tables.push(layers(&counts.layers));
    report
}

/// Returns the report on the size of a game with cycles. States are counted without scores, because scores and the tree
/// of histories are unbounded.
pub fn cyclic(title: String, model: &Model) -> Report {
    let mut report = Report::new(title);
    report.show("states", "states", model.node_count() as u64);
    report.show("transitions", "transitions", model.edge_count() as u64);
    report.show("ends", "ends", (0..model.node_count()).filter(|&node| model.is_end(node)).count() as u64);
    report.note = "Play can return to an earlier state, so the tree without merging is infinite.".to_owned();
    let all = model.layers().iter().map(|(layer, nodes)| (*layer, nodes.len() as u64));
    report.tables.push(layers(&all.collect::<Vec<_>>()));
    report
}

/// Returns the table of the states of each layer.
fn layers(layers: &[(u32, u64)]) -> Table {
    Table::new(
        "layers",
        [("layer", None), ("states", None)],
        layers.iter().map(|&(layer, states)| [layer.into(), states].map(ReportValue::Whole)),
    )
}
