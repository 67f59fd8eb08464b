//! Lines of a text file, read item by item, with the place of each error.

use crate::SpaceError;
use crate::exact::{self, Rational};
use thiserror::Error;

/// An error in a file that describes a state space.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("line {line}, column {column}: {message}")]
pub struct FormatError {
    /// The line, from 1.
    pub line: usize,
    /// The column, from 1, in characters.
    pub column: usize,
    /// The fault, and the allowed contents.
    pub message: String,
}

/// A line of a file, and the byte that is read next.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TextLine<'a> {
    /// The number of the line, from 1.
    pub(crate) number: usize,
    text: &'a str,
    at: usize,
}

impl<'a> TextLine<'a> {
    pub(crate) fn new(number: usize, text: &'a str) -> Self {
        Self { number, text, at: 0 }
    }

    /// Returns the lines of a text.
    pub(crate) fn all(text: &'a str) -> impl Iterator<Item = Self> {
        text.lines().zip(1..).map(|(text, number)| Self::new(number, text))
    }

    /// Returns the line as it is written.
    pub(crate) fn text(&self) -> &'a str {
        self.text
    }

    /// Returns an error at the item that is read next.
    pub(crate) fn error(&self, message: impl Into<String>) -> FormatError {
        let mut item = *self;
        item.rest();
        let column = item.text[..item.at].chars().count() + 1;
        FormatError { line: self.number, column, message: message.into() }
    }

    /// Returns an error about a state space at the beginning of the line.
    pub(crate) fn space_error(&self, error: &SpaceError) -> FormatError {
        Self::new(self.number, self.text).error(error.to_string())
    }

    /// Skips blanks and returns the rest of the line.
    pub(crate) fn rest(&mut self) -> &'a str {
        let rest = &self.text[self.at..];
        let trimmed = rest.trim_start();
        self.at += rest.len() - trimmed.len();
        trimmed.trim_end()
    }

    pub(crate) fn is_finished(&mut self) -> bool {
        self.rest().is_empty()
    }

    /// Reads `text` if it comes next. Returns whether it did.
    pub(crate) fn take(&mut self, text: &str) -> bool {
        let is_next = self.rest().starts_with(text);
        if is_next {
            self.at += text.len();
        }
        is_next
    }

    /// Reads a text that must come next.
    pub(crate) fn expect(&mut self, text: &str, after: &str) -> Result<(), FormatError> {
        match self.take(text) {
            true => Ok(()),
            false => Err(self.error(format!("expected `{text}` after {after}"))),
        }
    }

    /// Reads up to a blank, the end of the line or one of the characters of `ends`. The word may be empty.
    pub(crate) fn word(&mut self, ends: &str) -> &'a str {
        let rest = self.rest();
        let end = rest.find(|letter: char| letter.is_whitespace() || ends.contains(letter));
        let word = &rest[..end.unwrap_or(rest.len())];
        self.at += word.len();
        word
    }

    /// Reads a text between two characters, if the first one comes next.
    pub(crate) fn between(&mut self, open: char, close: char) -> Result<Option<&'a str>, FormatError> {
        let rest = self.rest();
        let Some(inner) = rest.strip_prefix(open) else { return Ok(None) };
        let end = inner.find(close).ok_or_else(|| self.error(format!("`{open}` without `{close}`")))?;
        self.at += open.len_utf8() + end + close.len_utf8();
        Ok(Some(&inner[..end]))
    }

    /// Reads a whole number below `end`.
    pub(crate) fn index(&mut self, what: &str, end: u32) -> Result<u32, FormatError> {
        let before = *self;
        let word = self.word(":,)=>");
        let number = word.parse().ok().filter(|&number: &u32| number < end);
        number.ok_or_else(|| {
            let range = match end {
                u32::MAX => String::new(),
                0 => ", but there is none".to_owned(),
                _ => format!(" from 0 to {}", end - 1),
            };
            before.error(format!("expected {what}, a whole number{range}, found `{word}`"))
        })
    }

    /// Reads a number.
    pub(crate) fn fraction(&mut self, what: &str) -> Result<Rational, FormatError> {
        let before = *self;
        if self.rest().starts_with('[') {
            return Err(before.interval());
        }
        let word = self.word(",]");
        exact::parse_fraction(word).ok_or_else(|| before.no_number(what, word))
    }

    /// Returns the error about a word, possibly empty, where a number is expected.
    pub(crate) fn no_number(&self, what: &str, word: &str) -> FormatError {
        let found = if word.is_empty() { "the end of the line".to_owned() } else { format!("`{word}`") };
        self.error(format!("expected {what}, a number such as 1/3, 0.25 or 1e-3, found {found}"))
    }

    /// Returns the error about an interval of probabilities.
    pub(crate) fn interval(&self) -> FormatError {
        self.error("intervals of probabilities are not supported; PRISM and Storm read them")
    }

    /// Fails unless the line is finished.
    pub(crate) fn finish(mut self) -> Result<(), FormatError> {
        let rest = self.rest();
        match rest.is_empty() {
            true => Ok(()),
            false => Err(self.error(format!("unexpected `{rest}`; the line must end here"))),
        }
    }
}
