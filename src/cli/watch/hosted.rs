//! The watch over work that another program asked for.

use super::super::fail::Fail;
use super::{Limits, is_interrupted};
use std::time::Duration;

/// The time that the work may take to see by itself that its time has run out.
const LATE: Duration = Duration::from_secs(1);

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
