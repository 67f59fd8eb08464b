//! Aligned columns of text that fit into the width of a terminal.

use super::Print;
use super::cell::Cell;

/// Aligns columns of text to the left, with two spaces between the columns.
pub(crate) fn aligned(rows: &[Vec<String>]) -> String {
    aligned_lines(rows.iter()).collect()
}

/// The numbers of digits after the point, tried in order until the lines fit.
const DIGITS: [u32; 4] = [u32::MAX, 9, 6, 4];

/// Fractions up to this length are never left out.
const SHORT_FRACTION: usize = 7;

/// The longest fraction of a column without a terminal. A column with a longer fraction is left out, because it would widen
/// every line.
const LONG_FRACTION: usize = 100;

/// Fits rows into the width of a terminal. `make` creates the rows with some number of digits. Digits are dropped first, then
/// columns of fractions, the widest first. Returns the rows, and `true` if fractions were left out.
pub(super) fn fitted(
    make: &dyn Fn(Print) -> Vec<Vec<Cell<'static>>>,
    how: Print,
) -> (Vec<Vec<String>>, bool) {
    let whole = make(how);
    let wide = fraction_columns(&whole);
    let Some(room) = how.room else {
        return without(whole, wide.iter().filter(|(width, _)| *width > LONG_FRACTION));
    };
    let dropped = 0..=wide.iter().filter(|(width, _)| *width > SHORT_FRACTION).count();
    for dropped in dropped.clone() {
        for most in DIGITS {
            let (rows, is_cut) = without(make(how.max_digits(most)), &wide[..dropped]);
            let widest = aligned_lines(rows.iter()).map(|line| line.trim_end().chars().count()).max();
            if widest.is_none_or(|widest| widest <= room) {
                return (rows, is_cut);
            }
        }
    }
    // Fewer digits do not help if the lines are too long for other reasons.
    without(whole, &wide[..*dropped.end()])
}

/// Returns the columns with fractions and the length of their longest fraction, the widest first.
fn fraction_columns(rows: &[Vec<Cell<'_>>]) -> Vec<(usize, usize)> {
    let count = rows.iter().map(Vec::len).max().unwrap_or(0);
    let width = |column: usize| {
        let cells = rows.iter().filter_map(|row| row.get(column));
        let fractions = cells.filter(|cell| matches!(cell, Cell::Fraction(_)));
        Some((fractions.map(|cell| cell.text().len()).max()?, column))
    };
    let mut columns: Vec<_> = (0..count).filter_map(width).collect();
    columns.sort_by_key(|&(width, column)| (std::cmp::Reverse(width), column));
    columns
}

/// Returns the rows as text without some columns of fractions, and `true` if fractions were left out. The heading of a fraction
/// moves to its decimal.
fn without<'a>(
    rows: Vec<Vec<Cell<'_>>>,
    columns: impl IntoIterator<Item = &'a (usize, usize)>,
) -> (Vec<Vec<String>>, bool) {
    let mut columns: Vec<usize> = columns.into_iter().map(|&(_, column)| column).collect();
    columns.sort_unstable();
    let text = |mut row: Vec<Cell<'_>>| -> Vec<String> {
        for &column in columns.iter().rev() {
            match row.get(column) {
                Some(Cell::Fraction(_)) => drop(row.remove(column)),
                Some(cell) if cell.is_empty() => drop(row.remove(column)),
                Some(_) if row.get(column + 1).is_some_and(Cell::is_empty) => drop(row.remove(column + 1)),
                _ => {}
            }
        }
        row.iter().map(|cell| cell.shown().into_owned()).collect()
    };
    (rows.into_iter().map(text).collect(), !columns.is_empty())
}

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
