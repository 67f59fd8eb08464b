//! The standard boards of Minesweeper, and positions in files.

use crate::family::{Refusal, shell_word};
use crate::game_log;
use crate::mines::board::{BoardError, SeenBoard};
use crate::mines::field::Field;
use crate::mines::grid::ImpossibleMines;
use crate::mines::risk::{Risk, RiskError};
use crate::mines::risks::{MinesSource, RiskPosition};
use crate::mines::system::{Contradiction, VisibleCell};
use crate::model::Job;
use crate::model::memory_usage::resident_bytes;
use std::borrow::Cow;

/// A standard board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Preset {
    /// The name, as typed.
    pub name: &'static str,
    /// The rows, columns and mines.
    pub dimensions: BoardDimensions,
}

/// Rows and columns, and the number of mines.
pub type BoardDimensions = ((usize, usize), usize);

/// The standard boards by name.
pub(super) const PRESETS: &[(&str, &str)] = &[
    (Preset::ALL[0].name, "9 x 9 cells, 10 mines"),
    (Preset::ALL[1].name, "16 x 16 cells, 40 mines"),
    (Preset::ALL[2].name, "16 x 30 cells, 99 mines"),
];

impl Preset {
    /// All standard boards, the smallest first.
    pub const ALL: [Self; 3] = [
        Self { name: "beginner", dimensions: ((9, 9), 10) },
        Self { name: "intermediate", dimensions: ((16, 16), 40) },
        Self { name: "expert", dimensions: ((16, 30), 99) },
    ];
}

/// The facts about a position that were typed in addition to its text.
#[derive(Clone, Copy, Debug, Default)]
pub struct TypedMines {
    /// The number of mines.
    pub mines: Option<usize>,
    /// The standard board of the position.
    pub preset: Option<Preset>,
}

impl TypedMines {
    /// Returns the number of mines, if it is known.
    pub fn mines(self) -> Option<usize> {
        self.mines.or_else(|| self.preset.map(|preset| preset.dimensions.1))
    }

    /// Returns the facts as typed options, each with a space before it.
    pub fn typed(self) -> String {
        match (self.mines, self.preset) {
            (Some(mines), _) => format!(" --mines {mines}"),
            (_, Some(preset)) => format!(" --preset {}", preset.name),
            (None, None) => String::new(),
        }
    }

    /// Checks the result of reading the file `name` with the text `text` against the typed facts.
    ///
    /// # Errors
    /// If the board could not be read, or contradicts the facts.
    pub fn checked(
        self,
        name: &str,
        text: &str,
        board: Result<SeenBoard, BoardError>,
    ) -> Result<SeenBoard, Refusal> {
        let board = board.map_err(|wrong| {
            let refusal = Refusal::new(format!("{name}: {wrong}"));
            let is_missing = self.mines().is_none() && wrong.is_without_mines;
            // The line is 0 if the typed number of mines is wrong.
            let is_wrong = self.preset.is_some() || wrong.line == 0;
            // Called only if needed: both read the whole text again.
            if let Some(preset) = (is_missing || is_wrong).then(|| fitting_preset(text)).flatten() {
                return refusal.help(format!("--preset {}", preset.name));
            }
            if wrong.has_other_mines {
                let option = if self.mines.is_some() { "mines" } else { "preset" };
                return refusal.help(format!("leave out --{option}"));
            }
            match (is_missing || wrong.line == 0).then(|| some_mines(text)).flatten() {
                Some(mines) if self.preset.is_some() => {
                    refusal.help(format!("--mines {mines} instead of --preset"))
                }
                Some(mines) => refusal.help(format!("--mines {mines}")),
                None => refusal.ask("risk mines --help"),
            }
        })?;
        if let Some(preset) = self.preset
            && preset.dimensions.0 != (board.rows(), board.columns())
        {
            let ((rows, columns), mines) = preset.dimensions;
            let (cells, preset) = (format!("{} x {} cells", board.rows(), board.columns()), preset.name);
            let what = format!("{name}: {cells}, but {preset} has {rows} x {columns}");
            return Err(match fitting_preset(text) {
                Some(fitting) => Refusal::new(what).help(format!("--preset {}", fitting.name)),
                None => Refusal::new(what).help(format!("--mines {mines} instead of --preset")),
            });
        }
        Ok(board)
    }
}

/// Returns the text of a position in a file: the whole text, or the last position of a logged game. `name` is the name of the file in
/// messages, and `typed` the name that was typed.
///
/// # Errors
/// If the file is a log without a position.
pub fn position_text<'a>(name: &str, typed: &str, text: &'a str) -> Result<Cow<'a, str>, Refusal> {
    match game_log::board(text) {
        None => Ok(text.into()),
        Some(Ok(board)) => Ok(board.into()),
        Some(Err(family)) => Err(Refusal::new(format!("{name} is a log of {family} without a position"))
            .ask(format!("replay {}", shell_word(typed)))),
    }
}

/// A position in a file.
pub struct FilePosition {
    /// The name of the file for messages.
    pub name: String,
    /// The value of `--board` and the options of the mines, as typed.
    pub typed: String,
    /// The source of the number of mines.
    pub mines_from: MinesSource,
    /// The visible board.
    pub board: SeenBoard,
}

impl FilePosition {
    /// Returns the field of the position.
    ///
    /// # Errors
    /// If the board is too large for exact play.
    pub fn field(&self) -> Result<Field, Refusal> {
        let field = Field::new(self.board.rows(), self.board.columns(), self.board.mines());
        field.map_err(|why| self.refused(&why))
    }

    /// Returns the refusal of a position that cannot be played. Its risks may explain the reason.
    pub fn refused(&self, why: &ImpossibleMines) -> Refusal {
        // A better explanation is not worth much work.
        let most_bytes = resident_bytes().unwrap_or(0) + (1 << 28);
        let job = Job { most_states: 1 << 20, most_bytes, ..Job::default() };
        let unknown = Risk::of(&self.board, &job).err();
        unknown.and_then(|why| self.unfit(&why)).unwrap_or_else(|| {
            Refusal::new(format!("{}: {why}", self.name)).ask(format!("risk mines {}", self.typed))
        })
    }

    /// Returns the refusal of a position that no placement fits. Returns `None` if a limit was exceeded.
    pub fn unfit(&self, why: &RiskError) -> Option<Refusal> {
        let mut refusal = RiskPosition::Board(self.board.clone()).refusal(why, self.mines_from)?;
        refusal.what = format!("{}: {}", self.name, refusal.what);
        Some(refusal)
    }
}

/// Returns an example of a number of mines that is possible on the boards of a text.
fn some_mines(text: &str) -> Option<usize> {
    let mines = (1..=10).rev().find(|&mines| sizes(text, mines).is_some())?;
    let Some(Ok(board)) = SeenBoard::read(text, Some(mines)).into_iter().next() else { return None };
    let known = board.cells().iter().filter(|cell| **cell == VisibleCell::Mine).count();
    match Risk::of(&board, &Job::default()) {
        Err(RiskError::Contradiction(Contradiction::Mines { least, .. })) => Some(least + known),
        _ => Some(mines),
    }
}

/// Returns the standard board that agrees with the size and possible mines of all boards of a text.
fn fitting_preset(text: &str) -> Option<Preset> {
    let fits = |preset: &Preset| {
        let ((rows, columns), mines) = preset.dimensions;
        sizes(text, mines).is_some_and(|sizes| sizes.iter().all(|size| *size == (rows, columns)))
    };
    Preset::ALL.into_iter().find(fits)
}

/// Returns the rows and columns of the boards of a text, if every board can have `mines` mines.
fn sizes(text: &str, mines: usize) -> Option<Vec<(usize, usize)>> {
    let boards = SeenBoard::read(text, Some(mines)).into_iter();
    let sizes: Vec<_> =
        boards.map(|board| board.ok().map(|board| (board.rows(), board.columns()))).collect::<Option<_>>()?;
    Some(sizes).filter(|sizes| !sizes.is_empty())
}
