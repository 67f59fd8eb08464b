//! The explicit graph: every state and every step in memory, packed, with exact numbers on every node.
//!
//! Three arrays: the states, the steps of each (the number of the state that follows and that of a label in a table),
//! and the plies. petgraph's algorithms run on a [`View`] of them, without a copy.

mod evaluation;
mod view;

pub use super::discovery::{Label, LabelOf};
pub use evaluation::{Evaluation, Figures, Rounded, Worth};
pub use view::{Back, Neighbours, View};
pub(crate) use view::{components, least_of_steps, least_on_cycle};

use super::discovery::{Discovered, LinksOf, discover};
use super::lists::Lists;
use super::{Error, Progress, Run, name};
use crate::game::{Game, Weight};
use petgraph::visit::{IntoNeighbors as _, NodeCount as _};
use std::ops::Range;

/// The explicit graph of a game: nodes numbered by (layer, state), edges ordered by (source, action, event, target).
#[derive(Clone, Debug)]
pub struct Graph<G: Game> {
    states: Vec<G::State>,
    links: LinksOf<G>,
    /// The node that each edge leaves.
    sources: Vec<u32>,
    start: usize,
    cut: Vec<usize>,
    layers: Vec<(u32, Range<usize>)>,
    plies: Vec<u32>,
    acyclic: bool,
}

impl<G: Game> From<Discovered<G>> for Graph<G> {
    fn from(found: Discovered<G>) -> Self {
        Self::new(found, &Run::default()).expect("without limits nothing stops the work")
    }
}

/// Nodes or edges that are looked at between two looks at the limits.
const LOOK: usize = 1 << 20;

impl<G: Game> Graph<G> {
    /// Discovers all states of `game` and makes their graph.
    ///
    /// # Errors
    /// A broken promise of the game, or a limit.
    pub fn of(game: &G, run: &Run<'_>) -> Result<Self, Error> {
        Self::new(discover(game, run)?, run)
    }

    /// The graph of what was discovered: linear in states and steps.
    ///
    /// # Errors
    /// A limit.
    pub fn new(found: Discovered<G>, run: &Run<'_>) -> Result<Self, Error> {
        let Discovered { states, layers, links, start, cut } = found;
        let (nodes, edges) = (states.len(), links.len());
        let mut graph =
            Self { states, links, sources: Vec::new(), start, cut, layers, plies: Vec::new(), acyclic: true };
        let look = |graph: &Self| {
            let layer = graph.layers.first().map_or(0, |layer| layer.0);
            let more = (edges + nodes) * size_of::<u32>();
            run.step(Progress { layer, states: nodes as u64, bytes: graph.bytes() + more as u64 })
        };
        look(&graph)?;
        graph.sources.reserve_exact(edges);
        let mut ahead = true;
        for node in 0..nodes {
            if node % LOOK == LOOK - 1 {
                look(&graph)?;
            }
            let links = graph.links.of(node);
            ahead &= links.clone().all(|link| node < graph.links.target(link));
            graph.sources.resize(links.end, node as u32);
        }
        look(&graph)?;
        if ahead {
            // The usual case: numbers ascend along edges.
            graph.plies = vec![0; nodes];
            for node in 0..nodes {
                let next = graph.plies[node] + 1;
                for link in graph.links.of(node) {
                    let ply = &mut graph.plies[graph.links.target(link)];
                    *ply = next.max(*ply);
                }
            }
        } else {
            let back = graph.back();
            (graph.plies, graph.acyclic) = plies(graph.view().with(&back));
        }
        look(&graph)?;
        Ok(graph)
    }
}

/// The greatest number of events on a way to each node; within a cycle, that of the cycle's nearest node. And whether
/// there is no cycle.
fn plies(view: View<'_, &Back>) -> (Vec<u32>, bool) {
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

impl<G: Game> Graph<G> {
    /// The graph for petgraph's algorithms that only look ahead. See [`View`].
    #[must_use]
    pub fn view(&self) -> View<'_> {
        View::new(self.links.targets())
    }

    /// The steps against their arrows, for petgraph's algorithms that look both ways.
    #[must_use]
    pub fn back(&self) -> Back {
        Back::new(
            self.node_count(),
            (0..self.edge_count()).map(|edge| (self.sources[edge] as usize, self.links.target(edge))),
        )
    }

    /// The strongly connected components, each after all that it leads to.
    pub(super) fn components(&self) -> Lists {
        components(self.view().with(&self.back()))
    }

    /// The edges that enter each node.
    pub(super) fn incoming(&self) -> Lists {
        Lists::new(self.node_count(), (0..self.edge_count()).map(|edge| (self.links.target(edge), edge)))
    }

    /// The number of nodes.
    #[must_use]
    pub fn node_count(&self) -> usize {
        self.states.len()
    }

    /// The number of edges.
    #[must_use]
    pub fn edge_count(&self) -> usize {
        self.links.len()
    }

    /// The state of a node.
    #[must_use]
    pub fn state(&self, node: usize) -> &G::State {
        &self.states[node]
    }

    /// The bytes that nodes and edges hold; what states hold elsewhere is not among them.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        let own =
            size_of_val(&self.states[..]) + size_of_val(&self.sources[..]) + size_of_val(&self.plies[..]);
        own as u64 + self.links.bytes()
    }

    /// The node in which play begins.
    #[must_use]
    pub fn start(&self) -> usize {
        self.start
    }

    /// The numbers of the edges that leave a node.
    #[must_use]
    pub fn edges_of(&self, node: usize) -> Range<usize> {
        self.links.of(node)
    }

    /// Source, target and label of an edge.
    #[must_use]
    pub fn edge(&self, edge: usize) -> (usize, usize, &LabelOf<G>) {
        (self.sources[edge] as usize, self.links.target(edge), self.links.label(edge))
    }

    /// The weight of an edge, and the total weight of its choice.
    #[must_use]
    pub fn weight(&self, edge: usize) -> (Weight, Weight) {
        let action = self.links.label(edge).action;
        let same = |&other: &usize| self.links.label(other).action == action;
        let Range { start, end } = self.edges_of(self.sources[edge] as usize);
        let others = (start..edge).rev().take_while(same).chain((edge + 1..end).take_while(same));
        let weight = self.links.weight(edge);
        (weight, weight + others.map(|other| self.links.weight(other)).sum::<Weight>())
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

    /// The same for all nodes.
    #[must_use]
    pub fn plies(&self) -> &[u32] {
        &self.plies
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
            let back = self.back();
            let least = least_on_cycle(self.view().with(&back), &self.components())
                .expect("a graph that is not acyclic has a cycle");
            return Err(Error::Cycle(name(self.state(least))));
        }
        Ok(())
    }

    /// Nodes by ply: every edge goes to a later round.
    pub(super) fn by_ply(&self) -> Lists {
        let rounds = self.plies.iter().max().map_or(0, |&deepest| deepest as usize + 1);
        Lists::new(rounds, self.plies.iter().enumerate().map(|(node, &ply)| (ply as usize, node)))
    }

    /// The same, each round by itself.
    pub(super) fn rounds(&self) -> Vec<Vec<usize>> {
        self.by_ply().iter().map(|round| round.iter().map(|&node| node as usize).collect()).collect()
    }

    fn decides(&self, node: usize) -> bool {
        let mut edges = self.edges_of(node).map(|edge| self.links.label(edge).action);
        edges.next().is_some_and(|first| edges.any(|action| action != first))
    }

    /// The weight of an edge and the total it is of: its ways and 1 where the game counts them.
    pub(super) fn share(&self, game: &G, edge: usize) -> (u64, u64) {
        let (source, _, label) = self.edge(edge);
        match game.ways(self.state(source), label.event) {
            Some(ways) => (ways, 1),
            None => self.weight(edge),
        }
    }
}
