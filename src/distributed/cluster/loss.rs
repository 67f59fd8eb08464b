//! Converts the panics with which timely reports a lost connection into one message.
//!
//! Timely has one thread per direction of each connection, such as `timely:recv-1` for data from process 1.
//! The thread panics if the connection breaks before the other process has closed it.

use crate::cluster::ENDED;
use std::panic;
use std::sync::{Mutex, MutexGuard, Once, PoisonError};
use std::time::Duration;

/// The time between a loss and its report.
const GRACE: Duration = Duration::from_millis(300);

/// Reports that the connection to a process is lost, with the reason.
type Report = Box<dyn Fn(usize, &str) + Send>;

/// The connections of this process.
struct Connections {
    /// The report function of the current work.
    report: Option<Report>,
    /// The lost processes with reasons. Each lost connection can have two entries, one per thread.
    lost: Vec<(usize, String)>,
}

static CONNECTIONS: Mutex<Connections> = Mutex::new(Connections { report: None, lost: Vec::new() });

fn connections() -> MutexGuard<'static, Connections> {
    CONNECTIONS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Calls `report` when the connection to a process breaks, instead of timely's panic, until [`end`] is
/// called.
pub(super) fn begin(report: Report) {
    static HOOK: Once = Once::new();
    *connections() = Connections { report: Some(report), lost: Vec::new() };
    HOOK.call_once(|| {
        let before = panic::take_hook();
        panic::set_hook(Box::new(move |panic| match peer() {
            Some(peer) => lose(peer, reason(panic.payload_as_str().unwrap_or_default())),
            None => before(panic),
        }));
    });
}

/// Stops reporting. Blocks forever if a report is in progress, because the report ends this process.
pub(super) fn end() {
    connections().report = None;
}

/// Returns the process at the other end of the connection of the current thread, if it is a thread of
/// timely's sockets.
fn peer() -> Option<usize> {
    let thread = std::thread::current();
    let name = thread.name()?;
    name.strip_prefix("timely:recv-").or_else(|| name.strip_prefix("timely:send-"))?.parse().ok()
}

/// Reports the first loss while work is in progress. Never returns: if panics abort, a return would end this
/// process before it has reported the reason.
fn lose(peer: usize, why: String) -> ! {
    connections().lost.push((peer, why));
    // If another process ends because of a loss, it sends its reason before its connection is lost. That
    // message takes precedence.
    std::thread::sleep(GRACE);
    let connections = connections();
    if let (Some(report), Some((peer, first))) = (&connections.report, connections.lost.first()) {
        // The system reports the cause to one thread of a connection; the other thread only sees that the
        // connection has ended.
        let mut reasons = connections.lost.iter().filter(|(other, _)| other == peer).map(|(_, why)| why);
        report(*peer, reasons.find(|why| *why != ENDED).unwrap_or(first));
    }
    drop(connections);
    loop {
        std::thread::park();
    }
}

/// Describes why timely has lost a connection.
fn reason(panic: &str) -> String {
    let Some(cause) = panic.strip_prefix("timely communication error: ") else {
        return "it sends invalid data".to_owned();
    };
    let is = |kinds: &[&str]| kinds.iter().any(|kind| cause.contains(kind));
    if is(&["socket closed", "reset", "Broken pipe", "not connected"]) {
        ENDED.to_owned()
    } else if is(&["timed out", "unreachable", "No route"]) {
        "no data for a minute".to_owned()
    } else {
        cause.split(" (os error").next().unwrap_or_default().to_lowercase()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn causes_are_described() {
        for (panic, described) in [
            ("timely communication error: reading data: socket closed", ENDED),
            ("timely communication error: reading data: Connection reset by peer (os error 104)", ENDED),
            ("timely communication error: writing data: Broken pipe (os error 32)", ENDED),
            (
                "timely communication error: reading data: Connection timed out (os error 110)",
                "no data for a minute",
            ),
            (
                "timely communication error: reading data: Bad address (os error 14)",
                "reading data: bad address",
            ),
            ("index out of bounds: the len is 1", "it sends invalid data"),
        ] {
            assert_eq!(reason(panic), described, "{panic}");
        }
    }
}
