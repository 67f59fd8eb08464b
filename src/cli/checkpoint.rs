//! Checkpoints: unfinished work in a folder, whole and checked, or not there.

use super::fail::{Fail, Status, reason};
use super::watch::Watch;
use chancetree::engine::keep::Keeper;
use clap::Args;
use flate2::Compression;
use flate2::bufread::GzDecoder;
use flate2::write::GzEncoder;
use serde_json::{Value, json};
use std::fs::File;
use std::io::{self, BufRead as _, BufReader, BufWriter, ErrorKind, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::time::{Duration, Instant};

/// Where unfinished work is saved, and how often.
#[derive(Debug, Clone, Args)]
#[command(next_help_heading = "Long work")]
pub(crate) struct Keep {
    /// Save unfinished work in this folder, and go on from there
    #[arg(long, value_name = "DIR")]
    checkpoint: Option<PathBuf>,
    /// How often: 30s, 5m, 1h
    #[arg(long, value_name = "TIME", default_value = "60s", requires = "checkpoint",
        value_parser = super::watch::time)]
    checkpoint_every: Duration,
}

impl Default for Keep {
    fn default() -> Self {
        Self { checkpoint: None, checkpoint_every: Duration::MAX }
    }
}

/// The version of the files; it grows when older ones cannot be read any more.
const VERSION: u32 = 3;

/// The file in the folder.
const FILE: &str = "chancetree.checkpoint";

impl Keep {
    pub(crate) fn is_given(&self) -> bool {
        self.checkpoint.is_some()
    }

    /// The checkpoint of work with these parameters, looked at before the work begins.
    pub(crate) fn checkpoint(&self, parameters: &Value, watch: &Watch) -> Result<Option<Checkpoint>, Fail> {
        let Some((checkpoint, bytes)) = self.open(FILE, parameters)? else { return Ok(None) };
        if let Some(bytes) = bytes {
            let name = checkpoint.file.display();
            watch.note(&format!("note: going on from {name} ({} MB of work)", bytes.div_ceil(1_000_000)));
        }
        Ok(Some(checkpoint))
    }

    /// The two places in which process `me` of `processes` keeps its part of such work by turns.
    #[cfg(feature = "distributed")]
    pub(crate) fn parts(
        &self,
        work: &Value,
        me: usize,
        processes: usize,
    ) -> Result<Option<[Checkpoint; 2]>, Fail> {
        let parameters = json!({ "work": work, "process": me, "processes": processes });
        let place = |letter| self.open(&format!("{FILE}.{me}-of-{processes}.{letter}"), &parameters);
        let places = place('a')?.zip(place('b')?);
        Ok(places.map(|((one, _), (other, _))| [one, other]))
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

    /// A file in the folder, with the bytes of work in it if there are any.
    fn open(&self, file: &str, parameters: &Value) -> Result<Option<(Checkpoint, Option<u64>)>, Fail> {
        let Some(folder) = &self.checkpoint else { return Ok(None) };
        if folder.exists() && !folder.is_dir() {
            return Err(Fail::usage(format!("{} is no folder; checkpoints need one", folder.display())));
        }
        std::fs::create_dir_all(folder).map_err(|error| Fail::io(&folder.display().to_string(), &error))?;
        remove_left(folder);
        let head =
            json!({ "chancetree": "checkpoint", "version": VERSION, "parameters": parameters }).to_string();
        let checkpoint = Checkpoint {
            file: folder.join(file),
            head,
            every: self.checkpoint_every,
            last: Mutex::new(Instant::now()),
        };
        let bytes = checkpoint.check()?;
        Ok(Some((checkpoint, bytes)))
    }
}

/// What the names of checkpoints in the making begin and end with.
const PARTIAL: [&str; 2] = [".chancetree-checkpoint-", ".part"];

/// Removes checkpoints in the making that a kill has left: those that nobody holds any more.
fn remove_left(folder: &Path) {
    // They cost room, no more than that: whatever keeps one from being removed is no reason to stop.
    for path in std::fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path()) {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        if name.starts_with(PARTIAL[0])
            && name.ends_with(PARTIAL[1])
            && File::open(&path).is_ok_and(|file| file.try_lock().is_ok())
        {
            let _ = std::fs::remove_file(path);
        }
    }
}

/// A file that holds unfinished work: a line of JSON that says of what, then the work, compressed, with a checksum.
pub(crate) struct Checkpoint {
    file: PathBuf,
    head: String,
    every: Duration,
    last: Mutex<Instant>,
}

impl Checkpoint {
    /// Refuses a checkpoint that is damaged or of other work; the bytes of work in one that will be used.
    fn check(&self) -> Result<Option<u64>, Fail> {
        let name = self.file.display().to_string();
        let damaged = |why: &str| {
            Fail::new(Status::Failed, format!("the checkpoint {name} is damaged: {why}"))
                .help(format!("rm {name}, and the work begins anew"))
        };
        let Some((head, mut work)) = self.open().map_err(|error| Fail::io(&name, &error))? else {
            return Ok(None);
        };
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
        // The checksum comes last, so all is read before any of it is believed.
        let bytes = io::copy(&mut work, &mut io::sink()).map_err(|error| damaged(&error.to_string()))?;
        let rest = work.into_inner().bytes().next();
        if rest.is_some() {
            return Err(damaged("something follows the end"));
        }
        Ok(Some(bytes))
    }

    /// The head of the file and the work behind it, if there is a file.
    fn open(&self) -> io::Result<Option<(String, GzDecoder<BufReader<File>>)>> {
        let file = match File::open(&self.file) {
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
            other => other?,
        };
        let mut input = BufReader::new(file);
        let mut head = Vec::new();
        input.by_ref().take(1 << 16).read_until(b'\n', &mut head)?;
        head.pop();
        Ok(Some((String::from_utf8_lossy(&head).into_owned(), GzDecoder::new(input))))
    }

    /// What to do when the work was stopped; nothing where it was stopped before there was anything to save.
    pub(crate) fn advice(&self) -> Option<String> {
        self.file.exists().then(|| format!("the same command goes on from {}", self.file.display()))
    }

    /// Whether there is a file.
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

impl Keeper for Checkpoint {
    fn is_due(&self) -> bool {
        self.last.lock().expect("no thread panics while it looks at the time").elapsed() >= self.every
    }

    fn save(&self, write: &mut dyn FnMut(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
        let named = |error: io::Error| {
            io::Error::new(error.kind(), format!("{}: {}", self.file.display(), reason(&error)))
        };
        let folder = self.file.parent().unwrap_or(Path::new("."));
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
            write(&mut packed)?;
            packed.finish()?;
            out.flush()
        };
        all().and_then(|()| partial.as_file().sync_all()).map_err(named)?;
        partial.persist(&self.file).map_err(|error| named(error.error))?;
        *self.last.lock().expect("no thread panics while it looks at the time") = Instant::now();
        Ok(())
    }

    fn saved(&self) -> io::Result<Option<Box<dyn Read + '_>>> {
        let opened = self.open()?;
        Ok(opened.map(|(_, work)| Box::new(BufReader::new(work)) as Box<dyn Read>))
    }
}
