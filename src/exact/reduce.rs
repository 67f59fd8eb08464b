//! Fractions in lowest terms, as text, by the million.
//!
//! The denominators in a graph are few, shared by many nodes, and products of small primes, for they come from
//! weights. A [`Reducer`] factors a denominator once into words that share no prime; what a numerator has in common
//! with it is then found word by word, in machine arithmetic.

use super::{Natural, fraction, limbs, ratio_of};

/// Primes up to here are looked for in a denominator; what has a greater one is reduced the slow way.
const GREATEST_PRIME: u64 = 4096;

/// A word to divide by, with its reciprocal (Möller and Granlund, 2011).
#[derive(Clone, Copy, Debug)]
struct Divisor {
    /// The divisor, shifted so that its top bit is set.
    divisor: u64,
    reciprocal: u64,
    shift: u32,
}

impl Divisor {
    const fn new(word: u64) -> Self {
        let shift = word.leading_zeros();
        let divisor = word << shift;
        let reciprocal = (u128::MAX / divisor as u128 - (1 << 64)) as u64;
        Self { divisor, reciprocal, shift }
    }

    /// The quotient and the rest of `high * 2^64 + low`, where `high` is less than the shifted divisor.
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

    /// Divides `number` in place and returns the rest.
    fn divide(&self, number: &mut [u64]) -> u64 {
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

    /// The rest of `number`.
    fn rest(&self, number: &[u64]) -> u64 {
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

/// A denominator, ready to be reduced against many numerators.
#[derive(Clone, Debug)]
pub(crate) struct Reducer {
    denominator: Vec<u64>,
    /// The power of two in it.
    twos: u32,
    /// Products of the powers of its odd primes, no prime in two of them, with their divisors.
    words: Vec<(u64, Divisor)>,
    /// Whether a prime too great to look for is left.
    rough: bool,
}

impl Reducer {
    /// Prepares a denominator, at least 1.
    pub(crate) fn new(denominator: &Natural) -> Self {
        let all = limbs::limbs(denominator);
        let twos = trailing_zeros(&all);
        let mut left = all.clone();
        shift_right(&mut left, twos);
        let mut words: Vec<u64> = vec![1];
        let mut prime = 3;
        while prime < GREATEST_PRIME && left != [1] {
            let divisor = Divisor::new(prime);
            let mut power = 1u64;
            while divisor.rest(&left) == 0 {
                // A power too great for a word makes the denominator rough; such a one is not met in games.
                let Some(next) = power.checked_mul(prime) else { break };
                power = next;
                divisor.divide(&mut left);
                trim(&mut left);
            }
            let last = words.last_mut().expect("one at least");
            match last.checked_mul(power) {
                Some(product) => *last = product,
                None => words.push(power),
            }
            prime += 2;
        }
        let words =
            words.into_iter().filter(|&word| word > 1).map(|word| (word, Divisor::new(word))).collect();
        Self { denominator: all, twos, words, rough: left != [1] }
    }

    /// Appends `numerator / denominator` in lowest terms, `num/den`.
    pub(crate) fn write(&self, numerator: &[u64], scratch: &mut Scratch, text: &mut String) {
        let Scratch { top, bottom, .. } = scratch;
        top.clear();
        top.extend_from_slice(&numerator[..limbs::width(limbs::bits(numerator))]);
        if top[..] == [0] {
            text.push_str("0/1");
            return;
        }
        if self.rough {
            let (top, bottom) = (limbs::natural(top), limbs::natural(&self.denominator));
            text.push_str(&fraction(&ratio_of(top, bottom)));
            return;
        }
        bottom.clear();
        bottom.extend_from_slice(&self.denominator);
        let mut shared: u64 = 1;
        for (word, divisor) in &self.words {
            let common = odd_gcd(*word, divisor.rest(top));
            if common == 1 {
                continue;
            }
            match shared.checked_mul(common) {
                Some(product) => shared = product,
                None => {
                    divide_both(shared, top, bottom);
                    shared = common;
                }
            }
        }
        divide_both(shared, top, bottom);
        let twos = self.twos.min(trailing_zeros(top));
        shift_right(top, twos);
        shift_right(bottom, twos);
        write_decimal(&mut scratch.top, &mut scratch.parts, text);
        text.push('/');
        write_decimal(&mut scratch.bottom, &mut scratch.parts, text);
    }
}

/// Buffers that keep their allocations between fractions.
#[derive(Debug, Default)]
pub(crate) struct Scratch {
    top: Vec<u64>,
    bottom: Vec<u64>,
    parts: Vec<u64>,
}

fn divide_both(by: u64, top: &mut Vec<u64>, bottom: &mut Vec<u64>) {
    if by > 1 {
        let divisor = Divisor::new(by);
        for number in [top, bottom] {
            let rest = divisor.divide(number);
            debug_assert_eq!(rest, 0, "a common divisor divides both");
            trim(number);
        }
    }
}

/// The greatest common divisor of an odd word and any word.
fn odd_gcd(mut a: u64, mut b: u64) -> u64 {
    while b != 0 {
        b >>= b.trailing_zeros();
        (a, b) = (a.min(b), a.abs_diff(b));
    }
    a
}

fn trim(number: &mut Vec<u64>) {
    while number.len() > 1 && number.last() == Some(&0) {
        number.pop();
    }
}

fn trailing_zeros(number: &[u64]) -> u32 {
    let zeros = number.iter().take_while(|&&limb| limb == 0).count();
    number.get(zeros).map_or(0, |limb| 64 * zeros as u32 + limb.trailing_zeros())
}

fn shift_right(number: &mut Vec<u64>, by: u32) {
    if by == 0 {
        return;
    }
    number.drain(..(by / 64) as usize);
    let by = by % 64;
    if by > 0 {
        for at in 0..number.len() {
            let above = number.get(at + 1).map_or(0, |limb| limb << (64 - by));
            number[at] = (number[at] >> by) | above;
        }
    }
    trim(number);
}

/// 10^19, the greatest power of ten in a word.
const TENS: Divisor = Divisor::new(10_000_000_000_000_000_000);

fn write_decimal(number: &mut Vec<u64>, parts: &mut Vec<u64>, text: &mut String) {
    parts.clear();
    loop {
        parts.push(TENS.divide(number));
        trim(number);
        if number[..] == [0] {
            break;
        }
    }
    let mut digits = itoa::Buffer::new();
    text.push_str(digits.format(parts.pop().expect("one part at least")));
    for &part in parts.iter().rev() {
        let digits = digits.format(part);
        text.extend(std::iter::repeat_n('0', 19 - digits.len()));
        text.push_str(digits);
    }
}

/// The double nearest to `numerator / denominator`, ties to even.
pub(crate) fn nearest(numerator: &[u64], denominator: &[u64]) -> f64 {
    let (top, bottom) = (limbs::bits(numerator), limbs::bits(denominator));
    if top == 0 {
        return 0.0;
    }
    // The first 64 bits of each give a quotient that is off by less than 3 in 2^63 parts.
    let quotient = (u128::from(leading(numerator, top)) << 64) / u128::from(leading(denominator, bottom));
    let spare = 128 - quotient.leading_zeros() - 53;
    let beyond = quotient & ((1 << spare) - 1);
    let half = 1u128 << (spare - 1);
    let power = i64::from(top) - i64::from(bottom) - 64;
    if beyond.abs_diff(half) <= 4 || power < -1000 {
        // Too close to the middle between two doubles, or near the smallest: all digits decide.
        return super::double_of(&limbs::natural(numerator), &limbs::natural(denominator));
    }
    super::scale_by_power_of_two(quotient as f64, power)
}

/// The top 64 bits of a number of `bits` bits.
fn leading(number: &[u64], bits: u32) -> u64 {
    let top = (bits - 1) as usize / 64;
    let shift = number[top].leading_zeros();
    let below = if top == 0 || shift == 0 { 0 } else { number[top - 1] >> (64 - shift) };
    (number[top] << shift) | below
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn smooth() -> impl Strategy<Value = Natural> {
        prop::collection::vec((0usize..12, 0u32..7), 0..12).prop_map(|powers| {
            const PRIMES: [u64; 12] = [2, 3, 5, 7, 11, 13, 17, 97, 199, 1009, 2, 2];
            powers
                .into_iter()
                .fold(Natural::from(1u32), |n, (at, power)| n * Natural::from(PRIMES[at]).pow(power))
        })
    }

    proptest! {
        #[test]
        fn fractions_are_in_lowest_terms(
            shared in smooth(), bottom in smooth(), top in prop::collection::vec(any::<u64>(), 0..5),
            rough in prop_oneof![Just(1u64), Just(1u64), any::<u64>()],
        ) {
            let (top, bottom) = (limbs::natural(&top) * &shared, bottom * shared * rough.max(1));
            let mut numerator = limbs::limbs(&top);
            numerator.push(0);
            let mut text = String::new();
            Reducer::new(&bottom).write(&numerator, &mut Scratch::default(), &mut text);
            prop_assert_eq!(text, fraction(&ratio_of(top, bottom)));
        }

        #[test]
        fn doubles_are_nearest(
            top in prop::collection::vec(any::<u64>(), 1..6), bottom in prop::collection::vec(1u64.., 1..6),
        ) {
            let exact = super::super::double_of(&limbs::natural(&top), &limbs::natural(&bottom));
            prop_assert_eq!(nearest(&top, &bottom).to_bits(), exact.to_bits());
        }

        /// Quotients that lie on or next to the middle between two doubles.
        #[test]
        fn doubles_near_the_middle_are_nearest(whole in 1u64 << 53..1u64 << 54, by in 1u64.., add in 0u64..3) {
            let top = limbs::limbs(&(Natural::from(whole | 1) * by + add));
            let exact = super::super::double_of(&limbs::natural(&top), &Natural::from(by));
            prop_assert_eq!(nearest(&top, &[by]).to_bits(), exact.to_bits());
        }

        #[test]
        fn division_by_a_word_is_division(number in prop::collection::vec(any::<u64>(), 1..6), by in 1u64..) {
            let divisor = Divisor::new(by);
            let natural = limbs::natural(&number);
            prop_assert_eq!(Natural::from(divisor.rest(&number)), &natural % by);
            let mut quotient = number.clone();
            let rest = divisor.divide(&mut quotient);
            prop_assert_eq!(limbs::natural(&quotient), &natural / by);
            prop_assert_eq!(Natural::from(rest), natural % by);
        }
    }
}
