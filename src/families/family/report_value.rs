//! The values of a report, of the few kinds that the output formats know.

use super::rounded;
use super::saved::keys;
use crate::evaluate::BoundedValue;
use crate::exact::{Natural, Rational};
use chancetree_checker::ValueBounds;
use serde::{Deserialize, Serialize};

/// The default number of digits of a double for people.
const DIGITS: u8 = 5;

/// A part of a sentence.
///
/// ```
/// use chancetree::exact::ratio;
/// use chancetree::family::{TextSpan, Report};
///
/// let mut report = Report::new("A die");
/// report.remarks.push(vec!["The mean is ".into(), ratio(7, 2).into(), ".".into()]);
/// assert_eq!(report.remarks[0][1], TextSpan::Number(ratio(7, 2)));
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum TextSpan {
    /// Words, printed verbatim.
    Words(String),
    /// A number, printed as a decimal, followed by the fraction if that is short.
    Number(Rational),
}

/// Implements conversions into one type.
macro_rules! from {
    ($to:ident { $($value:ident: $from:ty => $made:expr;)* }) => {
        $(impl From<$from> for $to {
            fn from($value: $from) -> Self {
                $made
            }
        })*
    };
}

from! {
    TextSpan {
        words: &str => Self::Words(words.to_owned());
        words: String => Self::Words(words);
        number: u64 => Self::Words(number.to_string());
        number: Rational => Self::Number(number);
    }
}

/// The value of a result.
///
/// ```
/// use chancetree::exact::ratio;
/// use chancetree::family::ReportValue;
///
/// assert_eq!(ReportValue::from(ratio(7, 2)), ReportValue::Exact(ratio(7, 2)));
/// assert_eq!(ReportValue::from(None::<bool>), ReportValue::Nothing);
/// assert_eq!(ReportValue::each([1u8, 6]), ReportValue::Each(vec![ReportValue::Whole(1), ReportValue::Whole(6)]));
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum ReportValue {
    /// A fraction.
    Exact(Rational),
    /// A fraction, shown as a decimal only to people and in tables.
    Decimal(Rational),
    /// A fraction, shown without a decimal to people and in tables.
    Fraction(Rational),
    /// A fraction for each seat, the first player's first.
    Seats(Vec<Rational>),
    /// A whole number.
    Whole(u64),
    /// A whole number of any size.
    Large(Natural),
    /// Yes or no.
    Flag(bool),
    /// A word or a sentence.
    Words(String),
    /// A formula, which LaTeX typesets.
    Formula {
        /// The formula in plain text.
        plain: String,
        /// The formula in LaTeX, without the delimiters of math mode.
        latex: String,
    },
    /// The name of an action or a value. JSON contains a number if the name is a whole number.
    Name(String),
    /// Several names of actions or values.
    Names(Vec<String>),
    /// The points of each seat.
    Scores(Vec<u64>),
    /// A double with a bound on its error.
    Bounded(BoundedValue),
    /// A lower and an upper bound on a number, which people see as a double with a bound on its error.
    Interval(ValueBounds),
    /// A double without a bound on its error, with the default number of digits for people.
    Double(f64, u8),
    /// One of several probabilities. People see a decimal and a bar.
    Bar {
        /// The probability.
        value: Rational,
        /// The greatest of the probabilities, which has the longest bar.
        most: f64,
    },
    /// A double that was measured or fitted.
    Fit {
        /// The number.
        value: f64,
        /// `true` if it was measured, `false` if it was fitted.
        is_measured: bool,
    },
    /// Several values, one after the other. In a table, one value for each seat, the first player's first.
    Each(Vec<ReportValue>),
    /// Several values of different kinds, each with its name, which may be empty. People see them as decimals on one
    /// line.
    Parts(#[serde(deserialize_with = "keys")] Vec<(&'static str, ReportValue)>),
    /// No value: there is no such number.
    Nothing,
    /// No fraction where other rows have one, so that tables keep their columns.
    NoFraction,
}

impl ReportValue {
    /// Creates a fraction, or a double if the `error` of the fraction is bounded.
    ///
    /// ```
    /// use chancetree::exact::ratio;
    /// use chancetree::family::ReportValue;
    ///
    /// assert_eq!(ReportValue::within(&ratio(1, 3), None), ReportValue::Exact(ratio(1, 3)));
    /// assert!(matches!(ReportValue::within(&ratio(1, 3), Some(1e-9)), ReportValue::Bounded(_)));
    /// ```
    pub fn within(value: &Rational, error: Option<f64>) -> Self {
        error.map_or_else(|| value.into(), |error| Self::Bounded(rounded(value, error)))
    }

    /// Creates a fraction for each seat, or a double if the `error` of each fraction is bounded.
    ///
    /// ```
    /// use chancetree::exact::ratio;
    /// use chancetree::family::ReportValue;
    ///
    /// let values = [ratio(1, 3), ratio(2, 3)];
    /// assert_eq!(ReportValue::seats_within(&values, None), ReportValue::Seats(values.to_vec()));
    /// ```
    pub fn seats_within(values: &[Rational], error: Option<f64>) -> Self {
        match error {
            None => Self::Seats(values.to_vec()),
            Some(_) => Self::each(values.iter().map(|value| Self::within(value, error))),
        }
    }

    /// Returns a component of the value: the part with this name, or the value with this number, from 0.
    pub(super) fn part(self, key: &str) -> Option<Self> {
        let number = || key.parse::<usize>().ok();
        match self {
            Self::Parts(all) => all.into_iter().find(|(name, _)| *name == key).map(|(_, value)| value),
            Self::Each(all) => all.into_iter().nth(number()?),
            Self::Seats(all) => all.into_iter().nth(number()?).map(Self::Exact),
            _ => None,
        }
    }

    /// Creates several values, one after the other.
    pub fn each(all: impl IntoIterator<Item = impl Into<Self>>) -> Self {
        Self::Each(all.into_iter().map(Into::into).collect())
    }
}

/// Converts `None` into [`ReportValue::Nothing`].
impl<T: Into<ReportValue>> From<Option<T>> for ReportValue {
    fn from(found: Option<T>) -> Self {
        found.map_or(Self::Nothing, Into::into)
    }
}

from! {
    ReportValue {
        value: Rational => Self::Exact(value);
        value: &Rational => Self::Exact(value.clone());
        value: f64 => Self::Double(value, DIGITS);
        number: u8 => Self::Whole(number.into());
        number: u16 => Self::Whole(number.into());
        number: u32 => Self::Whole(number.into());
        number: u64 => Self::Whole(number);
        number: usize => Self::Whole(number as u64);
        flag: bool => Self::Flag(flag);
        words: &str => Self::Words(words.to_owned());
        words: String => Self::Words(words);
        piece: &TextSpan => match piece {
            TextSpan::Words(words) => words.as_str().into(),
            TextSpan::Number(number) => number.into(),
        };
    }
}
