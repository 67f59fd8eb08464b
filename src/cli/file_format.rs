//! Reads the format of a file from the end of its name, for every verb that writes files.

use super::context::Context;
use super::fail::Fail;
use super::shell::word;
use super::target::Target;
use crate::family::saved::kept;
use clap::parser::ValueSource;
use clap::{Arg, ArgAction, ArgMatches, Command, ValueEnum, value_parser};
use std::path::{Path, PathBuf};

/// The endings that mean a format somewhere: a file that ends so is not written in another one.
const KNOWN: [&str; 10] = ["dot", "graphml", "gexf", "json", "csv", "drn", "html", "svg", "png", "pdf"];

/// Other endings of the same formats.
const ALSO: [(&str, &str); 3] = [("gv", "dot"), ("htm", "html"), ("txt", "text")];

/// The format of a file: what `option` says, else what the end of its name says; `None` if neither does.
pub(crate) fn format<F>(option: &str, given: Option<F>, path: Option<&Path>) -> Result<Option<F>, Fail>
where
    F: ValueEnum + Copy + PartialEq,
{
    let Some(path) = path.filter(|path| path.as_os_str() != "-") else { return Ok(given) };
    let given_name = given.map(|format| name(&format));
    let found = named(option, &names::<F>(), given_name.as_deref(), path)?;
    Ok(found.and_then(|found| F::from_str(&found, true).ok()).or(given))
}

/// The name of a format, as it is typed.
pub(crate) fn name(format: &impl ValueEnum) -> String {
    format.to_possible_value().map_or_else(String::new, |value| value.get_name().to_owned())
}

/// The names of all formats of a kind.
fn names<F: ValueEnum>() -> Vec<String> {
    F::value_variants().iter().map(name).collect()
}

/// The name, one of `all`, of the format of a file.
fn named(option: &str, all: &[String], given: Option<&str>, path: &Path) -> Result<Option<String>, Fail> {
    let given = given.map(str::to_lowercase);
    let Some(end) = end(path) else { return Ok(given) };
    let end = end.as_str();
    let shown = path.display();
    match (all.iter().find(|name| *name == end), given) {
        (Some(ending), Some(given)) if *ending != given => {
            Err(Fail::usage(format!("{shown} is {end} by its name, but {option} says {given}"))
                .help(format!("{option} {end}")))
        }
        (Some(ending), _) => Ok(Some(ending.clone())),
        (None, _) if KNOWN.contains(&end) => {
            let first = all.first().map_or("svg", String::as_str);
            let other = ALSO.iter().find(|(_, means)| *means == first).map_or(first, |(also, _)| also);
            let first = if KNOWN.contains(&first) { first } else { other };
            Err(Fail::usage(format!("{shown} is {end} by its name, but the file is {}", one_of(all)))
                .help(format!("-o {}", word(&path.with_extension(first)))))
        }
        (None, None) => Err(unknown(option, all, path)),
        (None, given) => Ok(given),
    }
}

/// The error that the name of a file says no format that is known.
fn unknown(option: &str, all: &[String], path: &Path) -> Fail {
    let ending = |name: &String| {
        let other = ALSO.iter().find(|(_, means)| means == name && !KNOWN.contains(means));
        other.map_or_else(|| name.clone(), |(also, _)| (*also).to_owned())
    };
    let endings: Vec<String> = all.iter().map(ending).collect();
    let shown = path.display();
    let what = match &endings[..] {
        [only] => format!("what is {shown} to be? its name does not end in {only}"),
        _ => format!("what is {shown} to be? its name ends in none of {}", endings.join(", ")),
    };
    let first = all.first().map_or("svg", String::as_str);
    Fail::usage(what).help(match option {
        "-o" => format!("-o {}", word(&path.with_extension(first))),
        option => format!("{option} {first}"),
    })
}

/// The error that neither an option nor the name of a file says which of these formats it has.
pub(crate) fn unsaid<F: ValueEnum>(option: &str, path: &Path) -> Fail {
    unknown(option, &names::<F>(), path)
}

/// The only one of some names, or `one of` them all.
pub(crate) fn one_of(names: &[String]) -> String {
    match names {
        [only] => only.clone(),
        names => format!("one of {}", names.join(", ")),
    }
}

/// The identifier of the option of [`with_output`] among the arguments.
const RESULT: &str = "result_file";

/// The identifier of the option for the format of a result.
const FORMAT: &str = "format";

/// Returns the same command, with a file for its result if it prints one in a format and names no file itself.
pub(crate) fn with_output(command: Command) -> Command {
    let has = |name: &str| command.get_arguments().any(|arg| arg.get_long() == Some(name));
    let (names, forces) = (has("output"), has("force"));
    if names || formats(&command).is_empty() {
        return command;
    }
    let file = Arg::new(RESULT)
        .short('o')
        .long("output")
        .value_name("FILE")
        .value_parser(value_parser!(PathBuf))
        .help_heading("Output")
        .help("Write the result into a file")
        .long_help("Write the result into a file\n\nThe end of its name says the format.");
    let force = Arg::new("force")
        .long("force")
        .action(ArgAction::SetTrue)
        .help_heading("Output")
        .hide_short_help(true)
        .help("Overwrite the file if it is there");
    // The format stands where the file does.
    let command = command.arg(file).mut_arg(FORMAT, |format| format.help_heading("Output"));
    if forces { command } else { command.arg(force) }
}

/// Returns the same command line, where the command that was typed prints in `format` by default.
pub(crate) fn with_format(command: Command, matches: &ArgMatches, format: &str) -> Command {
    match matches.subcommand() {
        Some((name, below)) => command.mut_subcommand(name, |command| with_format(command, below, format)),
        None => command.mut_arg(FORMAT, |arg| arg.default_value(kept(format.to_owned()))),
    }
}

/// Returns the formats of the results of a command; none if it has no result, or writes its files in formats of its own.
fn formats(command: &Command) -> Vec<String> {
    let format = command.get_arguments().find(|arg| arg.get_id() == FORMAT);
    let all = format.map(Arg::get_possible_values).unwrap_or_default();
    all.iter().map(|value| value.get_name().to_owned()).collect()
}

/// The format that the end of a file's name means, if it has an end.
fn end(path: &Path) -> Option<String> {
    let end = path.extension()?.to_str()?.to_lowercase();
    Some(ALSO.iter().find(|(also, _)| *also == end).map_or(end, |(_, means)| (*means).to_owned()))
}

/// The file that a result goes to, and its format.
pub(crate) struct OutputFile {
    /// The file, unless the result is printed or the command opens its files itself.
    file: Option<ResultFile>,
    /// The format that the name of the file says, if no option does.
    pub(crate) format: Option<String>,
}

/// A file for a result.
struct ResultFile {
    path: PathBuf,
    force: bool,
    /// A usual name of such a file.
    name: String,
}

impl OutputFile {
    /// Reads the options below `command`; `None` if the result is printed.
    pub(crate) fn of(mut command: &Command, mut matches: &ArgMatches) -> Result<Option<Self>, Fail> {
        while let Some((name, below)) = matches.subcommand() {
            let Some(next) = command.find_subcommand(name) else { return Ok(None) };
            (command, matches) = (next, below);
        }
        let all = formats(command);
        if all.is_empty() {
            return Ok(None);
        }
        let file = |name: &str| matches.try_get_one::<PathBuf>(name).ok().flatten();
        let result = file(RESULT);
        let Some(path) = result.or_else(|| file("output")).filter(|path| path.as_os_str() != "-") else {
            return Ok(None);
        };
        let typed = matches.value_source(FORMAT) == Some(ValueSource::CommandLine);
        let given = matches.get_raw(FORMAT).and_then(|mut raw| raw.next()?.to_str()).filter(|_| typed);
        let format = named("--format", &all, given, path)?;
        let end = format.as_deref().filter(|format| *format != "text").unwrap_or("txt");
        let file = result.map(|path| ResultFile {
            path: path.clone(),
            force: matches.get_flag("force"),
            name: format!("result.{end}"),
        });
        Ok(Some(Self { file, format: format.filter(|_| !typed) }))
    }

    /// Opens the file of the result, if there is one, before the work.
    pub(crate) fn open(&self, context: &Context) -> Result<Option<Target>, Fail> {
        let open = |file: &ResultFile| Target::open(&file.path, file.force, ["-o", &file.name], context);
        self.file.as_ref().map(open).transpose()
    }
}

/// Returns the format of a file by its option or name, and refuses a file whose name says none.
pub(crate) fn needed<F>(option: &str, given: Option<F>, path: &Path) -> Result<Option<F>, Fail>
where
    F: ValueEnum + Copy + PartialEq,
{
    let found = format(option, given, Some(path))?;
    if found.is_none() && path.as_os_str() != "-" {
        return Err(unsaid::<F>(option, path));
    }
    Ok(found)
}
