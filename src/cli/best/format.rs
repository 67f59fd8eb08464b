//! The formats of what may be a table of a range, and a picture.

use super::super::fail::Fail;
use super::super::picture::Kind;
use super::super::print;
use clap::ValueEnum;
use clap::builder::PossibleValue;
use std::path::Path;
use std::sync::LazyLock;

/// The formats of what may be a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Format {
    /// A format of all results.
    Of(print::Format),
    /// A coloured picture of the table.
    Picture(Kind),
}

impl ValueEnum for Format {
    fn value_variants<'a>() -> &'a [Self] {
        static ALL: LazyLock<Vec<Format>> = LazyLock::new(|| {
            let all = print::Format::value_variants().iter().copied().map(Format::Of);
            all.chain(Kind::value_variants().iter().copied().map(Format::Picture)).collect()
        });
        &ALL
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        match self {
            Self::Of(format) => format.to_possible_value(),
            Self::Picture(kind) => Some(PossibleValue::new(kind.name()).help(match kind {
                Kind::Svg => "A coloured picture of the table",
                Kind::Png => "The same in pixels",
                Kind::Pdf => "The same for print",
            })),
        }
    }
}

impl Format {
    /// Refuses a picture that is no text on a terminal.
    pub(super) fn check(self) -> Result<(), Fail> {
        self.picture().map_or(Ok(()), |kind| kind.check(Path::new("-")))
    }

    /// Returns the kind of picture, if it is one.
    pub(super) fn picture(self) -> Option<Kind> {
        Kind::of(&self)
    }

    /// The format of numbers; a picture is of a table, and has none.
    pub(super) fn of_numbers(self) -> print::Format {
        match self {
            Self::Of(format) => format,
            Self::Picture(_) => print::Format::Text,
        }
    }
}
