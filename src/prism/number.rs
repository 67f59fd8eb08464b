//! The kinds of numbers in which properties are checked: exact values, or bounds.

use chancetree_checker::{CheckError, Checker, ExactValue, RewardStructure, StateSet, ValueBounds};
use chancetree_exact::zero;
use std::cmp::Ordering;
use std::ops::Bound;

/// A range of steps.
pub(crate) type StepRange = (Bound<u64>, Bound<u64>);

/// A value that a checker computes.
pub(crate) enum ValueQuery<'q> {
    /// The probability that the next state is in a set.
    Next(&'q StateSet),
    Until {
        stay: &'q StateSet,
        goal: &'q StateSet,
        steps: StepRange,
    },
    /// The reward before a state of a set is reached; infinite on a play that reaches none.
    Reach(&'q RewardStructure, &'q StateSet),
    /// The reward before a state of a set is reached; on a play that reaches none, the reward of all steps.
    TotalBefore(&'q RewardStructure, &'q StateSet),
    /// The reward of a number of steps.
    Cumulative(&'q RewardStructure, u64),
    /// The reward of the state after a number of steps.
    Instant(&'q RewardStructure, u64),
    /// The reward of all steps.
    Total(&'q RewardStructure),
}

impl<'q> ValueQuery<'q> {
    /// Returns the rewards of which the value is an expectation.
    pub(crate) fn rewards(&self) -> Option<&'q RewardStructure> {
        match *self {
            Self::Next(_) | Self::Until { .. } => None,
            Self::Reach(rewards, _)
            | Self::TotalBefore(rewards, _)
            | Self::Cumulative(rewards, _)
            | Self::Instant(rewards, _)
            | Self::Total(rewards) => Some(rewards),
        }
    }
}

/// An operation on two numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Combination {
    Least,
    Greatest,
    Plus,
    Minus,
    Times,
    Over,
}

/// A kind of number in which properties are checked.
pub(crate) trait PropertyNumber: Clone + PartialEq {
    fn of(value: ExactValue) -> Self;
    fn is_infinite(&self) -> bool;
    /// Returns whether the number is certainly 0.
    fn is_zero(&self) -> bool;
    fn combined(self, operation: Combination, other: Self) -> Self;
    /// Returns whether two numbers may be equal: whether they are, or whether their bounds overlap.
    fn may_equal(&self, other: &Self) -> bool;
    /// Returns the number that stands for the least and the greatest value of several states, unless the values differ: bounds that
    /// overlap do not prove a difference.
    fn common(least: &Self, greatest: &Self) -> Option<Self>;
    /// Computes the values of the wanted states of a checker. Bounds are at most `width` apart if doubles allow it.
    fn computed(checker: &Checker<'_>, query: &ValueQuery<'_>, width: f64) -> Result<Vec<Self>, CheckError>;
}

/// The steps of a path without a bound.
const ANY: StepRange = (Bound::Unbounded, Bound::Unbounded);

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

    fn combined(self, operation: Combination, other: Self) -> Self {
        let (a, b) = match (operation, self, other) {
            (Combination::Least, a, b) => return a.min(b),
            (Combination::Greatest, a, b) => return a.max(b),
            (_, Self::Finite(a), Self::Finite(b)) => (a, b),
            _ => return Self::Infinite,
        };
        Self::Finite(match operation {
            Combination::Least => a.min(b),
            Combination::Greatest => a.max(b),
            Combination::Plus => a + b,
            Combination::Minus => a - b,
            Combination::Times => a * b,
            Combination::Over => a / b,
        })
    }

    fn may_equal(&self, other: &Self) -> bool {
        self == other
    }

    fn common(least: &Self, greatest: &Self) -> Option<Self> {
        (least == greatest).then(|| least.clone())
    }

    fn computed(checker: &Checker<'_>, query: &ValueQuery<'_>, _width: f64) -> Result<Vec<Self>, CheckError> {
        match *query {
            ValueQuery::Next(goal) => checker.next(goal),
            ValueQuery::Until { stay, goal, steps: ANY } => checker.until(stay, goal),
            ValueQuery::Until { stay, goal, steps } => checker.bounded_until(stay, goal, steps),
            ValueQuery::Reach(reward, goal) => checker.reach_reward(reward, goal),
            ValueQuery::TotalBefore(reward, goal) => checker.total_reward_before(reward, goal),
            ValueQuery::Cumulative(reward, steps) => checker.cumulative_reward(reward, steps),
            ValueQuery::Instant(reward, steps) => checker.instantaneous_reward(reward, steps),
            ValueQuery::Total(reward) => checker.total_reward(reward),
        }
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

    fn may_equal(&self, other: &Self) -> bool {
        self.order(other).is_none_or(Ordering::is_eq)
    }

    fn common(least: &Self, greatest: &Self) -> Option<Self> {
        least.may_equal(greatest).then_some(Self { lower: least.lower, upper: greatest.upper })
    }

    fn computed(checker: &Checker<'_>, query: &ValueQuery<'_>, width: f64) -> Result<Vec<Self>, CheckError> {
        match *query {
            ValueQuery::Next(goal) => Ok(checker.next(goal)?.iter().map(ExactValue::bounds).collect()),
            ValueQuery::Until { stay, goal, steps: ANY } => checker.until_bounds(stay, goal, width),
            ValueQuery::Until { stay, goal, steps } => checker.bounded_until_bounds(stay, goal, steps, width),
            ValueQuery::Reach(reward, goal) => checker.reach_reward_bounds(reward, goal, width),
            ValueQuery::TotalBefore(reward, goal) => checker.total_reward_before_bounds(reward, goal, width),
            ValueQuery::Cumulative(reward, steps) => checker.cumulative_reward_bounds(reward, steps),
            ValueQuery::Instant(reward, steps) => checker.instantaneous_reward_bounds(reward, steps),
            ValueQuery::Total(reward) => checker.total_reward_bounds(reward, width),
        }
    }
}
