//! The games: a file or folder a family. They know the contract of a game, how it is described and depicted, exact
//! numbers and the limits of a run, and nothing of files and pages.

mod explore;
pub mod family;
pub mod guess;
pub mod memory;
pub mod mines;
pub mod plan;
pub mod solitaire;

pub use explore::{Explore, Follow};

use crate::family::Family;
#[cfg(feature = "distributed")]
use chancetree_engine::distributed;
use chancetree_engine::{depict, evaluate, exact, game, model, payoff, random, statistics};

/// The families that are known by their descriptions, a line each.
pub static DESCRIBED: &[&dyn Family] =
    &[&memory::family::Concentration, &solitaire::Alone, &mines::family::Minesweeper, &guess::Guessing];
