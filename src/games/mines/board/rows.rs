//! The rows of a position as people write them: with blanks for opened cells without a number, and in frames.

use super::lines::Line;
use super::words::{MINUS, PlainRows, with_words};
use super::{BoardError, VisibleCell};

/// The letter of a blank cell: an open cell without a number.
pub(super) const BLANK: char = '\u{2422}';

/// Returns `true` for characters between cells: spaces, separators of tables, and the characters that turn a digit into an
/// emoji.
pub(super) fn is_between(letter: char) -> bool {
    letter.is_whitespace() || is_separator(letter) || is_emoji_mark(letter)
}

/// The character that requests the display of a character as an emoji.
pub(super) const EMOJI_MARK: char = '\u{fe0f}';

/// Returns `true` for the characters that turn a digit into an emoji.
pub(super) fn is_emoji_mark(letter: char) -> bool {
    matches!(letter, EMOJI_MARK | '\u{20e3}')
}

/// Returns `true` for characters between the cells of a table.
pub(super) fn is_separator(letter: char) -> bool {
    matches!(letter, ',' | ';' | '|' | '\u{2502}' | '\u{2503}' | '\u{2551}')
}

/// Returns `true` for vertical lines between cells.
pub(super) fn is_bar(letter: char) -> bool {
    is_separator(letter) && !matches!(letter, ',' | ';')
}

/// Returns the rows with one letter for each cell, if they have other words, separators or blank cells.
///
/// # Errors
/// If a word is a number that no cell has.
pub(super) fn plain_rows(rows: &[Line<'_>]) -> Result<Option<PlainRows>, BoardError> {
    Ok(with_words(rows)?.or_else(|| with_blanks(rows)))
}

/// Checks that all hidden cells have the same symbol: in another program, a second symbol can be an opened cell or a mine.
///
/// # Errors
/// If two symbols are mixed.
pub(super) fn check_symbols(rows: &[Line<'_>]) -> Result<(), BoardError> {
    let letters = rows.iter().flat_map(|&(line, row)| row.chars().enumerate().map(move |at| (line, at)));
    let mut hidden = letters.filter(|(_, (_, letter))| VisibleCell::of(*letter) == Some(VisibleCell::Hidden));
    let Some((_, (_, first))) = hidden.next() else { return Ok(()) };
    match hidden.find(|(_, (_, letter))| *letter != first) {
        None => Ok(()),
        Some((line, (column, other))) => {
            let instead = match [first, other].iter().any(|symbol| matches!(symbol, 'X' | 'x')) {
                true => "write * for a known mine",
                false => "write 0 for an opened cell",
            };
            let typed = |symbol: char| if symbol == MINUS { "-1".to_owned() } else { symbol.to_string() };
            let what = format!("{} and {} are both hidden cells; {instead}", typed(first), typed(other));
            Err(BoardError::new(line, column + 1, what))
        }
    }
}

/// Checks that no row between others has only separators.
///
/// # Errors
/// If there is such a row: spreadsheets write it for opened cells and between two tables.
pub(super) fn check_blank_rows(rows: &[Line<'_>]) -> Result<(), BoardError> {
    let is_empty =
        |line: &str| line.chars().all(|letter| letter.is_whitespace() || matches!(letter, ',' | ';' | '"'));
    let inner = rows.get(1..rows.len().saturating_sub(1)).unwrap_or_default();
    let Some((number, _)) = inner.iter().find(|(_, line)| is_empty(line)) else { return Ok(()) };
    let what =
        "a row of opened cells or a line between two boards; write 0 for opened cells, or an empty line";
    Err(BoardError::new(*number, 1, what))
}

/// Checks that cells are not spoilers of a chat program, such as `||1||||2||`: readers click them one by one, and the text is the same.
///
/// # Errors
/// If each row has only spoilers.
pub(super) fn check_spoilers(rows: &[Line<'_>]) -> Result<(), BoardError> {
    let is_cell = |letter: &char| !is_emoji_mark(*letter) && !letter.is_whitespace();
    let is_spoiler = |part: &str| part.chars().filter(is_cell).count() == 1;
    let is_row = |(_, line): &Line<'_>| {
        let inner = line.trim().strip_prefix("||").and_then(|line| line.strip_suffix("||"));
        inner.is_some_and(|line| line.replace("|| ||", "||||").split("||||").all(is_spoiler))
    };
    match rows.first().filter(|_| rows.iter().all(is_row)) {
        None => Ok(()),
        Some((line, _)) => {
            let what = "|| hides a cell until a reader clicks it, so the text does not show which cells are open; \
                        write '.' for a hidden cell, and open cells without ||";
            Err(BoardError::new(*line, 1, what))
        }
    }
}

/// Replaces blanks by [`BLANK`] if rows have blank cells: every row has the same places, and a place of at least one row is blank in
/// another. Cells are next to each other, or have one space between them.
fn with_blanks(rows: &[Line<'_>]) -> Option<PlainRows> {
    let is_even = |rows: &[Line<'_>]| {
        let mut lengths =
            rows.iter().map(|(_, line)| line.chars().filter(|letter| !is_between(*letter)).count());
        let first = lengths.next();
        lengths.all(|length| Some(length) == first)
    };
    let is_simple =
        |line: &str| line.chars().all(|letter| letter == ' ' || VisibleCell::of(letter).is_some());
    let is_spaced = |(_, line): &Line<'_>| line.chars().skip(1).step_by(2).all(|letter| letter == ' ');
    let step = if rows.iter().all(is_spaced) { 2 } else { 1 };
    // A row without a blank before its end is too short.
    let has_blank = |(_, line): &Line<'_>| line.trim_end().chars().step_by(step).any(|letter| letter == ' ');
    if is_even(rows) || !rows.iter().any(has_blank) || !rows.iter().all(|(_, line)| is_simple(line)) {
        return None;
    }
    let width = rows.iter().map(|(_, line)| line.trim_end().chars().count()).max()?;
    let fill = |(number, line): &Line<'_>| {
        let cells = line.chars().chain(std::iter::repeat(' ')).take(width).step_by(step);
        (*number, cells.map(|letter| if letter == ' ' { BLANK } else { letter }).collect())
    };
    Some(rows.iter().map(fill).collect())
}
