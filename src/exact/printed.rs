//! Comparison with numbers as papers print them.

use super::{Rational, decimal, one, zero};

/// Returns `true` if `value` agrees with the printed text: a product of fractions, a decimal that is rounded
/// or truncated, or a word for its sign. The words are `first` for positive values, `second` for negative
/// values, and `even` or `neither` for 0. A ` %` after a decimal is only a unit: it does not divide by 100.
///
/// ```
/// use chancetree_exact::{matches_printed, ratio};
///
/// assert!(matches_printed("0.667", &ratio(2, 3)));
/// assert!(matches_printed("2/3 * 1/4", &ratio(1, 6)));
/// assert!(matches_printed("first", &ratio(1, 7)));
/// ```
pub fn matches_printed(printed: &str, value: &Rational) -> bool {
    match printed {
        "first" => *value > zero(),
        "second" => *value < zero(),
        "even" | "neither" => *value == zero(),
        _ => product(printed).is_some_and(|product| product == *value) || is_decimal(printed, value),
    }
}

/// Returns the value of a product of fractions and whole numbers such as `12/14 * 1/13`, or `None` for any
/// other text.
fn product(text: &str) -> Option<Rational> {
    text.split(" * ").try_fold(one(), |product, factor| Some(product * factor.parse::<Rational>().ok()?))
}

/// Returns `true` if the text is the value, rounded or truncated to the digits of the text.
fn is_decimal(printed: &str, value: &Rational) -> bool {
    let printed = printed.trim_end_matches(" %");
    let digits = printed.split_once('.').map_or(0, |(_, digits)| digits.len());
    if digits == 0 {
        return false;
    }
    let cut = decimal(value, digits + 30);
    printed == decimal(value, digits) || printed == &cut[..cut.len() - 30]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ratio;

    #[test]
    fn products_are_read_whole_or_not_at_all() {
        assert_eq!(product("12/14 * 10/13"), Some(ratio(60, 91)));
        assert_eq!(product("1"), Some(ratio(1, 1)));
        for wrong in ["", "1/0", "1/2 *", "k/u", "1/2 + 1/2"] {
            assert_eq!(product(wrong), None, "{wrong:?}");
        }
    }

    #[test]
    fn decimals_are_rounded_or_cut() {
        for right in ["0.67", "0.66", "0.667", "0.7", "2/3", "4/9 * 3/2", "first"] {
            assert!(matches_printed(right, &ratio(2, 3)), "{right}");
        }
        for wrong in ["0.68", "0.665", "1", "0.", "second", "even", ""] {
            assert!(!matches_printed(wrong, &ratio(2, 3)), "{wrong}");
        }
        assert!(matches_printed("66.7 %", &ratio(200, 3)));
    }
}
