//! Absorption probabilities: how likely each end is, in games that may come back to a state too.

use crate::evaluate::checkpoint::{read_value, save_value};
use crate::evaluate::expected_visits::{Chain, Found, Visits, Wanted, expected_visits};
use crate::exact::{self, Rational};
use crate::model::{Error, Job, Model, Progress};
use std::collections::BTreeMap;
use std::io::{self, Read, Write};

/// Returns the probability of ending in each end to which play can come from the start of a graph without decisions, as
/// pairs of node and probability in ascending order of nodes.
///
/// Costs one rational operation for each edge outside cycles; a cycle costs as much as its system of linear equations. The
/// work can be saved.
///
/// # Errors
/// If a player decides somewhere, play may never leave some cycle, the graph is [`cut`](Model::cut) off, a limit of `job` is
/// passed, or work cannot be saved or read.
pub fn absorption_probabilities(graph: &Model, job: &Job<'_>) -> Result<Vec<(usize, Rational)>, Error> {
    graph.only_whole()?;
    graph.only_chance_or_cycles()?;
    let chain = Chain {
        components: &graph.components(),
        start: graph.start(),
        steps: &|node, found| {
            for edge in graph.edges_of(node) {
                let (weight, total) = graph.weight(edge);
                found(graph.target(edge), exact::ratio_of_words(weight, total));
            }
        },
        name: &|node| graph.name(node),
        look: &|node, bytes| {
            let states = graph.node_count() as u64;
            job.reserve(bytes, Progress { layer: graph.ply(node), states })
        },
    };
    let mut ends = Ends { graph, found: BTreeMap::new() };
    expected_visits(&chain, Wanted::Visits, &mut ends, job)?;
    Ok(ends.found.into_iter().collect())
}

/// The probability of each end: that of the one visit to it.
struct Ends<'a> {
    graph: &'a Model,
    found: BTreeMap<usize, Rational>,
}

impl Found for Ends<'_> {
    fn take(&mut self, node: usize, visits: Visits) {
        if self.graph.is_end(node) {
            self.found.insert(node, visits.visits);
        }
    }

    fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        save_value(out, &self.found)
    }

    fn read(&mut self, input: &mut dyn Read) -> io::Result<()> {
        self.found = read_value(input)?;
        Ok(())
    }
}
