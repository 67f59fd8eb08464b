//! What the words of a command line are: the command, its family, and the values of options.

use crate::cli::program::Program;
use crate::cli::{command_for, commands};
use clap::{Arg, Command};
use std::ffi::{OsStr, OsString};
use std::iter;

/// Returns for each word whether it is the value of the option before it, which may be an option of any command for the typed games.
pub(super) fn values_of_options(program: Program, words: &[OsString]) -> Vec<bool> {
    let names = commands::command_names(program).map(|(name, _)| OsStr::new(name));
    let words: Vec<&OsStr> = words.iter().map(OsString::as_os_str).collect();
    let whole = command_for(program, &names.chain(words.iter().copied()).collect::<Vec<_>>());
    let takes_value = |word: &&OsStr| word.to_str().is_some_and(|word| takes_value(&whole, word));
    iter::once(false).chain(words.iter().map(takes_value)).take(words.len()).collect()
}

/// Returns whether `word` is an option of the command, or of a command below it, that needs a value in the next word.
fn takes_value(command: &Command, word: &str) -> bool {
    let is_it = |arg: &&Arg| match word.strip_prefix("--") {
        Some(long) => arg.get_long() == Some(long),
        None => arg
            .get_short()
            .is_some_and(|short| word.strip_prefix('-') == Some(short.encode_utf8(&mut [0; 4]))),
    };
    let needs_value = |arg: &Arg| {
        let needs_one = arg.get_num_args().is_none_or(|count| count.min_values() > 0);
        arg.get_action().takes_values() && needs_one
    };
    command.get_arguments().filter(is_it).any(needs_value)
        || command.get_subcommands().any(|below| takes_value(below, word))
}

/// Returns the typed command and family as text, and their clap command.
pub(in crate::cli) fn typed_command(program: Program, words: &[OsString]) -> (String, Command) {
    let mut command = command_for(program, words);
    let mut path = command.get_name().to_owned();
    let values = values_of_options(program, words);
    for (word, is_value) in words.iter().zip(values).skip(1) {
        if let Some(next) = command.find_subcommand(word).filter(|_| !is_value) {
            path = format!("{path} {}", next.get_name());
            command = next.clone();
        }
    }
    (path, command)
}
