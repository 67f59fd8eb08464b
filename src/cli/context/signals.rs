//! The signals that ask the program to end.

use std::sync::Arc;
use std::sync::atomic::AtomicU32;
use std::sync::atomic::Ordering::Relaxed;
use std::time::{Duration, Instant};

/// The time in which a second signal counts as the first: `timeout` sends one to its child and one to the group of its child.
const SAME_SIGNAL: Duration = Duration::from_millis(20);

/// The number of signals that asked for the end. A handler lives as long as the program, and so must what it sets.
static SIGNALS: AtomicU32 = AtomicU32::new(0);

/// Returns `true` if a signal has asked for the end.
pub(crate) fn is_interrupted() -> bool {
    SIGNALS.load(Relaxed) > 0
}

/// Returns `true` if another signal has asked for the end: the program does not wait for the work to notice.
pub(super) fn is_interrupted_twice() -> bool {
    SIGNALS.load(Relaxed) > 1
}

/// Asks for the end as a signal does.
#[cfg(feature = "distributed")]
pub(crate) fn interrupt() {
    SIGNALS.fetch_max(1, Relaxed);
}

/// Counts the signals that ask for the end from now on.
pub(super) fn count_signals() {
    // A second handler cannot be set; the first one does the same.
    let mut first = None;
    let _ = ctrlc::set_handler(move || {
        let is_other = first.get_or_insert_with(Instant::now).elapsed() > SAME_SIGNAL;
        SIGNALS.fetch_max(if is_other { 2 } else { 1 }, Relaxed);
    });
}

/// Makes a write past the greatest size of a file an error as any other, not the end of the program.
pub(super) fn writes_past_a_limit_fail() {
    // The signal need not be looked for: the write says so.
    #[cfg(unix)]
    let _ = signal_hook::flag::register(signal_hook::consts::SIGXFSZ, Arc::default());
}
