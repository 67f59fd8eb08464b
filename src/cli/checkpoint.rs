//! `--checkpoint`: saves the unfinished work of a command in a folder.

use super::context::{Activity, ActivityGuard, ActivityKind, Context};
use super::fail::{Fail, Status, StorageProblem, reason};
use super::print::escape;
use super::shell::word;
use chancetree_engine::model::{DeferredWork, Job, Store, WriteWork};
use chancetree_export::save::{FileStore, FileStoreError};
use chancetree_families::family::StopError as _;
use clap::{Args, ValueHint};
use serde_json::Value;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// The default time between two saves.
const DEFAULT_INTERVAL: Duration = Duration::from_secs(60);

/// The folder for unfinished work, and the time between two saves.
#[derive(Debug, Clone, Args)]
#[command(next_help_heading = "Long work")]
pub(crate) struct Checkpoints {
    /// Save unfinished work in DIR and resume it later
    #[arg(long, value_name = "DIR", hide_short_help = true, value_hint = ValueHint::DirPath)]
    checkpoint: Option<PathBuf>,
    /// Time between two saves: 30s, 5m, 1h [default: 60s]
    #[arg(long, value_name = "TIME", hide_short_help = true, value_parser = super::context::time)]
    checkpoint_every: Option<Duration>,
}

impl Checkpoints {
    /// Returns options that save nothing.
    pub(crate) const fn none() -> Self {
        Self { checkpoint: None, checkpoint_every: None }
    }

    /// Returns the folder, if there is one.
    pub(crate) fn folder(&self) -> Option<&Path> {
        self.checkpoint.as_deref()
    }

    /// Returns the folder and the time between two saves, or `None` if work is not saved.
    fn settings(&self) -> Result<Option<(&Path, Duration)>, Fail> {
        match (&self.checkpoint, self.checkpoint_every) {
            (Some(folder), every) => Ok(Some((folder, every.unwrap_or(DEFAULT_INTERVAL)))),
            (None, Some(every)) if every != DEFAULT_INTERVAL => {
                Err(Fail::usage("--checkpoint-every needs --checkpoint").help("--checkpoint DIR"))
            }
            (None, _) => Ok(None),
        }
    }

    /// Runs the work of a command. The work is saved under `fingerprint`, and removed from the folder at its end.
    pub(crate) fn run<T>(
        &self,
        fingerprint: &Value,
        context: &Context,
        work: impl FnOnce(&Job<'_>) -> Result<T, Fail>,
    ) -> Result<T, Fail> {
        let Some((folder, every)) = self.settings()? else { return work(&context.job()) };
        let store = CommandStore::new(FileStore::open(folder, fingerprint, every)?, context);
        let bytes = store.files.bytes();
        if bytes > 0 {
            let megabytes = bytes.div_ceil(1_000_000);
            context.note(&format!("note: resuming from {} ({megabytes} MB of work)", folder.display()));
        }
        match work(&context.job().saved_in(&store)) {
            Err(fail) if fail.is_final() => store.files.remove("").map_err(Fail::from).and(Err(fail)),
            Err(fail) => Err(store.explain(fail)),
            Ok(answer) => store.files.remove("").map_err(Fail::from).map(|()| answer),
        }
    }

    /// Opens the folder for one of the processes that answer a query together. `place` is the number of the process and the
    /// number of processes.
    #[cfg(feature = "distributed")]
    pub(crate) fn open_shared(
        &self,
        fingerprint: &Value,
        place: (usize, usize),
        context: &Context,
    ) -> Result<Option<CommandStore>, Fail> {
        let Some((folder, every)) = self.settings()? else { return Ok(None) };
        let files = FileStore::open_shared(folder, fingerprint, every, place)?;
        Ok(Some(CommandStore::new(files, context)))
    }

    /// Adds advice to the failure that ended the work of several processes.
    #[cfg(feature = "distributed")]
    pub(crate) fn with_advice(&self, fail: Fail) -> Fail {
        match &self.checkpoint {
            Some(folder) => fail.saved(folder),
            None => fail.help("--checkpoint DIR saves unfinished work"),
        }
    }
}

/// The store of a command. It delays signals while it saves, and prints a note when saving fails.
#[derive(Debug)]
pub(crate) struct CommandStore {
    pub(crate) files: FileStore,
    /// `true` once a note about a failed save was printed; `None` with `--quiet`.
    has_noted: Option<AtomicBool>,
    /// The key of the saved work that was read last.
    last_read: Mutex<String>,
    activity: Arc<Activity>,
    _saves: ActivityGuard,
}

impl CommandStore {
    fn new(files: FileStore, context: &Context) -> Self {
        let activity = Arc::clone(context.activity());
        let _saves = activity.begin(ActivityKind::SavesOnStop);
        let has_noted = (!context.is_quiet()).then(AtomicBool::default);
        Self { files, has_noted, last_read: Mutex::default(), activity, _saves }
    }

    /// Adds advice to a failure: to run the same command again if work was saved, or to remove damaged work.
    fn explain(&self, fail: Fail) -> Fail {
        match fail.storage() {
            Some(StorageProblem::Unfit) => {
                let key = self.last_read.lock().unwrap_or_else(PoisonError::into_inner);
                FileStoreError::Damaged { file: self.files.file(&key), why: fail.message().to_owned() }.into()
            }
            Some(StorageProblem::NotSaved) => self.with_advice(fail),
            None if fail.is_stop() => self.with_advice(fail),
            None => fail,
        }
    }

    /// Adds the advice to run the same command again, if work was saved.
    fn with_advice(&self, fail: Fail) -> Fail {
        if self.files.has("") { fail.saved(self.files.folder()) } else { fail }
    }
}

impl Store for CommandStore {
    fn is_due(&self, key: &str) -> bool {
        self.files.is_due(key)
    }

    fn save(&self, key: &str, write: WriteWork<'_>) -> io::Result<()> {
        let _critical = self.activity.begin(ActivityKind::CriticalSection);
        self.files.save(key, write)?;
        self.has_noted.iter().for_each(|noted| noted.store(false, Relaxed));
        Ok(())
    }

    fn load(&self, key: &str) -> io::Result<Option<Box<dyn Read + '_>>> {
        key.clone_into(&mut self.last_read.lock().unwrap_or_else(PoisonError::into_inner));
        self.files.load(key)
    }

    fn has(&self, key: &str) -> bool {
        self.files.has(key)
    }

    fn defer(&self, key: &str, work: DeferredWork) {
        self.files.defer(key, work);
    }

    fn save_deferred(&self) -> io::Result<()> {
        let _critical = self.activity.begin(ActivityKind::CriticalSection);
        self.files.save_deferred()
    }

    fn document(&self, number: usize) -> Option<PathBuf> {
        Some(self.files.document(number))
    }

    fn remove(&self, key: &str) -> io::Result<()> {
        self.files.remove(key).map_err(|error| io::Error::other(error.to_string()))
    }

    fn save_failed(&self, error: &io::Error) {
        if self.has_noted.as_ref().is_some_and(|noted| !noted.swap(true, Relaxed)) {
            let note = format!("note: cannot save the work now, trying again later: {}", reason(error));
            let _ = writeln!(io::stderr(), "{}", escape(&note));
        }
    }
}

impl From<FileStoreError> for Fail {
    fn from(error: FileStoreError) -> Self {
        use FileStoreError as E;
        let what = error.to_string();
        match error {
            E::NoFolder(path) => {
                Self::usage(what).help(format!("--checkpoint {}", word(&path.with_added_extension("d"))))
            }
            E::System { .. } => {
                Self::new(Status::Failed, what).help("save into another folder: --checkpoint chancetree-work")
            }
            E::InUse(folder) => Self::new(Status::Failed, what)
                .help(format!("--checkpoint {}-2 saves this work separately", folder.display())),
            E::Damaged { file, .. } if file.is_dir() => Self::new(Status::Failed, what)
                .help(format!("delete the folder to start again: rm -r {}", word(&file))),
            E::Damaged { file, .. } => Self::new(Status::Failed, what)
                .help(format!("delete the file to start again: rm {}", word(&file))),
            E::Version { file, .. } | E::OtherWork { file, .. } => Self::usage(what)
                .help(format!("use another folder for --checkpoint, or delete the file: rm {}", word(&file))),
            _ => Self::new(Status::Failed, what),
        }
    }
}
