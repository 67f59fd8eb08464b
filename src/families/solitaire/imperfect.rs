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
pub use tables::{LUCKY_TURNS, MOST_REMEMBERED, TURNED, Tables, ValueKind};

use crate::exact;
use serde_json::Value;

/// Returns the three probabilities of recall of a player that JSON repeats.
pub fn parameters(recall: &Recall) -> Value {
    recall.values().iter().map(exact::fraction).collect()
}

/// Explains a model and the probabilities of recall, for people.
pub(super) fn recall_note(model: Variant) -> String {
    let mut letters = model.meaning().chars();
    let meaning: String = letters.next().into_iter().flat_map(char::to_lowercase).chain(letters).collect();
    format!(
        "Model {model}: the first card of a turn is {meaning}.\n\
         p: finds a mate that was turned before; p': takes another turned card for it; p'': knows that the mate is \
         fresh (not turned before)."
    )
}
