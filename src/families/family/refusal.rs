//! Refusals of queries: the problem, the wrong arguments, and a suggestion.

use super::did_you_mean;
use super::favoured::joined;

/// A problem with arguments of a query, as data. The command line and Python spell arguments in different ways.
///
/// ```
/// use chancetree::family::{ArgumentError, ArgumentProblem, Spelling};
///
/// let allowed = "a whole number from 0 to 8 is needed".to_owned();
/// let error = ArgumentError {
///     names: vec!["known-pairs".to_owned()],
///     typed: Some("9".to_owned()),
///     problem: ArgumentProblem::Invalid { allowed, suggestion: None },
/// };
/// assert_eq!(
///     error.message(Spelling::CommandLine),
///     "--known-pairs 9: a whole number from 0 to 8 is needed",
/// );
/// assert_eq!(error.message(Spelling::Python), "known_pairs=9: a whole number from 0 to 8 is needed");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ArgumentError {
    /// The names of the arguments, at least one, in lower-case letters and dashes.
    pub names: Vec<String>,
    /// The value as typed, if the error is about a value.
    pub typed: Option<String>,
    /// The problem.
    pub problem: ArgumentProblem,
}

/// A problem with an argument.
///
/// ```
/// use chancetree::family::{ArgumentError, ArgumentProblem, Spelling};
///
/// let suggestion = Some("pairs".to_owned());
/// let (names, typed) = (vec!["piars".to_owned()], None);
/// let error = ArgumentError { names, typed, problem: ArgumentProblem::Unknown { suggestion } };
/// assert_eq!(
///     error.message(Spelling::CommandLine),
///     r#"unexpected argument "--piars"; did you mean --pairs?"#,
/// );
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ArgumentProblem {
    /// No argument has this name.
    Unknown {
        /// The name of the argument that may be meant.
        suggestion: Option<String>,
    },
    /// The value is invalid or missing.
    Invalid {
        /// The allowed values, in words.
        allowed: String,
        /// The value that may be meant.
        suggestion: Option<String>,
    },
    /// The argument does not fit the others: the reason, which follows its name.
    Unfit(String),
}

/// The spelling of arguments in messages.
///
/// ```
/// use chancetree::family::Spelling;
///
/// assert_eq!(Spelling::CommandLine.value("known-pairs", "3"), "--known-pairs 3");
/// assert_eq!(Spelling::Python.value("known-pairs", "3"), "known_pairs=3");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Spelling {
    /// `--known-pairs 3`
    CommandLine,
    /// `known_pairs=3`
    Python,
}

impl Spelling {
    /// Returns the name of an argument.
    ///
    /// ```
    /// use chancetree::family::Spelling;
    ///
    /// assert_eq!(Spelling::CommandLine.name("known-pairs"), "--known-pairs");
    /// assert_eq!(Spelling::Python.name("known-pairs"), "known_pairs");
    /// ```
    pub fn name(self, name: &str) -> String {
        match self {
            Self::CommandLine => format!("--{name}"),
            Self::Python => name.replace('-', "_"),
        }
    }

    /// Returns an argument with its value.
    pub fn value(self, name: &str, value: &str) -> String {
        let between = if self == Self::CommandLine { ' ' } else { '=' };
        format!("{}{between}{value}", self.name(name))
    }
}

impl ArgumentError {
    /// Returns the message, in one line.
    pub fn message(&self, spelling: Spelling) -> String {
        let names: Vec<String> = self.names.iter().map(|name| spelling.name(name)).collect();
        let subject = match (&names[..], &self.typed) {
            ([_], Some(typed)) if !typed.is_empty() => spelling.value(&self.names[0], typed),
            (names, _) => joined(names),
        };
        match &self.problem {
            ArgumentProblem::Unknown { suggestion } => {
                let name = suggestion.as_ref().map(|name| spelling.name(name));
                did_you_mean(&format!("unexpected argument {subject:?}"), name.as_deref())
            }
            ArgumentProblem::Invalid { allowed, suggestion } => {
                let between = if self.typed.is_some() { ":" } else { " needs" };
                did_you_mean(&format!("{subject}{between} {allowed}"), suggestion.as_deref())
            }
            ArgumentProblem::Unfit(why) => format!("{subject} {why}"),
        }
    }
}

/// The error about a query that cannot be answered, with a suggestion if there is one.
///
/// ```
/// use chancetree::family::{Help, Refusal};
///
/// let refusal = Refusal::unfit("lead", "needs two players").help("--players 2");
/// assert_eq!(refusal.what, "--lead needs two players");
/// assert_eq!(refusal.help, Some(Help::Options("--players 2".to_owned())));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[must_use]
pub struct Refusal {
    /// The message, in one line, as the command line spells it.
    pub what: String,
    /// The arguments that the message is about, if it names them first.
    pub argument: Option<Box<ArgumentError>>,
    /// A suggestion of what to type instead, if there is one.
    pub help: Option<Help>,
}

/// A suggestion of what to type instead.
///
/// ```
/// use chancetree::family::{Help, Refusal};
///
/// let refusal = Refusal::new("this game has no winner").ask("odds coins");
/// assert_eq!(refusal.help, Some(Help::Ask("odds coins".to_owned())));
///
/// let refusal = Refusal::new("the board is too large").value("pairs", "40");
/// assert_eq!(refusal.help, Some(Help::Value("pairs".to_owned(), "40".to_owned())));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Help {
    /// Options that replace the typed options of the same names, or advice in words.
    Options(String),
    /// The name of an option.
    Name(String),
    /// The name of an option, and a valid value for it.
    Value(String, String),
    /// A complete list of options for the same command and family.
    Instead(String),
    /// Another command, with its family and options.
    Ask(String),
}

impl Refusal {
    /// Creates a refusal without a suggestion. The message is one line.
    pub fn new(what: impl Into<String>) -> Self {
        Self { what: what.into(), argument: None, help: None }
    }

    /// Creates a refusal of an argument that does not fit the others, such as `lead`. `why` follows its name.
    pub fn unfit(name: &str, why: impl Into<String>) -> Self {
        Self::all_unfit(&[name], why)
    }

    /// Creates a refusal of several arguments, at least one. `why` follows their names.
    ///
    /// ```
    /// use chancetree::family::Refusal;
    ///
    /// let refusal = Refusal::all_unfit(&["lead", "passing"], "exclude each other");
    /// assert_eq!(refusal.what, "--lead and --passing exclude each other");
    /// ```
    pub fn all_unfit(names: &[&str], why: impl Into<String>) -> Self {
        let names = names.iter().map(|name| (*name).to_owned()).collect();
        ArgumentError { names, typed: None, problem: ArgumentProblem::Unfit(why.into()) }.into()
    }

    /// Creates a refusal of the value of an argument that does not fit the others. `why` follows name and value.
    ///
    /// ```
    /// use chancetree::family::Refusal;
    ///
    /// let refusal = Refusal::unfit_value("lead", "9", "is more than the pairs");
    /// assert_eq!(refusal.what, "--lead 9 is more than the pairs");
    /// ```
    pub fn unfit_value(name: &str, value: impl Into<String>, why: impl Into<String>) -> Self {
        let (names, typed) = (vec![name.to_owned()], Some(value.into()));
        ArgumentError { names, typed, problem: ArgumentProblem::Unfit(why.into()) }.into()
    }

    /// Sets the options of the suggestion.
    pub fn help(self, help: impl Into<String>) -> Self {
        Self { help: Some(Help::Options(help.into())), ..self }
    }

    /// Sets an option and its valid value as the suggestion.
    pub fn value(self, option: impl Into<String>, value: impl Into<String>) -> Self {
        Self { help: Some(Help::Value(option.into(), value.into())), ..self }
    }

    /// Sets a complete list of options as the suggestion.
    ///
    /// ```
    /// use chancetree::family::{Help, Refusal};
    ///
    /// let refusal = Refusal::new("no placement fits").instead("--rows 9 --cols 9");
    /// assert_eq!(refusal.help, Some(Help::Instead("--rows 9 --cols 9".to_owned())));
    /// ```
    pub fn instead(self, options: impl Into<String>) -> Self {
        Self { help: Some(Help::Instead(options.into())), ..self }
    }

    /// Sets another command, with its family and options, as the suggestion.
    pub fn ask(self, command: impl Into<String>) -> Self {
        Self { help: Some(Help::Ask(command.into())), ..self }
    }
}

/// Keeps the message of the error.
impl<E: std::error::Error> From<E> for Refusal {
    fn from(error: E) -> Self {
        Self::new(error.to_string())
    }
}

/// Spells the message for the command line. The name or the value that may be meant is the suggestion.
impl From<ArgumentError> for Refusal {
    fn from(argument: ArgumentError) -> Self {
        let what = argument.message(Spelling::CommandLine);
        let help = match &argument.problem {
            ArgumentProblem::Unknown { suggestion } => suggestion.clone().map(Help::Name),
            ArgumentProblem::Invalid { suggestion, .. } => {
                suggestion.clone().map(|value| Help::Value(argument.names[0].clone(), value))
            }
            ArgumentProblem::Unfit(_) => None,
        };
        Self { what, argument: Some(Box::new(argument)), help }
    }
}
