//! The parameters of a family, and what was given for them.

use super::numbers;
use serde_json::{Value, json};

/// A parameter of a family: an option of every verb.
#[derive(Clone, Copy, Debug)]
pub struct Parameter {
    /// Its name, in small letters and dashes; the option is that with two dashes before it.
    pub name: &'static str,
    /// What stands for its value in help: `N`.
    pub value: &'static str,
    /// What it means, in one line without a full stop.
    pub meaning: &'static str,
    /// What it may be.
    pub domain: Domain,
    /// What it is if nothing is given, as it would be typed; without it, it may be left out.
    pub default: Option<&'static str>,
}

/// What a parameter may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Domain {
    /// A whole number from the first to the second, both included. Where many games may be asked about at once, a range
    /// or a list of such may be typed.
    Whole(u64, u64),
    /// A list of whole numbers, each from the first to the second.
    List(u64, u64),
    /// One of some words, each with its meaning.
    Words(&'static [(&'static str, &'static str)]),
}

impl Parameter {
    /// A whole number from `least` to `most`.
    #[must_use]
    pub const fn whole(name: &'static str, meaning: &'static str, least: u64, most: u64) -> Self {
        Self { name, value: "N", meaning, domain: Domain::Whole(least, most), default: None }
    }

    /// A list of whole numbers, each from `least` to `most`.
    #[must_use]
    pub const fn list(name: &'static str, meaning: &'static str, least: u64, most: u64) -> Self {
        Self { name, value: "A,B,...", meaning, domain: Domain::List(least, most), default: None }
    }

    /// One of some words, each with its meaning.
    #[must_use]
    pub const fn words(
        name: &'static str,
        meaning: &'static str,
        words: &'static [(&'static str, &'static str)],
    ) -> Self {
        Self { name, value: "WORD", meaning, domain: Domain::Words(words), default: None }
    }

    /// The same with a value for those who give none, as it would be typed.
    #[must_use]
    pub const fn or(self, default: &'static str) -> Self {
        Self { default: Some(default), ..self }
    }

    /// The same with another letter for its value in help.
    #[must_use]
    pub const fn shown_as(self, value: &'static str) -> Self {
        Self { value, ..self }
    }

    /// From where to where it may be, in words; nothing where the meaning says so, or it is no number.
    #[must_use]
    pub fn range(&self) -> Option<String> {
        match self.domain {
            Domain::Whole(least, most) if !self.meaning.contains('[') => Some(format!("{least} to {most}")),
            _ => None,
        }
    }

    /// What was typed for it.
    ///
    /// # Errors
    /// If it may not be that, in one line.
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

/// What was typed for a parameter: one value, or several to ask about one after the other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Typed {
    /// The values, at least one.
    pub all: Vec<Setting>,
    /// Whether several were asked for, if only in form: a range of one.
    pub several: bool,
}

/// The value of a parameter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Setting {
    /// A whole number.
    Whole(u64),
    /// A list of them.
    List(Vec<u64>),
    /// A word.
    Word(&'static str),
}

/// The parameters of one game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Given(Vec<(&'static str, Option<Setting>)>);

impl Given {
    /// Every game that was asked about, the first parameter slowest; `typed` has what was typed for a parameter, if
    /// anything was.
    ///
    /// # Errors
    /// If a default of the description is none, or there are too many games, in one line.
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

    /// The same with another whole number for one of them.
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

    /// A whole number; `None` if it was not given and has no default.
    ///
    /// # Panics
    /// If the description has no such parameter, or it is no whole number or may be greater than the type.
    #[must_use]
    pub fn optional<T: TryFrom<u64>>(&self, name: &str) -> Option<T> {
        match self.get(name)? {
            Setting::Whole(number) => {
                Some(T::try_from(*number).ok().expect("the range of the description fits"))
            }
            _ => panic!("{name} is a whole number by its description"),
        }
    }

    /// A whole number that has a default.
    ///
    /// # Panics
    /// As [`optional`](Self::optional), or if it has no default.
    #[must_use]
    pub fn whole<T: TryFrom<u64>>(&self, name: &str) -> T {
        self.optional(name).unwrap_or_else(|| panic!("{name} has a default by its description"))
    }

    /// A list; `None` if none was given.
    ///
    /// # Panics
    /// If the description has no such parameter, or it is no list.
    #[must_use]
    pub fn list(&self, name: &str) -> Option<&[u64]> {
        match self.get(name)? {
            Setting::List(list) => Some(list),
            _ => panic!("{name} is a list by its description"),
        }
    }

    /// A word; `None` if none was given and there is no default.
    ///
    /// # Panics
    /// If the description has no such parameter, or it is no word.
    #[must_use]
    pub fn word(&self, name: &str) -> Option<&'static str> {
        match self.get(name)? {
            Setting::Word(word) => Some(word),
            _ => panic!("{name} is a word by its description"),
        }
    }

    /// The parameters as JSON repeats them.
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

    /// The name of a file about this game of `family`, without its end.
    #[must_use]
    pub fn stem(&self, family: &str) -> String {
        let mut stem = family.to_owned();
        for (name, setting) in &self.0 {
            match setting {
                None => {}
                Some(Setting::Whole(number)) => stem.push_str(&format!("-{name}{number}")),
                Some(Setting::List(_)) => stem.push_str(&format!("-{name}")),
                Some(Setting::Word(word)) => stem.push_str(&format!("-{word}")),
            }
        }
        stem
    }
}
