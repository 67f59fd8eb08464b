//! Checkpoints: unfinished work in a folder, whole and checked, or not there.

mod parts;
mod ranges;

use super::fail::{Fail, Status, reason};
use super::lock::Lock;
use super::print::harmless;
use super::seal::{self, Seal, Sealing, Unsealing};
use super::target::{remove_left, sync_folder};
use super::watch::{Watch, hold};
use crate::evaluate::checkpoint::Checkpointer;
use crate::model::Error;
use clap::Args;
use flate2::Compression;
use flate2::bufread::GzDecoder;
use flate2::write::GzEncoder;
use serde_json::{Value, json};
use std::fs::File;
use std::io::{self, BufRead as _, BufReader, BufWriter, ErrorKind, Read, Seek as _, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;
use std::time::{Duration, Instant};

pub(crate) use parts::{Parts, Whole};

/// Where unfinished work is saved, and how often.
#[derive(Debug, Clone, Args)]
#[command(next_help_heading = "Long work")]
pub(crate) struct Checkpoints {
    /// Save unfinished work here, and go on from there
    #[arg(long, value_name = "DIR", hide_short_help = true)]
    checkpoint: Option<PathBuf>,
    /// How often: 30s, 5m, 1h
    #[arg(long, value_name = "TIME", default_value = "60s", requires = "checkpoint", hide_short_help = true,
        value_parser = super::watch::time)]
    checkpoint_every: Duration,
    /// The place in a range of the game whose work is saved.
    #[arg(skip)]
    part: Option<usize>,
}

/// The place of work that is not saved.
pub(crate) const NOWHERE: &Checkpoints =
    &Checkpoints { checkpoint: None, checkpoint_every: Duration::MAX, part: None };

/// Where unfinished work is saved, and the name of the work.
pub(crate) type Saved<'a> = (&'a Checkpoints, &'a Value);

/// Work that is not saved needs no name.
pub(crate) const UNSAVED: Saved<'static> = (NOWHERE, &Value::Null);

/// The version of the files; it grows when older ones cannot be read any more.
const VERSION: u32 = 8;

/// The file in the folder.
const FILE: &str = "chancetree.checkpoint";

impl Checkpoints {
    pub(crate) fn is_given(&self) -> bool {
        self.checkpoint.is_some()
    }

    /// The checkpoint of work with these parameters, looked at before the work begins.
    pub(crate) fn checkpoint(&self, parameters: &Value, watch: &Watch) -> Result<Option<Checkpoint>, Fail> {
        let Some((checkpoint, bytes)) = self.opened(&self.file(), parameters, watch)? else {
            return Ok(None);
        };
        if let Some(bytes) = bytes {
            let name = checkpoint.file.display();
            watch.note(&format!("note: going on from {name} ({} MB of work)", bytes.div_ceil(1_000_000)));
        }
        Ok(Some(checkpoint))
    }

    /// The name of the file of a work: those of a range have names of their own, because of several something may be left.
    fn file(&self) -> String {
        self.part.map_or_else(|| FILE.to_owned(), |place| format!("{FILE}.{place}"))
    }

    /// A file in the folder, which is locked, with the bytes of work in it if there are any.
    fn opened(
        &self,
        file: &str,
        parameters: &Value,
        watch: &Watch,
    ) -> Result<Option<(Checkpoint, Option<u64>)>, Fail> {
        let Some(folder) = self.made()? else { return Ok(None) };
        // Whoever works on a range has locked it.
        let lock = if self.part.is_none() { Some(Lock::alone(folder)?) } else { None };
        remove_left(folder, "checkpoint-", Duration::ZERO);
        let (mut checkpoint, bytes) = self.open(folder, file, parameters, watch)?;
        checkpoint._lock = lock;
        Ok(Some((checkpoint, bytes)))
    }

    /// Returns whether there is a checkpoint of work with these parameters.
    pub(crate) fn is_of(&self, parameters: &Value) -> bool {
        let head = |folder: &PathBuf| {
            first_line(&mut BufReader::new(File::open(folder.join(self.file())).ok()?)).ok()
        };
        self.checkpoint.as_ref().and_then(head).is_some_and(|found| found == head_of(parameters).as_bytes())
    }

    /// Does work with these parameters that is saved when it is stopped, and whose checkpoint is forgotten when it is done.
    pub(crate) fn keep<T>(
        &self,
        parameters: &Value,
        watch: &Watch,
        work: impl FnOnce(Option<&dyn Checkpointer>) -> Result<T, Error>,
    ) -> Result<T, Fail> {
        keep(self.checkpoint(parameters, watch)?, watch, work)
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
        Ok(Some([place('a')?.0, place('b')?.0]))
    }

    /// The locks of process `me` of `processes` that do such work together.
    #[cfg(feature = "distributed")]
    pub(crate) fn locks(&self, work: &Value, me: usize, processes: usize) -> Result<Option<[Lock; 2]>, Fail> {
        let Some(folder) = self.made()? else { return Ok(None) };
        let work = json!({ "work": work, "processes": processes }).to_string();
        let locks = Lock::together(folder, &work, me, processes)?;
        remove_left(folder, "checkpoint-", Duration::from_secs(60));
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

    /// The folder, if one was asked for; it is there now.
    fn made(&self) -> Result<Option<&Path>, Fail> {
        let Some(folder) = &self.checkpoint else { return Ok(None) };
        if folder.exists() && !folder.is_dir() {
            return Err(Fail::usage(format!("{} is not a folder; checkpoints need one", folder.display())));
        }
        std::fs::create_dir_all(folder).map_err(|error| Fail::io(&folder.display().to_string(), &error))?;
        Ok(Some(folder))
    }

    /// A file in the folder, with the bytes of work in it if there are any.
    fn open(
        &self,
        folder: &Path,
        file: &str,
        parameters: &Value,
        watch: &Watch,
    ) -> Result<(Checkpoint, Option<u64>), Fail> {
        let head = head_of(parameters);
        let mut checkpoint = Checkpoint {
            file: folder.join(file),
            head,
            every: self.checkpoint_every,
            last: Mutex::new(Instant::now()),
            found: Mutex::new(None),
            noted: (!watch.is_quiet()).then(AtomicBool::default),
            _lock: None,
        };
        let bytes = checkpoint.check()?;
        Ok((checkpoint, bytes))
    }
}

/// The error that work cannot be saved or read.
pub(crate) fn unsaved(error: &io::Error, watch: &Watch) -> Fail {
    watch.explain(Error::NotSaved(error.to_string()))
}

/// Does work whose checkpoint was opened before; see [`Checkpoints::keep`].
pub(crate) fn keep<T>(
    checkpoint: Option<Checkpoint>,
    watch: &Watch,
    work: impl FnOnce(Option<&dyn Checkpointer>) -> Result<T, Error>,
) -> Result<T, Fail> {
    let found = work(checkpoint.as_ref().map(|checkpoint| checkpoint as &dyn Checkpointer));
    let found = found.map_err(|error| {
        let unkept = matches!(error, Error::NotSaved(_));
        let fail = watch.explain(error);
        match checkpoint.as_ref().filter(|_| fail.is_stop() || unkept) {
            Some(checkpoint) => checkpoint.advised(fail),
            None => fail,
        }
    })?;
    checkpoint.map_or(Ok(()), |checkpoint| checkpoint.forget())?;
    Ok(found)
}

/// The beginning and the end of the names of checkpoints in the making.
const PARTIAL: [&str; 2] = [".chancetree-checkpoint-", ".part"];

/// A file that holds unfinished work: a line of JSON that says of what, then the same line and the work, compressed, with a
/// checksum over both.
pub(crate) struct Checkpoint {
    file: PathBuf,
    head: String,
    every: Duration,
    last: Mutex<Instant>,
    /// The file that was found and checked, still open: nothing that comes under its name later is taken for it. And
    /// the bytes of work in it, without their seal.
    found: Mutex<Option<(File, u64)>>,
    /// `true` once it was said that saving fails; `None` if nobody wants to hear of it.
    noted: Option<AtomicBool>,
    /// Nobody else saves here meanwhile.
    _lock: Option<Lock>,
}

impl Checkpoint {
    /// Refuses a checkpoint that is damaged or of other work; the bytes of work in one that will be used.
    fn check(&mut self) -> Result<Option<u64>, Fail> {
        let name = self.file.display().to_string();
        let damaged = |why: &str| {
            Fail::new(Status::Failed, format!("the checkpoint {name} is damaged: {why}"))
                .help(format!("rm {name}, and the work begins anew"))
        };
        let failed = |error: io::Error| Fail::io(&name, &error);
        let file = match self.file.symlink_metadata() {
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
            Ok(there) if !there.is_file() => return Err(damaged("it is not a plain file")),
            other => other.and_then(|_| File::open(&self.file)).map_err(failed)?,
        };
        let head = first_line(&mut BufReader::new(&file)).map_err(failed)?;
        let head = String::from_utf8_lossy(&head).into_owned();
        let found: Option<Value> = serde_json::from_str(&head).ok();
        let found = found.filter(|found| found["chancetree"] == "checkpoint");
        let found = found.ok_or_else(|| damaged("its first line says nothing of a checkpoint"))?;
        if found["version"] != VERSION {
            let version = &found["version"];
            let what =
                format!("the checkpoint {name} is of version {version}, and this program reads {VERSION}");
            return Err(Fail::usage(what).help(format!("rm {name}, or --checkpoint with another folder")));
        }
        if head != self.head {
            let what = format!("the checkpoint {name} is of other work: {}", found["parameters"]);
            return Err(Fail::usage(what).help(format!("rm {name}, or --checkpoint with another folder")));
        }
        *self.found.get_mut().expect(UNPOISONED) = Some((file, 0));
        // The checksum comes last, so all is read before any of it is believed.
        let mut work = self.work().map_err(|error| damaged(&error.to_string()))?.expect("it was just found");
        let mut sealed = Unsealing::after(format!("{}\n", self.head).as_bytes());
        let bytes = io::copy(&mut work, &mut sealed).map_err(|error| damaged(&error.to_string()))?;
        if !sealed.is_right() {
            return Err(damaged("its seal is not that of the work"));
        }
        let bytes = bytes - seal::BYTES as u64;
        let rest = work.into_inner().into_inner().bytes().next();
        if rest.is_some() {
            return Err(damaged("something follows the end"));
        }
        if let Some(found) = self.found.get_mut().expect(UNPOISONED) {
            found.1 = bytes;
        }
        Ok(Some(bytes))
    }

    /// The work that was found, from its first byte on: all that was said before it has been read and is right.
    fn work(&self) -> io::Result<Option<BufReader<GzDecoder<BufReader<File>>>>> {
        let found = self.found.lock().expect(UNPOISONED);
        let Some((file, _)) = &*found else { return Ok(None) };
        let mut file = file.try_clone()?;
        file.seek(SeekFrom::Start(self.head.len() as u64 + 1))?;
        let mut work = BufReader::new(GzDecoder::new(BufReader::new(file)));
        match first_line(&mut work)? == self.head.as_bytes() {
            true => Ok(Some(work)),
            false => Err(io::Error::new(ErrorKind::InvalidData, "its parts are of different work")),
        }
    }

    /// The failure that stopped the work, with what to do now; there is nothing to do if it was stopped before there was
    /// anything to save.
    fn advised(&self, fail: Fail) -> Fail {
        match self.file.exists() {
            true => fail.help(format!("the same command goes on from {}", self.file.display())),
            false => fail,
        }
    }

    /// The failure that ended the work, which is saved by `save` if the same command can go on with it.
    pub(crate) fn stopped(&self, fail: Fail, watch: &Watch, save: impl FnOnce() -> io::Result<()>) -> Fail {
        if fail.is_final() {
            return self.forget().err().unwrap_or(fail);
        }
        match save() {
            Err(error) => unsaved(&error, watch),
            Ok(()) if fail.is_stop() => self.advised(fail),
            Ok(()) => fail,
        }
    }

    /// Returns `true` if there is a file.
    #[cfg(feature = "distributed")]
    pub(crate) fn is_there(&self) -> bool {
        self.file.exists()
    }

    /// Removes the file, because the work is done.
    pub(crate) fn forget(&self) -> Result<(), Fail> {
        match std::fs::remove_file(&self.file) {
            Err(error) if error.kind() != ErrorKind::NotFound => {
                Err(Fail::io(&self.file.display().to_string(), &error))
            }
            _ => Ok(()),
        }
    }
}

/// The first line of a checkpoint of work with these parameters.
fn head_of(parameters: &Value) -> String {
    json!({ "chancetree": "checkpoint", "version": VERSION, "parameters": parameters }).to_string()
}

/// A line without its end, of no more bytes than a head may have.
fn first_line(input: &mut impl io::BufRead) -> io::Result<Vec<u8>> {
    let mut line = Vec::new();
    input.take(1 << 16).read_until(b'\n', &mut line)?;
    line.pop();
    Ok(line)
}

const UNPOISONED: &str = "no thread panics while it looks at a checkpoint";

impl Checkpointer for Checkpoint {
    fn is_due(&self) -> bool {
        self.last.lock().expect(UNPOISONED).elapsed() >= self.every
    }

    fn save(&self, write: &mut dyn FnMut(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
        // One that fails is not tried again at once, either.
        *self.last.lock().expect(UNPOISONED) = Instant::now();
        let named = |error: io::Error| {
            io::Error::new(error.kind(), format!("{}: {}", self.file.display(), reason(&error)))
        };
        let folder = self.file.parent().unwrap_or(Path::new("."));
        let _held = hold();
        // Written beside its place and renamed: a kill at any moment leaves the one before.
        let [prefix, suffix] = PARTIAL;
        let partial = tempfile::Builder::new().prefix(prefix).suffix(suffix).tempfile_in(folder);
        let mut partial = partial.map_err(named)?;
        // Held as long as this program lives; a file system without locks does without.
        let _ = partial.as_file().try_lock();
        let mut all = || {
            let mut out = BufWriter::new(partial.as_file_mut());
            writeln!(out, "{}", self.head)?;
            let mut packed = GzEncoder::new(&mut out, Compression::fast());
            let mut sealing = Sealing { out: &mut packed, seal: Seal::of(&[]) };
            writeln!(sealing, "{}", self.head)?;
            write(&mut sealing)?;
            let seal = sealing.seal.number();
            packed.write_all(&seal.to_le_bytes())?;
            packed.finish()?;
            out.flush()
        };
        all().and_then(|()| partial.as_file().sync_all()).map_err(named)?;
        partial.persist(&self.file).map_err(|error| named(error.error))?;
        sync_folder(folder).map_err(named)?;
        *self.found.lock().expect(UNPOISONED) = None;
        *self.last.lock().expect(UNPOISONED) = Instant::now();
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
        let bytes = self.found.lock().expect(UNPOISONED).as_ref().map_or(0, |found| found.1);
        Ok(self.work()?.map(|work| Box::new(work.take(bytes)) as Box<dyn Read>))
    }
}
