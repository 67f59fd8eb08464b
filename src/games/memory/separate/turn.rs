//! A turn card by card: the possible first cards, and the results once the first card is seen.

use super::turn_table::{PairInTurn, TurnTable, share};
use super::{Beliefs, SeatSet, SeparateMemory, SeparateTurn, Strategy, TurnResults, TurnedCards};
use crate::game::{Seat, Weight};

/// A card before it is turned: the seats that remember it, and those that remember its mate.
///
/// ```
/// use chancetree::games::memory::separate::{SeparateMemory, UnturnedCard};
/// use chancetree::prelude::*;
///
/// // All six cards of a fresh board are equivalent.
/// let game = SeparateMemory::new(0, 3, 0, 0, vec![None, None])?;
/// let firsts = game.first_cards(&game.start());
/// assert_eq!(firsts, [(6, UnturnedCard { card: 0, mate: 0 })]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
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
    ///
    /// ```
    /// use chancetree::games::memory::separate::{Beliefs, SeparateMemory, UnturnedCard};
    /// use chancetree::prelude::*;
    ///
    /// // The first player remembers a card of the only pair, and takes the pair.
    /// let table = Beliefs::of([UnturnedCard { card: 0b01, mate: 0 }].into_iter(), 0);
    /// let best = SeparateMemory::from(table, vec![None, None]).explore().run()?.maximize(&Gain)?;
    /// assert_eq!(best.value(best.graph().start()), [ratio(1, 1), ratio(0, 1)]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn from(table: Beliefs, memories: Vec<Option<u16>>) -> Self {
        let fits = |(seat, memory): (usize, &Option<u16>)| {
            memory.is_none_or(|memory| table.remembered(seat as Seat) <= memory.into())
        };
        assert!(
            memories.iter().enumerate().all(fits) && table.pairs() > 0,
            "a player remembers too many cards, or no pair is left"
        );
        Self { start: table, memories, plays: vec![super::SeatStrategy::Best] }
    }

    /// Returns the cards that the mover does not remember, with weights.
    pub fn first_cards(&self, table: &Beliefs) -> Vec<(Weight, UnturnedCard)> {
        let bit: SeatSet = 1 << table.mover;
        let seen = |(ways, picked): (u128, PairInTurn)| {
            let mate = picked.mate.expect("there are no singles").known;
            (ways as Weight, UnturnedCard { card: picked.card.known, mate })
        };
        TurnTable::of(table).cards(|card| card.known & bit == 0).into_iter().map(seen).collect()
    }

    /// Returns the possible events with their weights and resulting tables after the mover has turned
    /// `first`, which the mover does not remember, and continues by `strategy`.
    ///
    /// ```
    /// use chancetree::games::memory::forgetting::Strategy;
    /// use chancetree::games::memory::separate::{SeparateMemory, UnturnedCard};
    /// use chancetree::prelude::*;
    ///
    /// let game = SeparateMemory::new(0, 3, 0, 0, vec![None, None])?;
    /// let first = UnturnedCard { card: 0, mate: 0 };
    /// let results = game.results_after(&game.start(), first, Strategy::Bold);
    /// // One of the five other cards is the mate.
    /// let turns: Vec<_> = results.iter().map(|(ways, turn, _)| (*ways, turn.to_string())).collect();
    /// assert_eq!(turns, [(1, "C".to_owned()), (4, "E".to_owned())]);
    ///
    /// // A player who takes the pair leaves two pairs.
    /// assert_eq!(game.table_after_taking(&game.start(), first).pairs(), 2);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn results_after(
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
    ///
    /// ```
    /// use chancetree::games::memory::separate::{Beliefs, SeparateMemory, UnturnedCard};
    ///
    /// // Both players remember a card of the first pair. The mover turns a card of the second pair,
    /// // then shows the remembered card.
    /// let [known, new] = [UnturnedCard { card: 0b11, mate: 0 }, UnturnedCard { card: 0, mate: 0 }];
    /// let table = Beliefs::of([known, new].into_iter(), 0);
    /// let game = SeparateMemory::from(table.clone(), vec![None, None]);
    /// let results = game.results_of_showing(&table, new, known);
    /// assert_eq!(results.len(), 1);
    /// assert_eq!((results[0].2.mover, results[0].2.remembered(0)), (1, 2));
    /// ```
    pub fn results_of_showing(
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
    pub fn table_after_taking(&self, table: &Beliefs, first: UnturnedCard) -> Beliefs {
        TurnTable::of(table).without(first.picked()).table(self.everybody(), table.mover)
    }
}
