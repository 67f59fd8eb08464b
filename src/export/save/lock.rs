//! A folder of unfinished work that one work uses at a time, as long as its program lives.

use super::Unusable;
use std::fs::{File, Metadata, OpenOptions, TryLockError};
use std::io::{self, Read as _, Seek as _, Write as _};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// The name of the file that is locked, and what the names of all others begin with.
const FILE: &str = ".chancetree.lock";

/// The time that others may take to say what they do.
const PATIENCE: Duration = Duration::from_secs(2);

/// A lock on a folder; it ends with the program, whichever way that ends. On a file system that knows no locks it keeps
/// nobody out.
#[derive(Debug)]
pub(super) struct Lock {
    path: PathBuf,
    /// `None` on a file system that knows no locks.
    file: Option<File>,
}

impl Lock {
    /// The lock of a work that has the folder to itself.
    ///
    /// # Errors
    /// Another program that uses the folder, or a folder in which no file can be made.
    pub(super) fn alone(folder: &Path) -> Result<Self, Unusable> {
        Self::named(folder, FILE)
    }

    /// The locks of process `me` of `processes` that do `work` together: on the folder, which only those share that do
    /// the same, and on its own part of it.
    ///
    /// # Errors
    /// Other work in the folder, or another process with the same part.
    pub(super) fn together(
        folder: &Path,
        work: &str,
        me: usize,
        processes: usize,
    ) -> Result<[Self; 2], Unusable> {
        let path = folder.join(FILE);
        let failed = |error| Unusable::System { file: path.clone(), error };
        let begun = Instant::now();
        let shared = loop {
            let file = open(&path).map_err(failed)?;
            if let Some(file) = share(file, &path, work).map_err(failed)? {
                break Self { path, file };
            }
            if begun.elapsed() > PATIENCE {
                return Err(Unusable::InUse(folder.to_owned()));
            }
            std::thread::sleep(Duration::from_millis(5));
        };
        Ok([shared, Self::named(folder, &format!("{FILE}.{me}-of-{processes}"))?])
    }

    fn named(folder: &Path, name: &str) -> Result<Self, Unusable> {
        let path = folder.join(name);
        loop {
            let file = open(&path).map_err(|error| Unusable::System { file: path.clone(), error })?;
            match file.try_lock() {
                Ok(()) if is_at(&file, &path) => return Ok(Self { path, file: Some(file) }),
                // Whoever held it has removed it in between.
                Ok(()) => {}
                Err(TryLockError::WouldBlock) => return Err(Unusable::InUse(folder.to_owned())),
                Err(TryLockError::Error(_)) => return Ok(Self { path, file: None }),
            }
        }
    }
}

/// Opens a file for its lock; nothing that is there is followed or changed.
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

/// Returns `true` if two files are one.
#[cfg(unix)]
fn is_same(one: &Metadata, other: &Metadata) -> bool {
    use std::os::unix::fs::MetadataExt as _;
    (one.dev(), one.ino()) == (other.dev(), other.ino())
}

/// Returns `true`: a file that is open cannot be replaced here.
#[cfg(not(unix))]
fn is_same(_: &Metadata, _: &Metadata) -> bool {
    true
}

impl Drop for Lock {
    fn drop(&mut self) {
        // A program that shares the lock leaves the file to the last one; one that is left does no harm.
        if let Some(file) = self.file.take() {
            let _ = file.unlock();
            if file.try_lock().is_ok() && is_at(&file, &self.path) {
                remove_left(&self.path);
                let _ = std::fs::remove_file(&self.path);
            }
        }
    }
}

/// Removes the locks of parts whose processes were ended before they could. Whoever holds one shares the lock at `path`,
/// which nobody does now.
fn remove_left(path: &Path) {
    let Some(folder) = path.parent().filter(|_| path.ends_with(FILE)) else { return };
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        if entry.file_name().to_string_lossy().starts_with(&format!("{FILE}.")) {
            let _ = std::fs::remove_file(entry.path());
        }
    }
}

/// Shares the lock of a file that names the work, or gives it that name where nobody else has it; the inner `None` where
/// there are no locks, the outer one where it did not come to that.
fn share(mut file: File, path: &Path, work: &str) -> io::Result<Option<Option<File>>> {
    match file.try_lock_shared() {
        Ok(()) if !is_at(&file, path) => return Ok(None),
        Ok(()) => {
            let mut name = String::new();
            // It is read only up to where it could still be the right name.
            (&file).take(work.len() as u64 + 1).read_to_string(&mut name).ok();
            if name == work {
                return Ok(Some(Some(file)));
            }
            file.unlock()?;
        }
        Err(TryLockError::WouldBlock) => return Ok(None),
        Err(TryLockError::Error(_)) => return Ok(Some(None)),
    }
    // The name changes only while nobody else holds the lock.
    if file.try_lock().is_ok() && is_at(&file, path) {
        file.set_len(0)?;
        file.rewind()?;
        file.write_all(work.as_bytes())?;
    }
    Ok(None)
}
