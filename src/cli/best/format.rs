//! The formats of what may be a table of a range, and a picture.

use super::super::fail::Fail;
use super::super::picture::Kind;
use super::super::print::{self, Style};
use clap::ValueEnum;
use clap::builder::PossibleValue;
use std::path::Path;

/// The formats of what may be a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Format {
    /// For people.
    Text,
    /// For programs.
    Json,
    /// Lines and columns.
    Table(Style),
    /// A coloured picture of the table.
    Svg,
    /// A picture in pixels.
    Png,
    /// A picture for print.
    Pdf,
}

impl ValueEnum for Format {
    fn value_variants<'a>() -> &'a [Self] {
        use Style::{Csv, Md, Tex};
        &[
            Self::Text,
            Self::Json,
            Self::Table(Csv),
            Self::Table(Md),
            Self::Table(Tex),
            Self::Svg,
            Self::Png,
            Self::Pdf,
        ]
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        let value = |name, help| PossibleValue::new(name).help(help);
        Some(match self {
            Self::Text => value("text", "For people"),
            Self::Json => value("json", "For programs"),
            Self::Table(style) => style.named(),
            Self::Svg => value("svg", "A coloured picture of the table"),
            Self::Png => value("png", "The same in pixels"),
            Self::Pdf => value("pdf", "The same for print"),
        })
    }
}

impl Format {
    /// Refuses a picture that is no text on a terminal.
    pub(super) fn check(self) -> Result<(), Fail> {
        self.picture().map_or(Ok(()), |kind| kind.check(Path::new("-")))
    }

    /// Returns the kind of picture, if it is one.
    pub(super) fn picture(self) -> Option<Kind> {
        match self {
            Self::Svg => Some(Kind::Svg),
            Self::Png => Some(Kind::Png),
            Self::Pdf => Some(Kind::Pdf),
            Self::Text | Self::Json | Self::Table(_) => None,
        }
    }

    /// The format of numbers; a picture is of a table, and has none.
    pub(super) fn of_numbers(self) -> print::Format {
        match self {
            Self::Json => print::Format::Json,
            Self::Table(style) => print::Format::Table(style),
            Self::Text | Self::Svg | Self::Png | Self::Pdf => print::Format::Text,
        }
    }
}
