//! A law in the making: for one state, a whole number for every vector of points that play can have led to.
//!
//! The numbers lie side by side in one array of limbs, in the order of their score vectors. Which those are is said by
//! a [`Shape`], and how rows of certain shapes add up by a [`Plan`]; both are shared by all rows that are alike.

mod score;
mod shape;

pub(super) use score::{MOST_WORDS, Score};
pub(super) use shape::{Part, Plan, Plans, Shape};

use super::keep;
use crate::exact::{Natural, limbs};
use crate::game::{Points, Seat};
use shape::{MOST_PARTS, NOWHERE, Places, Source};
use std::io::{self, Read, Write};
use std::sync::Arc;

/// Numbers by score vector; see the module.
#[derive(Clone, Debug)]
pub(super) struct Row<const K: usize> {
    shape: Arc<Shape<K>>,
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

    /// `into += from * self`.
    pub(super) fn add_product(&self, into: &mut [u64], from: &[u64]) {
        match self {
            Self::Word(word) => limbs::add_product(into, from, *word),
            Self::Long(long) => {
                limbs::add_long_product(into, &from[..limbs::width(limbs::bits(from))], long);
            }
        }
    }

    /// The factor times a word.
    pub(super) fn times(&self, word: u64) -> Self {
        match self {
            Self::Word(own) if own.checked_mul(word).is_some() => Self::Word(own * word),
            Self::Word(own) => Self::long(&[*own], word),
            Self::Long(own) => Self::long(own, word),
        }
    }

    fn long(own: &[u64], word: u64) -> Self {
        let mut product = vec![0; own.len() + 1];
        limbs::add_product(&mut product, own, word);
        Self::Long(product)
    }

    fn word(&self) -> Option<u64> {
        match *self {
            Self::Word(word) => Some(word),
            Self::Long(_) => None,
        }
    }
}

/// One summand: a row, turned, shifted by points just scored, times a factor.
#[derive(Clone, Debug)]
pub(super) struct Term<'a, const K: usize> {
    pub(super) row: &'a Row<K>,
    pub(super) turned: Seat,
    pub(super) shift: Score<K>,
    pub(super) points: Points,
    pub(super) factor: Factor,
}

impl<const K: usize> Term<'_, K> {
    fn part(&self) -> Part<K> {
        Part { shape: Arc::clone(&self.row.shape), turned: self.turned, shift: self.shift }
    }
}

/// Summands that are added up at a time.
const AT_A_TIME: usize = MOST_PARTS;

/// Limbs that can be multiplied in the time that it takes to look up a number.
const APART: usize = 6;

impl<const K: usize> Row<K> {
    /// The row of one certain score, counted once.
    pub(super) fn unit(score: Score<K>, most: u32, plans: &Plans<K>) -> Self {
        Self { shape: plans.single(score), width: 1, bits: 1, numbers: vec![1], most }
    }

    /// The number of score vectors.
    pub(super) fn len(&self) -> usize {
        self.shape.len()
    }

    /// Limbs a number.
    pub(super) fn width(&self) -> usize {
        self.width
    }

    /// The most points in all of any score vector, or more.
    pub(super) fn most(&self) -> u32 {
        self.most
    }

    /// No number has more bits.
    pub(super) fn bits(&self) -> u32 {
        self.bits
    }

    /// The score vectors with their numbers, line by line.
    pub(super) fn iter(&self) -> impl Iterator<Item = (Score<K>, &[u64])> {
        self.shape.keys().zip(self.numbers.chunks_exact(self.width))
    }

    /// About what it cost to add up so many terms for it, in multiplications of a limb; a number that does not lie in a
    /// straight line with its neighbours costs as much as some limbs.
    pub(super) fn cost(&self, terms: &[Term<'_, K>]) -> u64 {
        let each = |term: &Term<'_, K>| if term.turned == 0 { self.width } else { self.width + APART };
        (self.len() * terms.iter().map(each).sum::<usize>()) as u64
    }

    /// The sum of all numbers.
    pub(super) fn total(&self) -> Natural {
        let mut total = vec![0; limbs::width(limbs::bits_of_sum(self.bits, self.len()))];
        self.numbers.chunks_exact(self.width).for_each(|number| limbs::add(&mut total, number));
        limbs::natural(&total)
    }

    /// The bytes it holds, with what the allocator needs for its parts.
    pub(super) fn bytes(&self) -> u64 {
        const PARTS: usize = 2 * 16;
        (size_of::<Self>() + PARTS + self.numbers.capacity() * size_of::<u64>()) as u64
    }

    /// The most points in all of any key, once `points` more are scored; `None` where a key might overflow.
    pub(super) fn most_after(&self, points: Points) -> Option<u32> {
        Some(self.most + u32::from(points)).filter(|&most| most <= u32::from(Points::MAX))
    }

    /// Writes the row.
    pub(super) fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        self.shape.write(out)?;
        keep::put(out, &[self.width as u64, self.most.into()])?;
        keep::put(out, &self.numbers)
    }

    /// Reads a row that was written.
    pub(super) fn read(input: &mut dyn Read, plans: &Plans<K>) -> io::Result<Self> {
        let shape = plans.read(input)?;
        let [width, most] = keep::some(input)?;
        let most = u32::try_from(most).map_err(|_| keep::nonsense())?;
        let count = (shape.len() as u64).checked_mul(width).filter(|&count| count > 0);
        let numbers = keep::take(input, count.ok_or_else(keep::nonsense)?)?;
        let mut row = Self { shape, width: width as usize, bits: 64, numbers, most };
        row.tighten();
        Ok(row)
    }

    /// The sum of the terms, at least one.
    pub(super) fn sum(terms: &[Term<'_, K>], plans: &Plans<K>) -> Self {
        Self::settled_sum(terms, None, plans)
    }

    /// The sum of the terms, at least one, in which score vectors that end alike share a number, if no seat is more than
    /// `lead` points ahead of another; see [`Score::settled`].
    pub(super) fn settled_sum(terms: &[Term<'_, K>], lead: Option<Points>, plans: &Plans<K>) -> Self {
        // What a vector that stands for others has must fit, too, with what is scored before.
        let lead = lead.filter(|&lead| lead < 1 << (Points::BITS - 1));
        Self::few_at_a_time(terms, lead, plans, |plan, terms, most| {
            let mut sum = Self::empty(plan, terms, most);
            sum.fill(plan, terms);
            sum.tighten();
            sum
        })
    }

    /// The score vectors of the terms, without numbers: memory is short where states are many.
    pub(super) fn support(terms: &[Term<'_, K>], plans: &Plans<K>) -> Self {
        Self::few_at_a_time(terms, None, plans, |plan, _, most| Self {
            shape: Arc::clone(&plan.shape),
            numbers: Vec::new(),
            width: 1,
            bits: 1,
            most,
        })
    }

    /// Adds up by plans of a few terms each, so that they stay short and many sums share them.
    fn few_at_a_time(
        terms: &[Term<'_, K>],
        lead: Option<Points>,
        plans: &Plans<K>,
        add: impl Fn(&Plan<K>, &[Term<'_, K>], u32) -> Self,
    ) -> Self {
        let add = |terms: &[Term<'_, K>]| {
            let most = terms.iter().map(|term| term.row.most + u32::from(term.points)).max().expect("a term");
            // Nobody can be out of reach before so many points are scored.
            let lead = lead.filter(|&lead| most > lead.into());
            let names = terms.iter().map(|term| (term.row.shape.id(), term.turned, term.shift));
            let plan = plans.plan(names, lead, || terms.iter().map(Term::part).collect());
            add(&plan, terms, most.max(lead.map_or(0, |lead| u32::from(lead) + 1)))
        };
        if terms.len() <= AT_A_TIME {
            return add(terms);
        }
        let mut sums: Vec<Self> = terms.chunks(AT_A_TIME).map(add).collect();
        while sums.len() > 1 {
            sums = sums
                .chunks(AT_A_TIME)
                .map(|sums| add(&sums.iter().map(Self::whole).collect::<Vec<_>>()))
                .collect();
        }
        sums.pop().expect("a sum of a term at least")
    }

    /// The row as a term by itself.
    pub(super) fn whole(&self) -> Term<'_, K> {
        Term { row: self, turned: 0, shift: Score::ZERO, points: 0, factor: Factor::Word(1) }
    }

    /// Zeros, wide enough for the sum.
    fn empty(plan: &Plan<K>, terms: &[Term<'_, K>], most: u32) -> Self {
        let most_bits = terms.iter().map(|term| term.row.bits + term.factor.bits()).max().expect("a term");
        let settled = plan.places().settled.len();
        let bits = limbs::bits_of_sum(most_bits, terms.len() + settled);
        let width = limbs::width(bits);
        let shape = Arc::clone(&plan.shape);
        Self { numbers: vec![0; shape.len() * width], shape, width, bits, most }
    }

    /// The row, every number times `factor`.
    pub(super) fn times(&self, factor: &Natural, plans: &Plans<K>) -> Self {
        Self::sum(&[Term { factor: Factor::Long(limbs::limbs(factor)), ..self.whole() }], plans)
    }

    /// The same score vectors with the number 1 for each.
    pub(super) fn ones(self) -> Self {
        Self { numbers: vec![1; self.len()], ..self }
    }

    fn fill(&mut self, plan: &Plan<K>, terms: &[Term<'_, K>]) {
        let width = self.width;
        let places = plan.places();
        let words: Option<Vec<u64>> = terms.iter().map(|term| term.factor.word()).collect();
        let words =
            words.filter(|words| words.iter().try_fold(0u64, |sum, &word| sum.checked_add(word)).is_some());
        let Some(words) = words else {
            self.fill_long(places, terms);
            return self.settle(places, terms);
        };
        let mut from: [&[u64]; AT_A_TIME] = [&[]; AT_A_TIME];
        let mut by = [0; AT_A_TIME];
        for (index, block) in places.blocks.iter().enumerate() {
            let (at, count) = (block.at as usize, block.count as usize);
            // What all have with the same width is one long number: no sum outgrows its width, so no carry crosses.
            let mut together = 0;
            let mut alike = true;
            for ((term, source), &word) in terms.iter().zip(&places.sources).zip(&words) {
                match source {
                    Source::Straight(starts) if starts[index] == NOWHERE => {}
                    Source::Straight(starts) if term.row.width == width => {
                        from[together] = term.row.numbers(starts[index], count);
                        by[together] = word;
                        together += 1;
                    }
                    _ => alike = false,
                }
            }
            if alike {
                let into = &mut self.numbers[at * width..(at + count) * width];
                limbs::sum_products(into, &from[..together], &by[..together]);
                continue;
            }
            for along in 0..count {
                let mut present = 0;
                for ((term, source), &word) in terms.iter().zip(&places.sources).zip(&words) {
                    if let Some(place) = source.place(index, at, along) {
                        from[present] = term.row.numbers(place, 1);
                        by[present] = word;
                        present += 1;
                    }
                }
                let into = &mut self.numbers[(at + along) * width..(at + along + 1) * width];
                limbs::sum_products(into, &from[..present], &by[..present]);
            }
        }
        self.settle(places, terms);
    }

    /// Adds the numbers that others stand for.
    fn settle(&mut self, places: &Places, terms: &[Term<'_, K>]) {
        for settled in &places.settled {
            let term = &terms[settled.summand as usize];
            let to = settled.to as usize;
            let into = &mut self.numbers[to * self.width..(to + 1) * self.width];
            term.factor.add_product(into, term.row.numbers(settled.from, 1));
        }
    }

    /// The same where factors are long.
    fn fill_long(&mut self, places: &Places, terms: &[Term<'_, K>]) {
        for (index, block) in places.blocks.iter().enumerate() {
            let (at, count) = (block.at as usize, block.count as usize);
            for along in 0..count {
                let into = &mut self.numbers[(at + along) * self.width..(at + along + 1) * self.width];
                for (term, source) in terms.iter().zip(&places.sources) {
                    let Some(place) = source.place(index, at, along) else { continue };
                    let from = term.row.numbers(place, 1);
                    term.factor.add_product(into, from);
                }
            }
        }
    }

    /// So many numbers that lie side by side.
    fn numbers(&self, place: u32, count: usize) -> &[u64] {
        &self.numbers[place as usize * self.width..(place as usize + count) * self.width]
    }

    /// Replaces the bound by the greatest number's size, and drops limbs that none needs.
    fn tighten(&mut self) {
        (self.width, self.bits) = limbs::tighten(&mut self.numbers, self.width);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::payoff::Outcome;
    use proptest::prelude::*;
    use std::collections::BTreeMap;

    type Plain = BTreeMap<Vec<Points>, u128>;

    fn plain(row: &Row<2>, seats: Seat) -> Plain {
        row.iter()
            .map(|(key, number)| (key.points(seats), limbs::natural(number).try_into().expect("small")))
            .collect()
    }

    /// A row of these numbers, each entered by itself.
    fn row(numbers: &BTreeMap<Vec<Points>, u64>, plans: &Plans<2>) -> Row<2> {
        let units: Vec<_> = numbers.keys().map(|score| Row::unit(Score::new(score), 5 * 7, plans)).collect();
        let terms: Vec<_> = units
            .iter()
            .zip(numbers.values())
            .map(|(row, &number)| Term { factor: Factor::Word(number), ..row.whole() })
            .collect();
        Row::sum(&terms, plans)
    }

    proptest! {
        /// A sum of rows, turned and shifted, is the sum of maps; the same plans serve all sums.
        #[test]
        fn sums_agree_with_maps(
            parts in prop::collection::vec(
                (
                    prop::collection::btree_map(prop::collection::vec(0u16..4, 5), 1u64.., 1..6),
                    (0u8..5, 0u8..5, 0u16..3),
                    1u64..1 << 40,
                ),
                1..30,
            ),
        ) {
            let plans = Plans::new(5);
            let rows: Vec<_> = parts.iter().map(|(map, ..)| row(map, &plans)).collect();
            for long in [false, true] {
                for count in [1, parts.len().div_ceil(2), parts.len()] {
                    let mut expected = Plain::new();
                    let mut terms = Vec::new();
                    for (row, (map, (turned, seat, points), factor)) in rows.iter().zip(&parts).take(count) {
                        for (score, &number) in map {
                            let mut score = score.clone();
                            score.rotate_right(usize::from(*turned));
                            score[usize::from(*seat)] += points;
                            *expected.entry(score).or_default() += u128::from(number) * u128::from(*factor);
                        }
                        terms.push(Term {
                            row,
                            turned: *turned,
                            shift: Score::one(*seat, *points),
                            points: *points,
                            factor: if long { Factor::Long(vec![*factor]) } else { Factor::Word(*factor) },
                        });
                    }
                    let sum = Row::sum(&terms, &plans);
                    prop_assert_eq!(&plain(&sum, 5), &expected);
                    prop_assert_eq!(sum.total(), expected.values().map(|&number| Natural::from(number)).sum());
                    let support = Row::support(&terms, &plans).ones();
                    let scores = |row: &Row<2>| row.iter().map(|(score, _)| score).collect::<Vec<_>>();
                    prop_assert_eq!(scores(&support), scores(&sum));
                }
            }
        }

        /// Score vectors that share a number end alike, whatever was scored before within the lead, also after a further
        /// step back.
        #[test]
        fn settled_sums_end_alike(
            parts in prop::collection::vec(
                (
                    prop::collection::btree_map(prop::collection::vec(0u16..7, 3), 1u64..9, 1..12),
                    (0u8..3, 0u8..3, 0u16..3),
                    1u64..1 << 40,
                ),
                1..12,
            ),
            before in prop::collection::vec(0u16..4, 3),
        ) {
            let plans = Plans::new(3);
            let lead = before.iter().max().expect("three") - before.iter().min().expect("three");
            let ends = |row: &Row<2>, seats: Seat| {
                let mut ends: BTreeMap<Outcome, u128> = BTreeMap::new();
                for (points, number) in plain(row, seats) {
                    let all: Vec<_> = points.iter().zip(&before).map(|(own, before)| own + before).collect();
                    *ends.entry(Outcome::of(&all)).or_default() += number;
                }
                ends
            };
            let whole: Vec<_> = parts.iter().map(|(map, ..)| row(map, &plans)).collect();
            // A step scores points, so that before it nobody was so far ahead.
            let settled: Vec<_> = whole
                .iter()
                .zip(&parts)
                .map(|(row, (_, (.., points), _))| {
                    Row::settled_sum(&[row.whole()], Some(lead + points), &plans)
                })
                .collect();
            let sum = |rows: &[Row<2>], lead: Option<Points>| {
                let terms: Vec<_> = rows
                    .iter()
                    .zip(&parts)
                    .map(|(row, &(_, (turned, seat, points), factor))| Term {
                        row,
                        turned,
                        shift: Score::one(seat, points),
                        points,
                        factor: Factor::Word(factor),
                    })
                    .collect();
                Row::settled_sum(&terms, lead, &plans)
            };
            let (plain, settled) = (sum(&whole, None), sum(&settled, Some(lead)));
            prop_assert_eq!(ends(&settled, 3), ends(&plain, 3));
            prop_assert_eq!(settled.total(), plain.total());
            prop_assert!(settled.len() <= plain.len());
        }
    }
}
