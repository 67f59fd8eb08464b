//! `--columns`: selects the columns of a table by their headings or by their names in CSV.

use super::answers::Answers;
use super::bfile::BFILE;
use super::cell::Cell;
use super::json_value::{Named, brief, columns, columns_of_parts, parts};
use super::report::{numbers_but, of};
use super::style::Grid;
use super::{Format, Print, own_csv, parameter_cells};
use crate::cli::fail::Fail;
use crate::cli::shell::word;
use chancetree_families::family::{
    Column, FormatScope, GameAnswer, Refusal, Report, ReportField, ReportValue, Table, TextVisibility,
    did_you_mean, nearest,
};
use std::collections::HashSet;

/// The names after `--columns`, in order.
#[derive(Debug, Clone)]
pub(crate) struct ColumnNames(pub(super) Vec<String>);

impl ColumnNames {
    /// Parses names between commas. A name with a comma is quoted as in CSV.
    pub(crate) fn read(text: &str) -> Result<Self, String> {
        let mut reader = ::csv::ReaderBuilder::new()
            .has_headers(false)
            .trim(::csv::Trim::All)
            .from_reader(text.as_bytes());
        let row = reader.records().next().and_then(Result::ok).unwrap_or_default();
        let names: Vec<String> = row.iter().map(str::to_owned).collect();
        // A single number is probably meant as the columns of a board.
        let is_number = |name: &String| name.bytes().all(|byte| byte.is_ascii_digit());
        if names.is_empty()
            || names.iter().any(String::is_empty)
            || (names.len() == 1 && is_number(&names[0]))
        {
            return Err("write names of columns, separated by commas".to_owned());
        }
        Ok(Self(names))
    }
}

/// A table of selected columns with its title.
pub(super) struct SelectedTable {
    pub(super) title: String,
    pub(super) grid: Grid,
}

/// The value of a column in one line of a table.
#[derive(Default)]
struct Entry {
    /// The heading in text; empty if the column is not shown.
    head: String,
    /// The cells in text.
    shown: Vec<Cell<'static>>,
    /// The cells in CSV, with the names of their columns.
    fields: Vec<(String, Cell<'static>)>,
}

/// A line of a table.
type Line = Vec<Entry>;

/// Returns the table of the columns with these names. The columns come from the lines of CSV, or else from the numbers, or else
/// from the first table that has all of the columns.
///
/// # Errors
/// If no table has all columns, or the format has no columns.
pub(super) fn chosen(answers: &Answers<'_>, names: &[String], how: Print<'_>) -> Result<SelectedTable, Fail> {
    check(how)?;
    let all = answers.all;
    let title = match (all, answers.is_lines()) {
        ([answer], _) => answer.report.title.clone(),
        (_, true) => answers.heading(all.len(), ""),
        _ => String::new(),
    };
    let how = if answers.is_lines() { answers.line_options(how) } else { how };
    let is_brief = answers.is_lines();
    let tables = all.iter().map(|answer| answer.report.tables.len()).max().unwrap_or(0);
    let is_main = |table: usize| {
        all.iter().any(|answer| answer.report.tables.get(table).is_some_and(|one| one.is_main))
    };
    let numbers = || lines(all, &|report| vec![numbers(report, is_brief, how)]);
    let table = |place: usize| {
        let rows = |report: &Report| report.tables.get(place).map_or_else(Vec::new, |table| rows(table, how));
        lines(all, &rows)
    };
    let (first, others): (Vec<usize>, Vec<usize>) = (0..tables).partition(|&place| is_main(place));
    let first = first.into_iter().filter(|_| !answers.prefers_numbers()).map(table);
    let candidates = first.chain(std::iter::once_with(numbers)).chain(others.into_iter().map(table));
    let candidates: Vec<Vec<Line>> = candidates.collect();
    let grid = candidates.iter().find_map(|lines| Some(picked(lines, &resolved(lines, names, how)?, how)));
    let grid = grid.ok_or_else(|| unknown(&candidates, names, how))?;
    Ok(SelectedTable { title, grid })
}

/// Returns the selected columns of a table of texts. The headings are the names.
pub(super) fn chosen_words(
    heads: &[String],
    rows: &[Vec<String>],
    names: &[String],
    how: Print<'_>,
) -> Result<Grid, Fail> {
    check(how)?;
    let entry = |(head, cell): (&String, &String)| Entry {
        head: head.clone(),
        shown: vec![Cell::of(cell)],
        fields: vec![(head.clone(), Cell::of(cell))],
    };
    let lines: Vec<Line> = rows.iter().map(|row| heads.iter().zip(row).map(entry).collect()).collect();
    let choice = resolved(&lines, names, how);
    choice.map(|choice| picked(&lines, &choice, how)).ok_or_else(|| unknown(&[lines], names, how))
}

/// Returns an error for formats without columns.
pub(super) fn check(how: Print<'_>) -> Result<(), Fail> {
    match how.format {
        Format::Text | Format::Table(_) | Format::Own(BFILE) => Ok(()),
        _ => Err(Refusal::unfit("columns", "chooses columns of text, csv, md and tex; JSON has every field")
            .help("--format csv")
            .into()),
    }
}

/// Returns the lines of all answers. Each line starts with the parameters of the game.
fn lines(all: &[GameAnswer], of: &dyn Fn(&Report) -> Vec<Line>) -> Vec<Line> {
    let line = |(answer, mut line): (&GameAnswer, Line)| {
        let (names, cells) = parameter_cells(&answer.parameters);
        let entries = names.into_iter().zip(cells).map(|(name, cell)| Entry {
            head: name.replace('_', " "),
            shown: vec![Cell::of(&cell)],
            fields: vec![(name, Cell::of(&cell))],
        });
        let mut all: Line = entries.collect();
        all.append(&mut line);
        all
    };
    all.iter()
        .flat_map(|answer| of(&answer.report).into_iter().map(move |line| (answer, line)))
        .map(line)
        .collect()
}

/// Returns the numbers of a report as a line.
fn numbers(report: &Report, is_brief: bool, how: Print<'_>) -> Line {
    let hidden = if is_brief { TextVisibility::Alone } else { TextVisibility::Listed };
    let shown: Vec<&ReportField> = numbers_but(report, hidden).collect();
    let is_shown = |number: &ReportField| shown.iter().any(|one| std::ptr::eq(*one, number));
    let is_field =
        |number: &ReportField| of(report, FormatScope::Tables).any(|one| std::ptr::eq(one, number));
    let mut line = Line::new();
    for number in &report.numbers {
        let heads: &[String] = if is_shown(number) { &number.labels } else { &[] };
        let cells: Vec<Vec<Cell<'static>>> = match is_brief {
            true => brief(&number.value, how).into_iter().map(|cell| vec![cell]).collect(),
            false => parts(&number.value, how),
        };
        let mut fields: Vec<_> = match is_field(number) {
            true => columns_of_parts(&number.key, &number.value, how).into_iter().map(owned).collect(),
            false => Vec::new(),
        };
        if fields.len() != heads.len() {
            // No part of the number has its own columns.
            let fields = fields.drain(..).flatten().collect();
            line.push(Entry { fields, ..Entry::default() });
        }
        let mut fields = fields.into_iter();
        for (head, shown) in heads.iter().cloned().zip(cells) {
            line.push(Entry { head, shown, fields: fields.next().unwrap_or_default() });
        }
    }
    line
}

/// Returns the rows of a table as lines.
fn rows(table: &Table, how: Print<'_>) -> Vec<Line> {
    let line = |row: &Vec<ReportValue>| {
        let entry = |(column, value): (&Column, &ReportValue)| {
            let mut shown: Vec<Cell<'static>> = parts(value, how).into_iter().flatten().collect();
            if shown.is_empty() {
                shown.push(Cell::Words("-".into()));
            }
            let mut fields = Vec::new();
            if !column.key.is_empty() && [FormatScope::All, FormatScope::Tables].contains(&column.formats) {
                columns(&mut fields, column.key.into(), value, how);
            }
            let head = column.head.as_deref().unwrap_or_default().to_owned();
            Entry { head, shown, fields: owned(fields) }
        };
        table.columns.iter().zip(row).map(entry).collect()
    };
    table.rows.iter().map(line).collect()
}

fn owned(fields: Vec<Named<'_>>) -> Vec<(String, Cell<'static>)> {
    fields.into_iter().map(|(name, cell)| (name.into_owned(), cell.into_owned())).collect()
}

/// A selected column.
enum SelectedColumn {
    /// Selected by its heading: the cells in text.
    Head(String),
    /// Selected by its name in CSV.
    Field(String),
}

/// A selected column in one line, with its cells in CSV.
struct Picked<'a> {
    entry: &'a Entry,
    fields: &'a [(String, Cell<'static>)],
}

impl SelectedColumn {
    /// Returns the column in a line, if the line has the column. Results come after parameters.
    fn of<'a>(&self, line: &'a Line) -> Option<Picked<'a>> {
        match self {
            Self::Head(head) => {
                let entry = line.iter().rfind(|entry| entry.head == *head)?;
                Some(Picked { entry, fields: &entry.fields })
            }
            Self::Field(name) => line.iter().rev().find_map(|entry| {
                let place = entry.fields.iter().rposition(|(field, _)| field == name)?;
                Some(Picked { entry, fields: &entry.fields[place..=place] })
            }),
        }
    }

    /// Returns the cells of the column in a line.
    fn cells(&self, line: &Line, how: Print<'_>) -> Vec<Cell<'static>> {
        match (self, self.of(line)) {
            (_, None) => Vec::new(),
            (Self::Head(_), Some(Picked { entry, .. })) if !how.is_csv() || entry.fields.is_empty() => {
                entry.shown.clone()
            }
            (_, Some(Picked { fields, .. })) => fields.iter().map(|(_, cell)| cell.clone()).collect(),
        }
    }
}

/// Returns the columns with these names, if all exist. In CSV a name of a CSV column takes precedence over a heading.
fn resolved(lines: &[Line], names: &[String], how: Print<'_>) -> Option<Vec<SelectedColumn>> {
    let entries = || lines.iter().flatten();
    let choice = |name: &String| {
        let is_it = |known: &str| folded(known) == folded(name);
        let mut heads = entries().filter(|entry| is_it(&entry.head));
        let head = heads.next().map(|entry| SelectedColumn::Head(entry.head.clone()));
        let mut fields = entries().flat_map(|entry| &entry.fields).filter(|(field, _)| is_it(field));
        let field = fields.next().map(|(field, _)| SelectedColumn::Field(field.clone()));
        match how.format {
            Format::Own(BFILE) => field,
            _ if how.is_csv() => field.or(head),
            _ => head.or(field),
        }
    };
    names.iter().map(choice).collect()
}

/// Returns the selected columns of a table.
fn picked(lines: &[Line], choice: &[SelectedColumn], how: Print<'_>) -> Grid {
    let mut grid = Grid { heads: Vec::new(), rows: vec![Vec::new(); lines.len()] };
    let mut before = None;
    for one in choice {
        let columns: Vec<Vec<Cell<'static>>> = lines.iter().map(|line| one.cells(line, how)).collect();
        let width = columns.iter().map(Vec::len).max().unwrap_or(0).max(1);
        let widest = lines.iter().zip(&columns).find(|(_, cells)| cells.len() == width);
        grid.heads.extend(match widest.and_then(|(line, _)| one.of(line)) {
            Some(picked) => headings(one, &picked, width, &mut before, how),
            None => vec![String::new(); width],
        });
        for (row, mut cells) in grid.rows.iter_mut().zip(columns) {
            cells.resize_with(width, Cell::empty);
            row.append(&mut cells);
        }
    }
    grid
}

/// Returns the headings of a selected column. Decimals and fractions side by side are named in their headings.
fn headings(
    choice: &SelectedColumn,
    Picked { entry, fields }: &Picked<'_>,
    width: usize,
    before: &mut Option<String>,
    how: Print<'_>,
) -> Vec<String> {
    if how.is_csv() {
        let names: Vec<String> = fields.iter().map(|(name, _)| name.clone()).collect();
        return if names.is_empty() { vec![entry.head.clone()] } else { names };
    }
    let SelectedColumn::Field(name) = choice else {
        *before = None;
        let decimal = || if width == 2 { "decimal".to_owned() } else { String::new() };
        return [entry.head.clone()].into_iter().chain(std::iter::repeat_with(decimal)).take(width).collect();
    };
    let is_number = entry.fields.len() == 1
        || matches!(&entry.fields[..], [(one, _), (other, _)] if *other == format!("{one}_exact"));
    if entry.head.is_empty() || !is_number {
        *before = None;
        return vec![name.replace('_', " ")];
    }
    let is_beside = before.as_ref() == Some(&entry.head);
    *before = Some(entry.head.clone());
    vec![match (is_beside, name.ends_with("_exact")) {
        (false, _) => entry.head.clone(),
        (true, true) => "exact".to_owned(),
        (true, false) => "decimal".to_owned(),
    }]
}

/// Returns a name without case, and as a heading shows it.
fn folded(name: &str) -> String {
    name.to_lowercase().replace('_', " ")
}

/// Returns why a heading of tables in Markdown and LaTeX is no column.
fn shown_elsewhere(name: &str) -> &'static str {
    match &*folded(name) {
        "decimal" | "fraction" | "error" => ": it belongs to a number, and comes with the number's column",
        "quantity" | "value" => ": each row of that table is a column here",
        _ => "",
    }
}

/// Returns the error for an unknown column.
fn unknown(candidates: &[Vec<Line>], names: &[String], how: Print<'_>) -> Fail {
    let mut known: Vec<String> = Vec::new();
    let mut seen = HashSet::new();
    let mut add = |name: &str| {
        if !name.is_empty() && seen.insert(folded(name)) {
            known.push(name.to_owned());
        }
    };
    let entries = || candidates.iter().flatten().flatten();
    let (heads, fields) = (
        || entries().map(|entry| &*entry.head),
        || entries().flat_map(|entry| &entry.fields).map(|(name, _)| &**name),
    );
    match how.format {
        Format::Own(BFILE) => fields().for_each(&mut add),
        _ if how.is_csv() => fields().chain(heads()).for_each(&mut add),
        _ => heads().chain(fields()).for_each(&mut add),
    }
    let names: Vec<String> = match how.format {
        // A b-file has a part of a fraction.
        Format::Own(BFILE) => {
            let parts = |name: &String| match name.strip_suffix("_exact") {
                Some(name) => vec![format!("{name}_numerator"), format!("{name}_denominator")],
                None => vec![name.clone()],
            };
            let fractions: Vec<String> =
                known.iter().filter(|name| name.ends_with("_exact")).cloned().collect();
            known.retain(|name| !fractions.contains(&format!("{name}_exact")));
            known = known.iter().flat_map(parts).collect();
            names.iter().map(|name| name.replace("_exact", "_numerator")).collect()
        }
        _ => names.to_vec(),
    };
    let is_known = |name: &String| known.iter().any(|one| folded(one) == folded(name));
    let typed = |name: &str| own_csv(&[name.to_owned()]).trim_end().to_owned();
    let (what, help, meant) = match names.iter().find(|name| !is_known(name)) {
        Some(name) => {
            let meant = nearest(name, known.iter().map(String::as_str));
            let what = format!("no column {name:?}{}", shown_elsewhere(name));
            let right = names.iter().filter_map(|one| match meant {
                Some(meant) if one == name => Some(meant.to_owned()),
                _ => Some(one.clone()).filter(is_known),
            });
            let right: Vec<String> = right.collect();
            let first = || match how.format {
                // The first columns are parameters, which make no sequence.
                Format::Own(BFILE) => known.iter().find(|name| name.ends_with("_numerator")).or(known.last()),
                _ => known.first(),
            };
            (what, if right.is_empty() { first().cloned().into_iter().collect() } else { right }, meant)
        }
        None => ("no table has all these columns".to_owned(), names[..1].to_vec(), None),
    };
    let list: Vec<String> = known.iter().map(|name| typed(name)).collect();
    let what = format!("{what}; the columns are {}", list.join(", "));
    let fail = Fail::usage(did_you_mean(&what, meant.map(typed).as_deref()));
    match &help[..] {
        [] => fail,
        names => fail.help(format!("--columns {}", word(own_csv(names).trim_end()))),
    }
}
