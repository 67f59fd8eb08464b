//! All that goes to stdout.

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
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Args, ValueEnum};
use serde_json::{Value, json};
use std::borrow::Cow;
use std::io::{self, BufWriter, Write as _};
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::family::MOST_FRACTION;
pub(crate) use crate::family::cells::{csv_onto, is_formula, listed, own_csv, question};
pub(crate) use crate::family::{CUT, counted as count, fitting, shown};
pub(crate) use lines::aligned;
use lines::{aligned_lines, columns};
pub(crate) use long::long;
pub(crate) use report::{Answered, Answers, csv_of, one, varying};
pub(crate) use stream::Stream;
pub(crate) use style::Style;

/// The form in which a result is printed.
#[derive(Debug, Clone, Copy, Args)]
#[command(next_help_heading = "Output")]
pub(crate) struct Print {
    /// How to print the result
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub(crate) format: Format,
    /// Digits after the point [default: 12]
    ///
    /// The last is rounded. Wide tables for people have fewer.
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = whole(0u32, 50_000))]
    pub(crate) digits: Option<u32>,
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
    /// Digits after the point.
    pub(crate) fn places(self) -> usize {
        self.digits.unwrap_or(DIGITS) as usize
    }

    /// The decimal text of a value.
    pub(crate) fn decimal(self, value: &Rational) -> String {
        exact::decimal(value, self.places())
    }

    /// Returns `true` if decimals are rounded to whole numbers.
    pub(crate) fn is_whole(self) -> bool {
        self.digits == Some(0)
    }

    /// With so many digits, unless others were asked for.
    pub(crate) fn usually(self, digits: u32) -> Self {
        Self { digits: self.digits.or(Some(digits)), ..self }
    }

    /// A float with so many digits, unless others were asked for.
    pub(crate) fn float(self, value: f64, digits: u32) -> String {
        format!("{value:.*}", self.digits.unwrap_or(digits) as usize)
    }

    /// A value as JSON: its fraction, and the decimal beside it.
    pub(crate) fn number(self, value: &Rational) -> Value {
        json!({ "exact": exact::fraction(value), "decimal": self.decimal(value) })
    }

    pub(crate) fn numbers(self, values: &[Rational]) -> Value {
        values.iter().map(|value| self.number(value)).collect()
    }
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

/// Writes a text that gives a terminal no orders but ours.
fn print_harmless(text: &str) -> Result<(), Fail> {
    match columns() {
        // A narrow terminal has no room for some fractions, wherever they stand.
        Some(_) if !text.contains(ELSEWHERE) => write(with_note(text.to_owned()).as_bytes()),
        _ => write(text.as_bytes()),
    }
}

/// Prints a table that is given as CSV.
pub(crate) fn table(style: Style, csv: &str) -> Result<(), Fail> {
    print(&style.write(csv))
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

/// Writes a result to stdout that is too long to be held as a whole, part by part; nothing in it comes from a file.
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
    // Characters that JSON leaves as they are, such as the control characters of Latin 1, are written in its own way.
    write(escaped(text, |letter| format!("\\u{:04x}", u32::from(letter))).as_bytes())
}

/// Text in which nothing moves the cursor of a terminal or gives it orders: names in files may hold anything.
pub(crate) fn harmless(text: &str) -> Cow<'_, str> {
    escaped(text, |letter| letter.escape_default().to_string())
}

fn escaped(text: &str, escape: impl Fn(char) -> String) -> Cow<'_, str> {
    let acts = |letter: char| letter.is_control() && letter != '\n' && letter != '\t';
    if !text.contains(acts) {
        return Cow::Borrowed(text);
    }
    let parts = text.chars().map(|letter| if acts(letter) { escape(letter) } else { letter.to_string() });
    Cow::Owned(parts.collect())
}
