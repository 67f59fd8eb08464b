//! The log of the game in play, saved however the program ends.

use super::super::target::Target;
use crate::play::{Session, log};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// A log in the making.
struct Log {
    target: Target,
    text: String,
    /// The steps in it.
    steps: usize,
}

/// The log, for an end that comes from elsewhere than the game.
static LOG: Mutex<Option<Log>> = Mutex::new(None);

fn the_log() -> MutexGuard<'static, Option<Log>> {
    LOG.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Begins a log, if one is wanted.
pub(super) fn begin(target: Option<Target>, session: &dyn Session) {
    let log = |target| Log { target, text: log::write(session), steps: session.steps().len() };
    *the_log() = target.map(log);
}

/// Takes down what has happened since.
pub(super) fn note(session: &dyn Session) {
    if let Some(log) = the_log().as_mut().filter(|log| log.steps != session.steps().len()) {
        (log.text, log.steps) = (log::write(session), session.steps().len());
    }
}

/// The log, for the one who saves it.
pub(super) fn take() -> Option<(Target, String)> {
    the_log().take().map(|log| (log.target, log.text))
}

/// Saves the log, because the program ends at once. Nothing better can be done about what fails here.
pub(super) fn save() {
    if let Some((mut target, text)) = take() {
        let bytes = text.as_bytes();
        if target.put(bytes).is_ok_and(|goes_on| goes_on) {
            let _ = target.finish(bytes.len() as u64);
        }
    }
}
