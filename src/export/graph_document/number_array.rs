//! The numbers of a document with decisions, packed.

use super::DocumentInfo;
use crate::exact::{self, Rational, packed};
use crate::text;
use serde::{Deserialize, Serialize};
use serde_bytes::ByteBuf;

/// The most bits of the numerator and the denominator of a short fraction.
const SHORT_BITS: u64 = 40;

/// The number of decimals in a label.
const DIGITS: usize = 6;

/// The first byte of a number: kept as a double with its label, or as a fraction.
const ROUNDED: u8 = 1;
const FRACTION: u8 = 0;

/// Numbers in one array of bytes.
#[derive(Default, Serialize, Deserialize)]
pub(super) struct NumberArray {
    pub(super) form: NumberForm,
    bytes: ByteBuf,
    /// A bound on the difference between any number and its double.
    pub(super) rounding: f64,
}

/// The numbers that stay fractions. The others become doubles.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) enum NumberForm {
    Exact,
    /// Short fractions.
    #[default]
    Short,
    /// Whole numbers, because the numbers have errors.
    Whole,
}

impl NumberForm {
    pub(super) fn of(about: &DocumentInfo) -> Self {
        match about.error {
            _ if about.exact => Self::Exact,
            None => Self::Short,
            Some(_) => Self::Whole,
        }
    }
}

/// A number of a document.
pub(super) enum DocumentNumber {
    Fraction(Rational),
    /// The nearest double, and the label of the number.
    Rounded(f64, String),
}

impl NumberArray {
    pub(super) fn new(form: NumberForm) -> Self {
        Self { form, bytes: ByteBuf::new(), rounding: 0.0 }
    }

    /// Adds a number and returns its offset.
    pub(super) fn push(&mut self, value: &Rational) -> u64 {
        let offset = self.bytes.len() as u64;
        let is_kept = match self.form {
            NumberForm::Exact => true,
            NumberForm::Short => is_short(value),
            NumberForm::Whole => value.is_integer(),
        };
        if is_kept {
            self.bytes.push(FRACTION);
            packed::encode(value, &mut self.bytes);
        } else {
            let (label, nearest) = (exact::decimal(value, DIGITS), exact::double(value));
            self.rounding = self.rounding.max((nearest.abs() * (f64::EPSILON / 2.0)).next_up());
            self.bytes.push(ROUNDED);
            self.bytes.extend_from_slice(&nearest.to_le_bytes());
            self.bytes.extend_from_slice(&(label.len() as u32).to_le_bytes());
            self.bytes.extend_from_slice(label.as_bytes());
        }
        offset
    }

    /// Adds numbers and returns the offset of the first.
    pub(super) fn push_all(&mut self, values: &[Rational]) -> u64 {
        let offset = self.bytes.len() as u64;
        for value in values {
            self.push(value);
        }
        offset
    }

    /// Returns the number at an offset, and the offset of the next one.
    pub(super) fn get(&self, offset: u64) -> (DocumentNumber, u64) {
        let bytes = &self.bytes[offset as usize..];
        if bytes[0] == FRACTION {
            let (value, length) = packed::decode(&bytes[1..]);
            return (DocumentNumber::Fraction(value), offset + 1 + length as u64);
        }
        let (value, rest) = bytes[1..].split_first_chunk().expect("`push` wrote a double");
        let (length, rest) = rest.split_first_chunk().expect("`push` wrote a length");
        let length = u32::from_le_bytes(*length) as usize;
        let label = String::from_utf8_lossy(&rest[..length]).into_owned();
        (DocumentNumber::Rounded(f64::from_le_bytes(*value), label), offset + 13 + length as u64)
    }

    /// Returns the `count` numbers from an offset on, and the offset of the next one.
    pub(super) fn get_all(&self, mut offset: u64, count: usize) -> (Vec<DocumentNumber>, u64) {
        let numbers = (0..count).map(|_| {
            let (number, next) = self.get(offset);
            offset = next;
            number
        });
        (numbers.collect(), offset)
    }

    pub(super) fn shrink_to_fit(&mut self) {
        self.bytes.shrink_to_fit();
    }
}

impl DocumentNumber {
    /// Returns the nearest double.
    pub(super) fn double(&self) -> f64 {
        match self {
            Self::Fraction(value) => exact::double(value),
            Self::Rounded(value, _) => *value,
        }
    }

    /// Returns a short text for a label.
    pub(super) fn label(&self) -> String {
        match self {
            Self::Fraction(value) if is_short(value) => {
                exact::fraction(value).trim_end_matches("/1").to_owned()
            }
            Self::Fraction(value) => exact::decimal(value, DIGITS),
            Self::Rounded(_, label) => label.clone(),
        }
    }

    /// Returns the fraction as text, if it was kept.
    pub(super) fn fraction(&self) -> Option<String> {
        match self {
            Self::Fraction(value) => Some(exact::fraction(value)),
            Self::Rounded(..) => None,
        }
    }

    /// Returns `true` for 0, which is short and so never rounded.
    pub(super) fn is_zero(&self) -> bool {
        matches!(self, Self::Fraction(value) if *value == exact::zero())
    }
}

fn is_short(value: &Rational) -> bool {
    value.numer().bits().max(value.denom().bits()) <= SHORT_BITS
        && text::short(&exact::fraction(value)).is_some()
}
