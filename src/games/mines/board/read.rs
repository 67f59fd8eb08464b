//! The parser of positions.

use super::header::{NEEDED, StatedMines, size_line};
use super::lines::{Line, text_lines, unquoted};
use super::passages::{Passage, parts};
use super::rows::{BLANK, check_blank_rows, check_spoilers, check_symbols, is_between, plain_rows};
use super::table_lines::without_dashes;
use super::{BoardError, CellGrid, MAX_CELLS, SeenBoard, VisibleCell};
use crate::counted;
use crate::model::order;
use std::collections::{BTreeSet, HashMap};
use std::str::FromStr;

impl SeenBoard {
    /// Reads all positions of a text, which are separated by blank lines or begin with a line `mines M`. `mines` is the number of mines of
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
        Self::read_parts(text, mines.is_some(), |part| part.board(mines))
    }

    fn read_parts(
        text: &str,
        is_known: bool,
        board: impl Fn(Passage<'_>) -> Result<Self, BoardError>,
    ) -> Vec<Result<Self, BoardError>> {
        let (text, indent) = unquoted(text);
        let lines = text_lines(&text);
        let boards = parts(&lines, is_known).into_iter().map(board);
        boards.map(|board| board.map_err(|error| error.indented(indent))).collect()
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
        Self::read_parts(text, true, |mut part| match part.mines.take().transpose()? {
            None => {
                part.rows = without_dashes(&part.rows)?;
                part.board_of_rows(None)
            }
            Some((_, (line, column))) => {
                Err(BoardError::new(line, column, "a number of mines here, but another is given separately"))
            }
        })
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
                return Err(BoardError { has_other_mines: true, ..BoardError::new(line, column, what) });
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
        check_blank_rows(all)?;
        check_spoilers(all)?;
        let (mut cells, mut places, mut blanks) = (Vec::new(), Vec::new(), Vec::new());
        let mut columns = None;
        let plain = plain_rows(all)?;
        let lines: Vec<Line<'_>> = plain.as_ref().map_or_else(
            || all.to_vec(),
            |rows| rows.iter().map(|(number, row)| (*number, &**row)).collect(),
        );
        // A line of words has another message.
        if !lines.iter().any(|(_, line)| is_sentence(line)) {
            check_symbols(&lines)?;
        }
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

/// Returns `true` if a line has a word of at least three different letters that are no cells.
fn is_sentence(line: &str) -> bool {
    let is_strange = |letter: &char| letter.is_alphabetic() && VisibleCell::of(*letter).is_none();
    line.split(|letter: char| !letter.is_alphabetic())
        .any(|word| order::inserted::<BTreeSet<char>, _>(word.chars().filter(is_strange)).len() > 2)
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
                'M' | 'm' if !is_sentence(line) => {
                    format!(
                        "{letter:?} is a known mine or a flag; write '*' for a known mine, 'F' for a flag"
                    )
                }
                ':' => {
                    "the name of an emoji is not a cell; copy the emoji itself, or write digits".to_owned()
                }
                '<' => "a tag is not a cell; copy the table as it is displayed, or as CSV".to_owned(),
                _ if is_sentence(line) => {
                    "this line is not a row of cells; begin a comment with #".to_owned()
                }
                'E' | 'B' => {
                    format!("{letter:?} is not a cell; write '.' for a hidden cell, 0 for an opened one")
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
        let (text, indent) = unquoted(text);
        let lines = text_lines(&text);
        let mut parts = parts(&lines, mines.is_some()).into_iter();
        let nothing = || match mines {
            Some(_) => BoardError::new(1, 1, "there is nothing here; rows such as '..1.' are needed"),
            None => BoardError::without_mines(1, 1, format!("there is nothing here; {NEEDED}")),
        };
        let board = parts.next().ok_or_else(nothing)?.board(mines).map_err(|error| error.indented(indent))?;
        match parts.next() {
            None => Ok(board),
            Some(part) => {
                let at = part.rows.first().map_or(part.end, |(number, _)| *number);
                Err(BoardError::new(at, 1, "another board begins here; one is needed"))
            }
        }
    }
}
