//! The cells to open next on a board of any size, the best first, each with a reason.

use super::board::SeenBoard;
use super::endgame::SearchLimits;
pub use super::lookahead::Outlook;
use super::prior::MinePrior;
use super::risk::{Risk, RiskError};
use super::system::{Contradiction, System, VisibleCell};
use super::{endgame, lookahead};
use crate::exact::{Rational, one, zero};
use crate::model::{Job, order};

/// The cells to open next, the best first.
///
/// ```
/// use chancetree::exact::ratio;
/// use chancetree::games::mines::advice::ClickAdvice;
/// use chancetree::games::mines::board::SeenBoard;
/// use chancetree::games::mines::prior::MinePrior;
/// use chancetree::games::mines::risk::Risk;
/// use chancetree::model::Job;
///
/// let (board, job): (SeenBoard, _) = ("mines 1\n.1.".parse()?, Job::default());
/// let system = board.system()?;
/// let risk = Risk::of_system(&system, &job)?;
/// let advice = ClickAdvice::of(&board, &system, (&risk, &MinePrior::Exact(1)), &job)?;
/// assert_eq!(advice, ClickAdvice::Exact(vec![(0, ratio(1, 2)), (2, ratio(1, 2))]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub enum ClickAdvice {
    /// Cells that are certainly safe.
    Safe(Vec<SafeCell>),
    /// All hidden cells with the exact probability of winning if they are opened next. Few placements are left.
    Exact(Vec<(usize, Rational)>),
    /// The candidates of the strong player, with their outlooks. The probability of winning is unknown.
    Estimate(Vec<(usize, Outlook)>),
    /// All hidden cells with their risks. The number of mines is uncertain, and many placements are left.
    Risk(Vec<(usize, Rational)>),
}

/// A cell that is certainly safe.
///
/// ```
/// use chancetree::games::mines::advice::{ClickAdvice, SafeCell, SafeReason};
/// use chancetree::games::mines::board::SeenBoard;
/// use chancetree::games::mines::prior::MinePrior;
/// use chancetree::games::mines::risk::Risk;
/// use chancetree::model::Job;
///
/// // The number 1 has its only mine on the left.
/// let (board, job): (SeenBoard, _) = ("mines 1\n*1.".parse()?, Job::default());
/// let system = board.system()?;
/// let risk = Risk::of_system(&system, &job)?;
/// let advice = ClickAdvice::of(&board, &system, (&risk, &MinePrior::Exact(1)), &job)?;
/// assert_eq!(advice, ClickAdvice::Safe(vec![SafeCell { place: 2, why: SafeReason::Number(1) }]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SafeCell {
    /// The index of the cell, row by row.
    pub place: usize,
    /// The reason why the cell is certainly safe.
    pub why: SafeReason,
}

/// The reason for which a cell is certainly safe.
///
/// ```
/// use chancetree::games::mines::advice::{ClickAdvice, SafeReason};
/// use chancetree::games::mines::board::SeenBoard;
/// use chancetree::games::mines::prior::MinePrior;
/// use chancetree::games::mines::risk::Risk;
/// use chancetree::model::Job;
///
/// // Both mines are next to the number 2.
/// let (board, job): (SeenBoard, _) = ("mines 2\n2..\n...".parse()?, Job::default());
/// let system = board.system()?;
/// let risk = Risk::of_system(&system, &job)?;
/// let advice = ClickAdvice::of(&board, &system, (&risk, &MinePrior::Exact(2)), &job)?;
/// let ClickAdvice::Safe(cells) = advice else { panic!("cells are safe") };
/// assert_eq!((cells[0].place, cells[0].why), (2, SafeReason::Total));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SafeReason {
    /// All mines around the adjacent number at this index are known.
    Number(usize),
    /// Several numbers together leave no mine for the cell, whatever the number of all mines.
    Numbers,
    /// The numbers and the number of all mines leave no mine for the cell.
    Total,
}

impl SafeReason {
    /// Returns the reason in words. `named` names the number at an index.
    ///
    /// ```
    /// use chancetree::games::mines::advice::SafeReason;
    ///
    /// let words = SafeReason::Number(0).words(|_| "2 at 1,1".to_owned());
    /// assert_eq!(words, "the 2 at 1,1 has all its mines");
    /// ```
    pub fn words(self, named: impl FnOnce(usize) -> String) -> String {
        match self {
            Self::Number(number) => format!("the {} has all its mines", named(number)),
            Self::Numbers => "several numbers together leave no mine for it".to_owned(),
            Self::Total => "the numbers and the total leave no mine for it".to_owned(),
        }
    }
}

impl ClickAdvice {
    /// Returns the advice on a position. `risk` has the probabilities of `system`, the system of `board`. `mines` is the
    /// distribution of all mines, including known ones. The game is won when every mine is identified, also if the number of
    /// mines is unknown.
    ///
    /// An estimate computes the probabilities again for each candidate and each number that it can show.
    ///
    /// # Errors
    /// Returns an error if a limit is exceeded.
    pub fn of(
        board: &SeenBoard,
        system: &System,
        (risk, mines): (&Risk, &MinePrior),
        job: &Job<'_>,
    ) -> Result<Self, RiskError> {
        let all = risk.all();
        let has_risk = |risk: Rational| all.iter().filter(move |cell| cell.1 == risk).map(|cell| cell.0);
        let safe: Vec<usize> = has_risk(zero()).collect();
        let certain: Vec<usize> = has_risk(one()).collect();
        if !safe.is_empty() || certain.len() == all.len() {
            // Without the number of all mines, fewer cells are safe.
            let any = Risk::assuming(system, &MinePrior::Between(0, board.cells().len()), job)?;
            let cell = |&place: &usize| {
                let why = match full_number(board, place, &certain) {
                    Some(number) => SafeReason::Number(number),
                    None if any.at(place) == Some(zero()) => SafeReason::Numbers,
                    None => SafeReason::Total,
                };
                SafeCell { place, why }
            };
            return Ok(Self::Safe(safe.iter().map(cell).collect()));
        }
        // Known mines are marked first, as a player does.
        let (mut marked, system, risk) = match certain.is_empty() {
            true => (board.clone(), system.clone(), risk.clone()),
            false => with_mines(board, &certain, mines, job)?,
        };
        let hidden = hidden(&marked, mines)?;
        let grid = board.grid();
        if let Ok(mut won) = endgame::win_after((grid, &system), (&risk, &hidden), SearchLimits::SMALL) {
            // Among cells that win equally often, the one with the lowest risk is first.
            order::sort(&mut won, |one, other| {
                other.1.cmp(&one.1).then_with(|| risk.at(one.0).cmp(&risk.at(other.0)))
            });
            return Ok(Self::Exact(won));
        }
        if !matches!(mines, MinePrior::Exact(_)) {
            let mut all = risk.all();
            order::sort(&mut all, |one, other| one.1.cmp(&other.1).then(one.0.cmp(&other.0)));
            return Ok(Self::Risk(all));
        }
        Ok(Self::Estimate(lookahead::outlooks(&mut marked, &risk, job)?))
    }
}

/// Returns the distribution of the mines among the hidden cells of a board.
fn hidden(board: &SeenBoard, mines: &MinePrior) -> Result<MinePrior, Contradiction> {
    let known = board.known_mines();
    mines.hidden(known).ok_or(Contradiction::Gap(known))
}

/// Marks known mines on a board. Returns the board with its system and its risks. `mines` is the distribution of all mines.
pub(super) fn with_mines(
    board: &SeenBoard,
    known: &[usize],
    mines: &MinePrior,
    job: &Job<'_>,
) -> Result<(SeenBoard, System, Risk), RiskError> {
    let mut marked = board.clone();
    marked.mark(known);
    let system = marked.system()?;
    let risk = Risk::assuming(&system, &hidden(&marked, mines)?, job)?;
    Ok((marked, system, risk))
}

/// Returns the first number next to a cell whose mines are all known: they are on the board or in `mines`.
fn full_number(board: &SeenBoard, place: usize, mines: &[usize]) -> Option<usize> {
    let is_mine =
        |cell: &usize| board.cells()[*cell] == VisibleCell::Mine || mines.binary_search(cell).is_ok();
    board.neighbours(place).find(|&near| match board.cells()[near] {
        VisibleCell::Open(number) => board.neighbours(near).filter(is_mine).count() == number as usize,
        _ => false,
    })
}
