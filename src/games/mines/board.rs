//! Positions on a board, and their text format.
//!
//! ```text
//! # Lindgren (2000), section 2, example 3
//! mines 3
//! 1...
//! ....
//! ..2.
//! ....
//! ```
//!
//! The first line is the total number of mines; `Mines 3`, `mines: 3` and `3 mines` are equivalent. Each further line is a row
//! of cells, with one character per cell. All rows have the same length; spaces between cells are allowed. A blank
//! line ends a position, so that one text can contain several. All hidden cells have one symbol. Cells can be the
//! fields of a table with lines between the rows, and rows and columns can be numbered; `-1` is then a hidden cell,
//! too. A text that can be read in two ways is an error.
//!
//! | character | cell |
//! | --- | --- |
//! | `0` to `8` | opened, with this number of adjacent mines |
//! | `·` | opened, without adjacent mines |
//! | `.` `?` `#` `-` `_` `H` `X` `x`, or a square such as `■` | not opened |
//! | `F` `f` `!` `⚑` | not opened, with a flag; a flag is the player's opinion and changes no probability |
//! | `*` | a known mine, included in the total |
//!
//! A line that begins with `#` is a row if it contains only cells; otherwise it is a comment.

mod header;
mod lines;
mod passages;
mod read;
mod rows;
mod table_lines;
mod words;

use super::grid::CellGrid;
use super::system::{Contradiction, Flaw, System, VisibleCell};
use crate::counted;
pub(super) use header::read_mines;
pub(super) use lines::lines;
use std::fmt::{self, Display};
use thiserror::Error;

/// The largest number of cells of a board.
pub const MAX_CELLS: usize = 1 << 16;

/// The visible state of a board: the content of every cell and the total number of mines.
///
/// ```
/// use chancetree::games::mines::board::SeenBoard;
/// use chancetree::games::mines::system::VisibleCell;
///
/// let board: SeenBoard = "mines 2\n1..\n...".parse()?;
/// assert_eq!((board.rows(), board.columns(), board.mines()), (2, 3, 2));
/// assert_eq!(board.grid().to_string(), "2 x 3");
/// assert_eq!(board.cells()[0], VisibleCell::Open(1));
/// assert_eq!(board.neighbours(0).collect::<Vec<_>>(), [1, 3, 4]);
/// assert_eq!(board.to_string(), "mines 2\n1..\n...\n");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct SeenBoard {
    grid: CellGrid,
    mines: usize,
    /// The cells, row by row.
    cells: Vec<VisibleCell>,
}

/// The reason a text is not a position, and where.
///
/// ```
/// use chancetree::games::mines::board::SeenBoard;
///
/// let refused = "mines 2\n1.y".parse::<SeenBoard>().unwrap_err();
/// assert_eq!((refused.line, refused.column), (2, 3));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{}{what}", if *line == 0 { String::new() } else { format!("line {line}, column {column}: ") })]
pub struct BoardError {
    /// The line, from 1; 0 if the error is not in the text but in the number of mines that is given separately.
    pub line: usize,
    /// The column in characters, from 1; 0 if `line` is 0.
    pub column: usize,
    /// The error, in one sentence.
    pub what: String,
    /// Whether the number of mines is missing.
    pub is_without_mines: bool,
    /// Whether the text has another number of mines than the one that is given separately.
    pub has_other_mines: bool,
}

impl BoardError {
    pub(super) fn new(line: usize, column: usize, what: impl Into<String>) -> Self {
        Self { line, column, what: what.into(), is_without_mines: false, has_other_mines: false }
    }

    /// Returns the error of a text whose lines were cut off on the left.
    fn indented(mut self, indent: usize) -> Self {
        self.column += if self.line == 0 { 0 } else { indent };
        self
    }

    /// Returns the error about a text without the number of mines.
    fn without_mines(line: usize, column: usize, what: impl Into<String>) -> Self {
        Self { is_without_mines: true, ..Self::new(line, column, what) }
    }
}

impl SeenBoard {
    /// Creates a position from its cells, row by row.
    ///
    /// # Errors
    /// Returns the error that [`str::parse`] would report for the text of the board, with its line and column
    /// there.
    ///
    /// # Panics
    /// Panics if `columns` is 0 or does not divide the number of cells.
    ///
    /// ```
    /// use chancetree::games::mines::board::SeenBoard;
    /// use chancetree::games::mines::system::VisibleCell;
    ///
    /// let cells = vec![VisibleCell::Open(1), VisibleCell::Hidden];
    /// assert_eq!(SeenBoard::new(2, cells.clone(), 1)?.to_string(), "mines 1\n1.\n");
    ///
    /// // The text of the position would have too large a number in line 1, column 7.
    /// let refused = SeenBoard::new(2, cells, 2).unwrap_err();
    /// assert_eq!((refused.line, refused.column), (1, 7));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn new(columns: usize, cells: Vec<VisibleCell>, mines: usize) -> Result<Self, BoardError> {
        assert!(columns > 0 && cells.len().is_multiple_of(columns), "rows are whole");
        let grid = CellGrid { rows: cells.len() / columns, columns };
        let board = Self { grid, mines, cells };
        board.check((1, 7), |cell| {
            let [row, column] = grid.at(cell);
            (1 + row, column)
        })?;
        Ok(board)
    }

    /// Returns the rows and columns.
    pub fn grid(&self) -> CellGrid {
        self.grid
    }

    /// Returns the number of rows.
    pub fn rows(&self) -> usize {
        self.grid.rows
    }

    /// Returns the number of columns.
    pub fn columns(&self) -> usize {
        self.grid.columns
    }

    /// Returns the total number of mines, including known ones.
    pub fn mines(&self) -> usize {
        self.mines
    }

    /// Returns the cells, row by row.
    pub fn cells(&self) -> &[VisibleCell] {
        &self.cells
    }

    /// Returns the neighbours of `cell`, at most eight, ascending.
    pub fn neighbours(&self, cell: usize) -> impl Iterator<Item = usize> + use<> {
        self.grid.neighbours(cell)
    }

    /// Replaces a cell without validation, for cells that a game reveals.
    pub(super) fn set(&mut self, place: usize, cell: VisibleCell) {
        self.cells[place] = cell;
    }

    /// Replaces cells by known mines without validation. If the number of mines is uncertain, the board has its known mines.
    pub(super) fn mark(&mut self, mines: &[usize]) {
        mines.iter().for_each(|&place| self.cells[place] = VisibleCell::Mine);
        self.mines = self.mines.max(self.known_mines());
    }

    /// Returns the number of known mines.
    pub(super) fn known_mines(&self) -> usize {
        self.cells.iter().filter(|cell| **cell == VisibleCell::Mine).count()
    }

    /// Returns the equations that the board implies.
    ///
    /// # Errors
    /// Returns an error if a number contradicts the known mines around it. A board that was read has no such
    /// contradiction.
    ///
    /// ```
    /// use chancetree::games::mines::board::SeenBoard;
    ///
    /// let system = "mines 1\n.1.".parse::<SeenBoard>()?.system()?;
    /// assert_eq!((system.hidden, system.mines), (vec![0, 2], 1));
    /// assert_eq!((system.clues[0].at, system.clues[0].mines), (1, 1));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn system(&self) -> Result<System, Contradiction> {
        System::of((&self.cells, self.mines), |cell| self.neighbours(cell))
    }

    /// Checks that the board is possible, cell by cell. `place` returns the line and column of a cell.
    fn check(
        &self,
        mines_at: (usize, usize),
        place: impl Fn(usize) -> (usize, usize),
    ) -> Result<(), BoardError> {
        let near = |cell: usize| self.neighbours(cell);
        let flaw = Flaw::of((&self.cells, self.mines), near, "cell", |_| "it".to_owned());
        let ((line, column), what) = match flaw {
            None => return Ok(()),
            Some(Flaw::Room(what)) => (mines_at, what),
            Some(Flaw::Known(known)) => {
                let last = self.cells.iter().rposition(|cell| *cell == VisibleCell::Mine).unwrap_or(0);
                let known = counted(known, "known mine");
                (place(last), format!("{known}, but the number of mines is {}", self.mines))
            }
            Some(Flaw::Number(cell, what)) => (place(cell), what),
        };
        Err(BoardError::new(line, column, what))
    }
}

impl Display for SeenBoard {
    /// Writes the text that [`SeenBoard::read`] reads back as this board.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "mines {}", self.mines)?;
        for row in self.cells.chunks(self.grid.columns) {
            row.iter().try_for_each(|cell| cell.fmt(f))?;
            writeln!(f)?;
        }
        Ok(())
    }
}
