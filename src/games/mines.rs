//! Minesweeper (Lindgren 2000): a board of hidden mines, played cell by cell.

pub mod best;
mod depict;
pub mod field;
pub mod game;
