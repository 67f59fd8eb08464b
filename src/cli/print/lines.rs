//! Aligned columns of text that fit into the width of a terminal.

use super::cell::Cell;
use super::{Print, aligned, aligned_lines, display_width};
use chancetree_engine::model::order;
use std::borrow::Cow;

/// The numbers of digits after the point, tried in order until the lines fit.
pub(super) const DIGITS: [u32; 4] = [u32::MAX, 9, 6, 4];

/// Fractions up to this length are never left out.
const SHORT_FRACTION: usize = 7;

/// The longest fraction of a column without a terminal. A column with a longer fraction is left out, because it would widen
/// every line.
const LONG_FRACTION: usize = 100;

/// The widest column of marks, which stand before the names of the rows.
const MARK: usize = 3;

/// Fits rows into the width of a terminal. `make` creates the rows with some number of digits. Digits are dropped first, then
/// columns of fractions, the widest first. Returns the rows, and `true` if fractions were left out.
pub(super) fn fitted(
    make: &dyn Fn(Print<'_>) -> Vec<Vec<Cell<'static>>>,
    how: Print<'_>,
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
            let widest = aligned_lines(rows.iter()).map(|line| display_width(line.trim_end())).max();
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
    order::sort(&mut columns, |(one, _), (other, _)| other.cmp(one));
    columns
}

/// Returns the rows as text without some columns of fractions, and `true` if fractions were left out. The heading of a fraction
/// moves to its decimal.
fn without<'a>(
    rows: Vec<Vec<Cell<'_>>>,
    columns: impl IntoIterator<Item = &'a (usize, usize)>,
) -> (Vec<Vec<String>>, bool) {
    let mut columns: Vec<usize> = columns.into_iter().map(|&(_, column)| column).collect();
    order::sort(&mut columns, Ord::cmp);
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

/// The narrowest terminal for which text is wrapped.
const LEAST: usize = 20;

/// Aligns the columns of a table. If it is wider than the terminal, the cells of a last column in the left half are wrapped. Other
/// tables become several blocks of columns, each with the first columns, which identify the rows. If the first columns leave little
/// room, the lines of the table are wrapped.
pub(in crate::cli) fn aligned_within(rows: &[Vec<String>], room: Option<usize>) -> String {
    let count = rows.iter().map(Vec::len).max().unwrap_or(0);
    let width = |column: usize| {
        let cells = rows.iter().filter_map(|row| row.get(column));
        cells.map(|cell| display_width(cell.trim_end())).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..count).map(width).collect();
    let span =
        |columns: &[usize]| columns.iter().map(|&column| widths[column] + 2).sum::<usize>().saturating_sub(2);
    let all: Vec<usize> = (0..count).collect();
    let is_key = |column: &usize| {
        rows.iter().any(|row| row.get(*column).is_some_and(|cell| display_width(cell.trim()) > MARK))
    };
    let keys = all.iter().position(is_key).map_or(count, |key| key + 1);
    let Some(room) = room.filter(|room| span(&all) > *room) else { return aligned(rows) };
    // Further columns may be needed to identify a row.
    let are_distinct = |keys: &usize| {
        let mut prefixes: Vec<_> = rows.iter().map(|row| &row[..row.len().min(*keys)]).collect();
        order::sort(&mut prefixes, Ord::cmp);
        prefixes.windows(2).all(|pair| pair[0] != pair[1])
    };
    let fits = |keys: &usize| 2 * span(&all[..*keys]) <= room;
    let keys = (keys..count).take_while(fits).find(are_distinct).unwrap_or(keys);
    let before = widths[..count - 1].iter().map(|width| width + 2).sum::<usize>();
    if 2 * before <= room {
        return aligned(&with_hanging_cells(rows, count - 1, room - before));
    }
    let mut blocks: Vec<Vec<usize>> = Vec::new();
    for column in keys..count {
        match blocks.last_mut() {
            Some(block) if span(&[&block[..], &[column]].concat()) <= room => block.push(column),
            _ => blocks.push([&all[..keys], &[column]].concat()),
        }
    }
    // A column that does not fit beside the first ones is wrapped.
    let rest = room.saturating_sub(span(&all[..keys]) + 2);
    if rest < LEAST && blocks.iter().any(|block| span(block) > room) {
        return wrapped(&aligned(rows), Some(room)).into_owned();
    }
    let block = |columns: &Vec<usize>| {
        let row = |row: &Vec<String>| {
            columns.iter().map(|&column| row.get(column).cloned().unwrap_or_default()).collect()
        };
        let rows: Vec<Vec<String>> = rows.iter().map(row).collect();
        if span(columns) > room { aligned(&with_hanging_cells(&rows, keys, rest)) } else { aligned(&rows) }
    };
    blocks.iter().map(block).collect::<Vec<_>>().join("\n")
}

/// Wraps the cells of the last column at spaces. `room` is its width.
fn with_hanging_cells(rows: &[Vec<String>], last: usize, room: usize) -> Vec<Vec<String>> {
    let mut wrapped_rows = Vec::with_capacity(rows.len());
    for row in rows {
        let Some(cell) = row.get(last).filter(|cell| !cell.is_empty()) else {
            wrapped_rows.push(row.clone());
            continue;
        };
        for (index, line) in wrapped(cell, Some(room)).lines().enumerate() {
            let mut cells = if index == 0 { row.clone() } else { vec![String::new(); last + 1] };
            line.clone_into(&mut cells[last]);
            wrapped_rows.push(cells);
        }
    }
    wrapped_rows
}

/// Wraps the lines of a text at spaces, if they are longer than the terminal is wide.
pub(in crate::cli) fn wrapped(text: &str, room: Option<usize>) -> Cow<'_, str> {
    let is_long = |room: &usize| *room >= LEAST && text.lines().any(|line| display_width(line) > *room);
    let Some(room) = room.filter(is_long) else { return text.into() };
    let mut wrapped = String::with_capacity(text.len() + 16);
    for line in text.split_inclusive('\n') {
        let mut length = 0;
        for (index, word) in line.split(' ').enumerate() {
            let more = display_width(word.trim_end_matches('\n'));
            if index > 0 {
                let fits = length + 1 + more <= room;
                wrapped.push(if fits { ' ' } else { '\n' });
                length = if fits { length + 1 } else { 0 };
            }
            wrapped.push_str(word);
            length += more;
        }
    }
    wrapped.into()
}
