//! The numbers that a node's are made of, and the nodes that can do without numbers of their own.

use crate::model::Model;
use crate::model::lists::Lists;
use std::ops::Range;

/// The neighbours whose numbers a node's are made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Direction {
    /// From the ends on: of those that follow.
    Back,
    /// From the start on: of those before.
    Ahead,
}

/// A model as a sweep in one direction sees it.
pub(crate) struct Ways<'a> {
    pub(crate) graph: &'a Model,
    pub(crate) direction: Direction,
    /// Edges by target; none where play is followed back.
    incoming: Lists,
    /// By node, `true` if it has no numbers of its own: one edge joins it to those it is made of, and whoever needs it
    /// takes those, and goes that edge, too. Nothing where all have their own.
    through: Vec<bool>,
}

impl<'a> Ways<'a> {
    /// All nodes have numbers of their own.
    pub(crate) fn new(graph: &'a Model, direction: Direction) -> Self {
        let incoming = if direction == Direction::Ahead { graph.incoming() } else { Lists::default() };
        Self { graph, direction, incoming, through: Vec::new() }
    }

    /// All nodes that can do without numbers do without, but those of `own`.
    pub(crate) fn contracted(mut self, own: &[usize]) -> Self {
        self.through = (0..self.graph.node_count()).map(|node| self.leads_through(node)).collect();
        own.iter().for_each(|&node| self.through[node] = false);
        self
    }

    /// Returns whether a node can do without numbers: it is joined to one that has them.
    fn leads_through(&self, node: usize) -> bool {
        let Some(edge) = self.alone(node) else { return false };
        let (weight, total) = self.graph.share(edge);
        let fits = |next: usize| {
            let (own, all) = self.graph.share(next);
            weight.checked_mul(own).is_some() && total.checked_mul(all).is_some()
        };
        let fit = || match self.direction {
            Direction::Ahead => self.graph.edges_of(node).all(fits),
            Direction::Back => (weight, total) == (1, 1),
        };
        self.alone(self.near(edge)).is_none() && fit()
    }

    /// Returns whether a node has no numbers of its own.
    #[inline]
    pub(crate) fn is_through(&self, node: usize) -> bool {
        !self.through.is_empty() && self.through[node]
    }

    /// Returns the range in which the edges that join a node to those it is made of are listed: in `incoming`, or
    /// nowhere but in the model.
    #[inline]
    fn places(&self, node: usize) -> Range<usize> {
        match self.direction {
            Direction::Ahead => self.incoming.places(node),
            Direction::Back => self.graph.edges_of(node),
        }
    }

    #[inline]
    fn edge(&self, place: usize) -> usize {
        match self.direction {
            Direction::Ahead => self.incoming.all()[place] as usize,
            Direction::Back => place,
        }
    }

    /// The edges that join a node to those it is made of.
    #[inline]
    pub(crate) fn edges(&self, node: usize) -> impl Iterator<Item = usize> + Clone {
        self.places(node).map(|place| self.edge(place))
    }

    /// The only such edge.
    fn alone(&self, node: usize) -> Option<usize> {
        let places = self.places(node);
        (places.len() == 1).then(|| self.edge(places.start))
    }

    /// The edge of a node that has no numbers of its own.
    #[inline]
    pub(crate) fn beyond(&self, node: usize) -> Option<usize> {
        self.is_through(node).then(|| self.edge(self.places(node).start))
    }

    /// The node to which an edge joins the one that is made of it.
    #[inline]
    pub(crate) fn near(&self, edge: usize) -> usize {
        match self.direction {
            Direction::Ahead => self.graph.source(edge),
            Direction::Back => self.graph.target(edge),
        }
    }

    /// The node whose numbers an edge takes, and the edge on the way there from the node between, if there is one.
    #[inline]
    pub(crate) fn way(&self, edge: usize) -> (usize, Option<usize>) {
        let near = self.near(edge);
        let beyond = self.beyond(near);
        (beyond.map_or(near, |beyond| self.near(beyond)), beyond)
    }

    /// The bytes it holds.
    pub(crate) fn bytes(&self) -> u64 {
        self.incoming.bytes() + self.through.len() as u64
    }
}
