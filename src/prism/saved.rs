//! Saves and loads explorations of models, which may be unfinished.

use crate::error::PrismError;
use crate::explore::ModelExploration;
use chancetree_checker::{StateSet, StateSpace};
use chancetree_model::checkpoint::save_value;
use chancetree_model::{Error, Job, POLL_INTERVAL, StoreSection};
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::time::Instant;

/// The section of explored states.
const SECTION: &str = "explored";

/// A saved exploration.
#[derive(Serialize, Deserialize)]
pub(crate) enum SavedExploration<'a> {
    Unfinished(Box<Cow<'a, ModelExploration>>),
    Finished(Box<SavedModel<'a>>),
}

/// The parts of an explored model that do not follow from its text.
#[derive(Serialize, Deserialize)]
pub(crate) struct SavedModel<'a> {
    pub(crate) space: Cow<'a, StateSpace>,
    pub(crate) words: Cow<'a, [u64]>,
    pub(crate) deadlocks: Cow<'a, StateSet>,
    pub(crate) cut: Cow<'a, StateSet>,
}

/// Saves an explored model because later work stops.
pub(crate) fn save_explored(saved: SavedModel<'_>, fingerprint: u64, job: &Job<'_>) -> Result<(), Error> {
    let finished = SavedExploration::Finished(Box::new(saved));
    job.section(SECTION).store.map_or(Ok(()), |store| store.save_stopped_value(fingerprint, &finished))
}

/// The store of an exploration, if the job has one.
pub(crate) struct ModelExplorationStore<'a> {
    store: Option<StoreSection<'a>>,
    fingerprint: u64,
    began: Instant,
}

impl<'a> ModelExplorationStore<'a> {
    pub(crate) fn new(job: &'a Job<'a>, fingerprint: u64) -> Self {
        let store = job.store.as_ref().map(|store| store.section(SECTION));
        Self { store, fingerprint, began: Instant::now() }
    }

    pub(crate) fn load(&self) -> Result<Option<SavedExploration<'static>>, Error> {
        self.store.map_or(Ok(None), |store| store.load_value(self.fingerprint))
    }

    /// Saves the work after a step if a save is due or the step was stopped. A stopped step must have left `work` unchanged.
    pub(crate) fn save(&self, work: &ModelExploration, step: &Result<(), PrismError>) -> Result<(), Error> {
        let Some(store) = self.store else { return Ok(()) };
        let saved = SavedExploration::Unfinished(Box::new(Cow::Borrowed(work)));
        match step {
            Err(error) if error.is_stop() => return store.save_stopped_value(self.fingerprint, &saved),
            Ok(()) if work.expanded().is_multiple_of(POLL_INTERVAL) && store.is_due() => {
                store.save(&mut |out| {
                    save_value(out, &self.fingerprint)?;
                    save_value(out, &saved)
                });
            }
            _ => {}
        }
        Ok(())
    }

    /// Saves the finished work if it took long. Returns whether it was saved.
    pub(crate) fn save_result(&self, work: &ModelExploration) -> bool {
        let saved = SavedExploration::Unfinished(Box::new(Cow::Borrowed(work)));
        self.store.is_some_and(|store| {
            store.save_result(self.began, &mut |out| {
                save_value(out, &self.fingerprint)?;
                save_value(out, &saved)
            })
        })
    }
}
