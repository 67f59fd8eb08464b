//! A logged game on the screen, step by step, in the look of its family.

use super::super::fail::Fail;
use super::super::policy::for_seats;
use super::super::print;
use super::super::watch::Watch;
use super::screen::{Board, Shown};
use super::terminal::{Look, Scene};
use super::{guess, memory, mines, panel, solitaire, wrong};
use crate::play::Wrong;
use crate::play::guess::Guess;
use crate::play::log::{Broken, Log};
use crate::play::memory::{MOST_PAIRS, Memory, Seats};
use crate::play::mines::Mines;
use crate::play::solitaire::Solitaire;
use ratatui::crossterm::event::KeyCode;
use ratatui::layout::{Position, Size};
use ratatui::prelude::Frame;
use serde_json::Value;
use std::time::Duration;

/// A game of any family.
pub(in crate::cli) type Game = Box<dyn Board>;

/// An error of a log: it is broken, or the work was stopped.
pub(in crate::cli) enum Unplayed {
    Broken(Broken),
    Ended(Fail),
}

/// The game as the first line of a log begins it.
fn begin(log: &Log, watch: &Watch) -> Result<Game, Unplayed> {
    let run = watch.run();
    let broken = |what: String| Unplayed::Broken(Broken { line: log.line, what });
    let parameters = &log.parameters;
    let begun: Result<Game, Wrong> = match log.family.as_str() {
        "memory" => {
            let seats = Seats::read(parameters).map_err(broken)?;
            let deal = deal(parameters).map_err(broken)?;
            let seed =
                parameters["seed"].as_u64().ok_or_else(|| broken("seed is not a whole number".to_owned()))?;
            let mut setup =
                seats.setup_at_leisure(deal, seed, &for_seats).map_err(|refusal| broken(refusal.what))?;
            setup.pictures = pictures(parameters).map_err(broken)?;
            Memory::new(setup, &run).map(|game| Box::new(memory::Table::new(game, Duration::ZERO)) as Game)
        }
        "solitaire" => {
            let deal = deal(parameters).map_err(broken)?;
            Solitaire::new(deal, &run).map(|game| Box::new(solitaire::Table::new(game)) as Game)
        }
        "mines" => Mines::begin(parameters, &run).map(|game| Box::new(mines::Minefield::new(game)) as Game),
        "guess" => Guess::begin(parameters, &run)
            .map(|game| Box::new(guess::Numbers::new(game, Duration::ZERO)) as Game),
        other => {
            return Err(broken(format!(
                "{other:?} is no family that is played: memory, solitaire, mines, guess"
            )));
        }
    };
    begun.map_err(|error| at(log.line, error, watch))
}

/// The game after every step of a log, the beginning first.
pub(in crate::cli) fn all(log: &Log, watch: &Watch) -> Result<Vec<Game>, Unplayed> {
    let mut game = begin(log, watch)?;
    let mut all = vec![game.snapshot()];
    for (number, (line, step)) in log.steps.iter().enumerate() {
        if watch.stopped() {
            return Err(Unplayed::Ended(watch.ended(&format!("after {number} steps of the log"))));
        }
        game.session_mut().again(step, &watch.run()).map_err(|error| at(*line, error, watch))?;
        all.push(game.snapshot());
    }
    Ok(all)
}

/// An error of the session, at a line of the log.
fn at(line: usize, error: Wrong, watch: &Watch) -> Unplayed {
    match error {
        Wrong::Refused(what) => Unplayed::Broken(Broken { line, what }),
        other => Unplayed::Ended(wrong::fail(other, watch)),
    }
}

/// The pictures of a log whose cards lay on a real table.
fn pictures(parameters: &Value) -> Result<Option<Vec<String>>, String> {
    let Some(names) = parameters.get("pictures") else { return Ok(None) };
    let names: Option<Vec<String>> = names
        .as_array()
        .and_then(|names| names.iter().map(|name| name.as_str().map(str::to_owned)).collect());
    names.map(Some).ok_or_else(|| "pictures are not a list of names".to_owned())
}

/// The cards of a log.
fn deal(parameters: &Value) -> Result<Vec<u16>, String> {
    let cards = parameters["deal"].as_array().ok_or("deal is missing, or no list of symbols")?;
    let pairs = cards.len() / 2;
    if cards.len() > 2 * usize::from(MOST_PAIRS) || !cards.len().is_multiple_of(2) || pairs == 0 {
        return Err(format!(
            "deal has {}, but a board has 1 to {} pairs",
            print::count(cards.len(), "card"),
            MOST_PAIRS
        ));
    }
    let symbol = |value: &Value| {
        let symbol = value.as_u64().filter(|symbol| (1..=pairs as u64).contains(symbol));
        symbol
            .map(|symbol| symbol as u16)
            .ok_or_else(|| format!("deal: {value} is no symbol from 1 to {pairs}"))
    };
    let cards: Vec<u16> = cards.iter().map(symbol).collect::<Result<_, _>>()?;
    let often = |symbol: u16| cards.iter().filter(|card| **card == symbol).count();
    match (1..=pairs as u16).find(|&symbol| often(symbol) != 2) {
        Some(symbol) => {
            let times = print::count(often(symbol), "time");
            Err(format!("deal: symbol {symbol} stands {times}, but each stands twice"))
        }
        None => Ok(cards),
    }
}

/// The screen of a replay.
pub(in crate::cli) struct Replay {
    games: Vec<Game>,
    at: usize,
    shown: Shown,
}

const KEYS: [(&str, &str); 7] = [
    ("←/→", "a step"),
    ("home/end", "begin, end"),
    ("k", "known cards"),
    ("o", "odds"),
    ("x", "fractions"),
    ("?", "help"),
    ("q", "leave"),
];

impl Replay {
    pub(in crate::cli) fn new(games: Vec<Game>) -> Self {
        Self { games, at: 0, shown: Shown { known: true, odds: true, fractions: false, cursor: false } }
    }
}

/// Shows a replay until it is left.
pub(in crate::cli) fn show(replay: &mut Replay, watch: &Watch) -> Result<(), Fail> {
    super::terminal::show(replay, false, watch).map(|_| ())
}

impl Scene for Replay {
    fn least(&self) -> Size {
        self.games[0].least()
    }

    fn draw(&mut self, frame: &mut Frame<'_>, look: Look) {
        let game = &mut self.games[self.at];
        let parts = game.parts(frame.area());
        panel::title(&game.title(), parts.title, frame);
        game.draw(self.shown, look, parts.board, frame);
        let lines = game.lines(self.shown, look, parts.panel.height.into());
        game.draw_lines(lines, parts.panel, frame);
        let last = self.games.len() - 1;
        let told = match self.at {
            0 => format!("the beginning of {last} steps"),
            at => format!("step {at} of {last}: {}", self.games[at].session().told()),
        };
        panel::message(&told, false, look, parts.message, frame);
        panel::keys(&KEYS, look, parts.keys, frame);
    }

    fn key(&mut self, key: KeyCode, _: &Watch) -> Result<bool, Fail> {
        let last = self.games.len() - 1;
        match key {
            KeyCode::Char('q') | KeyCode::Esc => return Ok(false),
            KeyCode::Right | KeyCode::Down | KeyCode::Enter | KeyCode::Char(' ') => {
                self.at = (self.at + 1).min(last);
            }
            KeyCode::Left | KeyCode::Up => self.at = self.at.saturating_sub(1),
            KeyCode::Home => self.at = 0,
            KeyCode::End => self.at = last,
            key => _ = self.shown.key(key),
        }
        Ok(true)
    }

    fn click(&mut self, _: Position, other: bool, _: &Watch) -> Result<(), Fail> {
        let last = self.games.len() - 1;
        self.at = if other { self.at.saturating_sub(1) } else { (self.at + 1).min(last) };
        Ok(())
    }

    fn help(&self) -> &'static [(&'static str, &'static str)] {
        &[
            ("arrows", "one step back or forth"),
            ("home, end", "the beginning, or the end"),
            ("k", "the cards that everybody could remember, in dotted frames"),
            ("o", "the odds, or none"),
            ("x", "fractions beside the decimals"),
            ("q, esc", "leave"),
        ]
    }

    fn pass(&mut self, _: &Watch) -> Result<Duration, Fail> {
        Ok(Duration::from_secs(1))
    }
}
