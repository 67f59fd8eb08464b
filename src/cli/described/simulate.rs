//! Random games, with the exact values beside.

use super::find::Evaluated;
use super::{Asked, Inquiry};
use crate::model::Job;

use crate::cli::context::Context;
use crate::cli::fail::Fail;
use crate::cli::simulate::Sampling;
use crate::family::sampled::Sample;
use crate::family::{GameAnswer, Given, Partial};
use serde_json::Value;

/// Plays games at random, everybody for what he wants.
pub(super) fn simulate(
    question: &Inquiry<'_>,
    (sampling,): (Sampling,),
    context: &Context,
) -> Result<(), Fail> {
    let games = question.games_within(context)?;
    sampling.run((question, Value::Null), games.to_vec(), Given::echo, context, |given, job| {
        one(&Asked::of(question, given)?, job, &sampling, context)
    })
}

/// The games of one board.
fn one(
    asked: &Asked,
    job: &Job<'_>,
    sampling: &Sampling,
    context: &Context,
) -> Result<Partial<GameAnswer, Fail>, Fail> {
    let (unsaved, explain) = (job.unsaved(), |error| context.explain(error));
    let solved = if asked.game.decides {
        Evaluated::whole(asked, context)?
    } else {
        let explored = context.tried("discover", || asked.game.explore(&unsaved))?;
        if let Some(sample) = explored.sample(&[], &unsaved) {
            return sampling.of(&sample.map_err(explain)?, job, context);
        }
        let solution = context.tried("solve", || explored.solve(0, &unsaved))?;
        Evaluated { explored, solution }
    };
    let induced = context.tried("policy", || solved.explored.induced(&solved.solution, &unsaved))?;
    if let Some(sample) = induced.sample(&solved.value(), &unsaved) {
        return sampling.of(&sample.map_err(explain)?, job, context);
    }
    let values = solved.values(asked, &context.job(), context)?;
    let sample = Sample::of(&*induced, &asked.game.worths, &values, asked.title(), asked.parameters());
    sampling.of(&sample, job, context)
}
