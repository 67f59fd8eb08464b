//! What is seen of a board, and what happens to it.

use std::fmt::{self, Display};

/// All that the future depends on: the open cells and their numbers, or how it ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum View {
    /// In play.
    Open {
        /// The cells that are open.
        opened: u64,
        /// Their numbers, four bits a cell; 0 where a cell is not open.
        numbers: [u64; 4],
    },
    /// Every mine is identified.
    Won,
    /// A mine was opened.
    Lost,
}

/// A cell, by its row and column from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell {
    /// The row.
    pub row: u8,
    /// The column.
    pub col: u8,
}

impl Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{}", self.row, self.col)
    }
}

/// What an opened cell shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Shown {
    /// The mines next to it.
    Number(u8),
    /// A mine, with so many mines not identified.
    Mine(u8),
}

/// A cell is opened.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Opening {
    /// The cell.
    pub cell: Cell,
    /// What it shows.
    pub shown: Shown,
}

impl Display for Opening {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.shown {
            Shown::Number(number) => write!(f, "{}={number}", self.cell),
            Shown::Mine(left) => write!(f, "{}=mine, {left} left", self.cell),
        }
    }
}
