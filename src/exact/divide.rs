//! Repeated division by one word, by multiplications with its reciprocal, because division instructions are
//! slow.

/// A divisor of one word, with its reciprocal (Möller and Granlund, 2011).
#[derive(Clone, Copy, Debug)]
pub(super) struct Divisor {
    /// The divisor, shifted so that its top bit is set.
    divisor: u64,
    reciprocal: u64,
    shift: u32,
}

impl Divisor {
    pub(super) const fn new(word: u64) -> Self {
        let shift = word.leading_zeros();
        let divisor = word << shift;
        let reciprocal = (u128::MAX / divisor as u128 - (1 << 64)) as u64;
        Self { divisor, reciprocal, shift }
    }

    /// Returns the quotient and remainder of `high * 2^64 + low`. `high` must be less than the shifted
    /// divisor.
    #[inline]
    fn step(&self, high: u64, low: u64) -> (u64, u64) {
        let wide =
            u128::from(self.reciprocal) * u128::from(high) + ((u128::from(high) << 64) | u128::from(low));
        let mut quotient = ((wide >> 64) as u64).wrapping_add(1);
        let mut rest = low.wrapping_sub(quotient.wrapping_mul(self.divisor));
        if rest > wide as u64 {
            quotient = quotient.wrapping_sub(1);
            rest = rest.wrapping_add(self.divisor);
        }
        if rest >= self.divisor {
            quotient = quotient.wrapping_add(1);
            rest -= self.divisor;
        }
        (quotient, rest)
    }

    /// Divides `number` in place and returns the remainder.
    pub(super) fn divide(&self, number: &mut [u64]) -> u64 {
        let mut rest = 0;
        if self.shift == 0 {
            for limb in number.iter_mut().rev() {
                (*limb, rest) = self.step(rest, *limb);
            }
            return rest;
        }
        let mut above = number.last().map_or(0, |top| top >> (64 - self.shift));
        for at in (0..number.len()).rev() {
            let below = if at == 0 { 0 } else { number[at - 1] >> (64 - self.shift) };
            (above, rest) = self.step(above, (number[at] << self.shift) | below);
            number[at] = above;
            above = rest;
        }
        rest >> self.shift
    }

    /// Returns the remainder of `number`.
    pub(super) fn remainder(&self, number: &[u64]) -> u64 {
        if self.shift == 0 {
            return number.iter().rev().fold(0, |rest, &limb| self.step(rest, limb).1);
        }
        let mut rest = number.last().map_or(0, |top| top >> (64 - self.shift));
        for at in (0..number.len()).rev() {
            let below = if at == 0 { 0 } else { number[at - 1] >> (64 - self.shift) };
            rest = self.step(rest, (number[at] << self.shift) | below).1;
        }
        rest >> self.shift
    }
}

/// An odd prime, prepared so that a test for divisibility of a word is one multiplication.
#[derive(Clone, Copy, Debug)]
pub(super) struct Prime {
    pub(super) prime: u64,
    /// The inverse modulo 2^64. The product of a multiple with it is the quotient.
    inverse: u64,
    /// The greatest possible quotient; a greater product means that the word is not divisible.
    most: u64,
}

impl Prime {
    pub(super) fn new(prime: u64) -> Self {
        // Newton's iteration doubles the number of correct bits. An odd number is its own inverse modulo 8,
        // which is correct in three bits.
        let mut inverse = prime;
        for _ in 0..5 {
            inverse = inverse.wrapping_mul(2u64.wrapping_sub(prime.wrapping_mul(inverse)));
        }
        Self { prime, inverse, most: u64::MAX / prime }
    }

    /// Returns the quotient of `word`, or `None` if it is not divisible.
    pub(super) fn divide(self, word: u64) -> Option<u64> {
        let quotient = word.wrapping_mul(self.inverse);
        (quotient <= self.most).then_some(quotient)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cases::{check, words};
    use crate::{Natural, limbs};
    use proptest::prelude::*;

    #[test]
    fn division_by_a_word_is_division() {
        check((words(1..6), 1u64..), |(number, by)| {
            let divisor = Divisor::new(*by);
            let natural = limbs::natural(number);
            assert_eq!(Natural::from(divisor.remainder(number)), &natural % by);
            let mut quotient = number.clone();
            let rest = divisor.divide(&mut quotient);
            assert_eq!(limbs::natural(&quotient), &natural / by);
            assert_eq!(Natural::from(rest), natural % by);
        });
    }

    #[test]
    fn exact_division_by_an_odd_word_is_division() {
        check((any::<u64>(), 1u64..1 << 40), |&(word, half)| {
            let by = 2 * half + 1;
            for word in [word, (word % (u64::MAX / by)) * by] {
                let exact = (word % by == 0).then_some(word / by);
                assert_eq!(Prime::new(by).divide(word), exact);
            }
        });
    }
}
