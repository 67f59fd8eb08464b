//! Odds in floating-point numbers with a proven bound on their error, for games that are too large for exact odds.
//!
//! The evaluator is the stream of the exact evaluator, but every number is a double, and a number below a threshold is
//! dropped. All numbers are sums and products of non-negative numbers. Each operation on the longest path to a number
//! therefore multiplies it by at most 1 ± u, u = 2^-53 (Higham 2002, chapter 3). The sum of the dropped numbers and the
//! rounding errors bound the error.
//!
//! Numbers below [`LEAST_KEPT`] are always dropped. The product of a kept number and a share, at least 2^-64, is then at least
//! 5e-300, so no product underflows, and rounding errors stay relative.

mod bounded;
mod double_row;

pub use crate::evaluate::approximate::bounded::{BoundedValue, rounded_up};

use crate::evaluate::approximate::double_row::{DoubleRow, DoubleRun, PositiveSum, Shift};
use crate::evaluate::checkpoint::{fingerprint, read_value, save_value};
use crate::evaluate::forward::with_offset;
use crate::evaluate::recurrence::{Factors, ModelEdge, Neighbor, Recurrence, ValueSize};
use crate::evaluate::row::{Lane, Score};
use crate::evaluate::storage::Slots;
use crate::evaluate::stream::{LayerStream, StreamRecurrence};
use crate::game::{Game, Points, Seat, least_points};
use crate::model::explore::ExploreFn;
use crate::model::{Error, Job, of_width, seats};
use crate::payoff::Outcome;
use smallvec::{SmallVec, smallvec};
use std::io::{self, Read, Write};

/// The approximate odds of a game.
///
/// ```
/// use chancetree_engine::evaluate::approximate;
/// use chancetree_engine::example::Coins;
/// use chancetree_engine::model::Job;
/// use chancetree_engine::payoff::Outcome;
///
/// let odds = approximate(&Coins { tosses: 3 }, &[], 3, 0.0, &Job::default())?;
/// let draw = odds.outcomes[Outcome::Drawn.index(2)];
/// assert!((draw.value - 0.25).abs() <= draw.error);
/// assert!((odds.expected[1].value - 0.5).abs() <= odds.expected[1].error);
/// assert_eq!(odds.dropped, 0.0);
/// # Ok::<(), chancetree_engine::model::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct ApproximateOdds {
    /// The probability of each [`Outcome`], by its [`index`](Outcome::index): that each seat alone has the most points,
    /// and last that none has.
    pub outcomes: Vec<BoundedValue>,
    /// The expected points of each seat at the end, the first player's first.
    pub expected: Vec<BoundedValue>,
    /// The number of kept probabilities: about one for each state with its scores and mover.
    pub kept: u64,
    /// An upper bound on the sum of the dropped probabilities.
    pub dropped: f64,
}

/// The least kept number.
const LEAST_KEPT: f64 = 1e-280;

/// The greatest relative error of one rounding to a double.
const UNIT: f64 = f64::EPSILON / 2.0;

/// Computes the odds of `game`, which has no decisions, in doubles. The seats have `scores` at the start, the first player's
/// first. Missing scores are 0.
///
/// A state with scores whose probability is below `threshold` may be dropped, together with its successors. `most` must be at
/// least the magnitude of the final score of any seat: the bound on the error of the expected points depends on it.
///
/// Cost: one multiplication for every kept edge of the scored graph.
///
/// The work can be saved. On resume, the game is explored again up to the layer of the stop, but no number is computed
/// again.
///
/// # Errors
/// If `threshold` is not from 0 to 1, a player decides somewhere, an event stays in its layer, the game violates its
/// contract, all seats together can have more points than [`MAX_POINTS`](crate::game::MAX_POINTS), there are more than
/// 2^31 - 1 states without their scores, or 2^32 - 1 steps out of one layer, a limit of `job` is passed, work cannot be saved when it is stopped, or
/// saved work cannot be read.
///
/// # Panics
/// If there are more scores than seats.
///
/// ```
/// use chancetree_engine::evaluate::approximate;
/// use chancetree_engine::example::Coins;
/// use chancetree_engine::model::Job;
///
/// let found = approximate(&Coins { tosses: 60 }, &[], 60, 1e-20, &Job::default())?;
/// assert!(found.outcomes[0].value > found.outcomes[1].value);
/// assert!(found.outcomes[0].error < 1e-12);
/// # Ok::<(), chancetree_engine::model::Error>(())
/// ```
pub fn approximate<G: Game>(
    game: &G,
    scores: &[Points],
    most: Points,
    threshold: f64,
    job: &Job<'_>,
) -> Result<ApproximateOdds, Error> {
    if !(0.0..=1.0).contains(&threshold) {
        return Err(Error::Threshold(threshold.to_string()));
    }
    let seats = seats(game)?;
    let start = fingerprint(&game.start());
    with_offset(seats, scores, job, |offset, job| {
        let game: (ExploreFn<'_>, u64) = (&|visit| game.follow(job, visit), start);
        stream(game, (seats, scores, offset), (most, threshold), job)
    })
}

/// Streams a game, given with the fingerprint of its start. The function is not generic, so that it is compiled with the engine.
fn stream(
    game: (ExploreFn<'_>, u64),
    (seats, scores, offset): (Seat, &[Points], Lane),
    (most, threshold): (Points, f64),
    job: &Job<'_>,
) -> Result<ApproximateOdds, Error> {
    of_width!(seats, K => {
        let dropped = PositiveSum::default();
        let scores = (seats, scores, offset);
        let start = (Score::new(scores.1, seats, offset), offset);
        let doubles = PrunedDoubles::<K> { seats, start, most, threshold, dropped, operations: 0.0 };
        LayerStream::run(game, doubles, scores, job)?.odds()
    })
}

/// The recurrence of doubles above a threshold.
struct PrunedDoubles<const K: usize> {
    seats: Seat,
    /// The scores of the seats at the start, and the offset of all scores; see [`score`](crate::model::score).
    start: (Score<K>, Lane),
    /// An upper bound on the final score of a seat, in magnitude.
    most: Points,
    threshold: f64,
    /// The sum of the dropped numbers of all states and movers.
    dropped: PositiveSum,
    /// The greatest number of operations on a path to a state.
    operations: f64,
}

impl<const K: usize> PrunedDoubles<K> {
    /// Checks that no lane is negative after the points of a path.
    #[inline]
    fn check_loss(&self, term: &Neighbor<'_, Self>) -> Result<(), Error> {
        let lost = term.path.lost();
        if lost == 0 {
            return Ok(());
        }
        if self.start.1 == 0 {
            return Err(Error::NegativePoints);
        }
        match term.value.least_lane(self.seats) {
            Some(least) if lost > least.into() => Err(Error::PointsUnderflow(least_points(self.seats))),
            _ => Ok(()),
        }
    }
}

impl<const K: usize> Recurrence for PrunedDoubles<K> {
    type Value = DoubleRow<K>;
    type Storage = Slots<DoubleRow<K>>;
    type Factor = f64;

    const FACTORS: Factors = Factors::Share;
    const HAS_SCORES: bool = true;

    fn boundary(&self, _: usize) -> DoubleRow<K> {
        let (line, from) = self.start.0.line_and_offset(self.seats);
        let runs = smallvec![DoubleRun::of(line, from, vec![1.0])];
        let most = self.start.0.lanes(self.seats).map(u32::from).sum();
        DoubleRow { runs, operations: 0.0, dropped: 0.0, dropped_terms: 0, most }
    }

    fn factor(&self, edge: ModelEdge) -> f64 {
        let (weight, total) = edge.share;
        weight as f64 / total as f64
    }

    /// Adds up all terms, and drops numbers below the threshold at the ends of each run.
    fn combine(&self, _: usize, terms: &[Neighbor<'_, Self>]) -> Result<DoubleRow<K>, Error> {
        let (mut operations, mut most): (f64, u32) = (0.0, 0);
        for term in terms {
            operations = operations.max(term.value.operations);
            self.check_loss(term)?;
            most = most.max(term.value.most.saturating_add_signed(term.path.points()));
        }
        if most > Lane::MAX.into() {
            return Err(Error::PointsOverflow);
        }
        // One sum for each term; one product for each number; and two conversions and a quotient for the share.
        operations += terms.len() as f64 + 4.0;
        let seats = self.seats;
        // The lines of the sums in ascending order, each with the range of its numbers. Most sums have few lines.
        let mut spans: SmallVec<[(Score<K>, u32, u32); 8]> = SmallVec::new();
        let shifts: SmallVec<[Shift<K>; 8]> =
            terms.iter().map(|term| term.value.shift(&term.path, seats)).collect();
        for (term, &shift) in terms.iter().zip(&shifts) {
            for run in &term.value.runs {
                let (line, from) = run.shifted(shift);
                let to = from + run.numbers.len() as u32;
                match spans.binary_search_by(|span| span.0.cmp(&line)) {
                    Ok(place) => {
                        let span = &mut spans[place];
                        (span.1, span.2) = (span.1.min(from), span.2.max(to));
                    }
                    Err(place) => spans.insert(place, (line, from, to)),
                }
            }
        }
        let run = |(line, from, to)| {
            let numbers = Vec::with_capacity((to - from) as usize);
            DoubleRun { line, from, numbers, least: f64::INFINITY }
        };
        let mut runs: SmallVec<[DoubleRun<K>; 1]> = spans.into_iter().map(run).collect();
        for (&Neighbor { value, factor, .. }, shift) in terms.iter().zip(shifts) {
            for run in &value.runs {
                let (line, from) = run.shifted(shift);
                let place = runs.binary_search_by(|sum| sum.line.cmp(&line));
                let sum = &mut runs[place.expect("every line has its span")];
                sum.least = sum.least.min(run.least * factor);
                sum.add_product((from - sum.from) as usize, &run.numbers, factor);
            }
        }
        let mut dropped = PositiveSum::default();
        for run in &mut runs {
            run.keep_likely(&mut dropped);
            let likely = |&number: &f64| number >= self.threshold;
            let first = run.numbers.iter().position(likely).unwrap_or(run.numbers.len());
            let last = run.numbers.iter().rposition(likely).map_or(first, |last| last + 1);
            let lost = run.numbers[..first].iter().chain(&run.numbers[last..]);
            lost.for_each(|&number| dropped.add(number));
            run.numbers.truncate(last);
            run.numbers.drain(..first);
            run.from += first as u32;
        }
        runs.retain(|run| !run.numbers.is_empty());
        let (dropped, dropped_terms) = (dropped.sum, dropped.terms as u32);
        Ok(DoubleRow { runs, operations, dropped, dropped_terms, most })
    }

    fn size(row: &DoubleRow<K>) -> ValueSize {
        let states = row.runs.iter().map(|run| run.numbers.len() as u64).sum();
        ValueSize { states, ..ValueSize::of(row) }
    }
}

impl<const K: usize> StreamRecurrence for PrunedDoubles<K> {
    fn fingerprint(&self) -> Vec<u64> {
        vec![u64::from_le_bytes(*b"approxim"), self.most as u64, self.threshold.to_bits()]
    }

    fn record(&mut self, row: &DoubleRow<K>) {
        self.dropped.sum += row.dropped;
        self.dropped.terms += f64::from(row.dropped_terms) + 1.0;
        self.operations = self.operations.max(row.operations);
    }

    fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        save_value(out, &(self.dropped, self.operations))
    }

    fn read(&mut self, input: &mut dyn Read) -> io::Result<()> {
        (self.dropped, self.operations) = read_value(input)?;
        Ok(())
    }
}

impl<const K: usize> LayerStream<'_, PrunedDoubles<K>> {
    /// Returns the odds at all ends together.
    fn odds(&self) -> Result<ApproximateOdds, Error> {
        let PrunedDoubles { seats, start: (_, offset), most, dropped, operations, .. } = self.recurrence;
        // No number is dropped here: sums are no less than the kept numbers of the ends.
        let distribution = self.value_at_ends()?;
        let roundings = distribution.operations.max(operations);
        let dropped = dropped.upper_bound(roundings);
        let mut outcomes = vec![PositiveSum::default(); usize::from(seats) + 1];
        // Positive and negative points are added up apart.
        let mut expected = vec![[PositiveSum::default(); 2]; usize::from(seats)];
        for run in &distribution.runs {
            for (along, &number) in (run.from..).zip(&run.numbers) {
                let points = run.line.at_offset(along, seats).points(seats, offset);
                outcomes[Outcome::of(&points).index(seats)].add(number);
                for (sum, &own) in expected.iter_mut().zip(&points) {
                    sum[usize::from(own < 0)].add(number * f64::from(own.abs()));
                }
            }
        }
        // One more operation for the product with the points.
        let bounded = |sum: PositiveSum, lost: f64| BoundedValue {
            value: sum.sum,
            error: 2.0 * sum.sum * (sum.terms + roundings + 1.0) * UNIT + lost,
        };
        let points = |[gained, lost]: [PositiveSum; 2]| {
            let (gained, lost) = (bounded(gained, dropped * f64::from(most)), bounded(lost, 0.0));
            if lost.value == 0.0 {
                return gained;
            }
            // The difference is rounded once, and the error twice.
            let value = gained.value - lost.value;
            BoundedValue {
                value,
                error: (gained.error + lost.error + value.abs() * UNIT) * (1.0 + 4.0 * UNIT),
            }
        };
        Ok(ApproximateOdds {
            outcomes: outcomes.into_iter().map(|sum| bounded(sum, dropped)).collect(),
            expected: expected.into_iter().map(points).collect(),
            kept: self.counts.states,
            dropped,
        })
    }
}
