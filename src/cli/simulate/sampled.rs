//! Games at random on an explored game, counted beside what is exact.

use super::MOST_GAMES;
use super::counts::Rounds;
use crate::cli::checkpoint::Checkpoints;
use crate::cli::context::Context;
use crate::cli::described::Inquiry;
use crate::cli::fail::Fail;
use crate::cli::print::{Answers, Print, Stream};
use crate::cli::whole;
use crate::family::sampled::Sample;
use crate::family::{GameAnswer, Partial, range};
use crate::model::Job;
use clap::Args;
use serde_json::{Value, json};

/// The number of games, and how they are told.
#[derive(Debug, Args)]
pub(in crate::cli) struct Sampling {
    /// Games
    #[arg(long, value_name = "G", default_value_t = 1000, allow_negative_numbers = true,
        value_parser = whole(1, MOST_GAMES), help_heading = "Games")]
    pub(super) games: u64,
    /// The seed of the random numbers: the same games each time
    #[arg(long, value_name = "S", default_value_t = 1, allow_negative_numbers = true,
        value_parser = whole(0, u64::MAX), help_heading = "Games")]
    pub(super) seed: u64,
    #[command(flatten)]
    checkpoints: Checkpoints,
    #[command(flatten)]
    print: Print,
}

impl Sampling {
    /// Plays the games of each of `games` by `one`, which has them played [`Sampling::of`] it, in these `ways`, and prints what
    /// was counted; if it is stopped, of those that were played. `one` gets the place where the work is saved; `echo` returns the
    /// parameters of a game.
    pub(in crate::cli) fn run<G>(
        &self,
        (question, ways): (&Inquiry<'_>, Value),
        games: Vec<G>,
        echo: impl Fn(&G) -> Value,
        context: &Context,
        mut one: impl FnMut(G, &Job<'_>) -> Result<Partial<GameAnswer, Fail>, Fail>,
    ) -> Result<(), Fail> {
        let (family, is_range) = (question.family(), question.is_range());
        let mut work = question.named(json!({ "simulate": family }))?;
        self.enter(&mut work);
        work["ways"] = ways;
        // More digits than the error allows, but not many more.
        let print = self.print.usually_for_people(5);
        let answers = Answers::new(family, "", is_range, &[]);
        let stream = Stream::of_whole(answers, games.iter().map(echo), print, context);
        let stream = stream.held(self.checkpoints.folder().is_some());
        self.checkpoints.run(&question.range(&work)?, context, |job| {
            let one = |game, job: &Job<'_>| stream.push_all(one(game, job)?);
            stream.finish(range(job, "board", games, one))
        })
    }

    /// Returns what was counted of one game; if it is stopped, of the rounds that were played.
    pub(in crate::cli) fn of(
        &self,
        sample: &Sample<'_>,
        job: &Job<'_>,
        context: &Context,
    ) -> Result<Partial<GameAnswer, Fail>, Fail> {
        let mut counted = sample.counted();
        let one = |number: u64, job: &Job<'_>| sample.play(self.seed, number, job);
        let stop =
            Rounds(self.games).play(job, context, one, |_, error| context.explain(error), &mut counted)?.1;
        let answer = (counted.games() > 0).then(|| {
            let mut parameters = sample.parameters.clone();
            self.enter(&mut parameters);
            GameAnswer::new(parameters, sample.report(&counted, self.seed))
        });
        Ok(Partial::until(answer, stop))
    }

    /// Enters which games were asked for.
    pub(super) fn enter(&self, parameters: &mut Value) {
        (parameters["games"], parameters["seed"]) = (json!(self.games), json!(self.seed));
    }
}
