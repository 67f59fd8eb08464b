//! The program of a game of one's own, and what every program says of its families.

use super::whose;
use crate::cli::Work;
use crate::cli::games::Games;
use crate::cli::shell::{Completions, Man};
use clap::{Args as _, Command};
use std::path::Path;
use std::sync::OnceLock;

/// Returns the name of the program: chancetree, or that of one's own program on this machine.
pub(crate) fn name() -> &'static str {
    static NAME: OnceLock<String> = OnceLock::new();
    if !whose().is_own {
        return "chancetree";
    }
    NAME.get_or_init(|| {
        let path = std::env::args_os().next().unwrap_or_default();
        let stem = Path::new(&path).file_stem().map(|stem| stem.to_string_lossy().into_owned());
        stem.filter(|stem| !stem.is_empty()).unwrap_or_else(|| "chancetree".to_owned())
    })
}

/// The command line of a program of one's own: these verbs, and those that need no more than a description.
pub(crate) fn program(verbs: impl Iterator<Item = Command>) -> Command {
    let about: Vec<&str> = whose().families.iter().map(|family| family.about()).collect();
    let command = Command::new(name())
        .max_term_width(80)
        .subcommand_required(true)
        .arg_required_else_help(true)
        .subcommands(verbs)
        .subcommand(Games::augment_args(Command::new("games")))
        .subcommand(Completions::augment_args(Command::new("completions")))
        .subcommand(Man::augment_args(Command::new("man")));
    Work::augment_args(command).about(about.join("; ")).long_about(None)
}
