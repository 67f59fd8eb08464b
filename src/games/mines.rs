//! Minesweeper (Lindgren 2000): what the numbers of a position say of the cells that are still hidden, and the game,
//! played cell by cell.

pub mod best;
pub mod binary;
pub mod board;
mod depict;
mod elimination;
pub mod field;
pub mod game;
pub mod graph;
mod islands;
mod order;
pub mod risk;
pub mod system;
