//! What a verb has found, as named numbers and tables: one value for all formats.

use crate::exact::{Natural, Rational};

/// What was found of one game.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Report {
    /// What was asked, in words and in one line.
    pub title: String,
    /// The numbers, in order.
    pub numbers: Vec<Named>,
    /// The tables.
    pub tables: Vec<Table>,
    /// What else people should know: how large the game is.
    pub note: String,
}

/// A number by its names.
#[derive(Clone, Debug, PartialEq)]
pub struct Named {
    /// The key in JSON and the column in CSV, small letters, digits and `_`.
    pub key: String,
    /// What it is called for people, for each of its parts; none where it is not shown to them.
    pub words: Vec<String>,
    /// What it is.
    pub datum: Datum,
    /// Where programs find it.
    pub within: Within,
}

/// The formats for programs in which a number stands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Within {
    /// In all.
    #[default]
    All,
    /// In JSON only.
    Json,
    /// In tables only.
    Tables,
    /// In none: people alone are shown it.
    None,
}

/// What can be found.
#[derive(Clone, Debug, PartialEq)]
pub enum Datum {
    /// A fraction.
    Exact(Rational),
    /// A fraction for each seat.
    Seats(Vec<Rational>),
    /// A whole number.
    Whole(u64),
    /// A whole number of any size.
    Large(Natural),
    /// Yes or no.
    Flag(bool),
    /// A word or a sentence.
    Words(String),
    /// What an action is called: a number for programs, if it is a whole number.
    Name(String),
    /// Several of those.
    Names(Vec<String>),
    /// Several things of different kinds, each with its name.
    Parts(Vec<(&'static str, Datum)>),
    /// There is none.
    Nothing,
}

/// A table.
#[derive(Clone, Debug, PartialEq)]
pub struct Table {
    /// The key in JSON.
    pub key: String,
    /// The columns: the key in JSON and the head in CSV, and the head for people; none where it is not shown to them.
    pub columns: Vec<(&'static str, Option<&'static str>)>,
    /// The rows, a datum for each column.
    pub rows: Vec<Vec<Datum>>,
    /// Whether it is what CSV is about; else CSV has the numbers.
    pub is_main: bool,
}

impl Report {
    /// What was found of a game with this title: nothing yet.
    #[must_use]
    pub fn new(title: impl Into<String>) -> Self {
        Self { title: title.into(), ..Self::default() }
    }

    /// Adds a number that people are shown, too.
    pub fn show(&mut self, key: &str, words: impl Into<String>, datum: Datum) {
        self.put(key, vec![words.into()], datum, Within::All);
    }

    /// Adds a number for programs only.
    pub fn add(&mut self, key: &str, datum: Datum) {
        self.put(key, Vec::new(), datum, Within::All);
    }

    /// Adds a number; `words` are what people are shown, for each of its parts.
    pub fn put(&mut self, key: &str, words: Vec<String>, datum: Datum, within: Within) {
        self.numbers.push(Named { key: key.to_owned(), words, datum, within });
    }
}
