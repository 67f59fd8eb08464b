//! What games with decisions answer, and how it is printed.

use super::super::fail::Fail;
use super::super::memory::{Board, Position};
use super::super::print::{self, Format, Print, SCHEMA};
use super::super::range::Numbers;
use crate::evaluate::distribution::Distribution;
use crate::exact::{self, Rational};
use crate::game::Points;
use serde_json::{Value, json};

/// The answer for one board.
pub(in crate::cli) struct Answer {
    pub(in crate::cli) position: Position,
    /// What is above the numbers.
    pub(in crate::cli) heading: String,
    pub(in crate::cli) parameters: Value,
    pub(super) expected: Vec<Rational>,
    /// P(each seat wins) and P(draw), where asked for.
    pub(in crate::cli) outcomes: Option<Vec<Rational>>,
    /// P(win) - P(loss) of the first player, who plays for it.
    pub(super) value: Option<Rational>,
    pub(in crate::cli) distribution: Option<Distribution>,
    pub(super) tie_rule: String,
    pub(super) ties: u64,
    pub(super) states: u64,
    pub(super) transitions: u64,
    /// Whether play can come back, where it may.
    pub(super) cycles: Option<bool>,
}

impl Answer {
    /// Enters the pairs that each seat may expect, from those that it may still gain.
    pub(super) fn expect(&mut self, gains: impl Iterator<Item = Rational>) {
        let whole = |(gain, &score): (Rational, &Points)| gain + exact::ratio(score, 1);
        self.expected = gains.zip(&self.position.scores).map(whole).collect();
    }
}

/// Prints the answers.
pub(super) fn show(answers: &[Answer], board: &Board, distribution: bool, print: Print) -> Result<(), Fail> {
    match print.format {
        Format::Text => {
            let texts: Vec<_> = answers.iter().map(|answer| answer.text(print)).collect();
            print::print(&texts.join("\n"))
        }
        Format::Json => {
            let mut all: Vec<Value> = answers.iter().map(|answer| answer.json(print)).collect();
            print::json(&match board.pairs() {
                Numbers::One(_) => all.remove(0),
                Numbers::Several(_) => Value::Array(all),
            })
        }
        Format::Table(style) if distribution => {
            let distribution = answers[0].distribution.as_ref().expect("asked for");
            let (parameters, players) = (&answers[0].parameters, board.players.into());
            print::table(
                style,
                &super::distribution::distribution_csv(parameters, distribution, players, print),
            )
        }
        Format::Table(style) => {
            let row = |answer: &Answer| (answer.parameters.clone(), answer.csv(print));
            print::table(style, &print::asked(&header(&answers[0]), answers.iter().map(row)))
        }
    }
}

fn header(answer: &Answer) -> Vec<String> {
    let players = answer.expected.len();
    let mut cells: Vec<String> = vec!["pairs".into(), "players".into()];
    let mut add = |name: String| {
        cells.push(name.clone());
        cells.push(name + "_exact");
    };
    if answer.outcomes.is_some() {
        (1..=players).for_each(|seat| add(format!("win_{seat}")));
        add("draw".into());
    }
    (1..=players).for_each(|seat| add(format!("expected_pairs_{seat}")));
    cells.extend(["ties".into(), "states".into(), "transitions".into()]);
    cells
}

impl Answer {
    fn csv(&self, print: Print) -> Vec<String> {
        let mut cells = vec![self.position.pairs.to_string(), self.expected.len().to_string()];
        for value in self.outcomes.iter().flatten().chain(&self.expected) {
            cells.push(print.decimal(value));
            cells.push(exact::fraction(value));
        }
        cells.extend([self.ties, self.states, self.transitions].map(|count| count.to_string()));
        cells
    }

    fn json(&self, print: Print) -> Value {
        let mut value = json!({
            "schema": SCHEMA,
            "family": "memory",
            "parameters": self.parameters,
            "expected_pairs": print.numbers(&self.expected),
            "tie_rule": self.tie_rule,
            "ties": self.ties,
            "states": self.states,
            "transitions": self.transitions,
        });
        if let Some(cycles) = self.cycles {
            value["cycles"] = json!(cycles);
        }
        if let Some(outcomes) = &self.outcomes {
            let (draw, win) = outcomes.split_last().expect("the draw comes last");
            value["win"] = print.numbers(win);
            value["draw"] = print.number(draw);
        }
        if let Some(own) = &self.value {
            value["value"] = print.number(own);
        }
        if let Some(distribution) = &self.distribution {
            value["distribution"] = super::distribution::distribution_json(distribution, print);
        }
        value
    }

    fn text(&self, print: Print) -> String {
        let mut named: Vec<(String, &Rational)> = Vec::new();
        if let Some(outcomes) = &self.outcomes {
            for (seat, value) in outcomes.iter().enumerate() {
                let draw = seat + 1 == outcomes.len();
                named.push((
                    if draw { "P(draw)".into() } else { format!("P(player {} wins)", seat + 1) },
                    value,
                ));
            }
        }
        if let Some(value) = &self.value {
            named.push(("P(player 1 wins) - P(player 1 loses)".into(), value));
        }
        for (seat, value) in self.expected.iter().enumerate() {
            named.push((format!("E(pairs of player {})", seat + 1), value));
        }
        let mut whole = true;
        let rows: Vec<Vec<String>> = named
            .into_iter()
            .map(|(name, value)| {
                let fraction = print::fitting(value);
                whole &= fraction.is_some();
                vec![format!("  {name}"), print.decimal(value), fraction.unwrap_or_default()]
            })
            .collect();
        let mut text = format!(
            "{}\n\n{}\n{}, {}{}; {}, the first of {} is taken.\n",
            self.heading,
            print::aligned(&rows),
            print::count(self.states, if self.cycles.is_some() { "table" } else { "position" }),
            print::count(self.transitions, "transition"),
            if self.cycles == Some(true) { ", play can come back" } else { "" },
            print::count(self.ties, "tie"),
            self.tie_rule,
        );
        if !whole {
            text.push_str(print::ELSEWHERE);
        }
        if let Some(distribution) = &self.distribution {
            text.push_str(&format!("\n{}", super::distribution::distribution_text(distribution, print)));
            let pairs = u32::from(self.position.pairs);
            let left =
                |scores: &[Points]| scores.iter().map(|&points| u32::from(points)).sum::<u32>() < pairs;
            if distribution.iter().any(|(scores, _)| left(scores)) {
                text.push_str(
                    "  Scores of fewer pairs than the board has: both passed, and share the rest.\n",
                );
            }
        }
        text
    }
}
