//! Systems of linear equations, exactly.
//!
//! Large ones are solved modulo a prime once; then each further division by the prime costs two triangular solutions
//! modulo it and gives one more digit of the solution (Dixon 1982). The fractions are read off the digits, and only a
//! solution that satisfies the equations exactly is returned.

use super::field::Field;
use super::whole::Coefficients;
use super::{Integer, Natural, Rational, lcm, reduced, zero};
use num_integer::Integer as _;
use num_traits::{One as _, Signed as _, ToPrimitive as _, Zero as _};

/// A system of as many equations as unknowns: for each equation the coefficients that are not 0, with the unknown each
/// belongs to (one may be named several times), and the known side.
#[derive(Clone, Debug, Default)]
pub struct Linear {
    /// The coefficients of each equation, with their unknowns.
    pub rows: Vec<Vec<(usize, Rational)>>,
    /// The known side of each equation.
    pub known: Vec<Rational>,
}

/// Unknowns from which on digits are sooner found than fractions eliminated.
const LEAST_LIFTED: usize = 6;

impl Linear {
    /// The solution; `None` if there is none or more than one.
    ///
    /// Cost: cubic in the unknowns in machine words, then quadratic for each digit of 61 bits; a solution has about as
    /// many bits as all coefficients together.
    ///
    /// # Errors
    /// Errors of `look`, which is called again and again with the bytes that are allocated next.
    pub fn solve<E>(&self, look: &dyn Fn(u64) -> Result<(), E>) -> Result<Option<Vec<Rational>>, E> {
        if self.rows.len() >= LEAST_LIFTED
            && let Some(lifted) = Lifted::new(self, look)?
            && let Some(solution) = lifted.solve(look)?
        {
            return Ok(Some(solution));
        }
        Ok(self.eliminated(|row| vec![self.known[row].clone()], look)?.map(|rows| rows.concat()))
    }
}

/// The prime whose powers the digits are of.
const FIELD: Field = Field::FIRST;
const PRIME: u64 = FIELD.prime();

/// A sum of products modulo the prime.
fn dot(start: u64, terms: &[(usize, u64)], values: &[u64]) -> u64 {
    let more = |sum, &(at, factor): &(usize, u64)| FIELD.more(sum, factor, values[at]);
    FIELD.rest(terms.iter().fold(u128::from(start), more))
}

/// A triangular factorisation modulo the prime: in the order of `rows`.
struct Factors {
    rows: Vec<usize>,
    /// Below the diagonal, the factors negated.
    lower: Vec<Vec<(usize, u64)>>,
    /// Above the diagonal, negated.
    upper: Vec<Vec<(usize, u64)>>,
    /// The diagonal inverted.
    pivots: Vec<u64>,
}

impl Factors {
    /// `None` where the matrix is singular modulo the prime.
    fn new<E>(mut matrix: Vec<Vec<u64>>, look: impl Fn() -> Result<(), E>) -> Result<Option<Self>, E> {
        let size = matrix.len();
        let mut rows: Vec<usize> = (0..size).collect();
        let mut pivots = Vec::new();
        for column in 0..size {
            // The shortest row fills the others least.
            let filled = |row: &Vec<u64>| row[column..].iter().filter(|&&value| value > 0).count();
            let candidates = (column..size).filter(|&row| matrix[row][column] > 0);
            let Some(pivot) = candidates.min_by_key(|&row| filled(&matrix[row])) else { return Ok(None) };
            look()?;
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
                    row[at] = FIELD.rest(FIELD.more(u128::from(row[at]), factor, value));
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

    /// The solution for a known side, modulo the prime.
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

/// A system in whole numbers, the known side over one denominator.
struct Lifted {
    whole: Coefficients,
    /// The coefficients once more, if they are short.
    words: Option<Vec<Vec<(usize, i64)>>>,
    known: Vec<Integer>,
    /// The denominator of the known side.
    over: Integer,
    factors: Factors,
}

impl Lifted {
    /// `None` where the matrix is singular modulo the prime.
    fn new<E>(system: &Linear, look: &dyn Fn(u64) -> Result<(), E>) -> Result<Option<Self>, E> {
        let size = system.rows.len() as u64;
        // The matrix, and the factors with their places.
        let bytes = 3 * 8 * size.saturating_mul(size);
        look(bytes)?;
        let whole = Coefficients::new(system);
        let over = system.known.iter().fold(Natural::one(), |all, side| lcm(&all, side.denom().magnitude()));
        let over = Integer::from(over);
        let known = system.known.iter().zip(&whole.row_scales);
        let known =
            known.map(|(side, scale)| side.numer() * (&over / side.denom()) * Integer::from(scale.clone()));
        let known = known.collect();
        let factors = Factors::new(whole.modulo(FIELD), || look(0))?;
        Ok(factors.map(|factors| Self { words: whole.words(), whole, known, over, factors }))
    }

    /// Digit after digit, until the fractions that they suggest are a solution.
    fn solve<E>(&self, look: &dyn Fn(u64) -> Result<(), E>) -> Result<Option<Vec<Rational>>, E> {
        if self.known.iter().all(Integer::is_zero) {
            return Ok(Some(vec![zero(); self.known.len()]));
        }
        let mut long = self.known.clone();
        let mut short: Option<Vec<i128>> = None;
        let mut digits: Vec<Vec<u64>> = Vec::new();
        let (mut next, most) = (2, self.most_digits());
        while digits.len() <= most {
            look(8 * self.known.len() as u64)?;
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
                if let Some(solution) = self.read(&digits) {
                    return Ok(Some(solution));
                }
                next += (next / 3).max(2);
            }
        }
        Ok(None)
    }

    /// More digits than a solution has by Hadamard's bound for its determinants.
    fn most_digits(&self) -> usize {
        let known = self.known.iter().map(Integer::bits).max().unwrap_or(0);
        // Numerator and denominator, and what the search steps over.
        ((2 * self.whole.bits() + known + 128) / 60 * 4 / 3 + 8) as usize
    }

    /// The fractions that the digits suggest, if they solve the equations.
    fn read(&self, digits: &[Vec<u64>]) -> Option<Vec<Rational>> {
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
            // The denominator so far is as a rule the next one's, too.
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

/// A row times a digit of the solution.
fn product_of_words(row: &[(usize, i64)], digit: &[u64]) -> i128 {
    row.iter().map(|&(column, value)| i128::from(value) * i128::from(digit[column])).sum()
}

/// The number with these digits, the least first.
fn joined(digits: &[u64]) -> Natural {
    if digits.len() <= 8 {
        return digits.iter().rev().fold(Natural::zero(), |all, &digit| all * PRIME + digit);
    }
    let (low, high) = digits.split_at(digits.len() / 2);
    joined(low) + joined(high) * Natural::from(PRIME).pow(low.len() as u32)
}

/// The rest nearest to 0.
fn symmetric(value: Integer, modulus: &Integer) -> Integer {
    if &value + &value > *modulus { value - modulus } else { value }
}

/// The shortest fraction that is `value` modulo `modulus`, numerator and denominator together; `None` where it is not
/// clearly shorter than chance would have it. Either may be the longer one, as before a great quotient of Euclid's algorithm
/// (Monagan 2004), not only where both are alike (Wang 1981): before few equations there may be long numbers.
fn fraction_of(value: &Integer, modulus: &Integer) -> Option<(Integer, Integer)> {
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
