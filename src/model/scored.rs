//! Models with scores: each node also has the points of every seat and the seat to move.

mod scored_nodes;

use crate::checkpoint::{fingerprint, save_value};
use crate::csr::Csr;
use crate::derived::DerivedModel;
use crate::game::{Game, Points, Seat};
use crate::of_width;
use crate::payoff::Outcome;
use crate::score::{Lane, Score, check_scores, offset};
use crate::scored::scored_nodes::{ScoredNode, ScoredNodes};
use crate::{DeferredWork, Error, Graph, Job, Model, WriteDeferred};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// The points of every seat and the seat to move, by node.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Standings {
    /// The points plus the offset, the first player's first, node after node.
    lanes: Vec<Lane>,
    offset: Lane,
    movers: Vec<Seat>,
}

impl Standings {
    /// Returns the points of every seat in a node, the first player's first.
    pub(super) fn scores(&self, node: usize) -> Vec<Points> {
        self.lanes(node).iter().map(|&lane| Points::from(lane) - Points::from(self.offset)).collect()
    }

    fn lanes(&self, node: usize) -> &[Lane] {
        let seats = self.lanes.len() / self.movers.len();
        &self.lanes[node * seats..][..seats]
    }

    /// Returns the seat to move in a node.
    pub(super) fn mover(&self, node: usize) -> Seat {
        self.movers[node]
    }

    /// Returns the standings of nodes that are copies of the nodes `origin`.
    pub(super) fn of(&self, origin: &[u32]) -> Self {
        let old = || origin.iter().map(|&node| node as usize);
        let lanes = old().flat_map(|node| self.lanes(node)).copied().collect();
        Self { lanes, offset: self.offset, movers: old().map(|node| self.mover(node)).collect() }
    }

    /// Returns the number of bytes that the standings take.
    pub(super) fn bytes(&self) -> u64 {
        (size_of_val(&self.lanes[..]) + size_of_val(&self.movers[..])) as u64
    }
}

impl<G: Game> Graph<G> {
    /// Returns the graph with scores: it has a node for each combination of a node, the points of every seat, and the seat to
    /// move. At its start the seats have `scores`, the first player's first; missing scores are 0. With a `depth` the graph is
    /// cut after `depth` events; this graph must not be cut at a smaller depth.
    ///
    /// The scores can be saved: if later work stops, they are saved in the section of `job`, which must be used for nothing else.
    ///
    /// The new graph may have far more nodes. Cost: a sort of the incoming edges of each node. With a depth, or if an edge leads
    /// to its own node or a lower node, a look-up in a hash map for each edge.
    ///
    /// # Errors
    /// If a seat gets more points than [`MAX_POINTS`](crate::game::MAX_POINTS), there are more than 2^31 - 1 nodes or 2^32 - 1
    /// steps, a limit of `job` is passed, or saved scores cannot be read.
    ///
    /// # Panics
    /// If there are more scores than seats.
    ///
    /// ```
    /// use chancetree_model::example::Coins;
    /// use chancetree_model::game::Game;
    ///
    /// let graph = Coins { tosses: 3 }.explore().run()?;
    /// let scored = graph.with_scores(&[5, 4], None, &Default::default())?;
    /// assert_eq!(scored.scores(scored.start()), [5, 4]);
    /// # Ok::<(), chancetree_model::Error>(())
    /// ```
    pub fn with_scores(&self, scores: &[Points], depth: Option<u32>, job: &Job<'_>) -> Result<Self, Error> {
        let (derived, standings) = self.model().with_standings(scores, depth, job)?;
        let mut graph = self.with(&derived);
        graph.standings = Some(standings);
        Ok(graph)
    }

    /// Returns whether the graph has scores; see [`Graph::with_scores`].
    ///
    /// ```
    /// use chancetree_model::example::Coins;
    /// use chancetree_model::game::Game;
    ///
    /// let graph = Coins { tosses: 3 }.explore().run()?;
    /// assert!(!graph.has_scores());
    /// # Ok::<(), chancetree_model::Error>(())
    /// ```
    pub fn has_scores(&self) -> bool {
        self.standings.is_some()
    }

    /// Returns the points of the seats in a node, the first player's first. Empty if the graph has no scores.
    ///
    /// ```
    /// use chancetree_model::example::Coins;
    /// use chancetree_model::game::Game;
    ///
    /// let graph = Coins { tosses: 3 }.explore().run()?;
    /// let scored = graph.with_scores(&[], None, &Default::default())?;
    /// assert_eq!(scored.scores(scored.node_count() - 1), [3, 0]);
    /// # Ok::<(), chancetree_model::Error>(())
    /// ```
    pub fn scores(&self, node: usize) -> Vec<Points> {
        self.standings.as_ref().map_or_else(Vec::new, |standings| standings.scores(node))
    }

    /// Returns the seat to move in a node. At an end it is the seat that moved last, unless the last event passed the turn.
    ///
    /// # Panics
    /// If the graph has no scores.
    ///
    /// ```
    /// use chancetree_model::example::Coins;
    /// use chancetree_model::game::Game;
    ///
    /// let graph = Coins { tosses: 3 }.explore().run()?;
    /// let scored = graph.with_scores(&[], None, &Default::default())?;
    /// assert_eq!(scored.mover(scored.start()), 0);
    /// # Ok::<(), chancetree_model::Error>(())
    /// ```
    pub fn mover(&self, node: usize) -> Seat {
        self.standings.as_ref().expect("a graph with scores").mover(node)
    }

    /// Returns the outcome of the scores in a node, as if the node were an end.
    ///
    /// # Panics
    /// If the graph has no scores.
    ///
    /// ```
    /// use chancetree_model::payoff::Outcome;
    /// use chancetree_model::example::Coins;
    /// use chancetree_model::game::Game;
    ///
    /// let graph = Coins { tosses: 3 }.explore().run()?;
    /// let scored = graph.with_scores(&[1, 2], None, &Default::default())?;
    /// assert_eq!(scored.outcome(scored.start()), Outcome::Won(1));
    /// # Ok::<(), chancetree_model::Error>(())
    /// ```
    pub fn outcome(&self, node: usize) -> Outcome {
        Outcome::of(&self.scores(node))
    }
}

/// Returns a [`ScoredShape`], to be saved as long as its model exists.
fn deferred(
    fingerprint: u64,
    (model, origin, standings): (&Arc<Model>, &Arc<[u32]>, &Arc<Standings>),
) -> DeferredWork {
    let parts = (Arc::downgrade(model), Arc::downgrade(origin), Arc::downgrade(standings));
    Box::new(move || {
        let (model, origin, standings) = (parts.0.upgrade()?, parts.1.upgrade()?, parts.2.upgrade()?);
        let write: WriteDeferred = Box::new(move |out| {
            save_value(out, &fingerprint)?;
            save_value(out, &(model.start(), &*origin, &*model.links.targets, &*standings))
        });
        Some(write)
    })
}

/// What distinguishes a model with scores from the model without.
#[derive(Deserialize)]
struct ScoredShape {
    start: usize,
    /// The node without scores of each node.
    origin: Vec<u32>,
    /// The targets of each node, in the order of its steps.
    targets: Csr,
    standings: Standings,
}

impl ScoredShape {
    /// Returns the model with scores.
    fn derive(self, base: &Model, job: &Job<'_>) -> Result<(DerivedModel, Standings), Error> {
        let Self { start, origin, targets, standings } = self;
        let is_cut = |&place: &usize| {
            let node = origin[place] as usize;
            base.is_cut(node) || (targets.get(place).is_empty() && !base.edges_of(node).is_empty())
        };
        let cut = (0..origin.len()).filter(is_cut).collect();
        let links = base.links.repeated(&origin, targets);
        let derived = base.derived(origin.into(), start, cut, links, job)?;
        Ok((derived, standings))
    }
}

impl Model {
    /// Returns the model with scores, and the scores of its nodes; see [`Graph::with_scores`](crate::Graph::with_scores). Compiled
    /// once for all games.
    fn with_standings(
        self: &Arc<Self>,
        scores: &[Points],
        depth: Option<u32>,
        job: &Job<'_>,
    ) -> Result<(DerivedModel, Arc<Standings>), Error> {
        let place = job.store.map(|store| (store, fingerprint(&(self, scores, depth))));
        let saved = place.map_or(Ok(None), |(store, fingerprint)| store.load_value(fingerprint))?;
        let is_saved = saved.is_some();
        let shape = saved.map_or_else(|| self.scored_shape(scores, depth, job), Ok)?;
        let (derived, standings) = shape.derive(self, job)?;
        let standings = Arc::new(standings);
        if let (Some((store, fingerprint)), false) = (place, is_saved) {
            store.defer(deferred(fingerprint, (&derived.model, &derived.origin, &standings)));
        }
        Ok((derived, standings))
    }

    /// Finds the nodes with scores; see [`Graph::with_scores`](crate::Graph::with_scores).
    fn scored_shape(
        &self,
        scores: &[Points],
        depth: Option<u32>,
        job: &Job<'_>,
    ) -> Result<ScoredShape, Error> {
        let offset = offset(self, scores);
        check_scores(scores, self.seats(), offset)?;
        let leads_ahead = || (0..self.edge_count()).all(|edge| self.source(edge) < self.target(edge));
        of_width!(self.seats(), K => {
            let start = ScoredNode { node: self.start() as u32, scores: Score::<K>::new(scores, self.seats(), offset), mover: 0 };
            let places = match depth.is_none() && leads_ahead() {
                true => ScoredNodes::in_order(self, start, job),
                false => ScoredNodes::in_rounds(self, start, depth, job),
            };
            Ok(places?.shape(self.seats(), offset))
        })
    }
}
