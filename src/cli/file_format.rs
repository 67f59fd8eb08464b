//! The format of an output file: an option, or the extension of the file.

use super::context::Context;
use super::fail::Fail;
use super::shell::word;
use super::target::Target;
use clap::parser::ValueSource;
use clap::{Arg, ArgAction, ArgMatches, Command, ValueEnum, value_parser};
use std::path::{Path, PathBuf};

/// The extensions of formats. A file with such an extension is not written in another format.
const EXTENSIONS: [&str; 11] =
    ["dot", "graphml", "gexf", "json", "csv", "drn", "efg", "html", "svg", "png", "pdf"];

/// Alternative extensions of formats.
const ALIASES: [(&str, &str); 3] = [("gv", "dot"), ("htm", "html"), ("txt", "text")];

/// Returns the format of a file by its option, or else by its extension; `None` if both are missing.
pub(crate) fn format<F>(option: &str, given: Option<F>, path: Option<&Path>) -> Result<Option<F>, Fail>
where
    F: ValueEnum + Copy + PartialEq,
{
    let Some(path) = path.filter(|path| path.as_os_str() != "-") else { return Ok(given) };
    let given_name = given.map(|format| name(&format));
    let found = named(option, &names::<F>(), given_name.as_deref(), path)?;
    Ok(found.and_then(|found| F::from_str(&found, true).ok()).or(given))
}

/// Returns the name of a format as an option value.
pub(crate) fn name(format: &impl ValueEnum) -> String {
    format.to_possible_value().map_or_else(String::new, |value| value.get_name().to_owned())
}

/// Returns the names of all formats of a type.
fn names<F: ValueEnum>() -> Vec<String> {
    F::value_variants().iter().map(name).collect()
}

/// Returns the name of the format of a file, one of `all`.
fn named(option: &str, all: &[String], given: Option<&str>, path: &Path) -> Result<Option<String>, Fail> {
    let given = given.map(str::to_lowercase);
    let Some(end) = extension(path) else { return Ok(given) };
    let end = end.as_str();
    let shown = path.display();
    let typed_end = path.extension().unwrap_or_default().display();
    match (all.iter().find(|name| *name == end), given) {
        // The OEIS names its files b000001.txt.
        (Some(ending), Some(given)) if ending == "text" && given == "bfile" => Ok(Some(given)),
        (Some(ending), Some(given)) if *ending != given => {
            Err(Fail::usage(format!("the extension of {shown} is {typed_end}, but {option} is {given}"))
                .help(format!("{option} {end}")))
        }
        (Some(ending), _) => Ok(Some(ending.clone())),
        (None, _) if EXTENSIONS.contains(&end) => {
            let first = all.first().map_or("svg", String::as_str);
            let other = ALIASES.iter().find(|(_, format)| *format == first).map_or(first, |(alias, _)| alias);
            let first = if EXTENSIONS.contains(&first) { first } else { other };
            Err(Fail::usage(format!("cannot write the result as {end} ({shown}); use {}", one_of(all)))
                .help(format!("-o {}", word(&path.with_extension(first)))))
        }
        (None, None) => Err(unknown_extension(all, path)),
        (None, given) => Ok(given),
    }
}

/// Returns the error for a file without a known extension.
fn unknown_extension(all: &[String], path: &Path) -> Fail {
    let ending = |name: &String| {
        let other = ALIASES.iter().find(|(_, format)| format == name && !EXTENSIONS.contains(format));
        other.map_or_else(|| name.clone(), |(alias, _)| (*alias).to_owned())
    };
    let endings: Vec<String> = all.iter().map(ending).collect();
    let shown = path.display();
    let what = match &endings[..] {
        [only] => format!("unknown file extension: {shown} (use .{only})"),
        _ => format!("unknown file extension: {shown} (use one of .{})", endings.join(", .")),
    };
    let first = endings.first().map_or("svg", String::as_str);
    Fail::usage(what).help(format!("-o {}", word(&path.with_extension(first))))
}

/// Returns the error for a file whose format is set neither by an option nor by its extension.
pub(crate) fn unknown_format<F: ValueEnum>(path: &Path) -> Fail {
    unknown_extension(&names::<F>(), path)
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
pub(crate) const FORMAT: &str = "format";

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

/// Returns the output file of a command, or `None` for stdout.
fn output_path(matches: &ArgMatches) -> Option<&PathBuf> {
    let file = |name: &str| matches.try_get_one::<PathBuf>(name).ok().flatten();
    file(RESULT).or_else(|| file("output")).filter(|path| path.as_os_str() != "-")
}

/// Returns the name of the format that the extension of the output file sets, if `--format` was not typed.
pub(crate) fn of_extension(matches: &ArgMatches) -> Option<String> {
    let is_typed = matches.value_source(FORMAT) == Some(ValueSource::CommandLine);
    output_path(matches).filter(|_| !is_typed).and_then(|path| extension(path))
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

/// The output file of a result, and its format.
pub(crate) struct OutputFile {
    /// The file, or `None` if the command opens its files itself.
    file: Option<ResultFile>,
}

/// A file for a result.
struct ResultFile {
    path: PathBuf,
    force: bool,
    /// An example of a name for such a file.
    name: String,
}

impl OutputFile {
    /// Reads the output options of the typed command. Returns `None` if the result is printed.
    pub(crate) fn of(mut command: &Command, mut matches: &ArgMatches) -> Result<Option<Self>, Fail> {
        while let Some((name, below)) = matches.subcommand() {
            let Some(next) = command.find_subcommand(name) else { return Ok(None) };
            (command, matches) = (next, below);
        }
        let all = formats(command);
        if all.is_empty() {
            return Ok(None);
        }
        let Some(path) = output_path(matches) else { return Ok(None) };
        let typed = matches.value_source(FORMAT) == Some(ValueSource::CommandLine);
        let given = matches.get_raw(FORMAT).and_then(|mut raw| raw.next()?.to_str()).filter(|_| typed);
        let format = named("--format", &all, given, path)?;
        let end = format.as_deref().filter(|format| *format != "text").unwrap_or("txt");
        let is_result = matches!(matches.try_get_one::<PathBuf>(RESULT), Ok(Some(_)));
        let file = is_result.then(|| ResultFile {
            path: path.clone(),
            force: matches.get_flag("force"),
            name: format!("result.{end}"),
        });
        Ok(Some(Self { file }))
    }

    /// Opens the file of the result, if there is one, before the work.
    pub(crate) fn open(&self, context: &Context) -> Result<Option<Target>, Fail> {
        let open = |file: &ResultFile| Target::open(&file.path, file.force, ["-o", &file.name], context);
        self.file.as_ref().map(open).transpose()
    }
}

/// Returns the format of a file by its option or extension. A file with neither is an error.
pub(crate) fn required_format<F>(option: &str, given: Option<F>, path: &Path) -> Result<Option<F>, Fail>
where
    F: ValueEnum + Copy + PartialEq,
{
    let found = format(option, given, Some(path))?;
    if found.is_none() && path.as_os_str() != "-" {
        return Err(unknown_format::<F>(path));
    }
    Ok(found)
}
