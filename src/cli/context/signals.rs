//! The signals that interrupt the program.

use std::sync::Arc;
use std::sync::atomic::AtomicU32;
use std::sync::atomic::Ordering::Relaxed;
use std::time::{Duration, Instant};

/// The time within which a second signal counts as the first: `timeout` signals both its child and the process group.
const SAME_SIGNAL: Duration = Duration::from_millis(20);

/// The number of interrupting signals, 2 at most. A static, because the handler lives as long as the program.
static SIGNALS: AtomicU32 = AtomicU32::new(0);

/// Returns `true` if a signal has interrupted the program.
pub(crate) fn is_interrupted() -> bool {
    SIGNALS.load(Relaxed) > 0
}

/// Returns `true` after a second signal, which ends the program without waiting for the work.
pub(super) fn is_interrupted_twice() -> bool {
    SIGNALS.load(Relaxed) > 1
}

/// Interrupts the program like a signal.
#[cfg(feature = "distributed")]
pub(crate) fn interrupt() {
    SIGNALS.fetch_max(1, Relaxed);
}

/// Installs the handler of interrupting signals.
pub(super) fn count_signals() {
    // A second installation fails; the first handler does the same.
    let mut first = None;
    let _ = ctrlc::set_handler(move || {
        let is_other = first.get_or_insert_with(Instant::now).elapsed() > SAME_SIGNAL;
        SIGNALS.fetch_max(if is_other { 2 } else { 1 }, Relaxed);
    });
}

/// Makes a write beyond the file size limit of the system return an error. The default action of the signal ends the program.
pub(super) fn ignore_file_size_signal() {
    // The flag is not read: the write returns the error.
    #[cfg(unix)]
    let _ = signal_hook::flag::register(signal_hook::consts::SIGXFSZ, Arc::default());
}
