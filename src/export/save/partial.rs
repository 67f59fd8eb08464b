//! Files that get their names once they are complete.

use super::saved_file::AT_ONCE;
use std::fs::{File, Metadata, OpenOptions};
use std::hash::Hasher as _;
use std::io::{self, BufRead as _, BufReader, ErrorKind, Read as _, Seek as _, SeekFrom, Write};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;
use tempfile::{Builder, NamedTempFile, TempPath};
use twox_hash::XxHash64;

/// The paths of unfinished files, for an exit that runs no destructors.
static UNFINISHED: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

/// The folders that this process created for its files.
static CREATED: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

/// Creates a folder for files, if it does not exist. The folder is removed if no file in it is finished.
///
/// # Errors
/// The folder cannot be created.
pub fn create_folder(folder: &Path) -> io::Result<()> {
    if folder.is_dir() {
        return Ok(());
    }
    std::fs::create_dir_all(folder)?;
    CREATED.lock().unwrap_or_else(PoisonError::into_inner).push(folder.to_owned());
    Ok(())
}

/// Removes the folder of an unfinished file when it is dropped, if this process created the folder and it is empty.
#[derive(Debug)]
struct FolderCleanup(PathBuf);

impl Drop for FolderCleanup {
    fn drop(&mut self) {
        if CREATED.lock().unwrap_or_else(PoisonError::into_inner).contains(&self.0) {
            // The system refuses to remove a folder with files.
            let _ = std::fs::remove_dir(&self.0);
        }
    }
}

/// Removes all unfinished files, because the program exits immediately. Afterwards no thread can create another one.
pub fn remove_unfinished() {
    let mut unfinished = UNFINISHED.lock().unwrap_or_else(PoisonError::into_inner);
    for path in unfinished.drain(..) {
        let _ = std::fs::remove_file(path);
    }
    for folder in CREATED.lock().unwrap_or_else(PoisonError::into_inner).iter() {
        let _ = std::fs::remove_dir(folder);
    }
    // The lock is kept until the program exits.
    std::mem::forget(unfinished);
}

/// The prefix and the suffix of the names of unfinished files.
const PREFIX: &str = ".chancetree-";
const SUFFIX: &str = ".part";

/// The age from which an unfinished file that no process has locked counts as left behind by a killed process.
pub(super) const LEFT: Duration = Duration::from_secs(60);

/// Creates an unfinished file in a folder, with `kind` in its name. It has the permissions of any new file if
/// `has_default_permissions` is true; otherwise only its owner may read it.
pub(super) fn unnamed(folder: &Path, kind: &str, has_default_permissions: bool) -> io::Result<NamedTempFile> {
    let prefix = format!("{PREFIX}{kind}");
    let mut builder = Builder::new();
    builder.prefix(&prefix).suffix(SUFFIX);
    if has_default_permissions {
        set_default_permissions(&mut builder);
    }
    let partial = builder.tempfile_in(folder)?;
    // The lock is held as long as this process lives; a file system without locks works without one.
    let _ = partial.as_file().try_lock();
    Ok(partial)
}

/// Gives a temporary file, which is private by default, the permissions of any new file.
#[cfg(unix)]
fn set_default_permissions(builder: &mut Builder<'_, '_>) {
    use std::os::unix::fs::PermissionsExt as _;
    // The umask of the user applies to these permissions.
    builder.permissions(std::fs::Permissions::from_mode(0o666));
}

#[cfg(not(unix))]
fn set_default_permissions(_: &mut Builder<'_, '_>) {}

/// Removes unfinished files of a killed process from a folder: files older than `age` without a lock, with `kind` in
/// the name.
pub fn remove_left(folder: &Path, kind: &str, age: Duration) {
    // Leftover files only take space, so errors are ignored.
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let name = entry.file_name();
        let name = name.to_string_lossy();
        let ours =
            name.strip_prefix(PREFIX).is_some_and(|rest| rest.starts_with(kind) && rest.ends_with(SUFFIX));
        let old = |there: &Metadata| {
            there.is_file()
                && there.modified().is_ok_and(|then| then.elapsed().is_ok_and(|since| since >= age))
        };
        // The check looks at the entry itself: it follows no link and opens no pipe.
        if ours
            && entry.metadata().is_ok_and(|there| old(&there))
            && File::open(entry.path()).is_ok_and(|file| file.try_lock().is_ok())
        {
            let _ = std::fs::remove_file(entry.path());
        }
    }
}

/// Ensures that the names in a folder survive a power failure.
pub(super) fn sync_folder(folder: &Path) -> io::Result<()> {
    // Other systems can sync only files, and some file systems cannot sync a folder.
    if !cfg!(unix) {
        return Ok(());
    }
    match File::open(folder).and_then(|folder| folder.sync_all()) {
        Err(error) if matches!(error.kind(), ErrorKind::InvalidInput | ErrorKind::Unsupported) => Ok(()),
        other => other,
    }
}

/// Returns the folder of a file; `.` if its path contains none.
pub fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// An unfinished file: it is written beside its target and gets its name when it is [finished](Self::finish_all). If
/// it is dropped before, it is removed.
#[derive(Debug)]
pub struct PartialFile {
    file: NamedTempFile,
    path: PathBuf,
    replace: bool,
    /// Dropped after the file.
    _folder: FolderCleanup,
}

impl PartialFile {
    /// Creates a file that will be at `path`. It replaces an existing file only if `replace` is true. Removes
    /// unfinished files in the same folder that a killed process has left more than a minute ago.
    ///
    /// # Errors
    /// The folder does not exist or is not writable.
    pub fn create(path: &Path, replace: bool) -> io::Result<Self> {
        let folder = folder_of(path);
        remove_left(folder, "", LEFT);
        // A dangling link exists, although its target does not.
        let is_new = path.symlink_metadata().is_err();
        // Another thread that ends the program waits until the file is in the list.
        let mut unfinished = UNFINISHED.lock().unwrap_or_else(PoisonError::into_inner);
        let file = unnamed(folder, "", is_new);
        // The crate's error contains the name of the unfinished file; the requested path is more useful.
        let file = file.map_err(|error| match error.kind() {
            // The folder exists, and the system creates no file in it, such as in /proc.
            kind @ ErrorKind::NotFound => io::Error::new(kind, "the folder accepts no files"),
            kind => io::Error::from(kind),
        })?;
        unfinished.push(file.path().to_owned());
        Ok(Self { file, path: path.to_owned(), replace, _folder: FolderCleanup(folder.to_owned()) })
    }

    /// Replaces the unfinished file by a file at `place`, which remains if this program ends before the file is
    /// finished. An existing file keeps its content, so that writing can [continue](Self::resume_at). Returns `false`,
    /// and replaces nothing, if a file cannot be moved from there to its target.
    ///
    /// # Errors
    /// The file cannot be opened.
    pub fn keep_at(&mut self, place: &Path) -> io::Result<bool> {
        if !is_same_device(folder_of(place), folder_of(&self.path)) {
            return Ok(false);
        }
        let file = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(place)?;
        self.file = NamedTempFile::from_parts(file, TempPath::try_from_path(place)?);
        self.file.disable_cleanup(true);
        Ok(true)
    }

    /// Continues after the first `bytes` of the [kept](Self::keep_at) file if they have this [checksum](PrefixChecksum).
    /// Returns this checksum, which can be extended. Otherwise empties the file and returns `None`.
    ///
    /// # Errors
    /// The file cannot be read or truncated.
    pub fn resume_at(&mut self, bytes: u64, checksum: u64) -> io::Result<Option<PrefixChecksum>> {
        let mut found = PrefixChecksum::default();
        let is_there = found.extend(self.file.as_file(), bytes)? == Some(checksum);
        let bytes = if is_there { bytes } else { 0 };
        self.file.as_file().set_len(bytes)?;
        self.file.seek(SeekFrom::Start(bytes))?;
        Ok(is_there.then_some(found))
    }

    /// Returns another handle of the file.
    ///
    /// # Errors
    /// If the system has no file handle left.
    pub fn handle(&self) -> io::Result<File> {
        self.file.as_file().try_clone()
    }

    /// Gives files that belong together their names, as nearly at once as the system allows. All bytes are on the
    /// disk before the first file gets its name. If one name cannot be given, no file gets its name. After a kill in
    /// between, a file may be missing, but new files are never mixed with old files.
    ///
    /// # Errors
    /// The disk is full, or a name cannot be given; the old files are then unchanged.
    pub fn finish_all(files: Vec<Self>) -> Result<(), super::FileStoreError> {
        let failed = |path: &Path, error| super::FileStoreError::System { file: path.to_owned(), error };
        for own in &files {
            own.settle().map_err(|error| failed(&own.path, error))?;
        }
        let mut aside = Self::set_aside(&files)?;
        let mut named: Vec<RenamedFile> = Vec::new();
        for (at, Self { file, path, replace, .. }) in files.into_iter().enumerate() {
            match RenamedFile::new(file, &path, replace, aside[at].take()) {
                Ok(own) => named.push(own),
                Err(error) => {
                    named.into_iter().chain(aside.into_iter().flatten()).rev().for_each(RenamedFile::undo);
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

    /// Moves aside the old files, except for the first, which is replaced at once.
    fn set_aside(files: &[Self]) -> Result<Vec<Option<RenamedFile>>, super::FileStoreError> {
        let mut aside: Vec<Option<RenamedFile>> = files.iter().map(|_| None).collect();
        for (at, Self { path, replace, .. }) in files.iter().enumerate().skip(1) {
            // A folder that was created in the meantime is not moved.
            let there = path.symlink_metadata().is_ok_and(|there| !there.is_dir());
            if !there || !replace {
                continue;
            }
            let before = before(path);
            let moved = std::fs::rename(path, &before);
            let own = RenamedFile { path: path.clone(), before: Some(before) };
            if let Err(error) = moved.and_then(|()| sync_folder(folder_of(path))) {
                aside.into_iter().flatten().chain([own]).for_each(RenamedFile::undo);
                return Err(super::FileStoreError::System { file: path.clone(), error });
            }
            aside[at] = Some(own);
        }
        Ok(aside)
    }

    /// Writes all data to the disk, with the permissions of the file that is replaced.
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

/// The checksum of the first bytes of a file that grows (64-bit xxHash). Each byte is read once.
#[derive(Clone, Debug, Default)]
pub struct PrefixChecksum {
    sum: XxHash64,
    bytes: u64,
}

impl PrefixChecksum {
    /// Writes the first `bytes` of a file to the disk. Returns their checksum, or `None` if the file is shorter. `bytes` must not
    /// be less than before.
    ///
    /// # Errors
    /// The file cannot be written or read.
    pub fn sync(&mut self, mut file: &File, bytes: u64) -> io::Result<Option<u64>> {
        file.sync_data()?;
        let place = file.stream_position()?;
        let sum = self.extend(file, bytes)?;
        file.seek(SeekFrom::Start(place))?;
        Ok(sum)
    }

    fn extend(&mut self, file: &File, bytes: u64) -> io::Result<Option<u64>> {
        let is_there = file.metadata()?.len() >= bytes;
        if is_there {
            add_to_checksum(&mut self.sum, file, self.bytes..bytes)?;
            self.bytes = bytes;
        }
        Ok(is_there.then(|| self.sum.finish()))
    }
}

/// Adds a range of the bytes of a file to a checksum.
pub(super) fn add_to_checksum(sum: &mut XxHash64, mut file: &File, bytes: Range<u64>) -> io::Result<()> {
    file.seek(SeekFrom::Start(bytes.start))?;
    let mut input = BufReader::with_capacity(AT_ONCE, file.take(bytes.end - bytes.start));
    loop {
        let next = input.fill_buf()?;
        if next.is_empty() {
            return Ok(());
        }
        sum.write(next);
        let read = next.len();
        input.consume(read);
    }
}

/// Returns `true` if files can be moved from one folder to another.
#[cfg(unix)]
fn is_same_device(one: &Path, other: &Path) -> bool {
    use std::os::unix::fs::MetadataExt as _;
    let device = |folder: &Path| folder.metadata().map(|folder| folder.dev()).ok();
    device(one).is_some_and(|own| Some(own) == device(other))
}

/// Returns `false`: this system does not report the device.
#[cfg(not(unix))]
fn is_same_device(_: &Path, _: &Path) -> bool {
    false
}

/// A file that has its name, as long as the renaming can be undone.
struct RenamedFile {
    path: PathBuf,
    /// The backup name of the file that was replaced.
    before: Option<PathBuf>,
}

impl RenamedFile {
    /// Gives a file its name; `aside` is the old file if it was moved aside before.
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
        // A file system without links has no backup.
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

    /// Restores the previous file.
    fn undo(self) {
        let _ = match self.before {
            Some(before) => std::fs::rename(before, &self.path),
            None => std::fs::remove_file(&self.path),
        };
    }

    /// Makes the new name permanent.
    fn keep(mut self) -> io::Result<()> {
        self.forget_before();
        sync_folder(folder_of(&self.path))
    }
}

/// Returns an unused backup name for the previous file.
fn before(path: &Path) -> PathBuf {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    folder_of(path).join(format!("{PREFIX}{}-{name}-before{SUFFIX}", std::process::id()))
}
