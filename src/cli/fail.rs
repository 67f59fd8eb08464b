//! Describes what went wrong in one line, with a help line that can be typed, and the exit status.

use super::ending::one_of;
use super::output::Output;
use super::program::Program;
use super::{print, shell};
pub(crate) use crate::export::save::reason;
use crate::export::visible::visible;
use crate::family::similar;
use crate::model::Error;
use clap::Command;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use std::borrow::Cow;
use std::error::Error as _;
use std::ffi::OsString;
use std::io::{self, Write as _};
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;

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

/// The limit that stopped a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LimitKind {
    /// The number of states, transitions or nodes.
    States,
    /// The memory.
    Memory,
    /// The time.
    Time,
    /// A limit of the program itself: the same command ends in the same way, however often it runs.
    Program,
    /// A limit of another process, which reports its exit status only.
    Elsewhere,
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

/// A failure as it is reported.
#[derive(Debug)]
pub(crate) struct Fail {
    status: Status,
    what: String,
    help: Option<Hint>,
    /// `true` if what was done is saved, and the same command goes on from there.
    goes_on: bool,
}

/// What to type or to do instead.
#[derive(Clone, Debug)]
enum Hint {
    /// A text.
    Text(String),
    /// The words of a command, after the name of the program.
    Command(String),
}

impl Hint {
    /// Returns the hint as it is printed by a program of this name.
    fn text(&self, program: &str) -> String {
        match self {
            Self::Text(text) => text.clone(),
            Self::Command(words) => format!("{program} {words}"),
        }
    }
}

impl Fail {
    pub(crate) fn new(status: Status, what: impl Into<String>) -> Self {
        Self { status, what: what.into(), help: None, goes_on: false }
    }

    /// Work that is beyond a limit of the program itself, where going on would come to the same end.
    pub(crate) fn beyond(what: impl Into<String>) -> Self {
        Self::new(Status::Limit(LimitKind::Program), what)
    }

    pub(crate) fn usage(what: impl Into<String>) -> Self {
        Self::new(Status::Usage, what)
    }

    pub(crate) fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(Hint::Text(help.into()));
        self
    }

    /// Sets a command of the program as the help: its words, after the name of the program.
    pub(crate) fn help_command(self, words: impl Into<String>) -> Self {
        Self { help: Some(Hint::Command(words.into())), ..self }
    }

    /// The work is saved in a file from which the same command goes on.
    pub(crate) fn saved(self, file: &Path) -> Self {
        Self { goes_on: true, ..self }.help(format!("the same command goes on from {}", file.display()))
    }

    /// Puts what it is about before the message.
    pub(crate) fn of(mut self, about: &str) -> Self {
        self.what = format!("{about}: {}", self.what);
        self
    }

    /// Adds how far the work had come.
    pub(crate) fn at(mut self, place: &str) -> Self {
        self.what.push_str(&format!(", at {place}"));
        self
    }

    /// Adds what else went wrong.
    pub(crate) fn but(mut self, what: &str) -> Self {
        self.what.push_str(&format!("; {what}"));
        self
    }

    /// Replaces the name of an option by another one.
    pub(crate) fn typed(mut self, option: &str, name: &str) -> Self {
        self.what = self.what.replace(option, name);
        self.help = self.help.map(|help| match help {
            Hint::Text(text) => Hint::Text(text.replace(option, name)),
            command => command,
        });
        self
    }

    /// Replaces the beginning of the help by an option, if it begins like this.
    pub(crate) fn helped(mut self, begin: &str, option: &str) -> Self {
        if let Some(Hint::Text(text)) = &mut self.help
            && let Some(rest) = text.strip_prefix(begin)
        {
            *text = format!("{option}{rest}");
        }
        self
    }

    /// Returns `true` if the help begins with this option, or there is no help yet.
    pub(crate) fn advises(&self, option: &str) -> bool {
        match &self.help {
            None => true,
            Some(Hint::Text(text)) => text.starts_with(option),
            Some(Hint::Command(_)) => false,
        }
    }

    /// Adds the page of the command as help to wrong usage that has none.
    pub(super) fn or_page(mut self, program: Program, words: &[OsString]) -> Self {
        if self.help.is_none() && self.status == Status::Usage {
            self.help = Some(Hint::Text(format!("{} --help", asked(program, words).0)));
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

    /// Returns `true` if the work was stopped before its end, by a limit or by hand.
    pub(crate) fn is_stop(&self) -> bool {
        matches!(self.status, Status::Limit(_) | Status::Interrupted)
    }

    /// Returns `true` if the same command goes on from what was done.
    pub(crate) fn goes_on(&self) -> bool {
        self.goes_on
    }

    /// Returns `true` if the same command would end in the same way, however often.
    pub(crate) fn is_final(&self) -> bool {
        self.status == Status::Limit(LimitKind::Program)
    }

    /// Prints the failure on stderr and returns the exit status; the last step of the program.
    pub(crate) fn report(&self, program: &str) -> ExitCode {
        self.say(program);
        ExitCode::from(self.status.code())
    }

    /// The status, the line and the help line.
    pub(super) fn into_parts(self, program: &str) -> (Status, String, Option<String>) {
        let help = self.help.map(|help| one_line(&help.text(program)));
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
            text.push_str(&format!("help: {}\n", one_line(&help.text(program))));
        }
        let _ = io::stderr().write_all(text.as_bytes());
    }
}

impl From<Error> for Fail {
    fn from(error: Error) -> Self {
        let what = error.to_string();
        match error {
            Error::TooManyStates { limit, layer } => {
                let states = print::count(limit, "state");
                let what = format!("more than {states} (in layer {layer})");
                Self::new(Status::Limit(LimitKind::States), what).help("leave out --max-states")
            }
            Error::TooManySteps { .. } => Self::new(Status::Limit(LimitKind::States), what),
            Error::TooMuchMemory { .. } => Self::new(Status::Limit(LimitKind::Memory), what),
            // A context knows better why it stopped the work: see `Context::explain`.
            Error::Stopped(_) => Self::new(Status::Limit(LimitKind::Time), what),
            Error::Elsewhere { stopped: true, .. } => Self::new(Status::Limit(LimitKind::Elsewhere), what),
            Error::PointsOverflow | Error::WorthOverflow => Self::usage(what),
            _ => Self::new(Status::Failed, what),
        }
    }
}

/// Reports what clap found: help and version on stdout, a mistake in one line and a help line on stderr.
pub(crate) fn usage(program: Program, error: &clap::Error, words: &[OsString]) -> ExitCode {
    let page =
        overview(program, error, words).or_else(|| (!error.use_stderr()).then(|| error.render().to_string()));
    let output = Output::stdout(Arc::default());
    match page.map_or_else(|| Err(mistake(program, error, words)), |page| output.print(&page)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(fail) => fail.report(program.name),
    }
}

/// Lists what there is to choose from, if nothing but the beginning of a command was typed.
fn overview(program: Program, error: &clap::Error, words: &[OsString]) -> Option<String> {
    let kinds = [ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand, ErrorKind::MissingSubcommand];
    if !kinds.contains(&error.kind()) {
        return None;
    }
    let mut command = super::command_for(program, words);
    command.build();
    let mut typed = &mut command;
    for word in words.iter().skip(1) {
        typed = typed.find_subcommand_mut(word)?;
    }
    Some(typed.render_help().to_string())
}

/// Verbs that were called otherwise, and what they are now.
const MOVED: [(&str, &str); 1] = [("table", "best")];

/// Explains what clap found wrong in what was typed.
pub(super) fn mistake(program: Program, error: &clap::Error, words: &[OsString]) -> Fail {
    let (asked, command) = asked(program, words);
    let needed = |command: &Command, path: &str| {
        let kind =
            if path.contains(' ') { command.get_subcommand_value_name().unwrap_or("name") } else { "verb" };
        let kind = kind.to_lowercase();
        let names: Vec<_> = command.get_subcommands().map(Command::get_name).collect();
        (!names.is_empty()).then(|| format!("a {kind} is needed: {}", names.join(", ")))
    };
    let list = |kind| match error.get(kind) {
        Some(ContextValue::String(text)) => vec![text.clone()],
        Some(ContextValue::Strings(texts)) => texts.clone(),
        _ => Vec::new(),
    };
    let first = |kind| list(kind).into_iter().next().unwrap_or_default();
    let option = first(ContextKind::InvalidArg);
    let name = option.split(" <").next().unwrap_or_default();
    let whole = super::command_for(program, words);
    let known = || command.get_arguments().chain(whole.get_arguments()).filter(|arg| !arg.is_hide_set());
    let options = || known().filter_map(clap::Arg::get_long);
    let more = format!("{asked} --help");
    let (what, help) = match error.kind() {
        ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand | ErrorKind::MissingSubcommand => {
            (needed(&command, &asked).unwrap_or_else(|| "something is missing".to_owned()), None)
        }
        ErrorKind::InvalidSubcommand => {
            let wrong = first(ContextKind::InvalidSubcommand);
            let names = command.get_subcommands().map(Command::get_name);
            let moved = MOVED.iter().find(|(before, _)| *before == wrong).map(|(_, now)| *now);
            // What was typed behind it still holds.
            let behind = words.iter().skip_while(|word| word.to_string_lossy() != wrong).skip(1);
            let behind: String = behind.map(|word| format!(" {}", shell::word(word))).collect();
            let right = moved.or_else(|| similar::meant(&wrong, names));
            let help = right.map(|right| format!("{asked} {right}{behind}"));
            let needed = needed(&command, &asked).unwrap_or_default();
            let verb = asked.rsplit(' ').next().unwrap_or_default();
            let what = match program.families.iter().any(|family| family.name() == wrong) {
                true => format!("{verb} has no answer for {wrong}; {needed}"),
                false if needed.is_empty() => format!("{wrong:?} is unknown; nothing follows here"),
                false => format!("{wrong:?} is unknown; {needed}"),
            };
            (what, help)
        }
        ErrorKind::UnknownArgument => match needed(&command, &asked) {
            Some(needed) => (format!("unexpected argument {option:?}; first {needed}"), None),
            None => {
                let typed = option.split('=').next().and_then(|typed| typed.strip_prefix("--"));
                let right = typed.and_then(|typed| similar::meant(typed, options()));
                (format!("unexpected argument {option:?}"), right.map(|right| format!("--{right}")))
            }
        },
        ErrorKind::InvalidValue => {
            let (value, valid) = (first(ContextKind::InvalidValue), list(ContextKind::ValidValue));
            let allowed = if valid.is_empty() { "a value".to_owned() } else { one_of(&valid) };
            let what = if value.is_empty() {
                format!("{name} needs {allowed}")
            } else {
                format!("{name} {value}: {allowed} is needed")
            };
            let spell = |right| {
                if name.starts_with('-') { format!("{name} {right}") } else { format!("{asked} {right}") }
            };
            (what, similar::meant(&value, valid.iter().map(String::as_str)).map(spell))
        }
        ErrorKind::ValueValidation => {
            let why = error.source().map(ToString::to_string).unwrap_or_default();
            let value = first(ContextKind::InvalidValue);
            // A number of columns is that of a board.
            let is_board =
                name == "--columns" && command.get_arguments().any(|arg| arg.get_long() == Some("cols"));
            let right = match is_board && value.bytes().all(|byte| byte.is_ascii_digit()) {
                true => Some(format!("--cols {value}")),
                false => similar::listed(&value, &why).map(|right| format!("{name} {right}")),
            };
            (format!("{name} {value}: {why}"), right)
        }
        ErrorKind::MissingRequiredArgument => {
            let missing = list(ContextKind::InvalidArg);
            let verb = if missing.len() == 1 { "is" } else { "are" };
            (format!("{} {verb} missing", missing.join(" and ")), None)
        }
        ErrorKind::ArgumentConflict if option == first(ContextKind::PriorArg) => {
            (format!("{name} is given twice"), None)
        }
        ErrorKind::ArgumentConflict if list(ContextKind::PriorArg).len() > 1 => {
            let others: Vec<String> =
                list(ContextKind::PriorArg).iter().map(|other| format!("'{other}'")).collect();
            (format!("the argument '{option}' cannot be used with {}", others.join(", ")), None)
        }
        _ => {
            let text = error.render().to_string();
            let what = text.lines().next().unwrap_or_default();
            (what.strip_prefix("error: ").unwrap_or(what).to_owned(), None)
        }
    };
    Fail::usage(what).help(help.unwrap_or(more))
}

/// The verb and family that were asked for, as typed and as clap knows them.
fn asked(program: Program, words: &[OsString]) -> (String, Command) {
    let mut command = super::command_for(program, words);
    let mut path = command.get_name().to_owned();
    for word in words.iter().skip(1) {
        if let Some(next) = command.find_subcommand(word) {
            path = format!("{path} {}", next.get_name());
            command = next.clone();
        }
    }
    (path, command)
}

/// The most letters of a message, and of one of its words: whatever was typed, or stands in a file.
const LONG: usize = 1000;
const LONG_WORD: usize = 500;

/// Text on one line, without the middle of what is too long to be read.
fn one_line(text: &str) -> String {
    let text = visible(text, &[]);
    let words: Vec<_> = text.split(' ').map(|word| without_middle(word, LONG_WORD)).collect();
    without_middle(&words.join(" "), LONG).into_owned()
}

/// Text of at most so many letters, and some dots where its middle was.
fn without_middle(text: &str, most: usize) -> Cow<'_, str> {
    let length = text.chars().count();
    if length <= most {
        return text.into();
    }
    let place = |letter: usize| text.char_indices().nth(letter).map_or(text.len(), |(place, _)| place);
    let (head, tail) = (place(most / 2), place(length - most / 4));
    format!("{}…{}", &text[..head], &text[tail..]).into()
}
