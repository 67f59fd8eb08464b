//! `games`: lists the families, their parameters and an example of each.

use super::commands;
use super::context::Context;
use super::fail::Fail;
use super::print::{self, Format, Print, PrintArgs, SCHEMA};
use super::program::Program;
use chancetree_families::family::answers::has_meaning;
use clap::builder::PossibleValue;
use clap::{Arg, Args, Command};
use serde_json::{Value, json};

/// List the games, with their options and an example of each.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  chancetree games
  chancetree games --commands
  chancetree games --format json")]
#[command(mut_arg("digits", |arg| arg.hide(true)), mut_arg("percent", |arg| arg.hide(true)))]
pub(crate) struct Games {
    /// Instead, list which commands support each game
    #[arg(long, alias = "verbs")]
    commands: bool,
    #[command(flatten)]
    pub(super) print: PrintArgs,
}

/// A family in the list, with the options and the example of its `odds` page.
struct FamilyEntry {
    name: &'static str,
    about: &'static str,
    aliases: &'static [&'static str],
    source: &'static str,
    options: Vec<(String, String)>,
    example: String,
}

/// Returns all families of the program.
fn family_entries(program: Program) -> Vec<FamilyEntry> {
    let families = program.families.iter();
    let whole = super::command(program);
    let odds = whole.find_subcommand("odds").into_iter().flat_map(Command::get_subcommands);
    odds.filter_map(|page| {
        let family = families.clone().find(|family| family.name() == page.get_name())?;
        let of_game = |arg: &&Arg| {
            let is_hidden = arg.is_hide_set() || arg.is_hide_short_help_set();
            !is_hidden && !matches!(arg.get_help_heading(), None | Some("Output"))
        };
        let options = page.get_arguments().filter(of_game).map(option).collect();
        let examples = page.get_after_help().map(ToString::to_string).unwrap_or_default();
        let example = examples.lines().nth(1).unwrap_or_default().trim().to_owned();
        let (name, about, source) = (family.name(), family.about(), family.source());
        Some(FamilyEntry { name, about, aliases: family.aliases(), source, options, example })
    })
    .collect()
}

/// Returns an option with its value name, and its meaning in one line.
fn option(arg: &Arg) -> (String, String) {
    let takes_value = arg.get_action().takes_values();
    let name = arg.get_long().unwrap_or_default();
    let value = arg.get_value_names().into_iter().flatten().next().filter(|_| takes_value);
    let typed = value.map_or_else(|| format!("--{name}"), |value| format!("--{name} {value}"));
    let help = arg.get_help().map(ToString::to_string).unwrap_or_default();
    let mut letters = help.split(". ").next().unwrap_or_default().chars();
    let first = letters.next().into_iter().flat_map(char::to_lowercase);
    let mut meaning: String = first.chain(letters).collect();
    let words = arg.get_possible_values();
    if takes_value && !words.is_empty() && !arg.is_hide_possible_values_set() {
        let words: Vec<&str> = words.iter().map(PossibleValue::get_name).collect();
        let end = meaning.find(" [").unwrap_or(meaning.len());
        meaning.insert_str(end, &format!(": {}", words.join(", ")));
    }
    if let ([default], true) = (arg.get_default_values(), takes_value) {
        meaning.push_str(&format!(" [default: {}]", default.display()));
    }
    (typed, meaning)
}

impl Games {
    pub(crate) fn run(self, context: &Context) -> Result<(), Fail> {
        if self.commands {
            return print_commands(self.print.print(), context);
        }
        let all = family_entries(context.program());
        match self.print.format {
            Format::Text | Format::Own(_) if self.print.columns.is_none() => {
                let width = context.output().columns().map_or(WIDTH, |columns| columns.min(WIDTH));
                let texts = all.iter().map(|family| text(family, Some(width)));
                context.output().print(&texts.collect::<Vec<_>>().join("\n"))
            }
            Format::Json => context.output().json(&all.iter().map(value).collect::<Value>()),
            _ => {
                let nothing = [(String::new(), String::new())];
                let row = |family: &FamilyEntry, (option, meaning): &(String, String)| {
                    vec![family.name.to_owned(), option.clone(), meaning.clone()]
                };
                let rows = all.iter().flat_map(|family| {
                    let options = if family.options.is_empty() { &nothing } else { &family.options[..] };
                    options.iter().map(move |option| row(family, option))
                });
                let heads = ["family", "option", "meaning"].map(str::to_owned);
                print::table(&heads, &rows.collect::<Vec<_>>(), self.print.print(), context)
            }
        }
    }
}

/// Prints a table with a row for each command: whether it has a meaningful answer for each family.
fn print_commands(print: Print<'_>, context: &Context) -> Result<(), Fail> {
    let below = |command: &'static str| {
        let families =
            commands::families(context.program(), command).filter(|family| has_meaning(command, *family));
        families.map(|family| family.name().to_owned()).collect::<Vec<_>>()
    };
    let families = below("odds");
    let pages: Vec<(&str, Vec<String>)> = commands::command_names(context.program())
        .map(|(command, _)| (command, below(command)))
        .filter(|(_, below)| !below.is_empty())
        .collect();
    let answers = |below: &[String], family: &String| below.contains(family);
    match print.format {
        Format::Json => {
            let one = |family: &String| {
                let rows = pages.iter().filter(|(_, below)| answers(below, family));
                let commands: Vec<_> = rows.map(|(command, _)| *command).collect();
                json!({ "schema": SCHEMA, "family": family, "parameters": { "commands": true }, "commands": commands })
            };
            context.output().json(&families.iter().map(one).collect::<Value>())
        }
        _ => {
            let heads = [vec!["command".to_owned()], families.clone()].concat();
            let cell = |is_answered| if is_answered { "yes" } else { "-" }.to_owned();
            let row = |(command, below): &(&str, Vec<String>)| {
                let cells = families.iter().map(|family| cell(answers(below, family)));
                [vec![(*command).to_owned()], cells.collect()].concat()
            };
            print::table(&heads, &pages.iter().map(row).collect::<Vec<_>>(), print, context)
        }
    }
}

/// The width of the list in columns, as in help pages, unless the terminal is narrower.
const WIDTH: usize = 80;

fn text(family: &FamilyEntry, width: Option<usize>) -> String {
    let rows: Vec<_> =
        family.options.iter().map(|(name, meaning)| vec![format!("  {name}"), meaning.clone()]).collect();
    let FamilyEntry { name, about, aliases, source, example, .. } = family;
    let source = if source.is_empty() { String::new() } else { format!(" ({source})") };
    let aliases = match aliases {
        [] => String::new(),
        aliases => format!("  Other names: {}\n", aliases.join(", ")),
    };
    let aliases = print::wrapped(&aliases, width);
    let about = format!("{name}: {about}{source}");
    let (about, options) = (print::wrapped(&about, width), print::aligned_within(&rows, width));
    format!("{about}\n{aliases}{options}  {example}\n")
}

fn value(family: &FamilyEntry) -> Value {
    let options: Value =
        family.options.iter().map(|(name, meaning)| json!({ "name": name, "meaning": meaning })).collect();
    json!({
        "schema": SCHEMA,
        "family": family.name,
        "parameters": {},
        "about": family.about,
        "source": family.source,
        "options": options,
        "example": family.example,
    })
}
