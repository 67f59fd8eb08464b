//! The rules for the first cell and for the choice of later cells, and the objective of the player.

use super::{BoardCell, FieldState, Mines};
use crate::game::Seat;
use crate::mines::grid::{CellGrid, ImpossibleMines};
use crate::payoff::Payoff;
use std::fmt;
use std::str::FromStr;

named_enum! {
    /// The rule that breaks ties between cells of the lowest risk.
    ///
    /// ```
    /// use chancetree::games::mines::game::Ties;
    ///
    /// assert_eq!(Ties::named("last").map(Ties::meaning), Some("The last in reading order"));
    /// ```
    pub enum Ties {
        /// The rule of the paper's text:
        Random: "random", "One at random";
        /// The rule of the paper's printed program:
        Last: "last", "The last in reading order";
        First: "first", "The first in reading order";
        CornerEdgeRandom: "corner-edge-random", "A corner, else an edge, else the middle; at random within \
                                                 each group";
        /// For the best and the worst result over all rules:
        Free: "free", "The choice of the player";
    }
}

/// How the player chooses cells after the first.
///
/// ```
/// use chancetree::games::mines::field::Field;
/// use chancetree::games::mines::game::{FirstCell, FirstClick, Mines, Opener, Ties};
///
/// // The player decides only if a rule leaves choices open.
/// let decides = |rule| -> Result<bool, Box<dyn std::error::Error>> {
///     let field = Field::new(2, 2, 1)?;
///     Ok(Mines::new(field, rule, FirstCell::Corner, FirstClick::Safe)?.decides())
/// };
/// assert!(decides(Opener::Best)? && decides(Opener::Lowest(Ties::Free))?);
/// assert!(!decides(Opener::Lowest(Ties::Random))?);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Opener {
    /// Opens a cell of the lowest risk.
    Lowest(Ties),
    /// Opens any cell that the player chooses.
    Best,
}

/// The rule for the first cell.
///
/// ```
/// use chancetree::games::mines::game::{BoardCell, FirstCell};
///
/// assert_eq!("corner".parse(), Ok(FirstCell::Corner));
/// assert_eq!("1,2".parse(), Ok(FirstCell::At(BoardCell { row: 1, col: 2 })));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum FirstCell {
    /// Any cell, at random (F).
    #[default]
    Anywhere,
    /// A cell on an edge but not in a corner, at random (K).
    Edge,
    /// A corner, at random (H).
    Corner,
    /// A cell that is neither on an edge nor in a corner, at random (M).
    Middle,
    /// The given cell.
    At(BoardCell),
    /// Any cell that the player chooses.
    Chosen,
}

named_enum! {
    /// The rule for mines at and around the first cell: what the cell may contain.
    ///
    /// ```
    /// use chancetree::games::mines::game::FirstClick;
    ///
    /// assert_eq!(FirstClick::default().name(), "safe");
    /// assert_eq!(FirstClick::named("opening"), Some(FirstClick::Opening));
    /// ```
    #[derive(Default)]
    pub enum FirstClick {
        Any: "any", "Anything: it may be a mine";
        #[default]
        Safe: "safe", "No mine; the mines lie elsewhere";
        Opening: "opening", "No mine, and none next to it";
    }
}

impl Ties {
    /// Returns the cells, ascending, from which one is drawn. `lowest` are the cells of the lowest risk,
    /// ascending. Returns all cells if the player chooses.
    pub(in crate::mines) fn among<C: Copy + Into<usize>>(self, lowest: &[C], grid: CellGrid) -> Vec<C> {
        match self {
            Self::First => lowest[..1].to_vec(),
            Self::Last => lowest[lowest.len() - 1..].to_vec(),
            Self::Random | Self::Free => lowest.to_vec(),
            Self::CornerEdgeRandom => {
                let sides = |cell: &C| grid.sides((*cell).into());
                let most = lowest.iter().map(sides).max();
                lowest.iter().copied().filter(|cell| Some(sides(cell)) == most).collect()
            }
        }
    }
}

impl FromStr for FirstCell {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let cell = || {
            let (row, col) = text.split_once(',')?;
            Some(Self::At(BoardCell { row: row.parse().ok()?, col: col.parse().ok()? }))
        };
        match &*text.to_lowercase() {
            "anywhere" => Ok(Self::Anywhere),
            "edge" => Ok(Self::Edge),
            "corner" => Ok(Self::Corner),
            "middle" => Ok(Self::Middle),
            "chosen" => Ok(Self::Chosen),
            _ => cell().ok_or_else(|| {
                "anywhere, edge, corner, middle, chosen or a cell ROW,COLUMN such as 1,2 is needed".to_owned()
            }),
        }
    }
}

impl FirstCell {
    /// Returns the cells, ascending, with which a game can start if it has `mines` mines. If the player
    /// chooses the first cell, returns only the cells that leave room for the mines.
    ///
    /// # Errors
    /// Returns an error if there is no such cell, or if a cell that may be drawn leaves no room for the
    /// mines.
    ///
    /// ```
    /// use chancetree::games::mines::game::{FirstCell, FirstClick};
    /// use chancetree::games::mines::grid::CellGrid;
    ///
    /// let grid = CellGrid { rows: 3, columns: 3 };
    /// assert_eq!(FirstCell::Corner.cells(grid, FirstClick::Safe, 1)?, [0, 2, 6, 8]);
    /// assert!(FirstCell::Middle.cells(grid, FirstClick::Opening, 1).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn cells(
        self,
        grid: CellGrid,
        first_click: FirstClick,
        mines: usize,
    ) -> Result<Vec<usize>, ImpossibleMines> {
        let all = 0..grid.cells();
        let on = |sides: u8| all.clone().filter(|&cell| grid.sides(cell) == sides).collect();
        let cells: Vec<usize> = match self {
            Self::Anywhere | Self::Chosen => all.collect(),
            Self::Corner => on(2),
            Self::Edge => on(1),
            Self::Middle => on(0),
            Self::At(cell) => {
                let place = grid.place([cell.row, cell.col].map(usize::from));
                vec![place.ok_or(ImpossibleMines::Cell(cell))?]
            }
        };
        if cells.is_empty() {
            return Err(ImpossibleMines::Start(grid));
        }
        let room = |cell: usize| grid.cells() - first_click.keeps_free(grid, cell).len();
        let (fit, full): (Vec<usize>, Vec<usize>) = cells.into_iter().partition(|&cell| mines <= room(cell));
        // A player can choose a cell with enough room. A drawn cell may be any cell of the kind, so all of
        // them need room.
        let Some(&cell) = full.first().filter(|_| self != Self::Chosen || fit.is_empty()) else {
            return Ok(fit);
        };
        let most = (0..grid.cells()).map(room).max().unwrap_or_default();
        if mines > most {
            return Err(ImpossibleMines::Mines { mines, room: most });
        }
        let [row, col] = grid.at(cell);
        Err(ImpossibleMines::Opening { at: [row, col], mines, room: room(cell) })
    }
}

/// Writes the rule as users type it.
impl fmt::Display for FirstCell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Anywhere => f.write_str("anywhere"),
            Self::Edge => f.write_str("edge"),
            Self::Corner => f.write_str("corner"),
            Self::Middle => f.write_str("middle"),
            Self::Chosen => f.write_str("chosen"),
            Self::At(cell) => cell.fmt(f),
        }
    }
}

impl FirstClick {
    /// Returns the cells that a first click on `cell` keeps free of mines.
    pub fn keeps_free(self, grid: CellGrid, cell: usize) -> Vec<usize> {
        match self {
            Self::Any => Vec::new(),
            Self::Safe => vec![cell],
            Self::Opening => grid.neighbours(cell).chain([cell]).collect(),
        }
    }
}

/// The objective of the deciding player.
///
/// ```
/// use chancetree::games::mines::field::Field;
/// use chancetree::games::mines::game::{Aim, FirstCell, FirstClick, Mines, Opener, Ties};
/// use chancetree::prelude::*;
///
/// // The best and the worst choice among cells of the lowest risk.
/// let rule = Opener::Lowest(Ties::Free);
/// let game = Mines::new(Field::new(2, 4, 2)?, rule, FirstCell::Corner, FirstClick::Safe)?;
/// let graph = game.explore().run()?;
/// let [best, worst] = [graph.clone().maximize(&Aim::Win)?, graph.maximize(&Aim::Lose)?];
/// assert_eq!(fraction(&best.value(best.graph().start())[0]), "3/7");
/// assert_eq!(fraction(&worst.value(worst.graph().start())[0]), "-2/7");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Aim {
    /// Win: the value is P(win).
    Win,
    /// Lose: the value is -P(win). This gives the worst outcome of a rule that leaves choices open.
    Lose,
}

impl Payoff<Mines> for Aim {
    fn end(&self, _: &Mines, view: &FieldState, _: Seat) -> i64 {
        let won = i64::from(*view == FieldState::Won);
        if *self == Self::Win { won } else { -won }
    }
}
