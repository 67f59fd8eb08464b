//! Where play ends, in games in which it can come back to where it was.

use super::graph::Graph;
use super::visits::{Chain, Wanted, follow};
use super::{Error, Progress, Run, name};
use crate::exact::{self, Rational};
use crate::game::Game;

/// A graph without decisions.
struct Steps<'a, G: Game> {
    graph: &'a Graph<G>,
    run: &'a Run<'a>,
}

impl<G: Game> Chain for Steps<'_, G> {
    fn start(&self) -> usize {
        self.graph.start()
    }

    fn steps(&self, node: usize) -> impl Iterator<Item = (usize, Rational)> {
        self.graph.edges_of(node).map(|edge| {
            let (weight, total) = self.graph.weight(edge);
            (self.graph.edge(edge).1, exact::ratio(weight, total))
        })
    }

    fn name(&self, node: usize) -> String {
        name(self.graph.state(node))
    }

    fn look(&self, node: usize, bytes: u64) -> Result<(), Error> {
        let states = self.graph.node_count() as u64;
        let bytes = self.graph.bytes() + bytes;
        self.run.step(Progress { layer: self.graph.ply(node), states, bytes })
    }
}

/// The probability that play ends in each end of a graph without decisions, in the order of the nodes.
///
/// A node outside cycles costs one rational operation for each edge, a component what its linear system costs.
///
/// # Errors
/// A decision, a cycle that play never leaves, or a limit.
pub fn ends<G: Game>(graph: &Graph<G>, run: &Run<'_>) -> Result<Vec<(usize, Rational)>, Error> {
    graph.only_chance_or_cycles()?;
    let mut found = Vec::new();
    follow(&Steps { graph, run }, graph.components().iter().rev(), Wanted::Visits, |node, visits| {
        if graph.is_end(node) {
            found.push((node, visits.visits));
        }
    })?;
    found.sort_unstable_by_key(|(node, _)| *node);
    Ok(found)
}
