//! Turns of Memory by the tactics in the notation of the paper, such as `<onb,nek:bzn>`, with real cards.
//!
//! Nothing here uses a formula. The result of a turn is read off the cards afterwards.

use std::collections::BTreeMap;

use chancetree::games::memory::PairCounts;
use chancetree::games::memory::decisions::Rules;
use chancetree::games::memory::tactic::Tactic;

use super::cards::{Picture, Start};
use super::deals::arrangements;

/// A way to choose a card.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// A known card with a known mate.
    Bmn,
    /// A known card without a known mate.
    Bzn,
    /// A card that was never seen.
    Onb,
    /// The mate of the first card.
    Nek,
}

impl Kind {
    fn read(word: &str) -> Self {
        match word {
            "bmn" => Self::Bmn,
            "bzn" => Self::Bzn,
            "onb" => Self::Onb,
            "nek" => Self::Nek,
            _ => panic!("no kind of card: {word}"),
        }
    }
}

#[derive(Clone, Copy)]
struct Card {
    picture: Picture,
    seen: bool,
}

/// The cards on the table.
struct Cards(Vec<Card>);

impl Cards {
    /// Lays the seen cards, then the unseen cards as dealt; pictures as in [`Start`].
    fn lay(table: PairCounts, unseen: &[Picture]) -> Self {
        let Start { unknown, half, known, .. } = start(table);
        let singles = unknown..unknown + half;
        let pairs = (unknown + half..unknown + half + known).flat_map(|picture| [picture, picture]);
        let seen = singles.chain(pairs).map(|picture| Card { picture, seen: true });
        Self(seen.chain(unseen.iter().map(|&picture| Card { picture, seen: false })).collect())
    }

    fn mates(&self, one: usize, other: usize) -> bool {
        one != other && self.0[one].picture == self.0[other].picture
    }

    fn knows_mate(&self, place: usize) -> bool {
        (0..self.0.len()).any(|other| self.0[other].seen && self.mates(place, other))
    }

    /// Returns a card of `kind`, by what is known now. After `first` it is another card, and its mate only for `nek`.
    fn choose(&self, kind: Kind, first: Option<usize>) -> Option<usize> {
        (0..self.0.len()).find(|&place| {
            let seen = self.0[place].seen;
            let mate = first.is_some_and(|first| self.0[first].seen && self.mates(first, place));
            let fits = match kind {
                Kind::Bmn => seen && self.knows_mate(place) && !mate,
                Kind::Bzn => seen && !self.knows_mate(place) && !mate,
                Kind::Onb => !seen,
                Kind::Nek => seen && mate,
            };
            fits && first != Some(place)
        })
    }

    fn observe(&self) -> PairCounts {
        // The number of seen cards of each picture on the table.
        let mut seen = [None; 64];
        for card in &self.0 {
            *seen[card.picture].get_or_insert(0) += usize::from(card.seen);
        }
        let mut pairs = [0; 3];
        seen.into_iter().flatten().for_each(|seen: usize| pairs[seen] += 1);
        let [unknown, half, known] = pairs;
        PairCounts { known, half, unknown }
    }
}

fn start(table: PairCounts) -> Start {
    let [known, half, unknown] = [table.known, table.half, table.unknown].map(usize::from);
    Start { unknown, half, known, scores: vec![0; 2], mover: 0, one_flip: false }
}

/// Plays one turn. Returns the next table and whether a pair was taken, or `None` if the tactic needs a card that is
/// missing.
fn turn(table: PairCounts, member: &str, unseen: &[Picture]) -> Option<(PairCounts, bool)> {
    let text = member.trim_matches(['<', '>']);
    let (first, second) = text.split_once(',').expect("two cards");
    let mut cards = Cards::lay(table, unseen);
    let first = cards.choose(Kind::read(first), None)?;
    let second = match second.split_once(':') {
        Some((known, new)) => {
            cards.0[first].seen = true;
            cards.choose(Kind::read(if cards.knows_mate(first) { known } else { new }), Some(first))?
        }
        // Without a condition the choice is made before the first card is seen.
        None => cards.choose(Kind::read(second), Some(first))?,
    };
    for place in [first, second] {
        cards.0[place].seen = true;
    }
    let taken = cards.mates(first, second);
    if taken {
        let picture = cards.0[first].picture;
        cards.0.retain(|card| card.picture != picture);
    }
    Some((cards.observe(), taken))
}

/// The number of deals for each next table, by whether a pair was taken.
pub type Tally = BTreeMap<(PairCounts, bool), u64>;

/// Visits unseen cards, one deal at a time; all deals are equally likely.
pub type Deals = fn(PairCounts, &mut dyn FnMut(&[Picture]));

/// Visits every deal of the unseen cards.
pub fn decks(table: PairCounts, visit: &mut dyn FnMut(&[Picture])) {
    arrangements(&start(table), visit);
}

/// Visits every choice of the first two unseen cards: a turn needs no more.
pub fn tops(table: PairCounts, visit: &mut dyn FnMut(&[Picture])) {
    let Start { unknown, half, .. } = start(table);
    let mut unseen: Vec<Picture> = (0..unknown + half).chain(0..unknown).collect();
    let cards = unseen.len();
    if cards < 2 {
        return visit(&unseen);
    }
    for first in 0..cards {
        unseen.swap(0, first);
        for second in 1..cards {
            unseen.swap(1, second);
            visit(&unseen);
            unseen.swap(1, second);
        }
        unseen.swap(0, first);
    }
}

/// Counts the results of a tactic over the `deals`, or returns `None` if some deal prevents it. A branch that no deal reaches
/// needs no card: `<onb,bzn:bmn>` needs no known pair if the mate of every new card is known.
pub fn tally(table: PairCounts, member: &str, deals: Deals) -> Option<Tally> {
    let mut tally = Some(Tally::new());
    deals(table, &mut |unseen| match (turn(table, member, unseen), &mut tally) {
        (Some(after), Some(tally)) => *tally.entry(after).or_default() += 1,
        _ => tally = None,
    });
    tally
}

/// A tactic with its results.
#[derive(Clone, Debug)]
pub struct Move {
    pub tactic: Tactic,
    pub total: u64,
    pub tally: Tally,
}

/// Returns the tables of up to `pairs` pairs, the empty table first.
pub fn tables(pairs: u16) -> Vec<PairCounts> {
    let mut tables = Vec::new();
    for left in 0..=pairs {
        for known in 0..=left {
            let rest = left - known;
            tables.extend((0..=rest).map(|half| PairCounts { known, half, unknown: rest - half }));
        }
    }
    tables
}

/// The moves at each table of up to `pairs` pairs; among equals, earlier moves are preferred.
pub type Moves = BTreeMap<PairCounts, Vec<Move>>;

/// Returns the [`Moves`]. A free pass turns no card, whatever is on the table.
pub fn moves(pairs: u16, rules: Rules) -> Moves {
    let moves = |table: PairCounts| {
        let play = |tactic: Tactic| {
            let played = tactic.members().iter().find_map(|member| tally(table, member, tops));
            let tally = match (tactic, rules) {
                (Tactic::T2, Rules::NoPass) => None,
                (Tactic::T2, Rules::FreePass) => Some(Tally::from([((table, false), 1)])),
                _ => played,
            }?;
            Some(Move { tactic, total: tally.values().sum(), tally })
        };
        if table.pairs() == 0 { Vec::new() } else { Tactic::ALL.into_iter().filter_map(play).collect() }
    };
    tables(pairs).into_iter().map(|table| (table, moves(table))).collect()
}
