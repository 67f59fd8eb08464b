//! Ends the rendering of results at a limit or a signal: numbers of many digits take longer than the work itself.

use super::{Context, Limits};
use crate::cli::fail::Fail;
use crate::model::resident::{MemoryLimit, resident_bytes};
use std::cell::RefCell;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// The time in which the results before a stop are rendered.
const GRACE: Duration = Duration::from_millis(200);

/// The part of the limit of memory by which the results before a stop may pass it: one of so many.
const BEYOND: u64 = 16;

/// The bytes by which they may pass it at least.
const LEAST: u64 = 1 << 20;

thread_local! {
    /// The rendering at work on this thread.
    static RENDERING: RefCell<Option<State>> = const { RefCell::new(None) };
}

struct State {
    limits: Arc<Limits>,
    /// The time at which rendering began and the memory that it may take, if the work was stopped before.
    grace: Option<(Instant, MemoryLimit)>,
    is_stopped: bool,
}

impl State {
    fn new(limits: Arc<Limits>) -> Self {
        let grace = limits.stop_reason().map(|_| {
            let most = limits.max_bytes.saturating_add(limits.max_bytes / BEYOND);
            let most = most.max(resident_bytes().unwrap_or(0).saturating_add(LEAST));
            (Instant::now(), MemoryLimit::new(most))
        });
        Self { limits, grace, is_stopped: false }
    }

    fn look(&mut self) -> bool {
        self.is_stopped |= match &self.grace {
            Some((begun, memory)) => begun.elapsed() > GRACE || memory.is_passed(),
            None => self.limits.stop(),
        };
        self.is_stopped
    }
}

/// The rendering of results on this thread, until it is dropped.
pub(crate) struct Rendering {
    /// `false` for a part of a rendering that began before.
    is_first: bool,
}

impl Rendering {
    /// Begins to look at the limits of the command while results are rendered. After a stop of the work its results have a
    /// moment.
    pub(crate) fn begin(context: &Context) -> Self {
        let is_first = RENDERING.with_borrow(Option::is_none);
        if is_first {
            RENDERING.set(Some(State::new(Arc::clone(&context.limits))));
        }
        Self { is_first }
    }

    /// Returns the error that a limit or a signal came at this place, if one came before the end.
    pub(crate) fn end_at(&self, place: &str) -> Result<(), Fail> {
        RENDERING.with_borrow(|state| match state {
            Some(state) if state.is_stopped => Err(state.limits.ended(place)),
            _ => Ok(()),
        })
    }

    /// Returns the error that not all of `results` were rendered, if a limit or a signal came before the end.
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

/// Returns `true` if the rendering on this thread has met a limit or a signal. What is being rendered is then incomplete and
/// must not be printed.
pub(crate) fn is_rendering_stopped() -> bool {
    RENDERING.with_borrow_mut(|state| state.as_mut().is_some_and(State::look))
}

/// Renders a number, or nothing once rendering is stopped.
pub(crate) fn rendered(render: impl FnOnce() -> String) -> String {
    if is_rendering_stopped() { String::new() } else { render() }
}
