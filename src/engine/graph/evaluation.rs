//! The exact numbers on the nodes of a graph without decisions and cycles.

use super::super::row::Factor;
use super::super::scale::{Scale, Scales, Step};
use super::super::{Error, Progress, Run, name};
use super::Graph;
use crate::exact::{self, Natural, Rational, limbs};
use crate::game::Game;
use petgraph::Direction::Incoming;
use petgraph::graph::NodeIndex;
use petgraph::visit::EdgeRef as _;
use rayon::prelude::*;
use std::collections::HashMap;

/// What a node that play does not leave is worth: a whole number for each outcome; their sum is the denominator. In a
/// game that counts ways, the sum must be the number of arrangements that the node hides, 1 at an end.
pub type Worth = Vec<Natural>;

/// The exact numbers on the nodes of a graph without decisions and cycles.
#[derive(Debug)]
pub struct Evaluation {
    /// For each node and outcome, over the sum of the node's outcomes.
    odds: Numbers,
    /// For each node the number that stands for reaching it.
    reach: Numbers,
    /// Whether `reach` counts ways, to be multiplied by what each node hides; else it is over `scales`.
    counted: bool,
    scales: Scales,
    start: Natural,
}

impl Evaluation {
    /// The probability of each outcome from `node` on.
    #[must_use]
    pub fn odds(&self, node: usize) -> Vec<Rational> {
        let total: Natural = self.numbers(node).map(limbs::natural).sum();
        self.numbers(node).map(|number| exact::ratio_of(limbs::natural(number), total.clone())).collect()
    }

    /// The probability that play comes to `node`.
    #[must_use]
    pub fn reach(&self, node: usize) -> Rational {
        let number = limbs::natural(self.reach_number(node));
        match self.own_denominator_of_reach(node) {
            Some(own) => exact::ratio_of(number, own.clone()),
            None => exact::ratio_of(
                number * self.numbers(node).map(limbs::natural).sum::<Natural>(),
                self.start.clone(),
            ),
        }
    }

    /// The whole numbers that stand for the outcomes from `node` on.
    pub(crate) fn numbers(&self, node: usize) -> impl Iterator<Item = &[u64]> {
        self.odds.numbers(node)
    }

    /// The sum of those numbers, their denominator; where ways are counted, the number of arrangements of what a node
    /// hides.
    pub(crate) fn hidden(&self, node: usize, sum: &mut Vec<u64>) {
        sum.clear();
        sum.resize(limbs::width(self.odds.bits[node]) + 1, 0);
        for number in self.numbers(node) {
            limbs::add_product(sum, number, 1);
        }
        sum.truncate(limbs::width(limbs::bits(sum)));
    }

    /// The whole number that stands for reaching `node`: over its own denominator, or else to be multiplied by what the
    /// node hides, and over what the start hides.
    pub(crate) fn reach_number(&self, node: usize) -> &[u64] {
        self.reach.numbers(node).next().expect("one number a node")
    }

    /// What the start hides: the denominator of reaching any node that has not its own.
    pub(crate) fn start_hides(&self) -> &Natural {
        &self.start
    }

    /// The denominator of reaching `node`, where it has its own.
    pub(crate) fn own_denominator_of_reach(&self, node: usize) -> Option<&Natural> {
        (!self.counted).then(|| self.scales.denominator(self.reach.scale[node]))
    }
}

/// Some numbers for every node, all in one array of limbs.
#[derive(Debug)]
struct Numbers {
    /// Numbers a node.
    each: usize,
    /// Where the limbs of each node begin.
    at: Vec<usize>,
    /// The greatest number's bits, for each node.
    bits: Vec<u32>,
    scale: Vec<u32>,
    limbs: Vec<u64>,
}

/// The numbers of some nodes, on their way into the array.
#[derive(Default)]
struct Chunk {
    /// Bits and scale of each node.
    nodes: Vec<(u32, u32)>,
    limbs: Vec<u64>,
}

/// Nodes that are evaluated between two looks at the limits.
const CHUNK: usize = 1 << 15;

/// Nodes that are worth a thread's while.
const LEAST: usize = 64;

impl Numbers {
    fn new(nodes: usize, each: usize) -> Self {
        Self { each, at: vec![0; nodes], bits: vec![0; nodes], scale: vec![0; nodes], limbs: Vec::new() }
    }

    fn numbers(&self, node: usize) -> impl Iterator<Item = &[u64]> {
        let width = limbs::width(self.bits[node]);
        self.limbs[self.at[node]..][..width * self.each].chunks_exact(width)
    }

    fn put(&mut self, nodes: &[usize], chunk: &Chunk) {
        let mut at = self.limbs.len();
        for (&node, &(bits, scale)) in nodes.iter().zip(&chunk.nodes) {
            self.at[node] = at;
            self.bits[node] = bits;
            self.scale[node] = scale;
            at += limbs::width(bits) * self.each;
        }
        self.limbs.extend_from_slice(&chunk.limbs);
    }

    /// The bytes they hold.
    fn bytes(&self) -> u64 {
        let each = size_of_val(&self.at[0]) + size_of_val(&self.bits[0]) + size_of_val(&self.scale[0]);
        (self.at.len() * each + size_of_val(&self.limbs[..])) as u64
    }

    /// Adds a node with given numbers to `chunk`.
    fn seed((numbers, scale): &(Worth, Scale), chunk: &mut Chunk) {
        let bits = numbers.iter().map(Natural::bits).max().unwrap_or(0) as u32;
        for number in numbers {
            let end = chunk.limbs.len() + limbs::width(bits);
            chunk.limbs.extend(limbs::limbs(number));
            chunk.limbs.resize(end, 0);
        }
        chunk.nodes.push((bits, *scale));
    }

    /// Adds a node with the sum of other nodes' numbers, each times a factor, to `chunk`.
    fn sum(&self, terms: &[(usize, Factor)], scale: u32, chunk: &mut Chunk) {
        let most = terms.iter().map(|(node, factor)| self.bits[*node] + factor.bits()).max().unwrap_or(0);
        let width = limbs::width(limbs::bits_of_sum(most, terms.len()));
        let begin = chunk.limbs.len();
        chunk.limbs.resize(begin + width * self.each, 0);
        let sum = &mut chunk.limbs[begin..];
        for (node, factor) in terms {
            for (into, number) in sum.chunks_exact_mut(width).zip(self.numbers(*node)) {
                match factor {
                    Factor::Word(word) => limbs::add_product(into, &number[..number.len().min(width)], *word),
                    Factor::Long(long) => {
                        limbs::add_long_product(into, &number[..limbs::width(limbs::bits(number))], long);
                    }
                }
            }
        }
        let bits = sum.chunks_exact(width).map(limbs::bits).max().unwrap_or(0);
        let tight = limbs::width(bits);
        if tight < width {
            for index in 0..self.each {
                sum.copy_within(index * width..index * width + tight, index * tight);
            }
            chunk.limbs.truncate(begin + self.each * tight);
        }
        chunk.nodes.push((bits, scale));
    }
}

impl<G: Game> Graph<G> {
    /// Evaluates a graph without decisions and cycles: for every node the probability of being reached and of each of
    /// `outcomes` outcomes. `worth` says what ends, and nodes where the depth ended, are worth.
    ///
    /// Cost: for every edge, one multiplication of a fixed-width number for reach and one for each outcome.
    ///
    /// # Errors
    /// A decision, a cycle, or a limit.
    pub fn evaluate(
        &self,
        game: &G,
        outcomes: usize,
        worth: impl Fn(usize) -> Worth + Sync,
        run: &Run<'_>,
    ) -> Result<Evaluation, Error> {
        self.only_chance()?;
        let counted = self.counts_ways(game)?;
        let rounds = self.rounds();
        let held = self.bytes();
        let mut odds = Numbers::new(self.node_count(), outcomes);
        let mut scales = Scales::new();
        let ahead = |node: usize| {
            let edges = self.edges_of(node);
            edges.map(move |edge| (self.edge(edge).1, self.share(game, edge)))
        };
        for round in rounds.iter().rev() {
            // Counts of what is hidden go together as they are; other shares are over their own sum.
            let seed = |node: usize, scales: &mut Scales| {
                let worth = worth(node);
                let scale = if counted { 0 } else { scales.scale(worth.iter().sum()) };
                (worth, scale)
            };
            self.round(round, ahead, seed, (&mut odds, &mut scales), held, run)?;
        }
        let start = odds.numbers(self.start).map(limbs::natural).sum();
        let held = held + odds.bytes();
        let mut reach = Numbers::new(self.node_count(), 1);
        let mut scales = Scales::new();
        let behind = |node: usize| {
            let edges = self.graph.edges_directed(NodeIndex::new(node), Incoming);
            edges.map(|edge| (edge.source().index(), self.share(game, edge.id().index())))
        };
        for round in &rounds {
            let seed = |_, _: &mut Scales| (vec![Natural::from(1u32)], 0);
            self.round(round, behind, seed, (&mut reach, &mut scales), held, run)?;
        }
        Ok(Evaluation { odds, reach, counted, scales, start })
    }

    /// Whether the game counts ways, for all events or for none.
    pub(in crate::engine) fn counts_ways(&self, game: &G) -> Result<bool, Error> {
        let ways = |edge: usize| {
            let (source, _, label) = self.edge(edge);
            game.ways(self.state(source), label.event).is_some()
        };
        let counted = self.edge_count() == 0 || ways(0);
        match (0..self.edge_count()).find(|&edge| ways(edge) != counted) {
            Some(edge) => Err(Error::MixedWays(name(self.state(self.edge(edge).0)))),
            None => Ok(counted),
        }
    }

    /// Sums up the numbers of one round of nodes from the neighbours that `terms` names; a node without any has the
    /// numbers that `seed` gives. `held` bytes are held elsewhere.
    fn round<T: Iterator<Item = (usize, (u64, u64))> + Clone>(
        &self,
        nodes: &[usize],
        terms: impl Fn(usize) -> T + Sync,
        seed: impl Fn(usize, &mut Scales) -> (Worth, Scale),
        (numbers, scales): (&mut Numbers, &mut Scales),
        held: u64,
        run: &Run<'_>,
    ) -> Result<(), Error> {
        let step = |from: usize, (weight, total): (u64, u64), numbers: &Numbers| Step {
            weight,
            total,
            scale: numbers.scale[from],
        };
        let steps =
            nodes.iter().flat_map(|&node| terms(node).map(|(from, share)| step(from, share, numbers)));
        let common = scales.common(steps);
        let bare = nodes.iter().filter(|&&node| terms(node).next().is_none());
        let seeds: HashMap<usize, (Worth, Scale)> = bare.map(|&node| (node, seed(node, scales))).collect();
        for nodes in nodes.chunks(CHUNK) {
            let known = &*numbers;
            let build = |nodes: &[usize]| {
                let mut chunk = Chunk::default();
                let mut sum = Vec::new();
                for &node in nodes {
                    sum.clear();
                    sum.extend(
                        terms(node).map(|(from, share)| (from, common.factor(step(from, share, known)))),
                    );
                    if sum.is_empty() {
                        Numbers::seed(&seeds[&node], &mut chunk);
                    } else {
                        known.sum(&sum, common.scale, &mut chunk);
                    }
                }
                chunk
            };
            // Some parts for each thread, so that none waits long for the last.
            let size = if run.shares(nodes.len() / LEAST) {
                nodes.len().div_ceil(4 * run.threads).max(LEAST)
            } else {
                nodes.len()
            };
            let chunks: Vec<Chunk> = if size < nodes.len() {
                nodes.par_chunks(size).map(build).collect()
            } else {
                vec![build(nodes)]
            };
            let made: usize = chunks.iter().map(|chunk| size_of_val(&chunk.limbs[..])).sum();
            for (nodes, chunk) in nodes.chunks(size).zip(&chunks) {
                numbers.put(nodes, chunk);
            }
            let bytes = held + numbers.bytes() + made as u64;
            run.step(Progress { layer: self.plies[nodes[0]], states: self.node_count() as u64, bytes })?;
        }
        Ok(())
    }
}
