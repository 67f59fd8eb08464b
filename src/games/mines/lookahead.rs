//! The choice of a guess on a board too large to be solved whole, by looking one click ahead.

use super::board::SeenBoard;
use super::risk::{Risk, Unknown};
use super::system::Seen;
use crate::exact::{Natural, double_of};
use crate::model::{Job, order};

/// Cells that are looked at have at most so much more risk than the lowest.
const NEAR: f64 = 0.08;

/// Cells that are looked at.
const MOST: usize = 14;

/// Cells without a number next to them, all of one risk, that are looked at.
const MOST_FAR: usize = 6;

/// The worth of a cell that is safe for certain after the click, as a share of the chance to come there.
const PROGRESS: f64 = 0.15;

/// The cell of the highest score: the chance to survive this click and the next, which counts more where the number
/// shows a cell that is safe. A cell whose number tells nothing scores what its own safety and the rest make of it.
///
/// Floating point numbers choose here; no answer depends on their rounding but the choice between nearly equal cells.
pub(super) fn best(
    board: &mut SeenBoard,
    risk: &Risk,
    mut shares: Vec<(usize, f64)>,
    job: &Job<'_>,
) -> Result<usize, Unknown> {
    by_risk(&mut shares);
    let candidates = candidates(board, &shares);
    let mut best = (f64::NEG_INFINITY, candidates[0].0);
    for &(place, share) in &candidates {
        if (1.0 - share) * (1.0 + PROGRESS) <= best.0 {
            continue;
        }
        let mined = risk.count(place).unwrap_or_default();
        let score = score(board, (place, 1.0 - share), &(risk.placements() - mined), best.0, job)?;
        if score > best.0 {
            best = (score, place);
        }
    }
    Ok(best.1)
}

/// Sorts cells, the lowest risk first.
fn by_risk(cells: &mut [(usize, f64)]) {
    order::sort(cells, |one, other| one.1.total_cmp(&other.1).then(one.0.cmp(&other.0)));
}

/// The cells worth a look, the lowest risk first.
fn candidates(board: &SeenBoard, shares: &[(usize, f64)]) -> Vec<(usize, f64)> {
    let near = |place: usize| board.neighbours(place).any(|near| board.cells()[near].is_open());
    let limit = shares[0].1 + NEAR;
    let low = shares.iter().copied().filter(|(_, share)| *share <= limit);
    let (mut seen, far): (Vec<_>, Vec<_>) = low.partition(|&(place, _)| near(place));
    // Of the cells far from all numbers, those with the fewest hidden neighbours: they are the likeliest to show a 0.
    // Among those the nearest to a number.
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
    seen.truncate(MOST);
    seen.extend(far.into_iter().take(MOST_FAR).map(|(.., place, share)| (place, share)));
    by_risk(&mut seen);
    seen
}

/// The score of a cell that is safe in so many placements, a share `safe` of all; less, if it cannot be more than
/// `beaten`.
fn score(
    board: &mut SeenBoard,
    (place, safe): (usize, f64),
    placements: &Natural,
    beaten: f64,
    job: &Job<'_>,
) -> Result<f64, Unknown> {
    let around = |which: fn(Seen) -> bool| {
        board.neighbours(place).filter(|&near| which(board.cells()[near])).count() as u32
    };
    let (known, hidden) = (around(|seen| seen == Seen::Mine), around(Seen::is_hidden));
    let mut left = placements.clone();
    let mut score = 0.0;
    for number in known..=known + hidden {
        if left.bits() == 0 || score + safe * double_of(&left, placements) * (1.0 + PROGRESS) <= beaten {
            break;
        }
        board.set(place, Seen::Open(number));
        let risk = board.system().map_err(Unknown::from).and_then(|system| Risk::weigh(&system, job));
        board.set(place, Seen::Hidden);
        match risk {
            Ok(risk) => {
                let least = risk.rounded().into_iter().map(|(_, share)| share).fold(1.0, f64::min);
                let worth = if least == 0.0 { 1.0 + PROGRESS } else { 1.0 - least };
                score += safe * double_of(risk.placements(), placements) * worth;
                left -= risk.placements();
            }
            Err(Unknown::Contradiction(_)) => {}
            Err(other) => return Err(other),
        }
    }
    Ok(score)
}
