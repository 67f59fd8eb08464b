//! The families: each described once, and answered from what its games are explored into.
//!
//! What a family knows better than the engine does by itself stands here beside its description, as reports that the
//! command line prints and anybody else can have.

pub mod family;
pub mod guess;
pub mod memory;
pub mod mines;
pub mod plan;
pub mod solitaire;

use crate::family::Family;
#[cfg(feature = "distributed")]
use chancetree_distributed as distributed;
use chancetree_engine::{depict, evaluate, exact, game, model, payoff, random, statistics};
#[doc(hidden)]
pub use chancetree_games::worded;

/// The families that are known by their descriptions, a line each.
pub static DESCRIBED: &[&dyn Family] =
    &[&memory::family::Concentration, &solitaire::Alone, &mines::family::Minesweeper, &guess::Guessing];
