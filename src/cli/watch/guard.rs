//! Ends the program where the work does not look at its limits: while it waits for a pipe, prints numbers of very many
//! digits, or paints. A program that hosts the work asks for that itself.

use super::super::fail::Fail;
use super::super::play;
use super::super::print::end_list;
use super::{Limits, is_interrupted};
use crate::model::resident::{pause, resident_bytes};
use std::sync::atomic::AtomicU32;
use std::sync::atomic::Ordering::SeqCst;
use std::sync::{Arc, Mutex, PoisonError, TryLockError, Weak};
use std::time::{Duration, Instant};

/// The time that the work may take to notice a limit or a signal.
const NOTICE: Duration = Duration::from_millis(600);

/// The time that it may take to end, once it has noticed.
const ENDING: Duration = Duration::from_secs(2);

/// The time that the work for another program may take to see by itself that its time has run out.
const LATE: Duration = Duration::from_secs(1);

/// The longest time between two looks.
const LONGEST: Duration = Duration::from_millis(50);

/// Steps at work that nothing may cut in two, such as saving.
static HELD: AtomicU32 = AtomicU32::new(0);
/// Steps at work that no limit of time or memory is meant for: results are written.
static SPEAKING: AtomicU32 = AtomicU32::new(0);
/// Waits for input, in which there is nothing to finish.
static WAITING: AtomicU32 = AtomicU32::new(0);
/// Works that are saved when they stop.
static SAVED: AtomicU32 = AtomicU32::new(0);
/// Steps at work that does not look at its limits and of which a part is nothing.
static DRAWING: AtomicU32 = AtomicU32::new(0);

/// Counts itself for as long as it lives.
#[derive(Debug)]
pub(crate) struct Held(&'static AtomicU32);

impl Held {
    fn begin(what: &'static AtomicU32) -> Self {
        what.fetch_add(1, SeqCst);
        Self(what)
    }
}

impl Drop for Held {
    fn drop(&mut self) {
        self.0.fetch_sub(1, SeqCst);
    }
}

/// While this lives the program is not ended from outside the work: what was begun is finished first.
pub(crate) fn hold() -> Held {
    Held::begin(&HELD)
}

/// While this lives a result is written: the work is done, and only a signal ends the writing.
pub(crate) fn speak() -> Held {
    Held::begin(&SPEAKING)
}

/// While this lives the program reads, and ends at once.
pub(crate) fn wait_for_input() -> Held {
    Held::begin(&WAITING)
}

/// While this lives the work is saved when it stops, for which it may pass the limit of memory by more.
pub(crate) fn saves() -> Held {
    Held::begin(&SAVED)
}

/// While this lives a picture is drawn, and a limit or a signal ends the program at once.
pub(crate) fn draw() -> Held {
    Held::begin(&DRAWING)
}

/// Returns `true` while the program reads.
pub(super) fn is_waiting() -> bool {
    WAITING.load(SeqCst) > 0
}

/// Held by whoever has the last word on stderr.
static LAST_WORD: Mutex<()> = Mutex::new(());

/// Takes the right to say why the program ends, for good; whoever comes second waits for the end.
pub(crate) fn take_last_word() {
    std::mem::forget(LAST_WORD.lock().unwrap_or_else(PoisonError::into_inner));
}

/// Ends the program at once.
pub(super) fn end(fail: &Fail) -> ! {
    play::leave();
    end_list();
    fail.exit()
}

impl Limits {
    /// Returns `true` if somebody has asked for the end.
    pub(super) fn are_interrupted(&self) -> bool {
        is_interrupted() || self.host.as_ref().is_some_and(|host| host.is_stopped())
    }

    /// Returns why the work must end, if it does not see it by itself.
    pub(in crate::cli) fn overdue(&self) -> Option<Fail> {
        let late = self.timeout.is_some_and(|timeout| self.begun.elapsed() > timeout + LATE);
        (late || self.growth.has_come()).then(|| self.ended("before the end"))
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
        let bytes = resident_bytes().unwrap_or(0);
        limits.growth.see(bytes);
        if !must_end(&limits) {
            since = None;
        } else if since.get_or_insert_with(Instant::now).elapsed() >= patience(&limits, bytes) {
            match LAST_WORD.try_lock() {
                // The program is ending by itself.
                Err(TryLockError::WouldBlock) => return,
                _last_word => {
                    limits.clear_for_ever();
                    let place = if is_waiting() { "before the end of the input" } else { "before the end" };
                    end(&limits.ended(place));
                }
            }
        }
        let left = limits.max_bytes.saturating_sub(bytes);
        drop(limits);
        std::thread::sleep(pause(left).min(LONGEST));
    }
}

/// Returns `true` if the program has to end, and may.
fn must_end(limits: &Limits) -> bool {
    let limited = SPEAKING.load(SeqCst) == 0 && limits.have_come();
    (is_interrupted() || limited) && HELD.load(SeqCst) == 0 && !play::has_terminal()
}

/// Returns how long the work may go on. Work that looks at its limits passes that of memory by a little only.
fn patience(limits: &Limits, bytes: u64) -> Duration {
    let beyond = limits.max_bytes / if SAVED.load(SeqCst) > 0 { 4 } else { 16 };
    let far = SPEAKING.load(SeqCst) == 0 && bytes > limits.max_bytes.saturating_add(beyond);
    let nothing_to_finish = is_waiting() || DRAWING.load(SeqCst) > 0;
    match (far || nothing_to_finish, limits.are_noticed()) {
        (true, _) => Duration::ZERO,
        (_, true) => ENDING,
        (_, false) => NOTICE,
    }
}
