//! Boards of Minesweeper and their mines, one or several.

use super::super::fail::Fail;
use super::super::position::Known;
use super::super::range::{Numbers, numbers_from};
use super::typed;
use crate::games::mines::field::Field;
use crate::games::mines::grid::Impossible;
use clap::{Args, ValueEnum};

/// A board and its mines.
#[derive(Debug, Clone, Args)]
#[command(next_help_heading = "Board")]
pub(crate) struct Laid {
    /// A usual board: instead of --rows, --cols and --mines
    #[arg(long, value_enum, conflicts_with_all = ["rows", "cols", "mines"])]
    preset: Option<Preset>,
    /// Rows of the board: 4, or several: 2..4 or 3,5
    #[arg(long, value_name = "R", allow_negative_numbers = true,
        value_parser = numbers_from(1, MOST_SIDE, "a whole number from 1 to 255 is needed"))]
    rows: Option<Numbers>,
    /// Columns of the board, or several; at most 64 cells in all
    #[arg(long, value_name = "C", allow_negative_numbers = true,
        value_parser = numbers_from(1, MOST_SIDE, "a whole number from 1 to 255 is needed"))]
    cols: Option<Numbers>,
    /// Mines on it, or several: 1..5
    #[arg(long, value_name = "M", allow_negative_numbers = true,
        value_parser = numbers_from(0, u16::MAX, "a whole number from 0 to 65535 is needed"))]
    mines: Option<Numbers>,
}

/// The most cells in a row or a column that can be typed.
const MOST_SIDE: u16 = u8::MAX as u16;

impl Laid {
    /// Returns what is known of a position in a file.
    pub(crate) fn known(&self) -> Result<Known, Fail> {
        let mines = match &self.mines {
            Some(Numbers::Several(several)) => {
                let last = several.last().copied().unwrap_or_default();
                return Err(Fail::usage("a position has one number of mines, not a range")
                    .help(format!("--mines {last}")));
            }
            Some(Numbers::One(mines)) => Some(usize::from(*mines)),
            None => None,
        };
        Ok(Known { mines, preset: self.preset })
    }

    /// Returns `true` if several boards are asked for, if only in form.
    pub(crate) fn is_range(&self) -> bool {
        let is_range = |numbers: &Option<Numbers>| numbers.as_ref().is_some_and(Numbers::is_range);
        [&self.rows, &self.cols, &self.mines].into_iter().any(is_range)
    }

    /// The only board, where several make no sense.
    pub(crate) fn only(&self, verb: Verb<'_>) -> Result<Field, Fail> {
        let mut all = self.fields(verb)?;
        let last = all.pop().expect("no range is empty");
        match self.is_range() {
            false => Ok(last),
            true => Err(Fail::usage("this is of one board, not of a range").help(format!(
                "--rows {} --cols {} --mines {}",
                last.rows(),
                last.cols(),
                last.mines()
            ))),
        }
    }

    /// The boards, if they can be played exactly; `verb` is what they are for.
    pub(crate) fn fields(&self, verb: Verb<'_>) -> Result<Vec<Field>, Fail> {
        if let Some(preset) = self.preset {
            let ((rows, cols), mines) = preset.laid();
            return Ok(vec![self.field(rows, cols, mines, verb)?]);
        }
        let (Some(rows), Some(cols), Some(mines)) = (&self.rows, &self.cols, &self.mines) else {
            let what = "--rows, --cols and --mines are needed, all three";
            return Err(Fail::usage(what).help(verb.small_board()));
        };
        let sizes = rows.iter().flat_map(|rows| cols.iter().map(move |cols| (rows, cols)));
        let boards = sizes.flat_map(|(rows, cols)| mines.iter().map(move |mines| (rows, cols, mines)));
        boards.map(|(rows, cols, mines)| self.field(rows.into(), cols.into(), mines.into(), verb)).collect()
    }

    fn field(&self, rows: usize, cols: usize, mines: usize, verb: Verb<'_>) -> Result<Field, Fail> {
        Field::new(rows, cols, mines).map_err(|error| {
            let board = match self.preset {
                Some(preset) => format!("--preset {}", typed(&preset)),
                None => format!("--rows {rows} --cols {cols} --mines {mines}"),
            };
            let help = match (error, verb.simulated) {
                (Impossible::Mines { .. }, _) | (_, None) => verb.small_board(),
                (_, Some(options)) => format!("chancetree simulate mines {board}{options}"),
            };
            Fail::usage(error.to_string()).help(help)
        })
    }
}

/// The verb that a board is for.
#[derive(Clone, Copy)]
pub(crate) struct Verb<'a> {
    pub(crate) name: &'a str,
    /// The options of the simulation that answers instead where a board is too large; `None` where none does.
    pub(crate) simulated: Option<&'a str>,
}

impl Verb<'_> {
    /// A board that it can do.
    pub(crate) fn small_board(self) -> String {
        format!("chancetree {} mines --rows 4 --cols 4 --mines 3", self.name)
    }
}

/// The usual boards.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Preset {
    /// 9 x 9 cells, 10 mines
    Beginner,
    /// 16 x 16 cells, 40 mines
    Intermediate,
    /// 16 x 30 cells, 99 mines
    Expert,
}

impl Preset {
    /// Rows and columns, and mines.
    pub(crate) fn laid(self) -> ((usize, usize), usize) {
        match self {
            Self::Beginner => ((9, 9), 10),
            Self::Intermediate => ((16, 16), 40),
            Self::Expert => ((16, 30), 99),
        }
    }
}
