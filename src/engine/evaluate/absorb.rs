//! Absorption probabilities: the probability of each end, also for games with cycles.

use crate::evaluate::checkpoint::{read_value, save_value};
use crate::evaluate::expected_visits::{Chain, VisitQuery, VisitSink, Visits, expected_visits};
use crate::exact::{self, Rational};
use crate::model::{Error, Job, Model, Progress, order};
use std::io::{self, Read, Write};

/// Returns the probability of each reachable end of a graph without decisions, as pairs of node and probability in ascending
/// order of nodes. The work can be saved.
///
/// Cost: one rational operation for each edge outside cycles, and the solution of one linear system for each cycle.
///
/// # Errors
/// If a player decides somewhere, play can stay on a cycle for ever, the graph is [`cut`](Model::cut) off, a limit of `job`
/// is passed, or work cannot be saved or read.
///
/// ```
/// use chancetree_engine::example::Coins;
/// use chancetree_engine::exact::ratio;
/// use chancetree_engine::game::Game;
/// use chancetree_engine::evaluate::absorption_probabilities;
/// use chancetree_engine::model::Job;
///
/// let graph = Coins { tosses: 3 }.explore().run()?;
/// assert_eq!(absorption_probabilities(&graph, &Job::default())?, [(3, ratio(1, 1))]);
/// # Ok::<(), chancetree_engine::model::Error>(())
/// ```
pub fn absorption_probabilities(graph: &Model, job: &Job<'_>) -> Result<Vec<(usize, Rational)>, Error> {
    graph.require_uncut()?;
    graph.require_chance()?;
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
        tick: &|node, bytes| {
            let states = graph.node_count() as u64;
            job.reserve(bytes, Progress { layer: graph.ply(node), states })
        },
    };
    let mut ends = Ends { graph, found: Vec::new() };
    expected_visits(&chain, VisitQuery::Visits, &mut ends, job)?;
    order::sort(&mut ends.found, |one, other| one.0.cmp(&other.0));
    Ok(ends.found)
}

/// The probability of each end, which is visited at most once.
struct Ends<'a> {
    graph: &'a Model,
    found: Vec<(usize, Rational)>,
}

impl VisitSink for Ends<'_> {
    fn put(&mut self, node: usize, visits: Visits) {
        if self.graph.is_end(node) {
            self.found.push((node, visits.visits));
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
