//! Whole numbers modulo a prime that nobody can know beforehand: whoever made two numbers differ cannot make them agree.

use super::{Integer, Natural, Rational, limbs};
use std::hash::{BuildHasher as _, RandomState};

/// Bits of the prime: sums of some products of three residues fit two limbs.
const BITS: u32 = 56;

/// Whole numbers modulo a prime drawn at random.
#[derive(Clone, Copy, Debug)]
pub struct Residues {
    prime: u64,
}

/// A random word. The standard library draws its keys from the system's randomness.
fn word() -> u64 {
    RandomState::new().hash_one(0)
}

/// The power of a residue, by squares; `product` is that of two residues.
pub(crate) fn power(base: u64, mut exponent: u64, product: impl Fn(u64, u64) -> u64) -> u64 {
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

impl Residues {
    /// Those of another prime every time.
    pub fn random() -> Self {
        loop {
            let residues = Self { prime: word() >> (64 - BITS) | 1 << (BITS - 1) | 1 };
            if residues.is_prime() {
                return residues;
            }
        }
    }

    /// Those of a number, which need not be prime.
    pub(crate) fn modulo(prime: u64) -> Self {
        Self { prime }
    }

    /// Miller 1976 and Rabin 1980, with the bases that decide all words (Sinclair 2011).
    pub(crate) fn is_prime(self) -> bool {
        let less = self.prime - 1;
        let twos = less.trailing_zeros();
        [2, 325, 9375, 28178, 450_775, 9_780_504, 1_795_265_022].into_iter().all(|base| {
            let mut power = self.power(base, less >> twos);
            // A base that is a multiple of the number says nothing.
            base % self.prime == 0
                || power == 1
                || (0..twos).any(|_| {
                    let met = power == less;
                    power = self.product(power, power);
                    met
                })
        })
    }

    /// A residue drawn at random, not 0.
    pub fn any(self) -> u64 {
        1 + word() % (self.prime - 1)
    }

    #[inline]
    fn of(self, word: u64) -> u64 {
        word % self.prime
    }

    /// The residue of a number of limbs, the least significant one first.
    pub fn of_limbs(self, limbs: impl Iterator<Item = u64>) -> u64 {
        let (mut sum, mut place) = (0, 1);
        let base = ((1u128 << 64) % u128::from(self.prime)) as u64;
        for limb in limbs {
            sum = self.sum(sum, self.product(limb, place));
            place = self.product(place, base);
        }
        sum
    }

    /// The residue of a number.
    pub fn of_number(self, number: &Natural) -> u64 {
        self.of_limbs(limbs::limbs(number).into_iter())
    }

    /// The residue of a number, which may be negative.
    pub fn of_integer(self, number: &Integer) -> u64 {
        let size = self.of_number(number.magnitude());
        if number < &Integer::default() { self.of(self.prime - size) } else { size }
    }

    /// The sum of two residues.
    #[inline]
    pub fn sum(self, a: u64, b: u64) -> u64 {
        self.of(a + b)
    }

    /// The difference of two residues.
    pub fn difference(self, a: u64, b: u64) -> u64 {
        self.of(a + self.prime - b)
    }

    /// The residue of a product of two words.
    #[inline]
    pub fn product(self, a: u64, b: u64) -> u64 {
        (u128::from(a) * u128::from(b) % u128::from(self.prime)) as u64
    }

    /// The residue of a power.
    pub fn power(self, base: u64, exponent: u64) -> u64 {
        power(self.of(base), exponent, |a, b| self.product(a, b))
    }

    /// The residue by which one must multiply instead of dividing by a word, by Fermat.
    pub fn inverse(self, word: u64) -> u64 {
        if word == 1 { 1 } else { self.power(word, self.prime - 2) }
    }

    /// The residue that stands for a fraction.
    pub fn of_fraction(self, fraction: &Rational) -> u64 {
        let [above, below] = [fraction.numer(), fraction.denom()].map(|part| self.of_integer(part));
        self.product(above, self.inverse(below))
    }

    /// The residue that stands for a weight over a total.
    pub fn share(self, (weight, total): (u64, u64)) -> u64 {
        self.product(weight, self.inverse(total))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_modulus_is_prime_and_another_one_each_time() {
        let primes: Vec<u64> = (0..20).map(|_| Residues::random().prime).collect();
        for &prime in &primes {
            assert!((3..1 << 12).step_by(2).all(|factor| prime % factor != 0), "{prime}");
            assert_eq!(prime.ilog2(), BITS - 1);
        }
        assert!(primes.iter().any(|prime| *prime != primes[0]));
        // Among them are numbers that look prime to many bases: 561, 1105 and 1729 to all (Carmichael 1910).
        let odd = || (3..3000u64).step_by(2);
        let known: Vec<u64> = odd().filter(|&prime| Residues { prime }.is_prime()).collect();
        let right: Vec<u64> = odd().filter(|n| (2..*n).all(|factor| n % factor != 0)).collect();
        assert_eq!(known, right);
    }

    #[test]
    fn residues_are_those_of_the_numbers() {
        let residues = Residues::random();
        let number = Natural::from(u128::MAX) * Natural::from(u64::MAX - 58);
        let right = &number % residues.prime;
        assert_eq!(Natural::from(residues.of_number(&number)), right);
        let word = residues.any();
        assert_eq!(residues.product(word, residues.inverse(word)), 1);
        assert_eq!(residues.sum(residues.prime - 1, 1), 0);
    }
}
