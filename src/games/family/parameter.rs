//! The parameters of a family, and the values given for them.

use super::numbers;
use crate::exact::{self, Rational};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fmt::{self, Display};

/// A parameter of a family, which becomes an option of every verb.
#[derive(Clone, Copy, Debug)]
pub struct Parameter {
    /// The name, in lower-case letters and dashes. The option is the name with two dashes before it.
    pub name: &'static str,
    /// The placeholder of the value in help, such as `N`.
    pub value: &'static str,
    /// The meaning, in one line without a full stop.
    pub meaning: &'static str,
    /// More about it, for the long help. Defaults to an empty text.
    pub details: &'static str,
    /// The heading that it stands under in help. Defaults to `Game`.
    pub heading: &'static str,
    /// The values that it may have.
    pub domain: Domain,
    /// The default, as it would be typed. If it is `None`, the parameter may be left without a value.
    pub default: Option<&'static str>,
    /// The name of an earlier parameter that this one belongs to: see [`with`](Self::with).
    pub with: Option<&'static str>,
    /// The names of parameters that are not to be given together with this one.
    pub without: &'static [&'static str],
    /// `true` if only the long help shows it.
    pub is_rare: bool,
    /// `true` if, of several games, all with one value of this parameter come before those with the next.
    pub is_outermost: bool,
}

/// The values that a parameter may have.
#[derive(Clone, Copy, Debug)]
pub enum Domain {
    /// A whole number from the first to the second, both included. Where several games may be asked about at once, a
    /// range or a list may be typed.
    Whole(u64, u64),
    /// An even whole number from the first to the second. Of a range that begins and ends with one, the odd numbers are
    /// passed over.
    Even(u64, u64),
    /// A list of whole numbers, each from the first to the second, both included.
    List(u64, u64),
    /// So many fractions, each typed as a fraction or a decimal and read exactly.
    Fractions(usize),
    /// One of some words, each with its meaning.
    Words(&'static [(&'static str, &'static str)]),
    /// A text of a form of its own, which the function checks; its message is one line.
    Text(fn(&str) -> Result<(), String>),
    /// Names between commas. The function says whether a name may be that of a file, which is opened if it is there.
    Names(fn(&str) -> bool),
    /// A file, or `-` for what is typed.
    File,
    /// Nothing but its name: it is given or not.
    Flag,
}

impl Parameter {
    /// Creates a parameter without a default.
    const fn of(name: &'static str, value: &'static str, meaning: &'static str, domain: Domain) -> Self {
        Self {
            name,
            value,
            meaning,
            details: "",
            heading: "Game",
            domain,
            default: None,
            with: None,
            without: &[],
            is_rare: false,
            is_outermost: false,
        }
    }

    /// Creates a parameter that is a whole number from `least` to `most`, both included.
    #[must_use]
    pub const fn whole(name: &'static str, meaning: &'static str, least: u64, most: u64) -> Self {
        Self::of(name, "N", meaning, Domain::Whole(least, most))
    }

    /// Creates a parameter that is an even whole number from `least` to `most`, both included.
    #[must_use]
    pub const fn even(name: &'static str, meaning: &'static str, least: u64, most: u64) -> Self {
        Self::of(name, "N", meaning, Domain::Even(least, most))
    }

    /// Creates a parameter that is a list of whole numbers, each from `least` to `most`, both included.
    #[must_use]
    pub const fn list(name: &'static str, meaning: &'static str, least: u64, most: u64) -> Self {
        Self::of(name, "A,B,...", meaning, Domain::List(least, most))
    }

    /// Creates a parameter that is `count` fractions, separated by commas.
    #[must_use]
    pub const fn fractions(name: &'static str, meaning: &'static str, count: usize) -> Self {
        Self::of(name, "A,B,...", meaning, Domain::Fractions(count))
    }

    /// Creates a parameter that is one of some words, each given with its meaning.
    #[must_use]
    pub const fn words(
        name: &'static str,
        meaning: &'static str,
        words: &'static [(&'static str, &'static str)],
    ) -> Self {
        Self::of(name, "WORD", meaning, Domain::Words(words))
    }

    /// Creates a parameter that is a text of a form of its own: `check` returns what is wrong with it, in one line.
    #[must_use]
    pub const fn text(
        name: &'static str,
        meaning: &'static str,
        check: fn(&str) -> Result<(), String>,
    ) -> Self {
        Self::of(name, "TEXT", meaning, Domain::Text(check))
    }

    /// Creates a parameter that is names between commas; `may_be_file` says of each whether it may be that of a file.
    #[must_use]
    pub const fn names(name: &'static str, meaning: &'static str, may_be_file: fn(&str) -> bool) -> Self {
        Self::of(name, "A,B,...", meaning, Domain::Names(may_be_file))
    }

    /// Creates a parameter that is the name of a file.
    #[must_use]
    pub const fn file(name: &'static str, meaning: &'static str) -> Self {
        Self::of(name, "FILE", meaning, Domain::File)
    }

    /// Creates a parameter that is given or not.
    #[must_use]
    pub const fn flag(name: &'static str, meaning: &'static str) -> Self {
        Self::of(name, "", meaning, Domain::Flag)
    }

    /// Sets more about it, for the long help.
    #[must_use]
    pub const fn more(self, details: &'static str) -> Self {
        Self { details, ..self }
    }

    /// Sets the heading that it stands under in help.
    #[must_use]
    pub const fn under(self, heading: &'static str) -> Self {
        Self { heading, ..self }
    }

    /// Sets the parameters that are not to be given together with this one.
    #[must_use]
    pub const fn without(self, others: &'static [&'static str]) -> Self {
        Self { without: others, ..self }
    }

    /// Leaves the parameter out of the short help.
    #[must_use]
    pub const fn rare(self) -> Self {
        Self { is_rare: true, ..self }
    }

    /// Puts, of several games, all with one value of this parameter before those with the next.
    #[must_use]
    pub const fn outermost(self) -> Self {
        Self { is_outermost: true, ..self }
    }

    /// Sets the default, as it would be typed.
    #[must_use]
    pub const fn or(self, default: &'static str) -> Self {
        Self { default: Some(default), ..self }
    }

    /// Sets the parameter that this one belongs to, an earlier one. Both are of a variant of the game: without `other`
    /// this one has no default, and answers repeat neither of them.
    #[must_use]
    pub const fn with(self, other: &'static str) -> Self {
        Self { with: Some(other), ..self }
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
            Domain::Even(least, most) => {
                let beyond = format!("an even whole number from {least} to {most} is needed");
                let (mut all, mut several) = (Vec::new(), false);
                for part in numbers::parts(text) {
                    let (part, is_range) = numbers::ends(part, least, most, &beyond)?;
                    if part.start() % 2 + part.end() % 2 > 0 {
                        return Err(beyond);
                    }
                    several |= is_range;
                    all.extend(part.step_by(2).take(numbers::MOST + 1));
                    numbers::check(all.len())?;
                }
                let (all, several) = numbers::gather(all, several);
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
                Ok(Typed { all: vec![Setting::Fractions(all)], several: false })
            }
            Domain::Words(words) => {
                let word = words.iter().find(|(word, _)| word.eq_ignore_ascii_case(text));
                let all: Vec<&str> = words.iter().map(|(word, _)| *word).collect();
                let word = word.ok_or_else(|| format!("one of {} is needed", all.join(", ")))?;
                Ok(Typed { all: vec![Setting::Word(word.0)], several: false })
            }
            Domain::Text(check) => {
                check(text)?;
                Ok(Typed { all: vec![Setting::Text(text.to_owned())], several: false })
            }
            Domain::File => Ok(Typed { all: vec![Setting::Text(text.to_owned())], several: false }),
            Domain::Flag => Ok(Typed { all: vec![Setting::Flag], several: false }),
            Domain::Names(_) => {
                let all = text.split(',').map(str::to_owned).collect();
                Ok(Typed { all: vec![Setting::Names(all)], several: false })
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
    /// Fractions.
    Fractions(Vec<Rational>),
    /// A word.
    Word(&'static str),
    /// A text, or the name of a file.
    Text(String),
    /// Names.
    Names(Vec<String>),
    /// It was given.
    Flag,
}

/// As it is typed.
impl Display for Setting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Whole(number) => number.fmt(f),
            Self::List(list) => list.iter().map(u64::to_string).collect::<Vec<_>>().join(",").fmt(f),
            Self::Fractions(all) => all.iter().map(Rational::to_string).collect::<Vec<_>>().join(",").fmt(f),
            Self::Word(word) => f.write_str(word),
            Self::Text(text) => f.write_str(text),
            Self::Names(names) => names.join(",").fmt(f),
            Self::Flag => Ok(()),
        }
    }
}

/// The parameters of one game, with their values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Given {
    all: Vec<Chosen>,
    /// The files that are named among the values: as people are told them, and their texts.
    files: BTreeMap<String, (String, String)>,
}

/// A parameter with its value.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Chosen {
    name: &'static str,
    setting: Option<Setting>,
    /// Whether answers repeat it even without a value.
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
        typed: impl Fn(&Parameter) -> Option<Typed>,
    ) -> Result<Vec<Self>, String> {
        /// The most games that may be asked about at once.
        const MOST: usize = 100_000;
        let mut all = vec![Self { all: Vec::new(), files: BTreeMap::new() }];
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

    /// Returns the fractions given for the parameter `name`, or `None` if none were given and there is no default.
    ///
    /// # Panics
    /// If the description has no such parameter, or it is not fractions.
    #[must_use]
    pub fn fractions(&self, name: &str) -> Option<&[Rational]> {
        match self.get(name)? {
            Setting::Fractions(all) => Some(all),
            _ => panic!("{name} is fractions by its description"),
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

    /// Returns the text given for the parameter `name`, or the name of the file, or `None` if none was given and there is
    /// no default.
    ///
    /// # Panics
    /// If the description has no such parameter, or it is neither a text nor a file.
    #[must_use]
    pub fn text(&self, name: &str) -> Option<&str> {
        match self.get(name)? {
            Setting::Text(text) => Some(text),
            _ => panic!("{name} is a text or a file by its description"),
        }
    }

    /// Returns the names given for the parameter `name`, or `None` if none were given and there is no default.
    ///
    /// # Panics
    /// If the description has no such parameter, or it is not names.
    #[must_use]
    pub fn names(&self, name: &str) -> Option<&[String]> {
        match self.get(name)? {
            Setting::Names(names) => Some(names),
            _ => panic!("{name} is names by its description"),
        }
    }

    /// Returns `true` if the parameter `name` was given at all.
    ///
    /// # Panics
    /// If the description has no such parameter.
    #[must_use]
    pub fn is_given(&self, name: &str) -> bool {
        self.get(name).is_some()
    }

    /// Opens the files that are named among the values of `parameters`. `open` returns the name of a file as people are
    /// told it, and its text, or `None` if it need not be there and is not: the second argument is `true` if it has to
    /// be.
    ///
    /// # Errors
    /// As `open`.
    pub fn open<E>(
        &mut self,
        parameters: &[Parameter],
        mut open: impl FnMut(&str, bool) -> Result<Option<(String, String)>, E>,
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
    #[must_use]
    pub fn file(&self, name: &str) -> Option<(&str, &str)> {
        self.files.get(name).map(|(shown, text)| (shown.as_str(), text.as_str()))
    }

    /// Returns the texts of all files that were [opened](Self::open), in the order of their names.
    pub fn texts(&self) -> impl Iterator<Item = &str> {
        self.files.values().map(|(_, text)| text.as_str())
    }

    /// Returns the parameters as an object that JSON answers repeat: names with `_` for dashes, and `null` for those
    /// without a value, unless they are of a variant.
    #[must_use]
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
    #[must_use]
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

#[cfg(test)]
mod tests {
    use super::{Parameter, Setting};

    #[test]
    fn even_numbers_pass_over_odd_ones() {
        let cards = Parameter::even("cards", "", 2, 60_000);
        let read = |text: &str| {
            let typed = cards.read(text)?;
            let number = |setting: &Setting| match setting {
                Setting::Whole(number) => *number,
                _ => unreachable!("even numbers are whole"),
            };
            Ok::<_, String>((typed.all.iter().map(number).collect::<Vec<u64>>(), typed.several))
        };
        assert_eq!(read("16"), Ok((vec![16], false)));
        assert_eq!(read("2..8"), Ok((vec![2, 4, 6, 8], true)));
        assert_eq!(read("16,4"), Ok((vec![4, 16], true)));
        assert_eq!(read("60000"), Ok((vec![60_000], false)));
        for wrong in ["15", "0", "1..4", "2..5", "60002", "x", ""] {
            assert!(read(wrong).is_err(), "{wrong:?}");
        }
    }
}
