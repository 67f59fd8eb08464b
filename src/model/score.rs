//! The points of all seats in one key.
//!
//! A key has 16 bits for each seat, called the lane of the seat. A lane holds the points of its seat plus an offset, so that it
//! is never negative. The offset is 0 unless points may be negative. All keys of one evaluation have the same offset.

use crate::game::{MAX_SEATS, Points, Seat, least_points};
use crate::{Error, Model};
use serde::{Deserialize, Serialize};
use std::iter;

/// The points of a seat plus the offset.
pub type Lane = u16;

/// The number of seats in a word of a key.
pub const SEATS_A_WORD: usize = 64 / Lane::BITS as usize;

/// The number of words for the greatest number of seats.
pub const MAX_WORDS: usize = MAX_SEATS as usize / SEATS_A_WORD;

/// Evaluates an expression with a constant: the number of words of a key for this number of seats. It is one, two, or
/// [`MAX_WORDS`].
#[macro_export]
macro_rules! of_width {
    ($seats:expr, $words:ident => $what:expr) => {
        match usize::from($seats).div_ceil($crate::score::SEATS_A_WORD) {
            0 | 1 => {
                const $words: usize = 1;
                $what
            }
            2 => {
                const $words: usize = 2;
                $what
            }
            _ => {
                const $words: usize = $crate::score::MAX_WORDS;
                $what
            }
        }
    };
}

/// Returns the offset of the keys of a game for this number of seats whose points may be negative.
pub const fn signed_offset(seats: Seat) -> Lane {
    least_points(seats).unsigned_abs() as Lane
}

/// Returns the offset of the keys of a model in which the seats have `scores` at the start: 0 if points are never negative.
pub fn offset(model: &Model, scores: &[Points]) -> Lane {
    let is_signed = model.has_negative_points() || scores.iter().any(|&points| points < 0);
    if is_signed { signed_offset(model.seats()) } else { 0 }
}

/// Returns the sum of the lanes of all seats, for `scores` with an offset. Missing scores are 0.
///
/// # Errors
/// If the sum does not fit a [`Lane`], or a score is less than the offset allows.
///
/// # Panics
/// If there are more scores than seats.
pub fn sum_of_lanes(scores: &[Points], seats: Seat, offset: Lane) -> Result<u32, Error> {
    check_scores(scores, seats, offset)?;
    let all = scores.iter().sum::<Points>() + Points::from(offset) * Points::from(seats);
    Lane::try_from(all).map(u32::from).map_err(|_| Error::PointsOverflow)
}

/// Checks that the lane of each score fits.
///
/// # Errors
/// If a score is too great, or less than the offset allows.
///
/// # Panics
/// If there are more scores than seats.
pub fn check_scores(scores: &[Points], seats: Seat, offset: Lane) -> Result<(), Error> {
    assert!(scores.len() <= seats.into(), "{} scores, but {seats} seats", scores.len());
    scores.iter().try_for_each(|&points| lane(points.saturating_add(offset.into()), seats).map(drop))
}

/// Returns points with an offset as a lane.
///
/// # Errors
/// If they do not fit a lane.
pub fn lane(points: Points, seats: Seat) -> Result<Lane, Error> {
    Lane::try_from(points).map_err(|_| match points < 0 {
        true => Error::PointsUnderflow(least_points(seats)),
        false => Error::PointsOverflow,
    })
}

/// A key: the points of all seats, packed so that adding the same points to two keys keeps their order.
///
/// The difference of two keys is also a `Score`. A lane of a difference may be negative; it then borrows from the lane before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(into = "Vec<u64>", try_from = "Vec<u64>")]
pub struct Score<const K: usize>([u64; K]);

impl<const K: usize> From<Score<K>> for Vec<u64> {
    fn from(score: Score<K>) -> Self {
        score.0.into()
    }
}

impl<const K: usize> TryFrom<Vec<u64>> for Score<K> {
    type Error = &'static str;

    fn try_from(words: Vec<u64>) -> Result<Self, Self::Error> {
        words.try_into().map(Self).map_err(|_| "a score with other words")
    }
}

impl<const K: usize> Score<K> {
    /// The difference of two equal keys.
    pub const ZERO: Self = Self([0; K]);

    fn place(seat: usize) -> (usize, u32) {
        // The first seat in the highest bits: keys sort as score vectors do.
        (seat / SEATS_A_WORD, Lane::BITS * (SEATS_A_WORD - 1 - seat % SEATS_A_WORD) as u32)
    }

    /// Returns the key of the points of all seats. Missing points are 0.
    pub fn new(points: &[Points], seats: Seat, offset: Lane) -> Self {
        let points = points.iter().copied().chain(iter::repeat(0));
        let lanes =
            (0..seats).zip(points).map(|(seat, points)| Self::one(seat, points + Points::from(offset)));
        lanes.fold(Self::ZERO, Self::plus)
    }

    /// Returns the difference of two keys that differ by the points of one seat.
    pub fn one(seat: Seat, points: Points) -> Self {
        let mut key = Self::ZERO;
        let (word, shift) = Self::place(usize::from(seat));
        key.0[word] = (i64::from(points) as u64) << shift;
        key
    }

    /// Returns the words of the key.
    pub fn words(self) -> [u64; K] {
        self.0
    }

    /// Returns the lane of one seat.
    pub fn lane(self, seat: Seat) -> Lane {
        let (word, shift) = Self::place(usize::from(seat));
        (self.0[word] >> shift) as Lane
    }

    /// Returns the lanes of all seats.
    pub fn lanes(self, seats: Seat) -> impl Iterator<Item = Lane> {
        (0..seats).map(move |seat| self.lane(seat))
    }

    /// Returns the points of all seats.
    pub fn points(self, seats: Seat, offset: Lane) -> Vec<Points> {
        self.lanes(seats).map(|lane| Points::from(lane) - Points::from(offset)).collect()
    }

    /// Returns the sum, seat by seat. The lane of a seat must fit [`Lane`]: an overflow would be carried into the lane of
    /// the seat before. Callers check this once for all scores of a step
    /// ([`Error::PointsOverflow`]), and not for each score.
    pub fn plus(self, other: Self) -> Self {
        let mut sum = self;
        for (word, &add) in sum.0.iter_mut().zip(&other.0) {
            *word = word.wrapping_add(add);
        }
        sum
    }

    /// Returns the difference, seat by seat.
    pub fn minus(self, other: Self) -> Self {
        let mut difference = self;
        for (word, &less) in difference.0.iter_mut().zip(&other.0) {
            *word = word.wrapping_sub(less);
        }
        difference
    }

    /// Returns the score after a rotation of the seats: the points of seat 0 become the points of seat `places`.
    pub fn rotated(self, seats: Seat, places: Seat) -> Self {
        if places == 0 {
            return self;
        }
        let mut turned = Self::ZERO;
        for seat in 0..seats {
            turned = turned.plus(Self::one((seat + places) % seats, self.lane(seat).into()));
        }
        turned
    }

    /// Returns a representative of the scores that lead to the same outcomes, where a seat can catch up with another seat by at
    /// most `lead` points. A seat that can no longer win gets 0, and a seat that has won gets `lead + 1`. (This fits [`Lane`]:
    /// with the greatest `lead`, every seat can still win.) The offset must be 0.
    pub fn canonical_outcome(self, seats: Seat, lead: Lane) -> Self {
        let top = self.lanes(seats).max().unwrap_or(0);
        let (mut open, mut contenders, mut last) = (self, 0, 0);
        for seat in 0..seats {
            let points = self.lane(seat);
            if top - points <= lead {
                (contenders, last) = (contenders + 1, seat);
            } else {
                let (word, shift) = Self::place(seat.into());
                open.0[word] -= u64::from(points) << shift;
            }
        }
        if contenders == 1 && seats > 1 { Self::one(last, Points::from(lead) + 1) } else { open }
    }

    /// Returns the line of the score and the offset of the score on this line. The scores of a line differ only in how
    /// the last two seats divide the sum of their lanes. The offset is the lane of the second to last seat. A line is
    /// identified by the score in which the last seat has the whole sum. If two scores are added, so are their lines
    /// and their offsets.
    pub fn line_and_offset(self, seats: Seat) -> (Self, u32) {
        if seats < 2 {
            return (self, 0);
        }
        let points = self.lane(seats - 2);
        let mut line = self;
        let (word, shift) = Self::place(usize::from(seats) - 2);
        line.0[word] -= u64::from(points) << shift;
        (line.plus(Self::one(seats - 1, points.into())), points.into())
    }

    /// Returns the score at an offset on the line that this score identifies; see [`line_and_offset`](Self::line_and_offset).
    pub fn at_offset(self, points: u32, seats: Seat) -> Self {
        if seats < 2 {
            return self;
        }
        let points = points as Lane;
        let mut score = self.plus(Self::one(seats - 2, points.into()));
        let (word, shift) = Self::place(usize::from(seats) - 1);
        score.0[word] -= u64::from(points) << shift;
        score
    }
}
