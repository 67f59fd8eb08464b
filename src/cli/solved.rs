//! A game, explored and solved.

use super::checkpoint::Saved;
use super::fail::Fail;
use super::watch::Watch;
use crate::evaluate::checkpoint::Checkpointer;
use crate::evaluate::solve::Solution;
use crate::family::Held;
use crate::game::Game;
use crate::games::Explore;
use crate::payoff::Payoff;

/// A game with the value of every node.
pub(crate) struct Solved<G: Game> {
    pub(crate) game: G,
    pub(crate) graph: Held<G>,
    pub(crate) solution: Solution,
}

/// Explores a game.
pub(crate) fn discovered<G: Explore>(game: &G, watch: &Watch) -> Result<Held<G>, Fail> {
    let graph = watch.phase("discover", || game.graph(&watch.run()));
    graph.map(Held::Plain).map_err(|error| watch.explain(error))
}

impl<G: Game> Solved<G> {
    /// Solves an explored game, of which everybody wants the most by `payoff`.
    pub(crate) fn wanting(
        payoff: &impl Payoff<G>,
        game: G,
        graph: Held<G>,
        (checkpoints, work): Saved<'_>,
        watch: &Watch,
    ) -> Result<Self, Fail> {
        let run = watch.run();
        let solve = |checkpointer: Option<&dyn Checkpointer>| graph.solve(&game, payoff, checkpointer, &run);
        let solution = watch.phase("solve", || checkpoints.keep(work, watch, solve))?;
        Ok(Self { game, graph, solution })
    }

    /// Returns the game in which everybody plays so.
    pub(crate) fn induced(&self, watch: &Watch) -> Result<Held<G>, Fail> {
        let taken = |node| self.solution.taken(node);
        let induced = watch.phase("policy", || self.graph.restricted(&taken, &watch.run()));
        induced.map_err(|error| watch.explain(error))
    }
}
