//! Rows at a point, modulo a prime.

use crate::evaluate::row::{Row, Score};
use crate::exact::Residues;
use crate::game::{Points, Seat};

/// A residue for every seat, drawn at random: a row is a polynomial in them, a score vector standing for as many factors of
/// each as its seat has points. Two rows that differ are all but sure to differ there (Schwartz 1980, Zippel 1979).
#[derive(Clone, Debug)]
pub(crate) struct Point {
    residues: Residues,
    /// By seat.
    values: Vec<u64>,
}

impl Point {
    /// A point for so many seats.
    pub(crate) fn random(seats: Seat) -> Self {
        let residues = Residues::random();
        Self { residues, values: (0..seats).map(|_| residues.any()).collect() }
    }

    /// The point at which only the sum of all numbers counts.
    pub(crate) fn ones(seats: Seat) -> Self {
        Self { residues: Residues::random(), values: vec![1; usize::from(seats)] }
    }

    pub(crate) fn residues(&self) -> Residues {
        self.residues
    }

    /// Returns the number that stands for points of a seat.
    pub(crate) fn of(&self, seat: Seat, points: Points) -> u64 {
        self.residues.power(self.values[usize::from(seat)], points.into())
    }

    /// Returns the number that stands for a key.
    pub(crate) fn of_score<const K: usize>(&self, score: Score<K>) -> u64 {
        self.of_scores(&score.points(self.values.len() as Seat))
    }

    /// Returns the number that stands for a score vector.
    pub(crate) fn of_scores(&self, points: &[Points]) -> u64 {
        let each = (0..).zip(points).map(|(seat, &points)| self.of(seat, points));
        each.fold(1, |product, value| self.residues.product(product, value))
    }
}

impl<const K: usize> Row<K> {
    /// Returns the value of the row at a point; `None` where a number is 0, which no score vector has that play can
    /// come to.
    pub(crate) fn at(&self, point: &Point) -> Option<u64> {
        let (seats, residues) = (self.shape.seats, point.residues);
        let (mut sum, mut place) = (0, 0);
        for run in self.shape.runs.iter() {
            let along = |at: u32| run.line.along(at, seats);
            let mut value = point.of_score(along(run.from));
            // The next score vector on a line has one point more for the last seat but one, and one less for the last.
            let last = usize::from(seats) - 1;
            let step =
                residues.product(point.values[last.saturating_sub(1)], residues.inverse(point.values[last]));
            for _ in run.from..run.to {
                if self.limbs_of(place).all(|limb| limb == 0) {
                    return None;
                }
                let number = residues.of_limbs(self.limbs_of(place));
                sum = residues.sum(sum, residues.product(number, value));
                (value, place) = (residues.product(value, step), place + 1);
            }
        }
        Some(sum)
    }

    /// Returns whether each score vector stands for itself where no seat is more than `lead` points ahead of another
    /// before, and has as many points in all as can be scored: from the least to the most, unless some seat is out of
    /// reach.
    pub(crate) fn is_settled(&self, lead: Points, (least, most): (u32, u32)) -> bool {
        let seats = self.shape.seats;
        self.keys().all(|key| {
            let points = key.points(seats);
            let all: u32 = points.iter().map(|&points| u32::from(points)).sum();
            let top = points.iter().max().copied().unwrap_or(0);
            let open = lead >= 1 << (Points::BITS - 1) || points.iter().all(|points| top - points <= lead);
            match open {
                true => (least..=most).contains(&all),
                false => key.settled(seats, lead) == key && all <= most.max(u32::from(lead) + 1),
            }
        })
    }
}
