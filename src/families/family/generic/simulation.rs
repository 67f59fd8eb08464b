//! The command `simulate`: random games, compared with exact values.

use super::{DescribedGame, SolvedGame};
use crate::family::sampled::Sample;
use crate::family::{
    AnswerLayout, AnswerPlan, CommandError, GameAnswer, Given, Partial, Query, Refusal, Sampling,
    play_rounds, range,
};
use crate::model::Job;
use serde_json::json;

/// Plans random games, in which every player maximises their expected payoff.
pub(super) fn simulate(query: &Query<'_>) -> Result<AnswerPlan, Refusal> {
    let (family, games, sampling) = (query.family, query.games.to_vec(), query.options::<Sampling>());
    let blank = games.iter().map(|given| (String::new(), given.echo())).collect();
    let plan = AnswerPlan::new("", blank, move |job, sink| {
        range(job, "board", games, |given: Given, job: &Job<'_>| {
            let found = simulate_one(&DescribedGame::of(family, &given)?, job, sampling)?;
            found.done.iter().try_for_each(|answer| sink.answer(answer))?;
            Ok(found)
        })
    });
    let mut identity = json!({});
    sampling.enter(&mut identity);
    Ok(plan.laid_out(simulation_layout()).identified(identity))
}

/// Returns the layout of the answers of random games.
pub(crate) fn simulation_layout() -> AnswerLayout {
    AnswerLayout { is_whole: true, digits_for_people: Some(Sampling::DIGITS), ..AnswerLayout::default() }
}

/// Plays random games of one board, in which every player maximises their expected payoff.
///
/// # Errors
/// If the game cannot be solved, a limit of `job` is passed, or work cannot be saved or read.
pub(crate) fn simulate_one(
    game: &DescribedGame,
    job: &Job<'_>,
    sampling: Sampling,
) -> Result<Partial<GameAnswer, CommandError>, CommandError> {
    let unsaved = job.unsaved();
    let solved = if game.game.decides {
        SolvedGame::of(game, &unsaved)?
    } else {
        let explored = job.phase("discover", || game.game.explore(&unsaved))?;
        if let Some(sample) = explored.sample(&[], &unsaved) {
            return play(&sample?, job, sampling);
        }
        let solution = job.phase("solve", || explored.solve(0, &unsaved))?;
        SolvedGame { explored, solution }
    };
    let induced = job.phase("policy", || solved.explored.induced(&solved.solution, &unsaved))?;
    if let Some(sample) = induced.sample(&solved.value(), &unsaved) {
        return play(&sample?, job, sampling);
    }
    let values = solved.values(game, &unsaved)?;
    let sample = Sample::of(&*induced, &game.game.worths, &values, game.title(), game.parameters());
    play(&sample, job, sampling)
}

/// Returns the counts of one game. After a stop, the counts cover the games that were played.
fn play(
    sample: &Sample<'_>,
    job: &Job<'_>,
    sampling: Sampling,
) -> Result<Partial<GameAnswer, CommandError>, CommandError> {
    let mut counted = sample.counted();
    let one = |number: u64, job: &Job<'_>| sample.play(sampling.seed, number, job);
    let explain = |_, error: crate::model::Error| error.into();
    let (_, stop) = play_rounds(job, sampling.games, one, explain, &mut counted, |_| Ok(()))?;
    let answer = (counted.games() > 0).then(|| {
        let mut parameters = sample.parameters.clone();
        sampling.enter(&mut parameters);
        GameAnswer::new(parameters, sample.report(&counted, sampling.seed))
    });
    Ok(Partial::until(answer, stop))
}
