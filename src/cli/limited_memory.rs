//! Players of Memory who forget: their games, solved.

use super::checkpoint::Saved;
use super::fail::Fail;
use super::watch::Watch;
use crate::evaluate::checkpoint::Checkpointer;
use crate::evaluate::solve::{Solution, solve_model, solve_resumed};
use crate::exact::Rational;
use crate::game::{Game, Points};
use crate::games::memory::decisions::Objective;
use crate::games::memory::family::{Model, Position};
use crate::games::memory::forgetting::Strategy;
use crate::model::{Error, Graph, Run, Situations};
use crate::payoff::{Gain, Worths};
use std::collections::HashSet;
use std::ops::Range;

/// How play goes on after the turn that is valued.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Continue {
    /// As well as possible.
    Best,
    /// All who play best keep to the strategy for ever.
    Pure,
}

/// A game of players who forget, with the value of every node.
pub(crate) struct Settled<G: Game> {
    game: G,
    graph: Held<G>,
    pub(crate) solution: Solution,
}

/// The graph of a game, by what the players want. Where both want to win, nodes know the score, which decides what is best.
pub(crate) enum Held<G: Game> {
    Pairs(Graph<G>),
    Win(Situations<G>),
}

impl<G: Model> Held<G> {
    pub(crate) fn graph(&self) -> &Graph<G> {
        match self {
            Self::Pairs(graph) => graph,
            Self::Win(graph) => graph,
        }
    }

    fn solved(
        &self,
        game: &G,
        checkpointer: Option<&dyn Checkpointer>,
        run: &Run<'_>,
    ) -> Result<Solution, Error> {
        match self {
            Self::Pairs(graph) => solve_resumed(game, graph, &Gain, checkpointer, run),
            Self::Win(graph) => solve_model(graph.model(), Worths::of_winning(graph), checkpointer, run),
        }
    }

    fn restricted(&self, taken: &dyn Fn(usize) -> Option<usize>, run: &Run<'_>) -> Result<Self, Error> {
        Ok(match self {
            Self::Pairs(graph) => Self::Pairs(graph.restricted(taken, run)?),
            Self::Win(graph) => Self::Win(graph.restricted(taken, run)?),
        })
    }

    /// The same graph with the scores, those at the start if it has none yet.
    pub(crate) fn scored(self, scores: &[Points], run: &Run<'_>) -> Result<Situations<G>, Error> {
        match self {
            Self::Pairs(graph) => graph.with_scores(scores, None, run),
            Self::Win(graph) => Ok(graph),
        }
    }
}

impl<G: Model> Settled<G> {
    /// Solves a game on a board, of whose players everybody wants this.
    pub(crate) fn of(
        game: G,
        position: &Position,
        objective: Objective,
        (checkpoints, work): Saved<'_>,
        watch: &Watch,
    ) -> Result<Self, Fail> {
        let (players, run) = (position.scores.len(), watch.run());
        if objective == Objective::Win && players != 2 {
            let what = format!(
                "--objective win is of 2 players, not of {players}: more have no common measure of winning"
            );
            return Err(Fail::usage(what).help("--players 2"));
        }
        let graph = || {
            let graph = Held::Pairs(game.graph(&run)?);
            Ok(if objective == Objective::Win {
                Held::Win(graph.scored(&position.scores, &run)?)
            } else {
                graph
            })
        };
        let graph = watch.phase("discover", graph).map_err(|error| watch.explain(error))?;
        let solve = |checkpointer: Option<&dyn Checkpointer>| graph.solved(&game, checkpointer, &run);
        let solution = watch.phase("solve", || checkpoints.keep(work, watch, solve))?;
        Ok(Self { game, graph, solution })
    }

    pub(crate) fn graph(&self) -> &Graph<G> {
        self.graph.graph()
    }

    /// Returns what everybody may expect at the start, the mover first: pairs, or P(win) - P(loss).
    pub(crate) fn values(&self) -> Vec<Rational> {
        self.solution.value(self.graph().start())
    }

    /// Returns `true` if anybody decides anything.
    pub(crate) fn is_decided(&self) -> bool {
        (0..self.graph().node_count()).any(|node| self.solution.action(self.graph(), node).is_some())
    }

    /// Returns `true` if play can come back to the start.
    pub(crate) fn comes_back(&self) -> bool {
        let (graph, start) = (self.graph(), self.graph().start());
        let (mut seen, mut stack) = (HashSet::new(), vec![start]);
        while let Some(from) = stack.pop() {
            for edge in graph.edges_of(from) {
                let to = graph.edge(edge).1;
                if to == start {
                    return true;
                }
                if graph.layer(to) == graph.layer(start) && seen.insert(to) {
                    stack.push(to);
                }
            }
        }
        false
    }

    /// Returns the worth of each strategy in `node` to the mover, played once, with best play afterwards; one if there is no
    /// choice.
    pub(crate) fn strategies(&self, node: usize) -> Vec<(Strategy, Rational)> {
        let all = self.solution.actions(self.graph(), node).into_iter();
        all.map(|mut valued| (valued.action.unwrap_or(Strategy::Bold), valued.values.swap_remove(0)))
            .collect()
    }

    /// Returns what a mover may expect at the start who plays `strategy` whenever the table there comes back, and best
    /// elsewhere.
    pub(crate) fn whenever(&self, strategy: Strategy, watch: &Watch) -> Result<Rational, Fail> {
        let (graph, run) = (self.graph(), watch.run());
        let table = graph.state(graph.start());
        let taken = |node: usize| {
            let action = |edges: Range<usize>| graph.edge(edges.start).2.action;
            let is_here = graph.state(node) == table;
            let place =
                is_here.then(|| graph.choices(node).position(|edges| action(edges) == Some(strategy)));
            place.flatten()
        };
        let found = watch.phase("solve", || {
            let graph = self.graph.restricted(&taken, &run)?;
            Ok(graph.solved(&self.game, None, &run)?.value(graph.graph().start()).swap_remove(0))
        });
        found.map_err(|error| watch.explain(error))
    }

    /// Returns the game in which everybody plays so.
    pub(crate) fn induced(&self, watch: &Watch) -> Result<Held<G>, Fail> {
        let taken = |node| self.solution.taken(node);
        let induced = watch.phase("policy", || self.graph.restricted(&taken, &watch.run()));
        induced.map_err(|error| watch.explain(error))
    }
}

/// Returns which strategy is best, as the paper's tables say it.
pub(crate) fn decision(strategies: &[(Strategy, Rational)]) -> u8 {
    match strategies {
        [(_, bold), (_, safe)] if bold > safe => 1,
        [(_, bold), (_, safe)] if bold < safe => 0,
        _ => 2,
    }
}
