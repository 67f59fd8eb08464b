//! The findings of a verb as named numbers and tables: one value for all formats.

use super::Table;
use super::saved::keys;
use crate::evaluate::Bounded;
use crate::exact::{self, Natural, Rational};
use chancetree_export::plot::Plot;
use serde::{Deserialize, Serialize};

/// The findings about one game.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Report {
    /// The question, in words and on one line.
    pub title: String,
    /// The drawings, for people only, below the title.
    pub drawings: Vec<Drawing>,
    /// The numbers, in the order in which they are printed.
    pub numbers: Vec<Finding>,
    /// The tables.
    pub tables: Vec<Table>,
    /// The conclusions, for people only: sentences that may contain numbers, one on each line.
    pub remarks: Vec<Vec<Piece>>,
    /// A note for people, such as the size of the game. Empty if there is none.
    pub note: String,
}

/// A drawing in characters, such as a board: its lines, each of pieces that follow one another.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Drawing(pub Vec<Vec<Drawn>>);

/// A piece of a drawing.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Drawn {
    /// The characters.
    pub words: String,
    /// The probability that it is bad to choose it, which a terminal with colours shows, too.
    pub risk: Option<f64>,
    /// `true` if it stands out among such pieces.
    pub is_marked: bool,
}

impl From<String> for Drawn {
    fn from(words: String) -> Self {
        Self { words, ..Self::default() }
    }
}

/// A part of a sentence.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Piece {
    /// Words, printed as they are.
    Words(String),
    /// A number, printed as its decimal, with the fraction where that is short.
    Number(Rational),
}

/// Conversions into one type, each from another.
macro_rules! from {
    ($to:ident { $($value:ident: $from:ty => $made:expr;)* }) => {
        $(impl From<$from> for $to {
            fn from($value: $from) -> Self {
                $made
            }
        })*
    };
}

from! {
    Piece {
        words: &str => Self::Words(words.to_owned());
        words: String => Self::Words(words);
        number: u64 => Self::Words(number.to_string());
        number: Rational => Self::Number(number);
    }
}

/// A number with its names.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Finding {
    /// The key in JSON and the column in CSV, in lower-case letters, digits and `_`.
    pub key: String,
    /// The names for people, one for each part of the number. Empty if people are not shown it.
    pub words: Vec<String>,
    /// The number.
    pub datum: Datum,
    /// The formats for programs that contain it.
    pub within: Within,
    /// The place where people find it, if they are shown it.
    pub shown: Whereabouts,
}

/// The place where people find a number.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Whereabouts {
    /// In the answer about one game, and in each line of the answer about several.
    #[default]
    Always,
    /// Only in the answer about one game.
    Alone,
    /// Only in each line of the answer about several games.
    Listed,
}

/// The formats for programs that contain a number.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Within {
    /// All formats.
    #[default]
    All,
    /// JSON only.
    Json,
    /// Tables, such as CSV, only.
    Tables,
    /// No format: only people are shown it.
    None,
}

/// A finding.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Datum {
    /// A fraction.
    Exact(Rational),
    /// A fraction of which people and tables have the decimal alone.
    Decimal(Rational),
    /// A fraction of which people and tables have no decimal.
    Fraction(Rational),
    /// A fraction for each seat, the first player's first.
    Seats(Vec<Rational>),
    /// A whole number.
    Whole(u64),
    /// A whole number of any size.
    Large(Natural),
    /// Yes or no.
    Flag(bool),
    /// A word or a sentence.
    Words(String),
    /// A formula, which LaTeX sets as one.
    Formula {
        /// As it is typed.
        plain: String,
        /// In LaTeX, without what begins and ends mathematics there.
        latex: String,
    },
    /// The name of an action or a value, which becomes a number in JSON if it is written as a whole number.
    Name(String),
    /// Several such names.
    Names(Vec<String>),
    /// The points of each seat.
    Scores(Vec<u64>),
    /// A double with a bound on its error.
    Bounded(Bounded),
    /// A double without a bound on its error, and the digits that people are shown if no others were asked for.
    Double(f64, u8),
    /// One of several probabilities, shown to people as a decimal and a bar.
    Bar {
        /// The probability.
        value: Rational,
        /// The greatest of the probabilities, for which the bar is longest.
        most: f64,
    },
    /// A double that was measured or fitted.
    Fit {
        /// The number.
        value: f64,
        /// `true` if it was measured, `false` if it was fitted.
        is_measured: bool,
    },
    /// Several findings, one after the other; in a table those of each seat, the first player's first.
    Each(Vec<Datum>),
    /// Several findings of different kinds, each with its name, which may be empty. People are shown them as decimals
    /// on one line.
    Parts(#[serde(deserialize_with = "keys")] Vec<(&'static str, Datum)>),
    /// Nothing: there is no such number.
    Nothing,
    /// No fraction is known where others are, so that tables have the same columns.
    NoFraction,
}

impl Datum {
    /// Several findings, one after the other.
    pub fn each(all: impl IntoIterator<Item = impl Into<Self>>) -> Self {
        Self::Each(all.into_iter().map(Into::into).collect())
    }
}

/// A finding, or [`Datum::Nothing`] for `None`.
impl<T: Into<Datum>> From<Option<T>> for Datum {
    fn from(found: Option<T>) -> Self {
        found.map_or(Self::Nothing, Into::into)
    }
}

from! {
    Datum {
        value: Rational => Self::Exact(value);
        value: &Rational => Self::Exact(value.clone());
        value: f64 => Self::Double(value, DIGITS);
        number: u8 => Self::Whole(number.into());
        number: u16 => Self::Whole(number.into());
        number: u32 => Self::Whole(number.into());
        number: u64 => Self::Whole(number);
        number: usize => Self::Whole(number as u64);
        flag: bool => Self::Flag(flag);
        words: &str => Self::Words(words.to_owned());
        words: String => Self::Words(words);
        piece: &Piece => match piece {
            Piece::Words(words) => words.as_str().into(),
            Piece::Number(number) => number.into(),
        };
    }
}

/// A plot, and the table of its numbers.
#[derive(Clone, Debug)]
pub struct Figure {
    /// The plot.
    pub plot: Plot,
    /// The numbers, some of which may be too small to be drawn.
    pub numbers: Table,
}

impl Figure {
    /// Creates a figure of a plot, and of the keys and rows of its numbers.
    pub fn new<const N: usize>(plot: Plot, keys: [&'static str; N], rows: Vec<[Datum; N]>) -> Self {
        Self { plot, numbers: Table::new("", keys.map(|key| (key, None)), rows) }
    }
}

impl Report {
    /// Creates an empty report with this title.
    pub fn new(title: impl Into<String>) -> Self {
        Self { title: title.into(), ..Self::default() }
    }

    /// Adds a number for people and programs alike. People are shown it as `words`.
    pub fn show(&mut self, key: &str, words: impl Into<String>, datum: impl Into<Datum>) -> &mut Finding {
        self.put(key, vec![words.into()], datum, Within::All)
    }

    /// Adds a number for people only, who are shown it as `words`.
    pub fn tell(&mut self, words: impl Into<String>, datum: impl Into<Datum>) -> &mut Finding {
        self.put("", vec![words.into()], datum, Within::None)
    }

    /// Adds a number for programs only.
    pub fn add(&mut self, key: &str, datum: impl Into<Datum>) -> &mut Finding {
        self.put(key, Vec::new(), datum, Within::All)
    }

    /// Adds what only JSON has.
    pub fn add_json(&mut self, key: &str, datum: impl Into<Datum>) -> &mut Finding {
        self.put(key, Vec::new(), datum, Within::Json)
    }

    /// Adds a number. `words` has a name for people for each part of the number, and is empty if they are not shown it.
    pub fn put(
        &mut self,
        key: &str,
        words: Vec<String>,
        datum: impl Into<Datum>,
        within: Within,
    ) -> &mut Finding {
        let (key, datum) = (key.to_owned(), datum.into());
        self.numbers.push(Finding { key, words, datum, within, shown: Whereabouts::Always });
        self.numbers.last_mut().expect("it was just added")
    }
}

impl Finding {
    /// Sets the place where people find the number.
    pub fn only(&mut self, shown: Whereabouts) {
        self.shown = shown;
    }
}

/// The digits of a double for people, where nothing else is said.
const DIGITS: u8 = 5;

/// Fractions up to this length are printed for people; longer ones would push all else off the screen.
pub const MOST_FRACTION: usize = 40;

/// Returns the fraction of a value, if it is one for people.
pub fn fitting(value: &Rational) -> Option<String> {
    // A digit has less than four bits: of a long number not even the digits are made.
    if value.numer().bits() + value.denom().bits() > 4 * MOST_FRACTION as u64 {
        return None;
    }
    Some(exact::fraction(value)).filter(|fraction| fraction.len() <= MOST_FRACTION)
}

/// Stands in a table for a fraction that is too long for it.
pub const CUT: &str = "…";

/// Returns the fraction of a value in a table for people.
pub fn shown(value: &Rational) -> String {
    fitting(value).unwrap_or_else(|| CUT.to_owned())
}

/// The longest fraction that stands in a title.
const TITLED: usize = 24;

/// Returns numbers as one title has them: as fractions if all of them are short, else as decimals.
pub fn titled(values: &[&Rational]) -> Vec<String> {
    let fractions: Vec<String> = values.iter().map(|value| exact::fraction(value)).collect();
    if fractions.iter().all(|fraction| fraction.len() <= TITLED) {
        return fractions.iter().map(|fraction| fraction.trim_end_matches("/1").to_owned()).collect();
    }
    values.iter().map(|value| exact::decimal(value, 6)).collect()
}

/// The columns of a page.
pub const LINE: usize = 100;

/// Returns words in lines: the first has so many columns, and so has each of the others behind the four spaces with which
/// it begins.
pub fn folded<'a>(words: impl IntoIterator<Item = &'a str>, [first, others]: [usize; 2]) -> String {
    let (mut text, mut length, mut room) = (String::new(), 0, first);
    for word in words {
        let more = word.chars().count();
        if length > 0 && length + 1 + more > room {
            text.push_str("\n    ");
            (length, room) = (0, others);
        } else if length > 0 {
            text.push(' ');
            length += 1;
        }
        length += more;
        text.push_str(word);
    }
    text
}
