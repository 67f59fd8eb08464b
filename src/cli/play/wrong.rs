//! Handles a step that was not made: a word on the screen, or the end.

use super::super::fail::{Fail, Status};
use super::super::watch::Watch;
use crate::play::Wrong;

/// Returns why the step was refused, for the screen; other errors end the game.
pub(super) fn refused(step: Result<(), Wrong>, watch: &Watch) -> Result<Option<String>, Fail> {
    match step {
        Ok(()) => Ok(None),
        Err(Wrong::Refused(why)) => Ok(Some(why)),
        Err(error) => Err(fail(error, watch)),
    }
}

/// The error as the end of the program.
pub(super) fn fail(error: Wrong, watch: &Watch) -> Fail {
    match error {
        Wrong::Engine(error) => watch.explain(error),
        other => Fail::new(Status::Usage, other.to_string()),
    }
}

/// Returns the error with what helps, if the step was refused and not only stopped.
pub(super) fn helped(error: Wrong, help: &str, watch: &Watch) -> Fail {
    let is_refused = matches!(error, Wrong::Refused(_));
    let fail = fail(error, watch);
    if is_refused { fail.help(help) } else { fail }
}
