//! Absorption probabilities: how likely each end is, in games that may come back to a state too.

use crate::evaluate::expected_visits::{Chain, Wanted, follow};
use crate::exact::{self, Rational};
use crate::model::{Error, Model, Progress, Run};

/// Returns the probability of ending in each end of a graph without decisions, as pairs of node and probability in
/// ascending order of nodes.
///
/// Costs one rational operation for each edge outside cycles; a cycle costs as much as its system of linear equations.
///
/// # Errors
/// If a player decides somewhere, play may never leave some cycle, or a limit of `run` is passed.
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
