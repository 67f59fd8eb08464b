//! The table during a turn: cards drawn, shown and forgotten, with probabilities.

use super::{Beliefs, PairKind, SeatSet};
use crate::exact::gcd;
use crate::game::Seat;
use crate::model::order::merge_by_key;

/// A card during a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct CardInTurn {
    pub(super) known: SeatSet,
    /// The seats that have just seen the card for the first time.
    pub(super) new: SeatSet,
}

/// A card and its mate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct PairInTurn {
    pub(super) card: CardInTurn,
    pub(super) mate: Option<CardInTurn>,
}

impl PairInTurn {
    /// Creates a card and its mate that are new to no seat.
    pub(super) fn of(card: SeatSet, mate: Option<SeatSet>) -> Self {
        let card_of = |known| CardInTurn { known, new: 0 };
        Self { card: card_of(card), mate: mate.map(card_of) }
    }

    /// Returns the card after all seats have seen it.
    pub(super) fn shown(self) -> Self {
        Self { card: CardInTurn { new: !self.card.known, known: SeatSet::MAX }, ..self }
    }

    fn sorted(self) -> Self {
        match self.mate {
            Some(mate) if mate < self.card => Self { card: mate, mate: Some(self.card) },
            _ => self,
        }
    }
}

/// The number of cards of each kind during a turn, in ascending order of the kinds.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct TurnTable(Vec<(PairInTurn, u16)>);

impl TurnTable {
    pub(super) fn of(table: &Beliefs) -> Self {
        let picked = |kind: &PairKind| PairInTurn::of(kind.first, kind.second).sorted();
        let mut cards: Vec<_> = table.kinds.iter().map(|(kind, count)| (picked(kind), *count)).collect();
        merge_by_key(&mut cards, |sum, more| *sum += *more);
        Self(cards)
    }

    /// Returns the cards for which `which` holds, each with the number of equal cards.
    pub(super) fn cards(&self, which: impl Fn(CardInTurn) -> bool) -> Vec<(u128, PairInTurn)> {
        let mut all = Vec::new();
        for &(PairInTurn { card, mate }, count) in &self.0 {
            let alike = mate == Some(card);
            if which(card) {
                all.push((u128::from(count) * if alike { 2 } else { 1 }, PairInTurn { card, mate }));
            }
            if let Some(mate) = mate.filter(|&mate| !alike && which(mate)) {
                all.push((u128::from(count), PairInTurn { card: mate, mate: Some(card) }));
            }
        }
        all
    }

    pub(super) fn without(&self, picked: PairInTurn) -> Self {
        let mut rest = self.clone();
        let place = rest.place(picked).expect("the pair is in the table");
        rest.0[place].1 -= 1;
        if rest.0[place].1 == 0 {
            rest.0.remove(place);
        }
        rest
    }

    pub(super) fn with(mut self, picked: PairInTurn) -> Self {
        match self.place(picked) {
            Ok(place) => self.0[place].1 += 1,
            Err(place) => self.0.insert(place, (picked.sorted(), 1)),
        }
        self
    }

    /// Returns the place of the kind of a pair, or the place at which the table has room for the kind.
    fn place(&self, picked: PairInTurn) -> Result<usize, usize> {
        self.0.binary_search_by_key(&picked.sorted(), |(kind, _)| *kind)
    }

    /// Returns the table after the turn, with `mover` to move next.
    pub(super) fn table(&self, everybody: SeatSet, mover: Seat) -> Beliefs {
        let kind = |picked: &PairInTurn| {
            let card = picked.card.known & everybody;
            match picked.mate.map(|mate| mate.known & everybody) {
                Some(mate) => PairKind { first: card.min(mate), second: Some(card.max(mate)) },
                None => PairKind { first: card, second: None },
            }
        };
        let mut kinds: Vec<_> = self.0.iter().map(|(picked, count)| (kind(picked), *count)).collect();
        merge_by_key(&mut kinds, |sum, more| *sum += *more);
        Beliefs { kinds, mover }
    }
}

/// A probability as a fraction of machine words. Both parts saturate; the engine then reports an overflow of
/// the weights.
#[derive(Clone, Copy)]
pub(super) struct Proportion {
    pub(super) ways: u128,
    pub(super) total: u128,
}

/// Returns the probability `1 / total`.
pub(super) fn share(total: u128) -> Proportion {
    Proportion { ways: 1, total: total.max(1) }
}

impl Proportion {
    pub(super) fn times(self, ways: u128) -> Self {
        self.times_share(Self { ways, total: 1 })
    }

    pub(super) fn times_share(self, other: Self) -> Self {
        let (ways, total) = (self.ways.saturating_mul(other.ways), self.total.saturating_mul(other.total));
        let shared = gcd(ways, total).max(1);
        Self { ways: ways / shared, total: total / shared }
    }
}

/// Returns every way in which one player forgets the cards beyond `memory`: old cards first, new cards only
/// once no old ones are left.
pub(super) fn forget(turn_table: &TurnTable, bit: SeatSet, memory: u128) -> Vec<(Proportion, u8, TurnTable)> {
    let cards = |turn_table: &TurnTable, new: bool| {
        turn_table.cards(|card| card.known & bit > 0 && (card.new & bit > 0) == new)
    };
    let count = |cards: &[(u128, PairInTurn)]| cards.iter().map(|(ways, _)| *ways).sum::<u128>();
    let mut all = vec![(share(1), 0, turn_table.clone())];
    let surplus = (count(&cards(turn_table, false)) + count(&cards(turn_table, true))).saturating_sub(memory);
    // Drawing cards one after another makes all sets of equal size equally likely.
    for _ in 0..surplus {
        let mut next: Vec<(TurnTable, (Proportion, u8))> = Vec::new();
        for (chance, gone, turn_table) in all {
            let mut candidates = cards(&turn_table, false);
            if candidates.is_empty() {
                candidates = cards(&turn_table, true);
            }
            let one = chance.times_share(share(count(&candidates)));
            for (ways, picked) in candidates {
                let card = CardInTurn { known: picked.card.known & !bit, new: picked.card.new & !bit };
                let after = turn_table.without(picked).with(PairInTurn { card, ..picked });
                next.push((after, (one.times(ways), gone + 1)));
            }
        }
        merge_by_key(&mut next, |all, more| all.0 = sum(all.0, more.0));
        all = next.into_iter().map(|(turn_table, (chance, gone))| (chance, gone, turn_table)).collect();
    }
    all
}

fn sum(a: Proportion, b: Proportion) -> Proportion {
    let shared = gcd(a.total, b.total).max(1);
    let total = (a.total / shared).saturating_mul(b.total);
    let ways =
        (a.ways.saturating_mul(b.total / shared)).saturating_add(b.ways.saturating_mul(a.total / shared));
    Proportion { ways, total }
}
