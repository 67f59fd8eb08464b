//! The progress of work on one scale from 0 to 1, across all parts and passes, and the estimated time of the rest.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// The share of the work that is done, and the estimated time of the rest. Any thread can report progress.
#[derive(Debug)]
pub struct OverallProgress(Mutex<PaceState>);

/// The measured progress.
#[derive(Debug)]
struct PaceState {
    begun: Instant,
    /// The name of the current part, if the work has several parts.
    part: String,
    /// The shares of the whole at the beginning and at the end of the current pass.
    span: (f64, f64),
    share: f64,
    /// Pairs of the elapsed seconds and the share at that time. The times grow by a factor of at least [`MARK_FACTOR`].
    marks: Vec<(f64, f64)>,
    /// The last layer of the current pass, if its progress is measured in layers.
    last_layer: Option<u32>,
}

impl PaceState {
    /// Raises the share of the whole. It never falls.
    fn reach(&mut self, share: f64) {
        self.share = self.share.max(share);
        let now = self.begun.elapsed().as_secs_f64();
        if self.marks.last().is_none_or(|&(last, _)| now > last * MARK_FACTOR) {
            self.marks.push((now, self.share));
        }
    }
}

impl Default for OverallProgress {
    fn default() -> Self {
        Self::new()
    }
}

impl OverallProgress {
    /// Starts the clock.
    pub fn new() -> Self {
        Self(Mutex::new(PaceState {
            begun: Instant::now(),
            part: String::new(),
            span: (0.0, 1.0),
            share: 0.0,
            marks: Vec::new(),
            last_layer: None,
        }))
    }

    fn state(&self) -> MutexGuard<'_, PaceState> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the elapsed time, and a line with the progress at that time, the current part, and `what`.
    pub fn line(&self, what: &str) -> (Duration, String) {
        let state = self.state();
        let elapsed = state.begun.elapsed();
        let mut words: Vec<&str> = Vec::new();
        let progress = progress_bar(state.share, elapsed.as_secs_f64());
        words.extend(
            [progress.as_str(), state.part.as_str(), what].into_iter().filter(|text| !text.is_empty()),
        );
        (elapsed, words.join(", "))
    }

    /// Returns the share of the work that is done.
    pub fn done(&self) -> f64 {
        self.state().share
    }

    /// Returns the estimated time of the whole work in seconds. Returns `None` until enough is done, and if the work slows down
    /// so much that no estimate is possible.
    pub fn whole(&self) -> Option<f64> {
        let state = self.state();
        if !(0.005..1.0).contains(&state.share) {
            return None;
        }
        let now = state.begun.elapsed().as_secs_f64();
        whole(now, state.share, &state.marks)
    }

    /// Reports the share of the current pass that is done. The share of the whole never falls.
    pub fn share(&self, done: f64) {
        let mut state = self.state();
        let (from, to) = state.span;
        state.reach(from + (to - from) * done.clamp(0.0, 1.0));
    }

    /// Runs `work` as a part of the current pass: from the share `from` of the pass to the share `to`, both from 0 to 1. If the
    /// work fails, its share stays where it failed.
    ///
    /// # Errors
    /// As `work`.
    pub fn pass<T, E>(&self, from: f64, to: f64, work: impl FnOnce() -> Result<T, E>) -> Result<T, E> {
        let before = self.enter(from, to);
        let done = work();
        self.leave(before, done.is_ok());
        done
    }

    /// Begins a pass within the current pass, and returns the span of the current pass. It is not inlined, to keep the many
    /// instances of [`Self::pass`] small.
    #[inline(never)]
    fn enter(&self, from: f64, to: f64) -> (f64, f64) {
        let mut state = self.state();
        let before = state.span;
        let place = |share: f64| before.0 + (before.1 - before.0) * share;
        state.span = (place(from), place(to));
        let from = state.span.0;
        state.reach(from);
        before
    }

    #[inline(never)]
    fn leave(&self, before: (f64, f64), is_complete: bool) {
        let mut state = self.state();
        if is_complete {
            let to = state.span.1;
            state.reach(to);
        }
        state.span = before;
    }

    /// Sets the share of the whole at the end of the current pass, before the [rest](Self::begin_rest).
    pub fn up_to(&self, share: f64) {
        self.state().span.1 = share;
    }

    /// Begins the rest of the work.
    pub fn begin_rest(&self) {
        let mut state = self.state();
        state.span = (state.span.1, 1.0);
        drop(state);
        self.share(0.0);
    }

    /// Runs a pass whose progress is measured in layers, up to the layer `last`.
    pub fn upward<T>(&self, last: u32, work: impl FnOnce() -> T) -> T {
        self.state().last_layer = Some(last);
        let done = work();
        self.state().last_layer = None;
        done
    }

    /// Reports that a layer is reached.
    pub fn at_layer(&self, layer: u32) {
        let last = self.state().last_layer;
        if let Some(last) = last {
            self.share(f64::from(layer) / f64::from(last.max(1)));
        }
    }

    /// Begins a part, whose name is shown in the [line](Self::line). Returns `false` and ignores the name within another part.
    pub fn begin_part(&self, name: impl FnOnce() -> String) -> bool {
        let mut state = self.state();
        let is_first = state.part.is_empty();
        if is_first {
            state.part = name();
        }
        is_first
    }

    /// Ends the current part.
    pub fn end_part(&self) {
        self.state().part.clear();
    }
}

/// The factor between the times of two marks, which keeps the number of marks small.
const MARK_FACTOR: f64 = 1.1;

/// The seconds after which marks are used for an estimate.
const WARM_UP: f64 = 0.01;

/// The maximum ratio of an estimate that assumes a slow-down to the estimate at constant speed. Beyond it there is no estimate.
const MAX_SLOW_DOWN: f64 = 3.0;

/// Returns the estimated seconds of work whose share `share` is done after `now` seconds, or `None` if the work slows down too
/// much for an estimate.
fn whole(now: f64, share: f64, marks: &[(f64, f64)]) -> Option<f64> {
    let all = now / share;
    let half = marks.iter().rfind(|(seconds, _)| *seconds <= now / 2.0);
    let is_usable = |(then, before): &&(f64, f64)| *then > WARM_UP && *before > 0.0;
    let Some(&(then, before)) = half.filter(is_usable) else { return Some(all) };
    // The share as a power of the time, through the current point and the mark at half the time.
    let power = (share / before).ln() / (now / then).ln();
    let slowed = now * share.powf(-1.0 / power);
    (slowed <= MAX_SLOW_DOWN * all).then(|| all.max(slowed))
}

/// The number of characters of the bar.
const WIDTH: usize = 20;

/// Returns a bar, the share that is done, and the estimated remaining time. The text is empty at the beginning.
fn progress_bar(share: f64, elapsed: f64) -> String {
    if share < 0.001 {
        return String::new();
    }
    let full = (share * WIDTH as f64) as usize;
    let left = elapsed * (1.0 - share) / share;
    let left = match left {
        0.0..100.0 => format!("{} s", left.ceil()),
        100.0..6000.0 => format!("{} min", (left / 60.0).ceil()),
        _ => format!("{} h", (left / 3600.0).ceil()),
    };
    format!("[{}{}] {:.0} %, {left} left", "#".repeat(full), ".".repeat(WIDTH - full), share * 100.0)
}
