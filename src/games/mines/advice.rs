//! The cells to open next on a board of any size, the best first, each with a reason.

use super::board::SeenBoard;
use super::endgame::SearchLimits;
pub use super::lookahead::Outlook;
use super::risk::{Risk, RiskError};
use super::system::{System, VisibleCell};
use super::{endgame, lookahead};
use crate::exact::{Integer, Rational, one, ratio, zero};
use crate::model::{Job, order};
use std::cmp::Reverse;

/// The cells to open next, the best first.
#[derive(Clone, Debug, PartialEq)]
pub enum ClickAdvice {
    /// Cells that are certainly safe.
    Safe(Vec<SafeCell>),
    /// All hidden cells with the exact probability of winning if they are opened next. Few placements are left.
    Exact(Vec<(usize, Rational)>),
    /// The candidates of the strong player, with their outlooks. The probability of winning is unknown.
    Estimate(Vec<(usize, Outlook)>),
}

/// A cell that is certainly safe.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SafeCell {
    /// The cell.
    pub place: usize,
    /// A number next to the cell whose mines are all known, if there is one. Otherwise the cell is safe because several numbers
    /// together leave no mine for it.
    pub satisfied: Option<usize>,
}

impl ClickAdvice {
    /// Returns the advice on a position. `risk` has the probabilities of `system`, the system of `board`.
    ///
    /// An estimate computes the probabilities again for each candidate and each number that it can show.
    ///
    /// # Errors
    /// Returns an error if a limit is exceeded.
    pub fn of(board: &SeenBoard, system: &System, risk: &Risk, job: &Job<'_>) -> Result<Self, RiskError> {
        let all = risk.all();
        let has_risk = |risk: Rational| all.iter().filter(move |cell| cell.1 == risk).map(|cell| cell.0);
        let safe: Vec<usize> = has_risk(zero()).collect();
        let mines: Vec<usize> = has_risk(one()).collect();
        if !safe.is_empty() || mines.len() == all.len() {
            return Ok(Self::Safe(safe.iter().map(|&place| safe_cell(board, place, &mines)).collect()));
        }
        // Known mines are marked first, as a player does.
        let (mut marked, system, risk) = match mines.is_empty() {
            true => (board.clone(), system.clone(), risk.clone()),
            false => with_mines(board, &mines, job)?,
        };
        if let Ok(mut won) = endgame::won_after(board.grid(), &system, &risk, SearchLimits::SMALL) {
            // Among cells that win equally often, the one with the lowest risk is first.
            let key = |&(place, won): &(usize, u32)| (Reverse(won), risk.count(place));
            order::sort(&mut won, |one, other| key(one).cmp(&key(other)));
            let total = Integer::from(risk.placements().clone());
            let chance = |(place, won)| (place, ratio(Integer::from(won), total.clone()));
            return Ok(Self::Exact(won.into_iter().map(chance).collect()));
        }
        Ok(Self::Estimate(lookahead::outlooks(&mut marked, &risk, job)?))
    }
}

/// Marks known mines on a board. Returns the board with its system and its risks.
pub(super) fn with_mines(
    board: &SeenBoard,
    mines: &[usize],
    job: &Job<'_>,
) -> Result<(SeenBoard, System, Risk), RiskError> {
    let mut marked = board.clone();
    mines.iter().for_each(|&place| marked.set(place, VisibleCell::Mine));
    let system = marked.system()?;
    let risk = Risk::of_system(&system, job)?;
    Ok((marked, system, risk))
}

fn safe_cell(board: &SeenBoard, place: usize, mines: &[usize]) -> SafeCell {
    let is_mine =
        |cell: &usize| board.cells()[*cell] == VisibleCell::Mine || mines.binary_search(cell).is_ok();
    let satisfied = board.neighbours(place).find(|&near| match board.cells()[near] {
        VisibleCell::Open(number) => board.neighbours(near).filter(is_mine).count() == number as usize,
        _ => false,
    });
    SafeCell { place, satisfied }
}
