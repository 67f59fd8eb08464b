//! chancetree: the exact truth about games of chance and memory.

pub mod depict;
pub mod engine;
pub mod exact;
pub mod export;
pub mod game;
pub mod games;
pub mod payoff;
pub mod transform;
