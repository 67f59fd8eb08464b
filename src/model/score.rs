//! The points of all seats in one key.

use crate::game::{MOST_SEATS, Points, Seat};
use serde::{Deserialize, Serialize};

/// The number of seats in a word of a key.
pub const SEATS_A_WORD: usize = 64 / Points::BITS as usize;

/// The number of words for the greatest number of seats.
pub const MOST_WORDS: usize = MOST_SEATS as usize / SEATS_A_WORD;

/// Evaluates an expression with a constant: the number of words of a key for this number of seats. It is one, two, or
/// [`MOST_WORDS`].
#[doc(hidden)]
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
                const $words: usize = $crate::score::MOST_WORDS;
                $what
            }
        }
    };
}

/// Points of all seats, 16 bits a seat, packed so that adding points keeps the order of keys.
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
    pub const ZERO: Self = Self([0; K]);

    fn place(seat: usize) -> (usize, u32) {
        // The first seat in the highest bits: keys sort as score vectors do.
        (seat / SEATS_A_WORD, Points::BITS * (SEATS_A_WORD - 1 - seat % SEATS_A_WORD) as u32)
    }

    pub fn new(points: &[Points]) -> Self {
        let mut key = Self::ZERO;
        for (seat, &points) in points.iter().enumerate() {
            let (word, shift) = Self::place(seat);
            key.0[word] |= u64::from(points) << shift;
        }
        key
    }

    pub fn one(seat: Seat, points: Points) -> Self {
        let mut key = Self::ZERO;
        let (word, shift) = Self::place(usize::from(seat));
        key.0[word] = u64::from(points) << shift;
        key
    }

    /// Returns the words of the key.
    pub fn words(self) -> [u64; K] {
        self.0
    }

    /// Returns the points of one seat.
    pub fn of(self, seat: Seat) -> Points {
        let (word, shift) = Self::place(usize::from(seat));
        (self.0[word] >> shift) as Points
    }

    pub fn points(self, seats: Seat) -> Vec<Points> {
        (0..seats).map(|seat| self.of(seat)).collect()
    }

    /// Returns the sum, seat by seat. The points of a seat must fit [`Points`]: an overflow would be carried into the points of
    /// the seat before. Callers check this once for all scores of a step
    /// ([`Error::PointsOverflow`](crate::Error::PointsOverflow)), and not for each score.
    pub fn plus(self, other: Self) -> Self {
        let mut sum = self;
        for (word, &add) in sum.0.iter_mut().zip(&other.0) {
            *word += add;
        }
        sum
    }

    /// Returns the score after a rotation of the seats: the points of seat 0 become the points of seat `places`.
    pub fn turned(self, seats: Seat, places: Seat) -> Self {
        if places == 0 {
            return self;
        }
        let mut turned = Self::ZERO;
        for seat in 0..seats {
            turned = turned.plus(Self::one((seat + places) % seats, self.of(seat)));
        }
        turned
    }

    /// Returns the representative of all scores with the same outcome, if no seat can come more than `lead` points nearer to
    /// another. A seat that can no longer win gets 0, and a seat that has won gets `lead + 1`. (This fits [`Points`]: with the
    /// greatest `lead`, every seat can still win.)
    pub fn canonical_outcome(self, seats: Seat, lead: Points) -> Self {
        let top = (0..seats).map(|seat| self.of(seat)).max().unwrap_or(0);
        let (mut open, mut contenders, mut last) = (self, 0, 0);
        for seat in 0..seats {
            let points = self.of(seat);
            if top - points <= lead {
                (contenders, last) = (contenders + 1, seat);
            } else {
                let (word, shift) = Self::place(seat.into());
                open.0[word] -= u64::from(points) << shift;
            }
        }
        if contenders == 1 && seats > 1 { Self::one(last, lead + 1) } else { open }
    }

    /// Returns the line of scores that differ only in how the last two seats divide their points, and the place on
    /// the line: the points of the second to last seat. A line is identified by the score in which the last seat has
    /// all points of both. Lines and places add when scores are added.
    pub fn line_and_offset(self, seats: Seat) -> (Self, u32) {
        if seats < 2 {
            return (self, 0);
        }
        let points = self.of(seats - 2);
        let mut line = self;
        let (word, shift) = Self::place(usize::from(seats) - 2);
        line.0[word] -= u64::from(points) << shift;
        (line.plus(Self::one(seats - 1, points)), points.into())
    }

    /// Returns the score at a place on the line that this score identifies; see [`line_and_offset`](Self::line_and_offset).
    pub fn at_offset(self, points: u32, seats: Seat) -> Self {
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
