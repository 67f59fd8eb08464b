//! Prints answers part by part that are too long to be held in memory.

use super::answers::Answers;
use super::cell::Cell;
use super::report::{grid, objects, rows, text};
use super::{Format, Print, Style, aligned_lines, escape, escape_json};
use crate::cli::context::{Context, Rendering, is_rendering_stopped};
use crate::cli::fail::Fail;
use chancetree_families::family::{AnswerLayout, FormatScope, GameAnswer, LongAnswer, Report, Table};
use serde_json::Value;
use std::ops::Range;

/// The number of rows of a part.
const PART: usize = 1024;

/// The progress in the failure of a stop in a table.
const BEFORE_END: &str = "before the end of the table";

/// Prints a long answer part by part. `answers` has the settings of the command.
pub(crate) fn print_long(
    answers: &Answers<'_>,
    parameters: &Value,
    long: &LongAnswer,
    how: Print<'_>,
    context: &Context,
) -> Result<(), Fail> {
    let rendering = Rendering::begin(context);
    let list = LongList { family: answers.family, parameters, long, how: how.on(context), context };
    match how.format {
        Format::Json => list.json(),
        _ if long.has_entries() => list.entries(),
        Format::Table(Style::Csv) => list.csv(),
        Format::Table(style) => list.page(style),
        Format::Text | Format::Own(_) => list.text(),
    }?;
    rendering.end_at(BEFORE_END)
}

/// A long answer with its print options.
struct LongList<'a> {
    family: &'a str,
    parameters: &'a Value,
    long: &'a LongAnswer,
    how: Print<'a>,
    context: &'a Context,
}

impl LongList<'_> {
    /// Returns the ranges of the entries of each part, up to a limit or a signal.
    fn parts(&self) -> impl Iterator<Item = Range<usize>> + Clone + use<> {
        let count = self.long.len();
        let starts = (0..count).step_by(PART).take_while(|_| !is_rendering_stopped());
        starts.map(move |start| start..count.min(start + PART))
    }

    /// Returns some answers with the default settings.
    fn settings<'b>(&'b self, all: &'b [GameAnswer]) -> Answers<'b> {
        Answers { family: self.family, all, ..Answers::default() }
    }

    fn table(&self, places: Range<usize>) -> Table {
        let within = if self.how.format == Format::Json { FormatScope::Json } else { FormatScope::Tables };
        let table = self.long.table(places, within);
        if self.how.is_in_percent() { table.in_percent(self.how.typed_digits()) } else { table }
    }

    fn write(&self, parts: impl IntoIterator<Item: AsRef<[u8]>>) -> Result<(), Fail> {
        self.context.output().write_parts(parts)
    }

    /// Prints the report, and the list as its last table.
    fn json(&self) -> Result<(), Fail> {
        let none = self.table(0..0);
        let (key, mut report) = (none.key, self.long.report().clone());
        report.tables.push(none);
        let answer = [GameAnswer::new(self.parameters.clone(), report)];
        let whole = self.settings(&answer).value(self.how);
        let parts = self.parts().map(|places| objects(&self.table(places), self.how).collect());
        json_with(&whole, key, parts, self.context)
    }

    /// Prints lines of text.
    fn text(&self) -> Result<(), Fail> {
        let rows = self.parts().flat_map(|places| {
            // Only the first part has headings.
            let heads = usize::from(places.start > 0);
            let rows = rows(&self.table(places), self.how).into_iter().skip(heads);
            let text = |row: Vec<Cell<'_>>| row.into_iter().map(Cell::into_text).collect();
            rows.map(text).collect::<Vec<Vec<String>>>()
        });
        self.write(aligned_lines(rows))
    }

    /// Prints the table as CSV.
    fn csv(&self) -> Result<(), Fail> {
        self.write(self.parts().map(|places| {
            let is_first = places.start == 0;
            let report = Report { tables: vec![self.table(places)], ..Report::default() };
            self.csv_part(&[GameAnswer::new(self.parameters.clone(), report)], is_first)
        }))
    }

    /// Returns CSV of some answers. Only the first part has a header.
    fn csv_part(&self, answers: &[GameAnswer], is_first: bool) -> String {
        let (table, _) = self.settings(answers).csv_table(self.how);
        if is_first { table.text() } else { table.rows_text() }
    }

    /// Prints the table in Markdown or LaTeX.
    fn page(&self, style: Style) -> Result<(), Fail> {
        let begin = style.begin(&grid(&self.table(0..self.long.len().min(PART)), self.how));
        let rows = self.parts().map(|places| style.rows(&grid(&self.table(places), self.how)));
        self.write([begin].into_iter().chain(rows).chain([style.end().to_owned()]))
    }

    fn answers(&self, places: Range<usize>) -> impl Iterator<Item = GameAnswer> {
        places.filter_map(|place| self.long.entry(place))
    }

    /// Prints each entry as an answer: completely in text formats, and as rows of the main tables in CSV.
    fn entries(&self) -> Result<(), Fail> {
        match self.how.format {
            // The widths and headings depend on all answers.
            _ if self.how.columns.is_some() => self.entries_together(),
            Format::Table(Style::Md | Style::Tex) => self.entries_together(),
            Format::Table(Style::Csv) => self.write(self.parts().map(|places| {
                let is_first = places.start == 0;
                let answers: Vec<GameAnswer> = self.answers(places).collect();
                escape(&self.csv_part(&answers, is_first)).into_owned()
            })),
            Format::Text | Format::Own(_) | Format::Json => {
                let places = (0..self.long.len()).take_while(|_| !is_rendering_stopped());
                let answers = places.filter_map(|place| Some((place, self.long.entry(place)?)));
                let answers = answers.map(|(place, answer)| match self.how.is_in_percent() {
                    true => (place, answer.in_percent(self.how.typed_digits())),
                    false => (place, answer),
                });
                self.write(answers.map(|(place, answer)| {
                    let line = if place > 0 { "\n" } else { "" };
                    format!("{line}{}", text(&answer.report, self.how))
                }))
            }
        }
    }

    /// Prints the answers about all entries at once.
    fn entries_together(&self) -> Result<(), Fail> {
        let all: Vec<GameAnswer> = self.answers(0..self.long.len()).collect();
        let layout = AnswerLayout { is_whole: true, ..AnswerLayout::default() };
        Answers { layout, ..self.settings(&all) }.print(self.how, self.context)
    }
}

/// Prints the JSON object `whole` with the values of these parts in its empty list `key`.
fn json_with(
    whole: &Value,
    key: &str,
    parts: impl Iterator<Item = Vec<Value>>,
    context: &Context,
) -> Result<(), Fail> {
    let (whole, list) = (format!("{whole:#}\n"), format!("{key:?}: []"));
    let (head, tail) = whole.split_once(&list).expect("the list is empty");
    let mut before = "[";
    let entries = parts.map(|values| {
        let entry = |value: &Value| {
            let text = format!("{value:#}").replace('\n', "\n    ");
            format!("{}\n    {text}", std::mem::replace(&mut before, ","))
        };
        values.iter().map(entry).collect::<String>()
    });
    let texts = [format!("{head}{key:?}: ")].into_iter().chain(entries).chain([format!("\n  ]{tail}")]);
    context.output().write_parts(texts.map(|text| escape_json(&text).into_owned()))
}
