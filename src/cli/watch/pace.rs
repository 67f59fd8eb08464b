//! Reports of the parts of the program on how far they are.

use super::Watch;
use crate::pace::Pace;

impl Watch {
    /// Returns what knows how far the work is.
    pub(crate) fn pace(&self) -> &Pace {
        &self.limits.pace
    }

    /// So much of the work, or of the pass at work, is done.
    pub(crate) fn done(&self, done: u64, of: u64) {
        self.pace().share(done as f64 / of.max(1) as f64);
    }

    /// Tells which part of several is at work, unless it is a part of a part.
    pub(super) fn begin_part(&self, name: impl FnOnce() -> String) -> bool {
        let is_named = self.pace().begin_part(name);
        if is_named {
            self.tell(String::new);
        }
        is_named
    }
}
