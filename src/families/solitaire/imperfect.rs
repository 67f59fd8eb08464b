//! Solitaire Memory for a forgetful player: values of its tables, and estimates of a player's recall from logs of
//! games.

pub mod distributions;
pub mod expectations;
pub mod fit;
pub(super) mod information;
pub mod log;
mod log_names;
pub(super) mod odds;
pub mod quantities;
mod score;
pub(super) mod simulation;
pub mod symbolic;
mod tables;
mod transcript;

pub use chancetree_games::solitaire::imperfect::*;
pub use tables::{LUCK, MOST, TURNED, Tables, ValueKind};

use crate::exact;
use serde_json::Value;

/// Returns the three probabilities of recall of a player that JSON repeats.
pub fn parameters(recall: &Recall) -> Value {
    recall.values().iter().map(exact::fraction).collect()
}
