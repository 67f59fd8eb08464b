//! Positions on a board, and the text they are written in.
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
//! The first line tells how many mines there are in all; `Mines 3` and `mines: 3` say the same. Each further line is a
//! row of cells, one character a cell, all rows alike long; spaces between cells are allowed. A blank line ends a
//! position, so that a text can have several.
//!
//! | character | cell |
//! | --- | --- |
//! | `0` to `8` | opened; the number of mines around it |
//! | `.` `?` `#` `-` `_` `H` | not opened |
//! | `F` `f` `!` | not opened, with a flag; a flag is what a player thinks, and changes no probability |
//! | `*` | a mine that is known; it counts among the mines in all |
//!
//! A line of cells alone that begins with `#` is a row; other lines that begin with `#` are ignored.

mod read;

use super::grid::Grid;
use super::system::{Contradiction, Flaw, Seen, System};
pub use read::NEEDED;
pub(super) use read::{lines, read_mines};
use std::fmt::{self, Display};
use thiserror::Error;

/// The most cells of a board.
pub const MOST_CELLS: usize = 1 << 16;

/// A board as it is seen: what every cell shows, and how many mines there are.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct SeenBoard {
    grid: Grid,
    mines: usize,
    /// Row by row.
    cells: Vec<Seen>,
}

/// The reason a text is not a position: where, and what is wrong.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{}{what}", if *line == 0 { String::new() } else { format!("line {line}, column {column}: ") })]
pub struct Misread {
    /// The line, from 1; 0 if the text is not at fault but the number of mines that is known beside it.
    pub line: usize,
    /// The column in characters, from 1; 0 where the line is.
    pub column: usize,
    /// The mistake, in one sentence.
    pub what: String,
}

impl Misread {
    pub(super) fn new(line: usize, column: usize, what: impl Into<String>) -> Self {
        Self { line, column, what: what.into() }
    }
}

impl SeenBoard {
    /// The position with these cells, row by row.
    ///
    /// # Errors
    /// Everything that [`str::parse`] would find wrong with the text of the board, there as well.
    ///
    /// # Panics
    /// If the cells are not whole rows of `columns`.
    pub fn new(columns: usize, cells: Vec<Seen>, mines: usize) -> Result<Self, Misread> {
        assert!(columns > 0 && cells.len().is_multiple_of(columns), "rows are whole");
        let grid = Grid { rows: cells.len() / columns, columns };
        let board = Self { grid, mines, cells };
        board.check((1, 7), |cell| {
            let [row, column] = grid.at(cell);
            (1 + row, column)
        })?;
        Ok(board)
    }

    /// Its rows and columns.
    pub fn grid(&self) -> Grid {
        self.grid
    }

    /// The number of rows.
    pub fn rows(&self) -> usize {
        self.grid.rows
    }

    /// The number of columns.
    pub fn columns(&self) -> usize {
        self.grid.columns
    }

    /// The number of mines, known ones included.
    pub fn mines(&self) -> usize {
        self.mines
    }

    /// The cells, row by row.
    pub fn cells(&self) -> &[Seen] {
        &self.cells
    }

    /// The cells that touch `cell`, at most eight, ascending.
    pub fn neighbours(&self, cell: usize) -> impl Iterator<Item = usize> + use<> {
        self.grid.neighbours(cell)
    }

    /// Shows another cell at a place. What a game shows contradicts nothing, so nothing is checked.
    pub(super) fn set(&mut self, place: usize, cell: Seen) {
        self.cells[place] = cell;
    }

    /// Returns the equations that the board implies.
    ///
    /// # Errors
    /// If a number contradicts the known mines around it; a board that was read does not.
    pub fn system(&self) -> Result<System, Contradiction> {
        System::of((&self.cells, self.mines), |cell| self.neighbours(cell))
    }

    /// Refuses a board that cannot be, cell by cell; `place` tells the line and the column of a cell.
    fn check(
        &self,
        mines_at: (usize, usize),
        place: impl Fn(usize) -> (usize, usize),
    ) -> Result<(), Misread> {
        let near = |cell: usize| self.neighbours(cell);
        let flaw = Flaw::of((&self.cells, self.mines), near, "cell", |_| "it".to_owned());
        let ((line, column), what) = match flaw {
            None => return Ok(()),
            Some(Flaw::Room(what)) => (mines_at, what),
            Some(Flaw::Known(known)) => {
                let last = self.cells.iter().rposition(|cell| *cell == Seen::Mine).unwrap_or(0);
                (place(last), format!("{known} known mines, but there are {} in all", self.mines))
            }
            Some(Flaw::Number(cell, what)) => (place(cell), what),
        };
        Err(Misread::new(line, column, what))
    }
}

impl Display for SeenBoard {
    /// The text that reads back as this board.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "mines {}", self.mines)?;
        for row in self.cells.chunks(self.grid.columns) {
            row.iter().try_for_each(|cell| cell.fmt(f))?;
            writeln!(f)?;
        }
        Ok(())
    }
}
