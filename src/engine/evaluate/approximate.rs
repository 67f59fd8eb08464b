//! Odds as floating-point numbers with a proven bound on their error, for boards too large for exact ones.
//!
//! They are found forward, layer by layer, as by the exact evaluator, but every number is a double, and whatever is
//! less likely than a threshold is dropped. All numbers are sums and products of numbers that are not negative, so
//! rounding can only multiply them by 1 ± u, u = 2^-53, once for every operation on the longest way to them (Higham
//! 2002, chapter 3). What was dropped is added up. Together they bound the error.

use crate::evaluate::row::Score;
use crate::game::{Game, Points, Seat};
use crate::model::explore::{Arrived, Explored, Passed, Terms, Visit, follow};
use crate::model::score::of_width;
use crate::model::{Building, Error, Progress, Run, WORTH_SHARING, each, seats};
use crate::payoff::Outcome;
use foldhash::fast::RandomState;
use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;
use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::Relaxed;

/// A number that is known up to an error: the true one is at most `error` away from `value`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bounded {
    /// The number found.
    pub value: f64,
    /// The greatest possible difference from the true number.
    pub error: f64,
}

/// Digits beyond which nobody reads on.
const MOST_DIGITS: f64 = 30.0;

impl Bounded {
    /// Returns the value with the digits that the error leaves certain and some more, and a bound of what that differs from
    /// the truth.
    #[must_use]
    pub fn words(self) -> [String; 2] {
        let Self { value, error } = self;
        if error == 0.0 {
            return [value.to_string(), "± 0".to_owned()];
        }
        let digits = (1.0 - error.log10()).ceil().clamp(1.0, MOST_DIGITS);
        // Rounding to these digits adds to the error, too.
        let error = error + 0.51 * 10f64.powf(-digits);
        [format!("{value:.digits$}", digits = digits as usize), format!("± {}", rounded_up(error))]
    }
}

/// Returns two digits that are no less than `error`, which is above 0.
#[must_use]
pub fn rounded_up(error: f64) -> String {
    let nearest = format!("{error:.1e}");
    if nearest.parse().is_ok_and(|nearest: f64| nearest >= error) {
        nearest
    } else {
        format!("{:.1e}", error * 1.05)
    }
}

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

/// The unit of rounding of a double.
const UNIT: f64 = f64::EPSILON / 2.0;

/// Finds the odds of `game` as doubles. Nobody may decide; the seats have `scores` at the start, the first player's
/// first. Missing scores are 0.
///
/// A state with its scores that is less likely than `threshold` may be dropped, with all that follows it. `most` must
/// be at least the number of points that any seat can end up with: the bound on the error of the expected points relies
/// on it. Costs a multiplication for every edge of what is kept of the scored graph.
///
/// # Errors
/// If a player decides somewhere, an event stays in its layer, the game breaks a promise of its contract, all seats
/// together can have more points than [`Points`] can hold, or a limit of `run` is passed.
pub fn approximate<G: Game>(
    game: &G,
    scores: &[Points],
    most: Points,
    threshold: f64,
    run: &Run<'_>,
) -> Result<Approximate, Error> {
    ahead(&|visit| follow(game, run, visit), seats(game)?, (scores, most), threshold, run)
}

/// Follows a game of so many seats.
fn ahead(
    game: Explored<'_>,
    seats: Seat,
    (scores, most): (&[Points], Points),
    threshold: f64,
    run: &Run<'_>,
) -> Result<Approximate, Error> {
    of_width!(seats, K => Sweep::<K>::new(seats, scores, threshold, run)?.finish(game, most))
}

/// Neighbours on a line of scores; see [`Score::on_line`].
struct Stretch<const K: usize> {
    line: Score<K>,
    from: u32,
    numbers: Vec<f64>,
}

/// The numbers of a node, in ascending order of lines, and the roundings on the longest way to one of them.
struct Numbers<const K: usize> {
    stretches: Vec<Stretch<K>>,
    roundings: f64,
    /// The most points that all seats can have together.
    most: u32,
    /// The bytes of all that live.
    live: Arc<AtomicU64>,
}

impl<const K: usize> Drop for Numbers<K> {
    fn drop(&mut self) {
        self.live.fetch_sub(self.bytes(), Relaxed);
    }
}

impl<const K: usize> Numbers<K> {
    fn new(stretches: Vec<Stretch<K>>, roundings: f64, most: u32, live: &Arc<AtomicU64>) -> Self {
        let numbers = Self { stretches, roundings, most, live: Arc::clone(live) };
        live.fetch_add(numbers.bytes(), Relaxed);
        numbers
    }

    fn len(&self) -> usize {
        self.stretches.iter().map(|stretch| stretch.numbers.len()).sum()
    }

    fn bytes(&self) -> u64 {
        let numbers: usize = self.stretches.iter().map(|stretch| stretch.numbers.capacity()).sum();
        (size_of::<Self>() + self.stretches.capacity() * size_of::<Stretch<K>>() + numbers * size_of::<f64>())
            as u64
    }
}

/// A step into a node.
struct Incoming<const K: usize> {
    from: Arc<Numbers<K>>,
    share: f64,
    shift: Score<K>,
    points: Points,
}

impl<const K: usize> Incoming<K> {
    /// The numbers of a node as they are.
    fn whole(from: Arc<Numbers<K>>) -> Self {
        Self { from, share: 1.0, shift: Score::ZERO, points: 0 }
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

struct Sweep<'a, const K: usize> {
    seats: Seat,
    threshold: f64,
    run: &'a Run<'a>,
    /// Nodes that were met, by the numbers of their states and the movers.
    frontier: HashMap<(u32, Seat), Vec<Incoming<K>>, RandomState>,
    /// The numbers of the layer at work, by state and mover.
    likely: Vec<(Seat, Arc<Numbers<K>>)>,
    /// The places of those of each state that is followed; one more entry than states.
    starts: Vec<usize>,
    ends: Vec<Incoming<K>>,
    dropped: Growing,
    kept: u64,
    roundings: f64,
    live: Arc<AtomicU64>,
}

impl<const K: usize> Visit for Sweep<'_, K> {
    fn terms(&self) -> Terms {
        Terms::Onward
    }

    fn arrive(&mut self, layer: &Arrived<'_>) -> Result<Vec<bool>, Error> {
        // In the order of states: sums of doubles depend on it.
        let mut nodes: Vec<(usize, Seat, Vec<Incoming<K>>)> = Vec::with_capacity(layer.met.len());
        for (state, &number) in layer.met.iter().enumerate() {
            for mover in 0..self.seats {
                let incoming = self.frontier.remove(&(number, mover));
                nodes.extend(incoming.map(|incoming| (state, mover, incoming)));
            }
        }
        let incoming = nodes.iter().flat_map(|(_, _, incoming)| incoming);
        let work: u64 = incoming.map(|incoming| incoming.from.bytes()).sum();
        let bytes = layer.bytes + self.bytes(nodes.len());
        let building = Building::begin(self.run, Progress { layer: layer.layer, states: self.kept, bytes })?;
        let gather = |(_, _, incoming): &(usize, Seat, Vec<Incoming<K>>)| {
            let found = self.gather(incoming);
            building.add(found.0.bytes())?;
            Ok(found)
        };
        let rows = each(self.run.shares(nodes.len()) && work > WORTH_SHARING, &nodes, gather)?;
        let mut likely = vec![false; layer.met.len()];
        self.likely.clear();
        self.starts.clear();
        for ((state, mover, _), (numbers, dropped)) in nodes.into_iter().zip(rows) {
            self.dropped.sum += dropped.sum;
            self.dropped.terms += dropped.terms + 1.0;
            self.roundings = self.roundings.max(numbers.roundings);
            self.kept += numbers.len() as u64;
            if !numbers.stretches.is_empty() {
                if !likely[state] {
                    self.starts.push(self.likely.len());
                    likely[state] = true;
                }
                self.likely.push((mover, Arc::new(numbers)));
            }
        }
        self.starts.push(self.likely.len());
        Ok(likely)
    }

    fn leave(&mut self, layer: &Passed<'_>) -> Result<(), Error> {
        for state in 0..layer.states.len() {
            let steps = layer.steps(layer.states.get(state).1);
            let total: u64 = steps.clone().map(|step| step.weight).sum();
            for (mover, from) in &self.likely[self.starts[state]..self.starts[state + 1]] {
                if steps.len() == 0 {
                    self.ends.push(Incoming::whole(Arc::clone(from)));
                }
                for step in steps.clone() {
                    if from.most + u32::from(step.points) > Points::MAX.into() {
                        return Err(Error::PointsOverflow);
                    }
                    let incoming = Incoming {
                        from: Arc::clone(from),
                        share: step.weight as f64 / total as f64,
                        shift: Score::one(*mover, step.points),
                        points: step.points,
                    };
                    let node = (step.target, (mover + step.passes) % self.seats);
                    self.frontier.entry(node).or_default().push(incoming);
                }
            }
        }
        self.likely.clear();
        Ok(())
    }

    fn so_far(&self) -> (u64, u64) {
        (self.kept, self.bytes(0))
    }
}

impl<'a, const K: usize> Sweep<'a, K> {
    fn new(seats: Seat, scores: &[Points], threshold: f64, run: &'a Run<'a>) -> Result<Self, Error> {
        let most = scores.iter().map(|&points| u32::from(points)).sum();
        if most > Points::MAX.into() {
            return Err(Error::PointsOverflow);
        }
        let (line, from) = Score::new(scores).on_line(seats);
        let (stretches, live) = (vec![Stretch { line, from, numbers: vec![1.0] }], Arc::default());
        let incoming = vec![Incoming::whole(Arc::new(Numbers::new(stretches, 0.0, most, &live)))];
        Ok(Self {
            seats,
            threshold,
            run,
            frontier: HashMap::from_iter([((0, 0), incoming)]),
            likely: Vec::new(),
            starts: Vec::new(),
            ends: Vec::new(),
            dropped: Growing::default(),
            kept: 0,
            roundings: 0.0,
            live,
        })
    }

    fn finish(mut self, game: Explored<'_>, most: Points) -> Result<Approximate, Error> {
        game(&mut self)?;
        let seats = self.seats;
        // Scores that come together here are no less likely than those that were likely enough in each end.
        let (distribution, _) = self.gather(&self.ends);
        let roundings = distribution.roundings.max(self.roundings);
        let dropped = self.dropped.most(roundings);
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
            kept: self.kept,
            dropped,
        })
    }

    /// The bytes held, with so many nodes of a layer at work.
    fn bytes(&self, nodes: usize) -> u64 {
        // A node has some steps in, in a list and a map with room to spare.
        let each = 2 * (size_of::<((u32, Seat), Vec<Incoming<K>>)>() + 4 * size_of::<Incoming<K>>());
        self.live.load(Relaxed) + ((nodes + self.frontier.len()) * each) as u64
    }

    /// The sum of all that comes into a node, without what is too unlikely, and how much that was.
    fn gather(&self, incoming: &[Incoming<K>]) -> (Numbers<K>, Growing) {
        let seats = self.seats;
        let moved = |incoming: &'_ Incoming<K>, stretch: &Stretch<K>| {
            let (line, along) = incoming.shift.on_line(seats);
            (stretch.line.plus(line), stretch.from + along)
        };
        let mut spans: BTreeMap<Score<K>, (u32, u32)> = BTreeMap::new();
        for incoming in incoming {
            for stretch in &incoming.from.stretches {
                let (line, from) = moved(incoming, stretch);
                let to = from + stretch.numbers.len() as u32;
                let span = spans.entry(line).or_insert((from, to));
                *span = (span.0.min(from), span.1.max(to));
            }
        }
        let mut sums: BTreeMap<Score<K>, Stretch<K>> = spans
            .into_iter()
            .map(|(line, (from, to))| {
                (line, Stretch { line, from, numbers: vec![0.0; (to - from) as usize] })
            })
            .collect();
        let (mut roundings, mut most): (f64, u32) = (0.0, 0);
        for incoming in incoming {
            roundings = roundings.max(incoming.from.roundings);
            most = most.max(incoming.from.most + u32::from(incoming.points));
            for stretch in &incoming.from.stretches {
                let (line, from) = moved(incoming, stretch);
                let sum = sums.get_mut(&line).expect("every line has its span");
                let begin = (from - sum.from) as usize;
                for (sum, &number) in sum.numbers[begin..].iter_mut().zip(&stretch.numbers) {
                    *sum += number * incoming.share;
                }
            }
        }
        // For each of the terms: a sum; for each number: a product, and the share's two whole numbers and quotient.
        roundings += incoming.len() as f64 + 4.0;
        let mut dropped = Growing::default();
        let mut stretches: Vec<Stretch<K>> = sums.into_values().collect();
        for stretch in &mut stretches {
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
        (Numbers::new(stretches, roundings, most, &self.live), dropped)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The printed number differs from the truth by no more than is printed, at either end of what the truth can be.
    #[test]
    fn what_is_shown_is_still_a_bound() {
        for value in [0.491_180_590_652_345, 0.999_999_999_999_5, 1e-9, 150.000_418_064_49] {
            for error in [1e-3, 4.349e-13, 1.04e-5, 9.949e-7, 5.000_000_1e-10, 1e-19, 3e-200] {
                let [text, shown] = Bounded { value, error }.words();
                let shown = shown.strip_prefix("± ").expect("a bound").parse::<f64>().expect("a number");
                let printed: f64 = text.parse().expect("a number");
                // Reading the digits rounds once more, by less than this.
                let read = f64::EPSILON * value;
                assert!((printed - value).abs() + error <= shown + read, "{value} {error}: {text} {shown}");
                assert!(shown <= 1.2 * error + 1e-29, "{error}: {shown}");
            }
        }
        assert_eq!(Bounded { value: 0.0, error: 0.0 }.words(), ["0", "± 0"]);
    }
}
