//! Points before the start that make the outcome of a game as fair as possible.
//!
//! The points of a game are the same with any points before the start, so the joint distribution of the scores is enough.
//! The share of a seat never falls if the seat gets more points, and never rises if another seat does. This bounds the
//! shares in a box of points. A search in doubles looks for vectors whose spread is at most a target. It cuts off the parts
//! of a box in which a share is too small or too great for the target, and then halves the box. The target grows until a
//! vector is found. The few vectors with the smallest spread are compared exactly.

use super::Distribution;
use crate::exact::{Natural, Rational, double_of, ratio, zero};
use crate::game::Points;
use crate::model::order::sort;
use crate::model::{Error, Job};
use std::cmp::Ordering;
use std::collections::BinaryHeap;

/// The points of each seat before the start that make a game fairest.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Compensation {
    /// The points of each seat. The least is 0.
    pub points: Vec<Points>,
    /// The [share](Distribution::shares) of each seat with these points.
    pub shares: Vec<Rational>,
}

/// An upper bound on the rounding error of the difference of two spreads in doubles.
const SLACK: f64 = 1e-9;

/// The first target of the search, relative to equal shares. Most games have a greater spread with all points.
const FIRST_TARGET: f64 = 1.0 / 16.0;

/// The factor from one target to the next. The search is slow if the target is much greater than the smallest spread.
const NEXT_TARGET: f64 = 1.25;

impl Distribution {
    /// Returns the share of each seat in the win: the probability that the seat alone has the most points, and an equal part
    /// of the probability of each tie for the most. The shares add up to 1.
    ///
    /// ```
    /// use chancetree_engine::evaluate::Distribution;
    /// use chancetree_engine::exact::ratio;
    ///
    /// let scores = Distribution::of([(vec![2, 0], ratio(1, 3)), (vec![1, 1], ratio(2, 3))]);
    /// assert_eq!(scores.shares(), [ratio(2, 3), ratio(1, 3)]);
    /// ```
    pub fn shares(&self) -> Vec<Rational> {
        let seats = self.masses().next().map_or(0, |(points, _)| points.len());
        // The mass with which each seat is one of `tied` seats with the most points.
        let mut masses = vec![vec![Natural::default(); seats]; seats];
        for (points, mass) in self.masses() {
            let most = points.iter().max();
            let best: Vec<usize> = (0..seats).filter(|&seat| Some(&points[seat]) == most).collect();
            best.iter().for_each(|&seat| masses[seat][best.len() - 1] += mass);
        }
        let part = |(tied, mass): (u64, Natural)| ratio(mass, self.total() * tied);
        masses.into_iter().map(|masses| (1..).zip(masses).map(part).sum()).collect()
    }

    /// Returns the points before the start with the smallest spread: the greatest [share](Self::shares) of a seat minus the
    /// least. Of equally fair vectors, it is the one with the fewest points in total, and among these the first in lexicographic
    /// order. `most` is one more than the greatest difference between two scores; more points than that change nothing.
    ///
    /// The search reads all scores some hundred times, or some ten thousand times with many seats and few points.
    ///
    /// # Errors
    /// If a limit of `job` is passed, or there are too many points.
    ///
    /// ```
    /// use chancetree_engine::evaluate::Distribution;
    /// use chancetree_engine::exact::ratio;
    /// use chancetree_engine::model::Job;
    ///
    /// let scores = Distribution::of([(vec![3, 0], ratio(1, 2)), (vec![1, 2], ratio(1, 2))]);
    /// let scores = scores.plus(&[1, 0])?;
    /// let fair = scores.compensation(5, &Job::default())?;
    /// assert_eq!((fair.points, fair.shares), (vec![0, 1], vec![ratio(1, 2), ratio(1, 2)]));
    /// # Ok::<(), chancetree_engine::model::Error>(())
    /// ```
    pub fn compensation(&self, most: Points, job: &Job<'_>) -> Result<Compensation, Error> {
        let scores = ScoreTable::of(self);
        let mut candidates = scores.fairest(most, job)?;
        for points in &mut candidates {
            let least = points.iter().min().copied().unwrap_or(0);
            points.iter_mut().for_each(|points| *points -= least);
        }
        let total = |points: &Vec<Points>| points.iter().map(|&points| i64::from(points)).sum::<i64>();
        sort(&mut candidates, |one, other| total(one).cmp(&total(other)).then_with(|| one.cmp(other)));
        let mut best: Option<(Rational, Compensation)> = None;
        for points in candidates {
            job.check()?;
            let shares = self.clone().plus(&points)?.shares();
            let spread =
                shares.iter().max().zip(shares.iter().min()).map_or_else(zero, |(most, least)| most - least);
            if best.as_ref().is_none_or(|(least, _)| spread < *least) {
                best = Some((spread, Compensation { points, shares }));
            }
        }
        Ok(best.expect("the search ends at a vector").1)
    }
}

/// The scores of a distribution, with their probabilities in doubles.
struct ScoreTable {
    seats: usize,
    /// The points of all seats, score vector by score vector.
    points: Vec<Points>,
    probabilities: Vec<f64>,
}

/// A box of points before the start, and a lower bound on the spread in it.
struct PointsBox {
    low: Vec<Points>,
    high: Vec<Points>,
    bound: f64,
}

impl ScoreTable {
    fn of(scores: &Distribution) -> Self {
        let seats = scores.masses().next().map_or(0, |(points, _)| points.len());
        let points = scores.masses().flat_map(|(points, _)| points.iter().copied()).collect();
        let probabilities = scores.masses().map(|(_, mass)| double_of(mass, scores.total())).collect();
        Self { seats, points, probabilities }
    }

    /// Returns the vectors with the smallest spread in doubles, and others whose spread differs by no more than rounding
    /// errors.
    fn fairest(&self, most: Points, job: &Job<'_>) -> Result<Vec<Vec<Points>>, Error> {
        let mut target = FIRST_TARGET / self.seats.max(1) as f64;
        loop {
            let found = self.within(target, most, job)?;
            if !found.is_empty() {
                return Ok(found);
            }
            target *= NEXT_TARGET;
        }
    }

    /// Returns the vectors with the smallest spread in doubles, if that is at most `target`.
    fn within(&self, target: f64, most: Points, job: &Job<'_>) -> Result<Vec<Vec<Points>>, Error> {
        let (mut least, mut found) = (target, Vec::new());
        let mut boxes: BinaryHeap<PointsBox> = self.contracted(self.root(most), least).into_iter().collect();
        while let Some(next) = boxes.pop().filter(|next| next.bound <= least + SLACK) {
            job.check()?;
            match next.split() {
                Some(halves) => {
                    boxes.extend(halves.into_iter().filter_map(|half| self.contracted(half, least)));
                }
                None => {
                    least = least.min(next.bound);
                    found.push(next.low);
                }
            }
        }
        Ok(found)
    }

    /// Returns the box of all vectors. Only differences matter, so the first seat gets 0 points, and other seats may get negative
    /// points.
    fn root(&self, most: Points) -> PointsBox {
        let side = |points| (0..self.seats).map(|seat| if seat == 0 { 0 } else { points }).collect();
        PointsBox { low: side(-most), high: side(most), bound: 0.0 }
    }

    /// Cuts off the parts of a box in which the spread exceeds `target`, and bounds the spread in the rest. Returns `None`
    /// if nothing is left.
    fn contracted(&self, mut part: PointsBox, target: f64) -> Option<PointsBox> {
        let seats = self.seats as f64;
        loop {
            let (greatest, least) = (self.shares(&part, &part.low), self.shares(&part, &part.high));
            // In the whole box, one share is at least `above`, and one is at most `below`.
            let above = least.iter().map(|shares| shares[0]).fold(0.0, f64::max);
            let below = greatest.iter().map(|shares| shares[shares.len() - 1]).fold(1.0, f64::min);
            part.bound = above - below;
            if part.bound > target + SLACK {
                return None;
            }
            // The shares add up to 1, and no two differ by more than the target.
            let floor = (above - target).max((1.0 - (seats - 1.0) * target) / seats) - SLACK;
            let ceiling = (below + target).min((1.0 + (seats - 1.0) * target) / seats) + SLACK;
            let mut is_smaller = false;
            for (seat, (greatest, least)) in greatest.iter().zip(&least).enumerate() {
                let first = greatest.iter().position(|share| *share >= floor)?;
                let last = least.iter().rposition(|share| *share <= ceiling).filter(|last| first <= *last)?;
                is_smaller |= first > 0 || last + 1 < least.len();
                part.high[seat] = part.low[seat] + last as Points;
                part.low[seat] += first as Points;
            }
            if !is_smaller {
                return Some(part);
            }
        }
    }

    /// Returns the shares of each seat with all of its points in a box, in ascending order of the points, if the other seats
    /// get the points of `others`.
    fn shares(&self, part: &PointsBox, others: &[Points]) -> Vec<Vec<f64>> {
        let sides = part.low.iter().zip(&part.high);
        // The share that a seat has with some points, but not with one point less; one cell is beyond the box.
        let mut shares: Vec<Vec<f64>> =
            sides.map(|(low, high)| vec![0.0; (high - low) as usize + 2]).collect();
        for (points, probability) in self.points.chunks_exact(self.seats.max(1)).zip(&self.probabilities) {
            // The two greatest scores and the number of seats that have each.
            let [mut first, mut second] = [(Points::MIN, 0); 2];
            for (points, more) in points.iter().zip(others) {
                let score = points + more;
                match score.cmp(&first.0) {
                    Ordering::Greater => (first, second) = ((score, 1), first),
                    Ordering::Equal => first.1 += 1,
                    Ordering::Less => match score.cmp(&second.0) {
                        Ordering::Greater => second = (score, 1),
                        Ordering::Equal => second.1 += 1,
                        Ordering::Less => {}
                    },
                }
            }
            for (seat, shares) in shares.iter_mut().enumerate() {
                let (score, rivals) = match points[seat] + others[seat] == first.0 {
                    false => first,
                    true if first.1 > 1 => (first.0, first.1 - 1),
                    true => second,
                };
                let (low, tie) = (part.low[seat], score.saturating_sub(points[seat]));
                if tie < low {
                    shares[0] += probability;
                } else if tie <= part.high[seat] {
                    let (tie, tied) = ((tie - low) as usize, probability / f64::from(rivals + 1));
                    shares[tie] += tied;
                    shares[tie + 1] += probability - tied;
                }
            }
        }
        for shares in &mut shares {
            shares.pop();
            for next in 1..shares.len() {
                shares[next] += shares[next - 1];
            }
        }
        shares
    }
}

impl PointsBox {
    /// Returns the halves of the box, cut across its longest side, or `None` for a single vector.
    fn split(&self) -> Option<[Self; 2]> {
        let side = |&seat: &usize| self.high[seat] - self.low[seat];
        let seat = (0..self.low.len()).rev().max_by_key(side).filter(|seat| side(seat) > 0)?;
        let middle = self.low[seat] + side(&seat) / 2;
        let (mut high, mut low) = (self.high.clone(), self.low.clone());
        (high[seat], low[seat]) = (middle, middle + 1);
        let half = |low, high| Self { low, high, bound: self.bound };
        Some([half(self.low.clone(), high), half(low, self.high.clone())])
    }
}

/// Boxes with a smaller bound are greater, because the heap returns the greatest box first.
impl Ord for PointsBox {
    fn cmp(&self, other: &Self) -> Ordering {
        other.bound.total_cmp(&self.bound).then_with(|| other.low.cmp(&self.low))
    }
}

impl PartialOrd for PointsBox {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for PointsBox {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for PointsBox {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

    /// Returns all vectors of `seats` numbers from 0 to `most`, in lexicographic order.
    fn vectors(seats: usize, most: Points) -> Vec<Vec<Points>> {
        (0..seats).fold(vec![Vec::new()], |all, _| {
            let longer = |vector: &Vec<Points>| {
                let vector = vector.clone();
                (0..=most).map(move |points| [&vector[..], &[points]].concat())
            };
            all.iter().flat_map(longer).collect()
        })
    }

    /// The search finds the same vector as a comparison of all vectors.
    #[test]
    fn the_search_agrees_with_a_comparison_of_all_vectors() {
        let mut random = Random::new(5, 0);
        for (seats, most, rounds) in [(1, 3, 2), (2, 5, 40), (3, 4, 40), (4, 2, 10), (5, 2, 4), (6, 2, 2)] {
            for _ in 0..rounds {
                let weights: Vec<u64> = vectors(seats, most - 1).iter().map(|_| random.below(4)).collect();
                let sum = weights.iter().sum::<u64>().max(1);
                let scores =
                    vectors(seats, most - 1).into_iter().zip(weights).filter(|(_, weight)| *weight > 0);
                let scores = Distribution::of(scores.map(|(points, weight)| (points, ratio(weight, sum))));
                if scores.is_empty() {
                    continue;
                }
                let each = vectors(seats, most).into_iter().filter(|points| points.contains(&0));
                let spread = |points: &Vec<Points>| {
                    let shares = scores.clone().plus(points).expect("few points").shares();
                    shares.iter().max().expect("a seat") - shares.iter().min().expect("a seat")
                };
                let best = each.min_by_key(|points| (spread(points), points.iter().sum::<Points>()));
                let found = scores.compensation(most, &Job::default()).expect("no limits");
                assert_eq!(Some(&found.points), best.as_ref(), "{seats} seats");
                assert_eq!(found.shares, scores.clone().plus(&found.points).expect("few points").shares());
                assert_eq!(found.shares.iter().sum::<Rational>(), ratio(1, 1));
            }
        }
    }
}
