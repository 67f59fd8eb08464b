//! Exact solution of systems of linear equations.
//!
//! Large systems are factorised once modulo a prime. Two triangular solutions modulo the prime then give each
//! further digit of the solution (Dixon 1982). The fractions are reconstructed from the digits, and returned
//! only if they satisfy the equations exactly.

use super::coefficients::Coefficients;
use super::field::PrimeField;
use super::gcd::lehmer_steps;
use super::{Integer, Natural, Rational, lcm, reduced, zero};
use num_integer::Integer as _;
use num_traits::{One as _, Signed as _, ToPrimitive as _, Zero as _};
use std::cell::Cell;

/// A system with as many equations as unknowns. Each equation has nonzero coefficients with the indices of
/// their unknowns, and a right-hand side. An unknown may occur several times.
#[derive(Clone, Debug, Default)]
pub struct Linear {
    /// The coefficients of each equation, with the indices of their unknowns.
    pub rows: Vec<Vec<(usize, Rational)>>,
    /// The right-hand side of each equation.
    pub right_side: Vec<Rational>,
}

/// The number of unknowns from which on lifting is faster than elimination.
const LEAST_LIFTED: usize = 6;

impl Linear {
    /// Returns the solution, or `None` if there is none or more than one.
    ///
    /// The cost is cubic in the number of unknowns in machine words, and then quadratic for each digit of 61
    /// bits. A solution has about as many bits as all coefficients together.
    ///
    /// # Errors
    /// Returns the first error of `check`, which is called repeatedly with the number of bytes that are
    /// allocated next.
    pub fn solve<E>(&self, check: &dyn Fn(u64) -> Result<(), E>) -> Result<Option<Vec<Rational>>, E> {
        interruptible(check, &|check| self.solved(check))
    }

    fn solved(&self, check: &Check<'_>) -> Result<Option<Vec<Rational>>, Interrupted> {
        if self.rows.len() >= LEAST_LIFTED
            && let Some(lifted) = Lifted::new(self, check)?
            && let Some(solution) = lifted.solve(check)?
        {
            return Ok(Some(solution));
        }
        Ok(self.eliminated(|row| vec![self.right_side[row].clone()], check)?.map(|rows| rows.concat()))
    }
}

/// The error of interrupted work.
#[derive(Debug)]
pub(crate) struct Interrupted;

/// The check of interruptible work.
pub(crate) type Check<'a> = dyn Fn(u64) -> Result<(), Interrupted> + 'a;

/// Does work until `check` fails. The work is compiled once for all types of errors.
pub(crate) fn interruptible<T, E>(
    check: &dyn Fn(u64) -> Result<(), E>,
    work: &dyn Fn(&Check<'_>) -> Result<T, Interrupted>,
) -> Result<T, E> {
    let failed = Cell::new(None);
    let found = work(&|bytes| {
        check(bytes).map_err(|error| {
            failed.set(Some(error));
            Interrupted
        })
    });
    found.map_err(|Interrupted| failed.take().expect("only a failed check interrupts"))
}

/// The field of the digits.
const FIELD: PrimeField = PrimeField::FIRST;
const PRIME: u64 = FIELD.prime();

/// Returns a sum of products modulo the prime.
fn dot(start: u64, terms: &[(usize, u64)], values: &[u64]) -> u64 {
    let more = |sum, &(at, factor): &(usize, u64)| FIELD.add_product(sum, factor, values[at]);
    FIELD.residue(terms.iter().fold(u128::from(start), more))
}

/// A triangular factorisation modulo the prime, with the rows in the order `rows`.
struct TriangularFactors {
    rows: Vec<usize>,
    /// The entries below the diagonal, negated.
    lower: Vec<Vec<(usize, u64)>>,
    /// The entries above the diagonal, negated.
    upper: Vec<Vec<(usize, u64)>>,
    /// The inverses of the diagonal entries.
    pivots: Vec<u64>,
}

impl TriangularFactors {
    /// Factorises a matrix, or returns `None` if it is singular modulo the prime.
    fn new<E>(mut matrix: Vec<Vec<u64>>, check: impl Fn() -> Result<(), E>) -> Result<Option<Self>, E> {
        let size = matrix.len();
        let mut rows: Vec<usize> = (0..size).collect();
        let mut pivots = Vec::new();
        for column in 0..size {
            // The shortest row fills the other rows least.
            let filled = |row: &Vec<u64>| row[column..].iter().filter(|&&value| value > 0).count();
            let candidates = (column..size).filter(|&row| matrix[row][column] > 0);
            let Some(pivot) = candidates.min_by_key(|&row| filled(&matrix[row])) else { return Ok(None) };
            check()?;
            matrix.swap(column, pivot);
            rows.swap(column, pivot);
            let inverse = FIELD.inverted(matrix[column][column]);
            pivots.push(inverse);
            let (above, below) = matrix.split_at_mut(column + 1);
            let top: Vec<(usize, u64)> = (column + 1..size)
                .map(|at| (at, above[column][at]))
                .filter(|(_, value)| *value > 0)
                .collect();
            for row in below.iter_mut().filter(|row| row[column] > 0) {
                let factor = FIELD.negative(FIELD.product(row[column], inverse));
                row[column] = factor;
                for &(at, value) in &top {
                    row[at] = FIELD.residue(FIELD.add_product(u128::from(row[at]), factor, value));
                }
            }
        }
        let part = |row: &[u64], from: usize, map: fn(u64) -> u64| {
            let entries = row.iter().enumerate().filter(|(_, value)| **value > 0);
            entries.map(|(at, &value)| (from + at, map(value))).collect::<Vec<_>>()
        };
        let lower = matrix.iter().enumerate().map(|(at, row)| part(&row[..at], 0, |value| value)).collect();
        let upper = matrix
            .iter()
            .enumerate()
            .map(|(at, row)| part(&row[at + 1..], at + 1, |value| FIELD.negative(value)))
            .collect();
        Ok(Some(Self { rows, lower, upper, pivots }))
    }

    /// Returns the solution for a right-hand side, modulo the prime.
    fn solve(&self, known: &[u64]) -> Vec<u64> {
        let mut values: Vec<u64> = self.rows.iter().map(|&row| known[row]).collect();
        for at in 0..values.len() {
            values[at] = dot(values[at], &self.lower[at], &values);
        }
        for at in (0..values.len()).rev() {
            values[at] = FIELD.product(dot(values[at], &self.upper[at], &values), self.pivots[at]);
        }
        values
    }
}

/// A system in whole numbers, with a common denominator for the right-hand side, factorised modulo the prime.
struct Lifted {
    whole: Coefficients,
    /// The coefficients as words, if they are short.
    words: Option<Vec<Vec<(usize, i64)>>>,
    known: Vec<Integer>,
    /// The denominator of the right-hand side.
    over: Integer,
    factors: TriangularFactors,
}

impl Lifted {
    /// Prepares a system, or returns `None` if its matrix is singular modulo the prime.
    fn new<E>(system: &Linear, check: &dyn Fn(u64) -> Result<(), E>) -> Result<Option<Self>, E> {
        let size = system.rows.len() as u64;
        // The matrix, and the factors with their columns.
        let bytes = 3 * 8 * size.saturating_mul(size);
        check(bytes)?;
        let whole = Coefficients::new(system);
        let over =
            system.right_side.iter().fold(Natural::one(), |all, side| lcm(&all, side.denom().magnitude()));
        let over = Integer::from(over);
        let known = system.right_side.iter().zip(&whole.row_scales);
        let known =
            known.map(|(side, scale)| side.numer() * (&over / side.denom()) * Integer::from(scale.clone()));
        let known = known.collect();
        let factors = TriangularFactors::new(whole.modulo(FIELD), || check(0))?;
        Ok(factors.map(|factors| Self { words: whole.words(), whole, known, over, factors }))
    }

    /// Computes digits until the reconstructed fractions are a solution.
    fn solve<E>(&self, check: &dyn Fn(u64) -> Result<(), E>) -> Result<Option<Vec<Rational>>, E> {
        if self.known.iter().all(Integer::is_zero) {
            return Ok(Some(vec![zero(); self.known.len()]));
        }
        let mut long = self.known.clone();
        let mut short: Option<Vec<i128>> = None;
        let mut digits: Vec<Vec<u64>> = Vec::new();
        let (mut next, most) = (2, self.most_digits());
        while digits.len() <= most {
            check(8 * self.known.len() as u64)?;
            let rests: Vec<u64> = match &short {
                None => long.iter().map(|left| FIELD.of(left)).collect(),
                Some(short) => short.iter().map(|&left| FIELD.of_word(left)).collect(),
            };
            let digit = self.factors.solve(&rests);
            match (&mut short, &self.words) {
                (Some(short), Some(words)) => {
                    for (left, row) in short.iter_mut().zip(words) {
                        *left = (*left - product_of_words(row, &digit)) / i128::from(PRIME);
                    }
                }
                (_, Some(words)) => {
                    for (left, row) in long.iter_mut().zip(words) {
                        *left = (&*left - product_of_words(row, &digit)) / PRIME;
                    }
                }
                (_, None) => {
                    for (left, row) in long.iter_mut().zip(&self.whole.rows) {
                        let product: Integer = row.iter().map(|(column, value)| value * digit[*column]).sum();
                        *left = (&*left - product) / PRIME;
                    }
                }
            }
            if short.is_none() && self.words.is_some() && long.iter().all(|left| left.bits() < 100) {
                short = long.iter().map(Integer::to_i128).collect();
            }
            digits.push(digit);
            if digits.len() == next {
                if let Some(solution) = self.reconstruct(&digits) {
                    return Ok(Some(solution));
                }
                next += (next / 3).max(2);
            }
        }
        Ok(None)
    }

    /// Returns a number of digits that is sufficient for a solution, by Hadamard's bound of its determinants.
    fn most_digits(&self) -> usize {
        let known = self.known.iter().map(Integer::bits).max().unwrap_or(0);
        // The bits of numerator and denominator, and a third more digits, because the intervals between attempts
        // grow.
        ((2 * self.whole.bits() + known + 128) / 60 * 4 / 3 + 8) as usize
    }

    /// Reconstructs fractions from the digits. Returns `None` if they do not satisfy the equations.
    fn reconstruct(&self, digits: &[Vec<u64>]) -> Option<Vec<Rational>> {
        let size = self.known.len();
        let modulus = Integer::from(Natural::from(PRIME).pow(digits.len() as u32));
        let value = |at: usize| {
            let own: Vec<u64> = digits.iter().map(|digit| digit[at]).collect();
            Integer::from(joined(&own))
        };
        let mut shared = Integer::one();
        let mut numerators: Vec<(Integer, Integer)> = Vec::with_capacity(size);
        for at in 0..size {
            let scaled = symmetric(value(at) * &shared % &modulus, &modulus);
            // The common denominator of the previous values is usually a denominator of this value, too.
            if scaled.bits() + shared.bits() + 32 < modulus.bits() {
                numerators.push((scaled, shared.clone()));
                continue;
            }
            let (numerator, denominator) = fraction_of(&scaled.mod_floor(&modulus), &modulus)?;
            shared *= denominator;
            numerators.push((numerator, shared.clone()));
        }
        let whole: Vec<Integer> =
            numerators.into_iter().map(|(numerator, over)| numerator * (&shared / over)).collect();
        let holds = |(row, known): (&Vec<(usize, Integer)>, &Integer)| {
            let sum: Integer = row.iter().map(|(column, value)| &whole[*column] * value).sum();
            sum == known * &shared
        };
        if !self.whole.rows.iter().zip(&self.known).all(holds) {
            return None;
        }
        let over = shared * &self.over;
        let scaled = whole.into_iter().zip(&self.whole.column_scales);
        let scaled = scaled.map(|(value, scale)| value * Integer::from(scale.clone()));
        Some(scaled.map(|value| reduced(value, over.clone())).collect())
    }
}

/// Returns the product of a row and a digit of the solution.
fn product_of_words(row: &[(usize, i64)], digit: &[u64]) -> i128 {
    row.iter().map(|&(column, value)| i128::from(value) * i128::from(digit[column])).sum()
}

/// Returns the number with these digits, least significant digit first.
fn joined(digits: &[u64]) -> Natural {
    if digits.len() <= 8 {
        return digits.iter().rev().fold(Natural::zero(), |all, &digit| all * PRIME + digit);
    }
    let (low, high) = digits.split_at(digits.len() / 2);
    joined(low) + joined(high) * Natural::from(PRIME).pow(low.len() as u32)
}

/// Returns the residue nearest to 0.
fn symmetric(value: Integer, modulus: &Integer) -> Integer {
    if &value + &value > *modulus { value - modulus } else { value }
}

/// Returns the fraction that is `value` modulo `modulus` and has the fewest bits in numerator and denominator
/// together, or `None` if it is not clearly shorter than a random one.
///
/// The numerator may be much longer than the denominator, or much shorter. Such a fraction appears before a large
/// quotient of Euclid's algorithm (Monagan 2004). Requiring similar lengths (Wang 1981) would not be sufficient,
/// because a few equations may have long numbers.
pub(crate) fn fraction_of(value: &Integer, modulus: &Integer) -> Option<(Integer, Integer)> {
    let (mut last, mut this) = (modulus.clone(), value.clone());
    let (mut before, mut factor) = (Integer::zero(), Integer::one());
    let (mut least, mut found) = (modulus.bits().saturating_sub(32), None);
    loop {
        let bits = this.bits() + factor.bits();
        if bits <= least {
            (least, found) = (bits, Some((this.clone(), factor.clone())));
        }
        if this.is_zero() {
            break;
        }
        // Skips many small quotients at a time. A short fraction appears only before a large quotient.
        if let Some(steps) = lehmer_steps(last.magnitude(), this.magnitude()) {
            let apply = |a: &Integer, b: &Integer| steps.map(|[first, second]| a * first + b * second);
            [last, this] = apply(&last, &this);
            [before, factor] = apply(&before, &factor);
            continue;
        }
        let (quotient, left) = last.div_rem(&this);
        let next = before - quotient * &factor;
        (last, this) = (this, left);
        (before, factor) = (factor, next);
    }
    let (numerator, denominator) = found?;
    Some(if denominator.is_negative() { (-numerator, -denominator) } else { (numerator, denominator) })
}

#[cfg(test)]
mod tests;
