//! Tables that are too long to be held as a whole: they are written part by part.

use super::answers::Answers;
use super::cell::Cell;
use super::report::{grid, objects, rows, text};
use super::{Format, Print, Style, aligned_lines, harmless, harmless_json};
use crate::cli::context::{Context, Rendering, is_rendering_stopped};
use crate::cli::fail::Fail;
use crate::family::{GameAnswer, Report, Table, Within};
use serde_json::Value;
use std::ops::Range;

/// The rows of a part.
const PART: usize = 1024;

/// Prints a table with a row for each of `all`. `part` makes the table of some of them for a format, possibly more than once.
/// A column has data of one kind, and no text comes from a file.
pub(crate) fn long<T>(
    family: &str,
    parameters: &Value,
    all: &[T],
    part: impl Fn(&[T], Within) -> Table,
    how: Print,
    context: &Context,
) -> Result<(), Fail> {
    let within = if how.format == Format::Json { Within::Json } else { Within::Tables };
    let part = |some: &[T]| part(some, within);
    let answer = |some: &[T]| {
        let report = Report { tables: vec![part(some)], ..Report::default() };
        [GameAnswer::new(parameters.clone(), report)]
    };
    // The header stands above the first part alone.
    let lines = |(place, some): (usize, &[T])| {
        let (table, _) = Answers::new(family, "", false, &answer(some)).csv_table(how);
        if place > 0 { table.rows_text() } else { table.text() }
    };
    let parts = || all.chunks(PART).take_while(|_| !is_rendering_stopped()).enumerate();
    let rendering = Rendering::begin(context);
    match how.format {
        Format::Text | Format::Own(_) => {
            let rows = parts().flat_map(|(place, some)| {
                let rows = rows(&part(some), how).into_iter().skip(usize::from(place > 0));
                let text = |row: Vec<Cell<'_>>| row.into_iter().map(Cell::into_text).collect();
                rows.map(text).collect::<Vec<Vec<String>>>()
            });
            context.output().write_parts(aligned_lines(rows))
        }
        Format::Table(Style::Csv) => context.output().write_parts(parts().map(lines)),
        Format::Table(style) => {
            let begin = style.begin(&grid(&part(&all[..all.len().min(PART)]), how));
            let rows = parts().map(|(_, some)| style.rows(&grid(&part(some), how)));
            context.output().write_parts([begin].into_iter().chain(rows).chain([style.end().to_owned()]))
        }
        Format::Json => {
            let whole = Answers::new(family, "", false, &answer(&[])).value(how);
            let parts = parts().map(|(_, some)| objects(&part(some), how).collect());
            json_with(&whole, part(&[]).key, parts, context)
        }
    }?;
    rendering.end_at(BEFORE_END)
}

/// The place of a stop after which the rest of a table is missing.
const BEFORE_END: &str = "before the end of the table";

/// Prints a report of JSON with a last table that has a row for each of `count` things; `part` makes the table of some of
/// them.
pub(crate) fn long_json(
    family: &str,
    parameters: Value,
    mut report: Report,
    (count, part): (usize, impl Fn(Range<usize>) -> Table),
    how: Print,
    context: &Context,
) -> Result<(), Fail> {
    let none = part(0..0);
    let key = none.key;
    report.tables.push(none);
    let whole = Answers::new(family, "", false, &[GameAnswer::new(parameters, report)]).value(how);
    let rendering = Rendering::begin(context);
    json_with(&whole, key, parts(count).map(|some| objects(&part(some), how).collect()), context)?;
    rendering.end_at(BEFORE_END)
}

/// Prints `count` answers as if all were held at once: the whole of each for people, and a table of the main tables.
pub(crate) fn each(
    family: &str,
    count: usize,
    answer: impl Fn(usize) -> GameAnswer,
    how: Print,
    context: &Context,
) -> Result<(), Fail> {
    let csv = |some: Range<usize>| {
        let is_first = some.start == 0;
        let answers: Vec<GameAnswer> = some.map(&answer).collect();
        let (table, _) = Answers::new(family, "", false, &answers).csv_table(how);
        if is_first { table.text() } else { table.rows_text() }
    };
    let rendering = Rendering::begin(context);
    match how.format {
        // The widths and headings of these depend on all answers.
        _ if how.columns.is_some() => whole(family, count, answer, how, context),
        Format::Table(Style::Md | Style::Tex) => whole(family, count, answer, how, context),
        Format::Table(Style::Csv) => {
            context.output().write_parts(parts(count).map(|some| harmless(&csv(some)).into_owned()))
        }
        Format::Text | Format::Own(_) | Format::Json => {
            let one = |place: usize| {
                let line = if place > 0 { "\n" } else { "" };
                format!("{line}{}", text(&answer(place).report, how))
            };
            context.output().write_parts((0..count).take_while(|_| !is_rendering_stopped()).map(one))
        }
    }?;
    rendering.end_at(BEFORE_END)
}

/// Prints `count` answers at once.
fn whole(
    family: &str,
    count: usize,
    answer: impl Fn(usize) -> GameAnswer,
    how: Print,
    context: &Context,
) -> Result<(), Fail> {
    let all: Vec<GameAnswer> = (0..count).map(answer).collect();
    Answers::new(family, "", false, &all).whole(true).print(how, context)
}

/// The places of `count` things, in parts, up to a limit or a signal.
fn parts(count: usize) -> impl Iterator<Item = Range<usize>> {
    let starts = (0..count).step_by(PART).take_while(|_| !is_rendering_stopped());
    starts.map(move |start| start..count.min(start + PART))
}

/// Prints JSON in which the list under `key`, which is empty in `whole`, has the values of these parts.
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
    context.output().write_parts(texts.map(|text| harmless_json(&text).into_owned()))
}
