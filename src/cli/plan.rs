//! `plan`: what an exact answer would take, told before the work begins.

use super::print;
use super::watch::{Growth, Watch};
use crate::games::plan::Planner;
use crate::model::Run;
use std::time::Duration;

/// Returns the title of the plans of a range of games.
pub(super) fn about(family: &str, watch: &Watch) -> String {
    format!("What exact odds of {family} take on {}", print::count(watch.threads(), "thread"))
}

impl Planner for Watch {
    fn run(&self) -> Run<'_> {
        self.run()
    }

    fn is_stopped(&self) -> bool {
        self.stopped()
    }

    fn now(&self) -> Duration {
        self.elapsed()
    }

    fn most_bytes(&self) -> u64 {
        self.max_bytes()
    }

    fn idle(&self) -> u64 {
        self.idle()
    }

    fn growth(&self) -> Box<dyn Fn() -> bool + Sync + '_> {
        let growth = Growth::beyond(self.max_bytes() / 4 * 3, Duration::from_millis(1));
        Box::new(move || growth.look())
    }
}
