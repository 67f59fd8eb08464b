//! Family-specific commands: a handler reads a query and returns a plan, whose work answers the query.
//!
//! One handler serves the command line, Python and embedding programs. It reads parsed values and returns reports; it
//! performs no output. The program adds ranges, formats, limits and saved work.

use super::partial::StopError;
use super::{AnswerPlan, Family, GameAnswer, GameArguments, GameSource, Inputs, Refusal};
use crate::model::{Error, Stop};
use serde::de::DeserializeOwned;
use thiserror::Error as ThisError;

/// Reads a query and returns the plan of its answer; see the example of [`Query`].
pub type Handler = fn(&Query<'_>) -> Result<AnswerPlan, Refusal>;

/// A command with its parsed options.
///
/// A handler reads the query, and plans the answer:
///
/// ```
/// use chancetree::family::{AnswerPlan, GameArguments, Page, Query, Refusal, Report, Task};
/// use chancetree::prelude::*;
/// use serde::Deserialize;
///
/// #[derive(Deserialize)]
/// struct DieArgs {
///     sides: u64,
/// }
///
/// /// Plans the expected number of eyes of a die, or of several dice.
/// fn mean(query: &Query<'_>) -> Result<AnswerPlan, Refusal> {
///     let task = |game: &GameArguments| {
///         let DieArgs { sides } = game.read();
///         let title = format!("A die with {sides} sides");
///         Task::new(title.clone(), game.echo(), move |_| {
///             let mut report = Report::new(title.clone());
///             report.show("mean", "expected eyes", ratio(sides + 1, 2));
///             Ok(report)
///         })
///     };
///     Ok(AnswerPlan::of("The mean of dice", "die", query.games.iter().map(task).collect()))
/// }
///
/// /// The command `mean`, which the family lists among its pages.
/// const PAGE: Page = Page::new("mean", "The expected eyes", &["--sides 6"]).answering(mean).unsaved();
/// assert!(PAGE.answer.is_some());
/// ```
pub struct Query<'a> {
    /// The family.
    pub family: &'static dyn Family,
    /// The games, at least one, in their order.
    pub games: &'a [GameArguments],
    /// The options that belong only to the command.
    pub command_options: &'a GameArguments,
    /// The input files of the command.
    pub inputs: &'a Inputs,
    /// The parameters that were typed with several values, each with its last value as typed.
    pub ranges: &'a [(&'static str, String)],
    /// The number of threads of the work.
    pub threads: usize,
    /// The name of the output format.
    pub format: &'a str,
    /// `true` if the result is written to a file.
    pub has_file: bool,
    /// `true` if unfinished work is saved.
    pub is_saved: bool,
    /// `true` if several processes do the work together.
    pub is_shared: bool,
    /// The digits after the point, if they were typed.
    pub digits: Option<u32>,
    /// `true` if people see probabilities as percentages.
    pub in_percent: bool,
    /// `true` if columns of a table were chosen.
    pub has_columns: bool,
}

impl Query<'_> {
    /// Reads the options that belong only to the command into a struct; see [`GameArguments::read`].
    pub fn options<T: DeserializeOwned>(&self) -> T {
        self.command_options.read()
    }

    /// Returns what defines the last game: its parameters, the options and the input files.
    pub(crate) fn source(&self) -> GameSource<'_> {
        let Query { family, command_options, inputs, .. } = *self;
        GameSource { family, given: self.last(), command_options, inputs }
    }

    /// Returns the last game, which is the largest of a range.
    pub fn last(&self) -> &GameArguments {
        self.games.last().expect("a query has at least one game")
    }

    /// Returns the only game.
    ///
    /// # Errors
    /// If a parameter was typed with several values.
    pub fn one(&self) -> Result<&GameArguments, Refusal> {
        self.same_but(&[], "this command works on one game, not on a range")?;
        Ok(self.last())
    }

    /// Returns whether a parameter was typed with several values. A range that contains one value counts.
    pub fn is_range(&self) -> bool {
        !self.ranges.is_empty()
    }

    /// Returns whether one of these parameters was typed with several values.
    pub fn varies(&self, names: &[&str]) -> bool {
        self.ranges.iter().any(|(name, _)| names.contains(name))
    }

    /// Checks that only the parameters `names` were typed with several values.
    ///
    /// # Errors
    /// If another parameter was typed with several values. The message is `why`.
    pub fn same_but(&self, names: &[&str], why: &str) -> Result<(), Refusal> {
        match self.ranges.iter().find(|(name, _)| !names.contains(name)) {
            Some((name, last)) => Err(Refusal::new(why).help(format!("--{name} {last}"))),
            None => Ok(()),
        }
    }

    /// Returns whether the output is a picture.
    pub fn is_picture(&self) -> bool {
        ["svg", "png", "pdf"].contains(&self.format)
    }

    /// Returns whether people read the numbers of the output: in text, tables of Markdown and LaTeX, and pictures.
    pub fn is_for_people(&self) -> bool {
        is_for_people(self.format)
    }
}

/// Returns whether people read the numbers of a format: all formats but JSON, CSV and b-files.
pub fn is_for_people(format: &str) -> bool {
    !["json", "csv", "bfile"].contains(&format)
}

/// A receiver of results, in order. It can print each result before the work is done.
///
/// ```
/// use chancetree::family::{CommandError, GameAnswer, Report, Sink};
/// use serde_json::Value;
/// use std::sync::Mutex;
///
/// /// Keeps the titles of all answers.
/// #[derive(Default)]
/// struct Titles(Mutex<Vec<String>>);
///
/// impl Sink for Titles {
///     fn answer(&self, answer: &GameAnswer) -> Result<(), CommandError> {
///         self.0.lock().expect("no thread panics").push(answer.report.title.clone());
///         Ok(())
///     }
///     fn log(&self, _: &str) -> Result<(), CommandError> {
///         Ok(())
///     }
/// }
///
/// let titles = Titles::default();
/// titles.answer(&GameAnswer::new(Value::Null, Report::new("A die")))?;
/// assert_eq!(titles.0.into_inner()?, ["A die"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Sink {
    /// Takes the answer about the next game.
    ///
    /// # Errors
    /// If the answer cannot be written.
    fn answer(&self, answer: &GameAnswer) -> Result<(), CommandError>;

    /// Takes the next part of a log. Its command prints nothing else.
    ///
    /// # Errors
    /// If the log cannot be written.
    fn log(&self, text: &str) -> Result<(), CommandError>;

    /// Prints a prompt, and returns the line that a person types, or `None` at the end of the input. Defaults to `None`.
    ///
    /// # Errors
    /// If the prompt cannot be written, or the line cannot be read.
    fn ask(&self, prompt: &str) -> Result<Option<String>, CommandError> {
        let _ = prompt;
        Ok(None)
    }
}

/// An error of a command.
///
/// ```
/// use chancetree::family::{CommandError, Refusal};
/// use chancetree::model::{Error, Stop};
///
/// // Work returns the errors of the engine and refusals by `?`.
/// let refused = CommandError::from(Refusal::new("a die has sides"));
/// assert_eq!(refused.to_string(), "a die has sides");
///
/// let stop = Error::from(Stop::TooMuchMemory { limit: 1 << 20, progress: Default::default() });
/// let stopped = CommandError::of(stop, "before the row of a board was complete");
/// assert!(stopped.to_string().ends_with(", before the row of a board was complete"));
/// ```
#[derive(Debug, ThisError)]
pub enum CommandError {
    /// The query makes no sense for this game.
    #[error("{}", .0.what)]
    Refused(Refusal),
    /// The work exceeds a limit of the program itself. The same work would fail again.
    #[error("{}", .0.what)]
    Beyond(Refusal),
    /// A limit of the job was exceeded, the work was stopped, or the game violates its contract.
    #[error(transparent)]
    Engine(Error),
    /// A limit ended the work at this place: "before the row of a board was complete".
    #[error("{error}, {place}")]
    Stopped {
        /// The limit.
        error: Error,
        /// The place.
        place: String,
    },
    /// The work on several parts was stopped in this part.
    #[error("{0}, at {1}")]
    At(Box<Self>, String),
    /// The reader of the answers has gone away. Further answers would be lost.
    #[error("the reader of the output is gone")]
    ReaderGone,
    /// The answer cannot be written. The program that writes the answer has the reason.
    #[error("the answer cannot be written")]
    Output {
        /// `true` if a limit or a signal is the reason.
        is_stop: bool,
    },
}

impl CommandError {
    /// Converts an error of the engine. If a limit ended the work, `place` describes where, and is printed instead of the progress of the
    /// engine.
    pub fn of(error: Error, place: impl Into<String>) -> Self {
        match error {
            Error::Stop(Stop::ByMonitor(_)) | Error::Stop(Stop::TooMuchMemory { .. }) => {
                Self::Stopped { error, place: place.into() }
            }
            error => Self::Engine(error),
        }
    }
}

impl From<Error> for CommandError {
    fn from(error: Error) -> Self {
        match error {
            Error::NoOppositeInterests(_) => {
                let what = "doubles have no proven bounds where play can return to an earlier state and players decide whose \
                            interests are not opposite";
                Refusal::new(what).help("leave out --approximate").into()
            }
            error => Self::Engine(error),
        }
    }
}

impl From<Refusal> for CommandError {
    fn from(refusal: Refusal) -> Self {
        Self::Refused(refusal)
    }
}

impl StopError for CommandError {
    fn is_stop(&self) -> bool {
        match self {
            Self::Refused(_) => false,
            Self::Output { is_stop } => *is_stop,
            Self::Beyond(_) | Self::Stopped { .. } | Self::At(..) | Self::ReaderGone => true,
            Self::Engine(error) => error.is_stop(),
        }
    }

    fn is_final(&self) -> bool {
        matches!(self, Self::Beyond(_))
    }

    fn at(self, part: &str) -> Self {
        Self::At(Box::new(self), part.to_owned())
    }
}
