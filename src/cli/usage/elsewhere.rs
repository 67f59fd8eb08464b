//! Errors for options in the wrong place: of another command, of the game, or before the command.

use super::UsageError;
use super::typed_words::values_of_options;
use crate::cli::commands::{self, takes_parameter};
use crate::cli::fail::Fail;
use crate::cli::{parse, shell};
use chancetree_families::family::{Parameter, Refusal};
use std::ffi::OsString;

impl UsageError<'_> {
    /// Returns the error for a parameter of the game that the command does not take, if `name` is one.
    pub(super) fn parameter_elsewhere(&self, name: &str) -> Option<Fail> {
        let mut words = self.path.split(' ').skip(1);
        let (command, family) = (words.next()?, commands::family_named(self.program, words.next()?)?);
        let short = name.strip_prefix('-').and_then(|rest| rest.chars().next());
        let is_it = |one: &Parameter| one.name == name || short.is_some() && one.short == short;
        let is_taken =
            |one: &Parameter| self.command.get_arguments().any(|arg| arg.get_long() == Some(one.name));
        let parameter = family.parameters().into_iter().find(|one| is_it(one) && !is_taken(one))?;
        let fail = Fail::from(Refusal::unfit(
            parameter.name,
            format!("does not apply to {command} {}", family.name()),
        ));
        let instead = family.command_options(command).into_iter().find_map(|option| {
            let (_, value) = option.replaces.filter(|(replaced, _)| *replaced == parameter.name)?;
            Some(format!(
                "--{} {value} instead of {}",
                option.name,
                if short.is_some() { name.to_owned() } else { format!("--{name}") }
            ))
        });
        Some(match instead {
            Some(option) => fail.help(option),
            None => fail,
        })
    }

    /// Returns the error for an option of another command of the game, if `name` is one.
    pub(super) fn option_elsewhere(&self, name: &str) -> Option<Fail> {
        let mut words = self.path.split(' ').skip(1);
        let (typed, family) = (words.next()?, commands::family_named(self.program, words.next()?)?);
        let has_option = |command: &&'static str| {
            commands::families(self.program, command).any(|one| one.name() == family.name())
                && family.command_options(command).iter().any(|option| option.name == name)
        };
        let all: Vec<_> = commands::command_names(self.program).map(|(command, _)| command).collect();
        let others = || all.iter().filter(|command| **command != typed);
        others().find(|command| has_option(command))?;
        // The option may also be a parameter of the game, which an earlier command takes.
        let parameters = family.parameters();
        let has_parameter = |command: &&'static str| {
            let mut families = commands::families(self.program, command);
            families.any(|one| one.name() == family.name())
                && parameters.iter().any(|one| one.name == name && takes_parameter(command, family, one))
        };
        let first = others().find(|command| has_option(command) || has_parameter(command))?;
        let fail = Fail::usage(format!("--{name} is an option of {first}, not of {typed}"));
        let mut words = self.words.to_vec();
        if let Some(word) = words.get_mut(self.place(typed)) {
            *word = OsString::from(first);
        }
        // The other command may not have the other options.
        Some(match parse(self.program, &words) {
            Ok(_) => fail.help(self.with(self.place(typed), first)),
            Err(_) => fail.help_command(format!("{first} {} --help", family.name())),
        })
    }

    /// Returns the error for an option before the command or the game that has it.
    pub(super) fn misplaced(&self, name: &str) -> Fail {
        let mut command = &self.whole;
        let is_option = |(word, is_value): &(&OsString, bool)| match command.find_subcommand(word) {
            Some(below) if !is_value => {
                command = below;
                false
            }
            _ => true,
        };
        let words = self.words.iter().zip(values_of_options(self.program, self.words)).skip(1);
        let options: Vec<String> = words.filter(is_option).map(|(word, _)| shell::word(word)).collect();
        let last = self.path.rsplit(' ').next().unwrap_or_default();
        let typed = format!("{} {}", self.path, options.join(" "));
        Fail::usage(format!("{name} must follow {last}")).help(typed)
    }
}
