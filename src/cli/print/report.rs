//! A report as text, Markdown or LaTeX, and its tables as grids and JSON objects.

use super::cell::Cell;
use super::drawing::drawing_text;
use super::json_value::{brief, columns, parts, to_json};
use super::lines::{aligned_within, fitted, wrapped};
use super::style::{Grid, Style};
use super::{FRACTIONS_NOTE, Format, Print, escape, fitting};
use crate::cli::context::is_rendering_stopped;
use chancetree_engine::exact::Rational;
use chancetree_families::family::{
    FormatScope, Report, ReportField, ReportValue, Table, TextSpan, TextVisibility,
};
use serde_json::Value;

/// Returns the headings and rows of a table in text.
pub(super) fn text_rows(grid: Grid) -> Vec<Vec<Cell<'static>>> {
    let heads = grid.heads.into_iter().map(|head| Cell::Words(head.into())).collect();
    [heads].into_iter().chain(grid.rows).collect()
}

/// Returns a title, tables with their own titles, and a remark, with empty lines between them.
pub(super) fn page(
    style: Style,
    title: &str,
    tables: impl IntoIterator<Item = (String, Grid)>,
    remark: &str,
) -> String {
    let mut parts = vec![style.remark(title)];
    for (title, grid) in tables {
        // An empty line is a paragraph in LaTeX. Markdown requires one above a table.
        let gap = if title.is_empty() || style != Style::Md { "" } else { "\n" };
        parts.push(style.remark(&title) + gap + &style.write(&grid));
    }
    parts.push(style.remark(remark));
    parts.retain(|part| !part.is_empty());
    parts.join(if style == Style::Csv { "" } else { "\n" })
}

/// Returns a report in Markdown or LaTeX, without its drawings.
pub(super) fn report_page(report: &Report, style: Style, how: Print<'_>) -> String {
    let numbers: Vec<_> =
        numbers_but(report, TextVisibility::Listed).flat_map(|number| named_parts(number, how)).collect();
    let mut tables = Vec::new();
    if !numbers.is_empty() {
        let is_bounded =
            report.numbers.iter().any(|number| !number.labels.is_empty() && has_bound(&number.value));
        let third = if is_bounded { "error" } else { "decimal" };
        let heads = ["quantity", "value", third].map(str::to_owned);
        let width = numbers.iter().map(Vec::len).max().unwrap_or(0);
        tables.push((String::new(), Grid { heads: heads.into_iter().take(width).collect(), rows: numbers }));
    }
    tables.extend(
        report
            .tables
            .iter()
            .filter(|table| table.is_shown())
            .map(|table| (table.title.clone(), grid(table, how))),
    );
    let mut sentences = &report.remarks[..];
    if let (true, Some(main)) = (tables.is_empty(), report.tables.iter().find(|table| table.is_main)) {
        // Sentences in the text replace the table.
        tables.push((String::new(), main_grid(main, how)));
        sentences = &[];
    }
    let remarks = sentences.iter().map(|remark| remark.iter().map(|span| sentence_part(span, how)).collect());
    let remarks: Vec<String> = remarks.chain([report.note.clone()]).filter(|line| !line.is_empty()).collect();
    page(style, &report.title, tables, &remarks.join("\n"))
}

/// Returns the main table with its CSV columns. Underscores in their names become spaces.
fn main_grid(table: &Table, how: Print<'_>) -> Grid {
    let line = |row: &Vec<ReportValue>| {
        let mut line = Vec::new();
        table
            .cells(row, FormatScope::Tables)
            .for_each(|(key, cell)| columns(&mut line, key.into(), cell, how));
        let cell = |cell: Cell<'_>| match cell {
            // The first column names the quantity.
            Cell::Words(words) if words.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'_') => {
                Cell::Words(words.replace('_', " ").into())
            }
            other => other.into_owned(),
        };
        line.into_iter().map(|(name, found)| (name.replace('_', " "), cell(found))).collect::<Vec<_>>()
    };
    let lines: Vec<_> = table.rows.iter().map(line).collect();
    let heads =
        lines.first().map_or_else(Vec::new, |line| line.iter().map(|(name, _)| name.clone()).collect());
    let rows = lines.into_iter().map(|line| line.into_iter().map(|(_, cell)| cell).collect()).collect();
    Grid { heads, rows }
}

/// Returns `true` if a number is a double with a bound on its error.
fn has_bound(value: &ReportValue) -> bool {
    match value {
        ReportValue::Bounded(_) | ReportValue::Interval(_) => true,
        ReportValue::Each(all) => all.iter().any(has_bound),
        _ => false,
    }
}

/// Returns the name and the cells of each part of a number.
fn named_parts(number: &ReportField, how: Print<'_>) -> impl Iterator<Item = Vec<Cell<'static>>> {
    let rows = number.labels.iter().zip(parts(&number.value, how));
    rows.map(|(word, cells)| [vec![Cell::Words(word.clone().into())], cells].concat())
}

/// Returns the numbers in the line of a report, each with its heading.
pub(super) fn heads_and_cells(report: &Report, how: Print<'_>) -> Vec<(String, Cell<'static>)> {
    numbers_but(report, TextVisibility::Alone)
        .flat_map(|number| number.labels.iter().cloned().zip(brief(&number.value, how)))
        .collect()
}

/// Returns the fractions in the line of a report, each with its heading.
pub(super) fn heads_and_fractions(report: &Report) -> Vec<(String, Option<Rational>)> {
    let fractions = |value: &ReportValue| match value {
        ReportValue::Exact(value) => vec![Some(value.clone())],
        ReportValue::Seats(values) => values.iter().cloned().map(Some).collect(),
        _ => Vec::new(),
    };
    let named = |number: &ReportField| {
        let values = fractions(&number.value).into_iter().chain(std::iter::repeat(None));
        number.labels.iter().cloned().zip(values).collect::<Vec<_>>()
    };
    numbers_but(report, TextVisibility::Alone).flat_map(named).collect()
}

/// Returns `true` if a line contains the decimal of a value instead of its fraction.
pub(super) fn is_fraction(value: &ReportValue) -> bool {
    match value {
        ReportValue::Exact(_) | ReportValue::Seats(_) => true,
        ReportValue::Parts(all) => all.iter().any(|(_, part)| is_fraction(part)),
        _ => false,
    }
}

/// Returns the numbers of a report in JSON or in tables.
pub(super) fn of(report: &Report, format: FormatScope) -> impl Iterator<Item = &ReportField> {
    report.numbers.iter().filter(move |number| number.formats == FormatScope::All || number.formats == format)
}

/// Returns the numbers of text formats, except the numbers that appear only in `not`.
pub(super) fn numbers_but(report: &Report, not: TextVisibility) -> impl Iterator<Item = &ReportField> {
    report.numbers.iter().filter(move |number| !number.labels.is_empty() && number.visibility != not)
}

/// Returns a report as text.
pub(super) fn text(report: &Report, how: Print<'_>) -> String {
    let mut text = format!("{}\n", wrapped(&report.title, how.room));
    let drawn = text.len();
    let numbers = |how: Print<'_>| -> Vec<Vec<Cell<'static>>> {
        let numbers = numbers_but(report, TextVisibility::Listed).flat_map(|number| named_parts(number, how));
        numbers.map(indented).collect()
    };
    let (lines, mut is_cut) = fitted(&numbers, how);
    if !lines.is_empty() {
        text.push('\n');
        text.push_str(&aligned_within(&lines, how.room));
    }
    for table in report.tables.iter().filter(|table| table.is_shown()) {
        let (mut rows, is_table_cut) = fitted(&|how| rows(table, how), how);
        is_cut |= is_table_cut;
        let has_heads = rows.len() > table.shown_rows().count();
        let title = match &*table.title {
            // A single heading is the title of the table.
            "" if has_heads && rows[0].iter().skip(1).all(String::is_empty) => {
                rows.remove(0).remove(0) + "\n"
            }
            "" => String::new(),
            title => format!("{}\n", wrapped(title, how.room)),
        };
        text.push_str(&format!("\n{title}"));
        text.push_str(&aligned_within(&rows, how.room));
    }
    if !(report.remarks.is_empty() && report.note.is_empty()) {
        text.push('\n');
    }
    for remark in &report.remarks {
        let sentences: String = remark.iter().map(|span| sentence_part(span, how)).collect();
        text.push_str(&wrapped(&sentences, how.room));
        text.push('\n');
    }
    if !report.note.is_empty() {
        text.push_str(&format!("{}\n", wrapped(&report.note, how.room)));
    }
    if is_cut {
        text.push_str(FRACTIONS_NOTE);
    }
    // Text from files is escaped here. Drawings contain the escape sequences of their colours.
    let (title, below) = text.split_at(drawn);
    let drawings = report.drawings.iter().map(|drawing| drawing_text(drawing, how));
    escape(title).into_owned() + &drawings.collect::<String>() + &escape(below)
}

/// Indents a row of an answer.
fn indented(mut row: Vec<Cell<'static>>) -> Vec<Cell<'static>> {
    if let Some(first) = row.first_mut() {
        *first = Cell::Words(format!("  {}", first.text()).into());
    }
    row
}

/// Formats a part of a sentence.
fn sentence_part(span: &TextSpan, how: Print<'_>) -> String {
    match span {
        TextSpan::Words(words) => words.clone(),
        TextSpan::Number(value) => match fitting(value) {
            // A small number without digits would be 0.
            Some(fraction) if how.is_whole() => fraction,
            Some(fraction) => format!("{fraction} = {}", how.decimal(value)),
            None => how.decimal(value),
        },
    }
}

/// Returns the rows of a table as JSON objects.
pub(super) fn objects(table: &Table, how: Print<'_>) -> impl Iterator<Item = Value> {
    let object = move |row: &Vec<ReportValue>| {
        let cells = table.cells(row, FormatScope::Json);
        Value::Object(cells.map(|(key, cell)| (key.to_owned(), to_json(cell, how))).collect())
    };
    table.rows.iter().take_while(|_| !is_rendering_stopped()).map(object)
}

/// Returns the headings, if there are any, and the rows of a table in text.
pub(super) fn rows(table: &Table, how: Print<'_>) -> Vec<Vec<Cell<'static>>> {
    let Grid { heads, rows } = cells(table, how, "");
    let heads: Vec<_> = heads.into_iter().map(|head| Cell::Words(head.into())).collect();
    let has_heads = heads.iter().any(|head| !head.is_empty());
    let all = has_heads.then_some(heads).into_iter().chain(rows);
    if table.is_whole { all.collect() } else { all.map(indented).collect() }
}

/// Returns a table for Markdown and LaTeX, with a heading above every number.
pub(super) fn grid(table: &Table, how: Print<'_>) -> Grid {
    let mut grid = cells(table, how, "decimal");
    let is_fraction = |cell: &Cell<'_>| matches!(cell, Cell::Fraction(_));
    for (column, head) in grid.heads.iter_mut().enumerate().filter(|(_, head)| head.is_empty()) {
        if grid.rows.iter().all(|row| row.get(column).is_some_and(is_fraction)) && column > 0 {
            "fraction".clone_into(head);
        }
    }
    grid
}

/// Returns the shown cells of a table. A fraction and its decimal are two columns. The heading of the second is `decimal`. Bars are
/// a column of their own in text, and left out of Markdown and LaTeX.
fn cells(table: &Table, how: Print<'_>, decimal: &str) -> Grid {
    let shown = || {
        let heads = table.columns.iter().map(|column| column.head.as_deref());
        heads.enumerate().filter_map(|(place, head)| Some((place, head?)))
    };
    let has = |place: usize, is: fn(&ReportValue) -> bool| table.shown_rows().any(|row| is(&row[place]));
    let is_bar = |value: &ReportValue| matches!(value, ReportValue::Bar { .. });
    let has_bars = !matches!(how.format, Format::Table(_));
    let mut heads = Vec::new();
    for (place, words) in shown() {
        heads.push(words.to_owned());
        if has(place, |value| matches!(value, ReportValue::Exact(_))) {
            heads.push(decimal.to_owned());
        } else if has(place, is_bar) {
            match has_bars {
                true => heads.push(String::new()),
                false if words.is_empty() => *heads.last_mut().expect("a heading") = "probability".to_owned(),
                false => {}
            }
        }
    }
    let is_wide =
        |place| has(place, |value| matches!(value, ReportValue::Exact(_))) || has_bars && has(place, is_bar);
    let wide: Vec<bool> = (0..table.columns.len()).map(is_wide).collect();
    let row = |row: &Vec<ReportValue>| {
        let mut cells = Vec::with_capacity(row.len());
        for (place, _) in shown() {
            let before = cells.len();
            match &row[place] {
                // Long tables consist of these kinds, which are handled without allocating lists.
                ReportValue::Whole(number) => cells.push(Cell::Number(number.to_string().into())),
                ReportValue::Words(words) => cells.push(Cell::Words(words.clone().into())),
                other => cells.extend(parts(other, how).into_iter().flatten()),
            }
            if cells.len() == before {
                cells.push(Cell::Words("-".into()));
                cells.extend(wide[place].then(Cell::empty));
            }
        }
        cells
    };
    Grid { heads, rows: table.shown_rows().take_while(|_| !is_rendering_stopped()).map(row).collect() }
}
