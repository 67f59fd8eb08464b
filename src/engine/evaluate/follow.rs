//! Numbers that go with play while a game is explored and forgotten, layer by layer.
//!
//! A node is a state and the seat to move. Its numbers, one for each score vector with which play comes there, are gathered
//! from the nodes before it as soon as its layer is met, handed on once the layer is expanded, and dropped with their last
//! use: only what lies between two layers is held. The work can be saved before any layer; see [`saved`].

mod saved;

use crate::evaluate::counts::Counts;
use crate::evaluate::follow::saved::Again;
use crate::evaluate::row::{Score, all_points};
use crate::exact::Natural;
use crate::game::{Points, Seat};
use crate::model::explore::{Arrived, Following, Passed, Visit};
use crate::model::{Building, Error, Progress, Run, WORTH_SHARING, each};
use foldhash::fast::RandomState;
use std::collections::{BTreeMap, HashMap};
use std::io::{self, Read, Write};
use std::sync::Arc;
use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::Relaxed;

/// A kind of numbers that go with play.
pub(crate) trait Carried<const K: usize>: Sized + Sync {
    /// The numbers of a node.
    type Numbers: Send + Sync;
    /// The part of numbers that goes along a step.
    type Share: Copy + Send + Sync;
    /// The denominator of all numbers of a layer.
    type Common: Sync;
    /// The part that was left out of the numbers of a node.
    type Dropped: Send + Sync;

    /// All of the numbers.
    const WHOLE: Self::Share;

    /// The number of a score vector that is certain.
    fn certain(&self, score: Score<K>, most: u32) -> Self::Numbers;

    /// Returns what the numbers that are gathered from steps are over.
    fn common<'n>(&mut self, steps: impl Iterator<Item = &'n Incoming<Self, K>> + Clone) -> Self::Common
    where
        Self: 'n;

    /// Sums up steps into a node.
    fn gather(&self, incoming: &[Incoming<Self, K>], common: &Self::Common)
    -> (Self::Numbers, Self::Dropped);

    /// Takes note of what was left out, node by node.
    fn lose(&mut self, dropped: Self::Dropped);

    /// Returns the share of each step of a choice, by its weight and the number of its ways; `None` if the game counts ways
    /// for some steps only.
    fn shares(
        steps: impl Iterator<Item = (u64, Option<u64>)> + Clone,
    ) -> Option<impl Fn(u64, Option<u64>) -> Self::Share>;

    /// Returns how many numbers there are.
    fn len(numbers: &Self::Numbers) -> usize;

    /// Returns the bytes of numbers.
    fn bytes(numbers: &Self::Numbers) -> u64;

    /// Returns the bytes that are held for all numbers together.
    fn shared(&self) -> u64 {
        0
    }

    /// Returns what tells the question from others, in words.
    fn question(&self) -> Vec<u64>;

    /// Writes what is known beside numbers.
    fn write(&self, out: &mut dyn Write) -> io::Result<()>;

    /// Reads it.
    fn read(&mut self, input: &mut dyn Read) -> io::Result<()>;

    /// Writes numbers.
    fn write_numbers(numbers: &Self::Numbers, out: &mut dyn Write) -> io::Result<()>;

    /// Reads so many numbers of a node.
    fn read_numbers(&self, input: &mut dyn Read, way: Way, count: u32) -> io::Result<Self::Numbers>;
}

/// A summary of all ways to a node.
#[derive(Clone, Copy, Default)]
pub(crate) struct Way {
    /// The operations on the longest of them, each of which may round.
    pub(crate) operations: f64,
    /// The most points that all seats can have together.
    pub(crate) most: u32,
}

impl Way {
    /// The ways that end with one of these steps.
    pub(crate) fn of<C: Carried<K>, const K: usize>(incoming: &[Incoming<C, K>]) -> Self {
        let (mut operations, mut most): (f64, u32) = (0.0, 0);
        for Incoming { from, points, .. } in incoming {
            operations = operations.max(from.way.operations);
            most = most.max(from.way.most + u32::from(*points));
        }
        // For each of the terms: a sum; for each number: a product, and the share's two whole numbers and quotient.
        Self { operations: operations + incoming.len() as f64 + 4.0, most }
    }
}

/// The numbers of a node that play came to; their bytes are counted while they live.
pub(crate) struct Live<C: Carried<K>, const K: usize> {
    /// `None` of a node through which play is followed again, and that nothing needs any more.
    numbers: Option<C::Numbers>,
    way: Way,
    /// The number that there are, or were.
    count: u32,
    /// The place of the node among all, in the order in which play comes to them.
    place: u64,
    live: Arc<AtomicU64>,
}

impl<C: Carried<K>, const K: usize> Live<C, K> {
    fn new(numbers: Option<C::Numbers>, way: Way, live: &Arc<AtomicU64>) -> Self {
        let count = numbers.as_ref().map_or(0, C::len) as u32;
        let new = Self { numbers, way, count, place: 0, live: Arc::clone(live) };
        live.fetch_add(new.bytes(), Relaxed);
        new
    }

    pub(crate) fn numbers(&self) -> &C::Numbers {
        self.numbers.as_ref().expect("numbers are kept while they are needed")
    }

    fn bytes(&self) -> u64 {
        size_of::<Self>() as u64 + self.numbers.as_ref().map_or(0, C::bytes)
    }
}

impl<C: Carried<K>, const K: usize> Drop for Live<C, K> {
    fn drop(&mut self) {
        self.live.fetch_sub(self.bytes(), Relaxed);
    }
}

/// A step into a node.
pub(crate) struct Incoming<C: Carried<K>, const K: usize> {
    pub(crate) from: Arc<Live<C, K>>,
    pub(crate) share: C::Share,
    /// The seat that scores.
    mover: Seat,
    pub(crate) points: Points,
}

impl<C: Carried<K>, const K: usize> Incoming<C, K> {
    /// The numbers of a node as they are.
    fn whole(from: Arc<Live<C, K>>) -> Self {
        Self { from, share: C::WHOLE, mover: 0, points: 0 }
    }

    /// Returns what is scored along the step.
    pub(crate) fn shift(&self) -> Score<K> {
        Score::one(self.mover, self.points)
    }
}

/// A node that play comes to, with the steps into it.
struct Node<C: Carried<K>, const K: usize> {
    /// The place of its state in the layer.
    state: usize,
    mover: Seat,
    incoming: Vec<Incoming<C, K>>,
}

/// Play that is followed, with numbers of a kind.
pub(crate) struct Follow<'a, C: Carried<K>, const K: usize> {
    pub(crate) kind: C,
    seats: Seat,
    run: &'a Run<'a>,
    /// Nodes that were met, by the numbers of their states and the movers.
    frontier: HashMap<(u32, Seat), Vec<Incoming<C, K>>, RandomState>,
    /// The numbers of the layer at work, by state and mover.
    layer: Vec<(Seat, Arc<Live<C, K>>)>,
    /// The places of those of each state that is expanded; one more entry than states.
    starts: Vec<usize>,
    /// The ends that play came to.
    pub(crate) ends: Vec<Incoming<C, K>>,
    /// The arrangements that ends hide, by their places, where the game counts them.
    pub(crate) hidden: BTreeMap<usize, Natural>,
    pub(crate) found: Counts,
    /// The most operations on a way.
    pub(crate) operations: f64,
    live: Arc<AtomicU64>,
    /// The question, in words.
    question: Vec<u64>,
    /// The count of the numbers of each node so far, if the work is to be saved.
    counts: Vec<u32>,
    nodes: u64,
    /// The work saved before, until play has been followed to there.
    again: Option<Again<'a>>,
}

/// Nodes whose numbers are gathered at a time.
const CHUNK: usize = 4096;

/// Numbers that are assembled, of some nodes, each with what was left out.
type Assembled<C, const K: usize> = Vec<(Live<C, K>, <C as Carried<K>>::Dropped)>;

impl<'a, C: Carried<K>, const K: usize> Follow<'a, C, K> {
    /// Follows a game of so many seats, which have `scores` at the start, to its end. `start` is the fingerprint of the
    /// state in which play begins.
    pub(crate) fn through(
        (game, start): (Following<'_>, u64),
        kind: C,
        (seats, scores): (Seat, &[Points]),
        run: &'a Run<'a>,
    ) -> Result<Self, Error> {
        let (most, score, live) = (all_points(scores, seats)?, Score::new(scores), Arc::default());
        let first = Live::new(Some(kind.certain(score, most)), Way { operations: 0.0, most }, &live);
        let parameters = [start, seats.into(), scores.len() as u64];
        let scores = scores.iter().map(|&points| points.into());
        let question = kind.question().into_iter().chain(parameters).chain(scores).collect();
        let mut follow = Self {
            kind,
            seats,
            run,
            frontier: HashMap::from_iter([((0, 0), vec![Incoming::whole(Arc::new(first))])]),
            layer: Vec::new(),
            starts: Vec::new(),
            ends: Vec::new(),
            hidden: BTreeMap::new(),
            found: Counts::default(),
            operations: 0.0,
            live,
            question,
            counts: Vec::new(),
            nodes: 0,
            again: None,
        };
        follow.begin_again()?;
        let went = game(&mut follow);
        follow.end(went)?;
        Ok(follow)
    }

    /// The nodes of a layer, in the order of states: sums of doubles depend on it.
    fn met(&mut self, layer: &Arrived<'_>) -> Vec<Node<C, K>> {
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
        Building::begin(self.run, Progress { layer: layer.layer, states: self.found.states, bytes })
    }

    /// Gathers the numbers of the nodes of a layer. The steps into them are forgotten, unless the work could then not be
    /// saved as it was before.
    fn gather(&mut self, layer: &Arrived<'_>, nodes: &mut [Node<C, K>]) -> Result<Assembled<C, K>, Error> {
        let common = self.kind.common(nodes.iter().flat_map(|node| &node.incoming));
        let mut gathered = Vec::with_capacity(nodes.len());
        let mut left = nodes.len();
        for chunk in nodes.chunks_mut(CHUNK) {
            let work: u64 = chunk.iter().flat_map(|node| &node.incoming).map(|step| step.from.bytes()).sum();
            let building = self.begin(layer, left)?;
            let gather = |node: &Node<C, K>| {
                let (numbers, dropped) = self.kind.gather(&node.incoming, &common);
                let numbers = Live::new(Some(numbers), Way::of(&node.incoming), &self.live);
                building.add(numbers.bytes())?;
                Ok((numbers, dropped))
            };
            gathered.extend(each(self.run.shares(chunk.len()) && work > WORTH_SHARING, chunk, gather)?);
            if self.run.checkpointer.is_none() {
                chunk.iter_mut().for_each(|node| node.incoming = Vec::new());
            }
            left -= chunk.len();
        }
        Ok(gathered)
    }

    /// Takes the numbers of the nodes of a layer, and returns which of so many states have any.
    fn settle(&mut self, layer: &Arrived<'_>, nodes: &[Node<C, K>], all: Vec<Live<C, K>>) -> Vec<bool> {
        let mut likely = vec![false; layer.met.len()];
        self.layer.clear();
        self.starts.clear();
        let before = self.found.states;
        for (&Node { state, mover, .. }, mut numbers) in nodes.iter().zip(all) {
            numbers.place = self.nodes;
            self.nodes += 1;
            self.operations = self.operations.max(numbers.way.operations);
            self.found.states += u64::from(numbers.count);
            if numbers.count > 0 {
                if !likely[state] {
                    self.starts.push(self.layer.len());
                    likely[state] = true;
                }
                self.layer.push((mover, Arc::new(numbers)));
            }
        }
        self.starts.push(self.layer.len());
        self.found.layers.push((layer.layer, self.found.states - before));
        likely
    }

    /// Hands the numbers of a state of the layer at work on.
    fn hand_on(&mut self, layer: &Passed<'_>, state: usize) -> Result<(), Error> {
        let (_, places) = layer.states.get(state);
        let steps = layer.steps(places);
        let share = C::shares(steps.clone().map(|step| (step.weight, step.ways)))
            .ok_or_else(|| Error::MixedWays(layer.states.name(state)))?;
        for (mover, from) in &self.layer[self.starts[state]..self.starts[state + 1]] {
            self.found.transitions += u64::from(from.count) * steps.len() as u64;
            if steps.len() == 0 {
                self.found.ends += u64::from(from.count);
                let hidden = layer.states.hidden(state);
                self.hidden.extend(hidden.map(|hidden| (self.ends.len(), hidden)));
                self.ends.push(Incoming::whole(Arc::clone(from)));
            }
            for step in steps.clone() {
                if from.way.most + u32::from(step.points) > Points::MAX.into() {
                    return Err(Error::PointsOverflow);
                }
                let incoming = Incoming {
                    from: Arc::clone(from),
                    share: share(step.weight, step.ways),
                    mover: *mover,
                    points: step.points,
                };
                let node = (step.target, (mover + step.passes) % self.seats);
                self.frontier.entry(node).or_default().push(incoming);
            }
        }
        Ok(())
    }

    /// The bytes held, with so many nodes of a layer at work.
    fn bytes(&self, nodes: usize) -> u64 {
        // A node has some steps in, in a list and a map with room to spare.
        let each = 2 * (size_of::<((u32, Seat), Vec<Incoming<C, K>>)>() + 4 * size_of::<Incoming<C, K>>());
        self.live.load(Relaxed) + self.kind.shared() + ((nodes + self.frontier.len()) * each) as u64
    }
}

impl<C: Carried<K>, const K: usize> Visit for Follow<'_, C, K> {
    fn arrive(&mut self, layer: &Arrived<'_>) -> Result<Vec<bool>, Error> {
        let mut nodes = self.met(layer);
        let is_new = self.again.is_none();
        let gathered = match is_new {
            true => self.gather(layer, &mut nodes).map(|gathered| {
                let lose = |(numbers, dropped)| {
                    self.kind.lose(dropped);
                    numbers
                };
                gathered.into_iter().map(lose).collect()
            }),
            false => self.read_again(layer, &nodes),
        };
        let numbers: Vec<Live<C, K>> = match gathered {
            Ok(numbers) => numbers,
            Err(error) => {
                // A stop leaves the work as it was before this layer, to be saved.
                let back = |node: Node<C, K>| ((layer.met[node.state], node.mover), node.incoming);
                self.frontier.extend(nodes.into_iter().map(back));
                return Err(error);
            }
        };
        if self.run.checkpointer.is_some() {
            self.counts.extend(numbers.iter().map(|numbers| numbers.count));
        }
        let likely = self.settle(layer, &nodes, numbers);
        drop(nodes);
        if is_new {
            self.save(&Ok(()))?;
        }
        self.caught_up()?;
        Ok(likely)
    }

    fn leave(&mut self, layer: &Passed<'_>) -> Result<(), Error> {
        (0..layer.states.len()).try_for_each(|state| self.hand_on(layer, state))?;
        self.layer.clear();
        Ok(())
    }

    fn so_far(&self) -> (u64, u64) {
        (self.found.states, self.bytes(0) + size_of_val(&self.counts[..]) as u64)
    }
}
