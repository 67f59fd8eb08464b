//! Explored games, with the points in their nodes where those decide what is best, and such games solved.

use crate::evaluate::solve::{Solution, solve_model};
use crate::game::{Game, Points};
use crate::model::{Error, Graph, Run, Situations};
use crate::payoff::{Payoff, Worths};
use std::collections::HashMap;
use std::ops::Deref;
use std::sync::{Arc, OnceLock};

/// A graph, with the points of each seat in its nodes if that is asked for: where both of two want to win, the score
/// decides what is best.
pub enum Held<G: Game> {
    /// Without points.
    Plain(Graph<G>),
    /// With points.
    Scored(Situations<G>),
}

impl<G: Game> Deref for Held<G> {
    type Target = Graph<G>;

    fn deref(&self) -> &Graph<G> {
        match self {
            Self::Plain(graph) => graph,
            Self::Scored(graph) => graph,
        }
    }
}

impl<G: Game> Held<G> {
    /// Explores a game; the seats have `scores` at its start, where points are to be in the nodes.
    ///
    /// # Errors
    /// If the game breaks a promise of its contract, a limit of `run` is passed, or work cannot be saved or read.
    pub fn of(game: &G, scores: Option<&[Points]>, run: &Run<'_>) -> Result<Self, Error> {
        let graph = game.graph(run)?;
        Ok(match scores {
            Some(scores) => Self::Scored(graph.with_scores(scores, None, run)?),
            None => Self::Plain(graph),
        })
    }

    /// Returns the worths of events and ends: by the payoff, or those of winning where points are in the nodes.
    pub fn worths(&self, game: &G, payoff: &(impl Payoff<G> + ?Sized)) -> Worths {
        match self {
            Self::Plain(graph) => Worths::of(game, graph, payoff),
            Self::Scored(graph) => Worths::of_winning(graph),
        }
    }

    /// Finds play that is best for them. The work can be saved.
    ///
    /// # Errors
    /// If play may never end in some cycle, no policy is stable in one, a limit of `run` is passed, or work cannot be saved
    /// or read.
    pub fn solve(
        &self,
        game: &G,
        payoff: &(impl Payoff<G> + ?Sized),
        run: &Run<'_>,
    ) -> Result<Solution, Error> {
        solve_model(self.model(), self.worths(game, payoff), run)
    }

    /// Returns the graph in which the choice of each node is the one `taken`, where one is.
    ///
    /// # Errors
    /// If a limit of `run` is passed.
    pub fn restricted(&self, taken: &dyn Fn(usize) -> Option<usize>, run: &Run<'_>) -> Result<Self, Error> {
        Ok(match self {
            Self::Plain(graph) => Self::Plain(graph.restricted(taken, run)?),
            Self::Scored(graph) => Self::Scored(graph.restricted(taken, run)?),
        })
    }

    /// Returns the tree of all histories of at most `depth` events, and the node of this graph for each of its nodes.
    ///
    /// # Errors
    /// If a limit of `run` is passed. Without a depth this is bound to happen in a game with cycles.
    pub fn unfolded(&self, depth: Option<u32>, run: &Run<'_>) -> Result<(Self, Arc<[u32]>), Error> {
        Ok(match self {
            Self::Plain(graph) => {
                let (tree, nodes) = graph.unfolded(depth, run)?;
                (Self::Plain(tree), nodes)
            }
            Self::Scored(graph) => {
                let (tree, nodes) = graph.unfolded(depth, run)?;
                (Self::Scored(tree), nodes)
            }
        })
    }
}

/// A game, explored, with the value of every node.
pub struct Solved<G: Game> {
    /// The game.
    pub game: G,
    /// The explored game.
    pub graph: Held<G>,
    /// Play that is best, and what it is worth.
    pub solution: Solution,
    /// The node of each state, once one was asked for.
    nodes: OnceLock<HashMap<G::State, usize>>,
}

impl<G: Game> Solved<G> {
    /// Creates a game that is explored and solved.
    pub fn new(game: G, graph: Held<G>, solution: Solution) -> Self {
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
    pub fn induced(&self, run: &Run<'_>) -> Result<Held<G>, Error> {
        self.graph.restricted(&|node| self.solution.taken(node), run)
    }
}
