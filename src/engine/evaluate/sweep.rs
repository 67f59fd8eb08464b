//! One way through a model, round by round: the numbers of a node from those of its neighbours.
//!
//! A sweep has a direction and a kind of numbers. It brings what a round is made of over one denominator, shares the
//! round out among threads, looks at the limits, and drops numbers with their last use.

mod rows;
mod through;
mod ways;

pub(crate) use crate::evaluate::sweep::rows::Rows;
pub(crate) use crate::evaluate::sweep::through::{Errand, Rounds, Saved, through};
pub(crate) use crate::evaluate::sweep::ways::{Direction, Ways};

use crate::evaluate::scale::{Common, Denominator, Scales, Step};
use crate::exact::Natural;
use crate::game::Seat;
use crate::model::{Building, Error, Model, Progress, Run, WORTH_SHARING};
use rayon::prelude::*;

/// A kind of numbers.
pub(crate) trait NumberKind: Sized + Sync {
    /// The numbers of a node, ahead of one of its movers; there are many more places than numbers at a time, so they
    /// should be short.
    type Numbers: Send + Sync;

    /// `true` if numbers are whole and need no denominator: every share is a number of ways.
    const WHOLE: bool = false;

    /// Bytes to be added up from which on a round is shared out among threads.
    const WORTH_SHARING: u64 = WORTH_SHARING;

    /// The numbers of a node and a mover from those that are done, and what they cost; `None` if play does not come
    /// there.
    fn build(sweep: &Sweep<'_, Self>, place: Place, common: &Common) -> Built<Self::Numbers>;

    /// Returns the size of numbers.
    fn size(numbers: &Self::Numbers) -> Size;

    /// The bytes that are held for all numbers together.
    fn shared(&self) -> u64 {
        0
    }
}

/// A node, and ahead the seat that moves there; back always 0.
pub(crate) type Place = (usize, Seat);

/// Numbers and what they cost, if there are any.
pub(crate) type Built<N> = Result<Option<(N, u64)>, Error>;

/// The size of numbers.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Size {
    pub(crate) bytes: u64,
    /// States, each with its scores, that they are of.
    pub(crate) states: u64,
    /// The most limbs of a number.
    pub(crate) width: u64,
}

/// The counts on the way.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct SweepCounts {
    pub(crate) states: u64,
    pub(crate) transitions: u64,
    /// The cost of the work so far; see [`Row::cost`](crate::evaluate::row::Row::cost).
    pub(crate) cost: u64,
    /// The most limbs of a number.
    pub(crate) width: u64,
}

/// The numbers of a node and a mover, just worked out.
pub(crate) struct Made<N> {
    pub(crate) place: Place,
    pub(crate) numbers: N,
    cost: u64,
}

/// Nodes of a round that are looked at, about, to see whether it is worth sharing.
const SAMPLE: usize = 64;

/// The numbers of some nodes, and the denominator they are over.
pub(crate) type Round<N> = (Vec<Made<N>>, Denominator);

/// The numbers of the rounds that are done and still needed; a round is a list of nodes, each after all it is made of.
pub(crate) struct Sweep<'a, K: NumberKind> {
    pub(crate) graph: &'a Model,
    pub(crate) run: &'a Run<'a>,
    pub(crate) kind: K,
    pub(crate) ways: Ways<'a>,
    /// Numbers a node may have: ahead one for each mover.
    turns: usize,
    /// By node, `true` if its round is done.
    done: Vec<bool>,
    /// By node and mover.
    pub(crate) numbers: Vec<Option<K::Numbers>>,
    scale: Vec<Denominator>,
    pub(crate) scales: Scales,
    /// Edges on from each node that still wait for its numbers; one more where they are wanted in the end.
    waiting: Vec<u32>,
    /// `true` if only which scores are possible is asked for.
    only_support: bool,
    found: SweepCounts,
    /// Bytes of numbers held now.
    bytes: u64,
}

impl<'a, K: NumberKind> Sweep<'a, K> {
    /// A sweep that keeps the numbers of the `wanted` nodes.
    pub(crate) fn new(
        ways: Ways<'a>,
        kind: K,
        wanted: impl Iterator<Item = usize>,
        run: &'a Run<'a>,
    ) -> Result<Self, Error> {
        let (graph, nodes) = (ways.graph, ways.graph.node_count());
        let turns = if ways.direction == Direction::Ahead { usize::from(graph.seats()) } else { 1 };
        let places = nodes * turns;
        let bytes = graph.bytes() + (places * size_of::<Option<K::Numbers>>()) as u64;
        run.step(Progress { bytes, ..Progress::default() })?;
        let mut waiting = vec![0; nodes];
        for node in (0..nodes).filter(|&node| !ways.is_through(node)) {
            ways.edges(node).for_each(|edge| waiting[ways.way(edge).0] += 1);
        }
        wanted.for_each(|node| waiting[node] += 1);
        Ok(Self {
            graph,
            run,
            kind,
            ways,
            turns,
            done: vec![false; nodes],
            numbers: (0..places).map(|_| None).collect(),
            scale: vec![0; nodes],
            scales: Scales::default(),
            waiting,
            only_support: false,
            found: SweepCounts::default(),
            bytes: 0,
        })
    }

    fn place(&self, (node, mover): Place) -> usize {
        node * self.turns + usize::from(mover)
    }

    /// The numbers of a node and a mover, if they are done and still needed.
    pub(crate) fn get(&self, place: Place) -> Option<&K::Numbers> {
        self.numbers[self.place(place)].as_ref()
    }

    /// The numbers of the movers in a node, as far as they are done and still needed.
    pub(crate) fn all(&self, node: usize) -> impl Iterator<Item = (Seat, &K::Numbers)> {
        let movers = &self.numbers[node * self.turns..][..self.turns];
        (0..).zip(movers).filter_map(|(mover, numbers)| Some((mover, numbers.as_ref()?)))
    }

    /// Hears of all numbers that those of a node are made of.
    pub(crate) fn sources(&self, node: usize, hear: &mut impl FnMut(&K::Numbers)) {
        for edge in self.ways.edges(node) {
            let from = self.ways.way(edge).0 * self.turns;
            self.numbers[from..from + self.turns].iter().flatten().for_each(&mut *hear);
        }
    }

    /// The edges of a node to those that are done.
    #[inline]
    pub(crate) fn edges(&self, node: usize) -> impl Iterator<Item = usize> {
        self.ways.edges(node).filter(|&edge| self.done[self.ways.near(edge)])
    }

    /// Returns the factor of an edge.
    #[inline]
    pub(crate) fn step(&self, edge: usize) -> Step {
        let (from, beyond) = self.ways.way(edge);
        let scale = self.scale[from];
        if self.only_support {
            return Step { weight: 1, total: 1, scale };
        }
        let (weight, total) = self.graph.share(edge);
        let Some(beyond) = beyond else { return Step { weight, total, scale } };
        let (own, all) = self.graph.share(beyond);
        Step { weight: weight * own, total: total * all, scale }
    }

    /// The denominator of the numbers of a node, whether or not it has its own.
    pub(crate) fn denominator(&self, node: usize) -> &Natural {
        self.scales.denominator(self.scale[self.ways.beyond(node).map_or(node, |edge| self.ways.near(edge))])
    }

    /// Returns the counts so far.
    pub(crate) fn found(&self) -> SweepCounts {
        self.found
    }

    /// Works out no numbers from now on, only which scores are possible.
    pub(crate) fn only_support(&mut self) {
        self.only_support = true;
    }

    /// The bytes that are held for numbers and their places.
    pub(crate) fn bytes(&self) -> u64 {
        let words = size_of_val(&*self.scale) + size_of_val(&*self.waiting) + self.done.len();
        self.bytes + self.kind.shared() + self.ways.bytes() + (size_of_val(&*self.numbers) + words) as u64
    }

    /// The numbers of `nodes`, from all that are done, and the denominator they are over. So many `bytes` are held
    /// elsewhere.
    pub(crate) fn make(&mut self, nodes: &[u32], bytes: u64) -> Result<Round<K::Numbers>, Error> {
        let nodes = || nodes.iter().map(|&node| node as usize);
        let mut steps: Vec<Step> = Vec::new();
        if !(K::WHOLE || self.only_support) {
            for node in nodes() {
                steps.extend(self.edges(node).map(|edge| self.step(edge)));
            }
        }
        let common = self.scales.common(steps.iter().copied());
        let layer = nodes().next().map_or(0, |node| self.graph.layer(node));
        let progress = Progress { layer, states: self.found.states, bytes: bytes + self.bytes() };
        let building = Building::begin(self.run, progress)?;
        let build = |place: Place| -> Result<Option<Made<K::Numbers>>, Error> {
            let Some((numbers, cost)) = K::build(self, place, &common)? else { return Ok(None) };
            building.add(K::size(&numbers).bytes)?;
            Ok(Some(Made { place, numbers, cost }))
        };
        let movers = self.turns as Seat;
        let places = || nodes().flat_map(|node| (0..movers).map(move |mover| (node, mover)));
        let count = nodes().len() * self.turns;
        // Some of the nodes say about how much is to be added up for all.
        let step = nodes().len() / SAMPLE + 1;
        let work = || {
            let mut bytes = 0;
            nodes()
                .step_by(step)
                .for_each(|node| self.sources(node, &mut |from| bytes += K::size(from).bytes));
            bytes * step as u64
        };
        if self.run.shares(count) && work() > K::WORTH_SHARING {
            let places: Vec<Place> = places().collect();
            let made = places.into_par_iter().map(build).collect::<Result<Vec<_>, _>>()?;
            return Ok((made.into_iter().flatten().collect(), common.scale));
        }
        let mut made = Vec::with_capacity(count);
        for place in places() {
            made.extend(build(place)?);
        }
        Ok((made, common.scale))
    }

    /// Goes on through `nodes`, and drops the numbers that are no longer needed.
    pub(crate) fn round(&mut self, nodes: &[u32], bytes: u64) -> Result<(), Error> {
        let mut own = nodes.to_vec();
        own.retain(|&node| !self.ways.is_through(node as usize));
        let (made, scale) = self.make(&own, bytes)?;
        nodes.iter().for_each(|&node| self.done[node as usize] = true);
        for Made { place, numbers, cost } in made {
            let size = K::size(&numbers);
            self.bytes += size.bytes;
            self.found.cost += cost;
            self.found.width = self.found.width.max(size.width);
            self.count(place.0, size.states);
            let place = self.place(place);
            self.numbers[place] = Some(numbers);
        }
        // Ahead, play comes to nodes without numbers of their own, too.
        if self.ways.direction == Direction::Ahead {
            let through = nodes.iter().map(|&node| node as usize).filter(|&node| self.ways.is_through(node));
            for node in through.collect::<Vec<_>>() {
                self.count(node, self.states(node));
            }
        }
        for node in own.into_iter().map(|node| node as usize) {
            // A node that is made of nothing is over 1.
            let bare = self.ways.edges(node).next().is_none();
            self.scale[node] = if bare { 0 } else { scale };
            self.release(node);
        }
        Ok(())
    }

    fn count(&mut self, node: usize, states: u64) {
        self.found.states += states;
        self.found.transitions += states * self.graph.edges_of(node).len() as u64;
    }

    /// The states, each with its scores, of a node of the round that was done last.
    pub(crate) fn states(&self, node: usize) -> u64 {
        let mut states = 0;
        let mut hear = |numbers: &K::Numbers| states += K::size(numbers).states;
        match self.ways.is_through(node) {
            true => self.sources(node, &mut hear),
            false => self.all(node).for_each(|(_, numbers)| hear(numbers)),
        }
        states
    }

    /// Drops what a node was the last to need.
    fn release(&mut self, node: usize) {
        for from in self.ways.edges(node).map(|edge| self.ways.way(edge).0) {
            self.waiting[from] -= 1;
            if self.waiting[from] == 0 {
                for numbers in
                    self.numbers[from * self.turns..][..self.turns].iter_mut().filter_map(Option::take)
                {
                    self.bytes -= K::size(&numbers).bytes;
                }
            }
        }
    }
}
