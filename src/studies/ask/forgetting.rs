//! Memory with limited memory and with singles: bold or safe.

use super::super::reader::value_with;
use super::super::solved::Placed;
use super::super::verdict::Found;
use super::{Question, known};
use crate::exact::ratio;
use crate::game::Seat;
use crate::games::memory::forgetting::{Manner, Strategy};
use crate::games::memory::limited::{Limited, Recalled};
use crate::games::memory::strategies::decision;
use crate::model::{Error, Job};
use crate::payoff::Gain;
use std::cell::RefCell;
use std::collections::HashMap;

/// A game with the value of every table.
pub(in super::super) type Board = Placed<Limited>;

impl Board {
    pub(in super::super) fn new(game: &Limited, job: &Job<'_>) -> Result<Self, Error> {
        Self::by(&Gain, game, job)
    }

    /// Returns what is best at a place, to which play comes here or which is the start of a board of its own: 1 bold, 0
    /// safe, 2 if there is no choice or both are worth the same.
    pub(in super::super) fn decision(&self, place: Place, job: &Job<'_>) -> Result<u8, Error> {
        if let Some(node) = self.node(&place.table()) {
            return Ok(decision(&self.strategies(node)));
        }
        let own = Self::new(&place.game(), job)?;
        Ok(decision(&own.strategies(own.graph().start())))
    }
}

/// A board in the letters of the paper, and how it is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(in super::super) struct Place {
    pub(in super::super) memory: Option<u16>,
    pub(in super::super) singles: u16,
    pub(in super::super) unknown_singles: u16,
    pub(in super::super) pairs: u16,
    pub(in super::super) unknown: u16,
    pub(in super::super) players: Seat,
    /// The strategy that is always played; the best, if it is not said.
    pub(in super::super) always: Option<Strategy>,
}

impl Place {
    /// A fresh board of two who play best.
    pub(in super::super) fn fresh(pairs: u16, memory: Option<u16>, singles: u16) -> Self {
        Self { memory, singles, unknown_singles: singles, pairs, unknown: pairs, players: 2, always: None }
    }

    fn read(question: &Question<'_>) -> Self {
        let singles = question.number("singles").unwrap_or(0);
        Self {
            unknown: question.number("unknown").unwrap_or(question.pairs()),
            unknown_singles: question.number("unknown-singles").unwrap_or(singles),
            players: question.number("players").unwrap_or(2),
            always: match question.option("play") {
                Some("bold") => Some(Strategy::Bold),
                Some("safe") => Some(Strategy::Safe),
                _ => None,
            },
            ..Self::fresh(question.pairs(), question.number("memory"), singles)
        }
    }

    pub(in super::super) fn table(self) -> Recalled {
        Recalled {
            half: self.pairs - self.unknown,
            unknown: self.unknown,
            singles: self.singles - self.unknown_singles,
            unseen_singles: self.unknown_singles,
            ..Recalled::default()
        }
    }

    pub(in super::super) fn game(self) -> Limited {
        let game = Limited::new(self.table(), self.players, self.memory).expect("a table");
        let play = self.always.map_or(Manner::Best, Manner::Always);
        game.plays(vec![play]).expect("one play for all")
    }
}

/// The boards that were worked out so far.
#[derive(Default)]
pub(super) struct SolvedBoards(HashMap<Place, Board>);

impl SolvedBoards {
    pub(super) fn answer(&mut self, question: &Question<'_>, widest: u16) -> Result<Option<Found>, Error> {
        let (place, quantity, job) = (Place::read(question), &*question.entry.quantity, question.job);
        if quantity == "decision" {
            let widest = Place { pairs: widest, unknown: widest, ..place };
            let decision = self.board(widest, job)?.decision(place, job)?;
            return Ok(Some(u64::from(decision).into()));
        }
        if let Some(player) = quantity.strip_prefix("E(player ").and_then(|rest| rest.strip_suffix(')')) {
            let board = self.board(place, job)?;
            let worth = board.values();
            return Ok(player
                .parse::<usize>()
                .ok()
                .and_then(|player| worth.get(player - 1)?.clone().into())
                .map(Found::from));
        }
        self.formula(place, quantity, job).map(Some)
    }

    fn board(&mut self, place: Place, job: &Job<'_>) -> Result<&Board, Error> {
        known(&mut self.0, place, || Board::new(&place.game(), job))
    }

    /// A formula in n, j, f and E, which is what the mover may expect.
    fn formula(&mut self, place: Place, formula: &str, job: &Job<'_>) -> Result<Found, Error> {
        let [n, j, f] = [place.pairs, place.unknown, place.unknown_singles].map(i64::from);
        let failed = RefCell::new(None);
        let boards = RefCell::new(self);
        let worth = |n: i64, j: i64, f: i64| {
            let [pairs, unknown, unknown_singles] =
                [n, j, f].map(|number| u16::try_from(number).unwrap_or(0));
            if pairs == 0 {
                return ratio(0, 1);
            }
            let there = Place { pairs, unknown, unknown_singles, ..place };
            match boards.borrow_mut().board(there, job) {
                Ok(board) => board.values().swap_remove(0),
                Err(error) => {
                    failed.replace(Some(error));
                    ratio(0, 1)
                }
            }
        };
        let value = value_with(formula, &[("n", n), ("j", j), ("f", f)], &worth);
        failed.into_inner().map_or(Ok(value.into()), Err)
    }
}
