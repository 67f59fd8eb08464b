//! Describes what went wrong in one line, with a help line that can be typed, and the exit status.

use super::program::Program;
use super::{print, usage};
pub(crate) use crate::export::reason;
use crate::export::visible::visible;
use crate::family::{Refusal, StopError};
use crate::model::Error;
pub(crate) use crate::model::LimitKind;
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

/// The advice of a help line.
#[derive(Clone, Debug)]
enum Advice {
    /// Options or words.
    Line(String),
    /// The words of a command, after the name of the program.
    Command(String),
    /// The name of an option, and a value for it.
    Value(&'static str, String),
    /// A smaller board, or something else.
    SmallerBoard(String),
}

impl Advice {
    /// Returns the advice as a program of this name prints it.
    fn line(&self, program: &str) -> String {
        match self {
            Self::Line(line) => line.clone(),
            Self::Command(words) => format!("{program} {words}"),
            Self::Value(option, value) => format!("--{option} {value}"),
            Self::SmallerBoard(other) => format!("a smaller board, or {other}"),
        }
    }
}

/// A failure as it is reported.
#[derive(Debug)]
pub(crate) struct Fail {
    status: Status,
    what: String,
    help: Option<Advice>,
    /// `true` if finished work is saved, and the same command resumes it.
    goes_on: bool,
    /// The problem with saved work, if that is the failure.
    storage: Option<StorageProblem>,
}

/// A problem with saved work, which the store that holds it explains.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum StorageProblem {
    /// Saved work does not fit the question.
    Unfit,
    /// Work could not be saved or read.
    NotSaved,
}

impl Fail {
    pub(crate) fn new(status: Status, what: impl Into<String>) -> Self {
        Self { status, what: what.into(), help: None, goes_on: false, storage: None }
    }

    /// Work that is beyond a limit of the program itself, where going on would come to the same end.
    pub(crate) fn beyond(what: impl Into<String>) -> Self {
        Self::new(Status::Limit(LimitKind::Program), what)
    }

    /// Returns the failure of work that is beyond a limit of the program itself, with the help of a refusal.
    pub(crate) fn beyond_program(refusal: Refusal) -> Self {
        Self { status: Status::Limit(LimitKind::Program), ..refusal.into() }
    }

    /// Returns the failure of a program that is ended by a signal.
    pub(crate) fn interrupted() -> Self {
        Self::new(Status::Interrupted, "interrupted")
    }

    pub(crate) fn usage(what: impl Into<String>) -> Self {
        Self::new(Status::Usage, what)
    }

    pub(crate) fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(Advice::Line(help.into()));
        self
    }

    /// Advises a command of the program: its words, after the name of the program.
    pub(crate) fn help_command(self, words: impl Into<String>) -> Self {
        Self { help: Some(Advice::Command(words.into())), ..self }
    }

    /// Advises a value for an option.
    pub(crate) fn value(mut self, option: &'static str, value: impl Into<String>) -> Self {
        self.help = Some(Advice::Value(option, value.into()));
        self
    }

    /// Advises a smaller board, or something else.
    pub(crate) fn smaller_board_or(mut self, other: impl Into<String>) -> Self {
        self.help = Some(Advice::SmallerBoard(other.into()));
        self
    }

    /// Leaves the advice of a smaller board out, where the size of the board does not matter.
    pub(crate) fn of_any_board(mut self) -> Self {
        self.help = self.help.map(|advice| match advice {
            Advice::SmallerBoard(other) => Advice::Line(other),
            advice => advice,
        });
        self
    }

    /// The work is saved in a file from which the same command goes on.
    pub(crate) fn saved(self, file: &Path) -> Self {
        Self { goes_on: true, ..self }.help(format!("the same command goes on from {}", file.display()))
    }

    /// Adds what else went wrong.
    pub(crate) fn but(mut self, what: &str) -> Self {
        self.what.push_str(&format!("; {what}"));
        self
    }

    /// Adds the page of the command as help to wrong usage that has none.
    pub(super) fn or_page(self, program: Program, words: &[OsString]) -> Self {
        if self.help.is_none() && self.status == Status::Usage {
            return self.help(format!("{} --help", usage::typed_command(program, words).0));
        }
        self
    }

    /// Returns what went wrong, without the help.
    pub(crate) fn what(&self) -> &str {
        &self.what
    }

    pub(crate) fn io(doing: &str, error: &io::Error) -> Self {
        Self::new(Status::Failed, format!("{doing}: {}", reason(error)))
    }

    /// Returns the problem with saved work, if that is the failure.
    pub(crate) fn storage(&self) -> Option<StorageProblem> {
        self.storage
    }

    /// Returns whether the same command resumes saved work.
    pub(crate) fn goes_on(&self) -> bool {
        self.goes_on
    }

    /// Prints the failure on stderr and returns the exit status; the last step of the program.
    pub(crate) fn report(&self, program: &str) -> ExitCode {
        self.say(program);
        ExitCode::from(self.status.code())
    }

    /// The status, the line and the help line.
    pub(super) fn into_parts(self, program: &str) -> (Status, String, Option<String>) {
        let help = self.help.map(|help| one_line(&help.line(program)));
        (self.status, one_line(&self.what), help)
    }

    /// Prints the failure and ends the program, from any thread.
    pub(crate) fn exit(&self, program: &str) -> ! {
        self.say(program);
        std::process::exit(self.status.code().into())
    }

    /// Prints the error line and the help line on stderr; a closed stderr is ignored.
    fn say(&self, program: &str) {
        let mut text = format!("error: {}\n", one_line(&self.what));
        if let Some(help) = &self.help {
            text.push_str(&format!("help: {}\n", one_line(&help.line(program))));
        }
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
        self.what.push_str(&format!(", at {part}"));
        self
    }
}

impl From<Error> for Fail {
    fn from(error: Error) -> Self {
        if let Error::TooManyStates { limit, layer } = error {
            let what = format!("more than {} (in layer {layer})", print::count(limit, "state"));
            return Self::new(Status::Limit(LimitKind::States), what).help("leave out --max-states");
        }
        // A context knows better why it stopped the work: see `Context::explain`.
        let status = match (error.limit(), &error) {
            (Some(limit), _) => Status::Limit(limit),
            (None, Error::PointsOverflow | Error::WorthOverflow) => Status::Usage,
            (None, _) => Status::Failed,
        };
        let storage = match error {
            Error::UnfitSave => Some(StorageProblem::Unfit),
            Error::NotSaved(_) => Some(StorageProblem::NotSaved),
            _ => None,
        };
        Self { storage, ..Self::new(status, error.to_string()) }
    }
}

/// The most letters of a message and of one of its words, which may come from a file.
const LONG: usize = 1000;
const LONG_WORD: usize = 500;

/// Returns a text on one line; the middle of a long text is left out.
fn one_line(text: &str) -> String {
    let text = visible(text, &[]);
    let words: Vec<_> = text.split(' ').map(|word| without_middle(word, LONG_WORD)).collect();
    without_middle(&words.join(" "), LONG).into_owned()
}

/// Returns a text of at most `most` letters, with an ellipsis in place of its middle.
fn without_middle(text: &str, most: usize) -> Cow<'_, str> {
    let length = text.chars().count();
    if length <= most {
        return text.into();
    }
    let place = |letter: usize| text.char_indices().nth(letter).map_or(text.len(), |(place, _)| place);
    let (head, tail) = (place(most / 2), place(length - most / 4));
    format!("{}…{}", &text[..head], &text[tail..]).into()
}
