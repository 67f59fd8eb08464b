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

use crate::evaluate::checkpoint::{self, fingerprint, nonsense, sound};
use crate::evaluate::follow::{Carried, Follow, Incoming, Way};
use crate::evaluate::row::Score;
use crate::game::{Game, Points, Seat};
use crate::model::explore::Following;
use crate::model::{Error, Run, of_width, seats};
use crate::payoff::Outcome;
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
/// steps out of one layer, a limit of `run` is passed, work cannot be saved when it is stopped, or saved work cannot be
/// read.
///
/// # Panics
/// If there are more scores than seats.
pub fn approximate<G: Game>(
    game: &G,
    scores: &[Points],
    most: Points,
    threshold: f64,
    run: &Run<'_>,
) -> Result<Approximate, Error> {
    if !(0.0..=1.0).contains(&threshold) {
        return Err(Error::Threshold(threshold.to_string()));
    }
    let seats = seats(game)?;
    let kind = Doubles { seats, most, threshold, dropped: Growing::default() };
    ahead((&|visit| game.follow(run, visit), fingerprint(&game.start())), kind, scores, run)
}

/// Follows a game, given with the fingerprint of its start.
fn ahead(
    game: (Following<'_>, u64),
    kind: Doubles,
    scores: &[Points],
    run: &Run<'_>,
) -> Result<Approximate, Error> {
    let seats = kind.seats;
    of_width!(seats, K => Ok(Follow::<Doubles, K>::through(game, kind, (seats, scores), run)?.odds()))
}

/// Doubles, as far as they are likely.
struct Doubles {
    seats: Seat,
    /// No seat has more points at the end.
    most: Points,
    threshold: f64,
    dropped: Growing,
}

/// Neighbours on a line of scores; see [`Score::on_line`].
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
#[derive(Clone, Copy, Default)]
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

impl<const K: usize> Carried<K> for Doubles {
    /// In ascending order of lines.
    type Numbers = Vec<Stretch<K>>;
    type Share = f64;
    type Common = ();
    type Dropped = Growing;

    const WHOLE: f64 = 1.0;

    fn certain(&self, score: Score<K>, _: u32) -> Vec<Stretch<K>> {
        let (line, from) = score.on_line(self.seats);
        vec![Stretch::of(line, from, vec![1.0])]
    }

    fn common<'n>(&mut self, _: impl Iterator<Item = &'n Incoming<Self, K>>) {}

    /// The sum of all that comes into a node, without what is too unlikely, and how much that was.
    fn gather(&self, incoming: &[Incoming<Self, K>], (): &()) -> (Vec<Stretch<K>>, Growing) {
        let seats = self.seats;
        let mut spans: BTreeMap<Score<K>, (u32, u32)> = BTreeMap::new();
        for incoming in incoming {
            let (shift, along) = incoming.shift().on_line(seats);
            for stretch in incoming.from.numbers() {
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
        for incoming in incoming {
            let (shift, along) = incoming.shift().on_line(seats);
            for stretch in incoming.from.numbers() {
                let (line, from) = (stretch.line.plus(shift), stretch.from + along);
                let place = stretches.binary_search_by(|sum| sum.line.cmp(&line));
                let sum = &mut stretches[place.expect("every line has its span")];
                sum.least = sum.least.min(stretch.least * incoming.share);
                let begin = (from - sum.from) as usize;
                for (sum, &number) in sum.numbers[begin..].iter_mut().zip(&stretch.numbers) {
                    *sum += number * incoming.share;
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
        (stretches, dropped)
    }

    fn lose(&mut self, dropped: Growing) {
        self.dropped.sum += dropped.sum;
        self.dropped.terms += dropped.terms + 1.0;
    }

    fn shares(
        steps: impl Iterator<Item = (u64, Option<u64>)> + Clone,
    ) -> Option<impl Fn(u64, Option<u64>) -> f64> {
        let total: u64 = steps.map(|(weight, _)| weight).sum();
        Some(move |weight, _| weight as f64 / total as f64)
    }

    fn len(stretches: &Vec<Stretch<K>>) -> usize {
        stretches.iter().map(|stretch| stretch.numbers.len()).sum()
    }

    fn bytes(stretches: &Vec<Stretch<K>>) -> u64 {
        let numbers: usize = stretches.iter().map(|stretch| stretch.numbers.capacity()).sum();
        (stretches.capacity() * size_of::<Stretch<K>>() + numbers * size_of::<f64>()) as u64
    }

    fn question(&self) -> Vec<u64> {
        vec![u64::from_le_bytes(*b"approxim"), self.most.into(), self.threshold.to_bits()]
    }

    fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        checkpoint::put_doubles(out, &[self.dropped.sum, self.dropped.terms])
    }

    fn read(&mut self, input: &mut dyn Read) -> io::Result<()> {
        let [sum, terms] = checkpoint::some(input)?.map(f64::from_bits);
        self.dropped = Growing { sum, terms };
        sound(sum >= 0.0 && terms >= 0.0 && (sum + terms).is_finite())
    }

    fn write_numbers(stretches: &Vec<Stretch<K>>, out: &mut dyn Write) -> io::Result<()> {
        stretches.iter().try_for_each(|Stretch { line, from, numbers, .. }| {
            checkpoint::put(out, &line.words())?;
            checkpoint::put(out, &[(*from).into(), numbers.len() as u64])?;
            checkpoint::put_doubles(out, numbers)
        })
    }

    fn read_numbers(&self, input: &mut dyn Read, way: Way, count: u32) -> io::Result<Vec<Stretch<K>>> {
        let mut stretches: Vec<Stretch<K>> = Vec::new();
        let mut left = count;
        while left > 0 {
            let line = Score::from_words(checkpoint::some(input)?);
            let [from, length] = checkpoint::some(input)?.map(u32::try_from);
            let (from, length) = (from.map_err(|_| nonsense())?, length.map_err(|_| nonsense())?);
            let to = from.checked_add(length).filter(|&to| line.is_line(to, self.seats, way.most));
            let follows = stretches.last().is_none_or(|last| last.line < line);
            let (Some(_), true, 1..) = (to, follows, length) else { return Err(nonsense()) };
            left = left.checked_sub(length).ok_or_else(nonsense)?;
            let numbers = checkpoint::take_doubles(input, length as usize)?;
            sound(numbers.iter().all(|number| (0.0..=2.0).contains(number)))?;
            stretches.push(Stretch::of(line, from, numbers));
        }
        Ok(stretches)
    }
}

impl<const K: usize> Follow<'_, Doubles, K> {
    /// The odds, once all ends are there.
    fn odds(&self) -> Approximate {
        let Doubles { seats, most, dropped, .. } = self.kind;
        // Scores that come together here are no less likely than those that were likely enough in each end.
        let (distribution, _) = self.kind.gather(&self.ends, &());
        let roundings = Way::of(&self.ends).operations.max(self.operations);
        let dropped = dropped.most(roundings);
        let mut outcomes = vec![Growing::default(); usize::from(seats) + 1];
        let mut expected = vec![Growing::default(); usize::from(seats)];
        for stretch in &distribution {
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
        Approximate {
            outcomes: outcomes.into_iter().map(|sum| bounded(sum, dropped)).collect(),
            expected: expected.into_iter().map(|sum| bounded(sum, dropped * f64::from(most))).collect(),
            kept: self.found.states,
            dropped,
        }
    }
}
