//! Drawings in characters, such as boards.

use super::{Print, display_width, escape};
use chancetree_families::family::{Drawing, DrawingSpan};
use chancetree_play::terminal::has_colours;

/// Returns a drawing below an empty line. A board that is wider than the terminal becomes several blocks of columns.
pub(super) fn drawing_text(drawing: &Drawing, how: Print<'_>) -> String {
    match how.room.and_then(|room| blocks(drawing, room)) {
        Some(blocks) => blocks.iter().map(|block| format!("\n{}", painted(block, how))).collect(),
        None => format!("\n{}", painted(drawing, how)),
    }
}

/// Splits a board into blocks of columns, each with the labels of the rows. Returns `None` if it fits, or is no board: each row of
/// a board has a label, and a gap and a cell for each column, all of the same width.
fn blocks(drawing: &Drawing, room: usize) -> Option<Vec<Drawing>> {
    let width = |spans: &[DrawingSpan]| spans.iter().map(|span| display_width(&span.words)).sum::<usize>();
    let row = drawing.0.iter().find(|line| line.len() > 2)?;
    let (label, cell, columns) = (width(&row[..1]), width(&row[1..3]), (row.len() - 1) / 2);
    let is_row = |line: &[DrawingSpan]| {
        line.len() == row.len()
            && line[1..].chunks(2).all(|one| width(one) == cell)
            && width(&line[..1]) == label
    };
    let most = room.checked_sub(label)? / cell.max(1);
    if width(row) <= room || most == 0 || drawing.0.iter().any(|line| line.len() > 2 && !is_row(line)) {
        return None;
    }
    let block = |first: usize| {
        let last = (first + most).min(columns);
        let line = |line: &Vec<DrawingSpan>| match &line[..] {
            [label, cells @ ..] if line.len() > 2 => {
                Some([std::slice::from_ref(label), &cells[2 * first..2 * last]].concat())
            }
            // The numbers of the columns.
            [head] if width(line) == width(row) => {
                let words: Vec<char> = head.words.chars().collect();
                let part = &words[label + cell * first..label + cell * last];
                Some(vec![words[..label].iter().chain(part).collect::<String>().into()])
            }
            _ => (last == columns).then(|| line.clone()),
        };
        Drawing(drawing.0.iter().filter_map(line).collect())
    };
    Some((0..columns).step_by(most).map(block).collect())
}

/// Returns a drawing as text. The only escape sequences are the colours of risks on a terminal with colours.
fn painted(drawing: &Drawing, how: Print<'_>) -> String {
    let has_colours = has_colours() && how.room.is_some();
    let mut text = String::new();
    for line in &drawing.0 {
        for piece in line {
            let words = escape(&piece.words);
            match piece.risk.filter(|_| has_colours) {
                Some(risk) => {
                    let under = if piece.is_marked { ";4" } else { "" };
                    text.push_str(&format!("\u{1b}[{}{under}m{words}\u{1b}[0m", colour(risk)));
                }
                None => text.push_str(&words),
            }
        }
        text.truncate(text.trim_end_matches(' ').len());
        text.push('\n');
    }
    text
}

/// Returns the terminal colour of a risk.
fn colour(risk: f64) -> &'static str {
    match risk {
        0.0 => "1;32",
        risk if risk >= 1.0 => "1;31",
        risk if risk <= 0.125 => "36",
        risk if risk <= 0.25 => "34",
        risk if risk <= 0.5 => "33",
        _ => "35",
    }
}
