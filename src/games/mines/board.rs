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

use super::system::{Contradiction, Seen, System};
pub use read::NEEDED;
pub(super) use read::{lines, read_mines};
use std::fmt::{self, Display};
use thiserror::Error;

/// The most cells of a board.
pub const MOST_CELLS: usize = 1 << 16;

/// What is seen of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Cell {
    /// Not opened.
    Hidden,
    /// Not opened, and flagged by a player; this asserts nothing.
    Flag,
    /// A mine that is known.
    Mine,
    /// Opened: the number of mines around it.
    Open(u8),
}

impl Cell {
    /// Whether a mine may be here or not.
    #[must_use]
    pub fn is_hidden(self) -> bool {
        matches!(self, Self::Hidden | Self::Flag)
    }

    /// The character that is written for it.
    #[must_use]
    pub fn letter(self) -> char {
        match self {
            Self::Hidden => '.',
            Self::Flag => 'F',
            Self::Mine => '*',
            Self::Open(number) => char::from(b'0' + number),
        }
    }

    /// The cell that a character stands for.
    #[must_use]
    pub fn of(letter: char) -> Option<Self> {
        Some(match letter {
            '.' | '?' | '#' | '-' | '_' | 'H' => Self::Hidden,
            'F' | 'f' | '!' => Self::Flag,
            '*' => Self::Mine,
            '0'..='8' => Self::Open(letter as u8 - b'0'),
            _ => return None,
        })
    }
}

/// A position: what is seen of every cell, and how many mines there are.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Board {
    rows: usize,
    columns: usize,
    mines: usize,
    /// Row by row.
    cells: Vec<Cell>,
}

/// Why a text is no position: where, and what is wrong.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("line {line}, column {column}: {what}")]
pub struct Misread {
    /// The line, from 1.
    pub line: usize,
    /// The column in characters, from 1.
    pub column: usize,
    /// What is wrong, in one sentence.
    pub what: String,
}

impl Misread {
    pub(super) fn new(line: usize, column: usize, what: impl Into<String>) -> Self {
        Self { line, column, what: what.into() }
    }
}

impl Board {
    /// The position with these cells, row by row.
    ///
    /// # Errors
    /// What [`str::parse`] would find wrong with the text of the board, there as well.
    ///
    /// # Panics
    /// If the cells are not whole rows of `columns`.
    pub fn new(columns: usize, cells: Vec<Cell>, mines: usize) -> Result<Self, Misread> {
        assert!(columns > 0 && cells.len().is_multiple_of(columns), "rows are whole");
        let rows = cells.len() / columns;
        let board = Self { rows, columns, mines, cells };
        board.check((1, 7), |cell| (2 + cell / columns, 1 + cell % columns))?;
        Ok(board)
    }

    /// The number of rows.
    #[must_use]
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// The number of columns.
    #[must_use]
    pub fn columns(&self) -> usize {
        self.columns
    }

    /// The number of mines, known ones included.
    #[must_use]
    pub fn mines(&self) -> usize {
        self.mines
    }

    /// The cells, row by row.
    #[must_use]
    pub fn cells(&self) -> &[Cell] {
        &self.cells
    }

    /// The cells that touch `cell`, at most eight, ascending.
    pub fn neighbours(&self, cell: usize) -> impl Iterator<Item = usize> + use<> {
        let (rows, columns) = (self.rows, self.columns);
        let (row, column) = (cell / columns, cell % columns);
        let across = column.saturating_sub(1)..(column + 2).min(columns);
        (row.saturating_sub(1)..(row + 2).min(rows))
            .flat_map(move |row| across.clone().map(move |column| row * columns + column))
            .filter(move |&other| other != cell)
    }

    /// Shows another cell at a place. What a game shows contradicts nothing, so nothing is checked.
    pub(super) fn set(&mut self, place: usize, cell: Cell) {
        self.cells[place] = cell;
    }

    fn count_around(&self, cell: usize, which: impl Fn(Cell) -> bool) -> usize {
        self.neighbours(cell).filter(|&other| which(self.cells[other])).count()
    }

    /// What the board says, as equations.
    ///
    /// # Errors
    /// If a number contradicts the known mines around it; a board that was read does not.
    pub fn system(&self) -> Result<System, Contradiction> {
        let seen = |cell: usize| match self.cells[cell] {
            Cell::Hidden | Cell::Flag => Seen::Hidden,
            Cell::Mine => Seen::Mine,
            Cell::Open(number) => Seen::Open(number.into()),
        };
        System::of((self.cells.len(), self.mines), seen, |cell| self.neighbours(cell))
    }

    /// What cannot be, cell by cell; `place` tells the line and the column of a cell.
    fn check(
        &self,
        mines_at: (usize, usize),
        place: impl Fn(usize) -> (usize, usize),
    ) -> Result<(), Misread> {
        let of = |which: fn(&&Cell) -> bool| self.cells.iter().filter(which).count();
        let known = of(|cell| **cell == Cell::Mine);
        let room = known + of(|cell| cell.is_hidden());
        let mines = self.mines;
        if mines > room {
            let what = format!("{mines} mines, but only {room} cells are not opened");
            return Err(Misread::new(mines_at.0, mines_at.1, what));
        }
        if mines < known {
            let last = self.cells.iter().rposition(|cell| *cell == Cell::Mine).unwrap_or(0);
            let (line, column) = place(last);
            return Err(Misread::new(
                line,
                column,
                format!("{known} known mines, but there are {mines} in all"),
            ));
        }
        for (cell, seen) in self.cells.iter().enumerate() {
            let Cell::Open(number) = *seen else { continue };
            let (line, column) = place(cell);
            let room = self.count_around(cell, |other| !matches!(other, Cell::Open(_)));
            if usize::from(number) > room {
                let what =
                    format!("{number} mines around it, but only {room} of its neighbours are not opened");
                return Err(Misread::new(line, column, what));
            }
            let known = self.count_around(cell, |other| other == Cell::Mine);
            if usize::from(number) < known {
                let what = format!("{number} mines around it, but {known} known ones touch it");
                return Err(Misread::new(line, column, what));
            }
        }
        Ok(())
    }
}

impl Display for Board {
    /// The text that reads back as this board.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "mines {}", self.mines)?;
        for row in self.cells.chunks(self.columns) {
            writeln!(f, "{}", row.iter().map(|cell| cell.letter()).collect::<String>())?;
        }
        Ok(())
    }
}
