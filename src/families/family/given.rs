//! The values given for the parameters of a family, for one game.

use super::parameter::{Domain, Parameter, Setting, Typed};
use crate::exact::{self, Rational};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::sync::Arc;

/// The parameters of one game, with their values.
///
/// To ask for a parameter that the description does not have, or for another kind of value than it has there, panics: that
/// is a mistake of the family, not of whoever typed. So is a number that does not fit the type, or a
/// [`whole`](Self::whole) one without a default.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Given {
    all: Vec<Chosen>,
    /// The files that are named among the values: their names for people, and their texts. Games of a range share them.
    files: BTreeMap<String, NamedText>,
}

/// The name of a file, as people are shown it, and its text.
pub type NamedText = Arc<(String, String)>;

/// A parameter with its value.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Chosen {
    name: &'static str,
    setting: Option<Setting>,
    /// `true` if answers repeat it even without a value.
    is_told: bool,
}

impl Given {
    /// Returns the parameters of every game that was asked about: all combinations of values, the first parameter
    /// changing most slowly, or one that is outermost. `typed` returns the values typed for a parameter, or `None` to use its default.
    ///
    /// # Errors
    /// If a default cannot be read, or there are more than 100,000 games; the message is one line.
    pub fn all(
        parameters: &[Parameter],
        typed: &dyn Fn(&Parameter) -> Option<Typed>,
    ) -> Result<Vec<Self>, String> {
        /// The most games that may be asked about at once.
        const MOST: usize = 100_000;
        let mut all = vec![Self::default()];
        let outermost = parameters.iter().filter(|parameter| parameter.is_outermost);
        for parameter in outermost.chain(parameters.iter().filter(|parameter| !parameter.is_outermost)) {
            let name = parameter.name;
            let is_there = |other| parameters.iter().any(|one| one.name == other && typed(one).is_some());
            let default = parameter.default.filter(|_| parameter.with.is_none_or(is_there));
            let default = || default.map(|text| parameter.read(text)).transpose();
            let is_told = parameter.with.is_none() && parameters.iter().all(|one| one.with != Some(name));
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
                given.all.push(Chosen { name, setting: setting.clone(), is_told });
                given
            };
            all = all
                .iter()
                .flat_map(|given| settings.iter().map(move |setting| with(given, setting)))
                .collect();
        }
        // Whatever changes most slowly, answers repeat them in the order of the description.
        let place = |one: &Chosen| parameters.iter().position(|parameter| parameter.name == one.name);
        all.iter_mut().for_each(|given| given.all.sort_by_key(place));
        Ok(all)
    }

    /// Returns a copy in which the parameter `name` is another whole number, whether or not that is in its range.
    pub fn with(&self, name: &str, number: u64) -> Self {
        self.get(name);
        let mut given = self.clone();
        for one in given.all.iter_mut().filter(|one| one.name == name) {
            one.setting = Some(Setting::Whole(number));
        }
        given
    }

    fn get(&self, name: &str) -> Option<&Setting> {
        let one = self.all.iter().find(|one| one.name == name).unwrap_or_else(|| {
            panic!("{name} is a parameter of the description");
        });
        one.setting.as_ref()
    }

    /// Returns the whole number given for the parameter `name`, or `None` if none was given and there is no default, or
    /// only its name was.
    pub fn optional<T: TryFrom<u64>>(&self, name: &str) -> Option<T> {
        match self.get(name)? {
            Setting::Whole(number) => {
                Some(T::try_from(*number).ok().expect("the range of the description fits"))
            }
            Setting::Flag => None,
            _ => panic!("{name} is a whole number by its description"),
        }
    }

    /// Returns the whole number of a parameter that has a default.
    pub fn whole<T: TryFrom<u64>>(&self, name: &str) -> T {
        self.optional(name).unwrap_or_else(|| panic!("{name} has a default by its description"))
    }

    /// Returns the list given for the parameter `name`, or `None` if none was given and there is no default. It is empty if
    /// only its name was given.
    pub fn list(&self, name: &str) -> Option<&[u64]> {
        match self.get(name)? {
            Setting::List(list) => Some(list),
            Setting::Flag => Some(&[]),
            _ => panic!("{name} is a list by its description"),
        }
    }

    /// Returns the fractions given for the parameter `name`, or `None` if none were given and there is no default. There are
    /// none if only its name was given.
    pub fn fractions(&self, name: &str) -> Option<&[Rational]> {
        match self.get(name)? {
            Setting::Fractions(all) => Some(all),
            Setting::Flag => Some(&[]),
            _ => panic!("{name} is fractions by its description"),
        }
    }

    /// Returns the word given for the parameter `name`, or `None` if none was given and there is no default, or only its name
    /// was.
    pub fn word(&self, name: &str) -> Option<&'static str> {
        match self.get(name)? {
            Setting::Word(word) => Some(word),
            Setting::Flag => None,
            _ => panic!("{name} is a word by its description"),
        }
    }

    /// Returns the text given for the parameter `name`, or the name of the file, or `None` if none was given and there is
    /// no default, or only its name was given.
    pub fn text(&self, name: &str) -> Option<&str> {
        match self.get(name)? {
            Setting::Text(text) => Some(text),
            Setting::Flag => None,
            _ => panic!("{name} is a text or a file by its description"),
        }
    }

    /// Returns the names or words given for the parameter `name`, or `None` if none were given and there is no default.
    /// There are none if only its name was given.
    pub fn names(&self, name: &str) -> Option<&[String]> {
        match self.get(name)? {
            Setting::Names(names) => Some(names),
            Setting::Flag => Some(&[]),
            _ => panic!("{name} is names by its description"),
        }
    }

    /// Returns `true` if the parameter `name` was given at all.
    pub fn is_given(&self, name: &str) -> bool {
        self.get(name).is_some()
    }

    /// Opens the files that are named among the values of `parameters`. `open` returns a file, or `None` if it need not be
    /// there and is not: the second argument is `true` if it has to be.
    ///
    /// # Errors
    /// As `open`.
    pub fn open<E>(
        &mut self,
        parameters: &[Parameter],
        mut open: impl FnMut(&str, bool) -> Result<Option<NamedText>, E>,
    ) -> Result<(), E> {
        for one in &self.all {
            let domain = parameters.iter().find(|parameter| parameter.name == one.name);
            let named: Vec<&String> = match (domain.map(|parameter| parameter.domain), &one.setting) {
                (Some(Domain::File), Some(Setting::Text(name))) => vec![name],
                (Some(Domain::Names(may_be_file)), Some(Setting::Names(names))) => {
                    names.iter().filter(|name| may_be_file(name)).collect()
                }
                _ => continue,
            };
            let is_needed = matches!(one.setting, Some(Setting::Text(_)));
            for name in named {
                if !self.files.contains_key(name)
                    && let Some(file) = open(name, is_needed)?
                {
                    self.files.insert(name.clone(), file);
                }
            }
        }
        Ok(())
    }

    /// Returns the file `name`, if it is among the values and was [opened](Self::open): its name as people are told it,
    /// and its text.
    pub fn file(&self, name: &str) -> Option<(&str, &str)> {
        self.files.get(name).map(|file| (file.0.as_str(), file.1.as_str()))
    }

    /// Returns all files that were [opened](Self::open), in the order of their names among the values.
    pub fn files(&self) -> impl Iterator<Item = &NamedText> {
        self.files.values()
    }

    /// Returns the parameters as an object that JSON answers repeat: names with `_` for dashes, and `null` for those
    /// without a value, unless they are of a variant.
    pub fn echo(&self) -> Value {
        let value = |setting: &Option<Setting>| match setting {
            None => Value::Null,
            Some(Setting::Whole(number)) => json!(number),
            Some(Setting::List(list)) => json!(list),
            Some(Setting::Fractions(all)) => all.iter().map(exact::fraction).collect(),
            Some(Setting::Word(word)) => json!(word),
            Some(Setting::Text(text)) => json!(text),
            Some(Setting::Names(names)) => json!(names),
            Some(Setting::Flag) => json!(true),
        };
        let told = self.all.iter().filter(|one| one.is_told || one.setting.is_some());
        Value::Object(told.map(|one| (one.name.replace('-', "_"), value(&one.setting))).collect())
    }

    /// Returns the name of a file about this game of `family`, without its extension.
    pub fn stem(&self, family: &str) -> String {
        let mut stem = family.to_owned();
        for Chosen { name, setting, .. } in &self.all {
            match setting {
                None => {}
                Some(Setting::Whole(number)) => stem.push_str(&format!("-{name}{number}")),
                Some(Setting::List(list)) => {
                    let numbers = list.iter().map(|number| format!("-{number}")).collect::<String>();
                    // A long list would not fit into the name of a file.
                    let numbers = if numbers.len() <= 64 { numbers.as_str() } else { "" };
                    stem.push_str(&format!("-{name}{numbers}"));
                }
                Some(Setting::Fractions(all)) => {
                    let all: Vec<String> = all.iter().map(|one| one.to_string().replace('/', "_")).collect();
                    stem.push_str(&format!("-{name}{}", all.join("-")));
                }
                Some(Setting::Word(word)) => stem.push_str(&format!("-{}", word.to_lowercase())),
                Some(Setting::Text(text)) => stem.push_str(&format!("-{name}-{}", of_file(text))),
                Some(Setting::Names(names)) => stem.push_str(&format!("-{}", of_file(&names.join("-")))),
                Some(Setting::Flag) => stem.push_str(&format!("-{name}")),
            }
        }
        stem
    }
}

/// A text as a part of the name of a file: its letters and digits, in small letters, not too many of them.
fn of_file(text: &str) -> String {
    let letter =
        |letter: char| if letter.is_ascii_alphanumeric() { letter.to_ascii_lowercase() } else { '-' };
    text.chars().map(letter).take(64).collect()
}
