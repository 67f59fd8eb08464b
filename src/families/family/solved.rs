//! Explored games that are solved.

use super::{CommandError, Refusal};
use crate::evaluate::{Optimal, Solution, solve_model};
use crate::game::{Game, Points};
use crate::model::{Error, Graph, Job};
use crate::payoff::{Payoff, Worths};
use std::ops::Deref;

/// Explores a game; the seats have `scores` at its start, where nodes are to know the points.
///
/// # Errors
/// If the game breaks a promise of its contract, a limit of `job` is passed, or work cannot be saved or read.
pub fn explored<G: Game>(game: &G, scores: Option<&[Points]>, job: &Job<'_>) -> Result<Graph<G>, Error> {
    let graph = game.graph(job)?;
    match scores {
        Some(scores) => graph.with_scores(scores, None, job),
        None => Ok(graph),
    }
}

/// Returns the worths of events and ends: by the payoff, or those of winning where nodes know the points. Where both of
/// two want to win, the score decides what is best.
pub(super) fn worths<G: Game>(graph: &Graph<G>, payoff: &(impl Payoff<G> + ?Sized)) -> Worths {
    if graph.has_scores() { Worths::of_winning(graph) } else { Worths::of(graph, payoff) }
}

/// Finds play that is best by the payoff, or for those who want to win where nodes know the points. The work can be saved.
///
/// # Errors
/// If play may never end in some cycle, no policy is stable in one, a limit of `job` is passed, or work cannot be saved
/// or read.
pub fn best<G: Game>(
    graph: &Graph<G>,
    payoff: &(impl Payoff<G> + ?Sized),
    job: &Job<'_>,
) -> Result<Solution, Error> {
    solve_model(graph.model(), worths(graph, payoff), job)
}

/// Explores a game and solves it; both can be saved. `fits` refuses an explored game that cannot be answered.
///
/// # Errors
/// Those of `explore`, `fits` and `solve`.
pub fn explored_and_solved<G>(
    explore: impl FnOnce(&Job<'_>) -> Result<G, Error>,
    fits: impl FnOnce(&G) -> Result<(), Refusal>,
    solve: impl FnOnce(&G, &Job<'_>) -> Result<Solution, Error>,
    job: &Job<'_>,
) -> Result<(G, Solution), CommandError> {
    let explored = job.phase("discover", || explore(job))?;
    if let Err(refusal) = fits(&explored) {
        // The same command would be refused again.
        job.store.map_or(Ok(()), |store| store.remove())?;
        return Err(refusal.into());
    }
    let solution = job.phase("solve", || solve(&explored, job))?;
    Ok((explored, solution))
}

/// Optimal play of a game, to which families add what they ask of their own. It dereferences to it.
pub struct Solved<G: Game>(pub Optimal<G>);

impl<G: Game> Deref for Solved<G> {
    type Target = Optimal<G>;

    fn deref(&self) -> &Optimal<G> {
        &self.0
    }
}
