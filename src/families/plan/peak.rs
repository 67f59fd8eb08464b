//! Looks at games that are worked out to tell from: how much they hold, and whether it takes too long.

use super::Planner;
use crate::model::{Error, Observer, Progress, Run};
use std::ops::ControlFlow;
use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Duration;

/// The most bytes that games to tell from may take.
const ROOM: u64 = 1 << 30;

/// Remembers the most bytes that were held, and may have an end.
pub(crate) struct Peak<'a> {
    planner: &'a dyn Planner,
    until: Option<Duration>,
    /// `true` if nothing could be told without this game: only its own time and memory end it.
    is_needed: bool,
    bytes: AtomicU64,
    /// The growth of the whole program to nearly all that it may hold: it keeps room that games before have taken.
    is_full: Box<dyn Fn() -> bool + Sync + 'a>,
}

impl<'a> Peak<'a> {
    pub(crate) fn new(until: Option<Duration>, planner: &'a dyn Planner) -> Self {
        let (is_needed, bytes, is_full) = (until.is_none(), AtomicU64::new(0), planner.growth());
        Self { planner, until, is_needed, bytes, is_full }
    }

    /// Of a game that is needed to tell from.
    pub(crate) fn needed(self, is_needed: bool) -> Self {
        Self { is_needed, ..self }
    }

    /// Half of the memory at most, so that games to tell from never are the end of the plan.
    pub(crate) fn run(&self) -> Run<'_> {
        let run = self.planner.run();
        Run { observer: self, most_bytes: (run.most_bytes / 2).min(ROOM), ..run }
    }

    /// Returns what was found, or nothing if it took too long or too much.
    pub(crate) fn found<T>(&self, found: Result<T, Error>) -> Result<Option<T>, Error> {
        match found {
            Ok(found) => Ok(Some(found)),
            Err(Error::TooMuchMemory { .. }) if self.until.is_some() && !self.planner.is_stopped() => {
                Ok(None)
            }
            Err(Error::Stopped(_)) if self.is_over() && !self.planner.is_stopped() => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// Returns `true` if this game is not to be played on.
    fn is_over(&self) -> bool {
        let is_full = || !self.is_needed && (self.is_full)();
        self.until.is_some_and(|until| self.planner.now() > until || is_full())
    }

    pub(crate) fn most(&self) -> f64 {
        self.bytes.load(Relaxed) as f64
    }
}

impl Observer for Peak<'_> {
    fn step(&self, progress: Progress) -> ControlFlow<()> {
        self.bytes.fetch_max(progress.bytes, Relaxed);
        if self.is_over() { ControlFlow::Break(()) } else { self.planner.run().observer.step(progress) }
    }
}
