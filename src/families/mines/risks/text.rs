//! Probabilities for people: the board, the fractions, the islands.

use super::super::binary::Independent;
use super::super::board::Board;
use super::super::risk::Island;
use super::super::system::Seen;
use super::report::{letters, possible};
use super::{Layout, Risks, Solved};
use crate::exact::{self, Rational};
use crate::family::{Datum, Drawing, Drawn, Report, Table, counted, shown};
use std::collections::BTreeMap;

/// The columns of a line.
const LINE: usize = 100;

impl Risks<'_> {
    /// Adds what people are shown.
    pub(super) fn show(&self, matrices: bool, digits: Option<u32>, report: &mut Report) {
        let placements = self.placements.to_string();
        let placements = match placements.as_str() {
            "1" => "1 placement fits".to_owned(),
            long if long.len() > 40 => {
                format!("{}.{}e{} placements fit", &long[..1], &long[1..5], long.len() - 1)
            }
            _ => format!("{placements} placements fit"),
        };
        let size = match self.layout {
            Layout::Board(board) => format!("{} x {}", board.rows(), board.columns()),
            Layout::Graph(graph) => counted(graph.nodes.len(), "node"),
        };
        let mines = counted(self.layout.mines(), "mine");
        report.title = format!("Minesweeper, {size}, {mines}: {placements}");
        if let Layout::Board(board) = self.layout {
            report.drawings.push(grid(self, board));
        }
        if let (true, Solved::Binary(binary)) = (matrices, &self.solved) {
            let names: Vec<String> =
                self.system.hidden.iter().map(|&place| self.layout.place(place)).collect();
            report.drawings.push(matrix("The equations", &names, &binary.matrix));
            report.drawings.push(matrix("Reduced", &names, &binary.reduced));
        }
        match values(self, digits.unwrap_or(12)) {
            Some(table) => report.tables.push(table),
            None => report.remarks.push(vec!["No cell is hidden.".into()]),
        }
        report
            .remarks
            .extend(islands(self, digits.unwrap_or(6)).into_iter().map(|line| vec![wrapped(&line).into()]));
    }
}

/// The board: opened cells as their numbers, hidden ones as three decimals, or on wide boards as per cent.
fn grid(risks: &Risks<'_>, board: &Board) -> Drawing {
    let digits = if 6 * board.columns() + 2 <= LINE { 3 } else { 2 };
    let width = digits + 1 + usize::from(digits == 3);
    let cell = |place: usize| {
        let seen = board.cells()[place];
        let flag = if seen == Seen::Flag { "F" } else { "" };
        let (words, risk) = match (&risks.risks[place], seen) {
            (_, Seen::Mine) => ("*".to_owned(), None),
            (Some(risk), _) => (format!("{flag}{}", short(risk, digits)), Some(exact::double(risk))),
            (None, seen) => (seen.to_string(), None),
        };
        let gap = " ".repeat(1 + width.saturating_sub(words.len() + 1));
        let is_marked = risks.safest.binary_search(&place).is_ok();
        [gap.into(), Drawn { words, risk, is_marked }]
    };
    let columns = board.columns();
    let row = |row: usize| {
        let cells = (row * columns..(row + 1) * columns).flat_map(cell);
        std::iter::once(" ".to_owned().into()).chain(cells).collect()
    };
    Drawing((0..board.rows()).map(row).collect())
}

/// A probability in a cell: `.300`, or `30` for per cent; what is certain is `safe` or `mine`, or `--` and `**`.
fn short(risk: &Rational, digits: usize) -> String {
    let (safe, mine) = if digits == 3 { ("safe", "mine") } else { ("--", "**") };
    if *risk == exact::zero() {
        return safe.to_owned();
    }
    if *risk == exact::one() {
        return mine.to_owned();
    }
    // A value that is not certain is not rounded to one that is.
    let scale = 10usize.pow(digits as u32);
    let rounded =
        exact::decimal(&(risk * exact::ratio(scale, 1)), 0).parse().unwrap_or(scale).clamp(1, scale - 1);
    let point = if digits == 3 { "." } else { "" };
    format!("{point}{rounded:0digits$}")
}

/// Names in a line, as many as fit.
fn names(risks: &Risks<'_>, places: &[usize], room: usize) -> String {
    let mut text = String::new();
    for (index, &place) in places.iter().enumerate() {
        let name = risks.layout.place(place);
        let more = format!(" and {} more", places.len() - index);
        if text.chars().count() + name.chars().count() + 1 + more.len() > room && index > 0 {
            return text + &more;
        }
        if index > 0 {
            text.push(' ');
        }
        text.push_str(&name);
    }
    text
}

/// Every probability once, the lowest first, with the cells that have it; nothing if no cell is hidden.
fn values(risks: &Risks<'_>, digits: u32) -> Option<Table> {
    let mut by_value: BTreeMap<&Rational, Vec<usize>> = BTreeMap::new();
    for &place in &risks.system.hidden {
        if let Some(risk) = &risks.risks[place] {
            by_value.entry(risk).or_default().push(place);
        }
    }
    let what = match risks.layout {
        Layout::Board(_) => "cells (row,column), lowest risk first",
        Layout::Graph(_) => "nodes, lowest risk first",
    };
    let fraction = by_value.keys().map(|risk| shown(risk).len()).max()?;
    let used = 2 + exact::decimal(&exact::one(), digits as usize).len() + 2 + fraction + 2;
    let room = LINE.saturating_sub(used).max(24);
    let row = |(risk, places): (&Rational, Vec<usize>)| {
        [exact::decimal(risk, digits as usize), shown(risk), names(risks, &places, room)].map(Datum::Words)
    };
    Some(Table::shown(["P(mine)", "", what], by_value.into_iter().map(row)))
}

/// The islands, or what was tried on them, a line each.
fn islands(risks: &Risks<'_>, digits: u32) -> Vec<String> {
    match &risks.solved {
        Solved::Islands(risk) => {
            let island = |(index, island): (usize, &Island)| {
                let mines = possible(island).map(|(mines, _, chance)| match island.is_independent() {
                    true => mines.to_string(),
                    false => format!("{mines} ({})", brief(chance, digits)),
                });
                format!(
                    "Island {}: numbers {}; {} cells; mines {}",
                    letters(index),
                    names(risks, &island.clues, 36),
                    island.cells.len(),
                    mines.collect::<Vec<_>>().join(", ")
                )
            };
            let rest = risk.rest().map(|rest| counted(rest.cells.len(), "cell"));
            let rest = rest.map(|cells| format!("Beyond all numbers: {cells}"));
            risk.islands().iter().enumerate().map(island).chain(rest).collect()
        }
        Solved::Binary(binary) => {
            let name = |cells: &[usize]| {
                let places: Vec<usize> = cells.iter().map(|&cell| risks.system.hidden[cell]).collect();
                if places.is_empty() { "none".to_owned() } else { names(risks, &places, 30) }
            };
            let island = |(index, island): (usize, &Independent)| {
                format!(
                    "Island {}: leading {}; free {}; {} tried, {} fit",
                    letters(index),
                    name(&island.leading),
                    name(&island.free),
                    island.tried(),
                    island.solutions
                )
            };
            let tried: u128 = binary.islands.iter().map(|island| u128::from(island.tried())).sum();
            let all = format!("{tried} combinations tried in all");
            binary.islands.iter().enumerate().map(island).chain([all]).collect()
        }
    }
}

/// A fraction, or where it is long its decimal.
fn brief(value: &Rational, digits: u32) -> String {
    let fraction = exact::fraction(value);
    if fraction.len() <= 12 { fraction } else { exact::decimal(value, digits as usize) }
}

/// A line, broken at spaces where it is too long.
fn wrapped(line: &str) -> String {
    let (mut text, mut length) = (String::new(), 0);
    for word in line.split(' ') {
        let more = word.chars().count() + usize::from(length > 0);
        if length > 0 && length + more > LINE {
            text.push_str("\n    ");
            length = 4;
        } else if length > 0 {
            text.push(' ');
        }
        length += more;
        text.push_str(word);
    }
    text
}

/// A matrix under the names of its columns.
fn matrix(title: &str, names: &[String], rows: &[Vec<Rational>]) -> Drawing {
    let mut lines =
        vec![names.iter().map(|name| format!("t({name})")).chain(["=".to_owned()]).collect::<Vec<_>>()];
    lines.extend(rows.iter().map(|row| row.iter().map(ToString::to_string).collect()));
    let width = |column: usize| lines.iter().map(|line| line[column].chars().count()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..=names.len()).map(width).collect();
    let line = |line: &Vec<String>| {
        let cells = line.iter().zip(&widths).map(|(cell, width)| format!(" {cell:>width$}"));
        vec![Drawn::from(" ".to_owned() + &cells.collect::<String>())]
    };
    Drawing([vec![title.to_owned().into()]].into_iter().chain(lines.iter().map(line)).collect())
}
