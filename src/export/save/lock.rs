//! Locks on a folder of unfinished work. Only one run uses the folder at a time; a lock ends with its process.

use super::FileStoreError;
use std::fs::{File, Metadata, OpenOptions, TryLockError};
use std::io::{self, Read as _, Seek as _, Write as _};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// The name of the lock file. The names of all other lock files begin with it.
const FILE: &str = ".chancetree.lock";

/// The time that another process may take to write the name of its work.
const PATIENCE: Duration = Duration::from_secs(2);

/// A lock on a folder; it ends with the process, even after a crash. On a file system without locks it excludes no
/// one.
#[derive(Debug)]
pub(super) struct StoreLock {
    path: PathBuf,
    /// `None` on a file system without locks.
    file: Option<File>,
}

impl StoreLock {
    /// Locks a folder for this process alone.
    ///
    /// # Errors
    /// Another program uses the folder, or no file can be created in it.
    pub(super) fn exclusive(folder: &Path) -> Result<Self, FileStoreError> {
        Self::named(folder, FILE)
    }

    /// Locks a folder for process `me` of `processes` that do `work` together. The lock on the folder is shared with
    /// processes that do the same work; the lock on its own part is exclusive.
    ///
    /// # Errors
    /// Other work uses the folder, or another process has the same part.
    pub(super) fn shared(
        folder: &Path,
        work: &str,
        me: usize,
        processes: usize,
    ) -> Result<[Self; 2], FileStoreError> {
        let path = folder.join(FILE);
        let failed = |error| failed(folder, &path, error);
        let begun = Instant::now();
        let shared = loop {
            let file = open(&path).map_err(failed)?;
            if let Some(file) = share(file, &path, work).map_err(failed)? {
                break Self { path, file };
            }
            if begun.elapsed() > PATIENCE {
                return Err(FileStoreError::InUse(folder.to_owned()));
            }
            std::thread::sleep(Duration::from_millis(5));
        };
        Ok([shared, Self::named(folder, &format!("{FILE}.{me}-of-{processes}"))?])
    }

    fn named(folder: &Path, name: &str) -> Result<Self, FileStoreError> {
        let path = folder.join(name);
        loop {
            let file = open(&path).map_err(|error| failed(folder, &path, error))?;
            match file.try_lock() {
                Ok(()) if is_at(&file, &path) => return Ok(Self { path, file: Some(file) }),
                // The previous holder has removed the file in the meantime.
                Ok(()) => {}
                Err(TryLockError::WouldBlock) => return Err(FileStoreError::InUse(folder.to_owned())),
                Err(TryLockError::Error(_)) => return Ok(Self { path, file: None }),
            }
        }
    }
}

/// Returns the error that the lock at `path` cannot be opened. Only an obstacle with that name needs the name in the message.
fn failed(folder: &Path, path: &Path, error: io::Error) -> FileStoreError {
    let file = if path.symlink_metadata().is_ok() { path } else { folder };
    FileStoreError::System { file: file.to_owned(), error }
}

/// Opens a file for its lock, without following a link or changing an existing file.
fn open(path: &Path) -> io::Result<File> {
    if path.symlink_metadata().is_ok_and(|there| !there.is_file()) {
        return Err(io::Error::other("it is not a plain file, so it cannot be locked"));
    }
    OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path)
}

/// Returns `true` if an open file still has its name.
fn is_at(file: &File, path: &Path) -> bool {
    file.metadata().is_ok_and(|own| path.symlink_metadata().is_ok_and(|there| is_same(&own, &there)))
}

/// Returns `true` if both describe the same file.
#[cfg(unix)]
fn is_same(one: &Metadata, other: &Metadata) -> bool {
    use std::os::unix::fs::MetadataExt as _;
    (one.dev(), one.ino()) == (other.dev(), other.ino())
}

/// Returns `true`: an open file cannot be replaced on this system.
#[cfg(not(unix))]
fn is_same(_: &Metadata, _: &Metadata) -> bool {
    true
}

impl Drop for StoreLock {
    fn drop(&mut self) {
        // A program that shares the lock leaves the file to the last one; a leftover file does no harm.
        if let Some(file) = self.file.take() {
            let _ = file.unlock();
            if file.try_lock().is_ok() && is_at(&file, &self.path) {
                remove_left(&self.path);
                let _ = std::fs::remove_file(&self.path);
            }
        }
    }
}

/// Removes the lock files of parts whose processes were killed. The holder of a part shares the lock at `path`, which
/// is free at this point.
fn remove_left(path: &Path) {
    let Some(folder) = path.parent().filter(|_| path.ends_with(FILE)) else { return };
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        if entry.file_name().to_string_lossy().starts_with(&format!("{FILE}.")) {
            let _ = std::fs::remove_file(entry.path());
        }
    }
}

/// Shares the lock of a file that contains the name of the work; writes the name if the lock is free. The inner
/// `None` means that the file system has no locks, the outer `None` that the file belongs to other work or was
/// replaced.
fn share(mut file: File, path: &Path, work: &str) -> io::Result<Option<Option<File>>> {
    match file.try_lock_shared() {
        Ok(()) if !is_at(&file, path) => return Ok(None),
        Ok(()) => {
            let mut name = String::new();
            // Reads no more than the expected name and one byte.
            (&file).take(work.len() as u64 + 1).read_to_string(&mut name).ok();
            if name == work {
                return Ok(Some(Some(file)));
            }
            file.unlock()?;
        }
        Err(TryLockError::WouldBlock) => return Ok(None),
        Err(TryLockError::Error(_)) => return Ok(Some(None)),
    }
    // The name changes only under the exclusive lock.
    if file.try_lock().is_ok() && is_at(&file, path) {
        file.set_len(0)?;
        file.rewind()?;
        file.write_all(work.as_bytes())?;
    }
    Ok(None)
}
