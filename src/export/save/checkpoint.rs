//! Unfinished work in a file.

use super::partial::{remove_left, sync_folder, unnamed};
use super::{Unusable, VERSION, reason};
use crate::evaluate::checkpoint::Store;
use flate2::Compression;
use flate2::bufread::GzDecoder;
use flate2::write::GzEncoder;
use serde_json::{Value, json};
use std::fs::File;
use std::io::{self, BufRead, BufReader, BufWriter, ErrorKind, Read, Seek as _, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::time::{Duration, Instant};

/// The names of checkpoints in the making begin with it, after what all files in the making share.
const KIND: &str = "checkpoint-";

/// A file that holds unfinished work: a line of JSON that says of what, then the same line and the work, compressed, with a
/// checksum over both and a seal of the program.
///
/// It is written beside its place and renamed, so that a kill at any moment leaves the one before. It says nothing of a save
/// that fails ([`Store::missed`]): who wants to hear of it wraps it.
#[derive(Debug)]
pub struct Checkpoint {
    file: PathBuf,
    head: String,
    every: Duration,
    last: Mutex<Last>,
    /// The file that was found and checked, still open: nothing that comes under its name later is taken for it. And
    /// the bytes of work in it, without their seal.
    found: Mutex<Option<(File, u64)>>,
}

impl Checkpoint {
    /// The checkpoint of work with these parameters in a file, there or not, which is to be saved every so often. One that
    /// is there is read once from beginning to end, and checked.
    ///
    /// # Errors
    /// A file that cannot be read, is damaged, of another version, or of other work.
    pub fn open(file: PathBuf, parameters: &Value, every: Duration) -> Result<Self, Unusable> {
        let mut checkpoint = Self {
            file,
            head: head_of(parameters),
            every,
            last: Mutex::new(Last { at: Instant::now(), took: Duration::ZERO }),
            found: Mutex::new(None),
        };
        checkpoint.check()?;
        Ok(checkpoint)
    }

    /// Returns `true` if a file says that it is the checkpoint of work with these parameters; no more of it is read.
    pub fn is_of(file: &Path, parameters: &Value) -> bool {
        let head = File::open(file).and_then(|file| first_line(&mut BufReader::new(file)));
        head.is_ok_and(|found| found == head_of(parameters).as_bytes())
    }

    /// Removes the checkpoints in the making that a kill has left in a folder, those of some age.
    pub fn remove_left(folder: &Path, age: Duration) {
        remove_left(folder, KIND, age);
    }

    /// Refuses a checkpoint that is damaged or of other work.
    fn check(&mut self) -> Result<(), Unusable> {
        let file = || self.file.clone();
        let damaged = |why: &str| Unusable::Damaged { file: file(), why: why.to_owned() };
        let failed = |error: io::Error| Unusable::System { file: file(), error };
        let opened = match self.file.symlink_metadata() {
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(()),
            Ok(there) if !there.is_file() => return Err(damaged("it is not a plain file")),
            other => other.and_then(|_| File::open(&self.file)).map_err(failed)?,
        };
        let head = first_line(&mut BufReader::new(&opened)).map_err(failed)?;
        let head = String::from_utf8_lossy(&head).into_owned();
        let found: Option<Value> = serde_json::from_str(&head).ok();
        let found = found.filter(|found| found["chancetree"] == "checkpoint");
        let mut found = found.ok_or_else(|| damaged("its first line says nothing of a checkpoint"))?;
        if found["version"] != VERSION {
            return Err(Unusable::Version { file: file(), version: found["version"].take() });
        }
        if head != self.head {
            return Err(Unusable::OtherWork { file: file(), parameters: found["parameters"].take() });
        }
        *self.found.lock().expect(UNPOISONED) = Some((opened, 0));
        // The checksum comes last, so all is read before any of it is believed.
        let mut work = self.work().map_err(|error| damaged(&error.to_string()))?.expect("it was just found");
        let head = sealed(UNSEALED, format!("{}\n", self.head).as_bytes());
        let mut all = Unsealing { seal: head, last: Vec::new() };
        let bytes = io::copy(&mut work, &mut all).map_err(|error| damaged(&error.to_string()))?;
        if all.last != all.seal.to_le_bytes() {
            return Err(damaged("its seal is not that of the work"));
        }
        let bytes = bytes - BYTES as u64;
        let rest = work.into_inner().into_inner().bytes().next();
        if rest.is_some() {
            return Err(damaged("something follows the end"));
        }
        if let Some(found) = self.found.get_mut().expect(UNPOISONED) {
            found.1 = bytes;
        }
        Ok(())
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

    /// Returns the bytes of work that were found and are not yet replaced by newer ones; `None` if there was no file.
    pub fn bytes(&self) -> Option<u64> {
        self.found.lock().expect(UNPOISONED).as_ref().map(|(_, bytes)| *bytes)
    }

    /// Returns the file.
    pub fn file(&self) -> &Path {
        &self.file
    }

    /// Removes the file, because the work is done.
    ///
    /// # Errors
    /// A file that is there and cannot be removed.
    pub fn forget(&self) -> Result<(), Unusable> {
        match std::fs::remove_file(&self.file) {
            Err(error) if error.kind() != ErrorKind::NotFound => {
                Err(Unusable::System { file: self.file.clone(), error })
            }
            _ => Ok(()),
        }
    }
}

/// The time at which it was saved last, and how long that took.
#[derive(Debug)]
struct Last {
    at: Instant,
    took: Duration,
}

/// The first line of a checkpoint of work with these parameters.
fn head_of(parameters: &Value) -> String {
    json!({ "chancetree": "checkpoint", "version": VERSION, "parameters": parameters }).to_string()
}

/// A line without its end, of no more bytes than a head may have.
fn first_line(input: &mut impl BufRead) -> io::Result<Vec<u8>> {
    let mut line = Vec::new();
    input.take(1 << 16).read_until(b'\n', &mut line)?;
    line.pop();
    Ok(line)
}

/// A save that takes less may take as much time as the work.
const LONG: Duration = Duration::from_secs(1);

/// The bytes that are packed at a time.
const AT_ONCE: usize = 1 << 16;

const UNPOISONED: &str = "no thread panics while it looks at a checkpoint";

impl Store for Checkpoint {
    fn is_due(&self) -> bool {
        let last = self.last.lock().expect(UNPOISONED);
        // What takes long to save grows: no more than a tenth of all time goes to that.
        let times = if last.took < LONG { 1 } else { 9 };
        last.at.elapsed() >= self.every.max(times * last.took)
    }

    fn save(&self, write: &mut dyn FnMut(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
        // One that fails is not tried again at once, either.
        let begun = Instant::now();
        self.last.lock().expect(UNPOISONED).at = begun;
        let named = |error: io::Error| {
            io::Error::new(error.kind(), format!("{}: {}", self.file.display(), reason(&error)))
        };
        let folder = self.file.parent().unwrap_or(Path::new("."));
        let mut partial = unnamed(folder, KIND, false).map_err(named)?;
        let mut all = || {
            let mut out = BufWriter::new(partial.as_file_mut());
            writeln!(out, "{}", self.head)?;
            // Whoever packs clears room for what may come of it, however few bytes there are.
            let packed = BufWriter::with_capacity(AT_ONCE, GzEncoder::new(out, Compression::fast()));
            let mut sealing = Sealing { out: packed, seal: UNSEALED };
            writeln!(sealing, "{}", self.head)?;
            write(&mut sealing)?;
            let mut packed = sealing.out.into_inner()?;
            packed.write_all(&sealing.seal.to_le_bytes())?;
            packed.finish()?.flush()
        };
        all().and_then(|()| partial.as_file().sync_all()).map_err(named)?;
        partial.persist(&self.file).map_err(|error| named(error.error))?;
        sync_folder(folder).map_err(named)?;
        *self.found.lock().expect(UNPOISONED) = None;
        *self.last.lock().expect(UNPOISONED) = Last { at: Instant::now(), took: begun.elapsed() };
        Ok(())
    }

    fn missed(&self, _: &io::Error) {}

    fn saved(&self) -> io::Result<Option<Box<dyn Read + '_>>> {
        let bytes = self.bytes().unwrap_or(0);
        Ok(self.work()?.map(|work| Box::new(work.take(bytes)) as Box<dyn Read>))
    }
}

/// The seal of no bytes.
const UNSEALED: u64 = 0xcbf2_9ce4_8422_2325;

/// The bytes of a seal.
const BYTES: usize = 8;

/// The seal of bytes that follow those of a seal, beside the checksum of the format: FNV-1a (Fowler, Noll, Vo 1991). It is
/// no secret, so it keeps out what was changed, not whoever means to deceive.
fn sealed(before: u64, bytes: &[u8]) -> u64 {
    bytes.iter().fold(before, |seal, byte| (seal ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3))
}

/// Passes bytes on, and seals them.
struct Sealing<W> {
    out: W,
    seal: u64,
}

impl<W: Write> Write for Sealing<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.out.write(bytes)?;
        self.seal = sealed(self.seal, &bytes[..written]);
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

/// Takes bytes whose last ones are the seal of those before.
struct Unsealing {
    seal: u64,
    last: Vec<u8>,
}

impl Write for Unsealing {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.last.extend_from_slice(bytes);
        let before = self.last.len().saturating_sub(BYTES);
        self.seal = sealed(self.seal, &self.last[..before]);
        self.last.drain(..before);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Returns a number for a text (FNV-1a): those who mean the same have the same. It keeps out mistakes, nobody who means to
/// deceive.
pub fn digest(text: &str) -> u64 {
    sealed(UNSEALED, text.as_bytes())
}
