//! Odds as floating-point numbers with a proven bound on their error, for boards too large for exact ones.
//!
//! They are found forward, layer by layer, as by the exact evaluator, but every number is a double, and whatever is
//! less likely than a threshold is dropped. All numbers are sums and products of numbers that are not negative, so
//! rounding can only multiply them by 1 ± u, u = 2^-53, once for every operation on the longest way to them (Higham
//! 2002, chapter 3). What was dropped is added up. Together they bound the error.
//!
//! Numbers below [`LEAST_KEPT`] are dropped in any case: a number that is kept, times a share of at least 2^-64, is no less
//! than 5e-300, so no product underflows, and rounding stays relative.

mod bounded;

pub use crate::evaluate::approximate::bounded::{Bounded, rounded_up};

use crate::evaluate::checkpoint::{fingerprint, read_value, save_value};
use crate::evaluate::recurrence::{Factors, ModelEdge, Neighbor, Recurrence, ValueSize};
use crate::evaluate::row::Score;
use crate::evaluate::storage::{MemorySize, Slots};
use crate::evaluate::stream::{Stream, Streamed};
use crate::game::{Game, Points, Seat};
use crate::model::explore::Following;
use crate::model::{Error, Job, of_width, seats};
use crate::payoff::Outcome;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::io::{self, Read, Write};
use std::mem;

/// The approximate odds of a game.
#[derive(Clone, Debug, PartialEq)]
pub struct Approximate {
    /// The probability of each [`Outcome`], by its [`index`](Outcome::index): that each seat alone has the most points,
    /// and last that none has.
    pub outcomes: Vec<Bounded>,
    /// The expected points of each seat at the end, the first player's first.
    pub expected: Vec<Bounded>,
    /// The number of probabilities that were kept: about one for each state with its scores and mover.
    pub kept: u64,
    /// An upper bound on the probability of everything that was dropped.
    pub dropped: f64,
}

/// The least number that is kept.
const LEAST_KEPT: f64 = 1e-280;

/// The unit of rounding of a double.
const UNIT: f64 = f64::EPSILON / 2.0;

/// Finds the odds of `game` as doubles. Nobody may decide; the seats have `scores` at the start, the first player's
/// first. Missing scores are 0.
///
/// A state with its scores that is less likely than `threshold` may be dropped, with all that follows it. `most` must
/// be at least the number of points that any seat can end up with: the bound on the error of the expected points relies
/// on it. Costs a multiplication for every edge of what is kept of the scored graph.
///
/// The work can be saved. States are forgotten, so the game is explored again up to where the work goes on; the numbers,
/// which take longer, are not worked out again.
///
/// # Errors
/// If `threshold` is not from 0 to 1, a player decides somewhere, an event stays in its layer, the game breaks a promise of its contract, all seats
/// together can have more points than [`Points`] can hold, more than 2^31 - 1 states are met, scores aside, or 2^32 - 1
/// steps out of one layer, a limit of `job` is passed, work cannot be saved when it is stopped, or saved work cannot be
/// read.
///
/// # Panics
/// If there are more scores than seats.
pub fn approximate<G: Game>(
    game: &G,
    scores: &[Points],
    most: Points,
    threshold: f64,
    job: &Job<'_>,
) -> Result<Approximate, Error> {
    if !(0.0..=1.0).contains(&threshold) {
        return Err(Error::Threshold(threshold.to_string()));
    }
    let seats = seats(game)?;
    let game: (Following<'_>, u64) = (&|visit| game.follow(job, visit), fingerprint(&game.start()));
    stream(game, (seats, scores), (most, threshold), job)
}

/// Streams a game, given with the fingerprint of its start. It is not generic, so it is compiled once, with the engine.
fn stream(
    game: (Following<'_>, u64),
    (seats, scores): (Seat, &[Points]),
    (most, threshold): (Points, f64),
    job: &Job<'_>,
) -> Result<Approximate, Error> {
    of_width!(seats, K => {
        let dropped = Growing::default();
        let doubles = Doubles::<K> { seats, scores: scores.to_vec(), most, threshold, dropped, operations: 0.0 };
        Stream::run(game, doubles, (seats, scores), job)?.odds()
    })
}

/// The recurrence of doubles that are likely enough.
struct Doubles<const K: usize> {
    seats: Seat,
    /// The scores of the seats at the start.
    scores: Vec<Points>,
    /// No seat has more points at the end.
    most: Points,
    threshold: f64,
    /// What all places dropped.
    dropped: Growing,
    /// The greatest number of operations on a way to any place.
    operations: f64,
}

/// The doubles of a place.
#[derive(Serialize, Deserialize)]
struct Bunch<const K: usize> {
    /// In ascending order of lines.
    stretches: Vec<Stretch<K>>,
    /// The operations on the longest way to the place, each of which may round.
    operations: f64,
    /// The sum of the numbers dropped here, and their count.
    dropped: f64,
    dropped_terms: u32,
    /// The most points that all seats can have together.
    most: u32,
}

/// Neighbours on a line of scores; see [`Score::on_line`].
#[derive(Serialize, Deserialize)]
struct Stretch<const K: usize> {
    line: Score<K>,
    from: u32,
    numbers: Vec<f64>,
    /// No number is less, but for 0.
    least: f64,
}

impl<const K: usize> Stretch<K> {
    /// Returns the stretch of these numbers.
    fn of(line: Score<K>, from: u32, numbers: Vec<f64>) -> Self {
        let least = numbers.iter().copied().filter(|&number| number > 0.0).fold(f64::INFINITY, f64::min);
        Self { line, from, numbers, least }
    }

    /// Drops all numbers below [`LEAST_KEPT`], if there may be any. A number of 0 stands for scores that play cannot come
    /// to, and loses nothing.
    fn keep_likely(&mut self, dropped: &mut Growing) {
        if self.least >= LEAST_KEPT {
            return;
        }
        let is_lost = |number: &&mut f64| **number > 0.0 && **number < LEAST_KEPT;
        self.numbers.iter_mut().filter(is_lost).for_each(|number| dropped.add(mem::take(number)));
        *self = Self::of(self.line, self.from, mem::take(&mut self.numbers));
    }
}

/// A sum that only grows, and how often it was added to.
#[derive(Clone, Copy, Default, Serialize, Deserialize)]
struct Growing {
    sum: f64,
    terms: f64,
}

impl Growing {
    fn add(&mut self, number: f64) {
        self.sum += number;
        self.terms += 1.0;
    }

    /// No less than the true sum of numbers that have been rounded so often.
    fn most(self, roundings: f64) -> f64 {
        self.sum * (1.0 + 2.0 * (self.terms + roundings) * UNIT)
    }
}

impl<const K: usize> Recurrence for Doubles<K> {
    type Value = Bunch<K>;
    type Storage = Slots<Bunch<K>>;
    type Factor = f64;

    const FACTORS: Factors = Factors::Share;
    const HAS_SCORES: bool = true;

    fn boundary(&self, _: usize) -> Bunch<K> {
        let (line, from) = Score::new(&self.scores).on_line(self.seats);
        let stretches = vec![Stretch::of(line, from, vec![1.0])];
        let most = self.scores.iter().map(|&points| u32::from(points)).sum();
        Bunch { stretches, operations: 0.0, dropped: 0.0, dropped_terms: 0, most }
    }

    fn factor(&self, edge: ModelEdge) -> f64 {
        let (weight, total) = edge.share;
        weight as f64 / total as f64
    }

    /// Adds up all terms, and drops numbers that are too unlikely.
    fn combine(&self, _: usize, terms: &[Neighbor<'_, Self>]) -> Result<Bunch<K>, Error> {
        let (mut operations, mut most): (f64, u32) = (0.0, 0);
        for term in terms {
            operations = operations.max(term.value.operations);
            let Some(points) = term.path.points() else { return Err(Error::PointsOverflow) };
            most = most.max(term.value.most + u32::from(points));
        }
        if most > Points::MAX.into() {
            return Err(Error::PointsOverflow);
        }
        // For each of the terms: a sum; for each number: a product, and the share's two whole numbers and quotient.
        operations += terms.len() as f64 + 4.0;
        let seats = self.seats;
        let mut spans: BTreeMap<Score<K>, (u32, u32)> = BTreeMap::new();
        for Neighbor { value, path, .. } in terms {
            let [(scorer, points), _] = path.scored;
            let (shift, along) = Score::one(scorer, points).on_line(seats);
            for stretch in &value.stretches {
                let (line, from) = (stretch.line.plus(shift), stretch.from + along);
                let to = from + stretch.numbers.len() as u32;
                let span = spans.entry(line).or_insert((from, to));
                *span = (span.0.min(from), span.1.max(to));
            }
        }
        let stretch = |(line, (from, to))| {
            let numbers = vec![0.0; (to - from) as usize];
            Stretch { line, from, numbers, least: f64::INFINITY }
        };
        let mut stretches: Vec<Stretch<K>> = spans.into_iter().map(stretch).collect();
        for &Neighbor { value, factor, path } in terms {
            let [(scorer, points), _] = path.scored;
            let (shift, along) = Score::one(scorer, points).on_line(seats);
            for stretch in &value.stretches {
                let (line, from) = (stretch.line.plus(shift), stretch.from + along);
                let place = stretches.binary_search_by(|sum| sum.line.cmp(&line));
                let sum = &mut stretches[place.expect("every line has its span")];
                sum.least = sum.least.min(stretch.least * factor);
                let begin = (from - sum.from) as usize;
                for (sum, &number) in sum.numbers[begin..].iter_mut().zip(&stretch.numbers) {
                    *sum += number * factor;
                }
            }
        }
        let mut dropped = Growing::default();
        for stretch in &mut stretches {
            stretch.keep_likely(&mut dropped);
            let likely = |&number: &f64| number >= self.threshold;
            let first = stretch.numbers.iter().position(likely).unwrap_or(stretch.numbers.len());
            let last = stretch.numbers.iter().rposition(likely).map_or(first, |last| last + 1);
            let lost = stretch.numbers[..first].iter().chain(&stretch.numbers[last..]);
            lost.for_each(|&number| dropped.add(number));
            stretch.numbers.truncate(last);
            stretch.numbers.drain(..first);
            stretch.from += first as u32;
        }
        stretches.retain(|stretch| !stretch.numbers.is_empty());
        let (dropped, dropped_terms) = (dropped.sum, dropped.terms as u32);
        Ok(Bunch { stretches, operations, dropped, dropped_terms, most })
    }

    fn size(bunch: &Bunch<K>) -> ValueSize {
        let states = bunch.stretches.iter().map(|stretch| stretch.numbers.len() as u64).sum();
        ValueSize { states, ..ValueSize::of(bunch) }
    }
}

impl<const K: usize> Streamed<Bunch<K>, ()> for Doubles<K> {
    fn context(&self) -> &() {
        &()
    }

    fn fingerprint(&self) -> Vec<u64> {
        vec![u64::from_le_bytes(*b"approxim"), self.most.into(), self.threshold.to_bits()]
    }

    fn record(&mut self, bunch: &Bunch<K>) {
        self.dropped.sum += bunch.dropped;
        self.dropped.terms += f64::from(bunch.dropped_terms) + 1.0;
        self.operations = self.operations.max(bunch.operations);
    }

    fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        save_value(out, &(self.dropped, self.operations))
    }

    fn read(&mut self, input: &mut dyn Read) -> io::Result<()> {
        (self.dropped, self.operations) = read_value(input)?;
        Ok(())
    }
}

impl<const K: usize> MemorySize for Bunch<K> {
    fn bytes(&self) -> u64 {
        let numbers: usize = self.stretches.iter().map(|stretch| stretch.numbers.capacity()).sum();
        let stretches = self.stretches.capacity() * size_of::<Stretch<K>>();
        (size_of::<Self>() + stretches + numbers * size_of::<f64>()) as u64
    }
}

impl<const K: usize> Stream<'_, Doubles<K>, Bunch<K>, ()> {
    /// Returns the odds at all ends together.
    fn odds(&self) -> Result<Approximate, Error> {
        let Doubles { seats, most, dropped, operations, .. } = self.recurrence;
        // Scores that come together here are no less likely than those that were likely enough in each end.
        let distribution = self.value_at_ends()?;
        let roundings = distribution.operations.max(operations);
        let dropped = dropped.most(roundings);
        let mut outcomes = vec![Growing::default(); usize::from(seats) + 1];
        let mut expected = vec![Growing::default(); usize::from(seats)];
        for stretch in &distribution.stretches {
            for (along, &number) in (stretch.from..).zip(&stretch.numbers) {
                let points = stretch.line.along(along, seats).points(seats);
                outcomes[Outcome::of(&points).index(seats)].add(number);
                for (sum, &own) in expected.iter_mut().zip(&points) {
                    sum.add(number * f64::from(own));
                }
            }
        }
        // One more operation for the product with the points.
        let bounded = |sum: Growing, lost: f64| Bounded {
            value: sum.sum,
            error: 2.0 * sum.sum * (sum.terms + roundings + 1.0) * UNIT + lost,
        };
        Ok(Approximate {
            outcomes: outcomes.into_iter().map(|sum| bounded(sum, dropped)).collect(),
            expected: expected.into_iter().map(|sum| bounded(sum, dropped * f64::from(most))).collect(),
            kept: self.counts.states,
            dropped,
        })
    }
}
