//! The memory that this program occupies, as Linux reports it. Other systems report nothing: there
//! [`resident_bytes`] returns `None`, and limits of memory stop only arrays that are larger than the limit.

use std::sync::OnceLock;
use std::sync::atomic::Ordering::{Acquire, Relaxed, Release};
use std::sync::atomic::{AtomicBool, AtomicU64};
use std::time::{Duration, Instant};

/// Returns the resident size of this program in bytes, if the system reports it.
pub fn resident_bytes() -> Option<u64> {
    status("VmRSS:")
}

/// Returns the bytes that this program has allocated and written to, without files that are mapped into memory, if the
/// system reports them. The number is at most a millisecond old.
pub fn anonymous_bytes() -> Option<u64> {
    static MEASURED_AT: AtomicU64 = AtomicU64::new(0);
    static MEASURED: AtomicU64 = AtomicU64::new(0);
    let (now, at) = (now(), MEASURED_AT.load(Acquire));
    if at == 0 || now.saturating_sub(at) >= 1000 {
        MEASURED.store(status("RssAnon:")?, Relaxed);
        MEASURED_AT.store(now, Release);
    }
    Some(MEASURED.load(Relaxed))
}

fn status(name: &str) -> Option<u64> {
    let text = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix(name))?;
    Some(line.split_whitespace().next()?.parse::<u64>().ok()? * 1024)
}

/// Bytes by which memory grows within a second, at most.
const GROWTH: f64 = 2e9;

/// The longest time between two measurements while a limit is watched.
const POLL_INTERVAL: Duration = Duration::from_millis(20);

/// Returns the time in which the program cannot come to hold `left` bytes more, and at least a millisecond, so that
/// measurements stay cheap.
pub fn pause(left: u64) -> Duration {
    Duration::from_secs_f64(left as f64 / GROWTH).max(Duration::from_millis(1))
}

/// The time of the last measurement, in microseconds since the first; 0 before the first.
static MEASURED_AT: AtomicU64 = AtomicU64::new(0);

/// The resident size at that time.
static MEASURED: AtomicU64 = AtomicU64::new(0);

/// Returns the microseconds since the first call, plus 1.
fn now() -> u64 {
    static FIRST: OnceLock<Instant> = OnceLock::new();
    FIRST.get_or_init(Instant::now).elapsed().as_micros() as u64 + 1
}

fn measure(now: u64) -> u64 {
    let bytes = resident_bytes().unwrap_or(0);
    MEASURED.store(bytes, Relaxed);
    MEASURED_AT.store(now, Release);
    bytes
}

/// Returns the resident size, at most a millisecond old, or 0 if the system does not report it.
pub fn recent_bytes() -> u64 {
    let (now, at) = (now(), MEASURED_AT.load(Acquire));
    if at > 0 && now.saturating_sub(at) < 1000 { MEASURED.load(Relaxed) } else { measure(now) }
}

/// Returns whether the resident size plus `more` bytes exceeds `limit`. The system is asked no more often than memory
/// can grow up to the limit, for all threads together; an excess was measured in this call.
pub(crate) fn is_beyond(limit: u64, more: u64) -> bool {
    let (now, at) = (now(), MEASURED_AT.load(Acquire));
    let known = MEASURED.load(Relaxed).saturating_add(more);
    let interval = pause(limit.saturating_sub(known)).min(POLL_INTERVAL).as_micros() as u64;
    let is_known = at > 0 && known <= limit && now.saturating_sub(at) < interval;
    !is_known && measure(now).saturating_add(more) > limit
}

/// A limit of the resident size that stays passed once a measurement exceeded it.
#[derive(Debug)]
pub struct Growth {
    most: u64,
    is_passed: AtomicBool,
}

impl Growth {
    /// Creates a limit of `most` bytes.
    pub fn beyond(most: u64) -> Self {
        Self { most, is_passed: AtomicBool::new(false) }
    }

    /// Measures the resident size if that is due, and returns whether the limit is or was passed. A call is cheap.
    pub fn look(&self) -> bool {
        if is_beyond(self.most, 0) {
            self.is_passed.store(true, Relaxed);
        }
        self.has_come()
    }

    /// Takes note of a resident size that was measured elsewhere.
    pub fn see(&self, bytes: u64) {
        if bytes > self.most {
            self.is_passed.store(true, Relaxed);
        }
    }

    /// Returns whether the limit was passed, without a measurement.
    pub fn has_come(&self) -> bool {
        self.is_passed.load(Relaxed)
    }
}
