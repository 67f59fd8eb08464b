//! All that goes to stdout.

mod cell;
mod choice;
mod common;
mod datum;
mod lines;
mod long;
mod report;
mod stream;
mod style;

use super::fail::Fail;
use super::host;
use super::picture::PAINTS;
use super::target::Target;
use super::watch;
use super::whole;
use crate::exact::{self, Rational};
use crate::export::visible::{visible, visible_json};
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{ArgMatches, Args, ValueEnum};
use serde_json::{Value, json};
use std::borrow::Cow;
use std::io::{self, BufWriter, Write as _};
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::{Mutex, MutexGuard, PoisonError};

pub(crate) use crate::family::cells::{csv_onto, listed, own_csv, question};
pub(crate) use crate::family::{CUT, counted as count, fitting};
pub(crate) use choice::ColumnNames;
pub(crate) use lines::aligned;
use lines::{aligned_lines, columns};
pub(crate) use long::{each, long, long_json};
pub(crate) use report::{Answered, Answers, csv_of, one, varying};
pub(crate) use stream::{Stream, end_list};
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
}

/// Digits after the point, where nothing else was asked for.
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
        Self { format, digits: None, columns: None, usual: None, most: None }
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
        watch::rendered(|| exact::decimal(value, self.places()))
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

    /// With so many digits, unless others are typed or usual.
    pub(crate) fn usually(self, digits: u32) -> Self {
        Self { usual: self.usual.or(Some(digits)), ..self }
    }

    /// With so many digits for people, unless others are typed or usual.
    pub(crate) fn usually_for_people(self, digits: u32) -> Self {
        if self.is_for_people() { self.usually(digits) } else { self }
    }

    /// With at most so many digits, unless others are typed.
    fn at_most(self, digits: u32) -> Self {
        Self { most: Some(digits), ..self }
    }

    /// A float with so many digits, unless others are typed or usual.
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
    watch::rendered(|| exact::fraction(value))
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

/// Writes a whole result to stdout. A reader who went away has had enough: that is no failure.
pub(crate) fn print(text: &(impl AsRef<[u8]> + ?Sized)) -> Result<(), Fail> {
    let text = text.as_ref();
    match std::str::from_utf8(text) {
        Ok(text) => print_harmless(&harmless(text)),
        Err(_) => write(text),
    }
}

/// Writes a picture or a graph to stdout, or to the file of the result: as it is, unless a terminal shows it.
pub(crate) fn drawing(bytes: &(impl AsRef<[u8]> + ?Sized)) -> Result<(), Fail> {
    match columns() {
        Some(_) => print(bytes),
        None => write(bytes.as_ref()),
    }
}

/// Writes a text that gives a terminal no orders but ours.
fn print_harmless(text: &str) -> Result<(), Fail> {
    match columns() {
        // A narrow terminal has no room for some fractions, wherever they stand.
        Some(_) if !text.contains(ELSEWHERE) => write(with_note(text.to_owned()).as_bytes()),
        _ => write(text.as_bytes()),
    }
}

/// Prints a table of this program's own words: its headings and its rows.
pub(crate) fn table(heads: &[String], rows: &[Vec<String>], how: Print) -> Result<(), Fail> {
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
            print(&lines)
        }
        Format::Table(style) => print(&style.write(&grid)),
        _ => print(&grid.text()),
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

/// The file that results go to instead of stdout, and the bytes that are in it.
static FILE: Mutex<Option<(Target, u64)>> = Mutex::new(None);

fn file() -> MutexGuard<'static, Option<(Target, u64)>> {
    FILE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// From now on results go into a file.
pub(crate) fn send_to(target: Target) {
    *file() = Some((target, 0));
}

/// Returns `true` if results go into a file.
pub(crate) fn has_file() -> bool {
    file().is_some()
}

/// Gives the file its name, if there is a result and it is in there.
pub(crate) fn deliver(is_result: bool, quiet: bool) -> Result<(), Fail> {
    let Some((target, bytes)) = file().take().filter(|(_, bytes)| is_result && *bytes > 0) else {
        return Ok(());
    };
    let _held = watch::hold();
    if let Some(note) = target.finish(bytes)?.filter(|_| !quiet) {
        let _ = writeln!(io::stderr(), "{}", harmless(&note));
    }
    Ok(())
}

/// Set once the reader of stdout has gone away.
static READER_GONE: AtomicBool = AtomicBool::new(false);

/// Returns `true` if the reader of stdout has gone away, so that more answers are of no use.
fn is_reader_gone() -> bool {
    READER_GONE.load(Relaxed)
}

fn write(text: &[u8]) -> Result<(), Fail> {
    write_parts([text])
}

/// Writes a result to stdout that is too long to be held as a whole, part by part; no part gives a terminal orders.
fn write_parts(parts: impl IntoIterator<Item: AsRef<[u8]>>) -> Result<(), Fail> {
    let Err(parts) = host::print(parts) else { return Ok(()) };
    let _speaking = watch::speak();
    let mut place = file();
    if let Some((target, bytes)) = &mut *place {
        let mut put = |part: &[u8]| {
            *bytes += part.len() as u64;
            target.put(part).map(|_| ())
        };
        let put = parts.into_iter().try_for_each(|part| put(part.as_ref()));
        if put.is_err() {
            // Half a result has no name.
            *place = None;
        }
        return put;
    }
    drop(place);
    let mut out = BufWriter::with_capacity(1 << 16, io::stdout().lock());
    let written =
        parts.into_iter().try_for_each(|part| out.write_all(part.as_ref())).and_then(|()| out.flush());
    match written {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => {
            READER_GONE.store(true, Relaxed);
            Ok(())
        }
        Err(error) => Err(Fail::io("stdout", &error)),
        Ok(()) => Ok(()),
    }
}

/// Writes JSON to stdout.
pub(crate) fn json(value: &Value) -> Result<(), Fail> {
    write_json(&format!("{value:#}\n"))
}

/// Writes JSON to stdout on a line.
pub(crate) fn json_line(value: &Value) -> Result<(), Fail> {
    write_json(&format!("{value}\n"))
}

fn write_json(text: &str) -> Result<(), Fail> {
    write(harmless_json(text).as_bytes())
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
