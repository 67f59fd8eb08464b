//! The command line as clap knows it, made fit to be read and typed.

use super::ending;
use clap::Command;

/// The widest line of help.
const LINE: usize = 80;

/// Returns the same command and all below it: values are known in upper and lower case, and examples are broken as a
/// shell reads them.
pub(crate) fn polished(command: Command) -> Command {
    let mut command = command.mut_args(|arg| {
        let named = !arg.get_possible_values().is_empty() && arg.get_action().takes_values();
        if named { arg.ignore_case(true) } else { arg }
    });
    command = ending::with_output(command);
    if let Some(help) = command.get_after_help().map(ToString::to_string) {
        command = command.after_help(help.lines().map(broken).collect::<Vec<_>>().join("\n"));
    }
    command.mut_subcommands(polished)
}

/// A line, if it is a command too long for a page on several, each but the last with a backslash at its end.
fn broken(line: &str) -> String {
    let is_command = line.starts_with("  ") && line.contains("chancetree ");
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

/// The words of a command, with quotes and what is in them left as they are.
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

#[cfg(test)]
mod tests {
    use super::{polished, words};
    use crate::cli::{command, parse};
    use clap::Command;
    use std::process;

    /// Every page, with what is typed to get it.
    fn pages() -> Vec<(String, Command)> {
        fn below(path: &str, command: &Command, all: &mut Vec<(String, Command)>) {
            all.push((path.to_owned(), command.clone()));
            for next in command.get_subcommands() {
                below(&format!("{path} {}", next.get_name()), next, all);
            }
        }
        let mut all = Vec::new();
        below("chancetree", &polished(command()), &mut all);
        assert!(all.len() > 50, "every verb and family is there");
        all
    }

    /// The examples of a page, each on one line.
    fn examples(help: &str) -> Vec<String> {
        let whole = help.replace(" \\\n      ", " ");
        whole.lines().filter(|line| line.starts_with("  ")).map(|line| line.trim().to_owned()).collect()
    }

    #[test]
    fn every_example_is_a_command_that_is_understood() {
        let mut read = 0;
        for (page, command) in pages() {
            let help = command.get_after_help().map(ToString::to_string).unwrap_or_default();
            assert!(help.lines().all(|line| line.chars().count() <= 80), "{page}: {help}");
            for example in examples(&help).iter().filter(|line| line.contains("chancetree ")) {
                let shell = process::Command::new("sh").args(["-n", "-c", example]).status();
                assert!(shell.expect("a shell").success(), "{page}: {example}");
                for part in example.split(" | ").flat_map(|part| part.split(" && ")) {
                    let part = part.split(" > ").next().unwrap_or_default();
                    let typed: Vec<String> = words(part).map(|word| word.replace(['"', '\''], "")).collect();
                    if typed[0] != "chancetree" || example.contains("P'") {
                        continue;
                    }
                    match parse(&typed) {
                        Err(error) if error.use_stderr() => panic!("{page}: {part}: {error}"),
                        _ => read += 1,
                    }
                }
            }
        }
        assert!(read > 80, "{read} examples");
    }

    /// The options of printing stand together, whatever was flattened before them.
    #[test]
    fn options_stand_under_their_own_heading() {
        let mut seen = 0;
        for (page, command) in pages() {
            for arg in command.get_arguments() {
                let heading = arg.get_help_heading();
                let foreign = ["Long work", "Past one machine (feature distributed)", "Work"];
                match arg.get_long() {
                    Some("format" | "digits" | "distribution" | "save" | "sequence") => {
                        seen += 1;
                        let own = [Some("Output"), None];
                        let first = command.get_arguments().find_map(|arg| arg.get_help_heading()).is_none();
                        assert!(own[..1 + usize::from(first)].contains(&heading), "{page}: {arg:?}");
                    }
                    Some("show") => assert!(matches!(heading, Some("Graph") | None), "{page}: {arg:?}"),
                    Some("continue") => assert_eq!(heading, Some("Play"), "{page}"),
                    Some(
                        "processes" | "hosts" | "process" | "wait" | "secret" | "checkpoint"
                        | "checkpoint-every",
                    ) => {}
                    Some(name) => assert!(
                        !foreign[..2].contains(&heading.unwrap_or_default()) || name == "child",
                        "{page}: {name} stands under {heading:?}"
                    ),
                    None => {}
                }
            }
        }
        assert!(seen > 30, "{seen} options");
    }

    #[cfg(not(feature = "distributed"))]
    #[test]
    fn what_this_program_must_refuse_is_not_shown() {
        for (page, mut command) in pages() {
            let help = command.render_long_help().to_string();
            assert!(!help.contains("--processes") && !help.contains("--hosts"), "{page}");
        }
    }
}
