//! The parameter values of one game.

use super::parameter::{Domain, Parameter, Setting, Typed};
use crate::exact::{self, Rational};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::sync::Arc;

/// The parameters of one game, with their values.
///
/// Panics if a method is called with a name that is not declared or has another type. Panics too if a number does not
/// fit the integer type, or if [`whole`](Self::whole) reads a parameter without a default. All these cases are bugs of
/// the family, not user errors.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Given {
    all: Vec<Chosen>,
    /// The files that the values name, by name: the names for messages, and the texts. The games of a range share them.
    files: BTreeMap<String, NamedText>,
}

/// The name of a file as messages print it, and its text.
pub type NamedText = Arc<(String, String)>;

/// A parameter with its value.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Chosen {
    name: &'static str,
    setting: Option<Setting>,
    /// `true` if answers repeat the parameter even without a value.
    is_repeated: bool,
}

impl Given {
    /// Returns the parameters of every game of a query: all combinations of values. The first parameter changes most
    /// slowly, unless another one is outermost. `typed` returns the values typed for a parameter, or `None` to use its
    /// default.
    ///
    /// # Errors
    /// If a default cannot be read, or there are more than 100,000 games; the message is one line.
    pub fn all(
        parameters: &[Parameter],
        typed: &dyn Fn(&Parameter) -> Option<Typed>,
    ) -> Result<Vec<Self>, String> {
        /// The maximum number of games in one query.
        const MOST: usize = 100_000;
        let mut all = vec![Self::default()];
        let outermost = parameters.iter().filter(|parameter| parameter.is_outermost);
        for parameter in outermost.chain(parameters.iter().filter(|parameter| !parameter.is_outermost)) {
            let name = parameter.name;
            let is_there = |other| parameters.iter().any(|one| one.name == other && typed(one).is_some());
            let default = parameter.default.filter(|_| parameter.with.is_none_or(is_there));
            let default = || default.map(|text| parameter.read(text)).transpose();
            let is_repeated = parameter.with.is_none() && parameters.iter().all(|one| one.with != Some(name));
            let typed = match typed(parameter) {
                Some(typed) => Some(typed),
                None => default()?,
            };
            let settings = typed.map_or(vec![None], |typed| typed.all.into_iter().map(Some).collect());
            if all.len().saturating_mul(settings.len()) > MOST {
                return Err(format!("more than {MOST} games"));
            }
            let with = |given: &Self, setting: &Option<Setting>| {
                let mut given = given.clone();
                given.all.push(Chosen { name, setting: setting.clone(), is_repeated });
                given
            };
            all = all
                .iter()
                .flat_map(|given| settings.iter().map(move |setting| with(given, setting)))
                .collect();
        }
        // Answers repeat the parameters in the order of the description.
        let place = |one: &Chosen| parameters.iter().position(|parameter| parameter.name == one.name);
        all.iter_mut().for_each(|given| given.all.sort_by_key(place));
        Ok(all)
    }

    /// Returns a copy in which the parameter `name` is another whole number. The range is not checked.
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

    /// Returns the whole number of the parameter `name`. Returns `None` if it has no value: neither typed nor a
    /// default, or typed as a bare name.
    pub fn optional<T: TryFrom<u64>>(&self, name: &str) -> Option<T> {
        match self.get(name)? {
            Setting::Whole(number) => {
                Some(T::try_from(*number).ok().expect("the range of the description fits"))
            }
            Setting::Flag => None,
            _ => panic!("{name} is a whole number by its description"),
        }
    }

    /// Returns the whole number of a parameter with a default.
    pub fn whole<T: TryFrom<u64>>(&self, name: &str) -> T {
        self.optional(name).unwrap_or_else(|| panic!("{name} has a default by its description"))
    }

    /// Returns the list of the parameter `name`. Returns `None` if it was not typed and has no default. The list of a
    /// bare name is empty.
    pub fn list(&self, name: &str) -> Option<&[u64]> {
        match self.get(name)? {
            Setting::List(list) => Some(list),
            Setting::Flag => Some(&[]),
            _ => panic!("{name} is a list by its description"),
        }
    }

    /// Returns the fractions of the parameter `name`. Returns `None` if it was not typed and has no default. A bare
    /// name has no fractions.
    pub fn fractions(&self, name: &str) -> Option<&[Rational]> {
        match self.get(name)? {
            Setting::Fractions(all) => Some(all),
            Setting::Flag => Some(&[]),
            _ => panic!("{name} is fractions by its description"),
        }
    }

    /// Returns the word of the parameter `name`. Returns `None` if it has no value: neither typed nor a default, or
    /// typed as a bare name.
    pub fn word(&self, name: &str) -> Option<&'static str> {
        match self.get(name)? {
            Setting::Word(word) => Some(word),
            Setting::Flag => None,
            _ => panic!("{name} is a word by its description"),
        }
    }

    /// Returns the text or the file name of the parameter `name`. Returns `None` if it has no value: neither typed nor
    /// a default, or typed as a bare name.
    pub fn text(&self, name: &str) -> Option<&str> {
        match self.get(name)? {
            Setting::Text(text) => Some(text),
            Setting::Flag => None,
            _ => panic!("{name} is a text or a file by its description"),
        }
    }

    /// Returns the names, words or texts of the parameter `name`. Returns `None` if it was not typed and has no default. A
    /// bare name has no names.
    pub fn names(&self, name: &str) -> Option<&[String]> {
        match self.get(name)? {
            Setting::Names(names) => Some(names),
            Setting::Flag => Some(&[]),
            _ => panic!("{name} is names or texts by its description"),
        }
    }

    /// Returns `true` if the parameter `name` was typed or has a default.
    pub fn is_given(&self, name: &str) -> bool {
        self.get(name).is_some()
    }

    /// Opens the files that the values of `parameters` name. `open` returns a file, or `None` if the file is optional
    /// and does not exist. Its second argument is `true` if the file is required.
    ///
    /// # Errors
    /// The errors of `open`.
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

    /// Returns a file that was [opened](Self::open): its name as messages print it, and its text. Returns `None` if no
    /// value names the file `name`.
    pub fn file(&self, name: &str) -> Option<(&str, &str)> {
        self.files.get(name).map(|file| (file.0.as_str(), file.1.as_str()))
    }

    /// Returns all files that were [opened](Self::open), ordered by name.
    pub fn files(&self) -> impl Iterator<Item = &NamedText> {
        self.files.values()
    }

    /// Returns the parameters as an object that JSON answers repeat. Names have `_` for dashes. A parameter without a
    /// value is `null`, and is omitted if it belongs to a variant.
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
        let repeated = self.all.iter().filter(|one| one.is_repeated || one.setting.is_some());
        Value::Object(repeated.map(|one| (one.name.replace('-', "_"), value(&one.setting))).collect())
    }

    /// Returns the base name of files about this game of `family`, without an extension.
    pub fn stem(&self, family: &str) -> String {
        let mut stem = family.to_owned();
        for Chosen { name, setting, .. } in &self.all {
            match setting {
                None => {}
                Some(Setting::Whole(number)) => stem.push_str(&format!("-{name}{number}")),
                Some(Setting::List(list)) => {
                    let numbers = list.iter().map(|number| format!("-{number}")).collect::<String>();
                    // A long list would not fit into a file name.
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

/// Converts a text into a part of a file name: a limited number of its letters and digits, in lower case.
fn of_file(text: &str) -> String {
    let letter =
        |letter: char| if letter.is_ascii_alphanumeric() { letter.to_ascii_lowercase() } else { '-' };
    text.chars().map(letter).take(64).collect()
}
