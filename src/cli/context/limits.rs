//! The limits that end the work of a command, and the reasons that it gives then.

use super::Activity;
use super::needed::Plan;
use super::units::spell;
use crate::cli::embed::Control;
use crate::cli::fail::{Fail, LimitKind, Status};
use crate::cli::output::Output;
use crate::cli::play::Log;
use crate::cli::program::Program;
use crate::games::plan;
use crate::model::pace::OverallProgress;
use crate::model::resident::MemoryLimit;
use crate::room;
use indicatif::{ProgressBar, ProgressDrawTarget};
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// The time that work takes before its progress is shown.
const BEFORE_PROGRESS: Duration = Duration::from_millis(500);

/// The reason for which work ends early.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum StopReason {
    /// A signal, or the program that embeds this one.
    Interrupt,
    /// The limit of memory is passed.
    Memory,
    /// The time has run out.
    Time,
}

/// The limits that end the work, and the progress line that is removed first.
pub(in crate::cli) struct Limits {
    pub(super) begun: Instant,
    pub(super) timeout: Option<Duration>,
    pub(super) max_bytes: u64,
    pub(super) memory: MemoryLimit,
    /// `true` once the work has seen that it must end.
    pub(super) noticed: AtomicBool,
    pub(super) quiet: bool,
    pub(super) bar: Option<ProgressBar>,
    pub(super) pace: OverallProgress,
    /// The plan that says beforehand what the work takes.
    pub(super) plan: Mutex<Option<Plan>>,
    /// `true` once the line has gone for good.
    pub(super) bar_gone: AtomicBool,
    /// The control of the work, where it is another program's.
    pub(super) host: Option<Arc<Control>>,
    pub(super) program: Program,
    pub(in crate::cli) output: Output,
    pub(super) activity: Arc<Activity>,
    /// Locked by the thread that prints why the program ends.
    pub(super) last_word: Mutex<()>,
    /// The log of a game that is played in the terminal.
    pub(in crate::cli) log: Mutex<Option<Log>>,
}

impl Limits {
    /// Returns why the work was stopped, and where it stood.
    pub(super) fn ended(&self, so_far: &str) -> Fail {
        match self.stop_reason() {
            Some(StopReason::Interrupt) => Fail::new(Status::Interrupted, format!("interrupted {so_far}")),
            Some(StopReason::Memory) => self.too_large(so_far, None),
            Some(StopReason::Time) | None => self.late(so_far),
        }
    }

    /// Returns the error that the time ran out, where the work stood.
    fn late(&self, so_far: &str) -> Fail {
        let seconds = self.timeout.unwrap_or_default().as_secs_f64();
        let long = if seconds < 600.0 { "1h" } else { "1000h" };
        // A plan is measured on smaller boards, and says more than how far this one has come.
        let is_planned = self.plan.lock().unwrap_or_else(PoisonError::into_inner).is_some();
        let what = format!("the time of {seconds} s ran out {so_far}");
        let fail = Fail::new(Status::Limit(LimitKind::Time), what);
        match self.pace.whole().filter(|_| !is_planned) {
            Some(all) => {
                let all = all.max(seconds);
                let (all, twice) = (long_time(all), long_time(2.0 * all));
                fail.help(format!("about {all} are needed in all: --timeout {twice}"))
            }
            // Nobody knows how long another program takes to send something.
            None if self.is_waiting() => fail.help("leave out --timeout"),
            None => self.helped(fail, "how long", || format!("much more time: --timeout {long}")),
        }
    }

    /// Returns the error that the limit of memory has come, where the work stood, and about how many bytes it takes,
    /// where that is known.
    pub(super) fn too_large(&self, so_far: &str, needed: Option<f64>) -> Fail {
        let limit = spell(self.max_bytes);
        let most = room::usable_memory(0).filter(|&free| free > self.max_bytes);
        let more = || match most {
            Some(free) => format!("most of what is free: --max-memory {}", spell(free)),
            None => "a machine with more memory".to_owned(),
        };
        let about =
            needed.map_or(String::new(), |bytes| format!(" (about {}, an estimate)", plan::size(bytes)));
        let what = format!("more than {limit} of memory is needed{about}, {so_far}");
        self.helped(Fail::new(Status::Limit(LimitKind::Memory), what), "how much", more)
    }

    /// Advises the command that says what the work takes, if there is one; else a smaller board, or `more`.
    pub(super) fn helped(&self, fail: Fail, what: &str, more: impl FnOnce() -> String) -> Fail {
        match &*self.plan.lock().unwrap_or_else(PoisonError::into_inner) {
            Some(Plan { command, .. }) => fail.help(format!("{what} it takes: {command}")),
            None => fail.smaller_board_or(more()),
        }
    }

    /// Returns why the work must end now, if it must. This is the only check of signals, memory and time: the work, the guard
    /// and a host call it.
    pub(super) fn stop_reason(&self) -> Option<StopReason> {
        if self.are_interrupted() {
            Some(StopReason::Interrupt)
        } else if self.memory.is_passed() {
            Some(StopReason::Memory)
        } else {
            let is_late = self.timeout.is_some_and(|timeout| self.begun.elapsed() > timeout);
            is_late.then_some(StopReason::Time)
        }
    }

    /// Returns whether the work must end, and takes note that the work has noticed that.
    pub(super) fn stop(&self) -> bool {
        let stop = self.stop_reason().is_some();
        if stop {
            self.noticed.store(true, Relaxed);
        }
        stop
    }

    /// Returns whether the work has noticed that it must end.
    pub(super) fn are_noticed(&self) -> bool {
        self.noticed.load(Relaxed)
    }

    pub(super) fn tell(&self, what: impl FnOnce() -> String) {
        if let Some(bar) = self.bar.as_ref().filter(|_| !self.bar_gone.load(Relaxed)) {
            bar.set_message(self.pace.line(&what()));
            bar.tick();
        }
    }

    /// Shows the progress line for the first time, once the work has taken a while and reports progress.
    pub(super) fn show_when_late(&self) {
        let is_late = self.begun.elapsed() >= BEFORE_PROGRESS && !self.bar_gone.load(Relaxed);
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

    /// Takes the progress line away, and lets none come after it.
    pub(super) fn clear_for_ever(&self) {
        self.bar_gone.store(true, Relaxed);
        self.clear();
    }
}

/// A time as it is typed, rounded up.
fn long_time(seconds: f64) -> String {
    match seconds {
        ..300.0 => format!("{}s", seconds.ceil()),
        ..18_000.0 => format!("{}m", (seconds / 60.0).ceil()),
        _ => format!("{}h", (seconds / 3600.0).ceil()),
    }
}
