//! The results of a command as named values and tables, independent of the output format.

use super::Table;
use super::saved::keys;
use crate::evaluate::BoundedValue;
use crate::exact::{self, Natural, Rational};
use chancetree_checker::ValueBounds;
use chancetree_export::plot::Plot;
use serde::{Deserialize, Serialize};

/// The results about one game.
///
/// ```
/// use chancetree::exact::ratio;
/// use chancetree::family::{ReportValue, Report};
///
/// let mut report = Report::new("A die");
/// report.show("mean", "expected eyes", ratio(7, 2)); // for people and programs
/// report.add("sides", 6u64); // for programs only
/// report.note = "A fair die.".to_owned();
///
/// let mean = &report.numbers[0];
/// assert_eq!((mean.key.as_str(), &mean.words[0][..]), ("mean", "expected eyes"));
/// assert_eq!(mean.value, ReportValue::Exact(ratio(7, 2)));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Report {
    /// The title: a description of the query, in one line.
    pub title: String,
    /// Drawings below the title, for people only.
    pub drawings: Vec<Drawing>,
    /// The values, in the order of the output.
    pub numbers: Vec<ReportField>,
    /// The tables.
    pub tables: Vec<Table>,
    /// The conclusions, for people only: sentences that may contain numbers, one on each line.
    pub remarks: Vec<Vec<TextSpan>>,
    /// A note for people, such as the size of the game. Empty if there is none.
    pub note: String,
}

/// A drawing in characters, such as a board: lines of consecutive pieces.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Drawing(pub Vec<Vec<DrawingSpan>>);

/// A piece of a drawing.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct DrawingSpan {
    /// The characters.
    pub words: String,
    /// The probability that choosing this piece is bad. A terminal with colours shows it as a colour.
    pub risk: Option<f64>,
    /// `true` to emphasise the piece among its neighbours.
    pub is_marked: bool,
}

impl From<String> for DrawingSpan {
    fn from(words: String) -> Self {
        Self { words, ..Self::default() }
    }
}

/// A part of a sentence.
///
/// ```
/// use chancetree::exact::ratio;
/// use chancetree::family::{TextSpan, Report};
///
/// let mut report = Report::new("A die");
/// report.remarks.push(vec!["The mean is ".into(), ratio(7, 2).into(), ".".into()]);
/// assert_eq!(report.remarks[0][1], TextSpan::Number(ratio(7, 2)));
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum TextSpan {
    /// Words, printed verbatim.
    Words(String),
    /// A number, printed as a decimal, followed by the fraction if that is short.
    Number(Rational),
}

/// Implements conversions into one type.
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
    TextSpan {
        words: &str => Self::Words(words.to_owned());
        words: String => Self::Words(words);
        number: u64 => Self::Words(number.to_string());
        number: Rational => Self::Number(number);
    }
}

/// A value with its names.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ReportField {
    /// The key in JSON and the column in CSV, in lower-case letters, digits and `_`.
    pub key: String,
    /// The labels for people, one for each component of the value. Empty to hide the value from people.
    pub words: Vec<String>,
    /// The value.
    pub value: ReportValue,
    /// The machine-readable formats that contain it.
    pub within: FormatScope,
    /// The places where people see it, unless it is hidden.
    pub shown: TextVisibility,
}

/// The places where people see a value.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum TextVisibility {
    /// In the answer about one game, and in each line of an answer about several games.
    #[default]
    Always,
    /// Only in the answer about one game.
    Alone,
    /// Only in each line of an answer about several games.
    Listed,
}

/// The machine-readable formats that contain a value.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum FormatScope {
    /// All formats.
    #[default]
    All,
    /// JSON only.
    Json,
    /// Tables only, such as CSV.
    Tables,
    /// No format: the value is for people only.
    None,
}

/// The value of a result.
///
/// ```
/// use chancetree::exact::ratio;
/// use chancetree::family::ReportValue;
///
/// assert_eq!(ReportValue::from(ratio(7, 2)), ReportValue::Exact(ratio(7, 2)));
/// assert_eq!(ReportValue::from(None::<bool>), ReportValue::Nothing);
/// assert_eq!(ReportValue::each([1u8, 6]), ReportValue::Each(vec![ReportValue::Whole(1), ReportValue::Whole(6)]));
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum ReportValue {
    /// A fraction.
    Exact(Rational),
    /// A fraction, shown as a decimal only to people and in tables.
    Decimal(Rational),
    /// A fraction, shown without a decimal to people and in tables.
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
    /// A formula, which LaTeX typesets.
    Formula {
        /// The formula in plain text.
        plain: String,
        /// The formula in LaTeX, without the delimiters of math mode.
        latex: String,
    },
    /// The name of an action or a value. JSON contains a number if the name is a whole number.
    Name(String),
    /// Several names of actions or values.
    Names(Vec<String>),
    /// The points of each seat.
    Scores(Vec<u64>),
    /// A double with a bound on its error.
    Bounded(BoundedValue),
    /// A lower and an upper bound on a number, which people see as a double with a bound on its error.
    Interval(ValueBounds),
    /// A double without a bound on its error, with the default number of digits for people.
    Double(f64, u8),
    /// One of several probabilities. People see a decimal and a bar.
    Bar {
        /// The probability.
        value: Rational,
        /// The greatest of the probabilities, which has the longest bar.
        most: f64,
    },
    /// A double that was measured or fitted.
    Fit {
        /// The number.
        value: f64,
        /// `true` if it was measured, `false` if it was fitted.
        is_measured: bool,
    },
    /// Several values, one after the other. In a table, one value for each seat, the first player's first.
    Each(Vec<ReportValue>),
    /// Several values of different kinds, each with its name, which may be empty. People see them as decimals on one
    /// line.
    Parts(#[serde(deserialize_with = "keys")] Vec<(&'static str, ReportValue)>),
    /// No value: there is no such number.
    Nothing,
    /// No fraction where other rows have one, so that tables keep their columns.
    NoFraction,
}

impl ReportValue {
    /// Creates a fraction, or a double if the `error` of the fraction is bounded.
    ///
    /// ```
    /// use chancetree::exact::ratio;
    /// use chancetree::family::ReportValue;
    ///
    /// assert_eq!(ReportValue::within(&ratio(1, 3), None), ReportValue::Exact(ratio(1, 3)));
    /// assert!(matches!(ReportValue::within(&ratio(1, 3), Some(1e-9)), ReportValue::Bounded(_)));
    /// ```
    pub fn within(value: &Rational, error: Option<f64>) -> Self {
        error.map_or_else(|| value.into(), |error| Self::Bounded(rounded(value, error)))
    }

    /// Creates a fraction for each seat, or a double if the `error` of each fraction is bounded.
    ///
    /// ```
    /// use chancetree::exact::ratio;
    /// use chancetree::family::ReportValue;
    ///
    /// let values = [ratio(1, 3), ratio(2, 3)];
    /// assert_eq!(ReportValue::seats_within(&values, None), ReportValue::Seats(values.to_vec()));
    /// ```
    pub fn seats_within(values: &[Rational], error: Option<f64>) -> Self {
        match error {
            None => Self::Seats(values.to_vec()),
            Some(_) => Self::each(values.iter().map(|value| Self::within(value, error))),
        }
    }

    /// Creates several values, one after the other.
    pub fn each(all: impl IntoIterator<Item = impl Into<Self>>) -> Self {
        Self::Each(all.into_iter().map(Into::into).collect())
    }
}

/// Converts `None` into [`ReportValue::Nothing`].
impl<T: Into<ReportValue>> From<Option<T>> for ReportValue {
    fn from(found: Option<T>) -> Self {
        found.map_or(Self::Nothing, Into::into)
    }
}

from! {
    ReportValue {
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
        piece: &TextSpan => match piece {
            TextSpan::Words(words) => words.as_str().into(),
            TextSpan::Number(number) => number.into(),
        };
    }
}

/// A plot, and the table of its values.
#[derive(Clone, Debug)]
pub struct Figure {
    /// The plot.
    pub plot: Plot,
    /// The values, some of which may be too small to be drawn.
    pub numbers: Table,
}

impl Figure {
    /// Creates a figure of a plot, with the keys and rows of its values.
    pub fn new<const N: usize>(plot: Plot, keys: [&'static str; N], rows: Vec<[ReportValue; N]>) -> Self {
        Self { plot, numbers: Table::new("", keys.map(|key| (key, None)), rows) }
    }
}

impl Report {
    /// Creates an empty report with this title.
    pub fn new(title: impl Into<String>) -> Self {
        Self { title: title.into(), ..Self::default() }
    }

    /// Returns the value with this key, if there is one.
    ///
    /// ```
    /// use chancetree::family::{Report, ReportValue};
    ///
    /// let mut report = Report::new("A die");
    /// report.show("sides", "sides", 6u64);
    /// assert_eq!(report.value("sides"), Some(&ReportValue::Whole(6)));
    /// ```
    pub fn value(&self, key: &str) -> Option<&ReportValue> {
        self.numbers.iter().find(|number| number.key == key).map(|number| &number.value)
    }

    /// Adds a value for people and programs, labelled `words`.
    pub fn show(
        &mut self,
        key: &str,
        words: impl Into<String>,
        value: impl Into<ReportValue>,
    ) -> &mut ReportField {
        self.put(key, vec![words.into()], value, FormatScope::All)
    }

    /// Adds a value for people only, labelled `words`.
    ///
    /// ```
    /// use chancetree::family::Report;
    ///
    /// let mut report = Report::new("A die");
    /// report.add_text("sides", 6u64);
    /// // Programs do not read the value.
    /// assert_eq!(report.numbers[0].key, "");
    /// ```
    pub fn add_text(&mut self, words: impl Into<String>, value: impl Into<ReportValue>) -> &mut ReportField {
        self.put("", vec![words.into()], value, FormatScope::None)
    }

    /// Adds a value for programs only.
    pub fn add(&mut self, key: &str, value: impl Into<ReportValue>) -> &mut ReportField {
        self.put(key, Vec::new(), value, FormatScope::All)
    }

    /// Adds a value for JSON only.
    ///
    /// ```
    /// use chancetree::family::Report;
    ///
    /// let mut report = Report::new("A die");
    /// report.add_json("sides", 6u64);
    /// // People do not see the value.
    /// assert!(report.numbers[0].words.is_empty());
    /// ```
    pub fn add_json(&mut self, key: &str, value: impl Into<ReportValue>) -> &mut ReportField {
        self.put(key, Vec::new(), value, FormatScope::Json)
    }

    /// Adds a value. `words` has a label for each component of the value, and is empty to hide the value from people.
    pub fn put(
        &mut self,
        key: &str,
        words: Vec<String>,
        value: impl Into<ReportValue>,
        within: FormatScope,
    ) -> &mut ReportField {
        let (key, value) = (key.to_owned(), value.into());
        self.numbers.push(ReportField { key, words, value, within, shown: TextVisibility::Always });
        self.numbers.last_mut().expect("it was just added")
    }
}

impl ReportField {
    /// Restricts the places where people see the value.
    pub fn only(&mut self, shown: TextVisibility) {
        self.shown = shown;
    }
}

/// The default number of digits of a double for people.
const DIGITS: u8 = 5;

/// The maximum length of a fraction for people. Longer ones would push everything else off the screen.
pub const MOST_FRACTION: usize = 40;

/// Returns the fraction of a value, if it is short enough for people.
pub fn fitting(value: &Rational) -> Option<String> {
    // A digit has less than four bits. Long numbers are rejected before their digits are computed.
    if value.numer().bits() + value.denom().bits() > 4 * MOST_FRACTION as u64 {
        return None;
    }
    Some(exact::fraction(value)).filter(|fraction| fraction.len() <= MOST_FRACTION)
}

/// The replacement of a fraction that is too long for a table.
pub const CUT: &str = "…";

/// Returns the fraction of a value, as a table for people shows it.
pub fn shown(value: &Rational) -> String {
    fitting(value).unwrap_or_else(|| CUT.to_owned())
}

/// The maximum length of a fraction in a title.
const TITLED: usize = 24;

/// Formats several numbers for one title: as fractions if all fractions are short, otherwise as decimals.
pub fn titled(values: &[&Rational]) -> Vec<String> {
    let fractions: Vec<String> = values.iter().map(|value| exact::fraction(value)).collect();
    if fractions.iter().all(|fraction| fraction.len() <= TITLED) {
        return fractions.iter().map(|fraction| fraction.trim_end_matches("/1").to_owned()).collect();
    }
    values.iter().map(|value| exact::decimal(value, 6)).collect()
}

/// The width of a page, in columns.
pub const LINE: usize = 100;

/// Wraps words into lines. The first line has `first` columns. Each other line is indented by four spaces and has
/// `others` columns after them.
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

/// Returns the double that is nearest to a fraction, with a bound on its error. `error` bounds the error of the fraction.
pub fn rounded(value: &Rational, error: f64) -> BoundedValue {
    let rounding = ValueBounds::of_fraction(value).width();
    let error = if rounding == 0.0 { error } else { (error + rounding).next_up() };
    BoundedValue { value: exact::double(value), error }
}

/// Returns the middle of bounds, with its greatest distance from them.
pub fn bounded_value(bounds: &ValueBounds) -> BoundedValue {
    let value = match (bounds.lower.is_finite(), bounds.upper.is_finite()) {
        (true, false) => bounds.lower,
        (false, true) => bounds.upper,
        (false, false) => 0.0,
        (true, true) => bounds.middle(),
    };
    let distance = (value - bounds.lower).max(bounds.upper - value);
    BoundedValue { value, error: if distance > 0.0 { distance.next_up() } else { 0.0 } }
}
