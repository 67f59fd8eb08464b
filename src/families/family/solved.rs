//! Explored games that are solved.

use crate::evaluate::solve::{Solution, solve_model};
use crate::game::{Game, Points};
use crate::model::{Error, Graph, Run};
use crate::payoff::{Payoff, Worths};
use std::collections::HashMap;
use std::sync::OnceLock;

/// Explores a game; the seats have `scores` at its start, where nodes are to know the points.
///
/// # Errors
/// If the game breaks a promise of its contract, a limit of `run` is passed, or work cannot be saved or read.
pub fn explored<G: Game>(game: &G, scores: Option<&[Points]>, run: &Run<'_>) -> Result<Graph<G>, Error> {
    let graph = game.graph(run)?;
    match scores {
        Some(scores) => graph.with_scores(scores, None, run),
        None => Ok(graph),
    }
}

/// Returns the worths of events and ends: by the payoff, or those of winning where nodes know the points. Where both of
/// two want to win, the score decides what is best.
pub(super) fn worths<G: Game>(game: &G, graph: &Graph<G>, payoff: &(impl Payoff<G> + ?Sized)) -> Worths {
    if graph.has_scores() { Worths::of_winning(graph) } else { Worths::of(game, graph, payoff) }
}

/// Finds play that is best by the payoff, or for those who want to win where nodes know the points. The work can be saved.
///
/// # Errors
/// If play may never end in some cycle, no policy is stable in one, a limit of `run` is passed, or work cannot be saved
/// or read.
pub fn best<G: Game>(
    game: &G,
    graph: &Graph<G>,
    payoff: &(impl Payoff<G> + ?Sized),
    run: &Run<'_>,
) -> Result<Solution, Error> {
    solve_model(graph.model(), worths(game, graph, payoff), run)
}

/// A game, explored, with the value of every node.
pub struct Solved<G: Game> {
    /// The game.
    pub game: G,
    /// The explored game.
    pub graph: Graph<G>,
    /// Play that is best, and what it is worth.
    pub solution: Solution,
    /// The node of each state, once one was asked for.
    nodes: OnceLock<HashMap<G::State, usize>>,
}

impl<G: Game> Solved<G> {
    /// Creates a game that is explored and solved.
    pub fn new(game: G, graph: Graph<G>, solution: Solution) -> Self {
        Self { game, graph, solution, nodes: OnceLock::new() }
    }

    /// Returns the node of a state, if play can come to it. The first look-up is linear in nodes.
    pub fn node(&self, state: &G::State) -> Option<usize> {
        self.nodes.get_or_init(|| self.graph.nodes()).get(state).copied()
    }

    /// Returns the action that is taken in `node`: of several that are best the first, in ascending order. `None` where
    /// nobody decides.
    pub fn action(&self, node: usize) -> Option<G::Action> {
        self.solution.action(&self.graph, node)
    }

    /// Returns all actions that are best in `node`, in ascending order.
    pub fn optimal(&self, node: usize) -> Vec<G::Action> {
        let mut all = self.solution.actions(&self.graph, node);
        let most = all.iter().map(|valued| valued.values[0].clone()).max();
        all.retain(|valued| Some(&valued.values[0]) == most.as_ref());
        all.into_iter().filter_map(|valued| valued.action).collect()
    }

    /// Returns the game in which everybody plays so.
    ///
    /// # Errors
    /// If a limit of `run` is passed.
    pub fn induced(&self, run: &Run<'_>) -> Result<Graph<G>, Error> {
        self.solution.induced(&self.graph, run)
    }
}
