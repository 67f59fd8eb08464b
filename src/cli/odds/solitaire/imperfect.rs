//! The odds of one who plays Memory alone and forgets.

mod answer;

use super::quantity::words;
use super::{Format, POSITION, SolitaireOdds};
use crate::cli::checkpoint::{Checkpoints, Whole};
use crate::cli::described::Question;
use crate::cli::fail::Fail;
use crate::cli::print;
use crate::cli::recall::{self, tail};
use crate::cli::watch::{Several, Watch};
use crate::exact::{self, Rational};
use crate::family::{Datum, Report, Table};
use crate::games::solitaire::imperfect::symbolic::{Function, MOST_SYMBOLIC, functions};
use crate::games::solitaire::imperfect::visits::Expected;
use crate::games::solitaire::imperfect::{Model, Recall};
use crate::model::Error;
use answer::{NAMES, PLACES, answer};
use clap::Args;
use serde_json::json;

#[derive(Debug, Clone, Args)]
#[command(next_help_heading = "Recall")]
pub(super) struct Distribution {
    /// Distributions that never end are told until less than this is left
    /// [default: 1e-9]
    #[arg(long, hide_short_help = true, value_name = "PROBABILITY", allow_negative_numbers = true, value_parser = tail)]
    pub(super) tail: Option<Rational>,
    /// Expectations as rational functions of p, p', p'', of up to 5 pairs
    #[arg(long, conflicts_with = "recall")]
    pub(super) symbolic: bool,
    /// The functions in LaTeX
    #[arg(long, requires = "symbolic", hide_short_help = true)]
    latex: bool,
}

/// The most pairs for which distributions are worked out.
const MOST_PAIRS: u16 = 60;

/// Returns why the work was stopped before `what` it makes were whole.
fn stopped(error: Error, what: &str, watch: &Watch) -> Fail {
    match error {
        Error::Stopped(_) => watch.ended(&format!("before the {what} were whole")),
        error => watch.explain(error),
    }
}

impl SolitaireOdds {
    pub(super) fn imperfect(&self, question: &Question, watch: &Watch) -> Result<(), Fail> {
        if self.means || self.sequence.is_some() || self.format == Format::Bfile {
            let given =
                [("--means", self.means), ("--sequence", self.sequence.is_some()), ("--format", !self.means)];
            return Err(Fail::usage("--means, --sequence and b-files are of perfect memory")
                .help(format!("leave out {}", names(given))));
        }
        if self.distribution.symbolic && (self.score.is_given() || self.distribution.tail.is_some()) {
            return Err(Fail::usage("--score, --failed and --tail are of numbers, not of functions").help(
                format!(
                    "leave out {}",
                    names([
                        ("--score and --failed", self.score.is_given()),
                        ("--tail", self.distribution.tail.is_some())
                    ])
                ),
            ));
        }
        let most = if self.distribution.symbolic { MOST_SYMBOLIC } else { MOST_PAIRS };
        let last = self.solitaire.pairs.last();
        if last > most {
            let what = if self.distribution.symbolic {
                "functions are"
            } else {
                "distributions of a player who forgets are"
            };
            return Err(Fail::usage(format!("{last} pairs, but {what} of up to {most}"))
                .help(format!("--pairs {most}")));
        }
        match &self.player.recall {
            Some(recall) => self.distributions_of(recall, question, watch),
            None => self.symbolic(question, watch),
        }
    }

    fn distributions_of(&self, recall: &Recall, question: &Question, watch: &Watch) -> Result<(), Fail> {
        let tail = self.distribution.tail.clone().unwrap_or_else(|| exact::ratio(1, 1_000_000_000));
        let boards: Vec<u16> = self.solitaire.pairs.iter().collect();
        let asked = json!([exact::fraction(&tail), self.score.parameters()]);
        let whole = Whole { what: "distribution", parts: Some(NAMES.len() * boards.len()), places: PLACES };
        let parts = self.checkpoints.in_parts(whole, (question, &asked), watch)?;
        let answer = |pairs: u16| {
            let game = recall::game(pairs, self.player.model, recall)?;
            answer(&game, &self.score, &tail, &parts, watch)
        };
        let found = watch.phase("evaluate", || watch.at_once("board", boards, answer));
        let several = parts.end(found, watch)?;
        let model = self.player.model;
        let about = format!("Means of solitaire Memory, model {model}, {recall}");
        several.show(watch, |all| self.show(self.answers(&about, all).summed_up(POSITION.to_owned())))
    }

    fn symbolic(&self, question: &Question, watch: &Watch) -> Result<(), Fail> {
        let model = self.player.model;
        let one = |pairs: u16, _: &Checkpoints| {
            let found = functions(pairs, model, &watch.run());
            let found = found.map_err(|error| stopped(error, "functions", watch))?;
            let parameters = json!({ "pairs": pairs, "model": model.to_string() });
            let report = self.functions(pairs, model, &found);
            Ok(Several::whole(vec![print::Answer { parameters, report }]))
        };
        let (boards, asked) = (self.solitaire.pairs.iter().collect(), json!(self.distribution.latex));
        let several = self.checkpoints.range((question, &asked), "board", boards, watch, one)?;
        several.show(watch, |all| self.show(self.answers("", all).whole(true)))
    }

    fn functions(&self, pairs: u16, model: Model, found: &Expected<Function>) -> Report {
        let board = print::count(pairs, "pair");
        let mut report = Report::new(format!("Solitaire Memory, {board}, model {model}: expectations"));
        let Expected { turns, lucky, first_position, first_turn, remembered, .. } = found;
        let functions = [turns, lucky, first_position, first_turn, remembered];
        let mut rows = Vec::new();
        for (name, function) in NAMES.into_iter().zip(functions) {
            let (plain, latex) = (function.to_string(), function.latex());
            let said = |text: &str| Datum::Words(text.to_owned());
            let both = Datum::Parts(vec![("function", said(&plain)), ("latex", said(&latex))]);
            report.add_json(name, Datum::Parts(vec![("mean", both)]));
            let spelt = if self.distribution.latex { latex } else { plain };
            report.remarks.push(vec![folded(&format!("{} = {spelt}", words(name))).into()]);
            rows.push(vec![said(name), Datum::Words(spelt)]);
        }
        let columns = vec![("quantity", None), ("function", None)];
        report.tables.push(Table::new("", columns, rows).main());
        report
    }
}

/// The names of what is given.
fn names<const N: usize>(all: [(&str, bool); N]) -> String {
    let given: Vec<&str> = all.into_iter().filter(|(_, given)| *given).map(|(name, _)| name).collect();
    given.join(" and ")
}

/// The columns of a page.
const WIDTH: usize = 100;

/// A formula on as many lines as it needs, broken before an operator where one fits.
fn folded(formula: &str) -> String {
    let mut lines = vec!["  ".to_owned()];
    let mut words = formula.split(' ').peekable();
    let mut part = String::new();
    while let Some(word) = words.next() {
        part.push_str(word);
        if words.peek().is_some_and(|next| !["+", "-", "/"].contains(next)) {
            part.push(' ');
            continue;
        }
        let line = lines.last_mut().expect("a line");
        if line.len() + 1 + part.len() > WIDTH && !line.trim().is_empty() {
            lines.push(format!("    {part}"));
        } else {
            if !line.trim().is_empty() {
                line.push(' ');
            }
            line.push_str(&part);
        }
        part.clear();
    }
    lines.join("\n")
}
