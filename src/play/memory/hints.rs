//! The mover's options and their values.

use super::prospects::{Plan, Prospects};
use super::setup::Moment;
use crate::Wrong;
use crate::exact::Rational;
use crate::games::memory::forgetting::Strategy;
use crate::model::{Job, order};
use crate::turn::{FirstCard, Second};

/// An option of the mover, which is a tactic, a strategy or a second card, with its value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hint {
    /// The name of the option.
    pub name: String,
    /// A description, in a few words.
    pub meaning: String,
    /// Pairs in the end, or P(win) - P(loss) where players want to win, with best play afterwards.
    pub worth: Rational,
}

impl Hint {
    fn new(name: impl Into<String>, meaning: &str, worth: Rational) -> Self {
        Self { name: name.into(), meaning: meaning.to_owned(), worth }
    }
}

impl Prospects {
    /// Returns the mover's options, best first, supposing that he plays best from now on and the others as they do.
    ///
    /// # Errors
    /// A limit.
    pub fn hints(
        &self,
        moment: &Moment,
        first: Option<FirstCard>,
        job: &Job<'_>,
    ) -> Result<Vec<Hint>, Wrong> {
        let mut best = Self::new(self.setup.with_best(moment.mover));
        let begins = |(plan, worth): (Plan, Rational)| match plan {
            Plan::Tactic(tactic) => Hint::new(tactic.to_string(), tactic.meaning(), worth),
            Plan::Take => Hint::new("take", "the pair that is remembered", worth),
            Plan::Strategy(Strategy::Safe) => {
                Hint::new("safe", "one new card, then one that is remembered", worth)
            }
            Plan::Strategy(Strategy::Bold) => Hint::new("bold", "two new cards", worth),
        };
        let goes_on = |(second, odds): (Second, Vec<Rational>)| {
            let worth = self.setup.worth(&odds, moment.mover);
            match second {
                Second::Mate => Hint::new("mate", "take the pair", worth),
                Second::New => Hint::new("new", "another new card", worth),
                Second::Old => Hint::new("known", "a card that is known, showing nothing", worth),
            }
        };
        let mut hints: Vec<Hint> = match first {
            None => best.turn(moment, job)?.options.into_iter().map(begins).collect(),
            Some(first) => best.seconds(moment, first, job)?.into_iter().map(goes_on).collect(),
        };
        order::sort(&mut hints, |a, b| b.worth.cmp(&a.worth));
        Ok(hints)
    }
}
