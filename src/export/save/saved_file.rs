//! The file of a section: a line of JSON, the work as an LZ4 frame, and a checksum of both.

use super::partial::{add_to_checksum, sync_folder, unnamed};
use super::{FileStoreError, VERSION};
use crate::model::WriteWork;
use crate::reason;
use lz4_flex::frame::{FrameDecoder, FrameEncoder};
use serde_json::{Value, json};
use std::fs::File;
use std::hash::Hasher as _;
use std::io::{self, BufRead, BufReader, BufWriter, ErrorKind, Read, Seek as _, SeekFrom, Take, Write};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::time::{Duration, Instant};
use twox_hash::XxHash64;

/// The second part of the names of unfinished files, after the common prefix.
pub(super) const KIND: &str = "checkpoint-";

/// The file of a section.
#[derive(Debug)]
pub(super) struct SavedFile {
    pub(super) path: PathBuf,
    head: String,
    last: Mutex<LastSave>,
    /// The file that was found and checked, and the bytes of work in it. The file stays open, so that a file which
    /// gets its name later is not read instead.
    found: Mutex<Option<(File, u64)>>,
}

impl SavedFile {
    pub(super) fn new(path: PathBuf, head: String) -> Self {
        let last = LastSave { at: Instant::now(), took: Duration::ZERO };
        Self { path, head, last: Mutex::new(last), found: Mutex::default() }
    }

    /// Opens and checks the file, if it exists.
    pub(super) fn open(path: PathBuf, head: String, fingerprint: &Value) -> Result<Self, FileStoreError> {
        let saved = Self::new(path, head);
        let file = || saved.path.clone();
        let damaged = |why: &str| FileStoreError::Damaged { file: file(), why: why.to_owned() };
        let failed = |error: io::Error| FileStoreError::System { file: file(), error };
        let opened = match saved.path.symlink_metadata() {
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(saved),
            Ok(there) if !there.is_file() => return Err(damaged("it is not a plain file")),
            other => other.and_then(|_| File::open(&saved.path)).map_err(failed)?,
        };
        let head = first_line(&mut BufReader::new(&opened)).map_err(failed)?;
        let head = String::from_utf8_lossy(&head).into_owned();
        let found: Option<Value> = serde_json::from_str(&head).ok();
        let found = found.filter(|found| found["chancetree"] == "checkpoint");
        let mut found = found.ok_or_else(|| damaged("its first line is not the header of a checkpoint"))?;
        if found["version"] != VERSION {
            let version =
                found["version"].as_str().map_or_else(|| found["version"].to_string(), str::to_owned);
            return Err(FileStoreError::Version { file: file(), version });
        }
        let end = || {
            checked(&opened)
                .map_err(failed)?
                .ok_or_else(|| damaged("its checksum does not match its contents"))
        };
        if found["fingerprint"] != *fingerprint {
            end()?;
            return Err(FileStoreError::OtherWork { file: file(), fingerprint: found["fingerprint"].take() });
        }
        if head != saved.head {
            return Err(damaged("it contains the name of another file"));
        }
        let bytes = end()?.checked_sub(saved.head.len() as u64 + 1);
        let bytes = bytes.ok_or_else(|| damaged("it ends in its first line"))?;
        *saved.found.lock().expect(UNPOISONED) = Some((opened, bytes));
        Ok(saved)
    }

    /// Returns a reader of the work that was found.
    pub(super) fn work(&self) -> io::Result<Option<FrameDecoder<BufReader<Take<File>>>>> {
        let found = self.found.lock().expect(UNPOISONED);
        let Some((file, bytes)) = &*found else { return Ok(None) };
        let mut file = file.try_clone()?;
        file.seek(SeekFrom::Start(self.head.len() as u64 + 1))?;
        Ok(Some(FrameDecoder::new(BufReader::with_capacity(AT_ONCE, file.take(*bytes)))))
    }

    /// Returns the bytes of work that were found and are not yet replaced by newer work; `None` if there was no file.
    pub(super) fn bytes(&self) -> Option<u64> {
        self.found.lock().expect(UNPOISONED).as_ref().map(|(_, bytes)| *bytes)
    }

    pub(super) fn is_due(&self, every: Duration) -> bool {
        let last = self.last.lock().expect(UNPOISONED);
        // Work that takes long to save is saved less often: saving takes at most a tenth of the time.
        let times = if last.took < LONG { 1 } else { 9 };
        last.at.elapsed() >= every.max(times * last.took)
    }

    pub(super) fn save(&self, write: WriteWork<'_>) -> io::Result<()> {
        // A failed save is not repeated at once, either.
        let began = Instant::now();
        self.last.lock().expect(UNPOISONED).at = began;
        let named = |error: io::Error| {
            io::Error::new(error.kind(), format!("{}: {}", self.path.display(), reason(&error)))
        };
        let folder = self.path.parent().unwrap_or(Path::new("."));
        let mut partial = unnamed(folder, KIND, false).map_err(named)?;
        let mut all = || {
            let out = BufWriter::with_capacity(AT_ONCE, partial.as_file_mut());
            let mut out = ChecksumWriter { out, sum: XxHash64::default() };
            writeln!(out, "{}", self.head)?;
            let mut packed = FrameEncoder::new(out);
            write(&mut packed)?;
            let ChecksumWriter { mut out, sum } = packed.finish()?;
            out.write_all(&sum.finish().to_le_bytes())?;
            out.flush()
        };
        all().and_then(|()| partial.as_file().sync_all()).map_err(named)?;
        partial.persist(&self.path).map_err(|error| named(error.error))?;
        sync_folder(folder).map_err(named)?;
        *self.found.lock().expect(UNPOISONED) = None;
        *self.last.lock().expect(UNPOISONED) = LastSave { at: Instant::now(), took: began.elapsed() };
        Ok(())
    }

    pub(super) fn remove(&self) -> Result<(), FileStoreError> {
        match std::fs::remove_file(&self.path) {
            Err(error) if error.kind() != ErrorKind::NotFound => {
                Err(FileStoreError::System { file: self.path.clone(), error })
            }
            _ => Ok(()),
        }
    }
}

/// Returns the offset of the checksum at the end of a file, or `None` if it does not match the bytes before it.
fn checked(mut file: &File) -> io::Result<Option<u64>> {
    let Some(end) = file.metadata()?.len().checked_sub(size_of::<u64>() as u64) else { return Ok(None) };
    let mut sum = XxHash64::default();
    add_to_checksum(&mut sum, file, 0..end)?;
    let mut saved = [0; size_of::<u64>()];
    file.seek(SeekFrom::Start(end))?;
    file.read_exact(&mut saved)?;
    Ok((saved == sum.finish().to_le_bytes()).then_some(end))
}

/// Forwards bytes and adds them to a checksum.
struct ChecksumWriter<W> {
    out: W,
    sum: XxHash64,
}

impl<W: Write> Write for ChecksumWriter<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.out.write(bytes)?;
        self.sum.write(&bytes[..written]);
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

/// The time and the duration of the last save.
#[derive(Debug)]
struct LastSave {
    at: Instant,
    took: Duration,
}

/// Returns the first line of the file of a section.
pub(super) fn head_of(fingerprint: &Value, key: &str) -> String {
    json!({ "chancetree": "checkpoint", "version": VERSION, "fingerprint": fingerprint, "section": key })
        .to_string()
}

/// Reads a line without its end, limited to the maximum length of a head.
fn first_line(input: &mut impl BufRead) -> io::Result<Vec<u8>> {
    let mut line = Vec::new();
    input.take(1 << 16).read_until(b'\n', &mut line)?;
    line.pop();
    Ok(line)
}

/// Up to this duration, a save may take as much time as the work.
const LONG: Duration = Duration::from_secs(1);

/// The size of the read and write buffers in bytes.
pub(super) const AT_ONCE: usize = 1 << 16;

pub(super) const UNPOISONED: &str = "no thread panics while it reads or saves";
