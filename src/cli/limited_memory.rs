//! Players of Memory who forget: their games, solved.

use super::checkpoint::Checkpoints;
use super::fail::Fail;
use super::watch::Watch;
use crate::evaluate::checkpoint::Checkpointer;
use crate::evaluate::solve::{Solution, solve_resumed};
use crate::exact::Rational;
use crate::game::Game;
use crate::games::Explore;
use crate::games::memory::forgetting::Strategy;
use crate::model::Graph;
use crate::payoff::Gain;
use clap::ValueEnum;
use serde_json::Value;
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

/// A game of forgetting with the value of every table.
pub(crate) struct Solved<G: Game> {
    pub(crate) game: G,
    pub(crate) graph: Graph<G>,
    pub(crate) solution: Solution,
}

impl<G: Explore + Game<Action = Strategy>> Solved<G> {
    pub(crate) fn of(game: G, watch: &Watch) -> Result<Self, Fail> {
        Self::kept(game, (&Checkpoints::default(), &Value::Null), watch)
    }

    /// The same with checkpoints, which name the work.
    pub(crate) fn kept(
        game: G,
        (checkpoints, work): (&Checkpoints, &Value),
        watch: &Watch,
    ) -> Result<Self, Fail> {
        let run = watch.run();
        let graph = watch.phase("discover", || game.graph(&run)).map_err(|error| watch.explain(error))?;
        let solve =
            |checkpointer: Option<&dyn Checkpointer>| solve_resumed(&game, &graph, &Gain, checkpointer, &run);
        let solution = watch.phase("solve", || checkpoints.keep(work, watch, solve))?;
        Ok(Self { game, graph, solution })
    }

    /// Returns what each seat may still expect, the mover first.
    pub(crate) fn worth(&self, node: usize) -> Vec<Rational> {
        self.solution.value(node)
    }

    /// Returns what the mover may expect at the start.
    pub(crate) fn value(&self) -> Rational {
        self.worth(self.graph.start()).swap_remove(0)
    }

    /// Returns `true` if anybody decides anything.
    pub(crate) fn is_decided(&self) -> bool {
        (0..self.graph.node_count()).any(|node| self.solution.action(&self.graph, node).is_some())
    }

    /// Returns the worth of each strategy in `node`, played once, with best play afterwards; one if there is no choice.
    pub(crate) fn strategies(&self, node: usize) -> Vec<(Strategy, Rational)> {
        let valued = self.solution.actions(&self.graph, node);
        valued
            .into_iter()
            .map(|valued| (valued.action.unwrap_or(Strategy::Bold), valued.values[0].clone()))
            .collect()
    }
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
