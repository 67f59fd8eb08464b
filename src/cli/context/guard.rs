//! Ends the program where the work does not look at its limits: while it waits for a pipe, prints numbers of very many
//! digits, or paints. A program that hosts the work asks for that itself.

use super::limits::StopReason;
use super::{Limits, is_interrupted, is_interrupted_twice};
use crate::cli::fail::Fail;
use crate::cli::play;
use crate::model::resident;
use std::sync::atomic::AtomicU32;
use std::sync::atomic::Ordering::SeqCst;
use std::sync::{Arc, PoisonError, TryLockError, Weak};
use std::time::{Duration, Instant};

/// The time that the work may take to notice a limit or a signal.
const NOTICE: Duration = Duration::from_millis(600);

/// The time that it may take to end, once it has noticed.
const ENDING: Duration = Duration::from_secs(2);

/// The time that the work for another program may take to see by itself that its time has run out.
const LATE: Duration = Duration::from_secs(1);

/// What the work does at a moment, as far as it matters for when the program may be ended from outside the work.
#[derive(Clone, Copy, Debug)]
pub(crate) enum ActivityKind {
    /// Something that must not be cut in two, such as saving: the program is not ended before it is done.
    Held,
    /// A result is written: the work is done, and only a signal ends the writing.
    Speaking,
    /// The program waits for input, where there is nothing to finish: it is ended at once.
    Waiting,
    /// The work is saved when it stops, for which it may pass the limits by more.
    Saved,
    /// A picture is drawn, which does not check its limits and of which a part is nothing: the program is ended at once.
    Drawing,
}

/// The numbers of activities in progress, by kind.
#[derive(Debug, Default)]
pub(crate) struct Activity([AtomicU32; 5]);

impl Activity {
    /// Begins an activity, which lasts until the result is dropped.
    pub(crate) fn begin(self: &Arc<Self>, kind: ActivityKind) -> ActivityGuard {
        self.0[kind as usize].fetch_add(1, SeqCst);
        ActivityGuard { activity: Arc::clone(self), kind }
    }

    fn is(&self, kind: ActivityKind) -> bool {
        self.0[kind as usize].load(SeqCst) > 0
    }
}

/// An activity in progress.
#[derive(Debug)]
pub(crate) struct ActivityGuard {
    activity: Arc<Activity>,
    kind: ActivityKind,
}

impl Drop for ActivityGuard {
    fn drop(&mut self) {
        self.activity.0[self.kind as usize].fetch_sub(1, SeqCst);
    }
}

impl Limits {
    /// Ends the program at once. Only one thread prints why; later callers wait for the exit.
    pub(super) fn end(&self, fail: &Fail) -> ! {
        self.take_last_word();
        self.exit(fail)
    }

    fn exit(&self, fail: &Fail) -> ! {
        self.clear_for_ever();
        play::leave(self);
        self.output.end_list();
        fail.exit(self.program.name)
    }

    /// Keeps other threads from printing why the program ends, for good.
    pub(super) fn take_last_word(&self) {
        std::mem::forget(self.last_word.lock().unwrap_or_else(PoisonError::into_inner));
    }

    /// Returns whether the program waits for input.
    pub(super) fn is_waiting(&self) -> bool {
        self.activity.is(ActivityKind::Waiting)
    }

    /// Returns `true` if somebody has asked for the end.
    pub(super) fn are_interrupted(&self) -> bool {
        match &self.host {
            Some(host) => host.is_stopped(),
            None => is_interrupted(),
        }
    }

    /// Returns why the work must end, if it does not see it by itself.
    pub(in crate::cli) fn overdue(&self) -> Option<Fail> {
        let late = self.timeout.is_some_and(|timeout| self.begun.elapsed() > timeout + LATE);
        (late || self.memory.is_passed()).then(|| self.ended("before the end"))
    }

    /// The share of the work that is done.
    pub(in crate::cli) fn share(&self) -> f64 {
        self.pace.done()
    }
}

/// Guards `limits` for as long as they live.
pub(super) fn guard(limits: &Arc<Limits>) {
    let limits = Arc::downgrade(limits);
    // If no thread can be had, the work still looks for itself.
    let _ = std::thread::Builder::new().name("guard".to_owned()).spawn(move || watch(&limits));
}

fn watch(limits: &Weak<Limits>) {
    let mut since: Option<Instant> = None;
    loop {
        let Some(limits) = limits.upgrade() else { return };
        limits.show_when_late();
        if is_interrupted_twice() {
            limits.end(&Fail::interrupted());
        }
        if !must_end(&limits) {
            since = None;
        } else if since.get_or_insert_with(Instant::now).elapsed() >= patience(&limits) {
            match limits.last_word.try_lock() {
                // The program is ending by itself.
                Err(TryLockError::WouldBlock) => return,
                _last_word => {
                    let place =
                        if limits.is_waiting() { "before the end of the input" } else { "before the end" };
                    limits.exit(&limits.ended(place));
                }
            }
        }
        let pause = resident::pause(limits.max_bytes, resident::recent_bytes());
        drop(limits);
        std::thread::sleep(pause);
    }
}

/// Returns `true` if the program has to end, and may.
fn must_end(limits: &Limits) -> bool {
    let must_end = match limits.stop_reason() {
        None => false,
        Some(StopReason::Interrupt) => true,
        Some(StopReason::Memory | StopReason::Time) => !limits.activity.is(ActivityKind::Speaking),
    };
    must_end && !limits.activity.is(ActivityKind::Held) && !play::has_terminal()
}

/// Returns how long the work may continue after it must end. Work that checks its limits passes the limit of memory only by a
/// small part.
fn patience(limits: &Limits) -> Duration {
    let activity = &limits.activity;
    let is_saved = activity.is(ActivityKind::Saved);
    let beyond = limits.max_bytes / if is_saved { 4 } else { 16 };
    let far =
        !activity.is(ActivityKind::Speaking) && resident::exceeds(limits.max_bytes.saturating_add(beyond), 0);
    let nothing_to_finish = limits.is_waiting() || activity.is(ActivityKind::Drawing);
    match (far || nothing_to_finish, limits.are_noticed()) {
        (true, _) => Duration::ZERO,
        // On a busy machine work notices late; what is saved must not be lost for that.
        (_, is_noticed) if is_noticed || is_saved => ENDING,
        _ => NOTICE,
    }
}
