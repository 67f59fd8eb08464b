//! Where unfinished work is saved: by key in a [`Store`], one [`StoreSection`] for each work.

use crate::Error;
use crate::checkpoint::failed;
use std::io::{self, Read, Write};
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// Writes the bytes of unfinished work.
pub type WriteWork<'a> = &'a mut dyn FnMut(&mut dyn Write) -> io::Result<()>;

/// A result that took less time is sooner computed again than read.
const SHORT: Duration = Duration::from_secs(1);

/// A place that holds saved work by key.
pub trait Store: Sync {
    /// Returns whether it is time to save the work with this key.
    fn is_due(&self, key: &str) -> bool;

    /// Replaces the saved work by the bytes that `write` writes, all of them or none.
    ///
    /// # Errors
    /// If the bytes cannot be saved.
    fn save(&self, key: &str, write: WriteWork<'_>) -> io::Result<()>;

    /// Returns the bytes of the saved work, if there is any. Their integrity must have been checked, or be checked by the time
    /// that the last byte is read.
    ///
    /// # Errors
    /// If the bytes cannot be read.
    fn load(&self, key: &str) -> io::Result<Option<Box<dyn Read + '_>>>;

    /// Returns whether the work with this key, or a part of it, is saved. Defaults to what [`load`](Self::load) returns.
    fn has(&self, key: &str) -> bool {
        self.load(key).is_ok_and(|found| found.is_some())
    }

    /// Removes the work with this key and its parts, because the result is saved elsewhere. Defaults to keeping it.
    ///
    /// # Errors
    /// If it cannot be removed.
    fn remove(&self, _key: &str) -> io::Result<()> {
        Ok(())
    }

    /// Returns the path at which the file of a document is kept while it is written, by its number. Defaults to none.
    fn document(&self, _number: usize) -> Option<PathBuf> {
        None
    }

    /// Called when work that was due could not be saved. The work continues, and is saved when it is due again.
    fn missed(&self, error: &io::Error);
}

/// The part of a store in which one work is saved. Parts of that work have sections of their own.
#[derive(Clone, Copy)]
pub struct StoreSection<'a> {
    store: &'a dyn Store,
    parent: Option<&'a StoreSection<'a>>,
    name: &'a str,
}

impl<'a> StoreSection<'a> {
    /// Creates the section of a store with this key.
    pub fn new(store: &'a dyn Store, key: &'a str) -> Self {
        Self { store, parent: None, name: key }
    }

    /// Returns the section of a part of the work.
    pub fn section<'b>(&'b self, name: &'b str) -> StoreSection<'b> {
        StoreSection { store: self.store, parent: Some(self), name }
    }

    /// Returns the names of the section and those around it, from the outermost, with a slash between each two.
    pub fn key(&self) -> String {
        match self.parent.map(Self::key).filter(|key| !key.is_empty()) {
            Some(parent) => format!("{parent}/{}", self.name),
            None => self.name.to_owned(),
        }
    }

    /// Returns whether it is time to save the work.
    pub fn is_due(&self) -> bool {
        self.store.is_due(&self.key())
    }

    /// Returns the saved work, if there is any; see [`Store::load`].
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn load(&self) -> io::Result<Option<Box<dyn Read + 'a>>> {
        self.store.load(&self.key())
    }

    /// Returns whether the work, or a part of it, is saved.
    pub fn has(&self) -> bool {
        self.store.has(&self.key())
    }

    /// Removes the saved work and its parts, because the result is saved elsewhere.
    ///
    /// # Errors
    /// If it cannot be removed.
    pub fn remove(&self) -> Result<(), Error> {
        self.store.remove(&self.key()).map_err(|error| failed(&error))
    }

    /// Returns the path at which the file of a document is kept while it is written; see [`Store::document`].
    pub fn document(&self, number: usize) -> Option<PathBuf> {
        self.store.document(number)
    }

    /// Saves work that continues, and returns whether it was saved.
    pub fn save(&self, write: WriteWork<'_>) -> bool {
        let saved = self.store.save(&self.key(), write);
        if let Err(error) = &saved {
            self.store.missed(error);
        }
        saved.is_ok()
    }

    /// Saves work that stops.
    ///
    /// # Errors
    /// If it cannot be saved.
    pub fn save_stopped(&self, write: WriteWork<'_>) -> Result<(), Error> {
        self.store.save(&self.key(), write).map_err(|error| failed(&error))
    }

    /// Saves the work after a step, if it is due, or if the step failed: then it has changed nothing.
    ///
    /// # Errors
    /// If the step failed and the work cannot be saved.
    pub fn save_step<T>(&self, step: &Result<T, Error>, write: WriteWork<'_>) -> Result<(), Error> {
        if step.is_err() {
            return self.save_stopped(write);
        }
        if self.is_due() {
            self.save(write);
        }
        Ok(())
    }

    /// Saves the result of work that `began` long enough ago, so that a stop in what follows does not repeat it.
    pub fn save_result(&self, began: Instant, write: WriteWork<'_>) {
        if began.elapsed() >= SHORT {
            self.save(write);
        }
    }
}
