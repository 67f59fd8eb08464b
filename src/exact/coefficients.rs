//! Coefficients without denominators.

use super::field::PrimeField;
use super::{Integer, Linear, Natural, Rational, lcm};
use num_traits::{One as _, ToPrimitive as _, Zero as _};

/// The largest sum of the absolute values in a row whose coefficients are stored as words.
const LARGEST: u128 = 1 << 63;

/// The coefficients of a system as whole numbers: each row, or each column, is multiplied by its common
/// denominator.
///
/// The probabilities of the steps from one state share a small denominator. The probabilities of the steps to
/// one state may have different denominators. If the unknowns are values, the steps from a state are in one
/// row. If the unknowns are expected visits, they are in one column.
pub(crate) struct Coefficients {
    pub(crate) rows: Vec<Vec<(usize, Integer)>>,
    /// The factor of each row.
    pub(crate) row_scales: Vec<Natural>,
    /// The factor of each column.
    pub(crate) column_scales: Vec<Natural>,
}

impl Coefficients {
    /// Scales rows or columns, whichever gives the smaller determinant.
    pub(crate) fn new(system: &Linear) -> Self {
        let size = system.rows.len();
        let mut row_scales = vec![Natural::one(); size];
        let mut column_scales = row_scales.clone();
        for (row, own) in system.rows.iter().zip(&mut row_scales) {
            for (column, value) in row {
                let denominator = value.denom().magnitude();
                for scale in [&mut *own, &mut column_scales[*column]] {
                    *scale = lcm(scale, denominator);
                }
            }
        }
        let bits = |scales: &[Natural]| scales.iter().map(Natural::bits).sum::<u64>();
        let unused =
            if bits(&row_scales) <= bits(&column_scales) { &mut column_scales } else { &mut row_scales };
        unused.fill(Natural::one());
        let whole = |own: &Natural, (column, value): &(usize, Rational)| {
            let scale = own * &column_scales[*column] / value.denom().magnitude();
            (*column, value.numer() * Integer::from(scale))
        };
        let rows = system.rows.iter().zip(&row_scales);
        let rows = rows.map(|(row, own)| row.iter().map(|entry| whole(own, entry)).collect()).collect();
        Self { rows, row_scales, column_scales }
    }

    /// Returns a bit length that is sufficient for the determinant and all minors, from the row sums or the
    /// column sums.
    pub(crate) fn bits(&self) -> u64 {
        let size = self.rows.len();
        let (mut in_rows, mut in_columns) = (vec![Natural::zero(); size], vec![Natural::zero(); size]);
        for (row, entries) in self.rows.iter().enumerate() {
            for (column, value) in entries {
                in_rows[row] += value.magnitude();
                in_columns[*column] += value.magnitude();
            }
        }
        let bits = |sums: Vec<Natural>| sums.into_iter().product::<Natural>().bits();
        bits(in_rows).min(bits(in_columns))
    }

    /// Returns the dense matrix modulo a prime.
    pub(crate) fn modulo(&self, field: PrimeField) -> Vec<Vec<u64>> {
        let mut matrix = vec![vec![0; self.rows.len()]; self.rows.len()];
        for (line, entries) in matrix.iter_mut().zip(&self.rows) {
            for (column, value) in entries {
                line[*column] = field.residue(u128::from(line[*column]) + u128::from(field.of(value)));
            }
        }
        matrix
    }

    /// Returns the coefficients as words. Returns `None` if a row is too large: the product of a row and a digit
    /// must stay far below 128 bits.
    pub(crate) fn words(&self) -> Option<Vec<Vec<(usize, i64)>>> {
        let word = |(column, value): &(usize, Integer)| Some((*column, value.to_i64()?));
        let row = |row: &Vec<(usize, Integer)>| -> Option<Vec<(usize, i64)>> {
            let words: Vec<_> = row.iter().map(word).collect::<Option<_>>()?;
            let sum: u128 = words.iter().map(|(_, value)| u128::from(value.unsigned_abs())).sum();
            (sum <= LARGEST).then_some(words)
        };
        self.rows.iter().map(row).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cases::check;
    use crate::ratio;
    use proptest::prelude::*;

    fn matrix(size: usize, entry: impl Fn(usize, usize) -> Rational) -> Linear {
        let row = |row| (0..size).map(|column| (column, entry(row, column))).collect();
        Linear { rows: (0..size).map(row).collect(), right_side: Vec::new() }
    }

    #[test]
    fn one_scale_for_each_state_is_enough() {
        let size = 8;
        let chance = |from: usize, to: usize| ratio(-1 - to as i64, 100 + 2 * from as u64);
        let places: Vec<Natural> = (0..size).map(|from| Natural::from(100 + 2 * from)).collect();
        let ones = vec![Natural::one(); size];
        let values = Coefficients::new(&matrix(size, chance));
        let visits = Coefficients::new(&matrix(size, |to, from| chance(from, to)));
        assert_eq!((&values.row_scales, &values.column_scales), (&places, &ones));
        assert_eq!((&visits.row_scales, &visits.column_scales), (&ones, &places));
        assert_eq!(values.bits(), visits.bits());
    }

    #[test]
    fn coefficients_are_multiplied_by_row_and_column() {
        let entries = prop::collection::vec((any::<i128>(), 1u64..), 4 * 4);
        let words = prop::collection::vec((-9i64..9, 1u64..9), 4 * 4);
        check((entries, words), |(entries, words)| {
            let long =
                matrix(4, |row, column| ratio(entries[4 * row + column].0, entries[4 * row + column].1));
            let short = matrix(4, |row, column| ratio(words[4 * row + column].0, words[4 * row + column].1));
            for system in [&long, &short] {
                let whole = Coefficients::new(system);
                for (row, (entries, scale)) in system.rows.iter().zip(&whole.row_scales).enumerate() {
                    for (column, value) in entries {
                        let product = value * Integer::from(scale * &whole.column_scales[*column]);
                        assert_eq!(Rational::from(whole.rows[row][*column].1.clone()), product);
                    }
                }
            }
            assert!(
                Coefficients::new(&long).words().is_none() && Coefficients::new(&short).words().is_some()
            );
        });
    }

    #[test]
    fn the_sum_of_a_row_of_words_is_limited() {
        let row = |last: i64| matrix(1, move |_, _| ratio(last, 1)).rows.remove(0);
        let words = |last| {
            let rows = vec![row(1 << 62).into_iter().chain(row(last)).collect()];
            Coefficients::new(&Linear { rows, right_side: Vec::new() }).words()
        };
        assert_eq!(words(-(1 << 62)), Some(vec![vec![(0, 1 << 62), (0, -(1 << 62))]]));
        assert_eq!(words(-(1 << 62) - 1), None);
    }
}
