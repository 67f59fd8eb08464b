//! Solitaire Memory for a player who forgets: numbers on its tables, and what a log of games tells of a player.

pub mod distributions;
pub mod fit;
pub(super) mod information;
pub mod log;
pub(super) mod odds;
pub mod quantities;
mod score;
pub(super) mod simulation;
pub mod symbolic;
mod tables;
pub mod visits;

pub use chancetree_games::solitaire::imperfect::*;
pub use tables::{LUCK, MOST, TURNED, Tables, ValueKind};

use crate::exact;
use serde_json::Value;

/// Returns the three probabilities of a player as JSON repeats them.
pub fn parameters(recall: &Recall) -> Value {
    recall.values().iter().map(exact::fraction).collect()
}
