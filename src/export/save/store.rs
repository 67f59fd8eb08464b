//! Storage of unfinished work in the files of a folder, a file for each section.

use super::partial::{LEFT, remove_left};
use super::saved_file::{KIND, SavedFile, UNPOISONED, head_of};
use super::{FileStoreError, StoreLock};
use crate::model::order;
use crate::model::{DeferredWork, Store, WriteWork};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fmt::{self, Debug, Formatter};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;

/// The name of the file of the section with an empty key, and the prefix of the names of all other files.
const FILE: &str = "chancetree.checkpoint";

/// The prefix of the names of a document's unfinished files.
const DOCUMENT: &str = "chancetree.document.";

/// A folder with the unfinished work of one command. While it is open, it belongs to one process, or to the processes
/// that do the work together.
///
/// A fingerprint identifies the work: a JSON value that contains everything that affects the result.
///
/// Each section is a file: a line of JSON with the fingerprint, the work as an LZ4 frame, and a checksum of
/// both (64-bit xxHash). A file is checked before it is used, and decompressed once, when it is read. It is written
/// beside its target and renamed, so that a kill at any moment leaves the previous file.
///
/// ```
/// use chancetree_engine::model::{Job, StoreSection};
/// use chancetree_export::save::FileStore;
/// use serde_json::json;
/// use std::time::Duration;
///
/// let folder = tempfile::tempdir()?;
/// let work = json!({ "odds": "coins", "tosses": 3 });
/// let store = FileStore::open(folder.path(), &work, Duration::from_secs(60))?;
/// // Work with this job is saved once a minute, and when it is stopped.
/// let job = Job::default().saved_in(&store);
/// job.section("part").store.expect("a store").save_stopped_value(1, &[2, 3])?;
/// drop(store);
///
/// // The next run continues the work.
/// let store = FileStore::open(folder.path(), &work, Duration::from_secs(60))?;
/// assert_eq!(store.keys()?, ["part"]);
/// assert_eq!(StoreSection::new(&store, "part").load_value(1)?, Some([2, 3]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct FileStore {
    folder: PathBuf,
    fingerprint: Value,
    /// The time between two saves of a section.
    every: Duration,
    sections: Mutex<BTreeMap<String, Arc<SavedFile>>>,
    /// The work to be saved with the next save.
    deferred: Deferred,
    _locks: Vec<StoreLock>,
}

impl FileStore {
    /// Opens a folder for the work with this fingerprint, and creates the folder if needed. Reads and checks all saved work.
    /// `every` is the time between two saves of a section.
    ///
    /// # Errors
    /// If another program uses the folder, or a file is unreadable, damaged, of another version, or of other work.
    pub fn open(folder: &Path, fingerprint: &Value, every: Duration) -> Result<Self, FileStoreError> {
        make(folder)?;
        let store = Self::locked(folder, fingerprint, every, vec![StoreLock::exclusive(folder)?]);
        remove_left(folder, KIND, Duration::ZERO);
        for key in keys(folder)? {
            store.check(&key)?;
        }
        Ok(store)
    }

    /// Opens a folder for process `process` of `processes`, which do the work with this fingerprint together. Does not read
    /// saved work; see [`check`](Self::check).
    ///
    /// # Errors
    /// If other work uses the folder, or if another process has the same number.
    pub fn open_shared(
        folder: &Path,
        fingerprint: &Value,
        every: Duration,
        (process, processes): (usize, usize),
    ) -> Result<Self, FileStoreError> {
        make(folder)?;
        let work = json!({ "work": fingerprint, "processes": processes }).to_string();
        let locks = StoreLock::shared(folder, &work, process, processes)?;
        remove_left(folder, KIND, LEFT);
        Ok(Self::locked(folder, fingerprint, every, locks.into()))
    }

    fn locked(folder: &Path, fingerprint: &Value, every: Duration, locks: Vec<StoreLock>) -> Self {
        Self {
            folder: folder.to_owned(),
            fingerprint: fingerprint.clone(),
            every,
            sections: Mutex::default(),
            deferred: Deferred::default(),
            _locks: locks,
        }
    }

    /// Returns the keys of the sections that have a file, whatever its content.
    ///
    /// # Errors
    /// If the folder cannot be read.
    pub fn keys(&self) -> Result<Vec<String>, FileStoreError> {
        keys(&self.folder)
    }

    /// Reads and checks the saved work of a section, if there is any.
    ///
    /// # Errors
    /// If the file is unreadable, damaged, of another version, or of other work.
    pub fn check(&self, key: &str) -> Result<(), FileStoreError> {
        let saved = SavedFile::open(self.file(key), head_of(&self.fingerprint, key), &self.fingerprint)?;
        self.sections().insert(key.to_owned(), Arc::new(saved));
        Ok(())
    }

    /// Returns the folder.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Returns the path of the file of a section.
    pub fn file(&self, key: &str) -> PathBuf {
        match key {
            "" => self.folder.join(FILE),
            _ => self.folder.join(format!("{FILE}.{}", key.replace('/', "."))),
        }
    }

    /// Returns the path at which a file of a document is kept while it is written.
    pub fn document(&self, number: usize) -> PathBuf {
        self.folder.join(format!("{DOCUMENT}{number}"))
    }

    /// Returns the bytes of saved work that were found and are not yet replaced by newer work.
    pub fn bytes(&self) -> u64 {
        self.sections().values().filter_map(|saved| saved.bytes()).sum()
    }

    /// Returns whether the work of a section, or of a section inside it, is saved.
    pub fn has(&self, key: &str) -> bool {
        let sections = self.sections();
        sections.iter().any(|(other, saved)| is_in(other, key) && saved.path.exists())
    }

    /// Removes a section and the sections inside it, because the work is done. With an empty key, also removes the
    /// unfinished files of a document.
    ///
    /// # Errors
    /// If a file cannot be removed.
    pub fn remove(&self, key: &str) -> Result<(), FileStoreError> {
        self.deferred().retain(|other, _| !is_in(other, key));
        let mut sections = self.sections();
        for (_, saved) in sections.iter().filter(|(other, _)| is_in(other, key)) {
            saved.remove()?;
        }
        sections.retain(|other, _| !is_in(other, key));
        if key.is_empty() {
            for entry in std::fs::read_dir(&self.folder).into_iter().flatten().flatten() {
                if entry.file_name().to_string_lossy().starts_with(DOCUMENT) {
                    // A leftover file only takes space.
                    let _ = std::fs::remove_file(entry.path());
                }
            }
        }
        Ok(())
    }

    fn sections(&self) -> MutexGuard<'_, BTreeMap<String, Arc<SavedFile>>> {
        self.sections.lock().expect(UNPOISONED)
    }

    fn deferred(&self) -> MutexGuard<'_, BTreeMap<String, DeferredWork>> {
        self.deferred.0.lock().expect(UNPOISONED)
    }

    fn section(&self, key: &str) -> Arc<SavedFile> {
        let new = || Arc::new(SavedFile::new(self.file(key), head_of(&self.fingerprint, key)));
        Arc::clone(self.sections().entry(key.to_owned()).or_insert_with(new))
    }
}

impl Store for FileStore {
    fn is_due(&self, key: &str) -> bool {
        self.section(key).is_due(self.every)
    }

    fn save(&self, key: &str, write: WriteWork<'_>) -> io::Result<()> {
        self.section(key).save(write)?;
        self.save_deferred()
    }

    fn load(&self, key: &str) -> io::Result<Option<Box<dyn Read + '_>>> {
        let work = self.section(key).work()?;
        Ok(work.map(|work| Box::new(work) as Box<dyn Read>))
    }

    fn defer(&self, key: &str, work: DeferredWork) {
        self.deferred().insert(key.to_owned(), work);
    }

    fn save_deferred(&self) -> io::Result<()> {
        let deferred = std::mem::take(&mut *self.deferred());
        for (key, work) in deferred {
            if let Some(mut write) = work() {
                self.section(&key).save(&mut write)?;
            }
        }
        Ok(())
    }

    fn save_failed(&self, _: &io::Error) {}
}

/// Work to be saved with the next save, by key.
#[derive(Default)]
struct Deferred(Mutex<BTreeMap<String, DeferredWork>>);

impl Debug for Deferred {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.0.lock().expect(UNPOISONED).keys()).finish()
    }
}

/// Returns whether a key is that of a section, or of a section inside it.
fn is_in(key: &str, section: &str) -> bool {
    section.is_empty()
        || key.strip_prefix(section).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

/// Creates the folder if it does not exist.
fn make(folder: &Path) -> Result<(), FileStoreError> {
    if folder.exists() && !folder.is_dir() {
        return Err(FileStoreError::NoFolder(folder.to_owned()));
    }
    std::fs::create_dir_all(folder).map_err(|error| FileStoreError::System { file: folder.to_owned(), error })
}

/// Returns the keys of the sections with a file in a folder.
fn keys(folder: &Path) -> Result<Vec<String>, FileStoreError> {
    let failed = |error| FileStoreError::System { file: folder.to_owned(), error };
    let mut keys = Vec::new();
    for entry in std::fs::read_dir(folder).map_err(failed)? {
        let name = entry.map_err(failed)?.file_name();
        let Some(rest) = name.to_str().and_then(|name| name.strip_prefix(FILE)) else { continue };
        match rest.strip_prefix('.') {
            Some(key) => keys.push(key.replace('.', "/")),
            None if rest.is_empty() => keys.push(String::new()),
            None => {}
        }
    }
    order::sort(&mut keys, Ord::cmp);
    Ok(keys)
}
