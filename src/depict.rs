//! How a family speaks of its states, in words, in numbers and in pictures.

use crate::game::{Game, Points, Seat};

/// One square of a drawn board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Tile {
    /// Nothing known of it.
    Hidden,
    /// Face down, but known to all.
    Known,
    /// Taken by a seat.
    Taken(Seat),
    /// Open, with a text of a few characters.
    Open(String),
}

/// A board: rows of squares, all rows of one length.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Board {
    /// The rows from the top.
    pub rows: Vec<Vec<Tile>>,
}

/// A game whose states can be shown.
pub trait Depict: Game {
    /// The names of the numbers that describe a state; letters, digits and `_`.
    fn measures(&self) -> &'static [&'static str];

    /// Appends those numbers.
    fn measure(&self, state: &Self::State, numbers: &mut Vec<i32>);

    /// Appends the state in a few words, on one line.
    fn words(&self, state: &Self::State, text: &mut String);

    /// The board, with what each seat has taken.
    fn board(&self, state: &Self::State, scores: &[Points]) -> Board;

    /// Every event that can happen in any state, in ascending order.
    fn events(&self) -> Vec<Self::Event>;
}
