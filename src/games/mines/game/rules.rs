//! How a game begins, and how it is played.

use super::Cell;
use crate::games::mines::field::{Field, bit};

/// Which of several cells of the lowest risk is opened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ties {
    /// One at random (the paper's text).
    Random,
    /// The last in reading order (the paper's printed program).
    Last,
    /// The first in reading order.
    First,
    /// A corner, else an edge, else the middle; at random within those.
    CornerEdgeRandom,
    /// Whichever the player decides; he may want to win, or to lose.
    Free,
}

/// How the player plays after the first cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Play {
    /// A cell of the lowest risk.
    Lowest(Ties),
    /// Any cell that he decides on.
    Best,
}

/// The first cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Start {
    /// Any, at random (F).
    Anywhere,
    /// On the edge of the board but no corner, at random (K).
    Edge,
    /// In a corner, at random (H).
    Corner,
    /// Neither on the edge nor in a corner, at random (M).
    Middle,
    /// This one.
    At(Cell),
    /// Whichever the player decides.
    Chosen,
}

/// What the first cell may hide.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FirstClick {
    /// Anything: it may be a mine.
    Any,
    /// No mine: the mines are laid on the other cells.
    Safe,
    /// No mine, and none next to it.
    Opening,
}

impl FirstClick {
    /// The cells of `field` that a first click on `cell` keeps free of mines.
    #[must_use]
    pub fn keeps_free(self, field: &Field, cell: u8) -> u64 {
        match self {
            Self::Any => 0,
            Self::Safe => bit(cell),
            Self::Opening => bit(cell) | field.neighbours(cell),
        }
    }
}
