//! The games: one file a family. They know the contract of a game and nothing else of the crate.

pub mod guess;
pub mod memory;
pub mod mines;
