//! The joint distribution of the final payoffs of a game without decisions.

use crate::game::PyGame;
use chancetree::evaluate::absorption_probabilities;
use chancetree::exact::zero;
use chancetree::game::{Choices, Game, NoAction, Seat};
use chancetree::model::{Error, Graph, Job};
use chancetree::payoff::PayoffTable;
use chancetree::prelude::Rational;
use std::collections::{BTreeMap, HashMap};
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

impl PayoffTracker {
    /// Returns the state after an edge.
    fn after(&self, (_, seat, payoffs): &TrackedState, edge: usize) -> TrackedState {
        let mut payoffs = payoffs.clone();
        payoffs[usize::from(*seat)] += i128::from(self.payoff_table.event(self.graph.model().label(edge)));
        let offset = self.graph.edge_kind(edge).turn_offset;
        (self.graph.target(edge) as u32, (seat + offset) % self.graph.seats(), payoffs)
    }

    /// Returns a node to which play can return with other payoffs, so that the payoffs have no bound.
    ///
    /// In a component, two ways to a node with the same seat to move must have the same payoffs: the way back makes cycles of both,
    /// and at least one cycle adds a payoff unless they are equal.
    fn unbounded(&self) -> Option<usize> {
        let components = self.graph.model().components();
        for component in (0..components.len()).map(|key| components.get(key)) {
            let begin: TrackedState = (component[0], 0, vec![0; usize::from(self.graph.seats())]);
            let mut known = HashMap::from([((begin.0, begin.1), begin.2.clone())]);
            let mut frontier = vec![begin];
            while let Some(state) = frontier.pop() {
                let inside =
                    |edge: &usize| component.binary_search(&(self.graph.target(*edge) as u32)).is_ok();
                for edge in self.graph.edges_of(state.0 as usize).filter(inside) {
                    let next = self.after(&state, edge);
                    match known.get(&(next.0, next.1)) {
                        Some(payoffs) if *payoffs == next.2 => {}
                        Some(_) => return Some(next.0 as usize),
                        None => {
                            known.insert((next.0, next.1), next.2.clone());
                            frontier.push(next);
                        }
                    }
                }
            }
        }
        None
    }
}

impl Game for PayoffTracker {
    type State = TrackedState;
    type Action = NoAction;
    type Event = u32;

    fn start(&self) -> TrackedState {
        (self.graph.start() as u32, 0, vec![0; usize::from(self.graph.seats())])
    }

    fn expand(&self, state: &TrackedState, choices: &mut Choices<Self>) {
        let edges = self.graph.edges_of(state.0 as usize);
        if edges.is_empty() {
            return;
        }
        edges.fold(choices.chance(), |choice, edge| {
            choice.event(self.graph.weight(edge).0, edge as u32, || self.after(state, edge))
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
/// If a player decides, play may never end, the payoffs have no bound, or a limit of `job` is passed.
pub(crate) fn payoff_distribution(
    graph: &Arc<Graph<PyGame>>,
    payoff_table: PayoffTable,
    job: &Job<'_>,
) -> Result<PayoffDistribution, Error> {
    let tracker = PayoffTracker { graph: Arc::clone(graph), payoff_table: Arc::new(payoff_table) };
    if !graph.is_acyclic()
        && let Some(node) = tracker.unbounded()
    {
        let state = graph.state(node);
        let why =
            "with other payoffs each time; a distribution of payoffs of events needs a game without cycles";
        return Err(Error::Cycle(format!("{state:?} {why}")));
    }
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
