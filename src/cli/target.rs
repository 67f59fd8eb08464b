//! Writes a file: it is opened before the work, written beside its place, and renamed when it is whole.

use super::fail::{Fail, Status};
use super::host;
use super::watch::Watch;
use std::fs::{File, Metadata, OpenOptions};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::time::Duration;
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
        // A link to nothing is there, too, though what it leads to is not.
        let there = path.symlink_metadata().is_ok();
        if there && !force {
            return Err(
                Fail::usage(format!("{} is there already", path.display())).help("--force overwrites it")
            );
        }
        let folder = folder_of(path);
        // The usual folder of results is made; a mistyped one is not.
        if folder == Path::new("output") {
            std::fs::create_dir_all(folder).map_err(|error| Fail::io("the folder output", &error))?;
        }
        if !folder.is_dir() {
            return Err(Fail::usage(format!("there is no folder {}; a file needs one", folder.display()))
                .help(format!("mkdir -p {}", folder.display())));
        }
        remove_left(folder, "", LEFT);
        let mut builder = tempfile::Builder::new();
        builder.prefix(PREFIX).suffix(SUFFIX);
        if !there {
            as_any_new_file(&mut builder);
        }
        let partial = builder.tempfile_in(folder);
        // The error of the crate names the partial file; what was asked for is more useful.
        let partial = partial.map_err(|error| cannot(&io::Error::from(error.kind())))?;
        // Held as long as this program lives; a file system without locks does without.
        let _ = partial.as_file().try_lock();
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
        Ok(Self::finish_all(vec![(self, bytes)])?.into_iter().next().flatten())
    }

    /// Gives files that belong together their names, as nearly at once as the system allows: all are on the disk before the
    /// first has its name, and if one cannot have it, none has. A new one never stands beside an old one, not even after a
    /// kill in between: then one is missing. What to say of each, unless it went to stdout.
    pub(crate) fn finish_all(targets: Vec<(Self, u64)>) -> Result<Vec<Option<String>>, Fail> {
        for (target, _) in &targets {
            target.settle().map_err(|error| target.failed(&error))?;
        }
        let mut aside = Self::set_aside(&targets)?;
        let mut named: Vec<Named> = Vec::new();
        let mut notes = Vec::new();
        for (at, (target, bytes)) in targets.into_iter().enumerate() {
            let Self { path, sink, force } = target;
            if let Sink::Partial(partial) = sink {
                match Named::new(partial, &path, force, aside[at].take()) {
                    Ok(own) => named.push(own),
                    Err(error) => {
                        named.into_iter().chain(aside.into_iter().flatten()).rev().for_each(Named::undo);
                        return Err(Fail::io(&path.display().to_string(), &error));
                    }
                }
            } else if matches!(sink, Sink::Stdout) {
                notes.push(None);
                continue;
            }
            notes.push(Some(format!("{} ({})", path.display(), size(bytes))));
        }
        for own in named {
            let path = own.path.clone();
            own.keep().map_err(|error| Fail::io(&path.display().to_string(), &error))?;
        }
        Ok(notes)
    }

    /// Takes the names from old files that belong together, from all but the first, which is replaced at once.
    fn set_aside(targets: &[(Self, u64)]) -> Result<Vec<Option<Named>>, Fail> {
        let mut aside: Vec<Option<Named>> = targets.iter().map(|_| None).collect();
        for (at, (target, _)) in targets.iter().enumerate().skip(1) {
            let Sink::Partial(partial) = &target.sink else { continue };
            // A folder that has come meanwhile stays in the way.
            let there = target.path.symlink_metadata().is_ok_and(|there| !there.is_dir());
            if !there || !target.force {
                continue;
            }
            let before = before(partial, &target.path);
            let moved = std::fs::rename(&target.path, &before);
            let own = Named { path: target.path.clone(), before: Some(before) };
            if let Err(error) = moved.and_then(|()| sync_folder(folder_of(&target.path))) {
                aside.into_iter().flatten().chain([own]).for_each(Named::undo);
                return Err(target.failed(&error));
            }
            aside[at] = Some(own);
        }
        Ok(aside)
    }

    /// Brings all that was written to the disk, with the rights of the file whose place it takes.
    fn settle(&self) -> io::Result<()> {
        let Sink::Partial(partial) = &self.sink else { return Ok(()) };
        if let Ok(before) = self.path.metadata() {
            partial.as_file().set_permissions(before.permissions())?;
        }
        partial.as_file().sync_all()
    }

    /// Returns `true` if writing failed only because the reader of a pipe has had enough.
    pub(crate) fn is_closed_pipe(&self, error: &io::Error) -> bool {
        !matches!(self.sink, Sink::Partial(_)) && error.kind() == ErrorKind::BrokenPipe
    }

    /// Explains that writing failed; the partial file goes away with `self`.
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

/// The beginning and the end of the names of files in the making.
const PREFIX: &str = ".chancetree-";
const SUFFIX: &str = ".part";

/// The age from which a file in the making that nobody holds counts as left by a kill.
const LEFT: Duration = Duration::from_secs(60);

/// Removes files in the making that a kill has left: those of some age that nobody holds any more. The names of some go on
/// with `kind`.
pub(crate) fn remove_left(folder: &Path, kind: &str, age: Duration) {
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

/// A file that has its name, as long as that can be undone.
struct Named {
    path: PathBuf,
    /// Another name of the file that was there before.
    before: Option<PathBuf>,
}

impl Named {
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
        let before = before(&partial, path);
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

/// Another name for the file that was there before: the partial file has one that nobody else has.
fn before(partial: &NamedTempFile, path: &Path) -> PathBuf {
    let name = partial.path().file_stem().unwrap_or_default().to_string_lossy();
    folder_of(path).join(format!("{name}-before{SUFFIX}"))
}

/// The folder that a file is in.
fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// A temporary file is private; a result has the rights of any new file.
#[cfg(unix)]
fn as_any_new_file(builder: &mut tempfile::Builder<'_, '_>) {
    use std::os::unix::fs::PermissionsExt as _;
    // The system takes away from these what the user does not want to give.
    builder.permissions(std::fs::Permissions::from_mode(0o666));
}

#[cfg(not(unix))]
fn as_any_new_file(_: &mut tempfile::Builder<'_, '_>) {}

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
            Sink::Stdout => match host::print([bytes]) {
                Ok(()) => Ok(bytes.len()),
                Err(_) => io::stdout().write(bytes),
            },
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
