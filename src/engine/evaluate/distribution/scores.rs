//! Distributions of score vectors: the points of all seats.

use crate::evaluate::distribution::{Distribution, Mass as _};
use crate::evaluate::row::Row;
use crate::exact::{Natural, Rational};
use crate::game::{MAX_POINTS, Points, Seat};
use crate::model::Error;
use crate::model::score::Lane;
use crate::payoff::Outcome;

impl Distribution {
    /// Returns the distribution of the numbers of a row, by the points of each seat.
    pub(crate) fn of_row<const K: usize>(row: &Row<K>, seats: Seat, offset: Lane) -> Self {
        Self::new(row.iter().map(|(key, number)| (key.points(seats, offset), number)), None)
    }

    /// Returns the number of seats.
    fn seats(&self) -> Seat {
        self.masses.first().map_or(0, |(points, _)| points.len() as Seat)
    }

    /// Returns the probability of each [`Outcome`], by its [`index`](Outcome::index): that each seat alone has the most
    /// points, and last that none has.
    ///
    /// ```
    /// use chancetree_engine::evaluate::Distribution;
    /// use chancetree_engine::exact::ratio;
    ///
    /// let scores = Distribution::of([(vec![2, 0], ratio(1, 3)), (vec![1, 1], ratio(2, 3))]);
    /// assert_eq!(scores.outcomes(), [ratio(1, 3), ratio(0, 1), ratio(2, 3)]);
    /// ```
    pub fn outcomes(&self) -> Vec<Rational> {
        let seats = self.seats();
        let mut numbers = vec![Natural::default(); usize::from(seats) + 1];
        for (points, number) in &self.masses {
            numbers[Outcome::of(points).index(seats)] += number;
        }
        numbers.into_iter().map(|number| number.share(&self.total)).collect()
    }

    /// Returns the expected points of each seat.
    ///
    /// ```
    /// use chancetree_engine::evaluate::Distribution;
    /// use chancetree_engine::exact::ratio;
    ///
    /// let scores = Distribution::of([(vec![2, 0], ratio(1, 3)), (vec![1, 1], ratio(2, 3))]);
    /// assert_eq!(scores.expected(), [ratio(4, 3), ratio(2, 3)]);
    /// ```
    pub fn expected(&self) -> Vec<Rational> {
        (0..usize::from(self.seats())).map(|seat| self.expected_of(|points| points[seat].into())).collect()
    }

    /// Returns the distribution of the points of a seat alone.
    ///
    /// # Panics
    /// If there is no such seat.
    ///
    /// ```
    /// use chancetree_engine::evaluate::Distribution;
    /// use chancetree_engine::exact::ratio;
    ///
    /// let scores = Distribution::of([(vec![2, 0], ratio(1, 3)), (vec![1, 1], ratio(2, 3))]);
    /// assert_eq!(scores.of_seat(0).greatest(), Some((&2, ratio(1, 3))));
    /// ```
    pub fn of_seat(&self, seat: Seat) -> Distribution<i64> {
        let points =
            |(points, number): &(Vec<Points>, Natural)| (points[usize::from(seat)].into(), number.clone());
        Distribution::new(self.masses.iter().map(points), None)
    }

    /// Adds `points`, given seat by seat, to every score vector.
    ///
    /// # Errors
    /// If a seat gets more than [`MAX_POINTS`], or fewer than -[`MAX_POINTS`].
    ///
    /// ```
    /// use chancetree_engine::evaluate::Distribution;
    /// use chancetree_engine::exact::one;
    ///
    /// let scores = Distribution::of([(vec![2, 0], one())]).plus(&[0, 5])?;
    /// assert_eq!(scores.least(), Some((&vec![2, 5], one())));
    /// # Ok::<(), chancetree_engine::model::Error>(())
    /// ```
    pub fn plus(mut self, points: &[Points]) -> Result<Self, Error> {
        for (scores, _) in &mut self.masses {
            for (score, add) in scores.iter_mut().zip(points) {
                *score = score.saturating_add(*add);
                if score.unsigned_abs() > MAX_POINTS.unsigned_abs() {
                    return Err(Error::PointsOverflow);
                }
            }
        }
        Ok(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exact;

    #[test]
    fn too_many_points_are_an_error() {
        let distribution = Distribution::of([(vec![MAX_POINTS - 1, 0], exact::one())]);
        let more = distribution.clone().plus(&[1, 2]).expect("the points fit");
        assert_eq!(more.iter().next().map(|(points, _)| points.to_vec()), Some(vec![MAX_POINTS, 2]));
        assert_eq!(distribution.plus(&[2, 0]), Err(Error::PointsOverflow));
    }

    /// The distribution of one seat has the expected points of the seat.
    #[test]
    fn one_seat_has_its_marginal_distribution() {
        let joint = Distribution::new(
            [(vec![0, 3], 2u32.into()), (vec![1, 2], 1u32.into()), (vec![1, 0], 3u32.into())],
            None,
        );
        for (seat, expected) in (0..).zip(joint.expected()) {
            assert_eq!(joint.of_seat(seat).expected_value(), expected);
        }
        assert!(joint.of_seat(0).masses().eq([(&0, &2u32.into()), (&1, &4u32.into())]));
    }
}
