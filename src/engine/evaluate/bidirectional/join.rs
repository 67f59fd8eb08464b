//! The join of the forward rows and the backward row of a state, added up by outcome.

use crate::evaluate::row::Row;
use crate::exact::{self, Natural, Rational, limbs};
use crate::game::{MAX_POINTS, Points, Seat};
use crate::model::score::Lane;
use crate::model::{Error, Job, Progress};
use crate::payoff::Outcome;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

/// Counts of equally likely continuations.
#[derive(Clone, Serialize, Deserialize)]
pub(crate) struct Continuations {
    pub(crate) total: Natural,
    /// The number of continuations in which each seat ends with the strictly greatest score.
    pub(crate) won: Vec<Natural>,
}

impl Continuations {
    pub(crate) fn new(seats: Seat) -> Self {
        Self { total: Natural::default(), won: vec![Natural::default(); usize::from(seats)] }
    }

    pub(crate) fn add(&mut self, other: Self) {
        self.total += other.total;
        self.won.iter_mut().zip(other.won).for_each(|(sum, add)| *sum += add);
    }

    /// Returns the number of continuations without a winner.
    pub(crate) fn drawn(&self) -> Natural {
        &self.total - self.won.iter().sum::<Natural>()
    }

    /// Joins forward rows and a backward row, and adds up the outcomes. `rows` has scores by seat for each mover; `distribution`
    /// has the points still to come, the mover's first. `offset` is the sum of the offsets of a score and a gain. It does not
    /// change the leads on which outcomes depend.
    pub(crate) fn of<const K: usize>(
        rows: &[(Seat, &Row<K>)],
        distribution: &Row<K>,
        seats: Seat,
        offset: u32,
        job: &Job<'_>,
    ) -> Result<Self, Error> {
        // The points of each row fit a score. Their sum may not.
        let most = rows.iter().map(|(_, row)| row.most()).max().unwrap_or(0) + distribution.most();
        if most > MAX_POINTS.unsigned_abs() + offset * u32::from(seats) {
            return Err(Error::PointsOverflow);
        }
        let gains = UnpackedRow::new(distribution, seats, 0);
        // Scores are listed from the mover on, like the gains.
        let sides: Vec<_> =
            rows.iter().map(|&(mover, row)| (mover, UnpackedRow::new(row, seats, mover))).collect();
        Self::joined(&sides, &gains, seats, job)
    }

    /// Joins unpacked rows, which no longer depend on the width of a score.
    fn joined(
        sides: &[(Seat, UnpackedRow<'_>)],
        gains: &UnpackedRow<'_>,
        seats: Seat,
        job: &Job<'_>,
    ) -> Result<Self, Error> {
        let mut tally = Self::new(seats);
        for (_, side) in sides {
            tally.total += &side.total * &gains.total;
        }
        let pairs = sides.iter().map(|(_, side)| side.count).sum::<usize>() * gains.count;
        if (pairs as u64) < WinTable::cost(sides, seats) {
            for (mover, side) in sides {
                side.add_pairs(gains, *mover, &mut tally.won);
                job.tick(Progress::default())?;
            }
            return Ok(tally);
        }
        for place in 0..seats {
            let wins = WinTable::new(sides, gains, place, job)?;
            for (mover, side) in sides {
                tally.won[usize::from((place + mover) % seats)] += wins.of(side);
            }
        }
        Ok(tally)
    }
}

/// A row with its score vectors unpacked into lists of points.
struct UnpackedRow<'a> {
    seats: usize,
    /// The number of score vectors.
    count: usize,
    /// The number of limbs of each number.
    width: usize,
    /// An upper bound on the bits of a number.
    bits: u32,
    /// The limbs, number by number.
    numbers: Cow<'a, [u64]>,
    /// The lanes of the score vectors.
    scores: Vec<Lane>,
    total: Natural,
    /// The least and the greatest score of each place.
    range: Vec<(Lane, Lane)>,
}

impl<'a> UnpackedRow<'a> {
    /// Unpacks a row. Scores are listed from the mover on.
    fn new<const K: usize>(row: &'a Row<K>, seats: Seat, mover: Seat) -> Self {
        let back = (seats - mover) % seats;
        let scores: Vec<Lane> =
            row.keys().flat_map(|score| score.rotated(seats, back).lanes(seats)).collect();
        let seats = usize::from(seats);
        let mut range = vec![(Lane::MAX, 0); seats];
        for scores in scores.chunks_exact(seats) {
            for (range, &own) in range.iter_mut().zip(scores) {
                *range = (range.0.min(own), range.1.max(own));
            }
        }
        let (count, width, bits) = (row.len(), row.width(), row.bits());
        Self { seats, count, width, bits, numbers: row.number_by_number(), scores, total: row.total(), range }
    }

    fn iter(&self) -> impl Iterator<Item = (&[Lane], &[u64])> {
        self.scores.chunks_exact(self.seats).zip(self.numbers.chunks_exact(self.width))
    }

    /// Adds up every pair of a score and a gain. This is fast if there are few pairs.
    fn add_pairs(&self, gains: &Self, mover: Seat, won: &mut [Natural]) {
        let mut sums = vec![vec![0; self.width + gains.width + 1]; self.seats];
        let mut ends = vec![0; self.seats];
        for (scores, number) in self.iter() {
            for (gains, gain_number) in gains.iter() {
                for ((end, &score), &gain) in ends.iter_mut().zip(scores).zip(gains) {
                    *end = Points::from(score) + Points::from(gain);
                }
                if let Outcome::Won(place) = Outcome::of(&ends) {
                    limbs::add_long_product(&mut sums[usize::from(place)], gain_number, number);
                }
            }
        }
        for (place, sum) in sums.iter().enumerate() {
            won[(place + usize::from(mover)) % self.seats] += limbs::natural(sum);
        }
    }
}

/// The number of continuations in which a place wins, for every vector of leads of the other places.
///
/// The place wins if it gains on each other place by more than the lead of that place. An entry of the table is therefore a sum
/// over all gains beyond a corner, and the table is computed by prefix sums along each axis. Cost: one addition for every
/// vector of leads and every other place.
struct WinTable {
    place: usize,
    axes: Vec<LeadAxis>,
    width: usize,
    sums: Vec<u64>,
}

/// The possible leads of another place.
struct LeadAxis {
    other: usize,
    least: i32,
    count: usize,
    stride: usize,
}

impl LeadAxis {
    /// Returns the offset in the table of the greatest lead that a gain beats, if it beats any.
    fn offset(&self, gain: i32) -> Option<usize> {
        let beaten = usize::try_from(gain - 1 - self.least).ok()?;
        Some(beaten.min(self.count - 1) * self.stride)
    }
}

fn ahead(scores: &[Lane], of: usize, other: usize) -> i32 {
    i32::from(scores[of]) - i32::from(scores[other])
}

impl WinTable {
    fn axes(sides: &[(Seat, UnpackedRow<'_>)], seats: usize, place: usize) -> Vec<LeadAxis> {
        let mut axes = Vec::new();
        let mut stride = 1usize;
        for other in (0..seats).filter(|&other| other != place) {
            let leads = sides.iter().map(|(_, side)| {
                let ((own_least, own_most), (least, most)) = (side.range[place], side.range[other]);
                (i32::from(least) - i32::from(own_most), i32::from(most) - i32::from(own_least))
            });
            let (least, most) =
                leads.fold((i32::MAX, i32::MIN), |(least, most), lead| (least.min(lead.0), most.max(lead.1)));
            let count = (most - least + 1) as usize;
            axes.push(LeadAxis { other, least, count, stride });
            stride = stride.saturating_mul(count);
        }
        axes
    }

    /// Returns the estimated number of additions for all tables.
    fn cost(sides: &[(Seat, UnpackedRow<'_>)], seats: Seat) -> u64 {
        let seats = usize::from(seats);
        let counts = Self::axes(sides, seats, 0).into_iter().map(|axis| axis.count as u64);
        counts.fold((seats * seats) as u64, u64::saturating_mul)
    }

    fn new(
        sides: &[(Seat, UnpackedRow<'_>)],
        gains: &UnpackedRow<'_>,
        place: Seat,
        job: &Job<'_>,
    ) -> Result<Self, Error> {
        let place = usize::from(place);
        let axes = Self::axes(sides, gains.seats, place);
        let width = limbs::width(limbs::bits_of_sum(gains.bits, gains.count));
        let count: usize = axes.iter().map(|axis| axis.count).product();
        job.reserve((count * width * size_of::<u64>()) as u64, Progress::default())?;
        let mut sums = vec![0; count * width];
        for (gains, number) in gains.iter() {
            let steps = axes.iter().map(|axis| axis.offset(ahead(gains, place, axis.other)));
            if let Some(at) = steps.sum::<Option<usize>>() {
                limbs::add(&mut sums[at * width..(at + 1) * width], number);
            }
        }
        for axis in &axes {
            let stride = axis.stride * width;
            for lines in sums.chunks_exact_mut(stride * axis.count) {
                for at in (0..axis.count - 1).rev() {
                    // A gain that beats a lead also beats every smaller lead. Adjacent sums are added as one long number,
                    // since no sum exceeds its width.
                    let (less, more) = lines[at * stride..(at + 2) * stride].split_at_mut(stride);
                    limbs::add(less, more);
                }
            }
        }
        Ok(Self { place, axes, width, sums })
    }

    /// Returns the number of continuations in which the place wins, from the scores of a forward row.
    fn of(&self, side: &UnpackedRow<'_>) -> Natural {
        let bits = limbs::bits_of_sum(side.bits + 64 * self.width as u32, side.count);
        let mut won = vec![0; limbs::width(bits)];
        for (scores, number) in side.iter() {
            let step =
                |axis: &LeadAxis| (ahead(scores, axis.other, self.place) - axis.least) as usize * axis.stride;
            let at = self.axes.iter().map(step).sum::<usize>() * self.width;
            limbs::add_long_product(&mut won, &self.sums[at..at + self.width], number);
        }
        limbs::natural(&won)
    }
}

/// The counts of all joined nodes, by their denominator.
#[derive(Clone, Default, Serialize, Deserialize)]
pub(super) struct JoinedCounts(BTreeMap<Natural, Continuations>);

impl JoinedCounts {
    pub(super) fn add(&mut self, denominator: Natural, tally: Continuations) {
        match self.0.entry(denominator) {
            Entry::Occupied(sum) => sum.into_mut().add(tally),
            Entry::Vacant(place) => drop(place.insert(tally)),
        }
    }

    /// Returns the probabilities of the outcomes of a game with `seats` seats.
    pub(super) fn outcomes(&self, seats: Seat) -> Vec<Rational> {
        let one = exact::one();
        let sum = |own: &dyn Fn(&Continuations) -> Natural| {
            let shares: Vec<Rational> = self
                .0
                .iter()
                .map(|(denominator, tally)| exact::ratio(own(tally), denominator.clone()))
                .collect();
            exact::weighted_sum(shares.iter().map(|share| (&one, share)))
        };
        // The total is the number of arrangements, or 1 if the counts are probabilities.
        let total = sum(&|tally| tally.total.clone());
        let won = (0..usize::from(seats)).map(|seat| sum(&|tally| tally.won[seat].clone()));
        let shares = won.chain([sum(&Continuations::drawn)]);
        shares.map(|share| exact::quotient(&share, &total)).collect()
    }
}
