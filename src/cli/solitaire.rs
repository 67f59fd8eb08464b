//! The parameters of the family `solitaire`, and the game that follows from them.

use super::described::Question;
use super::fail::Fail;
use super::range::Numbers;
pub(crate) use crate::games::solitaire::Solitaire as Asked;
use serde_json::{Value, json};

/// The boards.
#[derive(Debug, Clone, Default)]
pub(crate) struct Solitaire {
    pub(crate) pairs: Numbers,
}

impl Solitaire {
    /// The boards that a question is about.
    pub(crate) fn of(question: &Question) -> Result<Self, Fail> {
        Ok(Self { pairs: Numbers::of(question, "pairs")?.unwrap_or_default() })
    }

    /// Returns `true` if several boards are asked for, if only in form.
    pub(crate) fn is_range(&self) -> bool {
        self.pairs.is_range()
    }

    /// The boards that were asked for.
    pub(crate) fn games(&self) -> Result<Vec<Asked>, Fail> {
        let game = |pairs| Asked::new(pairs).map_err(|error| Fail::usage(error.to_string()));
        self.pairs.iter().map(game).collect()
    }
}

/// The parameters of a board as JSON repeats them.
pub(crate) fn parameters(asked: Asked) -> Value {
    json!({ "pairs": asked.pairs() })
}
