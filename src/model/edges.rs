//! The edges of a model.

use crate::exact::Natural;
use crate::explore::EdgeKind;
use crate::{Error, GameError, Model};
use std::ops::Range;

impl Model {
    /// Returns the edges that leave a node: a range of their numbers, which is empty for an end and for a
    /// [`cut`](Self::cut) node.
    ///
    /// ```
    /// use chancetree_model::example::Coins;
    /// use chancetree_model::game::Game;
    ///
    /// let graph = Coins { tosses: 3 }.explore().run()?;
    /// assert_eq!(graph.edges_of(1), 2..4);
    /// # Ok::<(), chancetree_model::Error>(())
    /// ```
    #[inline]
    pub fn edges_of(&self, node: usize) -> Range<usize> {
        self.links.targets.places(node)
    }

    /// Returns the self-loops of a node: the edges that lead back to it.
    ///
    /// ```
    /// use chancetree_model::example::Coins;
    /// use chancetree_model::game::Game;
    ///
    /// let graph = Coins { tosses: 3 }.explore().run()?;
    /// assert_eq!(graph.self_loops(0).count(), 0);
    /// # Ok::<(), chancetree_model::Error>(())
    /// ```
    pub fn self_loops(&self, node: usize) -> impl Iterator<Item = usize> {
        self.edges_of(node).filter(move |&edge| self.target(edge) == node)
    }

    /// Returns the node that an edge leaves.
    ///
    /// ```
    /// use chancetree_model::example::Coins;
    /// use chancetree_model::game::Game;
    ///
    /// let graph = Coins { tosses: 3 }.explore().run()?;
    /// assert_eq!(graph.source(2), 1);
    /// # Ok::<(), chancetree_model::Error>(())
    /// ```
    #[inline]
    pub fn source(&self, edge: usize) -> usize {
        self.sources[edge] as usize
    }

    /// Returns the node to which an edge leads.
    ///
    /// ```
    /// use chancetree_model::example::Coins;
    /// use chancetree_model::game::Game;
    ///
    /// let graph = Coins { tosses: 3 }.explore().run()?;
    /// assert_eq!(graph.target(2), 2);
    /// # Ok::<(), chancetree_model::Error>(())
    /// ```
    #[inline]
    pub fn target(&self, edge: usize) -> usize {
        self.links.targets.all()[edge] as usize
    }

    /// Returns the label of an edge, as an index into all labels in ascending order.
    ///
    /// ```
    /// use chancetree_model::example::Coins;
    /// use chancetree_model::game::Game;
    ///
    /// let graph = Coins { tosses: 3 }.explore().run()?;
    /// assert_eq!(graph.labels()[graph.label(1)].event, "tails");
    /// # Ok::<(), chancetree_model::Error>(())
    /// ```
    #[inline]
    pub fn label(&self, edge: usize) -> usize {
        self.links.edge_labels[edge] as usize
    }

    /// Returns the choice, points, turn offset and multiplicity of an edge.
    ///
    /// ```
    /// use chancetree_model::example::Coins;
    /// use chancetree_model::game::Game;
    ///
    /// let graph = Coins { tosses: 3 }.explore().run()?;
    /// let tails = graph.edge_kind(1);
    /// assert_eq!((tails.points, tails.turn_offset), (0, 1));
    /// # Ok::<(), chancetree_model::Error>(())
    /// ```
    #[inline]
    pub fn edge_kind(&self, edge: usize) -> &EdgeKind {
        &self.links.kinds[self.label(edge)]
    }

    /// Returns an iterator over the choices of a node, each given as the range of its edges, in ascending order of the
    /// actions. Linear in the edges of the node.
    ///
    /// ```
    /// use chancetree_model::example::Throws;
    /// use chancetree_model::game::Game;
    ///
    /// let graph = Throws { throws: 2 }.explore().run()?;
    /// // Throw once: six events.
    /// assert_eq!(graph.choices(graph.start()).collect::<Vec<_>>(), [0..6]);
    /// # Ok::<(), chancetree_model::Error>(())
    /// ```
    pub fn choices(&self, node: usize) -> impl Iterator<Item = Range<usize>> {
        let mut edges = self.edges_of(node);
        std::iter::from_fn(move || {
            let first = edges.start;
            let choice = (!edges.is_empty()).then(|| self.edge_kind(first).choice)?;
            let same = edges.clone().take_while(|&edge| self.edge_kind(edge).choice == choice).count();
            edges.start += same;
            Some(first..edges.start)
        })
    }

    /// Returns the share of an edge as a pair: its weight and the total weight of its choice, or its multiplicity and 1 if
    /// the game has multiplicities.
    ///
    /// ```
    /// use chancetree_model::example::Coins;
    /// use chancetree_model::game::Game;
    ///
    /// let graph = Coins { tosses: 3 }.explore().run()?;
    /// assert_eq!(graph.share(0), (1, 2));
    /// # Ok::<(), chancetree_model::Error>(())
    /// ```
    #[inline]
    pub fn share(&self, edge: usize) -> (u64, u64) {
        self.edge_kind(edge).multiplicity.map_or_else(|| self.weight(edge), |multiplicity| (multiplicity, 1))
    }

    /// Returns the number of remaining arrangements of an end, or `None` if the game does not count them; see
    /// [`Game::remaining_arrangements`](crate::game::Game::remaining_arrangements).
    ///
    /// ```
    /// use chancetree_model::example::Coins;
    /// use chancetree_model::game::Game;
    ///
    /// let graph = Coins { tosses: 3 }.explore().run()?;
    /// assert_eq!(graph.remaining_arrangements(3), None);
    /// # Ok::<(), chancetree_model::Error>(())
    /// ```
    pub fn remaining_arrangements(&self, end: usize) -> Option<&Natural> {
        self.remaining.get(end)
    }

    /// Returns whether all events have a multiplicity. At worst linear in the number of edges.
    ///
    /// # Errors
    /// If some events have a multiplicity and others have none.
    ///
    /// ```
    /// use chancetree_model::example::Coins;
    /// use chancetree_model::game::Game;
    ///
    /// let graph = Coins { tosses: 3 }.explore().run()?;
    /// assert!(!graph.counts_arrangements()?);
    /// # Ok::<(), chancetree_model::Error>(())
    /// ```
    pub fn counts_arrangements(&self) -> Result<bool, Error> {
        let is_counted = |kind: &EdgeKind| kind.multiplicity.is_some();
        let kinds = &self.links.kinds;
        if kinds.iter().all(is_counted) || !kinds.iter().any(is_counted) {
            return Ok(kinds.iter().all(is_counted));
        }
        // A derived model may not use all labels.
        let Some(first) = (self.edge_count() > 0).then(|| is_counted(self.edge_kind(0))) else {
            return Ok(true);
        };
        match (0..self.edge_count()).find(|&edge| is_counted(self.edge_kind(edge)) != first) {
            Some(other) => Err(Error::Game(GameError::MixedMultiplicity(self.name(self.source(other))))),
            None => Ok(first),
        }
    }
}
