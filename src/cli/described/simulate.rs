//! Random games, with the exact values beside.

use super::find::Evaluated;
use super::{Asked, Question};
use crate::cli::checkpoint::Saved;
use crate::cli::fail::Fail;
use crate::cli::print::Answer;
use crate::cli::simulate::Sampling;
use crate::cli::watch::{Several, Watch};
use crate::family::sampled::Sample;

/// Plays games at random, everybody for what he wants.
pub(super) fn simulate(question: &Question, (sampling,): (Sampling,), watch: &Watch) -> Result<(), Fail> {
    let games = question.games()?;
    question.fits(&games, watch)?;
    sampling
        .run(question, games, watch, |given, work| one(&Asked::of(question, given)?, work, &sampling, watch))
}

/// The games of one board.
fn one(asked: &Asked, work: Saved<'_>, sampling: &Sampling, watch: &Watch) -> Result<Several<Answer>, Fail> {
    let solved = Evaluated::whole(asked, watch)?;
    let values = solved.values(asked, watch)?;
    let induced = watch.phase("policy", || solved.explored.induced(&solved.solution, &watch.run()));
    let induced = induced.map_err(|error| watch.explain(error))?;
    let sample = Sample::of(&*induced, asked.game.worths(), &values, asked.title(), asked.parameters());
    sampling.of(&sample, work, watch)
}
