//! The table of answers as CSV: its header and its rows.

use super::cell::Cell;
use super::json_value::{Named, columns};
use super::report::of;
use super::{Print, csv_onto, parameter_cells};
use crate::cli::context::is_rendering_stopped;
use chancetree_families::family::{FormatScope, GameAnswer, Table};
use std::borrow::Cow;

/// The table of answers.
#[derive(Debug, Default)]
pub(super) struct CsvTable {
    /// The names of the columns.
    pub(super) header: Vec<String>,
    /// The cells of each row.
    pub(super) rows: Vec<Vec<String>>,
}

impl CsvTable {
    /// Creates the table of the answers, and returns the number of answers that were rendered before a limit or a signal. An
    /// answer with numbers is one row, unless `is_listed` or a single answer requires its main table. Other answers are the
    /// rows of their main table.
    pub(super) fn of(
        answers: &[GameAnswer],
        is_listed: bool,
        is_range: bool,
        how: Print<'_>,
    ) -> (Self, usize) {
        let parameters: Vec<_> = answers.iter().map(|answer| parameter_cells(&answer.parameters)).collect();
        let mut lines: Vec<Vec<Named<'_>>> = Vec::new();
        let mut rendered = 0;
        for (answer, (names, cells)) in answers.iter().zip(&parameters) {
            let before = lines.len();
            let start = || {
                let cells = cells.iter().map(|cell| Cell::Words(cell.into()));
                names.iter().map(Cow::from).zip(cells).collect::<Vec<Named<'_>>>()
            };
            let has_numbers = of(&answer.report, FormatScope::Tables).next().is_some();
            let main = answer.report.tables.iter().find(|table| table.is_main);
            match main.filter(|_| is_listed || !(is_range && has_numbers)) {
                Some(table) => lines.extend(Self::main_rows(table, start, how)),
                None => {
                    let mut line = start();
                    let numbers = of(&answer.report, FormatScope::Tables);
                    numbers.for_each(|number| columns(&mut line, (&number.key).into(), &number.value, how));
                    lines.push(line);
                }
            }
            if is_rendering_stopped() {
                lines.truncate(before);
                break;
            }
            rendered += 1;
        }
        (Self::of_lines(&lines), rendered)
    }

    /// Returns the rows of a main table. Each row starts with the parameters of the game.
    fn main_rows<'a>(
        table: &'a Table,
        start: impl Fn() -> Vec<Named<'a>>,
        how: Print<'_>,
    ) -> impl Iterator<Item = Vec<Named<'a>>> {
        table.rows.iter().take_while(|_| !is_rendering_stopped()).map(move |row| {
            let mut line = start();
            let cells = table.cells(row, FormatScope::Tables);
            cells.for_each(|(key, cell)| columns(&mut line, key.into(), cell, how));
            line
        })
    }

    /// Creates the table of lines with named cells. Missing cells of games with fewer players are empty.
    fn of_lines(lines: &[Vec<Named<'_>>]) -> Self {
        let mut names: Vec<&str> = Vec::new();
        let longest = lines.iter().max_by_key(|line| line.len());
        for (name, _) in longest.into_iter().chain(lines).flatten() {
            if !names.contains(&&**name) {
                names.push(name);
            }
        }
        let row = |line: &Vec<Named<'_>>| {
            if line.iter().map(|(name, _)| name).eq(&names) {
                return line.iter().map(|(_, cell)| cell.text().to_owned()).collect();
            }
            // A result takes precedence over a parameter of the same name.
            let cell = |name: &&str| {
                let found = line.iter().rfind(|(known, _)| known == name);
                found.map_or_else(String::new, |(_, cell)| cell.text().to_owned())
            };
            names.iter().map(cell).collect()
        };
        let rows = lines.iter().map(row).collect();
        Self { header: names.into_iter().map(ToOwned::to_owned).collect(), rows }
    }

    /// Returns the header and the rows as text.
    pub(super) fn text(&self) -> String {
        let mut text = String::new();
        csv_onto(&mut text, true, &mut self.header.iter().map(String::as_str));
        text + &self.rows_text()
    }

    /// Returns the rows as text.
    pub(super) fn rows_text(&self) -> String {
        let mut text = String::new();
        for row in &self.rows {
            csv_onto(&mut text, true, &mut row.iter().map(String::as_str));
        }
        text
    }

    /// Arranges the rows under another header. Cells of missing columns are empty.
    pub(super) fn with_header(self, header: &[String]) -> Self {
        let places: Vec<Option<usize>> =
            header.iter().map(|name| self.header.iter().position(|own| own == name)).collect();
        let cell = |row: &[String], place: &Option<usize>| {
            place.map_or_else(String::new, |place| row[place].clone())
        };
        let rows = self.rows.iter().map(|row| places.iter().map(|place| cell(row, place)).collect());
        Self { header: header.to_vec(), rows: rows.collect() }
    }
}
