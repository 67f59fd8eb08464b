//! Percentages for people.

use crate::exact::{self, Rational, one, ratio, zero};

/// The digits after the point of a percentage, unless digits were typed.
pub const PERCENT_DIGITS: usize = 1;

/// Formats a probability or a difference of two. A number between 0 and 1 is never rounded to 0 or 1.
pub fn percent(value: &Rational, digits: Option<usize>) -> String {
    let digits = digits.unwrap_or(PERCENT_DIGITS);
    let rounded = |value: &Rational| exact::decimal(&(value * ratio(100, 1).numer()), digits);
    let step = ratio(1, 100) / ratio(10, 1).pow(digits as i32);
    let text = rounded(value);
    let sign = if *value < zero() { "-" } else { "" };
    let size = if *value < zero() { -value } else { value.clone() };
    if size > zero() && rounded(&size) == rounded(&zero()) {
        return format!("{sign}<{}%", rounded(&step));
    }
    if size < one() && rounded(&size) == rounded(&one()) {
        return format!("{sign}>{}%", rounded(&(one() - step)));
    }
    text + "%"
}
