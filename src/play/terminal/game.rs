//! A game of any family, with its board: one that is played, and one that was logged, moment by moment.

use super::screen::{Board, Screen};
use super::{Left, Program, Vanished, guess, memory, show};
use crate::family::counted;
use crate::guess::GuessSession;
use crate::log::{InvalidLog, Log, check_pairs, names};
use crate::memory::{MOST_PAIRS, MemorySession, Open, Seats, Setup, check_pictures};
use crate::mines::MinesSession;
use crate::model::Job;
use crate::solitaire::SolitaireSession;
use crate::{Session, Wrong};
use serde_json::Value;
use std::time::Duration;

/// The tabletop of a game of any family, as it lies on the screen.
pub struct Tabletop {
    pub(super) board: Box<dyn Board>,
    /// The time that robots wait before each step.
    pub(super) pause: Duration,
}

impl Tabletop {
    fn of(board: impl Board + 'static, pause: Duration) -> Self {
        Self { board: Box::new(board), pause }
    }

    /// The cards of Memory; robots wait for `pause` before each.
    pub fn memory(game: MemorySession, pause: Duration) -> Self {
        Self::of(memory::Table::new(game), pause)
    }

    /// The cards of Memory for one player.
    pub fn solitaire(game: SolitaireSession) -> Self {
        Self::of(game, Duration::ZERO)
    }

    /// The cells of Minesweeper.
    pub fn mines(game: MinesSession) -> Self {
        Self::of(game, Duration::ZERO)
    }

    /// The numbers that can be guessed; robots wait for `pause` before each.
    pub fn guess(game: GuessSession, pause: Duration) -> Self {
        Self::of(guess::Numbers::new(game), pause)
    }

    /// The game itself.
    pub fn session(&self) -> &dyn Session {
        self.board.session()
    }

    /// The title: what is played, and by whom.
    pub fn title(&self) -> String {
        self.board.title()
    }

    /// Describes how the game ended.
    pub fn result(&self) -> String {
        self.board.result()
    }

    /// Plays until the game is left; `again` says whether another one can follow it.
    ///
    /// # Errors
    /// If the screen went away that nobody has left.
    pub fn play(&mut self, again: bool, program: &dyn Program) -> Result<Left, Vanished> {
        show(&mut Screen::played(self), again, program)
    }
}

/// The reason a log was not played again to its end.
#[derive(Clone, Debug)]
pub enum Unplayed {
    /// The log is broken.
    Broken(InvalidLog),
    /// The program wanted the end, after so many steps.
    Stopped(usize),
    /// The odds were not found.
    Wrong(Wrong),
}

impl Unplayed {
    /// An error of the session, at a line of the log.
    fn at(line: usize, error: Wrong) -> Self {
        match error {
            Wrong::Refused(what) => Self::Broken(InvalidLog { line, what }),
            other => Self::Wrong(other),
        }
    }
}

/// The game after every step of a log, the beginning first; `open` reads policy files among the ways to play.
///
/// # Errors
/// If the log is none of a game that the rules allow, or a limit is met.
pub fn moments(log: &Log, open: &Open<'_>, program: &dyn Program) -> Result<Vec<Tabletop>, Unplayed> {
    let (job, parameters) = (program.job(), &log.parameters);
    let failed = |error| Unplayed::at(log.line, error);
    match log.family.as_str() {
        "memory" => {
            let game = logged(log, open, &job).map_err(failed)?;
            follow(game, log, program, |game| Tabletop::memory(game.snapshot(), Duration::ZERO))
        }
        "solitaire" => {
            let deal = deal(parameters).map_err(failed)?;
            let game = SolitaireSession::new(deal, &job).map_err(failed)?;
            follow(game, log, program, |game| Tabletop::solitaire(game.snapshot()))
        }
        "mines" => {
            let game = MinesSession::begin(parameters, &job).map_err(failed)?;
            follow(game, log, program, |game| Tabletop::mines(game.snapshot()))
        }
        "guess" => {
            let game = GuessSession::begin(parameters, &job).map_err(failed)?;
            follow(game, log, program, |game| Tabletop::guess(game.snapshot(), Duration::ZERO))
        }
        other => {
            let what = format!("{other:?} is no family that is played: memory, solitaire, mines, guess");
            Err(failed(Wrong::Refused(what)))
        }
    }
}

/// The game of Memory as the first line of a log begins it.
fn logged(log: &Log, open: &Open<'_>, job: &Job<'_>) -> Result<MemorySession, Wrong> {
    let parameters = &log.parameters;
    let seats = Seats::read(parameters).map_err(Wrong::Refused)?;
    let deal = deal(parameters)?;
    let seed = parameters["seed"].as_u64().ok_or_else(|| Wrong::refused("seed is not a whole number"))?;
    let setup = seats.setup_at_leisure(deal, seed, open).map_err(|refusal| Wrong::Refused(refusal.what))?;
    let pictures = pictures(parameters, setup.pairs())?;
    MemorySession::new(Setup { pictures, ..setup }, job)
}

/// Makes the steps of a log, and shows each moment.
fn follow<G: Session>(
    mut game: G,
    log: &Log,
    program: &dyn Program,
    shown: impl Fn(&mut G) -> Tabletop,
) -> Result<Vec<Tabletop>, Unplayed> {
    let mut all = vec![shown(&mut game)];
    for (number, (line, step)) in log.steps.iter().enumerate() {
        if program.is_stopped() {
            return Err(Unplayed::Stopped(number));
        }
        game.again(step, &program.job()).map_err(|error| Unplayed::at(*line, error))?;
        all.push(shown(&mut game));
    }
    Ok(all)
}

/// The pictures of a log whose cards lay on a real table.
fn pictures(parameters: &Value, pairs: u16) -> Result<Option<Vec<String>>, Wrong> {
    let Some(pictures) = parameters.get("pictures") else { return Ok(None) };
    let pictures = names(pictures).ok_or_else(|| Wrong::refused("pictures are not a list of names"))?;
    check_pictures(&pictures, pairs.into())?;
    Ok(Some(pictures))
}

/// The cards of a log.
fn deal(parameters: &Value) -> Result<Vec<u16>, Wrong> {
    let cards = parameters["deal"].as_array();
    let cards = cards.ok_or_else(|| Wrong::refused("deal is missing, or no list of symbols"))?;
    let pairs = cards.len() / 2;
    if cards.len() > 2 * usize::from(MOST_PAIRS) || !cards.len().is_multiple_of(2) || pairs == 0 {
        let cards = counted(cards.len(), "card");
        return Err(Wrong::refused(format!("deal has {cards}, but a board has 1 to {MOST_PAIRS} pairs")));
    }
    let symbol = |value: &Value| {
        let symbol = value.as_u64().filter(|symbol| (1..=pairs as u64).contains(symbol));
        let wrong = || Wrong::refused(format!("deal: {value} is no symbol from 1 to {pairs}"));
        symbol.map(|symbol| symbol as u16).ok_or_else(wrong)
    };
    let cards: Vec<u16> = cards.iter().map(symbol).collect::<Result<_, _>>()?;
    let often = |symbol: u16| cards.iter().filter(|card| **card == symbol).count();
    match (1..=pairs as u16).find(|&symbol| often(symbol) != 2) {
        Some(symbol) => {
            let times = counted(often(symbol), "time");
            Err(Wrong::refused(format!("deal: symbol {symbol} stands {times}, but each stands twice")))
        }
        None => check_pairs(parameters).map(|()| cards).map_err(Wrong::Refused),
    }
}

/// Shows a game that was logged, moment by moment, until it is left.
///
/// # Errors
/// If the screen went away that nobody has left.
///
/// # Panics
/// If there is no moment.
pub fn replay(moments: &mut [Tabletop], program: &dyn Program) -> Result<(), Vanished> {
    show(&mut Screen::logged(moments, true, true), false, program).map(|_| ())
}
