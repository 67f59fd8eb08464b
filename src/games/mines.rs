//! Minesweeper (Lindgren 2000): the inference about hidden cells from the visible numbers, and the game
//! played cell by cell.

pub mod advice;
pub mod best;
pub mod binary;
pub mod board;
mod depict;
mod elimination;
mod elimination_order;
mod endgame;
pub mod field;
pub mod game;
pub mod graph;
pub mod grid;
mod island_weights;
mod islands;
mod lookahead;
mod player;
pub mod prior;
pub mod risk;
pub mod simulate;
pub mod system;
