//! A game of decisions, solved for the greatest expected number of cards.

use crate::cli::fail::Fail;
use crate::cli::watch::Watch;
use chancetree::evaluate::solve::{Solution, solve};
use chancetree::exact::{Rational, ratio};
use chancetree::games::memory::decisions::{Cards, Decisions, Position};
use chancetree::games::memory::tactic::Tactic;
use chancetree::games::memory::{Memory, Table};
use chancetree::model::Graph;
use std::collections::HashMap;

/// Every position of a game with what it is worth.
pub(super) struct Solved {
    graph: Graph<Decisions>,
    solution: Solution,
    nodes: HashMap<Position, usize>,
}

impl Solved {
    pub(super) fn new(game: &Decisions, watch: &Watch) -> Result<Self, Fail> {
        let graph = Graph::of(game, &watch.run()).map_err(|error| watch.explain(error))?;
        let solution = solve(game, &graph, &Cards, &watch.run()).map_err(|error| watch.explain(error))?;
        let nodes = (0..graph.node_count()).map(|node| (*graph.state(node), node)).collect();
        Ok(Self { graph, solution, nodes })
    }

    /// The positions in which something is to be done.
    pub(super) fn positions(&self) -> impl Iterator<Item = &Position> {
        (0..self.graph.node_count())
            .filter(|&node| !self.graph.is_end(node))
            .map(|node| self.graph.state(node))
    }

    /// The positions in which play ends.
    pub(super) fn ends(&self) -> impl Iterator<Item = &Position> {
        (0..self.graph.node_count())
            .filter(|&node| self.graph.is_end(node))
            .map(|node| self.graph.state(node))
    }

    fn node(&self, position: &Position) -> usize {
        self.nodes[position]
    }

    pub(super) fn holds(&self, position: &Position) -> bool {
        self.nodes.contains_key(position)
    }

    /// The cards that the mover and the other may still expect.
    pub(super) fn cards(&self, position: &Position) -> Vec<Rational> {
        self.solution.value(self.node(position))
    }

    /// The mover's pairs minus the other's.
    pub(super) fn lead(&self, position: &Position) -> Rational {
        let cards = self.cards(position);
        (&cards[0] - &cards[1]) / ratio(2, 1)
    }

    /// The tactic that is worth most; the first of equals.
    pub(super) fn best(&self, position: &Position) -> Tactic {
        let node = self.node(position);
        let mut tactics: Vec<_> =
            self.graph.edges_of(node).filter_map(|edge| self.graph.edge(edge).2.action).collect();
        tactics.dedup();
        tactics[self.solution.policy[node]]
    }

    /// All tactics that are worth most.
    pub(super) fn optimal(&self, position: &Position) -> Vec<Tactic> {
        let actions = self.solution.actions(&self.graph, self.node(position));
        let most = actions.iter().map(|action| action.values[0].clone()).max();
        let best = actions.into_iter().filter(|action| Some(&action.values[0]) == most.as_ref());
        best.filter_map(|action| action.action).collect()
    }
}

/// The game between two on a fresh board.
pub(super) fn fresh(pairs: u16) -> Decisions {
    Decisions::new(Memory::new(pairs, 2).expect("the boards of the studies are possible"))
}

/// Where no pair is known: the pairs left, and the known singles among them.
pub(super) fn at(pairs: u16, singles: u16) -> Position {
    Position { table: Table { known: 0, half: singles, unknown: pairs - singles }, ..Position::default() }
}
