//! Arithmetic modulo primes just below 2^61, for which reduction needs no division.

use super::Integer;
use num_bigint::Sign;
use num_traits::ToPrimitive as _;
use std::iter;

/// The field of whole numbers modulo one of these primes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PrimeField {
    /// 2^61 minus the prime.
    less: u64,
}

const BITS: u32 = 61;

/// Returns `base` to the power `exponent` by repeated squaring; `product` multiplies two numbers.
fn power(base: u64, mut exponent: u64, product: impl Fn(u64, u64) -> u64) -> u64 {
    let (mut square, mut result) = (base, 1);
    while exponent > 0 {
        if exponent & 1 == 1 {
            result = product(result, square);
        }
        square = product(square, square);
        exponent >>= 1;
    }
    result
}

/// Returns `true` if an odd number is prime, by the test of Miller (1976) and Rabin (1980) with bases that
/// are sufficient for all 64-bit numbers (Sinclair 2011).
fn is_prime(number: u64) -> bool {
    let product = |a: u64, b: u64| (u128::from(a) * u128::from(b) % u128::from(number)) as u64;
    let less = number - 1;
    let twos = less.trailing_zeros();
    [2, 325, 9375, 28178, 450_775, 9_780_504, 1_795_265_022].into_iter().all(|base| {
        // A multiple of the number cannot be a base.
        if base % number == 0 {
            return true;
        }
        let first = power(base % number, less >> twos, product);
        let squares = iter::successors(Some(first), |&square| Some(product(square, square)));
        first == 1 || squares.take(twos as usize).any(|square| square == less)
    })
}

impl PrimeField {
    /// The field of 2^61 - 1.
    pub(crate) const FIRST: Self = Self { less: 1 };

    /// Returns an iterator over all fields, in descending order of their primes. There are hundreds of thousands.
    pub(crate) fn all() -> impl Iterator<Item = Self> {
        let all = (1..1 << 24).step_by(2).map(|less| Self { less });
        // The first prime is known, and usually the only one that is needed.
        all.filter(|field| field.less == 1 || is_prime(field.prime()))
    }

    pub(crate) const fn prime(self) -> u64 {
        (1 << BITS) - self.less
    }

    #[inline]
    fn fold(self, value: u128) -> u128 {
        (value & ((1 << BITS) - 1)) + (value >> BITS) * u128::from(self.less)
    }

    /// Returns the residue of a number of 128 bits.
    #[inline]
    pub(crate) fn residue(self, value: u128) -> u64 {
        let twice = self.fold(self.fold(value)) as u64;
        if twice >= self.prime() { twice - self.prime() } else { twice }
    }

    /// Adds a product to an unreduced sum of products.
    #[inline]
    pub(crate) fn add_product(self, sum: u128, a: u64, b: u64) -> u128 {
        let sum = sum + u128::from(a) * u128::from(b);
        // A product has at most 122 bits, so one reduction leaves room for the next product.
        if sum >> 126 > 0 { self.fold(sum) } else { sum }
    }

    #[inline]
    pub(crate) fn product(self, a: u64, b: u64) -> u64 {
        self.residue(u128::from(a) * u128::from(b))
    }

    #[inline]
    pub(crate) fn negative(self, a: u64) -> u64 {
        if a == 0 { 0 } else { self.prime() - a }
    }

    /// Returns the inverse, by Fermat's little theorem.
    pub(crate) fn inverted(self, a: u64) -> u64 {
        power(a, self.prime() - 2, |a, b| self.product(a, b))
    }

    /// Returns the number with this residue that is nearest to 0.
    #[inline]
    pub(crate) fn symmetric(self, rest: u64) -> i64 {
        if rest > self.prime() / 2 { -(self.negative(rest) as i64) } else { rest as i64 }
    }

    #[inline]
    pub(crate) fn of_word(self, value: i128) -> u64 {
        let size = self.residue(value.unsigned_abs());
        if value < 0 { self.negative(size) } else { size }
    }

    pub(crate) fn of(self, value: &Integer) -> u64 {
        let size = (value.magnitude() % self.prime()).to_u64().expect("less than a word");
        if value.sign() == Sign::Minus { self.negative(size) } else { size }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Natural;

    #[test]
    fn primality_matches_trial_division() {
        // Some composite numbers pass weaker tests: 561, 1105 and 1729 pass Fermat's test for all bases without
        // a common divisor (Carmichael 1910).
        let odd = || (3..3000u64).step_by(2);
        let known: Vec<u64> = odd().filter(|&number| is_prime(number)).collect();
        let right: Vec<u64> = odd().filter(|n| (2..*n).all(|factor| n % factor != 0)).collect();
        assert_eq!(known, right);
    }

    #[test]
    fn residues_are_the_remainders_of_division() {
        // Two folds are sufficient even for the least prime.
        let least = (0..).map(|less| PrimeField { less: (1 << 24) - 1 - 2 * less });
        let least = least.into_iter().find(|field| is_prime(field.prime()));
        for field in PrimeField::all().take(20).chain(least) {
            let prime = field.prime();
            for value in
                [0, 1, u128::from(prime) - 1, u128::from(prime), 1 << 61, 1 << 122, u128::MAX - 1, u128::MAX]
            {
                assert_eq!(
                    u128::from(field.residue(value)),
                    value % u128::from(prime),
                    "{value} modulo {prime}"
                );
            }
            for value in [1, 2, prime / 3, prime - 1] {
                assert_eq!(field.product(value, field.inverted(value)), 1);
                assert_eq!(field.residue(u128::from(value) + u128::from(field.negative(value))), 0);
                assert_eq!(field.of_word(field.symmetric(value).into()), value);
                assert_eq!(field.of(&field.symmetric(value).into()), value);
                assert!(field.symmetric(value).unsigned_abs() <= prime / 2);
            }
            let terms = (0..500).map(|at| (prime - 1 - at % 3, prime - 1 - at % 7));
            let sum = terms.clone().fold(5, |sum, (a, b)| field.add_product(sum, a, b));
            let right: Natural = terms.map(|(a, b)| Natural::from(a) * b).sum();
            assert_eq!(Natural::from(field.residue(sum)), (right + 5u32) % prime);
        }
        let known = [1, 31, 45, 229, 259].map(|less| (1 << 61) - less);
        assert!(PrimeField::all().map(PrimeField::prime).take(5).eq(known));
    }
}
