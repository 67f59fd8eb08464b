//! Memory for players with separate memories, with real cards: each card lies on the table, and each player remembers it or
//! not.
//!
//! Nothing here merges or counts kinds of cards. Every possible draw and every possible set of forgotten cards is tried, and
//! the result of a turn is read off the cards afterwards.

use std::collections::{BTreeMap, BTreeSet};

use chancetree::exact::{Rational, ratio};
use chancetree::game::Seat;
use chancetree::games::memory::limited::Strategy;
use chancetree::games::memory::separate::{Beliefs, PairKind};

#[derive(Clone)]
struct Card {
    picture: usize,
    knowers: BTreeSet<Seat>,
}

/// The cards on the table. A single is a card without a mate on the table.
#[derive(Clone)]
struct Layout(Vec<Card>);

/// The probability of each next table, by whether a pair was taken; otherwise the turn passes.
pub type Distribution = BTreeMap<(Beliefs, bool), Rational>;

fn knowers(bits: u16) -> BTreeSet<Seat> {
    (0..16).filter(|seat| bits >> seat & 1 == 1).collect()
}

fn bits(knowers: &BTreeSet<Seat>) -> u16 {
    knowers.iter().map(|seat| 1 << seat).sum()
}

impl Layout {
    fn lay(table: &Beliefs) -> Self {
        let kinds = table.kinds.iter().flat_map(|&(kind, count)| (0..count).map(move |_| kind));
        let mut cards = Vec::new();
        for (picture, kind) in kinds.enumerate() {
            for bits in [Some(kind.first), kind.second].into_iter().flatten() {
                cards.push(Card { picture, knowers: knowers(bits) });
            }
        }
        Self(cards)
    }

    fn places(&self, which: impl Fn(&Card) -> bool) -> Vec<usize> {
        (0..self.0.len()).filter(|&place| which(&self.0[place])).collect()
    }

    fn mate(&self, place: usize) -> Option<usize> {
        (0..self.0.len()).find(|&other| other != place && self.0[other].picture == self.0[place].picture)
    }

    fn knows(&self, seat: Seat, place: usize) -> bool {
        self.0[place].knowers.contains(&seat)
    }

    fn without(&self, place: usize) -> Self {
        let picture = self.0[place].picture;
        Self(self.0.iter().filter(|card| card.picture != picture).cloned().collect())
    }

    fn observe(&self, mover: Seat) -> Beliefs {
        let mut kinds: BTreeMap<PairKind, u16> = BTreeMap::new();
        for (place, card) in self.0.iter().enumerate() {
            let first = bits(&card.knowers);
            let kind = match self.mate(place) {
                // Each pair is counted once.
                Some(mate) if mate < place => continue,
                Some(mate) => {
                    let second = bits(&self.0[mate].knowers);
                    PairKind { first: first.min(second), second: Some(first.max(second)) }
                }
                None => PairKind { first, second: None },
            };
            *kinds.entry(kind).or_default() += 1;
        }
        Beliefs { kinds: kinds.into_iter().collect(), mover }
    }
}

/// Returns the subsets of `few` cards.
fn subsets(cards: &[usize], few: usize) -> Vec<Vec<usize>> {
    let masks = (0..1u32 << cards.len()).filter(|mask| mask.count_ones() as usize == few);
    let pick = |mask: u32| cards.iter().enumerate().filter(move |(at, _)| mask >> at & 1 == 1);
    masks.map(|mask| pick(mask).map(|(_, &card)| card).collect()).collect()
}

/// Returns the tables after each pair that the mover remembers in full; empty without such a pair.
pub fn takes(table: &Beliefs) -> BTreeSet<Beliefs> {
    let layout = Layout::lay(table);
    let known = layout.places(|card| card.knowers.contains(&table.mover));
    let whole = known.iter().filter(|&&place| layout.mate(place).is_some_and(|mate| known.contains(&mate)));
    whole.map(|&place| layout.without(place).observe(table.mover)).collect()
}

/// Returns the distribution of an attempt at a table without such a pair.
pub fn distribution(table: &Beliefs, memories: &[Option<u16>], strategy: Strategy) -> Distribution {
    let mut turn = Turn { memories, mover: table.mover, distribution: Distribution::new() };
    let layout = Layout::lay(table);
    let own = layout.places(|card| card.knowers.contains(&table.mover));
    let new = layout.places(|card| !card.knowers.contains(&table.mover));
    for &first in &new {
        let share = ratio(1, new.len() as u64);
        let mate = layout.mate(first);
        if mate.is_some_and(|mate| own.contains(&mate)) {
            turn.taken(share, &layout.without(first));
        } else if !own.is_empty() && (mate.is_none() || strategy == Strategy::Safe) {
            let common = layout.places(|card| card.knowers.len() == memories.len());
            let seconds = if common.is_empty() { &own } else { &common };
            for &second in seconds {
                turn.passed(&share / ratio(seconds.len() as u64, 1), &layout, &[first, second]);
            }
        } else {
            let rest: Vec<usize> = new.iter().copied().filter(|&place| place != first).collect();
            for &second in &rest {
                let share = &share / ratio(rest.len() as u64, 1);
                if mate == Some(second) {
                    turn.taken(share, &layout.without(first));
                } else {
                    turn.passed(share, &layout, &[first, second]);
                }
            }
            if rest.is_empty() {
                turn.passed(share, &layout, &[first]);
            }
        }
    }
    turn.distribution
}

struct Turn<'a> {
    memories: &'a [Option<u16>],
    mover: Seat,
    distribution: Distribution,
}

impl Turn<'_> {
    fn add(&mut self, share: Rational, next: Beliefs, taken: bool) {
        *self.distribution.entry((next, taken)).or_insert_with(|| ratio(0, 1)) += share;
    }

    fn taken(&mut self, share: Rational, rest: &Layout) {
        self.add(share, rest.observe(self.mover), true);
    }

    /// All players see the turned cards, and each of them forgets independently.
    fn passed(&mut self, share: Rational, before: &Layout, turned: &[usize]) {
        let mut all = vec![(share, before.clone())];
        for (seat, memory) in (0..).zip(self.memories) {
            let old = before.places(|card| card.knowers.contains(&seat));
            let new: Vec<usize> =
                turned.iter().copied().filter(|&place| !before.knows(seat, place)).collect();
            let surplus = memory.map_or(0, |memory| (old.len() + new.len()).saturating_sub(memory.into()));
            let sets = if surplus <= old.len() {
                subsets(&old, surplus)
            } else {
                let more = subsets(&new, surplus - old.len());
                more.into_iter().map(|set| [old.clone(), set].concat()).collect()
            };
            let mut next = Vec::new();
            for (share, layout) in &all {
                for gone in &sets {
                    let mut layout = layout.clone();
                    for &place in &new {
                        layout.0[place].knowers.insert(seat);
                    }
                    for &place in gone {
                        layout.0[place].knowers.remove(&seat);
                    }
                    next.push((share / ratio(sets.len() as u64, 1), layout));
                }
            }
            all = next;
        }
        let mover = (self.mover + 1) % self.memories.len() as Seat;
        for (share, layout) in all {
            self.add(share, layout.observe(mover), false);
        }
    }
}
