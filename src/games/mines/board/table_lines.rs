//! The lines that are drawn between the rows of a table.

use super::lines::Line;
use super::rows::is_bar;
use super::words::{BoardWords, MINUS, RowWord};
use super::{BoardError, VisibleCell};

/// Returns `true` for characters of drawn lines, except bars.
fn is_drawn(letter: char) -> bool {
    matches!(letter, '\u{2500}'..='\u{257f}' | '\u{2013}'..='\u{2015}') && !is_bar(letter)
}

/// Returns `true` for characters of lines that are also hidden cells.
fn is_dash(letter: char) -> bool {
    matches!(letter, '-' | '_')
}

/// Returns `true` for a line that cannot be a row, because it has characters that are no cells: `+---+---+`, `|:--|:-:|`,
/// `=======` or `├─┼─┤`.
pub(super) fn is_border(line: &str) -> bool {
    let is_joint = |letter: char| matches!(letter, '+' | ':');
    let is_line = |letter: char| is_dash(letter) || letter == '=' || is_drawn(letter);
    line.contains(is_line)
        && line.contains(|letter: char| !is_dash(letter) && (is_joint(letter) || is_line(letter)))
        && line.chars().all(|letter| is_joint(letter) || is_line(letter) || is_bar(letter) || letter == ' ')
}

/// Returns `true` for a line of dashes, bars and spaces.
pub(super) fn is_dashed(line: &str) -> bool {
    line.contains(is_dash) && line.chars().all(|letter| is_dash(letter) || is_bar(letter) || letter == ' ')
}

/// Removes lines of dashes that cannot be rows of hidden cells.
///
/// # Errors
/// If a line can be both.
pub(super) fn without_dashes<'a>(rows: &[Line<'a>]) -> Result<Vec<Line<'a>>, BoardError> {
    let (dashed, others): (Vec<Line<'_>>, Vec<Line<'_>>) = rows.iter().partition(|(_, line)| is_dashed(line));
    if dashed.is_empty() || others.is_empty() {
        return Ok(rows.to_vec());
    }
    let is_size = |line: &str| {
        line.contains(['x', 'X']) && line.split(['x', 'X']).all(|side| side.trim().parse::<usize>().is_ok())
    };
    let others: Vec<Line<'_>> = others
        .into_iter()
        .enumerate()
        .filter(|(at, (_, line))| *at > 0 || !is_size(line))
        .map(|(_, row)| row)
        .collect();
    let table = CellTable::of(&others);
    let mut kept = Vec::new();
    for &(number, line) in rows {
        let role = if is_dashed(line) { table.role(line) } else { DashRole::Row };
        if role == DashRole::Unclear {
            let column = 1 + line.chars().take_while(|letter| letter.is_whitespace()).count();
            let what = format!(
                "{:?} is a row of hidden cells or a line between rows; write '.' for a hidden cell, or leave the line out",
                line.trim()
            );
            return Err(BoardError::new(number, column, what));
        }
        if role == DashRole::Row {
            kept.push((number, line));
        }
    }
    Ok(kept)
}

/// The role of a line of dashes.
#[derive(Clone, Copy, PartialEq, Eq)]
enum DashRole {
    Row,
    Border,
    Unclear,
}

/// The facts about the other rows that decide the role of a line of dashes.
struct CellTable {
    /// Whether each row begins with its number.
    is_numbered: bool,
    /// Whether bars or other separators stand between the cells.
    is_table: bool,
    /// Whether no two cells are next to each other.
    is_separate: bool,
    /// The number of cells of each row, if all have the same.
    columns: Option<usize>,
    /// The characters of the widest row.
    width: usize,
    /// The symbols of hidden cells.
    hidden: Vec<char>,
}

impl CellTable {
    fn of(rows: &[Line<'_>]) -> Self {
        let words = BoardWords::of(rows);
        let all = &words.rows;
        // `-1` is one cell.
        let is_minus = |word: &[char]| word.len() == 2 && word[0] == '-';
        let is_apart = |pair: &[RowWord]| pair[1].0 - pair[0].0 > 1;
        let is_separate = all.iter().all(|row| {
            row.len() > 1
                && row.iter().all(|(_, word)| word.len() < 2 || is_minus(word))
                && row.windows(2).all(is_apart)
        });
        let cells = |(_, word): &RowWord| if is_separate { 1 } else { word.len().max(1) };
        let mut counts = all.iter().map(|row| row.iter().map(cells).sum());
        let first = counts.next();
        let symbols = all.iter().flatten().flat_map(|(_, word)| match &word[..] {
            [] => vec![' '],
            word if is_separate && is_minus(word) => vec![MINUS],
            word => word.to_vec(),
        });
        let is_hidden =
            |symbol: &char| *symbol == ' ' || VisibleCell::of(*symbol) == Some(VisibleCell::Hidden);
        let mut hidden: Vec<char> = Vec::new();
        for symbol in symbols.filter(is_hidden) {
            if !hidden.contains(&symbol) {
                hidden.push(symbol);
            }
        }
        Self {
            is_numbered: words.numbered().is_some_and(|rows| rows.has_numbers),
            is_table: words.is_table,
            is_separate,
            columns: first.filter(|first| counts.all(|count| count == *first)),
            width: rows.iter().map(|(_, line)| line.trim().chars().count()).max().unwrap_or(0),
            hidden,
        }
    }

    /// Returns the role of a line of dashes. A row has one dash for each cell, and its dash is a hidden cell in another row, too,
    /// unless the other rows have no hidden cells.
    fn role(&self, line: &str) -> DashRole {
        let line = line.trim();
        let runs = line.split(|letter| !is_dash(letter)).map(str::len);
        let (dashes, longest) = (runs.clone().sum(), runs.max().unwrap_or(0));
        let is_symbol = self.hidden.iter().any(|symbol| line.contains(*symbol) && *symbol != ' ');
        if self.is_numbered || self.is_table && self.is_separate && longest > 1 {
            return DashRole::Border;
        }
        match self.columns {
            Some(columns) if columns != dashes => {
                let is_wide = longest == line.len() && longest == self.width && dashes > columns;
                // Without the line, the board would have no hidden cells.
                let is_whole = is_wide && !self.hidden.is_empty();
                match (is_whole, is_symbol && !self.is_table) {
                    (true, false) => DashRole::Border,
                    (true, true) => DashRole::Unclear,
                    (false, _) => DashRole::Row,
                }
            }
            _ if is_symbol || self.hidden.is_empty() => DashRole::Row,
            _ => DashRole::Unclear,
        }
    }
}
