//! The numbers of a document with decisions, packed.

use crate::exact::{self, Rational, packed};
use crate::text;
use serde::{Deserialize, Serialize};
use serde_bytes::ByteBuf;

/// No numerator or denominator that is short has more bits.
const MOST_SHORT_BITS: u64 = 40;

/// Decimals of a label.
const DIGITS: usize = 6;

/// Numbers in one array of bytes: fractions, or, where no fractions are written, what a label and a column show of
/// them.
#[derive(Default, Serialize, Deserialize)]
pub(super) struct Figures {
    exact: bool,
    bytes: ByteBuf,
}

/// A number as it was kept.
pub(super) enum Figure {
    Fraction(Rational),
    /// The nearest double, and a label.
    Rounded(f64, String),
}

/// The first byte of a number that is kept rounded, and of one that is not.
const ROUNDED: u8 = 1;
const WHOLE: u8 = 0;

impl Figures {
    /// None yet; `exact` says whether fractions are asked for.
    pub(super) fn new(exact: bool) -> Self {
        Self { exact, bytes: ByteBuf::new() }
    }

    /// Returns whether numbers are kept as other figures keep them.
    pub(super) fn are_like(&self, other: &Self) -> bool {
        self.exact == other.exact
    }

    /// Adds a number and says where it is.
    pub(super) fn put(&mut self, value: &Rational) -> u64 {
        if !self.exact && !is_short(value) {
            return self.put_rounded(exact::double(value), &exact::decimal(value, DIGITS));
        }
        let at = self.bytes.len() as u64;
        self.bytes.push(WHOLE);
        packed::put(value, &mut self.bytes);
        at
    }

    fn put_rounded(&mut self, value: f64, label: &str) -> u64 {
        let at = self.bytes.len() as u64;
        self.bytes.push(ROUNDED);
        self.bytes.extend_from_slice(&value.to_le_bytes());
        self.bytes.extend_from_slice(&(label.len() as u32).to_le_bytes());
        self.bytes.extend_from_slice(label.as_bytes());
        at
    }

    /// The number at a place, and the place of the next one.
    pub(super) fn get(&self, at: u64) -> (Figure, u64) {
        let bytes = &self.bytes[at as usize..];
        if bytes[0] == WHOLE {
            let (value, length) = packed::get(&bytes[1..]);
            return (Figure::Fraction(value), at + 1 + length as u64);
        }
        let (value, rest) = bytes[1..].split_first_chunk().expect("a double was put there");
        let (length, rest) = rest.split_first_chunk().expect("a length was put there");
        let length = u32::from_le_bytes(*length) as usize;
        let label = String::from_utf8_lossy(&rest[..length]).into_owned();
        (Figure::Rounded(f64::from_le_bytes(*value), label), at + 13 + length as u64)
    }

    /// The place behind so many numbers.
    pub(super) fn skip(&self, at: u64, numbers: usize) -> u64 {
        (0..numbers).fold(at, |at, _| self.get(at).1)
    }

    /// The bytes they hold.
    pub(super) fn bytes(&self) -> u64 {
        self.bytes.len() as u64
    }

    /// Gives back room that was not needed.
    pub(super) fn shrink_to_fit(&mut self) {
        self.bytes.shrink_to_fit();
    }
}

impl Figure {
    /// The nearest double.
    pub(super) fn double(&self) -> f64 {
        match self {
            Self::Fraction(value) => exact::double(value),
            Self::Rounded(value, _) => *value,
        }
    }

    /// A short text for a label.
    pub(super) fn short(&self) -> String {
        let value = match self {
            Self::Fraction(value) => value,
            Self::Rounded(_, label) => return label.clone(),
        };
        if !is_short(value) {
            return exact::decimal(value, DIGITS);
        }
        exact::fraction(value).trim_end_matches("/1").to_owned()
    }

    /// The fraction, of exact numbers.
    pub(super) fn fraction(&self) -> Option<String> {
        match self {
            Self::Fraction(value) => Some(exact::fraction(value)),
            Self::Rounded(..) => None,
        }
    }

    /// Returns `true` if it is 0, which is short and never rounded.
    pub(super) fn is_zero(&self) -> bool {
        matches!(self, Self::Fraction(value) if *value == exact::zero())
    }
}

fn is_short(value: &Rational) -> bool {
    value.numer().bits().max(value.denom().bits()) <= MOST_SHORT_BITS
        && text::short(&exact::fraction(value)).is_some()
}
