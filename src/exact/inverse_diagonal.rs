//! The diagonal of an inverse matrix, without its other entries.
//!
//! A diagonal entry is a principal minor divided by the determinant. Both are whole numbers within Hadamard's
//! bound, and are reconstructed from their residues modulo several primes. Modulo a prime, a sparse matrix is
//! eliminated along its diagonal in an order that keeps it sparse (Markowitz 1957). The entries of the
//! inverse at the nonzero places of the factors then follow by a backward recurrence (Takahashi, Fagan & Chin
//! 1973).

use super::coefficients::Coefficients;
use super::field::PrimeField;
use super::linear::{Check, Interrupted, interruptible};
use super::{Integer, Linear, Natural, Rational, ratio};
use num_traits::{One as _, Zero as _};

impl Linear {
    /// Returns the diagonal of the inverse of the coefficients, or `None` if they have no inverse.
    ///
    /// For each 61 bits of the determinant, the cost is three times that of a sparse elimination in machine
    /// words.
    ///
    /// # Errors
    /// Returns an error as [`Linear::solve`] does.
    pub fn diagonal<E>(&self, check: &dyn Fn(u64) -> Result<(), E>) -> Result<Option<Vec<Rational>>, E> {
        interruptible(check, &|check| self.diagonal_of_inverse(check))
    }

    fn diagonal_of_inverse(&self, check: &Check<'_>) -> Result<Option<Vec<Rational>>, Interrupted> {
        // Checks the limit before allocating the matrix of nonzero flags.
        let size = self.rows.len() as u64;
        check(size.saturating_mul(size))?;
        if let Some(diagonal) = SparseElimination::new(self).diagonal(check)? {
            return Ok(Some(diagonal));
        }
        let own = |(at, row): (usize, Vec<Rational>)| row.into_iter().nth(at).expect("the inverse is square");
        Ok(self.inverse(check)?.map(|inverse| inverse.into_iter().enumerate().map(own).collect()))
    }
}

/// A step of the elimination: the nonzero entries that remain in the row and column of the pivot.
struct Step {
    pivot: usize,
    right: Vec<usize>,
    below: Vec<usize>,
}

/// A matrix of whole numbers and its order of elimination.
struct SparseElimination {
    whole: Coefficients,
    steps: Vec<Step>,
}

impl SparseElimination {
    fn new(system: &Linear) -> Self {
        let size = system.rows.len();
        let mut filled = vec![vec![false; size]; size];
        for (row, filled) in system.rows.iter().zip(&mut filled) {
            row.iter().for_each(|(column, _)| filled[*column] = true);
        }
        Self { whole: Coefficients::new(system), steps: order(filled) }
    }

    /// Returns the diagonal of the inverse, or `None` if a pivot is 0 modulo some prime.
    fn diagonal<E>(&self, check: &dyn Fn(u64) -> Result<(), E>) -> Result<Option<Vec<Rational>>, E> {
        let size = self.whole.rows.len() as u64;
        let enough = self.enough_bits();
        // The principal minors, followed by the determinant.
        let mut minors = vec![Integer::zero(); self.whole.rows.len() + 1];
        let mut modulus = Natural::one();
        for field in PrimeField::all() {
            if modulus.bits() >= enough {
                let determinant = minors.pop().expect("the determinant follows the minors");
                let scales = self.whole.row_scales.iter().zip(&self.whole.column_scales);
                let scaled = minors.into_iter().zip(scales);
                let scaled = scaled.map(|(minor, (row, column))| minor * Integer::from(row * column));
                return Ok(Some(scaled.map(|minor| ratio(minor, determinant.clone())).collect()));
            }
            // The matrix modulo each further prime reuses the memory of the first.
            if modulus.is_one() {
                check(8 * size.saturating_mul(size))?;
            }
            let Some(rests) = self.minors(field, &|| check(0))? else { return Ok(None) };
            let so_far = Integer::from(modulus.clone());
            let missing = field.inverted(field.of(&so_far));
            for (minor, rest) in minors.iter_mut().zip(rests) {
                let rest = u128::from(rest) + u128::from(field.negative(field.of(minor)));
                *minor += &so_far * field.symmetric(field.product(field.residue(rest), missing));
            }
            modulus *= field.prime();
        }
        Ok(None)
    }

    /// Returns the bits of a modulus that is more than twice the absolute value of any minor.
    fn enough_bits(&self) -> u64 {
        self.whole.bits() + 2
    }

    /// Returns the principal minors modulo a prime, each without one row and its column, followed by the
    /// determinant. Returns `None` if a pivot is 0.
    fn minors<E>(&self, field: PrimeField, check: &dyn Fn() -> Result<(), E>) -> Result<Option<Vec<u64>>, E> {
        let mut matrix = self.whole.modulo(field);
        let mut determinant = 1;
        for Step { pivot, right, below } in &self.steps {
            check()?;
            let own = matrix[*pivot][*pivot];
            if own == 0 {
                return Ok(None);
            }
            determinant = field.product(determinant, own);
            let inverse = field.inverted(own);
            matrix[*pivot][*pivot] = inverse;
            let top: Vec<u64> = right.iter().map(|&column| matrix[*pivot][column]).collect();
            for &row in below {
                let line = &mut matrix[row];
                line[*pivot] = field.negative(field.product(line[*pivot], inverse));
                for (&column, &value) in right.iter().zip(&top) {
                    line[column] =
                        field.residue(field.add_product(u128::from(line[column]), line[*pivot], value));
                }
            }
        }
        // From here on, each finished entry is an entry of the inverse, stored transposed.
        for Step { pivot, right, below } in self.steps.iter().rev() {
            check()?;
            let inverse = matrix[*pivot][*pivot];
            let factor = |&column: &usize| field.negative(field.product(matrix[*pivot][column], inverse));
            let top: Vec<u64> = right.iter().map(factor).collect();
            let mut sums = vec![0; right.len()];
            for &row in below {
                let line = &mut matrix[row];
                let mut sum = 0;
                for ((&column, &value), above) in right.iter().zip(&top).zip(&mut sums) {
                    sum = field.add_product(sum, line[column], value);
                    *above = field.add_product(*above, line[column], line[*pivot]);
                }
                line[*pivot] = field.residue(sum);
            }
            let mut own = u128::from(inverse);
            for ((&column, value), sum) in right.iter().zip(top).zip(sums) {
                matrix[*pivot][column] = field.residue(sum);
                own = field.add_product(own, matrix[*pivot][column], value);
            }
            matrix[*pivot][*pivot] = field.residue(own);
        }
        let minor = |place: usize| field.product(matrix[place][place], determinant);
        Ok(Some((0..matrix.len()).map(minor).chain([determinant]).collect()))
    }
}

/// Returns the steps of an elimination along the diagonal. Each step takes the pivot that can create the fewest
/// nonzero entries. `filled` marks the nonzero entries of the matrix.
fn order(mut filled: Vec<Vec<bool>>) -> Vec<Step> {
    let size = filled.len();
    let mut left: Vec<usize> = (0..size).collect();
    let (mut in_row, mut in_column) = (vec![0; size], vec![0; size]);
    for (row, line) in filled.iter().enumerate() {
        for column in (0..size).filter(|&column| column != row && line[column]) {
            in_row[row] += 1;
            in_column[column] += 1;
        }
    }
    let mut steps = Vec::with_capacity(size);
    while let Some(at) = (0..left.len()).min_by_key(|&at| in_row[left[at]] * in_column[left[at]]) {
        let pivot = left.remove(at);
        let right: Vec<usize> = left.iter().copied().filter(|&column| filled[pivot][column]).collect();
        let below: Vec<usize> = left.iter().copied().filter(|&row| filled[row][pivot]).collect();
        right.iter().for_each(|&column| in_column[column] -= 1);
        for &row in &below {
            in_row[row] -= 1;
            for &column in &right {
                if column != row && !std::mem::replace(&mut filled[row][column], true) {
                    in_row[row] += 1;
                    in_column[column] += 1;
                }
            }
        }
        steps.push(Step { pivot, right, below });
    }
    steps
}

#[cfg(test)]
mod tests;
