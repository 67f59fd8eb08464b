//! `simulate`: random games, as a log, or how often they are won.

mod counts;
mod memory;
mod mines;
mod sampled;

pub(super) use sampled::{Asked as Sampled, Ended, Sampling};

use super::checkpoint::Checkpoints;
use super::described::Question;
use super::fail::Fail;
use super::print;
use super::recall::{self, Player};
use super::watch::Watch;
use crate::games::solitaire::imperfect::log::{COLUMNS, Logged};
use crate::model::Run;
use counts::{Counts, Rounds};
pub(super) use memory::memory;
pub(super) use mines::mines;
use serde_json::json;

/// The most pairs of a simulated board.
const MOST_PAIRS: u16 = 1000;

/// The most games.
const MOST_GAMES: u64 = 10_000_000;

/// The most turns of a game, for players who hardly remember anything.
const MOST_TURNS: u64 = 100_000;

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
    let player = Player::of(&question.games()?[0])?;
    let recall = player.forgetful()?;
    let game = recall::game(pairs, player.model, recall)?;
    let own = question.own()?;
    let is_csv = own.word("format") == Some("csv");
    let (games, seed): (u64, u64) = (own.whole("games"), own.whole("seed"));
    let mut work = question.named(json!({ "simulate": "solitaire", "game": question.one()?.echo() }))?;
    (work["games"], work["seed"]) = (json!(games), json!(seed));
    work["format"] = json!(if is_csv { "csv" } else { "json" });
    let play = |number: u64, _: &Run<'_>| {
        // A game may take long by itself.
        let log = if watch.stopped() { None } else { game.play(seed, number, MOST_TURNS) };
        log.ok_or(())
    };
    let explain = |number: u64, ()| {
        let what = format!("game {number} is not over after {MOST_TURNS} turns");
        Fail::beyond(what).help("--recall 3/4,1/8,4/5")
    };
    let header = if is_csv { print::csv(&COLUMNS.map(str::to_owned)) } else { String::new() };
    let mut log = Log { text: header, is_csv };
    let (_, stop) = Rounds(games).play((&checkpoints, &work), watch, play, explain, &mut log)?;
    stop.map_or(Ok(()), Err)
}

/// A log in the making: the lines that are not printed yet.
struct Log {
    text: String,
    is_csv: bool,
}

impl Counts<Vec<Logged>> for Log {
    fn add(&mut self, turns: &Vec<Logged>) {
        turns.iter().for_each(|logged| self.text.push_str(&line(logged, self.is_csv)));
    }

    fn rest(&mut self) -> Result<(), Fail> {
        print::print(&std::mem::take(&mut self.text))
    }

    /// How many games are printed is all that is known of them.
    fn words(&self) -> Vec<u64> {
        Vec::new()
    }

    fn resume(&mut self, _: u64, _: &[u64]) -> Option<()> {
        self.text.clear();
        Some(())
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
