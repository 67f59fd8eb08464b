//! The command line as clap knows it, made fit to be read and typed.

use super::file_format;
use clap::Command;

/// The widest line of help.
const LINE: usize = 80;

/// Returns the same command and all below it: values are known in upper and lower case, `--as` is another name
/// of `--format`, and examples are broken as a shell reads them.
pub(crate) fn polished(command: Command) -> Command {
    let program = format!("{} ", command.get_name());
    below(command, &program)
}

fn below(command: Command, program: &str) -> Command {
    let has_as = command.get_arguments().any(|arg| arg.get_long() == Some("as"));
    let mut command = command.mut_args(|arg| {
        let named = !arg.get_possible_values().is_empty() && arg.get_action().takes_values();
        let arg = if named { arg.ignore_case(true) } else { arg };
        if !has_as && arg.get_long() == Some("format") { arg.alias("as") } else { arg }
    });
    command = file_format::with_output(command);
    if let Some(help) = command.get_after_help().map(ToString::to_string) {
        command =
            command.after_help(help.lines().map(|line| broken(line, program)).collect::<Vec<_>>().join("\n"));
    }
    command.mut_subcommands(|command| below(command, program))
}

/// A line, if it is a command of `program` too long for a page on several, each but the last with a backslash at its end.
fn broken(line: &str, program: &str) -> String {
    let is_command = line.starts_with("  ") && line.contains(program);
    if !is_command || line.chars().count() < LINE {
        return line.to_owned();
    }
    let mut lines = vec![String::from(" ")];
    for word in words(line.trim_start()) {
        let last = lines.last_mut().expect("there is a line");
        if last.chars().count() + 1 + word.chars().count() + 2 < LINE {
            last.push(' ');
            last.push_str(word);
        } else {
            lines.push(format!("      {word}"));
        }
    }
    lines.join(" \\\n")
}

/// Returns the words of a command; quoted parts stay as they are.
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
