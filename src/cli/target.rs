//! The targets of results. A file is opened before the work, and gets its final name when it is complete.

use super::context::{Context, Limits};
use super::fail::{Fail, Status};
use super::print::{escape, escape_json};
use super::shell::word;
use chancetree_export::save::{PartialFile, PrefixChecksum, create_folder, folder_of};
use std::fs::{File, OpenOptions};
use std::io::{self, ErrorKind, IsTerminal as _, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// An output that is being written.
pub(crate) struct Target {
    path: PathBuf,
    /// The option that names the path, and its value.
    option: (String, PathBuf),
    sink: OutputSink,
    /// The state of the text, if the sink is a terminal.
    terminal: Option<TerminalText>,
}

enum OutputSink {
    Stdout,
    /// The memory of the embedding program.
    Embedded(Arc<Limits>),
    /// A pipe or a device, which is written directly.
    Device(File),
    PartialFile(PartialFile),
}

impl Target {
    /// Opens a path, where `-` is stdout. An existing file needs `force`. The advice of errors contains `option` and the example
    /// `name`.
    pub(crate) fn open(path: &Path, force: bool, option: [&str; 2], context: &Context) -> Result<Self, Fail> {
        Self::open_part(path, path, force, option, context)
    }

    /// Opens a path like [`open`](Self::open). The path is one of several files that the value `typed` of the option names.
    pub(crate) fn open_part(
        path: &Path,
        typed: &Path,
        force: bool,
        [option, name]: [&str; 2],
        context: &Context,
    ) -> Result<Self, Fail> {
        let cannot = |error: &io::Error| not_written(path, (option, typed), error);
        let on = |sink, is_terminal: bool| Self {
            path: path.to_owned(),
            option: (option.to_owned(), typed.to_owned()),
            sink,
            terminal: is_terminal.then(TerminalText::default),
        };
        let target = |sink| on(sink, false);
        if is_stdout(path) {
            return Ok(match context.output().is_embedded() {
                true => target(OutputSink::Embedded(Arc::clone(context.limits()))),
                false => on(OutputSink::Stdout, io::stdout().is_terminal()),
            });
        }
        if path.is_dir() {
            return Err(Fail::usage(format!("{} is a folder, not a file", path.display()))
                .help(format!("{option} {}", word(&path.join(name)))));
        }
        if path.exists() && !path.is_file() {
            let device = OpenOptions::new().write(true).open(path).map_err(|error| cannot(&error))?;
            let is_terminal = device.is_terminal();
            return Ok(on(OutputSink::Device(device), is_terminal));
        }
        // A dangling symbolic link exists, although its target does not.
        if path.symlink_metadata().is_ok() && !force {
            return Err(
                Fail::usage(format!("{} already exists", path.display())).help("--force overwrites it")
            );
        }
        // The target of a link is replaced, and the link stays.
        let linked = link_target(path);
        let path = linked.as_deref().unwrap_or(path);
        let folder = folder_of(path);
        // Only the default folder of results is created, because another name could be mistyped.
        if folder == Path::new("output") {
            create_folder(folder).map_err(|error| Fail::io("the folder output", &error))?;
        }
        if !folder.is_dir() {
            return Err(Fail::usage(format!("the folder {} does not exist", folder.display()))
                .help(format!("mkdir -p {}", word(folder))));
        }
        let folder = folder.canonicalize().unwrap_or_else(|_| folder.to_owned());
        if !context.limits().claim_file(folder.join(path.file_name().unwrap_or_default())) {
            let what = format!("{option} and another option write the same file: {}", typed.display());
            return Err(Fail::usage(what).help(format!("{option} {}", word(Path::new(name)))));
        }
        let partial = PartialFile::create(path, force).map_err(|error| cannot(&error))?;
        Ok(target(OutputSink::PartialFile(partial)))
    }

    /// Keeps the unfinished file at `place`, if the file can be moved from there later. Writing resumes after the first `bytes`
    /// of an existing file at `place` that match `checksum`. Returns a handle of the file, and the checksum of these bytes if writing
    /// resumes.
    pub(crate) fn keep_at(
        &mut self,
        place: &Path,
        (bytes, checksum): (u64, u64),
    ) -> io::Result<Option<(File, Option<PrefixChecksum>)>> {
        let OutputSink::PartialFile(partial) = &mut self.sink else { return Ok(None) };
        if !partial.keep_at(place)? {
            return Ok(None);
        }
        let resumed = partial.resume_at(bytes, checksum)?;
        Ok(Some((partial.handle()?, resumed)))
    }

    /// Writes all bytes. Returns `false` if the reader closed the pipe.
    pub(crate) fn put(&mut self, bytes: &[u8]) -> Result<bool, Fail> {
        match self.write_all(bytes).and_then(|()| self.flush()) {
            Err(error) if self.is_closed_pipe(&error) => Ok(false),
            Err(error) => Err(self.failed(&error)),
            Ok(()) => Ok(true),
        }
    }

    /// Writes all bytes, renames the file to its final name and prints a note.
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

    /// Renames the complete file to its final name. Returns a note about the file, unless the target is stdout.
    pub(crate) fn finish(self, bytes: u64) -> Result<Option<String>, Fail> {
        Ok(Self::finish_all(vec![(self, bytes)])?.into_iter().next().flatten())
    }

    /// Renames all files to their final names, or none of the files; see [`PartialFile::finish_all`]. Returns a note about each
    /// file, unless the target is stdout.
    pub(crate) fn finish_all(targets: Vec<(Self, u64)>) -> Result<Vec<Option<String>>, Fail> {
        let (mut partials, mut notes) = (Vec::new(), Vec::new());
        for (Self { path, sink, .. }, bytes) in targets {
            let note = format!("{} ({})", escape(&path.display().to_string()), size(bytes));
            notes.push((!matches!(sink, OutputSink::Stdout | OutputSink::Embedded(_))).then_some(note));
            if let OutputSink::PartialFile(partial) = sink {
                partials.push(partial);
            }
        }
        PartialFile::finish_all(partials).map(|()| notes).map_err(Fail::from)
    }

    /// Returns `true` if writing failed because the reader closed the pipe.
    pub(crate) fn is_closed_pipe(&self, error: &io::Error) -> bool {
        !matches!(self.sink, OutputSink::PartialFile(_)) && error.kind() == ErrorKind::BrokenPipe
    }

    /// Converts an error of writing to a failure. Dropping `self` removes the partial file.
    pub(crate) fn failed(&self, error: &io::Error) -> Fail {
        match self.sink {
            _ if error.kind() == ErrorKind::InvalidInput => Fail::new(Status::Failed, error.to_string()),
            OutputSink::Stdout | OutputSink::Embedded(_) => Fail::io("stdout", error),
            OutputSink::Device(_) | OutputSink::PartialFile(_) => {
                not_written(&self.path, (&self.option.0, &self.option.1), error)
            }
        }
    }
}

/// Returns the failure to write a file or a folder, with the advice to write to another folder. `typed` is the value of `option`.
pub(crate) fn not_written(path: &Path, (option, typed): (&str, &Path), error: &io::Error) -> Fail {
    let name = Path::new(typed.file_name().unwrap_or(typed.as_os_str()));
    let other = if name == typed { std::env::temp_dir().join(name) } else { name.to_owned() };
    let fail = Fail::io(&path.display().to_string(), error);
    match error.kind() {
        // A limit of the system, which holds for every folder.
        ErrorKind::FileTooLarge => fail,
        _ => fail.help(format!("write to another folder: {option} {}", word(&other))),
    }
}

/// Returns the path that a symbolic link names, also if there is no such file.
fn link_target(path: &Path) -> Option<PathBuf> {
    /// The maximum number of links in a row, as in Linux.
    const MOST: usize = 40;
    let mut target = path.to_owned();
    for _ in 0..MOST {
        match std::fs::read_link(&target) {
            Ok(next) => target = folder_of(&target).join(next),
            Err(_) => break,
        }
    }
    (target != path).then_some(target)
}

/// Returns `true` if a path names stdout: `-`, or the device file of stdout.
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

/// Escapes the control characters of a text that is written to a terminal in parts.
#[derive(Default)]
struct TerminalText {
    /// `true` if the text starts like JSON; `None` before its first byte.
    is_json: Option<bool>,
    /// The first bytes of an incomplete character.
    incomplete: Vec<u8>,
}

impl TerminalText {
    /// Returns the escaped bytes of `part`. Invalid UTF-8 becomes U+FFFD.
    fn escape(&mut self, part: &[u8]) -> Vec<u8> {
        let mut bytes = std::mem::take(&mut self.incomplete);
        bytes.extend_from_slice(part);
        if let Err(error) = std::str::from_utf8(&bytes)
            && error.error_len().is_none()
        {
            self.incomplete = bytes.split_off(error.valid_up_to());
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
            let shown = text.escape(bytes);
            match &mut self.sink {
                OutputSink::Device(file) => file.write_all(&shown)?,
                _ => io::stdout().write_all(&shown)?,
            }
            return Ok(bytes.len());
        }
        match &mut self.sink {
            OutputSink::Stdout => io::stdout().write(bytes),
            OutputSink::Embedded(limits) => {
                limits.output.put_embedded(bytes);
                Ok(bytes.len())
            }
            OutputSink::Device(file) => file.write(bytes),
            OutputSink::PartialFile(file) => file.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match &mut self.sink {
            OutputSink::Stdout => io::stdout().flush(),
            OutputSink::Embedded(_) => Ok(()),
            OutputSink::Device(file) => file.flush(),
            OutputSink::PartialFile(file) => file.flush(),
        }
    }
}
