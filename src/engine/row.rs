//! A law in the making: for one state, a whole number for every vector of points that play can have led to.
//!
//! Keys are sorted and numbers lie side by side in one array of limbs, so adding a multiple of one row to another is
//! a merge of two sorted lists with long runs, and a run is one long addition.

use crate::exact::{Natural, limbs};
use crate::game::{MOST_SEATS, Points, Seat};

/// Points of all seats, 16 bits a seat, packed so that adding points keeps the order of keys.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Score<const K: usize>([u64; K]);

/// Seats that fit one word of a key.
const SEATS_A_WORD: usize = 64 / Points::BITS as usize;

/// The words that the widest table needs.
pub(super) const MOST_WORDS: usize = MOST_SEATS as usize / SEATS_A_WORD;

impl<const K: usize> Score<K> {
    pub(super) const ZERO: Self = Self([0; K]);

    fn place(seat: usize) -> (usize, u32) {
        // The first seat in the highest bits: keys sort as score vectors do.
        (seat / SEATS_A_WORD, Points::BITS * (SEATS_A_WORD - 1 - seat % SEATS_A_WORD) as u32)
    }

    pub(super) fn new(points: &[Points]) -> Self {
        let mut key = Self::ZERO;
        for (seat, &points) in points.iter().enumerate() {
            let (word, shift) = Self::place(seat);
            key.0[word] |= u64::from(points) << shift;
        }
        key
    }

    pub(super) fn one(seat: Seat, points: Points) -> Self {
        let mut key = Self::ZERO;
        let (word, shift) = Self::place(usize::from(seat));
        key.0[word] = u64::from(points) << shift;
        key
    }

    pub(super) fn points(self, seats: Seat) -> Vec<Points> {
        (0..usize::from(seats))
            .map(|seat| {
                let (word, shift) = Self::place(seat);
                (self.0[word] >> shift) as Points
            })
            .collect()
    }

    fn plus(self, other: Self) -> Self {
        let mut sum = self;
        for (word, &add) in sum.0.iter_mut().zip(&other.0) {
            *word += add;
        }
        sum
    }
}

/// Numbers by score vector; see the module.
#[derive(Clone, Debug)]
pub(super) struct Row<const K: usize> {
    keys: Vec<Score<K>>,
    /// Limbs a number.
    width: usize,
    /// No number has more bits.
    bits: u32,
    numbers: Vec<u64>,
    /// The most points in all of any key; guards the 16 bits of a seat.
    most: u32,
}

/// A factor: nearly always one word.
#[derive(Clone, Debug)]
pub(super) enum Factor {
    Word(u64),
    Long(Vec<u64>),
}

impl Factor {
    pub(super) fn bits(&self) -> u32 {
        match self {
            Self::Word(word) => limbs::bits(&[*word]),
            Self::Long(long) => limbs::bits(long),
        }
    }
}

/// One summand: a row, shifted by points just scored, times a factor.
pub(super) struct Term<'a, const K: usize> {
    pub(super) row: &'a Row<K>,
    pub(super) shift: Score<K>,
    pub(super) points: Points,
    pub(super) factor: Factor,
}

impl<const K: usize> Row<K> {
    /// The row of one certain score, counted once.
    pub(super) fn unit(score: Score<K>, most: u32) -> Self {
        Self { keys: vec![score], width: 1, bits: 1, numbers: vec![1], most }
    }

    /// The number of score vectors.
    pub(super) fn len(&self) -> usize {
        self.keys.len()
    }

    /// The score vectors with their numbers.
    pub(super) fn iter(&self) -> impl Iterator<Item = (Score<K>, &[u64])> {
        self.keys.iter().copied().zip(self.numbers.chunks_exact(self.width))
    }

    /// The bytes it holds, with what the allocator needs for its parts.
    pub(super) fn bytes(&self) -> u64 {
        const PARTS: usize = 3 * 16;
        let keys = self.keys.capacity() * size_of::<Score<K>>();
        (size_of::<Self>() + PARTS + keys + self.numbers.capacity() * size_of::<u64>()) as u64
    }

    /// The most points in all of any key, once `points` more are scored; `None` where a key might overflow.
    pub(super) fn most_after(&self, points: Points) -> Option<u32> {
        Some(self.most + u32::from(points)).filter(|&most| most <= u32::from(Points::MAX))
    }

    /// The sum of the terms, at least one.
    pub(super) fn sum(terms: &[Term<'_, K>]) -> Self {
        let keys = merged_keys(terms);
        let most_bits = terms.iter().map(|term| term.row.bits + term.factor.bits()).max().expect("a term");
        let bits = limbs::bits_of_sum(most_bits, terms.len());
        let width = limbs::width(bits);
        let most = terms.iter().map(|term| term.row.most + u32::from(term.points)).max().expect("a term");
        let mut sum = Self { numbers: vec![0; keys.len() * width], keys, width, bits, most };
        for term in terms {
            sum.add(term);
        }
        sum.tighten();
        sum
    }

    /// The row, every number times `factor`.
    pub(super) fn times(&self, factor: &Natural) -> Self {
        let factor = Factor::Long(limbs::limbs(factor));
        Self::sum(&[Term { row: self, shift: Score::ZERO, points: 0, factor }])
    }

    /// The score vectors of the terms, each with the number 1.
    pub(super) fn support(terms: &[Term<'_, K>]) -> Self {
        let keys = merged_keys(terms);
        let most = terms.iter().map(|term| term.row.most + u32::from(term.points)).max().expect("a term");
        Self { numbers: vec![1; keys.len()], keys, width: 1, bits: 1, most }
    }

    fn add(&mut self, term: &Term<'_, K>) {
        let (width, from_width) = (self.width, term.row.width);
        let from = &term.row.keys;
        let (mut at, mut next) = (0, 0);
        while next < from.len() {
            let key = from[next].plus(term.shift);
            while self.keys[at] != key {
                at += 1;
            }
            let run = 1 + from[next + 1..]
                .iter()
                .zip(&self.keys[at + 1..])
                .take_while(|(from, own)| from.plus(term.shift) == **own)
                .count();
            let into = &mut self.numbers[at * width..(at + run) * width];
            let numbers = &term.row.numbers[next * from_width..(next + run) * from_width];
            match &term.factor {
                // A whole run is one long number: no sum outgrows its width, so no carry crosses into the next.
                Factor::Word(word) if width == from_width => limbs::add_product(into, numbers, *word),
                Factor::Word(word) => {
                    for (sum, number) in into.chunks_exact_mut(width).zip(numbers.chunks_exact(from_width)) {
                        limbs::add_product(sum, number, *word);
                    }
                }
                Factor::Long(long) => {
                    for (sum, number) in into.chunks_exact_mut(width).zip(numbers.chunks_exact(from_width)) {
                        limbs::add_long_product(sum, &number[..limbs::width(limbs::bits(number))], long);
                    }
                }
            }
            at += run;
            next += run;
        }
    }

    /// Replaces the bound by the greatest number's size, and drops limbs that none needs.
    fn tighten(&mut self) {
        self.bits = self.numbers.chunks_exact(self.width).map(limbs::bits).max().unwrap_or(0).max(1);
        let (old, new) = (self.width, limbs::width(self.bits));
        if new < old {
            for index in 0..self.keys.len() {
                self.numbers.copy_within(index * old..index * old + new, index * new);
            }
            self.numbers.truncate(self.keys.len() * new);
            self.numbers.shrink_to_fit();
            self.width = new;
        }
    }

    /// The same row seen from a seat `places` before: what seat 0 had belongs to seat `places`.
    pub(super) fn rotated(&self, places: Seat, seats: Seat) -> Self {
        let mut order: Vec<(Score<K>, usize)> = self
            .keys
            .iter()
            .enumerate()
            .map(|(index, key)| {
                let mut points = key.points(seats);
                points.rotate_right(usize::from(places));
                (Score::new(&points), index)
            })
            .collect();
        order.sort_unstable();
        let mut numbers = Vec::with_capacity(self.numbers.len());
        for &(_, index) in &order {
            numbers.extend_from_slice(&self.numbers[index * self.width..(index + 1) * self.width]);
        }
        let keys = order.into_iter().map(|(key, _)| key).collect();
        Self { keys, numbers, ..*self }
    }
}

fn merged_keys<const K: usize>(terms: &[Term<'_, K>]) -> Vec<Score<K>> {
    let mut keys: Vec<Score<K>> = Vec::with_capacity(terms.iter().map(|term| term.row.len()).sum());
    for term in terms {
        keys.extend(term.row.keys.iter().map(|key| key.plus(term.shift)));
    }
    if terms.len() > 1 {
        // The standard stable sort merges runs that are sorted already, as these are.
        keys.sort();
        keys.dedup();
        // Terms share most of their keys, and rows live long.
        keys.shrink_to_fit();
    }
    keys
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeMap;

    type Plain = BTreeMap<Vec<Points>, u128>;

    fn plain(row: &Row<2>) -> Plain {
        row.iter()
            .map(|(key, number)| (key.points(8), limbs::natural(number).try_into().expect("small")))
            .collect()
    }

    proptest! {
        /// A sum of rows is the sum of maps.
        #[test]
        fn sums_agree_with_maps(
            parts in prop::collection::vec(
                (
                    prop::collection::btree_map(prop::collection::vec(0u16..4, 8), 1u64.., 1..6),
                    0u8..8,
                    0u16..3,
                    1u64..1 << 40,
                ),
                1..5,
            ),
        ) {
            let mut expected = Plain::new();
            let mut rows = Vec::new();
            for (map, seat, points, factor) in &parts {
                let units: Vec<Row<2>> = map.keys().map(|score| Row::unit(Score::new(score), 32)).collect();
                let terms: Vec<_> = units
                    .iter()
                    .zip(map.values())
                    .map(|(row, &number)| Term { row, shift: Score::ZERO, points: 0, factor: Factor::Word(number) })
                    .collect();
                rows.push(Row::sum(&terms));
                for (score, &number) in map {
                    let mut score = score.clone();
                    score[usize::from(*seat)] += points;
                    *expected.entry(score).or_default() += u128::from(number) * u128::from(*factor);
                }
            }
            for long in [false, true] {
                let terms: Vec<_> = rows
                    .iter()
                    .zip(&parts)
                    .map(|(row, (_, seat, points, factor))| Term {
                        row,
                        shift: Score::one(*seat, *points),
                        points: *points,
                        factor: if long { Factor::Long(vec![*factor]) } else { Factor::Word(*factor) },
                    })
                    .collect();
                prop_assert_eq!(&plain(&Row::sum(&terms)), &expected);
            }
        }

        /// Turning a table all the way round changes nothing, and a part of the way moves every seat.
        #[test]
        fn rotation_moves_seats(score in prop::collection::vec(0u16..9, 5), places in 0u8..5) {
            let row: Row<2> = Row::unit(Score::new(&score), 45);
            let turned = row.rotated(places, 5);
            let mut moved = score.clone();
            moved.rotate_right(usize::from(places));
            prop_assert_eq!(turned.keys[0].points(5), moved);
            prop_assert_eq!(turned.rotated(5 - places, 5).keys, row.keys);
        }
    }
}
