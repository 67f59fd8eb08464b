//! The parameters of a family, and the values given for them.

use super::numbers;
use serde_json::{Value, json};

/// A parameter of a family, which becomes an option of every verb.
#[derive(Clone, Copy, Debug)]
pub struct Parameter {
    /// The name, in lower-case letters and dashes. The option is the name with two dashes before it.
    pub name: &'static str,
    /// The placeholder of the value in help, such as `N`.
    pub value: &'static str,
    /// The meaning, in one line without a full stop.
    pub meaning: &'static str,
    /// The values that it may have.
    pub domain: Domain,
    /// The default, as it would be typed. If it is `None`, the parameter may be left without a value.
    pub default: Option<&'static str>,
}

/// The values that a parameter may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Domain {
    /// A whole number from the first to the second, both included. Where several games may be asked about at once, a
    /// range or a list may be typed.
    Whole(u64, u64),
    /// A list of whole numbers, each from the first to the second, both included.
    List(u64, u64),
    /// One of some words, each with its meaning.
    Words(&'static [(&'static str, &'static str)]),
}

impl Parameter {
    /// Creates a parameter that is a whole number from `least` to `most`, both included.
    #[must_use]
    pub const fn whole(name: &'static str, meaning: &'static str, least: u64, most: u64) -> Self {
        Self { name, value: "N", meaning, domain: Domain::Whole(least, most), default: None }
    }

    /// Creates a parameter that is a list of whole numbers, each from `least` to `most`, both included.
    #[must_use]
    pub const fn list(name: &'static str, meaning: &'static str, least: u64, most: u64) -> Self {
        Self { name, value: "A,B,...", meaning, domain: Domain::List(least, most), default: None }
    }

    /// Creates a parameter that is one of some words, each given with its meaning.
    #[must_use]
    pub const fn words(
        name: &'static str,
        meaning: &'static str,
        words: &'static [(&'static str, &'static str)],
    ) -> Self {
        Self { name, value: "WORD", meaning, domain: Domain::Words(words), default: None }
    }

    /// Sets the default, as it would be typed.
    #[must_use]
    pub const fn or(self, default: &'static str) -> Self {
        Self { default: Some(default), ..self }
    }

    /// Sets the placeholder of the value in help.
    #[must_use]
    pub const fn shown_as(self, value: &'static str) -> Self {
        Self { value, ..self }
    }

    /// Returns the range in words, such as `1 to 9`. Returns `None` if the parameter is not a single whole number, or
    /// if its meaning names the range in brackets itself.
    #[must_use]
    pub fn range(&self) -> Option<String> {
        match self.domain {
            Domain::Whole(least, most) if !self.meaning.contains('[') => Some(format!("{least} to {most}")),
            _ => None,
        }
    }

    /// Reads the text typed for the parameter. Words may be typed in upper or lower case.
    ///
    /// # Errors
    /// If the text is not a value of the domain; the message is one line.
    pub fn read(&self, text: &str) -> Result<Typed, String> {
        match self.domain {
            Domain::Whole(least, most) => {
                let beyond = format!("a whole number from {least} to {most} is needed");
                let (all, several) = numbers::read(text, least, most, &beyond)?;
                let all = all.into_iter().map(Setting::Whole).collect();
                Ok(Typed { all, several })
            }
            Domain::List(least, most) => {
                let number = |part: &str| {
                    let number = part.trim().parse().ok().filter(|number| (least..=most).contains(number));
                    number.ok_or_else(|| format!("a whole number from {least} to {most} is needed"))
                };
                let all: Result<Vec<u64>, String> = text.split(',').map(number).collect();
                Ok(Typed { all: vec![Setting::List(all?)], several: false })
            }
            Domain::Words(words) => {
                let word = words.iter().find(|(word, _)| word.eq_ignore_ascii_case(text));
                let all: Vec<&str> = words.iter().map(|(word, _)| *word).collect();
                let word = word.ok_or_else(|| format!("one of {} is needed", all.join(", ")))?;
                Ok(Typed { all: vec![Setting::Word(word.0)], several: false })
            }
        }
    }
}

/// The values typed for a parameter: one, or several to ask about one after the other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Typed {
    /// The values, at least one.
    pub all: Vec<Setting>,
    /// `true` if a range or a list was typed, even one that holds a single number.
    pub several: bool,
}

/// The value of a parameter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Setting {
    /// A whole number.
    Whole(u64),
    /// A list of whole numbers.
    List(Vec<u64>),
    /// A word.
    Word(&'static str),
}

/// The parameters of one game, with their values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Given(Vec<(&'static str, Option<Setting>)>);

impl Given {
    /// Returns the parameters of every game that was asked about: all combinations of values, the first parameter
    /// changing most slowly. `typed` returns the values typed for a parameter, or `None` to use its default.
    ///
    /// # Errors
    /// If a default cannot be read, or there are more than 100,000 games; the message is one line.
    pub fn all(
        parameters: &[Parameter],
        typed: impl Fn(&Parameter) -> Option<Typed>,
    ) -> Result<Vec<Self>, String> {
        /// The most games that may be asked about at once.
        const MOST: usize = 100_000;
        let mut all = vec![Self(Vec::new())];
        for parameter in parameters {
            let default = || parameter.default.map(|text| parameter.read(text)).transpose();
            let typed = match typed(parameter) {
                Some(typed) => Some(typed),
                None => default()?,
            };
            let settings = typed.map_or(vec![None], |typed| typed.all.into_iter().map(Some).collect());
            if all.len().saturating_mul(settings.len()) > MOST {
                return Err(format!("that is more than {MOST} games at a time"));
            }
            let with = |given: &Self, setting: &Option<Setting>| {
                let mut given = given.clone();
                given.0.push((parameter.name, setting.clone()));
                given
            };
            all = all
                .iter()
                .flat_map(|given| settings.iter().map(move |setting| with(given, setting)))
                .collect();
        }
        Ok(all)
    }

    /// Returns a copy in which the parameter `name` is another whole number, whether or not that is in its range.
    ///
    /// # Panics
    /// If the description has no such parameter.
    #[must_use]
    pub fn with(&self, name: &str, number: u64) -> Self {
        self.get(name);
        let mut given = self.clone();
        for (_, setting) in given.0.iter_mut().filter(|(known, _)| *known == name) {
            *setting = Some(Setting::Whole(number));
        }
        given
    }

    fn get(&self, name: &str) -> Option<&Setting> {
        let (_, setting) = self.0.iter().find(|(known, _)| *known == name).unwrap_or_else(|| {
            panic!("{name} is a parameter of the description");
        });
        setting.as_ref()
    }

    /// Returns the whole number given for the parameter `name`, or `None` if none was given and there is no default.
    ///
    /// # Panics
    /// If the description has no such parameter, it is not a whole number, or its value does not fit the type.
    #[must_use]
    pub fn optional<T: TryFrom<u64>>(&self, name: &str) -> Option<T> {
        match self.get(name)? {
            Setting::Whole(number) => {
                Some(T::try_from(*number).ok().expect("the range of the description fits"))
            }
            _ => panic!("{name} is a whole number by its description"),
        }
    }

    /// Returns the whole number of a parameter that has a default.
    ///
    /// # Panics
    /// As [`optional`](Self::optional), and if there is no value.
    #[must_use]
    pub fn whole<T: TryFrom<u64>>(&self, name: &str) -> T {
        self.optional(name).unwrap_or_else(|| panic!("{name} has a default by its description"))
    }

    /// Returns the list given for the parameter `name`, or `None` if none was given and there is no default.
    ///
    /// # Panics
    /// If the description has no such parameter, or it is not a list.
    #[must_use]
    pub fn list(&self, name: &str) -> Option<&[u64]> {
        match self.get(name)? {
            Setting::List(list) => Some(list),
            _ => panic!("{name} is a list by its description"),
        }
    }

    /// Returns the word given for the parameter `name`, or `None` if none was given and there is no default.
    ///
    /// # Panics
    /// If the description has no such parameter, or it is not a word.
    #[must_use]
    pub fn word(&self, name: &str) -> Option<&'static str> {
        match self.get(name)? {
            Setting::Word(word) => Some(word),
            _ => panic!("{name} is a word by its description"),
        }
    }

    /// Returns the parameters as an object that JSON answers repeat: names with `_` for dashes, and `null` for those
    /// without a value.
    #[must_use]
    pub fn echo(&self) -> Value {
        let value = |setting: &Option<Setting>| match setting {
            None => Value::Null,
            Some(Setting::Whole(number)) => json!(number),
            Some(Setting::List(list)) => json!(list),
            Some(Setting::Word(word)) => json!(word),
        };
        let named = |(name, setting): &(&str, _)| (name.replace('-', "_"), value(setting));
        Value::Object(self.0.iter().map(named).collect())
    }

    /// Returns the name of a file about this game of `family`, without its extension.
    #[must_use]
    pub fn stem(&self, family: &str) -> String {
        let mut stem = family.to_owned();
        for (name, setting) in &self.0 {
            match setting {
                None => {}
                Some(Setting::Whole(number)) => stem.push_str(&format!("-{name}{number}")),
                Some(Setting::List(list)) => {
                    let numbers = list.iter().map(|number| format!("-{number}")).collect::<String>();
                    // A long list would not fit into the name of a file.
                    let numbers = if numbers.len() <= 64 { numbers.as_str() } else { "" };
                    stem.push_str(&format!("-{name}{numbers}"));
                }
                Some(Setting::Word(word)) => stem.push_str(&format!("-{word}")),
            }
        }
        stem
    }
}
