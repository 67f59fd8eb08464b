//! Numbers with a bound on their error.

use serde::{Deserialize, Serialize};

/// A number with a bound on its error: the true number differs from `value` by at most `error`.
///
/// ```
/// use chancetree_engine::evaluate::BoundedValue;
///
/// // Digits that the error makes meaningless are not printed.
/// let value = BoundedValue { value: 0.491_180_590, error: 1e-3 };
/// assert_eq!(value.display_parts(), ["0.4912", "± 1.1e-3"]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct BoundedValue {
    /// The computed number.
    pub value: f64,
    /// The greatest possible difference from the true number.
    pub error: f64,
}

/// The greatest number of digits that are printed.
const MAX_DIGITS: f64 = 30.0;

/// The least number that is printed with an exponent, and the greatest number of its digits after the point.
const LEAST_LARGE: f64 = 1e21;
const MAX_EXPONENT_DIGITS: f64 = 17.0;

impl BoundedValue {
    /// Returns the value, rounded to its certain digits and a few more, and a bound on the error of the rounded value.
    pub fn display_parts(self) -> [String; 2] {
        let Self { value, error } = self;
        let is_large = value.abs() >= LEAST_LARGE;
        if error == 0.0 {
            let text = if is_large { format!("{value:e}") } else { value.to_string() };
            return [text, "± 0".to_owned()];
        }
        if is_large {
            let digits = (value.abs().log10() - error.log10() + 2.0).clamp(1.0, MAX_EXPONENT_DIGITS).floor();
            let text = format!("{value:.digits$e}", digits = digits as usize);
            let exponent = text.rsplit_once('e').and_then(|(_, exponent)| exponent.parse().ok());
            let rounding = 0.51 * 10f64.powf(exponent.unwrap_or(f64::INFINITY) - digits);
            return [text, format!("± {}", rounded_up(error + rounding))];
        }
        let digits = (1.0 - error.log10()).ceil().clamp(1.0, MAX_DIGITS);
        // Rounding to these digits adds to the error.
        let error = error + 0.51 * 10f64.powf(-digits);
        [format!("{value:.digits$}", digits = digits as usize), format!("± {}", rounded_up(error))]
    }
}

/// Rounds an `error` of at least 0 up to two digits.
pub fn rounded_up(error: f64) -> String {
    if error == 0.0 {
        return "0.0".to_owned();
    }
    let nearest = format!("{error:.1e}");
    if nearest.parse().is_ok_and(|nearest: f64| nearest >= error) {
        nearest
    } else {
        format!("{:.1e}", error * 1.05)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The printed number differs from the greatest and from the least possible number by no more than the printed bound.
    #[test]
    fn the_printed_error_is_a_bound() {
        let small = [0.491_180_590_652_345, 0.999_999_999_999_5, 1e-9, 150.000_418_064_49];
        let large = [1.234_567_89e21, -9.999_999e22, 2e300, f64::MAX];
        for value in [small, large].concat() {
            for error in [1e-3, 4.349e-13, 1.04e-5, 9.949e-7, 5.000_000_1e-10, 1e-19, 3e-200, 7e15, 1e284] {
                let [text, shown] = BoundedValue { value, error }.display_parts();
                let shown = shown.strip_prefix("± ").expect("a bound").parse::<f64>().expect("a number");
                let printed: f64 = text.parse().expect("a number");
                // Reading the digits rounds once more, by less than `read`.
                let read = f64::EPSILON * value.abs();
                assert!((printed - value).abs() + error <= shown + read, "{value} {error}: {text} {shown}");
                let digits = if value.abs() < LEAST_LARGE { 1e-29 } else { 1e-16 * value.abs() };
                assert!(shown <= 1.2 * error + digits, "{value} {error}: {shown}");
            }
        }
        assert_eq!(BoundedValue { value: 0.0, error: 0.0 }.display_parts(), ["0", "± 0"]);
        assert_eq!(
            BoundedValue { value: 2e300, error: 3e284 }.display_parts(),
            ["2.00000000000000011e300", "± 3.1e284"]
        );
        assert_eq!(
            BoundedValue { value: f64::MAX, error: f64::INFINITY }.display_parts(),
            ["1.8e308", "± inf"]
        );
    }

    #[test]
    fn errors_are_rounded_up() {
        for error in [1e-3, 1.04e-5, 1.05e-5, 9.949e-7, 9.951e-7, 4.349e-13, 5.000_000_1e-10, 3e-200, 2.5] {
            let shown: f64 = rounded_up(error).parse().expect("a number");
            assert!(shown >= error && shown < 1.1 * error, "{error}: {shown}");
        }
    }
}
