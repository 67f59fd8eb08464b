//! The cells of a board, numbered in reading order: which touch each other, and which lie where.

use super::board;
use super::field;
use super::game::Cell;
use std::fmt::{self, Display};
use thiserror::Error;

/// The reason there is no such board, or no such game on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ImpossibleMines {
    /// No cell, or too many for any board.
    #[error("{0} cells, but a board has 1 to {most}", most = board::MOST_CELLS)]
    Cells(Grid),
    /// No cell, or too many for a game that is played exactly.
    #[error("{0} cells, but an exact game has 1 to {most}", most = field::MOST_CELLS)]
    Field(Grid),
    /// More mines than there is room for.
    #[error("mines: {mines}, but there is room for {room}")]
    Mines {
        /// The mines.
        mines: usize,
        /// The cells that can hold one.
        room: usize,
    },
    /// A cell that a game may start with, beside which there is no room for the mines, though there is beside others.
    #[error("mines: {mines}, but with an opening at {},{} there is room for {room}", .at[0], .at[1])]
    Opening {
        /// The row and the column of the cell, from 1.
        at: [usize; 2],
        /// The mines.
        mines: usize,
        /// The cells that can hold one.
        room: usize,
    },
    /// More placements than can be listed.
    #[error("{0} placements of the mines, but at most {most} can be listed", most = field::MOST_PLACEMENTS)]
    Placements(u64),
    /// No cell of the kind to start with.
    #[error("a board of {0} has no cell of the kind to start with")]
    Start(Grid),
    /// A cell that is not on the board.
    #[error("row {}, column {} is not on the board", .0.row, .0.col)]
    Cell(Cell),
    /// The first cell of a game that is played at random must be told.
    #[error("nobody chooses the first cell of a game that is played at random")]
    Chosen,
    /// No placement of the mines agrees with what is seen.
    #[error("no placement of the mines agrees with the numbers")]
    Position,
}

/// A board of rows and columns of cells, each with up to eight neighbours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Grid {
    /// The rows.
    pub rows: usize,
    /// The columns.
    pub columns: usize,
}

impl Display for Grid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} x {}", self.rows, self.columns)
    }
}

impl Grid {
    /// The number of cells.
    pub fn cells(self) -> usize {
        self.rows * self.columns
    }

    /// The cells that touch `cell`, at most eight, ascending.
    pub fn neighbours(self, cell: usize) -> impl Iterator<Item = usize> + use<> {
        let Self { rows, columns } = self;
        let (row, column) = (cell / columns, cell % columns);
        let across = column.saturating_sub(1)..(column + 2).min(columns);
        (row.saturating_sub(1)..(row + 2).min(rows))
            .flat_map(move |row| across.clone().map(move |column| row * columns + column))
            .filter(move |&other| other != cell)
    }

    /// The number of directions in which a cell is outermost: 2 for a corner, 1 for an edge, 0 for the middle. The ends
    /// of a single row or column are its corners, and all cells between them are edges.
    pub fn sides(self, cell: usize) -> u8 {
        let (row, column) = (cell / self.columns, cell % self.columns);
        u8::from(row == 0 || row == self.rows - 1) + u8::from(column == 0 || column == self.columns - 1)
    }

    /// The row and the column of a cell, from 1.
    pub fn at(self, cell: usize) -> [usize; 2] {
        [cell / self.columns + 1, cell % self.columns + 1]
    }

    /// The cell in a row and a column, from 1, if it is on the board.
    pub fn place(self, [row, column]: [usize; 2]) -> Option<usize> {
        let is_on = (1..=self.rows).contains(&row) && (1..=self.columns).contains(&column);
        is_on.then(|| (row - 1) * self.columns + column - 1)
    }
}
