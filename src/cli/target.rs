//! Where a file goes: opened before the work, written beside its place, and renamed when it is whole.

use super::fail::{Fail, Status};
use super::watch::Watch;
use std::fs::{File, OpenOptions};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use tempfile::NamedTempFile;

/// Partial files in the making, for an end that drops nothing.
static PARTIAL: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

/// Removes all partial files, because the program ends at once.
pub(crate) fn forget_partial_files() {
    for path in PARTIAL.lock().unwrap_or_else(std::sync::PoisonError::into_inner).drain(..) {
        let _ = std::fs::remove_file(path);
    }
}

/// An output in the making.
pub(crate) struct Target {
    path: PathBuf,
    sink: Sink,
    force: bool,
}

enum Sink {
    Stdout,
    /// A pipe or a device, written as it is.
    Device(File),
    /// A file that has its name only once it is whole.
    Partial(NamedTempFile),
}

impl Target {
    /// Opens `path`, `-` for stdout; an existing file only with `force`.
    pub(crate) fn open(path: &Path, force: bool) -> Result<Self, Fail> {
        let cannot = |error: &io::Error| Fail::io(&path.display().to_string(), error);
        let target = |sink| Self { path: path.to_owned(), sink, force };
        if path.as_os_str() == "-" {
            return Ok(target(Sink::Stdout));
        }
        if path.is_dir() {
            return Err(Fail::usage(format!("{} is a folder, but a file is needed", path.display()))
                .help(format!("-o {}", path.join("memory.dot").display())));
        }
        if path.exists() && !path.is_file() {
            let device = OpenOptions::new().write(true).open(path).map_err(|error| cannot(&error))?;
            return Ok(target(Sink::Device(device)));
        }
        if path.exists() && !force {
            return Err(Fail::usage(format!("{} is there already", path.display()))
                .help("--force overwrites it, -o FILE names another"));
        }
        let folder = match path.parent() {
            Some(folder) if !folder.as_os_str().is_empty() => folder,
            _ => Path::new("."),
        };
        // The usual folder of results is made; a mistyped one is not.
        if folder == Path::new("output") {
            std::fs::create_dir_all(folder).map_err(|error| Fail::io("the folder output", &error))?;
        }
        if !folder.is_dir() {
            return Err(Fail::usage(format!("there is no folder {}; a file needs one", folder.display()))
                .help(format!("mkdir -p {}", folder.display())));
        }
        let partial = tempfile::Builder::new().prefix(".chancetree-").suffix(".part").tempfile_in(folder);
        // The error of the crate names the partial file; what was asked for is more useful.
        let partial = partial.map_err(|error| cannot(&io::Error::from(error.kind())))?;
        let mut partials = PARTIAL.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        partials.push(partial.path().to_owned());
        Ok(target(Sink::Partial(partial)))
    }

    /// Writes all there is; false if the reader of a pipe has had enough.
    pub(crate) fn put(&mut self, bytes: &[u8]) -> Result<bool, Fail> {
        match self.write_all(bytes).and_then(|()| self.flush()) {
            Err(error) if self.is_closed_pipe(&error) => Ok(false),
            Err(error) => Err(self.failed(&error)),
            Ok(()) => Ok(true),
        }
    }

    /// Writes all there is, gives the file its name and says so.
    pub(crate) fn deliver(mut self, bytes: impl AsRef<[u8]>, watch: &Watch) -> Result<(), Fail> {
        let bytes = bytes.as_ref();
        if !self.put(bytes)? {
            return Ok(());
        }
        if let Some(note) = self.finish(bytes.len() as u64)? {
            watch.note(&note);
        }
        Ok(())
    }

    /// Gives the whole file its name. What to say of it, unless it went to stdout.
    pub(crate) fn finish(self, bytes: u64) -> Result<Option<String>, Fail> {
        let Self { path, sink, force } = self;
        match sink {
            Sink::Stdout => return Ok(None),
            Sink::Device(_) => {}
            Sink::Partial(partial) => {
                let failed = |error: &io::Error| Fail::io(&path.display().to_string(), error);
                allow_reading(partial.as_file()).map_err(|error| failed(&error))?;
                let kept = if force { partial.persist(&path) } else { partial.persist_noclobber(&path) };
                kept.map_err(|error| failed(&error.error))?;
            }
        }
        Ok(Some(format!("{} ({})", path.display(), size(bytes))))
    }

    /// Whether writing failed only because the reader of a pipe has had enough.
    pub(crate) fn is_closed_pipe(&self, error: &io::Error) -> bool {
        !matches!(self.sink, Sink::Partial(_)) && error.kind() == ErrorKind::BrokenPipe
    }

    /// What it means that writing failed; the partial file goes away with `self`.
    pub(crate) fn failed(&self, error: &io::Error) -> Fail {
        let name = if matches!(self.sink, Sink::Stdout) {
            "stdout".to_owned()
        } else {
            self.path.display().to_string()
        };
        if error.kind() == ErrorKind::InvalidInput {
            return Fail::new(Status::Failed, error.to_string());
        }
        Fail::io(&name, error)
    }
}

/// Makes sure that the names in a folder outlive a power cut.
pub(crate) fn sync_folder(folder: &Path) -> io::Result<()> {
    // Only files can be synced elsewhere, and some file systems cannot sync a folder.
    if !cfg!(unix) {
        return Ok(());
    }
    match File::open(folder).and_then(|folder| folder.sync_all()) {
        Err(error) if matches!(error.kind(), ErrorKind::InvalidInput | ErrorKind::Unsupported) => Ok(()),
        other => other,
    }
}

/// A temporary file is private; a result has the rights of any new file.
#[cfg(unix)]
fn allow_reading(file: &File) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt as _;
    file.set_permissions(std::fs::Permissions::from_mode(0o644))
}

#[cfg(not(unix))]
fn allow_reading(_: &File) -> io::Result<()> {
    Ok(())
}

fn size(bytes: u64) -> String {
    match bytes {
        0..10_000 => format!("{bytes} bytes"),
        10_000..10_000_000 => format!("{} kB", bytes / 1000),
        _ => format!("{} MB", bytes / 1_000_000),
    }
}

impl Write for Target {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match &mut self.sink {
            Sink::Stdout => io::stdout().write(bytes),
            Sink::Device(file) => file.write(bytes),
            Sink::Partial(file) => file.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match &mut self.sink {
            Sink::Stdout => io::stdout().flush(),
            Sink::Device(file) => file.flush(),
            Sink::Partial(file) => file.flush(),
        }
    }
}
