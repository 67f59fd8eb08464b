//! Fractions as text: writing and parsing.

use crate::{Integer, Rational, ratio};
use num_integer::Integer as _;
use num_traits::{Pow as _, Signed as _, Zero as _};

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

/// Parses a fraction, a decimal or a whole number, exactly: `3/4`, `-0.75`, `.5`, `1e-9`, `7`. Returns `None` for
/// any other text, for more than 1000 digits on either side of a point or bar, and for an exponent beyond
/// 1000.
///
/// ```
/// use chancetree_exact::{parse_fraction, ratio};
///
/// assert_eq!(parse_fraction("-0.75"), Some(ratio(-3, 4)));
/// assert_eq!(parse_fraction("3/0"), None);
/// ```
pub fn parse_fraction(text: &str) -> Option<Rational> {
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
        // The 0 before a point may be left out, but not the digits after it.
        let before = if before.is_empty() && digits != before { "0" } else { before };
        let value = ratio(whole(before)?, 1) + after_value;
        if power < 0 { value / scale } else { value * scale }
    };
    Some(value * Integer::from(sign))
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
            (".5", 1, 2),
            ("-.25e1", -5, 2),
            ("1e+2", 100, 1),
        ] {
            assert_eq!(parse_fraction(text), Some(ratio(numerator, denominator)), "{text}");
        }
        let long = "1".repeat(1001);
        for wrong in [
            "", "/", "1/0", "1/", "/2", "1/2/3", "x", ".", "-", "e1", ".e1", "5.", "1e", "1e99999", "--1",
            "+1", "1/-2", "0x1", " 1", &long,
        ] {
            assert_eq!(parse_fraction(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn decimals_may_be_long() {
        let text = decimal(&ratio(1, 8), 70_000);
        assert_eq!((text.len(), &text[..6]), (70_002, "0.1250"));
    }
}
