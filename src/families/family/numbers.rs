//! Whole numbers as typed: one number, a range, or a list of both. Examples are `8`, `1,3,5..9`, and the equivalent
//! ranges `1..10`, `1..=10` and `1-10`, which all include 10.

use crate::exact::{self, Rational};
use crate::model::order;
use std::ops::RangeInclusive;

/// The maximum number of values of one option.
const MOST: usize = 100_000;

/// Reads one or several numbers, and whether they were typed as a range or a list. Returns each number once, ascending.
/// The numbers must be multiples of `step` from `least` to `most`; `beyond` is the message for others.
pub(super) fn read(
    text: &str,
    [least, most]: [u64; 2],
    step: u64,
    beyond: &str,
) -> Result<(Vec<u64>, bool), String> {
    let (mut several, mut all) = (false, Vec::new());
    // A trailing comma is allowed.
    for part in text.strip_suffix(',').unwrap_or(text).split(',') {
        let (part, is_range) = ends(part, least, most, beyond)?;
        if part.start() % step + part.end() % step > 0 {
            return Err(beyond.to_owned());
        }
        several |= is_range;
        all.extend(part.step_by(step as usize).take(MOST + 1));
        if all.len() > MOST {
            return Err(format!("more than {MOST} numbers"));
        }
    }
    order::sort_unique(&mut all);
    several |= all.len() > 1;
    Ok((all, several))
}

/// Reads fractions and decimals between commas, exactly.
///
/// # Errors
/// If an entry is neither; the message is one line.
pub(super) fn fractions(text: &str) -> Result<Vec<Rational>, String> {
    let wrong = |text: &str| format!("{text:?} is not a fraction; write 3/4 or 0.75");
    text.split(',').map(|one| exact::parse_fraction(one.trim()).ok_or_else(|| wrong(one))).collect()
}

/// Returns the numbers of one entry of a list, and whether it was typed as a range.
fn ends(text: &str, least: u64, most: u64, beyond: &str) -> Result<(RangeInclusive<u64>, bool), String> {
    let number = |text| number(text, least, most, beyond);
    // A leading dash is a minus sign.
    let dash = || text.split_once('-').filter(|(first, _)| !first.trim().is_empty());
    let ends = text.split_once("..=").or_else(|| text.split_once("..")).or_else(dash);
    let Some((first, last)) = ends else {
        let one = number(text)?;
        return Ok((one..=one, false));
    };
    let (first, last) = (number(first)?, number(last)?);
    if first > last {
        return Err(format!("the range is reversed: did you mean {last}..{first}?"));
    }
    Ok((first..=last, true))
}

fn number(text: &str, least: u64, most: u64, beyond: &str) -> Result<u64, String> {
    let text = text.trim();
    let examples = || match (least, most) {
        (..=1, 40..) => "8, 1..40 or 2,4,8".to_owned(),
        _ => format!("{least}, {least}..{most} or {least},{most}"),
    };
    if text.is_empty() {
        return Err(format!("a number is missing: write {}", examples()));
    }
    // A negative number is a whole number, but out of range.
    let digits = text.strip_prefix('-').filter(|digits| !digits.is_empty()).unwrap_or(text);
    if !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(format!("{text:?} is not a whole number: write {}", examples()));
    }
    let number = text.parse().ok().filter(|number| (least..=most).contains(number));
    number.ok_or_else(|| beyond.to_owned())
}
