//! What a verb has found, as named numbers and tables: one value for all formats.

use crate::evaluate::approximate::Bounded;
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
    /// What follows from the numbers, for people: sentences with numbers in them, a line each.
    pub remarks: Vec<Vec<Piece>>,
    /// What else people should know: how large the game is.
    pub note: String,
}

/// A part of a sentence.
#[derive(Clone, Debug, PartialEq)]
pub enum Piece {
    /// Words, as they are.
    Words(String),
    /// A number: its fraction, where that is short, and the decimal.
    Number(Rational),
}

impl From<&str> for Piece {
    fn from(words: &str) -> Self {
        Self::Words(words.to_owned())
    }
}

impl From<String> for Piece {
    fn from(words: String) -> Self {
        Self::Words(words)
    }
}

impl From<Rational> for Piece {
    fn from(number: Rational) -> Self {
        Self::Number(number)
    }
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
    /// Where people find it, if they are shown it.
    pub shown: Shown,
}

/// Where people find a number.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Shown {
    /// In the answer about one game and in the line that each of several has.
    #[default]
    Always,
    /// In the answer about one game only.
    Alone,
    /// In the line that each of several games has only.
    Listed,
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
    /// What an action or a value is called: a number for programs, if it is a whole number.
    Name(String),
    /// Several of those.
    Names(Vec<String>),
    /// The points of each seat.
    Scores(Vec<u64>),
    /// A double, and the most that it differs from the truth.
    Bounded(Bounded),
    /// A double without such a bound.
    Double(f64),
    /// A probability of several: people are shown its decimal, and a bar that is longest for `most`.
    Bar {
        /// The probability.
        value: Rational,
        /// The greatest of them.
        most: f64,
    },
    /// A double that was measured, or is a fit.
    Fit {
        /// The number.
        value: f64,
        /// Whether it was measured.
        is_measured: bool,
    },
    /// One for each seat.
    Each(Vec<Datum>),
    /// Several things of different kinds, each with its name, which may be empty: people are shown decimals, on one line.
    Parts(Vec<(&'static str, Datum)>),
    /// There is none.
    Nothing,
}

/// A double, or nothing where there is none.
impl From<Option<f64>> for Datum {
    fn from(value: Option<f64>) -> Self {
        value.map_or(Self::Nothing, Self::Double)
    }
}

/// A table.
#[derive(Clone, Debug, PartialEq)]
pub struct Table {
    /// The key in JSON; empty where people alone are shown it.
    pub key: String,
    /// The columns: the key in JSON and the head in CSV, empty where people alone are shown it; and the head for people,
    /// none where it is not shown to them.
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
        self.numbers.push(Named { key: key.to_owned(), words, datum, within, shown: Shown::Always });
    }

    /// Says where people find the number that was added last.
    pub fn only(&mut self, shown: Shown) {
        if let Some(last) = self.numbers.last_mut() {
            last.shown = shown;
        }
    }
}
