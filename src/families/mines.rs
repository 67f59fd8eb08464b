//! Minesweeper, as a family: what the numbers of a position say, best play, and games at random.

pub mod best;
pub mod family;
pub mod odds;
pub mod plots;
pub mod risks;
mod simulation;
pub mod tally;

pub use chancetree_games::mines::*;
