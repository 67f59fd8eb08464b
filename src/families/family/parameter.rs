//! The parameters of a family, and the values typed for them.

use super::numbers;
use super::saved::kept;
use crate::exact::Rational;
use std::fmt::{self, Display};

/// A parameter of a family, which becomes an option of every verb.
#[derive(Clone, Copy, Debug)]
#[must_use]
pub struct Parameter {
    /// The name, in lower-case letters and dashes. The option is the name with two dashes before it.
    pub name: &'static str,
    /// The letter of the short option, if there is one.
    pub short: Option<char>,
    /// The placeholder of the value in help, such as `N`. Defaults for words to the name in capitals.
    pub value: &'static str,
    /// The meaning, in one line without a full stop.
    pub meaning: &'static str,
    /// More about it, for the long help. Defaults to an empty text.
    pub details: &'static str,
    /// The heading that it stands under in help. Defaults to `Game`, and for an option of one verb to none.
    pub heading: &'static str,
    /// The values that it may have.
    pub domain: Domain,
    /// The most of a whole number that something is worked out for, each with what that is; empty for all of a verb. Larger
    /// numbers are read, since whoever refuses them can say what to ask instead.
    pub most: &'static [(&'static str, u64)],
    /// The default, as it would be typed. If it is `None`, the parameter may be left without a value.
    pub default: Option<&'static str>,
    /// The value that means the same as no value, as it would be typed: see [`implied`](Self::implied).
    pub implied: Option<&'static str>,
    /// The name of an earlier parameter that this one belongs to: see [`with`](Self::with).
    pub with: Option<&'static str>,
    /// The names of parameters that are not to be given together with this one.
    pub without: &'static [&'static str],
    /// `true` if only the long help shows it.
    pub is_rare: bool,
    /// `true` if, of several games, all with one value of this parameter come before those with the next.
    pub is_outermost: bool,
    /// `true` if it may be given by its name alone, which says something, too.
    pub may_be_bare: bool,
    /// Words that a shell offers for the value, which may be another text as well. Words of the domain need no mention.
    pub offered: &'static [&'static str],
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
    /// One whole number from the first to the second, both included.
    Number(u64, u64),
    /// A list of whole numbers, each from the first to the second, both included.
    List(u64, u64),
    /// So many fractions, each typed as a fraction or a decimal and read exactly.
    Fractions(usize),
    /// One of some words, each with its meaning.
    Words(&'static [(&'static str, &'static str)]),
    /// Some of these words between commas, each with its meaning; empty, if the word says it.
    WordList(&'static [(&'static str, &'static str)]),
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
            short: None,
            value,
            meaning,
            details: "",
            heading: "",
            domain,
            most: &[],
            default: None,
            implied: None,
            with: None,
            without: &[],
            is_rare: false,
            is_outermost: false,
            may_be_bare: false,
            offered: &[],
        }
    }

    /// Creates a parameter that is a whole number from `least` to `most`, both included.
    pub const fn whole(name: &'static str, meaning: &'static str, least: u64, most: u64) -> Self {
        Self::of(name, "N", meaning, Domain::Whole(least, most))
    }

    /// Creates a parameter that is an even whole number from `least` to `most`, both included.
    pub const fn even(name: &'static str, meaning: &'static str, least: u64, most: u64) -> Self {
        Self::of(name, "N", meaning, Domain::Even(least, most))
    }

    /// Creates a parameter that is one whole number from `least` to `most`, both included.
    pub const fn number(name: &'static str, meaning: &'static str, least: u64, most: u64) -> Self {
        Self::of(name, "N", meaning, Domain::Number(least, most))
    }

    /// Creates a parameter that is a list of whole numbers, each from `least` to `most`, both included.
    pub const fn list(name: &'static str, meaning: &'static str, least: u64, most: u64) -> Self {
        Self::of(name, "A,B,...", meaning, Domain::List(least, most))
    }

    /// Creates a parameter that is `count` fractions, separated by commas.
    pub const fn fractions(name: &'static str, meaning: &'static str, count: usize) -> Self {
        Self::of(name, "A,B,...", meaning, Domain::Fractions(count))
    }

    /// Creates a parameter that is one of some words, each given with its meaning.
    pub const fn words(
        name: &'static str,
        meaning: &'static str,
        words: &'static [(&'static str, &'static str)],
    ) -> Self {
        Self::of(name, "", meaning, Domain::Words(words))
    }

    /// Creates a parameter that is some of these words, between commas; each is given with its meaning, which is empty if
    /// the word says it.
    pub const fn word_list(
        name: &'static str,
        meaning: &'static str,
        words: &'static [(&'static str, &'static str)],
    ) -> Self {
        Self::of(name, "A,B,...", meaning, Domain::WordList(words))
    }

    /// Creates a parameter that is a text of a form of its own: `check` returns what is wrong with it, in one line.
    pub const fn text(
        name: &'static str,
        meaning: &'static str,
        check: fn(&str) -> Result<(), String>,
    ) -> Self {
        Self::of(name, "TEXT", meaning, Domain::Text(check))
    }

    /// Creates a parameter that is names between commas; `may_be_file` says of each whether it may be that of a file.
    pub const fn names(name: &'static str, meaning: &'static str, may_be_file: fn(&str) -> bool) -> Self {
        Self::of(name, "A,B,...", meaning, Domain::Names(may_be_file))
    }

    /// Creates a parameter that is the name of a file.
    pub const fn file(name: &'static str, meaning: &'static str) -> Self {
        Self::of(name, "FILE", meaning, Domain::File)
    }

    /// Creates a parameter that is given or not.
    pub const fn flag(name: &'static str, meaning: &'static str) -> Self {
        Self::of(name, "", meaning, Domain::Flag)
    }

    /// Sets the most that something is worked out for, where that is less than what is read: help says so.
    pub const fn up_to(self, most: &'static [(&'static str, u64)]) -> Self {
        Self { most, ..self }
    }

    /// Sets the letter of the short option: `-n` for `'n'`. The letters `h`, `o`, `q` and `V` are taken.
    pub const fn short(self, letter: char) -> Self {
        Self { short: Some(letter), ..self }
    }

    /// Sets more about it, for the long help.
    pub const fn more(self, details: &'static str) -> Self {
        Self { details, ..self }
    }

    /// Sets the heading that it stands under in help.
    pub const fn under(self, heading: &'static str) -> Self {
        Self { heading, ..self }
    }

    /// Sets the parameters that are not to be given together with this one.
    pub const fn without(self, others: &'static [&'static str]) -> Self {
        Self { without: others, ..self }
    }

    /// Leaves the parameter out of the short help.
    pub const fn rare(self) -> Self {
        Self { is_rare: true, ..self }
    }

    /// Puts, of several games, all with one value of this parameter before those with the next.
    pub const fn outermost(self) -> Self {
        Self { is_outermost: true, ..self }
    }

    /// Allows it to be given by its name alone. Then it [is given](super::Given::is_given), as a list without entries or
    /// else without a value, whatever it defaults to where it is not given.
    pub const fn or_bare(self) -> Self {
        Self { may_be_bare: true, ..self }
    }

    /// Sets the words that a shell offers for a value that may be another text as well.
    pub const fn offering(self, words: &'static [&'static str]) -> Self {
        Self { offered: words, ..self }
    }

    /// Sets the default, as it would be typed.
    pub const fn or(self, default: &'static str) -> Self {
        Self { default: Some(default), ..self }
    }

    /// Sets the value that means the same as no value, as it would be typed: help shows it as the default, and typing it
    /// changes nothing. Unlike a [default](Self::or) it is not read where nothing is typed.
    pub const fn implied(self, value: &'static str) -> Self {
        Self { implied: Some(value), ..self }
    }

    /// Sets the parameter that this one belongs to, an earlier one. Both are of a variant of the game: without `other`
    /// this one has no default, and answers repeat neither of them.
    pub const fn with(self, other: &'static str) -> Self {
        Self { with: Some(other), ..self }
    }

    /// Sets the placeholder of the value in help.
    pub const fn shown_as(self, value: &'static str) -> Self {
        Self { value, ..self }
    }

    /// Returns the placeholder of the value in help.
    pub fn placeholder(&self) -> &'static str {
        match self.value {
            "" => kept(self.name.to_uppercase().replace('-', "_")),
            value => value,
        }
    }

    /// Returns the range in words, such as `1 to 9`. Returns `None` if the parameter is not a single whole number, or
    /// if its meaning names the range in brackets itself.
    pub fn range(&self) -> Option<String> {
        match self.domain {
            Domain::Whole(least, most) if !self.meaning.contains('[') => {
                let of_all = self.most.iter().find(|(what, _)| what.is_empty());
                let most = of_all.map_or(most, |(_, most)| *most);
                Some(format!("{least} to {most}"))
            }
            _ => None,
        }
    }

    /// Returns what is worked out for less than the whole range, in sentences.
    pub fn limits(&self) -> String {
        let some = self.most.iter().filter(|(what, _)| !what.is_empty());
        some.map(|(what, most)| format!("{what}: up to {most}.")).collect::<Vec<_>>().join(" ")
    }

    /// Reads the text typed for the parameter. Words may be typed in upper or lower case.
    ///
    /// # Errors
    /// If the text is not a value of the domain; the message is one line.
    pub fn read(&self, text: &str) -> Result<Typed, String> {
        let Some(implied) = self.implied else { return self.read_value(text) };
        match (self.read_value(text), self.read_value(implied)) {
            (Ok(typed), Ok(implied)) if typed == implied => Ok(Typed { is_implied: true, ..typed }),
            (Err(_), _) if text == implied => Ok(Typed { all: Vec::new(), several: false, is_implied: true }),
            (typed, _) => typed,
        }
    }

    fn read_value(&self, text: &str) -> Result<Typed, String> {
        match self.domain {
            Domain::Whole(least, most) | Domain::Even(least, most) => {
                let (step, what) = match self.domain {
                    Domain::Even(..) => (2, "an even"),
                    _ => (1, "a"),
                };
                let beyond = format!("{what} whole number from {least} to {most} is needed");
                let (all, several) = numbers::read(text, [least, most], step, &beyond)?;
                let all = all.into_iter().map(Setting::Whole).collect();
                Ok(Typed { all, several, is_implied: false })
            }
            Domain::Number(least, most) => Ok(Typed::one(Setting::Whole(number(text, least, most)?))),
            Domain::List(least, most) => {
                let all: Result<_, _> =
                    text.split(',').map(|part| number(part.trim(), least, most)).collect();
                Ok(Typed::one(Setting::List(all?)))
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
                Ok(Typed::one(Setting::Fractions(all)))
            }
            Domain::Words(words) => Ok(Typed::one(Setting::Word(word(text, words)?))),
            Domain::WordList(words) => {
                let all: Result<_, _> =
                    text.split(',').map(|part| word(part, words).map(str::to_owned)).collect();
                Ok(Typed::one(Setting::Names(all?)))
            }
            Domain::Text(check) => {
                check(text)?;
                Ok(Typed::one(Setting::Text(text.to_owned())))
            }
            Domain::File => Ok(Typed::one(Setting::Text(text.to_owned()))),
            Domain::Flag => Ok(Typed::one(Setting::Flag)),
            Domain::Names(may_be_file) => {
                if text.contains(char::is_control) {
                    return Err("names cannot contain control characters, such as a line end".to_owned());
                }
                // A word is known in upper and lower case, a file as it is called.
                let name = |typed: &str| match typed.to_lowercase() {
                    word if may_be_file(typed) && !may_be_file(&word) => word,
                    _ => typed.to_owned(),
                };
                Ok(Typed::one(Setting::Names(text.split(',').map(name).collect())))
            }
        }
    }
}

/// The values typed for a parameter: one, or several to ask about one after the other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Typed {
    /// The values: at least one, unless an [implied](Parameter::implied) value is a word that means none.
    pub all: Vec<Setting>,
    /// `true` if a range or a list was typed, even one that holds a single number.
    pub several: bool,
    /// `true` if the value means the same as no value.
    pub is_implied: bool,
}

impl Typed {
    /// Creates one value.
    pub fn one(value: Setting) -> Self {
        Self { all: vec![value], several: false, is_implied: false }
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
    /// Names, or words of a list.
    Names(Vec<String>),
    /// It was given, by its name alone.
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
