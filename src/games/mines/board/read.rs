//! The parser of positions.

use super::rows::{BLANK, check_symbols, is_between, plain_rows};
use super::table_lines::{is_border, is_dashed, without_dashes};
use super::words::is_lettered;
use super::{BoardError, CellGrid, MAX_CELLS, SeenBoard, VisibleCell};
use crate::counted;
use std::borrow::Cow;
use std::collections::HashMap;
use std::str::FromStr;

/// The message for a text without the number of mines.
const NEEDED: &str = "the first line must be 'mines M', such as 'mines 10'";

/// A line with its number, from 1.
pub(super) type Line<'a> = (usize, &'a str);

/// The number of mines, and the line and column where it was read.
type StatedMines = (usize, (usize, usize));

/// Parses the line `mines M`. Returns the number and its column.
pub(in crate::mines) fn read_mines(number: usize, line: &str) -> Result<(usize, usize), BoardError> {
    let start = line.chars().take_while(|letter| letter.is_whitespace() || *letter == '"').count();
    let needed = |column| BoardError::without_mines(number, column, NEEDED);
    let after = after_mines(line).ok_or_else(|| needed(start + 1))?;
    // Spreadsheets add separators for the empty cells of this row.
    let is_beside = |letter: char| is_between(letter) || matches!(letter, ':' | '"');
    let column = start + 6 + after.chars().take_while(|letter| is_beside(*letter)).count();
    let digits = after.trim_matches(is_beside);
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

/// Returns the text after the word `mines`, in any case, at the beginning of a line.
fn after_mines(line: &str) -> Option<&str> {
    let line = line.trim_start_matches(|letter: char| letter.is_whitespace() || letter == '"');
    line.get(..5).filter(|word| word.eq_ignore_ascii_case("mines")).map(|_| &line[5..])
}

/// Returns the lines that are neither blank nor comments, with their numbers from 1.
pub(in crate::mines) fn lines(text: &str) -> impl Iterator<Item = Line<'_>> {
    let is_content = |line: &str| !is_blank(line) && !is_marked(line);
    numbered(text).filter(move |(_, line)| is_content(line))
}

fn numbered(text: &str) -> impl Iterator<Item = Line<'_>> {
    let text = text.strip_prefix('\u{FEFF}').unwrap_or(text);
    split_lines(text).enumerate().map(|(index, line)| (index + 1, line))
}

/// Splits a text at line feeds, carriage returns, and carriage returns followed by a line feed.
fn split_lines(mut text: &str) -> impl Iterator<Item = &str> {
    std::iter::from_fn(move || {
        if text.is_empty() {
            return None;
        }
        let (line, rest) = text.split_at(text.find(['\n', '\r']).unwrap_or(text.len()));
        let line_feed = rest.trim_start_matches('\r').strip_prefix('\n');
        text = line_feed.or_else(|| rest.strip_prefix('\r')).unwrap_or_default();
        Some(line)
    })
}

fn is_blank(line: &str) -> bool {
    line.trim().is_empty()
}

/// Returns `true` if a line begins with `#`: a comment, or a row that begins with a hidden cell.
fn is_marked(line: &str) -> bool {
    line.trim_start().starts_with('#')
}

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
struct Passage<'a> {
    mines: Option<Result<StatedMines, BoardError>>,
    rows: Vec<Line<'a>>,
    /// The number of the line after the last one.
    end: usize,
}

/// Replaces full-width letters, as Chinese and Japanese keyboards write them, by ASCII.
fn narrow(text: &str) -> Cow<'_, str> {
    let is_wide = |letter: char| matches!(letter, '\u{ff01}'..='\u{ff5e}');
    let ascii = |letter: char| match letter {
        wide if is_wide(wide) => char::from_u32(wide as u32 - 0xfee0).unwrap_or(wide),
        other => other,
    };
    if text.contains(is_wide) { text.chars().map(ascii).collect() } else { text.into() }
}

/// Returns `true` for a line such as `sep=;`, which spreadsheets write above a table.
fn is_separator_line(line: &str) -> bool {
    let line = line.trim().trim_matches('"');
    let separator = line.get(..4).filter(|word| word.eq_ignore_ascii_case("sep=")).map(|_| &line[4..]);
    separator.is_some_and(|separator| separator.chars().count() < 2 && separator.chars().all(is_between))
}

/// Splits a text into positions, which are separated by blank lines. A line `mines M` on its own belongs to
/// the next position. If `is_known`, the number of mines is given separately, and any other first line is a row.
fn parts(text: &str, is_known: bool) -> Vec<Passage<'_>> {
    let all: Vec<Line<'_>> =
        numbered(text).filter(|(_, line)| !is_border(line) && !is_separator_line(line)).collect();
    let mut parts: Vec<Passage<'_>> = Vec::new();
    let mut before = None;
    for lines in all.split(|(_, line)| is_blank(line)).filter(|lines| !lines.is_empty()) {
        let first = lines.iter().position(|(_, line)| !is_marked(line));
        let is_header = |line: &str| after_mines(line).is_some() || !is_known && begins_otherwise(line);
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

/// Returns `true` if a line begins with a letter that is not a cell, as `mines M` does.
fn begins_otherwise(line: &str) -> bool {
    let first = line.trim_start().chars().next();
    first.is_some_and(|letter| letter.is_alphabetic() && VisibleCell::of(letter).is_none())
        && !is_lettered(line)
}

impl SeenBoard {
    /// Reads all positions of a text, which are separated by blank lines. `mines` is the number of mines of
    /// positions without a line `mines M`.
    ///
    /// # Errors
    /// Each position is an error, with line and column, if the line `mines M` is missing, malformed or
    /// contradicts `mines`, a character is unknown, the rows differ in length, there are more than
    /// [`MAX_CELLS`] cells or more mines than cells for them, or a number is impossible.
    ///
    /// ```
    /// use chancetree::games::mines::board::SeenBoard;
    ///
    /// // The second position has no number of mines of its own.
    /// let boards = SeenBoard::read("mines 1\n1.\n\n..1", Some(1));
    /// let mines: Vec<usize> = boards.into_iter().flatten().map(|board| board.mines()).collect();
    /// assert_eq!(mines, [1, 1]);
    /// ```
    pub fn read(text: &str, mines: Option<usize>) -> Vec<Result<Self, BoardError>> {
        parts(&narrow(text), mines.is_some()).into_iter().map(|part| part.board(mines)).collect()
    }

    /// Reads all positions of a text as [`SeenBoard::read`] does, if their number of mines is uncertain. Each has the number
    /// of its known mines.
    ///
    /// # Errors
    /// As [`SeenBoard::read`], and if the text states a number of mines.
    ///
    /// ```
    /// use chancetree::games::mines::board::SeenBoard;
    ///
    /// let [Ok(board)] = &SeenBoard::read_uncertain("*2.")[..] else { panic!("one position") };
    /// assert_eq!(board.mines(), 1);
    /// assert!(SeenBoard::read_uncertain("mines 3\n*2.")[0].is_err());
    /// ```
    pub fn read_uncertain(text: &str) -> Vec<Result<Self, BoardError>> {
        let board = |mut part: Passage<'_>| match part.mines.take().transpose()? {
            None => {
                part.rows = without_dashes(&part.rows)?;
                part.board_of_rows(None)
            }
            Some((_, (line, column))) => {
                Err(BoardError::new(line, column, "a number of mines here, but another is given separately"))
            }
        };
        parts(&narrow(text), true).into_iter().map(board).collect()
    }
}

impl Passage<'_> {
    fn board(mut self, given: Option<usize>) -> Result<SeenBoard, BoardError> {
        let mut stated = self.mines.take().transpose()?;
        self.rows = without_dashes(&self.rows)?;
        if let Some(size) = size_line(&self.rows, stated.is_some() || given.is_some()) {
            stated = Some(size?);
            self.rows.remove(0);
        }
        let begin = self.rows.first().map_or(self.end, |(number, _)| *number);
        let stated = match (stated, given) {
            (Some((stated, (line, column))), Some(given)) if stated != given => {
                let what = format!("{} here, but {given} given separately", counted(stated, "mine"));
                return Err(BoardError::new(line, column, what));
            }
            (Some(stated), _) => stated,
            (None, Some(given)) => (given, (0, 0)),
            (None, None) => return Err(BoardError::without_mines(begin, 1, NEEDED)),
        };
        self.board_of_rows(Some(stated))
    }

    /// Reads the rows. Without a stated number of mines, the board has only its known mines.
    fn board_of_rows(self, stated: Option<StatedMines>) -> Result<SeenBoard, BoardError> {
        let all = &self.rows[..];
        let (mut cells, mut places, mut blanks) = (Vec::new(), Vec::new(), Vec::new());
        let mut columns = None;
        let plain = plain_rows(all)?;
        let lines: Vec<Line<'_>> = plain.as_ref().map_or_else(
            || all.to_vec(),
            |rows| rows.iter().map(|(number, row)| (*number, &**row)).collect(),
        );
        check_symbols(&lines)?;
        for &(number, line) in &lines {
            let begun = cells.len();
            let length = row((number, line), plain.is_some(), columns, &mut cells, &mut places)?;
            columns = columns.or(Some(length));
            let letters = line.chars().filter(|letter| !is_between(*letter));
            blanks.extend((begun..).zip(letters).filter(|(_, letter)| *letter == BLANK).map(|(at, _)| at));
        }
        if plain.is_some() {
            // Blanks that were added at the end of a row are not in the text.
            let ends: HashMap<usize, usize> =
                all.iter().map(|(number, line)| (*number, line.chars().count() + 1)).collect();
            places.iter_mut().for_each(|(number, column)| *column = (*column).min(ends[number]));
        }
        let missing = || BoardError::new(self.end, 1, "the rows are missing, such as '..1.'");
        let grid = CellGrid { rows: lines.len(), columns: columns.ok_or_else(missing)? };
        let known = || cells.iter().filter(|cell| **cell == VisibleCell::Mine).count();
        let (mines, stated_at) = stated.unwrap_or_else(|| (known(), (0, 0)));
        let board = SeenBoard { grid, mines, cells };
        let is_doubtful = |&&blank: &&usize| {
            let mut near = grid.neighbours(blank).map(|near| board.cells[near]);
            near.any(|near| matches!(near, VisibleCell::Hidden | VisibleCell::Mine))
        };
        if let Some((line, column)) = blanks.iter().find(is_doubtful).map(|&blank| places[blank]) {
            let what = "a blank is an opened cell without mines around it, but a hidden cell touches it; \
                        write ? for a hidden cell, 0 for an opened cell";
            return Err(BoardError::new(line, column, what));
        }
        board.check(stated_at, |cell| places[cell]).map_err(|mut error| {
            if !blanks.is_empty() && mines > board.cells.iter().filter(|cell| !cell.is_open()).count() {
                error.what += "; blanks are opened cells, write ? for a hidden cell";
            }
            error
        })?;
        Ok(board)
    }
}

/// Reads a first row that is a size: `WxHxM` before H rows of W cells, which states the number of mines. Other sizes are an error:
/// `WxH`, or `R C` or `R C M` before R rows of C cells. `is_known` is `true` if the number of mines is known without that line.
fn size_line(rows: &[Line<'_>], is_known: bool) -> Option<Result<StatedMines, BoardError>> {
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
    let by_crosses = numbers(&mut line.split(['x', 'X', '\u{d7}']));
    let mut is_false = false;
    let mines = match *by_crosses.unwrap_or_default() {
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

/// Parses a row and returns its length, which must equal `columns` if that is known. In a plain row, blank cells have letters.
fn row(
    (number, line): Line<'_>,
    is_plain: bool,
    columns: Option<usize>,
    cells: &mut Vec<VisibleCell>,
    places: &mut Vec<(usize, usize)>,
) -> Result<usize, BoardError> {
    let begun = cells.len();
    let letters = line.chars().enumerate().filter(|(_, letter)| !is_between(*letter));
    for (column, letter) in letters {
        let wrong = |what: String| BoardError::new(number, column + 1, what);
        let cell = if letter == BLANK { Some(VisibleCell::Open(0)) } else { VisibleCell::of(letter) };
        let cell = cell.ok_or_else(|| {
            wrong(match letter {
                '9' => "9 mines around a cell that has at most 8 neighbours".to_owned(),
                'M' | 'm' => {
                    format!(
                        "{letter:?} is a known mine or a flag; write '*' for a known mine, 'F' for a flag"
                    )
                }
                _ => format!("{letter:?} is not a cell; a digit 0 to 8, '.', 'F' or '*' is needed"),
            })
        })?;
        if cells.len() == MAX_CELLS {
            return Err(wrong(format!("a board has at most {MAX_CELLS} cells")));
        }
        if let Some(columns) = columns.filter(|&columns| cells.len() - begun == columns) {
            return Err(wrong(format!(
                "this row is longer than the {} of the first",
                counted(columns, "cell")
            )));
        }
        cells.push(cell);
        places.push((number, column + 1));
    }
    let length = cells.len() - begun;
    if let Some(columns) = columns.filter(|&columns| columns != length) {
        let end = line.trim_end().chars().count() + 1;
        let mut what = format!("this row has {}, but the first has {columns}", counted(length, "cell"));
        if !is_plain && line.trim_end().contains(char::is_whitespace) {
            what.push_str("; a blank is not a cell, write 0 for an opened cell without a number");
        }
        return Err(BoardError::new(number, end, what));
    }
    Ok(length)
}

impl FromStr for SeenBoard {
    type Err = BoardError;

    /// Reads the only position of a text.
    ///
    /// # Errors
    /// Returns an error as [`SeenBoard::read`] does, or if there is no position or more than one.
    fn from_str(text: &str) -> Result<Self, BoardError> {
        Self::read_one(text, None)
    }
}

impl SeenBoard {
    /// Reads the only position of a text. `mines` is the number of mines if the text does not state it.
    ///
    /// # Errors
    /// Returns an error as [`SeenBoard::read`] does, or if there is no position or more than one.
    pub fn read_one(text: &str, mines: Option<usize>) -> Result<Self, BoardError> {
        let text = narrow(text);
        let mut parts = parts(&text, mines.is_some()).into_iter();
        let nothing = || match mines {
            Some(_) => BoardError::new(1, 1, "there is nothing here; rows such as '..1.' are needed"),
            None => BoardError::without_mines(1, 1, format!("there is nothing here; {NEEDED}")),
        };
        let board = parts.next().ok_or_else(nothing)?.board(mines)?;
        match parts.next() {
            None => Ok(board),
            Some(part) => {
                let at = part.rows.first().map_or(part.end, |(number, _)| *number);
                Err(BoardError::new(at, 1, "another board begins here after the blank line; one is needed"))
            }
        }
    }
}
