//! Random games of those who guess a number.

use super::super::fail::Fail;
use super::super::guess::{Secret, Solved};
use super::super::watch::Watch;
use super::sampled::{Asked, Sampling, by_score};
use crate::exact::{self, Rational};
use clap::Args;

#[derive(Debug, Args)]
pub(super) struct SimulateGuess {
    #[command(flatten)]
    secret: Secret,
    #[command(flatten)]
    sampling: Sampling,
}

impl SimulateGuess {
    pub(super) fn run(&self, watch: &Watch) -> Result<(), Fail> {
        let asked = self.secret.only()?;
        let (heading, parameters) = (asked.title(), asked.parameters());
        let solved = Solved::of(asked.game, watch)?;
        let induced = watch.phase("policy", || solved.solution.induced(&solved.graph, &watch.run()));
        let induced = induced.map_err(|error| watch.explain(error))?;
        let mut outcomes = solved.win();
        let nobody = exact::one() - outcomes.iter().sum::<Rational>();
        outcomes.push(nobody);
        let asked = Asked {
            family: "guess",
            heading: format!("{heading}\n"),
            parameters,
            model: &induced,
            end: &|played| by_score(&played.points),
            outcomes,
            nobody: "P(nobody wins)",
            expected: None,
        };
        self.sampling.run(&asked, watch)
    }
}
