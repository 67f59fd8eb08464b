//! A moment between two turns, or in the middle of one.

use crate::exact::{Rational, ratio};
use crate::game::{Points, Seat};
use crate::games::memory::Table;
use crate::games::memory::separate::{Minds, Seen};
use crate::payoff::Outcome;

/// The state on which the odds depend between two turns.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Moment {
    /// The cards, as everybody could know them; as the mover could, where each remembers for himself.
    pub table: Table,
    /// The pairs of each seat.
    pub scores: Vec<Points>,
    /// The seat to move.
    pub mover: Seat,
    /// Passes just before; with the second one the game is over.
    pub passes: u8,
    /// The players' separate memories; `None` if they do not each have one.
    pub own: Option<Own>,
}

/// The players' separate memories.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Own {
    /// The cards before the turn.
    pub minds: Minds,
    /// The first card of the turn, once it lies open.
    pub first: Option<Seen>,
    /// The second card of the turn, if it is one that the mover remembers and has been named.
    pub second: Option<Seen>,
}

impl Own {
    /// Returns the memories between two turns.
    pub fn new(minds: Minds) -> Self {
        Self { minds, first: None, second: None }
    }

    /// The cards as the mover remembers them.
    pub fn table(&self) -> Table {
        let bit = 1 << self.minds.mover;
        let mut numbers = [0; 3];
        for (kind, count) in &self.minds.kinds {
            let known = [Some(kind.first), kind.second].into_iter().flatten();
            numbers[known.filter(|knowers| knowers & bit > 0).count()] += count;
        }
        let [unknown, half, known] = numbers;
        Table { known, half, unknown }
    }
}

impl Moment {
    /// Returns `true` if the game is over.
    pub fn is_over(&self) -> bool {
        self.table.pairs() == 0 || self.passes == 2
    }

    /// Returns the moment before the turn.
    pub(super) fn settled(&self) -> Self {
        let own = self.own.as_ref().map(|own| Own::new(own.minds.clone()));
        Self { own, ..self.clone() }
    }

    /// Returns the moment with a first card, as it is remembered.
    pub(super) fn opened_with(&self, first: Seen) -> Self {
        let own = self.own.as_ref().map(|own| Own { first: Some(first), ..own.clone() });
        Self { own, ..self.clone() }
    }

    /// Chances to win of every seat, of a draw, and the expected pairs of every seat, in this order, where nothing is
    /// left.
    pub(super) fn result(&self) -> Vec<Rational> {
        let Self { scores, table, .. } = self;
        let outcome = Outcome::of(scores).index(scores.len() as Seat);
        let wins = (0..=scores.len()).map(|place| ratio(u8::from(place == outcome), 1));
        let shared = ratio(table.pairs(), scores.len() as u64);
        wins.chain(scores.iter().map(|&pairs| ratio(pairs, 1) + &shared)).collect()
    }
}
