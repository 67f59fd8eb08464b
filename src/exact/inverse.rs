//! Inverses of matrices of fractions, for small systems and for what is read off their diagonal.

use super::{Integer, Linear, Rational, one, zero};
use num_traits::Zero as _;

impl Linear {
    /// The inverse of the coefficients, by Gauss and Jordan in fractions; `None` if there is none.
    ///
    /// # Errors
    /// As [`Linear::solve`].
    pub(crate) fn inverse<E>(
        &self,
        look: &dyn Fn(u64) -> Result<(), E>,
    ) -> Result<Option<Vec<Vec<Rational>>>, E> {
        let size = self.rows.len();
        let mut matrix = vec![vec![zero(); size]; size];
        for (row, entries) in matrix.iter_mut().zip(&self.rows) {
            for (column, value) in entries {
                row[*column] += value;
            }
        }
        inverse(matrix, look)
    }

    /// The solution, by the inverse.
    pub(crate) fn apply(&self, inverse: &[Vec<Rational>]) -> Vec<Rational> {
        let product = |row: &Vec<Rational>| {
            row.iter().zip(&self.known).filter(|(value, _)| !value.is_zero()).map(|(a, b)| a * b).sum()
        };
        inverse.iter().map(product).collect()
    }
}

/// The inverse of a square matrix by Gauss and Jordan; `None` if there is none.
///
/// Cost: cubic in the size, and the numbers grow.
///
/// # Errors
/// What `look` says, which is asked before each column with the bytes that the matrix takes.
fn inverse<E>(
    mut matrix: Vec<Vec<Rational>>,
    look: &dyn Fn(u64) -> Result<(), E>,
) -> Result<Option<Vec<Vec<Rational>>>, E> {
    let size = matrix.len();
    for (index, row) in matrix.iter_mut().enumerate() {
        row.extend((0..size).map(|column| if column == index { one() } else { zero() }));
    }
    for column in 0..size {
        let bytes = |value: &Rational| {
            2 * size_of::<Integer>() as u64 + (value.numer().bits() + value.denom().bits()) / 8
        };
        look(matrix.iter().flatten().map(bytes).sum())?;
        let Some(pivot) = (column..size).find(|&row| !matrix[row][column].is_zero()) else { return Ok(None) };
        matrix.swap(column, pivot);
        let lead = matrix[column][column].clone();
        matrix[column].iter_mut().filter(|value| !value.is_zero()).for_each(|value| *value /= &lead);
        let top = matrix[column].clone();
        for row in (0..size).filter(|&row| row != column) {
            let factor = matrix[row][column].clone();
            if !factor.is_zero() {
                for (value, above) in matrix[row].iter_mut().zip(&top).filter(|(_, above)| !above.is_zero()) {
                    *value -= &factor * above;
                }
            }
        }
    }
    Ok(Some(matrix.into_iter().map(|row| row.into_iter().skip(size).collect()).collect()))
}

#[cfg(test)]
mod tests {
    use super::super::ratio;
    use super::*;
    use std::cell::Cell;

    #[test]
    fn whoever_limits_the_work_hears_of_its_bytes() {
        let bytes = |bits: u32| {
            let heard = Cell::new(0);
            let look = |bytes| -> Result<(), ()> {
                heard.set(bytes);
                Ok(())
            };
            let inverse = inverse(vec![vec![ratio(Integer::from(2).pow(bits), 3)]], &look);
            assert_eq!(inverse, Ok(Some(vec![vec![ratio(3, Integer::from(2).pow(bits))]])));
            heard.get()
        };
        // Two fractions of two numbers each: the matrix, and beside it the one that becomes its inverse.
        assert_eq!(bytes(0), 4 * size_of::<Integer>() as u64);
        assert_eq!(bytes(8000) - bytes(0), 1000);
    }
}
