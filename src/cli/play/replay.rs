//! A logged game on the screen, step by step, in the look of its family.

use super::super::fail::Fail;
use super::super::print;
use super::super::watch::Watch;
use super::cards::Grid;
use super::field::Field;
use super::memory::Shown;
use super::panel::{self, Parts};
use super::terminal::{Look, Scene};
use super::{guess, memory, mines, solitaire, wrong};
use crate::play::guess::Guess;
use crate::play::log::{Broken, Log};
use crate::play::memory::Memory;
use crate::play::mines::Mines;
use crate::play::solitaire::Solitaire;
use crate::play::{Session, Wrong};
use ratatui::crossterm::event::KeyCode;
use ratatui::layout::{Position, Size};
use ratatui::prelude::Frame;
use serde_json::Value;
use std::time::Duration;

/// A game of any family.
pub(in crate::cli) enum Game {
    Memory(Box<Memory>),
    Solitaire(Box<Solitaire>),
    Mines(Box<Mines>),
    Guess(Box<Guess>),
}

/// An error of a log: it is broken, or the work was stopped.
pub(in crate::cli) enum Unplayed {
    Broken(Broken),
    Ended(Fail),
}

impl Game {
    /// The game as the first line of a log begins it.
    fn begin(log: &Log, watch: &Watch) -> Result<Self, Unplayed> {
        let run = watch.run();
        let broken = |what: String| Unplayed::Broken(Broken { line: log.line, what });
        let parameters = &log.parameters;
        let begun = match log.family.as_str() {
            "memory" => {
                let seats = super::Seats::read(parameters).map_err(broken)?;
                let deal = deal(parameters).map_err(broken)?;
                let seed = parameters["seed"]
                    .as_u64()
                    .ok_or_else(|| broken("seed is not a whole number".to_owned()))?;
                let mut setup =
                    seats.setup_at_leisure(deal, seed).map_err(|fail| broken(fail.what().to_owned()))?;
                setup.pictures = pictures(parameters).map_err(broken)?;
                Memory::new(setup, &run).map(|game| Self::Memory(Box::new(game)))
            }
            "solitaire" => {
                let deal = deal(parameters).map_err(broken)?;
                Solitaire::new(deal, &run).map(|game| Self::Solitaire(Box::new(game)))
            }
            "mines" => Mines::begin(parameters, &run).map(|game| Self::Mines(Box::new(game))),
            "guess" => Guess::begin(parameters, &run).map(|game| Self::Guess(Box::new(game))),
            other => {
                return Err(broken(format!(
                    "{other:?} is no family that is played: memory, solitaire, mines, guess"
                )));
            }
        };
        begun.map_err(|error| at(log.line, error, watch))
    }

    /// The game after every step of a log, the beginning first.
    pub(in crate::cli) fn all(log: &Log, watch: &Watch) -> Result<Vec<Self>, Unplayed> {
        let mut game = Self::begin(log, watch)?;
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

    /// Returns what a replay keeps of a moment.
    fn snapshot(&mut self) -> Self {
        match self {
            Self::Memory(game) => Self::Memory(Box::new(game.snapshot())),
            Self::Solitaire(game) => Self::Solitaire(Box::new(game.snapshot())),
            Self::Mines(game) => Self::Mines(Box::new(game.snapshot())),
            Self::Guess(game) => Self::Guess(Box::new(game.snapshot())),
        }
    }

    pub(in crate::cli) fn session(&self) -> &dyn Session {
        match self {
            Self::Memory(game) => game.as_ref(),
            Self::Solitaire(game) => game.as_ref(),
            Self::Mines(game) => game.as_ref(),
            Self::Guess(game) => game.as_ref(),
        }
    }

    fn session_mut(&mut self) -> &mut dyn Session {
        match self {
            Self::Memory(game) => game.as_mut(),
            Self::Solitaire(game) => game.as_mut(),
            Self::Mines(game) => game.as_mut(),
            Self::Guess(game) => game.as_mut(),
        }
    }

    pub(in crate::cli) fn title(&self) -> String {
        match self {
            Self::Memory(game) => memory::title(game),
            Self::Solitaire(game) => solitaire::title(game),
            Self::Mines(game) => mines::title(game),
            Self::Guess(game) => guess::title(game),
        }
    }
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
    if cards.len() > 2 * usize::from(super::MOST_PAIRS) || !cards.len().is_multiple_of(2) || pairs == 0 {
        return Err(format!(
            "deal has {}, but a board has 1 to {} pairs",
            print::count(cards.len(), "card"),
            super::MOST_PAIRS
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
    ("f", "fractions"),
    ("?", "help"),
    ("q", "leave"),
];

impl Replay {
    pub(in crate::cli) fn new(games: Vec<Game>) -> Self {
        Self { games, at: 0, shown: Shown { known: true, odds: true, fractions: false } }
    }
}

/// Shows a replay until it is left.
pub(in crate::cli) fn show(replay: &mut Replay, watch: &Watch) -> Result<(), Fail> {
    super::terminal::show(replay, false, watch).map(|_| ())
}

impl Scene for Replay {
    fn least(&self) -> Size {
        let rows = match &self.games[0] {
            Game::Memory(_) | Game::Solitaire(_) => 15,
            Game::Mines(game) => game.board().rows() as u16,
            Game::Guess(game) => game.numbers().div_ceil(7).max(8),
        };
        let columns = match &self.games[0] {
            Game::Mines(game) => 2 * game.board().columns() as u16 + panel::WIDTH + 2,
            _ => 0,
        };
        Size { width: columns.max(72), height: rows + 5 }
    }

    fn draw(&mut self, frame: &mut Frame<'_>, look: Look) {
        let parts = Parts::of(frame.area());
        let game = &self.games[self.at];
        let Shown { known, odds, fractions } = self.shown;
        panel::title(&game.title(), parts.title, frame);
        let buffer = frame.buffer_mut();
        let lines = match game {
            Game::Memory(game) => {
                if let Some(grid) = Grid::fit(game.cards().len(), parts.board) {
                    (0..game.cards().len())
                        .for_each(|at| grid.draw(at, &memory::face(game, at, known), false, look, buffer));
                }
                memory::lines(game, self.shown, look)
            }
            Game::Solitaire(game) => {
                if let Some(grid) = Grid::fit(game.cards().len(), parts.board) {
                    (0..game.cards().len())
                        .for_each(|at| grid.draw(at, &solitaire::face(game, at, known), false, look, buffer));
                }
                solitaire::lines(game, odds, fractions)
            }
            Game::Mines(game) => {
                let (rows, columns) = (game.board().rows() as u16, game.board().columns() as u16);
                Field::fit(rows, columns, parts.board).draw(game, None, odds, look, buffer);
                mines::lines(game, None, odds, fractions)
            }
            Game::Guess(game) => {
                guess::Strip::of(game.numbers(), parts.board).draw(game, None, look, buffer);
                guess::lines(game, odds, fractions, look)
            }
        };
        panel::lines(lines, parts.panel, frame);
        let last = self.games.len() - 1;
        let told = match self.at {
            0 => format!("the beginning of {last} steps"),
            at => format!("step {at} of {last}: {}", game.session().told()),
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
            KeyCode::Char('k') => self.shown.known ^= true,
            KeyCode::Char('o') => self.shown.odds ^= true,
            KeyCode::Char('f') => self.shown.fractions ^= true,
            _ => {}
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
            ("f", "fractions beside the decimals"),
            ("q, esc", "leave"),
        ]
    }

    fn pass(&mut self, _: &Watch) -> Result<Duration, Fail> {
        Ok(Duration::from_secs(1))
    }
}
