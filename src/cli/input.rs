//! The input of a command: files, the standard input, or a text of the embedding program.

use super::context::{Activity, ActivityKind, Context, Limits};
use super::fail::Fail;
use chancetree_families::family::{InputSource, Inputs, is_stdin};
use std::fs::File;
use std::io::{self, BufRead as _, IsTerminal as _, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The contents of the file `-` in an embedded program.
#[derive(Debug, Default)]
pub(crate) struct Embedded {
    /// The name of the input in errors.
    pub(crate) name: String,
    pub(crate) bytes: Vec<u8>,
}

/// The input of a command. The guard may end the program at once while the command waits for input.
struct CommandInput {
    limits: Arc<Limits>,
    /// The standard input of an embedded program.
    embedded: Option<Arc<Embedded>>,
}

impl InputSource for CommandInput {
    fn open(&self, path: &Path) -> io::Result<Box<dyn Read + '_>> {
        let _waiting = self.limits.activity().begin(ActivityKind::Waiting);
        let input: Box<dyn Read + '_> = match (is_stdin(path), &self.embedded) {
            (true, Some(input)) => Box::new(&input.bytes[..]),
            (true, None) => Box::new(io::stdin().lock()),
            (false, _) => Box::new(File::open(path)?),
        };
        Ok(Box::new(WaitingReader { input, activity: self.limits.activity() }))
    }

    fn stdin_name(&self) -> &str {
        self.embedded.as_ref().map_or("stdin", |input| &input.name)
    }

    fn is_terminal(&self) -> bool {
        io::stdin().is_terminal()
    }

    fn reserve(&self, bytes: u64) {
        self.limits.reserve_input(bytes);
    }
}

/// A reader that counts as waiting for input while it reads.
struct WaitingReader<'a> {
    input: Box<dyn Read + 'a>,
    activity: &'a Arc<Activity>,
}

impl Read for WaitingReader<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let _waiting = self.activity.begin(ActivityKind::Waiting);
        self.input.read(buffer)
    }
}

/// Reads the next line of the standard input, or `None` at its end.
pub(crate) fn line(context: &Context) -> Result<Option<String>, Fail> {
    let mut line = String::new();
    let _waiting = context.begin(ActivityKind::Waiting);
    let read = io::stdin().lock().read_line(&mut line).map_err(|error| Fail::io("stdin", &error))?;
    Ok((read > 0).then_some(line))
}

/// Returns the input files of a command, by the names of their arguments.
pub(crate) fn inputs(files: Vec<(&'static str, PathBuf)>, context: &Context) -> Inputs {
    let (limits, embedded) = (Arc::clone(context.limits()), context.embedded_input().cloned());
    Inputs::new(files, Arc::new(CommandInput { limits, embedded }))
}

/// Returns the name of a file in errors.
pub(crate) fn name(path: &Path, context: &Context) -> String {
    inputs(Vec::new(), context).name(path)
}

/// Reads the text of a file or of the standard input.
pub(crate) fn text(path: &Path, context: &Context) -> Result<String, Fail> {
    Ok(inputs(Vec::new(), context).text(path)?)
}
