//! The choice of a guess by looking one click ahead, for boards that are too large to be solved.

use super::board::SeenBoard;
use super::prior::MinePrior;
use super::risk::{Risk, RiskError};
use super::system::VisibleCell;
use crate::exact::double_of;
use crate::model::{Job, order};

/// The maximum difference between the risk of a candidate and the lowest risk.
const NEAR: f64 = 0.08;

/// The maximum number of candidates next to a number.
const MAX_NEAR_CELLS: usize = 14;

/// The maximum number of candidates without an adjacent number. All these cells have the same risk.
const MAX_FAR_CELLS: usize = 6;

/// The bonus for a cell that is certainly safe after the click, relative to the probability of getting there.
const PROGRESS: f64 = 0.15;

/// Returns the cell with the highest score: the probability of surviving this click and the next, with a
/// bonus if the number reveals a safe cell. If no number gives information, the score depends only on the
/// cell's own safety and the lowest remaining risk.
///
/// Floating-point numbers are sufficient here: rounding only affects the choice between nearly equal cells.
pub(super) fn best(
    board: &mut SeenBoard,
    risk: &Risk,
    mut shares: Vec<(usize, f64)>,
    job: &Job<'_>,
) -> Result<usize, RiskError> {
    by_risk(&mut shares);
    let candidates = candidates(board, &shares);
    let mut best = (f64::NEG_INFINITY, candidates[0].0);
    for &(place, share) in &candidates {
        if (1.0 - share) * (1.0 + PROGRESS) <= best.0 {
            continue;
        }
        let outlook = outlook(board, risk, (place, share), best.0, job)?;
        if outlook.score > best.0 {
            best = (outlook.score, place);
        }
    }
    Ok(best.1)
}

/// What a click on a cell is expected to bring.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Outlook {
    /// The probability of surviving this click and the next, plus the bonus for a safe cell.
    pub score: f64,
    /// The probability that the cell is safe and its number reveals a safe cell.
    pub progress: f64,
}

/// Returns the candidates with their outlooks, the highest score first.
pub(super) fn outlooks(
    board: &mut SeenBoard,
    risk: &Risk,
    job: &Job<'_>,
) -> Result<Vec<(usize, Outlook)>, RiskError> {
    let mut shares = risk.rounded();
    by_risk(&mut shares);
    let mut all = Vec::new();
    for cell in candidates(board, &shares) {
        all.push((cell.0, outlook(board, risk, cell, f64::NEG_INFINITY, job)?));
    }
    order::sort(&mut all, |one, other| other.1.score.total_cmp(&one.1.score).then(one.0.cmp(&other.0)));
    Ok(all)
}

/// Sorts cells by risk, the lowest first.
fn by_risk(cells: &mut [(usize, f64)]) {
    order::sort(cells, |one, other| one.1.total_cmp(&other.1).then(one.0.cmp(&other.0)));
}

/// Returns the candidates, the lowest risk first.
fn candidates(board: &SeenBoard, shares: &[(usize, f64)]) -> Vec<(usize, f64)> {
    let near = |place: usize| board.neighbours(place).any(|near| board.cells()[near].is_open());
    let limit = shares[0].1 + NEAR;
    let low = shares.iter().copied().filter(|(_, share)| *share <= limit);
    let (mut seen, far): (Vec<_>, Vec<_>) = low.partition(|&(place, _)| near(place));
    // Far from all numbers, prefer the cells with the fewest hidden neighbours, which are the most likely
    // to show a 0, and among these the cells nearest to a number.
    let hidden = |place: usize| board.cells()[place].is_hidden();
    let mut far: Vec<_> = far
        .into_iter()
        .map(|(place, share)| {
            let around = board.neighbours(place).filter(|&near| hidden(near)).count();
            let touching = board.neighbours(place).filter(|&other| near(other)).count();
            (around, 8 - touching, place, share)
        })
        .collect();
    order::sort(&mut far, |one, other| (one.0, one.1, one.2).cmp(&(other.0, other.1, other.2)));
    seen.truncate(MAX_NEAR_CELLS);
    seen.extend(far.into_iter().take(MAX_FAR_CELLS).map(|(.., place, share)| (place, share)));
    by_risk(&mut seen);
    seen
}

/// Returns the outlook of a cell with a mine with probability `share`. May return less if the score cannot exceed `beaten`.
fn outlook(
    board: &mut SeenBoard,
    risk: &Risk,
    (place, share): (usize, f64),
    beaten: f64,
    job: &Job<'_>,
) -> Result<Outlook, RiskError> {
    let (safe, placements) = (1.0 - share, risk.placements() - risk.count(place).unwrap_or_default());
    let around = |which: fn(VisibleCell) -> bool| {
        board.neighbours(place).filter(|&near| which(board.cells()[near])).count() as u32
    };
    let (known, hidden) = (around(|seen| seen == VisibleCell::Mine), around(VisibleCell::is_hidden));
    let mut left = placements.clone();
    let mut outlook = Outlook::default();
    for number in known..=known + hidden {
        if left.bits() == 0
            || outlook.score + safe * double_of(&left, &placements) * (1.0 + PROGRESS) <= beaten
        {
            break;
        }
        board.set(place, VisibleCell::Open(number));
        let risk = board
            .system()
            .map_err(RiskError::from)
            .and_then(|system| Risk::weigh(&system, &MinePrior::Exact(system.mines), job));
        board.set(place, VisibleCell::Hidden);
        match risk {
            Ok(risk) => {
                let least = risk.rounded().into_iter().map(|(_, share)| share).fold(1.0, f64::min);
                let worth = if least == 0.0 { 1.0 + PROGRESS } else { 1.0 - least };
                let share = safe * double_of(risk.placements(), &placements);
                outlook.score += share * worth;
                outlook.progress += if least == 0.0 { share } else { 0.0 };
                left -= risk.placements();
            }
            Err(RiskError::Contradiction(_)) => {}
            Err(other) => return Err(other),
        }
    }
    Ok(outlook)
}
