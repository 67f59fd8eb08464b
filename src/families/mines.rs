//! Minesweeper, as a family: the risks of a position, best play, and random games.

pub mod best;
pub mod family;
pub mod odds;
pub(crate) mod plots;
pub mod risks;
mod simulation;
pub mod tally;

pub use chancetree_games::mines::*;
