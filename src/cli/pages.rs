//! Changes that apply to every help page: values in any case, aliases of options, and wrapped examples.

use super::file_format;
use clap::{Arg, ArgAction, Command};

/// The width of a help page in columns.
const WIDTH: usize = 80;

/// Changes a command and its subcommands: values may be in upper or lower case, `--as` is an alias of `--format`, examples
/// are wrapped with backslashes, and `--help` is listed with the other options of every command.
pub(crate) fn polished(command: Command) -> Command {
    let program = format!("{} ", command.get_name());
    let help = Arg::new("help").short('h').long("help").action(ArgAction::Help).global(true);
    let help = help.help("Print help (see more with '--help')").help_heading("Work");
    adapt(command, &program).disable_help_flag(true).arg(help)
}

fn adapt(command: Command, program: &str) -> Command {
    let has_as = command.get_arguments().any(|arg| arg.get_long() == Some("as"));
    let mut command = command.mut_args(|arg| {
        let named = !arg.get_possible_values().is_empty() && arg.get_action().takes_values();
        let arg = if named { arg.ignore_case(true) } else { arg };
        if !has_as && arg.get_long() == Some("format") { arg.alias("as") } else { arg }
    });
    command = file_format::with_output(command);
    if let Some(help) = command.get_after_help().map(ToString::to_string) {
        command = command
            .after_help(help.lines().map(|line| wrapped(line, program)).collect::<Vec<_>>().join("\n"));
    }
    command.mut_subcommands(|command| adapt(command, program))
}

/// Wraps an example of `program` that is too long for a page. Every line but the last ends with a backslash.
fn wrapped(line: &str, program: &str) -> String {
    let is_command = line.starts_with("  ") && line.contains(program);
    if !is_command || line.chars().count() < WIDTH {
        return line.to_owned();
    }
    let mut lines = vec![String::from(" ")];
    for word in words(line.trim_start()) {
        let last = lines.last_mut().expect("there is at least one line");
        if last.chars().count() + 1 + word.chars().count() + 2 < WIDTH {
            last.push(' ');
            last.push_str(word);
        } else {
            lines.push(format!("      {word}"));
        }
    }
    lines.join(" \\\n")
}

/// Splits a command into words. Quoted parts are not split.
fn words(line: &str) -> impl Iterator<Item = &str> {
    let mut quote = None;
    line.split(move |letter: char| {
        match (quote, letter) {
            (None, '"' | '\'') => quote = Some(letter),
            (Some(open), _) if open == letter => quote = None,
            _ => {}
        }
        letter == ' ' && quote.is_none()
    })
}
