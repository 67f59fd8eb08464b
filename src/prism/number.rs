//! The kinds of numbers in which properties are checked: exact values, or bounds.

use chancetree_checker::{CheckedNumber, ExactValue, ValueBounds};
use chancetree_exact::zero;
use std::cmp::Ordering;

/// An operation on two numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Combination {
    Least,
    Greatest,
    Plus,
    Minus,
    Times,
    Over,
}

/// A kind of number in which properties are checked: [`ExactValue`] or [`ValueBounds`].
pub trait PropertyNumber: CheckedNumber + PartialEq {
    /// Whether the numbers are exact values.
    const IS_EXACT: bool;

    /// Returns whether the number is certainly infinite.
    fn is_infinite(&self) -> bool;
    /// Returns whether the number is certainly 0.
    fn is_zero(&self) -> bool;
    /// Applies an operation.
    fn combined(self, operation: Combination, other: Self) -> Self;
    /// Returns whether two numbers may be equal: whether they are, or whether their bounds overlap.
    fn may_equal(&self, other: &Self) -> bool;
    /// Returns the number that stands for the least and the greatest value of several states, unless the values differ: bounds that
    /// overlap do not prove a difference.
    fn common(least: &Self, greatest: &Self) -> Option<Self>;
}

impl PropertyNumber for ExactValue {
    const IS_EXACT: bool = true;

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
}

impl PropertyNumber for ValueBounds {
    const IS_EXACT: bool = false;

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
}
