//! Random games, with the exact values beside.

use super::find::Evaluated;
use super::{Asked, Inquiry};
use crate::cli::checkpoint::{NOWHERE, SavedWork};
use crate::cli::context::{Context, Several};
use crate::cli::fail::Fail;
use crate::cli::print::Answered;
use crate::cli::simulate::Sampling;
use crate::family::Given;
use crate::family::sampled::Sample;
use serde_json::Value;

/// Plays games at random, everybody for what he wants.
pub(super) fn simulate(
    question: &Inquiry<'_>,
    (sampling,): (Sampling,),
    context: &Context,
) -> Result<(), Fail> {
    let games = question.games_within(context)?;
    sampling.run((question, Value::Null), games.to_vec(), Given::echo, context, |given, saved| {
        one(&Asked::of(question, given)?, saved, &sampling, context)
    })
}

/// The games of one board.
fn one(
    asked: &Asked,
    saved: &SavedWork,
    sampling: &Sampling,
    context: &Context,
) -> Result<Several<Answered>, Fail> {
    let (job, explain) = (context.job(), |error| context.explain(error));
    let solved = if asked.game.decides {
        Evaluated::whole(asked, context)?
    } else {
        let explored = context.tried("discover", || asked.game.explore(&job))?;
        if let Some(sample) = explored.sample(&[], &job) {
            return sampling.of(&sample.map_err(explain)?, saved, context);
        }
        let solution = context.tried("solve", || explored.solve(0, &job))?;
        Evaluated { explored, solution }
    };
    let induced = context.tried("policy", || solved.explored.induced(&solved.solution, &job))?;
    if let Some(sample) = induced.sample(&solved.value(), &job) {
        return sampling.of(&sample.map_err(explain)?, saved, context);
    }
    let values = solved.values(asked, NOWHERE, context)?;
    let sample = Sample::of(&*induced, &asked.game.worths, &values, asked.title(), asked.parameters());
    sampling.of(&sample, saved, context)
}
