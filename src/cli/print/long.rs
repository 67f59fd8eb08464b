//! Tables that are too long to be held as a whole: they are written part by part.

use super::cell::Cell;
use super::report::{Answered, Answers, grid, objects, rows};
use super::{Format, Print, Style, aligned_lines, write_parts};
use crate::cli::fail::Fail;
use crate::family::{Report, Table, Within};
use serde_json::Value;

/// The rows of a part.
const PART: usize = 1024;

/// Prints the table of a family that has a row for each of these; `part` makes it of some of them, more than once, for a
/// format. A column has data of one kind, and nothing comes from a file.
pub(crate) fn long<T>(
    family: &str,
    parameters: &Value,
    all: &[T],
    part: impl Fn(&[T], Within) -> Table,
    how: Print,
) -> Result<(), Fail> {
    let within = if how.format == Format::Json { Within::Json } else { Within::Tables };
    let part = |some: &[T]| part(some, within);
    let answer = |some: &[T]| {
        let report = Report { tables: vec![part(some)], ..Report::default() };
        [Answered { parameters: parameters.clone(), report }]
    };
    let csv = |some: &[T]| Answers::new(family, "", false, &answer(some)).csv(how);
    // The head stands above the first part alone.
    let lines = |(place, some): (usize, &[T])| {
        let mut text = csv(some);
        let head = text.find('\n').filter(|_| place > 0).map_or(0, |end| end + 1);
        text.drain(..head);
        text
    };
    let parts = || all.chunks(PART).enumerate();
    match how.format {
        Format::Text | Format::Own(_) => {
            let rows = parts().flat_map(|(place, some)| {
                let rows = rows(&part(some), how).into_iter().skip(usize::from(place > 0));
                let text = |row: Vec<Cell<'_>>| row.into_iter().map(Cell::into_text).collect();
                rows.map(text).collect::<Vec<Vec<String>>>()
            });
            write_parts(aligned_lines(rows))
        }
        Format::Table(Style::Csv) => write_parts(parts().map(lines)),
        Format::Table(style) => {
            let begin = style.begin(&grid(&part(&all[..all.len().min(PART)]), how));
            let rows = parts().map(|(_, some)| style.rows(&grid(&part(some), how)));
            write_parts([begin].into_iter().chain(rows).chain([style.end().to_owned()]))
        }
        Format::Json => {
            let none = part(&[]);
            let whole = format!("{:#}\n", Answers::new(family, "", false, &answer(&[])).value(how));
            let list = format!("{:?}: []", none.key);
            let (head, tail) = whole.split_once(&list).expect("there is no row yet");
            let head = format!("{head}{:?}: ", none.key);
            let entries = parts().map(|(place, some)| {
                let entry = |(entry, value): (usize, Value)| {
                    let comma = if (place, entry) == (0, 0) { "[" } else { "," };
                    format!("{comma}\n    {}", format!("{value:#}").replace('\n', "\n    "))
                };
                objects(&part(some), how).enumerate().map(entry).collect::<String>()
            });
            write_parts([head].into_iter().chain(entries).chain([format!("\n  ]{tail}")]))
        }
    }
}
