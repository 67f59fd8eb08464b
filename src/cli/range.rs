//! A number, a range of numbers, or a list of both: `8`, `1..10` or `1..=10` or `1-10` (10 is in all of them), `1,3,5..9`.

use super::described::Question;
use super::fail::Fail;
use crate::family::numbers;
use crate::family::{Setting, Typed};
use std::fmt::Display;
use std::str::FromStr;

/// One number, or several.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Numbers {
    /// One.
    One(u16),
    /// Several, ascending, each once; perhaps only one, but asked for as a range.
    Several(Vec<u16>),
}

/// None that counts anything.
impl Default for Numbers {
    fn default() -> Self {
        Self::One(0)
    }
}

impl Numbers {
    /// The numbers of a parameter: as they were typed, else its default, if it has one.
    pub(crate) fn of(question: &Question, name: &str) -> Result<Option<Self>, Fail> {
        let Some(Typed { all, several }) = question.numbers(name)? else { return Ok(None) };
        let whole = |setting: Setting| match setting {
            Setting::Whole(number) => number as u16,
            _ => unreachable!("{name} is a whole number by its description"),
        };
        Ok(Some(gather(all.into_iter().map(whole).collect(), several)))
    }

    /// Cards as pairs.
    pub(crate) fn halved(self) -> Self {
        match self {
            Self::One(cards) => Self::One(cards / 2),
            Self::Several(all) => Self::Several(all.into_iter().map(|cards| cards / 2).collect()),
        }
    }

    /// Returns `true` if several were asked for, if only in form.
    pub(crate) fn is_range(&self) -> bool {
        matches!(self, Self::Several(_))
    }

    pub(crate) fn last(&self) -> u16 {
        *self.as_slice().last().expect("no range is empty")
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = u16> + use<> {
        self.as_slice().to_vec().into_iter()
    }

    fn as_slice(&self) -> &[u16] {
        match self {
            Self::One(number) => std::slice::from_ref(number),
            Self::Several(numbers) => numbers,
        }
    }
}

fn gather(all: Vec<u16>, ranged: bool) -> Numbers {
    match numbers::gather(all, ranged) {
        (all, false) => Numbers::One(all[0]),
        (all, true) => Numbers::Several(all),
    }
}

/// Reads a whole number from `least` to `most`.
pub(crate) fn whole<T>(least: T, most: T) -> impl Fn(&str) -> Result<T, String> + Clone + Send + Sync
where
    T: Copy + Display + FromStr + PartialOrd + Send + Sync,
{
    move |text| {
        let number = text.parse().ok().filter(|number| least <= *number && *number <= most);
        number.ok_or_else(|| format!("a whole number from {least} to {most} is needed"))
    }
}
