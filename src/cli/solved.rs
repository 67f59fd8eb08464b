//! A game, explored and solved.

use super::checkpoint::Saved;
use super::fail::Fail;
use super::watch::Watch;
use crate::evaluate::checkpoint::Checkpointer;
use crate::evaluate::solve::{Solution, solve_resumed};
use crate::games::Explore;
use crate::model::Graph;
use crate::payoff::Payoff;

/// A game with the value of every node.
pub(crate) struct Solved<G: Explore> {
    pub(crate) game: G,
    pub(crate) graph: Graph<G>,
    pub(crate) solution: Solution,
}

/// Explores a game.
pub(crate) fn discovered<G: Explore>(game: &G, watch: &Watch) -> Result<Graph<G>, Fail> {
    watch.phase("discover", || game.graph(&watch.run())).map_err(|error| watch.explain(error))
}

impl<G: Explore> Solved<G> {
    /// Solves an explored game, of which everybody wants the most by `payoff`.
    pub(crate) fn wanting(
        payoff: &impl Payoff<G>,
        game: G,
        graph: Graph<G>,
        (checkpoints, work): Saved<'_>,
        watch: &Watch,
    ) -> Result<Self, Fail> {
        let run = watch.run();
        let solve = |checkpointer: Option<&dyn Checkpointer>| {
            solve_resumed(&game, &graph, payoff, checkpointer, &run)
        };
        let solution = watch.phase("solve", || checkpoints.keep(work, watch, solve))?;
        Ok(Self { game, graph, solution })
    }

    /// Returns the game in which everybody plays so.
    pub(crate) fn induced(&self, watch: &Watch) -> Result<Graph<G>, Fail> {
        let induced = watch.phase("policy", || self.solution.induced(&self.graph, &watch.run()));
        induced.map_err(|error| watch.explain(error))
    }
}
