//! Odds as floating-point numbers with a proven bound on their error, for boards too large for exact ones.
//!
//! They are found forward, layer by layer, as by the exact evaluator, but every number is a double, and whatever is
//! less likely than a threshold is dropped. All numbers are sums and products of numbers that are not negative, so
//! rounding can only multiply them by 1 ± u, u = 2^-53, once for every operation on the longest way to them (Higham
//! 2002, chapter 3). What was dropped is added up. Together they bound the error.

mod bounded;
mod resumed;

pub use crate::evaluate::approximate::bounded::{Bounded, rounded_up};

use crate::evaluate::approximate::resumed::Resumed;
use crate::evaluate::row::{Score, all_points};
use crate::game::{Game, Points, Seat};
use crate::model::explore::{Arrived, Following, Passed};
use crate::model::of_width;
use crate::model::{Building, Error, Progress, Run, WORTH_SHARING, each, seats};
use crate::payoff::Outcome;
use foldhash::fast::RandomState;
use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;
use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::Relaxed;

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
/// The work can be saved. States are forgotten, so the game is explored again up to where the work goes on; the numbers,
/// which take longer, are not worked out again.
///
/// # Errors
/// If a player decides somewhere, an event stays in its layer, the game breaks a promise of its contract, all seats
/// together can have more points than [`Points`] can hold, a limit of `run` is passed, work cannot be saved when it is
/// stopped, or saved work cannot be read.
pub fn approximate<G: Game>(
    game: &G,
    scores: &[Points],
    most: Points,
    threshold: f64,
    run: &Run<'_>,
) -> Result<Approximate, Error> {
    let seats = seats(game)?;
    ahead(&|visit| game.follow(run, visit), seats, (scores, most), threshold, run)
}

/// Follows a game of so many seats.
fn ahead(
    game: Following<'_>,
    seats: Seat,
    (scores, most): (&[Points], Points),
    threshold: f64,
    run: &Run<'_>,
) -> Result<Approximate, Error> {
    of_width!(seats, K => {
        let sweep = DoubleSweep::<K>::new(seats, scores, threshold, run)?;
        Resumed::new(sweep, (scores, most))?.finish(game)
    })
}

/// Neighbours on a line of scores; see [`Score::on_line`].
struct Stretch<const K: usize> {
    line: Score<K>,
    from: u32,
    numbers: Vec<f64>,
}

/// The numbers of a node, in ascending order of lines.
struct Numbers<const K: usize> {
    stretches: Vec<Stretch<K>>,
    way: Way,
    /// The number that there are, or were: not all are saved.
    count: u32,
    /// Its place among all nodes, in the order in which play comes to them.
    place: u64,
    /// The bytes of all that live.
    live: Arc<AtomicU64>,
}

impl<const K: usize> Drop for Numbers<K> {
    fn drop(&mut self) {
        self.live.fetch_sub(self.bytes(), Relaxed);
    }
}

impl<const K: usize> Numbers<K> {
    fn new(stretches: Vec<Stretch<K>>, way: Way, live: &Arc<AtomicU64>) -> Self {
        let count = stretches.iter().map(|stretch| stretch.numbers.len()).sum::<usize>() as u32;
        let numbers = Self { stretches, way, count, place: 0, live: Arc::clone(live) };
        live.fetch_add(numbers.bytes(), Relaxed);
        numbers
    }

    fn bytes(&self) -> u64 {
        let numbers: usize = self.stretches.iter().map(|stretch| stretch.numbers.capacity()).sum();
        (size_of::<Self>() + self.stretches.capacity() * size_of::<Stretch<K>>() + numbers * size_of::<f64>())
            as u64
    }
}

/// A summary of all ways to a node.
#[derive(Clone, Copy)]
struct Way {
    /// The roundings on the longest of them.
    roundings: f64,
    /// The most points that all seats can have together.
    most: u32,
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

impl Way {
    /// The ways that end with one of these steps.
    fn of<const K: usize>(incoming: &[Incoming<K>]) -> Self {
        let (mut roundings, mut most): (f64, u32) = (0.0, 0);
        for Incoming { from, points, .. } in incoming {
            roundings = roundings.max(from.way.roundings);
            most = most.max(from.way.most + u32::from(*points));
        }
        // For each of the terms: a sum; for each number: a product, and the share's two whole numbers and quotient.
        Self { roundings: roundings + incoming.len() as f64 + 4.0, most }
    }
}

/// A node that play comes to, with the steps into it.
struct Node<const K: usize> {
    /// The place of its state in the layer.
    state: usize,
    mover: Seat,
    incoming: Vec<Incoming<K>>,
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

struct DoubleSweep<'a, const K: usize> {
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
    /// The nodes that play came to.
    nodes: u64,
    dropped: Growing,
    kept: u64,
    roundings: f64,
    live: Arc<AtomicU64>,
}

impl<'a, const K: usize> DoubleSweep<'a, K> {
    fn new(seats: Seat, scores: &[Points], threshold: f64, run: &'a Run<'a>) -> Result<Self, Error> {
        let most = all_points(scores)?;
        let (line, from) = Score::new(scores).on_line(seats);
        let (stretches, live) = (vec![Stretch { line, from, numbers: vec![1.0] }], Arc::default());
        let way = Way { roundings: 0.0, most };
        let incoming = vec![Incoming::whole(Arc::new(Numbers::new(stretches, way, &live)))];
        Ok(Self {
            seats,
            threshold,
            run,
            frontier: HashMap::from_iter([((0, 0), incoming)]),
            likely: Vec::new(),
            starts: Vec::new(),
            ends: Vec::new(),
            nodes: 0,
            dropped: Growing::default(),
            kept: 0,
            roundings: 0.0,
            live,
        })
    }

    /// The nodes of a layer, in the order of states: sums of doubles depend on it.
    fn met(&mut self, layer: &Arrived<'_>) -> Vec<Node<K>> {
        let mut nodes = Vec::with_capacity(layer.met.len());
        for (state, &number) in layer.met.iter().enumerate() {
            for mover in 0..self.seats {
                let incoming = self.frontier.remove(&(number, mover));
                nodes.extend(incoming.map(|incoming| Node { state, mover, incoming }));
            }
        }
        nodes
    }

    /// Begins to work on so many nodes of a layer.
    fn begin(&self, layer: &Arrived<'_>, nodes: usize) -> Result<Building<'_>, Error> {
        let bytes = layer.bytes + self.bytes(nodes);
        Building::begin(self.run, Progress { layer: layer.layer, states: self.kept, bytes })
    }

    /// The numbers of the nodes of a layer.
    fn rows(&self, layer: &Arrived<'_>, nodes: &[Node<K>]) -> Result<Vec<(Numbers<K>, Growing)>, Error> {
        let incoming = nodes.iter().flat_map(|node| &node.incoming);
        let work: u64 = incoming.map(|incoming| incoming.from.bytes()).sum();
        let building = self.begin(layer, nodes.len())?;
        let gather = |node: &Node<K>| {
            let found = self.gather(&node.incoming);
            building.add(found.0.bytes())?;
            Ok(found)
        };
        each(self.run.shares(nodes.len()) && work > WORTH_SHARING, nodes, gather)
    }

    /// Takes note of what was dropped of rows.
    fn lose(&mut self, rows: Vec<(Numbers<K>, Growing)>) -> Vec<Numbers<K>> {
        let kept = rows.into_iter().map(|(numbers, dropped)| {
            self.dropped.sum += dropped.sum;
            self.dropped.terms += dropped.terms + 1.0;
            numbers
        });
        kept.collect()
    }

    /// Puts the nodes of a layer back that have no numbers.
    fn put_back(&mut self, layer: &Arrived<'_>, nodes: Vec<Node<K>>) {
        let back = |node: Node<K>| ((layer.met[node.state], node.mover), node.incoming);
        self.frontier.extend(nodes.into_iter().map(back));
    }

    /// Takes the numbers of the nodes of a layer, and returns which of so many states are likely.
    fn settle(&mut self, states: usize, nodes: &[Node<K>], rows: Vec<Numbers<K>>) -> Vec<bool> {
        let mut likely = vec![false; states];
        self.likely.clear();
        self.starts.clear();
        for (&Node { state, mover, .. }, mut numbers) in nodes.iter().zip(rows) {
            numbers.place = self.nodes;
            self.nodes += 1;
            self.roundings = self.roundings.max(numbers.way.roundings);
            self.kept += u64::from(numbers.count);
            if numbers.count > 0 {
                if !likely[state] {
                    self.starts.push(self.likely.len());
                    likely[state] = true;
                }
                self.likely.push((mover, Arc::new(numbers)));
            }
        }
        self.starts.push(self.likely.len());
        likely
    }

    /// Passes the numbers of a layer on.
    fn leave(&mut self, layer: &Passed<'_>) -> Result<(), Error> {
        for state in 0..layer.states.len() {
            let steps = layer.steps(layer.states.get(state).1);
            let total: u64 = steps.clone().map(|step| step.weight).sum();
            for (mover, from) in &self.likely[self.starts[state]..self.starts[state + 1]] {
                if steps.len() == 0 {
                    self.ends.push(Incoming::whole(Arc::clone(from)));
                }
                for step in steps.clone() {
                    if from.way.most + u32::from(step.points) > Points::MAX.into() {
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

    /// The odds, once all ends are there.
    fn odds(&self, most: Points) -> Approximate {
        let seats = self.seats;
        // Scores that come together here are no less likely than those that were likely enough in each end.
        let (distribution, _) = self.gather(&self.ends);
        let roundings = distribution.way.roundings.max(self.roundings);
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
        Approximate {
            outcomes: outcomes.into_iter().map(|sum| bounded(sum, dropped)).collect(),
            expected: expected.into_iter().map(|sum| bounded(sum, dropped * f64::from(most))).collect(),
            kept: self.kept,
            dropped,
        }
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
        let stretch = |(line, (from, to))| Stretch { line, from, numbers: vec![0.0; (to - from) as usize] };
        let mut stretches: Vec<Stretch<K>> = spans.into_iter().map(stretch).collect();
        for incoming in incoming {
            for stretch in &incoming.from.stretches {
                let (line, from) = moved(incoming, stretch);
                let place = stretches.binary_search_by(|sum| sum.line.cmp(&line));
                let sum = &mut stretches[place.expect("every line has its span")];
                let begin = (from - sum.from) as usize;
                for (sum, &number) in sum.numbers[begin..].iter_mut().zip(&stretch.numbers) {
                    *sum += number * incoming.share;
                }
            }
        }
        let mut dropped = Growing::default();
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
        (Numbers::new(stretches, Way::of(incoming), &self.live), dropped)
    }
}
