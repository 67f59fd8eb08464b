//! Players of Memory who forget: their games, solved.

use super::checkpoint::Saved;
use super::fail::Fail;
use super::solved::{Solved, discovered};
use super::watch::Watch;
use crate::evaluate::solve::{Solution, Valued};
use crate::exact::Rational;
use crate::game::Game;
use crate::games::Explore;
use crate::games::memory::forgetting::Strategy;
use crate::model::Graph;
use crate::payoff::Gain;
use clap::ValueEnum;
use std::collections::HashSet;

/// How play goes on after the turn that is valued.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum Continue {
    /// As well as possible
    #[default]
    Best,
    /// All who play best keep to the strategy for ever
    Pure,
}

impl<G: Explore + Game<Action = Strategy>> Solved<G> {
    /// Solves a game of players who want pairs.
    pub(crate) fn for_pairs(game: G, saved: Saved<'_>, watch: &Watch) -> Result<Self, Fail> {
        let graph = discovered(&game, watch)?;
        Self::wanting(&Gain, game, graph, saved, watch)
    }

    /// Returns what the mover may expect at the start.
    pub(crate) fn value(&self) -> Rational {
        self.solution.value(self.graph.start()).swap_remove(0)
    }

    /// Returns `true` if anybody decides anything.
    pub(crate) fn is_decided(&self) -> bool {
        (0..self.graph.node_count()).any(|node| self.solution.action(&self.graph, node).is_some())
    }

    /// Returns the worth of each strategy in `node`, played once, with best play afterwards; one if there is no choice.
    pub(crate) fn strategies(&self, node: usize) -> Vec<(Strategy, Rational)> {
        strategies(&self.solution, &self.graph, node)
    }
}

/// Returns the worth of each strategy in `node` to the mover, by the solution of the game that follows.
pub(crate) fn strategies<G: Game<Action = Strategy>>(
    solution: &Solution,
    graph: &Graph<G>,
    node: usize,
) -> Vec<(Strategy, Rational)> {
    let worth =
        |valued: Valued<Strategy>| (valued.action.unwrap_or(Strategy::Bold), valued.values[0].clone());
    solution.actions(graph, node).into_iter().map(worth).collect()
}

/// Returns `true` if play can come back to `node`.
pub(crate) fn comes_back<G: Game>(graph: &Graph<G>, node: usize) -> bool {
    let layer = graph.layer(node);
    let (mut seen, mut stack) = (HashSet::new(), vec![node]);
    while let Some(from) = stack.pop() {
        for edge in graph.edges_of(from) {
            let to = graph.edge(edge).1;
            if to == node {
                return true;
            }
            if graph.layer(to) == layer && seen.insert(to) {
                stack.push(to);
            }
        }
    }
    false
}

/// Returns which strategy is best, as the paper's tables say it.
pub(crate) fn decision(strategies: &[(Strategy, Rational)]) -> u8 {
    match strategies {
        [(_, bold), (_, safe)] if bold > safe => 1,
        [(_, bold), (_, safe)] if bold < safe => 0,
        _ => 2,
    }
}
