//! The model: an explored game, with every state and every step in memory.
//!
//! A [`Model`] holds the packed steps of each state, the layers, the plies, and the number of remaining arrangements of each end.
//! A [`Graph`] adds the states and labels, which a model only numbers. The algorithms of petgraph run on a [`View`] of a model
//! without a copy.

pub mod checkpoint;
pub mod csr;
pub mod depict;
mod derived;
mod edges;
mod error;
pub mod example;
mod exploration;
pub mod explore;
pub mod game;
mod graph;
mod job;
mod layer_map;
pub mod memory_usage;
mod monitor;
mod nodes;
pub mod order;
pub mod overall_progress;
mod parallel;
pub mod payoff;
pub mod random;
pub mod score;
mod scored;
mod store;
mod view;

pub use error::{Error, GameError, LimitKind, Stop, StoreError};
pub use exploration::Exploration;
pub use explore::expand::{expand, name, seats};
pub use explore::{EdgeKind, Label, LabelOf};
pub use graph::Graph;
pub use job::{Job, POLL_BYTES, POLL_INTERVAL, StopRecord, WorkMeter};
use layer_map::LayerMap;
pub use monitor::{Monitor, Progress};
pub use parallel::{WORTH_SHARING, each};
pub use store::{DeferredWork, Store, StoreSection, WriteDeferred, WriteWork};
pub use view::components_of_steps;
pub use view::{Neighbours, ReverseEdges, View};

use crate::game::Seat;
use chancetree_exact as exact;
use csr::Csr;
use explore::{EndArrangements, Links};
use petgraph::visit::{IntoNeighbors as _, NodeCount as _};
use std::fmt::{self, Debug};
use std::hash::{Hash, Hasher};
use std::ops::Range;
use std::sync::Arc;
use view::{components, least_on_cycle};

/// An explored game in which states are numbers. Evaluators run on it. It does not depend on the types of the game.
///
/// A node is a state, and an edge is one event of one choice. After exploring, nodes are numbered from 0 in the order of
/// (layer, state), and edges in the order of (source, label, multiplicity, target, weight). Labels are in the order of
/// (action, event, points, turn offset). With scores, nodes are in the order of (node of the graph without scores, scores,
/// mover), and the edges of a node keep their order. In a tree, nodes are in the order of the lengths of their histories, then
/// of the edges that lead to them, and the edges of a node are in the order of (action, event, multiplicity, state of the
/// target).
///
/// Most methods panic if a node or an edge does not exist.
///
/// ```
/// use chancetree_model::example::Coins;
/// use chancetree_model::game::Game;
///
/// let graph = Coins { tosses: 3 }.explore().run()?;
/// let model = graph.model();
/// let heads: u64 = (0..model.edge_count()).map(|edge| u64::from(model.edge_kind(edge).points > 0)).sum();
/// assert_eq!(heads, 3);
/// # Ok::<(), chancetree_model::Error>(())
/// ```
#[derive(Clone)]
pub struct Model {
    seats: Seat,
    links: Links,
    /// The node that each edge leaves.
    sources: Arc<Vec<u32>>,
    start: usize,
    cut: Vec<usize>,
    layers: Vec<(u32, Range<usize>)>,
    plies: Arc<Vec<u32>>,
    acyclic: bool,
    remaining: EndArrangements,
    /// The names of nodes in errors.
    names: Names,
}

/// Returns the name of a node in errors.
type Names = Arc<dyn Fn(usize) -> String + Send + Sync>;

impl Debug for Model {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Model")
            .field("seats", &self.seats)
            .field("nodes", &self.node_count())
            .field("edges", &self.edge_count())
            .finish_non_exhaustive()
    }
}

/// Hashes seats, start, edges, cut nodes and remaining arrangements. The other fields follow from these.
impl Hash for Model {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        let Self { seats, links, start, cut, remaining, .. } = self;
        (seats, links, start, cut, remaining).hash(hasher);
    }
}

impl Model {
    /// Returns the model with its sources and plies, and whether it has cycles.
    pub(crate) fn with_plies(mut self, job: &Job<'_>) -> Result<Self, Error> {
        let (nodes, edges) = (self.node_count(), self.edge_count());
        let layer = self.layers.first().map_or(0, |layer| layer.0);
        let progress = Progress { layer, states: nodes as u64 };
        job.reserve(((edges + nodes) * size_of::<u32>()) as u64, progress)?;
        let (mut sources, mut ahead) = (Vec::with_capacity(edges), true);
        for node in 0..nodes {
            job.tick_at(node, progress)?;
            let edges = self.edges_of(node);
            ahead &= edges.clone().all(|edge| node < self.target(edge));
            sources.resize(edges.end, node as u32);
        }
        self.sources = Arc::new(sources);
        job.tick(progress)?;
        if ahead {
            // The usual case: every edge leads to a greater node.
            let mut plies = vec![0; nodes];
            for node in 0..nodes {
                let next = plies[node] + 1;
                for edge in self.edges_of(node) {
                    let ply = &mut plies[self.target(edge)];
                    *ply = next.max(*ply);
                }
            }
            self.plies = Arc::new(plies);
        } else {
            let back = self.reverse_edges();
            let (plies, acyclic) = plies(self.view().with(&back));
            (self.plies, self.acyclic) = (Arc::new(plies), acyclic);
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
    let mut component_of = vec![0u32; view.node_count()];
    for (index, component) in components.iter().enumerate() {
        component.iter().for_each(|&node| component_of[node as usize] = index as u32);
    }
    for component in components.iter().rev() {
        let most = component.iter().map(|&node| plies[node as usize]).max().unwrap_or(0);
        for node in component.iter().map(|&node| node as usize) {
            plies[node] = most;
            for next in view.neighbors(node).filter(|&next| component_of[next] != component_of[node]) {
                plies[next] = plies[next].max(most + 1);
            }
        }
    }
    (plies, acyclic)
}

impl Model {
    /// Returns a view of the graph for algorithms of petgraph that only follow edges forwards. See [`View`].
    ///
    /// ```
    /// use chancetree_model::example::Coins;
    /// use chancetree_model::game::Game;
    ///
    /// let graph = Coins { tosses: 3 }.explore().run()?;
    /// // The nodes that play can reach, by petgraph.
    /// let view = graph.view();
    /// assert_eq!(petgraph::visit::NodeCount::node_count(&view), 4);
    /// # Ok::<(), chancetree_model::Error>(())
    /// ```
    pub fn view(&self) -> View<'_> {
        View::new(&self.links.targets)
    }

    /// Returns the reversed edges, for algorithms of petgraph that follow edges both ways. Linear in nodes and edges.
    ///
    /// ```
    /// use chancetree_model::example::Coins;
    /// use chancetree_model::game::Game;
    ///
    /// let graph = Coins { tosses: 3 }.explore().run()?;
    /// let back = graph.reverse_edges();
    /// assert_eq!(petgraph::visit::NodeCount::node_count(&graph.view().with(&back)), 4);
    /// # Ok::<(), chancetree_model::Error>(())
    /// ```
    pub fn reverse_edges(&self) -> ReverseEdges {
        ReverseEdges::new(
            self.node_count(),
            (0..self.edge_count()).map(|edge| (self.source(edge), self.target(edge))),
        )
    }

    /// Returns whether an event scores negative points. Linear in the labels.
    ///
    /// ```
    /// use chancetree_model::example::Coins;
    /// use chancetree_model::game::Game;
    ///
    /// let graph = Coins { tosses: 3 }.explore().run()?;
    /// assert!(!graph.has_negative_points());
    /// # Ok::<(), chancetree_model::Error>(())
    /// ```
    pub fn has_negative_points(&self) -> bool {
        self.links.kinds.iter().any(|kind| kind.points < 0)
    }

    /// Returns the strongly connected components, each after the components that it leads to.
    ///
    /// ```
    /// use chancetree_model::example::Coins;
    /// use chancetree_model::game::Game;
    ///
    /// let graph = Coins { tosses: 3 }.explore().run()?;
    /// // Without a cycle every component is one node.
    /// assert_eq!(graph.components().len(), 4);
    /// # Ok::<(), chancetree_model::Error>(())
    /// ```
    pub fn components(&self) -> Csr {
        components(self.view().with(&self.reverse_edges()))
    }

    /// Returns the edges that enter each node.
    ///
    /// ```
    /// use chancetree_model::example::Coins;
    /// use chancetree_model::game::Game;
    ///
    /// let graph = Coins { tosses: 3 }.explore().run()?;
    /// assert_eq!(graph.incoming().get(1), [0, 1]);
    /// # Ok::<(), chancetree_model::Error>(())
    /// ```
    pub fn incoming(&self) -> Csr {
        Csr::new(self.node_count(), (0..self.edge_count()).map(|edge| (self.target(edge), edge)))
    }

    /// Returns the number of nodes.
    ///
    /// ```
    /// use chancetree_model::example::Coins;
    /// use chancetree_model::game::Game;
    ///
    /// let graph = Coins { tosses: 3 }.explore().run()?;
    /// assert_eq!(graph.node_count(), 4);
    /// # Ok::<(), chancetree_model::Error>(())
    /// ```
    #[inline]
    pub fn node_count(&self) -> usize {
        self.links.targets.len()
    }

    /// Returns the number of edges.
    ///
    /// ```
    /// use chancetree_model::example::Coins;
    /// use chancetree_model::game::Game;
    ///
    /// let graph = Coins { tosses: 3 }.explore().run()?;
    /// assert_eq!(graph.edge_count(), 6);
    /// # Ok::<(), chancetree_model::Error>(())
    /// ```
    #[inline]
    pub fn edge_count(&self) -> usize {
        self.links.edge_labels.len()
    }

    /// Returns the number of seats.
    ///
    /// ```
    /// use chancetree_model::example::Coins;
    /// use chancetree_model::game::Game;
    ///
    /// let graph = Coins { tosses: 3 }.explore().run()?;
    /// assert_eq!(graph.seats(), 2);
    /// # Ok::<(), chancetree_model::Error>(())
    /// ```
    #[inline]
    pub fn seats(&self) -> Seat {
        self.seats
    }

    /// Returns the name of a node in errors: the `Debug` form of its state.
    ///
    /// ```
    /// use chancetree_model::example::Coins;
    /// use chancetree_model::game::Game;
    ///
    /// let graph = Coins { tosses: 3 }.explore().run()?;
    /// assert_eq!(graph.name(1), "2");
    /// # Ok::<(), chancetree_model::Error>(())
    /// ```
    pub fn name(&self, node: usize) -> String {
        (self.names)(node)
    }

    /// Returns the number of bytes that nodes and edges occupy, without the states.
    ///
    /// ```
    /// use chancetree_model::example::Coins;
    /// use chancetree_model::game::Game;
    ///
    /// let graph = Coins { tosses: 3 }.explore().run()?;
    /// assert!(graph.model().bytes() >= 6 * 12);
    /// # Ok::<(), chancetree_model::Error>(())
    /// ```
    pub fn bytes(&self) -> u64 {
        let own = size_of_val(&self.sources[..]) + size_of_val(&self.plies[..]);
        own as u64 + self.links.bytes() + self.remaining.bytes()
    }

    /// Returns the node in which play begins.
    ///
    /// ```
    /// use chancetree_model::example::Coins;
    /// use chancetree_model::game::Game;
    ///
    /// let graph = Coins { tosses: 3 }.explore().run()?;
    /// assert_eq!(graph.start(), 0);
    /// # Ok::<(), chancetree_model::Error>(())
    /// ```
    #[inline]
    pub fn start(&self) -> usize {
        self.start
    }
}
