//! Answers that are too long to be kept in memory.

use super::{FormatScope, GameAnswer, Report, Table};
use std::fmt;
use std::ops::Range;

/// Makes the table of a range of entries, for JSON or for tables.
type EntryTable = dyn Fn(Range<usize>, FormatScope) -> Table + Send + Sync;

/// Makes the answer about one entry.
type EntryAnswer = dyn Fn(usize) -> GameAnswer + Send + Sync;

/// An answer that is a long list of entries. The entries are made part by part while they are printed.
pub struct LongAnswer {
    /// The report before the list in JSON.
    report: Report,
    /// The number of entries.
    count: usize,
    table: Box<EntryTable>,
    entry: Option<Box<EntryAnswer>>,
}

impl LongAnswer {
    /// Creates a list of `count` entries. `table` makes the table of a range of entries; it may be called more than once
    /// for an entry. All values of a column must be of one kind, and no text may come from a file.
    pub fn new(
        count: usize,
        table: impl Fn(Range<usize>, FormatScope) -> Table + Send + Sync + 'static,
    ) -> Self {
        Self { report: Report::default(), count, table: Box::new(table), entry: None }
    }

    /// Sets the report before the list in JSON.
    #[must_use]
    pub fn after(self, report: Report) -> Self {
        Self { report, ..self }
    }

    /// Sets the answers about each entry. Formats other than JSON print these answers instead of one table.
    #[must_use]
    pub fn with_entries(self, entry: impl Fn(usize) -> GameAnswer + Send + Sync + 'static) -> Self {
        Self { entry: Some(Box::new(entry)), ..self }
    }

    /// Returns the report before the list in JSON.
    pub fn report(&self) -> &Report {
        &self.report
    }

    /// Returns the number of entries.
    pub fn len(&self) -> usize {
        self.count
    }

    /// Returns whether the list has no entry.
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// Returns the table of the entries in the range `places`, for JSON or for tables.
    pub fn table(&self, places: Range<usize>, within: FormatScope) -> Table {
        (self.table)(places, within)
    }

    /// Returns whether each entry has an answer of its own, which formats other than JSON print.
    pub fn has_entries(&self) -> bool {
        self.entry.is_some()
    }

    /// Returns the answer about the entry at `place`, if each entry has an answer of its own.
    pub fn entry(&self, place: usize) -> Option<GameAnswer> {
        self.entry.as_ref().map(|entry| entry(place))
    }
}

impl fmt::Debug for LongAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("LongAnswer").field("count", &self.count).finish_non_exhaustive()
    }
}
