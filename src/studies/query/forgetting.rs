//! Memory with limited memory and with singles: bold or safe play.

use super::{SolvedGames, StudyQuery, get_or_solve};
use crate::exact::ratio;
use crate::game::Seat;
use crate::games::memory::forgetting::{SeatStrategy, Strategy};
use crate::games::memory::limited::{RecalledTable, SharedMemory};
use crate::games::memory::strategies::decision;
use crate::model::{Error, Job};
use crate::payoff::Gain;
use crate::reader::value_with;
use crate::solved::StudySolution;
use crate::verdict::CheckedAnswer;
use std::cell::RefCell;

/// A game with limited memory and its solution.
pub(crate) type SolvedBoard = StudySolution<SharedMemory>;

impl SolvedBoard {
    pub(crate) fn new(game: &SharedMemory, job: &Job<'_>) -> Result<Self, Error> {
        Self::by(&Gain, game, job)
    }

    /// Returns the best decision at a table: 1 is bold, 0 is safe, 2 means that there is no choice or that
    /// both have the same value. A table that is not in this game is solved as the start of its own game.
    pub(crate) fn decision(&self, place: BoardSpec, job: &Job<'_>) -> Result<u8, Error> {
        if let Some(node) = self.node(&place.table()) {
            return Ok(decision(&self.strategies(node)));
        }
        let own = Self::new(&place.game(), job)?;
        Ok(decision(&own.strategies(own.graph().start())))
    }
}

/// A board in the letters of the paper, with the strategy of the players.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct BoardSpec {
    pub(crate) memory: Option<u16>,
    pub(crate) singles: u16,
    pub(crate) unknown_singles: u16,
    pub(crate) pairs: u16,
    pub(crate) unknown: u16,
    pub(crate) players: Seat,
    /// The strategy that all players always use; `None` for the best one.
    pub(crate) always: Option<Strategy>,
}

impl BoardSpec {
    /// Creates a fresh board with two players who play optimally.
    pub(crate) fn fresh(pairs: u16, memory: Option<u16>, singles: u16) -> Self {
        Self { memory, singles, unknown_singles: singles, pairs, unknown: pairs, players: 2, always: None }
    }

    fn read(query: &StudyQuery) -> Self {
        let singles = query.number("singles").unwrap_or(0);
        Self {
            unknown: query.number("unknown").unwrap_or(query.pairs()),
            unknown_singles: query.number("unknown-singles").unwrap_or(singles),
            players: query.number("players").unwrap_or(2),
            always: match query.option("play") {
                Some("bold") => Some(Strategy::Bold),
                Some("safe") => Some(Strategy::Safe),
                _ => None,
            },
            ..Self::fresh(query.pairs(), query.number("memory"), singles)
        }
    }

    pub(crate) fn table(self) -> RecalledTable {
        RecalledTable {
            half: self.pairs - self.unknown,
            unknown: self.unknown,
            singles: self.singles - self.unknown_singles,
            unseen_singles: self.unknown_singles,
            ..RecalledTable::default()
        }
    }

    pub(crate) fn game(self) -> SharedMemory {
        let game = SharedMemory::new(self.table(), self.players, self.memory).expect("the table is valid");
        let play = self.always.map_or(SeatStrategy::Best, SeatStrategy::Always);
        game.plays(vec![play]).expect("one play is enough for all players")
    }
}

/// Answers a query. Decisions at the tables of a board are read from the game of the board with `widest` pairs.
pub(super) fn answer(
    solved: &mut SolvedGames<BoardSpec, SharedMemory>,
    query: &StudyQuery,
    quantity: &str,
    widest: u16,
    job: &Job<'_>,
) -> Result<Option<CheckedAnswer>, Error> {
    let place = BoardSpec::read(query);
    if quantity == "decision" {
        let widest = BoardSpec { pairs: widest, unknown: widest, ..place };
        let board = get_or_solve(solved, widest, || SolvedBoard::new(&widest.game(), job))?;
        return Ok(Some(u64::from(board.decision(place, job)?).into()));
    }
    formula(solved, place, quantity, job).map(Some)
}

/// Evaluates a formula in n, j, f and E, the expected gain of the mover.
fn formula(
    solved: &mut SolvedGames<BoardSpec, SharedMemory>,
    place: BoardSpec,
    formula: &str,
    job: &Job<'_>,
) -> Result<CheckedAnswer, Error> {
    let [n, j, f] = [place.pairs, place.unknown, place.unknown_singles].map(i64::from);
    let failed = RefCell::new(None);
    let solved = RefCell::new(solved);
    let gain = |n: i64, j: i64, f: i64| {
        let [pairs, unknown, unknown_singles] = [n, j, f].map(|number| u16::try_from(number).unwrap_or(0));
        if pairs == 0 {
            return ratio(0, 1);
        }
        let there = BoardSpec { pairs, unknown, unknown_singles, ..place };
        match get_or_solve(&mut solved.borrow_mut(), there, || SolvedBoard::new(&there.game(), job)) {
            Ok(board) => board.values().swap_remove(0),
            Err(error) => {
                failed.replace(Some(error));
                ratio(0, 1)
            }
        }
    };
    let value = value_with(formula, &[("n", n), ("j", j), ("f", f)], &gain);
    failed.into_inner().map_or(Ok(value.into()), Err)
}
