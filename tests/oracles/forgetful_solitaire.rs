//! Solitaire Memory with every single card on the table, for a player who forgets.

use chancetree::exact::{Rational, one, ratio, zero};
use chancetree::games::solitaire::imperfect::{Recall, Variant};
use std::collections::{BTreeMap, HashMap};

/// A card on the table.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub enum Card {
    Fresh,
    Turned,
    Gone,
}

/// The expected values, by table and by the most cards remembered so far.
pub type Known = HashMap<(Vec<Card>, usize), [Rational; 9]>;

/// The probability of each score.
pub type Scores = BTreeMap<i64, Rational>;

/// Plays with every single card: cards 2i and 2i + 1 are a pair, and each card is drawn separately.
pub struct Oracle {
    pub model: Variant,
    pub recall: Recall,
}

impl Oracle {
    /// Returns every first and second card with the probability of the turn.
    pub fn turns(&self, table: &[Card]) -> Vec<(usize, usize, Rational)> {
        let all = |card: Card| (0..table.len()).filter(|&at| table[at] == card).collect::<Vec<_>>();
        let (fresh, turned) = (all(Card::Fresh), all(Card::Turned));
        let known: Vec<usize> = turned.iter().copied().filter(|&at| table[at ^ 1] == Card::Turned).collect();
        let first = match self.model {
            Variant::KnownFirst if !known.is_empty() => known,
            Variant::FreshFirst if fresh.is_empty() => turned.clone(),
            _ => fresh.clone(),
        };
        let [p, other, unknown] = self.recall.values();
        let mut turns = Vec::new();
        for &card in &first {
            let share = ratio(1, first.len());
            let mut second = |cards: &[usize], chance: Rational| {
                let each = &share * chance / ratio(cards.len(), 1);
                turns.extend(cards.iter().map(|&next| (card, next, each.clone())));
            };
            let without = |cards: &[usize], mate: bool| -> Vec<usize> {
                cards.iter().copied().filter(|&at| at != card && (mate || at != card ^ 1)).collect()
            };
            if table[card ^ 1] == Card::Turned {
                let (old, new) = (without(&turned, false), without(&fresh, false));
                match (old.is_empty(), new.is_empty()) {
                    (true, true) => second(&[card ^ 1], one()),
                    (true, false) => {
                        second(&[card ^ 1], p.clone());
                        second(&new, one() - p);
                    }
                    (false, true) => {
                        second(&[card ^ 1], p.clone());
                        second(&old, one() - p);
                    }
                    (false, false) => {
                        second(&[card ^ 1], p.clone());
                        second(&old, other.clone());
                        second(&new, one() - p - other);
                    }
                }
            } else {
                let (old, new) = (without(&turned, true), without(&fresh, true));
                if old.is_empty() {
                    second(&new, one());
                } else {
                    second(&new, unknown.clone());
                    second(&old, one() - unknown);
                }
            }
        }
        turns
    }

    pub fn after(table: &[Card], first: usize, second: usize) -> Vec<Card> {
        let card = if first ^ 1 == second { Card::Gone } else { Card::Turned };
        let mut table = table.to_vec();
        (table[first], table[second]) = (card, card);
        table
    }

    /// Returns the expected values of the turns, lucky turns, first turn, first position, remembered cards and failed turns (A, C)
    /// still to come; then of the squares of the turns and of the first turn.
    pub fn expected(&self, table: &[Card], most: usize, known: &mut Known) -> [Rational; 9] {
        if table.iter().all(|&card| card == Card::Gone) {
            return std::array::from_fn(|at| if at == 4 { ratio(most, 1) } else { zero() });
        }
        let key = (table.to_vec(), most);
        if let Some(found) = known.get(&key) {
            return found.clone();
        }
        let untouched = table.iter().all(|&card| card != Card::Gone);
        let mut sums: [Rational; 9] = std::array::from_fn(|at| match at {
            0 | 7 => one(),
            2 | 8 if untouched => one(),
            _ => zero(),
        });
        let mut stays = zero();
        for (first, second, chance) in self.turns(table) {
            let next = Self::after(table, first, second);
            let most = most.max(next.iter().filter(|&&card| card == Card::Turned).count());
            let pair = first ^ 1 == second;
            if pair && table[first] == Card::Fresh && table[second] == Card::Fresh {
                sums[1] += &chance;
            }
            if !pair {
                let seen = [first, second].map(|card| table[card] == Card::Turned);
                sums[5] += &chance * ratio(u8::from(seen[1]), 1);
                sums[6] += &chance * ratio(u8::from(seen[0] || seen[1]), 1);
            }
            if pair && untouched {
                let fresh = next.iter().filter(|&&card| card == Card::Fresh).count();
                sums[3] += &chance * ratio(table.len() - fresh, 1);
            }
            if (&next, most) == (&key.0, key.1) {
                stays += chance;
                continue;
            }
            let worth = self.expected(&next, most, known);
            sums[7] += &chance * &worth[0] * ratio(2, 1);
            sums[8] += &chance * &worth[2] * ratio(2, 1);
            for (sum, worth) in sums.iter_mut().zip(worth) {
                *sum += &chance * worth;
            }
        }
        let leaves = one() - &stays;
        for (square, turns) in [(7, 0), (8, 2)] {
            let again = &stays * &sums[turns] / &leaves;
            sums[square] += again * ratio(2, 1);
        }
        let found = sums.map(|sum| sum / &leaves);
        known.insert(key, found.clone());
        found
    }

    /// Returns the probability that play ends after exactly t turns, for t from 1 to `last`; with `first`, at the first pair.
    pub fn distribution(&self, pairs: usize, last: usize, first: bool) -> Vec<Rational> {
        let mut open = HashMap::from([(vec![Card::Fresh; 2 * pairs], one())]);
        let turn = |_| {
            let mut over = zero();
            for (table, reach) in std::mem::take(&mut open) {
                for (one, two, chance) in self.turns(&table) {
                    let next = Self::after(&table, one, two);
                    let gone = next.iter().filter(|&&card| card == Card::Gone).count();
                    if gone == next.len() || (first && gone > 0) {
                        over += &reach * chance;
                    } else {
                        *open.entry(next).or_insert_with(zero) += &reach * chance;
                    }
                }
            }
            over
        };
        (0..last).map(turn).collect()
    }

    /// Returns the distributions of the score after `turns` turns, of finished games and of unfinished games. `worth` returns the
    /// points of a turn, by whether it takes a pair and which of its cards were turned before.
    pub fn scores(&self, pairs: usize, turns: usize, worth: impl Fn(bool, [bool; 2]) -> i64) -> [Scores; 2] {
        let mut over = Scores::new();
        let mut open = HashMap::from([((vec![Card::Fresh; 2 * pairs], 0), one())]);
        for _ in 0..turns {
            for ((table, score), reach) in std::mem::take(&mut open) {
                for (first, second, chance) in self.turns(&table) {
                    let seen = [first, second].map(|card| table[card] == Card::Turned);
                    let next = Self::after(&table, first, second);
                    let score = score + worth(first ^ 1 == second, seen);
                    let sum = if next.iter().all(|&card| card == Card::Gone) {
                        over.entry(score).or_insert_with(zero)
                    } else {
                        open.entry((next, score)).or_insert_with(zero)
                    };
                    *sum += &reach * chance;
                }
            }
        }
        let mut unfinished = Scores::new();
        for ((_, score), reach) in open {
            *unfinished.entry(score).or_insert_with(zero) += reach;
        }
        [over, unfinished]
    }
}
