//! Tells what was found of one board, or of a range as a table, which may be painted.

use super::super::fail::Fail;
use super::super::picture::PictureFormat;
use super::super::print::{Answer, Answers, Print};
use super::super::watch::{Several, Watch};
use crate::export::chart::Squares;

/// The answers about one board or several.
pub(super) struct Told {
    pub(super) answers: Vec<Answer>,
    /// `true` if each answer is of a board of its own.
    pub(super) is_range: bool,
    /// The table of a range.
    pub(super) grid: Option<Squares>,
    /// The reason for which boards of a range are missing, if some are.
    pub(super) whole: Several<()>,
}

impl Told {
    /// Tells one board.
    pub(super) fn one(answer: Answer) -> Self {
        Self { answers: vec![answer], is_range: false, grid: None, whole: Several::whole(Vec::new()) }
    }

    /// Prints the answers, or paints the table.
    pub(super) fn print(
        self,
        picture: Option<PictureFormat>,
        print: Print,
        watch: &Watch,
    ) -> Result<(), Fail> {
        match (picture, &self.grid) {
            (Some(kind), Some(grid)) => kind.print(grid.svg(), &grid.title, watch),
            _ => Answers::new("memory", "", self.is_range, &self.answers)
                .whole(self.grid.is_none())
                .print(print),
        }?;
        self.whole.end()
    }
}
