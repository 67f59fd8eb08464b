//! Games on boards of any size, at random: what cannot be counted is estimated, with its error.
//!
//! A game is told by a seed and its number alone. The mines and the first cell do not depend on how it is played, so
//! different ways to play are compared on the same boards.

use super::board::{MOST_CELLS, SeenBoard};
use super::game::{FirstCell, FirstClick, Ties};
use super::grid::{Grid, ImpossibleMines};
use super::player::Player;
use super::risk::{Risk, Unknown};
use super::system::{Seen, System};
use crate::model::Job;
use crate::random::Random;
use std::fmt::{self, Display};

/// The purpose of the random numbers that break ties; see [`Random::for_purpose`].
const TIES: u64 = 1;

/// The approach after the first cell. Cells that are certainly safe are opened at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Approach {
    /// Opens a cell of the lowest risk (Lindgren 2000).
    Lowest(Ties),
    /// Opens the cell, of those near the lowest risk, after which the next click is safest; plays exactly best once few
    /// placements are left.
    Strong,
}

impl Approach {
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

impl Display for Approach {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Lowest(ties) => write!(f, "lowest risk, ties {}", ties.name()),
            Self::Strong => f.write_str("strong"),
        }
    }
}

/// The result of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameResult {
    /// True if the game was won: every mine was identified.
    pub won: bool,
    /// The number of mines not identified when one was opened; 0 if the game was won.
    pub left: usize,
    /// The number of cells opened that could have been mines, including the first.
    pub guesses: usize,
}

/// A deal: the mines, and the first cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MineDeal {
    /// True for each cell with a mine, in reading order.
    pub mines: Vec<bool>,
    /// The first cell; `None` where cells are open, and the first is chosen like any other.
    pub first: Option<usize>,
}

/// The board that every game starts from, of any size.
#[derive(Clone, Debug)]
pub struct StartingBoard {
    board: SeenBoard,
    begin: Begin,
}

#[derive(Clone, Debug)]
enum Begin {
    /// A closed board, with the cells to start with.
    Closed { first_click: FirstClick, starts: Vec<usize> },
    /// A position: what its numbers say, and the probabilities before a mine is laid.
    Open(System, Box<Risk>),
}

impl StartingBoard {
    /// `mines` mines on `rows` by `cols` cells.
    ///
    /// # Errors
    /// If there are too many cells, no cell to start with, or no room for the mines beside what the first click keeps
    /// free.
    pub fn new(
        (rows, columns): (usize, usize),
        mines: usize,
        start: FirstCell,
        first_click: FirstClick,
    ) -> Result<Self, ImpossibleMines> {
        let grid = Grid { rows, columns };
        let cells = rows.checked_mul(columns).filter(|cells| (1..=MOST_CELLS).contains(cells));
        let cells = cells.ok_or(ImpossibleMines::Cells(grid))?;
        let room = ImpossibleMines::Mines { mines, room: cells };
        let board = SeenBoard::new(columns, vec![Seen::Hidden; cells], mines).map_err(|_| room)?;
        if start == FirstCell::Chosen {
            return Err(ImpossibleMines::Chosen);
        }
        let starts = start.cells(grid, first_click, mines)?;
        Ok(Self { board, begin: Begin::Closed { first_click, starts } })
    }

    /// Games that go on from this position; where nothing is opened the first cell is chosen like any other.
    ///
    /// # Errors
    /// If no placement of the mines fits the numbers; or the position is too hard to be counted, or a limit is reached.
    pub fn from_position(board: SeenBoard, job: &Job<'_>) -> Result<Self, Unknown> {
        let system = board.system()?;
        let risk = Risk::of_system(&system, job)?;
        Ok(Self { board, begin: Begin::Open(system, Box::new(risk)) })
    }

    /// Returns the board of the position.
    pub fn board(&self) -> &SeenBoard {
        &self.board
    }

    /// Returns the board, if games go on from a position.
    pub fn position(&self) -> Option<&SeenBoard> {
        matches!(self.begin, Begin::Open(..)).then_some(&self.board)
    }

    /// The mines and the first cell of a game, every placement that fits and every cell to start with as likely as any
    /// other; from a position, as nearly as a double says.
    ///
    /// # Errors
    /// If the run is stopped, or the position is too hard to be counted.
    pub fn deal(&self, seed: u64, game: u64, job: &Job<'_>) -> Result<MineDeal, Unknown> {
        let mut random = Random::new(seed, game);
        let (first_click, starts) = match &self.begin {
            Begin::Closed { first_click, starts } => (first_click, starts),
            Begin::Open(system, risk) => {
                return Ok(MineDeal { mines: self.laid(system, risk, random, job)?, first: None });
            }
        };
        let first = random.one_of(starts);
        let kept = first_click.keeps_free(self.board.grid(), first);
        let free: Vec<usize> = (0..self.board.cells().len()).filter(|cell| !kept.contains(cell)).collect();
        let mut mines = vec![false; self.board.cells().len()];
        lay(self.board.mines(), free, &mut mines, &mut random);
        Ok(MineDeal { mines, first: Some(first) })
    }

    /// The mines of a game from a position.
    fn laid(
        &self,
        system: &System,
        risk: &Risk,
        mut random: Random,
        job: &Job<'_>,
    ) -> Result<Vec<bool>, Unknown> {
        let mut mines: Vec<bool> = self.board.cells().iter().map(|cell| *cell == Seen::Mine).collect();
        let (mut system, mut last) = (system.clone(), None);
        loop {
            let now = last.as_ref().unwrap_or(risk);
            let shares = now.rounded();
            let mut known: Vec<Option<bool>> = vec![None; mines.len()];
            for &(place, share) in shares.iter().filter(|(_, share)| *share == 0.0 || *share >= 1.0) {
                known[place] = Some(share >= 1.0);
            }
            // One cell of an island at a time; the probabilities of the others follow from it.
            let drawn = now.islands().iter().flat_map(|island| &island.cells);
            let drawn = drawn.copied().find(|&place| known[place].is_none());
            if let Some(place) = drawn {
                let at = shares.binary_search_by_key(&place, |(place, _)| *place);
                let share = shares[at.expect("the cells of an island are hidden")].1;
                known[place] = Some(chance(&mut random) < share);
            }
            for (mine, known) in mines.iter_mut().zip(&known) {
                *mine = known.unwrap_or(*mine);
            }
            system = system.with(&known);
            if drawn.is_none() {
                break;
            }
            last = Some(Risk::of_system(&system, job)?);
        }
        // No number counts the cells that are left.
        lay(system.mines, system.hidden, &mut mines, &mut random);
        Ok(mines)
    }

    /// Plays a game of a seed, by its number.
    ///
    /// # Errors
    /// If the run is stopped, or a position is too hard to be counted.
    pub fn play(&self, policy: Approach, seed: u64, game: u64, job: &Job<'_>) -> Result<GameResult, Unknown> {
        // The player has a stream of their own, so that boards do not depend on the approach.
        let ties = Random::for_purpose(seed, TIES, game);
        self.play_dealt(&self.deal(seed, game, job)?, policy, ties, job)
    }

    /// Plays a game that was dealt, as many mines as the table has; ties are drawn by `random`.
    ///
    /// # Errors
    /// If the run is stopped, or a position is too hard to be counted.
    pub fn play_dealt(
        &self,
        dealt: &MineDeal,
        policy: Approach,
        random: Random,
        job: &Job<'_>,
    ) -> Result<GameResult, Unknown> {
        Player::new(self.board.clone(), &dealt.mines, policy, random).play(dealt.first, job)
    }
}

/// Lays so many mines on cells that are free, each choice of them as likely as any other.
fn lay(number: usize, mut free: Vec<usize>, mines: &mut [bool], random: &mut Random) {
    for _ in 0..number {
        mines[free.swap_remove(random.below(free.len() as u64) as usize)] = true;
    }
}

/// A number from 0 to below 1.
fn chance(random: &mut Random) -> f64 {
    (random.word() >> 11) as f64 / (1u64 << 53) as f64
}
