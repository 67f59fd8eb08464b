//! The parameters of a family.

mod help;
mod settings;

use super::Domain;
use std::fmt::Display;
use std::str::FromStr;

/// A parameter of a family, which becomes an option of every command.
///
/// ```
/// use chancetree::family::Parameter;
///
/// const PAIRS: Parameter = Parameter::whole("pairs", "The number of pairs", 1, 99).short('p').default_value("8");
///
/// assert_eq!(PAIRS.range().as_deref(), Some("1 to 99"));
/// assert_eq!(PAIRS.read("2..4")?.all, [2, 3, 4]);
/// assert_eq!(PAIRS.read("0"), Err("a whole number from 1 to 99 is needed".to_owned()));
/// # Ok::<(), String>(())
/// ```
#[derive(Clone, Copy, Debug)]
#[must_use]
pub struct Parameter {
    /// The name, in lower-case letters and dashes. The option is the name with two dashes before it.
    pub name: &'static str,
    /// The letter of the short option, if there is one.
    pub short: Option<char>,
    /// The placeholder of the value in help, such as `N`. Defaults to the name in capitals for words.
    pub value: &'static str,
    /// The meaning, in one line without a full stop.
    pub meaning: &'static str,
    /// More help, for `--help`. Defaults to an empty text.
    pub details: &'static str,
    /// The heading of the option in help. Defaults to `Game` for a parameter of a family, and to none for an option of
    /// one command.
    pub heading: &'static str,
    /// The valid values.
    pub domain: Domain,
    /// Upper limits of a whole number for some tasks, each with the name of its task. An empty name means
    /// every task of a command. Larger numbers are still read, since a later refusal can suggest an alternative.
    pub most: &'static [(&'static str, u64)],
    /// The default, as typed. If it is `None`, the parameter may have no value.
    pub default: Option<&'static str>,
    /// The value with the same meaning as no value, as typed: see [`implied`](Self::implied).
    pub implied: Option<&'static str>,
    /// The name of an earlier parameter that this one belongs to: see [`with`](Self::with).
    pub with: Option<&'static str>,
    /// The name of a parameter with a list whose length is the default of this one: see [`counting`](Self::counting).
    pub counted: Option<&'static str>,
    /// The parameter of the family whose place this option of a command takes, with a value of this option for it: a command
    /// without that parameter suggests this one.
    pub replaces: Option<(&'static str, &'static str)>,
    /// The names of parameters that exclude this one.
    pub without: &'static [&'static str],
    /// `true` if only `--help` shows it.
    pub is_rare: bool,
    /// `true` if the games of a range are grouped by this parameter.
    pub is_outermost: bool,
    /// `true` if the name without a value is valid and has a meaning of its own.
    pub may_be_bare: bool,
    /// Words that shell completion offers, for a value that may also be another text. The words of the domain are
    /// always offered.
    pub offered: &'static [&'static str],
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
            counted: None,
            replaces: None,
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
    ///
    /// ```
    /// use chancetree::family::Parameter;
    ///
    /// let cards = Parameter::even("cards", "The cards on the table", 2, 98);
    /// assert_eq!(cards.read("2..6")?.all, [2, 4, 6]);
    /// # Ok::<(), String>(())
    /// ```
    pub const fn even(name: &'static str, meaning: &'static str, least: u64, most: u64) -> Self {
        Self::of(name, "N", meaning, Domain::Even(least, most))
    }

    /// Creates a parameter that is a single whole number from `least` to `most`, both included.
    pub const fn number(name: &'static str, meaning: &'static str, least: u64, most: u64) -> Self {
        Self::of(name, "N", meaning, Domain::Number(least, most))
    }

    /// Creates a parameter that is a list of whole numbers, each from `least` to `most`, both included.
    ///
    /// ```
    /// use chancetree::family::Parameter;
    /// use serde_json::json;
    ///
    /// let dice = Parameter::list("dice", "The sides of each die", 2, 100);
    /// assert_eq!(dice.read("6,20")?.all, [json!([6, 20])]);
    /// assert!(dice.read("6,1").is_err());
    /// # Ok::<(), String>(())
    /// ```
    pub const fn list(name: &'static str, meaning: &'static str, least: u64, most: u64) -> Self {
        Self::of(name, "A,B,...", meaning, Domain::List(least, most))
    }

    /// Creates a parameter that is a list of exactly `count` fractions, separated by commas.
    ///
    /// ```
    /// use chancetree::family::Parameter;
    /// use serde_json::json;
    ///
    /// let coin = Parameter::fractions("coin", "The probabilities of heads and tails", 2);
    /// assert_eq!(coin.read("0.75,1/4")?.all, [json!(["3/4", "1/4"])]);
    /// # Ok::<(), String>(())
    /// ```
    pub const fn fractions(name: &'static str, meaning: &'static str, count: usize) -> Self {
        Self::of(name, "A,B,...", meaning, Domain::Fractions(count))
    }

    /// Creates a parameter that is one word from a list, each with its meaning.
    ///
    /// ```
    /// use chancetree::family::Parameter;
    ///
    /// let deck = Parameter::words("deck", "The cards", &[("french", "52 cards"), ("german", "32 cards")]);
    /// assert_eq!(deck.placeholder(), "DECK");
    /// assert!(deck.read("swiss").is_err());
    /// ```
    pub const fn words(
        name: &'static str,
        meaning: &'static str,
        words: &'static [(&'static str, &'static str)],
    ) -> Self {
        Self::of(name, "", meaning, Domain::Words(words))
    }

    /// Creates a parameter that is several words from a list, separated by commas. Each word has its meaning, which is
    /// empty if the word explains itself.
    ///
    /// ```
    /// use chancetree::family::Parameter;
    /// use serde_json::json;
    ///
    /// let seats = Parameter::word_list("seats", "Who sits where", &[("human", ""), ("robot", "")]);
    /// assert_eq!(seats.read("Human,robot")?.all, [json!(["human", "robot"])]);
    /// # Ok::<(), String>(())
    /// ```
    pub const fn word_list(
        name: &'static str,
        meaning: &'static str,
        words: &'static [(&'static str, &'static str)],
    ) -> Self {
        Self::of(name, "A,B,...", meaning, Domain::WordList(words))
    }

    /// Creates a parameter that is a text in the format of `T`. The error of `T` is one line.
    ///
    /// ```
    /// use chancetree::family::Parameter;
    ///
    /// let threshold = Parameter::text::<f64>("threshold", "The least probability");
    /// assert_eq!(threshold.read("1e-9")?.all, ["1e-9"]);
    /// assert_eq!(threshold.read("tiny"), Err("invalid float literal".to_owned()));
    /// # Ok::<(), String>(())
    /// ```
    pub const fn text<T>(name: &'static str, meaning: &'static str) -> Self
    where
        T: FromStr,
        T::Err: Display,
    {
        Self::of(name, "TEXT", meaning, Domain::Text(check::<T>))
    }

    /// Creates a parameter that is a double from `least` to `most`, both included. `needed` is the message about another text.
    ///
    /// ```
    /// use chancetree::family::Parameter;
    ///
    /// let level = Parameter::double("level", "The level", 0.01, 0.99, "a level from 0.01 to 0.99 is needed");
    /// assert_eq!(level.read("0.5")?.all, ["0.5"]);
    /// assert_eq!(level.read("1"), Err("a level from 0.01 to 0.99 is needed".to_owned()));
    /// # Ok::<(), String>(())
    /// ```
    pub const fn double(
        name: &'static str,
        meaning: &'static str,
        least: f64,
        most: f64,
        needed: &'static str,
    ) -> Self {
        Self::of(name, "NUMBER", meaning, Domain::Double(least, most, needed))
    }

    /// Creates a parameter that is one or more texts: the option may be repeated.
    ///
    /// ```
    /// use chancetree::family::{Domain, Parameter};
    ///
    /// let events = Parameter::texts("event", "An event, such as 'score >= 3'");
    /// assert!(matches!(events.domain, Domain::Texts));
    /// ```
    pub const fn texts(name: &'static str, meaning: &'static str) -> Self {
        Self::of(name, "TEXT", meaning, Domain::Texts)
    }

    /// Creates a parameter that is a list of names, separated by commas. `may_be_file` returns whether a name may be a
    /// file name.
    ///
    /// ```
    /// use chancetree::family::{Domain, Parameter};
    ///
    /// let plays = Parameter::names("play", "How the seats play", |name| name.ends_with(".csv"));
    /// assert!(matches!(plays.domain, Domain::Names(_)));
    /// ```
    pub const fn names(name: &'static str, meaning: &'static str, may_be_file: fn(&str) -> bool) -> Self {
        Self::of(name, "A,B,...", meaning, Domain::Names(may_be_file))
    }

    /// Creates a parameter that is the name of an input file, or `-` for standard input.
    ///
    /// ```
    /// use chancetree::family::Parameter;
    ///
    /// assert_eq!(Parameter::file("log", "The log of a game").placeholder(), "FILE");
    /// ```
    pub const fn file(name: &'static str, meaning: &'static str) -> Self {
        Self::of(name, "FILE", meaning, Domain::InputFile)
    }

    /// Creates a parameter that is the name of an output file.
    ///
    /// ```
    /// use chancetree::family::{Domain, Parameter};
    ///
    /// assert!(matches!(Parameter::output_file("save", "The file of the policy").domain, Domain::OutputFile));
    /// ```
    pub const fn output_file(name: &'static str, meaning: &'static str) -> Self {
        Self::of(name, "FILE", meaning, Domain::OutputFile)
    }

    /// Creates a parameter without a value, which is typed or not.
    ///
    /// ```
    /// use chancetree::family::{Domain, Parameter};
    ///
    /// assert!(matches!(Parameter::flag("every", "Every position").domain, Domain::Flag));
    /// ```
    pub const fn flag(name: &'static str, meaning: &'static str) -> Self {
        Self::of(name, "", meaning, Domain::Flag)
    }
}

/// Checks that a text is in the format of `T`.
fn check<T: FromStr>(text: &str) -> Result<(), String>
where
    T::Err: Display,
{
    text.parse::<T>().map(drop).map_err(|why| why.to_string())
}
