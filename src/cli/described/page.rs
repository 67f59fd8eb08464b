//! The pages of verbs: a command for each, with one for each family below it.

use super::session;
use super::tailored::{Page, tailored};
use super::{asked, families};
use crate::cli::checkpoint::Checkpoints;
use crate::cli::graph::{How, Showing};
use crate::cli::machines::Machines;
use crate::cli::print::Print;
use crate::cli::simulate::Sampling;
use crate::family::{Domain, Family, Parameter, Verb};
use clap::builder::{PossibleValue, PossibleValuesParser, Resettable, TypedValueParser as _};
use clap::{Arg, ArgAction, Args as _, Command};

/// The flag of `best` for every position.
pub(super) const EVERY: &str = "every";

/// The commands of all verbs that a family answers, the families below them.
pub(crate) fn verbs() -> impl Iterator<Item = Command> {
    let has_families = |(verb, _): &(&'static str, _)| families(verb).next().is_some();
    asked().filter(has_families).map(|(verb, about)| {
        let pages = families(verb).map(|family| page(verb, family));
        let first = families(verb).next().map_or("", Family::name);
        let page = Command::new(verb)
            .about(about)
            .subcommand_required(true)
            .arg_required_else_help(true)
            .subcommand_value_name("FAMILY")
            .subcommand_help_heading("Families")
            .disable_help_subcommand(true)
            .subcommands(pages);
        let example = page.get_subcommands().next().and_then(Command::get_after_help);
        let example = example.map(ToString::to_string).unwrap_or_default();
        let example = example.lines().nth(1).unwrap_or_default().trim().to_owned();
        page.after_help(format!("Examples:\n  {example}\n  {} {verb} {first} --help", crate::cli::name()))
    })
}

/// Returns `true` if a parameter of a family is an option of a verb: a page with code of its own need not take them all.
pub(super) fn takes(verb: &str, family: &dyn Family, parameter: &Parameter) -> bool {
    tailored(verb, family.name()).is_none_or(|own| own.page.takes.has(parameter.name))
}

/// The command of a verb of a family.
pub(super) fn page(verb: &'static str, family: &'static dyn Family) -> Command {
    let own = tailored(verb, family.name());
    let all = family.parameters().into_iter();
    let taken: Vec<Parameter> = all.filter(|parameter| takes(verb, family, parameter)).collect();
    let is_there = |name: &&&str| taken.iter().any(|parameter| parameter.name == **name);
    let option = |parameter: &Parameter| {
        option(*parameter).conflicts_with_all(parameter.without.iter().filter(is_there))
    };
    let options: Vec<Arg> = taken.iter().map(option).collect();
    let page = Command::new(family.name()).args(options);
    if let Some(own) = own {
        let Page { about, details, examples, .. } = own.page;
        return told((own.options)(page), verb, family.name(), (about, details, examples));
    }
    let mut page = page.next_help_heading("Game");
    let described = Verb::ALL.into_iter().find(|known| known.name() == verb);
    let described = described.expect("other verbs have code of their own");
    if described == Verb::Best {
        let every = "Every position in which somebody decides, not only the first";
        page = page.arg(Arg::new(EVERY).long(EVERY).action(ArgAction::SetTrue).help(every));
    }
    let page = match described {
        Verb::Odds => Print::augment_args(Machines::augment_args(Checkpoints::augment_args(page))),
        Verb::Best | Verb::Count | Verb::Fair => Print::augment_args(Checkpoints::augment_args(page)),
        Verb::Plan => Print::augment_args(page),
        Verb::Graph => How::augment_args(Showing::augment_args(page)),
        Verb::Simulate => Sampling::augment_args(page),
        Verb::Play => session::arguments(page),
    };
    // The parameters of a game take precedence over other names of the options.
    let taken = |arg: &Arg| {
        let mut other = arg.get_all_aliases().into_iter().flatten();
        other.any(|name| family.parameters().iter().any(|parameter| parameter.name == name))
    };
    let page = page.mut_args(|arg| if taken(&arg) { arg.alias(Resettable::Reset) } else { arg });
    let about = match family.source() {
        "" => family.about().to_owned(),
        source => format!("{} ({source})", family.about()),
    };
    let (details, examples) = (family.details(), family.examples());
    told(page, verb, family.name(), (&about, details, examples))
}

/// The same page with what it says above its options, and examples below them.
fn told(
    page: Command,
    verb: &str,
    family: &str,
    (about, details, examples): (&str, &str, &[&str]),
) -> Command {
    let begin = format!("{} {verb} {family}", crate::cli::name());
    let line = |typed: &&str| match typed.contains("{}") {
        true => format!("  {}", typed.replace("{}", &begin)),
        false => format!("  {begin} {typed}").trim_end().to_owned(),
    };
    let examples: Vec<String> = examples.iter().map(line).collect();
    let long = if details.is_empty() { about.to_owned() } else { format!("{about}\n\n{details}") };
    page.about(about.to_owned()).long_about(long).after_help(format!("Examples:\n{}", examples.join("\n")))
}

/// The option of a parameter.
fn option(parameter: Parameter) -> Arg {
    let default = match parameter.default {
        Some(default) => format!(" [default: {default}]"),
        None => String::new(),
    };
    let range = parameter.range().map_or_else(String::new, |range| format!(", {range}"));
    let help = format!("{}{range}{default}", parameter.meaning);
    let arg = Arg::new(parameter.name)
        .long(parameter.name)
        .help(help.clone())
        .help_heading(parameter.heading)
        .hide_short_help(parameter.is_rare);
    let several = "Or several, one after the other: 1..10 or 4,8.";
    let long = match (parameter.details, parameter.domain) {
        ("", Domain::Whole(..)) => several,
        (details, _) => details,
    };
    let arg = if long.is_empty() { arg } else { arg.long_help(format!("{help}\n\n{long}")) };
    if matches!(parameter.domain, Domain::Flag) {
        return arg.action(ArgAction::SetTrue);
    }
    let arg = arg.value_name(parameter.value);
    match parameter.domain {
        Domain::Words(words) => {
            let value =
                |&(word, meaning): &(&'static str, &'static str)| PossibleValue::new(word).help(meaning);
            let words = PossibleValuesParser::new(words.iter().map(value));
            arg.value_parser(words.try_map(move |word| parameter.read(&word)))
        }
        Domain::File => arg.value_parser(move |text: &str| parameter.read(text)),
        Domain::Whole(..) | Domain::Even(..) => {
            arg.allow_negative_numbers(true).value_parser(move |text: &str| parameter.read(text))
        }
        _ => arg.allow_hyphen_values(true).value_parser(move |text: &str| parameter.read(text)),
    }
}
