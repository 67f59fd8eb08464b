//! The commands of families: their help pages, their parsed options, and the functions that answer them.

mod graph_file;
mod invocation;
mod page;
mod program_commands;
mod run;

use super::Work;
use super::completions::Completions;
use super::fail::Fail;
use super::games::Games;
use super::program::Program;
use super::shell::Man;
use chancetree_families::family::{Family, GenericCommand, Help, Refusal};
use clap::builder::Resettable;
use clap::{Arg, Args as _, Command};
pub(crate) use invocation::{Invocation, ParsedCommand, typed_values};
use page::page;
pub(crate) use page::{command_options, family_commands, offering, takes_parameter};
use program_commands::FAMILY_COMMANDS;
use std::iter;

/// Returns the command line of a custom program: these commands, and the commands that describe the program.
pub(crate) fn command(program: Program, commands: impl Iterator<Item = Command>) -> Command {
    let about: Vec<&str> = program.families.iter().map(|family| family.about()).collect();
    // The examples of these commands call chancetree.
    let without_examples = |command: Command| command.after_help(Resettable::Reset);
    let command = Command::new(program.name)
        .max_term_width(80)
        .subcommand_required(true)
        .arg_required_else_help(true)
        .subcommands(commands)
        .subcommand(without_examples(Games::augment_args(Command::new("games"))))
        .subcommand(without_examples(Completions::augment_args(Command::new("completions"))))
        .subcommand(without_examples(Man::augment_args(Command::new("man"))));
    Work::augment_args(command).about(about.join("; ")).long_about(None)
}

/// Returns a command line in which no option of a family excludes another one: [`ParsedCommand::check_conflicts`] knows which
/// options are at their defaults.
pub(crate) fn without_conflicts(program: Program, whole: Command) -> Command {
    let page = |command_name: &str, page: Command| {
        let Some(family) = family_named(program, page.get_name()) else { return page };
        let inputs = family.page(command_name).map_or(&[][..], |page| page.inputs);
        let options = [family.parameters(), family.command_options(command_name)].concat();
        let names: Vec<&str> =
            options.iter().map(|one| one.name).chain(inputs.iter().map(|file| file.name)).collect();
        page.mut_args(|arg| match names.contains(&arg.get_id().as_str()) {
            true => arg.conflicts_with(Resettable::Reset),
            false => arg,
        })
    };
    whole.mut_subcommands(|command| {
        let name = command.get_name().to_owned();
        command.mut_subcommands(|below| page(&name, below))
    })
}

/// Returns the families that answer a command.
pub(crate) fn families(
    program: Program,
    command_name: &'static str,
) -> impl Iterator<Item = &'static dyn Family> {
    let described = GenericCommand::ALL.into_iter().find(|known| known.name() == command_name);
    let answers = move |family: &&dyn Family| {
        described.is_some_and(|command| !family.excluded().contains(&command))
            || family.own_handler(command_name).is_some()
    };
    program.families.iter().copied().filter(answers)
}

/// Returns the family with this name or alias, in upper or lower case.
pub(crate) fn family_named(program: Program, typed: &str) -> Option<&'static dyn Family> {
    let is_named = |family: &&dyn Family| names(*family).any(|name| name.eq_ignore_ascii_case(typed));
    program.families.iter().copied().find(is_named)
}

/// Returns the name of a family and its other names.
pub(crate) fn names(family: &dyn Family) -> impl Iterator<Item = &'static str> {
    iter::once(family.name()).chain(family.aliases().iter().copied())
}

/// Returns the names and descriptions of the commands of families: the commands of all families, of chancetree only, and of
/// single families.
pub(crate) fn command_names(program: Program) -> impl Iterator<Item = (&'static str, &'static str)> {
    let mut all: Vec<_> =
        GenericCommand::ALL.into_iter().map(|command| (command.name(), command.meaning())).collect();
    all.extend(FAMILY_COMMANDS.into_iter().filter(|_| !program.is_own));
    for page in program.families.iter().flat_map(|family| family.pages()) {
        if page.answer.is_some() && all.iter().all(|(command_name, _)| *command_name != page.command) {
            all.push((page.command, page.about));
        }
    }
    all.into_iter()
}

/// Returns the error for parameters without a game, with advice for the command `command_name`.
pub(crate) fn refused(refusal: Refusal, command_name: &str, family: &str) -> Fail {
    let help = match &refusal.help {
        Some(Help::Instead(options)) => Help::Ask(format!("{command_name} {family} {options}")),
        _ => return refusal.into(),
    };
    Refusal { help: Some(help), ..refusal }.into()
}

/// Checks the descriptions of the families of a custom program. Returns a message about the first invalid or ambiguous name.
pub(crate) fn description_error(program: Program) -> Option<String> {
    let families = program.families;
    for (place, family) in families.iter().enumerate() {
        let name = family.name();
        let is_word = |word: &str| {
            let letters =
                |letter: char| letter.is_ascii_lowercase() || letter.is_ascii_digit() || letter == '-';
            word.starts_with(|letter: char| letter.is_ascii_lowercase()) && word.chars().all(letters)
        };
        if let Some(name) = names(*family).find(|name| !is_word(name)) {
            return Some(format!("invalid game name {name:?}; use lowercase letters, digits and dashes"));
        }
        let known: Vec<_> = families[..=place].iter().flat_map(|family| names(*family)).collect();
        let is_twice = |name: &&str| known.iter().filter(|one| *one == name).count() > 1;
        if let Some(name) = names(*family).find(is_twice) {
            return Some(format!("two games are called {name}"));
        }
        let parameters = family.parameters();
        for (place, parameter) in parameters.iter().enumerate() {
            let option = parameter.name;
            let is_known = |other| parameters[..place].iter().any(|one| one.name == other);
            if let Some(other) = parameter.with.filter(|&other| !is_known(other)) {
                return Some(format!(
                    "--{option} of {name} needs --{other}, which must be declared before it"
                ));
            }
        }
        let pages = family.pages();
        if let Some(page) = pages
            .iter()
            .find(|page| command_names(program).all(|(command_name, _)| command_name != page.command))
        {
            return Some(format!("{name} has a page of {:?}, but there is no such command", page.command));
        }
        for parameter in parameters.iter().chain(pages.iter().flat_map(|page| page.options)) {
            let option = parameter.name;
            if !is_word(option) {
                return Some(format!(
                    "invalid parameter name {option:?} of {name}; use lowercase letters, digits and dashes"
                ));
            }
            let is_twice = |is_same: &dyn Fn(&Arg) -> bool| {
                GenericCommand::ALL.into_iter().any(|command| {
                    let page = Work::augment_args(page(program, command.name(), *family));
                    page.get_arguments().filter(|arg| is_same(arg)).count() > 1
                })
            };
            if is_twice(&|arg| arg.get_long() == Some(option))
                || ["help", "version", "output", "force"].contains(&option)
            {
                return Some(format!(
                    "{name} has a parameter {option}, but every game has an option --{option}"
                ));
            }
            if let Some(letter) = parameter.short
                && (is_twice(&|arg| arg.get_short() == Some(letter)) || "hoV".contains(letter))
            {
                return Some(format!("{name} has a parameter -{letter}, but -{letter} is another option"));
            }
            if let Some(why) = parameter.default.and_then(|default| parameter.read(default).err()) {
                return Some(format!("invalid default of --{option} of {name}: {why}"));
            }
        }
    }
    None
}
