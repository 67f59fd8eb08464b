//! Games as people play them: real cards, mines and numbers, with the exact odds of every moment.
//!
//! A session knows what is hidden and what everybody could know; its odds follow from the latter alone. It knows no
//! terminal: whatever draws it asks for the position, and tells it what was turned, opened or named. What happened is
//! a [`log`] that can be played again.
//!
//! How far the odds moved is split in two: by what a player chose, and by what chance answered. All of it together is
//! what lies between the odds of the beginning and the result.

pub mod guess;
pub mod log;
pub mod memory;
pub mod meter;
pub mod mines;
pub mod page;
pub mod solitaire;
pub mod turn;

use crate::depict::{Board, Tile};
use crate::exact::Rational;
use crate::game::Seat;
use crate::games::mines::risk::Unknown;
use crate::model::{Error, Run};
use meter::Meter;
use serde_json::Value;
use thiserror::Error;

/// Why a step was not made, or nothing can be said about it.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum Wrong {
    /// The rules or the cards do not allow it; what is allowed.
    #[error("{0}")]
    Refused(String),
    /// The odds were not found: a limit.
    #[error(transparent)]
    Engine(#[from] Error),
    /// The risks were not found.
    #[error(transparent)]
    Risk(#[from] Unknown),
}

impl Wrong {
    fn refused(what: impl Into<String>) -> Self {
        Self::Refused(what.into())
    }
}

/// What a picture of the moment shows.
#[derive(Clone, Debug, Default)]
pub struct Sight {
    /// The board, where there is one.
    pub board: Option<Board>,
    /// The seats; 0 where nobody plays against anybody.
    pub seats: Seat,
    /// Whose turn it is, until the game is over.
    pub mover: Option<Seat>,
    /// Who has won.
    pub winner: Option<Seat>,
}

/// Cards in full rows, of which there are no more than columns.
fn table(cards: &[Tile]) -> Board {
    let fits = |columns: &usize| columns * columns >= cards.len() && cards.len().is_multiple_of(*columns);
    let columns = (1..=cards.len()).find(fits).unwrap_or(1);
    Board { rows: cards.chunks(columns).map(<[Tile]>::to_vec).collect() }
}

/// A number with its name, such as `P(player 1 wins)`.
pub type Named = (String, Rational);

/// A game in play, as logs and replays see it.
pub trait Session {
    /// The family, as the command line calls it.
    fn family(&self) -> &'static str;

    /// All that is needed to begin it again, hidden cards included.
    fn parameters(&self) -> Value;

    /// Makes a step that was logged.
    ///
    /// # Errors
    /// If the step is none, or the rules do not allow it here.
    fn again(&mut self, step: &Value, run: &Run<'_>) -> Result<(), Wrong>;

    /// The steps so far, as they are logged.
    fn steps(&self) -> &[Value];

    /// Whether the game is over.
    fn is_over(&self) -> bool;

    /// The last step, in words.
    fn told(&self) -> String;

    /// What everybody could know, in words.
    fn position(&self) -> String;

    /// The same for a picture.
    fn sight(&self) -> Sight;

    /// The odds of the moment.
    fn odds(&self) -> Vec<Named>;

    /// How far chance and choices moved what is [measured](Self::measured).
    fn moved(&self) -> &Meter;

    /// What the meter measures: the first of the odds, unless a family says otherwise.
    fn measured(&self) -> Vec<String> {
        self.odds().into_iter().map(|(name, _)| name).take(self.moved().luck.len()).collect()
    }
}
