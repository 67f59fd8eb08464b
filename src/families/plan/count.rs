//! Counts that are known, or told from those of smaller games.

use crate::exact::Natural;
use chancetree_engine::extrapolate::{Polynomial, Power};

/// Games that must confirm a polynomial.
const CONFIRMED: usize = 3;

/// A count, and how it is known.
#[derive(Clone)]
pub(crate) struct Count {
    pub(crate) number: String,
    /// The number, rounded.
    pub(crate) value: f64,
    pub(crate) how: String,
    pub(crate) is_exact: bool,
}

impl Count {
    pub(crate) fn exact(number: String, how: String) -> Self {
        Self { value: number.parse().unwrap_or(f64::INFINITY), number, how, is_exact: true }
    }

    /// The count of a game of some size, by the polynomial of those of other sizes that are whole steps from it, if there is
    /// one.
    pub(crate) fn polynomial(counts: impl Iterator<Item = (u64, u64)>, size: u64, step: u64) -> Option<Self> {
        let alike: Vec<(u64, u64)> = counts.filter(|(at, _)| (size - at).is_multiple_of(step)).collect();
        let values: Vec<Natural> = alike.iter().map(|&(_, number)| number.into()).collect();
        let found = Polynomial::through(&values, CONFIRMED)?;
        let number = found.at(((size - alike.first()?.0) / step) as usize)?;
        let (degree, games) = (found.degree(), alike.len());
        let how = format!(
            "a polynomial of degree {degree} through {games} counted games, {CONFIRMED} of them to confirm it"
        );
        Some(Self::exact(number.to_string(), how))
    }

    /// Of a game where too few were counted to tell it from.
    pub(crate) fn unknown(how: String) -> Self {
        Self { number: "unknown".to_owned(), value: f64::NAN, how, is_exact: false }
    }

    /// As a power of the size, from the largest game on that was counted.
    pub(crate) fn fitted(power: Power, size: f64, from: &str) -> Self {
        let how = format!("a fit: growing as the power {:.1} from {from} on", power.power);
        let value = power.at(size);
        Self { number: format!("about {value:.1e}"), value, how, is_exact: false }
    }
}
