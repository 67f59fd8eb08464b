//! Ends the rendering of results at a limit or a signal. Numbers with many digits can take longer to render than to compute.

use super::{Context, Limits};
use crate::cli::fail::Fail;
use chancetree_engine::model::memory_usage::{MemoryLimit, resident_bytes};
use std::cell::RefCell;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// The time to render finished results after a stop.
const GRACE: Duration = Duration::from_millis(200);

/// Rendering after a stop may exceed the memory limit by one part in this number.
const EXTRA_MEMORY_DIVISOR: u64 = 16;

/// The least number of bytes by which rendering after a stop may exceed the current memory use.
const MIN_EXTRA_BYTES: u64 = 1 << 20;

thread_local! {
    /// The rendering in progress on this thread.
    static RENDERING: RefCell<Option<RenderState>> = const { RefCell::new(None) };
}

struct RenderState {
    limits: Arc<Limits>,
    /// The start and the memory limit of a rendering after a stop.
    grace: Option<(Instant, MemoryLimit)>,
    is_stopped: bool,
}

impl RenderState {
    fn new(limits: Arc<Limits>) -> Self {
        let grace = limits.stop_reason().map(|_| {
            let most = limits.max_bytes.saturating_add(limits.max_bytes / EXTRA_MEMORY_DIVISOR);
            let most = most.max(resident_bytes().unwrap_or(0).saturating_add(MIN_EXTRA_BYTES));
            (Instant::now(), MemoryLimit::new(most))
        });
        Self { limits, grace, is_stopped: false }
    }

    fn check_stop(&mut self) -> bool {
        self.is_stopped |= match &self.grace {
            Some((start, memory)) => start.elapsed() > GRACE || memory.is_passed(),
            None => self.limits.check_stop(),
        };
        self.is_stopped
    }
}

/// A rendering of results on this thread, in progress until it is dropped.
pub(crate) struct Rendering {
    /// `false` for a part of another rendering.
    is_first: bool,
}

impl Rendering {
    /// Starts to check the limits of the command while results are rendered. After a stop, finished results are rendered for
    /// a short time.
    pub(crate) fn begin(context: &Context) -> Self {
        let is_first = RENDERING.with_borrow(Option::is_none);
        if is_first {
            RENDERING.set(Some(RenderState::new(Arc::clone(&context.limits))));
        }
        Self { is_first }
    }

    /// Returns the failure of a stopped rendering, with `place` as its progress.
    ///
    /// # Errors
    /// If a limit or a signal stopped the rendering.
    pub(crate) fn end_at(&self, place: &str) -> Result<(), Fail> {
        RENDERING.with_borrow(|state| match state {
            Some(state) if state.is_stopped => Err(state.limits.stop_failure(place)),
            _ => Ok(()),
        })
    }

    /// Returns the failure of a rendering that stopped after `rendered` of `results` results.
    ///
    /// # Errors
    /// If a limit or a signal stopped the rendering.
    pub(crate) fn end(&self, rendered: usize, results: usize) -> Result<(), Fail> {
        match results {
            1 => self.end_at("before the result was printed"),
            _ => self.end_at(&format!("after {rendered} of {results} results were printed")),
        }
    }
}

impl Drop for Rendering {
    fn drop(&mut self) {
        if self.is_first {
            RENDERING.set(None);
        }
    }
}

/// Returns `true` if a limit or a signal stops the rendering on this thread. The text being rendered is then incomplete and
/// must not be printed.
pub(crate) fn is_rendering_stopped() -> bool {
    RENDERING.with_borrow_mut(|state| state.as_mut().is_some_and(RenderState::check_stop))
}

/// Renders a number, or nothing once rendering is stopped.
pub(crate) fn rendered(render: impl FnOnce() -> String) -> String {
    if is_rendering_stopped() { String::new() } else { render() }
}
