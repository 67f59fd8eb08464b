//! Distributions of the game of a forgetful player: complete if they are finite, otherwise up to a stated tail.

use super::tables::{Tables, ValueKind};
use crate::evaluate::{
    Distribution, Side,
    series::{Count, StopRule, series},
    values::Frequencies as _,
};
use crate::exact::{self, Rational};
use crate::model::{Error, Job};
use thiserror::Error;

/// The probabilities of values as fractions, and the remaining probability.
pub type Chances = Distribution<i64, Rational>;

/// The maximum number of turns, or of scores, in a distribution.
pub const MAX_TURNS: u32 = 2_000;

/// The reason a distribution cannot be computed.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum NoDistribution {
    /// A limit was exceeded, or the work was stopped.
    #[error(transparent)]
    Ended(#[from] Error),
    /// The tail still has this probability after [`MAX_TURNS`] turns.
    #[error("after {MAX_TURNS} turns the tail is still {}", brief(.0))]
    TooLong(Rational),
    /// The tail still has this probability after [`MAX_TURNS`] scores.
    #[error("after {MAX_TURNS} scores the tail is still {}", brief(.0))]
    TooManyScores(Rational),
}

/// Formats a small number: as a decimal, or as a power of ten if the decimal has only zeros.
fn brief(value: &Rational) -> String {
    let decimal = exact::decimal(value, 12);
    if decimal.bytes().any(|digit| (b'1'..=b'9').contains(&digit)) {
        return decimal;
    }
    let bits = value.denom().bits().saturating_sub(value.numer().bits());
    format!("about 1e-{:.0}", bits as f64 * std::f64::consts::LOG10_2)
}

impl Tables {
    /// Returns the distribution of the values `from + side * n`, where `n` is the total of `count` over a game. Values
    /// are computed in the order of `n`, each with its full probability, until the remaining probability is less than
    /// `tail`. At most `most` possible values are computed; the error `too_long` contains the remaining probability.
    pub(super) fn series_distribution(
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
        if !found.meets_stop_rule {
            return Err(too_long(found.tail(&shares)));
        }
        let value =
            |far: u64| from + side * i64::try_from(far).expect("at most MAX_TURNS distances of few points");
        let values = found.values(&shares).map(|(far, share)| (value(far), share));
        let side = if side < 0 { Side::Lesser } else { Side::Greater };
        Ok(Distribution::new(values, Some((side, found.tail(&shares)))))
    }

    /// Returns the distribution of the number of turns, up to a remaining probability of less than `tail`. The work can
    /// be saved.
    ///
    /// Cost: for every turn about N³/6 tables, with numbers that grow by a word every few turns.
    ///
    /// # Errors
    /// If a limit of `job` is exceeded, [`MAX_TURNS`] are not enough, saved work cannot be read, or work cannot be saved when it
    /// is stopped.
    pub fn turns(&self, tail: &Rational, job: &Job<'_>) -> Result<Chances, NoDistribution> {
        // The first computed value is 0 turns.
        self.series_distribution((0, 1), &|_| 1, (tail, MAX_TURNS + 1), NoDistribution::TooLong, job)
    }

    /// Returns the exact variance of the number of turns. The work can be saved.
    ///
    /// # Errors
    /// If a limit of `job` is exceeded, or work cannot be saved or read.
    pub fn turns_variance(&self, job: &Job<'_>) -> Result<Rational, Error> {
        self.numerators().variance(&|_| 1, job)
    }

    /// Returns the distribution of a value at the end of the game, such as [`LUCKY_TURNS`](super::LUCKY_TURNS).
    ///
    /// Cost: for each table, numbers for up to 2N values.
    ///
    /// # Errors
    /// If a limit of `job` is exceeded, saved work cannot be read, or work cannot be saved when it is stopped.
    pub fn by_value(&self, value: ValueKind, job: &Job<'_>) -> Result<Chances, Error> {
        let numerators = self.numerators();
        let found = numerators.by_value(&|edge| value(self, edge), job)?.into_iter();
        let chances = found.map(|(value, number)| (value, numerators.probability(number)));
        Ok(Distribution::new(chances, None))
    }
}
