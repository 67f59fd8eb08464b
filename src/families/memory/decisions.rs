//! Memory as a game of decisions; see [`Decisions`].

pub use chancetree_games::memory::decisions::*;

use super::tactic::Tactic;
use crate::evaluate::solve::Solution;
use crate::model::Graph;

/// Returns whether everybody takes a known pair wherever just one is known, so that nothing is lost by
/// [`Decisions::take_first`].
pub fn takes_known(graph: &Graph<Decisions>, solution: &Solution) -> bool {
    // Nobody decides where both have passed.
    let takes = |node| matches!(solution.action(graph, node), Some(Tactic::T1) | None);
    (0..graph.node_count()).all(|node| graph.state(node).table.known != 1 || takes(node))
}
