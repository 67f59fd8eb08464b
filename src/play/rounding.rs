//! Rounds numbers so that the printed numbers add up, as the pages do (`page/rounding.js`).

use crate::exact::{self, Rational, ratio};
use crate::model::order;
use std::iter;

/// The numbers at the start and now, and the changes between them, rounded so that each column adds up.
pub(crate) struct RoundedLedger {
    pub(crate) start: Vec<Rational>,
    /// The changes, one row for each cause.
    pub(crate) changes: Vec<Vec<Rational>>,
    pub(crate) now: Vec<Rational>,
}

impl RoundedLedger {
    /// Rounds a table to `digits` decimals. Each column of `start` and `changes` adds up to `now`. If each row of changes adds
    /// up to 0, so do the rounded rows.
    pub(crate) fn new(
        start: &[Rational],
        changes: &[Vec<Rational>],
        now: &[Rational],
        digits: usize,
    ) -> Self {
        let [first, last] = [start, now].map(|values| rounded(&in_units(values, digits)));
        let mut rows: Vec<Vec<Rational>> = changes.iter().map(|row| in_units(row, digits)).collect();
        let moving: Vec<usize> =
            (0..rows.len()).filter(|&row| rows[row].iter().any(|value| *value != exact::zero())).collect();
        // The rows with changes share the differences that the rounding of the first and the last row makes.
        for column in 0..first.len() {
            let sum: Rational = rows.iter().map(|row| row[column].clone()).sum();
            let shift = (&last[column] - &first[column] - sum) / ratio(moving.len().max(1), 1);
            moving.iter().for_each(|&row| rows[row][column] += &shift);
        }
        round_table(&mut rows);
        let shown = |values: Vec<Rational>| of_units(values, digits);
        Self { start: shown(first), changes: rows.into_iter().map(shown).collect(), now: shown(last) }
    }
}

/// Rounds numbers to `digits` decimals. If their sum is a multiple of the last decimal, the rounded numbers have the same sum.
pub(crate) fn rounded_list(values: &[Rational], digits: usize) -> Vec<Rational> {
    of_units(rounded(&in_units(values, digits)), digits)
}

fn unit(digits: usize) -> Rational {
    ratio(10_u64.pow(digits as u32), 1)
}

/// Returns numbers as multiples of the last decimal, and a last number that makes their sum 0.
fn in_units(values: &[Rational], digits: usize) -> Vec<Rational> {
    let rest = -values.iter().cloned().sum::<Rational>();
    values.iter().chain(iter::once(&rest)).map(|value| value * unit(digits)).collect()
}

/// Reverses [`in_units`].
fn of_units(mut values: Vec<Rational>, digits: usize) -> Vec<Rational> {
    values.pop();
    values.into_iter().map(|value| value / unit(digits)).collect()
}

/// Rounds numbers whose sum is whole: those with the largest fractional parts up, the others down.
fn rounded(values: &[Rational]) -> Vec<Rational> {
    let mut all: Vec<Rational> = values.iter().map(Rational::floor).collect();
    let mut missing: Rational =
        values.iter().cloned().sum::<Rational>() - all.iter().cloned().sum::<Rational>();
    let mut order: Vec<usize> = (0..values.len()).collect();
    let part = |place: usize| &values[place] - values[place].floor();
    order::sort(&mut order, |&a, &b| part(b).cmp(&part(a)));
    for place in order {
        if missing > exact::zero() {
            all[place] += exact::one();
            missing += -exact::one();
        }
    }
    all
}

/// Rounds a table in which each row and each column has a whole sum. Every number becomes a whole number next to it, and all
/// sums stay (controlled rounding, Causey, Cox and Ernst 1985).
fn round_table(rows: &mut [Vec<Rational>]) {
    while let Some(path) = fractional_path(rows) {
        // The numbers along the path grow and shrink in turn by the same amount, until one is whole.
        let room = |up: bool| {
            let rooms = path.iter().enumerate().map(|(place, &(row, column))| {
                let value = &rows[row][column];
                if place.is_multiple_of(2) == up { value.ceil() - value } else { value - value.floor() }
            });
            rooms.min().expect("a path has entries")
        };
        let (more, less) = (room(true), room(false));
        let step = if more <= less { more } else { -less };
        for (place, (row, column)) in path.into_iter().enumerate() {
            rows[row][column] += if place.is_multiple_of(2) { step.clone() } else { -step.clone() };
        }
    }
}

/// Returns the fractional numbers of a table on a closed path that goes along a row and along a column by turns, or `None` if
/// all numbers are whole.
fn fractional_path(rows: &[Vec<Rational>]) -> Option<Vec<(usize, usize)>> {
    let is_open = |row: usize, column: usize| !rows[row][column].is_integer();
    let cells = |row: usize| (0..rows[row].len()).map(move |column| (row, column));
    let mut at = (0..rows.len()).flat_map(cells).find(|&(row, column)| is_open(row, column))?;
    let mut path = vec![at];
    // The lines of the path, by direction and index, with the place of the first number after the step along the line.
    let mut lines = vec![((false, at.1), 0)];
    for along_row in iter::successors(Some(true), |along_row| Some(!along_row)) {
        let (row, column) = at;
        let line = (along_row, if along_row { row } else { column });
        if let Some((_, place)) = lines.iter().find(|(other, _)| *other == line) {
            return Some(path.split_off(*place));
        }
        let next = match along_row {
            true => cells(row).find(|&(_, other)| other != column && is_open(row, other)),
            false => (0..rows.len())
                .map(|other| (other, column))
                .find(|&(other, _)| other != row && is_open(other, column)),
        };
        at = next.expect("the sum of a line is whole, so two of its numbers are fractional");
        lines.push((line, path.len()));
        path.push(at);
    }
    None
}
