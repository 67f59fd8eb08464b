//! Memory with a limited number of remembered cards, with real cards: each lies on the table, remembered or not.
//!
//! Nothing here uses a formula. Every possible set of forgotten cards is tried, and the result of a turn is read off the
//! cards afterwards.

use std::collections::BTreeMap;

use chancetree::exact::{Rational, double, ratio};
use chancetree::game::Points;
use chancetree::games::memory::limited::{RecalledTable, Strategy};

use super::cards::{Picture, Start};
use super::deals::arrangements;
use super::minefield::Random;

#[derive(Clone, Copy)]
struct Card {
    picture: Picture,
    remembered: bool,
}

/// The cards on the table. A single is a card without a mate on the table.
#[derive(Clone)]
pub struct Layout(Vec<Card>);

/// Returns the pictures with unseen cards: unknown pairs, half-known pairs, then singles.
fn start(table: RecalledTable) -> Start {
    let [unknown, half, singles] = [table.unknown, table.half, table.unseen_singles].map(usize::from);
    Start { unknown, half: half + singles, known: 0, scores: vec![0; 2], mover: 0, one_flip: false }
}

impl Layout {
    pub fn lay(table: RecalledTable, unseen: &[Picture]) -> Self {
        let unknown = usize::from(table.unknown);
        let half = unknown..unknown + usize::from(table.half);
        let last = half.end + usize::from(table.unseen_singles);
        let pairs = last..last + usize::from(table.known);
        let singles = pairs.end..pairs.end + usize::from(table.singles);
        let seen = half.chain(pairs.flat_map(|picture| [picture, picture])).chain(singles);
        let card_with = |remembered: bool| move |picture: Picture| Card { picture, remembered };
        Self(seen.map(card_with(true)).chain(unseen.iter().copied().map(card_with(false))).collect())
    }

    /// Returns the places of the remembered cards, or of the other cards.
    fn places(&self, remembered: bool) -> Vec<usize> {
        (0..self.0.len()).filter(|&place| self.0[place].remembered == remembered).collect()
    }

    fn mate(&self, place: usize) -> Option<usize> {
        (0..self.0.len()).find(|&other| other != place && self.0[other].picture == self.0[place].picture)
    }

    fn take(&mut self, place: usize) {
        let picture = self.0[place].picture;
        self.0.retain(|card| card.picture != picture);
    }

    /// Makes one attempt; `draw` picks among unseen cards. Returns the new cards on the table if the turn passes, or `None` if a
    /// pair was taken.
    fn attempt(&mut self, strategy: Strategy, draw: &mut dyn FnMut(&[usize]) -> usize) -> Option<Vec<usize>> {
        let old = self.places(true);
        let is_known =
            |layout: &Self, place| layout.mate(place).is_some_and(|mate| layout.0[mate].remembered);
        if let Some(&place) = old.iter().find(|&&place| is_known(self, place)) {
            self.take(place);
            return None;
        }
        let mut unseen = self.places(false);
        let first = draw(&unseen);
        if is_known(self, first) {
            self.take(first);
            return None;
        }
        let lone = self.mate(first).is_none();
        if !old.is_empty() && (lone || strategy == Strategy::Safe) {
            // One of the old cards is turned, and stays one of the old cards.
            return Some(vec![first]);
        }
        unseen.retain(|&place| place != first);
        let second = draw(&unseen);
        if self.mate(first) == Some(second) {
            self.take(first);
            return None;
        }
        Some(vec![first, second])
    }

    /// Returns every set of cards that may be forgotten when `new` cards enter memory; all sets are equally likely.
    fn surplus(&self, new: &[usize], memory: Option<usize>) -> Vec<Vec<usize>> {
        let old = self.places(true);
        let all = old.len() + new.len();
        let surplus = all - memory.map_or(all, |memory| memory.min(all));
        if surplus <= old.len() {
            return subsets(&old, surplus);
        }
        let new = subsets(new, surplus - old.len());
        new.into_iter().map(|new| old.iter().copied().chain(new).collect()).collect()
    }

    /// Passes the turn: `new` cards enter memory, `gone` cards leave it.
    fn pass(&mut self, new: &[usize], gone: &[usize]) {
        for &place in new {
            self.0[place].remembered = true;
        }
        for &place in gone {
            self.0[place].remembered = false;
        }
    }

    fn observe(&self) -> RecalledTable {
        let mut table = RecalledTable::default();
        for (place, card) in self.0.iter().enumerate() {
            let count = match self.mate(place) {
                // Each pair is counted at its first card.
                Some(mate) if mate < place => continue,
                Some(mate) => match (card.remembered, self.0[mate].remembered) {
                    (true, true) => &mut table.known,
                    (false, false) => &mut table.unknown,
                    _ => &mut table.half,
                },
                None if card.remembered => &mut table.singles,
                None => &mut table.unseen_singles,
            };
            *count += 1;
        }
        table
    }
}

/// Returns the subsets of `few` cards.
fn subsets(cards: &[usize], few: usize) -> Vec<Vec<usize>> {
    let Some((&last, rest)) = cards.split_last() else {
        return if few == 0 { vec![Vec::new()] } else { Vec::new() };
    };
    let mut all = subsets(rest, few);
    if few > 0 {
        let with = subsets(rest, few - 1).into_iter().map(|mut set| {
            set.push(last);
            set
        });
        all.extend(with);
    }
    all
}

/// Returns every limit up to `most`, and no limit.
pub fn memories(most: u16) -> impl Iterator<Item = Option<u16>> {
    (0..=most).map(Some).chain([None])
}

/// Returns `true` if the remembered cards fit into the memory.
pub fn fits(table: RecalledTable, memory: Option<u16>) -> bool {
    memory.is_none_or(|memory| table.remembered() <= memory)
}

/// Returns the tables of 1 to `pairs` pairs and up to `most` singles.
pub fn tables(pairs: u16, most: u16) -> Vec<RecalledTable> {
    let mut tables = Vec::new();
    for left in 1..=pairs {
        for (known, half) in
            (0..=left.min(1)).flat_map(|known| (0..=left - known).map(move |half| (known, half)))
        {
            for singles in 0..=most {
                let table = |unseen_singles| RecalledTable {
                    known,
                    half,
                    unknown: left - known - half,
                    singles,
                    unseen_singles,
                    mover: 0,
                };
                tables.extend((0..=most - singles).map(table));
            }
        }
    }
    tables
}

/// Unseen cards in the order in which they are turned, and the number of deals that they represent.
pub type Deals = Vec<(Vec<Picture>, u64)>;

/// Returns every deal of the unseen cards. Deals with the same first two cards look alike in a turn and are counted together.
pub fn dealt(table: RecalledTable) -> Deals {
    let mut deals: BTreeMap<Vec<Picture>, (Vec<Picture>, u64)> = BTreeMap::new();
    arrangements(&start(table), |unseen| {
        let top = unseen.iter().take(2).copied().collect();
        deals.entry(top).or_insert_with(|| (unseen.to_vec(), 0)).1 += 1;
    });
    deals.into_values().collect()
}

/// Returns every choice of the first two unseen cards.
pub fn drawn(table: RecalledTable) -> Deals {
    let Start { unknown, half, .. } = start(table);
    let unseen: Vec<Picture> = (0..unknown + half).chain(0..unknown).collect();
    let mut deals = Vec::new();
    for first in 0..unseen.len() {
        let mut rest = unseen.clone();
        rest.swap(0, first);
        for second in 1..rest.len() {
            let mut deal = rest.clone();
            deal.swap(1, second);
            deals.push((deal, 1));
        }
        if rest.len() == 1 {
            deals.push((rest, 1));
        }
    }
    if unseen.is_empty() { vec![(unseen, 1)] } else { deals }
}

/// The probability of each next table, by whether a pair was taken; otherwise the turn passes.
pub type Distribution = BTreeMap<(RecalledTable, bool), Rational>;

/// Returns the distribution of a turn over the `deals`.
pub fn distribution(
    table: RecalledTable,
    memory: Option<u16>,
    strategy: Strategy,
    deals: &Deals,
) -> Distribution {
    let mut counts: BTreeMap<(RecalledTable, bool, usize), u64> = BTreeMap::new();
    for (unseen, deals) in deals {
        let mut layout = Layout::lay(table, unseen);
        let Some(new) = layout.attempt(strategy, &mut |unseen| unseen[0]) else {
            *counts.entry((layout.observe(), true, 1)).or_default() += deals;
            continue;
        };
        let ways = layout.surplus(&new, memory.map(usize::from));
        for gone in &ways {
            let mut layout = layout.clone();
            layout.pass(&new, gone);
            *counts.entry((layout.observe(), false, ways.len())).or_default() += deals;
        }
    }
    let total: u64 = deals.iter().map(|(_, deals)| deals).sum();
    let mut distribution = Distribution::new();
    for ((next, taken, ways), count) in counts {
        let share = distribution.entry((next, taken)).or_insert_with(|| ratio(0, 1));
        *share += ratio(count, total * ways as u64);
    }
    distribution
}

/// A table, the pairs of each player, and the mover.
pub type ScoredTable = (RecalledTable, [Points; 2], usize);

/// Returns the results of a turn with real cards.
pub fn scored_turns(node: ScoredTable, memory: Option<u16>, strategy: Strategy) -> Vec<(ScoredTable, f64)> {
    let (table, scores, mover) = node;
    let turns =
        distribution(table, memory, strategy, &drawn(table)).into_iter().map(|((next, taken), share)| {
            let mut scores = scores;
            scores[mover] += Points::from(taken);
            ((next, scores, if taken { mover } else { 1 - mover }), double(&share))
        });
    turns.collect()
}

/// Expected values of the mover if two players play best, without singles. Play returns to a table only by a turn that changes
/// nothing and passes.
pub struct Best {
    memory: Option<u16>,
    worth: BTreeMap<RecalledTable, [Rational; 2]>,
}

impl Best {
    pub fn of(memory: Option<u16>) -> Self {
        Self { memory, worth: BTreeMap::new() }
    }

    pub fn worth(&mut self, table: RecalledTable) -> Rational {
        let [bold, safe] = self.both(table);
        bold.max(safe)
    }

    /// Returns the values of always playing bold and of always playing safe at this table. Each is v = a + p(n - v), where p is
    /// the probability that a turn changes nothing, n the number of pairs, and a the contribution of all other results.
    pub fn both(&mut self, table: RecalledTable) -> [Rational; 2] {
        if table.pairs() == 0 {
            return [ratio(0, 1), ratio(0, 1)];
        }
        if let Some(worth) = self.worth.get(&table) {
            return worth.clone();
        }
        let pairs = ratio(table.pairs(), 1);
        let deals = drawn(table);
        let worth = [Strategy::Bold, Strategy::Safe].map(|strategy| {
            let (mut sum, mut back) = (ratio(0, 1), ratio(0, 1));
            for ((next, taken), share) in distribution(table, self.memory, strategy, &deals) {
                if taken {
                    sum += share * (self.worth(next) + ratio(1, 1));
                } else if next == table {
                    back = share;
                } else {
                    sum += share * (&pairs - self.worth(next));
                }
            }
            (sum + &back * &pairs) / (ratio(1, 1) + back)
        });
        self.worth.insert(table, worth.clone());
        worth
    }
}

/// Plays one game from a fresh table, each seat by its strategy. Returns the pairs of each seat.
pub fn play(table: RecalledTable, memory: u16, seats: &[Strategy], random: &mut Random) -> Vec<i32> {
    let Start { unknown, half, .. } = start(table);
    let unseen: Vec<Picture> = (0..unknown + half).chain(0..unknown).collect();
    let mut layout = Layout::lay(table, &unseen);
    let mut taken = vec![0; seats.len()];
    let mut mover = 0;
    while layout.observe().pairs() > 0 {
        match layout.attempt(seats[mover], &mut |unseen| unseen[random.below(unseen.len())]) {
            None => taken[mover] += 1,
            Some(new) => {
                let ways = layout.surplus(&new, Some(usize::from(memory)));
                layout.pass(&new, &ways[random.below(ways.len())]);
                mover = (mover + 1) % seats.len();
            }
        }
    }
    taken
}
