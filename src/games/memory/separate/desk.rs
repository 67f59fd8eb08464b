//! The table in the middle of a turn: what is drawn, shown and forgotten, with which chance.

use super::{Knowers, Minds, PairKind};
use crate::exact::gcd;
use crate::game::Seat;
use std::collections::BTreeMap;

/// A card with what is needed of its mate, as it lies in the middle of a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct LyingCard {
    pub(super) known: Knowers,
    /// To whom it is new.
    pub(super) new: Knowers,
}

/// A card and its mate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Picked {
    pub(super) card: LyingCard,
    pub(super) mate: Option<LyingCard>,
}

impl Picked {
    /// A card and its mate, new to nobody, as they are remembered.
    pub(super) fn of(card: Knowers, mate: Option<Knowers>) -> Self {
        let card_of = |known| LyingCard { known, new: 0 };
        Self { card: card_of(card), mate: mate.map(card_of) }
    }

    /// Returns the card as it is when everybody has seen it.
    pub(super) fn shown(self) -> Self {
        Self { card: LyingCard { new: !self.card.known, known: Knowers::MAX }, ..self }
    }

    fn sorted(self) -> Self {
        match self.mate {
            Some(mate) if mate < self.card => Self { card: mate, mate: Some(self.card) },
            _ => self,
        }
    }
}

/// The table in the middle of a turn.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Desk(BTreeMap<Picked, u16>);

impl Desk {
    pub(super) fn of(table: &Minds) -> Self {
        let picked = |kind: &PairKind| Picked::of(kind.first, kind.second).sorted();
        Self(table.kinds.iter().map(|(kind, count)| (picked(kind), *count)).collect())
    }

    /// The cards of which `which` holds, in how many ways one like it can be picked.
    pub(super) fn cards(&self, which: impl Fn(LyingCard) -> bool) -> Vec<(u128, Picked)> {
        let mut all = Vec::new();
        for (&Picked { card, mate }, &count) in &self.0 {
            let alike = mate == Some(card);
            if which(card) {
                all.push((u128::from(count) * if alike { 2 } else { 1 }, Picked { card, mate }));
            }
            if let Some(mate) = mate.filter(|&mate| !alike && which(mate)) {
                all.push((u128::from(count), Picked { card: mate, mate: Some(card) }));
            }
        }
        all
    }

    pub(super) fn without(&self, picked: Picked) -> Self {
        let mut rest = self.clone();
        let picked = picked.sorted();
        let count = rest.0.get_mut(&picked).expect("it was picked from here");
        *count -= 1;
        if *count == 0 {
            rest.0.remove(&picked);
        }
        rest
    }

    pub(super) fn with(mut self, picked: Picked) -> Self {
        *self.0.entry(picked.sorted()).or_default() += 1;
        self
    }

    /// As the next player finds it.
    pub(super) fn table(&self, everybody: Knowers, mover: Seat) -> Minds {
        let mut kinds = BTreeMap::new();
        for (picked, count) in &self.0 {
            let card = picked.card.known & everybody;
            let kind = match picked.mate.map(|mate| mate.known & everybody) {
                Some(mate) => PairKind { first: card.min(mate), second: Some(card.max(mate)) },
                None => PairKind { first: card, second: None },
            };
            *kinds.entry(kind).or_default() += count;
        }
        Minds { kinds: kinds.into_iter().collect(), mover }
    }
}

/// A probability as a fraction of machine words; what is too large for them is named as an overflow in the end.
#[derive(Clone, Copy)]
pub(super) struct Proportion {
    pub(super) ways: u128,
    pub(super) total: u128,
}

/// One of so many.
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

/// Every way in which one player forgets what is too much for `memory` cards: first of his old cards, and only when
/// there are none left of the new ones.
pub(super) fn forget(desk: &Desk, bit: Knowers, memory: u128) -> Vec<(Proportion, u8, Desk)> {
    let cards =
        |desk: &Desk, new: bool| desk.cards(|card| card.known & bit > 0 && (card.new & bit > 0) == new);
    let count = |cards: &[(u128, Picked)]| cards.iter().map(|(ways, _)| *ways).sum::<u128>();
    let mut all = vec![(share(1), 0, desk.clone())];
    let surplus = (count(&cards(desk, false)) + count(&cards(desk, true))).saturating_sub(memory);
    // Cards drawn one after the other are as likely to be any set of so many.
    for _ in 0..surplus {
        let mut next: BTreeMap<Desk, (Proportion, u8)> = BTreeMap::new();
        for (chance, gone, desk) in all {
            let mut candidates = cards(&desk, false);
            if candidates.is_empty() {
                candidates = cards(&desk, true);
            }
            let one = chance.times_share(share(count(&candidates)));
            for (ways, picked) in candidates {
                let card = LyingCard { known: picked.card.known & !bit, new: picked.card.new & !bit };
                let after = desk.without(picked).with(Picked { card, ..picked });
                let more = one.times(ways);
                let entry = next.entry(after).or_insert((Proportion { ways: 0, total: 1 }, gone + 1));
                entry.0 = sum(entry.0, more);
            }
        }
        all = next.into_iter().map(|(desk, (chance, gone))| (chance, gone, desk)).collect();
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
