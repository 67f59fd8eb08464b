//! `fit`: how well somebody remembers, from a log of games.

mod log;
mod played;

use super::described::Question;
use super::fail::Fail;
use super::print::{self, Answer, Answers, Format, Print};
use super::recall::float;
use super::watch::Watch;
use crate::exact;
use crate::family::{Datum, Report, Table};
use crate::games::solitaire::imperfect::fit::{Estimate, Fit, estimates, fits};
use crate::games::solitaire::imperfect::log::{self as turns, Told, replay};
use crate::games::solitaire::level;
use crate::statistics::deviation;
use clap::Args;
use serde_json::json;
use std::path::PathBuf;

/// A log of games of one who forgets.
#[derive(Debug, Args)]
pub(super) struct Logged {
    /// The log, or - for stdin
    #[arg(value_name = "LOG")]
    log: PathBuf,
}

/// What is asked of a log.
struct Asked {
    pairs: Option<u16>,
    level: f64,
    print: Print,
}

pub(super) fn solitaire(
    question: &Question,
    (Logged { log: path }, print): (Logged, Print),
    watch: &Watch,
) -> Result<(), Fail> {
    let own = question.own()?;
    let (name, log) = (super::input::name(&path), log::read(&path, watch)?);
    let level = level(own.text("level").unwrap_or_default()).map_err(Fail::usage)?;
    let asked = Asked { pairs: own.optional("pairs"), level, print };
    let pairs = asked.pairs.or(log.pairs);
    let told = replay(&log.turns, pairs).map_err(|(place, broken)| {
        let help = match pairs {
            Some(pairs) => format!("--pairs {pairs} is the board of every game"),
            None => "--pairs N says how many pairs the board has".to_owned(),
        };
        Fail::usage(format!("{name}, line {}: {broken}", log.lines[place])).help(help)
    })?;
    watch.clear();
    let each: Vec<(&str, &Told)> = log.players.iter().map(String::as_str).zip(&told.players).collect();
    let is_json = print.format == Format::Json;
    let mut answers: Vec<Answer> = match &each[..] {
        each if is_json || each.is_empty() => vec![asked.told("Solitaire Memory", None, &told.all)],
        each => each.iter().map(|(name, told)| asked.told(name, Some(name), told)).collect(),
    };
    if is_json && !each.is_empty() {
        let player = |(name, told): &(&str, &Told)| {
            Datum::Parts([("player", (*name).into())].into_iter().chain(asked.fields(told)).collect())
        };
        answers[0].report.add_json("players", Datum::each(each.iter().map(player)));
    } else if !each.is_empty() {
        answers[0].report.title.insert_str(0, &format!("Memory, {}\n\n", turns_of(&told.all)));
    }
    if let Some(last) = answers.last_mut() {
        last.report.note = NOTE.to_owned();
    }
    Answers::new("solitaire", "", false, &answers).whole(true).print(print)
}

/// The note below everything.
const NOTE: &str = "Estimates are exact; errors, intervals and tests are floats, good for many trials.";

impl Asked {
    /// Returns what turns tell, of one player if there are several.
    fn told(&self, title: &str, player: Option<&str>, told: &Told) -> Answer {
        let mut parameters = json!({ "pairs": self.pairs, "level": float(self.level) });
        if let Some(player) = player {
            parameters["player"] = json!(player);
        }
        let mut report = Report::new(format!("{title}, {}", turns_of(told)));
        for (key, datum) in self.fields(told) {
            report.add_json(key, datum);
        }
        let columns = [
            ("name", Some("")),
            ("", Some("estimate")),
            ("estimate", None),
            ("estimate_exact", Some("")),
            ("trials", Some("trials")),
            ("error", Some("standard error")),
            ("low", None),
            ("high", None),
            ("", Some("interval")),
        ];
        let rows = estimates(&told.answers());
        let mut table = Table::new("", columns, rows.iter().map(|estimate| self.cells(estimate))).main();
        let interval = format!("{} % interval", (self.level * 1e9).round() / 1e7);
        table.columns[8].1 = Some(interval.into());
        report.tables.push(table);
        let row = |fit: Fit| {
            let [g, p_value] = [fit.g, fit.p_value].map(|number| format!("{number:.4}"));
            [fit.what.to_owned(), g, fit.freedom.to_string(), p_value].map(Datum::Words)
        };
        let heads = ["is it constant?", "G", "degrees of freedom", "p-value (float)"];
        report.tables.push(Table::shown(heads, fits(told).into_iter().map(row)));
        Answer { parameters, report }
    }

    /// The cells of an estimate, for people and in tables.
    fn cells(&self, estimate: &Estimate) -> [Datum; 9] {
        let Estimate { name, value, trials, error } = estimate;
        let float = |number: f64| if number.is_finite() { format!("{number:.6}") } else { String::new() };
        let (low, high) = estimate.interval(deviation(self.level)).unwrap_or((f64::NAN, f64::NAN));
        let (low, high) = (float(low), float(high));
        let decimal = value.as_ref().map(|value| self.print.decimal(value));
        let shown = decimal.clone().unwrap_or_else(|| "the log tells nothing".to_owned());
        let interval = if low.is_empty() { String::new() } else { format!("{low} to {high}") };
        let fraction = value.as_ref().map_or_else(String::new, exact::fraction);
        let cells = [shown, decimal.unwrap_or_default(), fraction, trials.to_string(), float(*error)];
        let [shown, decimal, fraction, trials, error] = cells.map(Datum::Words);
        let [low, high, interval] = [low, high, interval].map(Datum::Words);
        [(*name).into(), shown, decimal, fraction, trials, error, low, high, interval]
    }

    /// Returns what turns tell, as JSON has it.
    fn fields(&self, told: &Told) -> Vec<(&'static str, Datum)> {
        let estimate = |estimate: &Estimate| {
            let interval = estimate.interval(deviation(self.level));
            let error = Some(estimate.error).filter(|error| error.is_finite());
            Datum::Parts(vec![
                ("name", estimate.name.into()),
                ("estimate", estimate.value.clone().into()),
                ("trials", estimate.trials.into()),
                ("standard_error", error.into()),
                ("interval", interval.map(|(low, high)| Datum::each([low, high])).into()),
            ])
        };
        let fit = |fit: Fit| {
            Datum::Parts(vec![
                ("what", fit.what.into()),
                ("g", fit.g.into()),
                ("degrees_of_freedom", u64::from(fit.freedom).into()),
                ("p_value", fit.p_value.into()),
            ])
        };
        let turns::Answers { both: [a, b, c], one: [r1, r0], search: [e1, e0] } = told.answers();
        let answers = [("A", a), ("B", b), ("C", c), ("R1", r1), ("R0", r0), ("E1", e1), ("E0", e0)]
            .map(|(key, number)| (key, number.into()));
        vec![
            ("games", told.games.into()),
            ("turns", told.turns.into()),
            ("answers", Datum::Parts(answers.into())),
            ("estimates", Datum::each(estimates(&told.answers()).iter().map(estimate))),
            ("fit", Datum::each(fits(told).into_iter().map(fit))),
        ]
    }
}

/// Returns how much was played, in words.
fn turns_of(told: &Told) -> String {
    format!("{} of {}", print::count(told.turns, "turn"), print::count(told.games, "game"))
}
