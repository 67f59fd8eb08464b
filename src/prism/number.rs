//! The kinds of numbers in which properties are checked: exact values, or bounds.

use chancetree_checker::{CheckError, Checker, ExactValue, RewardStructure, StateSet, ValueBounds};
use chancetree_exact::zero;

/// A kind of number in which properties are checked. Bounds are at most `width` apart if doubles allow it.
pub(crate) trait PropertyNumber: Clone + PartialEq {
    fn of(value: ExactValue) -> Self;
    fn is_infinite(&self) -> bool;
    /// Returns whether the number is 0 for certain.
    fn is_zero(&self) -> bool;
    fn min(self, other: Self) -> Self;
    fn max(self, other: Self) -> Self;
    fn plus(self, other: Self) -> Self;
    fn minus(self, other: Self) -> Self;
    fn times(self, other: Self) -> Self;
    fn over(self, other: Self) -> Self;
    fn next(checker: &Checker<'_>, goal: &StateSet) -> Result<Vec<Self>, CheckError>;
    fn until(
        checker: &Checker<'_>,
        stay: &StateSet,
        goal: &StateSet,
        width: f64,
    ) -> Result<Vec<Self>, CheckError>;
    fn bounded_until(
        checker: &Checker<'_>,
        stay: &StateSet,
        goal: &StateSet,
        steps: u64,
    ) -> Result<Vec<Self>, CheckError>;
    fn reach_reward(
        checker: &Checker<'_>,
        reward: &RewardStructure,
        goal: &StateSet,
        width: f64,
    ) -> Result<Vec<Self>, CheckError>;
    fn cumulative_reward(
        checker: &Checker<'_>,
        reward: &RewardStructure,
        steps: u64,
    ) -> Result<Vec<Self>, CheckError>;
    fn instantaneous_reward(
        checker: &Checker<'_>,
        reward: &RewardStructure,
        steps: u64,
    ) -> Result<Vec<Self>, CheckError>;
}

/// Applies an operation to two exact values. The result is infinite if an operand is.
fn exactly(
    a: ExactValue,
    b: ExactValue,
    operation: impl FnOnce(chancetree_exact::Rational, chancetree_exact::Rational) -> chancetree_exact::Rational,
) -> ExactValue {
    match (a, b) {
        (ExactValue::Finite(a), ExactValue::Finite(b)) => ExactValue::Finite(operation(a, b)),
        _ => ExactValue::Infinite,
    }
}

impl PropertyNumber for ExactValue {
    fn of(value: ExactValue) -> Self {
        value
    }

    fn is_infinite(&self) -> bool {
        *self == Self::Infinite
    }

    fn is_zero(&self) -> bool {
        self.finite().is_some_and(|value| *value == zero())
    }

    fn min(self, other: Self) -> Self {
        Ord::min(self, other)
    }

    fn max(self, other: Self) -> Self {
        Ord::max(self, other)
    }

    fn plus(self, other: Self) -> Self {
        exactly(self, other, |a, b| a + b)
    }

    fn minus(self, other: Self) -> Self {
        exactly(self, other, |a, b| a - b)
    }

    fn times(self, other: Self) -> Self {
        exactly(self, other, |a, b| a * b)
    }

    fn over(self, other: Self) -> Self {
        exactly(self, other, |a, b| a / b)
    }

    fn next(checker: &Checker<'_>, goal: &StateSet) -> Result<Vec<Self>, CheckError> {
        checker.next(goal)
    }

    fn until(
        checker: &Checker<'_>,
        stay: &StateSet,
        goal: &StateSet,
        _width: f64,
    ) -> Result<Vec<Self>, CheckError> {
        checker.until(stay, goal)
    }

    fn bounded_until(
        checker: &Checker<'_>,
        stay: &StateSet,
        goal: &StateSet,
        steps: u64,
    ) -> Result<Vec<Self>, CheckError> {
        checker.bounded_until(stay, goal, steps)
    }

    fn reach_reward(
        checker: &Checker<'_>,
        reward: &RewardStructure,
        goal: &StateSet,
        _width: f64,
    ) -> Result<Vec<Self>, CheckError> {
        checker.reach_reward(reward, goal)
    }

    fn cumulative_reward(
        checker: &Checker<'_>,
        reward: &RewardStructure,
        steps: u64,
    ) -> Result<Vec<Self>, CheckError> {
        checker.cumulative_reward(reward, steps)
    }

    fn instantaneous_reward(
        checker: &Checker<'_>,
        reward: &RewardStructure,
        steps: u64,
    ) -> Result<Vec<Self>, CheckError> {
        checker.instantaneous_reward(reward, steps)
    }
}

impl PropertyNumber for ValueBounds {
    fn of(value: ExactValue) -> Self {
        value.bounds()
    }

    fn is_infinite(&self) -> bool {
        self.lower == f64::INFINITY
    }

    fn is_zero(&self) -> bool {
        self.lower == 0.0 && self.upper == 0.0
    }

    fn min(self, other: Self) -> Self {
        Self::min(self, other)
    }

    fn max(self, other: Self) -> Self {
        Self::max(self, other)
    }

    fn plus(self, other: Self) -> Self {
        Self::plus(self, other)
    }

    fn minus(self, other: Self) -> Self {
        Self::minus(self, other)
    }

    fn times(self, other: Self) -> Self {
        Self::times(self, other)
    }

    fn over(self, other: Self) -> Self {
        Self::over(self, other)
    }

    fn next(checker: &Checker<'_>, goal: &StateSet) -> Result<Vec<Self>, CheckError> {
        Ok(checker.next(goal)?.iter().map(ExactValue::bounds).collect())
    }

    fn until(
        checker: &Checker<'_>,
        stay: &StateSet,
        goal: &StateSet,
        width: f64,
    ) -> Result<Vec<Self>, CheckError> {
        checker.until_bounds(stay, goal, width)
    }

    fn bounded_until(
        checker: &Checker<'_>,
        stay: &StateSet,
        goal: &StateSet,
        steps: u64,
    ) -> Result<Vec<Self>, CheckError> {
        checker.bounded_until_bounds(stay, goal, steps)
    }

    fn reach_reward(
        checker: &Checker<'_>,
        reward: &RewardStructure,
        goal: &StateSet,
        width: f64,
    ) -> Result<Vec<Self>, CheckError> {
        checker.reach_reward_bounds(reward, goal, width)
    }

    fn cumulative_reward(
        checker: &Checker<'_>,
        reward: &RewardStructure,
        steps: u64,
    ) -> Result<Vec<Self>, CheckError> {
        checker.cumulative_reward_bounds(reward, steps)
    }

    fn instantaneous_reward(
        checker: &Checker<'_>,
        reward: &RewardStructure,
        steps: u64,
    ) -> Result<Vec<Self>, CheckError> {
        checker.instantaneous_reward_bounds(reward, steps)
    }
}
