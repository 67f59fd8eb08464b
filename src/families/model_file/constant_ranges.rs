//! Ranges and lists of the values of constants: `N=2..6`, `N=2:2:8` and `N=2,4,6`.

use crate::exact::{self, Rational, one, zero};
use crate::family::Refusal;

/// The maximum number of combinations of values, and of values in a range.
const MOST: usize = 10_000;

/// The constants that were typed with several values, and all combinations.
pub(super) struct ConstantRanges {
    /// The names of the constants with several values.
    pub(super) names: Vec<String>,
    pub(super) combinations: Vec<ConstantValues>,
}

/// One value of each constant.
pub(super) struct ConstantValues {
    /// All constants: `N=2,p=1/2`.
    pub(super) constants: String,
    /// The values of the constants with several values.
    pub(super) values: Vec<String>,
}

impl ConstantRanges {
    /// Reads typed values of constants. An entry without a name is one more value of the constant before it.
    ///
    /// # Errors
    /// If a bound or the step of a range is not a number, the step is not positive, a range is empty, or there are too many
    /// combinations.
    pub(super) fn read(typed: &str) -> Result<Self, Refusal> {
        let mut constants: Vec<(&str, Vec<String>, bool)> = Vec::new();
        for entry in typed.split(',').map(str::trim).filter(|entry| !entry.is_empty()) {
            let (name, text) = match entry.split_once('=').filter(|(name, _)| is_name(name.trim())) {
                Some((name, text)) => (Some(name.trim()), text.trim()),
                None => (None, entry),
            };
            let (values, is_range) = values(text)?;
            match (name, constants.last_mut()) {
                (None, Some((_, known, is_several))) => {
                    known.extend(values);
                    *is_several = true;
                }
                (Some(name), _) => constants.push((name, values, is_range)),
                (None, None) => constants.push((entry, Vec::new(), false)),
            }
        }
        let names =
            constants.iter().filter(|(.., is_several)| *is_several).map(|(name, ..)| (*name).to_owned());
        let names: Vec<String> = names.collect();
        if names.is_empty() {
            let only = ConstantValues { constants: typed.to_owned(), values: Vec::new() };
            return Ok(Self { names, combinations: vec![only] });
        }
        let mut combinations = vec![ConstantValues { constants: String::new(), values: Vec::new() }];
        for (name, values, is_several) in &constants {
            if combinations.len().saturating_mul(values.len()) > MOST {
                let what = format!("--const: more than {MOST} combinations of values");
                return Err(Refusal::new(what).value("const", format!("{name}=1..10")));
            }
            let with = |earlier: &ConstantValues, value: &String| {
                let separator = if earlier.constants.is_empty() { "" } else { "," };
                let own = is_several.then(|| value.clone());
                ConstantValues {
                    constants: format!("{}{separator}{name}={value}", earlier.constants),
                    values: earlier.values.iter().cloned().chain(own).collect(),
                }
            };
            let next =
                combinations.iter().flat_map(|earlier| values.iter().map(move |value| with(earlier, value)));
            combinations = next.collect();
        }
        Ok(Self { names, combinations })
    }
}

fn is_name(text: &str) -> bool {
    let is_letter = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
    !text.is_empty()
        && text.chars().all(is_letter)
        && !text.starts_with(|letter: char| letter.is_ascii_digit())
}

/// Returns the values of an entry, and whether it is a range.
fn values(text: &str) -> Result<(Vec<String>, bool), Refusal> {
    let parts: Vec<&str> = match text.split_once("..=").or_else(|| text.split_once("..")) {
        Some((first, last)) => vec![first, last],
        None => text.split(':').collect(),
    };
    let (first, step, last) = match parts[..] {
        [first, last] => (first, "1", last),
        [first, step, last] => (first, step, last),
        _ => return Ok((vec![text.to_owned()], false)),
    };
    let wrong = |what: String| Refusal::new(format!("--const: {what}")).value("const", "N=2..6 or N=2:2:8");
    let number = |part: &str| {
        exact::parse_fraction(part.trim()).ok_or_else(|| wrong(format!("`{part}` in {text} is not a number")))
    };
    let (first, step, last) = (number(first)?, number(step)?, number(last)?);
    if step <= zero() {
        return Err(wrong(format!("the step of {text} must be positive")));
    }
    if first > last {
        return Err(wrong(format!(
            "the range {text} is empty; its first number must not be the greater one"
        )));
    }
    let count = ((&last - &first) / &step).floor() + one();
    if count > Rational::from_integer(MOST.into()) {
        return Err(wrong(format!("more than {MOST} values in {text}")));
    }
    let mut value = first;
    let mut all = Vec::new();
    while value <= last {
        all.push(if value.is_integer() { value.numer().to_string() } else { value.to_string() });
        value += &step;
    }
    Ok((all, true))
}
