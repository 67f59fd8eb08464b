//! A law in the making: for one state, a whole number for every vector of points that play can have led to.
//!
//! Score vectors that differ only in how the last two seats share their points lie on one line; on it they come in runs,
//! and the numbers of a run lie side by side in one array of limbs. So a row knows its few runs and not its many keys,
//! and adding a multiple of one row to another is one long addition for each run.

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

    /// The line it lies on, named by its point at which the last seat has all that the last two share, and how many of
    /// those the last but one has. Both add up when scores do.
    fn on_line(self, seats: Seat) -> (Self, u32) {
        if seats < 2 {
            return (self, 0);
        }
        let (word, shift) = Self::place(usize::from(seats) - 2);
        let points = (self.0[word] >> shift) as Points;
        let mut line = self;
        line.0[word] -= u64::from(points) << shift;
        (line.plus(Self::one(seats - 1, points)), points.into())
    }

    /// The score so far along a line.
    fn along(self, points: u32, seats: Seat) -> Self {
        if seats < 2 {
            return self;
        }
        let points = points as Points;
        let mut score = self.plus(Self::one(seats - 2, points));
        let (word, shift) = Self::place(usize::from(seats) - 1);
        score.0[word] -= u64::from(points) << shift;
        score
    }
}

/// Neighbours on a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Run<const K: usize> {
    line: Score<K>,
    /// Where on the line it begins, and where it is over.
    from: u32,
    to: u32,
    /// The place of its first number in the row.
    at: u32,
}

/// Numbers by score vector; see the module.
#[derive(Clone, Debug)]
pub(super) struct Row<const K: usize> {
    seats: Seat,
    /// In ascending order of lines and of places on them; no two touch.
    runs: Vec<Run<K>>,
    /// The number of score vectors.
    len: usize,
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
    /// The row of one certain score of so many seats, counted once.
    pub(super) fn unit(score: Score<K>, seats: Seat, most: u32) -> Self {
        let (line, from) = score.on_line(seats);
        let runs = vec![Run { line, from, to: from + 1, at: 0 }];
        Self { seats, runs, len: 1, width: 1, bits: 1, numbers: vec![1], most }
    }

    /// The number of score vectors.
    pub(super) fn len(&self) -> usize {
        self.len
    }

    /// The score vectors with their numbers, line by line.
    pub(super) fn iter(&self) -> impl Iterator<Item = (Score<K>, &[u64])> {
        let keys =
            self.runs.iter().flat_map(|run| (run.from..run.to).map(|at| run.line.along(at, self.seats)));
        keys.zip(self.numbers.chunks_exact(self.width))
    }

    /// The bytes it holds, with what the allocator needs for its parts.
    pub(super) fn bytes(&self) -> u64 {
        const PARTS: usize = 3 * 16;
        let runs = self.runs.capacity() * size_of::<Run<K>>();
        (size_of::<Self>() + PARTS + runs + self.numbers.capacity() * size_of::<u64>()) as u64
    }

    /// The most points in all of any key, once `points` more are scored; `None` where a key might overflow.
    pub(super) fn most_after(&self, points: Points) -> Option<u32> {
        Some(self.most + u32::from(points)).filter(|&most| most <= u32::from(Points::MAX))
    }

    /// The sum of the terms, at least one.
    pub(super) fn sum(terms: &[Term<'_, K>]) -> Self {
        let (seats, runs, len) = merged_runs(terms);
        let most_bits = terms.iter().map(|term| term.row.bits + term.factor.bits()).max().expect("a term");
        let bits = limbs::bits_of_sum(most_bits, terms.len());
        let width = limbs::width(bits);
        let most = terms.iter().map(|term| term.row.most + u32::from(term.points)).max().expect("a term");
        let mut sum = Self { seats, runs, len, numbers: vec![0; len * width], width, bits, most };
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
        let (seats, runs, len) = merged_runs(terms);
        let most = terms.iter().map(|term| term.row.most + u32::from(term.points)).max().expect("a term");
        // Nothing is asked of the numbers, and memory is short where states are many.
        Self { seats, runs, len, numbers: Vec::new(), width: 1, bits: 1, most }
    }

    /// The same with the number 1 for each score vector.
    pub(super) fn ones(self) -> Self {
        Self { numbers: vec![1; self.len], ..self }
    }

    fn add(&mut self, term: &Term<'_, K>) {
        let (width, from_width) = (self.width, term.row.width);
        let shift = term.shift.on_line(self.seats);
        let mut own = self.runs.iter();
        let mut target = own.next();
        for run in &term.row.runs {
            let (line, first) = (run.line.plus(shift.0), run.from + shift.1);
            while let Some(before) = target.filter(|own| own.line != line || own.to <= first) {
                debug_assert!(before.line <= line, "runs are merged in order");
                target = own.next();
            }
            let target = target.expect("the sum has the runs of every term");
            let (at, count) = ((target.at + first - target.from) as usize, (run.to - run.from) as usize);
            let begin = run.at as usize;
            let into = &mut self.numbers[at * width..(at + count) * width];
            let numbers = &term.row.numbers[begin * from_width..(begin + count) * from_width];
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
        }
    }

    /// Replaces the bound by the greatest number's size, and drops limbs that none needs.
    fn tighten(&mut self) {
        self.bits = self.numbers.chunks_exact(self.width).map(limbs::bits).max().unwrap_or(0).max(1);
        let (old, new) = (self.width, limbs::width(self.bits));
        if new < old {
            for index in 0..self.len {
                self.numbers.copy_within(index * old..index * old + new, index * new);
            }
            self.numbers.truncate(self.len * new);
            self.numbers.shrink_to_fit();
            self.width = new;
        }
    }

    /// The same row seen from a seat `places` before: what seat 0 had belongs to seat `places`.
    pub(super) fn rotated(&self, places: Seat) -> Self {
        if self.seats == 2 && places % 2 == 1 {
            return self.mirrored();
        }
        let mut order: Vec<(Score<K>, u32, usize)> = self
            .iter()
            .enumerate()
            .map(|(index, (key, _))| {
                let mut points = key.points(self.seats);
                points.rotate_right(usize::from(places));
                let (line, at) = Score::new(&points).on_line(self.seats);
                (line, at, index)
            })
            .collect();
        order.sort_unstable();
        let mut numbers = Vec::with_capacity(self.numbers.len());
        for &(.., index) in &order {
            numbers.extend_from_slice(&self.numbers[index * self.width..(index + 1) * self.width]);
        }
        let single = order.iter().map(|&(line, from, _)| Run { line, from, to: from + 1, at: 0 });
        let mut runs = single.collect();
        join(&mut runs);
        Self { runs, numbers, ..*self }
    }

    /// Two seats changed: every run backwards.
    fn mirrored(&self) -> Self {
        let mut numbers = Vec::with_capacity(self.numbers.len());
        let mut runs = Vec::with_capacity(self.runs.len());
        for line in self.runs.chunk_by(|a, b| a.line == b.line) {
            let all = u32::from(line[0].line.points(2)[1]);
            for &Run { line, from, to, at } in line.iter().rev() {
                let (at, count) = (at as usize, (to - from) as usize);
                let own = &self.numbers[at * self.width..(at + count) * self.width];
                runs.push(Run {
                    line,
                    from: all + 1u32 - to,
                    to: all + 1 - from,
                    at: place(numbers.len() / self.width),
                });
                own.chunks_exact(self.width).rev().for_each(|number| numbers.extend_from_slice(number));
            }
        }
        Self { runs, numbers, ..*self }
    }
}

/// The place of a number in its row.
fn place(at: usize) -> u32 {
    at.try_into().expect("a row of four thousand million numbers fits no memory")
}

/// Makes those of `runs`, in ascending order, that touch one, and counts the score vectors.
fn join<const K: usize>(runs: &mut Vec<Run<K>>) -> usize {
    runs.dedup_by(|next, last| {
        let touch = last.line == next.line && next.from <= last.to;
        if touch {
            last.to = last.to.max(next.to);
        }
        touch
    });
    let mut len = 0;
    for run in runs {
        run.at = place(len);
        len += (run.to - run.from) as usize;
    }
    len
}

/// The runs of a sum of terms, at least one, and the number of score vectors.
fn merged_runs<const K: usize>(terms: &[Term<'_, K>]) -> (Seat, Vec<Run<K>>, usize) {
    let seats = terms.first().expect("a term").row.seats;
    let mut runs: Vec<Run<K>> = Vec::with_capacity(terms.iter().map(|term| term.row.runs.len()).sum());
    for term in terms {
        let (line, along) = term.shift.on_line(seats);
        runs.extend(term.row.runs.iter().map(|run| Run {
            line: run.line.plus(line),
            from: run.from + along,
            to: run.to + along,
            at: 0,
        }));
    }
    if terms.len() > 1 {
        // The standard stable sort merges lists that are sorted already, as these are.
        runs.sort();
    }
    let len = join(&mut runs);
    // Rows live long.
    runs.shrink_to_fit();
    (seats, runs, len)
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
                let units: Vec<Row<2>> = map.keys().map(|score| Row::unit(Score::new(score), 8, 32)).collect();
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
        fn rotation_moves_seats(
            scores in prop::collection::btree_map(prop::collection::vec(0u16..4, 2..=5), 1u64.., 1..20),
            places in 0u8..5,
        ) {
            let seats = scores.keys().next().expect("one at least").len();
            let scores: BTreeMap<_, _> = scores.into_iter().filter(|(score, _)| score.len() == seats).collect();
            let places = places % seats as u8;
            let units: Vec<Row<2>> =
                scores.keys().map(|score| Row::unit(Score::new(score), seats as u8, 45)).collect();
            let terms: Vec<_> = units
                .iter()
                .zip(scores.values())
                .map(|(row, &number)| Term { row, shift: Score::ZERO, points: 0, factor: Factor::Word(number) })
                .collect();
            let read = |row: &Row<2>| -> BTreeMap<Vec<Points>, u64> {
                row.iter().map(|(key, number)| (key.points(seats as u8), number[0])).collect()
            };
            let row = Row::sum(&terms);
            prop_assert_eq!(&read(&row), &scores);
            let turned = row.rotated(places);
            let moved: BTreeMap<Vec<Points>, u64> = scores
                .iter()
                .map(|(score, &number)| {
                    let mut score = score.clone();
                    score.rotate_right(usize::from(places));
                    (score, number)
                })
                .collect();
            prop_assert_eq!(read(&turned), moved);
            prop_assert_eq!(turned.len(), row.len());
            prop_assert_eq!(turned.rotated(seats as u8 - places).runs, row.runs);
        }
    }
}
