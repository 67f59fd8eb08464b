//! The log of the current game, which is saved at every exit of the program.

use crate::cli::context::Limits;
use crate::cli::target::Target;
use chancetree_play::{AnySession, log};
use std::sync::{MutexGuard, PoisonError};

/// The log of a game in progress.
pub(in crate::cli) struct Log {
    target: Target,
    text: String,
    /// The number of logged steps.
    steps: usize,
}

fn current_log(limits: &Limits) -> MutexGuard<'_, Option<Log>> {
    limits.log.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Starts a log, if the game has a `target` for it.
pub(super) fn begin(target: Option<Target>, session: &AnySession, limits: &Limits) {
    let log = |target| Log { target, text: log::write(session), steps: session.steps().len() };
    *current_log(limits) = target.map(log);
}

/// Updates the log after new steps.
pub(super) fn update(session: &AnySession, limits: &Limits) {
    if let Some(log) = current_log(limits).as_mut().filter(|log| log.steps != session.steps().len()) {
        (log.text, log.steps) = (log::write(session), session.steps().len());
    }
}

/// Removes the log, and returns its target and its text.
pub(super) fn take(limits: &Limits) -> Option<(Target, String)> {
    current_log(limits).take().map(|log| (log.target, log.text))
}

/// Saves the log before the program exits. Errors are ignored.
pub(super) fn save(limits: &Limits) {
    if let Some((mut target, text)) = take(limits) {
        let bytes = text.as_bytes();
        if target.put(bytes).is_ok_and(|is_complete| is_complete) {
            let _ = target.finish(bytes.len() as u64);
        }
    }
}
