//! Views on which the algorithms of petgraph run.

use crate::csr::Csr;
use petgraph::graph::DiGraph;
use petgraph::visit::{
    Dfs, DfsPostOrder, GraphBase, GraphProp, GraphRef, IntoNeighbors, IntoNeighborsDirected,
    IntoNodeIdentifiers, NodeCompactIndexable, NodeCount, NodeIndexable, Reversed, VisitMap as _, Visitable,
};
use petgraph::{Directed, Direction};
use std::iter::{Copied, Map};
use std::ops::Range;
use std::slice::Iter;

/// The edges of a graph for petgraph's algorithms, borrowed and not copied. A node is its number.
///
/// On its own, a view only follows edges forwards, which is enough for `has_path_connecting`,
/// `dominators::simple_fast`, `Dfs`, `Bfs` and others. Together with [`ReverseEdges`], it also serves `kosaraju_scc`,
/// `toposort` and other algorithms that walk edges backwards. Avoid `tarjan_scc` of petgraph: its recursion is too deep for
/// long games.
///
/// ```
/// use chancetree::model::{Graph, Job};
/// use chancetree::games::memory::Memory;
/// use petgraph::algo::{dominators::simple_fast, has_path_connecting, kosaraju_scc};
///
/// let graph = Graph::of(&Memory::new(4, 2)?, &Job::default())?;
/// let last = graph.node_count() - 1;
/// assert!(has_path_connecting(graph.view(), graph.start(), last, None));
/// assert!(simple_fast(graph.view(), graph.start()).immediate_dominator(last).is_some());
///
/// let back = graph.reverse_edges();
/// assert_eq!(kosaraju_scc(graph.view().with(&back)).len(), graph.node_count(), "play never comes back");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct View<'a, B = ()> {
    ahead: &'a Csr,
    back: B,
}

/// The reversed edges of a graph: four bytes for each node and each edge.
///
/// ```
/// use chancetree_model::example::Coins;
/// use chancetree_model::game::Game;
/// use petgraph::Direction::Incoming;
/// use petgraph::visit::IntoNeighborsDirected;
///
/// let graph = Coins { tosses: 3 }.explore().run()?;
/// let back = graph.reverse_edges();
/// // Heads and tails lead from node 0 to node 1.
/// let before: Vec<usize> = graph.view().with(&back).neighbors_directed(1, Incoming).collect();
/// assert_eq!(before, [0, 0]);
/// # Ok::<(), chancetree_model::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct ReverseEdges(Csr);

impl ReverseEdges {
    /// Reverses the `steps` of a graph with this number of nodes. Steps are pairs of a source and a target.
    pub fn new(nodes: usize, steps: impl Iterator<Item = (usize, usize)> + Clone) -> Self {
        Self(Csr::new(nodes, steps.map(|(source, target)| (target, source))))
    }
}

impl<'a> View<'a> {
    /// Creates a view of a graph from the successors of each node.
    pub fn new(ahead: &'a Csr) -> Self {
        Self { ahead, back: () }
    }

    /// Returns a view of the same graph that can also be followed backwards.
    pub fn with(self, back: &'a ReverseEdges) -> View<'a, &'a ReverseEdges> {
        View { ahead: self.ahead, back }
    }
}

/// The set of visited nodes that petgraph uses for its own graphs: one bit for each node.
type Marks = <DiGraph<(), ()> as Visitable>::Map;

/// An iterator over the targets of the edges that leave a node, or over the sources of the edges that enter it.
///
/// ```
/// use chancetree_model::Neighbours;
/// use chancetree_model::example::Coins;
/// use chancetree_model::game::Game;
/// use petgraph::visit::IntoNeighbors;
///
/// let graph = Coins { tosses: 3 }.explore().run()?;
/// let next: Neighbours<'_> = graph.view().neighbors(graph.start());
/// assert_eq!(next.collect::<Vec<_>>(), [1, 1]);
/// # Ok::<(), chancetree_model::Error>(())
/// ```
pub type Neighbours<'a> = Map<Copied<Iter<'a, u32>>, fn(u32) -> usize>;

fn nodes(list: &[u32]) -> Neighbours<'_> {
    list.iter().copied().map(|node| node as usize)
}

impl<B: Copy> GraphBase for View<'_, B> {
    type NodeId = usize;
    type EdgeId = usize;
}

impl<B: Copy> GraphRef for View<'_, B> {}

impl<B: Copy> GraphProp for View<'_, B> {
    type EdgeType = Directed;
}

impl<B: Copy> NodeCount for View<'_, B> {
    fn node_count(&self) -> usize {
        self.ahead.len()
    }
}

impl<B: Copy> NodeIndexable for View<'_, B> {
    fn node_bound(&self) -> usize {
        self.ahead.len()
    }

    fn to_index(&self, node: usize) -> usize {
        node
    }

    fn from_index(&self, index: usize) -> usize {
        index
    }
}

impl<B: Copy> NodeCompactIndexable for View<'_, B> {}

impl<B: Copy> IntoNodeIdentifiers for View<'_, B> {
    type NodeIdentifiers = Range<usize>;

    fn node_identifiers(self) -> Range<usize> {
        0..self.ahead.len()
    }
}

impl<'a, B: Copy> IntoNeighbors for View<'a, B> {
    type Neighbors = Neighbours<'a>;

    fn neighbors(self, node: usize) -> Self::Neighbors {
        nodes(self.ahead.get(node))
    }
}

impl<'a> IntoNeighborsDirected for View<'a, &'a ReverseEdges> {
    type NeighborsDirected = Neighbours<'a>;

    fn neighbors_directed(self, node: usize, direction: Direction) -> Self::NeighborsDirected {
        match direction {
            Direction::Outgoing => nodes(self.ahead.get(node)),
            Direction::Incoming => nodes(self.back.0.get(node)),
        }
    }
}

impl<B: Copy> Visitable for View<'_, B> {
    type Map = Marks;

    fn visit_map(&self) -> Self::Map {
        Marks::with_capacity(self.ahead.len())
    }

    fn reset_map(&self, map: &mut Self::Map) {
        map.clear();
        map.grow(self.ahead.len());
    }
}

/// Returns the strongly connected components, each after the components that it leads to. This is Kosaraju's algorithm with
/// the walks of petgraph. It writes to one array; the function of petgraph allocates a list for each component.
pub(crate) fn components(view: View<'_, &ReverseEdges>) -> Csr {
    let count = view.node_count();
    let mut finished = Vec::with_capacity(count);
    let mut walk = DfsPostOrder::empty(view);
    for node in 0..count {
        if !walk.discovered.is_visited(&node) {
            walk.move_to(node);
            while let Some(next) = walk.next(Reversed(view)) {
                finished.push(next as u32);
            }
        }
    }
    let mut found = Csr::default();
    let mut walk = Dfs::empty(view);
    while let Some(node) = finished.pop() {
        if !walk.discovered.is_visited(&(node as usize)) {
            walk.move_to(node as usize);
            found.push(std::iter::from_fn(|| walk.next(view)));
        }
    }
    found
}

/// Returns the least node on a cycle.
pub(crate) fn least_on_cycle(view: View<'_, &ReverseEdges>, components: &Csr) -> Option<usize> {
    let on_cycle = |component: &&[u32]| {
        component.len() > 1 || view.ahead.get(component[0] as usize).contains(&component[0])
    };
    components.iter().filter(on_cycle).flatten().min().map(|&node| node as usize)
}

/// Returns the strongly connected components of a graph with this number of nodes, and the least node on a cycle. Steps are
/// pairs of a source and a target.
pub fn components_of_steps(
    nodes: usize,
    steps: impl Iterator<Item = (usize, usize)> + Clone,
) -> (Csr, Option<usize>) {
    let (ahead, back) = (Csr::new(nodes, steps.clone()), ReverseEdges::new(nodes, steps));
    let view = View::new(&ahead).with(&back);
    let components = components(view);
    let least = least_on_cycle(view, &components);
    (components, least)
}
