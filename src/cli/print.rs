//! All that goes to stdout.

mod answers;
mod cell;
mod choice;
mod common;
mod csv_table;
mod datum;
mod lines;
mod long;
mod report;
mod stream;
mod style;

use super::context::{self, Context};
use super::fail::Fail;
use super::picture::PAINTS;
use super::whole;
use crate::exact::{self, Rational};
use crate::export::visible::{visible, visible_json};
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{ArgMatches, Args, ValueEnum};
use serde_json::{Value, json};
use std::borrow::Cow;

pub(crate) use crate::family::cells::{csv_onto, listed, own_csv, question, varying};
pub(crate) use crate::family::{CUT, counted as count, fitting};
pub(crate) use answers::{Answers, csv_of, one};
pub(crate) use choice::ColumnNames;
pub(crate) use lines::aligned;
use lines::aligned_lines;
pub(crate) use long::print_long;
pub(crate) use stream::Stream;
use style::Grid;
pub(crate) use style::Style;

/// The form in which a result is printed.
#[derive(Debug, Clone, Copy, Args)]
#[command(next_help_heading = "Output")]
pub(crate) struct Print {
    /// How to print the result
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub(crate) format: Format,
    /// Digits after the point [default: 12, or fewer]
    ///
    /// The last digit is rounded. Wide tables of text have fewer digits.
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = whole(0u32, 50_000))]
    pub(crate) digits: Option<u32>,
    /// Print only these columns of a table, in this order
    ///
    /// A name is a heading of text or a column of csv, in upper or lower case; one that has a comma is quoted, as in
    /// csv. An answer that is a list of quantities becomes a table with one row.
    #[arg(long, value_name = "A,B,...", value_parser = ColumnNames::read, hide_short_help = true)]
    pub(crate) columns: Option<ColumnNames>,
    /// The digits that are usual for the answer.
    #[arg(skip)]
    pub(super) usual: Option<u32>,
    /// The most digits for which lines have room.
    #[arg(skip)]
    pub(super) most: Option<u32>,
    /// The columns of the terminal that the result goes to.
    #[arg(skip)]
    pub(super) room: Option<usize>,
}

/// The form in which a result without digits and columns is printed.
#[derive(Debug, Args)]
pub(crate) struct FormatOnly {
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub(crate) format: Format,
}

/// The default number of digits after the point.
const DIGITS: u32 = 12;

/// The formats of results.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Format {
    /// For people.
    Text,
    /// For programs.
    Json,
    /// A table.
    Table(Style),
    /// A format that only some verbs write, by its name; numbers beside it are for people.
    Own(&'static str),
}

impl Format {
    /// Returns the name of the format.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Text => "text",
            Self::Json => "json",
            Self::Table(style) => style.name(),
            Self::Own(name) => name,
        }
    }
}

impl ValueEnum for Format {
    fn value_variants<'a>() -> &'a [Self] {
        &[Self::Text, Self::Json, Self::Table(Style::Csv), Self::Table(Style::Md), Self::Table(Style::Tex)]
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        Some(match self {
            Self::Text => PossibleValue::new("text").help("For people"),
            Self::Json => PossibleValue::new("json").help("For programs"),
            Self::Table(style) => style.named(),
            Self::Own(name) => PossibleValue::new(name),
        })
    }
}

/// Reads a format where there are some more, or more is said of the usual ones: their names and meanings.
pub(crate) fn formats(own: &'static [(&'static str, &'static str)]) -> impl TypedValueParser<Value = Format> {
    let mut all: Vec<PossibleValue> =
        Format::value_variants().iter().filter_map(ValueEnum::to_possible_value).collect();
    for &(name, meaning) in own {
        let is_painted = ["png", "pdf"].contains(&name);
        let value = PossibleValue::new(name).help(meaning).hide(is_painted && !PAINTS);
        match all.iter_mut().find(|usual| usual.get_name() == name) {
            Some(usual) => *usual = value,
            None => all.push(value),
        }
    }
    let known = |word: &str| own.iter().find(|(name, _)| name.eq_ignore_ascii_case(word));
    PossibleValuesParser::new(all).map(move |word| {
        let usual = Format::from_str(&word, true).ok();
        usual.or_else(|| Some(Format::Own(known(&word)?.0))).expect("one of the values")
    })
}

impl Print {
    /// Returns how to print in a format, without further options.
    pub(crate) const fn plain(format: Format) -> Self {
        Self { format, digits: None, columns: None, usual: None, most: None, room: None }
    }

    /// Fits the columns of the terminal that the results of a command go to, if they go to one.
    pub(super) fn on(self, context: &Context) -> Self {
        Self { room: context.output().columns(), ..self }
    }

    /// Digits after the point.
    pub(crate) fn places(self) -> usize {
        self.digits_or(DIGITS) as usize
    }

    /// Digits after the point: those that were typed, else as many as are usual and there is room for.
    fn digits_or(self, usual: u32) -> u32 {
        let usual = self.usual.unwrap_or(usual);
        self.digits.unwrap_or_else(|| self.most.map_or(usual, |most| usual.min(most)))
    }

    /// The decimal text of a value.
    pub(crate) fn decimal(self, value: &Rational) -> String {
        context::rendered(|| exact::decimal(value, self.places()))
    }

    /// Returns `true` if decimals are rounded to whole numbers.
    pub(crate) fn is_whole(self) -> bool {
        self.digits == Some(0)
    }

    /// Returns `true` if a table is printed for programs.
    pub(crate) fn is_csv(self) -> bool {
        self.format == Format::Table(Style::Csv)
    }

    /// Returns `true` if the answer is printed as people read it: as text, or its tables in Markdown or LaTeX.
    pub(crate) fn is_for_people(self) -> bool {
        !matches!(self.format, Format::Json | Format::Table(Style::Csv))
    }

    /// Sets the usual digits, unless digits were typed or set before.
    pub(crate) fn usually(self, digits: u32) -> Self {
        Self { usual: self.usual.or(Some(digits)), ..self }
    }

    /// Sets the usual digits for people, unless digits were typed or set before.
    pub(crate) fn usually_for_people(self, digits: u32) -> Self {
        if self.is_for_people() { self.usually(digits) } else { self }
    }

    /// Limits the digits, unless digits were typed.
    fn at_most(self, digits: u32) -> Self {
        Self { most: Some(digits), ..self }
    }

    /// Returns a float with `digits` digits, unless other digits were typed or are usual.
    pub(crate) fn float(self, value: f64, digits: u32) -> String {
        format!("{value:.*}", self.digits_or(digits) as usize)
    }

    /// A value as JSON: its fraction, and the decimal beside it.
    pub(crate) fn number(self, value: &Rational) -> Value {
        json!({ "exact": fraction(value), "decimal": self.decimal(value) })
    }

    pub(crate) fn numbers(self, values: &[Rational]) -> Value {
        values.iter().map(|value| self.number(value)).collect()
    }
}

/// The fraction of a value.
fn fraction(value: &Rational) -> String {
    context::rendered(|| exact::fraction(value))
}

/// The hint at fractions that are too long for people.
pub(crate) const ELSEWHERE: &str = "Fractions: --format json.\n";

/// A text that ends with where the fractions are that its tables have no room for.
pub(crate) fn with_note(text: String) -> String {
    let is_cut = text.split_whitespace().any(|word| word == CUT);
    text + if is_cut { ELSEWHERE } else { "" }
}

/// The version of all JSON that is printed; it grows when a key changes its meaning.
pub(crate) const SCHEMA: u32 = 2;

/// Prints a table of this program's own words: its headings and its rows.
pub(crate) fn table(
    heads: &[String],
    rows: &[Vec<String>],
    how: Print,
    context: &Context,
) -> Result<(), Fail> {
    let (how, output) = (how.on(context), context.output());
    let grid = match how.columns {
        Some(names) => choice::chosen_words(heads, rows, names, how)?,
        None => Grid::of_words(heads, rows),
    };
    match how.format {
        // Options begin with dashes and are no formulas.
        Format::Table(Style::Csv) => {
            let rows = grid.rows.iter().map(|row| row.iter().map(|cell| cell.text().to_owned()).collect());
            let lines: String =
                [grid.heads.clone()].into_iter().chain(rows).map(|row: Vec<String>| own_csv(&row)).collect();
            output.print(&lines)
        }
        Format::Table(style) => output.print(&style.write(&grid)),
        _ => output.print(&grid.text()),
    }
}

/// Refuses a choice of columns for a format that has none, before any work.
pub(crate) fn check_columns(mut matches: &ArgMatches) -> Result<(), Fail> {
    while let Some((_, below)) = matches.subcommand() {
        matches = below;
    }
    let has_columns = matches!(matches.try_get_one::<ColumnNames>("columns"), Ok(Some(_)));
    match matches.try_get_one::<Format>("format") {
        Ok(Some(&format)) if has_columns => choice::check(Print::plain(format)),
        _ => Ok(()),
    }
}

/// Returns JSON in which hidden characters are escaped.
pub(crate) fn harmless_json(text: &str) -> Cow<'_, str> {
    visible_json(text, &LINES)
}

/// The hidden characters that lay out lines.
const LINES: [char; 2] = ['\n', '\t'];

/// Returns lines of text in which nothing gives a terminal orders or hides: names in files may hold anything.
pub(crate) fn harmless(text: &str) -> Cow<'_, str> {
    visible(text, &LINES)
}
