//! chancetree: the exact truth about games of chance and memory.

pub mod export;
pub mod game;
