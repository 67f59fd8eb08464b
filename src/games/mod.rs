//! The games: one file a family. They know the contract of a game, exact numbers and the limits of a run, and nothing of
//! how they are evaluated or shown.

pub mod guess;
pub mod memory;
pub mod mines;
pub mod solitaire;

use crate::family::Family;

/// The families that are known by their descriptions, a line each.
pub static DESCRIBED: &[&dyn Family] = &[&guess::Guessing];
