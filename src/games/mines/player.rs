//! One who plays a game: opens what is safe, and guesses where nothing is.

use super::board::{Board, Cell};
use super::game::Ties;
use super::risk::{Risk, Unknown};
use super::simulate::{Ended, Policy, sides};
use super::{endgame, lookahead};
use crate::model::Run;
use crate::random::Random;

/// A game in play: what is seen, and what is true.
pub(super) struct Player<'a> {
    board: Board,
    mines: &'a [bool],
    policy: Policy,
    random: Random,
    /// Mines not identified.
    left: usize,
    /// Cells neither opened nor known to be mines.
    hidden: usize,
    /// Numbers whose surroundings changed since they were looked at.
    changed: Vec<usize>,
}

impl<'a> Player<'a> {
    pub(super) fn new(board: Board, mines: &'a [bool], policy: Policy, random: Random) -> Self {
        let count = |which: fn(&Cell) -> bool| board.cells().iter().filter(|cell| which(cell)).count();
        let left = board.mines() - count(|cell| *cell == Cell::Mine);
        let hidden = count(|cell| cell.is_hidden());
        Self { board, mines, policy, random, left, hidden, changed: Vec::new() }
    }

    /// Plays to the end.
    pub(super) fn play(mut self, first: usize, run: &Run<'_>) -> Result<Ended, Unknown> {
        let mut next = first;
        let mut guesses = 0;
        loop {
            guesses += 1;
            if self.mines[next] {
                return Ok(Ended { won: false, left: self.left, guesses });
            }
            self.open(next);
            match self.advance(run)? {
                Some(guess) => next = guess,
                None => return Ok(Ended { won: true, left: 0, guesses }),
            }
        }
    }

    /// Plays on from a position to the end.
    pub(super) fn resume(mut self, run: &Run<'_>) -> Result<Ended, Unknown> {
        let cells = self.board.cells().iter().enumerate();
        self.changed =
            cells.filter(|(_, cell)| matches!(cell, Cell::Open(_))).map(|(place, _)| place).collect();
        match self.advance(run)? {
            Some(guess) => self.play(guess, run),
            None => Ok(Ended { won: true, left: 0, guesses: 0 }),
        }
    }

    fn open(&mut self, place: usize) {
        let mines = self.board.neighbours(place).filter(|&other| self.mines[other]).count();
        self.show(place, Cell::Open(mines as u8));
        self.changed.push(place);
    }

    fn mark(&mut self, place: usize) {
        self.left -= 1;
        self.show(place, Cell::Mine);
    }

    fn show(&mut self, place: usize, cell: Cell) {
        self.board.set(place, cell);
        self.hidden -= 1;
        let numbers = self.board.neighbours(place);
        let open = |&near: &usize| matches!(self.board.cells()[near], Cell::Open(_));
        self.changed.extend(numbers.filter(open));
    }

    /// Opens what is safe for certain, as long as there is any; the cell to guess then, or `None` if every mine is
    /// identified.
    fn advance(&mut self, run: &Run<'_>) -> Result<Option<usize>, Unknown> {
        loop {
            self.settle();
            if self.left == 0 || self.left == self.hidden {
                return Ok(None);
            }
            let risk = Risk::of(&self.board, run)?;
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
                return self.guess(&risk, shares, run).map(Some);
            }
        }
    }

    /// What follows from single numbers: cheaper than all probabilities, and nearly always enough.
    fn settle(&mut self) {
        while let Some(number) = self.changed.pop() {
            let Cell::Open(shown) = self.board.cells()[number] else { continue };
            let (mut known, mut around) = (0, [0; 8]);
            let mut hidden = 0;
            for near in self.board.neighbours(number) {
                match self.board.cells()[near] {
                    Cell::Mine => known += 1,
                    Cell::Hidden | Cell::Flag => {
                        around[hidden] = near;
                        hidden += 1;
                    }
                    Cell::Open(_) => {}
                }
            }
            let mines = usize::from(shown) - known;
            let cells = &around[..hidden];
            if mines == 0 {
                cells.iter().for_each(|&cell| self.open(cell));
            } else if mines == hidden {
                cells.iter().for_each(|&cell| self.mark(cell));
            }
        }
    }

    fn guess(&mut self, risk: &Risk, shares: Vec<(usize, f64)>, run: &Run<'_>) -> Result<usize, Unknown> {
        match self.policy {
            Policy::Lowest(ties) => Ok(self.tie(ties, &risk.best())),
            Policy::Strong => match endgame::best(&self.board, risk, self.left) {
                Some(place) => Ok(place),
                None => lookahead::best(&mut self.board, risk, shares, run),
            },
        }
    }

    fn tie(&mut self, ties: Ties, lowest: &[usize]) -> usize {
        match ties {
            Ties::First => lowest[0],
            Ties::Last => lowest[lowest.len() - 1],
            // Nobody decides here.
            Ties::Random | Ties::Free => self.random.one_of(lowest),
            Ties::CornerEdgeRandom => {
                let sides = |cell: &usize| sides(&self.board, *cell);
                let most = lowest.iter().map(sides).max();
                let outer: Vec<usize> =
                    lowest.iter().copied().filter(|cell| Some(sides(cell)) == most).collect();
                self.random.one_of(&outer)
            }
        }
    }
}
