//! Long work without the lock of the interpreter, with Ctrl-C and progress.

use chancetree::cli::host::{Control, Mistake};
use pyo3::prelude::*;
use std::sync::Arc;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::{Duration, Instant};

/// Bytes of the stack of the thread that works.
const STACK: usize = 32 << 20;

/// The length of a wait before signals are looked at.
const WAIT: Duration = Duration::from_millis(20);

/// The time that work may take before its progress is shown, and how often it is.
const SHOWN: Duration = Duration::from_millis(500);
const OFTEN: Duration = Duration::from_millis(100);

/// The time that work which was stopped may take to end before it is left alone.
const END: Duration = Duration::from_millis(200);

/// Does `work` on a thread of its own; `progress` is called with the share that is done, and `stop` when the wait is broken
/// off.
pub(crate) fn wait<T: Send + 'static>(
    py: Python<'_>,
    control: &Arc<Control>,
    progress: Option<&Bound<'_, PyAny>>,
    stop: impl Fn(Python<'_>),
    work: impl FnOnce() -> T + Send + 'static,
) -> PyResult<Result<T, Box<Mistake>>> {
    let (sender, receiver) = channel();
    let done = move || {
        // Nobody listens any more once the wait was broken off.
        let _ = sender.send(work());
    };
    std::thread::Builder::new().name("chancetree".to_owned()).stack_size(STACK).spawn(done)?;
    let receiver = std::sync::Mutex::new(receiver);
    let receive = |long: Duration| {
        let receiver = receiver.lock().expect("nobody panics while it is held");
        receiver.recv_timeout(long)
    };
    // What comes after it was stopped only says so.
    let leave = || {
        control.stop();
        stop(py);
        let _ = py.detach(|| receive(END));
    };
    let begun = Instant::now();
    let mut shown = begun;
    loop {
        match py.detach(|| receive(WAIT)) {
            Ok(found) => return Ok(Ok(found)),
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => {
                return Err(pyo3::exceptions::PyRuntimeError::new_err(
                    "the engine failed; its reason is on stderr",
                ));
            }
        }
        let show = || match progress {
            Some(progress) if begun.elapsed() >= SHOWN && shown.elapsed() >= OFTEN => {
                progress.call1((control.share(),)).map(|_| true)
            }
            _ => Ok(false),
        };
        match py.check_signals().and_then(|()| show()) {
            Ok(true) => shown = Instant::now(),
            Ok(false) => {}
            Err(error) => {
                leave();
                return Err(error);
            }
        }
        if let Some(refusal) = control.overdue() {
            leave();
            return Ok(Err(Box::new(refusal)));
        }
    }
}
