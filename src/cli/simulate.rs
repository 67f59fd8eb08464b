//! `simulate`: random games, as a log, or how often they are won.

mod counts;
mod memory;
mod mines;
mod sampled;
mod tally;

pub(super) use sampled::{Asked as Sampled, Ended, Sampling};

use super::checkpoint::{Checkpoint, Checkpoints, unsaved};
use super::described::{Page, Question, Tailored, Takes};
use super::fail::{Fail, Status};
use super::print;
use super::range::whole;
use super::recall::{self, Player};
use super::watch::Watch;
use crate::evaluate::checkpoint::Checkpointer as _;
use crate::games::solitaire::imperfect::Imperfect;
use crate::games::solitaire::imperfect::log::Logged;
use crate::model::{Observer, Progress};
use clap::{Args, ValueEnum};
use counts::Counts;
pub(super) use memory::SimulateMemory;
pub(super) use mines::SimulateMines;
use serde_json::json;
use std::ops::ControlFlow;

/// Random games of one who plays alone and forgets.
#[derive(Debug, Args)]
pub(super) struct SimulateSolitaire {
    /// Games
    #[arg(help_heading = "Output", long, value_name = "G", default_value_t = 1, allow_negative_numbers = true,
        value_parser = whole(1, MOST_GAMES))]
    games: u64,
    /// The seed of the random numbers: the same games each time
    #[arg(help_heading = "Output", long, value_name = "S", default_value_t = 1, allow_negative_numbers = true,
        value_parser = whole(0, u64::MAX))]
    seed: u64,
    /// How to print the log
    #[arg(help_heading = "Output", long, value_enum, default_value_t = Format::Csv)]
    format: Format,
    #[command(flatten)]
    checkpoints: Checkpoints,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    /// A header, then a line for every turn
    Csv,
    /// A JSON object on a line for every turn
    Json,
}

/// The most pairs of a simulated board.
const MOST_PAIRS: u16 = 1000;

/// The most games.
const MOST_GAMES: u64 = 10_000_000;

/// The most turns of a game, for players who hardly remember anything.
const MOST_TURNS: u64 = 100_000;

/// Games that are printed together.
const CHUNK: u64 = 256;

/// The columns of a log.
pub(crate) const HEADER: [&str; 4] = ["game", "turn", "first", "second"];

/// Asks the watch whether to stop, and tells nothing: a moment of a simulated game is no progress.
struct Silent<'a>(&'a Watch);

impl Observer for Silent<'_> {
    fn step(&self, _: Progress) -> ControlFlow<()> {
        if self.0.stopped() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

impl Tailored for SimulateSolitaire {
    const PAGE: Page = Page {
        verb: "simulate",
        family: "solitaire",
        about: "Memory for one player who forgets",
        details: "A line for every turn: the game and the turn, from 1, and the two cards. A card is its symbol and \
                  which of the two it is: 3a and 3b are a pair. The same seed gives the same games. A run that goes on \
                  from a checkpoint prints the games after those that were printed, without a header.",
        examples: &[
            "--pairs 8 --recall 3/4,1/8,4/5 --games 100 --seed 1",
            "--pairs 4 --recall 0.9,0.05,0.5 --model L --seed 7 --format json",
        ],
        takes: Takes::These(&["pairs", "recall", "model"]),
    };

    fn answer(self, question: &Question, watch: &Watch) -> Result<(), Fail> {
        let pairs: u16 = question.one()?.whole("pairs");
        if pairs > MOST_PAIRS {
            let what = format!("{pairs} pairs, but a simulated board has at most {MOST_PAIRS}");
            return Err(Fail::usage(what).help(format!("--pairs {MOST_PAIRS}")));
        }
        let player = Player::of(question)?;
        let recall = player.forgetful()?;
        let game = recall::game(pairs, player.model, recall)?;
        let mut work = question.named(json!({ "simulate": "solitaire", "game": question.one()?.echo() }))?;
        (work["games"], work["seed"]) = (json!(self.games), json!(self.seed));
        work["format"] = json!(if self.format == Format::Csv { "csv" } else { "json" });
        let checkpoint = self.checkpoints.checkpoint(&work, watch)?;
        let mut printed = Printed(0);
        if let Some(checkpoint) = &checkpoint {
            printed.0 = counts::resumed(checkpoint, &mut printed.clone(), self.games, watch)?;
        }
        let found = self.log(&game, &mut printed.0, checkpoint.as_ref(), watch);
        match (checkpoint, found) {
            (Some(checkpoint), Ok(())) => checkpoint.forget(),
            (Some(checkpoint), Err(stop)) if printed.0 > 0 && stop.is_stop() => {
                let saved = counts::save(&checkpoint, printed.0, &printed);
                let stop = saved.map_or_else(|error| unsaved(&error, watch), |()| stop);
                Err(checkpoint.advised(stop))
            }
            (_, found) => found,
        }
    }
}

/// How many games are printed: all that is known of them.
#[derive(Clone)]
struct Printed(u64);

impl Counts<()> for Printed {
    fn add(&mut self, (): &()) {
        self.0 += 1;
    }

    fn words(&self) -> Vec<u64> {
        Vec::new()
    }

    fn resume(&mut self, games: u64, _: &[u64]) -> Option<()> {
        self.0 = games;
        Some(())
    }
}

impl SimulateSolitaire {
    /// Prints the games after those that are `printed`.
    fn log(
        &self,
        game: &Imperfect,
        printed: &mut u64,
        checkpoint: Option<&Checkpoint>,
        watch: &Watch,
    ) -> Result<(), Fail> {
        if self.format == Format::Csv && *printed == 0 {
            print::print(&print::csv(&HEADER.map(str::to_owned)))?;
        }
        while *printed < self.games {
            watch.done(*printed, self.games);
            watch.tell(|| format!("{printed} of {} games", self.games));
            let play = |number: u64| {
                // A game may take long by itself.
                if watch.stopped() { None } else { game.play(self.seed, number, MOST_TURNS) }
            };
            let numbers = *printed + 1..=(*printed + CHUNK).min(self.games);
            let mut text = String::new();
            for (number, log) in numbers.clone().zip(watch.each(numbers.clone(), play)) {
                let Some(log) = log else {
                    return Err(match watch.stopped() {
                        true => watch.ended(&format!("in game {number}")),
                        false => {
                            let what = format!("game {number} is not over after {MOST_TURNS} turns");
                            Fail::new(Status::Limit, what).help("--recall 3/4,1/8,4/5")
                        }
                    });
                };
                log.iter().for_each(|logged| text.push_str(&self.line(logged)));
            }
            print::print(&text)?;
            *printed = *numbers.end();
            if let Some(checkpoint) = checkpoint.filter(|checkpoint| checkpoint.is_due())
                && let Err(error) = counts::save(checkpoint, *printed, &Printed(*printed))
            {
                checkpoint.missed(&error);
            }
        }
        Ok(())
    }

    fn line(&self, logged: &Logged) -> String {
        let Logged { game, turn, first, second, .. } = logged;
        match self.format {
            Format::Csv => format!("{game},{turn},{first},{second}\n"),
            Format::Json => {
                let (first, second) = (first.to_string(), second.to_string());
                format!("{}\n", json!({ "game": game, "turn": turn, "first": first, "second": second }))
            }
        }
    }
}
