//! The doubles nearest to fractions.

use crate::{Natural, Rational};
use num_integer::Integer as _;
use num_traits::{Signed as _, ToPrimitive as _, Zero as _};

/// Returns the double nearest to `value`, ties to even, or infinity if `value` is too large.
///
/// ```
/// use chancetree_exact::{double, ratio};
///
/// assert_eq!(double(&ratio(1, 4)), 0.25);
/// ```
pub fn double(value: &Rational) -> f64 {
    let size = double_of(value.numer().magnitude(), value.denom().magnitude());
    if value.is_negative() { -size } else { size }
}

/// Returns the double nearest to `numerator / denominator`, ties to even, or infinity if the quotient is too
/// large.
///
/// # Panics
/// Panics if the denominator is 0 and the numerator is not.
///
/// ```
/// use chancetree_exact::{Natural, double_of};
///
/// let power = Natural::from(2u32).pow(2000);
/// assert_eq!(double_of(&power, &(&power * 4u32)), 0.25);
/// ```
pub fn double_of(numerator: &Natural, denominator: &Natural) -> f64 {
    if numerator.is_zero() {
        return 0.0;
    }
    // A quotient of at least 64 bits with a sticky last bit is rounded once, in the conversion to `f64`. A
    // subnormal result is computed with two more bits than it can store, and is rounded once when it is
    // scaled.
    let shift = (66 + denominator.bits() as i64 - numerator.bits() as i64).min(1076);
    let (quotient, rest) = if shift >= 0 {
        (numerator << shift.unsigned_abs()).div_rem(denominator)
    } else {
        numerator.div_rem(&(denominator << shift.unsigned_abs()))
    };
    let quotient = quotient.to_u128().expect("a quotient of at most 67 bits fits");
    let sticky = quotient | u128::from(!rest.is_zero());
    scale_by_power_of_two(sticky as f64, -shift)
}

/// Returns `value * 2^power`, which is exact unless the result leaves the range of normal doubles.
pub(crate) fn scale_by_power_of_two(value: f64, power: i64) -> f64 {
    // `2^power` alone may be too small for a double although the product is not.
    let (value, power) =
        if power < -1000 { (value * 2f64.powi(-1000), power + 1000) } else { (value, power) };
    value * 2f64.powi(power as i32)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Integer, matchings, ratio, zero};
    use num_traits::Pow as _;

    #[test]
    fn doubles_are_the_nearest() {
        for (numerator, denominator) in
            [(1i64, 3i64), (2, 3), (-7, 11), (185_527, 405_405), (i64::MAX, 3), (5, i64::MAX)]
        {
            let expected = numerator as f64 / denominator as f64;
            let got = double(&ratio(numerator, denominator));
            assert!((got - expected).abs() <= expected.abs() * f64::EPSILON, "{numerator}/{denominator}");
        }
        assert_eq!(double(&ratio(1, 3)), 1.0 / 3.0);
        assert_eq!(double(&zero()), 0.0);
        assert!(double(&ratio(1, matchings(200))) > 0.0 || matchings(200).bits() > 1074);
    }

    #[test]
    fn doubles_are_the_nearest_in_all_their_range() {
        let two = |power: u32| Integer::from(2).pow(power);
        for power in [1, 500, 934, 1000, 1023, 1060, 1074] {
            let least = f64::from_bits(1);
            let expected = (power..1074).fold(least, |value, _| 2.0 * value);
            assert_eq!(double(&ratio(3, two(power) * 3)), expected, "2^-{power}");
            if power < 1024 {
                assert_eq!(double(&ratio(two(power), 1)), 1.0 / expected, "2^{power}");
            }
        }
        assert_eq!(double(&ratio(1, two(3000))), 0.0);
        assert_eq!(double(&ratio(two(3000), 7)), f64::INFINITY);
        assert_eq!(double(&ratio(-two(1024), 1)), f64::NEG_INFINITY);
    }

    #[test]
    fn doubles_round_a_half_to_even_and_more_than_a_half_up() {
        let even = Integer::from(1u64 << 52);
        let half = Integer::from(1u64 << 12);
        let unit = Integer::from(1u64 << 13);
        let double_of = |above: Integer, below: u32| double(&ratio(above, below)) / 8192.0;
        let at = |units: &Integer| units * &unit + &half;
        assert_eq!(double_of(at(&even), 1), (1u64 << 52) as f64);
        assert_eq!(double_of(at(&(&even + 1)), 1), ((1u64 << 52) + 2) as f64);
        // A third of a unit more, beyond the bits of the quotient.
        assert_eq!(double_of((at(&even) + 1) * 3 + 1, 3), ((1u64 << 52) + 1) as f64);
        assert_eq!(double_of(at(&even) * 3 + 1, 3), ((1u64 << 52) + 1) as f64);
        assert_eq!(double_of(at(&even) * 3 - 1, 3), (1u64 << 52) as f64);
        let even = Integer::from(3u64 << 51);
        assert_eq!(double_of((at(&even) + 1) * 3 + 1, 3), ((3u64 << 51) + 1) as f64);
    }

    #[test]
    fn the_smallest_doubles_are_rounded_once() {
        // Just below and just above three halves of the smallest double.
        let scaled =
            |above: i64| ratio(3 * (Integer::from(1) << 98) + above, Integer::from(1) << (99 + 1074));
        let units = |value: &Rational| double(value).to_bits();
        assert_eq!([-1, 0, 1].map(|above| units(&scaled(above))), [1, 2, 2]);
        let largest = ratio((Integer::from(1) << 152) - 1, Integer::from(1) << (100 + 1074));
        assert_eq!(units(&largest), 1 << 52, "the smallest that is normal");
        assert_eq!(units(&ratio(5, Integer::from(1) << 1075)), 2);
        assert_eq!(units(&ratio(7, Integer::from(1) << 1075)), 4);
        assert_eq!(units(&ratio(1, Integer::from(1) << 1075)), 0);
    }
}
