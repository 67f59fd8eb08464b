//! Games of all kinds with their boards, both played and replayed.

use super::screen::{BoardView, Screen};
use super::{ExitKind, Poll, ScreenError, guess, memory, mines, show};
use crate::guess::GuessSession;
use crate::log::{GameLog, InvalidLog};
use crate::memory::{MemorySession, PolicyReader};
use crate::mines::MinesSession;
use crate::model::Job;
use crate::solitaire::SolitaireSession;
use crate::{AnySession, PlayError, PlayedGame, Session};
use std::time::Duration;

/// A game of any kind with its board on the screen.
pub struct GameView {
    pub(super) board: Box<dyn BoardView>,
    /// The time robots wait before each step.
    pub(super) pause: Duration,
}

impl GameView {
    fn of(board: impl BoardView + 'static) -> Self {
        Self { board: Box::new(board), pause: Duration::ZERO }
    }

    /// Lets robots wait for `pause` before each step.
    #[must_use]
    pub fn with_pause(self, pause: Duration) -> Self {
        Self { pause, ..self }
    }

    /// Returns the session.
    pub fn session(&self) -> &AnySession {
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
    pub fn play(&mut self, again: bool, job: &Job<'_>, poll: &Poll<'_>) -> Result<ExitKind, ScreenError> {
        show(&mut Screen::played(self), again, job, poll)
    }
}

impl From<MemorySession> for GameView {
    fn from(session: MemorySession) -> Self {
        Self::of(memory::MemoryView::new(session))
    }
}

impl From<SolitaireSession> for GameView {
    fn from(session: SolitaireSession) -> Self {
        Self::of(session)
    }
}

impl From<MinesSession> for GameView {
    fn from(session: MinesSession) -> Self {
        Self::of(mines::MinesView::new(session))
    }
}

impl From<GuessSession> for GameView {
    fn from(session: GuessSession) -> Self {
        Self::of(guess::GuessView::new(session))
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
pub fn snapshots(
    log: &GameLog,
    open: &PolicyReader<'_>,
    job: &Job<'_>,
    poll: &Poll<'_>,
) -> Result<Vec<GameView>, ReplayError> {
    let parameters = &log.parameters;
    match log.family.as_str() {
        "memory" => follow(MemorySession::begin(parameters, open, job), log, job, poll),
        "solitaire" => follow(SolitaireSession::begin(parameters, job), log, job, poll),
        "mines" => follow(MinesSession::begin(parameters, job), log, job, poll),
        "guess" => follow(GuessSession::begin(parameters, job), log, job, poll),
        other => {
            let what = format!("{other:?} is not a game that can be played: memory, solitaire, mines, guess");
            Err(ReplayError::at(log.line, PlayError::Refused(what)))
        }
    }
}

/// Replays the steps of a log, and converts each position to a view.
fn follow<G: PlayedGame + Clone + 'static>(
    session: Result<Session<G>, PlayError>,
    log: &GameLog,
    job: &Job<'_>,
    poll: &Poll<'_>,
) -> Result<Vec<GameView>, ReplayError>
where
    GameView: From<Session<G>>,
{
    let mut session = session.map_err(|error| ReplayError::at(log.line, error))?;
    let mut all = vec![session.snapshot().into()];
    for (number, (line, step)) in log.steps.iter().enumerate() {
        if poll(&session) {
            return Err(ReplayError::Stopped(number));
        }
        session.replay_step(step, job).map_err(|error| ReplayError::at(*line, error))?;
        all.push(session.snapshot().into());
    }
    Ok(all)
}

/// Shows a logged game, view by view, until the player leaves it.
///
/// # Errors
/// Returns an error if the screen was closed other than by the player.
///
/// # Panics
/// Panics if `views` is empty.
pub fn replay(views: &mut [GameView], job: &Job<'_>, poll: &Poll<'_>) -> Result<(), ScreenError> {
    show(&mut Screen::logged(views, true, true), false, job, poll).map(|_| ())
}
