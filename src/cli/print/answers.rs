//! Prints the answers about one or several games in every format.

use super::bfile::{BFILE, bfile};
use super::cell::Cell;
use super::column_selection::{SelectedTable, chosen};
use super::common_lines::common_lines;
use super::csv_table::CsvTable;
use super::json_value::to_json;
use super::lines::{aligned_within, fitted, wrapped};
use super::report::{
    heads_and_cells, heads_and_fractions, is_fraction, numbers_but, objects, of, page, report_page, text,
    text_rows,
};
use super::style::{Grid, Style};
use super::{Format, Print, SCHEMA, fitting, varying};
use crate::cli::context::{Context, Rendering, is_rendering_stopped};
use crate::cli::fail::Fail;
use crate::cli::output::Output;
use chancetree_engine::exact::Rational;
use chancetree_families::family::{AnswerLayout, FormatScope, GameAnswer, Report, Table, TextVisibility};
use serde_json::{Map, Value, json};

/// Returns a table as CSV, without columns for parameters.
pub(crate) fn csv_of(table: Table, how: Print<'_>) -> String {
    let report = Report { tables: vec![table.main()], ..Report::default() };
    let all = [GameAnswer::new(Value::Null, report)];
    Answers { all: &all, ..Answers::default() }.csv_table(how).0.text()
}

/// Prints a single report with these parameters.
pub(crate) fn print_report(
    family: &str,
    parameters: Value,
    report: Report,
    how: Print<'_>,
    context: &Context,
) -> Result<(), Fail> {
    let all = [GameAnswer::new(parameters, report)];
    Answers { family, all: &all, ..Answers::default() }.print(how, context)
}

/// The answers of a command about one or several games of a family.
#[derive(Clone, Default)]
pub(crate) struct Answers<'a> {
    pub(crate) family: &'a str,
    /// A one-line description of the family.
    pub(crate) about: &'a str,
    /// The layout. Its answers are a list in JSON if `is_list`, even a list with one entry.
    pub(crate) layout: AnswerLayout,
    /// The summary of all answers in text formats. May be empty.
    pub(crate) summary: String,
    /// `true` if a stop made the answers incomplete.
    pub(crate) is_stopped: bool,
    /// The lines about the common properties of all games, if they are known before the answers.
    pub(crate) common: Option<String>,
    pub(crate) all: &'a [GameAnswer],
}

impl<'a> Answers<'a> {
    /// Returns the same settings with other answers.
    pub(crate) fn with<'b>(self, all: &'b [GameAnswer]) -> Answers<'b>
    where
        'a: 'b,
    {
        Answers { all, ..self }
    }

    /// Returns the print options for the lines of several answers.
    pub(super) fn line_options<'b>(&self, how: Print<'b>) -> Print<'b> {
        self.layout.line_digits.map_or(how, |digits| how.default_digits(digits))
    }

    /// Prints the answers. A limit or a signal ends the rendering.
    pub(crate) fn print(&self, how: Print<'_>, context: &Context) -> Result<(), Fail> {
        if how.is_in_percent() {
            let all: Vec<GameAnswer> =
                self.all.iter().map(|answer| answer.in_percent(how.typed_digits())).collect();
            return self.clone().with(&all).print_shown(how, context);
        }
        self.print_shown(how, context)
    }

    /// Prints the answers with their numbers as they are.
    fn print_shown(&self, how: Print<'_>, context: &Context) -> Result<(), Fail> {
        let rendering = Rendering::begin(context);
        let rendered = self.print_rendered(how.on(context), context.output())?;
        rendering.end(rendered, self.all.len())
    }

    /// Prints the answers until a limit or a signal. Returns the number of printed answers.
    fn print_rendered(&self, how: Print<'_>, output: &Output) -> Result<usize, Fail> {
        let all = self.all.len();
        // A table of selected columns and a single answer are rendered completely or not at all.
        let whole = || if is_rendering_stopped() { 0 } else { all };
        let (text, rendered) = if let Some(names) = how.columns {
            if how.format == Format::Own(BFILE) {
                output.print(&bfile(self, names, how)?)?;
                return Ok(whole());
            }
            let SelectedTable { title, grid } = chosen(self, names, how)?;
            let text = match how.format {
                Format::Table(style) => page(style, &title, [(String::new(), grid)], ""),
                _ if title.is_empty() => grid.text(how.room),
                _ => format!("{title}\n\n{}", grid.text(how.room)),
            };
            (text, whole())
        } else {
            match how.format {
                Format::Text | Format::Own(_) if self.is_lines() => self.text_lines(how),
                Format::Text | Format::Own(_) => {
                    let texts = self.all.iter().map(|answer| text(&answer.report, how));
                    let texts: Vec<String> = texts.take_while(|_| !is_rendering_stopped()).collect();
                    if !texts.is_empty() || all == 0 {
                        output.print_visible(&texts.join("\n"))?;
                    }
                    return Ok(texts.len());
                }
                Format::Json => {
                    let values = self.all.iter().map(|answer| self.json(answer, how));
                    let values: Vec<Value> = values.take_while(|_| !is_rendering_stopped()).collect();
                    let rendered = values.len();
                    if rendered > 0 || all == 0 {
                        output.json(&self.joined(values))?;
                    }
                    return Ok(rendered);
                }
                Format::Table(Style::Csv) => {
                    let (table, rendered) = self.csv_table(how);
                    (table.text(), rendered)
                }
                Format::Table(style) => self.document(style, how),
            }
        };
        if rendered > 0 || all == 0 {
            output.print(&text)?;
        }
        Ok(rendered)
    }

    /// Returns `true` if text formats print each answer completely instead of as a line.
    pub(super) fn is_whole(&self) -> bool {
        self.layout.is_whole || self.layout.lists_tables
    }

    /// Returns `true` if text formats print a line for each answer.
    pub(super) fn is_lines(&self) -> bool {
        self.all.len() > 1 && !self.is_whole()
    }

    /// Returns `true` if CSV has a row of numbers for each answer instead of its tables.
    pub(super) fn prefers_numbers(&self) -> bool {
        let has_numbers = |answer: &GameAnswer| of(&answer.report, FormatScope::Tables).next().is_some();
        !self.layout.lists_tables && self.layout.is_list && self.all.iter().any(has_numbers)
    }

    /// Returns the tables in Markdown or LaTeX, with their titles and remarks, and the number of answers that were rendered
    /// before a limit or a signal.
    fn document(&self, style: Style, how: Print<'_>) -> (String, usize) {
        if self.is_lines() {
            let (grid, has_all) = self.with_fractions(self.lines(self.line_options(how)));
            let rendered = grid.rows.len();
            let heading = self.heading(rendered, if has_all { "" } else { self.note() });
            return (
                page(style, &heading, [(String::new(), grid)], self.summary.trim_matches('\n')),
                rendered,
            );
        }
        let pages = self.all.iter().map(|answer| report_page(&answer.report, style, how));
        let pages: Vec<String> = pages.take_while(|_| !is_rendering_stopped()).collect();
        (pages.join("\n"), pages.len())
    }

    /// Returns all answers as JSON.
    pub(crate) fn value(&self, how: Print<'_>) -> Value {
        self.joined(self.all.iter().map(|answer| self.json(answer, how)).collect())
    }

    /// Returns the JSON of all answers: a list, or the only answer.
    fn joined(&self, mut values: Vec<Value>) -> Value {
        if self.layout.is_list { Value::Array(values) } else { values.remove(0) }
    }

    pub(super) fn json(&self, answer: &GameAnswer, how: Print<'_>) -> Value {
        let mut value = Map::new();
        value.insert("schema".to_owned(), json!(SCHEMA));
        if !self.family.is_empty() {
            value.insert("family".to_owned(), json!(self.family));
        }
        if !answer.parameters.is_null() {
            value.insert("parameters".to_owned(), answer.parameters.clone());
        }
        for number in of(&answer.report, FormatScope::Json) {
            value.insert(number.key.clone(), to_json(&number.value, how));
        }
        for table in answer.report.tables.iter().filter(|table| !table.key.is_empty()) {
            value.insert(table.key.to_owned(), objects(table, how).collect());
        }
        Value::Object(value)
    }

    /// Returns the CSV table, and the number of answers that were rendered before a limit or a signal.
    pub(super) fn csv_table(&self, how: Print<'_>) -> (CsvTable, usize) {
        CsvTable::of(self.all, self.layout.lists_tables, self.layout.is_list, how)
    }

    /// Returns a line for each answer that is rendered before a limit or a signal. A line starts with the parameters that
    /// differ between the games.
    fn lines(&self, how: Print<'_>) -> Grid {
        let (names, parameters) = varying(self.all);
        let lines = self.all.iter().map(|answer| heads_and_cells(&answer.report, how));
        let lines: Vec<_> = lines.take_while(|_| !is_rendering_stopped()).collect();
        let longest = lines.iter().max_by_key(|line| line.len()).into_iter().flatten();
        let heads: Vec<String> = longest.map(|(head, _)| head.clone()).collect();
        let row = |(line, parameters): (&Vec<(String, Cell<'static>)>, Vec<String>)| {
            let cell =
                |head: &String| line.iter().find(|(word, _)| word == head).map(|(_, cell)| cell.clone());
            let found = heads.iter().map(|head| cell(head).unwrap_or_else(Cell::empty));
            parameters.iter().map(|cell| Cell::of(cell)).chain(found).collect()
        };
        let rows = lines.iter().zip(parameters).map(row).collect();
        Grid { heads: [names, heads.clone()].concat(), rows }
    }

    /// Adds the fractions before the decimals of the lines, if all fractions of a column are short. Returns `false` if a
    /// column has longer ones.
    fn with_fractions(&self, mut grid: Grid) -> (Grid, bool) {
        let all: Vec<_> = self.all.iter().map(|answer| heads_and_fractions(&answer.report)).collect();
        let mut has_all = true;
        for place in (0..grid.heads.len()).rev() {
            let head = &grid.heads[place];
            let of_row = |row: &Vec<(String, Option<Rational>)>| {
                row.iter().find(|(name, _)| name == head).and_then(|(_, value)| value.clone())
            };
            let values: Vec<Option<Rational>> = all.iter().map(of_row).collect();
            if values.iter().all(Option::is_none) {
                continue;
            }
            let cell = |value: &Option<Rational>| match value {
                Some(value) => fitting(value).map(|fraction| Cell::Fraction(fraction.into())),
                None => Some(Cell::empty()),
            };
            let Some(cells) = values.iter().map(cell).collect::<Option<Vec<_>>>() else {
                has_all = false;
                continue;
            };
            grid.heads.insert(place + 1, "decimal".to_owned());
            grid.rows.iter_mut().zip(cells).for_each(|(row, cell)| row.insert(place, cell));
        }
        (grid, has_all)
    }

    /// Returns the lines above the lines of `games` games.
    pub(super) fn heading(&self, games: usize, note: &str) -> String {
        let (about, games) = (self.about, super::count(games, "game"));
        let is_stopped = self.is_stopped || is_rendering_stopped();
        let stopped = if is_stopped { " before the work was stopped" } else { "" };
        let common = self.common.clone().unwrap_or_else(|| self.common_lines());
        format!("{about}: {games}{stopped}{note}{common}")
    }

    /// Returns the lines about the common properties of several games.
    pub(super) fn common_lines(&self) -> String {
        if self.all.len() < 2 { String::new() } else { common_lines(self.about, self.all) }
    }

    /// Returns the note about the formats with the fractions of the lines.
    pub(super) fn note(&self) -> &'static str {
        let mut shown = self.all.iter().flat_map(|answer| numbers_but(&answer.report, TextVisibility::Alone));
        match shown.any(|number| is_fraction(&number.value)) {
            true => "; --format json and csv have the fractions",
            false => "",
        }
    }

    fn text_lines(&self, how: Print<'_>) -> (String, usize) {
        let how = self.line_options(how);
        let make = |how: Print<'_>| text_rows(self.lines(how));
        let rows = fitted(&make, how).0;
        let rendered = rows.len() - 1;
        let (heading, lines) = (self.heading(rendered, self.note()), aligned_within(&rows, how.room));
        let [heading, summary] = [&heading, &self.summary].map(|text| wrapped(text, how.room));
        (format!("{heading}\n\n{lines}{summary}"), rendered)
    }
}
