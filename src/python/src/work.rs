//! Long computations without the interpreter lock, with Ctrl-C and progress.

use chancetree::cli::embed::{Control, EmbedError};
use pyo3::prelude::*;
use std::sync::Arc;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::{Duration, Instant};

/// The stack size of the worker thread, in bytes.
const STACK: usize = 32 << 20;

/// The time between two checks for signals.
const WAIT: Duration = Duration::from_millis(20);

/// The time before progress is first shown.
const SHOWN: Duration = Duration::from_millis(500);

/// The time between two updates of the progress.
const OFTEN: Duration = Duration::from_millis(100);

/// The time in which stopped work should end before it is abandoned.
const END: Duration = Duration::from_millis(200);

/// Runs `work` on a separate thread. Calls `progress` with the finished share, and `stop` if the wait is
/// interrupted.
pub(crate) fn wait<T: Send + 'static>(
    py: Python<'_>,
    control: &Arc<Control>,
    progress: Option<&Bound<'_, PyAny>>,
    stop: impl Fn(Python<'_>),
    work: impl FnOnce() -> T + Send + 'static,
) -> PyResult<Result<T, Box<EmbedError>>> {
    let (sender, receiver) = channel();
    let done = move || {
        // Fails if the wait was interrupted, when the result is not needed.
        let _ = sender.send(work());
    };
    std::thread::Builder::new().name("chancetree".to_owned()).stack_size(STACK).spawn(done)?;
    let receiver = std::sync::Mutex::new(receiver);
    let receive = |long: Duration| {
        let receiver = receiver.lock().expect("no thread panics while it holds the receiver");
        receiver.recv_timeout(long)
    };
    // The result of stopped work is only a message about the stop.
    let abandon = || {
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
                    "the engine failed; the reason is on stderr",
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
                abandon();
                return Err(error);
            }
        }
        if let Some(refusal) = control.overdue() {
            abandon();
            return Ok(Err(Box::new(refusal)));
        }
    }
}
