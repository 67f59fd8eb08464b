//! Prints results in the formats of `--format`.

mod answers;
mod bfile;
mod cell;
mod column_selection;
mod common_lines;
mod csv_table;
mod drawing;
mod json_value;
mod lines;
mod long;
mod report;
mod stream;
mod style;

use super::context::{self, Context};
use super::fail::Fail;
use super::picture::PAINTS;
use super::whole;
use chancetree_engine::exact::{self, Rational};
use chancetree_export::visible::{visible, visible_json};
use chancetree_families::family::is_for_people;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{ArgMatches, Args, ValueEnum};
use serde_json::{Value, json};
use std::borrow::Cow;

pub(crate) use answers::{Answers, csv_of, print_report};
use bfile::{BFILE, BFILE_FORMAT};
pub(crate) use chancetree_families::family::csv_cells::{
    csv_onto, listed, own_csv, parameter_cells, varying,
};
pub(crate) use chancetree_families::family::{
    CUT, aligned, aligned_lines, counted as count, display_width, fitting,
};
pub(crate) use column_selection::ColumnNames;
pub(in crate::cli) use lines::{aligned_within, wrapped};
pub(crate) use long::print_long;
pub(crate) use stream::Stream;
use style::Grid;
pub(crate) use style::Style;

/// The options for the format of a result.
#[derive(Debug, Clone, Args)]
#[command(next_help_heading = "Output")]
pub(crate) struct PrintArgs {
    /// How to print the result
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub(crate) format: Format,
    /// Digits after the point [if not set: 12, or fewer]
    ///
    /// The last digit is rounded. Estimates of simulations have 5 digits if N is not set, some lists have 6, and wide text
    /// tables have as many as fit.
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = whole(0u32, 50_000))]
    pub(crate) digits: Option<u32>,
    /// Print probabilities as percentages, and other fractions as short decimals
    ///
    /// It applies to text, Markdown and LaTeX. --digits sets the digits after the point.
    #[arg(long, hide_short_help = true)]
    pub(crate) percent: bool,
    /// Print only these columns of a table, in this order
    ///
    /// A name is a heading of the text output or of the csv output; case does not matter. Quote a name that
    /// contains a comma, as in csv. A list of quantities becomes a table with one row.
    #[arg(long, value_name = "A,B,...", value_parser = ColumnNames::read, hide_short_help = true)]
    pub(crate) columns: Option<ColumnNames>,
}

impl PrintArgs {
    /// Returns the options for a format without further settings.
    pub(crate) fn plain(format: Format) -> Self {
        Self { format, digits: None, percent: false, columns: None }
    }

    /// Returns the settings for printing a result.
    pub(crate) fn print(&self) -> Print<'_> {
        let Self { format, digits, percent, ref columns } = *self;
        Print { digits, percent, columns: columns.as_ref().map(|names| &*names.0), ..Print::plain(format) }
    }
}

/// The settings for printing a result: its format, and the numbers in it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Print<'a> {
    pub(crate) format: Format,
    pub(crate) digits: Option<u32>,
    pub(super) percent: bool,
    /// The names of the selected columns, in order.
    pub(crate) columns: Option<&'a [String]>,
    /// The default digits of the answer.
    pub(super) usual: Option<u32>,
    /// The most digits that fit into the lines.
    pub(super) most: Option<u32>,
    /// The width of the terminal in columns.
    pub(super) room: Option<usize>,
}

/// The option for the format of a result without digits and columns.
#[derive(Args)]
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
    /// A format of a single command, by its name. Results in other forms are printed as text.
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
        let value = PossibleValue::new(self.name());
        Some(match self {
            Self::Text => value.help("Plain text for people"),
            Self::Json => value.help("JSON for programs"),
            Self::Table(Style::Csv) => value.help("For spreadsheets"),
            Self::Table(Style::Md) => value.help("The tables of text, in Markdown"),
            Self::Table(Style::Tex) => value.help("The tables of text, in LaTeX"),
            Self::Own(_) => value,
        })
    }
}

/// Returns a parser of the general formats and the formats `own` of a command. `own` has names and meanings, and can replace
/// the meaning of a general format. `has_sequences` adds b-files.
pub(crate) fn formats(
    own: &'static [(&'static str, &'static str)],
    has_sequences: bool,
) -> impl TypedValueParser<Value = Format> {
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
    if has_sequences && !own.iter().any(|(name, _)| *name == BFILE) {
        all.push(PossibleValue::new(BFILE).help(BFILE_FORMAT.1));
    }
    let known =
        move |word: &str| own.iter().chain([&BFILE_FORMAT]).find(|(name, _)| name.eq_ignore_ascii_case(word));
    PossibleValuesParser::new(all).map(move |word| {
        let usual = Format::from_str(&word, true).ok();
        usual.or_else(|| Some(Format::Own(known(&word)?.0))).expect("the parser accepts only known formats")
    })
}

impl Print<'_> {
    /// Returns the settings of a format without further options.
    pub(crate) const fn plain(format: Format) -> Self {
        Self { format, digits: None, percent: false, columns: None, usual: None, most: None, room: None }
    }

    /// Sets the width of the terminal, if the results go to a terminal.
    pub(super) fn on(self, context: &Context) -> Self {
        Self { room: context.output().columns(), ..self }
    }

    /// Returns the number of digits after the point.
    pub(crate) fn places(self) -> usize {
        self.digits_or(DIGITS) as usize
    }

    /// Returns the number of digits after the point: the typed number, or else the default as far as it fits.
    fn digits_or(self, usual: u32) -> u32 {
        let usual = self.usual.unwrap_or(usual);
        self.digits.unwrap_or_else(|| self.most.map_or(usual, |most| usual.min(most)))
    }

    /// Formats a value as a decimal.
    pub(crate) fn decimal(self, value: &Rational) -> String {
        context::rendered(|| exact::decimal(value, self.places()))
    }

    /// Returns `true` if probabilities are printed as percentages.
    pub(crate) fn is_in_percent(self) -> bool {
        self.percent && self.is_for_people()
    }

    /// Returns the digits after the point, if they were typed.
    pub(super) fn typed_digits(self) -> Option<usize> {
        self.digits.map(|digits| digits as usize)
    }

    /// Returns `true` if decimals are rounded to integers.
    pub(crate) fn is_whole(self) -> bool {
        self.digits == Some(0)
    }

    /// Returns `true` if the format is CSV, or a column of CSV.
    pub(crate) fn is_csv(self) -> bool {
        matches!(self.format, Format::Table(Style::Csv) | Format::Own(BFILE))
    }

    /// Returns an error for a b-file without a column, unless the command has a sequence of its own.
    pub(crate) fn check_sequence(self, has_own: bool) -> Result<(), Fail> {
        match self.format == Format::Own(BFILE) && self.columns.is_none() && !has_own {
            true => Err(bfile::without_column()),
            false => Ok(()),
        }
    }

    /// Returns `true` if the answer is a document of a command, not a report.
    pub(crate) fn is_document(self) -> bool {
        matches!(self.format, Format::Own(name) if name != BFILE || self.columns.is_none())
    }

    /// Returns `true` for formats that people read; see [`is_for_people`].
    pub(crate) fn is_for_people(self) -> bool {
        is_for_people(self.format.name())
    }

    /// Sets the default digits, unless digits were typed or set before.
    pub(crate) fn default_digits(self, digits: u32) -> Self {
        Self { usual: self.usual.or(Some(digits)), ..self }
    }

    /// Sets the default digits of formats that people read, unless digits were typed or set before.
    pub(crate) fn default_digits_for_people(self, digits: u32) -> Self {
        if self.is_for_people() { self.default_digits(digits) } else { self }
    }

    /// Limits the digits, unless digits were typed.
    fn max_digits(self, digits: u32) -> Self {
        Self { most: Some(digits), ..self }
    }

    /// Formats a float with `digits` digits, unless other digits were typed or are the default.
    pub(crate) fn float(self, value: f64, digits: u32) -> String {
        format!("{value:.*}", self.digits_or(digits) as usize)
    }

    /// Returns a value as JSON: its fraction and its decimal.
    pub(crate) fn number(self, value: &Rational) -> Value {
        json!({ "exact": fraction(value), "decimal": self.decimal(value) })
    }

    pub(crate) fn numbers(self, values: &[Rational]) -> Value {
        values.iter().map(|value| self.number(value)).collect()
    }
}

/// Formats a value as a fraction.
fn fraction(value: &Rational) -> String {
    context::rendered(|| exact::fraction(value))
}

/// The note that fractions were left out of a text.
pub(crate) const FRACTIONS_NOTE: &str = "Use --format json for fractions.\n";

/// Appends a note to a text whose tables have no room for some fractions.
pub(crate) fn with_note(text: String) -> String {
    let is_cut = text.split_whitespace().any(|word| word == CUT);
    text + if is_cut { FRACTIONS_NOTE } else { "" }
}

/// The version of the JSON output. It grows when a key changes its meaning.
pub(crate) const SCHEMA: u32 = 2;

/// Prints a table of texts that do not come from files.
pub(crate) fn table(
    heads: &[String],
    rows: &[Vec<String>],
    how: Print<'_>,
    context: &Context,
) -> Result<(), Fail> {
    let (how, output) = (how.on(context), context.output());
    let grid = match how.columns {
        Some(names) => column_selection::chosen_words(heads, rows, names, how)?,
        None => Grid::of_words(heads, rows),
    };
    match how.format {
        // Options start with dashes, and need no protection against formulas.
        Format::Table(Style::Csv) => {
            let rows = grid.rows.iter().map(|row| row.iter().map(|cell| cell.text().to_owned()).collect());
            let lines: String =
                [grid.heads.clone()].into_iter().chain(rows).map(|row: Vec<String>| own_csv(&row)).collect();
            output.print(&lines)
        }
        Format::Table(style) => output.print(&style.write(&grid)),
        _ => output.print(&grid.text(how.room)),
    }
}

/// Returns an error for `--columns` with a format without columns. Called before any work.
pub(crate) fn check_columns(mut matches: &ArgMatches) -> Result<(), Fail> {
    while let Some((_, below)) = matches.subcommand() {
        matches = below;
    }
    let has_columns = matches!(matches.try_get_one::<ColumnNames>("columns"), Ok(Some(_)));
    match matches.try_get_one::<Format>("format") {
        Ok(Some(&format)) if has_columns => column_selection::check(Print::plain(format)),
        _ => Ok(()),
    }
}

/// Escapes the control characters and invisible characters of a JSON text.
pub(crate) fn escape_json(text: &str) -> Cow<'_, str> {
    visible_json(text, &LINES)
}

/// The control characters that stay in a text.
const LINES: [char; 2] = ['\n', '\t'];

/// Escapes the control characters and invisible characters of a text, which may contain names from files.
pub(crate) fn escape(text: &str) -> Cow<'_, str> {
    visible(text, &LINES)
}
