//! Simulated games on boards of any size, for estimates with a standard error.
//!
//! A seed and a game number determine a game. The mines and the first cell do not depend on the approach, so
//! different approaches are compared on the same boards.

use super::board::{MAX_CELLS, SeenBoard};
use super::game::{FirstCell, FirstClick, Ties};
use super::grid::{CellGrid, ImpossibleMines};
use super::player::SimulatedPlayer;
use super::risk::{Risk, RiskError};
use super::system::{System, VisibleCell};
use crate::model::Job;
use crate::random::Random;
use std::fmt::{self, Display};

/// The purpose of the random numbers that break ties; see [`Random::for_purpose`].
const TIES: u64 = 1;

/// How the player chooses cells after the first. Cells that are certainly safe are always opened at once.
///
/// ```
/// use chancetree::games::mines::game::Ties;
/// use chancetree::games::mines::simulate::Approach;
///
/// assert_eq!(Approach::named("last"), Some(Approach::Lowest(Ties::Last)));
/// assert_eq!(Approach::Strong.name(), "strong");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Approach {
    /// Opens a cell of the lowest risk (Lindgren 2000).
    Lowest(Ties),
    /// Opens the cell, among those near the lowest risk, after which the next click is safest. Plays
    /// optimally once few placements are left.
    Strong,
}

impl Approach {
    /// All approaches.
    pub const ALL: [Self; 5] = [
        Self::Lowest(Ties::Random),
        Self::Lowest(Ties::Last),
        Self::Lowest(Ties::First),
        Self::Lowest(Ties::CornerEdgeRandom),
        Self::Strong,
    ];

    /// The names of all approaches, without further explanation.
    pub const WORDS: &'static [(&'static str, &'static str)] = {
        let [random, last, first, outer, strong] = Self::ALL;
        &[(random.name(), ""), (last.name(), ""), (first.name(), ""), (outer.name(), ""), (strong.name(), "")]
    };

    /// Returns the name that users type. An approach of lowest risk has the name of its tie rule.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Lowest(ties) => ties.name(),
            Self::Strong => "strong",
        }
    }

    /// Returns the approach with this name.
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
///
/// ```
/// use chancetree::games::mines::game::{FirstCell, FirstClick};
/// use chancetree::games::mines::simulate::{Approach, GameResult, StartingBoard};
/// use chancetree::model::Job;
///
/// // Only the first cell is a guess: the mine is in the other one.
/// let start = StartingBoard::new((1, 2), 1, FirstCell::Anywhere, FirstClick::Safe)?;
/// let result = start.play(Approach::Strong, 1, 0, &Job::default())?;
/// assert_eq!(result, GameResult { won: true, left: 0, guesses: 1 });
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameResult {
    /// Whether the game was won: every mine was identified.
    pub won: bool,
    /// The number of unidentified mines when one was opened; 0 if the game was won.
    pub left: usize,
    /// The number of opened cells that could have been mines, including the first.
    pub guesses: usize,
}

/// A deal: the mines and the first cell.
///
/// ```
/// use chancetree::games::mines::game::{FirstCell, FirstClick};
/// use chancetree::games::mines::simulate::{MineDeal, StartingBoard};
/// use chancetree::model::Job;
///
/// let start = StartingBoard::new((1, 2), 1, FirstCell::Anywhere, FirstClick::Safe)?;
/// let MineDeal { mines, first } = start.deal(1, 0, &Job::default())?;
/// assert_eq!((mines.len(), first.map(|cell| mines[cell])), (2, Some(false)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MineDeal {
    /// Whether each cell has a mine, in reading order.
    pub mines: Vec<bool>,
    /// The first cell; `None` if the game continues from a position.
    pub first: Option<usize>,
}

/// The board from which every simulated game starts.
///
/// ```
/// use chancetree::games::mines::game::{FirstCell, FirstClick};
/// use chancetree::games::mines::simulate::{Approach, StartingBoard};
/// use chancetree::model::Job;
///
/// // Ten games on the usual small board.
/// let (start, job) = (StartingBoard::new((9, 9), 10, FirstCell::Anywhere, FirstClick::Safe)?, Job::default());
/// let won = |game| start.play(Approach::Strong, 1, game, &job).map(|result| result.won);
/// let wins = (0..10).map(won).collect::<Result<Vec<_>, _>>()?.into_iter().filter(|won| *won).count();
/// assert_eq!(wins, 10);
/// assert_eq!((start.board().mines(), start.position()), (10, None));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct StartingBoard {
    board: SeenBoard,
    setup: SimulationSetup,
}

#[derive(Clone, Debug)]
enum SimulationSetup {
    /// A closed board, with the possible first cells.
    Closed { first_click: FirstClick, starts: Vec<usize> },
    /// A position, with its equations and probabilities.
    Open(System, Box<Risk>),
}

impl StartingBoard {
    /// Creates a closed board with `mines` mines on `rows` by `columns` cells.
    ///
    /// # Errors
    /// Returns an error if there is no cell or too many, no possible first cell, or no room for the mines
    /// outside the cells that the first click keeps free.
    pub fn new(
        (rows, columns): (usize, usize),
        mines: usize,
        start: FirstCell,
        first_click: FirstClick,
    ) -> Result<Self, ImpossibleMines> {
        let grid = CellGrid { rows, columns };
        let cells = rows.checked_mul(columns).filter(|cells| (1..=MAX_CELLS).contains(cells));
        let cells = cells.ok_or(ImpossibleMines::Cells(grid))?;
        let room = ImpossibleMines::Mines { mines, room: cells };
        let board = SeenBoard::new(columns, vec![VisibleCell::Hidden; cells], mines).map_err(|_| room)?;
        if start == FirstCell::Chosen {
            return Err(ImpossibleMines::Chosen);
        }
        let starts = start.cells(grid, first_click, mines)?;
        Ok(Self { board, setup: SimulationSetup::Closed { first_click, starts } })
    }

    /// Creates a start from a position. If nothing is opened, the first cell is chosen like any other cell.
    ///
    /// # Errors
    /// Returns an error if no placement satisfies the numbers, the position is too hard to count, or a limit
    /// is exceeded.
    ///
    /// ```
    /// use chancetree::games::mines::board::SeenBoard;
    /// use chancetree::games::mines::simulate::StartingBoard;
    /// use chancetree::model::Job;
    ///
    /// let board: SeenBoard = "mines 1\n.1.".parse()?;
    /// let start = StartingBoard::from_position(board.clone(), &Job::default())?;
    /// assert_eq!((start.position(), start.deal(1, 0, &Job::default())?.first), (Some(&board), None));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn from_position(board: SeenBoard, job: &Job<'_>) -> Result<Self, RiskError> {
        let system = board.system()?;
        let risk = Risk::of_system(&system, job)?;
        Ok(Self { board, setup: SimulationSetup::Open(system, Box::new(risk)) })
    }

    /// Returns the board of the position.
    pub fn board(&self) -> &SeenBoard {
        &self.board
    }

    /// Returns the position from which games continue, or `None` for a closed board.
    pub fn position(&self) -> Option<&SeenBoard> {
        matches!(self.setup, SimulationSetup::Open(..)).then_some(&self.board)
    }

    /// Returns the mines and the first cell of a game. All possible placements and all possible first cells
    /// are equally likely; from a position, up to the rounding of doubles.
    ///
    /// # Errors
    /// Returns an error if the job is stopped, or the position is too hard to count.
    pub fn deal(&self, seed: u64, game: u64, job: &Job<'_>) -> Result<MineDeal, RiskError> {
        let mut random = Random::new(seed, game);
        let (first_click, starts) = match &self.setup {
            SimulationSetup::Closed { first_click, starts } => (first_click, starts),
            SimulationSetup::Open(system, risk) => {
                return Ok(MineDeal { mines: self.draw_mines(system, risk, random, job)?, first: None });
            }
        };
        let first = random.one_of(starts);
        let kept = first_click.keeps_free(self.board.grid(), first);
        let free: Vec<usize> = (0..self.board.cells().len()).filter(|cell| !kept.contains(cell)).collect();
        let mut mines = vec![false; self.board.cells().len()];
        place_mines(self.board.mines(), free, &mut mines, &mut random);
        Ok(MineDeal { mines, first: Some(first) })
    }

    /// Draws the mines of a game that continues from a position.
    fn draw_mines(
        &self,
        system: &System,
        risk: &Risk,
        mut random: Random,
        job: &Job<'_>,
    ) -> Result<Vec<bool>, RiskError> {
        let mut mines: Vec<bool> = self.board.cells().iter().map(|cell| *cell == VisibleCell::Mine).collect();
        let (mut system, mut last) = (system.clone(), None);
        loop {
            let now = last.as_ref().unwrap_or(risk);
            let shares = now.rounded();
            let mut known: Vec<Option<bool>> = vec![None; mines.len()];
            for &(place, share) in shares.iter().filter(|(_, share)| *share == 0.0 || *share >= 1.0) {
                known[place] = Some(share >= 1.0);
            }
            // Draws one cell of an island at a time, because it changes the probabilities of the others.
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
        // The remaining cells touch no number.
        place_mines(system.mines, system.hidden, &mut mines, &mut random);
        Ok(mines)
    }

    /// Plays game number `game` of a seed.
    ///
    /// # Errors
    /// Returns an error if the job is stopped, or a position is too hard to count.
    pub fn play(
        &self,
        policy: Approach,
        seed: u64,
        game: u64,
        job: &Job<'_>,
    ) -> Result<GameResult, RiskError> {
        // Ties use a separate random stream, so that boards do not depend on the approach.
        let ties = Random::for_purpose(seed, TIES, game);
        self.play_dealt(&self.deal(seed, game, job)?, policy, ties, job)
    }

    /// Plays a game with the given deal, whose number of mines must be that of the board. Ties are broken by
    /// `random`.
    ///
    /// # Errors
    /// Returns an error if the job is stopped, or a position is too hard to count.
    ///
    /// ```
    /// use chancetree::games::mines::game::{FirstCell, FirstClick};
    /// use chancetree::games::mines::simulate::{Approach, MineDeal, StartingBoard};
    /// use chancetree::model::Job;
    /// use chancetree::random::Random;
    ///
    /// let start = StartingBoard::new((1, 3), 1, FirstCell::Anywhere, FirstClick::Safe)?;
    /// // The first cell shows that its only neighbour has no mine.
    /// let deal = MineDeal { mines: vec![false, false, true], first: Some(0) };
    /// let result = start.play_dealt(&deal, Approach::Strong, Random::seeded(1), &Job::default())?;
    /// assert!(result.won);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn play_dealt(
        &self,
        dealt: &MineDeal,
        policy: Approach,
        random: Random,
        job: &Job<'_>,
    ) -> Result<GameResult, RiskError> {
        SimulatedPlayer::new(self.board.clone(), &dealt.mines, policy, random).play(dealt.first, job)
    }
}

/// Places `number` mines on free cells. All choices are equally likely.
fn place_mines(number: usize, mut free: Vec<usize>, mines: &mut [bool], random: &mut Random) {
    for _ in 0..number {
        mines[free.swap_remove(random.below(free.len() as u64) as usize)] = true;
    }
}

/// Returns a random number from 0 to below 1.
fn chance(random: &mut Random) -> f64 {
    (random.word() >> 11) as f64 / (1u64 << 53) as f64
}
