//! The command `simulate`: random games, compared with exact values.

use super::{DescribedGame, PayoffValues, SolvedGame};
use crate::family::sampled::{Sample, SampleValues};
use crate::family::{
    AnswerLayout, AnswerPlan, Approximation, CommandError, GameAnswer, GameArguments, Partial, Query,
    Refusal, Sampling, enter_width, play_rounds, range,
};
use crate::model::Job;
use serde_json::json;

/// Plans random games, in which every player maximises their expected payoff.
pub(crate) fn simulate(query: &Query<'_>) -> Result<AnswerPlan, Refusal> {
    let (family, games, sampling) = (query.family, query.games.to_vec(), query.options::<Sampling>());
    let width = query.options::<Approximation>().width()?;
    let blank = games.iter().map(|given| (String::new(), given.echo())).collect();
    let plan = AnswerPlan::new("", blank, move |job, sink| {
        range(job, "board", games, |given: GameArguments, job: &Job<'_>| {
            let found = simulate_one(&DescribedGame::of(family, &given)?, width, job, sampling)?;
            found.done.iter().try_for_each(|answer| sink.answer(answer))?;
            Ok(found)
        })
    });
    let mut identity = json!({ "width": width });
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
/// If the game cannot be solved, a limit of `job` is exceeded, or work cannot be saved or read.
fn simulate_one(
    game: &DescribedGame,
    width: Option<f64>,
    job: &Job<'_>,
    sampling: Sampling,
) -> Result<Partial<GameAnswer, CommandError>, CommandError> {
    let unsaved = job.unsaved();
    let solved = if game.game.decides {
        SolvedGame::of(game, width, &unsaved)?
    } else {
        let explored = job.phase("discover", || game.game.explore(&unsaved))?;
        if let Some(sample) = explored.sample(SampleValues { values: &[], width }, &unsaved) {
            return play_sample(&sample?, width, job, sampling);
        }
        let solution = job.phase("solve", || explored.solve(0, width, &unsaved))?;
        SolvedGame { explored, solution, width }
    };
    let induced = job.phase("policy", || solved.explored.induced(&solved.solution, &unsaved))?;
    if let Some(sample) = induced.sample(SampleValues { values: &solved.value(), width }, &unsaved) {
        return play_sample(&sample?, width, job, sampling);
    }
    let mut values = PayoffValues::default();
    match width {
        None => values = solved.values(game, &unsaved)?,
        // The policy in doubles may be slightly worse than the best one, so the games are compared with the values of this policy.
        Some(_) => {
            for payoff_index in 0..game.game.payoffs.len() {
                values.add(&*induced, payoff_index, width, &unsaved)?;
            }
        }
    }
    let sample = Sample::of(&*induced, &game.game.payoffs, &values, game.title(), game.parameters());
    let sample = Sample { names: game.game.names.clone(), ..sample };
    play_sample(&sample, width, job, sampling)
}

/// Plays random games and returns the report on their counts. After a stop, the counts cover the games that were played.
///
/// # Errors
/// If work cannot be saved or read.
pub(crate) fn play_sample(
    sample: &Sample<'_>,
    width: Option<f64>,
    job: &Job<'_>,
    sampling: Sampling,
) -> Result<Partial<GameAnswer, CommandError>, CommandError> {
    let mut counted = sample.counted();
    let one = |number: u64, job: &Job<'_>| sample.play(sampling.seed, number, job);
    let explain = |_, error: crate::model::Error| error.into();
    let (_, stop) = play_rounds(job, sampling.games, one, explain, &mut counted, |_| Ok(()))?;
    let answer = (counted.games() > 0).then(|| {
        let mut parameters = sample.parameters.clone();
        enter_width(width, &mut parameters);
        sampling.enter(&mut parameters);
        GameAnswer::new(parameters, sample.report(&counted, sampling.seed))
    });
    Ok(Partial::until(answer, stop))
}
