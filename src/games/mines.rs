//! Minesweeper (Lindgren 2000): what the numbers of a position say of the cells that are still hidden.

pub mod binary;
pub mod board;
mod elimination;
pub mod graph;
mod islands;
mod order;
pub mod risk;
pub mod system;
