//! `information`: how much a game tells about a player, so that the board can be chosen.

use super::fail::Fail;
use super::print::{self, Format, Print, SCHEMA};
use super::range::{Numbers, numbers_to};
use super::recall::{self, Opening};
use super::watch::Watch;
use crate::exact::{self, Rational};
use crate::games::solitaire::imperfect::fit::{Information, information};
use crate::games::solitaire::imperfect::visits::Expected;
use crate::games::solitaire::imperfect::{NAMES, Recall};
use clap::{Args, Subcommand};
use serde_json::{Value, json};
use std::ops::ControlFlow;

/// How much a game tells about a player, by the size of the board.
#[derive(Debug, Args)]
#[command(
    subcommand_value_name = "FAMILY",
    subcommand_help_heading = "Families",
    disable_help_subcommand = true,
    after_help = "Example:\n  chancetree information solitaire --pairs 2..=12 --recall 3/4,1/8,4/5"
)]
pub(crate) struct InformationVerb {
    #[command(subcommand)]
    family: Family,
}

#[derive(Debug, Subcommand)]
enum Family {
    /// Memory for one player who forgets
    ///
    /// For each board: the expected turns, the cards it asks to remember, the
    /// expected answers that tell about p and p' (F), about p only (R) and about
    /// p'' (S), and the variance that an estimate has after one game, and
    /// after one turn: divided by the games or turns, the square of the
    /// standard error.
    #[command(after_help = "\
Examples:
  chancetree information solitaire --pairs 2..=12 --recall 3/4,1/8,4/5
  chancetree information solitaire --pairs 8 --recall 0.9,0.05,0.8 --model L --format json")]
    Solitaire(InformationSolitaire),
}

#[derive(Debug, Args)]
struct InformationSolitaire {
    /// Pairs of the board: 8, or several: 2..12 or 4,8
    #[arg(long, value_name = "N", allow_negative_numbers = true,
        value_parser = numbers_to(MOST_PAIRS, "a board has 1 to 60 pairs here"))]
    pairs: Numbers,
    /// How well the player is thought to remember
    #[arg(long, value_name = "P,P',P''", allow_hyphen_values = true, value_parser = recall::recall)]
    recall: Recall,
    #[command(flatten)]
    opening: Opening,
    #[command(flatten)]
    print: Print,
}

/// The most pairs of a board.
const MOST_PAIRS: u16 = 60;

struct Row {
    pairs: u16,
    expected: Expected<Rational>,
    information: Information,
}

impl InformationVerb {
    pub(crate) fn run(self, watch: &Watch) -> Result<(), Fail> {
        let Family::Solitaire(verb) = self.family;
        verb.run(watch)
    }
}

impl InformationSolitaire {
    fn run(&self, watch: &Watch) -> Result<(), Fail> {
        let row = |pairs: u16| {
            let game = recall::game(pairs, self.opening, &self.recall)?;
            let mut look =
                |_| if watch.stopped() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) };
            let expected = game.expected(&mut look);
            let expected =
                expected.map_err(|_| watch.ended(&format!("before the board of {pairs} pairs")))?;
            Ok(Row { pairs, information: information(&self.recall, &expected), expected })
        };
        let several = watch.several("board", self.pairs.iter().collect::<Vec<_>>(), row)?;
        let rows = &several.done;
        watch.clear();
        match self.print.format {
            Format::Text => print::print(&self.text(rows)),
            Format::Json => print::json(&self.json(rows)),
            Format::Table(style) => print::table(style, &self.csv(rows)),
        }?;
        several.end()
    }

    fn csv(&self, rows: &[Row]) -> String {
        let names = rows[0].numbers().into_iter().map(|(name, _)| name);
        let header: Vec<String> = names.flat_map(|name| [name.clone(), name + "_exact"]).collect();
        let row = |row: &Row| {
            let mut cells = Vec::new();
            for (_, value) in row.numbers() {
                let value = value.as_ref();
                cells.push(value.map_or_else(String::new, |value| self.print.decimal(value)));
                cells.push(value.map_or_else(String::new, exact::fraction));
            }
            let mut parameters = json!({ "pairs": row.pairs });
            if let (Value::Object(all), Value::Object(more)) = (&mut parameters, self.parameters()) {
                all.extend(more);
            }
            (parameters, cells)
        };
        print::asked(&header, rows.iter().map(row))
    }

    fn parameters(&self) -> Value {
        json!({
            "recall": recall::parameters(&self.recall),
            "model": self.opening.model().to_string(),
        })
    }

    fn json(&self, rows: &[Row]) -> Value {
        let row = |row: &Row| {
            let mut value = json!({ "pairs": row.pairs });
            for (name, number) in row.numbers() {
                value[name] = number.map_or(Value::Null, |number| self.print.number(&number));
            }
            value
        };
        json!({
            "schema": SCHEMA,
            "family": "solitaire",
            "parameters": self.parameters(),
            "boards": rows.iter().map(row).collect::<Value>(),
            "most_a_turn": self.best(rows),
        })
    }

    /// For each of p, p', p'' the board whose turns tell most; the smallest of equals.
    fn best(&self, rows: &[Row]) -> Value {
        let best = |at: usize| {
            let told = rows.iter().filter_map(|row| Some((row.information.a_turn[at].as_ref()?, row.pairs)));
            json!(told.min().map(|(_, pairs)| pairs))
        };
        ["p", "p_other", "p_fresh"]
            .into_iter()
            .enumerate()
            .map(|(at, name)| (name.to_owned(), best(at)))
            .collect::<serde_json::Map<_, _>>()
            .into()
    }

    fn text(&self, rows: &[Row]) -> String {
        let print = self.print.usually(4);
        let mut table = vec![vec!["pairs", "turns", "remembered", "F", "R", "S"]];
        table[0].extend(["error p", "error p'", "error p''"]);
        let mut table: Vec<Vec<String>> =
            table.into_iter().map(|row| row.into_iter().map(str::to_owned).collect()).collect();
        for row in rows {
            let Expected { turns, remembered, .. } = &row.expected;
            let [both, one, search] = &row.information.trials;
            let mut cells = vec![row.pairs.to_string()];
            cells.extend([turns, remembered, both, one, search].map(|value| print.decimal(value)));
            cells.extend(row.information.a_turn.iter().map(|variance| {
                variance.as_ref().map_or_else(
                    || "-".to_owned(),
                    |variance| format!("{:.4}", (exact::double(variance) / TURNS).sqrt()),
                )
            }));
            table.push(cells);
        }
        let best = self.best(rows);
        let chosen = NAMES
            .iter()
            .zip(["p", "p_other", "p_fresh"])
            .filter_map(|(name, key)| Some(format!("{name}: {} pairs", best[key].as_u64()?)));
        let chosen = chosen.collect::<Vec<_>>().join(", ");
        let chosen = if chosen.is_empty() { "none".to_owned() } else { chosen };
        format!(
            "Solitaire Memory, model {}, {}\nF, R, S: expected answers a game about p and p', p, p''\n\
             error: standard error after {TURNS} turns (float)\n\n{}\nA turn tells most about {chosen}.\n",
            self.opening.model(),
            recall::player(&self.recall),
            print::aligned(&table)
        )
    }
}

/// The turns after which errors are told.
const TURNS: f64 = 1000.0;

impl Row {
    fn numbers(&self) -> Vec<(String, Option<Rational>)> {
        let Expected { turns, remembered, .. } = &self.expected;
        let Information { trials: [both, one, search], a_game, a_turn } = &self.information;
        let known = [("turns", turns), ("remembered", remembered), ("F", both), ("R", one), ("S", search)];
        let mut numbers: Vec<_> =
            known.into_iter().map(|(name, value)| (name.to_owned(), Some(value.clone()))).collect();
        for (unit, variances) in [("game", a_game), ("turn", a_turn)] {
            for (name, variance) in ["p", "p_other", "p_fresh"].into_iter().zip(variances) {
                numbers.push((format!("variance_{name}_a_{unit}"), variance.clone()));
            }
        }
        numbers
    }
}
