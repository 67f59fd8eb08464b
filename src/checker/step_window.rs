//! The steps at which a goal counts.

use std::ops::{Bound, RangeBounds};

/// A range of steps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StepWindow {
    /// The number of steps before the range.
    pub start: u64,
    /// The number of steps from the first to the last of the range, or `None` if the range has no end.
    pub length: Option<u64>,
}

impl StepWindow {
    /// Any number of steps.
    pub const ANY: Self = Self { start: 0, length: None };

    /// Returns the window as a range.
    pub fn steps(&self) -> impl RangeBounds<u64> + use<> {
        let end =
            self.length.map_or(Bound::Unbounded, |length| Bound::Included(self.start.saturating_add(length)));
        (Bound::Included(self.start), end)
    }

    /// Creates the window of a range of steps. Returns `None` if the range is empty.
    pub fn of(steps: &impl RangeBounds<u64>) -> Option<Self> {
        let start = match steps.start_bound() {
            Bound::Included(&first) => first,
            Bound::Excluded(&last) => last.checked_add(1)?,
            Bound::Unbounded => 0,
        };
        let last = match steps.end_bound() {
            Bound::Included(&last) => last,
            Bound::Excluded(&end) => end.checked_sub(1)?,
            Bound::Unbounded => return Some(Self { start, length: None }),
        };
        Some(Self { start, length: Some(last.checked_sub(start)?) })
    }
}
