//! Tables of a report: rows of data under columns, which name the formats that contain them.

use super::saved::{Key, key};
use super::{FormatScope, ReportValue};
use serde::{Deserialize, Serialize};
use std::borrow::Cow;

/// A column of a table.
///
/// ```
/// use chancetree::family::{Column, ReportValue, Table};
///
/// // The column `seed` is for programs only.
/// let mut table = Table::new("rounds", [("round", Some("round"))], [[ReportValue::Whole(1), ReportValue::Whole(42)]]);
/// table.columns.push(Column::new("seed", None));
/// assert_eq!(table.columns[1].head, None);
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Column {
    /// The key in JSON, which is also the column name in CSV. Empty if the column is for people only.
    #[serde(deserialize_with = "key")]
    pub key: Key,
    /// The heading for people. `None` to hide the column from people.
    pub head: Option<Cow<'static, str>>,
    /// The machine-readable formats that contain the column, if it has a key.
    pub formats: FormatScope,
    /// `true` if its numbers are probabilities, or differences of probabilities.
    pub is_probability: bool,
}

impl Column {
    /// Creates a column with a key and a heading, for all machine-readable formats.
    pub fn new(key: &'static str, head: Option<Cow<'static, str>>) -> Self {
        Self { key, head, formats: FormatScope::All, is_probability: false }
    }

    /// Returns `true` if a machine-readable format contains the column.
    fn is_within(&self, format: FormatScope) -> bool {
        !self.key.is_empty() && (self.formats == FormatScope::All || self.formats == format)
    }
}

/// A column of a table of items: its key, its heading, and a function that returns the cell of an item.
pub type ColumnOf<'a, T> = (&'static str, Option<&'a str>, &'a dyn Fn(&T) -> ReportValue);

/// A table.
///
/// ```
/// use chancetree::exact::ratio;
/// use chancetree::family::{ReportValue, Table};
///
/// let row = |sides: u64| [ReportValue::Whole(sides), ReportValue::Exact(ratio(sides + 1, 2))];
/// let columns = [("sides", Some("sides")), ("mean", Some("expected eyes"))];
/// let dice = Table::new("dice", columns, [6, 20].map(row)).titled("Two dice").main();
/// assert_eq!(dice.rows[1], [ReportValue::Whole(20), ReportValue::Exact(ratio(21, 2))]);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[must_use]
pub struct Table {
    /// The key in JSON. Empty to omit the table from JSON.
    #[serde(deserialize_with = "key")]
    pub key: Key,
    /// The heading line for people. Empty if there is none.
    pub title: String,
    /// `true` to align its lines with the title of the report: the table is the answer, not a part of it.
    pub is_whole: bool,
    /// The columns.
    pub columns: Vec<Column>,
    /// The rows, with one value for each column.
    pub rows: Vec<Vec<ReportValue>>,
    /// The places of rows that people do not see, ascending.
    pub hidden_rows: Vec<usize>,
    /// The places of rows whose numbers are all probabilities, or differences of probabilities, ascending.
    pub probability_rows: Vec<usize>,
    /// `true` if CSV consists of this table. Without such a table, CSV consists of the values of the report.
    pub is_main: bool,
}

impl Table {
    /// Creates a table of a key, columns and rows. Each column has a key and a heading.
    pub fn new(
        key: &'static str,
        columns: impl IntoIterator<Item = (&'static str, Option<&'static str>)>,
        rows: impl IntoIterator<Item: Into<Vec<ReportValue>>>,
    ) -> Self {
        let mut table = Self { key, ..Self::default() };
        // Loops instead of `collect`, which would be compiled for each of about a hundred iterator types.
        for (key, head) in columns {
            table.add_column(key, head.map(Cow::Borrowed));
        }
        for row in rows {
            table.rows.push(row.into());
        }
        table
    }

    /// Creates a table with one row for each item. `fields` has the columns of a row.
    ///
    /// ```
    /// use chancetree::exact::ratio;
    /// use chancetree::family::{ReportValue, Table};
    ///
    /// let dice = Table::of("dice", [6u64, 20], &[
    ///     ("sides", Some("sides"), &|&sides| ReportValue::Whole(sides)),
    ///     ("mean", Some("expected eyes"), &|&sides| ReportValue::Exact(ratio(sides + 1, 2))),
    /// ]);
    /// assert_eq!(dice.rows[0], [ReportValue::Whole(6), ReportValue::Exact(ratio(7, 2))]);
    /// ```
    pub fn of<T>(key: &'static str, all: impl IntoIterator<Item = T>, fields: &[ColumnOf<'_, T>]) -> Self {
        let mut table = Self { key, ..Self::default() };
        for &(key, head, _) in fields {
            table.add_column(key, head.map(|head| head.to_owned().into()));
        }
        for one in all {
            table.add_row(fields.len(), &|column| (fields[column].2)(&one));
        }
        table
    }

    /// Adds a column. Compiled once for all types of rows.
    #[inline(never)]
    fn add_column(&mut self, key: &'static str, head: Option<Cow<'static, str>>) {
        self.columns.push(Column::new(key, head));
    }

    /// Adds a row of `columns` values.
    fn add_row(&mut self, columns: usize, value: &dyn Fn(usize) -> ReportValue) {
        self.rows.push((0..columns).map(value).collect());
    }

    /// Creates a table for people only, of its headings and rows.
    ///
    /// ```
    /// use chancetree::family::{ReportValue, Table};
    ///
    /// let table = Table::shown(["sides"], vec![vec![ReportValue::Whole(6)]]);
    /// assert_eq!((table.columns.len(), table.rows.len()), (1, 1));
    /// // No machine-readable format contains the column.
    /// assert_eq!(table.columns[0].key, "");
    /// ```
    pub fn shown(
        heads: impl IntoIterator<Item: Into<Cow<'static, str>>>,
        rows: impl IntoIterator<Item: Into<Vec<ReportValue>>>,
    ) -> Self {
        let mut table = Self::new("", [], rows);
        for head in heads {
            table.add_column("", Some(head.into()));
        }
        table
    }

    /// Declares that the columns with these headings contain probabilities, or differences of probabilities. `--percent` prints them
    /// as percentages.
    ///
    /// ```
    /// use chancetree::exact::ratio;
    /// use chancetree::family::{ReportValue, Table};
    ///
    /// let row = [ReportValue::Whole(6), ReportValue::Exact(ratio(1, 6))];
    /// let table = Table::new("dice", [("sides", Some("sides")), ("six", Some("P(six)"))], [row]);
    /// let table = table.probabilities(&["P(six)"]);
    /// assert_eq!([0, 1].map(|column| table.columns[column].is_probability), [false, true]);
    /// ```
    pub fn probabilities(mut self, heads: &[&str]) -> Self {
        for column in &mut self.columns {
            column.is_probability |= column.head.as_deref().is_some_and(|head| heads.contains(&head));
        }
        self
    }

    /// Declares that all numbers in some rows are probabilities, or differences of probabilities.
    ///
    /// ```
    /// use chancetree::family::{ReportValue, Table};
    ///
    /// let rows = ["P(six)", "mean"].map(|name| [ReportValue::from(name)]);
    /// let table = Table::new("", [("", Some("quantity"))], rows).probabilities_in_rows(|row| row == 0);
    /// assert_eq!(table.probability_rows, [0]);
    /// ```
    pub fn probabilities_in_rows(mut self, has_probabilities: impl Fn(usize) -> bool) -> Self {
        self.probability_rows = (0..self.rows.len()).filter(|&row| has_probabilities(row)).collect();
        self
    }

    /// Restricts the columns with these keys to one machine-readable format.
    pub fn only(mut self, formats: FormatScope, keys: &[&str]) -> Self {
        self.columns.iter_mut().filter(|column| keys.contains(&column.key)).for_each(|column| {
            column.formats = formats;
        });
        self
    }

    /// Returns the cells of a row that a machine-readable format contains, with their keys.
    pub fn cells<'a>(
        &'a self,
        row: &'a [ReportValue],
        format: FormatScope,
    ) -> impl Iterator<Item = (&'static str, &'a ReportValue)> {
        let cells = self.columns.iter().zip(row).filter(move |(column, _)| column.is_within(format));
        cells.map(|(column, cell)| (column.key, cell))
    }

    /// Removes the columns with an empty heading that repeat the decimals of the previous column as fractions.
    pub(super) fn drop_fractions(&mut self) {
        let repeats_decimals = |place: usize| {
            let mut cells = self.rows.iter().map(|row| &row[place]);
            place > 0 && self.columns[place].head.as_deref() == Some("") && cells.all(is_fraction)
        };
        let places: Vec<usize> = (0..self.columns.len()).filter(|&place| repeats_decimals(place)).collect();
        for place in places.into_iter().rev() {
            self.columns.remove(place);
            self.rows.iter_mut().for_each(|row| drop(row.remove(place)));
        }
    }

    /// Returns the table as JSON contains it, as a part of another value.
    ///
    /// ```
    /// use chancetree::family::{ReportValue, Table};
    ///
    /// let table = Table::new("dice", [("sides", None)], vec![vec![ReportValue::Whole(6)]]);
    /// let row = ReportValue::Parts(vec![("sides", ReportValue::Whole(6))]);
    /// assert_eq!(table.report_value(), ReportValue::each([row]));
    /// ```
    pub fn report_value(&self) -> ReportValue {
        ReportValue::each((0..self.rows.len()).filter_map(|row| self.row_value(row)))
    }

    /// Returns a row as JSON contains it.
    pub(super) fn row_value(&self, row: usize) -> Option<ReportValue> {
        let cells = self.cells(self.rows.get(row)?, FormatScope::Json);
        Some(ReportValue::Parts(cells.map(|(key, cell)| (key, cell.clone())).collect()))
    }

    /// Hides rows from people.
    ///
    /// ```
    /// use chancetree::family::{ReportValue, Table};
    ///
    /// let rows = [4, 6, 20].map(|sides| [ReportValue::Whole(sides)]);
    /// let table = Table::new("dice", [("sides", Some("sides"))], rows).hide_rows(|row| row == 1);
    /// assert_eq!((table.rows.len(), table.shown_rows().count()), (3, 2));
    /// ```
    pub fn hide_rows(mut self, is_hidden: impl Fn(usize) -> bool) -> Self {
        self.hidden_rows = (0..self.rows.len()).filter(|&row| is_hidden(row)).collect();
        self
    }

    /// Returns the rows that people see.
    pub fn shown_rows(&self) -> impl Iterator<Item = &Vec<ReportValue>> {
        let rows = self.rows.iter().enumerate();
        rows.filter(|(place, _)| self.hidden_rows.binary_search(place).is_err()).map(|(_, row)| row)
    }

    /// Returns whether people see any part of the table.
    pub fn is_shown(&self) -> bool {
        let has_rows = self.hidden_rows.is_empty() || self.hidden_rows.len() < self.rows.len();
        has_rows && self.columns.iter().any(|column| column.head.is_some())
    }

    /// Sets the title.
    pub fn titled(self, title: impl Into<String>) -> Self {
        Self { title: title.into(), ..self }
    }

    /// Declares that the table is the answer, and the rest of the report adds details.
    ///
    /// ```
    /// use chancetree::family::{ReportValue, Table};
    ///
    /// let table = Table::new("dice", [("sides", None)], vec![vec![ReportValue::Whole(6)]]);
    /// assert!(table.whole().is_whole);
    /// ```
    pub fn whole(self) -> Self {
        Self { is_whole: true, ..self }
    }

    /// Declares that CSV consists of this table.
    pub fn main(self) -> Self {
        Self { is_main: true, ..self }
    }
}

/// Returns `true` for a fraction, also as text, and for an empty cell.
fn is_fraction(cell: &ReportValue) -> bool {
    match cell {
        ReportValue::Fraction(_) => true,
        ReportValue::Words(text) => {
            let mut parts = text.split('/');
            text.is_empty() || parts.all(|part| part.parse::<u64>().is_ok()) && text.contains('/')
        }
        _ => false,
    }
}
