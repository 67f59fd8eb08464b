//! The time that robots take, so that people can follow.

use std::time::{Duration, Instant};

/// A pause before each step of a robot.
pub(super) struct Pace {
    pause: Duration,
    /// The end of the pause that is going on.
    due: Option<Instant>,
}

impl Pace {
    pub(super) fn new(pause: Duration) -> Self {
        Self { pause, due: None }
    }

    /// Begins a pause.
    pub(super) fn begin(&mut self) {
        self.due = Some(Instant::now() + self.pause);
    }

    /// Ends the pause: a key is in a hurry.
    pub(super) fn hurry(&mut self) {
        self.due = None;
    }

    /// Returns what is left of the pause; where nothing is, the next one begins.
    pub(super) fn left(&mut self) -> Option<Duration> {
        let now = Instant::now();
        let left = self.due.map(|due| due.saturating_duration_since(now)).filter(|left| !left.is_zero());
        if left.is_none() {
            self.due = Some(now + self.pause);
        }
        left
    }
}
