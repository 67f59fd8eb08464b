//! Checkpoints: unfinished work in a folder, whole and checked, or not there.

mod parts;

use super::fail::{Fail, Status, reason};
use super::print::harmless;
use super::shell::word;
use super::watch::{Held, Watch, hold, saves};
use crate::evaluate::checkpoint::{Store, failed};
use crate::export::save::{self, Lock, folder_of};
use crate::model::{Error, Job};
use clap::{Args, ValueHint};
use serde_json::Value;
#[cfg(feature = "distributed")]
use serde_json::json;
use std::io::{self, Read, Write};
use std::iter;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::{Arc, Mutex};
use std::time::Duration;

pub(crate) use parts::{Division, Parts};

/// The place where unfinished work is saved, and how often.
#[derive(Debug, Clone, Args)]
#[command(next_help_heading = "Long work")]
pub(crate) struct Checkpoints {
    /// Save unfinished work here, and go on from there
    #[arg(long, value_name = "DIR", hide_short_help = true, value_hint = ValueHint::DirPath)]
    checkpoint: Option<PathBuf>,
    /// How often: 30s, 5m, 1h
    #[arg(long, value_name = "TIME", default_value = "60s", requires = "checkpoint", hide_short_help = true,
        value_parser = super::watch::time)]
    checkpoint_every: Duration,
    /// The part of the work that is saved: the place of a game in a range.
    #[arg(skip)]
    part: Option<u64>,
    /// Work that is done, whose files stay until what follows from it is done, too.
    #[arg(skip)]
    held: Option<SharedCheckpoint>,
}

type SharedCheckpoint = Arc<Mutex<Option<Checkpoint>>>;

/// The place of work that is not saved.
pub(crate) const NOWHERE: &Checkpoints =
    &Checkpoints { checkpoint: None, checkpoint_every: Duration::MAX, part: None, held: None };

/// The place where unfinished work is saved, and the name of the work.
pub(crate) type Saved<'a> = (&'a Checkpoints, &'a Value);

/// Work that is not saved needs no name.
pub(crate) const UNSAVED: Saved<'static> = (NOWHERE, &Value::Null);

/// The file in the folder.
const FILE: &str = "chancetree.checkpoint";

/// The files beside it: of a game as far as it is explored, and of what follows from the work.
const BESIDE: [&str; 2] = ["chancetree.explored", "chancetree.later"];

/// All of them.
const NAMES: [&str; 3] = [FILE, BESIDE[0], BESIDE[1]];

const UNPOISONED: &str = "no thread panics while it looks at what is held";

impl Checkpoints {
    pub(crate) fn is_given(&self) -> bool {
        self.checkpoint.is_some()
    }

    /// The checkpoint of work with these parameters, looked at before the work begins.
    pub(crate) fn checkpoint(&self, parameters: &Value, watch: &Watch) -> Result<Option<Checkpoint>, Fail> {
        // What was held is not of this work, or it would not be begun.
        self.end()?;
        let Some(checkpoint) = self.opened(&self.file(FILE), parameters, watch)? else { return Ok(None) };
        let folder = folder_of(checkpoint.file.file());
        // What follows is saved where it is held, too.
        let names = if self.held.is_some() { &BESIDE[..] } else { &BESIDE[..1] };
        let open = |name: &&str| self.open(folder, &self.file(name), parameters, watch);
        let beside = names.iter().map(open).collect::<Result<_, _>>()?;
        let checkpoint = Checkpoint { beside, ..checkpoint };
        for saved in checkpoint.files() {
            if let Some(bytes) = saved.bytes() {
                let (name, megabytes) = (saved.file().display(), bytes.div_ceil(1_000_000));
                watch.note(&format!("note: going on from {name} ({megabytes} MB of work)"));
            }
        }
        Ok(Some(checkpoint))
    }

    /// The same checkpoints, which hold what is done until its [end](Self::end).
    pub(crate) fn held(&self) -> Self {
        Self { held: Some(SharedCheckpoint::default()), ..self.clone() }
    }

    /// Does what follows from work that was done, and is held as that is.
    pub(crate) fn later<T>(
        &self,
        watch: &Watch,
        work: impl FnOnce(&Job<'_>) -> Result<T, Error>,
    ) -> Result<T, Fail> {
        let held = self.held.as_ref().map(|held| held.lock().expect(UNPOISONED));
        let checkpoint = held.as_ref().and_then(|held| held.as_ref());
        let store = checkpoint.and_then(Store::later);
        work(&Job { store, ..watch.job() }).map_err(|error| explained(checkpoint, error, watch))
    }

    /// Removes the files of what was held: all is done.
    pub(crate) fn end(&self) -> Result<(), Fail> {
        let held = self.held.as_ref().and_then(|held| held.lock().expect(UNPOISONED).take());
        held.map_or(Ok(()), |checkpoint| checkpoint.forget())
    }

    /// The name of a file of a work: those of a range have names of their own, because of several something may be left.
    fn file(&self, name: &str) -> String {
        self.part.as_ref().map_or_else(|| name.to_owned(), |part| format!("{name}.{part}"))
    }

    /// A file in the folder, which is locked.
    fn opened(&self, file: &str, parameters: &Value, watch: &Watch) -> Result<Option<Checkpoint>, Fail> {
        let Some(folder) = self.made()? else { return Ok(None) };
        // Whoever works on a range has locked it; others may just have begun to save their parts of it.
        let lock = self.part.is_none().then(|| Lock::alone(folder)).transpose()?;
        if lock.is_some() {
            save::Checkpoint::remove_left(folder, Duration::ZERO);
        }
        let checkpoint = self.open(folder, file, parameters, watch)?;
        Ok(Some(Checkpoint { _lock: lock, ..checkpoint }))
    }

    /// Returns whether there is a checkpoint of work with these parameters.
    pub(crate) fn is_of(&self, parameters: &Value) -> bool {
        let is_there =
            |folder: &Path, name| save::Checkpoint::is_of(&folder.join(self.file(name)), parameters);
        self.checkpoint.as_ref().is_some_and(|folder| NAMES.iter().any(|name| is_there(folder, name)))
    }

    /// Removes the files of work whose result is saved elsewhere, if a kill has left any.
    fn forget(&self) {
        for (folder, name) in self.checkpoint.iter().flat_map(|folder| NAMES.map(|name| (folder, name))) {
            // They cost room, no more than that.
            let _ = std::fs::remove_file(folder.join(self.file(name)));
        }
    }

    /// Does work with these parameters that is saved when it is stopped, and whose checkpoint is forgotten when it is done,
    /// or held.
    pub(crate) fn finish<T>(
        &self,
        parameters: &Value,
        watch: &Watch,
        work: impl FnOnce(&Job<'_>) -> Result<T, Error>,
    ) -> Result<T, Fail> {
        let Some(held) = &self.held else { return finish(self.checkpoint(parameters, watch)?, watch, work) };
        let checkpoint = self.checkpoint(parameters, watch)?;
        let found = worked(checkpoint.as_ref(), watch, work)?;
        *held.lock().expect(UNPOISONED) = checkpoint;
        Ok(found)
    }

    /// The two places in which process `me` of `processes` keeps its part of such work by turns.
    #[cfg(feature = "distributed")]
    pub(crate) fn parts(
        &self,
        work: &Value,
        (me, processes): (usize, usize),
        watch: &Watch,
    ) -> Result<Option<[Checkpoint; 2]>, Fail> {
        let Some(folder) = self.made()? else { return Ok(None) };
        let parameters = json!({ "work": work, "process": me, "processes": processes });
        let name = |letter| format!("{FILE}.{me}-of-{processes}.{letter}");
        let place = |letter| self.open(folder, &name(letter), &parameters, watch);
        Ok(Some([place('a')?, place('b')?]))
    }

    /// The locks of process `me` of `processes` that do such work together.
    #[cfg(feature = "distributed")]
    pub(crate) fn locks(&self, work: &Value, me: usize, processes: usize) -> Result<Option<[Lock; 2]>, Fail> {
        let Some(folder) = self.made()? else { return Ok(None) };
        let work = json!({ "work": work, "processes": processes }).to_string();
        let locks = Lock::together(folder, &work, me, processes)?;
        save::Checkpoint::remove_left(folder, Duration::from_secs(60));
        Ok(Some(locks))
    }

    /// The numbers of processes of which some part is in the folder, ascending.
    #[cfg(feature = "distributed")]
    pub(crate) fn runs(&self) -> Result<Vec<usize>, Fail> {
        let Some(folder) = self.checkpoint.as_ref().filter(|folder| folder.is_dir()) else {
            return Ok(Vec::new());
        };
        let failed = |error: io::Error| Fail::io(&folder.display().to_string(), &error);
        let mut runs = std::collections::BTreeSet::new();
        for entry in std::fs::read_dir(folder).map_err(failed)? {
            let name = entry.map_err(failed)?.file_name();
            let name = name.to_str().and_then(|name| name.strip_prefix(FILE)?.split_once("-of-"));
            runs.extend(name.and_then(|(_, rest)| rest.split('.').next()?.parse::<usize>().ok()));
        }
        Ok(runs.into_iter().collect())
    }

    /// The folder as messages name it.
    #[cfg(feature = "distributed")]
    pub(crate) fn folder(&self) -> Option<String> {
        self.checkpoint.as_ref().map(|folder| folder.display().to_string())
    }

    /// The failure that ended the work of several processes, with what to do now.
    #[cfg(feature = "distributed")]
    pub(crate) fn advised(&self, fail: Fail) -> Fail {
        match &self.checkpoint {
            Some(folder) => fail.saved(folder),
            None => fail.help("--checkpoint DIR saves unfinished work"),
        }
    }

    /// The folder, if one was asked for; it is there now.
    fn made(&self) -> Result<Option<&Path>, Fail> {
        let Some(folder) = &self.checkpoint else { return Ok(None) };
        if folder.exists() && !folder.is_dir() {
            return Err(Fail::usage(format!("{} is not a folder; checkpoints need one", folder.display())));
        }
        std::fs::create_dir_all(folder).map_err(|error| Fail::io(&folder.display().to_string(), &error))?;
        Ok(Some(folder))
    }

    /// A file in the folder.
    fn open(&self, folder: &Path, file: &str, parameters: &Value, watch: &Watch) -> Result<Checkpoint, Fail> {
        let file = save::Checkpoint::open(folder.join(file), parameters, self.checkpoint_every)?;
        let noted = (!watch.is_quiet()).then(AtomicBool::default);
        Ok(Checkpoint { file, beside: Vec::new(), noted, _lock: None, _saved: saves() })
    }
}

/// The error that work cannot be saved in `checkpoint`, or read from it.
pub(crate) fn unsaved(checkpoint: &Checkpoint, error: &io::Error, watch: &Watch) -> Fail {
    checkpoint.explained(failed(error), watch)
}

/// Does work whose checkpoint was opened before; see [`Checkpoints::finish`].
pub(crate) fn finish<T>(
    checkpoint: Option<Checkpoint>,
    watch: &Watch,
    work: impl FnOnce(&Job<'_>) -> Result<T, Error>,
) -> Result<T, Fail> {
    let found = worked(checkpoint.as_ref(), watch, work)?;
    checkpoint.map_or(Ok(()), |checkpoint| checkpoint.forget())?;
    Ok(found)
}

fn worked<T>(
    checkpoint: Option<&Checkpoint>,
    watch: &Watch,
    work: impl FnOnce(&Job<'_>) -> Result<T, Error>,
) -> Result<T, Fail> {
    let store = checkpoint.map(|checkpoint| checkpoint as &dyn Store);
    work(&Job { store, ..watch.job() }).map_err(|error| explained(checkpoint, error, watch))
}

/// The failure that ended work which may be saved, with what to do now.
fn explained(checkpoint: Option<&Checkpoint>, error: Error, watch: &Watch) -> Fail {
    match checkpoint {
        Some(checkpoint) => checkpoint.explained(error, watch),
        None => watch.explain(error),
    }
}

/// Saved work, and who hears of it.
#[derive(Debug)]
pub(crate) struct Checkpoint {
    file: save::Checkpoint,
    /// The game as far as it is explored, and what follows from the work.
    beside: Vec<Self>,
    /// `true` once it was said that saving fails; `None` if nobody wants to hear of it.
    noted: Option<AtomicBool>,
    /// Nobody else saves here meanwhile.
    _lock: Option<Lock>,
    _saved: Held,
}

impl Checkpoint {
    /// The failure that stopped the work, with what to do now; there is nothing to do if it was stopped before there was
    /// anything to save.
    fn advised(&self, fail: Fail) -> Fail {
        match self.files().find(|file| file.file().exists()) {
            Some(file) => fail.saved(file.file()),
            None => fail,
        }
    }

    /// The failure that ended saved work, with what to do now.
    fn explained(&self, error: Error, watch: &Watch) -> Fail {
        let saved = self.files().find(|file| file.file().exists());
        match (error, saved) {
            (error @ Error::UnfitSave, Some(saved)) => {
                save::Unusable::Damaged { file: saved.file().to_owned(), why: error.to_string() }.into()
            }
            (error, _) => {
                let is_unsaved = matches!(error, Error::NotSaved(_));
                let fail = watch.explain(error);
                if fail.is_stop() || is_unsaved { self.advised(fail) } else { fail }
            }
        }
    }

    fn files(&self) -> impl Iterator<Item = &save::Checkpoint> {
        iter::once(self).chain(&self.beside).map(|one| &one.file)
    }

    /// The failure that ended the work, which is saved by `save` if the same command can go on with it.
    pub(crate) fn stopped(&self, fail: Fail, watch: &Watch, save: impl FnOnce() -> io::Result<()>) -> Fail {
        if fail.is_final() {
            return self.forget().err().unwrap_or(fail);
        }
        match save() {
            Err(error) => unsaved(self, &error, watch),
            Ok(()) if fail.is_stop() => self.advised(fail),
            Ok(()) => fail,
        }
    }

    /// Returns `true` if there is a file.
    pub(crate) fn is_there(&self) -> bool {
        self.files().any(|file| file.file().exists())
    }

    /// Removes the files, because the work is done.
    pub(crate) fn forget(&self) -> Result<(), Fail> {
        self.files().try_for_each(|file| file.forget().map_err(Fail::from))
    }
}

impl From<save::Unusable> for Fail {
    fn from(error: save::Unusable) -> Self {
        use save::Unusable as E;
        let what = error.to_string();
        match error {
            E::InUse(folder) => Self::new(Status::Failed, what)
                .help(format!("--checkpoint {}-2 keeps this work apart", folder.display())),
            E::Damaged { file, .. } => {
                Self::new(Status::Failed, what).help(format!("rm {}, and the work begins anew", word(&file)))
            }
            E::Version { file, .. } | E::OtherWork { file, .. } => {
                Self::usage(what).help(format!("rm {}, or --checkpoint with another folder", word(&file)))
            }
            _ => Self::new(Status::Failed, what),
        }
    }
}

impl Store for Checkpoint {
    fn is_due(&self) -> bool {
        self.file.is_due()
    }

    fn save(&self, write: &mut dyn FnMut(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
        let _held = hold();
        self.file.save(write)?;
        self.noted.iter().for_each(|noted| noted.store(false, Relaxed));
        Ok(())
    }

    fn missed(&self, error: &io::Error) {
        if self.noted.as_ref().is_some_and(|noted| !noted.swap(true, Relaxed)) {
            let note = format!("note: not saved, it is tried again: {}", reason(error));
            let _ = writeln!(io::stderr(), "{}", harmless(&note));
        }
    }

    fn saved(&self) -> io::Result<Option<Box<dyn Read + '_>>> {
        self.file.saved()
    }

    fn explored(&self) -> Option<&dyn Store> {
        self.beside.first().map(|explored| explored as &dyn Store)
    }

    fn later(&self) -> Option<&dyn Store> {
        self.beside.get(1).map(|later| later as &dyn Store)
    }
}
