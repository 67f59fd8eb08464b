//! One who plays alone, and may forget.

use super::imperfect::{Model, Recall};
use super::{model, recall};
use crate::family::{Given, Refusal};

/// What is typed of one who forgets.
const FORGETS: &str = "--recall 3/4,1/8,4/5";

/// A player who may forget.
#[derive(Debug, Clone, Default)]
pub struct Player {
    /// How well he remembers, if he forgets.
    pub recall: Option<Recall>,
    /// Which card he turns first.
    pub model: Model,
    /// `true` if that was said.
    is_said: bool,
}

impl Player {
    /// Returns the player of a game.
    ///
    /// # Errors
    /// If nobody can remember so.
    pub fn of(given: &Given) -> Result<Self, Refusal> {
        Ok(Self { recall: recall(given)?, model: model(given), is_said: given.is_given("model") })
    }

    /// Returns how well he remembers, and refuses one who forgets nothing.
    ///
    /// # Errors
    /// If he forgets nothing.
    pub fn forgetful(&self) -> Result<&Recall, Refusal> {
        let refusal = || Refusal::new("this is of one who forgets: --recall is needed").help(FORGETS);
        self.recall.as_ref().ok_or_else(refusal)
    }

    /// Refuses a model for one who forgets nothing.
    ///
    /// # Errors
    /// If there is one.
    pub fn perfect(&self) -> Result<(), Refusal> {
        match self.is_said {
            false => Ok(()),
            true => Err(Refusal::new("--model is of players who forget").help(FORGETS)),
        }
    }
}
