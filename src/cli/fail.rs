//! Failures: a message of one line, a help line with an option or a command that works, and the exit status.

use super::program::Program;
use super::{print, usage};
pub(crate) use chancetree_engine::model::LimitKind;
use chancetree_engine::model::{Error, Stop, StoreError};
pub(crate) use chancetree_export::reason;
use chancetree_export::visible::visible;
use chancetree_families::family::{ArgumentError, Help, Refusal, Spelling, StopError};
use std::borrow::Cow;
use std::ffi::OsString;
use std::io::{self, Write as _};
use std::path::Path;
use std::process::ExitCode;

/// The kind of a failure, which sets the exit status.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Status {
    /// A check failed, or a file could not be written.
    Failed,
    /// Wrong usage.
    Usage,
    /// Stopped by a limit.
    Limit(LimitKind),
    /// Interrupted.
    Interrupted,
}

impl Status {
    /// Returns the exit status; 0 is success.
    pub(crate) fn code(self) -> u8 {
        match self {
            Self::Failed => 1,
            Self::Usage => 2,
            Self::Limit(_) => 3,
            Self::Interrupted => 130,
        }
    }
}

/// Formats the help line for the program of this name.
fn spelled(help: &Help, program: &str, spelling: Spelling) -> String {
    one_line(&match help {
        Help::Options(line) | Help::Instead(line) => line.clone(),
        Help::Ask(words) => format!("{program} {words}"),
        Help::Name(option) => spelling.name(option),
        Help::Value(option, value) => spelling.value(option, value),
    })
}

/// A failure of a command.
#[derive(Debug)]
pub(crate) struct Fail {
    status: Status,
    /// The message, the arguments that it is about, and the advice.
    refusal: Refusal,
    /// `true` if finished work is saved, and the same command resumes it.
    is_resumable: bool,
    /// The problem with saved work that caused the failure, if any.
    storage: Option<StorageProblem>,
    /// `true` if a game has more points, or fewer, than the evaluators can add up.
    exceeds_points: bool,
}

/// A problem with saved work. The store adds the advice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum StorageProblem {
    /// Saved work does not match the query.
    Unfit,
    /// Work could not be saved or read.
    NotSaved,
}

impl Fail {
    pub(crate) fn new(status: Status, message: impl Into<String>) -> Self {
        let refusal = Refusal::new(message);
        Self { status, refusal, is_resumable: false, storage: None, exceeds_points: false }
    }

    /// Creates the failure of work that exceeds a limit of the program itself, with the message and the help of a refusal.
    /// Resuming the work would fail again.
    pub(crate) fn beyond_program(refusal: Refusal) -> Self {
        Self { status: Status::Limit(LimitKind::Program), ..refusal.into() }
    }

    /// Creates the failure of a program that a signal ends.
    pub(crate) fn interrupted() -> Self {
        Self::new(Status::Interrupted, "interrupted")
    }

    /// Creates the failure of a game that an interrupt ends. It has no message, because a player may leave at any time.
    pub(crate) fn left_game() -> Self {
        Self::new(Status::Interrupted, "")
    }

    pub(crate) fn usage(message: impl Into<String>) -> Self {
        Self::new(Status::Usage, message)
    }

    pub(crate) fn help(self, help: impl Into<String>) -> Self {
        Self { refusal: self.refusal.help(help), ..self }
    }

    /// Advises a command of the program. `words` do not contain the name of the program.
    pub(crate) fn help_command(self, words: impl Into<String>) -> Self {
        Self { refusal: self.refusal.ask(words), ..self }
    }

    /// Removes the advice, which is about another command.
    pub(super) fn without_help(mut self) -> Self {
        self.refusal.help = None;
        self
    }

    /// Marks the work as saved in `file`, from which the same command resumes.
    pub(crate) fn saved(self, file: &Path) -> Self {
        Self { is_resumable: true, ..self }
            .help(format!("run the same command again to resume from {}", file.display()))
    }

    /// Appends a clause to the message.
    pub(crate) fn with_addition(mut self, clause: &str) -> Self {
        self.refusal.argument = None;
        self.refusal.what.push_str(&format!("; {clause}"));
        self
    }

    /// Adds the help page of the command as advice to a usage error without advice.
    pub(super) fn or_page_help(self, program: Program, words: &[OsString]) -> Self {
        if self.refusal.help.is_none() && self.status == Status::Usage {
            return self.help(format!("{} --help", usage::typed_command(program, words).0));
        }
        self
    }

    /// Returns the message without the help line.
    pub(crate) fn message(&self) -> &str {
        &self.refusal.what
    }

    pub(crate) fn io(place: &str, error: &io::Error) -> Self {
        Self::new(Status::Failed, format!("{place}: {}", reason(error)))
    }

    /// Returns the option and the value that the advice suggests, if it is a value.
    pub(super) fn suggested_value(&self) -> Option<(String, String)> {
        match &self.refusal.help {
            Some(Help::Value(option, value)) => Some((option.clone(), value.clone())),
            _ => None,
        }
    }

    /// Returns the problem with saved work that caused the failure, if any.
    pub(crate) fn storage(&self) -> Option<StorageProblem> {
        self.storage
    }

    /// Returns whether the same command resumes saved work.
    pub(crate) fn is_resumable(&self) -> bool {
        self.is_resumable
    }

    /// Prints the failure on stderr and returns the exit status.
    pub(crate) fn report(&self, program: &str) -> ExitCode {
        self.print(program);
        ExitCode::from(self.status.code())
    }

    /// Returns the status.
    pub(super) fn status(&self) -> Status {
        self.status
    }

    /// Returns the message and the help line. Arguments that the failure has as data are spelled by `spelling`.
    pub(super) fn spelled(&self, program: &str, spelling: Spelling) -> (String, Option<String>) {
        let Refusal { what, argument, help } = &self.refusal;
        let message = argument.as_ref().map(|error| error.message(spelling));
        let help = help.as_ref().map(|help| spelled(help, program, spelling));
        (one_line(message.as_ref().unwrap_or(what)), help)
    }

    /// Returns whether a game has more points, or fewer, than the evaluators can add up.
    pub(super) fn exceeds_points(&self) -> bool {
        self.exceeds_points
    }

    /// Returns the arguments that the message is about, if they are known.
    pub(super) fn argument_error(&self) -> Option<&ArgumentError> {
        self.refusal.argument.as_deref()
    }

    /// Prints the failure and ends the program, from any thread.
    pub(crate) fn exit(&self, program: &str) -> ! {
        self.print(program);
        std::process::exit(self.status.code().into())
    }

    /// Prints the error line and the help line on stderr, if there is a message; a closed stderr is ignored.
    fn print(&self, program: &str) {
        if self.refusal.what.is_empty() {
            return;
        }
        let (message, help) = self.spelled(program, Spelling::CommandLine);
        let help = help.map_or_else(String::new, |help| format!("help: {help}\n"));
        let text = format!("error: {message}\n{help}");
        let _ = io::stderr().write_all(text.as_bytes());
    }
}

impl StopError for Fail {
    fn is_stop(&self) -> bool {
        matches!(self.status, Status::Limit(_) | Status::Interrupted)
    }

    fn is_final(&self) -> bool {
        self.status == Status::Limit(LimitKind::Program)
    }

    fn at(mut self, part: &str) -> Self {
        self.refusal.argument = None;
        self.refusal.what.push_str(&format!(", at {part}"));
        self
    }
}

/// Converts a refusal to a usage error.
impl From<Refusal> for Fail {
    fn from(refusal: Refusal) -> Self {
        Self { refusal, ..Self::usage("") }
    }
}

impl From<Error> for Fail {
    fn from(error: Error) -> Self {
        if let Error::Stop(Stop::TooManyStates { limit, layer }) = error {
            let what = format!("more than {} (in layer {layer})", print::count(limit, "state"));
            return Self::new(Status::Limit(LimitKind::States), what).help("leave out --max-states");
        }
        // `Context::explain` gives a more precise reason.
        let status = match (error.limit(), &error) {
            (Some(limit), _) => Status::Limit(limit),
            (None, Error::PointsOverflow | Error::PayoffOverflow) => Status::Usage,
            (None, _) => Status::Failed,
        };
        let storage = match error {
            Error::Store(StoreError::Unfit) => Some(StorageProblem::Unfit),
            Error::Store(StoreError::Io(_)) => Some(StorageProblem::NotSaved),
            _ => None,
        };
        let exceeds_points = matches!(error, Error::PointsOverflow | Error::PointsUnderflow(_));
        Self { storage, exceeds_points, ..Self::new(status, error.to_string()) }
    }
}

/// The most characters of a message, and of one word of a message. The words may come from a file.
const MAX_MESSAGE: usize = 1000;
const MAX_WORD: usize = 500;
/// The most bytes of an element of a list that is left out whole.
const MAX_ELEMENT: usize = 60;

/// Puts a text on one line, and shortens a long text in its middle.
fn one_line(text: &str) -> String {
    let text = visible(text, &[]);
    let words: Vec<_> = text.split(' ').map(|word| without_middle(word, MAX_WORD)).collect();
    without_middle(&words.join(" "), MAX_MESSAGE).into_owned()
}

/// Shortens a text to about `most` characters, with an ellipsis in place of its middle.
fn without_middle(text: &str, most: usize) -> Cow<'_, str> {
    let length = text.chars().count();
    if length <= most {
        return text.into();
    }
    let place = |letter: usize| text.char_indices().nth(letter).map_or(text.len(), |(place, _)| place);
    let (head, tail) = (&text[..place(most / 2)], &text[place(length - most / 4)..]);
    // A list is cut between two of its elements.
    match (head.rsplit_once(", "), tail.split_once(", ")) {
        (Some((head, last)), Some((first, tail))) if last.len().max(first.len()) <= MAX_ELEMENT => {
            format!("{head}, …, {tail}").into()
        }
        _ => format!("{head}…{tail}").into(),
    }
}
