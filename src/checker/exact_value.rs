//! The values of properties.

use crate::ValueBounds;
use crate::exact::{Rational, fraction};
use serde::{Deserialize, Serialize};
use std::fmt;

/// The value of a property in a state. Finite values are less than infinity.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum ExactValue {
    /// A fraction in lowest terms.
    Finite(Rational),
    /// An infinite expected reward.
    Infinite,
}

impl ExactValue {
    /// Returns the fraction, or `None` if the value is infinite.
    pub fn finite(&self) -> Option<&Rational> {
        match self {
            Self::Finite(value) => Some(value),
            Self::Infinite => None,
        }
    }

    /// Returns the closest doubles between which the value lies.
    pub fn bounds(&self) -> ValueBounds {
        self.finite().map_or(ValueBounds::INFINITE, ValueBounds::of_fraction)
    }
}

impl fmt::Display for ExactValue {
    /// Writes `numerator/denominator`, or `infinity`.
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Finite(value) => out.write_str(&fraction(value)),
            Self::Infinite => out.write_str("infinity"),
        }
    }
}

/// The value that players aim for: the greatest or the least.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Extremum {
    /// The greatest value over all strategies.
    Maximum,
    /// The least value over all strategies.
    Minimum,
}
