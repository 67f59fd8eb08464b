//! A measure of whether work is worth sharing out among threads.

use crate::Job;
use crate::explore::{CHUNK, PORTION};
use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Instant;

/// States of a layer that are worth sharing out among threads: waking them takes as long as some hundred states.
pub(super) const LARGE: usize = 8192;

/// Nanoseconds of work for one thread that are worth sharing where each state takes long, as in Minesweeper.
const LONG: u64 = 2_000_000;

/// The nanoseconds of a second.
const SECOND: u64 = 1_000_000_000;

/// The nanoseconds that a thread took for each state of the last portion.
#[derive(Default)]
pub(super) struct StateTime(AtomicU64);

impl StateTime {
    /// Returns `true` if so many states are worth sharing. What is found does not depend on it.
    pub(super) fn sharing(&self, states: usize, job: &Job<'_>) -> bool {
        let is_long = || (states as u64).saturating_mul(self.0.load(Relaxed)) > LONG;
        job.threads > 1 && (states >= LARGE || is_long())
    }

    /// Returns how many states are expanded before a stop is heard of and their steps are packed: no more than a second's
    /// work, as far as is known.
    pub(super) fn portion(&self) -> usize {
        let second = SECOND / self.0.load(Relaxed).max(1);
        usize::try_from(second).unwrap_or(usize::MAX).clamp(CHUNK, PORTION)
    }

    /// Does the work of so many states by so many threads, and takes its time.
    pub(super) fn timed<T>(&self, states: usize, threads: usize, work: impl FnOnce() -> T) -> T {
        let begun = Instant::now();
        let done = work();
        let all = begun.elapsed().as_nanos().saturating_mul(threads as u128);
        self.0.store(u64::try_from(all / states.max(1) as u128).unwrap_or(u64::MAX), Relaxed);
        done
    }
}
