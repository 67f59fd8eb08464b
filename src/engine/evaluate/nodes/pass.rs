//! One way through the rounds of a graph: the numbers of a node from those of its neighbours.

use crate::evaluate::nodes::Masses;
use crate::evaluate::nodes::numbers::{At, Chunk, MOST_BYTES, Numbers};
use crate::evaluate::scale::{Denominator, Scales, Step};
use crate::evaluate::sweep::{Direction, Ways};
use crate::model::lists::Lists;
use crate::model::{Error, Model, Progress, Run};
use rayon::prelude::*;
use std::collections::HashMap;
use std::mem;

/// Nodes that are evaluated between two looks at the limits.
const CHUNK: usize = 1 << 15;

/// Nodes that are worth a thread's while.
const LEAST: usize = 64;

/// The way through the rounds of a graph, and the numbers that were met on it.
pub(crate) struct Pass<'a> {
    pub(crate) graph: &'a Model,
    pub(crate) run: &'a Run<'a>,
    pub(crate) ways: Ways<'a>,
    /// Nodes a round.
    pub(crate) sizes: Vec<u32>,
    /// The place of each node in its round.
    places: Vec<u32>,
    /// `true` if the game counts ways.
    pub(crate) counted: bool,
    /// By step, the rounds that no later step needs, if they are to be forgotten.
    last_uses: Option<Lists>,
    /// Steps that are done.
    done: usize,
    pub(crate) numbers: Numbers,
    pub(crate) scales: Scales,
    /// Bytes held for the way.
    held: u64,
}

/// Some nodes whose numbers are done.
pub(crate) struct Done<'a> {
    /// The nodes, and where their numbers are.
    pub(crate) nodes: &'a [u32],
    /// The round and the place of the first of them.
    first: At,
    pub(crate) numbers: &'a Numbers,
    pub(crate) scales: &'a Scales,
}

impl Done<'_> {
    /// The nodes, and where their numbers are.
    pub(crate) fn nodes(&self) -> impl Iterator<Item = (usize, At)> {
        let (round, place) = self.first;
        self.nodes.iter().zip(place..).map(move |(&node, place)| (node as usize, (round, place)))
    }
}

impl<'a> Pass<'a> {
    /// Prepares to go back through a graph, which must have neither decisions nor cycles, with so many numbers for `each`
    /// node. Of those that `forgets`, rounds are dropped with their last use.
    pub(crate) fn back(
        graph: &'a Model,
        each: usize,
        forgets: bool,
        run: &'a Run<'a>,
    ) -> Result<Self, Error> {
        graph.only_chance()?;
        let counted = graph.counts_ways()?;
        let rounds = graph.plies().iter().max().map_or(0, |&last| last as usize + 1);
        let mut places = vec![0; graph.node_count()];
        let mut sizes = vec![0; rounds];
        // In a round nodes stand in ascending order.
        for (place, &round) in places.iter_mut().zip(graph.plies()) {
            let size = &mut sizes[round as usize];
            *place = *size;
            *size += 1;
        }
        let mut pass = Self {
            graph,
            run,
            ways: Ways::new(graph, Direction::Back),
            sizes,
            places,
            counted,
            last_uses: None,
            done: 0,
            numbers: Numbers::new(rounds, each),
            scales: Scales::default(),
            held: 0,
        };
        pass.begin(forgets);
        Ok(pass)
    }

    /// Turns round, to go ahead with one number for each node, and returns those of the way back.
    pub(crate) fn turn(&mut self) -> Numbers {
        self.ways = Ways::new(self.graph, Direction::Ahead);
        (self.done, self.scales) = (0, Scales::default());
        let back = mem::replace(&mut self.numbers, Numbers::new(self.sizes.len(), 1));
        self.begin(self.last_uses.is_some());
        back
    }

    fn begin(&mut self, forgets: bool) {
        self.last_uses = forgets.then(|| self.last_uses());
        let rounds = size_of_val(&self.places[..]) + 2 * size_of_val(&self.sizes[..]);
        self.held = self.graph.bytes() + self.ways.bytes() + (rounds + 4 * self.places.len()) as u64;
    }

    /// The round and place of a node.
    #[inline]
    pub(crate) fn at(&self, node: usize) -> At {
        (self.graph.ply(node), self.places[node])
    }

    /// Returns the same for all nodes, and the numbers of the way.
    pub(crate) fn into_parts(self) -> (Vec<At>, Numbers, Scales) {
        (self.graph.plies().iter().copied().zip(self.places).collect(), self.numbers, self.scales)
    }

    /// The round of a step, or the step of a round.
    fn round_of(&self, step: usize) -> usize {
        if self.ways.direction == Direction::Back { self.sizes.len() - 1 - step } else { step }
    }

    /// Goes on where so many nodes are done.
    pub(crate) fn go_on(&mut self, nodes: usize) {
        let size = |step: usize| self.sizes[self.round_of(step)] as usize;
        let (mut steps, mut left) = (0, nodes);
        while left > 0 {
            left -= size(steps);
            steps += 1;
        }
        self.done = steps;
    }

    /// The rounds that are done, of which the numbers are still there.
    pub(crate) fn kept(&self) -> Vec<usize> {
        let mut kept = vec![true; self.done];
        for step in 0..self.done {
            let dropped = self.last_uses.iter().flat_map(|last_uses| last_uses.get(step));
            dropped.for_each(|&round| kept[self.round_of(round as usize)] = false);
        }
        (0..self.done).filter(|&step| kept[step]).map(|step| self.round_of(step)).collect()
    }

    /// For each step of the way, the rounds that no later step needs.
    fn last_uses(&self) -> Lists {
        let rounds = self.sizes.len();
        let mut last: Vec<usize> = (0..rounds).collect();
        for edge in 0..self.graph.edge_count() {
            let (source, target) = (self.graph.source(edge), self.graph.target(edge));
            let (before, after) = (self.graph.ply(source) as usize, self.graph.ply(target) as usize);
            match self.ways.direction {
                Direction::Back => last[after] = last[after].min(before),
                Direction::Ahead => last[before] = last[before].max(after),
            }
        }
        Lists::new(rounds, last.iter().enumerate().map(|(round, &last)| (self.round_of(last), round)))
    }

    /// The neighbours that the numbers of a node are made of, and the shares of the edges between.
    #[inline]
    pub(crate) fn terms(&self, node: usize) -> impl Iterator<Item = (usize, (u64, u64))> + Clone {
        self.ways.edges(node).map(|edge| (self.ways.near(edge), self.graph.share(edge)))
    }

    #[inline]
    fn step(&self, from: usize, (weight, total): (u64, u64)) -> Step {
        Step { weight, total, scale: self.numbers.scale(self.at(from)) }
    }

    /// Works out the numbers of the next round of nodes from those of their neighbours; a node without neighbours has
    /// those that `seed` gives. `done` hears of every part of the round that is done, and says how many bytes it holds.
    ///
    /// # Panics
    /// If `seed` does not give as many numbers as each node has, or all of them are 0.
    pub(crate) fn round(
        &mut self,
        nodes: &[u32],
        seed: &dyn Fn(usize) -> Masses,
        done: &mut dyn FnMut(Done<'_>) -> u64,
    ) -> Result<(), Error> {
        let round = self.graph.ply(nodes[0] as usize) as usize;
        self.numbers_of(round, nodes, seed, done).inspect_err(|_| self.numbers.forget(round))?;
        self.numbers.settle(round);
        let last_uses = self.last_uses.iter().flat_map(|last_uses| last_uses.get(self.done));
        last_uses.for_each(|&round| self.numbers.forget(round as usize));
        self.done += 1;
        Ok(())
    }

    fn numbers_of(
        &mut self,
        round: usize,
        nodes: &[u32],
        seed: &dyn Fn(usize) -> Masses,
        done: &mut dyn FnMut(Done<'_>) -> u64,
    ) -> Result<(), Error> {
        let mut scales = mem::take(&mut self.scales);
        let of = |node: &u32| self.terms(*node as usize);
        let steps = nodes.iter().flat_map(|node| of(node).map(|(from, share)| self.step(from, share)));
        let common = scales.common(steps);
        // Ends whose ways are not counted are over the sum of their numbers; others go together as they are.
        let has_own = !self.counted && self.ways.direction == Direction::Back;
        let mut seeds: HashMap<u32, (Masses, Denominator)> = HashMap::new();
        for &node in nodes.iter().filter(|node| of(node).next().is_none()) {
            let worth = seed(node as usize);
            assert_eq!(worth.len(), self.numbers.each(), "a number for each outcome");
            assert!(worth.iter().any(|number| number.bits() > 0), "a number that is not 0");
            let scale = if has_own { scales.scale(worth.iter().sum()) } else { 0 };
            seeds.insert(node, (worth, scale));
        }
        self.scales = scales;
        let mut place = 0;
        for nodes in nodes.chunks(CHUNK) {
            let build = |nodes: &[u32]| {
                let mut chunk = Chunk::default();
                let mut sum = Vec::new();
                for node in nodes {
                    sum.clear();
                    // The loop in which numbers of all nodes spend their time: nothing of it is a call.
                    for (from, share) in self.terms(*node as usize) {
                        sum.push((self.at(from), common.factor(self.step(from, share))));
                    }
                    if sum.is_empty() {
                        chunk.seed(&seeds[node]);
                    } else {
                        chunk.sum(&self.numbers, &sum, common.scale);
                    }
                }
                chunk
            };
            // Some parts for each thread, so that none waits long for the last.
            let size = if self.run.shares(nodes.len() / LEAST) {
                nodes.len().div_ceil(4 * self.run.threads).max(LEAST)
            } else {
                nodes.len()
            };
            let chunks: Vec<Chunk> = if size < nodes.len() {
                nodes.par_chunks(size).map(build).collect()
            } else {
                vec![build(nodes)]
            };
            let made: u64 = chunks.iter().map(Chunk::bytes).sum();
            let progress = Progress {
                layer: self.graph.ply(nodes[0] as usize),
                states: self.graph.node_count() as u64,
                bytes: self.held + self.numbers.bytes() + made,
            };
            if !chunks.into_iter().all(|chunk| self.numbers.put(round, chunk)) {
                return Err(Error::TooMuchMemory { limit: MOST_BYTES, progress });
            }
            let (numbers, scales) = (&self.numbers, &self.scales);
            let more = done(Done { nodes, first: (round as u32, place), numbers, scales });
            place += nodes.len() as u32;
            self.run.step(Progress { bytes: self.held + self.numbers.bytes() + made + more, ..progress })?;
        }
        Ok(())
    }
}
