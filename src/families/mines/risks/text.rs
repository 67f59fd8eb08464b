//! Probabilities for people: the title, the board, the fractions, the words of a line.

use super::super::board::Board;
use super::super::system::Seen;
use super::{Layout, Risks};
use crate::exact::{self, Rational};
use crate::family::{Datum, Drawing, Drawn, Table, counted, shown};
use std::collections::BTreeMap;

/// The columns of a line.
const LINE: usize = 100;

impl Risks<'_> {
    /// Returns the position and the placements that fit it, in words.
    pub(super) fn title(&self) -> String {
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
        format!("Minesweeper, {size}, {}: {placements}", counted(self.layout.mines(), "mine"))
    }

    /// The board: opened cells as their numbers, hidden ones as three decimals, or on wide boards as per cent.
    pub(super) fn grid(&self, board: &Board) -> Drawing {
        let digits = if 6 * board.columns() + 2 <= LINE { 3 } else { 2 };
        let width = digits + 1 + usize::from(digits == 3);
        let cell = |place: usize| {
            let seen = board.cells()[place];
            let flag = if seen == Seen::Flag { "F" } else { "" };
            let (words, risk) = match (&self.risks[place], seen) {
                (_, Seen::Mine) => ("*".to_owned(), None),
                (Some(risk), _) => (format!("{flag}{}", short(risk, digits)), Some(exact::double(risk))),
                (None, seen) => (seen.to_string(), None),
            };
            let gap = " ".repeat(1 + width.saturating_sub(words.len() + 1));
            let is_marked = self.safest.binary_search(&place).is_ok();
            [gap.into(), Drawn { words, risk, is_marked }]
        };
        let columns = board.columns();
        let row = |row: usize| {
            let cells = (row * columns..(row + 1) * columns).flat_map(cell);
            std::iter::once(" ".to_owned().into()).chain(cells).collect()
        };
        Drawing((0..board.rows()).map(row).collect())
    }

    /// Names in a line, as many as fit.
    pub(super) fn names(&self, places: &[usize], room: usize) -> String {
        let mut text = String::new();
        for (index, &place) in places.iter().enumerate() {
            let name = self.layout.place(place);
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
    pub(super) fn values(&self, digits: u32) -> Option<Table> {
        let mut by_value: BTreeMap<&Rational, Vec<usize>> = BTreeMap::new();
        for &place in &self.system.hidden {
            if let Some(risk) = &self.risks[place] {
                by_value.entry(risk).or_default().push(place);
            }
        }
        let what = match self.layout {
            Layout::Board(_) => "cells (row,column), lowest risk first",
            Layout::Graph(_) => "nodes, lowest risk first",
        };
        let fraction = by_value.keys().map(|risk| shown(risk).len()).max()?;
        let used = 2 + exact::decimal(&exact::one(), digits as usize).len() + 2 + fraction + 2;
        let room = LINE.saturating_sub(used).max(24);
        let row = |(risk, places): (&Rational, Vec<usize>)| {
            [exact::decimal(risk, digits as usize), shown(risk), self.names(&places, room)].map(Datum::Words)
        };
        Some(Table::shown(["P(mine)", "", what], by_value.into_iter().map(row)))
    }
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

/// A fraction, or where it is long its decimal.
pub(super) fn brief(value: &Rational, digits: u32) -> String {
    let fraction = exact::fraction(value);
    if fraction.len() <= 12 { fraction } else { exact::decimal(value, digits as usize) }
}

/// A line, broken at spaces where it is too long.
pub(super) fn wrapped(line: &str) -> String {
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
pub(super) fn matrix(title: &str, names: &[String], rows: &[Vec<String>]) -> Drawing {
    let mut lines =
        vec![names.iter().map(|name| format!("t({name})")).chain(["=".to_owned()]).collect::<Vec<_>>()];
    lines.extend_from_slice(rows);
    let width = |column: usize| lines.iter().map(|line| line[column].chars().count()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..=names.len()).map(width).collect();
    let line = |line: &Vec<String>| {
        let cells = line.iter().zip(&widths).map(|(cell, width)| format!(" {cell:>width$}"));
        vec![Drawn::from(" ".to_owned() + &cells.collect::<String>())]
    };
    Drawing([vec![title.to_owned().into()]].into_iter().chain(lines.iter().map(line)).collect())
}
