//! All that goes to stdout.

use super::fail::Fail;
use super::range::whole;
use chancetree::exact::{self, Rational};
use clap::{Args, ValueEnum};
use serde_json::{Value, json};
use std::io::{self, Write as _};

/// How a result is printed.
#[derive(Debug, Clone, Copy, Args)]
pub(crate) struct Print {
    /// How to print the result
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub(crate) format: Format,
    /// Digits after the point; the last is rounded
    #[arg(long, value_name = "N", default_value_t = 12, allow_negative_numbers = true,
        value_parser = whole(0u32, 50_000))]
    digits: u32,
}

/// The formats of results.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// For people
    Text,
    /// For programs
    Json,
    /// For spreadsheets
    Csv,
}

impl Print {
    pub(crate) fn new(format: Format, digits: u32) -> Self {
        Self { format, digits }
    }

    /// The decimal text of a value.
    pub(crate) fn decimal(self, value: &Rational) -> String {
        exact::decimal(value, self.digits as usize)
    }

    /// With fewer digits, if more than `most` were asked for.
    pub(crate) fn at_most(self, most: u32) -> Self {
        Self { digits: self.digits.min(most), ..self }
    }

    /// A value as JSON: its fraction, and the decimal beside it.
    pub(crate) fn number(self, value: &Rational) -> Value {
        json!({ "exact": exact::fraction(value), "decimal": self.decimal(value) })
    }

    pub(crate) fn numbers(self, values: &[Rational]) -> Value {
        values.iter().map(|value| self.number(value)).collect()
    }
}

/// The version of all JSON that is printed; it grows when a key changes its meaning.
pub(crate) const SCHEMA: u32 = 1;

/// Writes a whole result to stdout. A reader who went away has had enough: that is no failure.
pub(crate) fn print(text: &(impl AsRef<[u8]> + ?Sized)) -> Result<(), Fail> {
    let mut out = io::stdout().lock();
    match out.write_all(text.as_ref()).and_then(|()| out.flush()) {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        Err(error) => Err(Fail::io("stdout", &error)),
        Ok(()) => Ok(()),
    }
}

/// Writes JSON to stdout.
pub(crate) fn json(value: &Value) -> Result<(), Fail> {
    print(&format!("{value:#}\n"))
}

/// Columns of text: the first to the left, the others to the left too, two spaces between.
pub(crate) fn aligned(rows: &[Vec<String>]) -> String {
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let width =
        |column: usize| rows.iter().filter_map(|row| row.get(column)).map(|cell| cell.chars().count()).max();
    let widths: Vec<usize> = (0..columns).map(|column| width(column).unwrap_or(0)).collect();
    let mut text = String::new();
    for row in rows {
        let mut line = String::new();
        for (cell, width) in row.iter().zip(&widths) {
            line.push_str(cell);
            line.extend(std::iter::repeat_n(' ', width - cell.chars().count() + 2));
        }
        text.push_str(line.trim_end());
        text.push('\n');
    }
    text
}

/// A line of CSV (RFC 4180, but with a bare newline).
pub(crate) fn csv(cells: &[String]) -> String {
    let quoted = cells.iter().map(|cell| {
        if cell.contains(['"', ',', '\n', '\r']) {
            format!("\"{}\"", cell.replace('"', "\"\""))
        } else {
            cell.clone()
        }
    });
    quoted.collect::<Vec<_>>().join(",") + "\n"
}
