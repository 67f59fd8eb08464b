//! Games on boards of any size, at random: what cannot be counted is estimated, with its error.
//!
//! A game is told by a seed and its number alone. The mines and the first cell do not depend on how it is played, so
//! different ways to play are compared on the same boards.

use super::board::{Board, Cell, MOST_CELLS};
use super::game::{FirstClick, Start, Ties};
use super::player::Player;
use super::risk::Unknown;
use crate::model::Run;
use crate::random::Random;
use thiserror::Error;

/// Why there is no such table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum Untenable {
    /// No cell, or too many.
    #[error("{rows} x {cols} cells, but a board has 1 to {MOST_CELLS}")]
    Cells {
        /// The rows.
        rows: usize,
        /// The columns.
        cols: usize,
    },
    /// More mines than the first click leaves room for.
    #[error("mines: {mines}, but there is room for {room}")]
    Mines {
        /// The mines.
        mines: usize,
        /// The cells that can hold one.
        room: usize,
    },
    /// No cell of the kind to start with.
    #[error("a board of {rows} x {cols} has no cell of the kind to start with")]
    Start {
        /// The rows.
        rows: usize,
        /// The columns.
        cols: usize,
    },
    /// A cell that is not on the board.
    #[error("row {row}, column {col} is not on the board")]
    Cell {
        /// The row, from 1.
        row: u8,
        /// The column, from 1.
        col: u8,
    },
    /// The first cell must be told.
    #[error("nobody chooses the first cell of a game that is played at random")]
    Chosen,
}

/// How a game is played after the first cell. Cells that are safe for certain are opened at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Policy {
    /// A cell of the lowest risk (Lindgren 2000).
    Lowest(Ties),
    /// Of the cells near the lowest risk the one after which the next click is safest, and the exact best once few
    /// placements are left.
    Strong,
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ended {
    /// Whether every mine was identified.
    pub won: bool,
    /// The mines not identified when one was opened; 0 of a game that was won.
    pub left: usize,
    /// Cells opened that could have been mines, the first included.
    pub guesses: usize,
}

/// A board, its mines, and how a game begins.
#[derive(Clone, Debug)]
pub struct Table {
    empty: Board,
    first_click: FirstClick,
    starts: Vec<usize>,
}

/// Where the mines are, and the first cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dealt {
    /// Cell by cell, in reading order.
    pub mines: Vec<bool>,
    /// The first cell.
    pub first: usize,
}

impl Table {
    /// `mines` mines on `rows` by `cols` cells.
    ///
    /// # Errors
    /// If there are too many cells, no cell to start with, or no room for the mines beside what the first click keeps
    /// free.
    pub fn new(
        (rows, cols): (usize, usize),
        mines: usize,
        start: Start,
        first_click: FirstClick,
    ) -> Result<Self, Untenable> {
        let cells = rows.checked_mul(cols).filter(|cells| (1..=MOST_CELLS).contains(cells));
        let cells = cells.ok_or(Untenable::Cells { rows, cols })?;
        let room = Untenable::Mines { mines, room: cells };
        let empty = Board::new(cols, vec![Cell::Hidden; cells], mines).map_err(|_| room)?;
        let mut table = Self { empty, first_click, starts: Vec::new() };
        let on = |sides: fn(u8) -> bool| (0..cells).filter(|&cell| sides(table.sides(cell))).collect();
        let starts: Vec<usize> = match start {
            Start::Anywhere => (0..cells).collect(),
            Start::Corner => on(|sides| sides == 2),
            Start::Edge => on(|sides| sides == 1),
            Start::Middle => on(|sides| sides == 0),
            Start::At(super::game::Cell { row, col }) => {
                let (r, c) = (usize::from(row), usize::from(col));
                if !(1..=rows).contains(&r) || !(1..=cols).contains(&c) {
                    return Err(Untenable::Cell { row, col });
                }
                vec![(r - 1) * cols + c - 1]
            }
            Start::Chosen => return Err(Untenable::Chosen),
        };
        if starts.is_empty() {
            return Err(Untenable::Start { rows, cols });
        }
        for &start in &starts {
            let room = cells - table.kept_free(start).len();
            if mines > room {
                return Err(Untenable::Mines { mines, room });
            }
        }
        table.starts = starts;
        Ok(table)
    }

    /// The closed board.
    #[must_use]
    pub fn empty(&self) -> &Board {
        &self.empty
    }

    /// How many sides of the board a cell lies on.
    fn sides(&self, cell: usize) -> u8 {
        sides(&self.empty, cell)
    }

    fn kept_free(&self, first: usize) -> Vec<usize> {
        match self.first_click {
            FirstClick::Any => Vec::new(),
            FirstClick::Safe => vec![first],
            FirstClick::Opening => self.empty.neighbours(first).chain([first]).collect(),
        }
    }

    /// The mines and the first cell of a game, every placement and every cell to start with as likely as any other.
    #[must_use]
    pub fn deal(&self, seed: u64, game: u64) -> Dealt {
        let mut random = Random::new(seed, game);
        let first = random.one_of(&self.starts);
        let kept = self.kept_free(first);
        let mut free: Vec<usize> =
            (0..self.empty.cells().len()).filter(|cell| !kept.contains(cell)).collect();
        let mut mines = vec![false; self.empty.cells().len()];
        for _ in 0..self.empty.mines() {
            mines[free.swap_remove(random.below(free.len() as u64) as usize)] = true;
        }
        Dealt { mines, first }
    }

    /// Plays a game.
    ///
    /// # Errors
    /// If the run is stopped, or a position is too hard to be counted.
    pub fn play(&self, policy: Policy, seed: u64, game: u64, run: &Run<'_>) -> Result<Ended, Unknown> {
        // Random of the player's own, so that the boards are the same however he plays.
        self.play_dealt(&self.deal(seed, game), policy, Random::new(!seed, game), run)
    }

    /// Plays a game that was dealt, as many mines as the table has; ties are drawn by `random`.
    ///
    /// # Errors
    /// If the run is stopped, or a position is too hard to be counted.
    pub fn play_dealt(
        &self,
        dealt: &Dealt,
        policy: Policy,
        random: Random,
        run: &Run<'_>,
    ) -> Result<Ended, Unknown> {
        Player::new(self.empty.clone(), &dealt.mines, policy, random).play(dealt.first, run)
    }
}

/// In how many directions a cell is the outermost, as [`Field::sides`](super::field::Field::sides) has it.
pub(super) fn sides(board: &Board, cell: usize) -> u8 {
    let (row, col) = (cell / board.columns(), cell % board.columns());
    u8::from(row == 0 || row == board.rows() - 1) + u8::from(col == 0 || col == board.columns() - 1)
}
