//! Files that have their names only once they are whole.

use std::fs::{File, Metadata, OpenOptions};
use std::hash::Hasher as _;
use std::io::{self, ErrorKind, Read as _, Seek as _, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;
use tempfile::{Builder, NamedTempFile, TempPath};
use twox_hash::XxHash64;

/// Files in the making, for an end that drops nothing.
static UNFINISHED: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

/// Removes all files in the making, because the program ends at once. Other threads cannot begin a file any more.
pub fn remove_unfinished() {
    let mut unfinished = UNFINISHED.lock().unwrap_or_else(PoisonError::into_inner);
    for path in unfinished.drain(..) {
        let _ = std::fs::remove_file(path);
    }
    // The lock is kept until the program exits.
    std::mem::forget(unfinished);
}

/// The beginning and the end of the names of files in the making.
const PREFIX: &str = ".chancetree-";
const SUFFIX: &str = ".part";

/// The age from which a file in the making that nobody holds counts as left by a kill.
const LEFT: Duration = Duration::from_secs(60);

/// A file in the making in a folder, whose name goes on with `kind`; only its owner may read it, unless it is to have the
/// rights of any new file.
pub(super) fn unnamed(folder: &Path, kind: &str, is_as_any: bool) -> io::Result<NamedTempFile> {
    let prefix = format!("{PREFIX}{kind}");
    let mut builder = Builder::new();
    builder.prefix(&prefix).suffix(SUFFIX);
    if is_as_any {
        as_any_new_file(&mut builder);
    }
    let partial = builder.tempfile_in(folder)?;
    // Held as long as this program lives; a file system without locks does without.
    let _ = partial.as_file().try_lock();
    Ok(partial)
}

/// A temporary file is private; a result has the rights of any new file.
#[cfg(unix)]
fn as_any_new_file(builder: &mut Builder<'_, '_>) {
    use std::os::unix::fs::PermissionsExt as _;
    // The system takes away from these what the user does not want to give.
    builder.permissions(std::fs::Permissions::from_mode(0o666));
}

#[cfg(not(unix))]
fn as_any_new_file(_: &mut Builder<'_, '_>) {}

/// Removes files in the making that a kill has left in a folder: those of some age that nobody holds any more. The names of
/// some go on with `kind`.
pub fn remove_left(folder: &Path, kind: &str, age: Duration) {
    // They cost room, no more than that: whatever keeps one from being removed is no reason to stop.
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let name = entry.file_name();
        let name = name.to_string_lossy();
        let ours =
            name.strip_prefix(PREFIX).is_some_and(|rest| rest.starts_with(kind) && rest.ends_with(SUFFIX));
        let old = |there: &Metadata| {
            there.is_file()
                && there.modified().is_ok_and(|then| then.elapsed().is_ok_and(|since| since >= age))
        };
        // The entry itself is looked at: no link is followed, and no pipe opened.
        if ours
            && entry.metadata().is_ok_and(|there| old(&there))
            && File::open(entry.path()).is_ok_and(|file| file.try_lock().is_ok())
        {
            let _ = std::fs::remove_file(entry.path());
        }
    }
}

/// Makes sure that the names in a folder outlive a power cut.
pub(super) fn sync_folder(folder: &Path) -> io::Result<()> {
    // Only files can be synced elsewhere, and some file systems cannot sync a folder.
    if !cfg!(unix) {
        return Ok(());
    }
    match File::open(folder).and_then(|folder| folder.sync_all()) {
        Err(error) if matches!(error.kind(), ErrorKind::InvalidInput | ErrorKind::Unsupported) => Ok(()),
        other => other,
    }
}

/// Returns the folder that a file is in; `.` if its path names none.
pub fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// A file in the making: it is written beside its place, and has its name only once it is [finished](Self::finish_all). Dropped
/// before, it leaves nothing.
#[derive(Debug)]
pub struct PartialFile {
    file: NamedTempFile,
    path: PathBuf,
    replace: bool,
}

impl PartialFile {
    /// Begins a file that will be at `path`, in place of one that is there only if it may `replace` it. What a kill has left
    /// in the same folder more than a minute ago is removed.
    ///
    /// # Errors
    /// A folder that is not there or cannot be written.
    pub fn create(path: &Path, replace: bool) -> io::Result<Self> {
        let folder = folder_of(path);
        remove_left(folder, "", LEFT);
        // A link to nothing is there, too, though what it leads to is not.
        let is_new = path.symlink_metadata().is_err();
        // Another thread may end the program at any moment: it waits until the file is known.
        let mut unfinished = UNFINISHED.lock().unwrap_or_else(PoisonError::into_inner);
        let file = unnamed(folder, "", is_new);
        // The error of the crate names the file in the making; what was asked for is more useful.
        let file = file.map_err(|error| io::Error::from(error.kind()))?;
        unfinished.push(file.path().to_owned());
        Ok(Self { file, path: path.to_owned(), replace })
    }

    /// Replaces the file in the making by one at `place`, which stays there if this program ends before it is finished. What
    /// is there already stays, to [go on](Self::go_on) from it. Returns `false`, and replaces nothing, if a file cannot be
    /// moved from there to its own place.
    ///
    /// # Errors
    /// A file that cannot be opened.
    pub fn keep_at(&mut self, place: &Path) -> io::Result<bool> {
        if !is_same_device(folder_of(place), folder_of(&self.path)) {
            return Ok(false);
        }
        let file = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(place)?;
        self.file = NamedTempFile::from_parts(file, TempPath::try_from_path(place)?);
        self.file.disable_cleanup(true);
        Ok(true)
    }

    /// Goes on behind the first bytes of what was [kept](Self::keep_at), if they end as they did; else empties the file, and
    /// returns `false`.
    ///
    /// # Errors
    /// A file that cannot be read or cut off.
    pub fn go_on(&mut self, bytes: u64, end: u64) -> io::Result<bool> {
        let is_there = end_of(self.file.as_file(), bytes)? == Some(end);
        let bytes = if is_there { bytes } else { 0 };
        self.file.as_file().set_len(bytes)?;
        self.file.seek(SeekFrom::Start(bytes))?;
        Ok(is_there)
    }

    /// Returns another handle of the file.
    ///
    /// # Errors
    /// If the system has none left.
    pub fn handle(&self) -> io::Result<File> {
        self.file.as_file().try_clone()
    }

    /// Gives files that belong together their names, as nearly at once as the system allows: all are on the disk before the
    /// first has its name, and if one cannot have it, none has. A new one never stands beside an old one, not even after a
    /// kill in between: then one is missing.
    ///
    /// # Errors
    /// A disk that is full, or a name that cannot be had; nothing has changed then.
    pub fn finish_all(files: Vec<Self>) -> Result<(), super::Unusable> {
        let failed = |path: &Path, error| super::Unusable::System { file: path.to_owned(), error };
        for own in &files {
            own.settle().map_err(|error| failed(&own.path, error))?;
        }
        let mut aside = Self::set_aside(&files)?;
        let mut named: Vec<Renamed> = Vec::new();
        for (at, Self { file, path, replace }) in files.into_iter().enumerate() {
            match Renamed::new(file, &path, replace, aside[at].take()) {
                Ok(own) => named.push(own),
                Err(error) => {
                    named.into_iter().chain(aside.into_iter().flatten()).rev().for_each(Renamed::undo);
                    return Err(failed(&path, error));
                }
            }
        }
        for own in named {
            let path = own.path.clone();
            own.keep().map_err(|error| failed(&path, error))?;
        }
        Ok(())
    }

    /// Takes the names from old files that belong together, from all but the first, which is replaced at once.
    fn set_aside(files: &[Self]) -> Result<Vec<Option<Renamed>>, super::Unusable> {
        let mut aside: Vec<Option<Renamed>> = files.iter().map(|_| None).collect();
        for (at, Self { path, replace, .. }) in files.iter().enumerate().skip(1) {
            // A folder that has come meanwhile stays in the way.
            let there = path.symlink_metadata().is_ok_and(|there| !there.is_dir());
            if !there || !replace {
                continue;
            }
            let before = before(path);
            let moved = std::fs::rename(path, &before);
            let own = Renamed { path: path.clone(), before: Some(before) };
            if let Err(error) = moved.and_then(|()| sync_folder(folder_of(path))) {
                aside.into_iter().flatten().chain([own]).for_each(Renamed::undo);
                return Err(super::Unusable::System { file: path.clone(), error });
            }
            aside[at] = Some(own);
        }
        Ok(aside)
    }

    /// Brings all that was written to the disk, with the rights of the file whose place it takes.
    fn settle(&self) -> io::Result<()> {
        if let Ok(before) = self.path.metadata() {
            self.file.as_file().set_permissions(before.permissions())?;
        }
        self.file.as_file().sync_all()
    }
}

impl Write for PartialFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

/// Brings the first bytes of a file to the disk, and returns the number by which [`PartialFile::go_on`] knows their end; `None` if
/// there are fewer.
///
/// # Errors
/// A file that cannot be written or read.
pub fn settle(file: &File, bytes: u64) -> io::Result<Option<u64>> {
    file.sync_data()?;
    let mut file = file;
    let place = file.stream_position()?;
    let end = end_of(file, bytes)?;
    file.seek(SeekFrom::Start(place))?;
    Ok(end)
}

/// The bytes by which the end of what was written is known again.
const END: u64 = 1 << 20;

/// Returns a checksum of the last of the first `bytes` of a file; `None` if there are fewer.
fn end_of(mut file: &File, bytes: u64) -> io::Result<Option<u64>> {
    if file.metadata()?.len() < bytes {
        return Ok(None);
    }
    let mut end = Vec::new();
    file.seek(SeekFrom::Start(bytes.saturating_sub(END)))?;
    file.take(bytes.min(END)).read_to_end(&mut end)?;
    let mut sum = XxHash64::with_seed(bytes);
    sum.write(&end);
    Ok(Some(sum.finish()))
}

/// Returns `true` if files can be moved from one folder to another.
#[cfg(unix)]
fn is_same_device(one: &Path, other: &Path) -> bool {
    use std::os::unix::fs::MetadataExt as _;
    let device = |folder: &Path| folder.metadata().map(|folder| folder.dev()).ok();
    device(one).is_some_and(|own| Some(own) == device(other))
}

/// Returns `false`: the system does not say.
#[cfg(not(unix))]
fn is_same_device(_: &Path, _: &Path) -> bool {
    false
}

/// A file that was given its name, as long as that can be undone.
struct Renamed {
    path: PathBuf,
    /// Another name of the file that was there before.
    before: Option<PathBuf>,
}

impl Renamed {
    /// Gives a file its name, which was taken from an old one or not.
    fn new(partial: NamedTempFile, path: &Path, force: bool, aside: Option<Self>) -> io::Result<Self> {
        if let Some(own) = aside {
            return match partial.persist(path) {
                Ok(_) => Ok(own),
                Err(error) => {
                    own.undo();
                    Err(error.error)
                }
            };
        }
        let mut own = Self { path: path.to_owned(), before: None };
        if !force {
            partial.persist_noclobber(path).map_err(|error| error.error)?;
            return Ok(own);
        }
        // A file system without links does without.
        let before = before(path);
        own.before = std::fs::hard_link(path, &before).is_ok().then_some(before);
        match partial.persist(path) {
            Ok(_) => Ok(own),
            Err(error) => {
                own.forget_before();
                Err(error.error)
            }
        }
    }

    fn forget_before(&mut self) {
        if let Some(before) = self.before.take() {
            let _ = std::fs::remove_file(before);
        }
    }

    /// Puts back what was there before.
    fn undo(self) {
        let _ = match self.before {
            Some(before) => std::fs::rename(before, &self.path),
            None => std::fs::remove_file(&self.path),
        };
    }

    /// Makes sure that the name stays.
    fn keep(mut self) -> io::Result<()> {
        self.forget_before();
        sync_folder(folder_of(&self.path))
    }
}

/// Another name for the file that was there before, which nobody else has.
fn before(path: &Path) -> PathBuf {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    folder_of(path).join(format!("{PREFIX}{}-{name}-before{SUFFIX}", std::process::id()))
}
