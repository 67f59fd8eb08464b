//! Games on boards of any size, at random: what cannot be counted is estimated, with its error.
//!
//! A game is told by a seed and its number alone. The mines and the first cell do not depend on how it is played, so
//! different ways to play are compared on the same boards.

use super::board::{Board, MOST_CELLS};
use super::game::{FirstClick, Start, Ties};
use super::grid::{Grid, Impossible};
use super::player::Player;
use super::resumed::Resumed;
use super::risk::Unknown;
use super::system::Seen;
use crate::model::Run;
use crate::random::Random;
use std::fmt::{self, Display};

/// The policy after the first cell. Cells that are certainly safe are opened at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Policy {
    /// Opens a cell of the lowest risk (Lindgren 2000).
    Lowest(Ties),
    /// Opens the cell, of those near the lowest risk, after which the next click is safest; plays exactly best once few
    /// placements are left.
    Strong,
}

impl Policy {
    /// All of them.
    pub const ALL: [Self; 5] = [
        Self::Lowest(Ties::Random),
        Self::Lowest(Ties::Last),
        Self::Lowest(Ties::First),
        Self::Lowest(Ties::CornerEdgeRandom),
        Self::Strong,
    ];

    /// All of their names, which say what they are.
    pub const WORDS: &'static [(&'static str, &'static str)] = {
        let [random, last, first, outer, strong] = Self::ALL;
        &[(random.name(), ""), (last.name(), ""), (first.name(), ""), (outer.name(), ""), (strong.name(), "")]
    };

    /// Returns its name, as it is typed: that of the ties, where the risk is the lowest.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Lowest(ties) => ties.name(),
            Self::Strong => "strong",
        }
    }

    /// Returns the one of this name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|way| way.name() == name)
    }
}

impl Display for Policy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Lowest(ties) => write!(f, "lowest risk, ties {}", ties.name()),
            Self::Strong => f.write_str("strong"),
        }
    }
}

/// The result of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ended {
    /// True if the game was won: every mine was identified.
    pub won: bool,
    /// The number of mines not identified when one was opened; 0 if the game was won.
    pub left: usize,
    /// The number of cells opened that could have been mines, including the first.
    pub guesses: usize,
}

/// A board, its mines, and how a game begins.
#[derive(Clone, Debug)]
pub struct Table {
    empty: Board,
    first_click: FirstClick,
    starts: Vec<usize>,
}

/// The position that every game begins from.
pub enum Begin {
    /// A closed board.
    Fresh(Table),
    /// A position in which cells are open.
    Position(Resumed),
}

impl Begin {
    /// Returns the board of the position.
    pub fn board(&self) -> &Board {
        match self {
            Self::Fresh(table) => table.empty(),
            Self::Position(position) => position.board(),
        }
    }

    /// Returns the board, if cells are open.
    pub fn position(&self) -> Option<&Board> {
        matches!(self, Self::Position(_)).then(|| self.board())
    }

    /// Plays a game of a seed, by its number.
    ///
    /// # Errors
    /// If the run is stopped, or a position is too hard to be counted.
    pub fn play(&self, policy: Policy, seed: u64, game: u64, run: &Run<'_>) -> Result<Ended, Unknown> {
        match self {
            Self::Fresh(table) => table.play(policy, seed, game, run),
            Self::Position(position) => position.play(policy, seed, game, run),
        }
    }
}

/// A deal: the mines, and the first cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dealt {
    /// True for each cell with a mine, in reading order.
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
        (rows, columns): (usize, usize),
        mines: usize,
        start: Start,
        first_click: FirstClick,
    ) -> Result<Self, Impossible> {
        let grid = Grid { rows, columns };
        let cells = rows.checked_mul(columns).filter(|cells| (1..=MOST_CELLS).contains(cells));
        let cells = cells.ok_or(Impossible::Cells(grid))?;
        let room = Impossible::Mines { mines, room: cells };
        let empty = Board::new(columns, vec![Seen::Hidden; cells], mines).map_err(|_| room)?;
        if start == Start::Chosen {
            return Err(Impossible::Chosen);
        }
        let starts = start.cells(grid, first_click, mines)?;
        Ok(Self { empty, first_click, starts })
    }

    /// The closed board.
    pub fn empty(&self) -> &Board {
        &self.empty
    }

    /// The mines and the first cell of a game, every placement and every cell to start with as likely as any other.
    pub fn deal(&self, seed: u64, game: u64) -> Dealt {
        let mut random = Random::new(seed, game);
        let first = random.one_of(&self.starts);
        let kept = self.first_click.keeps_free(self.empty.grid(), first);
        let free: Vec<usize> = (0..self.empty.cells().len()).filter(|cell| !kept.contains(cell)).collect();
        let mut mines = vec![false; self.empty.cells().len()];
        lay(self.empty.mines(), free, &mut mines, &mut random);
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
        Player::new(self.empty.clone(), &dealt.mines, policy, random).play(Some(dealt.first), run)
    }
}

/// Lays so many mines on cells that are free, each choice of them as likely as any other.
pub(super) fn lay(number: usize, mut free: Vec<usize>, mines: &mut [bool], random: &mut Random) {
    for _ in 0..number {
        mines[free.swap_remove(random.below(free.len() as u64) as usize)] = true;
    }
}
