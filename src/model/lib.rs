//! The model: an explored game, with every state and every step in memory.
//!
//! A [`Model`] holds the packed steps of each state, the layers, the plies, and the number of hidden arrangements of each end.
//! A [`Graph`] adds the states and labels behind its numbers. The algorithms of petgraph run on a [`View`] of a model without
//! a copy.

pub mod checkpoint;
pub mod depict;
mod derived;
mod error;
mod exploration;
pub mod explore;
pub mod game;
mod graph;
mod job;
mod layer_map;
pub mod lists;
pub mod order;
pub mod pace;
pub mod payoff;
pub mod random;
pub mod resident;
pub mod score;
mod scored;
mod store;
mod view;

pub use error::{Error, GameError, LimitKind, Stop, StoreError};
pub use exploration::Exploration;
pub use explore::expand::{expand, name, seats};
pub use explore::{Label, LabelOf, StepKind};
pub use graph::Graph;
pub use job::{Job, Monitor, Progress};
pub use job::{POLL_BYTES, POLL_INTERVAL, WORTH_SHARING, WorkMeter, each};
use layer_map::LayerMap;
pub use store::{Store, StoreSection, WriteWork};
pub use view::components_of_steps;
pub use view::{Neighbours, ReverseEdges, View};

use crate::exact::Natural;
use crate::game::Seat;
use chancetree_exact as exact;
use explore::{HiddenArrangements, Links};
use lists::Lists;
use petgraph::visit::{IntoNeighbors as _, NodeCount as _};
use std::fmt::{self, Debug};
use std::hash::{Hash, Hasher};
use std::ops::Range;
use std::sync::Arc;
use view::{components, least_on_cycle};

/// A game whose states have become numbers, as evaluators see it. It is independent of the types of the game.
///
/// An edge is one event of one choice. Nodes of a game that was explored are numbered from 0 in the order of (layer,
/// state), edges in the order of (source, action, event, ways, target, weight). With scores, nodes go by (node of the
/// graph without them, scores, mover), and the edges of a node stay in their order. In a tree, nodes go by the length of
/// their histories, then in the order of the edges that lead to them, and the edges of a node by (action, event, ways,
/// state of the target).
///
/// Most methods panic if a node or an edge does not exist.
#[derive(Clone)]
pub struct Model {
    seats: Seat,
    links: Links,
    /// The node that each edge leaves.
    sources: Vec<u32>,
    start: usize,
    cut: Vec<usize>,
    layers: Vec<(u32, Range<usize>)>,
    plies: Vec<u32>,
    acyclic: bool,
    hidden: HiddenArrangements,
    /// The names of nodes in errors.
    names: Arc<dyn Fn(usize) -> String + Send + Sync>,
}

impl Debug for Model {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Model")
            .field("seats", &self.seats)
            .field("nodes", &self.node_count())
            .field("edges", &self.edge_count())
            .finish_non_exhaustive()
    }
}

/// Hashes seats, start, edges and hidden arrangements. The other fields follow from these.
impl Hash for Model {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        let Self { seats, links, start, cut, hidden, .. } = self;
        (seats, links, start, cut, hidden).hash(hasher);
    }
}

impl Model {
    /// Returns the model with its sources and plies, and whether it has cycles.
    pub(crate) fn with_plies(mut self, job: &Job<'_>) -> Result<Self, Error> {
        let (nodes, edges) = (self.node_count(), self.edge_count());
        let layer = self.layers.first().map_or(0, |layer| layer.0);
        let progress = Progress { layer, states: nodes as u64 };
        job.reserve(((edges + nodes) * size_of::<u32>()) as u64, progress)?;
        self.sources.reserve_exact(edges);
        let mut ahead = true;
        for node in 0..nodes {
            job.tick_at(node, progress)?;
            let edges = self.edges_of(node);
            ahead &= edges.clone().all(|edge| node < self.target(edge));
            self.sources.resize(edges.end, node as u32);
        }
        job.tick(progress)?;
        if ahead {
            // The usual case: every edge leads to a greater node.
            self.plies = vec![0; nodes];
            for node in 0..nodes {
                let next = self.plies[node] + 1;
                for edge in self.edges_of(node) {
                    let ply = &mut self.plies[self.links.targets.all()[edge] as usize];
                    *ply = next.max(*ply);
                }
            }
        } else {
            let back = self.back();
            (self.plies, self.acyclic) = plies(self.view().with(&back));
        }
        job.tick(progress)?;
        Ok(self)
    }
}

/// Returns the [ply](Model::ply) of each node, and whether there is no cycle.
fn plies(view: View<'_, &ReverseEdges>) -> (Vec<u32>, bool) {
    let components = components(view);
    let acyclic = least_on_cycle(view, &components).is_none();
    let mut plies = vec![0; view.node_count()];
    let mut home = vec![0u32; view.node_count()];
    for (index, component) in components.iter().enumerate() {
        component.iter().for_each(|&node| home[node as usize] = index as u32);
    }
    for component in components.iter().rev() {
        let most = component.iter().map(|&node| plies[node as usize]).max().unwrap_or(0);
        for node in component.iter().map(|&node| node as usize) {
            plies[node] = most;
            for next in view.neighbors(node).filter(|&next| home[next] != home[node]) {
                plies[next] = plies[next].max(most + 1);
            }
        }
    }
    (plies, acyclic)
}

impl Model {
    /// Returns the graph for algorithms of petgraph that only follow edges forwards. See [`View`].
    pub fn view(&self) -> View<'_> {
        View::new(&self.links.targets)
    }

    /// Returns the reversed edges, for algorithms of petgraph that follow edges both ways. Linear in nodes and edges.
    pub fn back(&self) -> ReverseEdges {
        ReverseEdges::new(
            self.node_count(),
            (0..self.edge_count()).map(|edge| (self.source(edge), self.target(edge))),
        )
    }

    /// Returns whether an event scores negative points. Linear in the labels.
    pub fn has_negative_points(&self) -> bool {
        self.links.kinds.iter().any(|kind| kind.points < 0)
    }

    /// Returns the strongly connected components, each after the components that it leads to.
    pub fn components(&self) -> Lists {
        components(self.view().with(&self.back()))
    }

    /// Returns the edges that enter each node.
    pub fn incoming(&self) -> Lists {
        Lists::new(self.node_count(), (0..self.edge_count()).map(|edge| (self.target(edge), edge)))
    }

    /// Returns the number of nodes.
    #[inline]
    pub fn node_count(&self) -> usize {
        self.links.targets.len()
    }

    /// Returns the number of edges.
    #[inline]
    pub fn edge_count(&self) -> usize {
        self.links.edge_labels.len()
    }

    /// Returns the number of seats.
    #[inline]
    pub fn seats(&self) -> Seat {
        self.seats
    }

    /// Returns the name of a node in errors: the `Debug` form of its state.
    pub fn name(&self, node: usize) -> String {
        (self.names)(node)
    }

    /// Returns the number of bytes that nodes and edges take, not counting the states.
    pub fn bytes(&self) -> u64 {
        let own = size_of_val(&self.sources[..]) + size_of_val(&self.plies[..]);
        own as u64 + self.links.bytes() + self.hidden.bytes()
    }

    /// Returns the node in which play begins.
    #[inline]
    pub fn start(&self) -> usize {
        self.start
    }

    /// Returns the edges that leave a node: a range of their numbers, which is empty for an end and for a
    /// [`cut`](Self::cut) node.
    #[inline]
    pub fn edges_of(&self, node: usize) -> Range<usize> {
        self.links.targets.places(node)
    }

    /// Returns the self-loops of a node: the edges that lead back to it.
    pub fn stays(&self, node: usize) -> impl Iterator<Item = usize> {
        self.edges_of(node).filter(move |&edge| self.target(edge) == node)
    }

    /// Returns the node that an edge leaves.
    #[inline]
    pub fn source(&self, edge: usize) -> usize {
        self.sources[edge] as usize
    }

    /// Returns the node to which an edge leads.
    #[inline]
    pub fn target(&self, edge: usize) -> usize {
        self.links.targets.all()[edge] as usize
    }

    /// Returns the label of an edge, as an index into all labels in ascending order.
    #[inline]
    pub fn label(&self, edge: usize) -> usize {
        self.links.edge_labels[edge] as usize
    }

    /// Returns the choice, points, turn and ways of an edge.
    #[inline]
    pub fn kind(&self, edge: usize) -> &StepKind {
        &self.links.kinds[self.label(edge)]
    }

    /// Returns an iterator over the choices of a node, each given as the range of its edges, in ascending order of the
    /// actions. Linear in the edges of the node.
    pub fn choices(&self, node: usize) -> impl Iterator<Item = Range<usize>> {
        let mut edges = self.edges_of(node);
        std::iter::from_fn(move || {
            let first = edges.start;
            let choice = (!edges.is_empty()).then(|| self.kind(first).choice)?;
            let same = edges.clone().take_while(|&edge| self.kind(edge).choice == choice).count();
            edges.start += same;
            Some(first..edges.start)
        })
    }

    /// Returns the share of an edge as a pair: its weight and the total weight of its choice, or, where the game counts
    /// ways, its number of ways and 1.
    #[inline]
    pub fn share(&self, edge: usize) -> (u64, u64) {
        self.kind(edge).ways.map_or_else(|| self.weight(edge), |ways| (ways, 1))
    }

    /// Returns the number of hidden arrangements of an end, or `None` if the game does not count them.
    pub fn hidden(&self, end: usize) -> Option<&Natural> {
        self.hidden.get(end)
    }

    /// Returns whether the game counts ways, for all events. At worst linear in the number of edges.
    ///
    /// # Errors
    /// If some events have a number of ways and others have none.
    pub fn counts_ways(&self) -> Result<bool, Error> {
        let ways = |kind: &StepKind| kind.ways.is_some();
        let kinds = &self.links.kinds;
        if kinds.iter().all(ways) || !kinds.iter().any(ways) {
            return Ok(kinds.iter().all(ways));
        }
        // A derived model may not use all labels.
        let Some(counted) = (self.edge_count() > 0).then(|| ways(self.kind(0))) else { return Ok(true) };
        match (0..self.edge_count()).find(|&edge| ways(self.kind(edge)) != counted) {
            Some(other) => Err(Error::Game(GameError::MixedWays(self.name(self.source(other))))),
            None => Ok(counted),
        }
    }

    /// Returns the layers in ascending order, each with the range of its nodes.
    pub fn layers(&self) -> &[(u32, Range<usize>)] {
        &self.layers
    }

    /// Returns the layer of a node, by a binary search over the layers.
    #[inline]
    pub fn layer(&self, node: usize) -> u32 {
        self.layers[self.layers.partition_point(|(_, nodes)| nodes.end <= node)].0
    }

    /// Returns the ply of a node: the greatest number of events on a path from the start to it. Events within a
    /// strongly connected component are not counted, so all nodes of a cycle have the same ply.
    #[inline]
    pub fn ply(&self, node: usize) -> u32 {
        self.plies[node]
    }

    /// Returns the [`ply`](Self::ply) of every node, indexed by node.
    pub fn plies(&self) -> &[u32] {
        &self.plies
    }

    /// Returns `true` if play can never come back to a state.
    pub fn is_acyclic(&self) -> bool {
        self.acyclic
    }

    /// Returns whether exploration stopped at this node because of its depth, although play continues.
    #[inline]
    pub fn is_cut(&self, node: usize) -> bool {
        self.cut.binary_search(&node).is_ok()
    }

    /// Returns the nodes at which exploration stopped because of their depth although play continues, in ascending order.
    /// Empty if the game was explored in full.
    pub fn cut(&self) -> &[usize] {
        &self.cut
    }

    /// Returns whether play is over in a node.
    #[inline]
    pub fn is_end(&self, node: usize) -> bool {
        self.edges_of(node).is_empty() && !self.is_cut(node)
    }

    /// Ensures that no player decides.
    pub fn only_chance_or_cycles(&self) -> Result<(), Error> {
        match (0..self.node_count()).find(|&node| self.decides(node)) {
            Some(node) => Err(Error::Decision(self.name(node))),
            None => Ok(()),
        }
    }

    /// Ensures that the graph is not cut off.
    pub fn only_whole(&self) -> Result<(), Error> {
        match self.cut().first() {
            Some(&node) => Err(Error::Cut(self.name(node))),
            None => Ok(()),
        }
    }

    /// Ensures that no player decides and that there are no cycles.
    pub fn only_chance(&self) -> Result<(), Error> {
        self.only_chance_or_cycles()?;
        self.no_cycles(false)
    }

    /// Ensures that there are no cycles, except for self-loops if play `may_stay`.
    pub fn no_cycles(&self, may_stay: bool) -> Result<(), Error> {
        let steps = (0..self.edge_count()).map(|edge| (self.source(edge), self.target(edge)));
        let steps = steps.filter(|(from, to)| !may_stay || from != to);
        let least = || components_of_steps(self.node_count(), steps).1;
        match (!self.acyclic).then(least).flatten() {
            Some(least) => Err(Error::Cycle(self.name(least))),
            None => Ok(()),
        }
    }

    /// Returns the nodes of each ply.
    pub fn by_ply(&self) -> Lists {
        let rounds = self.plies.iter().max().map_or(0, |&deepest| deepest as usize + 1);
        Lists::new(rounds, self.plies.iter().enumerate().map(|(node, &ply)| (ply as usize, node)))
    }

    /// Returns whether a player decides in a node, that is, whether the node has several choices.
    #[inline]
    pub fn decides(&self, node: usize) -> bool {
        // Edges are ordered by action.
        let edges = self.edges_of(node);
        !edges.is_empty() && self.kind(edges.start).choice != self.kind(edges.end - 1).choice
    }
}
