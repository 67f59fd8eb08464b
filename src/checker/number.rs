//! The types of numbers in which values are computed: exact values, or bounds in doubles.

use crate::checker::Checker;
use crate::exact::zero;
use crate::strategies::StrategySearch;
use crate::{CheckError, ExactValue, RewardStructure, StateSet, ValueBounds};
use std::cmp::Ordering;

/// The greatest relative difference of two bounds that counts as a rounding error.
pub(crate) const CLOSE: f64 = 1e-12;

/// An operation on two numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Combination {
    /// The lesser number.
    Least,
    /// The greater number.
    Greatest,
    /// The sum.
    Plus,
    /// The difference.
    Minus,
    /// The product.
    Times,
    /// The quotient.
    Over,
}

/// A type of number in which a [`Checker`] computes values: [`ExactValue`] or [`ValueBounds`].
pub trait CheckedNumber: SolvedNumber + PartialEq {
    /// Returns whether the number is certainly infinite.
    fn is_infinite(&self) -> bool;
    /// Returns whether the number is certainly 0.
    fn is_zero(&self) -> bool;
    /// Applies an operation.
    fn combined(self, operation: Combination, other: Self) -> Self;
    /// Returns whether the number is less than `other` by more than rounding errors. Compares the middles of bounds.
    fn is_clearly_less(&self, other: &Self) -> bool;
    /// Returns whether two numbers may be equal: exact values are equal, or bounds overlap.
    fn may_equal(&self, other: &Self) -> bool;
    /// Returns the common value of several states from their least and greatest values, or `None` if the values differ. Bounds that
    /// overlap count as one value, because they do not prove a difference.
    fn common(least: &Self, greatest: &Self) -> Option<Self>;
}

impl CheckedNumber for ExactValue {
    fn is_infinite(&self) -> bool {
        *self == Self::Infinite
    }

    fn is_zero(&self) -> bool {
        self.finite().is_some_and(|value| *value == zero())
    }

    fn combined(self, operation: Combination, other: Self) -> Self {
        match (operation, self, other) {
            (Combination::Least, a, b) => a.min(b),
            (Combination::Greatest, a, b) => a.max(b),
            (Combination::Plus, Self::Finite(a), Self::Finite(b)) => Self::Finite(a + b),
            (Combination::Minus, Self::Finite(a), Self::Finite(b)) => Self::Finite(a - b),
            (Combination::Times, Self::Finite(a), Self::Finite(b)) => Self::Finite(a * b),
            (Combination::Over, Self::Finite(a), Self::Finite(b)) => Self::Finite(a / b),
            _ => Self::Infinite,
        }
    }

    fn is_clearly_less(&self, other: &Self) -> bool {
        self < other
    }

    fn may_equal(&self, other: &Self) -> bool {
        self == other
    }

    fn common(least: &Self, greatest: &Self) -> Option<Self> {
        (least == greatest).then(|| least.clone())
    }
}

impl CheckedNumber for ValueBounds {
    fn is_infinite(&self) -> bool {
        self.lower == f64::INFINITY
    }

    fn is_zero(&self) -> bool {
        self.lower == 0.0 && self.upper == 0.0
    }

    fn combined(self, operation: Combination, other: Self) -> Self {
        match operation {
            Combination::Least => self.min(other),
            Combination::Greatest => self.max(other),
            Combination::Plus => self.plus(other),
            Combination::Minus => self.minus(other),
            Combination::Times => self.times(other),
            Combination::Over => self.over(other),
        }
    }

    fn is_clearly_less(&self, other: &Self) -> bool {
        let (less, more) = (self.middle(), other.middle());
        less < more && (more.is_infinite() || more - less > CLOSE * less.abs())
    }

    fn may_equal(&self, other: &Self) -> bool {
        self.order(other).is_none_or(Ordering::is_eq)
    }

    fn common(least: &Self, greatest: &Self) -> Option<Self> {
        least.may_equal(greatest).then_some(Self { lower: least.lower, upper: greatest.upper })
    }
}

/// The steps of a backward induction.
#[derive(Clone, Copy)]
pub struct PlaySteps<'s> {
    /// The states that move. The values of other states stay unchanged.
    pub(crate) moving: &'s StateSet,
    /// The reward of each step, or `None` if steps have no reward.
    pub(crate) reward: Option<&'s RewardStructure>,
    /// The number of steps.
    pub(crate) count: u64,
    /// Whether no step decreases a value.
    pub(crate) is_growing: bool,
    /// The states whose values are needed after the steps, or `None` for all states.
    pub(crate) wanted: Option<&'s [u32]>,
}

/// The parts of the algorithms of a [`Checker`] that depend on the type of number.
pub trait SolvedNumber: Clone {
    /// The values of all states.
    type Column;

    fn of(value: ExactValue) -> Self;

    /// Returns the optimal values of unknown states, by their indices.
    fn solved(
        checker: &Checker<'_, Self>,
        search: &StrategySearch<'_>,
        places: &[u32],
    ) -> Result<Vec<Self>, CheckError>;

    /// Returns `found`. Bounds are clamped to `widest`; if a limit stopped the work and the job records the stop, each of the
    /// `count` bounds is `widest`.
    fn or_widest(
        checker: &Checker<'_, Self>,
        found: Result<Vec<Self>, CheckError>,
        count: usize,
        widest: ValueBounds,
    ) -> Result<Vec<Self>, CheckError>;

    /// Returns the expected rewards of all steps if both sides decide. Rewards must be at least 0.
    fn two_sided_total(
        checker: &Checker<'_, Self>,
        reward: &RewardStructure,
    ) -> Result<Vec<Self>, CheckError>;

    fn column(values: Vec<Self>) -> Self::Column;

    /// Sets the value of a state to 0.
    fn clear(column: &mut Self::Column, state: u32);

    /// Returns the values before the steps, from the values after them.
    fn values_before(
        checker: &Checker<'_, Self>,
        column: Self::Column,
        steps: PlaySteps<'_>,
    ) -> Result<Self::Column, CheckError>;

    fn value_at(column: &Self::Column, state: u32) -> Self;
}

impl SolvedNumber for ExactValue {
    type Column = crate::step_induction::WholeValues;

    fn of(value: Self) -> Self {
        value
    }

    fn solved(
        checker: &Checker<'_>,
        search: &StrategySearch<'_>,
        places: &[u32],
    ) -> Result<Vec<Self>, CheckError> {
        let values = search.solve(&checker.job)?;
        Ok(places.iter().map(|&place| Self::Finite(values.value(place))).collect())
    }

    fn or_widest(
        _: &Checker<'_>,
        found: Result<Vec<Self>, CheckError>,
        _: usize,
        _: ValueBounds,
    ) -> Result<Vec<Self>, CheckError> {
        found
    }

    fn two_sided_total(checker: &Checker<'_>, reward: &RewardStructure) -> Result<Vec<Self>, CheckError> {
        checker.two_sided_total(reward)
    }

    fn column(values: Vec<Self>) -> Self::Column {
        Self::Column::of(values.iter().filter_map(Self::finite))
    }

    fn clear(column: &mut Self::Column, state: u32) {
        column.numerators[state as usize] = crate::exact::Integer::ZERO;
    }

    fn values_before(
        checker: &Checker<'_>,
        column: Self::Column,
        steps: PlaySteps<'_>,
    ) -> Result<Self::Column, CheckError> {
        checker.before(column, steps)
    }

    fn value_at(column: &Self::Column, state: u32) -> Self {
        let numerator = column.numerators[state as usize].clone();
        Self::Finite(crate::exact::ratio(numerator, column.denominator.clone()))
    }
}

impl SolvedNumber for ValueBounds {
    type Column = Vec<Self>;

    fn of(value: ExactValue) -> Self {
        value.bounds()
    }

    fn solved(
        checker: &Checker<'_, Self>,
        search: &StrategySearch<'_>,
        places: &[u32],
    ) -> Result<Vec<Self>, CheckError> {
        let bounds = search.bounds(places, checker.width.unwrap_or(0.0), &checker.job)?;
        Ok(places.iter().map(|&place| bounds[place as usize]).collect())
    }

    fn or_widest(
        checker: &Checker<'_, Self>,
        found: Result<Vec<Self>, CheckError>,
        count: usize,
        widest: ValueBounds,
    ) -> Result<Vec<Self>, CheckError> {
        match found {
            Err(CheckError::Limit(error)) if checker.job.records(&error) => Ok(vec![widest; count]),
            found => Ok(found?.into_iter().map(|value| value.clamped(widest.lower, widest.upper)).collect()),
        }
    }

    fn two_sided_total(
        checker: &Checker<'_, Self>,
        reward: &RewardStructure,
    ) -> Result<Vec<Self>, CheckError> {
        checker.two_sided_bounds(reward)
    }

    fn column(values: Vec<Self>) -> Self::Column {
        values
    }

    fn clear(column: &mut Self::Column, state: u32) {
        column[state as usize] = Self { lower: 0.0, upper: 0.0 };
    }

    fn values_before(
        checker: &Checker<'_, Self>,
        column: Self::Column,
        steps: PlaySteps<'_>,
    ) -> Result<Self::Column, CheckError> {
        checker.before(column, steps)
    }

    fn value_at(column: &Self::Column, state: u32) -> Self {
        column[state as usize]
    }
}
