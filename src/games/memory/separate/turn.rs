//! A turn card by card: the possible first cards, and the results once the first card is seen.

use super::turn_table::{PairInTurn, TurnTable, share};
use super::{Beliefs, SeatSet, SeparateMemory, SeparateTurn, Strategy, TurnResults, TurnedCards};
use crate::game::{Seat, Weight};

/// A card before it is turned: the seats that remember it, and those that remember its mate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct UnturnedCard {
    /// The seats that remember the card.
    pub card: SeatSet,
    /// The seats that remember its mate.
    pub mate: SeatSet,
}

impl UnturnedCard {
    fn picked(self) -> PairInTurn {
        PairInTurn::of(self.card, Some(self.mate))
    }
}

impl Beliefs {
    /// Creates a table with one pair for each item of `pairs`.
    pub fn of(pairs: impl Iterator<Item = UnturnedCard>, mover: Seat) -> Self {
        pairs
            .fold(TurnTable::default(), |turn_table, seen| turn_table.with(seen.picked()))
            .table(SeatSet::MAX, mover)
    }
}

impl SeparateMemory {
    /// Returns a game that continues from `table`, which has no singles, with one memory for each player.
    ///
    /// # Panics
    /// Panics if a player remembers more cards than the memory holds, or if no pair is left.
    pub fn from(table: Beliefs, memories: Vec<Option<u16>>) -> Self {
        let fits = |(seat, memory): (usize, &Option<u16>)| {
            memory.is_none_or(|memory| table.remembered(seat as Seat) <= memory.into())
        };
        assert!(memories.iter().enumerate().all(fits) && table.pairs() > 0, "no table of such players");
        Self { start: table, memories, plays: vec![super::Manner::Best] }
    }

    /// Returns the cards that the mover does not remember, with weights.
    pub fn firsts(&self, table: &Beliefs) -> Vec<(Weight, UnturnedCard)> {
        let bit: SeatSet = 1 << table.mover;
        let seen = |(ways, picked): (u128, PairInTurn)| {
            let mate = picked.mate.expect("there are no singles").known;
            (ways as Weight, UnturnedCard { card: picked.card.known, mate })
        };
        TurnTable::of(table).cards(|card| card.known & bit == 0).into_iter().map(seen).collect()
    }

    /// Returns the possible events with their weights and resulting tables after the mover has turned
    /// `first`, which the mover does not remember, and continues by `strategy`.
    pub fn seconds(
        &self,
        table: &Beliefs,
        first: UnturnedCard,
        strategy: Strategy,
    ) -> Vec<(Weight, SeparateTurn, Beliefs)> {
        let mut results = TurnResults { game: self, mover: table.mover, results: Vec::new() };
        results.attempt(table, &TurnTable::of(table), first.picked(), share(1), strategy);
        results.merged()
    }

    /// Returns the possible events with their weights and resulting tables if the mover then shows `second`,
    /// which the mover remembers and which is not the mate of `first`.
    pub fn shows(
        &self,
        table: &Beliefs,
        first: UnturnedCard,
        second: UnturnedCard,
    ) -> Vec<(Weight, SeparateTurn, Beliefs)> {
        let mut results = TurnResults { game: self, mover: table.mover, results: Vec::new() };
        let turn_table = TurnTable::of(table).without(first.picked()).without(second.picked());
        results.passed(
            TurnedCards::F,
            share(1),
            turn_table.with(first.picked().shown()).with(second.picked().shown()),
        );
        results.merged()
    }

    /// Returns the table after the mover takes the pair of `first`.
    pub fn takes(&self, table: &Beliefs, first: UnturnedCard) -> Beliefs {
        TurnTable::of(table).without(first.picked()).table(self.everybody(), table.mover)
    }
}
