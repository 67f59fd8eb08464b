//! A lower and an upper bound on a value.

use chancetree_exact::{Rational, double};
use std::cmp::Ordering;
use std::fmt;

/// A lower and an upper bound on a value. The value lies between the bounds or is equal to one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ValueBounds {
    /// The lower bound.
    pub lower: f64,
    /// The upper bound.
    pub upper: f64,
}

impl ValueBounds {
    /// Infinity.
    pub const INFINITE: Self = Self { lower: f64::INFINITY, upper: f64::INFINITY };

    /// Returns the closest bounds on a fraction.
    pub fn of_fraction(value: &Rational) -> Self {
        let nearest = double(value);
        match Rational::from_float(nearest).map(|nearest| nearest.cmp(value)) {
            Some(Ordering::Equal) => Self { lower: nearest, upper: nearest },
            Some(Ordering::Less) => Self { lower: nearest, upper: nearest.next_up() },
            Some(Ordering::Greater) => Self { lower: nearest.next_down(), upper: nearest },
            // The fraction is beyond all doubles.
            None if nearest > 0.0 => Self { lower: f64::MAX, upper: nearest },
            None => Self { lower: nearest, upper: f64::MIN },
        }
    }

    /// Returns the difference of the bounds, which is 0 if both are infinite.
    pub fn width(&self) -> f64 {
        if self.lower == self.upper { 0.0 } else { self.upper - self.lower }
    }

    /// Returns the middle of the bounds.
    pub fn middle(&self) -> f64 {
        if self.lower == self.upper { self.lower } else { self.lower / 2.0 + self.upper / 2.0 }
    }

    /// Returns the bounds on the least of two values.
    #[must_use]
    pub fn min(self, other: Self) -> Self {
        Self { lower: self.lower.min(other.lower), upper: self.upper.min(other.upper) }
    }

    /// Returns the bounds on the greatest of two values.
    #[must_use]
    pub fn max(self, other: Self) -> Self {
        Self { lower: self.lower.max(other.lower), upper: self.upper.max(other.upper) }
    }

    /// Returns the bounds within the given range, in which the value is known to be.
    #[must_use]
    pub fn clamped(self, least: f64, greatest: f64) -> Self {
        Self { lower: self.lower.clamp(least, greatest), upper: self.upper.clamp(least, greatest) }
    }

    /// Compares the value with bounds on another value. Returns `None` if the bounds leave the order open.
    pub fn order(&self, other: &Self) -> Option<Ordering> {
        if self.upper < other.lower {
            Some(Ordering::Less)
        } else if self.lower > other.upper {
            Some(Ordering::Greater)
        } else {
            (self.width() == 0.0 && other.width() == 0.0).then_some(Ordering::Equal)
        }
    }
}

impl fmt::Display for ValueBounds {
    /// Writes `[lower, upper]`.
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "[{}, {}]", self.lower, self.upper)
    }
}
