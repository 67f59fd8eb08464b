//! The files and the standard input that a command reads itself.

use super::Refusal;
use chancetree_export::reason;
use std::fmt;
use std::fs::File;
use std::io::{self, BufRead as _, BufReader, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The maximum size of a text that is read as a whole, in bytes: more than any position, policy or list has.
const MAX_BYTES: u64 = 1 << 26;

/// The maximum size of a model that is read as a whole, in bytes.
const MAX_LONG_TEXT: u64 = 1 << 32;

/// The maximum size of a text that is read line by line, in bytes.
const MAX_LINED_TEXT: u64 = 1 << 30;

/// The maximum size of a line, in bytes.
const MAX_LINE: u64 = 1 << 16;

/// The first bytes of a gzip file.
const GZIP: &[u8] = &[0x1f, 0x8b];

/// The byte order mark that some editors put before UTF-8 text.
const MARK: &[u8] = "\u{feff}".as_bytes();

/// A source of files and of the standard input.
pub trait InputSource: Send + Sync {
    /// Opens a file, or the standard input for `-`.
    ///
    /// # Errors
    /// If the file cannot be opened.
    fn open(&self, path: &Path) -> io::Result<Box<dyn Read + '_>> {
        match is_stdin(path) {
            true => Ok(Box::new(io::stdin().lock())),
            false => Ok(Box::new(File::open(path)?)),
        }
    }

    /// Returns the name of the standard input in messages. Defaults to `stdin`.
    fn stdin_name(&self) -> &str {
        "stdin"
    }

    /// Returns whether a person types the standard input. Defaults to `false`.
    fn is_terminal(&self) -> bool {
        false
    }

    /// Ends the work if the memory limit does not allow a text of this size. Does nothing by default.
    fn reserve(&self, _bytes: u64) {}
}

/// The files and the standard input of the system.
impl InputSource for () {}

/// Texts in memory, each with the path under which a command finds it.
struct Texts(Vec<(&'static str, String)>);

impl InputSource for Texts {
    fn open(&self, path: &Path) -> io::Result<Box<dyn Read + '_>> {
        let text = self.0.iter().find(|(name, _)| Path::new(name) == path);
        text.map(|(_, text)| Box::new(text.as_bytes()) as _).ok_or_else(|| io::ErrorKind::NotFound.into())
    }
}

/// The input files of a command, and their source.
#[derive(Clone)]
pub struct Inputs {
    /// The typed files, by the names of their arguments.
    files: Vec<(&'static str, PathBuf)>,
    source: Arc<dyn InputSource>,
}

impl Inputs {
    /// Creates the inputs of a command. `files` are the typed files, by the [names](InputFile::name) of their arguments.
    pub fn new(files: Vec<(&'static str, PathBuf)>, source: Arc<dyn InputSource>) -> Self {
        Self { files, source }
    }

    /// Creates the inputs of a command from texts in memory, by the [names](InputFile::name) of the arguments.
    ///
    /// ```
    /// use chancetree::family::Inputs;
    ///
    /// let inputs = Inputs::of_texts(vec![("board", "mines 1\n1.\n..\n".to_owned())]);
    /// let board = inputs.file("board").expect("a text");
    /// assert_eq!(inputs.text(board).expect("readable").lines().next(), Some("mines 1"));
    /// ```
    pub fn of_texts(texts: Vec<(&'static str, String)>) -> Self {
        Self::new(
            texts.iter().map(|(name, _)| (*name, PathBuf::from(name))).collect(),
            Arc::new(Texts(texts)),
        )
    }

    /// Returns the file that was typed for an argument, if there is one.
    pub fn file(&self, argument: &str) -> Option<&Path> {
        let typed = self.files.iter().find(|(name, _)| *name == argument);
        typed.map(|(_, path)| path.as_path())
    }

    /// Returns whether a person types the standard input.
    pub fn is_terminal(&self) -> bool {
        self.source.is_terminal()
    }

    /// Returns the name of a file in messages.
    pub fn name(&self, path: &Path) -> String {
        if is_stdin(path) { self.source.stdin_name().to_owned() } else { path.display().to_string() }
    }

    /// Reads the text of a file.
    ///
    /// # Errors
    /// If the file cannot be read, is longer than 64 MiB, or is neither UTF-8 nor UTF-16 with a byte order mark.
    pub fn text(&self, path: &Path) -> Result<String, Refusal> {
        let name = self.name(path);
        text_of(&name, self.bytes(&name, MAX_BYTES, path)?)
    }

    /// Reads the text of a file that may be very long, such as a model with millions of states. Old models have comments in
    /// Latin-1, so text that is not UTF-8 is read as Latin-1.
    ///
    /// # Errors
    /// If the file cannot be read, is longer than 4 GiB, or is no text.
    pub fn long_text(&self, path: &Path) -> Result<String, Refusal> {
        let name = self.name(path);
        let mut bytes = self.bytes(&name, MAX_LONG_TEXT, path)?;
        let is_text = !bytes.contains(&0) || utf16(&bytes).is_some();
        if is_text && str::from_utf8(&bytes).is_err() && utf16(&bytes).is_none() {
            bytes = bytes.into_iter().map(char::from).collect::<String>().into_bytes();
        }
        text_of(&name, bytes)
    }

    /// Reads the bytes of a file.
    fn bytes(&self, name: &str, most: u64, path: &Path) -> Result<Vec<u8>, Refusal> {
        let input = self.source.open(path).map_err(|error| unreadable(name, &error))?;
        if !is_stdin(path)
            && let Ok(file) = std::fs::metadata(path)
        {
            self.source.reserve(file.len());
        }
        bytes_of(name, input, most)
    }

    /// Reads the text of a file that may be very long, or returns `None` if there is no such file.
    ///
    /// # Errors
    /// As [`long_text`](Self::long_text).
    pub fn long_text_if_found(&self, path: &Path) -> Result<Option<String>, Refusal> {
        match self.source.open(path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            _ => self.long_text(path).map(Some),
        }
    }

    /// Opens a file that is read line by line.
    ///
    /// # Errors
    /// If the file cannot be opened.
    pub fn lines(&self, path: &Path) -> Result<InputLines<'_>, Refusal> {
        let name = self.name(path);
        let input = self.source.open(path).map_err(|error| unreadable(&name, &error))?;
        let mut input = BufReader::new(input);
        let begin = input.fill_buf().map_err(|error| unreadable(&name, &error))?;
        if utf16(&begin[..begin.len().min(2)]).is_some() {
            let text = text_of(&name, bytes_of(&name, input, MAX_BYTES)?)?;
            input = BufReader::new(Box::new(io::Cursor::new(text)));
        }
        let begin = input.fill_buf().map_err(|error| unreadable(&name, &error))?;
        let end = if is_old_mac(begin) { b'\r' } else { b'\n' };
        Ok(InputLines { name, input: input.take(MAX_LINED_TEXT + 1), end, number: 0, has_end: true })
    }
}

impl Default for Inputs {
    fn default() -> Self {
        Self::new(Vec::new(), Arc::new(()))
    }
}

impl fmt::Debug for Inputs {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Inputs").field("files", &self.files).finish_non_exhaustive()
    }
}

/// Returns whether a path means the standard input.
pub fn is_stdin(path: &Path) -> bool {
    path.as_os_str() == "-"
}

/// Reads at most `most` bytes.
fn bytes_of(name: &str, input: impl Read, most: u64) -> Result<Vec<u8>, Refusal> {
    let mut bytes = Vec::new();
    input.take(most + 1).read_to_end(&mut bytes).map_err(|error| unreadable(name, &error))?;
    if bytes.len() as u64 > most {
        return Err(Refusal::new(format!("{name}: longer than {} MiB", most >> 20)));
    }
    if bytes.starts_with(GZIP) {
        let refusal = Refusal::new(format!("{name}: compressed with gzip"));
        return Err(refusal.help("decompress it with gunzip"));
    }
    Ok(bytes)
}

/// Returns the text of bytes in UTF-8, or in UTF-16 with a byte order mark.
fn text_of(name: &str, mut bytes: Vec<u8>) -> Result<String, Refusal> {
    if let Some(text) = utf16(&bytes) {
        return text.map_err(|line| Refusal::new(format!("{name}, line {line}: this is not UTF-16 text")));
    }
    if bytes.starts_with(MARK) {
        bytes.drain(..MARK.len());
    }
    if is_old_mac(&bytes) {
        bytes.iter_mut().filter(|byte| **byte == b'\r').for_each(|byte| *byte = b'\n');
    }
    String::from_utf8(bytes).map_err(|error| {
        let before = &error.as_bytes()[..error.utf8_error().valid_up_to()];
        let line = 1 + before.iter().filter(|&&byte| byte == b'\n').count();
        let column = 1 + before.iter().rev().take_while(|&&byte| byte != b'\n').count();
        Refusal::new(format!("{name}, line {line}, column {column}: {NOT_UTF8}"))
    })
}

/// The error about a text in another encoding, such as the usual CSV of a spreadsheet.
const NOT_UTF8: &str = "this is not UTF-8 text; save the file as UTF-8, or as CSV UTF-8 in a spreadsheet";

/// Returns `true` if the lines of a text end with a carriage return alone, as in files of old Macintosh programs.
fn is_old_mac(text: &[u8]) -> bool {
    // A text that was not read to its end may be cut off between the two bytes of a line end.
    text[..text.len().saturating_sub(1)].contains(&b'\r') && !text.contains(&b'\n')
}

/// Returns the text of bytes that begin with a byte order mark of UTF-16, as spreadsheets and Windows write them, or `None` for other
/// bytes. If the bytes are invalid, returns the number of the wrong line, from 1.
fn utf16(bytes: &[u8]) -> Option<Result<String, usize>> {
    let unit: fn([u8; 2]) -> u16 = match bytes.get(..2)? {
        [0xff, 0xfe] => u16::from_le_bytes,
        [0xfe, 0xff] => u16::from_be_bytes,
        _ => return None,
    };
    let units: Vec<u16> = bytes[2..].chunks_exact(2).map(|pair| unit([pair[0], pair[1]])).collect();
    let mut text = String::with_capacity(units.len());
    let is_read = char::decode_utf16(units).all(|letter| letter.map(|letter| text.push(letter)).is_ok());
    if is_old_mac(text.as_bytes()) {
        text = text.replace('\r', "\n");
    }
    let line = 1 + text.matches('\n').count();
    Some(if is_read && bytes.len().is_multiple_of(2) { Ok(text) } else { Err(line) })
}

fn unreadable(name: &str, error: &io::Error) -> Refusal {
    Refusal::new(format!("{name}: {}", reason(error)))
}

/// The lines of an input, read one after the other.
pub struct InputLines<'a> {
    name: String,
    input: io::Take<BufReader<Box<dyn Read + 'a>>>,
    /// The byte that ends a line.
    end: u8,
    /// The number of lines that were read.
    number: usize,
    /// `true` if the last line that was read has an end.
    has_end: bool,
}

impl InputLines<'_> {
    /// Returns the name of the input in messages.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns `true` if the last line that was read has no line end: the file may be cut off there.
    pub fn is_cut(&self) -> bool {
        !self.has_end
    }

    /// Returns the number of the next line, from 1, and the line without its end. Returns `None` after the last line.
    ///
    /// # Errors
    /// If the input cannot be read, is longer than 1 GiB, or has a line that is longer than 64 KiB or not UTF-8.
    pub fn read(&mut self) -> Result<Option<(usize, String)>, Refusal> {
        let Self { name, input, end, number, has_end } = self;
        let mut bytes = Vec::new();
        let read = input.by_ref().take(MAX_LINE + 1).read_until(*end, &mut bytes);
        let count = read.map_err(|error| unreadable(name, &error))?;
        if count == 0 {
            return Ok(None);
        }
        *number += 1;
        let wrong = |what: &str| Refusal::new(format!("{name}, line {number}: {what}"));
        *has_end = bytes.last() == Some(end);
        if *has_end {
            bytes.pop();
        } else if bytes.len() as u64 > MAX_LINE {
            return Err(wrong(&format!("longer than {} KiB", MAX_LINE >> 10)));
        }
        if input.limit() == 0 {
            return Err(Refusal::new(format!("{name}: longer than {} GiB", MAX_LINED_TEXT >> 30)));
        }
        let line = String::from_utf8(bytes).map_err(|_| wrong(NOT_UTF8))?;
        Ok(Some((*number, line)))
    }
}

impl fmt::Debug for InputLines<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("InputLines")
            .field("name", &self.name)
            .field("number", &self.number)
            .finish_non_exhaustive()
    }
}

/// An argument that names an input file of a command.
#[derive(Clone, Copy, Debug)]
#[must_use]
pub struct InputFile {
    /// The name. The option is the name with two dashes before it.
    pub name: &'static str,
    /// The placeholder of the file in help.
    pub value: &'static str,
    /// The meaning, in one line without a full stop.
    pub meaning: &'static str,
    /// `true` if the file is typed without an option.
    pub is_positional: bool,
    /// `true` if the command needs the file.
    pub is_required: bool,
    /// The names of other arguments that exclude this one.
    pub without: &'static [&'static str],
}

impl InputFile {
    /// Creates an option.
    pub const fn option(name: &'static str, meaning: &'static str) -> Self {
        let (is_positional, is_required) = (false, false);
        Self { name, value: "FILE", meaning, is_positional, is_required, without: &[] }
    }

    /// Creates an argument that is typed without an option.
    pub const fn positional(name: &'static str, meaning: &'static str) -> Self {
        Self { is_positional: true, ..Self::option(name, meaning) }
    }

    /// Sets the names of other arguments that exclude this one.
    pub const fn without(self, without: &'static [&'static str]) -> Self {
        Self { without, ..self }
    }
}
