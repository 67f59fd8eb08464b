//! A player's recall, as exact probabilities.

use super::{Chance, ForgetfulTurnOutcome};
use crate::exact::{self, Rational};
use crate::game::Weight;
use crate::solitaire::Tableau;
use std::fmt::{self, Display};
use thiserror::Error;

/// The exact probabilities p, p' and p'' of a player.
///
/// ```
/// use chancetree::exact::ratio;
/// use chancetree::games::solitaire::imperfect::{Chance, Recall};
///
/// let recall = Recall::new(ratio(1, 2), ratio(1, 3), ratio(3, 4))?;
/// assert_eq!(recall.values()[0], ratio(1, 2));
/// // 1 - p - p' is 1/6, or 2/12.
/// assert_eq!((recall.denominator(), recall.weight(Chance::New)), (12, 2));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recall {
    values: [Rational; 3],
    denominator: Weight,
    weights: [Weight; 3],
}

/// The reason three numbers are not a recall.
///
/// ```
/// use chancetree::exact::{one, ratio};
/// use chancetree::games::solitaire::imperfect::{Recall, RecallError};
///
/// let refused = Recall::new(ratio(2, 3), ratio(2, 3), one()).unwrap_err();
/// assert_eq!(refused, RecallError::Sum(ratio(4, 3)));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum RecallError {
    /// A number is not a probability.
    #[error("{name} = {value}, but a probability is from 0 to 1")]
    Range {
        /// The name of the parameter.
        name: &'static str,
        /// The value of the parameter.
        value: Rational,
    },
    /// The sum of two exclusive probabilities exceeds 1.
    #[error("p + p' = {0}, but the sum must be at most 1")]
    Sum(Rational),
    /// The common denominator does not fit a machine word.
    #[error("p, p', p'' have no common denominator below 2^64")]
    TooFine,
}

/// The names of the three probabilities.
pub const NAMES: [&str; 3] = ["p", "p'", "p''"];

/// Writes the three probabilities with their names.
impl Display for Recall {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [mate, other, fresh] = &self.values;
        write!(f, "p = {mate}, p' = {other}, p'' = {fresh}")
    }
}

impl Recall {
    /// Creates a recall: the player finds a turned mate with probability `mate` (p), mistakes another turned
    /// card for it with `other` (p'), and knows that a mate is fresh with `fresh` (p'').
    ///
    /// # Errors
    /// Returns an error if a value is not between 0 and 1, p + p' exceeds 1, or the common denominator does
    /// not fit a machine word.
    pub fn new(mate: Rational, other: Rational, fresh: Rational) -> Result<Self, RecallError> {
        let values = [mate, other, fresh];
        for (name, value) in NAMES.into_iter().zip(&values) {
            if *value < exact::zero() || *value > exact::one() {
                return Err(RecallError::Range { name, value: value.clone() });
            }
        }
        let sum = &values[0] + &values[1];
        if sum > exact::one() {
            return Err(RecallError::Sum(sum));
        }
        let (numbers, common) = exact::over_one_denominator(values.iter());
        let denominator = Weight::try_from(common).map_err(|_| RecallError::TooFine)?;
        let weight = |at: usize| Weight::try_from(&numbers[at]).expect("a probability is 1 at most");
        Ok(Self { weights: [weight(0), weight(1), weight(2)], values, denominator })
    }

    /// Returns the probabilities p, p' and p''.
    pub fn values(&self) -> &[Rational; 3] {
        &self.values
    }

    /// Returns the least common denominator of the three probabilities.
    pub fn denominator(&self) -> Weight {
        self.denominator
    }

    /// Returns a chance times the common denominator.
    pub fn weight(&self, chance: Chance) -> Weight {
        let [mate, other, fresh] = self.weights;
        match chance {
            Chance::Certain => self.denominator,
            Chance::Mate => mate,
            Chance::Other => other,
            Chance::New => self.denominator - mate - other,
            Chance::NotMate => self.denominator - mate,
            Chance::Fresh => fresh,
            Chance::Stale => self.denominator - fresh,
        }
    }

    /// Returns the multiplicity of a step from `table`: the player's chance over the common denominator,
    /// times the number of ways to turn the fresh cards, with their order.
    ///
    /// ```
    /// use chancetree::exact::{one, ratio, zero};
    /// use chancetree::games::solitaire::Tableau;
    /// use chancetree::games::solitaire::imperfect::{Recall, Variant, turn_outcomes};
    ///
    /// let recall = Recall::new(ratio(1, 2), zero(), one())?;
    /// let fresh = Tableau { pairs: 2, turned: 0, known: 0 };
    /// // A pair in 4 of 12 ways to turn two cards, over the denominator 2.
    /// let lucky = turn_outcomes(Variant::KnownFirst, fresh)[0];
    /// assert_eq!(recall.ways(fresh, &lucky), 8);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn ways(&self, table: Tableau, step: &ForgetfulTurnOutcome) -> u64 {
        let drawn: u64 = (u64::from(step.next.fresh()) + 1..=u64::from(table.fresh())).product();
        self.weight(step.chance) * (step.share.0 * (drawn / step.share.1))
    }
}
