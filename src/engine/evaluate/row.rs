//! A distribution in the making: for one state, a whole number for every vector of points that play can have led to.
//!
//! The numbers lie in one array in the order of their score vectors: limb by limb, as [`sums`](crate::exact::sums) adds
//! them up, or number by number. Which score vectors those are is said by a `Shape`, and how rows of certain shapes add
//! up by a `Plan`; both are shared by all rows that are alike.

mod add;
mod plan;
mod shape;

pub(crate) use crate::evaluate::row::shape::Part;
pub(super) use crate::evaluate::row::shape::{Plans, Shape};
pub(super) use crate::model::score::Score;

use crate::evaluate::checkpoint::{read_value, read_words, save_value, save_words};
use crate::exact::sums::MOST_SUMMANDS;
use crate::exact::{Natural, limbs};
use crate::game::{Points, Seat};
use crate::model::Error;
use smallvec::SmallVec;
use std::borrow::Cow;
use std::io::{self, Read, Write};
use std::sync::Arc;

/// Numbers by score vector; see the module.
#[derive(Clone, Debug)]
pub struct Row<const K: usize> {
    shape: Arc<Shape<K>>,
    /// Limbs a number.
    width: usize,
    /// No number has more bits.
    bits: u32,
    /// The lowest limbs of all numbers, then the next, or number after number; see [`Shape::limb_by_limb`].
    numbers: Vec<u64>,
    /// The most points in all of any key; guards the 16 bits of a seat.
    most: u32,
}

/// Returns the points of so many seats together.
///
/// # Errors
/// If they are more than the points of one seat can be, which all evaluators count on.
///
/// # Panics
/// If there are more scores than seats.
pub(super) fn all_points(scores: &[Points], seats: Seat) -> Result<u32, Error> {
    assert!(scores.len() <= seats.into(), "{} scores, but {seats} seats", scores.len());
    let all: u64 = scores.iter().map(|&points| u64::from(points)).sum();
    Points::try_from(all).map(u32::from).map_err(|_| Error::PointsOverflow)
}

/// A factor: nearly always one word.
#[derive(Clone, Debug)]
pub enum Factor {
    Word(u64),
    /// The limbs of a long number, which rarely has more than two.
    Long(SmallVec<[u64; 2]>),
}

impl Factor {
    pub(crate) fn of(number: &Natural) -> Self {
        let long = limbs::limbs(number);
        match long[..] {
            [] => Self::Word(0),
            [word] => Self::Word(word),
            _ => Self::Long(long.into()),
        }
    }

    pub(crate) fn bits(&self) -> u32 {
        match self {
            Self::Word(word) => limbs::bits(&[*word]),
            Self::Long(long) => limbs::bits(long),
        }
    }

    /// `into += from * self`.
    pub(crate) fn add_product(&self, into: &mut [u64], from: &[u64]) {
        match self {
            Self::Word(word) => limbs::add_product(into, from, *word),
            Self::Long(long) => {
                limbs::add_long_product(into, &from[..limbs::width(limbs::bits(from))], long);
            }
        }
    }

    /// The words of some factors, where they are few and add up to a word, so that all products can be taken at once.
    fn words<'a>(factors: impl Iterator<Item = &'a Self>) -> Option<[u64; MOST_SUMMANDS]> {
        let (mut words, mut sum) = ([0; MOST_SUMMANDS], 0u64);
        for (at, factor) in factors.enumerate() {
            *words.get_mut(at)? = factor.word()?;
            sum = sum.checked_add(factor.word()?)?;
        }
        Some(words)
    }

    /// The factor times a word.
    pub(crate) fn times(&self, word: u64) -> Self {
        match self {
            Self::Word(own) if own.checked_mul(word).is_some() => Self::Word(own * word),
            Self::Word(own) => Self::long(&[*own], word),
            Self::Long(own) => Self::long(own, word),
        }
    }

    fn long(own: &[u64], word: u64) -> Self {
        let mut product = SmallVec::from_elem(0, own.len() + 1);
        limbs::add_product(&mut product, own, word);
        product.truncate(limbs::width(limbs::bits(&product)));
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
pub struct Term<'a, const K: usize> {
    pub row: &'a Row<K>,
    pub turned: Seat,
    pub shift: Score<K>,
    pub points: Points,
    pub factor: Factor,
}

impl<const K: usize> Term<'_, K> {
    fn part(&self) -> Part<K> {
        Part { shape: Arc::clone(&self.row.shape), turned: self.turned, shift: self.shift }
    }
}

/// Limbs that can be multiplied in the time that it takes to look up a number.
const APART: usize = 6;

impl<const K: usize> Row<K> {
    /// The row of one certain score, counted once.
    pub fn unit(score: Score<K>, most: u32, plans: &Plans<K>) -> Self {
        Self { shape: plans.single(score), width: 1, bits: 1, numbers: vec![1], most }
    }

    /// Returns the score vectors without the numbers.
    pub(crate) fn without_numbers(&self) -> Self {
        Self { shape: Arc::clone(&self.shape), width: 0, bits: 0, numbers: Vec::new(), most: self.most }
    }

    /// The number of score vectors.
    pub fn len(&self) -> usize {
        self.shape.len()
    }

    /// Limbs a number.
    pub(crate) fn width(&self) -> usize {
        self.width
    }

    /// The most points in all of any score vector, or more.
    pub(crate) fn most(&self) -> u32 {
        self.most
    }

    /// No number has more bits.
    pub(crate) fn bits(&self) -> u32 {
        self.bits
    }

    /// Returns the score vectors without the numbers.
    pub fn shape(&self) -> Arc<Shape<K>> {
        Arc::clone(&self.shape)
    }

    /// Returns the number of its shape: rows of one [`Plans`] with the same number have the same score vectors.
    pub(crate) fn shape_id(&self) -> u32 {
        self.shape.id()
    }

    /// The score vectors, line by line.
    pub fn keys(&self) -> impl Iterator<Item = Score<K>> {
        self.shape.keys()
    }

    /// The score vectors with their numbers.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (Score<K>, Natural)> {
        let numbers = (0..self.len()).map(|place| {
            let number: Vec<u64> = self.limbs_of(place).collect();
            limbs::natural(&number)
        });
        self.keys().zip(numbers)
    }

    /// The limbs of all numbers, number by number.
    pub(crate) fn number_by_number(&self) -> Cow<'_, [u64]> {
        if !self.shape.limb_by_limb() {
            return Cow::Borrowed(&self.numbers);
        }
        let mut numbers = vec![0; self.numbers.len()];
        for (limb, plane) in self.numbers.chunks_exact(self.len()).enumerate() {
            numbers.iter_mut().skip(limb).step_by(self.width).zip(plane).for_each(|(to, &from)| *to = from);
        }
        Cow::Owned(numbers)
    }

    /// Returns the distance to the next number, and to the next limb of a number.
    fn strides(&self) -> (usize, usize) {
        if self.shape.limb_by_limb() { (1, self.len()) } else { (self.width, 1) }
    }

    fn limbs_of(&self, place: usize) -> impl Iterator<Item = u64> {
        let (number, limb) = self.strides();
        self.numbers.iter().skip(place * number).step_by(limb).take(self.width).copied()
    }

    fn limbs_of_mut(&mut self, place: usize) -> impl Iterator<Item = &mut u64> {
        let (number, limb) = self.strides();
        self.numbers.iter_mut().skip(place * number).step_by(limb).take(self.width)
    }

    /// Returns the estimated cost of adding up terms, in multiplications of limbs; `turned` has the turn of each. A number
    /// that does not lie in a straight line with its neighbours costs as much as some limbs.
    pub(crate) fn cost(&self, turned: impl Iterator<Item = Seat>) -> u64 {
        let each = |turned| if turned == 0 { self.width } else { self.width + APART };
        (self.len() * turned.map(each).sum::<usize>()) as u64
    }

    /// The sum of all numbers.
    pub fn total(&self) -> Natural {
        let mut total = vec![0; self.width + 1];
        let (number, limb) = self.strides();
        for index in 0..self.width {
            let limbs = self.numbers.iter().skip(index * limb).step_by(number).take(self.len());
            let sum: u128 = limbs.map(|&limb| u128::from(limb)).sum();
            limbs::add(&mut total[index..], &[sum as u64, (sum >> 64) as u64]);
        }
        limbs::natural(&total)
    }

    /// The bytes it holds, with what the allocator needs for its parts.
    pub fn bytes(&self) -> u64 {
        const PARTS: usize = 2 * 16;
        (size_of::<Self>() + PARTS + self.numbers.capacity() * size_of::<u64>()) as u64
    }

    /// The most points in all of any key, once `points` more are scored; `None` where a key might overflow.
    pub fn most_after(&self, points: Points) -> Option<u32> {
        Some(self.most + u32::from(points)).filter(|&most| most <= u32::from(Points::MAX))
    }

    /// Writes the row.
    pub fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        let &Self { width, bits, most, .. } = self;
        save_value(out, &(self.shape.spans().collect::<Vec<_>>(), width, bits, most))?;
        save_words(out, &self.numbers)
    }

    /// Reads a row that was written.
    pub fn read(input: &mut dyn Read, plans: &Plans<K>) -> io::Result<Self> {
        let (spans, width, bits, most): (Vec<_>, _, _, _) = read_value(input)?;
        Ok(Self { shape: plans.of_spans(spans), width, bits, numbers: read_words(input)?, most })
    }
}

#[cfg(test)]
mod tests;
