//! Games as people play them: real cards, mines and numbers, with the exact odds of every moment.
//!
//! A session knows what is hidden and what everybody could know; its odds follow from the latter alone. It knows no
//! terminal: whatever draws it, such as `terminal`, asks for the position, and tells it what was turned, opened or
//! named. What happened is a [`log`] that can be played again.
//!
//! The change of the odds is split in two: by what a player chose, and by what chance answered. All of it together is
//! what lies between the odds of the beginning and the result.

mod cards;
pub mod guess;
pub mod log;
pub mod memory;
pub mod mines;
pub mod page;
pub mod replayed;
pub mod solitaire;
pub mod spoken;
#[cfg(feature = "terminal")]
pub mod terminal;
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

/// The reason a step was not made, or no odds can be given.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum Wrong {
    /// The rules or the cards do not allow the step; the text says what they allow.
    #[error("{0}")]
    Refused(String),
    /// The engine did not find the odds, for instance because of a limit.
    #[error(transparent)]
    Engine(#[from] Error),
}

impl Wrong {
    fn refused(what: impl Into<String>) -> Self {
        Self::Refused(what.into())
    }
}

/// The course of a game so far.
#[derive(Clone, Debug)]
pub struct Course {
    steps: Vec<Value>,
    told: String,
    meter: Meter,
}

impl Course {
    /// A game that has not begun, of which so many numbers are measured.
    fn new(measured: usize) -> Self {
        Self { steps: Vec::new(), told: String::new(), meter: Meter::new(measured) }
    }
}

/// The amounts by which numbers have moved so far. Every vector has one entry for each number that is measured.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Meter {
    /// The change by chance in the last step.
    pub last: Vec<Rational>,
    /// The change by chance in all steps.
    pub luck: Vec<Rational>,
    /// The change by choices in all steps: how much better or worse they were than those that the odds had supposed.
    pub choice: Vec<Rational>,
}

impl Meter {
    /// Returns a meter of `things` numbers, all at 0.
    pub fn new(things: usize) -> Self {
        let zeros = vec![exact::zero(); things];
        Self { last: zeros.clone(), luck: zeros.clone(), choice: zeros }
    }

    /// A step: the odds `before` it, those once it was `chosen`, and those `after` chance has answered.
    pub fn step(&mut self, before: &[Rational], chosen: &[Rational], after: &[Rational]) {
        for (place, chosen) in chosen.iter().enumerate() {
            self.choice[place] += chosen - &before[place];
            self.last[place] = &after[place] - chosen;
            self.luck[place] += &self.last[place];
        }
    }
}

/// The sum of vectors of numbers, each times its weight, over the sum of the weights.
///
/// # Panics
/// If there are none, or they differ in length.
fn mixture(parts: &[(u64, Vec<Rational>)]) -> Vec<Rational> {
    let total: u128 = parts.iter().map(|(weight, _)| u128::from(*weight)).sum();
    (0..parts[0].1.len())
        .map(|place| {
            let terms = parts.iter().map(|(weight, values)| exact::ratio(*weight, total) * &values[place]);
            terms.sum()
        })
        .collect()
}

/// The probability that each seat wins, the first player's first, by its names.
fn wins(odds: &[Rational]) -> impl Iterator<Item = Named> {
    let won = |(seat, value): (usize, &Rational)| {
        Named::new(format!("win_{seat}"), format!("P(player {seat} wins)"), value.clone())
    };
    (1..).zip(odds).map(won)
}

/// A game in play, as logs and replays see it.
pub trait Session {
    /// The family, as the command line calls it.
    fn family(&self) -> &'static str;

    /// Returns the parameters from which the game can be begun again, hidden cards included.
    fn parameters(&self) -> Value;

    /// Makes a step that was logged.
    ///
    /// # Errors
    /// If the step is none, or the rules do not allow it here.
    fn again(&mut self, step: &Value, job: &Job<'_>) -> Result<(), Wrong>;

    /// The course of the game so far.
    fn course(&self) -> &Course;

    /// The steps so far, as they are logged.
    fn steps(&self) -> &[Value] {
        &self.course().steps
    }

    /// Returns `true` if the game is over.
    fn is_over(&self) -> bool;

    /// Describes the last step in words.
    fn told(&self) -> String {
        self.course().told.clone()
    }

    /// Describes in words what everybody could know of the position.
    fn position(&self) -> String;

    /// Returns the contents of a picture of the position, as far as they are not words or odds.
    fn sight(&self) -> Scene;

    /// Returns the odds of the moment.
    fn odds(&self) -> Vec<Named>;

    /// Returns the amounts by which chance and choices moved the numbers that are [measured](Self::measured).
    fn meter(&self) -> &Meter {
        &self.course().meter
    }

    /// Returns the keys and the words of the numbers that the meter measures. Defaults to those of the first of the odds, as
    /// many as the meter has.
    fn measured(&self) -> Vec<[String; 2]> {
        let odds = self.odds().into_iter().take(self.meter().luck.len());
        odds.map(|Named { key, words, .. }| [key, words]).collect()
    }
}
