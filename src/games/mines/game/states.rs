//! The states of a board and the events on it.

use serde::{Deserialize, Serialize};
use std::fmt::{self, Display};

/// The state of a game: the open cells and their numbers, or the result.
///
/// ```
/// use chancetree::games::mines::field::Field;
/// use chancetree::games::mines::game::{FieldState, FirstCell, FirstClick, Mines, Opener};
/// use chancetree::prelude::*;
///
/// let field = Field::new(2, 2, 1)?;
/// let game = Mines::new(field, Opener::Best, FirstCell::Corner, FirstClick::Safe)?;
/// assert_eq!(game.start(), FieldState::Open { opened: 0, numbers: [0; 4] });
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum FieldState {
    /// A game in progress.
    Open {
        /// The mask of the open cells.
        opened: u64,
        /// The number of each open cell, in four bits; 0 for closed cells.
        numbers: [u64; 4],
    },
    /// Every mine is identified.
    Won,
    /// A mine was opened.
    Lost,
}

/// A cell, by its row and column, both from 1.
///
/// ```
/// use chancetree::games::mines::game::BoardCell;
///
/// assert_eq!(BoardCell { row: 1, col: 2 }.to_string(), "1,2");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct BoardCell {
    /// The row.
    pub row: u8,
    /// The column.
    pub col: u8,
}

impl Display for BoardCell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{}", self.row, self.col)
    }
}

/// The content of an opened cell.
///
/// ```
/// use chancetree::games::mines::game::{BoardCell, Contents, Opening};
///
/// // A mine was opened before the places of three mines were known.
/// let opening = Opening { cell: BoardCell { row: 1, col: 2 }, shown: Contents::Mine(3) };
/// assert_eq!(opening.to_string(), "1,2=mine, 3 left");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Contents {
    /// The number of adjacent mines.
    Number(u8),
    /// A mine, with the number of mines that were not identified yet.
    Mine(u8),
}

/// The event of opening a cell.
///
/// ```
/// use chancetree::games::mines::game::{BoardCell, Contents, Opening};
///
/// let opening = Opening { cell: BoardCell { row: 1, col: 2 }, shown: Contents::Number(1) };
/// assert_eq!(opening.to_string(), "1,2=1");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Opening {
    /// The cell.
    pub cell: BoardCell,
    /// The content of the cell.
    pub shown: Contents,
}

impl Display for Opening {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.shown {
            Contents::Number(number) => write!(f, "{}={number}", self.cell),
            Contents::Mine(left) => write!(f, "{}=mine, {left} left", self.cell),
        }
    }
}
