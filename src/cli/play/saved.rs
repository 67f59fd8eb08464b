//! The log of the game in play, saved however the program ends.

use crate::cli::context::Limits;
use crate::cli::target::Target;
use crate::play::{AnySession, log};
use std::sync::{MutexGuard, PoisonError};

/// A log in the making.
pub(in crate::cli) struct Log {
    target: Target,
    text: String,
    /// The steps in it.
    steps: usize,
}

fn the_log(limits: &Limits) -> MutexGuard<'_, Option<Log>> {
    limits.log.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Begins a log, if one is wanted.
pub(super) fn begin(target: Option<Target>, session: &AnySession, limits: &Limits) {
    let log = |target| Log { target, text: log::write(session), steps: session.steps().len() };
    *the_log(limits) = target.map(log);
}

/// Adds the steps since the last call.
pub(super) fn note(session: &AnySession, limits: &Limits) {
    if let Some(log) = the_log(limits).as_mut().filter(|log| log.steps != session.steps().len()) {
        (log.text, log.steps) = (log::write(session), session.steps().len());
    }
}

/// Takes the log, to save it.
pub(super) fn take(limits: &Limits) -> Option<(Target, String)> {
    the_log(limits).take().map(|log| (log.target, log.text))
}

/// Saves the log, because the program exits at once. Nothing better can be done about what fails here.
pub(super) fn save(limits: &Limits) {
    if let Some((mut target, text)) = take(limits) {
        let bytes = text.as_bytes();
        if target.put(bytes).is_ok_and(|goes_on| goes_on) {
            let _ = target.finish(bytes.len() as u64);
        }
    }
}
