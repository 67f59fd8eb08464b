//! Memory among players of whom each has a memory of his own, with real cards: each lies on the table, and each player
//! remembers it or not.
//!
//! Nothing here merges or counts kinds of cards. Every card that can be drawn is drawn, every set that somebody can
//! forget is forgotten, and what came of a turn is read off the cards afterwards.

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

/// The cards on the table; a single is a card whose mate does not lie there.
#[derive(Clone)]
struct Desk(Vec<Card>);

/// The probability that each table follows, and whether a pair was taken; if not, the turn has passed.
pub type Distribution = BTreeMap<(Beliefs, bool), Rational>;

fn knowers(bits: u16) -> BTreeSet<Seat> {
    (0..16).filter(|seat| bits >> seat & 1 == 1).collect()
}

fn bits(knowers: &BTreeSet<Seat>) -> u16 {
    knowers.iter().map(|seat| 1 << seat).sum()
}

impl Desk {
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

    fn look(&self, mover: Seat) -> Beliefs {
        let mut kinds: BTreeMap<PairKind, u16> = BTreeMap::new();
        for (place, card) in self.0.iter().enumerate() {
            let first = bits(&card.knowers);
            let kind = match self.mate(place) {
                // Each pair is looked at once.
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

/// The subsets of `few` of the cards.
fn subsets(cards: &[usize], few: usize) -> Vec<Vec<usize>> {
    let masks = (0..1u32 << cards.len()).filter(|mask| mask.count_ones() as usize == few);
    let pick = |mask: u32| cards.iter().enumerate().filter(move |(at, _)| mask >> at & 1 == 1);
    masks.map(|mask| pick(mask).map(|(_, &card)| card).collect()).collect()
}

/// The tables to which a pair leads that the mover remembers whole, whichever he takes; none if there is none.
pub fn takes(table: &Beliefs) -> BTreeSet<Beliefs> {
    let desk = Desk::lay(table);
    let known = desk.places(|card| card.knowers.contains(&table.mover));
    let whole = known.iter().filter(|&&place| desk.mate(place).is_some_and(|mate| known.contains(&mate)));
    whole.map(|&place| desk.without(place).look(table.mover)).collect()
}

/// The distribution of an attempt at a table without such a pair.
pub fn distribution(table: &Beliefs, memories: &[Option<u16>], strategy: Strategy) -> Distribution {
    let mut turn = Turn { memories, mover: table.mover, distribution: Distribution::new() };
    let desk = Desk::lay(table);
    let own = desk.places(|card| card.knowers.contains(&table.mover));
    let new = desk.places(|card| !card.knowers.contains(&table.mover));
    for &first in &new {
        let share = ratio(1, new.len() as u64);
        let mate = desk.mate(first);
        if mate.is_some_and(|mate| own.contains(&mate)) {
            turn.taken(share, &desk.without(first));
        } else if !own.is_empty() && (mate.is_none() || strategy == Strategy::Safe) {
            let common = desk.places(|card| card.knowers.len() == memories.len());
            let seconds = if common.is_empty() { &own } else { &common };
            for &second in seconds {
                turn.passed(&share / ratio(seconds.len() as u64, 1), &desk, &[first, second]);
            }
        } else {
            let rest: Vec<usize> = new.iter().copied().filter(|&place| place != first).collect();
            for &second in &rest {
                let share = &share / ratio(rest.len() as u64, 1);
                if mate == Some(second) {
                    turn.taken(share, &desk.without(first));
                } else {
                    turn.passed(share, &desk, &[first, second]);
                }
            }
            if rest.is_empty() {
                turn.passed(share, &desk, &[first]);
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

    fn taken(&mut self, share: Rational, rest: &Desk) {
        self.add(share, rest.look(self.mover), true);
    }

    /// Everybody sees the turned cards and forgets, whatever the others do.
    fn passed(&mut self, share: Rational, before: &Desk, turned: &[usize]) {
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
            for (share, desk) in &all {
                for gone in &sets {
                    let mut desk = desk.clone();
                    for &place in &new {
                        desk.0[place].knowers.insert(seat);
                    }
                    for &place in gone {
                        desk.0[place].knowers.remove(&seat);
                    }
                    next.push((share / ratio(sets.len() as u64, 1), desk));
                }
            }
            all = next;
        }
        let mover = (self.mover + 1) % self.memories.len() as Seat;
        for (share, desk) in all {
            self.add(share, desk.look(mover), false);
        }
    }
}
