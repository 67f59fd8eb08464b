//! Gauss-Jordan elimination in fractions, for small systems and for inverses.

use super::linear::{Check, Interrupted, interruptible};
use super::{Linear, Rational, one, zero};
use num_traits::Zero as _;

impl Linear {
    /// Returns the inverse of the coefficients, by Gauss-Jordan elimination in fractions, or `None` if there
    /// is none.
    ///
    /// # Errors
    /// Returns an error as [`Linear::solve`] does.
    pub fn inverse<E>(&self, check: &dyn Fn(u64) -> Result<(), E>) -> Result<Option<Vec<Vec<Rational>>>, E> {
        let size = self.rows.len();
        let unit = |row| (0..size).map(|column| if column == row { one() } else { zero() }).collect();
        interruptible(check, &|check| self.eliminated(unit, check))
    }

    /// Returns the inverse times the matrix with the rows `right(row)`, or `None` if there is no inverse.
    ///
    /// The cost is cubic in the size, and the numbers grow.
    ///
    /// # Errors
    /// Returns the first error of `check`, which is called before each column.
    pub(crate) fn eliminated(
        &self,
        right: impl Fn(usize) -> Vec<Rational>,
        check: &Check<'_>,
    ) -> Result<Option<Vec<Vec<Rational>>>, Interrupted> {
        let size = self.rows.len();
        let row = |(at, entries): (usize, &Vec<(usize, Rational)>)| {
            let mut row = vec![zero(); size];
            entries.iter().for_each(|(column, value)| row[*column] += value);
            row.extend(right(at));
            row
        };
        let mut matrix: Vec<Vec<Rational>> = self.rows.iter().enumerate().map(row).collect();
        let leads = echelon(&mut matrix, size, |_, _| check(0))?;
        let is_whole = leads.len() == size;
        Ok(is_whole.then(|| matrix.into_iter().map(|row| row.into_iter().skip(size).collect()).collect()))
    }
}

/// Transforms the first `columns` columns of a matrix to reduced row echelon form (Gauss-Jordan). Returns the
/// column of the leading one of each row.
///
/// # Errors
/// Returns the first error of `check`, which is called with each column and the matrix before the column is
/// transformed.
pub fn echelon<E>(
    matrix: &mut [Vec<Rational>],
    columns: usize,
    check: impl Fn(usize, &[Vec<Rational>]) -> Result<(), E>,
) -> Result<Vec<usize>, E> {
    let mut leads = Vec::new();
    for column in 0..columns {
        check(column, matrix)?;
        let top = leads.len();
        let Some(pivot) = (top..matrix.len()).find(|&row| !matrix[row][column].is_zero()) else { continue };
        matrix.swap(top, pivot);
        let lead = matrix[top][column].clone();
        matrix[top].iter_mut().filter(|value| !value.is_zero()).for_each(|value| *value /= &lead);
        let above = matrix[top].clone();
        for row in (0..matrix.len()).filter(|&row| row != top) {
            let factor = matrix[row][column].clone();
            if !factor.is_zero() {
                for (value, above) in matrix[row].iter_mut().zip(&above).filter(|(_, above)| !above.is_zero())
                {
                    *value -= &factor * above;
                }
            }
        }
        leads.push(column);
    }
    Ok(leads)
}
