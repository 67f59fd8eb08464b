//! The command line: one file a verb, one file that prints, one that watches long work.

mod best;
mod checkpoint;
mod count;
mod deal;
mod decide;
mod ending;
mod fail;
mod fair;
mod fit;
mod games;
mod graph;
mod guess;
pub mod host;
mod information;
mod input;
mod lock;
mod machines;
mod memory;
mod mines;
mod odds;
mod pages;
mod picture;
mod plan;
mod play;
mod plot;
mod policy;
mod position;
mod print;
mod range;
mod recall;
mod remember;
mod replay;
mod reproduce;
mod risk;
mod room;
mod seal;
mod shell;
mod similar;
mod simulate;
mod solitaire;
mod strategies;
mod table;
mod target;
mod watch;

use clap::{Args, CommandFactory as _, FromArgMatches as _, Parser, Subcommand};
use ending::Sent;
use fail::Fail;
use std::ffi::OsStr;
use std::process::ExitCode;

/// The exact truth about games of chance and memory: not a simulation, a fraction.
///
/// chancetree expands every strategically distinct situation of a game, merges those that are the same, and computes
/// exact probabilities as fractions. It writes the graph of situations for Graphviz, Gephi, networkx, pandas and Storm.
#[derive(Debug, Parser)]
#[command(name = "chancetree", version, max_term_width = 80, after_help = EXAMPLES)]
struct Cli {
    #[command(subcommand)]
    verb: Verb,
    #[command(flatten)]
    work: Work,
}

const EXAMPLES: &str = "\
Examples:
  chancetree odds memory --pairs 8 --players 2
  chancetree graph memory --pairs 3 --as dot -o - | dot -Tsvg > memory.svg

Exit status: 0 done, 1 failed, 2 wrong usage, 3 stopped by a limit,
130 interrupted.";

/// How the work is done; the same for every verb.
#[derive(Debug, Clone, Args)]
#[command(next_help_heading = "Work")]
struct Work {
    /// Threads [default: one per core]
    ///
    /// There are never more than cores; the answers never depend on it.
    #[arg(long, global = true, value_name = "N", allow_negative_numbers = true,
        value_parser = range::whole(1u16, 1024))]
    threads: Option<u16>,
    /// Stop at more states than this
    #[arg(long, global = true, value_name = "N", allow_negative_numbers = true, hide_short_help = true,
        value_parser = range::whole(1, u64::MAX))]
    max_states: Option<u64>,
    /// Stop before more memory is used, such as 4G
    ///
    /// [default: three quarters of what is free]
    #[arg(long, global = true, value_name = "SIZE", allow_negative_numbers = true, value_parser = watch::size)]
    max_memory: Option<u64>,
    /// Stop after this time: 30, 90s, 5m or 1h
    #[arg(long, global = true, value_name = "TIME", allow_negative_numbers = true, value_parser = watch::time)]
    timeout: Option<std::time::Duration>,
    /// No progress and no notes; errors are still printed
    #[arg(short, long, global = true)]
    quiet: bool,
    /// Print timings to stderr, a JSON line for each phase
    #[arg(long, global = true, hide_short_help = true)]
    timing: bool,
}

#[derive(Debug, Subcommand)]
enum Verb {
    /// Exact odds: who wins, who is favoured, what to expect
    Odds(odds::Odds),
    /// Best play: what every action is worth, or the table of best tactics
    Best(best::Best),
    /// Count states, transitions and ends, and the size of the unmerged tree
    Count(count::Count),
    /// Write the graph of situations, or the tree, for other programs
    Graph(graph::GraphVerb),
    /// What exact odds would take: states, memory and time
    Plan(plan::Plan),
    /// Who should begin, and what makes a board fair
    Fair(fair::Fair),
    /// How likely a mine is in every cell that is still hidden
    Risk(risk::Risk),
    /// Play in the terminal, with exact odds after every step
    Play(play::PlayVerb),
    /// Show a logged game again, step by step, with its odds
    Replay(replay::ReplayVerb),
    /// Play a deal turn by turn, and draw it
    Deal(deal::DealVerb),
    /// Draw results, with their numbers beside the picture
    Plot(plot::PlotVerb),
    /// The table of decisions by pairs and unknown pairs
    Table(table::TableVerb),
    /// Play random games: log them, or count how often they are won
    Simulate(simulate::Simulate),
    /// Estimate from a log of games how well somebody remembers
    Fit(fit::FitVerb),
    /// How much a game tells about a player, by the size of the board
    Information(information::InformationVerb),
    /// Check every number that a published study prints
    Reproduce(reproduce::Reproduce),
    /// The families of games, their parameters, an example each
    Games(games::Games),
    /// Completions for a shell, on stdout
    Completions(shell::Completions),
    /// The manual pages, into a folder
    Man(shell::Man),
}

/// Parses, runs, reports; the whole program.
pub fn main() -> ExitCode {
    let words: Vec<_> = std::env::args_os().collect();
    let (cli, sent) = match parse(&words) {
        Ok(typed) => typed,
        Err(error) => return fail::usage(&error, &words),
    };
    let quiet = cli.work.quiet;
    match sent.and_then(|sent| run(cli, sent)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(fail) => fail.report(quiet),
    }
}

/// What was typed, and the file that the result goes to, if it goes to one.
type Typed = (Cli, Result<Option<Sent>, Fail>);

/// What was typed.
fn parse(words: &[impl AsRef<OsStr>]) -> Result<Typed, clap::Error> {
    let mut command = pages::polished(Cli::command());
    let mut words: Vec<_> = words.iter().map(|word| word.as_ref().to_owned()).collect();
    let mut matches = command.try_get_matches_from_mut(&words)?;
    let sent = Sent::of(&command, &matches);
    if let Some(format) = sent.as_ref().ok().and_then(|sent| sent.as_ref()?.format.as_ref()) {
        words.extend(["--format".into(), format.into()]);
        matches = command.try_get_matches_from_mut(&words)?;
    }
    let cli = Cli::from_arg_matches(&matches).map_err(|error| error.format(&mut command))?;
    Ok((cli, sent))
}

/// Does what was typed; its result, even a part of it, is printed or in its file.
fn run(cli: Cli, sent: Option<Sent>) -> Result<(), Fail> {
    let quiet = cli.work.quiet;
    if let Some(sent) = sent {
        print::send_to(sent.open()?);
    }
    let done = work(cli);
    done.and(print::deliver(quiet))
}

fn work(Cli { verb, work }: Cli) -> Result<(), Fail> {
    match verb {
        Verb::Odds(odds) => odds.run(&watch::Watch::start(&work)?),
        Verb::Best(best) => best.run(&watch::Watch::start(&work)?),
        Verb::Fair(fair) => fair.run(&watch::Watch::start(&work)?),
        Verb::Count(count) => count.run(&watch::Watch::start(&work)?),
        Verb::Plan(plan) => plan.run(&watch::Watch::start(&work)?),
        Verb::Graph(graph) => graph.run(&watch::Watch::start(&work)?),
        Verb::Risk(risk) => risk.run(&watch::Watch::start(&work)?),
        Verb::Play(play) => play.run(&watch::Watch::start(&work)?),
        Verb::Replay(replay) => replay.run(&watch::Watch::start(&work)?),
        Verb::Deal(deal) => deal.run(&watch::Watch::start(&work)?),
        Verb::Plot(plot) => plot.run(&watch::Watch::start(&work)?),
        Verb::Table(table) => table.run(&watch::Watch::start(&work)?),
        Verb::Simulate(simulate) => simulate.run(&watch::Watch::start(&work)?),
        Verb::Fit(fit) => fit.run(&watch::Watch::start(&work)?),
        Verb::Information(information) => information.run(&watch::Watch::start(&work)?),
        Verb::Reproduce(reproduce) => reproduce.run(&watch::Watch::start(&work)?),
        Verb::Games(games) => games.run(),
        Verb::Completions(completions) => completions.run(),
        Verb::Man(man) => man.run(&watch::Watch::start(&work)?),
    }
}
