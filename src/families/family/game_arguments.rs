//! The parameter values of one game, and the structs that are read from them.

use super::{Domain, Parameter, TypedValues};
use crate::exact::Rational;
use crate::model::order;
use serde::de::value::MapDeserializer;
use serde::de::{DeserializeOwned, Error as _};
use serde::{Deserialize, Deserializer};
use serde_json::{Map, Value};
use std::any::type_name;
use std::collections::BTreeMap;
use std::fmt::Display;
use std::str::FromStr;
use std::sync::Arc;
use std::vec;

/// The parameters of one game, with their values.
///
/// ```
/// use chancetree::family::{GameArguments, Parameter};
/// use serde::Deserialize;
/// use serde_json::json;
///
/// #[derive(Deserialize)]
/// struct BoardArgs {
///     pairs: u16,
///     known_pairs: Option<u16>,
///     separate: bool,
/// }
///
/// let parameters = [
///     Parameter::whole("pairs", "The number of pairs", 1, 99),
///     Parameter::whole("known-pairs", "The number of known pairs", 0, 99),
///     Parameter::flag("separate", "Keep the players' cards separate"),
/// ];
/// // The user has typed `--pairs 6..8`.
/// let typed = |parameter: &Parameter| match parameter.name {
///     "pairs" => parameter.read("6..8").ok(),
///     _ => None,
/// };
/// let games = GameArguments::all(&parameters, &typed)?;
///
/// let BoardArgs { pairs, known_pairs, separate } = games[2].read();
/// assert_eq!((games.len(), pairs, known_pairs, separate), (3, 8, None, false));
/// assert_eq!(games[2].echo(), json!({ "pairs": 8, "known_pairs": null }));
/// assert_eq!(games[2].with("known-pairs", 2).stem("memory"), "memory-pairs8-known-pairs2");
/// # Ok::<(), String>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GameArguments {
    all: Vec<ArgumentValue>,
    /// The files that the values name, by name: the names for messages, and the texts. The games of a range share them.
    files: BTreeMap<String, NamedText>,
}

/// The name of a file as messages print it, and its text.
pub type NamedText = Arc<(String, String)>;

/// A parameter with its value.
#[derive(Clone, Debug, PartialEq, Eq)]
struct ArgumentValue {
    name: &'static str,
    value: Option<Value>,
    /// `true` if answers repeat the parameter even without a value.
    is_repeated: bool,
    is_flag: bool,
    /// `true` if the value is a word or a list of names. File names contain such a value without the name of its
    /// parameter.
    is_plain: bool,
}

impl GameArguments {
    /// Returns the parameters of every game of a query: all combinations of values. The first parameter changes most
    /// slowly, unless another one is outermost. `typed` returns the values typed for a parameter, or `None` to use its
    /// default.
    ///
    /// # Errors
    /// If a default cannot be read, or there are more than 100,000 games; the message is one line.
    pub fn all(
        parameters: &[Parameter],
        typed: &dyn Fn(&Parameter) -> Option<TypedValues>,
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
            let is_flag = matches!(parameter.domain, Domain::Flag);
            let is_repeated = parameter.with.is_none()
                && !is_flag
                && parameters.iter().all(|one| one.with != Some(name) && one.counted != Some(name));
            let is_plain =
                matches!(parameter.domain, Domain::Words(_) | Domain::WordList(_) | Domain::Names(_));
            let length = |list: &Parameter| Some(typed(list)?.all.first()?.as_array()?.len());
            let list = parameters.iter().find(|one| Some(one.name) == parameter.counted);
            let chosen = match (typed(parameter), list.and_then(length)) {
                (Some(chosen), _) => Some(chosen),
                (None, Some(length)) => Some(TypedValues::one(length)),
                (None, None) => default()?,
            };
            let values = chosen.map_or(vec![None], |typed| typed.all.into_iter().map(Some).collect());
            if all.len().saturating_mul(values.len()) > MOST {
                return Err(format!("more than {MOST} games"));
            }
            let with = |given: &Self, value: &Option<Value>| {
                let mut given = given.clone();
                given.all.push(ArgumentValue { name, value: value.clone(), is_repeated, is_flag, is_plain });
                given
            };
            all = all.iter().flat_map(|given| values.iter().map(move |value| with(given, value))).collect();
        }
        // Answers repeat the parameters in the order of the description.
        let place = |one: &ArgumentValue| parameters.iter().position(|parameter| parameter.name == one.name);
        all.iter_mut()
            .for_each(|given| order::sort(&mut given.all, |one, other| place(one).cmp(&place(other))));
        Ok(all)
    }

    /// Returns a copy in which the parameter `name` is another whole number. The range is not checked.
    pub fn with(&self, name: &str, number: u64) -> Self {
        let mut given = self.clone();
        for one in given.all.iter_mut().filter(|one| one.name == name) {
            one.value = Some(number.into());
        }
        given
    }

    /// Returns a copy in which the parameter `name` has no value.
    ///
    /// ```
    /// use chancetree::family::{GameArguments, Parameter, TypedValues};
    /// use serde_json::json;
    ///
    /// let weights = [Parameter::list("weights", "The weights of the sides", 0, 9)];
    /// let dice = GameArguments::all(&weights, &|_| Some(TypedValues::one(json!([1, 1]))))?;
    /// assert_eq!(dice[0].without("weights").echo(), json!({ "weights": null }));
    /// # Ok::<(), String>(())
    /// ```
    #[must_use]
    pub fn without(&self, name: &str) -> Self {
        let mut given = self.clone();
        given.all.iter_mut().filter(|one| one.name == name).for_each(|one| one.value = None);
        given
    }

    /// Returns the value of the parameter `name`. Returns `None` if it was not typed and has no default.
    ///
    /// ```
    /// use chancetree::family::{GameArguments, Parameter, TypedValues};
    ///
    /// let sides = [Parameter::whole("sides", "The sides of the die", 2, 100).default_value("6")];
    /// let dice = GameArguments::all(&sides, &|_| Some(TypedValues::one(20)))?;
    /// assert_eq!(dice[0].value("sides"), Some(&20.into()));
    /// # Ok::<(), String>(())
    /// ```
    pub fn value(&self, name: &str) -> Option<&Value> {
        self.all.iter().find(|one| one.name == name)?.value.as_ref()
    }

    /// Reads the parameters into a struct. Its fields are named after parameters, with `_` for dashes; a flag that was not
    /// typed is `false`, another parameter without a value is missing, and other parameters are ignored.
    ///
    /// Panics if a field does not fit the description of its parameter, which is a bug of the family, not a user error.
    pub fn read<T: DeserializeOwned>(&self) -> T {
        T::deserialize(self.fields())
            .unwrap_or_else(|why| panic!("a field of {} is unlike its parameter: {why}", type_name::<T>()))
    }

    /// Returns a deserializer of the flags and of the parameters that have a value, by the names of their fields. It supports maps only, so that
    /// structs need no code for other kinds of input.
    fn fields(&self) -> MapDeserializer<'static, vec::IntoIter<(String, Value)>, serde_json::Error> {
        let value =
            |one: &ArgumentValue| one.value.clone().or_else(|| one.is_flag.then_some(Value::Bool(false)));
        let values = self.all.iter().filter_map(|one| Some((field(one.name), value(one)?)));
        MapDeserializer::new(values.collect::<Vec<_>>().into_iter())
    }

    /// Opens the files that the values of `parameters` name. `open` returns a file, or `None` if the file is optional
    /// and does not exist. Its second argument is `true` if the file is required.
    ///
    /// # Errors
    /// The errors of `open`.
    ///
    /// ```
    /// use chancetree::family::{GameArguments, Parameter, TypedValues};
    /// use std::sync::Arc;
    ///
    /// let parameters = [Parameter::file("deal", "The cards")];
    /// let mut game = GameArguments::all(&parameters, &|_| Some(TypedValues::one("deal.txt")))?.remove(0);
    /// game.open(&parameters, |name, _| {
    ///     Ok::<_, String>(Some(Arc::new((name.to_owned(), "A K Q".to_owned()))))
    /// })?;
    /// assert_eq!(game.file("deal.txt"), Some(("deal.txt", "A K Q")));
    /// # Ok::<(), String>(())
    /// ```
    pub fn open<E>(
        &mut self,
        parameters: &[Parameter],
        mut open: impl FnMut(&str, bool) -> Result<Option<NamedText>, E>,
    ) -> Result<(), E> {
        for one in &self.all {
            let Some(parameter) = parameters.iter().find(|parameter| parameter.name == one.name) else {
                continue;
            };
            let (named, is_needed): (Vec<&str>, bool) = match (parameter.domain, &one.value) {
                (Domain::InputFile, Some(Value::String(name))) => (vec![name], true),
                (Domain::Names(may_be_file), Some(Value::Array(names))) => {
                    let names = names.iter().filter_map(Value::as_str);
                    (names.filter(|name| may_be_file(name)).collect(), false)
                }
                _ => continue,
            };
            for name in named {
                if !self.files.contains_key(name)
                    && let Some(file) = open(name, is_needed)?
                {
                    self.files.insert(name.to_owned(), file);
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
    /// value is `null`, and is omitted if it is a flag or belongs to a variant.
    pub fn echo(&self) -> Value {
        let repeated = self.all.iter().filter(|one| one.is_repeated || one.value.is_some());
        let values = repeated.map(|one| (field(one.name), one.value.clone().unwrap_or_default()));
        Value::Object(values.collect::<Map<_, _>>())
    }

    /// Returns the base name of files about this game of `family`, without an extension.
    pub fn stem(&self, family: &str) -> String {
        let parts = self.all.iter().filter_map(|one| Some(one.file_part(one.value.as_ref()?)));
        [family.to_owned()].into_iter().chain(parts).collect()
    }
}

impl ArgumentValue {
    /// Returns the parameter as a part of a file name, with a dash before it.
    fn file_part(&self, value: &Value) -> String {
        let name = if self.is_plain { "" } else { self.name };
        match value {
            Value::Number(number) => format!("-{name}{number}"),
            Value::String(text) if name.is_empty() => format!("-{}", of_file(text)),
            Value::String(text) => format!("-{name}-{}", of_file(text)),
            Value::Array(all) if name.is_empty() => {
                let names: Vec<_> = all.iter().filter_map(Value::as_str).collect();
                format!("-{}", of_file(&names.join("-")))
            }
            Value::Array(all) if all.iter().all(Value::is_u64) => {
                let numbers: String = all.iter().map(|number| format!("-{number}")).collect();
                // A long list would not fit into a file name.
                format!("-{name}{}", if numbers.len() <= 64 { &*numbers } else { "" })
            }
            Value::Array(all) => {
                let fractions = all.iter().filter_map(Value::as_str);
                let part = |text: &str| text.strip_suffix("/1").unwrap_or(text).replace('/', "_");
                format!("-{name}{}", fractions.map(part).collect::<Vec<_>>().join("-"))
            }
            _ => format!("-{}", self.name),
        }
    }
}

/// Returns the name of the field for a parameter.
fn field(parameter: &str) -> String {
    parameter.replace('-', "_")
}

/// Converts a text into a part of a file name: a limited number of its letters and digits, in lower case.
fn of_file(text: &str) -> String {
    let letter =
        |letter: char| if letter.is_ascii_alphanumeric() { letter.to_ascii_lowercase() } else { '-' };
    text.chars().map(letter).take(64).collect()
}

/// The value of a parameter whose name may be typed without a value.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(untagged)]
pub enum OrBare<T> {
    /// The name without a value.
    Bare(bool),
    /// A value.
    Value(T),
}

/// Deserializes a field from the text of its parameter: `#[serde(deserialize_with = "parsed")]`.
///
/// # Errors
/// If the text is not in the format of `T`.
pub fn parsed<'de, T, D>(deserializer: D) -> Result<Option<T>, D::Error>
where
    T: FromStr,
    T::Err: Display,
    D: Deserializer<'de>,
{
    String::deserialize(deserializer)?.parse().map(Some).map_err(D::Error::custom)
}

/// Deserializes a field from the fractions of its parameter: `#[serde(deserialize_with = "fractions")]`.
///
/// # Errors
/// If a text is not a fraction.
pub fn fractions<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Vec<Rational>>, D::Error> {
    let all = Vec::<String>::deserialize(deserializer)?;
    all.iter().map(|text| text.parse()).collect::<Result<_, _>>().map(Some).map_err(D::Error::custom)
}
