//! The targets of results: a file is opened before the work, and has its name once it is whole.

use super::context::{Context, Limits};
use super::fail::{Fail, Status};
use super::print::{escape, escape_json};
use super::shell::word;
use crate::export::save::{PartialFile, folder_of};
use std::fs::{File, OpenOptions};
use std::io::{self, ErrorKind, IsTerminal as _, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// An output in the making.
pub(crate) struct Target {
    path: PathBuf,
    sink: Sink,
    /// The text so far, if the sink is a terminal.
    terminal: Option<TerminalText>,
}

enum Sink {
    Stdout,
    /// The memory of another program.
    Embedded(Arc<Limits>),
    /// A pipe or a device, written as it is.
    Device(File),
    PartialFile(PartialFile),
}

impl Target {
    /// Opens `path`, `-` or another name of stdout; an existing file only with `force`. The option that asks for it and a usual name are
    /// for a hint.
    pub(crate) fn open(
        path: &Path,
        force: bool,
        [option, name]: [&str; 2],
        context: &Context,
    ) -> Result<Self, Fail> {
        let cannot = |error: &io::Error| Fail::io(&path.display().to_string(), error);
        let on = |sink, is_terminal: bool| Self {
            path: path.to_owned(),
            sink,
            terminal: is_terminal.then(TerminalText::default),
        };
        let target = |sink| on(sink, false);
        if is_stdout(path) {
            return Ok(match context.output().is_embedded() {
                true => target(Sink::Embedded(Arc::clone(context.limits()))),
                false => on(Sink::Stdout, io::stdout().is_terminal()),
            });
        }
        if path.is_dir() {
            return Err(Fail::usage(format!("{} is a folder, but a file is needed", path.display()))
                .help(format!("{option} {}", word(&path.join(name)))));
        }
        if path.exists() && !path.is_file() {
            let device = OpenOptions::new().write(true).open(path).map_err(|error| cannot(&error))?;
            let is_terminal = device.is_terminal();
            return Ok(on(Sink::Device(device), is_terminal));
        }
        // A link to nothing is there, too, though what it leads to is not.
        if path.symlink_metadata().is_ok() && !force {
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
                .help(format!("mkdir -p {}", word(folder))));
        }
        let partial = PartialFile::create(path, force).map_err(|error| cannot(&error))?;
        Ok(target(Sink::PartialFile(partial)))
    }

    /// Keeps the file at `place` while it is written, if it can be moved from there. If the first `bytes` of the file that is
    /// there have this `end`, writing goes on after them. Returns a handle of the file, and whether writing goes on.
    pub(crate) fn keep_at(
        &mut self,
        place: &Path,
        (bytes, end): (u64, u64),
    ) -> io::Result<Option<(File, bool)>> {
        let Sink::PartialFile(partial) = &mut self.sink else { return Ok(None) };
        if !partial.keep_at(place)? {
            return Ok(None);
        }
        let goes_on = partial.go_on(bytes, end)?;
        Ok(Some((partial.handle()?, goes_on)))
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
    pub(crate) fn deliver(mut self, bytes: impl AsRef<[u8]>, context: &Context) -> Result<(), Fail> {
        let bytes = bytes.as_ref();
        if !self.put(bytes)? {
            return Ok(());
        }
        if let Some(note) = self.finish(bytes.len() as u64)? {
            context.note(&note);
        }
        Ok(())
    }

    /// Gives the whole file its name. What to say of it, unless it went to stdout.
    pub(crate) fn finish(self, bytes: u64) -> Result<Option<String>, Fail> {
        Ok(Self::finish_all(vec![(self, bytes)])?.into_iter().next().flatten())
    }

    /// Gives all files that belong together their names, or none; see [`PartialFile::finish_all`]. Returns a note about each
    /// file, unless it went to stdout.
    pub(crate) fn finish_all(targets: Vec<(Self, u64)>) -> Result<Vec<Option<String>>, Fail> {
        let (mut partials, mut notes) = (Vec::new(), Vec::new());
        for (Self { path, sink, .. }, bytes) in targets {
            let note = format!("{} ({})", path.display(), size(bytes));
            notes.push((!matches!(sink, Sink::Stdout | Sink::Embedded(_))).then_some(note));
            if let Sink::PartialFile(partial) = sink {
                partials.push(partial);
            }
        }
        PartialFile::finish_all(partials).map(|()| notes).map_err(Fail::from)
    }

    /// Returns `true` if writing failed only because the reader of a pipe has had enough.
    pub(crate) fn is_closed_pipe(&self, error: &io::Error) -> bool {
        !matches!(self.sink, Sink::PartialFile(_)) && error.kind() == ErrorKind::BrokenPipe
    }

    /// Explains that writing failed; the partial file goes away with `self`.
    pub(crate) fn failed(&self, error: &io::Error) -> Fail {
        let name = if matches!(self.sink, Sink::Stdout | Sink::Embedded(_)) {
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

/// Returns `true` if a path names stdout: `-`, or the file that the system has for it.
pub(crate) fn is_stdout(path: &Path) -> bool {
    ["-", "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"].iter().any(|name| path == Path::new(name))
}

fn size(bytes: u64) -> String {
    match bytes {
        0..10_000 => format!("{bytes} bytes"),
        10_000..10_000_000 => format!("{} kB", bytes / 1000),
        _ => format!("{} MB", bytes / 1_000_000),
    }
}

/// A text that goes to a terminal in parts: nothing in it gives the terminal orders or hides.
#[derive(Default)]
struct TerminalText {
    /// `true` once it has begun as JSON does.
    is_json: Option<bool>,
    /// The first bytes of a character of which the others are still to come.
    begun: Vec<u8>,
}

impl TerminalText {
    /// Returns what the terminal gets for `part`. Bytes that are no text become U+FFFD.
    fn shown(&mut self, part: &[u8]) -> Vec<u8> {
        let mut bytes = std::mem::take(&mut self.begun);
        bytes.extend_from_slice(part);
        if let Err(error) = std::str::from_utf8(&bytes)
            && error.error_len().is_none()
        {
            self.begun = bytes.split_off(error.valid_up_to());
        }
        let is_json = *self.is_json.get_or_insert_with(|| matches!(bytes.first(), Some(b'{' | b'[')));
        let text = String::from_utf8_lossy(&bytes);
        let shown = if is_json { escape_json(&text) } else { escape(&text) };
        shown.into_owned().into_bytes()
    }
}

impl Write for Target {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if let Some(text) = &mut self.terminal {
            let shown = text.shown(bytes);
            match &mut self.sink {
                Sink::Device(file) => file.write_all(&shown)?,
                _ => io::stdout().write_all(&shown)?,
            }
            return Ok(bytes.len());
        }
        match &mut self.sink {
            Sink::Stdout => io::stdout().write(bytes),
            Sink::Embedded(limits) => {
                limits.output.put_embedded(bytes);
                Ok(bytes.len())
            }
            Sink::Device(file) => file.write(bytes),
            Sink::PartialFile(file) => file.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match &mut self.sink {
            Sink::Stdout => io::stdout().flush(),
            Sink::Embedded(_) => Ok(()),
            Sink::Device(file) => file.flush(),
            Sink::PartialFile(file) => file.flush(),
        }
    }
}
