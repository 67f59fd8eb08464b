//! Reads from files, pipes and terminals: so much and no more, and a signal or a limit ends the wait.

use super::context::{ActivityGuard, ActivityKind, Context};
use super::fail::{Fail, reason};
use std::fs::File;
use std::io::{self, BufRead as _, BufReader, Read};
use std::path::Path;

/// The most bytes of an input that are read: more than any position, policy or list has.
const MOST_BYTES: u64 = 1 << 26;

/// The most bytes of a table that is read line by line.
const MOST_LINED: u64 = 1 << 30;

/// The most bytes of one of its lines.
const MOST_LINE: u64 = 1 << 16;

/// The mark that some editors put before UTF-8 text.
const MARK: &[u8] = "\u{feff}".as_bytes();

/// The contents of the file `-` that another program gives.
#[derive(Debug, Default)]
pub(crate) struct Embedded {
    /// The name of the input in errors.
    pub(crate) name: String,
    pub(crate) bytes: Vec<u8>,
}

/// Begins to wait for input: the program may be ended at once.
fn wait(context: &Context) -> ActivityGuard {
    context.begin(ActivityKind::Waiting)
}

/// Returns the name of an input in errors.
pub(crate) fn name(path: &Path, context: &Context) -> String {
    match path.as_os_str() == "-" {
        true => context.embedded_input().map_or("stdin", |input| &input.name).to_owned(),
        false => path.display().to_string(),
    }
}

/// Opens a file, or stdin for `-`.
fn open<'a>(path: &Path, context: &'a Context) -> io::Result<Box<dyn Read + 'a>> {
    match path.as_os_str() == "-" {
        true => match context.embedded_input() {
            Some(input) => Ok(Box::new(&input.bytes[..])),
            None => Ok(Box::new(io::stdin().lock())),
        },
        false => Ok(Box::new(File::open(path)?)),
    }
}

/// All text of a file, or of stdin.
pub(crate) fn text(path: &Path, context: &Context) -> Result<String, Fail> {
    let name = name(path, context);
    let _waiting = wait(context);
    let mut bytes = Vec::new();
    open(path, context)
        .and_then(|input| input.take(MOST_BYTES + 1).read_to_end(&mut bytes))
        .map_err(|error| failed(&name, &error))?;
    if bytes.len() as u64 > MOST_BYTES {
        return Err(Fail::usage(format!("{name}: longer than {} MiB", MOST_BYTES >> 20)));
    }
    if bytes.starts_with(MARK) {
        bytes.drain(..MARK.len());
    }
    String::from_utf8(bytes).map_err(|error| {
        let before = &error.as_bytes()[..error.utf8_error().valid_up_to()];
        let line = 1 + before.iter().filter(|&&byte| byte == b'\n').count();
        let column = 1 + before.iter().rev().take_while(|&&byte| byte != b'\n').count();
        Fail::usage(format!("{name}: line {line}, column {column}: this is not UTF-8 text"))
    })
}

fn failed(name: &str, error: &io::Error) -> Fail {
    Fail::usage(format!("{name}: {}", reason(error)))
}

/// The lines of a file, or of stdin, one after the other.
pub(crate) struct Lines<'a> {
    context: &'a Context,
    name: String,
    input: io::Take<BufReader<Box<dyn Read + 'a>>>,
    /// Lines that were read.
    number: usize,
}

impl<'a> Lines<'a> {
    pub(crate) fn open(path: &Path, context: &'a Context) -> Result<Self, Fail> {
        let name = name(path, context);
        let _waiting = wait(context);
        let input = open(path, context).map_err(|error| failed(&name, &error))?;
        Ok(Self { context, name, input: BufReader::new(input).take(MOST_LINED + 1), number: 0 })
    }

    /// Returns the name of the input in errors.
    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    /// The next line without its end, and its number, from 1.
    pub(crate) fn next(&mut self) -> Result<Option<(usize, String)>, Fail> {
        let Self { context, name, input, number } = self;
        let mut bytes = Vec::new();
        let waiting = wait(context);
        let read = input.by_ref().take(MOST_LINE + 1).read_until(b'\n', &mut bytes);
        drop(waiting);
        let count = read.map_err(|error| failed(name, &error))?;
        if count == 0 {
            return Ok(None);
        }
        *number += 1;
        let wrong = |what: &str| Fail::usage(format!("{name}, line {number}: {what}"));
        if bytes.last() == Some(&b'\n') {
            bytes.pop();
        } else if bytes.len() as u64 > MOST_LINE {
            return Err(wrong(&format!("longer than {} KiB", MOST_LINE >> 10)));
        }
        if input.limit() == 0 {
            return Err(Fail::usage(format!("{name}: longer than {} GiB", MOST_LINED >> 30)));
        }
        let line = String::from_utf8(bytes).map_err(|_| wrong("this is not text in UTF-8"))?;
        Ok(Some((*number, line)))
    }
}
