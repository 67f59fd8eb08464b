//! Games that people play, with actual cards, mines and numbers, and the exact odds of every moment.
//!
//! A session contains the hidden information and the public information. Its odds depend only on the public
//! information. A session is independent of the terminal: a user interface such as `terminal` reads the
//! position, and passes the cards, cells or numbers that a player chooses. The steps of a session are a
//! [`log`] that can be replayed.
//!
//! The change of the odds is split into two parts: by the choices of players, and by chance. The sum of all
//! changes is the difference between the odds at the beginning and the result.

mod cards;
pub mod guess;
pub mod log;
pub mod memory;
pub mod mines;
pub mod page;
pub mod replay_report;
pub mod solitaire;
#[cfg(feature = "terminal")]
pub mod terminal;
pub mod text_game;
pub mod turn;
pub mod turns;

use crate::exact::Rational;
pub use crate::export::path::Named;
use crate::export::path::Scene;
use crate::model::{Error, Job};
use chancetree_engine::{depict, evaluate, exact, game, model, payoff, random};
use serde_json::Value;
use thiserror::Error;
use {chancetree_export as export, chancetree_families as games, chancetree_families::family};

/// The reason a step was not made, or odds are not available.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum PlayError {
    /// The rules or the cards do not allow the step. The text describes what is allowed.
    #[error("{0}")]
    Refused(String),
    /// The engine did not compute the odds, for example because of a limit.
    #[error(transparent)]
    Engine(#[from] Error),
}

impl PlayError {
    fn refused(what: impl Into<String>) -> Self {
        Self::Refused(what.into())
    }
}

/// The history of a game.
#[derive(Clone, Debug)]
pub struct History {
    steps: Vec<Value>,
    last_step: String,
    meter: LuckMeter,
}

impl History {
    /// Creates the history of a game that has not begun, with `measured` measured numbers.
    fn new(measured: usize) -> Self {
        Self { steps: Vec::new(), last_step: String::new(), meter: LuckMeter::new(measured) }
    }
}

/// The amounts by which numbers have changed so far. Every vector has one entry per measured number.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LuckMeter {
    /// The change by chance in the last step.
    pub last: Vec<Rational>,
    /// The change by chance in all steps.
    pub luck: Vec<Rational>,
    /// The change by choices in all steps: how much better or worse they were than the choices that the odds
    /// assume.
    pub choice: Vec<Rational>,
}

impl LuckMeter {
    /// Creates a meter of `things` numbers, all at 0.
    pub fn new(things: usize) -> Self {
        let zeros = vec![exact::zero(); things];
        Self { last: zeros.clone(), luck: zeros.clone(), choice: zeros }
    }

    /// Records a step: the odds `before` it, the odds after it was `chosen`, and the odds `after` chance has
    /// answered.
    pub fn step(&mut self, before: &[Rational], chosen: &[Rational], after: &[Rational]) {
        for (place, chosen) in chosen.iter().enumerate() {
            self.choice[place] += chosen - &before[place];
            self.last[place] = &after[place] - chosen;
            self.luck[place] += &self.last[place];
        }
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
fn wins(odds: &[Rational]) -> impl Iterator<Item = Named> {
    let won = |(seat, value): (usize, &Rational)| {
        Named::new(format!("win_{seat}"), format!("P(player {seat} wins)"), value.clone())
    };
    (1..).zip(odds).map(won)
}

/// A game in progress, as used by logs and replays.
pub trait Session {
    /// Returns the name of the game on the command line.
    fn family(&self) -> &'static str;

    /// Returns the parameters that recreate the game, hidden cards included.
    fn parameters(&self) -> Value;

    /// Makes a step that was logged.
    ///
    /// # Errors
    /// Returns an error if the step is malformed, or the rules do not allow it.
    fn replay_step(&mut self, step: &Value, job: &Job<'_>) -> Result<(), PlayError>;

    /// Returns the history of the game.
    fn history(&self) -> &History;

    /// Returns the steps so far, in the format of logs.
    fn steps(&self) -> &[Value] {
        &self.history().steps
    }

    /// Returns `true` if the game is over.
    fn is_over(&self) -> bool;

    /// Describes the last step.
    fn last_step(&self) -> String {
        self.history().last_step.clone()
    }

    /// Describes the public information of the position.
    fn position(&self) -> String;

    /// Returns the picture of the position, without texts and odds.
    fn scene(&self) -> Scene;

    /// Returns the odds of this moment.
    fn odds(&self) -> Vec<Named>;

    /// Returns the amounts by which chance and choices changed the [measured](Self::measured) numbers.
    fn meter(&self) -> &LuckMeter {
        &self.history().meter
    }

    /// Returns the keys and names of the measured numbers. By default these are the first of the odds, as
    /// many as the meter has.
    fn measured(&self) -> Vec<[String; 2]> {
        let odds = self.odds().into_iter().take(self.meter().luck.len());
        odds.map(|Named { key, words, .. }| [key, words]).collect()
    }
}
