//! Coefficients of sparse systems: words, or whole numbers of any length.

use crate::Integer;
use crate::field::PrimeField;
use num_traits::Zero;

/// A whole number as a coefficient. If coefficients are words, their absolute values must add up to less than 2^62 in each row.
pub trait Coefficient: Zero {
    /// A sum of products of coefficients and digits.
    type Sum: Clone + Zero;

    /// Returns the residue.
    fn residue(&self, prime: PrimeBase) -> u64;
    /// Adds a product with a digit, or with its negative.
    fn add_product(&self, sum: &mut Self::Sum, digit: i64);
    /// Returns the residue of a sum.
    fn rest(sum: &Self::Sum, prime: PrimeBase) -> u64;
    /// Divides a multiple of the prime by the prime.
    fn divide(sum: &mut Self::Sum, prime: PrimeBase);
}

/// A prime and its inverse modulo 2^128, for exact division.
#[derive(Clone, Copy, Debug)]
pub struct PrimeBase {
    pub(super) field: PrimeField,
    /// The inverse modulo 2^128.
    inverse: u128,
}

impl PrimeBase {
    pub(super) fn new(field: PrimeField) -> Self {
        let prime = u128::from(field.prime());
        // Each step of Newton's iteration doubles the number of correct bits.
        let step = |inverse: u128, _| inverse.wrapping_mul(2u128.wrapping_sub(prime.wrapping_mul(inverse)));
        Self { field, inverse: (0..7).fold(prime, step) }
    }
}

impl Coefficient for i64 {
    type Sum = i128;

    fn residue(&self, prime: PrimeBase) -> u64 {
        prime.field.of_word((*self).into())
    }

    #[inline]
    fn add_product(&self, sum: &mut i128, digit: i64) {
        *sum += i128::from(*self) * i128::from(digit);
    }

    #[inline]
    fn rest(sum: &i128, prime: PrimeBase) -> u64 {
        prime.field.of_word(*sum)
    }

    #[inline]
    fn divide(sum: &mut i128, prime: PrimeBase) {
        *sum = (*sum as u128).wrapping_mul(prime.inverse) as i128;
    }
}

impl Coefficient for Integer {
    type Sum = Integer;

    fn residue(&self, prime: PrimeBase) -> u64 {
        prime.field.of(self)
    }

    fn add_product(&self, sum: &mut Integer, digit: i64) {
        *sum += self * digit;
    }

    fn rest(sum: &Integer, prime: PrimeBase) -> u64 {
        prime.field.of(sum)
    }

    fn divide(sum: &mut Integer, prime: PrimeBase) {
        *sum /= prime.field.prime();
    }
}
