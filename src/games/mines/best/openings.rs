//! The value of every cell that can be opened, at the start or in a position.

use super::checkpoint::{each, rules};
use super::{AllowedCells, OptimalSolver};
use crate::exact::{Natural, Rational, one, ratio};
use crate::mines::advice::with_mines;
use crate::mines::board::SeenBoard;
use crate::mines::endgame::{self, Exceeded, SearchLimits};
use crate::mines::field::Field;
use crate::mines::game::{BoardCell, FirstClick};
use crate::mines::prior::MinePrior;
use crate::mines::risk::{Risk, RiskError};
use crate::model::{Error, Job};

/// A cell that can be opened.
///
/// ```
/// use chancetree::exact::ratio;
/// use chancetree::games::mines::best::OpeningValue;
/// use chancetree::games::mines::field::Field;
/// use chancetree::games::mines::game::FirstClick;
/// use chancetree::model::Job;
///
/// let field = Field::new(2, 3, 1)?;
/// // A corner and a cell in the middle column; each other cell is equivalent to one of these two.
/// let firsts = OpeningValue::of_first_cells(&field, FirstClick::Safe, false, &Job::default())?;
/// let wins: Vec<_> = firsts.iter().map(OpeningValue::win).collect();
/// assert_eq!(wins, [ratio(3, 5), ratio(3, 5)]);
/// assert!(firsts[0].is_best && firsts[1].is_best);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
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
    /// The number of placements that are won if later clicks have the lowest risk and ties are broken
    /// optimally; `None` if not requested.
    pub lowest: Option<u64>,
    /// Whether no cell wins more often.
    pub is_best: bool,
}

impl OpeningValue {
    /// Returns the probability of winning.
    pub fn win(&self) -> Rational {
        ratio(self.wins, self.placements)
    }

    /// Returns the first cells of a fresh board that leave room for the mines, one per class of cells that are equivalent by symmetry. If
    /// `lowest` is `true`, also computes [`lowest`](Self::lowest). The work can be saved.
    ///
    /// # Errors
    /// Returns an error if a limit of `job` is exceeded, or work cannot be saved or read.
    pub fn of_first_cells(
        field: &Field,
        click: FirstClick,
        lowest: bool,
        job: &Job<'_>,
    ) -> Result<Vec<Self>, Error> {
        let mut cells = field.representatives();
        cells.retain(|&cell| field.left_by(click, cell) > 0);
        Self::among((field, click, &cells), rules(lowest), job)
    }

    /// Returns the values of the given first cells, for each of the `rules` to choose later cells.
    pub(in crate::mines) fn among(
        (field, click, cells): (&Field, FirstClick, &[u8]),
        rules: &[AllowedCells],
        job: &Job<'_>,
    ) -> Result<Vec<Self>, Error> {
        let placements: Vec<u64> = cells.iter().map(|&cell| field.left_by(click, cell)).collect();
        let wins = |best: &OptimalSolver<'_>| best.wins_by_first_cell(click, cells);
        let wins = each((field, job), rules, wins)?;
        let (all, lowest) = (&wins[0], wins.get(1));
        let first = |(index, &cell): (usize, &u8)| Self {
            cell: field.cell(cell),
            placements: placements[index],
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
    ///
    /// ```
    /// use chancetree::games::mines::best::OpeningValue;
    /// use chancetree::games::mines::board::SeenBoard;
    /// use chancetree::games::mines::field::Field;
    /// use chancetree::model::Job;
    ///
    /// let (field, board): (_, SeenBoard) = (Field::new(1, 3, 1)?, "mines 1\n.1.".parse()?);
    /// let (hidden, placements, wins) = OpeningValue::of_position(&field, &board, false, &Job::default())?;
    /// assert_eq!((hidden.len(), placements, wins), (2, 2, 1));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn of_position(
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
        let most = Self::mark_best(&mut hidden, placements, board);
        Ok((hidden, placements, most))
    }

    /// Returns the values that [`OpeningValue::of_position`] returns, for a board of up to 255 rows and columns. Returns `None`
    /// if more than 65,535 placements fit or more than 128 cells are undecided. The work is not saved.
    ///
    /// # Errors
    /// Returns an error if no placement fits, or if a limit of `job` is exceeded.
    ///
    /// ```
    /// use chancetree::games::mines::best::OpeningValue;
    /// use chancetree::games::mines::board::SeenBoard;
    /// use chancetree::model::Job;
    ///
    /// let board: SeenBoard = "mines 1\n.1.".parse()?;
    /// let value = OpeningValue::of_small_position(&board, &Job::default())?;
    /// assert_eq!(value.map(|(_, placements, wins)| (placements, wins)), Some((2, 1)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn of_small_position(
        board: &SeenBoard,
        job: &Job<'_>,
    ) -> Result<Option<(Vec<Self>, u64, u64)>, RiskError> {
        let risk = Risk::of(board, job)?;
        let known: Vec<usize> =
            risk.all().into_iter().filter(|(_, risk)| *risk == one()).map(|(place, _)| place).collect();
        let (marked, system, undecided) = with_mines(board, &known, &MinePrior::Exact(board.mines()), job)?;
        let limits = SearchLimits::of_job(job);
        let won = match endgame::won_after(marked.grid(), &system, &undecided, limits) {
            Ok(won) => won,
            Err(Exceeded::Limit) => return Ok(None),
            Err(Exceeded::Stopped(error)) => return Err(error.into()),
        };
        let number = |number: &Natural| u64::try_from(number).expect("at most 65,535");
        let placements = number(risk.placements());
        let cell = |place: usize| {
            let [row, col] = board.grid().at(place).map(|number| u8::try_from(number).expect("at most 255"));
            BoardCell { row, col }
        };
        let value = |&place: &usize| Self {
            cell: cell(place),
            placements,
            wins: won.iter().find(|(other, _)| *other == place).map_or(0, |(_, won)| (*won).into()),
            mines: risk.count(place).as_ref().map(number),
            lowest: None,
            is_best: false,
        };
        let mut hidden: Vec<Self> = risk.hidden().iter().map(value).collect();
        let most = Self::mark_best(&mut hidden, placements, board);
        Ok(Some((hidden, placements, most)))
    }

    /// Marks the best of the hidden cells, and returns the number of placements that are won.
    fn mark_best(hidden: &mut [Self], placements: u64, board: &SeenBoard) -> u64 {
        let is_mine = |hidden: &Self| hidden.mines == Some(placements);
        // If only mines are hidden, the game is won without a click. A game that has not begun needs one.
        let begun = board.cells().iter().any(|seen| !seen.is_hidden());
        let decided = begun && hidden.iter().all(is_mine);
        let most = hidden.iter().map(|hidden| hidden.wins).max().unwrap_or(0);
        let most = if decided { placements } else { most };
        hidden.iter_mut().for_each(|hidden| hidden.is_best = hidden.wins == most && !is_mine(hidden));
        most
    }
}
