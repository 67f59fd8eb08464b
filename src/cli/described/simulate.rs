//! Random games, with the exact values beside.

use super::find::Evaluated;
use super::{Asked, Question};
use crate::cli::checkpoint::Saved;
use crate::cli::fail::Fail;
use crate::cli::print::Answer;
use crate::cli::simulate::{Ended, Sampled, Sampling};
use crate::cli::watch::{Several, Watch};
use crate::evaluate::sample::Played;
use crate::exact::Rational;
use crate::family::Worth;
use crate::family::answers::nobody;

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
    let worths = asked.game.worths();
    let wins = worths.iter().position(|worth| matches!(worth, Worth::Wins { .. }));
    let expected: Vec<(usize, &str)> = worths
        .iter()
        .enumerate()
        .filter_map(|(at, worth)| match worth {
            Worth::Expected(unit) => Some((at, *unit)),
            Worth::Wins { .. } | Worth::Edge => None,
        })
        .collect();
    let end = |played: &Played| Ended {
        winner: wins.and_then(|at| played.worths[at].iter().position(|&won| won != 0)).map(|seat| seat as u8),
        halves: expected
            .iter()
            .map(|&(at, _)| played.worths[at].iter().map(|worth| 2 * worth).collect())
            .collect(),
    };
    let of_wins = |at: usize| -> Vec<Rational> {
        let mut outcomes = values[at].clone();
        if matches!(worths[at], Worth::Wins { nobody: Some(_) }) {
            outcomes.push(nobody(&values[at]));
        }
        outcomes
    };
    let called = match wins.map(|at| &worths[at]) {
        Some(Worth::Wins { nobody: Some(nobody) }) => format!("P({nobody})"),
        _ => String::new(),
    };
    let sampled = Sampled {
        heading: asked.title(),
        parameters: asked.parameters(),
        model: induced.model(),
        end: &end,
        outcomes: wins.map(of_wins).unwrap_or_default(),
        nobody: &called,
        expected: expected.iter().map(|&(at, unit)| (unit, values[at].clone())).collect(),
        worths: (0..worths.len()).map(|worth| induced.payoff(worth)).collect(),
    };
    sampling.of(&sampled, work, watch)
}
