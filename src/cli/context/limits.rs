//! The limits of a command, the failures at a limit, and the progress line.

use super::Activity;
use super::cost_advice::Plan;
use super::units::{in_words, spell};
use crate::cli::embed::Control;
use crate::cli::fail::{Fail, LimitKind, Status};
use crate::cli::output::Output;
use crate::cli::play::Log;
use crate::cli::program::Program;
use chancetree_engine::model::memory_usage::MemoryLimit;
use chancetree_engine::model::overall_progress::OverallProgress;
use chancetree_engine::usable_memory;
use chancetree_families::plan;
use indicatif::{HumanDuration, ProgressBar, ProgressDrawTarget};
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// The duration of work before the progress line appears.
const PROGRESS_DELAY: Duration = Duration::from_millis(500);

/// The reason for a stop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum StopReason {
    /// A signal, or a stop by the embedding program.
    Interrupt,
    /// The memory limit is exceeded.
    Memory,
    /// The time limit is exceeded.
    Time,
}

/// The limits of the work, and everything that is cleaned up when they end the program.
pub(in crate::cli) struct Limits {
    pub(super) start: Instant,
    pub(super) timeout: Option<Duration>,
    pub(super) max_bytes: u64,
    /// The resident size of the program before any work.
    pub(super) idle_bytes: u64,
    pub(super) memory: MemoryLimit,
    /// `true` once the work has noticed a stop.
    pub(super) has_noticed: AtomicBool,
    pub(super) quiet: bool,
    pub(super) bar: Option<ProgressBar>,
    pub(super) pace: OverallProgress,
    /// The command that estimates the cost of the work.
    pub(super) plan: Mutex<Option<Plan>>,
    /// `true` if the size of the work follows from an input file or a game of the embedding program, so that a smaller board does
    /// not help.
    pub(super) has_fixed_size: AtomicBool,
    /// `true` once the progress line is removed permanently.
    pub(super) is_bar_removed: AtomicBool,
    /// The control of the embedding program, if there is one.
    pub(super) control: Option<Arc<Control>>,
    pub(super) program: Program,
    pub(in crate::cli) output: Output,
    pub(super) activity: Arc<Activity>,
    /// Locked by the thread that prints the final failure.
    pub(super) exit_lock: Mutex<()>,
    /// The log of a game that is played in the terminal.
    pub(in crate::cli) log: Mutex<Option<Log>>,
    /// The files that the command writes.
    pub(super) files: Mutex<Vec<PathBuf>>,
}

impl Limits {
    /// Creates limits of `max_bytes` and no time limit, without notes and without a progress line.
    pub(super) fn new(
        max_bytes: u64,
        (program, control): (Program, Option<Arc<Control>>),
        output: Output,
        activity: Arc<Activity>,
    ) -> Self {
        Self {
            start: control.as_ref().and_then(|control| control.begun()).unwrap_or_else(Instant::now),
            timeout: None,
            max_bytes,
            idle_bytes: usable_memory::idle_memory(),
            memory: MemoryLimit::new(max_bytes),
            has_noticed: AtomicBool::new(false),
            quiet: true,
            bar: None,
            pace: OverallProgress::new(),
            plan: Mutex::default(),
            has_fixed_size: AtomicBool::new(false),
            is_bar_removed: AtomicBool::new(false),
            control,
            program,
            output,
            activity,
            exit_lock: Mutex::default(),
            log: Mutex::default(),
            files: Mutex::default(),
        }
    }

    /// Records that the command writes a file. Returns `false` if it already writes the file.
    pub(crate) fn claim_file(&self, file: PathBuf) -> bool {
        let mut files = self.files.lock().unwrap_or_else(PoisonError::into_inner);
        let is_new = !files.contains(&file);
        files.push(file);
        is_new
    }

    /// Returns the failure of stopped work: the reason, and the progress `so_far`.
    pub(super) fn stop_failure(&self, so_far: &str) -> Fail {
        match self.stop_reason() {
            Some(StopReason::Interrupt) => Fail::new(Status::Interrupted, format!("interrupted {so_far}")),
            Some(StopReason::Memory) => self.memory_failure(so_far, None),
            Some(StopReason::Time) | None => self.time_failure(so_far),
        }
    }

    /// Returns the failure of work that exceeded its time limit, with the progress `so_far`.
    fn time_failure(&self, so_far: &str) -> Fail {
        let seconds = self.timeout.unwrap_or_default().as_secs_f64();
        let long = if seconds < 600.0 { "1h" } else { "1000h" };
        // A plan is extrapolated from smaller boards, which is more accurate than the progress of this one.
        let is_planned = self.plan.lock().unwrap_or_else(PoisonError::into_inner).is_some();
        let what = format!("the time of {seconds} s ran out {so_far}");
        let fail = Fail::new(Status::Limit(LimitKind::Time), what);
        match self.pace.whole().filter(|_| !is_planned) {
            Some(all) => {
                let all = all.max(seconds);
                let (all, twice) = (rounded_time(all), rounded_time(2.0 * all));
                fail.help(format!("the work takes about {all}: --timeout {twice}"))
            }
            // The time until the input arrives is unknown.
            None if self.is_waiting() => fail.help("leave out --timeout"),
            None => self.with_plan_advice(fail, "time", || format!("allow more time: --timeout {long}")),
        }
    }

    /// Returns the failure of work that exceeded its memory limit, with the progress `so_far` and an estimate of the `needed`
    /// bytes.
    pub(super) fn memory_failure(&self, so_far: &str, needed: Option<f64>) -> Fail {
        let limit = in_words(self.max_bytes);
        let most = usable_memory::usable_memory(0).filter(|&free| free > self.max_bytes);
        let raised = most.map(|free| format!("--max-memory {}", spell(free)));
        if self.max_bytes < self.idle_bytes {
            let fail = Fail::new(
                Status::Limit(LimitKind::Memory),
                format!("more than {limit} of memory is needed by the program itself, {so_far}"),
            );
            return fail.help(raised.unwrap_or_else(|| "leave out --max-memory".to_owned()));
        }
        let more = || match raised {
            Some(option) => format!("raise the limit: {option}"),
            None => "use a machine with more memory".to_owned(),
        };
        let about =
            needed.map_or(String::new(), |bytes| format!(" (about {}, an estimate)", plan::size(bytes)));
        let what = format!("more than {limit} of memory is needed{about}, {so_far}");
        self.with_plan_advice(Fail::new(Status::Limit(LimitKind::Memory), what), "memory", more)
    }

    /// Adds the command that estimates the cost as advice. Without such a command the advice is a smaller board where that helps,
    /// or `more`.
    pub(super) fn with_plan_advice(&self, fail: Fail, what: &str, more: impl FnOnce() -> String) -> Fail {
        match &*self.plan.lock().unwrap_or_else(PoisonError::into_inner) {
            Some(Plan { command, .. }) => fail.help(format!("estimate the {what}: {command}")),
            None if self.has_fixed_size.load(Relaxed) => fail.help(more()),
            None => fail.help(format!("use a smaller board, or {}", more())),
        }
    }

    /// Returns the reason for a stop, if the work must stop now. This is the only check of signals, memory and time: the work,
    /// the guard and the embedding program call it.
    pub(super) fn stop_reason(&self) -> Option<StopReason> {
        if self.has_interrupt() {
            Some(StopReason::Interrupt)
        } else if self.memory.is_passed() {
            Some(StopReason::Memory)
        } else {
            let is_late = self.timeout.is_some_and(|timeout| self.start.elapsed() > timeout);
            is_late.then_some(StopReason::Time)
        }
    }

    /// Returns `true` if the work must stop, and records that the work has noticed a stop.
    pub(super) fn check_stop(&self) -> bool {
        let stop = self.stop_reason().is_some();
        if stop {
            self.notice_stop();
        }
        stop
    }

    /// Records that the work has noticed a stop.
    pub(super) fn notice_stop(&self) {
        self.has_noticed.store(true, Relaxed);
    }

    /// Returns `true` if the work has noticed a stop.
    pub(super) fn has_noticed_stop(&self) -> bool {
        self.has_noticed.load(Relaxed)
    }

    pub(super) fn set_status(&self, text: impl FnOnce() -> String) {
        if let Some(bar) = self.bar.as_ref().filter(|_| !self.is_bar_removed.load(Relaxed)) {
            // The message contains the elapsed time: a time that the bar drew itself would not fit the text of a line that is drawn late.
            let (elapsed, line) = self.pace.line(&text());
            bar.set_message(format!("{:#} {line}", HumanDuration(elapsed)));
            bar.tick();
        }
    }

    /// Shows the progress line once the work has taken longer than the delay and reports progress.
    pub(super) fn show_progress_if_due(&self) {
        let is_late = self.start.elapsed() >= PROGRESS_DELAY && !self.is_bar_removed.load(Relaxed);
        let is_due = |bar: &&ProgressBar| bar.is_hidden() && !bar.is_finished() && !bar.message().is_empty();
        if let Some(bar) = self.bar.as_ref().filter(|_| is_late).filter(is_due) {
            bar.set_draw_target(ProgressDrawTarget::stderr_with_hz(10));
            bar.tick();
        }
    }

    pub(super) fn clear(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }

    /// Removes the progress line permanently.
    pub(super) fn remove_progress_line(&self) {
        self.is_bar_removed.store(true, Relaxed);
        self.clear();
    }
}

/// Formats a time as an option value, rounded up.
fn rounded_time(seconds: f64) -> String {
    match seconds {
        ..300.0 => format!("{}s", seconds.ceil()),
        ..18_000.0 => format!("{}m", (seconds / 60.0).ceil()),
        _ => format!("{}h", (seconds / 3600.0).ceil()),
    }
}
