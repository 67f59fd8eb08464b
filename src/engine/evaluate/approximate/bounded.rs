//! Numbers that are known up to an error.

use serde::{Deserialize, Serialize};

/// A number that is known up to an error: the true one is at most `error` away from `value`.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Bounded {
    /// The number found.
    pub value: f64,
    /// The greatest possible difference from the true number.
    pub error: f64,
}

/// Digits beyond which nobody reads on.
const MOST_DIGITS: f64 = 30.0;

impl Bounded {
    /// Returns the value with the digits that the error leaves certain and some more, and a bound of what that differs from
    /// the truth.
    pub fn words(self) -> [String; 2] {
        let Self { value, error } = self;
        if error == 0.0 {
            return [value.to_string(), "± 0".to_owned()];
        }
        let digits = (1.0 - error.log10()).ceil().clamp(1.0, MOST_DIGITS);
        // Rounding to these digits adds to the error, too.
        let error = error + 0.51 * 10f64.powf(-digits);
        [format!("{value:.digits$}", digits = digits as usize), format!("± {}", rounded_up(error))]
    }
}

/// Returns two digits that are no less than `error`, which is above 0.
pub fn rounded_up(error: f64) -> String {
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

    /// The printed number differs from the truth by no more than is printed, at either end of what the truth can be.
    #[test]
    fn what_is_shown_is_still_a_bound() {
        for value in [0.491_180_590_652_345, 0.999_999_999_999_5, 1e-9, 150.000_418_064_49] {
            for error in [1e-3, 4.349e-13, 1.04e-5, 9.949e-7, 5.000_000_1e-10, 1e-19, 3e-200] {
                let [text, shown] = Bounded { value, error }.words();
                let shown = shown.strip_prefix("± ").expect("a bound").parse::<f64>().expect("a number");
                let printed: f64 = text.parse().expect("a number");
                // Reading the digits rounds once more, by less than this.
                let read = f64::EPSILON * value;
                assert!((printed - value).abs() + error <= shown + read, "{value} {error}: {text} {shown}");
                assert!(shown <= 1.2 * error + 1e-29, "{error}: {shown}");
            }
        }
        assert_eq!(Bounded { value: 0.0, error: 0.0 }.words(), ["0", "± 0"]);
    }

    #[test]
    fn two_digits_are_no_less_and_not_much_more() {
        for error in [1e-3, 1.04e-5, 1.05e-5, 9.949e-7, 9.951e-7, 4.349e-13, 5.000_000_1e-10, 3e-200, 2.5] {
            let shown: f64 = rounded_up(error).parse().expect("a number");
            assert!(shown >= error && shown < 1.1 * error, "{error}: {shown}");
        }
    }
}
