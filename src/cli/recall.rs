//! Reads how well a player remembers, as it is typed.

use super::described::refused;
use super::fail::Fail;
use crate::family::Given;
use crate::games::solitaire::imperfect::{Imperfect, Model, Recall};
use crate::games::solitaire::{self, refusal};
use serde_json::{Value, json};

/// A player who may forget.
#[derive(Debug, Clone, Default)]
pub(crate) struct Player {
    /// How well he remembers, if he forgets.
    pub(crate) recall: Option<Recall>,
    pub(crate) model: Model,
    /// `true` if it was said which card he turns first.
    is_said: bool,
}

impl Player {
    /// The player of a game.
    pub(crate) fn of(given: &Given) -> Result<Self, Fail> {
        let recall = solitaire::recall(given)?;
        Ok(Self { recall, model: solitaire::model(given), is_said: given.is_given("model") })
    }

    /// Returns how well he remembers, and refuses one who forgets nothing.
    pub(crate) fn forgetful(&self) -> Result<&Recall, Fail> {
        let what = "this is of one who forgets: --recall is needed";
        self.recall.as_ref().ok_or_else(|| Fail::usage(what).help("--recall 3/4,1/8,4/5"))
    }

    /// Refuses a model for one who forgets nothing.
    pub(crate) fn perfect(&self) -> Result<(), Fail> {
        match self.is_said {
            false => Ok(()),
            true => Err(Fail::usage("--model is of players who forget").help("--recall 3/4,1/8,4/5")),
        }
    }
}

/// The game of a player on a board.
pub(crate) fn game(pairs: u16, model: Model, recall: &Recall) -> Result<Imperfect, Fail> {
    Imperfect::new(pairs, model, recall.clone())
        .map_err(|error| refused(refusal(&error), "odds", "solitaire"))
}

/// A float in JSON, marked as one.
pub(crate) fn float(value: f64) -> Value {
    json!({ "float": value })
}
