//! Parses and formats sizes and times of options.
//!
//! The crates for this task read other notations: `humantime` rejects a bare `30`, and `bytesize` reads 4M as 4,000,000 bytes.

use chancetree_families::family::counted;
use std::time::Duration;

/// Formats an exact size so that [`size`] reads it back.
pub(super) fn spell(bytes: u64) -> String {
    match [(30, "G"), (20, "M"), (10, "K")].into_iter().find(|(power, _)| bytes.trailing_zeros() >= *power) {
        Some((power, unit)) => format!("{}{unit}", bytes >> power),
        None => format!("{bytes}B"),
    }
}

/// Formats an exact size in a sentence.
pub(super) fn in_words(bytes: u64) -> String {
    match bytes.is_multiple_of(1 << 10) {
        true => spell(bytes),
        false => counted(bytes, "byte"),
    }
}

/// Parses a size: `500M`, `4G`, `1000000`.
pub(crate) fn size(text: &str) -> Result<u64, String> {
    let digits = text.trim_end_matches(|letter: char| letter.is_ascii_alphabetic());
    let needed = || "a size is needed, such as 500M or 4G".to_owned();
    if digits.is_empty() {
        return Err(needed());
    }
    let unit = &text[digits.len()..];
    let unit: u64 = match unit.to_ascii_uppercase().as_str() {
        "" | "B" => 1,
        "K" | "KB" | "KIB" => 1 << 10,
        "M" | "MB" | "MIB" => 1 << 20,
        "G" | "GB" | "GIB" => 1 << 30,
        "T" | "TB" | "TIB" => 1 << 40,
        _ => return Err(format!("{unit:?} is not a unit of size; write 500M or 4G")),
    };
    let number: u64 = digits.parse().map_err(|_| needed())?;
    number
        .checked_mul(unit)
        .filter(|&size| size > 0)
        .ok_or_else(|| "the size must be from 1 byte to 16 EiB".to_owned())
}

/// Parses a time: `30`, `90s`, `5m`, `1h`, `1.5`, or a sum: `1m30s`.
pub(crate) fn time(text: &str) -> Result<Duration, String> {
    let seconds = one_time(text).or_else(|wrong| sum_of_times(text).ok_or(wrong))?;
    Duration::try_from_secs_f64(seconds)
        .map_err(|_| "the time is too long; write 30, 90s, 5m or 1h".to_owned())
}

/// Returns the seconds of a number with an optional unit.
fn one_time(text: &str) -> Result<f64, String> {
    let digits = text.trim_end_matches(|letter: char| letter.is_ascii_alphabetic());
    let needed = || "a time is needed, such as 30, 90s, 5m or 1h".to_owned();
    if digits.is_empty() {
        return Err(needed());
    }
    let unit = match &text[digits.len()..] {
        "" | "s" => 1.0,
        "ms" => 0.001,
        "m" | "min" => 60.0,
        "h" => 3600.0,
        unit => return Err(format!("{unit:?} is not a unit of time; write 30, 90s, 5m or 1h")),
    };
    let number: f64 = digits.parse().map_err(|_| needed())?;
    if number.is_nan() || number < 0.0 {
        return Err("a time cannot be negative; write 30, 90s, 5m or 1h".to_owned());
    }
    Ok(number * unit)
}

/// Returns the seconds of a sum of times, each with its unit.
fn sum_of_times(text: &str) -> Option<f64> {
    if text.is_empty() {
        return None;
    }
    let is_unit = |letter: char| letter.is_ascii_alphabetic();
    let (mut seconds, mut rest) = (0.0, text);
    while !rest.is_empty() {
        let unit = rest.find(is_unit)?;
        let end = rest[unit..].find(|letter| !is_unit(letter)).map_or(rest.len(), |length| unit + length);
        seconds += one_time(&rest[..end]).ok()?;
        rest = &rest[end..];
    }
    Some(seconds)
}
