//! Storage of unfinished work: a [`Store`] holds work by key, and a [`StoreSection`] belongs to one piece of work.

use crate::Error;
use crate::checkpoint::{ensure, ensure_end, read_value, save_value};
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::io::{self, Read, Write};
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// Writes the bytes of unfinished work.
///
/// ```
/// use chancetree_model::WriteWork;
///
/// let mut saved = Vec::new();
/// let write: WriteWork<'_> = &mut |out| out.write_all(b"half of the work");
/// write(&mut saved)?;
/// assert_eq!(saved, b"half of the work");
/// # Ok::<(), std::io::Error>(())
/// ```
pub type WriteWork<'a> = &'a mut dyn FnMut(&mut dyn Write) -> io::Result<()>;

/// Work that is saved later: returns a function that writes the work, or `None` if the work is no longer needed.
///
/// ```
/// use chancetree_model::DeferredWork;
/// use std::io::Write;
/// use std::sync::Arc;
///
/// let states = Arc::new(vec![1, 2]);
/// let weak = Arc::downgrade(&states);
/// let work: DeferredWork = Box::new(move || {
///     let states = weak.upgrade()?;
///     Some(Box::new(move |out: &mut dyn Write| out.write_all(&states)))
/// });
/// drop(states);
/// assert!(work().is_none());
/// ```
pub type DeferredWork = Box<dyn FnOnce() -> Option<WriteDeferred> + Send>;

/// Writes the bytes of [`DeferredWork`].
pub type WriteDeferred = Box<dyn FnMut(&mut dyn Write) -> io::Result<()>>;

/// The time below which a result is not saved at once, because computing it again is as fast as reading it.
const SHORT: Duration = Duration::from_secs(1);

/// A store of saved work by key.
///
/// A store in memory:
///
/// ```
/// use chancetree_model::{Store, StoreSection, WriteWork};
/// use std::collections::HashMap;
/// use std::io::{self, Read};
/// use std::sync::Mutex;
///
/// #[derive(Default)]
/// struct MemoryStore(Mutex<HashMap<String, Vec<u8>>>);
///
/// impl Store for MemoryStore {
///     fn is_due(&self, _: &str) -> bool {
///         true
///     }
///     fn save(&self, key: &str, write: WriteWork<'_>) -> io::Result<()> {
///         let mut bytes = Vec::new();
///         write(&mut bytes)?;
///         self.0.lock().expect("no thread panics").insert(key.to_owned(), bytes);
///         Ok(())
///     }
///     fn load(&self, key: &str) -> io::Result<Option<Box<dyn Read + '_>>> {
///         let saved = self.0.lock().expect("no thread panics").get(key).cloned();
///         Ok(saved.map(|bytes| Box::new(io::Cursor::new(bytes)) as Box<dyn Read>))
///     }
///     fn save_failed(&self, error: &io::Error) {
///         eprintln!("cannot save: {error}");
///     }
/// }
///
/// let store = MemoryStore::default();
/// let section = StoreSection::new(&store, "odds");
/// section.save(&mut |out| out.write_all(b"half of the work"));
/// assert_eq!(io::read_to_string(section.load()?.expect("it was saved"))?, "half of the work");
/// # Ok::<(), io::Error>(())
/// ```
pub trait Store: Sync {
    /// Returns whether it is time to save the work with this key.
    fn is_due(&self, key: &str) -> bool;

    /// Replaces the saved work by the bytes that `write` writes. The replacement is atomic.
    ///
    /// # Errors
    /// If the bytes cannot be saved.
    fn save(&self, key: &str, write: WriteWork<'_>) -> io::Result<()>;

    /// Returns the bytes of the saved work, if there is any. The store must check their integrity before the input ends.
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

    /// Keeps the work with this key, to save it with the next save of other work, or when a job stops. Otherwise the work is
    /// never written. Defaults to forgetting the work, which is then done again.
    fn defer(&self, _key: &str, _work: DeferredWork) {}

    /// Saves the work that was [deferred](Self::defer), because a job stops.
    ///
    /// # Errors
    /// If it cannot be saved.
    fn save_deferred(&self) -> io::Result<()> {
        Ok(())
    }

    /// Returns the path at which the file of a document is kept while it is written, by its number. Defaults to none.
    fn document(&self, _number: usize) -> Option<PathBuf> {
        None
    }

    /// Reports that a periodic save failed. The work continues, and is saved when the next save is due.
    fn save_failed(&self, error: &io::Error);
}

/// The part of a store in which one piece of work is saved. Parts of the work have sections of their own.
///
/// ```
/// # use chancetree_model::{Store, WriteWork};
/// # use std::io::{self, Read};
/// # use std::sync::Mutex;
/// # #[derive(Default)]
/// # struct MemoryStore(Mutex<Vec<u8>>);
/// # impl Store for MemoryStore {
/// #     fn is_due(&self, _: &str) -> bool {
/// #         true
/// #     }
/// #     fn save(&self, _: &str, write: WriteWork<'_>) -> io::Result<()> {
/// #         write(&mut *self.0.lock().expect("no thread panics"))
/// #     }
/// #     fn load(&self, _: &str) -> io::Result<Option<Box<dyn Read + '_>>> {
/// #         let saved = self.0.lock().expect("no thread panics").clone();
/// #         Ok(Some(Box::new(io::Cursor::new(saved))))
/// #     }
/// #     fn save_failed(&self, _: &io::Error) {}
/// # }
/// use chancetree_model::StoreSection;
///
/// let store = MemoryStore::default(); // see the example of `Store`
/// let odds = StoreSection::new(&store, "odds");
/// let part = odds.section("forward");
/// assert_eq!(part.key(), "odds/forward");
///
/// // A fingerprint of the work guards against a value of other work.
/// part.save_stopped_value(7, &(3, "layers"))?;
/// assert_eq!(part.load_value(7)?, Some((3, "layers".to_owned())));
/// assert!(part.load_value::<(i32, String)>(8).is_err());
/// # Ok::<(), chancetree_model::Error>(())
/// ```
#[derive(Clone, Copy)]
pub struct StoreSection<'a> {
    store: &'a dyn Store,
    parent: Option<&'a StoreSection<'a>>,
    name: &'a str,
    saves_results: bool,
}

impl<'a> StoreSection<'a> {
    /// Creates the section of a store with this key.
    pub fn new(store: &'a dyn Store, key: &'a str) -> Self {
        Self { store, parent: None, name: key, saves_results: true }
    }

    /// Returns the section of a part of the work. The result of the part is saved, because the rest of the work needs it.
    pub fn section<'b>(&'b self, name: &'b str) -> StoreSection<'b> {
        StoreSection { store: self.store, parent: Some(self), name, saves_results: true }
    }

    /// Returns the same section, in which [results](Self::save_result) are not saved, because the caller saves them.
    pub fn without_results(self) -> Self {
        Self { saves_results: false, ..self }
    }

    /// Returns the key: the names of the enclosing sections and of this one, separated by slashes.
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
    /// If the work cannot be read.
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
        self.store.remove(&self.key()).map_err(Error::from)
    }

    /// Returns the path at which the file of a document is kept while it is written; see [`Store::document`].
    pub fn document(&self, number: usize) -> Option<PathBuf> {
        self.store.document(number)
    }

    /// Saves work that continues. Returns whether it was saved.
    pub fn save(&self, write: WriteWork<'_>) -> bool {
        let saved = self.store.save(&self.key(), write);
        if let Err(error) = &saved {
            self.store.save_failed(error);
        }
        saved.is_ok()
    }

    /// Saves work that stops.
    ///
    /// # Errors
    /// If the work cannot be saved.
    pub fn save_stopped(&self, write: WriteWork<'_>) -> Result<(), Error> {
        self.store.save(&self.key(), write).map_err(Error::from)
    }

    /// Saves the work after a step if a save is due, or if the step failed. A failed step must not have changed the work.
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

    /// Saves the result of work that began more than a second ago, so that it survives a stop in later work. Returns whether
    /// it was saved.
    pub fn save_result(&self, began: Instant, write: WriteWork<'_>) -> bool {
        self.saves_results && began.elapsed() >= SHORT && self.save(write)
    }

    /// Saves deferred work, because the job stops.
    pub(crate) fn save_deferred(&self) {
        if let Err(error) = self.store.save_deferred() {
            self.store.save_failed(&error);
        }
    }

    /// Saves the result of short work when later work is saved, or when the job stops; see [`Store::defer`].
    pub fn defer(&self, work: DeferredWork) {
        if self.saves_results {
            self.store.defer(&self.key(), work);
        }
    }

    /// Saves a value because the work stops. The `fingerprint` of the work must match when the value is loaded.
    ///
    /// # Errors
    /// If the value cannot be saved.
    pub fn save_stopped_value(&self, fingerprint: u64, value: &impl Serialize) -> Result<(), Error> {
        self.save_stopped(&mut |out| {
            save_value(out, &fingerprint)?;
            save_value(out, value)
        })
    }

    /// Returns the saved value, if there is one.
    ///
    /// # Errors
    /// If the value cannot be read, or its fingerprint differs.
    pub fn load_value<T: DeserializeOwned>(&self, fingerprint: u64) -> Result<Option<T>, Error> {
        let read = |mut saved: Box<dyn Read + 'a>| {
            ensure(read_value::<u64>(&mut *saved)? == fingerprint)?;
            let value = read_value(&mut *saved)?;
            ensure_end(&mut *saved).map(|()| value)
        };
        let saved = self.load()?;
        saved.map(read).transpose().map_err(Error::from)
    }
}
