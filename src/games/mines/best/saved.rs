//! Unfinished work: the table of the solver at work, and what those before it have found.
//!
//! Everything else that a solver holds follows from the question, and with the table it comes to where it stood without
//! deciding anything twice.

use super::key::Key;
use super::{Among, Best, STEP};
use crate::mines::field::Field;
use crate::model::checkpoint::{failed, over, read_value, save_value};
use crate::model::{Error, Job, StoreSection};
use std::io::{self, Read, Write};
use std::sync::Mutex;

/// The place where a solver saves its work.
pub(super) struct Saving<'a> {
    store: StoreSection<'a>,
    /// The wins that the solvers before have found.
    found: &'a [Vec<u64>],
    /// Held by the thread that saves.
    alone: Mutex<()>,
}

/// The ways to choose cells that are solved one after the other: each is free to choose no more than the one before it.
pub(super) fn ways(lowest: bool) -> &'static [Among] {
    if lowest { &[Among::All, Among::Lowest] } else { &[Among::All] }
}

/// Returns the `wins` that a solver of each of these `ways` finds. The work can be saved.
pub(super) fn each(
    (field, job): (&Field, &Job<'_>),
    ways: &[Among],
    wins: impl Fn(&Best<'_>) -> Result<Vec<u64>, Error>,
) -> Result<Vec<Vec<u64>>, Error> {
    let unread = |error: io::Error| failed(&error);
    let store = job.store;
    let mut saved = store.map_or(Ok(None), |store| store.load()).map_err(unread)?;
    let before = saved.as_mut().map(|input| read_value(&mut **input));
    let mut found: Vec<Vec<u64>> = before.transpose().map_err(unread)?.unwrap_or_default();
    for &among in &ways[found.len()..] {
        let mut best = Best::new(field, among, job);
        if let Some(mut input) = saved.take() {
            best.read(&mut *input)?;
        }
        best.saving = store.map(|store| Saving::new(store, &found));
        let wins = wins(&best).or_else(|error| best.stopped(error))?;
        found.push(wins);
    }
    Ok(found)
}

impl<'a> Saving<'a> {
    fn new(store: StoreSection<'a>, found: &'a [Vec<u64>]) -> Self {
        Self { store, found, alone: Mutex::new(()) }
    }
}

impl Best<'_> {
    /// Saves the work if that is due.
    pub(super) fn save(&self) -> Result<(), Error> {
        let Some(saving) = &self.saving else { return Ok(()) };
        // The other threads go on meanwhile.
        let Ok(_alone) = saving.alone.try_lock() else { return Ok(()) };
        if saving.store.is_due() {
            saving.store.save(&mut |out| self.write(saving.found, out));
        }
        Ok(())
    }

    /// Saves the work that a limit has stopped, and hands its error on.
    fn stopped<T>(&self, error: Error) -> Result<T, Error> {
        let is_stop =
            matches!(error, Error::Stopped(_) | Error::TooManyStates { .. } | Error::TooMuchMemory { .. });
        let is_begun = |saving: &&Saving<'_>| !saving.found.is_empty() || !self.losses.is_empty();
        if let Some(saving) = self.saving.as_ref().filter(|_| is_stop).filter(is_begun) {
            saving.store.save_stopped(&mut |out| self.write(saving.found, out))?;
        }
        Err(error)
    }

    /// Writes what was found before, and the entries of the table behind it.
    fn write(&self, found: &[Vec<u64>], out: &mut dyn Write) -> io::Result<()> {
        save_value(out, found)?;
        // Threads put more into the table meanwhile, and improve what is there. Every entry is true by itself, so any of
        // them may be saved or not.
        self.losses.iter().try_for_each(|entry| save_value(out, &Some((entry.key(), *entry.value()))))?;
        save_value(out, &None::<(Key, u32)>)
    }

    /// Reads a table.
    fn read(&self, input: &mut dyn Read) -> Result<(), Error> {
        let unread = |error: io::Error| failed(&error);
        while let Some((key, entry)) = read_value(input).map_err(unread)? {
            self.losses.insert(key, entry);
            // Not more is read than there is room for.
            if self.room.count().is_multiple_of(STEP) {
                self.look()?;
            }
        }
        over(input).map_err(unread)
    }
}
