//! The value of every cell that can be opened, at the start or in a position.

use super::checkpoint::{each, rules};
use super::{AllowedCells, OptimalSolver};
use crate::exact::{Rational, ratio};
use crate::mines::board::SeenBoard;
use crate::mines::field::Field;
use crate::mines::game::{BoardCell, FirstClick};
use crate::model::{Error, Job};

/// A cell that can be opened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpeningValue {
    /// The cell.
    pub cell: BoardCell,
    /// The number of placements that a first click there leaves, or that fit the position.
    pub placements: u64,
    /// The number of these placements that optimal play wins.
    pub wins: u64,
    /// The number of placements with a mine in the cell; `None` for a fresh board.
    pub mines: Option<u64>,
    /// The number won if play continues with lowest risk and the best tie-breaking; `None` if not requested.
    pub lowest: Option<u64>,
    /// Whether no cell wins more often.
    pub is_best: bool,
}

impl OpeningValue {
    /// Returns the probability of winning.
    pub fn win(&self) -> Rational {
        ratio(self.wins, self.placements)
    }

    /// Returns the first cells of a fresh board, one per class of cells that are equivalent by symmetry. The
    /// work can be saved.
    ///
    /// # Errors
    /// Returns an error if a limit of `job` is exceeded, or work cannot be saved or read.
    pub fn firsts(field: &Field, click: FirstClick, lowest: bool, job: &Job<'_>) -> Result<Vec<Self>, Error> {
        Self::among((field, click, &field.different()), rules(lowest), job)
    }

    /// Returns the values of the given first cells, for each of the `rules` to choose later cells.
    pub(in crate::mines) fn among(
        (field, click, cells): (&Field, FirstClick, &[u8]),
        rules: &[AllowedCells],
        job: &Job<'_>,
    ) -> Result<Vec<Self>, Error> {
        let most: Vec<u64> = cells.iter().map(|&cell| field.left_by(click, cell)).collect();
        let wins = |best: &OptimalSolver<'_>| best.firsts(click, cells);
        let wins = each((field, job), rules, wins)?;
        let (all, lowest) = (&wins[0], wins.get(1));
        let first = |(index, &cell): (usize, &u8)| Self {
            cell: field.cell(cell),
            placements: most[index],
            wins: all[index],
            mines: None,
            lowest: lowest.map(|lowest| lowest[index]),
            is_best: false,
        };
        let mut firsts: Vec<Self> = cells.iter().enumerate().map(first).collect();
        let most = firsts.iter().map(Self::win).max();
        firsts.iter_mut().for_each(|first| first.is_best = Some(first.win()) == most);
        Ok(firsts)
    }

    /// Returns the hidden cells of a position, the number of placements that fit it, and the number of these
    /// placements that optimal play wins. The work can be saved.
    ///
    /// # Errors
    /// Returns an error if a limit of `job` is exceeded, or work cannot be saved or read.
    pub fn next(
        field: &Field,
        board: &SeenBoard,
        lowest: bool,
        job: &Job<'_>,
    ) -> Result<(Vec<Self>, u64, u64), Error> {
        let (set, closed) = OptimalSolver::new(field, AllowedCells::All, job).fitting(board)?;
        let placements = set.len() as u64;
        let wins = |best: &OptimalSolver<'_>| best.wins(&set, &closed);
        let wins = each((field, job), rules(lowest), wins)?;
        let opened = |(index, &cell): (usize, &u8)| {
            let mines = set.iter().filter(|placement| placement.mines >> cell & 1 == 1).count();
            let (mines, lowest) = (Some(mines as u64), wins.get(1).map(|lowest| lowest[index]));
            Self { cell: field.cell(cell), placements, wins: wins[0][index], mines, lowest, is_best: false }
        };
        let mut hidden: Vec<Self> = closed.iter().enumerate().map(opened).collect();
        let is_mine = |hidden: &Self| hidden.mines == Some(placements);
        // If only mines are hidden, the game is won without a click. A game that has not begun needs one.
        let begun = board.cells().iter().any(|seen| !seen.is_hidden());
        let decided = begun && hidden.iter().all(is_mine);
        let most = hidden.iter().map(|hidden| hidden.wins).max().unwrap_or(0);
        let most = if decided { placements } else { most };
        hidden.iter_mut().for_each(|hidden| hidden.is_best = hidden.wins == most && !is_mine(hidden));
        Ok((hidden, placements, most))
    }
}
