//! Failures of a command, explained in its context: the limit that ended the work, its progress, and advice.

use super::Context;
use super::limits::StopReason;
use crate::cli::fail::{Fail, Status};
use crate::cli::print;
use chancetree_engine::model::{Error, Progress, Stop};
use chancetree_families::family::{CommandError, StopError as _};

impl Context {
    /// Converts an error of the engine to a failure that names the limit, the progress and advice.
    pub(crate) fn explain(&self, error: Error) -> Fail {
        self.notice_stop(&error);
        match error {
            Error::Stop(Stop::TooMuchMemory { progress, .. }) => {
                self.estimated_memory_failure(&so_far(progress))
            }
            Error::Stop(Stop::ByMonitor(progress)) => self.stop_failure(&so_far(progress)),
            Error::Stop(Stop::TooManyStates { .. }) => Fail::from(error).help(self.state_limit_advice()),
            other => other.into(),
        }
    }

    /// Converts an error of the engine to a failure like [`explain`](Self::explain), with `place` as the progress at a limit.
    fn explain_at(&self, error: Error, place: &str) -> Fail {
        self.notice_stop(&error);
        match error {
            Error::Stop(Stop::ByMonitor(_)) => self.stop_failure(place),
            Error::Stop(Stop::TooMuchMemory { .. }) => self.estimated_memory_failure(place),
            error => self.explain(error),
        }
    }

    /// Records that the work has noticed a stop, so that the guard leaves it the time to end.
    fn notice_stop(&self, error: &Error) {
        if matches!(error, Error::Stop(_)) {
            self.limits.notice_stop();
        }
    }

    /// Converts the error of a command to a failure.
    pub(crate) fn failure(&self, error: CommandError) -> Fail {
        match error {
            CommandError::Refused(refusal) => refusal.into(),
            CommandError::Beyond(refusal) => Fail::beyond_program(refusal),
            CommandError::Engine(error) => self.explain(error),
            CommandError::Stopped { error, place } => self.explain_at(error, &place),
            CommandError::At(error, part) => self.failure(*error).at(&part),
            CommandError::ReaderGone => Fail::new(Status::Interrupted, "the reader of the output is gone"),
            CommandError::Output { .. } => unreachable!("converted where the output is written"),
        }
    }

    /// Returns the failure of stopped work: the reason, and the progress `so_far`.
    pub(crate) fn stop_failure(&self, so_far: &str) -> Fail {
        match self.limits.stop_reason() {
            Some(StopReason::Memory) => self.estimated_memory_failure(so_far),
            _ => self.limits.stop_failure(so_far),
        }
    }

    /// Returns `true` if `bytes` more fit below the memory limit.
    #[cfg(feature = "pictures")]
    pub(crate) fn has_room(&self, bytes: u64) -> bool {
        !chancetree_engine::model::memory_usage::exceeds(self.max_bytes(), bytes)
    }

    /// Returns the failure of work whose next step does not fit below the memory limit. `so_far` is the progress.
    #[cfg(feature = "pictures")]
    pub(crate) fn memory_failure(&self, so_far: &str) -> Fail {
        self.limits.memory_failure(so_far, None)
    }
}

/// Returns the failure that `stop`ped further results, or the failure to print the finished results.
pub(crate) fn end_printed(stop: Option<Fail>, printed: Result<(), Fail>) -> Result<(), Fail> {
    match (stop, printed) {
        (Some(stop), Err(fail)) if fail.is_stop() => Err(stop.with_addition("some results are not printed")),
        (stop, printed) => printed.and(stop.map_or(Ok(()), Err)),
    }
}

/// Describes the progress of the engine.
fn so_far(progress: Progress) -> String {
    // Work other than exploring states may count neither layers nor states.
    if progress == Progress::default() {
        return "before the work was done".to_owned();
    }
    format!("in layer {}, after {}", progress.layer, print::count(progress.states, "state"))
}
