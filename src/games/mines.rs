//! Minesweeper (Lindgren 2000): what the numbers of a position say of the cells that are still hidden, and the game,
//! played cell by cell.

pub mod best;
pub mod binary;
pub mod board;
mod depict;
mod elimination;
mod endgame;
pub mod field;
pub mod game;
pub mod graph;
pub mod grid;
mod islands;
mod lookahead;
mod order;
mod player;
pub mod risk;
pub mod simulate;
pub mod system;
