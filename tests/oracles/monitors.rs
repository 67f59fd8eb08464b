//! Monitors of work.

use std::ops::ControlFlow;
use std::sync::atomic::AtomicUsize;
use std::sync::atomic::Ordering::Relaxed;

use chancetree::model::{Monitor, Progress};

/// Counts ticks, and stops the work after a number of them.
#[derive(Default)]
pub struct StopAfter {
    most: usize,
    seen: AtomicUsize,
}

impl StopAfter {
    pub fn new(most: usize) -> Self {
        Self { most, ..Self::default() }
    }

    /// Returns a monitor that only counts.
    pub fn never() -> Self {
        Self::new(usize::MAX)
    }

    pub fn ticks(&self) -> usize {
        self.seen.load(Relaxed)
    }
}

impl Monitor for StopAfter {
    fn tick(&self, _: Progress) -> ControlFlow<()> {
        match self.seen.fetch_add(1, Relaxed) < self.most {
            true => ControlFlow::Continue(()),
            false => ControlFlow::Break(()),
        }
    }
}
