//! The usual boards of Minesweeper, and positions in files.

use crate::family::Refusal;
use crate::mines::board::{Misread, SeenBoard};
use crate::mines::field::Field;
use crate::mines::grid::ImpossibleMines;
use crate::mines::risk::{Risk, Unknown};
use crate::mines::risks::{Layout, MinesSource};
use crate::model::Job;
use crate::model::resident::resident_bytes;

/// A usual board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Preset {
    /// The word that is typed for it.
    pub name: &'static str,
    /// The rows and columns, and the mines.
    pub laid: Laid,
}

/// Rows and columns, and the mines.
pub type Laid = ((usize, usize), usize);

/// The usual boards by name.
pub(super) const PRESETS: &[(&str, &str)] = &[
    (Preset::ALL[0].name, "9 x 9 cells, 10 mines"),
    (Preset::ALL[1].name, "16 x 16 cells, 40 mines"),
    (Preset::ALL[2].name, "16 x 30 cells, 99 mines"),
];

impl Preset {
    /// All there are, the smallest first.
    pub const ALL: [Self; 3] = [
        Self { name: "beginner", laid: ((9, 9), 10) },
        Self { name: "intermediate", laid: ((16, 16), 40) },
        Self { name: "expert", laid: ((16, 30), 99) },
    ];
}

/// The facts about a position that are known beside its text.
#[derive(Clone, Copy, Debug, Default)]
pub struct KnownFacts {
    /// The number of mines.
    pub mines: Option<usize>,
    /// The board that it is on.
    pub preset: Option<Preset>,
}

impl KnownFacts {
    /// Returns the number of mines, if it is known.
    pub fn mines(self) -> Option<usize> {
        self.mines.or_else(|| self.preset.map(|preset| preset.laid.1))
    }

    /// Returns the facts as they are typed, with a space before them.
    pub fn typed(self) -> String {
        match (self.mines, self.preset) {
            (Some(mines), _) => format!(" --mines {mines}"),
            (_, Some(preset)) => format!(" --preset {}", preset.name),
            (None, None) => String::new(),
        }
    }

    /// Returns a board that was read from the text of the file `name`, if it is one that agrees with what is known.
    ///
    /// # Errors
    /// If it could not be read, or does not agree.
    pub fn checked(
        self,
        name: &str,
        text: &str,
        board: Result<SeenBoard, Misread>,
    ) -> Result<SeenBoard, Refusal> {
        let board = board.map_err(|wrong| {
            let refusal = Refusal::new(format!("{name}: {wrong}"));
            let is_missing = self.mines().is_none() && wrong.is_without_mines;
            // The line is 0 where the fault is the number of mines that was typed.
            let is_wrong = self.preset.is_some() || wrong.line == 0;
            if let Some(preset) = fitting_preset(text).filter(|_| is_missing || is_wrong) {
                return refusal.help(format!("--preset {}", preset.name));
            }
            match some_mines(text).filter(|_| is_missing || wrong.line == 0) {
                Some(mines) => refusal.help(format!("--mines {mines}")),
                None => refusal.ask("risk mines --help"),
            }
        })?;
        if let Some(preset) = self.preset
            && preset.laid.0 != (board.rows(), board.columns())
        {
            let ((rows, columns), mines) = preset.laid;
            let (cells, preset) = (format!("{} x {} cells", board.rows(), board.columns()), preset.name);
            let what = format!("{name}: {cells}, but {preset} has {rows} x {columns}");
            return Err(match fitting_preset(text) {
                Some(fitting) => Refusal::new(what).help(format!("--preset {}", fitting.name)),
                None => Refusal::new(what).help(format!("--mines {mines}")),
            });
        }
        Ok(board)
    }
}

/// A position in a file.
pub struct FilePosition {
    /// The name of the file, as people are told it.
    pub name: String,
    /// The file and its mines, as they are typed after `--board`.
    pub typed: String,
    /// The place that says how many mines there are.
    pub mines_from: MinesSource,
    /// The board as it is seen.
    pub board: SeenBoard,
}

impl FilePosition {
    /// Returns the field of the position.
    ///
    /// # Errors
    /// If it is too large to be played exactly.
    pub fn field(&self) -> Result<Field, Refusal> {
        let field = Field::new(self.board.rows(), self.board.columns(), self.board.mines());
        field.map_err(|why| self.refused(&why))
    }

    /// Returns why the position cannot be played, as far as its risks tell.
    pub fn refused(&self, why: &ImpossibleMines) -> Refusal {
        // What the refusal says more is not worth long work.
        let most_bytes = resident_bytes().unwrap_or(0) + (1 << 28);
        let job = Job { most_states: 1 << 20, most_bytes, ..Job::default() };
        let unknown = Risk::of(&self.board, &job).err();
        unknown.and_then(|why| self.unfit(&why)).unwrap_or_else(|| {
            Refusal::new(format!("{}: {why}", self.name)).ask(format!("risk mines {}", self.typed))
        })
    }

    /// Returns why no placement fits the position; `None` if a limit was passed.
    pub fn unfit(&self, why: &Unknown) -> Option<Refusal> {
        let mut refusal = Layout::Board(self.board.clone()).refusal(why, self.mines_from)?;
        refusal.what = format!("{}: {}", self.name, refusal.what);
        Some(refusal)
    }
}

/// A number of mines that there may be on the boards of a text, an example.
fn some_mines(text: &str) -> Option<usize> {
    (1..=10).rev().find(|&mines| sizes(text, mines).is_some())
}

/// The preset whose size and mines all boards of a text can have.
fn fitting_preset(text: &str) -> Option<Preset> {
    let fits = |preset: &Preset| {
        let ((rows, columns), mines) = preset.laid;
        sizes(text, mines).is_some_and(|sizes| sizes.iter().all(|size| *size == (rows, columns)))
    };
    Preset::ALL.into_iter().find(fits)
}

/// The rows and columns of the boards of a text, if all of them can have so many mines.
fn sizes(text: &str, mines: usize) -> Option<Vec<(usize, usize)>> {
    let boards = SeenBoard::read(text, Some(mines)).into_iter();
    let sizes: Vec<_> =
        boards.map(|board| board.ok().map(|board| (board.rows(), board.columns()))).collect::<Option<_>>()?;
    Some(sizes).filter(|sizes| !sizes.is_empty())
}
