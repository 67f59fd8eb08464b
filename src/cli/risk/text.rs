//! Probabilities for people: the board, the fractions, the islands.

use super::super::print::{self, Print};
use super::answer::{Answer, Asked, Solved, letters};
use crate::exact::{self, Rational};
use crate::games::mines::board::Board;
use crate::games::mines::system::Seen;
use std::collections::BTreeMap;
use std::io::IsTerminal as _;

/// The columns of a line.
const LINE: usize = 100;

pub(super) fn text(answer: &Answer, print: Print, matrices: bool) -> String {
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
    let mut text =
        format!("Minesweeper, {size}, {}: {placements}\n\n", print::count(answer.asked.mines(), "mine"));
    if let Asked::Board(board) = &answer.asked {
        text.push_str(&grid(answer, board, colours()));
        text.push('\n');
    }
    if let (true, Solved::Binary(binary)) = (matrices, &answer.solved) {
        let names: Vec<String> =
            answer.system.hidden.iter().map(|&place| answer.asked.place(place)).collect();
        text.push_str(&matrix("The equations", &names, &binary.matrix));
        text.push_str(&matrix("Reduced", &names, &binary.reduced));
    }
    text.push_str(&values(answer, print));
    text.push('\n');
    text.push_str(&islands(answer, print));
    print::with_note(text)
}

/// Returns `true` if colours are wanted: on a terminal, unless NO_COLOR says no.
fn colours() -> bool {
    let no = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    !no && std::io::stdout().is_terminal()
}

/// The board: opened cells as their numbers, hidden ones as three decimals, or on wide boards as per cent.
fn grid(answer: &Answer, board: &Board, colours: bool) -> String {
    let digits = if 6 * board.columns() + 2 <= LINE { 3 } else { 2 };
    let width = digits + 1;
    let is_safest = |place| answer.safest.binary_search(&place).is_ok();
    let mut text = String::new();
    for row in 0..board.rows() {
        let mut line = String::from(" ");
        for column in 0..board.columns() {
            let place = row * board.columns() + column;
            let flag = if board.cells()[place] == Seen::Flag { "F" } else { "" };
            let (cell, style) = match (&answer.risks[place], board.cells()[place]) {
                (_, Seen::Mine) => ("*".to_owned(), ""),
                (Some(risk), _) => (format!("{flag}{}", short(risk, digits)), style(risk)),
                (None, seen) => (seen.to_string(), ""),
            };
            line.push(' ');
            line.extend(std::iter::repeat_n(
                ' ',
                (width + usize::from(digits == 3)).saturating_sub(cell.len() + 1),
            ));
            match style {
                "" => line.push_str(&cell),
                _ if !colours => line.push_str(&cell),
                style => {
                    let under = if is_safest(place) { ";4" } else { "" };
                    line.push_str(&format!("\u{1b}[{style}{under}m{cell}\u{1b}[0m"));
                }
            }
        }
        text.push_str(line.trim_end());
        text.push('\n');
    }
    text
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

/// The colour of a probability, as a terminal knows it.
fn style(risk: &Rational) -> &'static str {
    match exact::double(risk) {
        0.0 => "1;32",
        risk if risk >= 1.0 => "1;31",
        risk if risk <= 0.125 => "36",
        risk if risk <= 0.25 => "34",
        risk if risk <= 0.5 => "33",
        _ => "35",
    }
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

/// Every probability once, the lowest first, with the cells that have it.
fn values(answer: &Answer, print: Print) -> String {
    let mut by_value: BTreeMap<&Rational, Vec<usize>> = BTreeMap::new();
    for &place in &answer.system.hidden {
        if let Some(risk) = &answer.risks[place] {
            by_value.entry(risk).or_default().push(place);
        }
    }
    if by_value.is_empty() {
        return "No cell is hidden.\n".to_owned();
    }
    let what = match answer.asked {
        Asked::Board(_) => "cells (row,column), lowest risk first",
        Asked::Graph(_) => "nodes, lowest risk first",
    };
    let mut rows = vec![vec!["  P(mine)".to_owned(), String::new(), what.to_owned()]];
    let fraction = by_value.keys().map(|risk| print::shown(risk).len()).max().unwrap_or(0);
    let used = 2 + print.decimal(&exact::one()).len() + 2 + fraction + 2;
    for (risk, places) in by_value {
        let cells = names(answer, &places, LINE.saturating_sub(used).max(24));
        rows.push(vec![format!("  {}", print.decimal(risk)), print::shown(risk), cells]);
    }
    print::aligned(&rows)
}

/// The islands, or what was tried on them.
fn islands(answer: &Answer, print: Print) -> String {
    match &answer.solved {
        Solved::Islands(risk) => {
            let print = print.usually(6);
            let mut text = String::new();
            for (index, island) in risk.islands().iter().enumerate() {
                let distributions = island
                    .ways
                    .iter()
                    .zip(&island.distribution)
                    .enumerate()
                    .filter(|(_, (_, chance))| **chance > exact::zero());
                let distributions: Vec<String> = distributions
                    .map(|(more, (_, chance))| match island.is_independent() {
                        true => (island.least + more).to_string(),
                        false => format!("{} ({})", island.least + more, brief(chance, print)),
                    })
                    .collect();
                let line = format!(
                    "Island {}: numbers {}; {} cells; mines {}",
                    letters(index),
                    names(answer, &island.clues, 36),
                    island.cells.len(),
                    distributions.join(", ")
                );
                text.push_str(&wrapped(&line));
            }
            if let Some(rest) = risk.rest() {
                let cells = print::count(rest.cells.len(), "cell");
                text.push_str(&format!("Beyond all numbers: {cells}\n"));
            }
            text
        }
        Solved::Binary(binary) => {
            let mut text = String::new();
            let name = |cells: &[usize]| {
                let places: Vec<usize> = cells.iter().map(|&cell| answer.system.hidden[cell]).collect();
                if places.is_empty() { "none".to_owned() } else { names(answer, &places, 30) }
            };
            for (index, island) in binary.islands.iter().enumerate() {
                text.push_str(&wrapped(&format!(
                    "Island {}: leading {}; free {}; {} tried, {} fit",
                    letters(index),
                    name(&island.leading),
                    name(&island.free),
                    island.tried(),
                    island.solutions
                )));
            }
            let tried: u128 = binary.islands.iter().map(|island| u128::from(island.tried())).sum();
            text + &format!("{tried} combinations tried in all\n")
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
    text + "\n"
}

/// A matrix under the names of its columns.
fn matrix(title: &str, names: &[String], rows: &[Vec<Rational>]) -> String {
    let mut lines =
        vec![names.iter().map(|name| format!("t({name})")).chain(["=".to_owned()]).collect::<Vec<_>>()];
    lines.extend(rows.iter().map(|row| row.iter().map(ToString::to_string).collect()));
    let width = |column: usize| lines.iter().map(|line| line[column].chars().count()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..=names.len()).map(width).collect();
    let mut text = format!("{title}\n");
    for line in &lines {
        text.push(' ');
        for (cell, width) in line.iter().zip(&widths) {
            text.push(' ');
            text.extend(std::iter::repeat_n(' ', width - cell.chars().count()));
            text.push_str(cell);
        }
        text.push('\n');
    }
    text + "\n"
}
