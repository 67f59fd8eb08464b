//! Exact numbers of any size. Only this crate depends on the big-number crates, and only this crate operates
//! on limbs.

#[cfg(test)]
mod cases;
mod coefficients;
mod diagonal;
mod divide;
mod factors;
mod field;
mod gcd;
mod inverse;
pub mod limbs;
mod linear;
pub mod packed;
mod printed;
pub mod reduce;
mod sparse;
pub mod sums;

pub use factors::{Arithmetic, Doubles, SparseFactors, SparseMatrix};
pub use gcd::{lcm, over_one_denominator, reduced, weighted_sum};
pub use inverse::echelon;
pub use linear::Linear;
use num_integer::Integer as _;
use num_traits::{One as _, Pow as _, Signed as _, ToPrimitive as _, Zero as _};
pub use printed::matches_printed;
pub use sparse::{SparseSolution, SparseSystem};

/// A nonnegative whole number of any size.
pub type Natural = num_bigint::BigUint;
/// A whole number of any size.
pub type Integer = num_bigint::BigInt;
/// A fraction in lowest terms, with a positive denominator.
pub type Rational = num_rational::BigRational;

/// Returns the fraction `numerator / denominator` in lowest terms.
///
/// # Panics
/// Panics if the denominator is 0.
///
/// ```
/// use chancetree_exact::ratio;
///
/// assert_eq!(ratio(2, 6), ratio(1, 3));
/// ```
pub fn ratio(numerator: impl Into<Integer>, denominator: impl Into<Integer>) -> Rational {
    let (numerator, denominator) = (numerator.into(), denominator.into());
    // The library reduces bit by bit, so long numbers are reduced here.
    if numerator.bits().min(denominator.bits()) > 128 {
        return reduced(numerator, denominator);
    }
    Rational::new(numerator, denominator)
}

/// Returns the fraction of two words in lowest terms. Faster than [`ratio`].
///
/// # Panics
/// Panics if the denominator is 0.
///
/// ```
/// use chancetree_exact::{ratio, ratio_of_words};
///
/// assert_eq!(ratio_of_words(2, 6), ratio(1, 3));
/// ```
pub fn ratio_of_words(numerator: u64, denominator: u64) -> Rational {
    assert!(denominator > 0, "a fraction over 0");
    let shared = gcd(numerator, denominator);
    Rational::new_raw((numerator / shared).into(), (denominator / shared).into())
}

/// Returns `value / by`. `by` must not be 0.
///
/// ```
/// use chancetree_exact::{quotient, ratio};
///
/// assert_eq!(quotient(&ratio(1, 2), &ratio(3, 4)), ratio(2, 3));
/// ```
pub fn quotient(value: &Rational, by: &Rational) -> Rational {
    ratio(value.numer() * by.denom(), value.denom() * by.numer())
}

/// Returns the fraction 0.
///
/// ```
/// use chancetree_exact::{fraction, zero};
///
/// assert_eq!(fraction(&zero()), "0/1");
/// ```
pub fn zero() -> Rational {
    Rational::zero()
}

/// Returns the fraction 1.
///
/// ```
/// use chancetree_exact::{fraction, one};
///
/// assert_eq!(fraction(&one()), "1/1");
/// ```
pub fn one() -> Rational {
    Rational::one()
}

/// Returns the approximate number of bytes of a fraction in memory.
///
/// ```
/// use chancetree_exact::{bytes, ratio};
///
/// assert!(bytes(&ratio(1, u64::MAX)) > bytes(&ratio(1, 2)));
/// ```
pub fn bytes(value: &Rational) -> u64 {
    size_of::<Rational>() as u64 + (value.numer().bits() + value.denom().bits()) / 8
}

/// Returns the greatest common divisor of two machine words, single or double.
///
/// ```
/// use chancetree_exact::gcd;
///
/// assert_eq!(gcd(12u64, 18), 6);
/// ```
pub fn gcd<T: num_integer::Integer + Copy>(a: T, b: T) -> T {
    a.gcd(&b)
}

/// Returns `value` as text, `numerator/denominator`, with a denominator even if it is 1.
///
/// ```
/// use chancetree_exact::{fraction, ratio};
///
/// assert_eq!(fraction(&ratio(3, 6)), "1/2");
/// ```
pub fn fraction(value: &Rational) -> String {
    format!("{}/{}", value.numer(), value.denom())
}

/// Returns `value` as text with `digits` digits after the point, rounded to the nearest, ties away from zero. There is
/// no point if `digits` is 0.
///
/// The text is the nearest decimal, which need not equal the value.
///
/// ```
/// use chancetree_exact::{decimal, ratio};
///
/// assert_eq!(decimal(&ratio(2, 3), 4), "0.6667");
/// ```
pub fn decimal(value: &Rational, digits: usize) -> String {
    let scale = Integer::from(10).pow(digits);
    // A product of fractions would be reduced unnecessarily.
    let (twice, half) = (value.numer().abs() * &scale * 2, value.denom());
    let scaled: Integer = (twice + half) / (half * 2);
    let sign = if value.is_negative() && !scaled.is_zero() { "-" } else { "" };
    let (whole, part) = scaled.div_rem(&scale);
    if digits == 0 {
        return format!("{sign}{whole}");
    }
    let part = part.to_string();
    // A width in the format string is limited to 65,535.
    format!("{sign}{whole}.{}{part}", "0".repeat(digits - part.len()))
}

/// Parses a fraction, a decimal or a whole number, exactly: `3/4`, `-0.75`, `1e-9`, `7`. Returns `None` for
/// any other text, for more than 1000 digits on either side of a point or bar, and for an exponent beyond
/// 1000.
///
/// ```
/// use chancetree_exact::{ratio, read};
///
/// assert_eq!(read("-0.75"), Some(ratio(-3, 4)));
/// assert_eq!(read("3/0"), None);
/// ```
pub fn read(text: &str) -> Option<Rational> {
    const LONGEST: usize = 1000;
    let whole = |digits: &str| -> Option<Integer> {
        let is_number = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
        (is_number && digits.len() <= LONGEST).then(|| digits.parse().ok()).flatten()
    };
    let (sign, size) = text.strip_prefix('-').map_or((1, text), |size| (-1, size));
    let value = if let Some((numerator, denominator)) = size.split_once('/') {
        let denominator = whole(denominator).filter(|number| !number.is_zero())?;
        ratio(whole(numerator)?, denominator)
    } else {
        let (digits, power) = size.split_once(['e', 'E']).unwrap_or((size, "0"));
        let power: i32 = power.parse().ok().filter(|power: &i32| power.unsigned_abs() as usize <= LONGEST)?;
        let (before, after) = digits.split_once('.').unwrap_or((digits, "0"));
        let after_value = ratio(whole(after)?, Integer::from(10).pow(after.len()));
        let scale = Integer::from(10).pow(power.unsigned_abs());
        let value = ratio(whole(before)?, 1) + after_value;
        if power < 0 { value / scale } else { value * scale }
    };
    Some(value * Integer::from(sign))
}

/// Returns the double nearest to `value`, ties to even, or infinity if `value` is too large. Intended for
/// drawing and sorting, never for an answer.
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
fn scale_by_power_of_two(value: f64, power: i64) -> f64 {
    // `2^power` alone may be too small for a double although the product is not.
    let (value, power) =
        if power < -1000 { (value * 2f64.powi(-1000), power + 1000) } else { (value, power) };
    value * 2f64.powi(power as i32)
}

/// Returns the number of ways to partition 2n cards into pairs: the product of odd numbers 1 * 3 * ... * (2n
/// - 1).
///
/// ```
/// use chancetree_exact::{Natural, matchings};
///
/// assert_eq!(matchings(3), Natural::from(15u32));
/// ```
pub fn matchings(n: u32) -> Natural {
    (1..=n).fold(Natural::one(), |product, k| product * (2 * k - 1))
}

/// Returns the number of arrangements in a row of the mates of `singles` cards and of `pairs` whole pairs: (s
/// + 2p)! / (2^p p!), because the names of the pairs do not matter.
///
/// ```
/// use chancetree_exact::{Natural, arrangements};
///
/// // AA, BB and a single card: 5! / (2! 2!).
/// assert_eq!(arrangements(1, 2), Natural::from(15u32));
/// ```
pub fn arrangements(singles: u16, pairs: u16) -> Natural {
    // Inserts the mates one by one into an arrangement of the pairs.
    let (singles, laid) = (u64::from(singles), 2 * u64::from(pairs));
    matchings(pairs.into()) * (laid + 1..=laid + singles).map(Natural::from).product::<Natural>()
}

/// Returns the numbers of ways to choose 0, 1, ..., `most` of `n` things: always `most` + 1 numbers, which
/// are 0 beyond `n`.
///
/// ```
/// use chancetree_exact::{Natural, binomials};
///
/// assert_eq!(binomials(3, 4), [1u32, 3, 3, 1, 0].map(Natural::from));
/// ```
pub fn binomials(n: u64, most: u64) -> Vec<Natural> {
    let mut ways = Natural::one();
    let mut all = vec![ways.clone()];
    for k in 0..most {
        ways = ways * n.saturating_sub(k) / (k + 1);
        all.push(ways.clone());
    }
    all
}

/// Returns the number of ways to choose `k` of `n` things, with min(k, n - k) multiplications.
///
/// ```
/// use chancetree_exact::{Natural, binomial};
///
/// assert_eq!(binomial(49, 6), Natural::from(13_983_816u32));
/// ```
pub fn binomial(n: u64, k: u64) -> Natural {
    match n.checked_sub(k) {
        Some(left) => {
            (0..k.min(left)).fold(Natural::one(), |ways, chosen| ways * (n - chosen) / (chosen + 1))
        }
        None => Natural::default(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decimals_round_to_the_nearest() {
        for (numerator, denominator, digits, text) in [
            (1, 3, 4, "0.3333"),
            (2, 3, 4, "0.6667"),
            (-2, 3, 4, "-0.6667"),
            (1, 2, 0, "1"),
            (1, 8, 2, "0.13"),
            (999, 1000, 2, "1.00"),
            (-1, 1000, 2, "0.00"),
            (7, 1, 3, "7.000"),
            (1, 1000, 3, "0.001"),
        ] {
            assert_eq!(decimal(&ratio(numerator, denominator), digits), text);
        }
    }

    #[test]
    fn fractions_and_decimals_are_read_exactly() {
        for (text, numerator, denominator) in [
            ("3/4", 3, 4),
            ("0.75", 3, 4),
            ("7", 7, 1),
            ("-1/2", -1, 2),
            ("1e-9", 1, 1_000_000_000),
            ("2.50E1", 25, 1),
            ("0.1", 1, 10),
        ] {
            assert_eq!(read(text), Some(ratio(numerator, denominator)), "{text}");
        }
        let long = "1".repeat(1001);
        for wrong in [
            "", "/", "1/0", "1/", "/2", "1/2/3", "x", ".5", "5.", "1e", "1e99999", "--1", "+1", "1/-2",
            "0x1", " 1", &long,
        ] {
            assert_eq!(read(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn decimals_may_be_long() {
        let text = decimal(&ratio(1, 8), 70_000);
        assert_eq!((text.len(), &text[..6]), (70_002, "0.1250"));
    }

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

    #[test]
    fn binomials_are_pascals() {
        let row = |n, most| binomials(n, most).iter().map(ToString::to_string).collect::<Vec<_>>();
        assert_eq!(row(5, 7), ["1", "5", "10", "10", "5", "1", "0", "0"]);
        assert_eq!(row(0, 1), ["1", "0"]);
        assert_eq!(row(480, 99)[2], "114960");
        assert_eq!(row(70, 35)[35], "112186277816662845432");
        for n in 0..8 {
            assert_eq!((0..=9).map(|k| binomial(n, k)).collect::<Vec<_>>(), binomials(n, 9));
        }
    }

    #[test]
    fn matchings_are_double_factorials() {
        assert_eq!(matchings(0), Natural::one());
        assert_eq!(matchings(4), Natural::from(105u32));
    }
}
