//! The nodes and edges of a document with decisions: the positions that are shown, each followed by its shown actions.

use super::number_array::{DocumentNumber, NumberArray, NumberForm};
use super::reach::NodeReach;
use crate::depict::Ending;
use crate::exact::{self, Rational};
use crate::game::Seat;
use crate::model::Model;
use crate::model::csr::Csr;
use std::ops::Range;

/// The graph edge of an edge that is a decision.
pub(super) const DECISION: u32 = u32::MAX;

/// The kind of a node of a document.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NodeKind {
    Position,
    /// An end and its result.
    End(Option<Ending>),
    /// A position after which the graph is cut.
    Cut,
    /// An action by its index, and whether it is taken.
    Action(u32, bool),
}

/// The nodes and edges of a document with decisions, and their numbers.
#[derive(Default)]
pub(super) struct ShownGraph {
    /// The node in which play begins.
    pub(super) start: usize,
    /// The node of the graph for each node.
    pub(super) graph_nodes: Vec<u32>,
    /// The seat to move in each node.
    pub(super) movers: Vec<Seat>,
    kinds: Vec<NodeKind>,
    /// The offset in `values` of the values of each node to all seats, the mover's value first. An action's values
    /// are followed by its difference from the best action.
    value_offsets: Vec<u64>,
    pub(super) values: NumberArray,
    pub(super) reach: NodeReach,
    /// The edges of each node, with their targets.
    targets: Csr,
    /// The source of each edge.
    pub(super) sources: Vec<u32>,
    /// The edge of the graph for each edge, or [`DECISION`].
    graph_edges: Vec<u32>,
}

impl NodeKind {
    /// Returns the index of an action.
    pub(super) fn action(self) -> Option<u32> {
        match self {
            Self::Action(action, _) => Some(action),
            Self::Position | Self::End(_) | Self::Cut => None,
        }
    }
}

impl ShownGraph {
    pub(super) fn new(form: NumberForm) -> Self {
        Self { values: NumberArray::new(form), ..Self::default() }
    }

    pub(super) fn node_count(&self) -> usize {
        self.kinds.len()
    }

    pub(super) fn edge_count(&self) -> usize {
        self.graph_edges.len()
    }

    pub(super) fn edges_of(&self, node: usize) -> Range<usize> {
        self.targets.places(node)
    }

    pub(super) fn target(&self, edge: usize) -> usize {
        self.targets.all()[edge] as usize
    }

    /// Returns the edge of the graph; `None` for a decision.
    pub(super) fn graph_edge(&self, edge: usize) -> Option<usize> {
        Some(self.graph_edges[edge]).filter(|&edge| edge != DECISION).map(|edge| edge as usize)
    }

    pub(super) fn kind(&self, node: usize) -> NodeKind {
        self.kinds[node]
    }

    /// Returns the values of a node to `seats` seats, the mover's first, and the difference of an action from the best.
    pub(super) fn values(&self, node: usize, seats: usize) -> (Vec<DocumentNumber>, DocumentNumber) {
        let (values, next) = self.values.get_all(self.value_offsets[node], seats);
        let difference = match self.kind(node) {
            NodeKind::Action(..) => self.values.get(next).0,
            _ => DocumentNumber::Fraction(exact::zero()),
        };
        (values, difference)
    }

    /// Returns the ply of a node: two for each ply of the graph, and one more for an action.
    pub(super) fn ply(&self, model: &Model, node: usize) -> u32 {
        let is_action = matches!(self.kind(node), NodeKind::Action(..));
        2 * model.ply(self.graph_nodes[node] as usize) + u32::from(is_action)
    }

    pub(super) fn push_node(&mut self, graph_node: usize, mover: Seat, kind: NodeKind, value_offset: u64) {
        self.graph_nodes.push(graph_node as u32);
        self.movers.push(mover);
        self.kinds.push(kind);
        self.value_offsets.push(value_offset);
    }

    /// Adds the edges of the next node: their targets and graph edges.
    pub(super) fn push_edges(&mut self, edges: &[(usize, u32)]) {
        let source = self.targets.len() as u32;
        self.targets.push(edges.iter().map(|&(target, _)| target));
        self.graph_edges.extend(edges.iter().map(|&(_, graph_edge)| graph_edge));
        self.sources.resize(self.graph_edges.len(), source);
    }

    /// Returns the probability of an edge under the policy; `None` if it is 0.
    pub(super) fn share(&self, model: &Model, edge: usize) -> Option<Rational> {
        match self.graph_edge(edge) {
            Some(graph_edge) => {
                let (weight, total) = model.weight(graph_edge);
                Some(exact::ratio(weight, total))
            }
            None => self.is_possible(edge).then(exact::one),
        }
    }

    /// Returns `true` if the probability of an edge is not 0.
    pub(super) fn is_possible(&self, edge: usize) -> bool {
        let is_taken = |node| matches!(self.kind(node), NodeKind::Action(_, true));
        self.graph_edge(edge).is_some() || is_taken(self.target(edge))
    }
}
