//! Exact solution of large sparse systems, block after block, by lifting.
//!
//! The system is solved modulo a prime. This gives the lowest digit of the solution in the base of this prime. The right-hand
//! side that is left, divided by the prime, gives the next digit (Dixon 1982). Random combinations of the unknowns give their
//! common denominator. Multiplied by this denominator, the solution has finitely many digits, and a right-hand side of 0
//! proves that it is exact. So no fraction is reduced, and each further digit costs a few machine operations for each
//! coefficient.

mod coefficient;

use self::coefficient::{Coefficient, PrimeBase};
use super::factors::{SparseFactors, SparseMatrix};
use super::field::PrimeField;
use super::linear::fraction_of;
use super::{Integer, Natural, Rational, ratio};
use num_integer::Integer as _;
use num_traits::{FromPrimitive as _, One as _, Pow as _, ToPrimitive as _, Zero};
use std::ops::Range;

/// The system `diagonal[i] * x[i] = sum of coefficients * x + right_side[i]`, in whole numbers.
///
/// The rows are in blocks, and the equations of a block have unknowns of this block and of earlier blocks only.
#[derive(Clone, Debug, Default)]
pub struct SparseSystem<C> {
    /// The first row of each block, and the number of rows.
    pub blocks: Vec<u32>,
    /// The first coefficient of each row, and the number of coefficients.
    pub offsets: Vec<usize>,
    /// The unknowns of the coefficients, in ascending order in each row, without the diagonal.
    pub columns: Vec<u32>,
    /// The coefficients.
    pub coefficients: Vec<C>,
    /// The coefficient of the unknown of each row.
    pub diagonal: Vec<C>,
    /// The right-hand side of each row.
    pub right_side: Vec<C>,
}

/// The solution of a system, over a common denominator.
#[derive(Clone, Debug)]
pub struct SparseSolution {
    /// The digits of all numerators, the least significant first.
    digits: Vec<Vec<i64>>,
    /// The base of the digits.
    prime: u64,
    /// The common denominator, which is positive.
    pub denominator: Integer,
}

impl SparseSolution {
    /// Returns a numerator.
    pub fn numerator(&self, unknown: usize) -> Integer {
        let own: Vec<i128> = self.digits.iter().map(|digits| digits[unknown].into()).collect();
        joined(&own, self.prime)
    }

    /// Returns a value in lowest terms.
    pub fn value(&self, unknown: usize) -> Rational {
        ratio(self.numerator(unknown), self.denominator.clone())
    }

    /// Returns all values as doubles. The error of a value is at most `2^-50` times the greater of 1 and its absolute value.
    pub fn doubles(&self) -> Vec<f64> {
        self.pairs_of_doubles().into_iter().map(|(high, _)| high).collect()
    }

    /// Returns all values as sums of two doubles, the second of which is a correction of the first.
    pub fn pairs_of_doubles(&self) -> Vec<(f64, f64)> {
        // The lower digits change a value by less than 2^-120.
        let leading = (self.denominator.bits() / 61).saturating_sub(3) as usize;
        let leading = leading.min(self.digits.len().saturating_sub(1));
        let below = Integer::from(self.denominator.magnitude() / Natural::from(self.prime).pow(leading));
        let value = |unknown: usize| {
            let own: Vec<i128> = self.digits[leading..].iter().map(|digits| digits[unknown].into()).collect();
            let scaled = (joined(&own, self.prime) << 160u32) / &below;
            let high = scaled.to_f64().unwrap_or(f64::INFINITY);
            let rest =
                Integer::from_f64(high).map_or(0.0, |nearest| (scaled - nearest).to_f64().unwrap_or(0.0));
            let unit = 2f64.powi(-160);
            (high * unit, rest * unit)
        };
        (0..self.digits.first().map_or(0, Vec::len)).map(value).collect()
    }
}

impl<C: Coefficient> SparseSystem<C> {
    /// Returns the solution, or `None` if a pivot is 0 modulo each of the first three primes. Pivots are on the diagonal.
    ///
    /// # Errors
    /// Returns the first error of `check`, which is called repeatedly with the number of bytes that are allocated next.
    pub fn solve<E>(&self, check: &dyn Fn(u64) -> Result<(), E>) -> Result<Option<SparseSolution>, E> {
        for field in PrimeField::all().take(3) {
            if let Some(lifting) = Lifting::new(self, PrimeBase::new(field), check)? {
                return lifting.solve(check);
            }
        }
        Ok(None)
    }
}

/// A factor by which each denominator of a random combination is multiplied. The combination may have a smaller denominator
/// than the unknowns, usually by a small factor.
const SMOOTH: u32 = 64 * 81 * 25 * 7 * 11 * 13;

/// The result of computing digits of a solution times a factor.
enum Digits {
    /// All digits: the products are whole numbers.
    All(Vec<Vec<i64>>),
    /// The denominator of a random combination of the products, or `None` if there are too few digits.
    Denominator(Option<Integer>),
}

/// A system with the factors of its blocks modulo a prime.
struct Lifting<'a, C> {
    system: &'a SparseSystem<C>,
    prime: PrimeBase,
    /// The inverses of the diagonal, for blocks of one row.
    inverses: Vec<u64>,
    /// The factors of the other blocks.
    factors: Vec<Option<SparseFactors<PrimeField>>>,
    /// For each row, the index of its first coefficient whose unknown is in the block of the row.
    inside: Vec<usize>,
}

/// The remainders and the digits of one step.
struct LiftStep<C: Coefficient> {
    rests: Vec<C::Sum>,
    digit: Vec<i64>,
    /// The right-hand side and the solution of a block.
    block: Vec<u64>,
}

impl<'a, C: Coefficient> Lifting<'a, C> {
    /// Factorises the blocks, or returns `None` if a pivot is 0.
    fn new<E>(
        system: &'a SparseSystem<C>,
        prime: PrimeBase,
        check: &dyn Fn(u64) -> Result<(), E>,
    ) -> Result<Option<Self>, E> {
        let mut inverses = vec![0; system.diagonal.len()];
        let mut inside = Vec::with_capacity(system.diagonal.len());
        // Many rows in succession have equal diagonals.
        let mut last = (1, 1);
        let mut factors = Vec::with_capacity(system.blocks.len());
        for block in system.blocks.windows(2) {
            let rows = block[0] as usize..block[1] as usize;
            inside.extend(rows.clone().map(|row| system.inside(row, block[0])));
            if rows.len() == 1 {
                let diagonal = system.diagonal[rows.start].residue(prime);
                if diagonal == 0 {
                    return Ok(None);
                }
                if diagonal != last.0 {
                    last = (diagonal, prime.field.inverted(diagonal));
                }
                inverses[rows.start] = last.1;
                factors.push(None);
                continue;
            }
            let entries = |row: usize| {
                let places = inside[row]..system.offsets[row + 1];
                places
                    .map(|at| {
                        let value = prime.field.negative(system.coefficients[at].residue(prime));
                        (system.columns[at] - block[0], value)
                    })
                    .collect()
            };
            let matrix = SparseMatrix {
                diagonal: rows.clone().map(|row| system.diagonal[row].residue(prime)).collect(),
                rows: rows.map(entries).collect(),
            };
            let Some(found) = SparseFactors::new(prime.field, matrix, check)? else { return Ok(None) };
            factors.push(Some(found));
        }
        Ok(Some(Self { system, prime, inverses, factors, inside }))
    }

    /// Computes the next digit of the solution, and the remainders that are left.
    fn step(&self, step: &mut LiftStep<C>) {
        let (system, field) = (self.system, self.prime.field);
        for (block, factors) in system.blocks.windows(2).zip(&self.factors) {
            let rows = block[0] as usize..block[1] as usize;
            let Some(factors) = factors else {
                let row = rows.start;
                let rest = self.add_products(step, row, system.offsets[row]..system.offsets[row + 1]);
                step.digit[row] = field.symmetric(field.product(rest, self.inverses[row]));
                self.divide(step, row);
                continue;
            };
            step.block.clear();
            for row in rows.clone() {
                let rest = self.add_products(step, row, system.offsets[row]..self.inside[row]);
                step.block.push(rest);
            }
            factors.solve(&mut step.block);
            for (row, &value) in rows.clone().zip(&step.block) {
                step.digit[row] = field.symmetric(value);
            }
            for row in rows {
                self.add_products(step, row, self.inside[row]..system.offsets[row + 1]);
                self.divide(step, row);
            }
        }
    }

    /// Adds products of coefficients and digits to the remainder of a row, and returns its residue.
    #[inline]
    fn add_products(&self, step: &mut LiftStep<C>, row: usize, places: Range<usize>) -> u64 {
        let rest = &mut step.rests[row];
        let columns = &self.system.columns[places.clone()];
        for (coefficient, &column) in self.system.coefficients[places].iter().zip(columns) {
            coefficient.add_product(rest, step.digit[column as usize]);
        }
        C::rest(rest, self.prime)
    }

    /// Subtracts the product of the diagonal entry and the digit from the remainder of a row, and divides by the prime.
    #[inline]
    fn divide(&self, step: &mut LiftStep<C>, row: usize) {
        let rest = &mut step.rests[row];
        self.system.diagonal[row].add_product(rest, -step.digit[row]);
        C::divide(rest, self.prime);
    }

    fn begin(&self) -> LiftStep<C> {
        let size = self.system.diagonal.len();
        LiftStep { rests: vec![C::Sum::zero(); size], digit: vec![0; size], block: Vec::new() }
    }

    fn add_known(&self, step: &mut LiftStep<C>, digit: i64) {
        for (rest, known) in step.rests.iter_mut().zip(&self.system.right_side) {
            known.add_product(rest, digit);
        }
    }

    fn solve<E>(&self, check: &dyn Fn(u64) -> Result<(), E>) -> Result<Option<SparseSolution>, E> {
        let prime = self.prime.field.prime();
        if self.system.right_side.iter().all(C::is_zero) {
            let digits = vec![vec![0; self.system.diagonal.len()]];
            return Ok(Some(SparseSolution { digits, prime, denominator: Integer::one() }));
        }
        let mut step = self.begin();
        self.add_known(&mut step, 1);
        let mut combined = CombinedNumber::new(prime);
        let mut next = 2;
        // Factors that the common denominator may have and the first combination lacks. A combination lacks a prime factor p
        // with probability 1/p, so each combination has other weights.
        let mut lacking = Integer::from(SMOOTH);
        let mut seeds = 1..;
        loop {
            check(0)?;
            self.step(&mut step);
            combined.push(combination(&step.digit, 0));
            if combined.digits < next {
                continue;
            }
            next += (next / 8).max(1);
            let Some(denominator) = combined.denominator() else { continue };
            let mut factor = denominator * &lacking;
            for seed in seeds.by_ref().take(3) {
                match self.whole_digits(&factor, combined.digits + 6, seed, check)? {
                    Digits::All(digits) => {
                        return Ok(Some(SparseSolution { digits, prime, denominator: factor }));
                    }
                    Digits::Denominator(Some(missing)) => {
                        factor *= &missing;
                        lacking *= missing;
                    }
                    Digits::Denominator(None) => break,
                }
            }
        }
    }

    /// Returns the digits of the solution times `factor`. If there are more than `most`, returns the denominator of a random
    /// combination of these products, if its digits suffice.
    fn whole_digits<E>(
        &self,
        factor: &Integer,
        most: usize,
        seed: u64,
        check: &dyn Fn(u64) -> Result<(), E>,
    ) -> Result<Digits, E> {
        let prime = self.prime.field.prime();
        let mut factor_digits = Vec::new();
        let mut rest = factor.magnitude().clone();
        while !rest.is_zero() {
            let (quotient, digit) = rest.div_rem(&prime.into());
            factor_digits.push(digit.to_i64().expect("less than the prime"));
            rest = quotient;
        }
        let mut step = self.begin();
        let (mut digits, mut combined) = (Vec::new(), CombinedNumber::new(prime));
        while digits.len() < most {
            check(8 * step.digit.len() as u64)?;
            if let Some(&digit) = factor_digits.get(digits.len()) {
                self.add_known(&mut step, digit);
            }
            self.step(&mut step);
            combined.push(combination(&step.digit, seed));
            digits.push(step.digit.clone());
            if digits.len() >= factor_digits.len() && step.rests.iter().all(C::Sum::is_zero) {
                return Ok(Digits::All(digits));
            }
        }
        Ok(Digits::Denominator(combined.denominator()))
    }
}

impl<C> SparseSystem<C> {
    /// Returns the index of the first coefficient of a row whose unknown is in the block of the row. The block begins with the
    /// row `first`.
    fn inside(&self, row: usize, first: u32) -> usize {
        let columns = &self.columns[self.offsets[row]..self.offsets[row + 1]];
        self.offsets[row] + columns.partition_point(|&column| column < first)
    }
}

/// The first digits of a random combination of the unknowns.
struct CombinedNumber {
    base: u64,
    digits: usize,
    /// The number that the digits before `recent` represent, and its modulus.
    value: Integer,
    modulus: Integer,
    recent: Vec<i128>,
}

impl CombinedNumber {
    fn new(base: u64) -> Self {
        Self { base, digits: 0, value: Integer::zero(), modulus: Integer::one(), recent: Vec::new() }
    }

    fn push(&mut self, digit: i128) {
        self.recent.push(digit);
        self.digits += 1;
    }

    /// Returns the denominator of the number, or `None` if the digits are too few.
    fn denominator(&mut self) -> Option<Integer> {
        self.value += joined(&self.recent, self.base) * &self.modulus;
        self.modulus *= Integer::from(self.base).pow(self.recent.len());
        self.recent.clear();
        fraction_of(&self.value.mod_floor(&self.modulus), &self.modulus).map(|(_, denominator)| denominator)
    }
}

/// Returns a random combination of the digits. The weights of a seed are always the same (Steele, Lea and Flood 2014).
fn combination(digits: &[i64], seed: u64) -> i128 {
    let weight = |at: u64| {
        let mixed = (seed << 32 | at).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        (mixed ^ mixed >> 31) >> 34
    };
    digits.iter().zip(1..).map(|(&digit, at)| i128::from(digit) * i128::from(weight(at))).sum()
}

/// Returns the number with these digits, least significant digit first. Digits may be negative, or greater than the base.
fn joined(digits: &[i128], base: u64) -> Integer {
    // The powers with the exponents 8, 16, 32, ...
    let mut powers = vec![Integer::from(base).pow(8u32)];
    while 8 << powers.len() < digits.len() {
        let last = &powers[powers.len() - 1];
        powers.push(last * last);
    }
    joined_by(digits, base, &powers)
}

fn joined_by(digits: &[i128], base: u64, powers: &[Integer]) -> Integer {
    let Some((power, lower)) = powers.split_last().filter(|_| digits.len() > 8) else {
        return digits.iter().rev().fold(Integer::zero(), |all, &digit| all * base + digit);
    };
    let middle = 8 << lower.len();
    match digits.split_at_checked(middle) {
        Some((low, high)) => joined_by(low, base, lower) + joined_by(high, base, lower) * power,
        None => joined_by(digits, base, lower),
    }
}

#[cfg(test)]
mod tests;
