//! Tables of a report: rows of data under columns, of which each says where it is found.

use super::saved::{Key, key};
use super::{Datum, Within};
use serde::{Deserialize, Serialize};
use std::borrow::Cow;

/// A column of a table.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Column {
    /// The key in JSON, which is also the column of CSV. Empty if only people are shown the column.
    #[serde(deserialize_with = "key")]
    pub key: Key,
    /// The heading for people, or `None` if they are not shown the column.
    pub head: Option<Cow<'static, str>>,
    /// The formats for programs that contain it, if it has a key.
    pub within: Within,
}

impl Column {
    /// Creates a column of all formats for programs, of a key and of a heading.
    pub fn new(key: &'static str, head: Option<Cow<'static, str>>) -> Self {
        Self { key, head, within: Within::All }
    }

    /// Returns `true` if a format for programs contains the column.
    fn is_within(&self, format: Within) -> bool {
        !self.key.is_empty() && (self.within == Within::All || self.within == format)
    }
}

/// A column of a table of things: its key, its heading, and what stands in it of each.
pub type ColumnOf<'a, T> = (&'static str, Option<&'a str>, &'a dyn Fn(&T) -> Datum);

/// A table.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[must_use]
pub struct Table {
    /// The key in JSON. Empty if JSON does not contain the table.
    #[serde(deserialize_with = "key")]
    pub key: Key,
    /// The line above it, for people. Empty if there is none.
    pub title: String,
    /// `true` if its lines begin where the title of the report does: it is the answer, not a part of it.
    pub is_whole: bool,
    /// The columns.
    pub columns: Vec<Column>,
    /// The rows, with one datum for each column.
    pub rows: Vec<Vec<Datum>>,
    /// `true` if CSV consists of this table. Without such a table it consists of the numbers.
    pub is_main: bool,
}

impl Table {
    /// Creates a table of a key, of columns, each a key and a heading, and of rows.
    pub fn new(
        key: &'static str,
        columns: impl IntoIterator<Item = (&'static str, Option<&'static str>)>,
        rows: impl IntoIterator<Item: Into<Vec<Datum>>>,
    ) -> Self {
        let mut table = Self { key, ..Self::default() };
        // Loops, for collecting is compiled anew for every kind of iterator, and there are a hundred kinds.
        for (key, head) in columns {
            table.columns.push(Column::new(key, head.map(Cow::Borrowed)));
        }
        for row in rows {
            table.rows.push(row.into());
        }
        table
    }

    /// Creates a table with a row for each of some things, of a key and of the fields of one.
    pub fn of<T>(key: &'static str, all: impl IntoIterator<Item = T>, fields: &[ColumnOf<'_, T>]) -> Self {
        let mut table = Self { key, ..Self::default() };
        for &(key, head, _) in fields {
            table.columns.push(Column::new(key, head.map(|head| head.to_owned().into())));
        }
        for one in all {
            table.rows.push(fields.iter().map(|(.., field)| field(&one)).collect());
        }
        table
    }

    /// Creates a table that only people are shown, of its headings and of rows.
    pub fn shown(
        heads: impl IntoIterator<Item: Into<Cow<'static, str>>>,
        rows: impl IntoIterator<Item: Into<Vec<Datum>>>,
    ) -> Self {
        let mut table = Self::new("", [], rows);
        for head in heads {
            table.columns.push(Column::new("", Some(head.into())));
        }
        table
    }

    /// Returns the table with the columns of these keys in one format for programs alone.
    pub fn only(mut self, within: Within, keys: &[&str]) -> Self {
        self.columns.iter_mut().filter(|column| keys.contains(&column.key)).for_each(|column| {
            column.within = within;
        });
        self
    }

    /// Returns the cells of a row that a format for programs contains, each with its key.
    pub fn cells<'a>(
        &'a self,
        row: &'a [Datum],
        format: Within,
    ) -> impl Iterator<Item = (&'static str, &'a Datum)> {
        let cells = self.columns.iter().zip(row).filter(move |(column, _)| column.is_within(format));
        cells.map(|(column, cell)| (column.key, cell))
    }

    /// Returns the table as JSON contains it, as a part of something else.
    pub fn datum(&self) -> Datum {
        let row = |row: &Vec<Datum>| {
            Datum::Parts(self.cells(row, Within::Json).map(|(key, cell)| (key, cell.clone())).collect())
        };
        Datum::each(self.rows.iter().map(row))
    }

    /// Returns the table under a title.
    pub fn titled(self, title: impl Into<String>) -> Self {
        Self { title: title.into(), ..self }
    }

    /// Returns the table as the answer, of which the rest of the report tells more.
    pub fn whole(self) -> Self {
        Self { is_whole: true, ..self }
    }

    /// Returns the table as that of which CSV consists.
    pub fn main(self) -> Self {
        Self { is_main: true, ..self }
    }
}
