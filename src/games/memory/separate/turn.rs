//! A turn card by card: what the first card can be, and what comes of it once it is seen.

use super::desk::{Desk, Picked, share};
use super::{Found, Knowers, Minds, Separate, SeparateTurn, Strategy, Turned};
use crate::game::{Seat, Weight};

/// A card before it is turned: the seats that remember it, and those that remember its mate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct UnturnedCard {
    /// The seats that remember the card.
    pub card: Knowers,
    /// The seats that remember its mate.
    pub mate: Knowers,
}

impl UnturnedCard {
    fn picked(self) -> Picked {
        Picked::of(self.card, Some(self.mate))
    }
}

impl Minds {
    /// The table of pairs whose cards are remembered like this, each pair once.
    pub fn of(pairs: impl Iterator<Item = UnturnedCard>, mover: Seat) -> Self {
        pairs.fold(Desk::default(), |desk, seen| desk.with(seen.picked())).table(Knowers::MAX, mover)
    }
}

impl Separate {
    /// Returns a game that goes on from `table`, which has no singles, with one memory for each player.
    ///
    /// # Panics
    /// If a player remembers more cards than the memory holds, or no pair is left.
    pub fn from(table: Minds, memories: Vec<Option<u16>>) -> Self {
        let fits = |(seat, memory): (usize, &Option<u16>)| {
            memory.is_none_or(|memory| table.remembered(seat as Seat) <= memory.into())
        };
        assert!(memories.iter().enumerate().all(fits) && table.pairs() > 0, "no table of such players");
        Self { start: table, memories, plays: vec![super::Manner::Best] }
    }

    /// The cards that the mover does not remember, with weights.
    pub fn firsts(&self, table: &Minds) -> Vec<(Weight, UnturnedCard)> {
        let bit: Knowers = 1 << table.mover;
        let seen = |(ways, picked): (u128, Picked)| {
            let mate = picked.mate.expect("there are no singles").known;
            (ways as Weight, UnturnedCard { card: picked.card.known, mate })
        };
        Desk::of(table).cards(|card| card.known & bit == 0).into_iter().map(seen).collect()
    }

    /// Returns the events that can follow, with weights and the tables after them, once the mover has turned `first`, a
    /// card that he does not remember, and goes on by `strategy`.
    pub fn seconds(
        &self,
        table: &Minds,
        first: UnturnedCard,
        strategy: Strategy,
    ) -> Vec<(Weight, SeparateTurn, Minds)> {
        let mut found = Found { game: self, mover: table.mover, ways: Vec::new() };
        found.attempt(table, &Desk::of(table), first.picked(), share(1), strategy);
        found.weighed()
    }

    /// Returns the events that can follow, with weights and the tables after them, if the mover then shows `second`,
    /// which he remembers and which is not the mate of `first`.
    pub fn shows(
        &self,
        table: &Minds,
        first: UnturnedCard,
        second: UnturnedCard,
    ) -> Vec<(Weight, SeparateTurn, Minds)> {
        let mut found = Found { game: self, mover: table.mover, ways: Vec::new() };
        let desk = Desk::of(table).without(first.picked()).without(second.picked());
        found.passed(Turned::F, share(1), desk.with(first.picked().shown()).with(second.picked().shown()));
        found.weighed()
    }

    /// The table without a pair that the mover takes, one card of which is `first`.
    pub fn takes(&self, table: &Minds, first: UnturnedCard) -> Minds {
        Desk::of(table).without(first.picked()).table(self.everybody(), table.mover)
    }
}
