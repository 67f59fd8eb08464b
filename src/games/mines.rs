//! Minesweeper (Lindgren 2000): what the numbers of a position say of the cells that are still hidden, and the game,
//! played cell by cell.

pub mod best;
pub mod binary;
pub mod board;
mod depict;
mod elimination;
mod endgame;
pub mod family;
pub mod field;
pub mod game;
pub mod graph;
pub mod grid;
mod islands;
mod lookahead;
pub mod odds;
mod order;
mod player;
pub mod plots;
pub mod resumed;
pub mod risk;
pub mod risks;
pub mod simulate;
pub mod system;
pub mod tally;
