//! The stop of a worker: at once, or, where work is saved, when all workers have saved.

use crate::mailbox::{Save, Stage};
use crate::model::{Error, Job};
use crate::snapshots::Snapshots;
use std::hash::{BuildHasher as _, RandomState};

/// The plans of a worker to save and to stop.
#[derive(Default)]
pub(crate) struct Halt {
    /// The reason why the work is to stop as soon as it is saved.
    why: Option<Error>,
    /// The stage before which this worker has requested a save, and whether all workers stop then.
    asked: Option<(Stage, bool)>,
    /// The stage before which all workers have saved and stop.
    pub(crate) over: Option<Stage>,
    /// `true` if a snapshot was saved because memory is short.
    tight: bool,
}

impl Halt {
    /// Makes the work stop as soon as it is saved. Returns whether this is the first reason.
    pub(crate) fn wish(&mut self, why: Error) -> bool {
        let is_first = self.why.is_none();
        self.why.get_or_insert(why);
        is_first
    }

    /// Returns what to ask all workers for at stage `at`, if it is time to save: they save before stage `next`. `held`
    /// bytes are in use.
    pub(crate) fn ask(
        &mut self,
        at: Stage,
        next: Stage,
        held: u64,
        snapshots: &Snapshots<'_>,
        job: &Job<'_>,
    ) -> Option<Save> {
        let stops = self.why.is_some();
        let tight = !self.tight && held > job.most_bytes / 8 * 7;
        let waits = self.asked.is_some_and(|(asked, stopping)| asked > at && (stopping || !stops));
        if waits || !snapshots.keeps() || !(stops || tight || snapshots.is_due()) {
            return None;
        }
        self.tight |= tight;
        self.asked = Some((next, stops));
        Some(Save { id: RandomState::new().hash_one(next), stops })
    }

    /// Returns the error that ends the work here after `abort` in another worker: where that one stops on request of
    /// this one, the reason of this one.
    pub(crate) fn own(&self, abort: Error) -> Error {
        match (&self.why, &abort) {
            (Some(why @ Error::Stopped(_)), Error::Elsewhere { stopped: true, .. }) => why.clone(),
            _ => abort,
        }
    }

    /// Returns the error of the stopped work.
    pub(crate) fn error(&self) -> Error {
        let unknown = || Error::Elsewhere { what: "another process was stopped".to_owned(), stopped: true };
        self.why.clone().unwrap_or_else(unknown)
    }
}
