//! Players of Memory who forget: their games, solved.

use super::checkpoint::Saved;
use super::fail::Fail;
use super::solved::Solved;
use super::watch::Watch;
use crate::exact::Rational;
use crate::family::Held;
use crate::games::memory::decisions::Objective;
use crate::games::memory::family::{Model, Position};
use crate::games::memory::forgetting::Strategy;
use crate::payoff::Gain;
use std::collections::HashSet;
use std::ops::Range;

impl<G: Model> Solved<G> {
    /// Solves a game on a board, of whose players everybody wants this.
    pub(crate) fn settled(
        game: G,
        position: &Position,
        objective: Objective,
        saved: Saved<'_>,
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
            let graph = Held::Plain(game.graph(&run)?);
            Ok(if objective == Objective::Win {
                Held::Scored(graph.scored(&position.scores, &run)?)
            } else {
                graph
            })
        };
        let graph = watch.phase("discover", graph).map_err(|error| watch.explain(error))?;
        Self::wanting(&Gain, game, graph, saved, watch)
    }

    /// Returns what everybody may expect at the start, the mover first: pairs, or P(win) - P(loss).
    pub(crate) fn values(&self) -> Vec<Rational> {
        self.solution.value(self.graph.start())
    }

    /// Returns `true` if anybody decides anything.
    pub(crate) fn is_decided(&self) -> bool {
        (0..self.graph.node_count()).any(|node| self.solution.action(&self.graph, node).is_some())
    }

    /// Returns `true` if play can come back to the start.
    pub(crate) fn comes_back(&self) -> bool {
        let (graph, start) = (&self.graph, self.graph.start());
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
        let all = self.solution.actions(&self.graph, node).into_iter();
        all.map(|mut valued| (valued.action.unwrap_or(Strategy::Bold), valued.values.swap_remove(0)))
            .collect()
    }

    /// Returns what a mover may expect at the start who plays `strategy` whenever the table there comes back, and best
    /// elsewhere.
    pub(crate) fn whenever(&self, strategy: Strategy, watch: &Watch) -> Result<Rational, Fail> {
        let (graph, run) = (&self.graph, watch.run());
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
            Ok(graph.solve(&self.game, &Gain, None, &run)?.value(graph.start()).swap_remove(0))
        });
        found.map_err(|error| watch.explain(error))
    }
}
