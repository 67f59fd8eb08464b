//! Usage errors: a message about the arguments, and a help line with a command or an option that works.

mod elsewhere;
mod typed_words;
mod values;

use super::fail::Fail;
use super::output::Output;
use super::program::Program;
use super::{commands, shell};
use chancetree_families::family::answers::has_meaning;
use chancetree_families::family::{
    ArgumentError, ArgumentProblem, Family, Help, Refusal, did_you_mean, nearest,
};
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Arg, Command};
use std::borrow::Cow;
use std::ffi::{OsStr, OsString};
use std::iter;
use std::ops::Range;
use std::process::ExitCode;
use std::sync::Arc;
pub(super) use typed_words::typed_command;
use typed_words::values_of_options;
use values::format_of_word;

/// Prints the result of clap: help and version on stdout, an error on stderr.
pub(crate) fn report(program: Program, error: &clap::Error, words: &[OsString]) -> ExitCode {
    let page =
        overview(program, error, words).or_else(|| (!error.use_stderr()).then(|| error.render().to_string()));
    let output = Output::stdout(Arc::default());
    let page = page.map(|page| page.replace(HELP_OF_CLAP, HELP));
    let explained = || corrected_twice(explain(program, error, words), program, words);
    match page.map_or_else(|| Err(explained()), |page| output.print(&page)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(fail) => fail.report(program.name),
    }
}

/// The description of the command `help`, which clap adds, and ours, which has the words of the other pages.
pub(super) const HELP_OF_CLAP: &str = "Print this message or the help of the given subcommand(s)";
pub(super) const HELP: &str = "Print this message or the help of a command";

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

/// Returns the words of the command line, without the request for the help of `help`: `help odds --help` is `help odds`, and
/// `help odds -h` is `odds -h`.
pub(super) fn without_help_of_help(mut words: Vec<&OsStr>) -> Vec<&OsStr> {
    if words.get(1).is_some_and(|word| *word == "help") {
        let is_short = words.iter().any(|word| *word == "-h");
        let mut place = 0;
        words.retain(|word| {
            place += 1;
            place <= 2 || !["-h", "--help", "help"].iter().any(|help| word == help)
        });
        if is_short {
            words.remove(1);
            words.push(OsStr::new("-h"));
        }
    }
    words
}

/// Returns the failure with advice that leads to no other error: if the suggested value needs another option, both are advised.
fn corrected_twice(fail: Fail, program: Program, words: &[OsString]) -> Fail {
    let Some((option, value)) = fail.suggested_value() else { return fail };
    let (name, right) = (format!("--{option}"), format!("--{option}={value}"));
    let mut words = words.to_vec();
    let Some(place) = words.iter().position(|word| word.to_string_lossy().split('=').next() == Some(&name))
    else {
        return fail;
    };
    if words[place].to_string_lossy() == name && place + 1 < words.len() {
        words.remove(place + 1);
    }
    words[place] = right.into();
    let needed = super::parse(program, &words).ok().and_then(|typed| typed.command.refusal());
    match needed.as_ref().and_then(|refusal| refusal.help.as_ref()) {
        Some(Help::Value(other, needed)) if *other != option => {
            fail.help(format!("--{other} {} --{option} {}", shell::word(needed), shell::word(&value)))
        }
        _ => fail,
    }
}

/// Words that are no commands, with the words to type instead.
const OTHER_WORDS: [(&str, &str); 2] = [("table", "best"), ("version", "--version")];

/// Converts an error of clap to a failure.
pub(super) fn explain(program: Program, error: &clap::Error, words: &[OsString]) -> Fail {
    let (path, command) = typed_command(program, words);
    let whole = super::command_for(program, words);
    UsageError { program, error, words, path, command, whole }.explain().or_page_help(program, words)
}

/// An error of clap with the typed command.
struct UsageError<'a> {
    program: Program,
    error: &'a clap::Error,
    words: &'a [OsString],
    /// The command and the family as text.
    path: String,
    command: Command,
    /// The complete command line.
    whole: Command,
}

impl UsageError<'_> {
    fn explain(&self) -> Fail {
        let (option, prior) = (self.first(ContextKind::InvalidArg), self.list(ContextKind::PriorArg));
        let name = shown_name(&option);
        if let Some(fail) = self.single_dash() {
            return fail;
        }
        match self.error.kind() {
            ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand | ErrorKind::MissingSubcommand => {
                let needed = self.needed(&self.command, &self.path);
                Fail::usage(needed.unwrap_or_else(|| "an argument is missing".to_owned()))
            }
            ErrorKind::InvalidSubcommand => self.unknown_name(),
            ErrorKind::UnknownArgument => match option.strip_prefix("--") {
                Some(typed) => self.unknown_option(typed),
                None => self.unexpected_word(&option),
            },
            ErrorKind::InvalidValue => self.unknown_value(name),
            ErrorKind::ValueValidation => self.invalid_value(name),
            ErrorKind::TooManyValues => self.needless_value(name),
            ErrorKind::MissingRequiredArgument => {
                let missing = self.list(ContextKind::InvalidArg);
                let verb = if missing.len() == 1 { "is" } else { "are" };
                let fail = Fail::usage(format!("{} {verb} missing", missing.join(" and ")));
                match missing.iter().any(|option| option.starts_with("--output ")) {
                    true => fail.help(format!("-o {}.svg", self.command.get_name())),
                    false => fail,
                }
            }
            ErrorKind::ArgumentConflict if prior.first() == Some(&option) => match name.strip_prefix("--") {
                Some(name) => Refusal::unfit(name, "is given twice").into(),
                None => Fail::usage(format!("{name} is given twice")),
            },
            ErrorKind::ArgumentConflict => {
                let others: Vec<&str> = prior.iter().map(|other| shown_name(other)).collect();
                let (name, others) = (if name.is_empty() { &option } else { name }, others.join(" and "));
                let fail = Fail::usage(format!("{name} cannot be combined with {others}"));
                match others.starts_with("--") {
                    true => fail.help(format!("leave out {others}")),
                    false if name.starts_with("--") => fail.help(format!("leave out {name}")),
                    false => fail,
                }
            }
            _ => {
                let text = self.error.render().to_string();
                let what = text.lines().next().unwrap_or_default();
                Fail::usage(what.strip_prefix("error: ").unwrap_or(what))
            }
        }
    }

    /// Returns the texts of a part of the error.
    fn list(&self, kind: ContextKind) -> Vec<String> {
        match self.error.get(kind) {
            Some(ContextValue::String(text)) => vec![text.clone()],
            Some(ContextValue::Strings(texts)) => texts.clone(),
            _ => Vec::new(),
        }
    }

    fn first(&self, kind: ContextKind) -> String {
        self.list(kind).into_iter().next().unwrap_or_default()
    }

    /// Returns the options of the command and of the program.
    fn known(&self) -> impl Iterator<Item = &Arg> {
        self.command.get_arguments().chain(self.whole.get_arguments()).filter(|arg| !arg.is_hide_set())
    }

    fn find(&self, option: &str) -> Option<&Arg> {
        self.known().find(|arg| arg.get_long() == Some(option))
    }

    /// Returns the command with `right` in place of the word at `place`.
    fn with(&self, place: usize, right: &str) -> String {
        retyped(self.program, self.words, place..place + 1, right)
    }

    /// Returns the command line with the command `right` in place of the word at `place`. A misspelled game behind it is corrected,
    /// too.
    fn with_game(&self, place: usize, right: &str) -> String {
        let known = commands::command_names(self.program).find(|(command, _)| *command == right);
        let games = known.into_iter().flat_map(|(command, _)| commands::families(self.program, command));
        match self.name_after(place).and_then(|typed| nearest(&typed, games.flat_map(commands::names))) {
            Some(game) => retyped(self.program, self.words, place..place + 2, &format!("{right} {game}")),
            None => self.with(place, right),
        }
    }

    /// Returns the word after the word at `place`, unless it is an option.
    fn name_after(&self, place: usize) -> Option<Cow<'_, str>> {
        self.words.get(place + 1).map(|word| word.to_string_lossy()).filter(|word| !word.starts_with('-'))
    }

    fn place(&self, word: &str) -> usize {
        self.words.iter().position(|typed| typed.to_string_lossy() == word).unwrap_or(self.words.len())
    }

    /// Returns the error for the name of an option after a single dash, if there is one.
    fn single_dash(&self) -> Option<Fail> {
        let is_option = |word: &OsString| long_name(word).is_some_and(|name| self.find(name).is_some());
        let place = self.words.iter().position(is_option)?;
        let typed = self.words[place].to_string_lossy();
        let right = format!("-{typed}");
        let what = did_you_mean(&format!("unexpected argument {typed:?}"), Some(&right));
        Some(Fail::usage(what).help(self.with(place, &right)))
    }

    /// Returns the error for an unknown command, family or other name.
    fn unknown_name(&self) -> Fail {
        let wrong = self.first(ContextKind::InvalidSubcommand);
        let place = self.place(&wrong);
        let (path, command) = typed_command(self.program, &self.words[..place]);
        let game = commands::family_named(self.program, &wrong);
        let is_command = !path.contains(' ');
        if let Some(game) = game.filter(|_| is_command) {
            return self.game_first(game, place, &format!("{wrong} is a game: write the command before it"));
        }
        let names = command.get_subcommands();
        let names: Vec<&str> =
            names.flat_map(|one| iter::once(one.get_name()).chain(one.get_all_aliases())).collect();
        let is_unsupported = game.is_some_and(|game| !names.contains(&game.name()));
        let moved = OTHER_WORDS.iter().find(|(before, _)| *before == wrong).map(|(_, now)| *now);
        let right = moved.or_else(|| nearest(&wrong, names));
        let games = self.program.families.iter().flat_map(|family| commands::names(*family));
        if let Some(name) = nearest(&wrong, games).filter(|_| is_command && right.is_none())
            && let Some(game) = commands::family_named(self.program, name)
        {
            return self.game_first(game, place, &did_you_mean(&format!("{wrong:?} is unknown"), Some(name)));
        }
        let help = right.map(|right| match right.starts_with('-') {
            true => format!("{} {right}", self.program.name),
            false if is_command => self.with_game(place, right),
            false => self.with(place, right),
        });
        let needed = self.needed(&command, &path).unwrap_or_default();
        let command_name = path.rsplit(' ').next().unwrap_or_default();
        let what = match is_unsupported {
            true => format!("{command_name} does not support {wrong}; {needed}"),
            false if right.is_some() => did_you_mean(&format!("{wrong:?} is unknown"), right),
            false if needed.is_empty() => format!("unexpected argument {wrong:?}"),
            false => format!("{wrong:?} is unknown; {needed}"),
        };
        Fail::usage(what).help(help.unwrap_or_else(|| format!("{} --help", self.path)))
    }

    /// Returns the error `what` about a game at `place`, where a command is expected.
    fn game_first(&self, game: &'static dyn Family, place: usize, what: &str) -> Fail {
        let (name, program) = (game.name(), self.program);
        let answers =
            |command: &'static str| commands::families(program, command).any(|one| one.name() == name);
        let commands = || commands::command_names(program).map(|(command, _)| command);
        let behind = place + 1;
        let next = self.name_after(place).and_then(|typed| nearest(&typed, commands()));
        let next = next.map(|command| (command, behind)).or_else(|| {
            let values = values_of_options(program, self.words);
            let is_command = |at: usize| commands().find(|one| !values[at] && self.words[at] == *one);
            (behind..self.words.len()).find_map(|at| Some((is_command(at)?, at)))
        });
        let command_place = next.map(|(_, at)| at);
        let next = next.map(|(command, _)| command);
        if let Some(command) = next.filter(|command| !answers(command)) {
            return Fail::usage(format!("{command} does not support {name}"))
                .help_command("games --commands");
        }
        let first = next.or_else(|| commands().find(|command| answers(command)));
        let first = first.expect("every game answers a command");
        let mut words = self.words.to_vec();
        if let Some(at) = command_place {
            words.remove(at);
        }
        Fail::usage(what).help(retyped(program, &words, place..behind, &format!("{first} {name}")))
    }

    /// Returns the error for an unknown option, or for an option before the command or the game that has it.
    fn unknown_option(&self, typed: &str) -> Fail {
        let name = typed.split('=').next().unwrap_or_default();
        if self.find(name).is_some() {
            let end = self.words.iter().position(|word| word == "--");
            let place = self.words.iter().position(|word| word.to_string_lossy() == format!("--{typed}"));
            if end.zip(place).is_some_and(|(end, place)| end < place) {
                return Fail::usage(format!(
                    "unexpected argument \"--{typed}\" after --, which ends the options"
                ));
            }
            return self.misplaced(&format!("--{name}"));
        }
        let version = self.whole.get_version().filter(|_| !self.path.contains(' ')).map(|_| "version");
        let options = self.known().filter_map(Arg::get_long).chain(version);
        if let Some(fail) = self.option_elsewhere(name) {
            return fail;
        }
        let right = if self.is_board(name) { Some("cols") } else { nearest(name, options) };
        let formats = self.find("format").map(Arg::get_possible_values).unwrap_or_default();
        let format = format_of_word(typed);
        if formats.iter().any(|known| known.get_name() == format) {
            let right = format!("--format {format}");
            let what = did_you_mean(&format!("unexpected argument \"--{typed}\""), Some(&right));
            return Fail::usage(what).help(right);
        }
        if let Some(needed) = self.needed(&self.command, &self.path).filter(|_| right.is_none()) {
            return Fail::usage(format!("unexpected argument \"--{typed}\"; first {needed}"));
        }
        if let Some(fail) = right.is_none().then(|| self.parameter_elsewhere(name)).flatten() {
            return fail;
        }
        let problem = ArgumentProblem::Unknown { suggestion: right.map(str::to_owned) };
        Refusal::from(ArgumentError { names: vec![typed.to_owned()], typed: None, problem }).into()
    }

    /// Lists the names of which one is needed after a command, if it needs one. Games to which the command does not apply are left
    /// out.
    fn needed(&self, command: &Command, path: &str) -> Option<String> {
        let kind = match path.contains(' ') {
            true => command.get_subcommand_value_name().unwrap_or("name").to_lowercase(),
            false => "command".to_owned(),
        };
        let typed = path.rsplit(' ').next().unwrap_or_default();
        let applies = |name: &&str| {
            commands::family_named(self.program, name).is_none_or(|game| has_meaning(typed, game))
        };
        let names: Vec<_> = command.get_subcommands().map(Command::get_name).filter(applies).collect();
        (!names.is_empty()).then(|| format!("a {kind} is needed: {}", names.join(", ")))
    }

    /// Returns the error for a word that is no option and has no place. It may be the name of an option without its dashes.
    fn unexpected_word(&self, word: &str) -> Fail {
        let typed = self.words.iter().map(|typed| typed.to_string_lossy());
        // clap names a single letter of a word such as -1G.
        let whole =
            typed.clone().find(|typed| word.len() == 2 && word.starts_with('-') && typed.starts_with(word));
        let what = format!("unexpected argument {:?}", whole.as_deref().unwrap_or(word));
        let end = self.words.iter().position(|word| word == "--");
        let letter = word.strip_prefix('-').filter(|_| end.is_none()).and_then(|rest| rest.chars().next());
        if letter.is_some() && self.command.get_arguments().any(|arg| arg.get_short() == letter) {
            return self.misplaced(word);
        }
        if let Some(fail) = self.parameter_elsewhere(word) {
            return fail;
        }
        if let Some(needed) = self.needed(&self.command, &self.path) {
            return Fail::usage(format!("{what}; first {needed}"));
        }
        let size = self.command.get_arguments().find(|arg| arg.get_short() == Some('n'));
        let size = size
            .and_then(Arg::get_long)
            .filter(|_| !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit()));
        // The word may also be the value of an option before it.
        let place = self.words.iter().rposition(|typed| typed.to_string_lossy() == word);
        // A word processor turns two dashes into a long one.
        let bare = word.trim_start_matches(['–', '—', '/']);
        let (option, right) = match (size, bare.split_once('=')) {
            (Some(size), _) => (size, format!("--{size} {word}")),
            (None, Some((name, value))) => (name, format!("--{name} {}", shell::word(value))),
            (None, None) => (bare, format!("--{bare}")),
        };
        let is_option = |typed: &OsString| {
            let typed = typed.to_string_lossy();
            typed.split('=').next() == Some(&format!("--{option}"))
                || size.is_some() && typed.starts_with("-n")
        };
        let takes_value = self.find(option).is_some_and(|arg| arg.get_action().takes_values());
        let has_value = |place: &usize| right.contains(' ') || !takes_value || self.words.len() > place + 1;
        let is_possible = self.find(option).is_some() && !self.words.iter().any(is_option);
        match place.filter(|place| is_possible && has_value(place)) {
            Some(place) => {
                // Two dashes end the options, so they go as well.
                let begin = end.filter(|end| end + 1 == place).unwrap_or(place);
                let help = retyped(self.program, self.words, begin..place + 1, &right);
                Fail::usage(did_you_mean(&what, Some(&format!("--{option}")))).help(help)
            }
            None => Fail::usage(what),
        }
    }
}

/// Returns the name in an argument as clap shows it, such as `--tail <T>`, `--approximate[=<T>]` or `[FILE]`.
fn shown_name(argument: &str) -> &str {
    match argument.strip_prefix(['[', '<']) {
        Some(positional) => positional.trim_end_matches([']', '>', '.']),
        None => argument.split([' ', '[']).next().unwrap_or_default(),
    }
}

/// Returns the name of a long option that was typed with a single dash.
fn long_name(word: &OsString) -> Option<&str> {
    let name = word.to_str()?.strip_prefix('-').filter(|name| name.len() > 1 && !name.starts_with('-'))?;
    name.split('=').next()
}

/// Returns the command with `right` in place of some words.
fn retyped(program: Program, words: &[OsString], wrong: Range<usize>, right: &str) -> String {
    let kept = |words: &[OsString]| words.iter().map(shell::word).collect::<Vec<_>>();
    let program = program.name.to_owned();
    let before = kept(words.get(1..wrong.start).unwrap_or_default());
    let behind = kept(words.get(wrong.end..).unwrap_or_default());
    [vec![program], before, vec![right.to_owned()], behind].concat().join(" ")
}
