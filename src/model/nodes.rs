//! The nodes of a model: layers, plies, ends, and checks of the requirements of evaluators.

use crate::csr::Csr;
use crate::view::components_of_steps;
use crate::{Error, Model};
use std::ops::Range;

impl Model {
    /// Returns the layers in ascending order, each with the range of its nodes.
    ///
    /// ```
    /// use chancetree_model::example::Coins;
    /// use chancetree_model::game::Game;
    ///
    /// let graph = Coins { tosses: 3 }.explore().run()?;
    /// assert_eq!(graph.layers()[1], (1, 1..2));
    /// # Ok::<(), chancetree_model::Error>(())
    /// ```
    pub fn layers(&self) -> &[(u32, Range<usize>)] {
        &self.layers
    }

    /// Returns the layer of a node. Costs a binary search over the layers.
    ///
    /// ```
    /// use chancetree_model::example::Coins;
    /// use chancetree_model::game::Game;
    ///
    /// let graph = Coins { tosses: 3 }.explore().run()?;
    /// assert_eq!(graph.layer(3), 3);
    /// # Ok::<(), chancetree_model::Error>(())
    /// ```
    #[inline]
    pub fn layer(&self, node: usize) -> u32 {
        self.layers[self.layers.partition_point(|(_, nodes)| nodes.end <= node)].0
    }

    /// Returns the ply of a node: the greatest number of events on a path from the start to it. Events within a
    /// strongly connected component are not counted, so all nodes of a cycle have the same ply.
    ///
    /// ```
    /// use chancetree_model::example::Coins;
    /// use chancetree_model::game::Game;
    ///
    /// let graph = Coins { tosses: 3 }.explore().run()?;
    /// assert_eq!(graph.ply(2), 2);
    /// # Ok::<(), chancetree_model::Error>(())
    /// ```
    #[inline]
    pub fn ply(&self, node: usize) -> u32 {
        self.plies[node]
    }

    /// Returns the [`ply`](Self::ply) of every node, indexed by node.
    ///
    /// ```
    /// use chancetree_model::example::Coins;
    /// use chancetree_model::game::Game;
    ///
    /// let graph = Coins { tosses: 3 }.explore().run()?;
    /// assert_eq!(graph.plies(), [0, 1, 2, 3]);
    /// # Ok::<(), chancetree_model::Error>(())
    /// ```
    pub fn plies(&self) -> &[u32] {
        &self.plies
    }

    /// Returns `true` if play can never come back to a state.
    ///
    /// ```
    /// use chancetree_model::example::Coins;
    /// use chancetree_model::game::Game;
    ///
    /// let graph = Coins { tosses: 3 }.explore().run()?;
    /// assert!(graph.is_acyclic());
    /// # Ok::<(), chancetree_model::Error>(())
    /// ```
    pub fn is_acyclic(&self) -> bool {
        self.acyclic
    }

    /// Returns whether exploration stopped at this node because of its depth, although play continues.
    ///
    /// ```
    /// use chancetree_model::example::Coins;
    /// use chancetree_model::game::Game;
    ///
    /// let graph = Coins { tosses: 3 }.explore().run()?;
    /// assert!(!graph.is_cut(3));
    /// # Ok::<(), chancetree_model::Error>(())
    /// ```
    #[inline]
    pub fn is_cut(&self, node: usize) -> bool {
        self.cut.binary_search(&node).is_ok()
    }

    /// Returns the nodes at which exploration stopped because of their depth although play continues, in ascending order.
    /// Empty if the game was explored in full.
    ///
    /// ```
    /// use chancetree_model::example::Coins;
    /// use chancetree_model::game::Game;
    ///
    /// let graph = Coins { tosses: 3 }.explore().run()?;
    /// assert!(graph.cut().is_empty());
    /// # Ok::<(), chancetree_model::Error>(())
    /// ```
    pub fn cut(&self) -> &[usize] {
        &self.cut
    }

    /// Returns whether play is over in a node.
    ///
    /// ```
    /// use chancetree_model::example::Coins;
    /// use chancetree_model::game::Game;
    ///
    /// let graph = Coins { tosses: 3 }.explore().run()?;
    /// assert!(graph.is_end(3) && !graph.is_end(2));
    /// # Ok::<(), chancetree_model::Error>(())
    /// ```
    #[inline]
    pub fn is_end(&self, node: usize) -> bool {
        self.edges_of(node).is_empty() && !self.is_cut(node)
    }

    /// Ensures that no player decides.
    ///
    /// # Errors
    /// [`Error::Decision`] if a player decides.
    ///
    /// ```
    /// use chancetree_model::example::Throws;
    /// use chancetree_model::game::Game;
    ///
    /// let graph = Throws { throws: 2 }.explore().run()?;
    /// assert!(graph.require_chance().is_err());
    /// # Ok::<(), chancetree_model::Error>(())
    /// ```
    pub fn require_chance(&self) -> Result<(), Error> {
        match (0..self.node_count()).find(|&node| self.decides(node)) {
            Some(node) => Err(Error::Decision(self.name(node))),
            None => Ok(()),
        }
    }

    /// Ensures that the graph is not cut off.
    ///
    /// # Errors
    /// [`Error::Cut`] if the graph is cut off.
    ///
    /// ```
    /// use chancetree_model::example::Coins;
    /// use chancetree_model::game::Game;
    ///
    /// let graph = Coins { tosses: 3 }.explore().run()?;
    /// assert!(graph.require_uncut().is_ok());
    /// # Ok::<(), chancetree_model::Error>(())
    /// ```
    pub fn require_uncut(&self) -> Result<(), Error> {
        match self.cut().first() {
            Some(&node) => Err(Error::Cut(self.name(node))),
            None => Ok(()),
        }
    }

    /// Ensures that no player decides and that there are no cycles.
    ///
    /// # Errors
    /// [`Error::Decision`] or [`Error::Cycle`].
    ///
    /// ```
    /// use chancetree_model::example::Coins;
    /// use chancetree_model::game::Game;
    ///
    /// let graph = Coins { tosses: 3 }.explore().run()?;
    /// assert!(graph.require_chance_without_cycles().is_ok());
    /// # Ok::<(), chancetree_model::Error>(())
    /// ```
    pub fn require_chance_without_cycles(&self) -> Result<(), Error> {
        self.require_chance()?;
        self.no_cycles(false)
    }

    /// Ensures that there are no cycles. Self-loops are allowed if `may_stay` is `true`.
    ///
    /// # Errors
    /// [`Error::Cycle`] if play can come back to a node.
    ///
    /// ```
    /// use chancetree_model::example::Coins;
    /// use chancetree_model::game::Game;
    ///
    /// let graph = Coins { tosses: 3 }.explore().run()?;
    /// assert!(graph.no_cycles(false).is_ok());
    /// # Ok::<(), chancetree_model::Error>(())
    /// ```
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
    ///
    /// ```
    /// use chancetree_model::example::Coins;
    /// use chancetree_model::game::Game;
    ///
    /// let graph = Coins { tosses: 3 }.explore().run()?;
    /// assert_eq!(graph.by_ply().get(2), [2]);
    /// # Ok::<(), chancetree_model::Error>(())
    /// ```
    pub fn by_ply(&self) -> Csr {
        let rounds = self.plies.iter().max().map_or(0, |&deepest| deepest as usize + 1);
        Csr::new(rounds, self.plies.iter().enumerate().map(|(node, &ply)| (ply as usize, node)))
    }

    /// Returns whether a player decides in a node, that is, whether the node has several choices.
    ///
    /// ```
    /// use chancetree_model::example::Throws;
    /// use chancetree_model::game::Game;
    ///
    /// let graph = Throws { throws: 2 }.explore().run()?;
    /// assert!(!graph.decides(graph.start()) && graph.decides(1));
    /// # Ok::<(), chancetree_model::Error>(())
    /// ```
    #[inline]
    pub fn decides(&self, node: usize) -> bool {
        // Edges are ordered by action.
        let edges = self.edges_of(node);
        !edges.is_empty() && self.edge_kind(edges.start).choice != self.edge_kind(edges.end - 1).choice
    }
}
