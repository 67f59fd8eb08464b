//! Minesweeper with the risk of every cell: a game with hidden mines, or a position that is entered from
//! another program.
//!
//! Luck is the result of a click minus its probability of being safe. The cost of a choice is that
//! probability minus the probability of the safest cell.

mod session;

use super::log::number;
use super::{PlayError, Session, StepOutcome};
use crate::exact::{self, Rational, ratio};
use crate::games::mines::board::SeenBoard;
use crate::games::mines::game::{BoardCell, FirstCell, FirstClick};
use crate::games::mines::grid::CellGrid;
use crate::games::mines::risk::{Risk, RiskError};
use crate::games::mines::simulate::StartingBoard;
use crate::games::mines::system::VisibleCell;
use crate::model::Job;
use serde_json::{Value, json};
use std::fmt::Display;
use std::sync::Arc;

/// The source of the mines.
#[derive(Clone, Debug, PartialEq, Eq)]
enum MineSource {
    /// A seed, from which the mines are placed once the first cell is known.
    Seed(u64, FirstClick),
    /// Another program; cells are entered as it shows them.
    Elsewhere(SeenBoard),
}

/// A step in Minesweeper, at a place of the board.
///
/// ```
/// use chancetree::games::mines::system::VisibleCell;
/// use chancetree::play::mines::MinesEntry;
///
/// // Another program shows a 1 in the first cell.
/// assert_ne!(MinesEntry::Set(0, VisibleCell::Open(1)), MinesEntry::Open(0));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MinesEntry {
    /// Opens a cell.
    Open(usize),
    /// Plants or removes a flag, which changes no probability.
    Flag(usize),
    /// Enters the content that another program shows.
    Set(usize, VisibleCell),
}

/// A session of Minesweeper.
pub type MinesSession = Session<MinesGame>;

/// A game of Minesweeper, or a position that is entered.
///
/// ```
/// use chancetree::exact::ratio;
/// use chancetree::games::mines::board::SeenBoard;
/// use chancetree::games::mines::system::VisibleCell;
/// use chancetree::model::Job;
/// use chancetree::play::mines::{MinesEntry, MinesSession};
///
/// // A position of another program, in which the player opens a cell that shows a 1.
/// let (board, job): (SeenBoard, _) = ("mines 1\n...".parse()?, Job::default());
/// let mut game = MinesSession::entered(board, &job)?;
/// assert_eq!((game.is_entered(), game.seed(), game.unflagged()), (true, None, 1));
/// game.play(MinesEntry::Set(0, VisibleCell::Open(1)), &job)?;
/// assert_eq!((game.risk_at(1), game.safest()), (Some(ratio(1, 1)), vec![2]));
/// assert_eq!(game.risk()?.placements(), &1u8.into());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct MinesGame {
    source: MineSource,
    /// The board as the player sees it.
    pub board: SeenBoard,
    /// The places of the mines, once they are placed.
    mined: Option<Arc<[bool]>>,
    /// Whether the game was won, or `None` while it is in progress.
    pub won: Option<bool>,
    /// The risks, or the reason there are none.
    risk: Arc<Result<Risk, String>>,
    /// The probability that all clicks so far were safe.
    pub survived: Rational,
    /// The number of clicks that were not certainly safe.
    pub guesses: u32,
}

/// Returns the risks of a board, or the reason it has none. Limits are errors.
fn risk(board: &SeenBoard, job: &Job<'_>) -> Result<Arc<Result<Risk, String>>, PlayError> {
    match Risk::of(board, job) {
        Ok(risk) => Ok(Arc::new(Ok(risk))),
        Err(RiskError::Engine(error)) => Err(error.into()),
        Err(why) => Ok(Arc::new(Err(why.to_string()))),
    }
}

impl MinesSession {
    /// Creates a closed board. The mines are placed from a seed when the first cell is opened.
    ///
    /// # Errors
    /// Returns an error if there is no such board, or the first click leaves no room for the mines.
    ///
    /// ```
    /// use chancetree::games::mines::game::FirstClick;
    /// use chancetree::model::Job;
    /// use chancetree::play::mines::{MinesEntry, MinesSession};
    ///
    /// // The first cell is never the mine, and shows where the mine is.
    /// let job = Job::default();
    /// let mut game = MinesSession::seeded((1, 2), 1, FirstClick::Safe, 1, &job)?;
    /// game.play(MinesEntry::Open(0), &job)?;
    /// assert_eq!((game.won, game.mine(1)), (Some(true), true));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn seeded(
        (rows, cols): (usize, usize),
        mines: usize,
        first_click: FirstClick,
        seed: u64,
        job: &Job<'_>,
    ) -> Result<Self, PlayError> {
        let table = StartingBoard::new((rows, cols), mines, FirstCell::Anywhere, FirstClick::Any);
        let table = table.map_err(PlayError::refused)?;
        // The player chooses the first cell.
        let grid = CellGrid { rows, columns: cols };
        FirstCell::Chosen.cells(grid, first_click, mines).map_err(PlayError::refused)?;
        ensure!(rows.max(cols) <= 255, "{rows} x {cols} cells, but a board has at most 255 x 255");
        Self::from_source(MineSource::Seed(seed, first_click), table.board().clone(), job)
    }

    /// Creates a session for a position of another program.
    ///
    /// # Errors
    /// Returns an error if a limit is exceeded.
    pub fn entered(board: SeenBoard, job: &Job<'_>) -> Result<Self, PlayError> {
        Self::from_source(MineSource::Elsewhere(board.clone()), board, job)
    }

    /// Creates a game from the parameters of a log.
    ///
    /// # Errors
    /// Returns an error if a parameter is missing or invalid, or a limit is exceeded.
    pub fn begin(parameters: &Value, job: &Job<'_>) -> Result<Self, PlayError> {
        if let Some(text) = parameters["board"].as_str() {
            let board: SeenBoard =
                text.parse().map_err(|wrong| PlayError::refused(format!("board: {wrong}")))?;
            return Self::entered(board, job);
        }
        let size = |name: &str| number(parameters, name);
        let first = parameters["first_click"].as_str().and_then(FirstClick::named);
        let first = first.ok_or_else(|| PlayError::refused("first_click is any, safe or opening"))?;
        // Logs of earlier versions use another name for columns.
        let columns = size("columns").or_else(|_| size("cols"))?;
        Self::seeded((size("rows")?, columns), size("mines")?, first, number(parameters, "seed")?, job)
    }

    fn from_source(source: MineSource, board: SeenBoard, job: &Job<'_>) -> Result<Self, PlayError> {
        Ok(Self::of(MinesGame {
            source,
            risk: risk(&board, job)?,
            board,
            mined: None,
            won: None,
            survived: exact::one(),
            guesses: 0,
        }))
    }
}

impl MinesGame {
    /// Returns `true` if cells are entered as another program shows them.
    pub fn is_entered(&self) -> bool {
        matches!(self.source, MineSource::Elsewhere(_))
    }

    /// Returns the seed from which the mines are placed, or `None` if cells are entered.
    pub fn seed(&self) -> Option<u64> {
        match self.source {
            MineSource::Seed(seed, _) => Some(seed),
            MineSource::Elsewhere(_) => None,
        }
    }

    /// Returns `true` if the game is over and there is a mine at `place`. Always returns `false` before the
    /// end.
    pub fn mine(&self, place: usize) -> bool {
        self.won.is_some() && self.mined.as_ref().is_some_and(|mined| mined[place])
    }

    /// Returns the risks.
    ///
    /// # Errors
    /// Returns the reason that there are no risks: contradicting numbers, or too many unknown cells.
    pub fn risk(&self) -> Result<&Risk, &str> {
        self.risk.as_ref().as_ref().map_err(String::as_str)
    }

    /// Returns the risk of opening `place` now, or `None` if it is open or no risk is known.
    pub fn risk_at(&self, place: usize) -> Option<Rational> {
        // The first click is safe by its rule.
        if self.is_free() { Some(exact::zero()) } else { self.risk().ok()?.at(place) }
    }

    /// Returns `true` if the rule for the first click makes every cell safe.
    pub fn is_free(&self) -> bool {
        self.mined.is_none()
            && matches!(self.source, MineSource::Seed(_, FirstClick::Safe | FirstClick::Opening))
    }

    /// Returns the cells of the lowest risk, ascending.
    pub fn safest(&self) -> Vec<usize> {
        self.risk().map(Risk::best).unwrap_or_default()
    }

    /// Returns the risk of the safest cell, if there is one.
    fn least_risk(&self) -> Option<Rational> {
        self.safest().first().and_then(|&safest| self.risk_at(safest))
    }

    /// Returns the number of mines minus the number of flags.
    pub fn unflagged(&self) -> i64 {
        let flags = self
            .board
            .cells()
            .iter()
            .filter(|cell| matches!(cell, VisibleCell::Flag | VisibleCell::Mine))
            .count();
        self.board.mines() as i64 - flags as i64
    }

    fn at(&self, place: usize) -> [usize; 2] {
        self.board.grid().at(place)
    }

    fn with(&self, change: impl Fn(&mut Vec<VisibleCell>)) -> Result<SeenBoard, PlayError> {
        let mut cells = self.board.cells().to_vec();
        change(&mut cells);
        SeenBoard::new(self.board.columns(), cells, self.board.mines())
            .map_err(|wrong| PlayError::refused(wrong.what))
    }

    /// Returns the cell at `place`.
    ///
    /// # Errors
    /// Returns an error if the game is over or there is no such cell.
    fn cell_in_play(&self, place: usize) -> Result<VisibleCell, PlayError> {
        ensure!(self.won.is_none(), "the game is over");
        self.board.cells().get(place).copied().ok_or_else(|| PlayError::refused("there is no such cell"))
    }

    /// Returns the description of a step at `place`.
    fn described(&self, place: usize, what: impl Display) -> String {
        let [row, col] = self.at(place);
        format!("row {row}, column {col}: {what}")
    }

    fn flag(&mut self, place: usize) -> Result<StepOutcome, PlayError> {
        let cell = match self.cell_in_play(place)? {
            VisibleCell::Hidden => VisibleCell::Flag,
            VisibleCell::Flag => VisibleCell::Hidden,
            _ => return Err(PlayError::refused("only a hidden cell is flagged")),
        };
        self.board = self.with(|cells| cells[place] = cell)?;
        let what = if cell == VisibleCell::Flag { "flagged" } else { "no flag any more" };
        let logged = Some(json!({ "flag": self.at(place) }));
        Ok(StepOutcome { seat: None, measured: None, logged, text: self.described(place, what) })
    }

    fn set(&mut self, place: usize, cell: VisibleCell, job: &Job<'_>) -> Result<StepOutcome, PlayError> {
        self.cell_in_play(place)?;
        ensure!(self.is_entered(), "cells are entered in a position from elsewhere: --board FILE");
        let board = self.with(|cells| cells[place] = cell)?;
        self.risk = risk(&board, job)?;
        self.board = board;
        let logged = Some(json!({ "set": self.at(place), "cell": cell.to_string() }));
        Ok(StepOutcome { seat: None, measured: None, logged, text: self.described(place, cell) })
    }

    fn open(&mut self, place: usize, job: &Job<'_>) -> Result<StepOutcome, PlayError> {
        let cell = self.cell_in_play(place)?;
        let MineSource::Seed(seed, first_click) = self.source else {
            return Err(PlayError::refused("the other program opens cells; type the number that it shows"));
        };
        match cell {
            VisibleCell::Hidden => {}
            VisibleCell::Flag => return Err(PlayError::refused("the cell carries a flag")),
            _ => return Err(PlayError::refused("the cell is already open")),
        }
        let mined = match &self.mined {
            Some(mined) => Arc::clone(mined),
            None => self.deal(place, seed, first_click, job)?,
        };
        let chance = self.risk_at(place).map(|risk| exact::one() - risk);
        let least = self.least_risk();
        let (board, won) = if mined[place] {
            (self.with(|cells| cells[place] = VisibleCell::Mine)?, Some(false))
        } else {
            let board = self.with(|cells| flood(&self.board, &mined, place, cells))?;
            let left = board.cells().iter().zip(mined.iter()).any(|(cell, mine)| cell.is_hidden() && !mine);
            (board, (!left).then_some(true))
        };
        // The risks of a finished game are not needed.
        let risk = if won.is_none() { risk(&board, job)? } else { Arc::clone(&self.risk) };
        let measured = chance.zip(least).map(|(chance, least)| {
            self.guesses += u32::from(chance != exact::one());
            self.survived = &self.survived * &chance;
            [exact::one() - least, chance, ratio(u8::from(!mined[place]), 1)].map(|number| vec![number])
        });
        (self.board, self.risk, self.won, self.mined) = (board, risk, won, Some(mined));
        let what = match won {
            Some(false) => "a mine; the game is lost",
            Some(true) => "safe, and the last one: the game is won",
            None => "safe",
        };
        let logged = Some(json!({ "open": self.at(place) }));
        Ok(StepOutcome { seat: None, measured, logged, text: self.described(place, what) })
    }

    /// Returns the mines of a board whose first cell is opened at `place`.
    fn deal(
        &self,
        place: usize,
        seed: u64,
        first_click: FirstClick,
        job: &Job<'_>,
    ) -> Result<Arc<[bool]>, PlayError> {
        let [row, col] =
            self.at(place).map(|number| u8::try_from(number).expect("at most 255 rows and columns"));
        let (size, first) =
            ((self.board.rows(), self.board.columns()), FirstCell::At(BoardCell { row, col }));
        let table = StartingBoard::new(size, self.board.mines(), first, first_click);
        let dealt = table.map_err(PlayError::refused)?.deal(seed, 1, job);
        Ok(dealt.map_err(PlayError::refused)?.mines.into())
    }
}

/// Opens `place`, and repeatedly the neighbours of cells without adjacent mines. Flagged cells stay closed.
fn flood(board: &SeenBoard, mined: &[bool], place: usize, cells: &mut [VisibleCell]) {
    let mut stack = vec![place];
    while let Some(place) = stack.pop() {
        if cells[place] != VisibleCell::Hidden {
            continue;
        }
        let mines = board.neighbours(place).filter(|&other| mined[other]).count();
        cells[place] = VisibleCell::Open(mines as u32);
        if mines == 0 {
            stack.extend(board.neighbours(place));
        }
    }
}
