//! Usage errors: a message about the arguments, and a help line with a command or an option that works.

use super::fail::Fail;
use super::file_format::one_of;
use super::output::Output;
use super::program::Program;
use super::{commands, shell};
use chancetree_families::family::{ArgumentError, ArgumentProblem, Family, Refusal, did_you_mean, nearest};
use clap::builder::PossibleValue;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Arg, Command};
use std::error::Error as _;
use std::ffi::OsString;
use std::iter;
use std::ops::Range;
use std::process::ExitCode;
use std::sync::Arc;

/// Prints the result of clap: help and version on stdout, an error on stderr.
pub(crate) fn report(program: Program, error: &clap::Error, words: &[OsString]) -> ExitCode {
    let page =
        overview(program, error, words).or_else(|| (!error.use_stderr()).then(|| error.render().to_string()));
    let output = Output::stdout(Arc::default());
    match page.map_or_else(|| Err(explain(program, error, words)), |page| output.print(&page)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(fail) => fail.report(program.name),
    }
}

/// Returns the help page of an incomplete command without further arguments.
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

/// Renamed commands with their new names.
const RENAMED: [(&str, &str); 1] = [("table", "best")];

/// Converts an error of clap to a failure.
pub(super) fn explain(program: Program, error: &clap::Error, words: &[OsString]) -> Fail {
    let (path, command) = typed_command(program, words);
    let needed = |command: &Command, path: &str| {
        let kind = if path.contains(' ') {
            command.get_subcommand_value_name().unwrap_or("name")
        } else {
            "command"
        };
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
    // clap does not suggest names in another case, and may suggest names that are far from the typed one.
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
    // The columns of a board are `--cols`.
    let is_board = |option: &str| option == "--columns" && find("cols").is_some();
    let more = format!("{path} --help");
    let fail = match error.kind() {
        ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand | ErrorKind::MissingSubcommand => {
            Fail::usage(needed(&command, &path).unwrap_or_else(|| "an argument is missing".to_owned()))
        }
        ErrorKind::InvalidSubcommand => {
            let wrong = first(ContextKind::InvalidSubcommand);
            let place = words.iter().position(|word| word.to_string_lossy() == wrong).unwrap_or(words.len());
            let (path, command) = typed_command(program, &words[..place]);
            let game = commands::family_named(program, &wrong);
            if let Some(game) = game.filter(|_| !path.contains(' ')) {
                return game_first(program, game, words, place);
            }
            let names = command.get_subcommands();
            let names = names.flat_map(|one| iter::once(one.get_name()).chain(one.get_all_aliases()));
            let names: Vec<_> = names.collect();
            let moved = RENAMED.iter().find(|(before, _)| *before == wrong).map(|(_, now)| *now);
            let right = meant(ContextKind::SuggestedSubcommand, &wrong, &names);
            let right = moved.map(str::to_owned).or(right);
            let help = right.as_ref().map(|right| retyped(program, words, place..place + 1, right));
            let needed = needed(&command, &path).unwrap_or_default();
            let verb = path.rsplit(' ').next().unwrap_or_default();
            let what = match game.is_some() {
                true => format!("{verb} does not support {wrong}; {needed}"),
                false if right.is_some() => did_you_mean(&format!("{wrong:?} is unknown"), right.as_deref()),
                false if needed.is_empty() => format!("unexpected argument {wrong:?}"),
                false => format!("{wrong:?} is unknown; {needed}"),
            };
            Fail::usage(what).help(help.unwrap_or(more))
        }
        ErrorKind::UnknownArgument => match (needed(&command, &path), option.strip_prefix("--")) {
            (Some(needed), _) => Fail::usage(format!("unexpected argument {option:?}; first {needed}")),
            (None, None) => Fail::usage(format!("unexpected argument {option:?}")),
            (None, Some(typed)) => {
                let options: Vec<_> = known().filter_map(Arg::get_long).collect();
                let name = typed.split('=').next().unwrap_or_default();
                let right = match is_board(&option) {
                    true => Some("cols".to_owned()),
                    false => meant(ContextKind::SuggestedArg, name, &options),
                };
                let problem = ArgumentProblem::Unknown { meant: right };
                Fail::argument(ArgumentError { names: vec![typed.to_owned()], typed: None, problem })
            }
        },
        ErrorKind::InvalidValue => {
            let (value, valid) = (first(ContextKind::InvalidValue), list(ContextKind::ValidValue));
            let allowed = if valid.is_empty() { "a value".to_owned() } else { one_of(&valid) };
            let allowed = if value.is_empty() { allowed } else { format!("{allowed} is needed") };
            let valid: Vec<_> = valid.iter().map(String::as_str).collect();
            let right = meant(ContextKind::SuggestedValue, &value, &valid);
            match name.strip_prefix("--") {
                Some(name) => invalid(name, Some(value).filter(|value| !value.is_empty()), allowed, right),
                None => {
                    let between = if value.is_empty() { " needs".to_owned() } else { format!(" {value}:") };
                    let what = did_you_mean(&format!("{name}{between} {allowed}"), right.as_deref());
                    Fail::usage(what).help(right.map_or(more, |right| format!("{path} {right}")))
                }
            }
        }
        ErrorKind::ValueValidation => {
            let why = error.source().map(ToString::to_string).unwrap_or_default();
            let value = first(ContextKind::InvalidValue);
            let what = format!("{name} {value}: {why}");
            if is_board(name) && value.bytes().all(|byte| byte.is_ascii_digit()) {
                let help = format!("--cols {value}");
                Fail::usage(did_you_mean(&what, Some("--cols"))).help(help)
            } else if let Some(name) = name.strip_prefix("--") {
                let offered = find(name).map(Arg::get_possible_values).unwrap_or_default();
                let right = nearest(&value, offered.iter().map(PossibleValue::get_name)).map(str::to_owned);
                invalid(name, Some(value), why, right)
            } else {
                Fail::usage(what)
            }
        }
        ErrorKind::MissingRequiredArgument => {
            let missing = list(ContextKind::InvalidArg);
            let verb = if missing.len() == 1 { "is" } else { "are" };
            Fail::usage(format!("{} {verb} missing", missing.join(" and ")))
        }
        ErrorKind::ArgumentConflict if option == first(ContextKind::PriorArg) => {
            match name.strip_prefix("--") {
                Some(name) => Refusal::unfit(name, "is given twice").into(),
                None => Fail::usage(format!("{name} is given twice")),
            }
        }
        ErrorKind::ArgumentConflict if list(ContextKind::PriorArg).len() > 1 => {
            let others: Vec<String> =
                list(ContextKind::PriorArg).iter().map(|other| format!("'{other}'")).collect();
            Fail::usage(format!("the argument '{option}' cannot be used with {}", others.join(", ")))
        }
        _ => {
            let text = error.render().to_string();
            let what = text.lines().next().unwrap_or_default();
            Fail::usage(what.strip_prefix("error: ").unwrap_or(what))
        }
    };
    fail.or_page_help(program, words)
}

/// Returns the error for an invalid value, or for a missing value if `typed` is `None`.
fn invalid(name: &str, typed: Option<String>, allowed: String, meant: Option<String>) -> Fail {
    let problem = ArgumentProblem::Invalid { allowed, meant };
    Fail::argument(ArgumentError { names: vec![name.to_owned()], typed, problem })
}

/// Returns the error for a game at `place` where a command is expected.
fn game_first(program: Program, game: &'static dyn Family, words: &[OsString], place: usize) -> Fail {
    let name = game.name();
    let answers = |command: &'static str| commands::families(program, command).any(|one| one.name() == name);
    let (next, wrong) = (words.get(place + 1), words[place].to_string_lossy());
    let mut commands = commands::command_names(program).map(|(command, _)| command);
    let next = commands.find(|command| next.is_some_and(|next| next == command));
    let fail = Fail::usage(format!("{wrong} is a game: write the command before it"));
    match next {
        Some(command) if answers(command) => {
            fail.help(retyped(program, words, place..place + 2, &format!("{command} {name}")))
        }
        Some(command) => {
            Fail::usage(format!("{command} does not support {wrong}")).help_command("games --commands")
        }
        None => {
            let first = commands::command_names(program).find(|(command, _)| answers(command));
            let (first, _) = first.expect("every game answers a command");
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

/// Returns the typed command and family as text, and their clap command.
pub(super) fn typed_command(program: Program, words: &[OsString]) -> (String, Command) {
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
