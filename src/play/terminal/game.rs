//! Games of all kinds with their boards, both played and replayed.

use super::screen::{Board, Screen};
use super::{ExitKind, Program, ScreenError, guess, memory, show};
use crate::family::counted;
use crate::guess::GuessSession;
use crate::log::{InvalidLog, Log, check_pairs, names};
use crate::memory::{MOST_PAIRS, MemorySession, Open, Seats, Setup, check_pictures};
use crate::mines::MinesSession;
use crate::model::Job;
use crate::solitaire::SolitaireSession;
use crate::{PlayError, Session};
use serde_json::Value;
use std::time::Duration;

/// A game of any kind with its board on the screen.
pub struct GameView {
    pub(super) board: Box<dyn Board>,
    /// The time robots wait before each step.
    pub(super) pause: Duration,
}

impl GameView {
    fn of(board: impl Board + 'static, pause: Duration) -> Self {
        Self { board: Box::new(board), pause }
    }

    /// Creates a view of Memory, in which robots wait for `pause` before each step.
    pub fn memory(game: MemorySession, pause: Duration) -> Self {
        Self::of(memory::Table::new(game), pause)
    }

    /// Creates a view of Memory for one player.
    pub fn solitaire(game: SolitaireSession) -> Self {
        Self::of(game, Duration::ZERO)
    }

    /// Creates a view of Minesweeper.
    pub fn mines(game: MinesSession) -> Self {
        Self::of(game, Duration::ZERO)
    }

    /// Creates a view of a guessing game, in which robots wait for `pause` before each step.
    pub fn guess(game: GuessSession, pause: Duration) -> Self {
        Self::of(guess::Numbers::new(game), pause)
    }

    /// Returns the session.
    pub fn session(&self) -> &dyn Session {
        self.board.session()
    }

    /// Returns the title: the game and its players.
    pub fn title(&self) -> String {
        self.board.title()
    }

    /// Describes how the game ended.
    pub fn result(&self) -> String {
        self.board.result()
    }

    /// Runs the game until the player leaves it. `again` is `true` if another game can follow.
    ///
    /// # Errors
    /// Returns an error if the screen was closed other than by the player.
    pub fn play(&mut self, again: bool, program: &dyn Program) -> Result<ExitKind, ScreenError> {
        show(&mut Screen::played(self), again, program)
    }
}

/// The reason a log was not replayed to its end.
#[derive(Clone, Debug)]
pub enum ReplayError {
    /// The log is invalid.
    Broken(InvalidLog),
    /// The program requested a stop after this many steps.
    Stopped(usize),
    /// The odds could not be computed.
    Play(PlayError),
}

impl ReplayError {
    /// Converts an error of a session at a line of the log.
    fn at(line: usize, error: PlayError) -> Self {
        match error {
            PlayError::Refused(what) => Self::Broken(InvalidLog { line, what }),
            other => Self::Play(other),
        }
    }
}

/// Returns the game before the first step and after every step of a log. `open` reads policy files.
///
/// # Errors
/// Returns an error if the log is invalid, or a limit is exceeded.
pub fn moments(log: &Log, open: &Open<'_>, program: &dyn Program) -> Result<Vec<GameView>, ReplayError> {
    let (job, parameters) = (program.job(), &log.parameters);
    let failed = |error| ReplayError::at(log.line, error);
    match log.family.as_str() {
        "memory" => {
            let game = logged(log, open, &job).map_err(failed)?;
            follow(game, log, program, |game| GameView::memory(game.snapshot(), Duration::ZERO))
        }
        "solitaire" => {
            let deal = deal(parameters).map_err(failed)?;
            let game = SolitaireSession::new(deal, &job).map_err(failed)?;
            follow(game, log, program, |game| GameView::solitaire(game.snapshot()))
        }
        "mines" => {
            let game = MinesSession::begin(parameters, &job).map_err(failed)?;
            follow(game, log, program, |game| GameView::mines(game.snapshot()))
        }
        "guess" => {
            let game = GuessSession::begin(parameters, &job).map_err(failed)?;
            follow(game, log, program, |game| GameView::guess(game.snapshot(), Duration::ZERO))
        }
        other => {
            let what = format!("{other:?} is no family that is played: memory, solitaire, mines, guess");
            Err(failed(PlayError::Refused(what)))
        }
    }
}

/// Creates the game of Memory that the first line of a log describes.
fn logged(log: &Log, open: &Open<'_>, job: &Job<'_>) -> Result<MemorySession, PlayError> {
    let parameters = &log.parameters;
    let seats = Seats::read(parameters).map_err(PlayError::Refused)?;
    let deal = deal(parameters)?;
    let seed = parameters["seed"].as_u64().ok_or_else(|| PlayError::refused("seed is not a whole number"))?;
    let setup =
        seats.setup_at_leisure(deal, seed, open).map_err(|refusal| PlayError::Refused(refusal.what))?;
    let pictures = pictures(parameters, setup.pairs())?;
    MemorySession::new(Setup { pictures, ..setup }, job)
}

/// Replays the steps of a log, and converts each moment to a view.
fn follow<G: Session>(
    mut game: G,
    log: &Log,
    program: &dyn Program,
    shown: impl Fn(&mut G) -> GameView,
) -> Result<Vec<GameView>, ReplayError> {
    let mut all = vec![shown(&mut game)];
    for (number, (line, step)) in log.steps.iter().enumerate() {
        if program.is_stopped() {
            return Err(ReplayError::Stopped(number));
        }
        game.replay_step(step, &program.job()).map_err(|error| ReplayError::at(*line, error))?;
        all.push(shown(&mut game));
    }
    Ok(all)
}

/// Returns the pictures of a log whose cards lay on an actual table.
fn pictures(parameters: &Value, pairs: u16) -> Result<Option<Vec<String>>, PlayError> {
    let Some(pictures) = parameters.get("pictures") else { return Ok(None) };
    let pictures = names(pictures).ok_or_else(|| PlayError::refused("pictures are not a list of names"))?;
    check_pictures(&pictures, pairs.into())?;
    Ok(Some(pictures))
}

/// Returns the deal of a log.
fn deal(parameters: &Value) -> Result<Vec<u16>, PlayError> {
    let cards = parameters["deal"].as_array();
    let cards = cards.ok_or_else(|| PlayError::refused("deal is missing, or no list of symbols"))?;
    let pairs = cards.len() / 2;
    if cards.len() > 2 * usize::from(MOST_PAIRS) || !cards.len().is_multiple_of(2) || pairs == 0 {
        let cards = counted(cards.len(), "card");
        return Err(PlayError::refused(format!("deal has {cards}, but a board has 1 to {MOST_PAIRS} pairs")));
    }
    let symbol = |value: &Value| {
        let symbol = value.as_u64().filter(|symbol| (1..=pairs as u64).contains(symbol));
        let wrong = || PlayError::refused(format!("deal: {value} is no symbol from 1 to {pairs}"));
        symbol.map(|symbol| symbol as u16).ok_or_else(wrong)
    };
    let cards: Vec<u16> = cards.iter().map(symbol).collect::<Result<_, _>>()?;
    let often = |symbol: u16| cards.iter().filter(|card| **card == symbol).count();
    match (1..=pairs as u16).find(|&symbol| often(symbol) != 2) {
        Some(symbol) => {
            let times = counted(often(symbol), "time");
            Err(PlayError::refused(format!("deal: symbol {symbol} stands {times}, but each stands twice")))
        }
        None => check_pairs(parameters).map(|()| cards).map_err(PlayError::Refused),
    }
}

/// Shows a logged game, moment by moment, until the player leaves it.
///
/// # Errors
/// Returns an error if the screen was closed other than by the player.
///
/// # Panics
/// Panics if `moments` is empty.
pub fn replay(moments: &mut [GameView], program: &dyn Program) -> Result<(), ScreenError> {
    show(&mut Screen::logged(moments, true, true), false, program).map(|_| ())
}
