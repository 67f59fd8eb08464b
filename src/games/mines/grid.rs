//! The cells of a board, numbered in reading order, with their neighbours and positions.

use super::board;
use super::field;
use super::game::BoardCell;
use std::fmt::{self, Display};
use thiserror::Error;

/// The reason a board or a game on it cannot be set up.
///
/// ```
/// use chancetree::games::mines::field::Field;
///
/// let refused = Field::new(2, 2, 5).unwrap_err();
/// assert_eq!(refused.to_string(), "mines: 5, but there is room for 4");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ImpossibleMines {
    /// The board has no cell, or too many.
    #[error("{0} cells, but a board has 1 to {most}", most = board::MAX_CELLS)]
    Cells(CellGrid),
    /// The board has no cell, or too many for an exact solution.
    #[error("{0} cells, but an exact game has 1 to {most}", most = field::MAX_CELLS)]
    Field(CellGrid),
    /// There are more mines than cells for them.
    #[error("mines: {mines}, but there is room for {room}")]
    Mines {
        /// The number of mines.
        mines: usize,
        /// The number of cells that can hold a mine.
        room: usize,
    },
    /// The mines do not fit around an opening at this cell, although they fit around an opening at another
    /// cell.
    #[error("mines: {mines}, but with an opening at {},{} there is room for {room}", .at[0], .at[1])]
    Opening {
        /// The row and column of the cell, from 1.
        at: [usize; 2],
        /// The number of mines.
        mines: usize,
        /// The number of cells that can hold a mine.
        room: usize,
    },
    /// There are too many placements to list.
    #[error("{0} placements of the mines, but at most {most} can be listed", most = field::MAX_PLACEMENTS)]
    Placements(u64),
    /// The board has no cell of the requested kind.
    #[error("a board of {0} has no cell of the kind to start with")]
    Start(CellGrid),
    /// The cell is not on the board.
    #[error("row {}, column {} is not on the board", .0.row, .0.col)]
    Cell(BoardCell),
    /// The first cell is left to the player, but the game is played at random.
    #[error("the first cell of a random game cannot be left to the player")]
    Chosen,
    /// No placement of the mines agrees with the numbers.
    #[error("no placement of the mines agrees with the numbers")]
    Position,
}

/// A board of rows and columns of cells, each with up to eight neighbours.
///
/// ```
/// use chancetree::games::mines::grid::CellGrid;
///
/// let grid = CellGrid { rows: 2, columns: 3 };
/// assert_eq!((grid.cells(), grid.to_string()), (6, "2 x 3".to_owned()));
/// assert_eq!(grid.neighbours(0).collect::<Vec<_>>(), [1, 3, 4]);
/// assert_eq!([0, 1].map(|cell| grid.sides(cell)), [2, 1]);
/// assert_eq!((grid.at(5), grid.place([2, 3]), grid.place([3, 1])), ([2, 3], Some(5), None));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct CellGrid {
    /// The number of rows.
    pub rows: usize,
    /// The number of columns.
    pub columns: usize,
}

impl Display for CellGrid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} x {}", self.rows, self.columns)
    }
}

impl CellGrid {
    /// Returns the number of cells.
    pub fn cells(self) -> usize {
        self.rows * self.columns
    }

    /// Returns the neighbours of `cell`, at most eight, ascending.
    pub fn neighbours(self, cell: usize) -> impl Iterator<Item = usize> + use<> {
        let Self { rows, columns } = self;
        let (row, column) = (cell / columns, cell % columns);
        let across = column.saturating_sub(1)..(column + 2).min(columns);
        (row.saturating_sub(1)..(row + 2).min(rows))
            .flat_map(move |row| across.clone().map(move |column| row * columns + column))
            .filter(move |&other| other != cell)
    }

    /// Returns the number of directions in which a cell is outermost: 2 for a corner, 1 for an edge, 0 for
    /// the middle. The ends of a single row or column are corners, and all cells between them are edges.
    pub fn sides(self, cell: usize) -> u8 {
        let (row, column) = (cell / self.columns, cell % self.columns);
        u8::from(row == 0 || row == self.rows - 1) + u8::from(column == 0 || column == self.columns - 1)
    }

    /// Returns the row and column of a cell, from 1.
    pub fn at(self, cell: usize) -> [usize; 2] {
        [cell / self.columns + 1, cell % self.columns + 1]
    }

    /// Returns the cell at a row and column, from 1, or `None` if it is not on the board.
    pub fn place(self, [row, column]: [usize; 2]) -> Option<usize> {
        let is_on = (1..=self.rows).contains(&row) && (1..=self.columns).contains(&column);
        is_on.then(|| (row - 1) * self.columns + column - 1)
    }
}
