//! The odds of players who forget, or who meet singles.

use super::super::decide::Decide;
use super::super::fail::Fail;
use super::super::memory::{Board, Position};
use super::super::print::{self, Format, Print, SCHEMA};
use super::super::range::Numbers;
use super::super::remember::{Model, Remember, Solved};
use super::super::watch::Watch;
use chancetree::exact::{self, Rational, ratio};
use serde_json::{Value, json};

/// What the players are who are not told otherwise: bold.
const DEFAULT: &str = "robots";

/// The answer for one board.
struct Answer {
    position: Position,
    expected: Vec<Rational>,
    ties: u64,
    states: usize,
    transitions: usize,
    cycles: bool,
}

pub(super) fn run<G: Model>(
    positions: Vec<Position>,
    board: &Board,
    decide: &Decide,
    remember: &Remember,
    distribution: bool,
    print: Print,
    watch: &Watch,
) -> Result<(), Fail> {
    if distribution {
        return Err(Fail::usage(
            "--distribution is not built for limited memory or singles; expected pairs are",
        ));
    }
    let answer = |position: Position| {
        let solved = Solved::of(remember.game::<G>(&position, decide, DEFAULT)?, watch)?;
        let gains = solved.worth(solved.graph.start());
        let expected =
            gains.into_iter().zip(&position.scores).map(|(gain, &score)| gain + ratio(score, 1)).collect();
        Ok(Answer {
            expected,
            ties: solved.solution.ties,
            states: solved.graph.node_count(),
            transitions: solved.graph.edge_count(),
            cycles: !solved.graph.is_acyclic(),
            position,
        })
    };
    let answers: Vec<Answer> = positions.into_iter().map(answer).collect::<Result<_, Fail>>()?;
    watch.clear();
    match print.format {
        Format::Text => {
            let texts: Vec<_> = answers.iter().map(|answer| answer.text(decide, remember, print)).collect();
            print::print(&texts.join("\n"))
        }
        Format::Json => {
            let mut all: Vec<Value> =
                answers.iter().map(|answer| answer.json(decide, remember, print)).collect();
            print::json(&match board.pairs() {
                Numbers::One(_) => all.remove(0),
                Numbers::Several(_) => Value::Array(all),
            })
        }
        Format::Csv => {
            let mut header: Vec<String> = vec!["pairs".into(), "players".into()];
            for seat in 1..=board.players {
                header.extend([format!("expected_pairs_{seat}"), format!("expected_pairs_{seat}_exact")]);
            }
            header.extend(["ties".into(), "states".into(), "transitions".into()]);
            let mut text = print::csv(&header);
            text.extend(answers.iter().map(|answer| print::csv(&answer.csv(print))));
            print::print(&text)
        }
    }
}

impl Answer {
    fn csv(&self, print: Print) -> Vec<String> {
        let mut cells = vec![self.position.pairs.to_string(), self.expected.len().to_string()];
        for value in &self.expected {
            cells.extend([print.decimal(value), exact::fraction(value)]);
        }
        cells.extend([self.ties.to_string(), self.states.to_string(), self.transitions.to_string()]);
        cells
    }

    fn json(&self, decide: &Decide, remember: &Remember, print: Print) -> Value {
        json!({
            "schema": SCHEMA,
            "family": "memory",
            "parameters": remember.parameters_of(&self.position, decide, DEFAULT),
            "expected_pairs": print.numbers(&self.expected),
            "tie_rule": "bold safe",
            "ties": self.ties,
            "states": self.states,
            "transitions": self.transitions,
            "cycles": self.cycles,
        })
    }

    fn text(&self, decide: &Decide, remember: &Remember, print: Print) -> String {
        let rows: Vec<Vec<String>> = self
            .expected
            .iter()
            .enumerate()
            .map(|(seat, value)| {
                let fraction = exact::fraction(value);
                let shown = if fraction.len() > super::MOST_FIRST { String::new() } else { fraction };
                vec![format!("  E(pairs of player {})", seat + 1), print.decimal(value), shown]
            })
            .collect();
        format!(
            "{}\n{}\n\n{}\n{} tables, {} transitions{}; {} ties, the first of bold safe is taken.\n",
            self.position.title_with("player", &format!("; {}", remember.title())),
            decide.title(DEFAULT),
            print::aligned(&rows),
            self.states,
            self.transitions,
            if self.cycles { ", play can come back" } else { "" },
            self.ties,
        )
    }
}
