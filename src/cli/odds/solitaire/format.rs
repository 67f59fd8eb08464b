//! The formats of the odds of solitaire Memory.

use super::super::super::print::Style;
use clap::ValueEnum;
use clap::builder::PossibleValue;

/// The formats of these results.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Format {
    /// For people.
    Text,
    /// For programs; a range beyond 60 pairs has no distributions, which would be long.
    Json,
    /// The distributions of one board, the means of a range.
    Table(Style),
    /// An integer sequence in the form of the OEIS.
    Bfile,
}

impl Format {
    /// How a table is written; a b-file has only numbers.
    pub(super) fn style(self) -> Style {
        match self {
            Self::Table(style) => style,
            _ => Style::Csv,
        }
    }
}

impl ValueEnum for Format {
    fn value_variants<'a>() -> &'a [Self] {
        use Style::{Csv, Md, Tex};
        &[Self::Text, Self::Json, Self::Table(Csv), Self::Table(Md), Self::Table(Tex), Self::Bfile]
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        let value = |name, help| PossibleValue::new(name).help(help);
        Some(match self {
            Self::Text => value("text", "For people"),
            Self::Json => value(
                "json",
                "For programs; a range beyond 60 pairs has no distributions, which would be long",
            ),
            Self::Table(Style::Csv) => {
                value("csv", "For spreadsheets: the distributions of one board, the means of a range")
            }
            Self::Table(style) => style.named(),
            Self::Bfile => {
                value("bfile", "An integer sequence in the form of the OEIS; --sequence says which")
            }
        })
    }
}
