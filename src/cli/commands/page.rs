//! The help pages: a clap command for each command, with a subcommand for each family.

use super::program_commands::ProgramCommand;
use super::run::{add_options, answering_page};
use super::{Program, command_names, families, names};
use crate::cli::print::formats;
use chancetree_families::family::generic;
use chancetree_families::family::{Domain, Family, GenericCommand, InputFile, Parameter};
use clap::builder::{PossibleValue, PossibleValuesParser, Resettable, TypedValueParser};
use clap::{Arg, ArgAction, Command, ValueHint, value_parser};
use std::ffi::OsStr;
use std::path::PathBuf;

/// Returns the commands that at least one family answers, with their families as subcommands. A command or a family that is
/// not `wanted` has only a name and a description, which is fast.
pub(crate) fn family_commands(
    program: Program,
    wanted: impl Fn(&str) -> bool,
) -> impl Iterator<Item = Command> {
    let has_families =
        move |(command_name, _): &(&'static str, _)| families(program, command_name).next().is_some();
    command_names(program).filter(has_families).map(move |(command_name, about)| {
        let is_own_play = program.is_own && command_name == GenericCommand::Play.name();
        let about = if is_own_play { "Play in the terminal, with exact odds" } else { about };
        let command = Command::new(command_name).about(about);
        if !wanted(command_name) {
            return command;
        }
        let listed = |family: &'static dyn Family| {
            let command = match names(family).any(&wanted) {
                true => page(program, command_name, family),
                false => Command::new(family.name()).about(self::about(command_name, family)),
            };
            command.aliases(family.aliases())
        };
        let first = families(program, command_name).next().expect("a family answers each command");
        let example = examples(program, command_name, first).next().unwrap_or_default();
        command
            .subcommand_required(true)
            .arg_required_else_help(true)
            .subcommand_value_name("GAME")
            .subcommand_help_heading("Games")
            .disable_help_subcommand(true)
            .subcommands(families(program, command_name).map(listed))
            .after_help(format!(
                "Examples:\n  {example}\n  {} {command_name} {} --help",
                program.name,
                first.name()
            ))
    })
}

/// Returns a one-line description of a command of a family.
fn about(command_name: &str, family: &dyn Family) -> String {
    match (family.page(command_name), family.source()) {
        (Some(page), _) => page.about.to_owned(),
        (None, "") => family.about().to_owned(),
        (None, source) => format!("{} ({source})", family.about()),
    }
}

/// Returns the examples of a command of a family.
pub(super) fn examples(
    program: Program,
    command_name: &str,
    family: &dyn Family,
) -> impl Iterator<Item = String> {
    let examples = family.page(command_name).map_or_else(|| family.examples(), |page| page.examples);
    let begin = format!("{} {command_name} {}", program.name, family.name());
    examples.iter().map(move |typed| match typed.contains("{}") {
        true => typed.replace("{}", &begin),
        false => format!("{begin} {typed}").trim_end().to_owned(),
    })
}

/// Returns `true` if a command takes a parameter of a family. Some commands take only a part of the parameters.
pub(crate) fn takes_parameter(command_name: &str, family: &dyn Family, parameter: &Parameter) -> bool {
    family.page(command_name).is_none_or(|page| page.has(parameter.name))
}

/// The commands that print sequences.
const SEQUENCES: [&str; 4] = ["count", "odds", "best", "fair"];

/// Returns the help page of a command of a family.
pub(super) fn page(program: Program, command_name: &'static str, family: &'static dyn Family) -> Command {
    let family_page = family.page(command_name);
    let (mut all, mut own) = (family.parameters(), family.command_options(command_name));
    all.retain(|parameter| takes_parameter(command_name, family, parameter));
    // An option of the page replaces the parameter of the same name.
    let is_of_page =
        |name: &str| family_page.is_some_and(|page| page.options.iter().any(|one| one.name == name));
    for parameter in all.iter_mut().filter(|parameter| is_of_page(parameter.name)) {
        if let Some(place) = own.iter().position(|option| option.name == parameter.name) {
            *parameter = own.remove(place);
        }
    }
    let is_there = |name: &&&str| all.iter().chain(&own).any(|parameter| parameter.name == **name);
    // A graph has a single game.
    let is_single_game = command_name == "graph";
    let game_option = |parameter: &Parameter| {
        let is_hidden = family_page.is_some_and(|page| page.hides.contains(&parameter.name));
        let arg = parameter_arg(*parameter, Some("Game"), is_single_game);
        arg.hide(is_hidden).conflicts_with_all(parameter.without.iter().filter(is_there))
    };
    let options: Vec<Arg> = all.iter().map(game_option).chain(command_options(&own)).collect();
    let inputs = family_page.map_or(&[][..], |page| page.inputs).iter().map(input_file);
    let page = Command::new(family.name()).args(options).args(inputs);
    let page = match ProgramCommand::of(program, command_name, family) {
        Some(command) => command.add_options(page),
        None => add_options(answering_page(command_name, family), page),
    };
    // A parameter of a game takes precedence over an alias of an option.
    let has_taken_alias = |arg: &Arg| {
        let mut other = arg.get_all_aliases().into_iter().flatten();
        other.any(|name| family.parameters().iter().any(|parameter| parameter.name == name))
    };
    let page = page.mut_args(|arg| if has_taken_alias(&arg) { arg.alias(Resettable::Reset) } else { arg });
    let own_formats = family_page.map(|page| page.formats).filter(|own| !own.is_empty());
    let is_fair = command_name == GenericCommand::Fair.name() && family.own_handler(command_name).is_none();
    let generic_formats = is_fair.then_some(generic::SEAT_CHARTS);
    let page = match own_formats.or(generic_formats).or(family_page.map(|_| &[][..])) {
        None | Some([]) if !SEQUENCES.contains(&command_name) => page,
        None => page.mut_arg("format", |format| format.value_parser(formats(&[], true))),
        Some(own) => page
            .mut_arg("format", |format| format.value_parser(formats(own, SEQUENCES.contains(&command_name)))),
    };
    let about = about(command_name, family);
    let details = family_page.map_or_else(|| family.details(), |page| page.details);
    let examples: Vec<String> =
        examples(program, command_name, family).map(|line| format!("  {line}")).collect();
    let aliases = match family.aliases() {
        [] => String::new(),
        aliases => format!("Other names of the game: {}.", aliases.join(", ")),
    };
    let long = [about.as_str(), details, &aliases].into_iter().filter(|part| !part.is_empty());
    let long = long.collect::<Vec<_>>().join("\n\n");
    page.about(about).long_about(long).after_help(format!("Examples:\n{}", examples.join("\n")))
}

/// Returns the argument of an input file.
fn input_file(file: &InputFile) -> Arg {
    let arg = Arg::new(file.name)
        .help(file.meaning)
        .value_name(file.value)
        .value_parser(value_parser!(PathBuf))
        .required(file.is_required)
        .conflicts_with_all(file.without);
    if file.is_positional { arg } else { arg.long(file.name) }
}

/// Returns the clap options of the parameters of one command, with their conflicts and requirements. A parameter with a default
/// need not be typed.
pub(crate) fn command_options(options: &[Parameter]) -> impl Iterator<Item = Arg> {
    let has_default =
        |name: &&str| options.iter().any(|other| other.name == *name && other.default.is_some());
    options.iter().map(move |parameter| {
        let arg = parameter_arg(*parameter, None, false).conflicts_with_all(parameter.without);
        match parameter.with.filter(|other| !has_default(other)) {
            Some(other) => arg.requires(other),
            None => arg,
        }
    })
}

/// Returns the clap option of a parameter. `usual` is the default heading; `is_single_game` forbids ranges in the help.
fn parameter_arg(parameter: Parameter, usual: Option<&'static str>, is_single_game: bool) -> Arg {
    let default = match parameter.default.or(parameter.implied) {
        Some(default) if !parameter.meaning.contains('[') => format!(" [default: {default}]"),
        _ => String::new(),
    };
    let range = parameter.range().map_or_else(String::new, |range| format!(", {range}"));
    let help = format!("{}{range}{default}", parameter.meaning);
    let arg = Arg::new(parameter.name)
        .long(parameter.name)
        .short(Resettable::from(parameter.short))
        .help(help.clone())
        .help_heading(Some(parameter.heading).filter(|heading| !heading.is_empty()).or(usual))
        .hide_short_help(parameter.is_rare);
    let several = "Also accepts a range or a list: 1..10 or 4,8.";
    let long = match (parameter.details, parameter.domain) {
        ("", Domain::Whole(..)) if !is_single_game => several,
        (details, _) => details,
    };
    let long = [long, &parameter.limits()]
        .into_iter()
        .filter(|part| !part.is_empty())
        .collect::<Vec<_>>()
        .join("\n\n");
    let arg = if long.is_empty() { arg } else { arg.long_help(format!("{help}\n\n{long}")) };
    if matches!(parameter.domain, Domain::Flag) {
        return arg.action(ArgAction::SetTrue);
    }
    let arg = arg.value_name(parameter.placeholder());
    let arg = match parameter.may_be_bare {
        // Without an equals sign a text could be the next word.
        true => arg
            .num_args(0..=1)
            .require_equals(matches!(parameter.domain, Domain::Double(..) | Domain::Text(_))),
        false => arg,
    };
    let arg = match parameter.domain {
        Domain::Texts => arg.action(ArgAction::Append),
        _ => arg,
    };
    match parameter.domain {
        Domain::Words(words) => {
            let words = PossibleValuesParser::new(possible(words));
            arg.value_parser(words.try_map(move |word| parameter.read(&word)))
        }
        Domain::WordList(words) => {
            // The hint tells the completions of shells that the words are not the only values.
            let read = move |text: &str| parameter.read(text);
            arg.value_hint(ValueHint::Other).value_parser(offering(possible(words), read))
        }
        Domain::InputFile | Domain::OutputFile => {
            arg.value_hint(ValueHint::FilePath).value_parser(move |text: &str| parameter.read(text))
        }
        Domain::Whole(..) | Domain::Even(..) | Domain::Number(..) => {
            arg.allow_negative_numbers(true).value_parser(move |text: &str| parameter.read(text))
        }
        // After an option without a required value, a word with a dash is the next option.
        _ => {
            let arg = arg.allow_hyphen_values(!parameter.may_be_bare);
            let read = move |text: &str| parameter.read(text);
            match parameter.offered {
                [] => arg.value_parser(read),
                words => arg.value_parser(offering(words.iter().copied(), read)).hide_possible_values(true),
            }
        }
    }
}

/// A value parser with words that a shell offers as completions.
#[derive(Clone)]
struct Offering<P> {
    words: Vec<PossibleValue>,
    parser: P,
}

impl<P: TypedValueParser> TypedValueParser for Offering<P> {
    type Value = P::Value;

    fn parse_ref(
        &self,
        command: &Command,
        arg: Option<&Arg>,
        value: &OsStr,
    ) -> Result<Self::Value, clap::Error> {
        self.parser.parse_ref(command, arg, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(self.words.iter().cloned()))
    }
}

/// Returns `parser` with `words` as the completions of a shell.
pub(crate) fn offering<T: Clone + Send + Sync + 'static>(
    words: impl IntoIterator<Item = impl Into<PossibleValue>>,
    parser: impl TypedValueParser<Value = T>,
) -> impl TypedValueParser<Value = T> {
    Offering { words: words.into_iter().map(Into::into).collect(), parser }
}

/// Returns these words as values. Each word has a meaning, which may be empty.
fn possible(words: &'static [(&'static str, &'static str)]) -> impl Iterator<Item = PossibleValue> {
    let value = |&(word, meaning): &(&'static str, &'static str)| {
        let meaning = Some(meaning).filter(|meaning| !meaning.is_empty());
        PossibleValue::new(word).help(Resettable::from(meaning.map(Into::into)))
    };
    words.iter().map(value)
}
