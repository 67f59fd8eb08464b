//! Rows: a whole number for every possible score vector of a state.
//!
//! The numbers are in one array in the order of their score vectors, limb by limb, as in [`sums`](crate::exact::sums), or number
//! by number. A [`ScoreSet`] holds the score vectors, and an `AdditionPlan` the positions of the summands when rows are added.
//! Equal score sets and equal plans are shared.

mod add;
mod plan;
mod score_set;

pub(super) use crate::evaluate::row::score_set::AdditionPlans;
pub(crate) use crate::evaluate::row::score_set::Operand;
use crate::evaluate::row::score_set::ScoreSet;
pub(super) use crate::model::score::{Lane, Score};

use crate::evaluate::checkpoint::words;
use crate::evaluate::recurrence::ScoredPath;
use crate::evaluate::storage::MemorySize;
use crate::exact::sums::MAX_SUMMANDS;
use crate::exact::{Natural, limbs};
use crate::game::{Points, Seat, least_points};
use crate::model::Error;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;
use std::borrow::Cow;
use std::sync::Arc;

/// Numbers by score vector.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Row<const K: usize> {
    #[serde(with = "score_set::spans")]
    scores: Arc<ScoreSet<K>>,
    /// The number of limbs of each number.
    width: usize,
    /// An upper bound on the bits of a number.
    bits: u32,
    /// The lowest limbs of all numbers, then the next limbs, or number after number; see [`ScoreSet::limb_by_limb`].
    #[serde(with = "words")]
    numbers: Vec<u64>,
    /// An upper bound on the sum of the lanes of a score vector, so that no lane exceeds 16 bits.
    most: u32,
}

/// A whole factor, which nearly always fits a word.
#[derive(Clone, Debug)]
pub enum Factor {
    Word(u64),
    /// The limbs of a long number, which rarely has more than two limbs.
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

    /// Computes `into += from * self`.
    pub(crate) fn add_product(&self, into: &mut [u64], from: &[u64]) {
        match self {
            Self::Word(word) => limbs::add_product(into, from, *word),
            Self::Long(long) => {
                limbs::add_long_product(into, &from[..limbs::width(limbs::bits(from))], long);
            }
        }
    }

    /// Returns factors as words, if there are at most [`MAX_SUMMANDS`] and their sum fits a word: then all products can be added at
    /// once.
    fn words<'a>(factors: impl Iterator<Item = &'a Self>) -> Option<[u64; MAX_SUMMANDS]> {
        let (mut words, mut sum) = ([0; MAX_SUMMANDS], 0u64);
        for (at, factor) in factors.enumerate() {
            *words.get_mut(at)? = factor.word()?;
            sum = sum.checked_add(factor.word()?)?;
        }
        Some(words)
    }

    /// Returns the factor times a word.
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

/// A summand: a row, rotated by `rotation` seats, shifted by the points that each seat scores, `points` in all, times a factor.
#[derive(Clone, Debug)]
pub(crate) struct Term<'a, const K: usize> {
    pub row: &'a Row<K>,
    pub rotation: Seat,
    pub shift: Score<K>,
    pub points: Points,
    pub factor: Factor,
}

impl<const K: usize> Term<'_, K> {
    fn operand(&self) -> Operand<K> {
        Operand { scores: Arc::clone(&self.row.scores), rotation: self.rotation, shift: self.shift }
    }
}

/// The cost of the look-up of a number, in multiplications of limbs.
const LOOKUP_COST: usize = 6;

impl<const K: usize> Row<K> {
    /// Returns the row with the number 1 for one score vector. Its lanes must fit; see
    /// [`sum_of_lanes`](crate::model::score::sum_of_lanes). Missing scores are 0.
    pub(crate) fn start(scores: &[Points], offset: Lane, plans: &AdditionPlans<K>) -> Self {
        let score = Score::new(scores, plans.seats(), offset);
        let most = score.lanes(plans.seats()).map(u32::from).sum();
        Self { scores: plans.single(score), width: 1, bits: 1, numbers: vec![1], most }
    }

    /// Returns the score vectors without the numbers.
    pub(crate) fn without_numbers(&self) -> Self {
        Self { scores: Arc::clone(&self.scores), width: 0, bits: 0, numbers: Vec::new(), most: self.most }
    }

    /// Returns the number of score vectors.
    pub(crate) fn len(&self) -> usize {
        self.scores.len()
    }

    /// Returns the number of limbs of each number.
    pub(crate) fn width(&self) -> usize {
        self.width
    }

    /// Returns an upper bound on the sum of the lanes of a score vector.
    pub(crate) fn most(&self) -> u32 {
        self.most
    }

    /// Returns an upper bound on the bits of a number.
    pub(crate) fn bits(&self) -> u32 {
        self.bits
    }

    /// Returns the number of the score set, which is unique among the score sets of an [`AdditionPlans`].
    pub(crate) fn score_set_id(&self) -> u32 {
        self.scores.id()
    }

    /// Returns the score vectors in order.
    pub(crate) fn keys(&self) -> impl Iterator<Item = Score<K>> {
        self.scores.keys()
    }

    /// Returns the score vectors with their numbers.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (Score<K>, Natural)> {
        let numbers = (0..self.len()).map(|place| {
            let number: Vec<u64> = self.limbs_of(place).collect();
            limbs::natural(&number)
        });
        self.keys().zip(numbers)
    }

    /// Returns the limbs of all numbers, number by number.
    pub(crate) fn number_by_number(&self) -> Cow<'_, [u64]> {
        if !self.scores.limb_by_limb() {
            return Cow::Borrowed(&self.numbers);
        }
        let mut numbers = vec![0; self.numbers.len()];
        for (limb, plane) in self.numbers.chunks_exact(self.len()).enumerate() {
            numbers.iter_mut().skip(limb).step_by(self.width).zip(plane).for_each(|(to, &from)| *to = from);
        }
        Cow::Owned(numbers)
    }

    /// Returns the distance between numbers, and between the limbs of a number.
    fn strides(&self) -> (usize, usize) {
        if self.scores.limb_by_limb() { (1, self.len()) } else { (self.width, 1) }
    }

    fn limbs_of(&self, place: usize) -> impl Iterator<Item = u64> {
        let (number, limb) = self.strides();
        self.numbers.iter().skip(place * number).step_by(limb).take(self.width).copied()
    }

    fn limbs_of_mut(&mut self, place: usize) -> impl Iterator<Item = &mut u64> {
        let (number, limb) = self.strides();
        self.numbers.iter_mut().skip(place * number).step_by(limb).take(self.width)
    }

    /// Returns the estimated cost of adding terms into the row, in multiplications of limbs. `rotations` has the rotation of each
    /// term. The numbers of a rotated term are looked up one by one, which costs as much as several limbs.
    pub(crate) fn cost(&self, rotations: impl Iterator<Item = Seat>) -> u64 {
        let each = |rotation| if rotation == 0 { self.width } else { self.width + LOOKUP_COST };
        (self.len() * rotations.map(each).sum::<usize>()) as u64
    }

    /// Returns the sum of all numbers.
    pub(crate) fn total(&self) -> Natural {
        let mut total = vec![0; self.width + 1];
        let (number, limb) = self.strides();
        for index in 0..self.width {
            let limbs = self.numbers.iter().skip(index * limb).step_by(number).take(self.len());
            let sum: u128 = limbs.map(|&limb| u128::from(limb)).sum();
            limbs::add(&mut total[index..], &[sum as u64, (sum >> 64) as u64]);
        }
        limbs::natural(&total)
    }

    /// Checks that the lanes fit after the points of a path are scored.
    ///
    /// Cost: constant, or linear in the score vectors if a seat loses points.
    ///
    /// # Errors
    /// If a lane could be too great, or negative.
    #[inline]
    pub(crate) fn check_after(&self, path: &ScoredPath) -> Result<(), Error> {
        if self.most.saturating_add_signed(path.points()) > u32::from(Lane::MAX) {
            return Err(Error::PointsOverflow);
        }
        match path.lost() {
            0 => Ok(()),
            lost => self.check_loss(lost),
        }
    }

    /// Checks that no lane is negative after any seat loses points.
    #[cold]
    fn check_loss(&self, lost: u32) -> Result<(), Error> {
        let seats = self.scores.seats;
        let least = self.keys().flat_map(|key| key.lanes(seats)).min().expect("a row has a score vector");
        match lost <= u32::from(least) {
            true => Ok(()),
            false => Err(Error::PointsUnderflow(least_points(seats))),
        }
    }

    /// Returns the row with the score set that equal rows share. A row that was read has its own.
    pub(crate) fn interned(self, plans: &AdditionPlans<K>) -> Self {
        Self { scores: plans.of_spans(self.scores.spans().collect()), ..self }
    }
}

impl<const K: usize> MemorySize for Row<K> {
    /// Returns the bytes of the row, including the overhead of the allocator.
    fn bytes(&self) -> u64 {
        const PARTS: usize = 2 * 16;
        (size_of::<Self>() + PARTS + self.numbers.capacity() * size_of::<u64>()) as u64
    }
}

#[cfg(test)]
mod tests;
