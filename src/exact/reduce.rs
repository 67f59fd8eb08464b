//! Fast reduction and formatting of millions of fractions.
//!
//! A graph has few different denominators, which many nodes share. They are products of small primes, because
//! they come from weights. A [`Reducer`] factors a denominator once, into words without common primes. The
//! common divisor with a numerator is then found word by word in machine arithmetic.

use super::divide::{Divisor, Prime};
use super::{Natural, limbs, ratio};

/// An upper bound on the prime factors that are searched for in a denominator. Denominators with a greater prime
/// factor are reduced by the slow general method.
const GREATEST_PRIME: u64 = 4096;

/// Some prime powers of a denominator, whose product fits a word.
#[derive(Clone, Debug)]
struct Word {
    product: u64,
    divisor: Divisor,
    primes: Vec<(Prime, u32)>,
    /// Whether an earlier word has a power of the same prime, which must be divided out first.
    again: bool,
}

impl Word {
    fn new(product: u64, prime: u64, power: u32, again: bool) -> Self {
        Self { product, divisor: Divisor::new(product), primes: vec![(Prime::new(prime), power)], again }
    }

    /// Includes another prime power if it fits. Returns `true` if it did.
    fn take(&mut self, product: u64, prime: u64, power: u32) -> bool {
        let Some(both) = self.product.checked_mul(product).filter(|_| !self.again) else { return false };
        self.product = both;
        self.divisor = Divisor::new(both);
        self.primes.push((Prime::new(prime), power));
        true
    }

    /// Returns the greatest common divisor of the word and a number with remainder `rest`.
    fn common(&self, mut rest: u64) -> u64 {
        if rest == 0 {
            return self.product;
        }
        let mut common = 1;
        for (prime, power) in &self.primes {
            for _ in 0..*power {
                let Some(quotient) = prime.divide(rest) else { break };
                rest = quotient;
                common *= prime.prime;
            }
        }
        common
    }
}

/// A denominator, prepared for the reduction of many fractions.
#[derive(Clone, Debug)]
pub struct Reducer {
    denominator: Vec<u64>,
    /// The exponent of two.
    twos: u32,
    /// The powers of the odd primes.
    words: Vec<Word>,
    /// Whether a prime above [`GREATEST_PRIME`] is left.
    rough: bool,
}

impl Reducer {
    /// Prepares a denominator, which must be at least 1.
    pub fn new(denominator: &Natural) -> Self {
        Self::with_primes(limbs::limbs(denominator), (3..GREATEST_PRIME).step_by(2))
    }

    /// Prepares another denominator. This is fast if all odd primes of `denominator` divide this denominator, too.
    pub fn related(&self, denominator: &[u64]) -> Self {
        let primes = self.words.iter().flat_map(|word| word.primes.iter().map(|(prime, _)| prime.prime));
        let related = Self::with_primes(denominator.to_vec(), primes);
        if related.rough { Self::new(&limbs::natural(denominator)) } else { related }
    }

    fn with_primes(denominator: Vec<u64>, primes: impl Iterator<Item = u64>) -> Self {
        let twos = trailing_zeros(&denominator);
        let mut left = denominator.clone();
        shift_right(&mut left, twos);
        let mut words: Vec<Word> = Vec::new();
        for prime in primes {
            if left == [1] {
                break;
            }
            let divisor = Divisor::new(prime);
            let (mut product, mut power, mut again) = (1u64, 0, false);
            while divisor.remainder(&left) == 0 {
                divisor.divide(&mut left);
                trim(&mut left);
                if let Some(next) = product.checked_mul(prime) {
                    (product, power) = (next, power + 1);
                } else {
                    words.push(Word::new(product, prime, power, again));
                    (product, power, again) = (prime, 1, true);
                }
            }
            let taken =
                again || power == 0 || words.last_mut().is_some_and(|word| word.take(product, prime, power));
            if power > 0 && (again || !taken) {
                words.push(Word::new(product, prime, power, again));
            }
        }
        Self { denominator, twos, words, rough: left != [1] }
    }

    /// Divides `top` by its common divisor with the denominator, and sets `bottom` to the denominator divided
    /// by it.
    pub fn reduce(&self, top: &mut Vec<u64>, bottom: &mut Vec<u64>) {
        trim(top);
        bottom.clear();
        if top[..] == [0] {
            bottom.push(1);
            return;
        }
        if self.rough {
            let value = ratio(limbs::natural(top), limbs::natural(&self.denominator));
            *top = value.numer().magnitude().to_u64_digits();
            *bottom = value.denom().magnitude().to_u64_digits();
            return;
        }
        bottom.extend_from_slice(&self.denominator);
        let mut shared: u64 = 1;
        for word in &self.words {
            if word.again {
                divide_both(shared, top, bottom);
                shared = 1;
            }
            let common = word.common(word.divisor.remainder(top));
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
    }

    /// Appends `number * times / denominator` in lowest terms, as `numerator/denominator`. `times` and the
    /// denominator must have no common divisor.
    pub fn write(&self, number: &[u64], times: &[u64], scratch: &mut Scratch, text: &mut String) {
        let Scratch { top, bottom, product, parts } = scratch;
        top.clear();
        top.extend_from_slice(number);
        self.reduce(top, bottom);
        if times != [1] && top[..] != [0] {
            multiply(top, times, product);
            std::mem::swap(top, product);
        }
        write_decimal(top, parts, text);
        text.push('/');
        write_decimal(bottom, parts, text);
    }
}

/// Computes `product = a * b` without leading zero limbs.
pub fn multiply(a: &[u64], b: &[u64], product: &mut Vec<u64>) {
    product.clear();
    product.resize(a.len() + b.len() + 1, 0);
    limbs::add_long_product(product, a, b);
    trim(product);
}

/// Buffers that are reused between fractions.
#[derive(Debug, Default)]
pub struct Scratch {
    top: Vec<u64>,
    bottom: Vec<u64>,
    product: Vec<u64>,
    parts: Vec<u64>,
}

fn divide_both(by: u64, top: &mut Vec<u64>, bottom: &mut Vec<u64>) {
    if by > 1 {
        let divisor = Divisor::new(by);
        for number in [top, bottom] {
            let rest = divisor.divide(number);
            assert_eq!(rest, 0, "a common divisor divides both");
            trim(number);
        }
    }
}

pub(super) fn trim(number: &mut Vec<u64>) {
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
        text.push_str(&"0000000000000000000"[digits.len()..]);
        text.push_str(digits);
    }
}

/// Returns the double nearest to `numerator / denominator`, ties to even.
pub fn nearest(numerator: &[u64], denominator: &[u64]) -> f64 {
    let (top, bottom) = (limbs::bits(numerator), limbs::bits(denominator));
    if top == 0 {
        return 0.0;
    }
    // The quotient of the leading 64 bits of both numbers has a relative error of less than 3 / 2^63.
    let quotient = (u128::from(leading(numerator, top)) << 64) / u128::from(leading(denominator, bottom));
    let spare = 128 - quotient.leading_zeros() - 53;
    let beyond = quotient & ((1 << spare) - 1);
    let half = 1u128 << (spare - 1);
    let power = i64::from(top) - i64::from(bottom) - 64;
    if beyond.abs_diff(half) <= 4 || power < -1000 {
        // Too close to the midpoint of two doubles, or nearly subnormal: the lower bits matter.
        return super::double_of(&limbs::natural(numerator), &limbs::natural(denominator));
    }
    crate::double::scale_by_power_of_two(quotient as f64, power)
}

/// Returns the top 64 bits of a number of `bits` bits.
fn leading(number: &[u64], bits: u32) -> u64 {
    let top = (bits - 1) as usize / 64;
    let shift = number[top].leading_zeros();
    let below = if top == 0 || shift == 0 { 0 } else { number[top - 1] >> (64 - shift) };
    (number[top] << shift) | below
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cases::{check, words};
    use crate::fraction;
    use proptest::prelude::*;

    #[test]
    fn the_smallest_doubles_are_rounded_once() {
        // Below three halves of the smallest double, by less than a double of that size can show.
        let bottom: Vec<u64> = std::iter::repeat_n(0, 17).chain([1 << 46]).collect();
        assert_eq!(nearest(&[(3 << 59) - 1], &bottom).to_bits(), 1);
        assert_eq!(nearest(&[3 << 59], &bottom).to_bits(), 2);
    }

    fn smooth() -> BoxedStrategy<Natural> {
        prop::collection::vec((0usize..12, 0u32..60), 0..7)
            .prop_map(|powers| {
                const PRIMES: [u64; 12] = [2, 3, 5, 7, 11, 13, 17, 97, 199, 1009, 2, 2];
                powers
                    .into_iter()
                    .fold(Natural::from(1u32), |n, (at, power)| n * Natural::from(PRIMES[at]).pow(power))
            })
            .boxed()
    }

    /// Returns the greatest divisor of `word` whose primes all divide `number`.
    fn exact_gcd(word: u64, number: &Natural) -> u64 {
        let mut all = 1;
        loop {
            let rest = u64::try_from(number % (word / all)).expect("a rest is small");
            let common = crate::gcd(word / all, rest);
            if common == 1 || word / all == 1 {
                return all;
            }
            all *= common;
        }
    }

    #[test]
    fn fractions_are_in_lowest_terms() {
        let rough = prop_oneof![Just(1u64), Just(1u64), any::<u64>()];
        let top = words(0..5);
        check((smooth(), smooth(), top, rough), |(shared, bottom, top, rough)| {
            let (top, bottom) = (limbs::natural(top) * shared, bottom * shared * rough.max(&1));
            let mut numerator = limbs::limbs(&top);
            numerator.push(0);
            let mut text = String::new();
            Reducer::new(&bottom).write(&numerator, &[1], &mut Scratch::default(), &mut text);
            assert_eq!(text, fraction(&ratio(top, bottom)));
        });
    }

    /// Covers the primes of a related denominator, and a factor without common divisors.
    #[test]
    fn related_fractions_are_in_lowest_terms() {
        check((smooth(), smooth(), 0u64.., 1u64..), |(other, bottom, top, times)| {
            let times = times / exact_gcd(*times, bottom);
            let mut text = String::new();
            let reducer = Reducer::new(other).related(&limbs::limbs(bottom));
            reducer.write(&[*top], &[times], &mut Scratch::default(), &mut text);
            assert_eq!(text, fraction(&ratio(Natural::from(*top) * times, bottom.clone())));
        });
    }

    fn assert_nearest(top: &[u64], bottom: &[u64]) {
        let exact = crate::double_of(&limbs::natural(top), &limbs::natural(bottom));
        assert_eq!(nearest(top, bottom).to_bits(), exact.to_bits());
    }

    #[test]
    fn doubles_are_nearest() {
        let bottom = prop::collection::vec(1u64.., 1..22);
        check((words(1..6), bottom), |(top, bottom)| assert_nearest(top, bottom));
    }

    /// The smallest doubles have fewer digits.
    #[test]
    fn small_doubles_are_nearest() {
        check((any::<u64>(), 15usize..19, 1u64..), |&(top, zeros, by)| {
            let bottom: Vec<u64> = std::iter::repeat_n(0, zeros).chain([by]).collect();
            assert_nearest(&[top], &bottom);
        });
    }

    /// Quotients at or next to the midpoint of two doubles.
    #[test]
    fn doubles_near_the_middle_are_nearest() {
        check((1u64 << 53..1u64 << 54, 1u64.., 0u64..3), |&(whole, by, add)| {
            let top = limbs::limbs(&(Natural::from(whole | 1) * by + add));
            assert_nearest(&top, &[by]);
        });
    }
}
