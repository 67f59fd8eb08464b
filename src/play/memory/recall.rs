//! The cards that are remembered when the turn passes.

use super::{Card, Memory};
use crate::game::Seat;
use crate::games::memory::separate::{Knowers, Minds, Seen};
use crate::random::Random;

impl Memory {
    /// The turn passes: the `new` cards are known, and what is too much is forgotten, old cards first.
    pub(super) fn forget(&self, cards: &mut [Card], new: &[usize], random: &mut Random) {
        let old: Vec<usize> = (0..cards.len()).filter(|&at| cards[at] == Card::Known).collect();
        new.iter().for_each(|&at| cards[at] = Card::Known);
        for gone in self.surplus(0, old, new.to_vec(), random) {
            cards[gone] = Card::New;
        }
    }

    /// Forgets as much for each seat, if each remembers for himself; the cards of `turned` are new to some.
    pub(super) fn forget_alone(&self, knowers: &mut [Knowers], turned: [usize; 2], random: &mut Random) {
        for seat in 0..self.setup.seats() {
            let bit: Knowers = 1 << seat;
            let left = |at: &usize| !matches!(self.cards.all[*at], Card::Taken(_));
            let old = (0..knowers.len()).filter(left).filter(|&at| knowers[at] & bit > 0).collect();
            let new: Vec<usize> = turned.into_iter().filter(|&at| knowers[at] & bit == 0).collect();
            new.iter().for_each(|&at| knowers[at] |= bit);
            for gone in self.surplus(seat, old, new, random) {
                knowers[gone] &= !bit;
            }
        }
    }

    /// The cards that `seat` forgets at random, because they are too much for him: old ones first.
    fn surplus(&self, seat: Seat, old: Vec<usize>, new: Vec<usize>, random: &mut Random) -> Vec<usize> {
        let memory = self.setup.memory(seat).map_or(usize::MAX, usize::from);
        let mut surplus = (old.len() + new.len()).saturating_sub(memory);
        let mut forgotten = Vec::new();
        for mut candidates in [old, new] {
            while surplus > 0 && !candidates.is_empty() {
                forgotten.push(candidates.swap_remove(random.below(candidates.len() as u64) as usize));
                surplus -= 1;
            }
        }
        forgotten
    }

    /// Returns what each remembers; `cards` become what the mover does.
    pub(super) fn minds(&self, cards: &mut [Card], knowers: &[Knowers], mover: Seat) -> Minds {
        let left: Vec<usize> = (0..cards.len()).filter(|&at| !matches!(cards[at], Card::Taken(_))).collect();
        for &at in &left {
            cards[at] = if knowers[at] >> mover & 1 > 0 { Card::Known } else { Card::New };
        }
        let pairs = left.iter().map(|&at| (at, self.mate(at))).filter(|(at, mate)| at < mate);
        Minds::of(pairs.map(|(at, mate)| Seen { card: knowers[at], mate: knowers[mate] }), mover)
    }

    /// A card, as it is remembered.
    pub(super) fn seen(&self, place: usize) -> Seen {
        Seen { card: self.knowers[place], mate: self.knowers[self.mate(place)] }
    }
}
