//! Random games, with the exact values beside.

use super::find::Evaluated;
use super::{Asked, Inquiry};
use crate::cli::checkpoint::Checkpoints;
use crate::cli::context::Context;
use crate::cli::fail::Fail;
use crate::cli::print::{Answers, Print, Stream};
use crate::family::sampled::Sample;
use crate::family::{GameAnswer, Given, Partial, Sampling, play_rounds, range};
use crate::model::Job;
use serde_json::json;

/// Plays random games, in which every player plays for what the player wants.
pub(super) fn simulate(
    question: &Inquiry<'_>,
    (checkpoints, print): (Checkpoints, Print),
    context: &Context,
) -> Result<(), Fail> {
    let (games, sampling) = (question.games_within(context)?, Sampling::of(&question.own()?));
    let mut work = json!({ "simulate": question.family() });
    sampling.enter(&mut work);
    let print = print.usually_for_people(Sampling::DIGITS);
    let answers = Answers::new(question.family(), "", question.is_range(), &[]);
    let stream = Stream::of_whole(answers, games.iter().map(Given::echo), print, context);
    let stream = stream.held(checkpoints.folder().is_some());
    checkpoints.run(&question.range(&work)?, context, |job| {
        let one = |given: Given, job: &Job<'_>| {
            stream.push_all(one(&Asked::of(question, given)?, job, sampling, context)?)
        };
        stream.finish(range(job, "board", games.to_vec(), one))
    })
}

/// Plays the games of one board.
fn one(
    asked: &Asked,
    job: &Job<'_>,
    sampling: Sampling,
    context: &Context,
) -> Result<Partial<GameAnswer, Fail>, Fail> {
    let (unsaved, explain) = (job.unsaved(), |error| context.explain(error));
    let solved = if asked.game.decides {
        Evaluated::whole(asked, context)?
    } else {
        let explored = context.tried("discover", || asked.game.explore(&unsaved))?;
        if let Some(sample) = explored.sample(&[], &unsaved) {
            return play(&sample.map_err(explain)?, job, sampling, context);
        }
        let solution = context.tried("solve", || explored.solve(0, &unsaved))?;
        Evaluated { explored, solution }
    };
    let induced = context.tried("policy", || solved.explored.induced(&solved.solution, &unsaved))?;
    if let Some(sample) = induced.sample(&solved.value(), &unsaved) {
        return play(&sample.map_err(explain)?, job, sampling, context);
    }
    let values = solved.values(asked, &unsaved, context)?;
    let sample = Sample::of(&*induced, &asked.game.worths, &values, asked.title(), asked.parameters());
    play(&sample, job, sampling, context)
}

/// Returns what was counted of one game; after a stop, of the games that were played.
fn play(
    sample: &Sample<'_>,
    job: &Job<'_>,
    sampling: Sampling,
    context: &Context,
) -> Result<Partial<GameAnswer, Fail>, Fail> {
    let mut counted = sample.counted();
    let one = |number: u64, job: &Job<'_>| sample.play(sampling.seed, number, job);
    let played = play_rounds(job, sampling.games, one, |_, error| error.into(), &mut counted, |_| Ok(()));
    let (_, stop) = played.map_err(|error| context.failure(error))?;
    let answer = (counted.games() > 0).then(|| {
        let mut parameters = sample.parameters.clone();
        sampling.enter(&mut parameters);
        GameAnswer::new(parameters, sample.report(&counted, sampling.seed))
    });
    Ok(Partial::until(answer, stop.map(|stop| context.failure(stop))))
}
