//! Random games, with the exact values beside.

use super::find::Evaluated;
use super::{Asked, Inquiry};
use crate::cli::checkpoint::{NOWHERE, SavedWork};
use crate::cli::fail::Fail;
use crate::cli::print::Answered;
use crate::cli::simulate::Sampling;
use crate::cli::watch::{Several, Watch};
use crate::family::Given;
use crate::family::sampled::Sample;
use serde_json::Value;

/// Plays games at random, everybody for what he wants.
pub(super) fn simulate(question: &Inquiry, (sampling,): (Sampling,), watch: &Watch) -> Result<(), Fail> {
    let games = question.games_within(watch)?;
    sampling.run((question, Value::Null), games.to_vec(), Given::echo, watch, |given, saved| {
        one(&Asked::of(question, given)?, saved, &sampling, watch)
    })
}

/// The games of one board.
fn one(
    asked: &Asked,
    saved: &SavedWork,
    sampling: &Sampling,
    watch: &Watch,
) -> Result<Several<Answered>, Fail> {
    let (job, explain) = (watch.job(), |error| watch.explain(error));
    let solved = if asked.game.decides {
        Evaluated::whole(asked, watch)?
    } else {
        let explored = watch.tried("discover", || asked.game.explore(&job))?;
        if let Some(sample) = explored.sample(&[], &job) {
            return sampling.of(&sample.map_err(explain)?, saved, watch);
        }
        let solution = watch.tried("solve", || explored.solve(0, &job))?;
        Evaluated { explored, solution }
    };
    let induced = watch.tried("policy", || solved.explored.induced(&solved.solution, &job))?;
    if let Some(sample) = induced.sample(&solved.value(), &job) {
        return sampling.of(&sample.map_err(explain)?, saved, watch);
    }
    let values = solved.values(asked, NOWHERE, watch)?;
    let sample = Sample::of(&*induced, &asked.game.worths, &values, asked.title(), asked.parameters());
    sampling.of(&sample, saved, watch)
}
