//! A number or a range of numbers: `8`, `1..=40`, `1..41`.

use chancetree::games::memory::MOST_PAIRS;
use std::fmt::Display;
use std::ops::RangeInclusive;
use std::str::FromStr;

/// One number, or several in a row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Numbers {
    /// One.
    One(u16),
    /// Several, ascending; perhaps only one, but asked for as a range.
    Several(RangeInclusive<u16>),
}

impl Numbers {
    pub(crate) fn last(&self) -> u16 {
        match self {
            Self::One(number) => *number,
            Self::Several(range) => *range.end(),
        }
    }

    pub(crate) fn iter(&self) -> RangeInclusive<u16> {
        match self {
            Self::One(number) => *number..=*number,
            Self::Several(range) => range.clone(),
        }
    }
}

/// Reads a number of pairs or a range.
pub(crate) fn numbers(text: &str) -> Result<Numbers, String> {
    read(text, MOST_PAIRS, &format!("a board has 1 to {MOST_PAIRS} pairs"))
}

/// Reads a number from 1 to `most` or a range; `beyond` says so of others.
pub(crate) fn numbers_to(
    most: u16,
    beyond: &'static str,
) -> impl Fn(&str) -> Result<Numbers, String> + Clone + Send + Sync {
    move |text| read(text, most, beyond)
}

fn read(text: &str, most: u16, beyond: &str) -> Result<Numbers, String> {
    let number = |text| number(text, most, beyond);
    let Some((first, last)) = text.split_once("..") else {
        return Ok(Numbers::One(number(text)?));
    };
    let (first, last) = match last.strip_prefix('=') {
        Some(last) => (number(first)?, number(last)?),
        None => {
            let (first, last) = (number(first)?, number(last)?);
            if first == last {
                return Err(format!("the range is empty; {first}..={last} is meant?"));
            }
            (first, if first < last { last - 1 } else { last })
        }
    };
    if first > last {
        return Err(format!("the range runs the wrong way; {last}..={first} is meant?"));
    }
    Ok(Numbers::Several(first..=last))
}

fn number(text: &str, most: u16, beyond: &str) -> Result<u16, String> {
    let text = text.trim();
    if text.is_empty() {
        return Err("a number is missing; write 8 or 1..=40".to_owned());
    }
    if !text.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(format!("{text:?} is no whole number; write 8 or 1..=40"));
    }
    let number = text.parse().ok().filter(|number| (1..=most).contains(number));
    number.ok_or_else(|| beyond.to_owned())
}

/// Reads a whole number from `least` to `most`.
pub(crate) fn whole<T>(least: T, most: T) -> impl Fn(&str) -> Result<T, String> + Clone + Send + Sync
where
    T: Copy + Display + FromStr + PartialOrd + Send + Sync,
{
    move |text| {
        let number = text.parse().ok().filter(|number| least <= *number && *number <= most);
        number.ok_or_else(|| format!("a whole number from {least} to {most} is needed"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_numbers_and_ranges() {
        assert_eq!(numbers("8"), Ok(Numbers::One(8)));
        assert_eq!(numbers("1..=40"), Ok(Numbers::Several(1..=40)));
        assert_eq!(numbers("1..41"), Ok(Numbers::Several(1..=40)));
        for wrong in [
            "",
            "..",
            "1..",
            "..=3",
            "5..=2",
            "5..5",
            "-1",
            "1.5",
            "x",
            "0",
            "0..=3",
            "30001",
            "1..=99999",
            "18446744073709551616",
        ] {
            assert!(numbers(wrong).is_err(), "{wrong:?}");
        }
    }
}
