//! A simulated player who opens safe cells, and guesses if there is none.

use super::board::SeenBoard;
use super::risk::{Risk, RiskError};
use super::simulate::{Approach, GameResult};
use super::system::{System, VisibleCell};
use super::{endgame, lookahead};
use crate::model::Job;
use crate::random::Random;

/// A game in progress: the visible board and the true mines.
pub(super) struct SimulatedPlayer<'a> {
    board: SeenBoard,
    mines: &'a [bool],
    policy: Approach,
    random: Random,
    /// The number of mines that are not identified.
    left: usize,
    /// The number of cells that are neither opened nor known to be mines.
    hidden: usize,
    /// Open cells whose neighbours changed since they were last examined.
    changed: Vec<usize>,
}

impl<'a> SimulatedPlayer<'a> {
    pub(super) fn new(board: SeenBoard, mines: &'a [bool], policy: Approach, random: Random) -> Self {
        let which = |which: fn(VisibleCell) -> bool| {
            board.cells().iter().enumerate().filter(move |(_, cell)| which(**cell)).map(|(place, _)| place)
        };
        let left = board.mines() - which(|cell| cell == VisibleCell::Mine).count();
        let hidden = which(VisibleCell::is_hidden).count();
        let changed = which(VisibleCell::is_open).collect();
        Self { board, mines, policy, random, left, hidden, changed }
    }

    /// Plays to the end, starting with cell `first` or from the current position.
    pub(super) fn play(mut self, first: Option<usize>, job: &Job<'_>) -> Result<GameResult, RiskError> {
        let mut next = first.map_or_else(|| self.advance(job), |first| Ok(Some(first)))?;
        let mut guesses = 0;
        while let Some(guess) = next {
            guesses += 1;
            if self.mines[guess] {
                return Ok(GameResult { won: false, left: self.left, guesses });
            }
            self.open(guess);
            next = self.advance(job)?;
        }
        Ok(GameResult { won: true, left: 0, guesses })
    }

    fn open(&mut self, place: usize) {
        let mines = self.board.neighbours(place).filter(|&other| self.mines[other]).count();
        self.show(place, VisibleCell::Open(mines as u32));
        self.changed.push(place);
    }

    fn mark(&mut self, place: usize) {
        self.left -= 1;
        self.show(place, VisibleCell::Mine);
    }

    fn show(&mut self, place: usize, cell: VisibleCell) {
        self.board.set(place, cell);
        self.hidden -= 1;
        let numbers = self.board.neighbours(place);
        let open = |&near: &usize| self.board.cells()[near].is_open();
        self.changed.extend(numbers.filter(open));
    }

    /// Opens cells as long as some are certainly safe. Returns the cell to guess next, or `None` if every
    /// mine is identified.
    fn advance(&mut self, job: &Job<'_>) -> Result<Option<usize>, RiskError> {
        loop {
            self.settle();
            if self.left == 0 || self.left == self.hidden {
                return Ok(None);
            }
            let system = self.board.system()?;
            let risk = Risk::of_system(&system, job)?;
            let shares = risk.rounded();
            let mut certain = false;
            for &(place, share) in &shares {
                if share == 0.0 {
                    certain = true;
                    self.open(place);
                } else if share >= 1.0 {
                    certain = true;
                    self.mark(place);
                }
            }
            if !certain {
                return self.guess(&system, &risk, shares, job).map(Some);
            }
        }
    }

    /// Applies what single numbers imply. This is cheaper than computing all probabilities, and nearly always
    /// sufficient.
    fn settle(&mut self) {
        while let Some(number) = self.changed.pop() {
            let VisibleCell::Open(shown) = self.board.cells()[number] else { continue };
            let (mut known, mut around) = (0, [0; 8]);
            let mut hidden = 0;
            for near in self.board.neighbours(number) {
                match self.board.cells()[near] {
                    VisibleCell::Mine => known += 1,
                    VisibleCell::Hidden | VisibleCell::Flag => {
                        around[hidden] = near;
                        hidden += 1;
                    }
                    VisibleCell::Open(_) => {}
                }
            }
            let mines = shown as usize - known;
            let cells = &around[..hidden];
            if mines == 0 {
                cells.iter().for_each(|&cell| self.open(cell));
            } else if mines == hidden {
                cells.iter().for_each(|&cell| self.mark(cell));
            }
        }
    }

    fn guess(
        &mut self,
        system: &System,
        risk: &Risk,
        shares: Vec<(usize, f64)>,
        job: &Job<'_>,
    ) -> Result<usize, RiskError> {
        match self.policy {
            Approach::Lowest(ties) => Ok(self.random.one_of(&ties.among(&risk.best(), self.board.grid()))),
            Approach::Strong => match endgame::best(self.board.grid(), system, risk) {
                Some(place) => Ok(place),
                None => lookahead::best(&mut self.board, risk, shares, job),
            },
        }
    }
}
