//! The positions of a text.

use super::header::{StatedMines, begins_otherwise, read_mines, states_mines};
use super::lines::{Line, is_marked, is_separator_line};
use super::rows::is_between;
use super::table_lines::{is_border, is_dashed};
use super::{BoardError, VisibleCell};

/// Returns the number of cells of a line, or `None` if the line contains anything else.
fn only_cells(line: &str) -> Option<usize> {
    let mut letters = line.chars().filter(|letter| !is_between(*letter));
    letters.try_fold(0, |count, letter| VisibleCell::of(letter).map(|_| count + 1))
}

/// Returns `true` if the cells of a line are separated by spaces.
fn is_spaced(line: &str) -> bool {
    line.trim().contains(char::is_whitespace)
}

/// Returns the rows among `lines`; the others are comments. `has_mines` is `true` if a line `mines M`
/// precedes them.
fn rows<'a>(lines: &[Line<'a>], has_mines: bool) -> Vec<Line<'a>> {
    let (marked, mut plain): (Vec<Line<'_>>, Vec<Line<'_>>) =
        lines.iter().partition(|(_, line)| is_marked(line));
    // A line between rows says nothing about the rows.
    plain.retain(|(_, line)| !is_dashed(line) && !is_border(line));
    let is_row = |line: &str| match only_cells(line) {
        None => false,
        // A single # is a row if the board has one column. A # followed by a space begins a row if the
        // board's cells are separated by spaces.
        Some(cells) if !plain.is_empty() => {
            (cells > 1 || plain.iter().any(|(_, row)| only_cells(row) == Some(1)))
                && (!line.trim_start()[1..].starts_with(char::is_whitespace)
                    || plain.iter().any(|(_, row)| is_spaced(row)))
        }
        Some(cells) => has_mines || cells > 1 && marked.iter().all(|(_, line)| only_cells(line).is_some()),
    };
    lines.iter().copied().filter(|(_, line)| !is_marked(line) || is_row(line)).collect()
}

/// The lines of one position: the number of mines, if present, and the rows.
pub(super) struct Passage<'a> {
    pub(super) mines: Option<Result<StatedMines, BoardError>>,
    pub(super) rows: Vec<Line<'a>>,
    /// The number of the line after the last one.
    pub(super) end: usize,
}

/// Splits the lines of a text into positions, which are separated by blank lines or begin with a line `mines M`. If `is_known`, the
/// number of mines is given separately, and any other first line is a row.
pub(super) fn parts(lines: &[(usize, String)], is_known: bool) -> Vec<Passage<'_>> {
    let all: Vec<Line<'_>> = lines
        .iter()
        .enumerate()
        .filter(|(at, (_, line))| {
            !is_border(line) && !is_separator_line(line) && !is_fence(line) && !is_empty_head(lines, *at)
        })
        .map(|(_, (number, line))| (*number, &line[..]))
        .collect();
    // A line of tabs is a row in a table with tabs, which `check_blank_rows` refuses between other rows.
    let is_tabbed = all.iter().any(|(_, line)| line.trim().contains('\t'));
    let is_blank = |line: &str| line.trim().is_empty() && !(is_tabbed && line.contains('\t'));
    let mut parts: Vec<Passage<'_>> = Vec::new();
    let mut before = None;
    for lines in all.split(|(_, line)| is_blank(line)).flat_map(stated_parts) {
        let first = lines.iter().position(|(_, line)| !is_marked(line));
        let is_header = |line: &str| states_mines(line) || !is_known && begins_otherwise(line);
        let stated = first.map(|first| (first, lines[first])).filter(|(_, (_, line))| is_header(line));
        let rest = stated.map_or(lines, |(first, _)| &lines[first + 1..]);
        let mines = stated.map(|(_, (number, line))| {
            read_mines(number, line).map(|(mines, column)| (mines, (number, column)))
        });
        let mines = mines.or_else(|| before.take());
        let rows = rows(rest, mines.is_some());
        if rows.is_empty() {
            before = mines;
        } else {
            let end = lines.last().map_or(1, |(number, _)| number + 1);
            parts.push(Passage { mines, rows, end });
        }
    }
    if let Some(mines) = before {
        let end = 1 + all.iter().rev().find(|(_, line)| !is_blank(line)).map_or(1, |(number, _)| *number);
        parts.push(Passage { mines: Some(mines), rows: Vec::new(), end });
    }
    parts
}

/// Returns `true` for a line such as ```` ``` ````, which begins or ends a text in Markdown.
fn is_fence(line: &str) -> bool {
    line.trim_start().starts_with("```")
}

/// Returns `true` if a line is the empty head of a table in Markdown: bars without cells above the only line of dashes, such as
/// `| | |` above `|---|---|`. In a drawing, a line of dashes is above the first row, too, or between all rows.
fn is_empty_head(lines: &[(usize, String)], at: usize) -> bool {
    let has_bar = |line: &str| line.trim_start().starts_with('|');
    let line = |at: Option<usize>| at.and_then(|at| lines.get(at)).map_or("", |(_, line)| &**line);
    let is_line = |line: &str| is_border(line) || is_dashed(line);
    let (head, below) = (line(Some(at)), line(Some(at + 1)));
    let is_empty = head.chars().all(|letter| letter == '|' || letter.is_whitespace());
    let is_first = !has_bar(line(at.checked_sub(1))) && !is_line(line(at.checked_sub(1)));
    let is_only = has_bar(line(Some(at + 2))) && !is_line(line(Some(at + 3)));
    has_bar(head) && is_empty && is_first && has_bar(below) && is_line(below) && is_only
}

/// Splits lines before each line `mines M` below other lines.
fn stated_parts<'l, 'a>(lines: &'l [Line<'a>]) -> Vec<&'l [Line<'a>]> {
    let plain = lines.iter().position(|(_, line)| !is_marked(line));
    let begins = plain.into_iter().flat_map(|plain| plain + 1..lines.len());
    let begins = begins.filter(|&at| states_mines(lines[at].1));
    let ends: Vec<usize> = begins.chain([lines.len()]).collect();
    let parts = ends.iter().scan(0, |begin, &end| Some(&lines[std::mem::replace(begin, end)..end]));
    parts.filter(|lines| !lines.is_empty()).collect()
}
