//! The limits and the progress of a search.

use super::MAX_STATES;
use crate::{Error, Job, POLL_INTERVAL, Progress, Stop};
use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicU32, AtomicU64};

/// The limits and the progress of a search. They do not depend on the type of the game, so they are compiled once.
pub(super) struct SearchCounts<'a> {
    pub(super) job: &'a Job<'a>,
    /// `true` if finished layers are dropped.
    pub(super) drops_layers: bool,
    /// The next number of a state.
    pub(super) next_number: AtomicU32,
    /// The number of state numbers that may be superfluous: they were given to targets of steps inside a layer, which may
    /// already have a number.
    pub(super) possible_duplicates: AtomicU32,
    /// The number of states that the [`LayerVisitor`](super::LayerVisitor) has counted, if finished layers are dropped.
    pub(super) followed: AtomicU64,
}

impl SearchCounts<'_> {
    /// Ticks, and checks that states can be numbered.
    pub(super) fn step(&self, layer: u32) -> Result<(), Error> {
        self.job.tick(self.progress(layer)?)
    }

    /// Checks the memory limit before large arrays of `bytes` are allocated.
    pub(super) fn check_memory(&self, bytes: u64, layer: u32) -> Result<(), Error> {
        self.job.check_memory(bytes, self.progress(layer)?)
    }

    pub(super) fn progress(&self, layer: u32) -> Result<Progress, Error> {
        let next_number = self.next_number.load(Relaxed);
        if u64::from(next_number) > MAX_STATES {
            return Err(Error::Stop(Stop::TooManyStates { limit: MAX_STATES, layer }));
        }
        let states = match self.drops_layers {
            false => u64::from(next_number.saturating_sub(self.possible_duplicates.load(Relaxed))),
            true => self.followed.load(Relaxed),
        };
        Ok(Progress { layer, states })
    }

    /// [Ticks](Self::step) at every [`POLL_INTERVAL`]-th state of a loop.
    pub(super) fn step_at(&self, state: usize, layer: u32) -> Result<(), Error> {
        if state.is_multiple_of(POLL_INTERVAL) { self.step(layer) } else { Ok(()) }
    }
}
