//! The error of a game, as the end of the program.

use super::super::fail::{Fail, Status};
use super::super::watch::Watch;
use crate::play::Wrong;

/// Explains the error to the one who asked.
pub(in crate::cli) fn fail(error: Wrong, watch: &Watch) -> Fail {
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
