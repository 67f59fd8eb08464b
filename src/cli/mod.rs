//! The command line: arguments, output, progress and exit status.

mod checkpoint;
mod commands;
mod completions;
mod context;
pub mod embed;
mod fail;
mod file_format;
mod games;
mod graph;
mod input;
mod output;
mod pages;
mod picture;
mod play;
mod plot;
mod print;
mod processes;
mod program;
mod replay;
mod reproduce;
mod shell;
mod target;
mod usage;

use clap::builder::StringValueParser;
use clap::{Args, CommandFactory as _, FromArgMatches as _, Parser, Subcommand};
use context::Context;
use fail::Fail;
use file_format::{OutputFile, OutputOptions};
use program::Program;
use std::ffi::OsStr;
use std::fmt::Display;
use std::process::ExitCode;
use std::str::FromStr;

/// Exact odds for games of chance and memory: fractions, not simulations.
///
/// chancetree finds every reachable state of a game, merges equivalent states, and computes exact
/// probabilities as fractions. It writes the state graph for Graphviz, Gephi, networkx, pandas and Storm.
#[derive(Debug, Parser)]
#[command(name = "chancetree", version, max_term_width = 80, after_help = EXAMPLES)]
struct Cli {
    #[command(flatten)]
    work: Work,
}

const EXAMPLES: &str = "\
Examples:
  chancetree odds memory --pairs 8 --players 2
  chancetree graph memory --pairs 3 --format dot -o - | dot -Tsvg > memory.svg

Exit status: 0 done, 1 failed, 2 wrong usage, 3 stopped by a limit,
130 interrupted.";

/// The options of the work that every command has.
#[derive(Debug, Clone, Args)]
#[command(next_help_heading = "Work")]
struct Work {
    /// Number of threads [if not set: one per core]
    ///
    /// At most one thread per core, or fewer if the address space is limited (ulimit -v). Results do not
    /// depend on this number.
    #[arg(long, global = true, value_name = "N", allow_negative_numbers = true,
        value_parser = whole(1u16, 1024))]
    threads: Option<u16>,
    /// Stop once more than N states have been found
    #[arg(long, global = true, value_name = "N", allow_negative_numbers = true, hide_short_help = true,
        value_parser = whole(1, u64::MAX))]
    max_states: Option<u64>,
    /// Stop before using more memory than SIZE, such as 4G
    ///
    /// [if not set: three quarters of the free memory]
    #[arg(long, global = true, value_name = "SIZE", allow_negative_numbers = true, value_parser = context::size)]
    max_memory: Option<u64>,
    /// Stop after this time: 30, 90s, 5m or 1h
    #[arg(long, global = true, value_name = "TIME", allow_negative_numbers = true, value_parser = context::time)]
    timeout: Option<std::time::Duration>,
    /// Do not print progress or notes; still print errors
    #[arg(short, long, global = true)]
    quiet: bool,
    /// Print timings to stderr, a JSON line for each phase
    #[arg(long, global = true, hide_short_help = true)]
    timing: bool,
}

#[derive(Debug, Subcommand)]
enum PlainCommand {
    /// Show a logged game step by step, with its odds
    Replay(replay::ReplayArgs),
    /// Draw plots of results and write their numbers as tables
    Plot(plot::PlotArgs),
    /// Check every number that a published study prints
    Reproduce(reproduce::Reproduce),
    /// List the games, with their options and an example of each
    Games(games::Games),
    /// Print a completion script for a shell
    Completions(completions::Completions),
    /// Print a man page, or write all man pages into a folder
    Man(shell::Man),
}

impl Work {
    /// Returns the requested number of threads, at most the number of cores.
    fn wanted_threads(&self) -> usize {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        self.threads.map_or(cores, |threads| cores.min(threads.into()))
    }
}

/// Runs chancetree: parses the command line, runs the command, and reports errors.
pub fn main() -> ExitCode {
    run_program(Program::chancetree())
}

fn run_program(program: Program) -> ExitCode {
    let words: Vec<_> = std::env::args_os().collect();
    let typed = match parse(program, &words) {
        Ok(typed) => typed,
        Err(error) => return usage::report(program, &error, &words),
    };
    // Starting a thread pool takes longer than an instant command.
    let threads = if typed.command.is_instant() { Some(1) } else { typed.work.threads };
    let context = Context::start(&Work { threads, ..typed.work.clone() }, program);
    let done = run_typed(typed, &context);
    context.clear();
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(fail) => context.report(&fail.or_page_help(program, &words)),
    }
}

/// Runs a complete program for custom games: `odds`, `best`, `count`, `graph`, `fair`, `simulate` and `play`, in every
/// format, with limits, progress, completions and manual pages.
///
/// `main` only calls this function:
///
/// ```no_run
/// use chancetree::family::{Family, GameArguments, Instance, Parameter, Playable, Refusal, PayoffKind};
/// # use chancetree::games::guess::Guess;
/// # use chancetree::prelude::*;
/// use serde::Deserialize;
///
/// struct Numbers;
///
/// #[derive(Deserialize)]
/// struct NumbersArgs {
///     most: u16,
/// }
///
/// impl Family for Numbers {
///     fn name(&self) -> &'static str {
///         "numbers"
///     }
///     fn about(&self) -> &'static str {
///         "Guess a number in turn"
///     }
///     fn parameters(&self) -> Vec<Parameter> {
///         vec![Parameter::whole("most", "The greatest possible number", 1, 1000).default_value("9")]
///     }
///     fn examples(&self) -> &'static [&'static str] {
///         &["--most 20"]
///     }
///     fn game(&self, given: &GameArguments) -> Result<Box<dyn Playable>, Refusal> {
///         let NumbersArgs { most } = given.read();
///         let game = Guess::new(most, 2)?;
///         Ok(Instance::new(game, PayoffKind::Wins { no_winner: None }, Gain).boxed())
///     }
/// }
///
/// fn main() -> std::process::ExitCode {
///     chancetree::cli::run(&[&Numbers])
/// }
/// ```
pub fn run(families: &'static [&'static dyn chancetree_families::family::Family]) -> ExitCode {
    let program = Program::own(families);
    match commands::description_error(program) {
        Some(why) => Fail::new(fail::Status::Failed, why).report(program.name),
        None => run_program(program),
    }
}

/// Returns the complete command line.
fn command(program: Program) -> clap::Command {
    command_with(program, |_| true)
}

/// Returns the command line with the pages of the commands and families among `words`. Other commands and families have only
/// names, which is fast.
fn command_for(program: Program, words: &[impl AsRef<OsStr>]) -> clap::Command {
    command_with(program, |name| words.iter().any(|word| word.as_ref() == name))
}

/// Returns the name of the program, with its version if it has one.
fn source(program: Program) -> String {
    match command_for(program, &[""; 0]).get_version() {
        Some(version) => format!("{} {version}", program.name),
        None => program.name.to_owned(),
    }
}

fn command_with(program: Program, wanted: impl Fn(&str) -> bool) -> clap::Command {
    let below = commands::family_commands(program, wanted);
    let command = if program.is_own {
        commands::command(program, below)
    } else {
        let command = PlainCommand::augment_subcommands(Cli::command().subcommands(below));
        command.subcommand_required(true).arg_required_else_help(true).mut_subcommand("replay", |replay| {
            replay.mut_arg("format", |format| format.value_parser(print::formats(replay::GRAPHS, false)))
        })
    };
    let names = commands::command_names(program).map(|(name, _)| name);
    let names: Vec<_> = names.chain(program.families.iter().map(|family| family.name())).collect();
    let words = move || commands::offering(names.clone(), StringValueParser::new());
    pages::polished(command.mut_subcommands(|page| match page.get_name() {
        "man" => page.mut_arg("names", |arg| arg.value_parser(words())),
        _ => page,
    }))
}

/// A parsed command line.
struct ParsedLine {
    command: AnyCommand,
    work: Work,
    /// The file of the result, if the result is not printed.
    output_file: Result<Option<OutputFile>, Fail>,
}

/// A parsed command of the program.
enum AnyCommand {
    /// A command without families.
    Plain(PlainCommand),
    /// A command for a family.
    Family(commands::ParsedCommand),
}

impl AnyCommand {
    /// Returns the refusal of the game of the command, if it is refused without its files.
    fn refusal(&self) -> Option<chancetree_families::family::Refusal> {
        match self {
            Self::Family(command) => command.refusal(),
            Self::Plain(_) => None,
        }
    }

    /// Returns `true` for commands without work, which only describe the program.
    fn is_instant(&self) -> bool {
        matches!(
            self,
            Self::Plain(PlainCommand::Games(_) | PlainCommand::Completions(_) | PlainCommand::Man(_))
        )
    }

    /// Runs the command. An `EMBEDDED` program only answers queries: the code that plays, draws or writes files is not compiled
    /// into it.
    fn run<const EMBEDDED: bool>(self, context: &Context) -> Result<(), Fail> {
        match self {
            AnyCommand::Plain(_) if EMBEDDED => Err(not_embeddable()),
            AnyCommand::Plain(PlainCommand::Replay(replay)) => replay.run(context),
            AnyCommand::Plain(PlainCommand::Plot(plot)) => plot.run(context),
            AnyCommand::Plain(PlainCommand::Reproduce(reproduce)) => reproduce.run(context),
            AnyCommand::Plain(PlainCommand::Games(games)) => games.run(context),
            AnyCommand::Plain(PlainCommand::Completions(completions)) => completions.run(context),
            AnyCommand::Plain(PlainCommand::Man(man)) => man.run(context),
            AnyCommand::Family(command) if EMBEDDED && command.needs_program() => Err(not_embeddable()),
            AnyCommand::Family(command) => command.run(context),
        }
    }
}

/// Returns the error for commands that an embedded program does not run.
fn not_embeddable() -> Fail {
    Fail::usage("only the program chancetree runs this command").help_command("--help")
}

/// Parses the command line. `words` start with the name of the program.
fn parse(program: Program, words: &[impl AsRef<OsStr>]) -> Result<ParsedLine, clap::Error> {
    let words: Vec<&OsStr> = usage::without_help_of_help(words.iter().map(AsRef::as_ref).collect());
    let mut command = commands::without_conflicts(program, command_for(program, &words));
    let mut matches = command.try_get_matches_from_mut(&words)?;
    let output = OutputOptions::of(&command, &matches);
    if let Ok(OutputOptions { format: Some(format), .. }) = &output {
        // The format of the file counts as typed.
        let mut words = words;
        let end = words.iter().position(|word| *word == "--").unwrap_or(words.len());
        let option = format!("--format={format}");
        words.insert(end, OsStr::new(&option));
        matches = command.try_get_matches_from_mut(words)?;
    }
    let parsed = commands::ParsedCommand::of(program, &matches);
    let output_file = parsed
        .as_ref()
        .map_or(Ok(()), commands::ParsedCommand::check_conflicts)
        .and_then(|()| print::check_columns(&matches))
        .and(output.map(|output| output.file));
    let read = || {
        let command = match parsed {
            Some(parsed) => AnyCommand::Family(parsed),
            None => AnyCommand::Plain(PlainCommand::from_arg_matches(&matches)?),
        };
        Ok((command, Work::from_arg_matches(&matches)?))
    };
    let (parsed, work) = read().map_err(|error: clap::Error| error.format(&mut command))?;
    Ok(ParsedLine { command: parsed, work, output_file })
}

/// Runs a command, and prints the result or writes it into its file.
fn run_typed(ParsedLine { command, output_file, .. }: ParsedLine, context: &Context) -> Result<(), Fail> {
    if let Some(target) = output_file?.map(|file| file.open(context)).transpose()? {
        context.output().send_to(target);
    }
    let done = command.run::<false>(context);
    // The command can be run again to resume saved work, and would fail at an existing file.
    let is_result = !done.as_ref().is_err_and(Fail::is_resumable);
    done.and(context.deliver(is_result))
}

/// Returns a parser of whole numbers from `least` to `most`.
fn whole<T>(least: T, most: T) -> impl Fn(&str) -> Result<T, String> + Clone + Send + Sync
where
    T: Copy + Display + FromStr + PartialOrd + Send + Sync,
{
    move |text| {
        let number = text.parse().ok().filter(|number| least <= *number && *number <= most);
        number.ok_or_else(|| format!("a whole number from {least} to {most} is needed"))
    }
}
