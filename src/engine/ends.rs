//! Where play ends, in games in which it can come back to where it was.

use super::graph::Model;
use super::visits::{Chain, Wanted, follow};
use super::{Error, Progress, Run};
use crate::exact::{self, Rational};

/// A graph without decisions.
struct Steps<'a> {
    graph: &'a Model,
    run: &'a Run<'a>,
}

impl Chain for Steps<'_> {
    fn start(&self) -> usize {
        self.graph.start()
    }

    fn steps(&self, node: usize) -> impl Iterator<Item = (usize, Rational)> {
        self.graph.edges_of(node).map(|edge| {
            let (weight, total) = self.graph.weight(edge);
            (self.graph.target(edge), exact::ratio(weight, total))
        })
    }

    fn name(&self, node: usize) -> String {
        self.graph.name(node)
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
pub fn ends(graph: &Model, run: &Run<'_>) -> Result<Vec<(usize, Rational)>, Error> {
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
