//! A number, a range of numbers, or a list of both: `8`, `1..10` or `1..=10` or `1-10` (10 is in all of them), `1,3,5..9`.

use super::described::Question;
use super::fail::Fail;
use crate::family::{Setting, Typed};
use std::fmt::Display;
use std::str::FromStr;

/// One number, or several: ascending, each once.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Numbers {
    all: Vec<u16>,
    /// `true` if several were asked for, if only in form.
    several: bool,
}

impl Numbers {
    pub(crate) fn one(number: u16) -> Self {
        Self { all: vec![number], several: false }
    }

    pub(crate) fn several(all: Vec<u16>) -> Self {
        Self { all, several: true }
    }

    /// The numbers of a parameter: as they were typed, else its default, if it has one.
    pub(crate) fn of(question: &Question, name: &str) -> Result<Option<Self>, Fail> {
        let Some(Typed { all, several }) = question.numbers(name)? else { return Ok(None) };
        let whole = |setting: Setting| match setting {
            Setting::Whole(number) => number as u16,
            _ => unreachable!("{name} is a whole number by its description"),
        };
        Ok(Some(Self { all: all.into_iter().map(whole).collect(), several }))
    }

    /// Cards as pairs.
    pub(crate) fn halved(mut self) -> Self {
        self.all.iter_mut().for_each(|cards| *cards /= 2);
        self
    }

    /// Returns `true` if several were asked for, if only in form.
    pub(crate) fn is_range(&self) -> bool {
        self.several
    }

    pub(crate) fn last(&self) -> u16 {
        *self.all.last().expect("no range is empty")
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = u16> + use<> {
        self.all.clone().into_iter()
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
