//! The format of an output file: an option, or the extension of the file.

use super::context::Context;
use super::fail::Fail;
use super::picture::PAINTS;
use super::shell::word;
use super::target::Target;
use chancetree_families::family::{did_you_mean, nearest};
use clap::parser::ValueSource;
use clap::{Arg, ArgAction, ArgMatches, Command, ValueEnum, value_parser};
use std::path::{Path, PathBuf};

/// The extensions of formats. A file with such an extension is not written in another format.
const EXTENSIONS: [&str; 11] =
    ["dot", "graphml", "gexf", "json", "csv", "drn", "efg", "html", "svg", "png", "pdf"];

/// Alternative extensions of formats.
const ALIASES: [(&str, &str); 3] = [("gv", "dot"), ("htm", "html"), ("txt", "text")];

/// Returns the name of a format as an option value.
pub(crate) fn name(format: &impl ValueEnum) -> String {
    format.to_possible_value().map_or_else(String::new, |value| value.get_name().to_owned())
}

/// Returns the name of the format of a file, one of `all`.
fn named(all: &[String], given: Option<&str>, path: &Path) -> Result<Option<String>, Fail> {
    let given = given.map(str::to_lowercase);
    let Some(end) = extension(path) else { return Ok(given) };
    let end = end.as_str();
    let shown = path.display();
    let typed_end = path.extension().unwrap_or_default().display();
    match (all.iter().find(|name| *name == end), given) {
        // The OEIS names its files b000001.txt.
        (Some(ending), Some(given)) if ending == "text" && given == "bfile" => Ok(Some(given)),
        (Some(ending), Some(given)) if *ending != given => {
            Err(Fail::usage(format!("the extension of {shown} is {typed_end}, but --format is {given}"))
                .help(format!("--format {end}")))
        }
        (Some(ending), _) => Ok(Some(ending.clone())),
        (None, _) if EXTENSIONS.contains(&end) => {
            let offered: Vec<String> = all.iter().filter(is_built_in).cloned().collect();
            let first = all.first().map_or("svg", String::as_str);
            let other = ALIASES.iter().find(|(_, format)| *format == first).map_or(first, |(alias, _)| alias);
            let first = if EXTENSIONS.contains(&first) { first } else { other };
            Err(Fail::usage(format!("cannot write the result as {end} ({shown}); use {}", one_of(&offered)))
                .help(format!("-o {}", word(&path.with_extension(first)))))
        }
        (None, None) => Err(unknown_extension(all, path)),
        (None, given) => Ok(given),
    }
}

/// Returns `false` for a format that this program was built without.
fn is_built_in(format: &&String) -> bool {
    PAINTS || !["png", "pdf"].contains(&format.as_str())
}

/// Returns the error for a file without a known extension.
fn unknown_extension(all: &[String], path: &Path) -> Fail {
    let ending = |name: &String| {
        let other = ALIASES.iter().find(|(_, format)| format == name && !EXTENSIONS.contains(format));
        other.map_or_else(|| name.clone(), |(alias, _)| (*alias).to_owned())
    };
    let endings: Vec<String> = all.iter().filter(is_built_in).map(ending).collect();
    let shown = path.display();
    let what = match &endings[..] {
        [only] => format!("unknown file extension: {shown} (use .{only})"),
        _ => format!("unknown file extension: {shown} (use one of .{})", endings.join(", .")),
    };
    let typed = path.extension().unwrap_or_default().to_string_lossy();
    let meant = nearest(&typed, endings.iter().map(String::as_str));
    let what = did_you_mean(&what, meant.map(|meant| format!(".{meant}")).as_deref());
    let right = meant.or(endings.first().map(String::as_str)).unwrap_or("svg");
    let path = if path.is_dir() { path.join("result") } else { path.to_owned() };
    Fail::usage(what).help(format!("-o {}", word(&path.with_extension(right))))
}

/// Returns the error for a file whose format is set neither by an option nor by its extension.
pub(crate) fn unknown_format<F: ValueEnum>(path: &Path) -> Fail {
    let names: Vec<String> = F::value_variants().iter().map(name).collect();
    unknown_extension(&names, path)
}

/// Formats the only name, or `one of` and a list of names.
pub(crate) fn one_of(names: &[String]) -> String {
    match names {
        [only] => only.clone(),
        names => format!("one of {}", names.join(", ")),
    }
}

/// The identifier of the option that [`with_output`] adds.
const RESULT: &str = "result_file";

/// The identifier of the option for the format of a result.
const FORMAT: &str = "format";

/// Adds `--output` and `--force` to a command that prints a result in a format and has no `--output`.
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
        .help("Write the result to a file")
        .long_help("Write the result to a file\n\nThe extension determines the format.");
    let force = Arg::new("force")
        .long("force")
        .action(ArgAction::SetTrue)
        .help_heading("Output")
        .hide_short_help(true)
        .help("Overwrite an existing file");
    // The help lists the format next to the file.
    let command = command.arg(file).mut_arg(FORMAT, |format| format.help_heading("Output"));
    if forces { command } else { command.arg(force) }
}

/// Returns the names of the formats of a command's result. Commands without a result have none.
fn formats(command: &Command) -> Vec<String> {
    let format = command.get_arguments().find(|arg| arg.get_id() == FORMAT);
    let all = format.map(Arg::get_possible_values).unwrap_or_default();
    all.iter().map(|value| value.get_name().to_owned()).collect()
}

/// Returns the format of the extension of a file, if the file has one.
fn extension(path: &Path) -> Option<String> {
    let end = path.extension()?.to_str()?.to_lowercase();
    Some(ALIASES.iter().find(|(alias, _)| *alias == end).map_or(end, |(_, format)| (*format).to_owned()))
}

/// The output options of a typed command.
#[derive(Default)]
pub(crate) struct OutputOptions {
    /// The file of the result, unless the result is printed or the command opens its files itself.
    pub(crate) file: Option<OutputFile>,
    /// The name of the format that the extension of the file sets, if no format was typed.
    pub(crate) format: Option<String>,
}

/// A file for a result.
pub(crate) struct OutputFile {
    path: PathBuf,
    force: bool,
    /// An example of a name for such a file.
    name: String,
}

impl OutputOptions {
    /// Reads the output options of the typed command.
    pub(crate) fn of(mut command: &Command, mut matches: &ArgMatches) -> Result<Self, Fail> {
        while let Some((name, below)) = matches.subcommand() {
            let Some(next) = command.find_subcommand(name) else { return Ok(Self::default()) };
            (command, matches) = (next, below);
        }
        let all = formats(command);
        let file = |name: &str| matches.try_get_one::<PathBuf>(name).ok().flatten();
        let is_file = |path: &&PathBuf| path.as_os_str() != "-" && !all.is_empty();
        let Some(path) = file(RESULT).or_else(|| file("output")).filter(is_file) else {
            return Ok(Self::default());
        };
        let is_typed = matches.value_source(FORMAT) == Some(ValueSource::CommandLine);
        let given = matches.get_raw(FORMAT).and_then(|mut raw| raw.next()?.to_str()).filter(|_| is_typed);
        let format = named(&all, given, path)?;
        let end = format.as_deref().filter(|format| *format != "text").unwrap_or("txt");
        let file = file(RESULT).map(|path| OutputFile {
            path: path.clone(),
            force: matches.get_flag("force"),
            name: format!("result.{end}"),
        });
        Ok(Self { file, format: format.filter(|_| !is_typed) })
    }
}

impl OutputFile {
    /// Opens the file before the work.
    pub(crate) fn open(&self, context: &Context) -> Result<Target, Fail> {
        Target::open(&self.path, self.force, ["-o", &self.name], context)
    }
}
