//! The exact joint distribution of the final scores.

use crate::evaluate::row::Row;
use crate::exact::{self, Natural, Rational};
use crate::game::{Points, Seat};
use crate::model::Error;
use crate::payoff::Outcome;
use std::collections::BTreeMap;

/// The joint distribution of the points of all seats at the end: whole numbers over one total.
///
/// Two are equal if every score vector has the same probability in both, whatever the totals: which common denominator
/// there is depends on the way in which the distribution was found.
#[derive(Clone, Debug)]
pub struct Distribution {
    seats: Seat,
    entries: Vec<(Vec<Points>, Natural)>,
    total: Natural,
}

impl Distribution {
    pub(crate) fn new<const K: usize>(row: &Row<K>, seats: Seat) -> Self {
        let mut entries: Vec<_> = row.iter().map(|(key, number)| (key.points(seats), number)).collect();
        entries.sort_unstable_by(|(a, _), (b, _)| a.cmp(b));
        // Probabilities add up to one, so the sum of the numbers is their denominator.
        let total = entries.iter().map(|(_, number)| number).sum();
        Self { seats, entries, total }
    }

    /// Creates the distribution from score vectors and their probabilities, in any order. The probabilities of equal
    /// score vectors are added up.
    pub fn of(seats: Seat, scores: impl IntoIterator<Item = (Vec<Points>, Rational)>) -> Self {
        let mut all: BTreeMap<Vec<Points>, Vec<Rational>> = BTreeMap::new();
        for (points, share) in scores {
            all.entry(points).or_default().push(share);
        }
        let one = exact::one();
        let sum = |shares: Vec<Rational>| exact::weighted_sum(shares.iter().map(|share| (&one, share)));
        let all: Vec<_> = all.into_iter().map(|(points, shares)| (points, sum(shares))).collect();
        let (numbers, total) = exact::over_one_denominator(all.iter().map(|(_, share)| share));
        let entries = all.into_iter().map(|(points, _)| points).zip(numbers).collect();
        Self { seats, entries, total }
    }

    /// Returns an iterator over all possible score vectors, each with its probability, in ascending order. A score
    /// vector holds the points of each seat.
    pub fn iter(&self) -> impl Iterator<Item = (&[Points], Rational)> {
        self.entries.iter().map(|(points, number)| (&points[..], self.share(number.clone())))
    }

    /// Returns the number of possible score vectors.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Returns `true` if there is no score vector at all, which never happens in the distribution of a game.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Returns the probability of each [`Outcome`], by its [`index`](Outcome::index): that each seat alone has the most
    /// points, and last that none has.
    pub fn outcomes(&self) -> Vec<Rational> {
        let mut numbers = vec![Natural::default(); usize::from(self.seats) + 1];
        for (points, number) in &self.entries {
            numbers[Outcome::of(points).index(self.seats)] += number;
        }
        numbers.into_iter().map(|number| self.share(number)).collect()
    }

    /// Returns the expected points of each seat.
    pub fn expected(&self) -> Vec<Rational> {
        (0..usize::from(self.seats))
            .map(|seat| self.share(self.entries.iter().map(|(points, number)| number * points[seat]).sum()))
            .collect()
    }

    /// Adds `points`, given seat by seat, to every score vector.
    ///
    /// # Errors
    /// If a seat gets more points than [`Points`] can hold.
    pub fn plus(mut self, points: &[Points]) -> Result<Self, Error> {
        for (scores, _) in &mut self.entries {
            for (score, add) in scores.iter_mut().zip(points) {
                *score = score.checked_add(*add).ok_or(Error::PointsOverflow)?;
            }
        }
        Ok(self)
    }

    /// Returns an iterator over all possible score vectors in ascending order, each with the numerator of its
    /// probability. The denominator is the sum of all numerators.
    pub fn numbers(&self) -> impl Iterator<Item = (&[Points], &Natural)> {
        self.entries.iter().map(|(points, number)| (&points[..], number))
    }

    fn share(&self, number: Natural) -> Rational {
        exact::ratio(number, self.total.clone())
    }
}

impl PartialEq for Distribution {
    fn eq(&self, other: &Self) -> bool {
        let mut pairs = self.entries.iter().zip(&other.entries);
        self.seats == other.seats
            && self.len() == other.len()
            && pairs.all(|((a, of_a), (b, of_b))| a == b && of_a * &other.total == of_b * &self.total)
    }
}

impl Eq for Distribution {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_probabilities_are_equal() {
        let row = |numbers: [u32; 2], seats| {
            let entries = numbers.map(Natural::from).into_iter().enumerate();
            let entries: Vec<_> = entries.map(|(points, number)| (vec![points as Points], number)).collect();
            Distribution { seats, entries, total: Natural::from(numbers.iter().sum::<u32>()) }
        };
        let third = row([1, 2], 1);
        assert_eq!(third, row([3, 6], 1));
        assert_eq!(third, Distribution::of(1, third.iter().map(|(points, share)| (points.to_vec(), share))));
        for other in [row([2, 1], 1), row([1, 3], 1), row([1, 2], 2)] {
            assert_ne!(third, other);
        }
        assert_ne!(third, third.clone().plus(&[1]).expect("few points"));
        assert_ne!(third, Distribution::of(1, [(vec![0], exact::one())]));
    }

    #[test]
    fn points_that_cannot_be_counted_are_an_error() {
        let distribution = Distribution::of(2, [(vec![Points::MAX - 1, 0], exact::one())]);
        let more = distribution.clone().plus(&[1, 2]).expect("they can be counted");
        assert_eq!(more.iter().next().map(|(points, _)| points.to_vec()), Some(vec![Points::MAX, 2]));
        assert_eq!(distribution.plus(&[2, 0]), Err(Error::PointsOverflow));
    }
}
