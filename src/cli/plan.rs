//! `plan`: what an exact answer would take, told before the work begins.

use super::print;
use super::watch::Watch;

/// Returns the title of the plans of a range of games.
pub(super) fn about(family: &str, watch: &Watch) -> String {
    format!("What exact odds of {family} take on {}", print::count(watch.threads(), "thread"))
}
