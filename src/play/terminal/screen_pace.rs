//! The pauses of robots on the screen.

use super::ScreenError;
use super::screen::{BoardView, Notice};
use std::time::{Duration, Instant};

/// The pauses of robots, so that people can follow the game.
pub(super) struct ScreenPace {
    pause: Duration,
    /// The end of the current pause.
    due: Option<Instant>,
}

impl ScreenPace {
    pub(super) fn new(pause: Duration) -> Self {
        Self { pause, due: None }
    }

    /// Begins a pause.
    pub(super) fn begin(&mut self) {
        self.due = Some(Instant::now() + self.pause);
    }

    /// Runs a person's action, and begins a pause. During a robot's turn the action ends the pause instead, because
    /// the person does not want to wait.
    pub(super) fn after(
        &mut self,
        board: &mut dyn BoardView,
        act: impl FnOnce(&mut dyn BoardView) -> Result<Notice, ScreenError>,
    ) -> Result<Notice, ScreenError> {
        let is_robots = board.is_robots();
        let note = act(board)?;
        self.due = (!is_robots).then(|| Instant::now() + self.pause);
        Ok(note)
    }

    /// Returns the rest of the pause, or `None` if it is over; the next one then begins.
    pub(super) fn left(&mut self) -> Option<Duration> {
        let now = Instant::now();
        let left = self.due.map(|due| due.saturating_duration_since(now)).filter(|left| !left.is_zero());
        if left.is_none() {
            self.due = Some(now + self.pause);
        }
        left
    }
}
