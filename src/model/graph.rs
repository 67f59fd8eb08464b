//! A model and the states behind its numbers.

use super::derived::Derived;
use super::explore::{Discovered, discover, discover_to};
use super::{Error, LabelOf, Model, Names, Run, name};
use crate::game::Game;
use std::fmt::{self, Debug};
use std::ops::Deref;
use std::sync::Arc;

/// A [`Model`] and the states behind its numbers, for those who show them.
#[derive(Clone)]
pub struct Graph<G: Game> {
    model: Arc<Model>,
    states: Arc<States<G::State>>,
    /// The place of each node's state, in a graph that was made from another.
    origin: Option<Arc<[u32]>>,
    labels: Arc<[LabelOf<G>]>,
}

impl<G: Game> Debug for Graph<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Debug::fmt(&self.model, f)
    }
}

impl<G: Game> Deref for Graph<G> {
    type Target = Model;

    fn deref(&self) -> &Model {
        &self.model
    }
}

/// The states behind the numbers of nodes.
struct States<S>(Vec<S>);

impl<S: Debug + Send + Sync> Names for States<S> {
    fn name(&self, node: usize) -> String {
        name(&self.0[node])
    }
}

impl<G: Game> Graph<G> {
    /// Explores all states of `game`.
    ///
    /// # Errors
    /// A broken promise of the game, or a limit.
    pub fn of(game: &G, run: &Run<'_>) -> Result<Self, Error> {
        Self::new(discover(game, run)?, run)
    }

    /// Explores the states of `game` that are at most `depth` events away from the start; see [`Model::cut`].
    ///
    /// # Errors
    /// A broken promise of the game, or a limit.
    pub fn to_depth(game: &G, depth: u32, run: &Run<'_>) -> Result<Self, Error> {
        Self::new(discover_to(game, depth, run)?, run)
    }

    /// The graph of what was discovered: linear in states and steps.
    ///
    /// # Errors
    /// A limit.
    pub fn new(found: Discovered<G>, run: &Run<'_>) -> Result<Self, Error> {
        let Discovered { seats, states, layers, links, labels, hidden, start, cut } = found;
        let states = Arc::new(States(states));
        let names: Arc<dyn Names> = Arc::clone(&states) as _;
        let bytes = size_of_val(&states.0[..]) as u64;
        let model = Model::new(seats, links, start, cut, layers, hidden, names, bytes, run)?;
        Ok(Self { model: Arc::new(model), states, origin: None, labels: labels.into() })
    }

    /// The model.
    #[must_use]
    pub fn model(&self) -> &Arc<Model> {
        &self.model
    }

    /// The state of a node.
    #[must_use]
    pub fn state(&self, node: usize) -> &G::State {
        &self.states.0[self.place(node)]
    }

    /// The place of the state of a node.
    fn place(&self, node: usize) -> usize {
        self.origin.as_ref().map_or(node, |origin| origin[node] as usize)
    }

    /// The tree in which no two ways meet, to `depth` events: a node for every history, of which there may be far more
    /// than states. A history is shown as the state it led to; its layer is its length.
    ///
    /// # Errors
    /// A limit; without a depth that is sure where play can come back.
    pub fn unfolded(&self, depth: Option<u32>, run: &Run<'_>) -> Result<Self, Error> {
        let by_state = |&one: &usize, &other: &usize| {
            let state = |edge: usize| self.state(self.target(edge));
            self.label(one).cmp(&self.label(other)).then_with(|| state(one).cmp(state(other)))
        };
        Ok(self.with(self.model.unfolded(depth, &by_state, run)?))
    }

    /// The graph in which some decisions are taken: of the nodes of which `taken` names a choice, by its place among the
    /// node's choices, only that remains. What can then no longer be reached is left out. Linear in nodes and edges.
    ///
    /// # Errors
    /// A limit.
    ///
    /// # Panics
    /// If a node has no choice at the place that `taken` names.
    pub fn restricted(&self, taken: &dyn Fn(usize) -> Option<usize>, run: &Run<'_>) -> Result<Self, Error> {
        Ok(self.with(self.model.restricted(taken, run)?))
    }

    /// The graph of a model that was made from this one's.
    fn with(&self, derived: Derived) -> Self {
        let places = derived.origin.iter().map(|&node| self.place(node as usize) as u32);
        let origin = Some(places.collect());
        let (states, labels) = (Arc::clone(&self.states), Arc::clone(&self.labels));
        Self { model: derived.model, states, origin, labels }
    }

    /// The bytes that states, nodes and edges hold; what states hold elsewhere is not among them.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        size_of_val(&self.states.0[..]) as u64 + self.model.bytes()
    }

    /// The labels, ascending, each once for every number of ways in which it can happen; [`Model::label`] is a place
    /// among them.
    #[must_use]
    pub fn labels(&self) -> &[LabelOf<G>] {
        &self.labels
    }

    /// Source, target and label of an edge.
    #[must_use]
    pub fn edge(&self, edge: usize) -> (usize, usize, &LabelOf<G>) {
        (self.source(edge), self.target(edge), &self.labels[self.links.label(edge)])
    }
}
