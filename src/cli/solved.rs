//! Games, explored and solved under a context; work may be saved.

use super::context::Context;
use super::fail::Fail;
use crate::evaluate::{Optimal, Solution, reduced_first};
use crate::family::{Solved, best, explored};
use crate::game::Game;
use crate::games::memory::decisions::{Decisions, Objective};
use crate::games::memory::family::{Remembering, ScoredBoard};
use crate::games::memory::solved::{check, measured, takes_known};
use crate::model::{Error, Graph, Job};
use crate::payoff::Gain;

/// Explores a game, of which `fits` refuses what cannot be answered, and solves it, both of which is saved.
pub(crate) fn solved<E>(
    explore: impl FnOnce(&Job<'_>) -> Result<E, Error>,
    fits: impl FnOnce(&E) -> Result<(), Fail>,
    solve: impl FnOnce(&E, &Job<'_>) -> Result<Solution, Error>,
    job: &Job<'_>,
    context: &Context,
) -> Result<(E, Solution), Fail> {
    let found = context.run(job, |job| {
        let explored = context.phase("discover", || explore(job))?;
        if let Err(fail) = fits(&explored) {
            return Ok(Err(fail));
        }
        let solution = context.phase("solve", || solve(&explored, job))?;
        Ok(Ok((explored, solution)))
    })?;
    if found.is_err() {
        // The same command would be refused again.
        job.store.map_or(Ok(()), |store| store.remove())?;
    }
    found
}

/// Returns the game in which everybody plays as the solution says.
pub(crate) fn induced<G: Game>(solved: &Solved<G>, context: &Context) -> Result<Graph<G>, Fail> {
    let induced = context.phase("policy", || solved.induced(&context.job()));
    induced.map_err(|error| context.explain(error))
}

/// Solves a game of players who forget nothing. Where it may, it lets those who know two pairs or more take one, and looks
/// afterwards whether taking was best wherever one pair was known; if not, the whole game is solved.
pub(crate) fn decided(game: &Decisions, job: &Job<'_>, context: &Context) -> Result<Solved<Decisions>, Fail> {
    let all = job.section("all");
    // Once the whole game was begun, it is known that taking was not best.
    let may_take = game.may_take_first() && !all.store.is_some_and(|store| store.has());
    let taking = may_take.then_some(|| whole(&game.clone().take_first(), &job.section("reduced"), context));
    let takes = |solved: &Solved<_>| takes_known(solved.graph(), solved.solution());
    reduced_first(taking, takes, || whole(game, &all, context))
}

/// Solves such a game as it is.
pub(crate) fn whole(game: &Decisions, job: &Job<'_>, context: &Context) -> Result<Solved<Decisions>, Fail> {
    let (explore, wanted) = (|job: &Job<'_>| game.graph(job), game.wanted());
    let solve = |graph: &Graph<_>, job: &Job<'_>| best(graph, &wanted, job);
    let (graph, solution) = solved(explore, |graph| Ok(check(graph)?), solve, job, context)?;
    Ok(Solved(Optimal::new(graph, solution)))
}

/// Solves a game of players who forget, on a board, of whose players everybody wants this.
pub(crate) fn settled<G: Remembering>(
    game: &G,
    position: &ScoredBoard,
    objective: Objective,
    job: &Job<'_>,
    context: &Context,
) -> Result<Solved<G>, Fail> {
    measured(objective, position.scores.len())?;
    // Where they want to win, the score decides what is best.
    let scores = (objective == Objective::Win).then_some(&position.scores[..]);
    let explore = |job: &Job<'_>| explored(game, scores, job);
    let solve = |graph: &Graph<G>, job: &Job<'_>| best(graph, &Gain, job);
    let (graph, solution) = solved(explore, |_| Ok(()), solve, job, context)?;
    Ok(Solved(Optimal::new(graph, solution)))
}
