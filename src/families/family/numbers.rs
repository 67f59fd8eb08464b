//! Whole numbers as they are typed: one, a range, or a list of both: `8`, `1..10` or `1..=10` or `1-10` (10 is in all of
//! them), `1,3,5..9`.

use crate::exact::{self, Rational};
use std::ops::RangeInclusive;

/// The most numbers that one option may stand for.
pub(super) const MOST: usize = 100_000;

/// Reads one number or several, ascending, each once, and whether they were written as a range or a list; `beyond` says
/// so of others than those from `least` to `most`.
pub fn read(text: &str, least: u64, most: u64, beyond: &str) -> Result<(Vec<u64>, bool), String> {
    let (mut ranged, mut all) = (false, Vec::new());
    for part in parts(text) {
        let (part, is_range) = ends(part, least, most, beyond)?;
        ranged |= is_range;
        all.extend(part.take(MOST + 1));
        check(all.len())?;
    }
    Ok(gather(all, ranged))
}

/// Refuses more numbers than one option may stand for.
pub(super) fn check(numbers: usize) -> Result<(), String> {
    if numbers > MOST { Err(format!("that is more than {MOST} numbers at a time")) } else { Ok(()) }
}

/// Reads fractions and decimals between commas, exactly.
///
/// # Errors
/// If one of them is neither; the message is one line.
pub fn fractions(text: &str) -> Result<Vec<Rational>, String> {
    let wrong = |text: &str| format!("{text:?} is not a fraction; write 3/4 or 0.75");
    text.split(',').map(|one| exact::read(one.trim()).ok_or_else(|| wrong(one))).collect()
}

/// The parts of a list; a comma may follow the last.
pub fn parts(text: &str) -> impl Iterator<Item = &str> {
    text.strip_suffix(',').unwrap_or(text).split(',')
}

/// Numbers in order and each once, and whether they are several, if only in form.
pub fn gather<T: Ord>(mut all: Vec<T>, ranged: bool) -> (Vec<T>, bool) {
    all.sort_unstable();
    all.dedup();
    let several = ranged || all.len() > 1;
    (all, several)
}

/// The numbers of a part of a list, and whether it was written as a range.
pub fn ends(text: &str, least: u64, most: u64, beyond: &str) -> Result<(RangeInclusive<u64>, bool), String> {
    let number = |text| number(text, least, most, beyond);
    // A part that begins with a dash is a number below 0.
    let dash = || text.split_once('-').filter(|(first, _)| !first.trim().is_empty());
    let ends = text.split_once("..=").or_else(|| text.split_once("..")).or_else(dash);
    let Some((first, last)) = ends else {
        let one = number(text)?;
        return Ok((one..=one, false));
    };
    let (first, last) = (number(first)?, number(last)?);
    if first > last {
        return Err(format!("the range runs the wrong way; did you mean {last}..{first}?"));
    }
    Ok((first..=last, true))
}

fn number(text: &str, least: u64, most: u64, beyond: &str) -> Result<u64, String> {
    let text = text.trim();
    if text.is_empty() {
        return Err("a number is missing; write 8, 1..40 or 2,4,8".to_owned());
    }
    // A number below 0 is a whole number, too, and none that is allowed.
    let digits = text.strip_prefix('-').filter(|digits| !digits.is_empty()).unwrap_or(text);
    if !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(format!("{text:?} is not a whole number; write 8, 1..40 or 2,4,8"));
    }
    let number = text.parse().ok().filter(|number| (least..=most).contains(number));
    number.ok_or_else(|| beyond.to_owned())
}
