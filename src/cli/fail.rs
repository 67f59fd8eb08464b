//! Describes what went wrong in one line, with a help line that can be typed, and the exit status.

use super::ending::one_of;
use super::output::Output;
use super::program::Program;
use super::{commands, print, shell};
pub(crate) use crate::export::save::reason;
use crate::export::visible::visible;
use crate::family::{Family, Refusal, StopError, did_you_mean, nearest};
use crate::model::Error;
use clap::builder::PossibleValue;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Arg, Command};
use std::borrow::Cow;
use std::error::Error as _;
use std::ffi::OsString;
use std::io::{self, Write as _};
use std::iter;
use std::ops::Range;
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
    /// `true` if what was done is saved, and the same command goes on from there.
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

    /// Puts what it is about before the message.
    pub(crate) fn of(mut self, about: &str) -> Self {
        self.what = format!("{about}: {}", self.what);
        self
    }

    /// Adds what else went wrong.
    pub(crate) fn but(mut self, what: &str) -> Self {
        self.what.push_str(&format!("; {what}"));
        self
    }

    /// Adds the page of the command as help to wrong usage that has none.
    pub(super) fn or_page(self, program: Program, words: &[OsString]) -> Self {
        if self.help.is_none() && self.status == Status::Usage {
            return self.help(format!("{} --help", asked(program, words).0));
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

    /// Returns `true` if the same command goes on from what was done.
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
            Error::UnfitSave => {
                Self { storage: Some(StorageProblem::Unfit), ..Self::new(Status::Failed, what) }
            }
            Error::NotSaved(_) => {
                Self { storage: Some(StorageProblem::NotSaved), ..Self::new(Status::Failed, what) }
            }
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
    // Names in another case are no suggestion of clap; names that clap suggests may be far from what was typed.
    let meant = |kind, typed: &str, known: &[&str]| {
        let same = known.iter().find(|name| name.eq_ignore_ascii_case(typed));
        let suggested = list(kind);
        let suggested = suggested.iter().map(|name| name.trim_start_matches("--"));
        let suggested = suggested.filter(|name| known.contains(name));
        same.copied().or_else(|| nearest(typed, suggested)).map(str::to_owned)
    };
    let option = first(ContextKind::InvalidArg);
    let name = option.split(" <").next().unwrap_or_default();
    let whole = super::command_for(program, words);
    let known =
        || command.get_arguments().chain(whole.get_arguments()).filter(|arg: &&Arg| !arg.is_hide_set());
    let find = |option: &str| known().find(|arg| arg.get_long() == Some(option));
    // Columns of a board are called otherwise.
    let is_board = |option: &str| option == "--columns" && find("cols").is_some();
    let more = format!("{asked} --help");
    let (what, help) = match error.kind() {
        ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand | ErrorKind::MissingSubcommand => {
            (needed(&command, &asked).unwrap_or_else(|| "something is missing".to_owned()), None)
        }
        ErrorKind::InvalidSubcommand => {
            let wrong = first(ContextKind::InvalidSubcommand);
            let place = words.iter().position(|word| word.to_string_lossy() == wrong).unwrap_or(words.len());
            let (asked, command) = self::asked(program, &words[..place]);
            let game = commands::game(program, &wrong);
            if let Some(game) = game.filter(|_| !asked.contains(' ')) {
                return game_first(program, game, words, place);
            }
            let names = command.get_subcommands();
            let names = names.flat_map(|one| iter::once(one.get_name()).chain(one.get_all_aliases()));
            let names: Vec<_> = names.collect();
            let moved = MOVED.iter().find(|(before, _)| *before == wrong).map(|(_, now)| *now);
            let right = meant(ContextKind::SuggestedSubcommand, &wrong, &names);
            let right = moved.map(str::to_owned).or(right);
            let help = right.as_ref().map(|right| retyped(program, words, place..place + 1, right));
            let needed = needed(&command, &asked).unwrap_or_default();
            let verb = asked.rsplit(' ').next().unwrap_or_default();
            let what = match game.is_some() {
                true => format!("{verb} has no answer for {wrong}; {needed}"),
                false if right.is_some() => did_you_mean(&format!("{wrong:?} is unknown"), right.as_deref()),
                false if needed.is_empty() => format!("{wrong:?} is unknown; nothing follows here"),
                false => format!("{wrong:?} is unknown; {needed}"),
            };
            (what, help)
        }
        ErrorKind::UnknownArgument => match needed(&command, &asked) {
            Some(needed) => (format!("unexpected argument {option:?}; first {needed}"), None),
            None => {
                let typed = option.split('=').next().and_then(|typed| typed.strip_prefix("--"));
                let options: Vec<_> = known().filter_map(Arg::get_long).collect();
                let right = match is_board(&option) {
                    true => Some("cols".to_owned()),
                    false => typed.and_then(|typed| meant(ContextKind::SuggestedArg, typed, &options)),
                };
                let right = right.map(|right| format!("--{right}"));
                (did_you_mean(&format!("unexpected argument {option:?}"), right.as_deref()), right)
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
            let valid: Vec<_> = valid.iter().map(String::as_str).collect();
            let right = meant(ContextKind::SuggestedValue, &value, &valid);
            (did_you_mean(&what, right.as_deref()), right.map(spell))
        }
        ErrorKind::ValueValidation => {
            let why = error.source().map(ToString::to_string).unwrap_or_default();
            let value = first(ContextKind::InvalidValue);
            let what = format!("{name} {value}: {why}");
            if is_board(name) && value.bytes().all(|byte| byte.is_ascii_digit()) {
                (did_you_mean(&what, Some("--cols")), Some(format!("--cols {value}")))
            } else {
                let arg = name.strip_prefix("--").and_then(find);
                let offered = arg.map(Arg::get_possible_values).unwrap_or_default();
                let right = nearest(&value, offered.iter().map(PossibleValue::get_name));
                (did_you_mean(&what, right), right.map(|right| format!("{name} {right}")))
            }
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

/// Returns the error for a game at `place` where a command is expected.
fn game_first(program: Program, game: &'static dyn Family, words: &[OsString], place: usize) -> Fail {
    let name = game.name();
    let answers = |command: &'static str| commands::families(program, command).any(|one| one.name() == name);
    let (next, wrong) = (words.get(place + 1), words[place].to_string_lossy());
    let mut commands = commands::asked(program).map(|(command, _)| command);
    let next = commands.find(|command| next.is_some_and(|next| next == command));
    let fail = Fail::usage(format!("{wrong} is a game; the command comes before it"));
    match next {
        Some(command) if answers(command) => {
            fail.help(retyped(program, words, place..place + 2, &format!("{command} {name}")))
        }
        Some(command) => {
            Fail::usage(format!("{command} has no answer for {wrong}")).help_command("games --verbs")
        }
        None => {
            let first = commands::asked(program).find(|(command, _)| answers(command));
            let (first, _) = first.expect("a game answers a command");
            fail.help(retyped(program, words, place..place + 1, &format!("{first} {name}")))
        }
    }
}

/// Returns the command with `right` in place of some words.
fn retyped(program: Program, words: &[OsString], wrong: Range<usize>, right: &str) -> String {
    let kept = |words: &[OsString]| words.iter().map(shell::word).collect::<Vec<_>>();
    let program = program.name.to_owned();
    let before = kept(words.get(1..wrong.start).unwrap_or_default());
    let behind = kept(words.get(wrong.end..).unwrap_or_default());
    [vec![program], before, vec![right.to_owned()], behind].concat().join(" ")
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
