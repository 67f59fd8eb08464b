//! The neighbours of a node in one direction, and contracted nodes, which need no value of their own.

use crate::model::csr::Csr;
use crate::model::{Error, Job, Model, Progress};
use std::borrow::Cow;
use std::ops::Range;

/// The direction of a sweep.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SweepDirection {
    /// From the ends to the start: the value of a node depends on the nodes after it.
    Backward,
    /// From the start to the ends: the value of a node depends on the nodes before it.
    Forward,
}

impl SweepDirection {
    /// Returns the index of the next round after `done` of `all` rounds.
    pub(crate) fn round(self, done: usize, all: usize) -> usize {
        match self {
            Self::Forward => done,
            Self::Backward => all - 1 - done,
        }
    }
}

/// The neighbours on which each node of a model depends in one direction.
pub(crate) struct Adjacency<'a> {
    pub(crate) model: &'a Model,
    pub(crate) direction: SweepDirection,
    /// Edges by target; empty in the backward direction.
    incoming: Csr,
    /// The contraction of each node; empty if no node is contracted.
    contracted: Vec<Contraction>,
}

/// Whether a node is contracted. A contracted node depends on a single neighbour, and stores no value: a node that needs its
/// value uses the value of the neighbour and both edges.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Contraction {
    /// The node has a value of its own.
    No,
    /// The node is contracted, and its round is not done.
    Open,
    /// The node is contracted, and its round is done.
    Done,
}

impl<'a> Adjacency<'a> {
    /// Creates the adjacency without contracted nodes.
    pub(crate) fn new(model: &'a Model, direction: SweepDirection) -> Self {
        let incoming = if direction == SweepDirection::Forward { model.incoming() } else { Csr::default() };
        Self { model, direction, incoming, contracted: Vec::new() }
    }

    /// Creates the adjacency like [`new`](Self::new), after a check that its lists fit below the memory limit.
    ///
    /// # Errors
    /// If a limit of `job` is passed.
    pub(crate) fn reserved(
        model: &'a Model,
        direction: SweepDirection,
        job: &Job<'_>,
    ) -> Result<Self, Error> {
        if direction == SweepDirection::Forward {
            let entries = model.node_count() + model.edge_count();
            job.reserve((entries * size_of::<u32>()) as u64, Progress::default())?;
        }
        Ok(Self::new(model, direction))
    }

    /// Contracts all nodes that need no value of their own, except the nodes `own`.
    pub(crate) fn contract(mut self, own: &[usize]) -> Self {
        let contraction = |node| if self.can_contract(node) { Contraction::Open } else { Contraction::No };
        self.contracted = (0..self.model.node_count()).map(contraction).collect();
        own.iter().for_each(|&node| self.contracted[node] = Contraction::No);
        self
    }

    /// Returns whether a node can be contracted: it has one edge, its neighbour does not, and the shares of both edges can be
    /// combined into one.
    fn can_contract(&self, node: usize) -> bool {
        let Some(edge) = self.only_edge(node) else { return false };
        let (weight, total) = self.model.share(edge);
        let fits = |next: usize| {
            let (own, all) = self.model.share(next);
            weight.checked_mul(own).is_some() && total.checked_mul(all).is_some()
        };
        let fit = || match self.direction {
            SweepDirection::Forward => self.model.edges_of(node).all(fits),
            SweepDirection::Backward => (weight, total) == (1, 1),
        };
        self.only_edge(self.neighbor(edge)).is_none() && fit()
    }

    /// Returns whether a node is contracted.
    #[inline]
    pub(crate) fn is_contracted(&self, node: usize) -> bool {
        !self.contracted.is_empty() && self.contracted[node] != Contraction::No
    }

    /// Splits nodes into contracted nodes and nodes with a value of their own.
    pub(crate) fn split<'n>(&self, nodes: &'n [u32]) -> (Vec<u32>, Cow<'n, [u32]>) {
        let is_contracted = |&node: &u32| self.is_contracted(node as usize);
        if !nodes.iter().any(is_contracted) {
            return (Vec::new(), Cow::Borrowed(nodes));
        }
        let (contracted, own) = nodes.iter().copied().partition(is_contracted);
        (contracted, Cow::Owned(own))
    }

    /// Marks the round of a contracted node as done.
    pub(crate) fn set_done(&mut self, node: usize) {
        self.contracted[node] = Contraction::Done;
    }

    /// Returns the places of a node's edges: in `incoming`, or in the model.
    #[inline]
    fn places(&self, node: usize) -> Range<usize> {
        match self.direction {
            SweepDirection::Forward => self.incoming.places(node),
            SweepDirection::Backward => self.model.edges_of(node),
        }
    }

    #[inline]
    fn edge(&self, place: usize) -> usize {
        match self.direction {
            SweepDirection::Forward => self.incoming.all()[place] as usize,
            SweepDirection::Backward => place,
        }
    }

    /// Returns the edges to the neighbours of a node.
    #[inline]
    pub(crate) fn edges(&self, node: usize) -> impl Iterator<Item = usize> + Clone {
        self.places(node).map(|place| self.edge(place))
    }

    /// Returns the only edge of a node, if it has one.
    fn only_edge(&self, node: usize) -> Option<usize> {
        let places = self.places(node);
        (places.len() == 1).then(|| self.edge(places.start))
    }

    /// Returns the only edge of a contracted node.
    #[inline]
    pub(crate) fn contracted_edge(&self, node: usize) -> Option<usize> {
        self.is_contracted(node).then(|| self.edge(self.places(node).start))
    }

    /// Returns the neighbour at the other side of an edge.
    #[inline]
    pub(crate) fn neighbor(&self, edge: usize) -> usize {
        match self.direction {
            SweepDirection::Forward => self.model.source(edge),
            SweepDirection::Backward => self.model.target(edge),
        }
    }

    /// Returns the node whose value an edge uses, and the edge of the contracted node between, if there is one.
    #[inline]
    pub(crate) fn source(&self, edge: usize) -> (usize, Option<usize>) {
        let neighbor = self.neighbor(edge);
        let second = self.contracted_edge(neighbor);
        (second.map_or(neighbor, |second| self.neighbor(second)), second)
    }

    /// Returns whether an edge leads to a contracted node whose round is not done.
    #[inline]
    pub(crate) fn is_open(&self, edge: usize) -> bool {
        !self.contracted.is_empty() && self.contracted[self.neighbor(edge)] == Contraction::Open
    }

    /// Returns the number of bytes of the adjacency, without the model.
    pub(crate) fn bytes(&self) -> u64 {
        self.incoming.bytes() + size_of_val(&self.contracted[..]) as u64
    }
}
