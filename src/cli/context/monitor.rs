//! Progress, notes and timings of a command on stderr.

use super::{Context, STARTUP_BYTES};
use crate::cli::fail::Fail;
use crate::cli::print;
use chancetree_engine::model::memory_usage::MemoryUsage;
use chancetree_engine::model::overall_progress::OverallProgress;
use chancetree_engine::model::{Error, Monitor, Progress};
use std::io::Write as _;
use std::ops::ControlFlow;
use std::time::Duration;

impl Context {
    /// Sets the text of the progress line.
    pub(crate) fn set_status(&self, text: impl FnOnce() -> String) {
        self.limits.set_status(text);
    }

    /// Prints a note on stderr, unless `--quiet` is set.
    pub(crate) fn note(&self, text: &str) {
        if !self.limits.quiet {
            self.suspend_progress(|| {
                let _ = writeln!(std::io::stderr(), "{}", print::escape(text));
            });
        }
    }

    /// Removes the progress line.
    pub(crate) fn clear(&self) {
        self.limits.clear();
    }

    /// Calls `print` while the progress line is hidden.
    pub(crate) fn suspend_progress<T>(&self, print: impl FnOnce() -> T) -> T {
        match self.limits.bar.as_ref().filter(|bar| !bar.is_finished()) {
            Some(bar) => bar.suspend(print),
            None => print(),
        }
    }

    /// Prints a timing on stderr if `--timing` is set.
    pub(crate) fn print_timing(&self, line: &str) {
        if self.prints_timing {
            let _ = writeln!(std::io::stderr(), "{line}");
        }
    }

    /// Returns the overall progress.
    pub(crate) fn pace(&self) -> &OverallProgress {
        &self.limits.pace
    }

    /// Runs a phase of the work, and prints its duration if `--timing` is set.
    pub(crate) fn phase<T>(&self, name: &str, work: impl FnOnce() -> T) -> T {
        self.job().phase(name, work)
    }

    /// Runs a phase of the engine's work like [`phase`](Self::phase), and explains its error.
    pub(crate) fn run_phase<T>(
        &self,
        name: &str,
        work: impl FnOnce() -> Result<T, Error>,
    ) -> Result<T, Fail> {
        self.phase(name, work).map_err(|error| self.explain(error))
    }
}

impl Monitor for Context {
    fn part_done(&self, done: u64, of: u64) {
        self.pace().share(done as f64 / of.max(1) as f64);
    }

    fn check(&self) -> ControlFlow<()> {
        if self.is_stopped() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    fn pace(&self) -> Option<&OverallProgress> {
        Some(&self.limits.pace)
    }

    fn memory(&self) -> MemoryUsage {
        MemoryUsage { outside_work: self.limits.idle_bytes + STARTUP_BYTES, ..MemoryUsage::recent() }
    }

    fn status(&self, text: &dyn Fn() -> String) {
        self.set_status(text);
    }

    fn note(&self, text: &str) {
        self.note(text);
    }

    fn phase(&self, name: &str, time: Duration) {
        self.print_timing(&format!("{{\"phase\":\"{name}\",\"seconds\":{:.6}}}", time.as_secs_f64()));
    }

    fn tick(&self, progress: Progress) -> ControlFlow<()> {
        self.limits.pace.at_layer(progress.layer);
        self.set_status(|| format!("layer {}, {} states", progress.layer, progress.states));
        self.check()
    }
}
