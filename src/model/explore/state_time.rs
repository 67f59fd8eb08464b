//! Decides whether states are worth distributing among threads, by the measured time for each state.

use crate::Job;
use crate::explore::{CHUNK, PORTION};
use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Instant;

/// The number of states that are worth distributing among threads: waking the threads takes as long as some hundred states.
pub(super) const LARGE: usize = 8192;

/// The nanoseconds of work for one thread that are worth distributing if each state takes long, as in Minesweeper.
const LONG: u64 = 2_000_000;

/// The number of nanoseconds in a second.
const SECOND: u64 = 1_000_000_000;

/// The nanoseconds that a thread took for each state of the last portion.
#[derive(Default)]
pub(super) struct StateTime(AtomicU64);

impl StateTime {
    /// Returns `true` if this number of states is worth distributing among threads. Results do not depend on it.
    pub(super) fn sharing(&self, states: usize, job: &Job<'_>) -> bool {
        let is_long = || (states as u64).saturating_mul(self.0.load(Relaxed)) > LONG;
        job.threads > 1 && (states >= LARGE || is_long())
    }

    /// Returns the number of states that are expanded before the work can be saved: about one second of work at most.
    pub(super) fn portion(&self) -> usize {
        let second = SECOND / self.0.load(Relaxed).max(1);
        usize::try_from(second).unwrap_or(usize::MAX).clamp(CHUNK, PORTION)
    }

    /// Does work on `states` states with `threads` threads, and measures its time.
    pub(super) fn timed<T>(&self, states: usize, threads: usize, work: impl FnOnce() -> T) -> T {
        let begun = Instant::now();
        let done = work();
        let all = begun.elapsed().as_nanos().saturating_mul(threads as u128);
        self.0.store(u64::try_from(all / states.max(1) as u128).unwrap_or(u64::MAX), Relaxed);
        done
    }
}
