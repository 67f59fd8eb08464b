//! Greatest common divisors of long numbers, and the reduction of fractions.

use super::reduce::trim;
use super::{Integer, Natural, Rational, limbs};
use num_bigint::Sign;
use num_traits::{One as _, ToPrimitive as _, Zero as _};

/// Returns the greatest common divisor (Lehmer 1938): the leading bits determine about thirty steps of
/// Euclid's algorithm at a time, which are then applied to the long numbers in place.
pub(crate) fn gcd_long(a: &Natural, b: &Natural) -> Natural {
    let (a, b) = if a >= b { (a, b) } else { (b, a) };
    let (mut a, mut b) = (limbs::limbs(a), limbs::limbs(b));
    while b.len() > 1 {
        let bits = limbs::bits(&a);
        let steps = LehmerSteps::of(leading(&a, bits), leading(&b, bits));
        if steps.last[0] == 0 {
            let rest = limbs::natural(&a) % limbs::natural(&b);
            (a, b) = (b, limbs::limbs(&rest));
        } else {
            steps.apply(&mut a, &mut b);
            if a.len() < b.len() || a.len() == b.len() && a.iter().rev().lt(b.iter().rev()) {
                std::mem::swap(&mut a, &mut b);
            }
        }
    }
    let a = limbs::natural(&a);
    match b.first() {
        None | Some(0) => a,
        Some(&word) => Natural::from(super::gcd((a % word).iter_u64_digits().next().unwrap_or(0), word)),
    }
}

/// Returns the least common multiple of two numbers, neither of which may be 0.
///
/// ```
/// use chancetree_exact::{Natural, lcm};
///
/// assert_eq!(lcm(&4u32.into(), &6u32.into()), Natural::from(12u32));
/// ```
pub fn lcm(a: &Natural, b: &Natural) -> Natural {
    if (a % b).is_zero() {
        return a.clone();
    }
    a / gcd_long(a, b) * b
}

/// The number of leading bits on which Euclid's algorithm runs. Its factors then fit half a word.
const BITS: u32 = 62;

/// Returns the leading [`BITS`] bits of a number of `bits` bits; a shorter number is padded with zeros.
fn leading(limbs: &[u64], bits: u32) -> i64 {
    let shift = bits - BITS;
    let mut from = limbs.iter().skip((shift / 64) as usize).map(|&limb| u128::from(limb));
    let (low, high) = (from.next().unwrap_or(0), from.next().unwrap_or(0));
    ((high << 64 | low) >> (shift % 64)) as i64
}

/// Several steps of Euclid's algorithm: the resulting two numbers as linear combinations of the original
/// ones.
struct LehmerSteps {
    last: [i64; 2],
    next: [i64; 2],
}

impl LehmerSteps {
    /// Runs the steps that are correct for any lower bits (Knuth 1997, 4.5.2, algorithm L). `last[0]` is 0 if
    /// there is no such step.
    fn of(mut a: i64, mut b: i64) -> Self {
        let (mut last, mut next) = ([1, 0], [0, 1]);
        let mut done = false;
        while b + next[0] != 0 && b + next[1] != 0 {
            let quotient = (a + last[0]) / (b + next[0]);
            if quotient != (a + last[1]) / (b + next[1]) {
                break;
            }
            let after = |last: i64, next: i64| last.checked_sub(quotient.checked_mul(next)?);
            let (Some(first), Some(second)) = (after(last[0], next[0]), after(last[1], next[1])) else {
                break;
            };
            (last, next) = (next, [first, second]);
            (a, b) = (b, a - quotient * b);
            done = true;
        }
        if done { Self { last, next } } else { Self { last: [0, 0], next: [0, 0] } }
    }

    /// Applies the steps. Neither number becomes negative.
    fn apply(&self, a: &mut Vec<u64>, b: &mut Vec<u64>) {
        b.resize(a.len(), 0);
        // In each combination one factor is at most 0, and the other at least 0.
        let [first, second] = [self.last, self.next].map(|factors| factors.map(i64::unsigned_abs));
        let product = |factor: u64, limb: u64| (u128::from(factor) * u128::from(limb)) as i128;
        let is_first = self.last[0] > 0;
        let (mut over_first, mut over_second) = (0i128, 0i128);
        for (a, b) in a.iter_mut().zip(&mut *b) {
            let one = product(first[0], *a) - product(first[1], *b);
            let other = product(second[1], *b) - product(second[0], *a);
            over_first += if is_first { one } else { -one };
            over_second += if is_first { other } else { -other };
            (*a, *b) = (over_first as u64, over_second as u64);
            (over_first, over_second) = (over_first >> 64, over_second >> 64);
        }
        trim(a);
        trim(b);
    }
}

/// Returns several steps of Euclid's algorithm on `a > b`, as the factors of two linear combinations of `a` and `b`. No step
/// has a quotient of more than 31 bits. Returns `None` if the leading bits do not determine a step.
pub(crate) fn lehmer_steps(a: &Natural, b: &Natural) -> Option<[[i64; 2]; 2]> {
    let shift = a.bits().checked_sub(BITS.into()).filter(|_| b.bits() > BITS.into())?;
    let top = |number: &Natural| (number >> shift).to_i64();
    let steps = LehmerSteps::of(top(a)?, top(b)?);
    (steps.last[0] != 0).then_some([steps.last, steps.next])
}

/// Returns the fraction in lowest terms, with a positive denominator.
///
/// ```
/// use chancetree_exact::{ratio, reduced};
///
/// assert_eq!(reduced((-2).into(), 6.into()), ratio(-1, 3));
/// ```
pub fn reduced(numerator: Integer, denominator: Integer) -> Rational {
    let shared = gcd_long(numerator.magnitude(), denominator.magnitude());
    let (numerator, denominator) = if shared.is_one() {
        (numerator, denominator)
    } else {
        let shared = Integer::from(shared);
        (numerator / &shared, denominator / shared)
    };
    match denominator.sign() {
        Sign::Minus => Rational::new_raw(-numerator, -denominator),
        _ => Rational::new_raw(numerator, denominator),
    }
}

/// Returns the sum of the products of the terms. Each term is a pair of a short fraction and a long one.
///
/// The short fractions and the long fractions have separate common denominators. The next term usually has the
/// same denominators, so that no long number must be divided.
///
/// ```
/// use chancetree_exact::{ratio, weighted_sum};
///
/// let (half, third, two) = (ratio(1, 2), ratio(1, 3), ratio(2, 1));
/// assert_eq!(weighted_sum([(&half, &third), (&half, &two)].into_iter()), ratio(7, 6));
/// ```
pub fn weighted_sum<'a>(terms: impl Iterator<Item = (&'a Rational, &'a Rational)>) -> Rational {
    let (mut numerator, mut short, mut long) = (Integer::zero(), Natural::one(), Natural::one());
    for (weight, value) in terms {
        let mut product = weight.numer() * value.numer();
        for (all, own) in [(&mut short, weight), (&mut long, value)] {
            let own = own.denom().magnitude();
            if *all == *own {
                continue;
            }
            let both = lcm(all, own);
            if both != *all {
                numerator *= Integer::from(&both / &*all);
                *all = both;
            }
            product *= Integer::from(&*all / own);
        }
        numerator += product;
    }
    reduced(numerator, (short * long).into())
}

/// Returns nonnegative fractions as whole numbers over their least common denominator.
///
/// ```
/// use chancetree_exact::{Natural, over_one_denominator, ratio};
///
/// let (numbers, total) = over_one_denominator([ratio(1, 2), ratio(1, 3)].iter());
/// assert_eq!((numbers, total), ([3u32, 2].map(Natural::from).to_vec(), Natural::from(6u32)));
/// ```
pub fn over_one_denominator<'a>(
    values: impl Iterator<Item = &'a Rational> + Clone,
) -> (Vec<Natural>, Natural) {
    let total = values.clone().fold(Natural::one(), |all, value| lcm(&all, value.denom().magnitude()));
    let whole = |value: &Rational| value.numer().magnitude() * (&total / value.denom().magnitude());
    (values.map(whole).collect(), total)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cases::check;
    use num_integer::Integer as _;
    use proptest::prelude::*;

    fn long() -> BoxedStrategy<Natural> {
        proptest::collection::vec(any::<u32>(), 0..40).prop_map(Natural::new).boxed()
    }

    #[test]
    fn greatest_common_divisors_agree_with_num_integer() {
        check((long(), long(), long()), |(a, b, c)| {
            assert_eq!(gcd_long(a, b), a.gcd(b));
            let (a, b) = (a * c, b * c);
            assert_eq!(gcd_long(&a, &b), a.gcd(&b));
        });
    }

    #[test]
    fn long_fractions_are_in_lowest_terms_over_a_positive_denominator() {
        check((long(), long(), any::<[bool; 2]>()), |(a, b, signs)| {
            let signed = |value: Natural, minus| if minus { -Integer::from(value) } else { value.into() };
            let (a, b) = (signed(a.clone(), signs[0]), signed(b + 1u32, signs[1]));
            // Fractions compare equal even with a negative denominator, so the test compares numerators and
            // denominators.
            assert_eq!(reduced(a.clone(), b.clone()).into_raw(), Rational::new(a, b).into_raw());
        });
    }

    #[test]
    fn neighbouring_fibonacci_numbers_need_the_most_steps() {
        check((long(), long()), |(a, b)| {
            let (mut a, mut b) = (a.clone().max(Natural::one()), b.clone());
            for _ in 0..50 {
                (a, b) = (&a + &b, a);
            }
            assert_eq!(gcd_long(&a, &b), a.gcd(&b));
        });
    }

    #[test]
    fn sums_agree_with_num_rational() {
        let terms = proptest::collection::vec((any::<i32>(), 1u32.., any::<i128>(), 1u128..), 0..8);
        check(terms, |terms| {
            let terms: Vec<(Rational, Rational)> =
                terms.iter().map(|&(a, b, c, d)| (crate::ratio(a, b), crate::ratio(c, d))).collect();
            let sum: Rational = terms.iter().map(|(a, b)| a * b).sum();
            assert_eq!(weighted_sum(terms.iter().map(|(a, b)| (a, b))), sum);
        });
    }
}
