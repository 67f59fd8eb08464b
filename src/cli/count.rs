//! `count`: how many states, transitions and ends, and how large the tree without merging would be.

use super::checkpoint::Checkpoints;
use super::described::Question;
use super::fail::Fail;
use super::memory;
use super::print::Print;
use super::watch::Watch;
use crate::evaluate::counts::{Counts, Tree};
use crate::family::{Datum, Report, Table};

/// The counts of Memory, which the description answers.
pub(super) fn memory(question: &Question, _: (Checkpoints, Print), watch: &Watch) -> Result<(), Fail> {
    let (board, decide, limited) = memory::asked(question)?;
    if !limited.is_given() && decide.is_robots() {
        decide.check_robots()?;
        board.plan(watch);
    }
    question.described(watch)
}

/// The title of the counts of a range of boards.
pub(super) const ABOUT: &str = "How many states, transitions and ends";

/// Reports the counts of a game; `meaning` is what numbers a layer, where that says something to people.
pub(super) fn report(title: String, (counts, tree): (Counts, Tree), meaning: Option<&str>) -> Report {
    let mut report = Report::new(title);
    report.show("states", "states", counts.states);
    report.show("transitions", "transitions", counts.transitions);
    report.show("merged", "transpositions merged", counts.merged());
    report.show("ends", "ends", counts.ends);
    report.show("tree_nodes", "tree nodes", Datum::Large(tree.nodes));
    report.show("tree_leaves", "tree leaves", Datum::Large(tree.leaves));
    if let Some(meaning) = meaning {
        let each: Vec<_> = counts.layers.iter().map(|(layer, states)| format!("{layer}: {states}")).collect();
        report.note = match each.len() <= MOST_LAYERS {
            true => format!("States by layer ({meaning}): {}", each.join(", ")),
            false => format!("{} layers; --format json lists the states of each.", each.len()),
        };
    }
    report.tables.push(layers(&counts.layers));
    report
}

/// The states of each layer.
pub(super) fn layers(layers: &[(u32, u64)]) -> Table {
    Table::new(
        "layers",
        [("layer", None), ("states", None)],
        layers.iter().map(|&(layer, states)| [layer.into(), states].map(Datum::Whole)),
    )
}

/// Layers in text are shown up to this many; a list longer than a screen says nothing to people.
const MOST_LAYERS: usize = 40;
