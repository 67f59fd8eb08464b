//! Where play ends, in games in which it can come back to where it was.

use crate::evaluate::expected_visits::{Chain, Wanted, follow};
use crate::exact::{self, Rational};
use crate::model::{Error, Model, Progress, Run};

/// The probability that play ends in each end of a graph without decisions, in the order of the nodes.
///
/// A node outside cycles costs one rational operation for each edge, a component what its linear system costs.
///
/// # Errors
/// A decision, a cycle that play never leaves, or a limit.
pub fn absorption_probabilities(graph: &Model, run: &Run<'_>) -> Result<Vec<(usize, Rational)>, Error> {
    graph.only_chance_or_cycles()?;
    let chain = Chain {
        start: graph.start(),
        steps: &|node, found| {
            for edge in graph.edges_of(node) {
                let (weight, total) = graph.weight(edge);
                found(graph.target(edge), exact::ratio(weight, total));
            }
        },
        name: &|node| graph.name(node),
        look: &|node, bytes| {
            let states = graph.node_count() as u64;
            run.step(Progress { layer: graph.ply(node), states, bytes: graph.bytes() + bytes })
        },
    };
    let mut found = Vec::new();
    follow(&chain, graph.components().iter().rev(), Wanted::Visits, &mut |node, visits| {
        if graph.is_end(node) {
            found.push((node, visits.visits));
        }
    })?;
    found.sort_unstable_by_key(|(node, _)| *node);
    Ok(found)
}
