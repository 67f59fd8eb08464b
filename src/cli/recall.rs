//! Reads how well a player remembers, as it is typed.

use super::described::refused;
use super::fail::Fail;
use crate::games::solitaire::imperfect::{Imperfect, Model, Recall};
use crate::games::solitaire::refusal;
use serde_json::{Value, json};

/// The game of a player on a board.
pub(crate) fn game(pairs: u16, model: Model, recall: &Recall) -> Result<Imperfect, Fail> {
    Imperfect::new(pairs, model, recall.clone())
        .map_err(|error| refused(refusal(&error), "odds", "solitaire"))
}

/// A float in JSON, marked as one.
pub(crate) fn float(value: f64) -> Value {
    json!({ "float": value })
}
