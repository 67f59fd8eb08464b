//! `simulate`: random games, as a log, or how often they are won.

mod counts;
mod memory;
mod mines;
mod sampled;

pub(super) use sampled::{Asked as Sampled, Ended, Sampling};

use super::checkpoint::{Checkpoint, Checkpoints, unsaved};
use super::described::Question;
use super::fail::{Fail, Status};
use super::print;
use super::recall::{self, Player};
use super::watch::Watch;
use crate::evaluate::checkpoint::Checkpointer as _;
use crate::games::solitaire::imperfect::Imperfect;
use crate::games::solitaire::imperfect::log::Logged;
use crate::model::{Observer, Progress};
use counts::Counts;
pub(super) use memory::memory;
pub(super) use mines::mines;
use serde_json::json;
use std::ops::ControlFlow;

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
        self.0.go_on()
    }
}

/// A log of random games of one who plays alone and forgets.
struct Log {
    game: Imperfect,
    games: u64,
    seed: u64,
    is_csv: bool,
}

/// Random games of one who plays alone and forgets.
pub(super) fn solitaire(
    question: &Question,
    (checkpoints,): (Checkpoints,),
    watch: &Watch,
) -> Result<(), Fail> {
    let pairs: u16 = question.one()?.whole("pairs");
    if pairs > MOST_PAIRS {
        let what = format!("{pairs} pairs, but a simulated board has at most {MOST_PAIRS}");
        return Err(Fail::usage(what).help(format!("--pairs {MOST_PAIRS}")));
    }
    let player = Player::of(question)?;
    let recall = player.forgetful()?;
    let game = recall::game(pairs, player.model, recall)?;
    let own = question.own()?;
    let is_csv = own.word("format") == Some("csv");
    let log = Log { game, games: own.whole("games"), seed: own.whole("seed"), is_csv };
    let mut work = question.named(json!({ "simulate": "solitaire", "game": question.one()?.echo() }))?;
    (work["games"], work["seed"]) = (json!(log.games), json!(log.seed));
    work["format"] = json!(if is_csv { "csv" } else { "json" });
    let checkpoint = checkpoints.checkpoint(&work, watch)?;
    let mut printed = Printed(0);
    if let Some(checkpoint) = &checkpoint {
        printed.0 = counts::resumed(checkpoint, &mut printed.clone(), log.games, watch)?;
    }
    let found = log.print(&mut printed.0, checkpoint.as_ref(), watch);
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

impl Log {
    /// Prints the games after those that are `printed`.
    fn print(&self, printed: &mut u64, checkpoint: Option<&Checkpoint>, watch: &Watch) -> Result<(), Fail> {
        if self.is_csv && *printed == 0 {
            print::print(&print::csv(&HEADER.map(str::to_owned)))?;
        }
        while *printed < self.games {
            watch.done(*printed, self.games);
            watch.tell(|| format!("{printed} of {} games", self.games));
            let play = |number: u64| {
                // A game may take long by itself.
                if watch.stopped() { None } else { self.game.play(self.seed, number, MOST_TURNS) }
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
                log.iter().for_each(|logged| text.push_str(&line(logged, self.is_csv)));
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
}

fn line(logged: &Logged, is_csv: bool) -> String {
    let Logged { game, turn, first, second, .. } = logged;
    let (first, second) = (first.to_string(), second.to_string());
    match is_csv {
        true => format!("{game},{turn},{first},{second}\n"),
        false => format!("{}\n", json!({ "game": game, "turn": turn, "first": first, "second": second })),
    }
}
