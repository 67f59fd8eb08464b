//! `replay`: shows a logged game step by step, with the odds of every state.

use super::commands::{families, offering};
use super::context::Context;
use super::fail::Fail;
use super::file_format;
use super::graph::{GraphArgs, GraphFileFormat};
use super::input::{self, name};
use super::play;
use super::print::{self, Format, PrintArgs};
use super::shell::word;
use super::target::{Target, is_stdout};
use super::whole;
use chancetree_families::family::{Family, PlayerNames, counted};
use chancetree_families::memory::family::{OFFERED, SEATS, may_be_file};
use chancetree_play::commands::policies;
use chancetree_play::log;
use chancetree_play::memory::named_seats;
use chancetree_play::replay_report::{path, report};
use chancetree_play::terminal::{GameView, ReplayError, snapshots};
use clap::builder::StringValueParser;
use clap::{Args, ValueEnum as _};
use serde_json::{Value, json};
use std::path::PathBuf;

/// Show a logged game step by step, with its odds.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  chancetree replay game.jsonl
  chancetree replay game.jsonl --print
  chancetree replay games.jsonl --game 2
  chancetree replay game.jsonl -o game.svg
  chancetree replay game.jsonl --format dot | dot -Tsvg > game.svg")]
pub(crate) struct ReplayArgs {
    /// The log, or - for stdin
    #[arg(value_name = "LOG")]
    log: PathBuf,
    /// The game to show, if the log has several games
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole(1_usize, 1_000_000))]
    game: usize,
    /// Print every step and its odds instead of showing them in the terminal
    #[arg(long = "print", conflicts_with = "graph")]
    printed: bool,
    /// Write the path of the game as a graph: a node for each step
    ///
    /// Formats such as dot imply --graph. csv writes FILE.nodes.csv and FILE.edges.csv.
    #[arg(long)]
    graph: bool,
    /// The file, or - for stdout
    #[arg(short, long, value_name = "FILE", default_value = "-", help_heading = "Output")]
    output: PathBuf,
    /// Overwrite an existing file
    #[arg(long, help_heading = "Output")]
    force: bool,
    /// The players in order of their seats, instead of the players in the log; a policy file in the log is
    /// opened only if it is also named here
    #[arg(long, value_name = "WAYS", value_delimiter = ',', hide_possible_values = true,
        value_parser = offering(SEATS.iter().copied(), StringValueParser::new()))]
    seats: Option<Vec<String>>,
    /// How the odds assume that people play, instead of the value in the log
    #[arg(long, value_name = "WAY", hide_possible_values = true,
        value_parser = offering(OFFERED.iter().copied(), StringValueParser::new()))]
    people: Option<String>,
    /// Names of the people, or of all seats, instead of those in the log
    #[arg(long, value_name = "ANNA,BEN,...", value_delimiter = ',')]
    names: Option<Vec<String>>,
    #[command(flatten)]
    pub(super) print: PrintArgs,
}

impl ReplayArgs {
    pub(crate) fn run(&self, context: &Context) -> Result<(), Fail> {
        let form = self.form()?;
        if form.is_some() && self.printed {
            let what = "--print cannot print a graph";
            return Err(Fail::usage(what).help("--format json -o game.json"));
        }
        if form.is_none() && !is_stdout(&self.output) {
            context.output().send_to(Target::open(&self.output, self.force, ["-o", "game.json"], context)?);
        }
        // Without a terminal the game is printed.
        let printed = self.printed || context.output().has_file() || play::check("").is_err();
        let text = input::text(&self.log, context).map_err(|fail| fail.help(advice("", context)))?;
        let invalid = |broken: log::InvalidLog| {
            Fail::usage(format!("{}: {broken}", name(&self.log, context))).help(advice(&text, context))
        };
        let mut games = log::read_all(&text).map_err(invalid)?;
        let count = games.len();
        if self.game > count {
            let what = format!("{} has {}", name(&self.log, context), counted(count, "game"));
            return Err(Fail::usage(what).help(format!("--game {count} is the last one")));
        }
        let mut log = games.swap_remove(self.game - 1);
        self.set_players(&mut log, context)?;
        self.set_names(&mut log)?;
        let graph = form.map(|form| GraphArgs::plain(form, self.output.clone(), self.force));
        let targets = graph.as_ref().map(|how| how.targets("game", context)).transpose()?;
        let inputs = input::inputs(Vec::new(), context);
        let open = |names: &[String]| policies(names, &inputs);
        let views = snapshots(&log, &open, &context.job(), &|_| context.is_stopped());
        let mut views = views.map_err(|error| match error {
            ReplayError::Broken(broken) => invalid(broken),
            ReplayError::Stopped(steps) => context.stop_failure(&format!("after {steps} steps of the log")),
            ReplayError::Play(error) => context.failure(error.into()),
        })?;
        context.clear();
        if count > 1 {
            let number = self.game;
            context.note(&format!("note: game {number} of {count}; --game N shows another one"));
        }
        let is_shown = !printed && matches!(self.print.format, Format::Text | Format::Own(_));
        if is_shown && graph.is_none() {
            return play::replay(&mut views, context);
        }
        let title = match (self.game, views[0].title()) {
            (_, title) if count == 1 => title,
            (number, title) => format!("Game {number} of {count}: {title}"),
        };
        let snapshots: Vec<_> = views.iter().map(GameView::session).collect();
        if let (Some(how), Some(targets)) = (graph, targets) {
            return how.write_all(&path(title, &log, &snapshots), targets, &context.job(), context);
        }
        let print = self.print.print().default_digits_for_people(6);
        let mut report = report(&title, &snapshots);
        if count > 1 {
            report.add_json("game", self.game);
            report.add_json("games", count);
        }
        let cut = log.cut_line.map(|line| vec![format!("Line {line} is cut off and is left out.").into()]);
        report.remarks.extend(cut);
        print::print_report(&log.family, log.parameters, report, print, context)
    }

    /// Returns the format of the graph, or `None` if no graph is written.
    fn form(&self) -> Result<Option<GraphFileFormat>, Fail> {
        let graph = |name: &str| GraphFileFormat::from_str(name, true).ok();
        let form = match self.print.format {
            Format::Own(name) => graph(name),
            _ if !self.graph => return Ok(None),
            Format::Text => Some(GraphFileFormat::default()),
            format => graph(&file_format::name(&format)),
        };
        let unknown = || {
            let what = format!("cannot write a graph as {}", file_format::name(&self.print.format));
            Fail::usage(what).help("--format graphml")
        };
        form.map(Some).ok_or_else(unknown)
    }

    /// Replaces the players of the log by the typed ones. Files that only the log names are an error, because a log is
    /// untrusted input.
    fn set_players(&self, log: &mut log::GameLog, context: &Context) -> Result<(), Fail> {
        let given = [
            ("seats", self.seats.as_ref().map(|seats| json!(seats))),
            ("people", self.people.as_ref().map(|way| json!(way))),
        ];
        for (name, given) in given {
            if let Some(given) = given {
                log.parameters[name] = given;
                continue;
            }
            let all = match &log.parameters[name] {
                Value::Array(all) => all.iter().filter_map(Value::as_str).collect(),
                one => one.as_str().into_iter().collect::<Vec<_>>(),
            };
            if let Some(file) =
                all.iter().find(|way| log.family == "memory" && **way != "human" && may_be_file(way))
            {
                let what = format!(
                    "{}: {file:?} is not a strategy, and policy files named in a log are not opened",
                    super::input::name(&self.log, context)
                );
                return Err(Fail::usage(what).help(format!("--{name} {} opens it", word(&all.join(",")))));
            }
        }
        Ok(())
    }
}

impl ReplayArgs {
    /// Replaces the names in the log by the typed ones.
    fn set_names(&self, log: &mut log::GameLog) -> Result<(), Fail> {
        let Some(names) = &self.names else { return Ok(()) };
        let seats = match &log.parameters["seats"] {
            Value::Array(seats) => seats.iter().filter_map(Value::as_str).map(str::to_owned).collect(),
            _ => Vec::new(),
        };
        if seats.is_empty() {
            let what = format!("--names has no effect on a log of {}, which names no player", log.family);
            return Err(Fail::usage(what).help("leave out --names"));
        }
        named_seats(&seats, &PlayerNames(Some(names.clone())))?;
        log.parameters["names"] = json!(names);
        Ok(())
    }
}

/// Returns the command that writes logs of the game whose log `text` seems to be.
fn advice(text: &str, context: &Context) -> String {
    let line = text.lines().find(|line| !line.trim().is_empty()).unwrap_or_default();
    let line: Value = serde_json::from_str(line).unwrap_or_default();
    let played = families(context.program(), "play").map(Family::name);
    let game = played.filter(|game| line["family"] == **game).last().unwrap_or("memory");
    format!("this command writes a log: chancetree play {game} --log FILE")
}

/// The additional formats for the path of a game as a graph.
pub(super) const GRAPHS: &[(&str, &str)] = &[
    ("dot", "The path of the game: Graphviz"),
    ("graphml", "The path of the game: networkx, igraph, Cytoscape, Gephi"),
    ("gexf", "The path of the game: Gephi"),
    ("drn", "The path of the game: Storm"),
    ("html", "The path of the game: a page for any browser"),
    ("svg", "The path of the game: a picture"),
    ("png", "A bitmap"),
    ("pdf", "A file for printing"),
];
