//! Tactics played card by card according to their notation, without any formula.

use crate::exact::{Rational, ratio};
use crate::games::memory::PairCounts;
use crate::games::named_enum;
use std::collections::BTreeMap;
use std::fmt;

named_enum! {
    /// A kind of card, with the paper's name.
    pub enum CardKind {
        Bmn: "bmn", "Known, and its mate is known.";
        Bzn: "bzn", "Known, and its mate is not.";
        Onb: "onb", "Unknown.";
        Nek: "nek", "The mate of the first card.";
    }
}

/// The rule for the second card.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum SecondCardRule {
    /// The kind is fixed before the first card is seen.
    Always(CardKind),
    /// The first kind if the mate of the first card is known, otherwise the second kind.
    Depends(CardKind, CardKind),
}

/// A tactic in the paper's notation: the kinds of both cards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct TacticText {
    pub(super) first: CardKind,
    second: SecondCardRule,
}

impl fmt::Display for TacticText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.second {
            SecondCardRule::Always(kind) => write!(f, "<{},{kind}>", self.first),
            SecondCardRule::Depends(known, unknown) => write!(f, "<{},{known}:{unknown}>", self.first),
        }
    }
}

impl TacticText {
    /// Returns all tactics that can be written. A mate is only taken if it is known, and a choice is between
    /// two different kinds.
    pub(super) fn all() -> Vec<Self> {
        let mut all = Vec::new();
        for first in [CardKind::Bmn, CardKind::Bzn, CardKind::Onb] {
            let kinds =
                CardKind::ALL.into_iter().filter(|&kind| kind != CardKind::Nek || first == CardKind::Bmn);
            all.extend(kinds.map(|kind| Self { first, second: SecondCardRule::Always(kind) }));
        }
        for known in CardKind::ALL {
            let others = CardKind::ALL.into_iter().filter(|&kind| kind != known && kind != CardKind::Nek);
            all.extend(
                others.map(|other| Self {
                    first: CardKind::Onb,
                    second: SecondCardRule::Depends(known, other),
                }),
            );
        }
        all
    }
}

/// The probability of each result of a turn: whether a pair is taken, and the cards afterwards.
pub(super) type TurnDistribution = BTreeMap<(bool, PairCounts), Rational>;

/// A row of cards, in which the two cards of a pair are adjacent.
pub(super) struct CardRow {
    seen: Vec<bool>,
}

impl CardRow {
    pub(super) fn new(table: PairCounts) -> Self {
        let pairs =
            [(table.known, [true, true]), (table.half, [true, false]), (table.unknown, [false, false])];
        let seen = pairs.into_iter().flat_map(|(number, pair)| vec![pair; usize::from(number)]);
        Self { seen: seen.flatten().collect() }
    }

    fn kind(&self, card: usize) -> CardKind {
        match (self.seen[card], self.seen[mate(card)]) {
            (true, true) => CardKind::Bmn,
            (true, false) => CardKind::Bzn,
            (false, _) => CardKind::Onb,
        }
    }

    fn of_kind(&self, kind: CardKind) -> impl Iterator<Item = usize> {
        (0..self.seen.len()).filter(move |&card| self.kind(card) == kind)
    }

    /// Returns the unknown cards.
    pub(super) fn unknown(&self) -> impl Iterator<Item = usize> {
        self.of_kind(CardKind::Onb)
    }

    pub(super) fn knows_mate(&self, card: usize) -> bool {
        self.seen[mate(card)]
    }

    /// Returns the cards of a kind that may be turned. Unknown cards are equally likely; known cards of one
    /// kind are equivalent, so one is enough.
    fn some(&self, kind: CardKind, allowed: impl Fn(usize) -> bool) -> Vec<usize> {
        let cards = self.of_kind(kind).filter(|&card| allowed(card));
        if kind == CardKind::Onb { cards.collect() } else { cards.take(1).collect() }
    }

    fn seconds(&self, text: TacticText, first: usize) -> Vec<usize> {
        let kind = match text.second {
            // The card is chosen before the first card is seen, so it may be the mate.
            SecondCardRule::Always(CardKind::Bzn) if text.first == CardKind::Onb => {
                return self.some(CardKind::Bzn, |_| true);
            }
            SecondCardRule::Always(kind) => kind,
            SecondCardRule::Depends(known, _) if self.knows_mate(first) => known,
            SecondCardRule::Depends(_, unknown) => unknown,
        };
        match kind {
            CardKind::Nek => vec![mate(first)],
            CardKind::Onb => self.some(kind, |card| card != first),
            CardKind::Bmn | CardKind::Bzn => self.some(kind, |card| card / 2 != first / 2),
        }
    }

    /// Returns the results of a tactic, or `None` if in some case there is no card of the required kind.
    pub(super) fn play(&self, text: TacticText) -> Option<TurnDistribution> {
        let firsts = self.some(text.first, |_| true);
        // The second card is either certain or one of all other unknown cards.
        let turned = usize::from(text.first == CardKind::Onb);
        let most = self.unknown().count().saturating_sub(turned).max(1);
        let mut weights = BTreeMap::<_, usize>::new();
        for &first in &firsts {
            let seconds = self.seconds(text, first);
            for &second in &seconds {
                *weights.entry(self.after(first, second)).or_default() += most / seconds.len();
            }
            if seconds.is_empty() {
                return None;
            }
        }
        let total = firsts.len() * most;
        let mut results = TurnDistribution::new();
        results.extend(weights.into_iter().map(|(next, weight)| (next, ratio(weight, total))));
        (!firsts.is_empty()).then_some(results)
    }

    /// Returns whether the two cards are taken, and the cards afterwards.
    fn after(&self, first: usize, second: usize) -> (bool, PairCounts) {
        let taken = second == mate(first);
        let mut table = PairCounts::default();
        for pair in 0..self.seen.len() / 2 {
            let seen = |card: usize| self.seen[card] || card == first || card == second;
            match (seen(2 * pair), seen(2 * pair + 1)) {
                _ if taken && pair == first / 2 => {}
                (true, true) => table.known += 1,
                (false, false) => table.unknown += 1,
                _ => table.half += 1,
            }
        }
        (taken, table)
    }
}

pub(super) fn mate(card: usize) -> usize {
    card ^ 1
}
