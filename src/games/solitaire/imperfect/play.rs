//! Games played with real cards, at random.

use super::{Card, Chance, Imperfect, Logged, Model};
use crate::random::Random;

/// The most turns of a random game that is waited for: players who hardly remember anything take many.
pub const MOST_PLAYED: u64 = 100_000;

impl Imperfect {
    /// Plays a game at random and logs it; `seed` and `game` say which. It looks at the cards themselves, so that the rules
    /// of [`steps`](super::steps) are not among what it uses.
    ///
    /// Fails after `most` turns.
    pub fn play(&self, seed: u64, game: u64, most: u64) -> Option<Vec<Logged>> {
        let mut random = Random::new(seed, game);
        let mut fresh: Vec<Card> = (1..=self.pairs())
            .flat_map(|symbol| [false, true].map(|second| Card { symbol, second }))
            .collect();
        // Nothing is told by which of two cards is a, or by the order in which they lie.
        for last in (1..fresh.len()).rev() {
            fresh.swap(last, random.below(last as u64 + 1) as usize);
        }
        let mut turned: Vec<Card> = Vec::new();
        let place = |card: Card| 2 * usize::from(card.symbol) + usize::from(card.second);
        let mut is_turned = vec![false; 2 * usize::from(self.pairs()) + 2];
        let mut log = Vec::new();
        for turn in 1..=most {
            let known: Vec<Card> =
                turned.iter().copied().filter(|card| is_turned[place(card.mate())]).collect();
            let first = match self.model() {
                Model::KnownFirst if !known.is_empty() => random.one_of(&known),
                Model::FreshFirst if fresh.is_empty() => random.one_of(&turned),
                _ => *fresh.last().expect("a fresh card is left"),
            };
            let without = |cards: &[Card]| -> Vec<Card> {
                cards.iter().copied().filter(|&card| card != first && card != first.mate()).collect()
            };
            let (old, mut new) = (without(&turned), without(&fresh));
            let second = if is_turned[place(first.mate())] {
                let [mate, other, _] =
                    [Chance::Mate, Chance::Other, Chance::New].map(|c| self.recall().weight(c));
                let drawn = random.below(self.recall().denominator());
                match (old.is_empty(), new.is_empty()) {
                    (true, true) => first.mate(),
                    _ if drawn < mate => first.mate(),
                    (false, true) => random.one_of(&old),
                    (false, false) if drawn < mate + other => random.one_of(&old),
                    _ => *new.last().expect("a fresh card is left"),
                }
            } else {
                new = fresh.iter().copied().filter(|&card| card != first).collect();
                let knows = random.below(self.recall().denominator()) < self.recall().weight(Chance::Fresh);
                if old.is_empty() || knows {
                    *new.last().expect("the mate is fresh")
                } else {
                    random.one_of(&old)
                }
            };
            log.push(Logged { game, turn, player: 0, first, second });
            fresh.retain(|&card| card != first && card != second);
            turned.retain(|&card| card != first && card != second);
            for card in [first, second] {
                is_turned[place(card)] = first.mate() != second;
            }
            if first.mate() != second {
                turned.extend([first, second]);
            } else if fresh.is_empty() && turned.is_empty() {
                return Some(log);
            }
        }
        None
    }
}
