//! `simulate`: random games, as a log, or how often they are won.

mod counts;
mod memory;
mod mines;
mod sampled;
mod tally;

pub(super) use sampled::{Asked as Sampled, Ended, Sampling};

use super::described::Question;
use super::fail::{Fail, Status};
use super::print;
use super::recall::{self, Player};
use super::watch::Watch;
use crate::games::solitaire::imperfect::log::Logged;
use crate::model::{Observer, Progress};
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

/// Random games of one who plays alone and forgets.
pub(super) fn solitaire(question: &Question, (): (), watch: &Watch) -> Result<(), Fail> {
    let pairs: u16 = question.one()?.whole("pairs");
    if pairs > MOST_PAIRS {
        let what = format!("{pairs} pairs, but a simulated board has at most {MOST_PAIRS}");
        return Err(Fail::usage(what).help(format!("--pairs {MOST_PAIRS}")));
    }
    let player = Player::of(question)?;
    let recall = player.forgetful()?;
    let game = recall::game(pairs, player.model, recall)?;
    let own = question.own()?;
    let (games, seed): (u64, u64) = (own.whole("games"), own.whole("seed"));
    let is_csv = own.word("format") == Some("csv");
    if is_csv {
        print::print(&print::csv(&HEADER.map(str::to_owned)))?;
    }
    let mut first = 1;
    while first <= games {
        let last = (first + CHUNK - 1).min(games);
        watch.done(first - 1, games);
        watch.tell(|| format!("{} of {games} games", first - 1));
        let play = |number: u64| {
            // A game may take long by itself.
            if watch.stopped() { None } else { game.play(seed, number, MOST_TURNS) }
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
            log.iter().for_each(|logged| text.push_str(&line(logged, is_csv)));
        }
        print::print(&text)?;
        first = last + 1;
    }
    Ok(())
}

fn line(logged: &Logged, is_csv: bool) -> String {
    let Logged { game, turn, first, second, .. } = logged;
    let (first, second) = (first.to_string(), second.to_string());
    match is_csv {
        true => format!("{game},{turn},{first},{second}\n"),
        false => format!("{}\n", json!({ "game": game, "turn": turn, "first": first, "second": second })),
    }
}
