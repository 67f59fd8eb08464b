//! The mover's options and their values.

use super::odds::{AssumedPlan, OddsCache};
use super::setup::TurnState;
use crate::PlayError;
use crate::exact::Rational;
use crate::games::memory::forgetting::Strategy;
use crate::model::{Job, order};
use crate::turn::{FirstCard, SecondChoice};

/// An option of the mover, such as a tactic, a strategy or a second card, with its value.
///
/// ```
/// use chancetree::model::Job;
/// use chancetree::play::memory::{MemorySession, Seats};
/// use serde_json::json;
/// use std::collections::BTreeMap;
///
/// let seats = json!({"seats": ["human", "robots"], "people": "robots", "objective": "pairs"});
/// let seats: Seats = serde_json::from_value(seats)?;
/// let setup = seats.setup(vec![1, 2, 1, 2], 1, &|_| Ok(BTreeMap::new()))?;
/// let hint = MemorySession::new(setup, &Job::default())?.hints(&Job::default())?.remove(0);
/// assert_eq!((&*hint.name, &*hint.meaning), ("T6", "two new cards"));
/// # Ok::<(), chancetree::family::Refusal>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hint {
    /// The name of the option.
    pub name: String,
    /// A short description.
    pub meaning: String,
    /// The expected final pairs, or P(win) - P(loss) if players play to win, with optimal play afterwards.
    pub worth: Rational,
}

impl Hint {
    fn new(name: impl Into<String>, meaning: &str, worth: Rational) -> Self {
        Self { name: name.into(), meaning: meaning.to_owned(), worth }
    }
}

impl OddsCache {
    /// Returns the mover's options, best first. The mover is assumed to play optimally from now on, and the
    /// other players as configured.
    ///
    /// # Errors
    /// Returns an error if a limit is exceeded.
    pub fn hints(
        &self,
        state: &TurnState,
        first: Option<FirstCard>,
        job: &Job<'_>,
    ) -> Result<Vec<Hint>, PlayError> {
        let mut best = Self::new(self.setup.with_best(state.mover));
        let begins = |(plan, worth): (AssumedPlan, Rational)| match plan {
            AssumedPlan::Tactic(tactic) => Hint::new(tactic.to_string(), tactic.meaning(), worth),
            AssumedPlan::Take => Hint::new("take", "the pair that is remembered", worth),
            AssumedPlan::Strategy(Strategy::Safe) => {
                Hint::new("safe", "one new card, then one that is remembered", worth)
            }
            AssumedPlan::Strategy(Strategy::Bold) => Hint::new("bold", "two new cards", worth),
        };
        let goes_on = |(second, odds): (SecondChoice, Vec<Rational>)| {
            let worth = self.setup.worth(&odds, state.mover);
            match second {
                SecondChoice::Mate => Hint::new("mate", "take the pair", worth),
                SecondChoice::New => Hint::new("new", "another new card", worth),
                SecondChoice::Old => Hint::new("known", "a known card, which shows nothing new", worth),
            }
        };
        let mut hints: Vec<Hint> = match first {
            None => best.turn(state, job)?.options.into_iter().map(begins).collect(),
            Some(first) => best.seconds(state, first, job)?.into_iter().map(goes_on).collect(),
        };
        order::sort(&mut hints, |a, b| b.worth.cmp(&a.worth));
        Ok(hints)
    }
}
