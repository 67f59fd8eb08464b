//! The formats of the odds of solitaire Memory.

use super::super::super::print::{self, Style};
use clap::ValueEnum;
use clap::builder::PossibleValue;
use std::sync::LazyLock;

/// The formats of these results.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Format {
    /// A format of all results.
    Of(print::Format),
    /// An integer sequence in the form of the OEIS.
    Bfile,
}

impl Format {
    /// The format of all results; a b-file has only numbers.
    pub(super) fn of_results(self) -> print::Format {
        match self {
            Self::Of(format) => format,
            Self::Bfile => print::Format::Text,
        }
    }
}

impl ValueEnum for Format {
    fn value_variants<'a>() -> &'a [Self] {
        static ALL: LazyLock<Vec<Format>> = LazyLock::new(|| {
            let all = print::Format::value_variants().iter().copied().map(Format::Of);
            all.chain([Format::Bfile]).collect()
        });
        &ALL
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        let Self::Of(format) = self else {
            let help = "An integer sequence in the form of the OEIS; --sequence says which";
            return Some(PossibleValue::new("bfile").help(help));
        };
        let value = format.to_possible_value()?;
        Some(match format {
            print::Format::Json => {
                value.help("For programs; a range beyond 60 pairs has no distributions, which would be long")
            }
            print::Format::Table(Style::Csv) => {
                value.help("For spreadsheets: the distributions of one board, the means of a range")
            }
            _ => value,
        })
    }
}
