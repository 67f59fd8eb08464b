//! The lines that state the number of mines.

use super::lines::Line;
use super::rows::{is_between, plain_rows};
use super::words::is_lettered;
use super::{BoardError, MAX_CELLS, VisibleCell};

/// The message for a text without the number of mines.
pub(super) const NEEDED: &str = "the first line must be 'mines M', such as 'mines 10'";

/// The number of mines, and the line and column where it was read.
pub(super) type StatedMines = (usize, (usize, usize));

/// Parses the line `mines M`. Returns the number and its column.
pub(in crate::mines) fn read_mines(number: usize, line: &str) -> Result<(usize, usize), BoardError> {
    let start = line.chars().take_while(|letter| letter.is_whitespace() || *letter == '"').count();
    let needed = |column| BoardError::without_mines(number, column, NEEDED);
    let (column, digits) = match before_mines(line) {
        Some(digits) => (start + 1, digits),
        None => {
            let after = after_mines(line).ok_or_else(|| needed(start + 1))?;
            let column = start + 6 + after.chars().take_while(|letter| is_beside(*letter)).count();
            (column, after.trim_matches(is_beside))
        }
    };
    if digits.contains("..") || digits.ends_with('%') {
        let what =
            format!("{digits} is not one number of mines; leave this line out, and use --mines {digits}");
        return Err(BoardError::new(number, column, what));
    }
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(needed(column));
    }
    let too_many =
        || BoardError::new(number, column, format!("a board has at most {MAX_CELLS} cells and mines"));
    let mines = digits.parse().ok().filter(|&mines| mines <= MAX_CELLS).ok_or_else(too_many)?;
    Ok((mines, column))
}

/// Returns `true` for characters around a number of mines. Spreadsheets add separators for the empty cells of this row.
fn is_beside(letter: char) -> bool {
    is_between(letter) || matches!(letter, ':' | '"')
}

/// Returns `true` if a line is `mines M` or `M mines`, or begins with `mines`.
pub(super) fn states_mines(line: &str) -> bool {
    after_mines(line).is_some() || before_mines(line).is_some()
}

/// Returns the number of a line `M mines`, in any case.
fn before_mines(line: &str) -> Option<&str> {
    let (digits, word) = line.trim_matches(is_beside).split_once(char::is_whitespace)?;
    let is_word = ["mine", "mines"].iter().any(|mines| mines.eq_ignore_ascii_case(word.trim()));
    (is_word && digits.bytes().all(|byte| byte.is_ascii_digit())).then_some(digits)
}

/// Returns the text after the word `mines`, in any case, at the beginning of a line.
fn after_mines(line: &str) -> Option<&str> {
    let line = line.trim_start_matches(|letter: char| letter.is_whitespace() || letter == '"');
    line.get(..5).filter(|word| word.eq_ignore_ascii_case("mines")).map(|_| &line[5..])
}

/// Returns `true` if a line begins with a letter that is not a cell, as `mines M` does.
pub(super) fn begins_otherwise(line: &str) -> bool {
    let first = line.trim_start().chars().next();
    first.is_some_and(|letter| letter.is_alphabetic() && VisibleCell::of(letter).is_none())
        && !is_lettered(line)
}

/// Reads a first row that is a size: `WxHxM` before H rows of W cells, which states the number of mines. Other sizes are an error:
/// `WxH`, or `R C` or `R C M` before R rows of C cells. `is_known` is `true` if the number of mines is known without that line.
pub(super) fn size_line(rows: &[Line<'_>], is_known: bool) -> Option<Result<StatedMines, BoardError>> {
    let ((number, line), rest) = rows.split_first()?;
    let cells = |line: &str| line.chars().filter(|letter| !is_between(*letter)).count();
    let widths = || -> Vec<usize> {
        match plain_rows(rest).ok().flatten() {
            Some(rows) => rows.iter().map(|(_, row)| cells(row)).collect(),
            None => rest.iter().map(|(_, row)| cells(row)).collect(),
        }
    };
    let column = 1 + line.chars().take_while(|letter| letter.is_whitespace()).count();
    let numbers = |parts: &mut dyn Iterator<Item = &str>| -> Option<Vec<usize>> {
        parts.map(|part| part.trim().parse().ok()).collect()
    };
    let by_crosses = numbers(&mut line.split(['x', 'X', '\u{d7}'])).unwrap_or_default();
    // Hidden cells can be crosses, too.
    let letters = || line.chars().filter(|letter| !is_between(*letter));
    let is_row = || {
        let width = letters().count();
        let fits = |width: usize, height: usize| {
            rest.len() == height && widths().iter().all(|found| *found == width)
        };
        let [one, other] = [0, 1].map(|side| by_crosses.get(side).copied().unwrap_or_default());
        letters().all(|letter| VisibleCell::of(letter).is_some())
            && widths().iter().all(|found| *found == width)
            && !fits(one, other)
            && !fits(other, one)
    };
    if by_crosses.len() > 1 && is_row() {
        return None;
    }
    let mut is_false = false;
    let mines = match *by_crosses {
        [_, _] => None,
        [width, height, mines] => {
            let has_size = rest.len() == height && widths().iter().all(|found| *found == width);
            if has_size && mines <= MAX_CELLS {
                return Some(Ok((mines, (*number, column))));
            }
            is_false = true;
            Some(mines)
        }
        _ => {
            // Both orders of the sides are in use.
            let (sides, mines) = match *numbers(&mut line.split_whitespace())? {
                [height, width] => ([(height, width); 2], None),
                [one, other, mines] => ([(one, other), (other, one)], Some(mines)),
                _ => return None,
            };
            let is_size = |&(height, width): &(usize, usize)| {
                width != cells(line) && rest.len() == height && widths().iter().all(|found| *found == width)
            };
            if !sides.iter().any(is_size) {
                return None;
            }
            mines
        }
    };
    let instead = match mines {
        _ if is_known => "leave this line out".to_owned(),
        Some(mines) => format!("write 'mines {mines}' instead"),
        None => "write 'mines M' instead, such as 'mines 10'".to_owned(),
    };
    let what = match is_false {
        true => "is not the size of the rows below it",
        false => "is a size, not a row",
    };
    Some(Err(BoardError::new(*number, column, format!("{:?} {what}; {instead}", line.trim()))))
}
