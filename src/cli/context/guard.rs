//! The guard: a thread that ends the program at a limit or a signal while the work does not check them: while it waits for a
//! pipe, prints numbers with very many digits, or paints a picture. An embedding program polls `overdue` instead.

use super::limits::StopReason;
use super::{Limits, is_interrupted, is_interrupted_twice};
use crate::cli::fail::Fail;
use crate::cli::play;
use chancetree_engine::model::memory_usage::{self, MemoryUsage};
use std::hint::black_box;
use std::sync::atomic::AtomicU32;
use std::sync::atomic::Ordering::SeqCst;
use std::sync::{Arc, Barrier, PoisonError, TryLockError, Weak};
use std::time::{Duration, Instant};

/// The time for the work to notice a limit or a signal.
const NOTICE_TIME: Duration = Duration::from_millis(600);

/// The time for the work to end after it has noticed a limit or a signal.
const END_TIME: Duration = Duration::from_secs(2);

/// The time for the work of an embedding program to notice that its time limit has passed.
const EMBEDDED_NOTICE_TIME: Duration = Duration::from_secs(1);

/// The kind of an activity. It decides when the guard may end the program.
#[derive(Clone, Copy, Debug)]
pub(crate) enum ActivityKind {
    /// An activity that must not be interrupted, such as saving. The guard waits for its end.
    CriticalSection,
    /// A result is written after the end of the work. Only a signal interrupts the writing.
    WritingResult,
    /// The program waits for input. The guard ends it at once.
    Waiting,
    /// Work that is saved when it stops. Saving takes time and memory, so the guard allows more of both.
    SavesOnStop,
    /// A picture is drawn. Drawing checks no limits, and a part of a picture is useless: the guard ends the program at once.
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

    fn is_active(&self, kind: ActivityKind) -> bool {
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
    /// Exits the program with a failure. Only one thread prints its failure; later callers block until the exit.
    pub(super) fn end(&self, fail: &Fail) -> ! {
        self.lock_exit();
        self.exit(fail)
    }

    /// Exits the program if the memory limit does not allow an input of this size. The guard may be too late to notice it.
    pub(in crate::cli) fn reserve_input(&self, bytes: u64) {
        if self.control.is_none() && memory_usage::exceeds(self.max_bytes, bytes) {
            self.end(&self.memory_failure("before the end of the input", None));
        }
    }

    /// Returns the activities in progress.
    pub(in crate::cli) fn activity(&self) -> &Arc<Activity> {
        &self.activity
    }

    fn exit(&self, fail: &Fail) -> ! {
        self.remove_progress_line();
        play::leave(self);
        self.output.end_list();
        fail.exit(self.program.name)
    }

    /// Blocks other threads from printing the final failure until the program exits.
    pub(super) fn lock_exit(&self) {
        std::mem::forget(self.exit_lock.lock().unwrap_or_else(PoisonError::into_inner));
    }

    /// Returns whether the program waits for input.
    pub(super) fn is_waiting(&self) -> bool {
        self.activity.is_active(ActivityKind::Waiting)
    }

    /// Returns `true` after a signal, or after a stop by the embedding program.
    pub(super) fn has_interrupt(&self) -> bool {
        match &self.control {
            Some(control) => control.is_stopped(),
            None => is_interrupted(),
        }
    }

    /// Returns the failure of work that has passed its time or memory limit and has not stopped.
    pub(in crate::cli) fn overdue(&self) -> Option<Fail> {
        let late = self.timeout.is_some_and(|timeout| self.start.elapsed() > timeout + EMBEDDED_NOTICE_TIME);
        (late || self.memory.is_passed()).then(|| self.stop_failure("before the work was done"))
    }

    /// Returns the finished share of the work, from 0 to 1.
    pub(in crate::cli) fn share(&self) -> f64 {
        self.pace.done()
    }
}

/// The address space that the guard frees before it prints a failure. The work may have used the rest.
const SPARE_BYTES: usize = 1 << 20;

/// Starts the guard of `limits`, which runs until they are dropped.
pub(super) fn guard(limits: &Arc<Limits>) {
    let limits = Arc::downgrade(limits);
    // The work waits for the guard, because a thread cannot start without address space.
    let ready = Arc::new(Barrier::new(2));
    let started = Arc::clone(&ready);
    let guard = move || {
        let mut spare = Vec::<u8>::new();
        // Without room to spare the guard still watches.
        let _ = black_box(&mut spare).try_reserve_exact(SPARE_BYTES);
        started.wait();
        watch(&limits, spare);
    };
    // Without a thread the work still checks its limits.
    if std::thread::Builder::new().name("guard".to_owned()).spawn(guard).is_ok() {
        ready.wait();
    }
}

fn watch(limits: &Weak<Limits>, spare: Vec<u8>) {
    let mut spare = Some(spare);
    let mut since: Option<Instant> = None;
    loop {
        let Some(limits) = limits.upgrade() else { return };
        limits.show_progress_if_due();
        if is_interrupted_twice() {
            limits.end(&Fail::interrupted());
        }
        if !is_end_due(&limits) {
            since = None;
        } else if since.get_or_insert_with(Instant::now).elapsed() >= patience(&limits) {
            match limits.exit_lock.try_lock() {
                // Another thread is already ending the program.
                Err(TryLockError::WouldBlock) => return,
                _exit_lock => {
                    drop(spare.take());
                    let place = if limits.is_waiting() {
                        "before the end of the input"
                    } else {
                        "before the work was done"
                    };
                    limits.exit(&limits.stop_failure(place));
                }
            }
        }
        let pause = memory_usage::pause(limits.max_bytes, MemoryUsage::recent().resident);
        drop(limits);
        std::thread::sleep(pause);
    }
}

/// Returns `true` if a limit or a signal ends the program and no activity prevents the end.
fn is_end_due(limits: &Limits) -> bool {
    let is_end_due = match limits.stop_reason() {
        None => false,
        Some(StopReason::Interrupt) => true,
        Some(StopReason::Memory | StopReason::Time) => {
            !limits.activity.is_active(ActivityKind::WritingResult)
        }
    };
    is_end_due && !limits.activity.is_active(ActivityKind::CriticalSection) && !play::has_terminal()
}

/// Returns the time for which the work may continue after a stop. Work that checks its limits exceeds the memory limit only
/// slightly.
fn patience(limits: &Limits) -> Duration {
    let activity = &limits.activity;
    let is_saved = activity.is_active(ActivityKind::SavesOnStop);
    let is_noticed = limits.has_noticed_stop();
    let tolerance = limits.max_bytes / if is_saved || is_noticed { 4 } else { 16 };
    let is_far_beyond = !activity.is_active(ActivityKind::WritingResult)
        && memory_usage::exceeds(limits.max_bytes.saturating_add(tolerance), 0);
    let nothing_to_finish = limits.is_waiting() || activity.is_active(ActivityKind::Drawing);
    match is_far_beyond || nothing_to_finish {
        true => Duration::ZERO,
        // Work on a busy machine notices a stop late. Saved work must not be lost for this reason.
        false if is_noticed || is_saved => END_TIME,
        false => NOTICE_TIME,
    }
}
