//! `simulate`: random games, as a log, or how often they are won.

mod counts;
mod memory;
mod mines;
mod sampled;
mod tally;

pub(super) use sampled::{Asked as Sampled, Ended, Sampling};

use super::described::{Page, Question, Tailored, Takes};
use super::fail::{Fail, Status};
use super::print;
use super::range::whole;
use super::recall::{self, Player};
use super::watch::Watch;
use crate::games::solitaire::imperfect::log::Logged;
use crate::model::{Observer, Progress};
use clap::{Args, ValueEnum};
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
                  which of the two it is: 3a and 3b are a pair. The same seed gives the same games.",
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
        if self.format == Format::Csv {
            print::print(&print::csv(&HEADER.map(str::to_owned)))?;
        }
        let mut first = 1;
        while first <= self.games {
            let last = (first + CHUNK - 1).min(self.games);
            watch.done(first - 1, self.games);
            watch.tell(|| format!("{} of {} games", first - 1, self.games));
            let play = |number: u64| {
                // A game may take long by itself.
                if watch.stopped() { None } else { game.play(self.seed, number, MOST_TURNS) }
            };
            let mut text = String::new();
            for (number, log) in (first..).zip(watch.each(first..=last, play)) {
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
            first = last + 1;
        }
        Ok(())
    }
}

impl SimulateSolitaire {
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
