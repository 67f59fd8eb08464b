//! The exploration and the solution of a game.

use super::{CommandError, Refusal};
use crate::evaluate::{OptimalPlay, Solution, reduced_first, solve_model, solve_rounded};
use crate::game::{Game, Points};
use crate::model::{Error, Graph, Job};
use crate::payoff::{Payoff, PayoffTable};
use std::ops::Deref;

/// Explores a game. If `scores` is given, the seats start with these points, and points become part of a node.
///
/// # Errors
/// If the game violates its contract, a limit of `job` is exceeded, or work cannot be saved or read.
pub fn explored<G: Game>(game: &G, scores: Option<&[Points]>, job: &Job<'_>) -> Result<Graph<G>, Error> {
    let graph = game.graph(job)?;
    match scores {
        Some(scores) => graph.with_scores(scores, None, &job.section("scores")),
        None => Ok(graph),
    }
}

/// Returns the payoffs of events and ends. If nodes contain points, returns the payoffs of winning, because points are part
/// of nodes only when two players play to win.
pub(super) fn payoff_table<G: Game>(graph: &Graph<G>, payoff: &(impl Payoff<G> + ?Sized)) -> PayoffTable {
    if graph.has_scores() { PayoffTable::of_winning(graph) } else { PayoffTable::of(graph, payoff) }
}

/// Finds optimal play for the payoff, or for winning if nodes contain points: in fractions, which can be saved, or in doubles whose
/// bounds are at most `width` apart; see [`solve_rounded`].
///
/// # Errors
/// If play may never end in some cycle, no policy is stable in a cycle, a limit of `job` is exceeded, or work cannot be
/// saved or read. In doubles, as [`solve_rounded`].
pub fn best<G: Game>(
    graph: &Graph<G>,
    payoff: &(impl Payoff<G> + ?Sized),
    width: Option<f64>,
    job: &Job<'_>,
) -> Result<Solution, Error> {
    let table = payoff_table(graph, payoff);
    match width {
        None => solve_model(graph.model(), table, job),
        Some(width) => solve_rounded(graph.model(), table, width, job),
    }
}

/// Explores a game and solves it; both can be saved. `fits` refuses an explored game that cannot be answered.
///
/// # Errors
/// The errors of `explore`, `fits` and `solve`.
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

/// Solves a `reduced` form of a game first, if there is one, and the `whole` game if that solution does not hold for it.
/// Each form has a section of the store.
///
/// # Errors
/// As `solve`.
pub fn reduced_or_whole<G, S, E>(
    reduced: Option<G>,
    whole: G,
    holds: impl FnOnce(&S) -> bool,
    solve: impl Fn(G, &Job<'_>) -> Result<S, E>,
    job: &Job<'_>,
) -> Result<S, E> {
    let all = job.section("all");
    // Saved work on the whole game implies that the reduced form did not suffice.
    let reduced = reduced.filter(|_| !all.store.is_some_and(|store| store.has()));
    let reduced = reduced.map(|game| || solve(game, &job.section("reduced")));
    reduced_first(reduced, holds, || solve(whole, &all))
}

/// Optimal play of a game, which families extend with queries of their own. It dereferences to [`OptimalPlay`].
pub struct Solved<G: Game>(pub OptimalPlay<G>);

impl<G: Game> Deref for Solved<G> {
    type Target = OptimalPlay<G>;

    fn deref(&self) -> &OptimalPlay<G> {
        &self.0
    }
}
