//! Distributions of a forgetful player's game: whole where they end, to a stated tail where they do not.

use super::tables::{Tables, ValueKind};
use crate::evaluate::{
    Distribution, Side,
    series::{Count, StopRule, series},
    values::Frequencies as _,
};
use crate::exact::{self, Rational};
use crate::model::{Error, Job};
use thiserror::Error;

/// The probabilities of some values, as fractions, and what is left for others.
pub type Chances = Distribution<i64, Rational>;

/// The most turns, or scores, for which a distribution is worked out.
pub const MOST_TURNS: u32 = 2_000;

/// The reason a distribution cannot be computed.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum NoDistribution {
    /// A limit is passed, or the work is stopped.
    #[error(transparent)]
    Ended(#[from] Error),
    /// The tail is too long.
    #[error("after {MOST_TURNS} turns the tail is still {}", told(.0))]
    TooLong(Rational),
    /// The tail is too long.
    #[error("after {MOST_TURNS} scores the tail is still {}", told(.0))]
    TooManyScores(Rational),
}

/// A small number in words: its decimal, or its power of ten where that has only zeros.
fn told(value: &Rational) -> String {
    let decimal = exact::decimal(value, 12);
    if decimal.bytes().any(|digit| (b'1'..=b'9').contains(&digit)) {
        return decimal;
    }
    let bits = value.denom().bits().saturating_sub(value.numer().bits());
    format!("about 1e-{:.0}", bits as f64 * std::f64::consts::LOG10_2)
}

impl Tables {
    /// The distribution of values that lie as far on one side of a value as what is counted says, the `side` times it,
    /// value by value and each of them whole, until what is left is less than `tail`. No more than `most` that are possible
    /// are tried; if they are not enough, the error says what is left.
    pub(super) fn counted_out(
        &self,
        (from, side): (i64, i64),
        count: Count<'_>,
        (tail, most): (&Rational, u32),
        too_long: fn(Rational) -> NoDistribution,
        job: &Job<'_>,
    ) -> Result<Chances, NoDistribution> {
        let shares = self.shares();
        let stop_rule = StopRule { most: most.into(), tail };
        let found = series(&self.graph, &shares, count, &stop_rule, job)?;
        if !found.are_enough {
            return Err(too_long(found.tail(&shares)));
        }
        let value = |far: u64| from + side * i64::try_from(far).expect("few steps of few points");
        let values = found.values(&shares).map(|(far, share)| (value(far), share));
        let side = if side < 0 { Side::Lesser } else { Side::Greater };
        Ok(Distribution::new(values, Some((side, found.tail(&shares)))))
    }

    /// The distribution of the number of turns, up to a `tail` that is less than this. The work of this and the others can be
    /// saved.
    ///
    /// Cost: for every turn about N³/6 tables, with numbers that grow by a word every few turns.
    ///
    /// # Errors
    /// If a limit of `job` is passed, [`MOST_TURNS`] are not enough, saved work cannot be read, or work cannot be saved when it
    /// is stopped.
    pub fn turns(&self, tail: &Rational, job: &Job<'_>) -> Result<Chances, NoDistribution> {
        // No turn at all is the first value that is tried.
        self.counted_out((0, 1), &|_| 1, (tail, MOST_TURNS + 1), NoDistribution::TooLong, job)
    }

    /// The variance of the number of turns, exact. The work can be saved.
    ///
    /// # Errors
    /// If a limit of `job` is passed, or work cannot be saved or read.
    pub fn turns_variance(&self, job: &Job<'_>) -> Result<Rational, Error> {
        self.numerators().variance(&|_| 1, job)
    }

    /// The distribution of a value that play has at the end, such as [`LUCK`](super::LUCK).
    ///
    /// Cost: for each of the tables, numbers for up to 2N values.
    ///
    /// # Errors
    /// If a limit of `job` is passed, saved work cannot be read, or work cannot be saved when it is stopped.
    pub fn by_value(&self, value: ValueKind, job: &Job<'_>) -> Result<Chances, Error> {
        let numerators = self.numerators();
        let found = numerators.by_value(&|edge| value(self, edge), job)?.into_iter();
        let chances = found.map(|(value, number)| (value, numerators.probability(number)));
        Ok(Distribution::new(chances, None))
    }
}
