//! The values typed for a parameter.

use super::{Domain, Parameter, numbers};
use crate::exact;
use serde_json::{Value, json};

/// The values typed for a parameter: one for a single game, or several for a range of games.
///
/// A value is a whole number, a word, a text, `true` for a name without a value, or a list. A fraction is a text.
///
/// ```
/// use chancetree::family::{Parameter, TypedValues};
///
/// let pairs = Parameter::whole("pairs", "The number of pairs", 1, 99);
/// assert_eq!(pairs.read("8")?, TypedValues::one(8));
/// assert!(pairs.read("8..8")?.several);
/// # Ok::<(), String>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TypedValues {
    /// The values. There is at least one, unless an [implied](Parameter::implied) value is a word for no value.
    pub all: Vec<Value>,
    /// `true` if a range or a list was typed, even one with a single number.
    pub several: bool,
    /// `true` if the value has the same meaning as no value.
    pub is_implied: bool,
}

impl TypedValues {
    /// Creates one value.
    pub fn one(value: impl Into<Value>) -> Self {
        Self { all: vec![value.into()], several: false, is_implied: false }
    }
}

impl Parameter {
    /// Reads the text typed for the parameter. Words are case-insensitive.
    ///
    /// # Errors
    /// If the text is not a valid value; the message is one line.
    pub fn read(&self, text: &str) -> Result<TypedValues, String> {
        let Some(implied) = self.implied else { return self.read_value(text) };
        match (self.read_value(text), self.read_value(implied)) {
            (Ok(typed), Ok(implied)) if typed == implied => Ok(TypedValues { is_implied: true, ..typed }),
            (Err(_), _) if text == implied => {
                Ok(TypedValues { all: Vec::new(), several: false, is_implied: true })
            }
            (typed, _) => typed,
        }
    }

    fn read_value(&self, text: &str) -> Result<TypedValues, String> {
        match self.domain {
            Domain::Whole(least, most) | Domain::Even(least, most) => {
                let (step, what) = match self.domain {
                    Domain::Even(..) => (2, "an even"),
                    _ => (1, "a"),
                };
                let beyond = format!("{what} whole number from {least} to {most} is needed");
                let (all, several) = numbers::read(text, [least, most], step, &beyond)?;
                let all = all.into_iter().map(Value::from).collect();
                Ok(TypedValues { all, several, is_implied: false })
            }
            Domain::Number(least, most) => Ok(TypedValues::one(number(text, least, most)?)),
            Domain::List(least, most) => {
                let all = text.split(',').map(|part| number(part.trim(), least, most));
                Ok(TypedValues::one(all.collect::<Result<Vec<_>, _>>()?))
            }
            Domain::Fractions(count) => {
                let all = numbers::fractions(text)?;
                if all.len() != count {
                    let what = if count == 1 {
                        "one fraction is".to_owned()
                    } else {
                        format!("{count} fractions are")
                    };
                    return Err(format!("{what} needed, as in {}", self.value));
                }
                Ok(TypedValues::one(all.iter().map(exact::fraction).collect::<Vec<_>>()))
            }
            Domain::Words(words) => Ok(TypedValues::one(word(text, words)?)),
            Domain::WordList(words) => {
                let all = text.split(',').map(|part| word(part.trim(), words));
                Ok(TypedValues::one(all.collect::<Result<Vec<_>, _>>()?))
            }
            Domain::Double(least, most, needed) => {
                let is_valid = text.parse().is_ok_and(|number: f64| (least..=most).contains(&number));
                if is_valid { Ok(TypedValues::one(text)) } else { Err(needed.to_owned()) }
            }
            Domain::Text(check) => {
                check(text)?;
                Ok(TypedValues::one(text))
            }
            Domain::Texts => Ok(TypedValues::one(json!([text]))),
            Domain::InputFile | Domain::OutputFile if text.is_empty() => {
                Err("the name of a file is needed".to_owned())
            }
            Domain::InputFile | Domain::OutputFile => Ok(TypedValues::one(text)),
            Domain::Flag => Ok(TypedValues::one(true)),
            Domain::Names(may_be_file) => {
                if text.contains(char::is_control) {
                    return Err("names cannot contain control characters, such as a line end".to_owned());
                }
                // Words are case-insensitive, file names are not.
                let name = |typed: &str| match typed.to_lowercase() {
                    word if may_be_file(typed) && !may_be_file(&word) => word,
                    _ => typed.to_owned(),
                };
                Ok(TypedValues::one(text.split(',').map(str::trim).map(name).collect::<Vec<_>>()))
            }
        }
    }
}

fn word(text: &str, words: &[(&'static str, &str)]) -> Result<&'static str, String> {
    let word = words.iter().find(|(word, _)| word.eq_ignore_ascii_case(text));
    let all = || words.iter().map(|(word, _)| *word).collect::<Vec<_>>().join(", ");
    word.map(|(word, _)| *word).ok_or_else(|| format!("one of {} is needed", all()))
}

fn number(text: &str, least: u64, most: u64) -> Result<u64, String> {
    let number = text.parse().ok().filter(|number| (least..=most).contains(number));
    number.ok_or_else(|| format!("a whole number from {least} to {most} is needed"))
}
