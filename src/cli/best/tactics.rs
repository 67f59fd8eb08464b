//! The table of best tactics: pairs left by known singles, no pair known.

use super::super::decide::{Decide, Solved};
use super::super::fail::Fail;
use super::super::memory::{Board, Position as Largest};
use super::super::picture::{self, Square};
use super::super::print::{self, SCHEMA};
use super::super::watch::{Several, Watch};
use super::{DEFAULT, Format, number, parameters, tie_rule};
use crate::exact::{self, Rational};
use crate::games::memory::Table;
use crate::games::memory::decisions::{Objective, Position};
use crate::games::memory::tactic::Tactic;
use serde_json::{Value, json};
use std::collections::HashMap;

/// One cell: the best tactics of a position, the one that is taken first.
pub(super) struct Cell {
    pairs: u16,
    singles: u16,
    best: Vec<Tactic>,
    value: Rational,
    parameters: Value,
}

/// The cells of all boards that were asked for, row by row.
pub(super) fn cells(
    solved: &Solved,
    board: &Board,
    decide: &Decide,
    watch: &Watch,
) -> Result<Several<Cell>, Fail> {
    // Positions of all boards follow from the largest, but for the lead, which depends on what was taken.
    let shared = (solved.game.wanted() == Objective::Pairs).then(|| places(solved));
    let row = |pairs: u16| {
        let position = board.position(pairs)?;
        let mut cells = Vec::new();
        let own;
        let (solved, places) = match &shared {
            Some(places) => (solved, places),
            None => {
                let solution = Solved::of(decide.game(&position, DEFAULT)?, watch)?;
                let found = places(&solution);
                own = (solution, found);
                (&own.0, &own.1)
            }
        };
        for singles in 0..=pairs {
            let table = Table { known: 0, half: singles, unknown: pairs - singles };
            // A few positions only follow from larger boards, or with another lead.
            let (value, actions) = match places.get(&Position { table, ..Position::default() }) {
                Some(&node) => (solved.worth(node)[0].clone(), solved.actions(node)),
                None => {
                    let start = board.starting(table)?;
                    let alone = Solved::of(decide.game(&start, DEFAULT)?, watch)?;
                    let start = alone.graph.start();
                    (alone.worth(start)[0].clone(), alone.actions(start))
                }
            };
            let best = actions.iter().filter(|(_, worth)| *worth == value).map(|&(tactic, _)| tactic);
            cells.push(Cell {
                pairs,
                singles,
                best: best.collect(),
                value,
                parameters: parameters(&position, decide),
            });
        }
        Ok(Several::whole(cells))
    };
    watch.parts("board", board.pairs().iter().collect::<Vec<_>>(), row)
}

fn places(solved: &Solved) -> HashMap<Position, usize> {
    (0..solved.graph.node_count()).map(|node| (*solved.graph.state(node), node)).collect()
}

impl Cell {
    /// The tactic that is taken, and a mark where there are others as good.
    fn text(&self) -> String {
        match self.best[..] {
            [] => "-".to_owned(),
            [tactic] => tactic.number().to_string(),
            [tactic, ..] => format!("{}=", tactic.number()),
        }
    }
}

/// The title of the largest board, with the boards of the table instead.
pub(super) fn title(title: &str, largest: &Largest, cells: &[Cell]) -> String {
    let [first, last] = [cells.first(), cells.last()].map(|cell| cell.map_or(0, |cell| cell.pairs));
    title.replacen(&print::count(largest.pairs, "pair"), &format!("{first} to {last} pairs"), 1)
}

/// The table in a format; pictures as SVG.
pub(super) fn print(cells: &[Cell], title: &str, format: Format, digits: u32) -> String {
    match format {
        Format::Text => text(cells, title),
        Format::Svg | Format::Png | Format::Pdf => svg(cells, title),
        Format::Json => {
            let all: Value = cells.iter().map(|cell| json(cell, digits)).collect();
            format!("{all:#}\n")
        }
        Format::Table(style) => {
            let header = ["pairs", "known_singles", "best", "ties", "value", "value_exact"];
            let row = |cell: &Cell| {
                let names: Vec<_> = cell.best.iter().map(ToString::to_string).collect();
                let row = vec![
                    cell.pairs.to_string(),
                    cell.singles.to_string(),
                    names.first().cloned().unwrap_or_default(),
                    names.join(" "),
                    exact::decimal(&cell.value, digits as usize),
                    exact::fraction(&cell.value),
                ];
                (cell.parameters.clone(), row)
            };
            style.write(&print::asked(&header.map(str::to_owned), cells.iter().map(row)))
        }
    }
}

fn json(cell: &Cell, digits: u32) -> Value {
    let names: Vec<_> = cell.best.iter().map(ToString::to_string).collect();
    json!({
        "schema": SCHEMA,
        "family": "memory",
        "pairs": cell.pairs,
        "known_singles": cell.singles,
        "unknown": cell.pairs - cell.singles,
        "half_known": cell.singles,
        "known_pairs": 0,
        "best": names.first(),
        "ties": names,
        "value": number(&cell.value, digits),
        "rules": cell.parameters["rules"],
        "objective": cell.parameters["objective"],
    })
}

fn text(cells: &[Cell], title: &str) -> String {
    let most = cells.iter().map(|cell| cell.singles).max().unwrap_or(0);
    let mut header = vec!["pairs".to_owned()];
    header.extend((0..=most).map(|singles| singles.to_string()));
    let mut rows = vec![header];
    for row in cells.chunk_by(|a, b| a.pairs == b.pairs) {
        let mut line = vec![row[0].pairs.to_string()];
        line.extend((0..=most).map(|singles| {
            row.iter().find(|cell| cell.singles == singles).map_or_else(String::new, Cell::text)
        }));
        rows.push(line);
    }
    format!(
        "{title}\nBest tactic by pairs left (down) and known singles (across), no pair known.\n\n{}\n\
         1 to 9: T1 to T9; = where another is as good, and the first of {} is named.\n",
        print::aligned(&rows),
        tie_rule()
    )
}

/// Fills on which black text can be read, apart for colour-blind readers (Okabe and Ito, 2008); the number is the
/// second cue.
fn fill(tactic: Option<&Tactic>) -> &'static str {
    match tactic {
        None => "#FFFFFF",
        Some(Tactic::T1) => "#F0E442",
        Some(Tactic::T2) => "#CC79A7",
        Some(Tactic::T5) => "#56B4E9",
        Some(Tactic::T6) => "#E69F00",
        Some(Tactic::T7) => "#009E73",
        Some(_) => "#DDDDDD",
    }
}

fn svg(cells: &[Cell], title: &str) -> String {
    let squares: Vec<Square> = cells
        .iter()
        .map(|cell| Square {
            row: cell.pairs,
            column: cell.singles,
            text: cell.text(),
            fill: fill(cell.best.first()),
        })
        .collect();
    let mut used: Vec<Tactic> = cells.iter().filter_map(|cell| cell.best.first().copied()).collect();
    used.sort_unstable();
    used.dedup();
    let legend: Vec<_> =
        used.iter().map(|tactic| (fill(Some(tactic)), format!("{tactic} {}", tactic.meaning()))).collect();
    picture::table(title, "known singles", "pairs", &squares, &legend, Some("= another is as good"))
}
