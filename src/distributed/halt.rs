//! The stop of a worker: at once, or, where work is saved, when all have saved.

use crate::mailbox::Stage;
use crate::model::{Error, Run};
use crate::snapshots::Snapshots;
use std::hash::{BuildHasher as _, RandomState};

/// The knowledge of a worker of saving and of stopping.
#[derive(Default)]
pub(crate) struct Halt {
    /// The reason why the work is to stop as soon as it is saved.
    why: Option<Error>,
    /// Everybody saves before this stage, as this worker has asked, and perhaps stops.
    asked: Option<(Stage, bool)>,
    /// All have saved before this stage, and stop.
    pub(crate) over: Option<Stage>,
    /// Memory is short, and that was enough reason to save once.
    tight: bool,
}

/// The part that everybody is asked to save.
#[derive(Clone, Copy)]
pub(crate) struct Save {
    /// The name of what is saved.
    pub(crate) id: u64,
    /// `true` if the work stops then.
    pub(crate) stops: bool,
}

impl Halt {
    /// Returns what a look at the limits comes to, where work that is kept can be saved before it stops.
    pub(crate) fn tick(&mut self, limits: Result<(), Error>, snapshots: &Snapshots<'_>) -> Result<(), Error> {
        if !snapshots.keeps() {
            return limits;
        }
        match limits {
            Err(error @ Error::Stopped(_)) => {
                if self.why.is_none() {
                    snapshots.cluster.halt(&error);
                    self.why = Some(error);
                }
                Ok(())
            }
            Ok(()) => {
                self.why = self.why.take().or_else(|| snapshots.cluster.halting());
                Ok(())
            }
            other => other,
        }
    }

    /// Returns what to ask everybody for at stage `at`, to be done before stage `next`, if anything: `held` bytes are
    /// in use.
    pub(crate) fn ask(
        &mut self,
        at: Stage,
        next: Stage,
        held: u64,
        snapshots: &Snapshots<'_>,
        run: &Run<'_>,
    ) -> Option<Save> {
        let stops = self.why.is_some();
        let tight = !self.tight && held > run.most_bytes / 8 * 7;
        let waits = self.asked.is_some_and(|(asked, stopping)| asked > at && (stopping || !stops));
        if waits || !snapshots.keeps() || !(stops || tight || snapshots.is_due()) {
            return None;
        }
        self.tight |= tight;
        self.asked = Some((next, stops));
        Some(Save { id: RandomState::new().hash_one(next), stops })
    }

    /// The trouble that ends the work here: where another process stops because this one wished it, the wish.
    pub(crate) fn own(&self, trouble: Error) -> Error {
        match (&self.why, &trouble) {
            (Some(why @ Error::Stopped(_)), Error::Elsewhere { stopped: true, .. }) => why.clone(),
            _ => trouble,
        }
    }

    /// Returns the error that the stopped work comes to.
    pub(crate) fn error(&self) -> Error {
        let unsaid = || Error::Elsewhere { what: "another process was stopped".to_owned(), stopped: true };
        self.why.clone().unwrap_or_else(unsaid)
    }
}
