//! Probability mass in whole numbers and in fractions.

use crate::exact::{self, Integer, Natural, Rational, ratio};
use std::ops::AddAssign;

/// Probability mass: a whole number over a total, or a fraction of 1.
pub trait Mass: Clone + Default + PartialOrd + for<'a> AddAssign<&'a Self> {
    /// Returns the total mass of all values: the sum of whole numbers, or 1. Fractions must add up to 1.
    fn total<'a>(all: impl Iterator<Item = &'a Self>) -> Self
    where
        Self: 'a;

    /// Returns the probability of the mass over `total`.
    fn share(&self, total: &Self) -> Rational;

    /// Returns the least mass whose probability over `total` is at least `probability`.
    fn least(probability: &Rational, total: &Self) -> Self;

    /// Returns the expected value of values with masses over `total`.
    fn expected<'a>(values: impl Iterator<Item = (Integer, &'a Self)>, total: &Self) -> Rational
    where
        Self: 'a;
}

impl Mass for Natural {
    fn total<'a>(all: impl Iterator<Item = &'a Self>) -> Self {
        all.sum()
    }

    fn share(&self, total: &Self) -> Rational {
        ratio(self.clone(), total.clone())
    }

    fn least(probability: &Rational, total: &Self) -> Self {
        let denominator = probability.denom().magnitude();
        let share = probability.numer().to_biguint().unwrap_or_default() * total;
        (share + denominator - 1u32) / denominator
    }

    fn expected<'a>(values: impl Iterator<Item = (Integer, &'a Self)>, total: &Self) -> Rational {
        let sum: Integer = values.map(|(value, mass)| value * Integer::from(mass.clone())).sum();
        ratio(sum, total.clone())
    }
}

impl Mass for Rational {
    fn total<'a>(_: impl Iterator<Item = &'a Self>) -> Self {
        exact::one()
    }

    fn share(&self, _: &Self) -> Rational {
        self.clone()
    }

    fn least(probability: &Rational, _: &Self) -> Self {
        probability.clone()
    }

    fn expected<'a>(values: impl Iterator<Item = (Integer, &'a Self)>, _: &Self) -> Rational {
        values.map(|(value, mass)| mass * value).sum()
    }
}
