//! The results of a command as named values and tables, independent of the output format.

use super::{ReportValue, Table, TextSpan, display_width};
use crate::evaluate::BoundedValue;
use crate::exact::{self, Rational};
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
/// assert_eq!((mean.key.as_str(), &mean.labels[0][..]), ("mean", "expected eyes"));
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

/// A value with its names.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ReportField {
    /// The key in JSON and the column in CSV, in lower-case letters, digits and `_`.
    pub key: String,
    /// The labels for people, one for each component of the value. Empty to hide the value from people.
    pub labels: Vec<String>,
    /// The value.
    pub value: ReportValue,
    /// The machine-readable formats that contain it.
    pub formats: FormatScope,
    /// The places where people see it, unless it is hidden.
    pub visibility: TextVisibility,
    /// `true` if its numbers are probabilities, or differences of probabilities.
    pub is_probability: bool,
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

    /// Returns the value at a path in the JSON of the report: keys and the numbers of entries, from 0.
    ///
    /// ```
    /// use chancetree::family::{Report, ReportValue, Table};
    ///
    /// let mut report = Report::new("Dice");
    /// report.tables.push(Table::new("dice", [("sides", None)], [6, 20].map(|sides| [ReportValue::Whole(sides)])));
    /// assert_eq!(report.at("dice.1.sides"), Some(ReportValue::Whole(20)));
    /// ```
    pub fn at(&self, path: &str) -> Option<ReportValue> {
        let mut keys = path.split('.');
        let key = keys.next()?;
        let whole = match (self.value(key), self.tables.iter().find(|table| table.key == key)) {
            (Some(value), _) => value.clone(),
            (None, table) => match keys.next() {
                Some(row) => table?.row_value(row.parse().ok()?)?,
                None => table?.report_value(),
            },
        };
        keys.try_fold(whole, ReportValue::part)
    }

    /// Adds a value for people and programs, labelled `label`. Values of several [seats](ReportValue::Seats) are also labelled by
    /// player.
    ///
    /// ```
    /// use chancetree::exact::ratio;
    /// use chancetree::family::{Report, ReportValue};
    ///
    /// let mut report = Report::new("Dice");
    /// let values = ReportValue::Seats(vec![ratio(1, 3), ratio(2, 3)]);
    /// assert_eq!(report.show("value", "value", values).labels, ["value of player 1", "value of player 2"]);
    /// ```
    pub fn show(
        &mut self,
        key: &str,
        label: impl Into<String>,
        value: impl Into<ReportValue>,
    ) -> &mut ReportField {
        let (label, value) = (label.into(), value.into());
        let labels = labels_of(label, &value);
        self.put(key, labels, value, FormatScope::All)
    }

    /// Adds a value for people only, labelled as by [`show`](Self::show).
    ///
    /// ```
    /// use chancetree::family::Report;
    ///
    /// let mut report = Report::new("A die");
    /// report.add_text("sides", 6u64);
    /// // Programs do not read the value.
    /// assert_eq!(report.numbers[0].key, "");
    /// ```
    pub fn add_text(&mut self, label: impl Into<String>, value: impl Into<ReportValue>) -> &mut ReportField {
        let (label, value) = (label.into(), value.into());
        let labels = labels_of(label, &value);
        self.put("", labels, value, FormatScope::None)
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
    /// assert!(report.numbers[0].labels.is_empty());
    /// ```
    pub fn add_json(&mut self, key: &str, value: impl Into<ReportValue>) -> &mut ReportField {
        self.put(key, Vec::new(), value, FormatScope::Json)
    }

    /// Adds a value. `labels` has a label for each component of the value, and is empty to hide the value from people.
    pub fn put(
        &mut self,
        key: &str,
        labels: Vec<String>,
        value: impl Into<ReportValue>,
        formats: FormatScope,
    ) -> &mut ReportField {
        let (key, value) = (key.to_owned(), value.into());
        let visibility = TextVisibility::Always;
        self.numbers.push(ReportField { key, labels, value, formats, visibility, is_probability: false });
        self.numbers.last_mut().expect("it was just added")
    }
}

impl ReportField {
    /// Declares that the numbers of the value are probabilities, or differences of probabilities. `--percent` prints them as percentages.
    ///
    /// ```
    /// use chancetree::exact::ratio;
    /// use chancetree::family::Report;
    ///
    /// let mut report = Report::new("A die");
    /// report.show("six", "P(six)", ratio(1, 6)).probability();
    /// assert!(report.numbers[0].is_probability);
    /// ```
    pub fn probability(&mut self) -> &mut Self {
        self.is_probability = true;
        self
    }

    /// Restricts the places where people see the value.
    pub fn only(&mut self, visibility: TextVisibility) {
        self.visibility = visibility;
    }
}

/// Returns the labels of a value: one for each seat if there are several.
fn labels_of(label: String, value: &ReportValue) -> Vec<String> {
    match value {
        ReportValue::Seats(seats) if seats.len() > 1 => {
            (1..=seats.len()).map(|seat| format!("{label} of player {seat}")).collect()
        }
        _ => vec![label],
    }
}

/// The maximum length of a fraction for people. Longer ones would push everything else off the screen.
pub const MAX_FRACTION_LENGTH: usize = 40;

/// Returns the fraction of a value, if it is short enough for people.
pub fn fitting(value: &Rational) -> Option<String> {
    // A digit has less than four bits. Long numbers are rejected before their digits are computed.
    if value.numer().bits() + value.denom().bits() > 4 * MAX_FRACTION_LENGTH as u64 {
        return None;
    }
    Some(exact::fraction(value)).filter(|fraction| fraction.len() <= MAX_FRACTION_LENGTH)
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
        let more = display_width(word);
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
