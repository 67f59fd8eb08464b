//! `fit`: how well somebody remembers, from a log of games.

mod log;
mod played;

use super::described::{Page, Question, Tailored, Takes};
use super::fail::Fail;
use super::print::{self, Answer, Answers, Format, Print, SCHEMA};
use super::range::whole;
use super::recall::float;
use super::watch::Watch;
use crate::exact;
use crate::family::Datum;
use crate::games::solitaire::imperfect::fit::{Estimate, estimates, fits};
use crate::games::solitaire::imperfect::log::{self as turns, Told, replay};
use crate::statistics::deviation;
use clap::Args;
use serde_json::{Value, json};
use std::path::PathBuf;

/// A log of games of one who forgets.
#[derive(Debug, Args)]
pub(super) struct FitSolitaire {
    /// The log, or - for stdin
    #[arg(value_name = "LOG")]
    log: PathBuf,
    /// Pairs of the board, for games that were broken off
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = whole(1u16, 30_000))]
    pairs: Option<u16>,
    /// The probability of the intervals, above 0 and below 1
    #[arg(long, value_name = "LEVEL", default_value = "0.95", allow_negative_numbers = true,
        value_parser = level)]
    level: f64,
    #[command(flatten)]
    print: Print,
}

fn level(text: &str) -> Result<f64, String> {
    let level = text.parse().ok().filter(|level| (1e-9..=1.0 - 1e-9).contains(level));
    level.ok_or_else(|| "a number above 0 and below 1 is needed, such as 0.95".to_owned())
}

impl Tailored for FitSolitaire {
    const PAGE: Page = Page {
        verb: "fit",
        family: "solitaire",
        about: "Memory for one player who forgets",
        details: "The estimates of p, p', p'' that make the log likeliest, as fractions; their standard errors and \
                  intervals, and tests of fit, as floats. A log is a table game,turn,first,second, or the same as a \
                  JSON object on each line; 3a and 3b are a pair. `simulate solitaire` writes such logs. With a column \
                  player, games of several people are taken too, and each player has estimates of his own; other \
                  columns are ignored. So are logs of `play solitaire` and `play memory`.",
        examples: &["games.csv", "games.json --level 0.99 --format json"],
        takes: Takes::These(&[]),
    };

    fn answer(self, _: &Question, watch: &Watch) -> Result<(), Fail> {
        let name = super::input::name(&self.log);
        let log = log::read(&self.log, watch)?;
        let pairs = self.pairs.or(log.pairs);
        let told = replay(&log.turns, pairs).map_err(|(place, broken)| {
            let help = match pairs {
                Some(pairs) => format!("--pairs {pairs} is the board of every game"),
                None => "--pairs N says how many pairs the board has".to_owned(),
            };
            Fail::usage(format!("{name}, line {}: {broken}", log.lines[place])).help(help)
        })?;
        watch.clear();
        let each: Vec<(&str, &Told)> = log.players.iter().map(String::as_str).zip(&told.players).collect();
        match self.print.format {
            Format::Text => print::print(&self.text(&told.all, &each)),
            Format::Json => print::json(&self.json(&told.all, &each)),
            Format::Table(_) => self.rows(&told.all, &each),
        }
    }
}

impl FitSolitaire {
    /// A row for each estimate; with players, those of each under his name.
    fn rows(&self, all: &Told, each: &[(&str, &Told)]) -> Result<(), Fail> {
        let table = |asked: Value, told: &Told| {
            let answers = told.answers();
            let rows = estimates(&answers);
            let rows = rows.iter().map(|estimate| self.cells(estimate).map(Datum::Words));
            let columns = ["name", "estimate", "estimate_exact", "trials", "error", "low", "high"];
            Answer::rows(asked, columns, rows)
        };
        let tables = match each {
            [] => vec![table(self.parameters(), all)],
            each => each
                .iter()
                .map(|(name, told)| {
                    let mut asked = self.parameters();
                    asked["player"] = json!(name);
                    table(asked, told)
                })
                .collect(),
        };
        Answers::new("solitaire", "", !each.is_empty(), &tables).print(self.print)
    }

    /// Returns the question as JSON repeats it.
    fn parameters(&self) -> Value {
        json!({ "pairs": self.pairs, "level": float(self.level) })
    }

    /// An estimate: name, decimal, fraction, trials, standard error, and the two ends of the interval.
    fn cells(&self, estimate: &Estimate) -> [String; 7] {
        let Estimate { name, value, trials, error } = estimate;
        let shown = |number: f64| if number.is_finite() { format!("{number:.6}") } else { String::new() };
        let (low, high) = estimate.interval(deviation(self.level)).unwrap_or((f64::NAN, f64::NAN));
        let decimal = value.as_ref().map_or_else(String::new, |value| self.print.usually(12).decimal(value));
        let fraction = value.as_ref().map_or_else(String::new, exact::fraction);
        [(*name).to_owned(), decimal, fraction, trials.to_string(), shown(*error), shown(low), shown(high)]
    }

    fn text(&self, all: &Told, each: &[(&str, &Told)]) -> String {
        let text = match each {
            [] => self.part("Solitaire Memory", all),
            each => {
                let parts: Vec<String> = each.iter().map(|(name, told)| self.part(name, told)).collect();
                format!("Memory, {}\n\n{}", turns_of(all), parts.join("\n"))
            }
        };
        text + "\nEstimates are exact; errors, intervals and tests are floats, good for many trials.\n"
    }

    /// Returns what turns tell, under a title.
    fn part(&self, title: &str, told: &Told) -> String {
        let interval = format!("{} % interval", (self.level * 1e9).round() / 1e7);
        let header = ["", "estimate", "", "trials", "standard error", &interval];
        let mut rows = vec![header.map(str::to_owned).to_vec()];
        for estimate in &estimates(&told.answers()) {
            let [name, decimal, fraction, trials, error, low, high] = self.cells(estimate);
            if decimal.is_empty() {
                rows.push(vec![format!("  {name}"), "the log tells nothing".to_owned()]);
                continue;
            }
            rows.push(vec![
                format!("  {name}"),
                decimal,
                fraction,
                trials,
                error,
                format!("{low} to {high}"),
            ]);
        }
        let text = format!("{title}, {}\n\n{}", turns_of(told), print::aligned(&rows));
        let header = ["  is it constant?", "G", "degrees of freedom", "p-value (float)"];
        let mut rows = vec![header.map(str::to_owned).to_vec()];
        for fit in fits(told) {
            let numbers = [format!("{:.4}", fit.g), fit.freedom.to_string(), format!("{:.4}", fit.p_value)];
            rows.push([format!("  {}", fit.what)].into_iter().chain(numbers).collect());
        }
        text + "\n" + &print::aligned(&rows)
    }

    fn json(&self, all: &Told, each: &[(&str, &Told)]) -> Value {
        let mut answer = json!({
            "schema": SCHEMA,
            "family": "solitaire",
            "parameters": self.parameters(),
        });
        let fields = |told: &Told| self.fields(told).as_object().expect("it was made as one").clone();
        answer.as_object_mut().expect("it was made as one").extend(fields(all));
        if !each.is_empty() {
            let named = |(name, told): &(&str, &Told)| {
                let mut player = json!({ "player": name });
                player.as_object_mut().expect("it was made as one").extend(fields(told));
                player
            };
            answer["players"] = each.iter().map(named).collect();
        }
        answer
    }

    /// Returns what turns tell, as JSON.
    fn fields(&self, told: &Told) -> Value {
        let finite = |number: f64| if number.is_finite() { float(number) } else { Value::Null };
        let estimate = |estimate: &Estimate| {
            let interval = estimate.interval(deviation(self.level));
            json!({
                "name": estimate.name,
                "estimate": estimate.value.as_ref().map(|value| self.print.number(value)),
                "trials": estimate.trials,
                "standard_error": finite(estimate.error),
                "interval": interval.map(|(low, high)| [float(low), float(high)]),
            })
        };
        let fit = |fit: crate::games::solitaire::imperfect::fit::Fit| {
            json!({
                "what": fit.what,
                "g": float(fit.g),
                "degrees_of_freedom": fit.freedom,
                "p_value": float(fit.p_value),
            })
        };
        let turns::Answers { both: [a, b, c], one: [r1, r0], search: [e1, e0] } = told.answers();
        json!({
            "games": told.games,
            "turns": told.turns,
            "answers": { "A": a, "B": b, "C": c, "R1": r1, "R0": r0, "E1": e1, "E0": e0 },
            "estimates": estimates(&told.answers()).iter().map(estimate).collect::<Value>(),
            "fit": fits(told).into_iter().map(fit).collect::<Value>(),
        })
    }
}

/// Returns how much was played, in words.
fn turns_of(told: &Told) -> String {
    let count = |number: u64, one: &str, more: &str| {
        if number == 1 { format!("1 {one}") } else { format!("{number} {more}") }
    };
    format!("{} of {}", count(told.turns, "turn", "turns"), count(told.games, "game", "games"))
}
