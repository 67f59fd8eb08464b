//! One way through the rounds of a graph: the numbers of a node from those of its neighbours.

use crate::evaluate::nodes::Worth;
use crate::evaluate::nodes::numbers::{At, Chunk, Numbers};
use crate::evaluate::scale::{Scale, Scales, Step};
use crate::evaluate::sweep::{Direction, Ways};
use crate::model::lists::Lists;
use crate::model::{Error, Model, Progress, Run};
use rayon::prelude::*;
use std::collections::HashMap;

/// Nodes that are evaluated between two looks at the limits.
const CHUNK: usize = 1 << 15;

/// Nodes that are worth a thread's while.
const LEAST: usize = 64;

/// The rounds of a graph and what is needed to go through them.
pub(crate) struct Pass<'a> {
    graph: &'a Model,
    run: &'a Run<'a>,
    order: Lists,
    /// The place of each node in its round.
    places: Vec<u32>,
    /// `true` if the game counts ways.
    pub(crate) counted: bool,
    /// `true` if a round is forgotten once nothing needs it any more.
    pub(crate) forgets: bool,
    /// Bytes held elsewhere.
    pub(crate) held: u64,
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

/// Returns what `worth` gives to nodes that play does not leave, with its scale: counts of what is hidden go together
/// as they are; other shares are over their own sum.
pub(crate) fn seeds(
    counted: bool,
    worth: impl Fn(usize) -> Worth,
) -> impl Fn(usize, &mut Scales) -> (Worth, Scale) {
    move |node, scales| {
        let worth = worth(node);
        let scale = if counted { 0 } else { scales.scale(worth.iter().sum()) };
        (worth, scale)
    }
}

impl<'a> Pass<'a> {
    /// Prepares to go through a graph, which must have neither decisions nor cycles.
    pub(crate) fn new(graph: &'a Model, run: &'a Run<'a>) -> Result<Self, Error> {
        graph.only_chance()?;
        let counted = graph.counts_ways()?;
        let order = graph.by_ply();
        let mut places = vec![0; graph.node_count()];
        for round in order.iter() {
            for (&node, place) in round.iter().zip(0..) {
                places[node as usize] = place;
            }
        }
        let held = graph.bytes() + order.bytes() + size_of_val(&places[..]) as u64;
        Ok(Self { graph, run, order, places, counted, forgets: false, held })
    }
}

impl Pass<'_> {
    /// The number of rounds.
    pub(crate) fn rounds(&self) -> usize {
        self.order.len()
    }

    /// The round and place of a node.
    fn at(&self, node: usize) -> At {
        (self.graph.ply(node), self.places[node])
    }

    /// Returns the same for all nodes.
    pub(crate) fn into_at(self) -> Vec<At> {
        self.graph.plies().iter().copied().zip(self.places).collect()
    }

    /// Works out the numbers of all nodes, round by round; a node without neighbours has those that `seed` gives.
    /// `done` hears of every part of a round that is done, and says how many bytes it holds.
    pub(crate) fn go(
        &self,
        direction: Direction,
        (numbers, scales): (&mut Numbers, &mut Scales),
        seed: impl Fn(usize, &mut Scales) -> (Worth, Scale),
        mut done: impl FnMut(Done<'_>) -> u64,
    ) -> Result<(), Error> {
        let ways = Ways::new(self.graph, direction);
        let held = self.held + ways.bytes();
        let last_uses = if self.forgets { self.last_uses(direction) } else { Lists::default() };
        let terms = |node: usize| ways.edges(node).map(|edge| (ways.near(edge), self.graph.share(edge)));
        for step in 0..self.rounds() {
            let round = if direction == Direction::Back { self.rounds() - 1 - step } else { step };
            self.round(round, terms, &seed, (&mut *numbers, &mut *scales), held, &mut done)?;
            if self.forgets {
                last_uses.get(step).iter().for_each(|&round| numbers.forget(round as usize));
            }
        }
        Ok(())
    }

    /// For each step of a way through the rounds, the rounds that no later step needs.
    fn last_uses(&self, direction: Direction) -> Lists {
        let rounds = self.rounds();
        let mut last: Vec<usize> = (0..rounds).collect();
        for edge in 0..self.graph.edge_count() {
            let (source, target) = (self.graph.source(edge), self.graph.target(edge));
            let (before, after) = (self.graph.ply(source) as usize, self.graph.ply(target) as usize);
            match direction {
                Direction::Back => last[after] = last[after].min(before),
                Direction::Ahead => last[before] = last[before].max(after),
            }
        }
        let step = |round: usize| if direction == Direction::Back { rounds - 1 - round } else { round };
        Lists::new(rounds, last.iter().enumerate().map(|(round, &last)| (step(last), round)))
    }

    /// Sums up the numbers of one round of nodes from the neighbours that `terms` names.
    fn round<T: Iterator<Item = (usize, (u64, u64))> + Clone>(
        &self,
        round: usize,
        terms: impl Fn(usize) -> T + Sync,
        seed: impl Fn(usize, &mut Scales) -> (Worth, Scale),
        (numbers, scales): (&mut Numbers, &mut Scales),
        held: u64,
        done: &mut impl FnMut(Done<'_>) -> u64,
    ) -> Result<(), Error> {
        let nodes = self.order.get(round);
        let step = |from: usize, (weight, total): (u64, u64), numbers: &Numbers| Step {
            weight,
            total,
            scale: numbers.scale(self.at(from)),
        };
        let of = |node: &u32| terms(*node as usize);
        let steps = nodes.iter().flat_map(|node| of(node).map(|(from, share)| step(from, share, numbers)));
        let common = scales.common(steps);
        let bare = nodes.iter().filter(|node| of(node).next().is_none());
        let seeds: HashMap<u32, (Worth, Scale)> =
            bare.map(|&node| (node, seed(node as usize, scales))).collect();
        let mut place = 0;
        for nodes in nodes.chunks(CHUNK) {
            let known = &*numbers;
            let build = |nodes: &[u32]| {
                let mut chunk = Chunk::default();
                let mut sum = Vec::new();
                for node in nodes {
                    sum.clear();
                    sum.extend(
                        of(node)
                            .map(|(from, share)| (self.at(from), common.factor(step(from, share, known)))),
                    );
                    if sum.is_empty() {
                        chunk.seed(&seeds[node]);
                    } else {
                        chunk.sum(known, &sum, common.scale);
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
            chunks.into_iter().for_each(|chunk| numbers.put(round, chunk));
            let more = done(Done { nodes, first: (round as u32, place), numbers, scales });
            place += nodes.len() as u32;
            let bytes = held + numbers.bytes() + made + more;
            self.run.step(Progress {
                layer: self.graph.ply(nodes[0] as usize),
                states: self.graph.node_count() as u64,
                bytes,
            })?;
        }
        numbers.settle(round);
        Ok(())
    }
}
