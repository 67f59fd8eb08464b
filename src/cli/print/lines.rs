//! Columns of text, as wide as a terminal has room for.

use super::{CUT, MOST_FRACTION, has_file, host};
use crate::play::terminal;
use std::io::{self, IsTerminal as _};

/// Columns of text: the first to the left, the others to the left too, two spaces between. On a terminal, fractions that
/// would make lines longer than it is wide are left out.
pub(crate) fn aligned(rows: &[Vec<String>]) -> String {
    match columns() {
        Some(columns) => aligned_lines(fitted(rows, columns).iter()).collect(),
        None => aligned_lines(rows.iter()).collect(),
    }
}

/// The columns of the terminal that results go to, if they go to one.
pub(super) fn columns() -> Option<usize> {
    if has_file() || host::control().is_some() || !io::stdout().is_terminal() {
        return None;
    }
    terminal::columns().map(usize::from)
}

/// The rows without their longest fractions, as far as that is needed for lines of so many columns.
fn fitted(rows: &[Vec<String>], columns: usize) -> Vec<Vec<String>> {
    let widest =
        |rows: &[Vec<String>]| aligned_lines(rows.iter()).map(|line| line.trim_end().chars().count()).max();
    let is_fraction = |cell: &str| {
        let digits = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
        cell.trim_start_matches('-')
            .split_once('/')
            .is_some_and(|(above, below)| digits(above) && digits(below))
    };
    let mut rows = rows.to_vec();
    for most in (MOST_LINE..MOST_FRACTION).rev().step_by(8) {
        if widest(&rows).is_none_or(|widest| widest <= columns) {
            break;
        }
        for cell in rows.iter_mut().flatten().filter(|cell| cell.len() > most && is_fraction(cell)) {
            CUT.clone_into(cell);
        }
    }
    rows
}

/// Fractions up to this length are never left out of a line.
const MOST_LINE: usize = 7;

/// Aligns the columns of a table, line by line.
pub(crate) fn aligned_lines<R: AsRef<[String]>>(
    rows: impl Iterator<Item = R> + Clone,
) -> impl Iterator<Item = String> {
    let mut widths = Vec::new();
    for row in rows.clone() {
        let row = row.as_ref();
        widths.resize(widths.len().max(row.len()), 0);
        for (width, cell) in widths.iter_mut().zip(row) {
            *width = cell.chars().count().max(*width);
        }
    }
    rows.map(move |row| {
        let mut line = String::new();
        for (cell, width) in row.as_ref().iter().zip(&widths) {
            line.push_str(cell);
            line.extend(std::iter::repeat_n(' ', width - cell.chars().count() + 2));
        }
        line.truncate(line.trim_end().len());
        line + "\n"
    })
}
