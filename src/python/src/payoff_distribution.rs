//! The joint distribution of the final payoffs of a game without decisions.

use crate::game::PyGame;
use chancetree::evaluate::absorption_probabilities;
use chancetree::exact::zero;
use chancetree::game::{Choices, Game, NoAction, Seat};
use chancetree::model::{Error, Graph, Job};
use chancetree::payoff::PayoffTable;
use chancetree::prelude::Rational;
use std::collections::BTreeMap;
use std::sync::Arc;

/// A probability for each tuple of payoffs in units, the first player's payoff first.
pub(crate) type PayoffDistribution = BTreeMap<Vec<i128>, Rational>;

/// A game of chance in which a state also has the seat to move and the payoffs so far.
#[derive(Clone)]
struct PayoffTracker {
    graph: Arc<Graph<PyGame>>,
    payoff_table: Arc<PayoffTable>,
}

/// A node, the seat to move, and the payoff of each seat so far in units.
type TrackedState = (u32, Seat, Vec<i128>);

impl Game for PayoffTracker {
    type State = TrackedState;
    type Action = NoAction;
    type Event = u32;

    fn start(&self) -> TrackedState {
        (self.graph.start() as u32, 0, vec![0; usize::from(self.graph.seats())])
    }

    fn expand(&self, (node, seat, payoffs): &TrackedState, choices: &mut Choices<Self>) {
        let edges = self.graph.edges_of(*node as usize);
        if edges.is_empty() {
            return;
        }
        edges.fold(choices.chance(), |choice, edge| {
            let next = || {
                let mut payoffs = payoffs.clone();
                payoffs[usize::from(*seat)] +=
                    i128::from(self.payoff_table.event(self.graph.model().label(edge)));
                let offset = self.graph.edge_kind(edge).turn_offset;
                (self.graph.target(edge) as u32, (seat + offset) % self.graph.seats(), payoffs)
            };
            choice.event(self.graph.weight(edge).0, edge as u32, next)
        });
    }

    fn layer(&self, (node, ..): &TrackedState) -> u32 {
        self.graph.layer(*node as usize)
    }
}

/// Returns the joint distribution of the final payoffs. `payoff_table` belongs to the graph.
///
/// Cost: one state for each node, seat to move and tuple of payoffs that occur together.
///
/// # Errors
/// If a player decides, play may never end, or a limit of `job` is passed. In a cycle with payoffs a limit is always passed.
pub(crate) fn payoff_distribution(
    graph: &Arc<Graph<PyGame>>,
    payoff_table: PayoffTable,
    job: &Job<'_>,
) -> Result<PayoffDistribution, Error> {
    let tracker = PayoffTracker { graph: Arc::clone(graph), payoff_table: Arc::new(payoff_table) };
    let tracked = Graph::of(&tracker, job)?;
    let mut found = PayoffDistribution::new();
    for (end, chance) in absorption_probabilities(tracked.model(), job)? {
        let (node, seat, payoffs) = tracked.state(end);
        let mut payoffs = payoffs.clone();
        let seats = payoffs.len();
        for (place, worth) in tracker.payoff_table.end(*node as usize, seats).iter().enumerate() {
            payoffs[(usize::from(*seat) + place) % seats] += i128::from(*worth);
        }
        *found.entry(payoffs).or_insert_with(zero) += chance;
    }
    Ok(found)
}
