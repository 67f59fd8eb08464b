//! Solitaire Memory as a game of decisions; see [`Decisions`].

pub use chancetree_games::solitaire::decisions::*;

use crate::evaluate::solve::Solution;
use crate::model::{Graph, order};
use std::cmp::Reverse;
use std::collections::BTreeSet;

/// Returns the states that a player meets who plays by a solution, with what he does there: between turns first, the most
/// cards that were never turned first.
pub fn met(graph: &Graph<Decisions>, solution: &Solution) -> Vec<(usize, Move)> {
    let mut met = BTreeSet::from([graph.start()]);
    let mut waiting = vec![graph.start()];
    let mut all = Vec::new();
    while let Some(node) = waiting.pop() {
        let Some(action) = solution.action(graph, node) else { continue };
        all.push((node, action));
        for edge in graph.edges_of(node) {
            let (_, target, label) = graph.edge(edge);
            if label.action == Some(action) && met.insert(target) {
                waiting.push(target);
            }
        }
    }
    let key = |node: usize| {
        let memory = graph.state(node);
        (memory.open, Reverse((memory.unseen, memory.singles)))
    };
    order::sort(&mut all, |(one, _), (other, _)| key(*one).cmp(&key(*other)));
    all
}
