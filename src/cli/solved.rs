//! Games, explored and solved under a watch; work may be saved.

use super::checkpoint::Saved;
use super::fail::Fail;
use super::machines;
use super::watch::Watch;
use crate::evaluate::{Optimal, Solution, reduced_first};
use crate::family::{Solved, best, explored};
use crate::game::Game;
use crate::games::memory::decisions::{Decisions, Objective};
use crate::games::memory::family::{Remembering, ScoredBoard};
use crate::games::memory::solved::{check, measured, takes_known};
use crate::model::{Error, Graph, Job};
use crate::payoff::Gain;
use serde_json::{Value, json};

/// The name of what a verb does with a game of decisions, for checkpoints and processes. A policy may come from a file: the
/// name of the file does not say what is in it.
pub(crate) fn work(verb: &str, game: &Decisions, parameters: &Value) -> Value {
    json!({ verb: "memory", "game": parameters, "rules": machines::digest(&format!("{game:?}")) })
}

/// The name of work on players who forget, for checkpoints.
pub(crate) fn work_of_forgetful(verb: &str, parameters: &Value) -> Value {
    json!({ verb: "memory", "game": parameters })
}

/// Explores a game, of which `fits` refuses what cannot be answered, and solves it, both of which is saved.
pub(crate) fn solved<E>(
    explore: impl FnOnce(&Job<'_>) -> Result<E, Error>,
    fits: impl FnOnce(&E) -> Result<(), Fail>,
    solve: impl FnOnce(&E, &Job<'_>) -> Result<Solution, Error>,
    (checkpoints, work): Saved<'_>,
    watch: &Watch,
) -> Result<(E, Solution), Fail> {
    let found = checkpoints.finish(work, watch, |job| {
        let explored = watch.phase("discover", || explore(job))?;
        if let Err(fail) = fits(&explored) {
            return Ok(Err(fail));
        }
        let solution = watch.phase("solve", || solve(&explored, job))?;
        Ok(Ok((explored, solution)))
    })?;
    if found.is_err() {
        checkpoints.end()?;
    }
    found
}

/// Returns the game in which everybody plays as the solution says.
pub(crate) fn induced<G: Game>(solved: &Solved<G>, watch: &Watch) -> Result<Graph<G>, Fail> {
    let induced = watch.phase("policy", || solved.induced(&watch.job()));
    induced.map_err(|error| watch.explain(error))
}

/// Solves a game of players who forget nothing. Where it may, it lets those who know two pairs or more take one, and looks
/// afterwards whether taking was best wherever one pair was known; if not, the whole game is solved.
pub(crate) fn decided(
    game: &Decisions,
    (checkpoints, work): Saved<'_>,
    watch: &Watch,
) -> Result<Solved<Decisions>, Fail> {
    let stage = |takes_first: bool| json!({ "work": work, "takes_first": takes_first });
    let solve = |game: &Decisions, takes_first| whole(game, (checkpoints, &stage(takes_first)), watch);
    // Once the whole game was begun, it is known that taking was not best.
    let may_take = game.may_take_first() && !checkpoints.is_of(&stage(false));
    let taking = may_take.then_some(|| solve(&game.clone().take_first(), true));
    let takes = |solved: &Solved<_>| takes_known(solved.graph(), solved.solution());
    reduced_first(taking, takes, || solve(game, false))
}

/// Solves such a game as it is.
pub(crate) fn whole(game: &Decisions, saved: Saved<'_>, watch: &Watch) -> Result<Solved<Decisions>, Fail> {
    let (explore, wanted) = (|job: &Job<'_>| game.graph(job), game.wanted());
    let solve = |graph: &Graph<_>, job: &Job<'_>| best(graph, &wanted, job);
    let (graph, solution) = solved(explore, |graph| Ok(check(graph)?), solve, saved, watch)?;
    Ok(Solved(Optimal::new(graph, solution)))
}

/// Solves a game of players who forget, on a board, of whose players everybody wants this.
pub(crate) fn settled<G: Remembering>(
    game: &G,
    position: &ScoredBoard,
    objective: Objective,
    saved: Saved<'_>,
    watch: &Watch,
) -> Result<Solved<G>, Fail> {
    measured(objective, position.scores.len())?;
    // Where they want to win, the score decides what is best.
    let scores = (objective == Objective::Win).then_some(&position.scores[..]);
    let explore = |job: &Job<'_>| explored(game, scores, job);
    let solve = |graph: &Graph<G>, job: &Job<'_>| best(graph, &Gain, job);
    let (graph, solution) = solved(explore, |_| Ok(()), solve, saved, watch)?;
    Ok(Solved(Optimal::new(graph, solution)))
}
