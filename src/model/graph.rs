//! A model together with the states behind its numbers.

use super::derived::DerivedModel;
use super::explore::{all, saved, to_depth};
use super::scored::Standings;
use super::{Error, Job, LabelOf, Model};
use crate::game::{Game, StateCodec};
use std::collections::HashMap;
use std::fmt::{self, Debug};
use std::ops::Deref;
use std::sync::Arc;

/// A [`Model`] together with its game, the state of each node and the labels of the edges. A graph
/// [with scores](Self::with_scores) also has the points of every seat and the seat to move for each node.
///
/// A graph dereferences to its model. Clones share their contents, so cloning is cheap.
///
/// ```
/// use chancetree_model::example::Coins;
/// use chancetree_model::game::Game;
///
/// let graph = Coins { tosses: 3 }.explore().run()?;
/// assert_eq!(graph.state(graph.start()), &3);
/// assert!(graph.is_end(3));
/// # Ok::<(), chancetree_model::Error>(())
/// ```
#[derive(Clone)]
pub struct Graph<G: Game> {
    game: Arc<G>,
    model: Arc<Model>,
    states: Arc<Vec<G::State>>,
    /// The place of the state of each node, in a graph that was derived from another.
    origin: Option<Arc<[u32]>>,
    labels: Arc<[LabelOf<G>]>,
    pub(super) standings: Option<Arc<Standings>>,
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

impl<G: Game> Graph<G> {
    /// Explores all states of `game`.
    ///
    /// Cost: one expansion of each state, one look-up for each step, in a hash map or a table of ranks, and a sort of each
    /// layer. All states and steps are kept in memory.
    ///
    /// # Errors
    /// If the game breaks a promise of its contract, there are more than 2^31 - 1 states or 2^32 - 1 steps, or a limit of
    /// `job` is passed.
    ///
    /// ```
    /// use chancetree_model::example::Coins;
    /// use chancetree_model::{Graph, Job};
    ///
    /// let graph = Graph::of(&Coins { tosses: 3 }, &Job { threads: 2, ..Job::default() })?;
    /// assert_eq!(graph.node_count(), 4);
    /// # Ok::<(), chancetree_model::Error>(())
    /// ```
    pub fn of(game: &G, job: &Job<'_>) -> Result<Self, Error> {
        all(game, vec![game.start()], None, job)
    }

    /// Explores all states of `game`. The explored states are saved in the section `explored` of the store of `job`, and
    /// exploring resumes from them. A graph that was explored in less than a second is only saved together with later work, as
    /// long as the graph exists.
    ///
    /// Cost: as [`of`](Self::of), and a save whenever it is due.
    ///
    /// # Errors
    /// If the game breaks a promise of its contract, there are more than 2^31 - 1 states or 2^32 - 1 steps, a limit of
    /// `job` is passed, or work cannot be saved or read.
    ///
    /// ```
    /// use chancetree::games::mines::field::Field;
    /// use chancetree::games::mines::game::{FirstCell, FirstClick, Mines, Opener};
    /// use chancetree::model::{Graph, Job};
    ///
    /// // Without a store, nothing is saved.
    /// let field = Field::new(2, 2, 1)?;
    /// let game = Mines::new(field, Opener::Best, FirstCell::Anywhere, FirstClick::Safe)?;
    /// assert_eq!(Graph::saved(&game, &Job::default())?.node_count(), 6);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn saved(game: &G, job: &Job<'_>) -> Result<Self, Error>
    where
        G: StateCodec + 'static,
    {
        saved(game, job)
    }

    /// Explores all states that can be reached from any of `starts`, independent of the start of `game`. The first of
    /// `starts` becomes the start of the graph.
    ///
    /// Cost: as [`of`](Self::of).
    ///
    /// # Errors
    /// If the game breaks a promise of its contract, there are more than 2^31 - 1 states or 2^32 - 1 steps, or a limit of
    /// `job` is passed.
    ///
    /// # Panics
    /// If `starts` is empty.
    ///
    /// ```
    /// use chancetree_model::example::Coins;
    /// use chancetree_model::{Graph, Job};
    ///
    /// let graph = Graph::from_any(&Coins { tosses: 9 }, vec![2, 5], &Job::default())?;
    /// assert_eq!(graph.node_count(), 6);
    /// assert_eq!(graph.state(graph.start()), &2);
    /// # Ok::<(), chancetree_model::Error>(())
    /// ```
    pub fn from_any(game: &G, starts: Vec<G::State>, job: &Job<'_>) -> Result<Self, Error> {
        all(game, starts, None, job)
    }

    /// Explores the states of `game` that are at most `depth` events away from the start. States at that depth are not
    /// expanded; see [`Model::cut`].
    ///
    /// Cost: one expansion of each state and one look-up in a hash map for each step, on one thread. Each state is in memory
    /// twice during exploration.
    ///
    /// # Errors
    /// If the game breaks a promise of its contract, there are more than 2^31 - 1 states or 2^32 - 1 steps, or a limit of
    /// `job` is passed.
    ///
    /// ```
    /// use chancetree_model::example::Coins;
    /// use chancetree_model::{Graph, Job};
    ///
    /// let graph = Graph::to_depth(&Coins { tosses: 9 }, 2, &Job::default())?;
    /// assert_eq!(graph.node_count(), 3);
    /// assert_eq!(graph.cut(), [2]);
    /// # Ok::<(), chancetree_model::Error>(())
    /// ```
    pub fn to_depth(game: &G, depth: u32, job: &Job<'_>) -> Result<Self, Error> {
        to_depth(game, depth, job)
    }

    pub(super) fn new(game: &G, model: Model, states: Arc<Vec<G::State>>, labels: Arc<[LabelOf<G>]>) -> Self {
        let (game, model) = (Arc::new(game.clone()), Arc::new(model));
        Self { game, model, states, origin: None, labels, standings: None }
    }

    pub(super) fn shared_game(&self) -> &Arc<G> {
        &self.game
    }

    pub(super) fn shared_states(&self) -> &Arc<Vec<G::State>> {
        &self.states
    }

    /// Returns the game that was explored.
    ///
    /// ```
    /// use chancetree_model::example::Coins;
    /// use chancetree_model::game::Game;
    ///
    /// let graph = Coins { tosses: 3 }.explore().run()?;
    /// assert_eq!(graph.game().tosses, 3);
    /// # Ok::<(), chancetree_model::Error>(())
    /// ```
    pub fn game(&self) -> &G {
        &self.game
    }

    /// Returns the model, without the states.
    ///
    /// ```
    /// use chancetree_model::example::Coins;
    /// use chancetree_model::game::Game;
    ///
    /// let graph = Coins { tosses: 3 }.explore().run()?;
    /// assert_eq!(graph.model().node_count(), 4);
    /// # Ok::<(), chancetree_model::Error>(())
    /// ```
    pub fn model(&self) -> &Arc<Model> {
        &self.model
    }

    /// Returns the state of a node.
    ///
    /// ```
    /// use chancetree_model::example::Coins;
    /// use chancetree_model::game::Game;
    ///
    /// let graph = Coins { tosses: 3 }.explore().run()?;
    /// assert_eq!(graph.state(1), &2);
    /// # Ok::<(), chancetree_model::Error>(())
    /// ```
    pub fn state(&self, node: usize) -> &G::State {
        &self.states[self.place(node)]
    }

    /// Returns the node of every state. If several nodes have the same state, as in a tree, returns the last one. The states are
    /// in their [canonical](Game::canonical) form. Linear in nodes.
    ///
    /// ```
    /// use chancetree_model::example::Coins;
    /// use chancetree_model::game::Game;
    ///
    /// let graph = Coins { tosses: 3 }.explore().run()?;
    /// assert_eq!(graph.nodes()[&2], 1);
    /// # Ok::<(), chancetree_model::Error>(())
    /// ```
    pub fn nodes(&self) -> HashMap<G::State, usize> {
        (0..self.node_count()).map(|node| (self.state(node).clone(), node)).collect()
    }

    /// Returns the place of the state of a node.
    fn place(&self, node: usize) -> usize {
        self.origin.as_ref().map_or(node, |origin| origin[node] as usize)
    }

    /// Returns the tree of all histories of at most `depth` events, and for each node of the tree the node of this graph to
    /// which the history leads. The tree has a node for each history, and possibly far more nodes than this graph. The layer
    /// of a node is the length of its history.
    ///
    /// Cost: a sort of the steps of each node, by label and state.
    ///
    /// # Errors
    /// If there are more than 2^31 - 1 nodes or 2^32 - 1 steps, or a limit of `job` is passed. Without a depth, a game with
    /// cycles always fails.
    ///
    /// ```
    /// use chancetree_model::example::Coins;
    /// use chancetree_model::game::Game;
    ///
    /// let graph = Coins { tosses: 3 }.explore().run()?;
    /// let (tree, nodes) = graph.unfolded(None, &Default::default())?;
    /// assert_eq!((tree.node_count(), nodes.len()), (15, 15));
    /// # Ok::<(), chancetree_model::Error>(())
    /// ```
    pub fn unfolded(&self, depth: Option<u32>, job: &Job<'_>) -> Result<(Self, Arc<[u32]>), Error> {
        let by_state = |&one: &usize, &other: &usize| {
            let state = |edge: usize| self.state(self.target(edge));
            self.label(one).cmp(&self.label(other)).then_with(|| state(one).cmp(state(other)))
        };
        let tree = self.model.unfolded(depth, &by_state, job)?;
        Ok((self.with(&tree), tree.origin))
    }

    /// Returns the graph in which some decisions are taken. `taken` maps a node to the index, among the node's choices,
    /// of the only choice to keep, or to `None` to keep them all. Nodes that can no longer be reached are left out.
    /// Linear in nodes and edges.
    ///
    /// # Errors
    /// If a limit of `job` is passed.
    ///
    /// # Panics
    /// If a node has no choice at the index that `taken` names.
    ///
    /// ```
    /// use chancetree_model::example::Throws;
    /// use chancetree_model::game::Game;
    ///
    /// let graph = Throws { throws: 2 }.explore().run()?;
    /// let first = graph.restricted(&|node| graph.decides(node).then_some(0), &Default::default())?;
    /// assert!((0..first.node_count()).all(|node| !first.decides(node)));
    /// # Ok::<(), chancetree_model::Error>(())
    /// ```
    pub fn restricted(&self, taken: &dyn Fn(usize) -> Option<usize>, job: &Job<'_>) -> Result<Self, Error> {
        Ok(self.with(&self.model.restricted(taken, job)?))
    }

    /// Returns the graph of a model that was derived from the model of this graph.
    pub(super) fn with(&self, derived: &DerivedModel) -> Self {
        let places = derived.origin.iter().map(|&node| self.place(node as usize) as u32);
        let origin = Some(places.collect());
        let standings = self.standings.as_ref().map(|known| Arc::new(known.of(&derived.origin)));
        Self { model: Arc::clone(&derived.model), origin, standings, ..self.clone() }
    }

    /// Returns the number of bytes that states, nodes, edges and scores take, not counting what states allocate on the
    /// heap.
    ///
    /// ```
    /// use chancetree_model::example::Coins;
    /// use chancetree_model::game::Game;
    ///
    /// let graph = Coins { tosses: 3 }.explore().run()?;
    /// assert!(graph.bytes() > graph.model().bytes());
    /// # Ok::<(), chancetree_model::Error>(())
    /// ```
    pub fn bytes(&self) -> u64 {
        let standings = self.standings.as_ref().map_or(0, |standings| standings.bytes());
        size_of_val(&self.states[..]) as u64 + self.model.bytes() + standings
    }

    /// Returns the labels in ascending order; [`Model::label`] is an index into them. A label appears once for each of its
    /// multiplicities.
    ///
    /// ```
    /// use chancetree_model::example::Coins;
    /// use chancetree_model::game::Game;
    ///
    /// let graph = Coins { tosses: 3 }.explore().run()?;
    /// let names: Vec<_> = graph.labels().iter().map(|label| label.event).collect();
    /// assert_eq!(names, ["heads", "tails"]);
    /// # Ok::<(), chancetree_model::Error>(())
    /// ```
    pub fn labels(&self) -> &[LabelOf<G>] {
        &self.labels
    }

    /// Returns the action of each choice of a node, in ascending order; `None` for a choice that chance makes.
    ///
    /// ```
    /// use chancetree_model::example::Throws;
    /// use chancetree_model::game::Game;
    ///
    /// let graph = Throws { throws: 2 }.explore().run()?;
    /// let [_, after_one] = [0, 1].map(|node| graph.actions(node).count());
    /// assert_eq!(after_one, 2);
    /// # Ok::<(), chancetree_model::Error>(())
    /// ```
    pub fn actions(&self, node: usize) -> impl Iterator<Item = Option<G::Action>> {
        self.choices(node).map(|edges| self.labels[self.label(edges.start)].action)
    }

    /// Returns the action of a choice of a node, given by its index, or `None` if the choice is left to chance.
    ///
    /// ```
    /// use chancetree_model::example::Throws;
    /// use chancetree_model::game::Game;
    ///
    /// let graph = Throws { throws: 2 }.explore().run()?;
    /// assert_eq!(graph.action(graph.start(), 0), Some("throw"));
    /// # Ok::<(), chancetree_model::Error>(())
    /// ```
    pub fn action(&self, node: usize, choice: usize) -> Option<G::Action> {
        self.actions(node).nth(choice)?
    }

    /// Returns the source, the target and the label of an edge.
    ///
    /// ```
    /// use chancetree_model::example::Coins;
    /// use chancetree_model::game::Game;
    ///
    /// let graph = Coins { tosses: 3 }.explore().run()?;
    /// let (source, target, label) = graph.edge(0);
    /// assert_eq!((source, target, label.event, label.points), (0, 1, "heads", 1));
    /// # Ok::<(), chancetree_model::Error>(())
    /// ```
    pub fn edge(&self, edge: usize) -> (usize, usize, &LabelOf<G>) {
        (self.source(edge), self.target(edge), &self.labels[self.label(edge)])
    }
}
