//! The table of best tactics: pairs left by known singles, no pair known.

use super::super::checkpoint::{Parts, UNSAVED};
use super::super::decide::tie_rule;
use super::super::fail::Fail;
use super::super::memory::{Board, Position as Largest};
use super::super::print;
use super::super::solved::Solved;
use super::super::watch::{Several, Watch};
use super::told;
use super::{DEFAULT, parameters};
use crate::exact::Rational;
use crate::export::chart::{Square, Squares};
use crate::family::{Datum, Report};
use crate::games::memory::Table;
use crate::games::memory::decisions::{Decisions, Objective, Position};
use crate::games::memory::family::Decide;
use crate::games::memory::tactic::Tactic;
use serde_json::Value;
use std::collections::HashMap;

/// One cell: the best tactics of a position, the one that is taken first.
pub(super) struct Cell {
    pairs: u16,
    singles: u16,
    best: Vec<Tactic>,
    value: Rational,
    parameters: Value,
}

/// The best tactics of each cell of a row, by their numbers, and what they are worth.
pub(super) type Row = Vec<(Vec<u64>, Rational)>;

/// The cells of all boards that were asked for, row by row. Somebody has solved the largest, unless all rows are done.
pub(super) fn cells(
    solved: Option<&Solved<Decisions>>,
    board: &Board,
    decide: &Decide,
    rows: &Parts<Row>,
    watch: &Watch,
) -> Result<Several<Cell>, Fail> {
    // Positions of all boards follow from the largest, but for the lead, which depends on what was taken.
    let shared = solved.filter(|solved| solved.game.wanted() == Objective::Pairs);
    let shared = shared.map(|solved| (solved, places(solved)));
    let row = |pairs: u16, position: &Largest| {
        let own;
        let (solved, places) = match &shared {
            Some((solved, places)) => (*solved, places),
            None => {
                let solution = Solved::of(decide.game(position, DEFAULT)?, UNSAVED, watch)?;
                let found = places(&solution);
                own = (solution, found);
                (&own.0, &own.1)
            }
        };
        let mut cells = Vec::new();
        for singles in 0..=pairs {
            let table = Table { known: 0, half: singles, unknown: pairs - singles };
            // A few positions only follow from larger boards, or with another lead.
            let (value, actions) = match places.get(&Position { table, ..Position::default() }) {
                Some(&node) => (solved.worth(node)[0].clone(), solved.actions(node)),
                None => {
                    let start = board.starting(table)?;
                    let alone = Solved::of(decide.game(&start, DEFAULT)?, UNSAVED, watch)?;
                    let start = alone.graph.start();
                    (alone.worth(start)[0].clone(), alone.actions(start))
                }
            };
            let best = actions.iter().filter(|(_, worth)| *worth == value).map(|(tactic, _)| tactic);
            cells.push((best.map(|tactic| tactic.number().into()).collect(), value));
        }
        Ok(cells)
    };
    let told = |pairs: u16| {
        let position = board.position(pairs)?;
        let right = |row: &Row| {
            let mut best = row.iter().flat_map(|(best, _)| best);
            row.len() == usize::from(pairs) + 1 && best.all(|&number| tactic(number).is_some())
        };
        let row = rows.part(pairs.into(), right, watch, || row(pairs, &position))?;
        let parameters = parameters(&position, decide);
        let cell = |(singles, (best, value)): (u16, (Vec<u64>, Rational))| {
            let best = best.into_iter().filter_map(tactic).collect();
            Cell { pairs, singles, best, value, parameters: parameters.clone() }
        };
        Ok(Several::whole((0..).zip(row).map(cell).collect()))
    };
    watch.parts("board", board.pairs().iter().collect::<Vec<_>>(), told)
}

/// The tactic of a number.
fn tactic(number: u64) -> Option<Tactic> {
    Tactic::of(number.try_into().ok()?)
}

fn places(solved: &Solved<Decisions>) -> HashMap<Position, usize> {
    (0..solved.graph.node_count()).map(|node| (*solved.graph.state(node), node)).collect()
}

impl Cell {
    /// The cell for programs.
    pub(super) fn answer(&self) -> print::Answer {
        let mut parameters = self.parameters.clone();
        (parameters["unknown"], parameters["half_known"]) =
            ((self.pairs - self.singles).into(), self.singles.into());
        let names: Vec<String> = self.best.iter().map(ToString::to_string).collect();
        let mut report = Report::default();
        report.add("known_singles", self.singles);
        report.add("best", names.first().cloned().map_or(Datum::Nothing, Datum::Name));
        report.add("good", Datum::Names(names));
        report.add("value", self.value.clone());
        print::Answer { parameters, report }
    }

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

/// The table for people.
pub(super) fn table(grid: &Squares) -> print::Answer {
    let mut report = Report::new(format!(
        "{}\nBest tactic by pairs left (down) and known singles (across), no pair known.",
        grid.title
    ));
    report.tables.push(told::table(grid, "pairs"));
    let order = tie_rule();
    report.note = format!("1 to 9: T1 to T9; = where another is as good, and the first of {order} is named.");
    print::Answer { parameters: Value::Null, report }
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

pub(super) fn grid(cells: &[Cell], title: String) -> Squares {
    let square = |cell: &Cell| Square {
        row: cell.pairs,
        column: cell.singles,
        text: cell.text(),
        fill: fill(cell.best.first()),
    };
    let mut used: Vec<Tactic> = cells.iter().filter_map(|cell| cell.best.first().copied()).collect();
    used.sort_unstable();
    used.dedup();
    let meaning = |tactic: Tactic| (fill(Some(&tactic)), format!("{tactic} {}", tactic.meaning()));
    Squares {
        title,
        across: "known singles",
        down: "pairs",
        squares: cells.iter().map(square).collect(),
        legend: used.into_iter().map(meaning).collect(),
        note: Some("= another is as good"),
    }
}
