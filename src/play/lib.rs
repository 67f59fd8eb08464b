//! Games that people play, with actual cards, mines and numbers, and exact odds after every step.
//!
//! A session contains the hidden information and the public information. Its odds depend only on the public
//! information. A session is independent of the terminal: a user interface such as `terminal` reads the
//! position, and passes the cards, cells or numbers that a player chooses. The steps of a session are a
//! [`log`] that can be replayed.
//!
//! The change of the odds is split into two parts: by the choices of players, and by chance. The sum of all
//! changes is the difference between the odds at the beginning and the result.

/// Returns from a function with [`PlayError::Refused`] unless a condition holds.
macro_rules! ensure {
    ($condition:expr, $($what:tt)+) => {
        if !$condition {
            return Err($crate::PlayError::Refused(format!($($what)+)));
        }
    };
}

mod cards;
#[cfg(feature = "terminal")]
pub mod commands;
pub mod guess;
pub mod log;
pub mod memory;
pub mod mines;
pub mod page;
pub mod replay_report;
#[cfg(feature = "terminal")]
mod rounding;
mod session;
pub mod solitaire;
#[cfg(feature = "terminal")]
pub mod terminal;
pub mod turn;

use crate::exact::Rational;
pub use crate::export::path::NamedNumber;
use crate::family::PlayerNames;
use crate::model::Error;
use chancetree_engine::{depict, evaluate, exact, game, model, payoff, random};
pub use session::{AnySession, LuckMeter, PlayedGame, SeatLuck, Session, StepOutcome};
use std::fmt::Display;
use thiserror::Error;
use {chancetree_export as export, chancetree_families as games, chancetree_families::family};

/// The reason a step was not made, or odds are not available.
///
/// ```
/// use chancetree::games::guess::Guess;
/// use chancetree::model::Job;
/// use chancetree::play::{PlayError, guess::GuessSession};
///
/// let seats = vec!["human".to_owned(); 2];
/// let refused = GuessSession::new(Guess::new(9, 2)?, seats, 10, &Job::default()).unwrap_err();
/// assert!(matches!(refused, PlayError::Refused(_)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum PlayError {
    /// The rules or the cards do not allow the step. The text describes the allowed steps.
    #[error("{0}")]
    Refused(String),
    /// The engine did not compute the odds, for example because of a limit.
    #[error(transparent)]
    Engine(#[from] Error),
}

impl PlayError {
    fn refused(what: impl Display) -> Self {
        Self::Refused(what.to_string())
    }
}

/// Returns the weighted mean of vectors of numbers.
///
/// # Panics
/// Panics if there are no vectors, or their lengths differ.
fn mixture(parts: &[(u64, Vec<Rational>)]) -> Vec<Rational> {
    let total: u128 = parts.iter().map(|(weight, _)| u128::from(*weight)).sum();
    (0..parts[0].1.len())
        .map(|place| {
            let terms = parts.iter().map(|(weight, values)| exact::ratio(*weight, total) * &values[place]);
            terms.sum()
        })
        .collect()
}

/// Returns the probability that each seat wins, in seat order, with names.
fn wins(odds: &[Rational], players: &PlayerNames) -> impl Iterator<Item = NamedNumber> {
    let won = |(seat, value): (usize, &Rational)| {
        NamedNumber::new(format!("win_{}", seat + 1), format!("P({} wins)", players.of(seat)), value.clone())
    };
    odds.iter().enumerate().map(won)
}
