//! `replay`: a logged game again, step by step, with the odds of every moment.

use super::ending;
use super::fail::Fail;
use super::graph::{As, How};
use super::input::{self, name};
use super::play;
use super::policy::for_seats;
use super::print::{self, Format, Print, SCHEMA};
use super::watch::Watch;
use crate::exact;
use crate::export::path::{Moment, Path};
use crate::games::memory::family::named;
use crate::play::terminal::{Game, Unplayed, moments};
use crate::play::{Named, log};
use clap::Args;
use serde_json::{Value, json};
use std::path::PathBuf;

/// A game that was logged again, step by step, with its odds.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  chancetree replay game.jsonl
  chancetree replay game.jsonl --print
  chancetree replay game.jsonl --as svg -o game.svg
  chancetree replay game.jsonl --as dot | dot -Tsvg > game.svg")]
pub(crate) struct ReplayVerb {
    /// The log, or - for stdin
    #[arg(value_name = "LOG")]
    log: PathBuf,
    /// Print every step and its odds instead of showing them in the terminal
    #[arg(long = "print", conflicts_with = "form")]
    printed: bool,
    /// Write the path of the game as a graph: a node for each moment [default:
    /// what the end of the name of the file says]
    #[arg(long = "as", value_name = "FORMAT", value_enum)]
    form: Option<As>,
    /// The file of the graph, - for stdout; csv writes FILE.nodes.csv and
    /// FILE.edges.csv
    #[arg(short, long, value_name = "FILE", default_value = "-")]
    output: PathBuf,
    /// Overwrite the file
    #[arg(long)]
    force: bool,
    /// Who plays, seat by seat, instead of what the log says; a policy file that the log
    /// names is opened only if it is named here
    #[arg(long, value_name = "WAYS", value_delimiter = ',')]
    seats: Option<Vec<String>>,
    /// How the odds suppose that people play, instead of what the log says
    #[arg(long, value_name = "WAY")]
    people: Option<String>,
    #[command(flatten)]
    print: Print,
}

/// Returns `true` if that is a way to play, not a file of one.
fn is_way(name: &str) -> bool {
    let words = ["human", "best", "robots", "bold", "safe", "parity", "zwick-paterson"];
    words.contains(&name) || named(name).is_some()
}

impl ReplayVerb {
    pub(crate) fn run(&self, watch: &Watch) -> Result<(), Fail> {
        let form = ending::needed("--as", self.form, &self.output)?;
        // If there is no terminal to show the game in, it is printed.
        let printed = self.printed || play::check().is_err();
        let wrong = |broken: log::Broken| {
            Fail::usage(format!("{}: {broken}", name(&self.log)))
                .help("a log is written by: chancetree play memory --log FILE")
        };
        let text = input::text(&self.log)
            .map_err(|fail| fail.help("a log is written by: chancetree play memory --log FILE"))?;
        let mut log = log::read(&text).map_err(wrong)?;
        self.settle(&mut log)?;
        let graph = form.map(|form| How::plain(form, self.output.clone(), self.force));
        let targets = graph.as_ref().map(|how| how.targets("game")).transpose()?;
        let mut games = moments(&log, &for_seats, watch).map_err(|error| match error {
            Unplayed::Broken(broken) => wrong(broken),
            Unplayed::Stopped(steps) => watch.ended(&format!("after {steps} steps of the log")),
            Unplayed::Wrong(error) => play::fail(error, watch),
        })?;
        watch.clear();
        if let (Some(how), Some(targets)) = (graph, targets) {
            return how.write_all(&self.path(&log, &games), targets, watch);
        }
        match self.print.format {
            Format::Text if printed => print::print(&self.text(&games)),
            Format::Text | Format::Own(_) => play::replay(&mut games, watch),
            Format::Json => print::json(&self.json(&log, &games)),
            Format::Table(style) => print::table(style, &self.csv(&games)),
        }
    }

    /// Puts those into the log who were named for its seats, and refuses files that only the log names: it may come from
    /// anybody.
    fn settle(&self, log: &mut log::Log) -> Result<(), Fail> {
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
            if let Some(file) = all.iter().find(|way| log.family == "memory" && !is_way(way)) {
                let what = format!(
                    "{}: {file:?} is not a way to play, and a file that a log names is not opened",
                    super::input::name(&self.log)
                );
                return Err(Fail::usage(what).help(format!("--{name} {} opens it", all.join(","))));
            }
        }
        Ok(())
    }

    /// The numbers of a moment under the names of the first one; none where there is none any more.
    fn cells(
        &self,
        odds: &[Named],
        names: &[String],
        show: impl Fn(&exact::Rational) -> String,
    ) -> Vec<String> {
        let find = |name: &String| odds.iter().find(|(other, _)| other == name);
        names.iter().map(|name| find(name).map_or_else(String::new, |(_, value)| show(value))).collect()
    }

    fn text(&self, games: &[Game]) -> String {
        let print = self.print.usually(6);
        let mut names = names(games);
        let short = |name: &String| name.replace("player ", "").replace(" of the game", "");
        let mut width = 0;
        let all = names.len();
        names.retain(|name| {
            width += 2 + short(name).chars().count().max(8);
            width <= MOST_WIDE
        });
        let more = if names.len() < all { "\n--format json and csv have the other odds.\n" } else { "" };
        let mut rows =
            vec![["step".to_owned()].into_iter().chain(names.iter().map(short)).collect::<Vec<_>>()];
        rows[0].push(String::new());
        for (step, game) in games.iter().enumerate() {
            let session = game.session();
            let mut row = vec![step.to_string()];
            row.extend(self.cells(&session.odds(), &names, |value| print.decimal(value)));
            row.push(session.told());
            rows.push(row);
        }
        let last = games.last().expect("there is a beginning").session();
        let mut moved = vec![["", "by luck", "by choices"].map(str::to_owned).to_vec()];
        let meter = last.moved();
        for ((name, luck), choice) in last.measured().iter().zip(&meter.luck).zip(&meter.choice) {
            moved.push(vec![format!("  {name}"), print.decimal(luck), print.decimal(choice)]);
        }
        format!(
            "{}\n{}\n\n{}\n{}{more}",
            games[0].title(),
            last.position(),
            print::aligned(&rows),
            print::aligned(&moved)
        )
    }

    fn csv(&self, games: &[Game]) -> String {
        let names = names(games);
        let mut header = vec!["step".to_owned(), "what".to_owned()];
        header.extend(names.iter().flat_map(|name| [name.clone(), format!("{name} exact")]));
        let mut text = print::csv(&header);
        for (step, game) in games.iter().enumerate() {
            let odds = game.session().odds();
            let decimals = self.cells(&odds, &names, |value| self.print.decimal(value));
            let fractions = self.cells(&odds, &names, exact::fraction);
            let mut row = vec![step.to_string(), game.session().told()];
            row.extend(
                decimals.into_iter().zip(fractions).flat_map(|(decimal, fraction)| [decimal, fraction]),
            );
            text.push_str(&print::csv(&row));
        }
        text
    }

    fn json(&self, log: &log::Log, games: &[Game]) -> Value {
        let odds = |odds: Vec<Named>| -> Value {
            odds.into_iter().map(|(name, value)| (name, self.print.number(&value))).collect()
        };
        let moment = |(step, game): (usize, &Game)| {
            let session = game.session();
            json!({
                "step": step,
                "what": session.told(),
                "position": session.position(),
                "odds": odds(session.odds()),
            })
        };
        let last = games.last().expect("there is a beginning").session();
        let meter = last.moved();
        let moved = last.measured().into_iter().zip(meter.luck.iter().zip(&meter.choice));
        let moved = moved.map(|(name, (luck, choice))| {
            (name, json!({ "luck": self.print.number(luck), "choice": self.print.number(choice) }))
        });
        json!({
            "schema": SCHEMA,
            "family": log.family,
            "parameters": log.parameters,
            "over": last.is_over(),
            "moments": games.iter().enumerate().map(moment).collect::<Value>(),
            "moved": moved.collect::<Value>(),
        })
    }

    fn path(&self, log: &log::Log, games: &[Game]) -> Path {
        let moment = |game: &Game| {
            let session = game.session();
            let sight = session.sight();
            Moment {
                told: session.told(),
                position: session.position(),
                board: sight.board,
                mover: sight.mover,
                over: session.is_over(),
                winner: sight.winner,
                numbers: session.odds(),
            }
        };
        let mut facts = vec![("family".to_owned(), log.family.clone())];
        if let Value::Object(parameters) = &log.parameters {
            let plain = |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
            facts.extend(parameters.iter().map(|(name, value)| (name.clone(), plain(value))));
        }
        let seats = games[0].session().sight().seats;
        Path::new(games[0].title(), facts, games.iter().map(moment).collect(), seats, LABEL_DIGITS)
    }
}

/// Digits of the odds in the nodes of a graph.
const LABEL_DIGITS: usize = 6;

/// The columns that odds may take in a table for people.
const MOST_WIDE: usize = 64;

/// The names of the odds at the beginning.
fn names(games: &[Game]) -> Vec<String> {
    games[0].session().odds().into_iter().map(|(name, _)| name).collect()
}
