//! Tells what was found of one board, or of a range as a table, which may be painted.

use super::super::fail::Fail;
use super::super::picture::Kind;
use super::super::print::{Answer, Answers, Print};
use super::super::watch::{Several, Watch};
use crate::export::chart::{Square, Squares};
use crate::family::{Datum, Table};
use std::collections::BTreeSet;

/// The answers about one board or several.
pub(super) struct Told {
    pub(super) answers: Vec<Answer>,
    /// `true` if each answer is of a board of its own.
    pub(super) is_range: bool,
    /// The table of a range.
    pub(super) grid: Option<Squares>,
    /// The reason for which boards of a range are missing, if some are.
    pub(super) whole: Several<()>,
}

impl Told {
    /// Tells one board.
    pub(super) fn one(answer: Answer) -> Self {
        Self { answers: vec![answer], is_range: false, grid: None, whole: Several::whole(Vec::new()) }
    }

    /// Prints the answers, or paints the table.
    pub(super) fn print(self, picture: Option<Kind>, print: Print, watch: &Watch) -> Result<(), Fail> {
        match (picture, &self.grid) {
            (Some(kind), Some(grid)) => kind.print(grid.svg(), &grid.title, watch),
            _ => Answers::new("memory", "", self.is_range, &self.answers).print(print),
        }?;
        self.whole.end()
    }
}

/// Returns a table as people are shown it, with a word in its corner.
pub(super) fn table(squares: &Squares, corner: &str) -> Table {
    let columns: BTreeSet<u16> = squares.squares.iter().map(|square| square.column).collect();
    let numbers = columns.iter().map(ToString::to_string);
    let head: Vec<String> = [corner.to_owned()].into_iter().chain(numbers).collect();
    let width = head.len();
    let line = |row: &[Square]| {
        let cell = |column: &u16| row.iter().find(|square| square.column == *column);
        let cells = columns.iter().map(|column| cell(column).map(|square| square.text.clone()));
        [row[0].row.to_string()].into_iter().chain(cells.map(Option::unwrap_or_default)).collect()
    };
    let rows = [head].into_iter().chain(squares.squares.chunk_by(|a, b| a.row == b.row).map(line));
    Table::shown(
        vec![""; width],
        rows.map(|row: Vec<String>| row.into_iter().map(Datum::Words).collect::<Vec<_>>()),
    )
}
