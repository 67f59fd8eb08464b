//! The odds of one who plays Memory alone and forgets.

mod answer;

use super::{Format, SolitaireOdds};
use crate::cli::fail::Fail;
use crate::cli::print::{self, Print, SCHEMA};
use crate::cli::recall::{self, tail};
use crate::cli::watch::Watch;
use crate::exact::{self, Rational};
use crate::games::solitaire::imperfect::symbolic::{Function, MOST_SYMBOLIC, functions};
use crate::games::solitaire::imperfect::visits::Expected;
use crate::games::solitaire::imperfect::{Model, Recall};
use answer::Answer;
use clap::Args;
use serde_json::{Value, json};
use std::ops::ControlFlow;

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

/// Whether to go on.
fn look(watch: &Watch) -> impl FnMut(u64) -> ControlFlow<()> {
    |done| {
        watch.tell(|| format!("{done} tables"));
        if watch.stopped() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

impl SolitaireOdds {
    pub(super) fn imperfect(&self, watch: &Watch) -> Result<(), Fail> {
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
        let print = Print::new(print::Format::Text, self.digits);
        match &self.recalling.recall {
            Some(recall) => self.distributions_of(recall, print, watch),
            None => self.symbolic(watch),
        }
    }

    fn distributions_of(&self, recall: &Recall, print: Print, watch: &Watch) -> Result<(), Fail> {
        let tail = self.distribution.tail.clone().unwrap_or_else(|| exact::ratio(1, 1_000_000_000));
        let answer = |pairs: u16| {
            Answer::of(recall::game(pairs, self.recalling.opening, recall)?, &self.score, &tail, watch)
        };
        let boards: Vec<u16> = self.solitaire.pairs.iter().collect();
        let several = watch.phase("evaluate", || watch.at_once("board", boards, answer))?;
        let answers = &several.done;
        watch.clear();
        let range = self.solitaire.is_range();
        match self.format {
            Format::Text if range => print::print(&Answer::table(answers, print)),
            Format::Text => print::print(&answers[0].text(print)),
            Format::Json => {
                let mut all: Vec<Value> =
                    answers.iter().map(|answer| answer.json(&self.score, &tail, print)).collect();
                print::json(&if range { Value::Array(all) } else { all.remove(0) })
            }
            table => print::table(
                table.style(),
                &if range {
                    Answer::mean_csv(answers, &self.score, &tail, print)
                } else {
                    answers[0].distribution_csv(&self.score, &tail, print)
                },
            ),
        }?;
        several.end()
    }

    fn symbolic(&self, watch: &Watch) -> Result<(), Fail> {
        let model = self.recalling.opening.model();
        let one = |pairs: u16| {
            let found = functions(pairs, model, &mut look(watch));
            Ok((pairs, found.map_err(|_| watch.ended("before the functions were whole"))?))
        };
        let several = watch.several("board", self.solitaire.pairs.iter().collect::<Vec<_>>(), one)?;
        let all = &several.done;
        watch.clear();
        match self.format {
            Format::Json => {
                let mut all: Vec<Value> =
                    all.iter().map(|(pairs, found)| symbolic_json(*pairs, model, found)).collect();
                print::json(&if self.solitaire.is_range() { Value::Array(all) } else { all.remove(0) })
            }
            table @ (Format::Table(_) | Format::Bfile) => {
                let header = ["pairs", "model", "quantity", "function"];
                let mut text = print::csv(&header.map(str::to_owned));
                for (pairs, found) in all {
                    for (name, function) in named(found) {
                        let function = self.spelt(function);
                        let cells = [pairs.to_string(), model.to_string(), name.to_owned(), function];
                        text.push_str(&print::own_csv(&cells));
                    }
                }
                print::table(table.style(), &text)
            }
            Format::Text => {
                let mut text = String::new();
                for (pairs, found) in all {
                    let pairs = if *pairs == 1 { "1 pair".to_owned() } else { format!("{pairs} pairs") };
                    text.push_str(&format!("Solitaire Memory, {pairs}, model {model}: expectations\n\n"));
                    for (name, function) in named(found) {
                        let line = format!("{} = {}", name.replace('_', " "), self.spelt(function));
                        text.push_str(&folded(&line));
                    }
                    text.push('\n');
                }
                print::print(text.trim_end_matches('\n')).and_then(|()| print::print("\n"))
            }
        }?;
        several.end()
    }

    fn spelt(&self, function: &Function) -> String {
        if self.distribution.latex { function.latex() } else { function.to_string() }
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
    lines.join("\n") + "\n"
}

fn named<V>(found: &Expected<V>) -> [(&'static str, &V); 5] {
    let Expected { turns, lucky, first_position, first_turn, remembered, .. } = found;
    [
        ("turns", turns),
        ("lucky", lucky),
        ("first_position", first_position),
        ("first_turn", first_turn),
        ("remembered", remembered),
    ]
}

fn symbolic_json(pairs: u16, model: Model, found: &Expected<Function>) -> Value {
    let mut value = json!({
        "schema": SCHEMA,
        "family": "solitaire",
        "parameters": { "pairs": pairs, "model": model.to_string() },
    });
    for (name, function) in named(found) {
        value[name] = json!({ "mean": { "function": function.to_string(), "latex": function.latex() } });
    }
    value
}
