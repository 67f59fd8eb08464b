//! Probabilities for people: the board, the fractions, the islands.

use super::super::print::{self, Print};
use super::answer::{Answer, Asked, Solved};
use super::report::{letters, possible};
use crate::exact::{self, Rational};
use crate::family::{Datum, Drawing, Drawn, Report, Table};
use crate::games::mines::binary::Independent;
use crate::games::mines::board::Board;
use crate::games::mines::risk::Island;
use crate::games::mines::system::Seen;
use std::collections::BTreeMap;

/// The columns of a line.
const LINE: usize = 100;

/// Adds what people are shown.
pub(super) fn show(answer: &Answer, print: Print, matrices: bool, report: &mut Report) {
    let placements = answer.placements.to_string();
    let placements = match placements.as_str() {
        "1" => "1 placement fits".to_owned(),
        long if long.len() > 40 => {
            format!("{}.{}e{} placements fit", &long[..1], &long[1..5], long.len() - 1)
        }
        _ => format!("{placements} placements fit"),
    };
    let size = match &answer.asked {
        Asked::Board(board) => format!("{} x {}", board.rows(), board.columns()),
        Asked::Graph(graph) => print::count(graph.nodes.len(), "node"),
    };
    let mines = print::count(answer.asked.mines(), "mine");
    report.title = format!("Minesweeper, {size}, {mines}: {placements}");
    if let Asked::Board(board) = &answer.asked {
        report.drawings.push(grid(answer, board));
    }
    if let (true, Solved::Binary(binary)) = (matrices, &answer.solved) {
        let names: Vec<String> =
            answer.system.hidden.iter().map(|&place| answer.asked.place(place)).collect();
        report.drawings.push(matrix("The equations", &names, &binary.matrix));
        report.drawings.push(matrix("Reduced", &names, &binary.reduced));
    }
    match values(answer, print) {
        Some(table) => report.tables.push(table),
        None => report.remarks.push(vec!["No cell is hidden.".into()]),
    }
    report.remarks.extend(islands(answer, print).into_iter().map(|line| vec![wrapped(&line).into()]));
}

/// The board: opened cells as their numbers, hidden ones as three decimals, or on wide boards as per cent.
fn grid(answer: &Answer, board: &Board) -> Drawing {
    let digits = if 6 * board.columns() + 2 <= LINE { 3 } else { 2 };
    let width = digits + 1 + usize::from(digits == 3);
    let cell = |place: usize| {
        let seen = board.cells()[place];
        let flag = if seen == Seen::Flag { "F" } else { "" };
        let (words, risk) = match (&answer.risks[place], seen) {
            (_, Seen::Mine) => ("*".to_owned(), None),
            (Some(risk), _) => (format!("{flag}{}", short(risk, digits)), Some(exact::double(risk))),
            (None, seen) => (seen.to_string(), None),
        };
        let gap = " ".repeat(1 + width.saturating_sub(words.len() + 1));
        let is_marked = answer.safest.binary_search(&place).is_ok();
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
fn names(answer: &Answer, places: &[usize], room: usize) -> String {
    let mut text = String::new();
    for (index, &place) in places.iter().enumerate() {
        let name = answer.asked.place(place);
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
fn values(answer: &Answer, print: Print) -> Option<Table> {
    let mut by_value: BTreeMap<&Rational, Vec<usize>> = BTreeMap::new();
    for &place in &answer.system.hidden {
        if let Some(risk) = &answer.risks[place] {
            by_value.entry(risk).or_default().push(place);
        }
    }
    let what = match answer.asked {
        Asked::Board(_) => "cells (row,column), lowest risk first",
        Asked::Graph(_) => "nodes, lowest risk first",
    };
    let fraction = by_value.keys().map(|risk| print::shown(risk).len()).max()?;
    let used = 2 + print.decimal(&exact::one()).len() + 2 + fraction + 2;
    let room = LINE.saturating_sub(used).max(24);
    let row = |(risk, places): (&Rational, Vec<usize>)| {
        [print.decimal(risk), print::shown(risk), names(answer, &places, room)].map(Datum::Words)
    };
    Some(Table::shown(["P(mine)", "", what], by_value.into_iter().map(row)))
}

/// The islands, or what was tried on them, a line each.
fn islands(answer: &Answer, print: Print) -> Vec<String> {
    match &answer.solved {
        Solved::Islands(risk) => {
            let print = print.usually(6);
            let island = |(index, island): (usize, &Island)| {
                let mines = possible(island).map(|(mines, _, chance)| match island.is_independent() {
                    true => mines.to_string(),
                    false => format!("{mines} ({})", brief(chance, print)),
                });
                format!(
                    "Island {}: numbers {}; {} cells; mines {}",
                    letters(index),
                    names(answer, &island.clues, 36),
                    island.cells.len(),
                    mines.collect::<Vec<_>>().join(", ")
                )
            };
            let rest = risk.rest().map(|rest| print::count(rest.cells.len(), "cell"));
            let rest = rest.map(|cells| format!("Beyond all numbers: {cells}"));
            risk.islands().iter().enumerate().map(island).chain(rest).collect()
        }
        Solved::Binary(binary) => {
            let name = |cells: &[usize]| {
                let places: Vec<usize> = cells.iter().map(|&cell| answer.system.hidden[cell]).collect();
                if places.is_empty() { "none".to_owned() } else { names(answer, &places, 30) }
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
fn brief(value: &Rational, print: Print) -> String {
    let fraction = exact::fraction(value);
    if fraction.len() <= 12 { fraction } else { print.decimal(value) }
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
