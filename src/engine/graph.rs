//! The explicit graph: every state and every step in memory, held by petgraph, with exact numbers on every node.

mod evaluation;

pub use evaluation::{Evaluation, Worth};

use super::discovery::{Discovered, Link};
use super::{Error, name};
use crate::game::Game;
use petgraph::algo::{kosaraju_scc, toposort};
use petgraph::graph::{DiGraph, Edge, Node, NodeIndex};
use petgraph::visit::EdgeRef as _;
use std::ops::Range;

/// The event of an edge, with the action that was decided, if one was.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Label<A, E> {
    /// What was decided.
    pub action: Option<A>,
    /// What happened.
    pub event: E,
    /// The weight of the event.
    pub weight: u64,
    /// The total weight of its choice.
    pub total: u64,
}

/// A label of a game.
pub type LabelOf<G> = Label<<G as Game>::Action, <G as Game>::Event>;

/// The graph that petgraph holds.
pub type Petgraph<G> = DiGraph<<G as Game>::State, LabelOf<G>, u32>;

/// The explicit graph of a game: nodes numbered by (layer, state), edges ordered by (source, action, event, target).
#[derive(Clone, Debug)]
pub struct Graph<G: Game> {
    graph: Petgraph<G>,
    first: Vec<usize>,
    start: usize,
    cut: Vec<usize>,
    layers: Vec<(u32, Range<usize>)>,
    plies: Vec<u32>,
    acyclic: bool,
}

impl<G: Game> From<Discovered<G>> for Graph<G> {
    fn from(found: Discovered<G>) -> Self {
        let mut graph = Petgraph::<G>::with_capacity(found.states.len(), found.links.len());
        for state in found.states {
            graph.add_node(state);
        }
        for (source, ends) in found.first.windows(2).enumerate() {
            for &Link { action, event, target, weight, total } in &found.links[ends[0]..ends[1]] {
                let label = Label { action, event, weight, total };
                graph.add_edge(NodeIndex::new(source), NodeIndex::new(target as usize), label);
            }
        }
        let (plies, acyclic) = plies(&graph);
        Self {
            graph,
            first: found.first,
            start: found.start,
            cut: found.cut,
            layers: found.layers,
            plies,
            acyclic,
        }
    }
}

/// The greatest number of events on a way to each node; within a cycle, that of the cycle's nearest node.
fn plies<N, E>(graph: &DiGraph<N, E, u32>) -> (Vec<u32>, bool) {
    let mut plies = vec![0; graph.node_count()];
    let ahead = |edge: &Edge<E, u32>| edge.source() < edge.target();
    if graph.raw_edges().iter().all(ahead) {
        // The usual case: numbers ascend along edges, and edges are in order of their sources.
        for edge in graph.raw_edges() {
            let next = plies[edge.source().index()] + 1;
            let ply = &mut plies[edge.target().index()];
            *ply = next.max(*ply);
        }
        return (plies, true);
    }
    let acyclic = toposort(graph, None).is_ok();
    // Sinks first; petgraph's kosaraju keeps its stack on the heap, its tarjan does not.
    let components = kosaraju_scc(graph);
    let mut home = vec![0; graph.node_count()];
    for (index, component) in components.iter().enumerate() {
        component.iter().for_each(|node| home[node.index()] = index);
    }
    for component in components.iter().rev() {
        let most = component.iter().map(|node| plies[node.index()]).max().unwrap_or(0);
        for &node in component {
            plies[node.index()] = most;
            for edge in graph.edges(node).filter(|edge| home[edge.target().index()] != home[node.index()]) {
                let ply = &mut plies[edge.target().index()];
                *ply = (most + 1).max(*ply);
            }
        }
    }
    (plies, acyclic)
}

/// The strongly connected components of a graph of so many nodes, each after all that it leads to.
pub(crate) fn components(nodes: usize, edges: impl Iterator<Item = (usize, usize)>) -> Vec<Vec<usize>> {
    let mut graph = DiGraph::<(), (), usize>::default();
    for _ in 0..nodes {
        graph.add_node(());
    }
    for (source, target) in edges {
        graph.add_edge(NodeIndex::new(source), NodeIndex::new(target), ());
    }
    let components = kosaraju_scc(&graph).into_iter();
    components.map(|component| component.into_iter().map(NodeIndex::index).collect()).collect()
}

/// The least node that can be come back to.
pub(super) fn least_on_cycle<N, E>(graph: &DiGraph<N, E, u32>) -> Option<usize> {
    let on_cycle = |component: &Vec<NodeIndex>| {
        component.len() > 1 || graph.find_edge(component[0], component[0]).is_some()
    };
    kosaraju_scc(graph).into_iter().filter(on_cycle).flatten().min().map(NodeIndex::index)
}

impl<G: Game> Graph<G> {
    /// The graph as petgraph holds it, for petgraph's algorithms.
    #[must_use]
    pub fn petgraph(&self) -> &Petgraph<G> {
        &self.graph
    }

    /// The number of nodes.
    #[must_use]
    pub fn node_count(&self) -> usize {
        self.graph.node_count()
    }

    /// The number of edges.
    #[must_use]
    pub fn edge_count(&self) -> usize {
        self.graph.edge_count()
    }

    /// The state of a node.
    #[must_use]
    pub fn state(&self, node: usize) -> &G::State {
        &self.graph[NodeIndex::new(node)]
    }

    /// The bytes that nodes and edges hold; what states hold elsewhere is not among them.
    pub(super) fn bytes(&self) -> u64 {
        let node = size_of::<Node<G::State, u32>>() + size_of::<usize>() + size_of::<u32>();
        (self.node_count() * node + self.edge_count() * size_of::<Edge<LabelOf<G>, u32>>()) as u64
    }

    /// The node in which play begins.
    #[must_use]
    pub fn start(&self) -> usize {
        self.start
    }

    /// The numbers of the edges that leave a node.
    #[must_use]
    pub fn edges_of(&self, node: usize) -> Range<usize> {
        self.first[node]..self.first[node + 1]
    }

    /// Source, target and label of an edge.
    #[must_use]
    pub fn edge(&self, edge: usize) -> (usize, usize, &LabelOf<G>) {
        let edge = &self.graph.raw_edges()[edge];
        (edge.source().index(), edge.target().index(), &edge.weight)
    }

    /// The layers, ascending, with their nodes.
    #[must_use]
    pub fn layers(&self) -> &[(u32, Range<usize>)] {
        &self.layers
    }

    /// The layer of a node.
    #[must_use]
    pub fn layer(&self, node: usize) -> u32 {
        self.layers[self.layers.partition_point(|(_, nodes)| nodes.end <= node)].0
    }

    /// The greatest number of events on a way to a node.
    #[must_use]
    pub fn ply(&self, node: usize) -> u32 {
        self.plies[node]
    }

    /// Whether play can come back to no state.
    #[must_use]
    pub fn is_acyclic(&self) -> bool {
        self.acyclic
    }

    /// Whether the depth ended in this node although play goes on.
    #[must_use]
    pub fn is_cut(&self, node: usize) -> bool {
        self.cut.binary_search(&node).is_ok()
    }

    /// The nodes at which the depth ended, ascending.
    #[must_use]
    pub fn cut(&self) -> &[usize] {
        &self.cut
    }

    /// Whether play is over in a node.
    #[must_use]
    pub fn is_end(&self, node: usize) -> bool {
        self.edges_of(node).is_empty() && !self.is_cut(node)
    }

    /// Refuses decisions.
    pub(super) fn only_chance_or_cycles(&self) -> Result<(), Error> {
        match (0..self.node_count()).find(|&node| self.decides(node)) {
            Some(node) => Err(Error::Decision(name(self.state(node)))),
            None => Ok(()),
        }
    }

    /// Refuses decisions and cycles.
    pub(super) fn only_chance(&self) -> Result<(), Error> {
        self.only_chance_or_cycles()?;
        if !self.acyclic {
            let least = least_on_cycle(&self.graph).expect("a graph that is not acyclic has a cycle");
            return Err(Error::Cycle(name(self.state(least))));
        }
        Ok(())
    }

    /// Nodes by ply: every edge goes to a later round.
    pub(super) fn rounds(&self) -> Vec<Vec<usize>> {
        let mut rounds = Vec::new();
        for (node, &ply) in self.plies.iter().enumerate() {
            let ply = ply as usize;
            if rounds.len() <= ply {
                rounds.resize_with(ply + 1, Vec::new);
            }
            rounds[ply].push(node);
        }
        rounds
    }

    fn decides(&self, node: usize) -> bool {
        let edges = &self.graph.raw_edges()[self.edges_of(node)];
        edges.windows(2).any(|pair| pair[0].weight.action != pair[1].weight.action)
    }

    /// The weight of an edge and the total it is of: its ways and 1 where the game counts them.
    pub(super) fn share(&self, game: &G, edge: usize) -> (u64, u64) {
        let (source, _, label) = self.edge(edge);
        match game.ways(self.state(source), label.event) {
            Some(ways) => (ways, 1),
            None => (label.weight, label.total),
        }
    }
}
