//! A game of decisions, solved.

use crate::evaluate::solve::{Solution, solve};
use crate::exact::{Rational, ratio};
use crate::game::Game as _;
use crate::games::memory::decisions::{Decisions, Objective, Position, Wanted, Wins};
use crate::games::memory::tactic::Tactic;
use crate::games::memory::{Memory, Table};
use crate::model::{Error, Graph, Run};
use std::collections::HashMap;

/// Every position of a game with what it is worth.
pub(super) struct Solved {
    game: Decisions,
    graph: Graph<Decisions>,
    solution: Solution,
    nodes: HashMap<Position, usize>,
}

impl Solved {
    pub(super) fn new(game: Decisions, run: &Run<'_>) -> Result<Self, Error> {
        let graph = game.graph(run)?;
        let solution = solve(&game, &graph, &Wanted, run)?;
        let nodes = (0..graph.node_count()).map(|node| (*graph.state(node), node)).collect();
        Ok(Self { game, graph, solution, nodes })
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

    /// Returns what the mover and the other may still expect: cards, or P(win) - P(loss).
    pub(super) fn value(&self, position: &Position) -> Vec<Rational> {
        self.solution.value(self.node(position))
    }

    /// Returns that value, in pairs instead of cards.
    pub(super) fn worth(&self, position: &Position) -> Vec<Rational> {
        let unit = ratio(if self.game.wanted() == Objective::Pairs { 2 } else { 1 }, 1);
        self.value(position).iter().map(|value| value / &unit).collect()
    }

    /// The mover's pairs minus the other's.
    pub(super) fn lead(&self, position: &Position) -> Rational {
        let worth = self.worth(position);
        &worth[0] - &worth[1]
    }

    /// The probability that each wins from the start, ties to the first tactic.
    pub(super) fn wins(&self, run: &Run<'_>) -> Result<Vec<Rational>, Error> {
        let induced = self.solution.induced(&self.graph, run)?;
        Ok(solve(&self.game, &induced, &Wins, run)?.value(induced.start()))
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

/// Returns the position without a known pair that has these pairs left, and these known singles among them.
pub(super) fn at(pairs: u16, singles: u16) -> Position {
    Position { table: Table { known: 0, half: singles, unknown: pairs - singles }, ..Position::default() }
}
