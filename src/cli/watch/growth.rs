//! The memory that the program holds, as the system says.

use crate::room;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicBool, AtomicU64};
use std::time::{Duration, Instant};

/// A look now and then at whether the system says that the program has come to hold more than so many bytes.
pub(crate) struct Growth {
    most: u64,
    /// The longest time between two looks.
    longest: Duration,
    begun: Instant,
    /// The time to ask again, in microseconds.
    next: AtomicU64,
    come: AtomicBool,
}

impl Growth {
    pub(crate) fn beyond(most: u64, longest: Duration) -> Self {
        Self { most, longest, begun: Instant::now(), next: AtomicU64::new(0), come: AtomicBool::new(false) }
    }

    /// Asks again, once it is time, and returns `true` if the program holds more or has held more.
    pub(crate) fn look(&self) -> bool {
        let now = self.begun.elapsed().as_micros() as u64;
        if now >= self.next.load(Relaxed) {
            let bytes = room::held().unwrap_or(0);
            let pause = pause(self.most.saturating_sub(bytes)).min(self.longest);
            self.next.store(now + pause.as_micros() as u64, Relaxed);
            self.see(bytes);
        }
        self.has_come()
    }

    /// Takes note of what the program holds.
    pub(super) fn see(&self, bytes: u64) {
        if bytes > self.most {
            self.come.store(true, Relaxed);
        }
    }

    /// Returns `true` if it was so when last asked, or before.
    pub(super) fn has_come(&self) -> bool {
        self.come.load(Relaxed)
    }
}

/// Bytes by which memory grows within a second, at most.
const GROWTH: f64 = 2e9;

/// Returns how long no look is needed while so many bytes are left: not so long that they can be taken, nor so short
/// that looking is all that is done.
pub(super) fn pause(left: u64) -> Duration {
    Duration::from_secs_f64(left as f64 / GROWTH).max(Duration::from_millis(1))
}

/// Bytes that the program holds before any work, where the system does not say so: a little more than it is on Linux.
const IDLE: u64 = 16 << 20;

/// Returns the bytes that the program holds before any work.
pub(super) fn idle() -> u64 {
    room::held().unwrap_or(IDLE)
}
