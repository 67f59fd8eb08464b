//! The points that each seat can expect, worked out backward: a few numbers for each state, and no distribution.

use crate::evaluate::row::Factor;
use crate::evaluate::scale::{Common, Scale, Scales, Step};
use crate::exact::{self, Rational, limbs};
use crate::game::Points;
use crate::model::{Error, Model, Progress, Run, WORTH_SHARING};
use rayon::prelude::*;

/// The expected points of each seat from the start on, the first player's first; nobody may decide.
///
/// Cost: a multiplication for every limb, edge and seat.
///
/// # Errors
/// A limit.
pub(crate) fn expected(graph: &Model, run: &Run<'_>) -> Result<Vec<Rational>, Error> {
    let mut means = Means::new(graph);
    for round in graph.rounds().iter().rev() {
        means.round(round, run)?;
    }
    let start = means.means[graph.start()].take().expect("the start is the last");
    let total = limbs::natural(start.number(0));
    let share = |seat: usize| exact::ratio_of(limbs::natural(start.number(1 + seat)), total.clone());
    Ok((0..usize::from(graph.seats())).map(share).collect())
}

/// What is still to come from a state: how often, and the points of each seat in all, the mover's first.
struct Mean {
    width: usize,
    /// No number has more bits.
    bits: u32,
    numbers: Vec<u64>,
}

impl Mean {
    fn number(&self, place: usize) -> &[u64] {
        &self.numbers[place * self.width..(place + 1) * self.width]
    }
}

struct Means<'a> {
    graph: &'a Model,
    means: Vec<Option<Mean>>,
    scale: Vec<Scale>,
    scales: Scales,
    /// Edges into each node that still wait for it.
    waiting: Vec<u32>,
    bytes: u64,
}

impl<'a> Means<'a> {
    fn new(graph: &'a Model) -> Self {
        let nodes = graph.node_count();
        let mut waiting = vec![0; nodes];
        (0..graph.edge_count()).for_each(|edge| waiting[graph.target(edge)] += 1);
        let means = (0..nodes).map(|_| None).collect();
        let bytes = (nodes * (size_of::<Option<Mean>>() + 2 * size_of::<u32>())) as u64;
        Self { graph, means, scale: vec![0; nodes], scales: Scales::new(), waiting, bytes }
    }

    fn round(&mut self, nodes: &[usize], run: &Run<'_>) -> Result<(), Error> {
        let edges = || nodes.iter().flat_map(|&node| self.graph.edges_of(node));
        let steps: Vec<Step> = edges().map(|edge| self.step(edge)).collect();
        let work: usize = edges().map(|edge| size_of_val(&*self.next(edge).numbers)).sum();
        let common = self.scales.common(steps.iter().copied());
        let build = |&node: &usize| self.build(node, &common);
        let means: Vec<Mean> = if run.shares(nodes.len()) && work as u64 > WORTH_SHARING {
            nodes.par_iter().map(build).collect()
        } else {
            nodes.iter().map(build).collect()
        };
        for (&node, mean) in nodes.iter().zip(means) {
            self.bytes += size_of_val(&*mean.numbers) as u64;
            self.means[node] = Some(mean);
            // An end hides whole arrangements, or nothing.
            self.scale[node] = if self.graph.is_end(node) { 0 } else { common.scale };
            for edge in self.graph.edges_of(node) {
                let next = self.graph.target(edge);
                self.waiting[next] -= 1;
                if self.waiting[next] == 0 {
                    let done = self.means[next].take().expect("what is needed is kept");
                    self.bytes -= size_of_val(&*done.numbers) as u64;
                }
            }
        }
        let layer = nodes.first().map_or(0, |&node| self.graph.layer(node));
        run.step(Progress { layer, bytes: self.graph.bytes() + self.bytes, ..Progress::default() })
    }

    fn next(&self, edge: usize) -> &Mean {
        self.means[self.graph.target(edge)].as_ref().expect("what is needed is kept")
    }

    fn step(&self, edge: usize) -> Step {
        let (weight, total) = self.graph.share(edge);
        Step { weight, total, scale: self.scale[self.graph.target(edge)] }
    }

    fn build(&self, node: usize, common: &Common) -> Mean {
        let seats = usize::from(self.graph.seats());
        let edges = self.graph.edges_of(node);
        if edges.is_empty() {
            let total = self.graph.hidden(node).map_or(vec![1], limbs::limbs);
            let (width, bits) = (total.len().max(1), limbs::bits(&total));
            let mut numbers = total;
            numbers.resize(width * (1 + seats), 0);
            return Mean { width, bits, numbers };
        }
        let terms: Vec<(&Mean, usize, Points, Factor)> = edges
            .map(|edge| {
                let kind = self.graph.kind(edge);
                let turned = usize::from(kind.passes);
                (self.next(edge), turned, kind.points, common.factor(self.step(edge)))
            })
            .collect();
        let most = |(mean, _, points, factor): &(&Mean, usize, Points, Factor)| {
            mean.bits + factor.bits() + limbs::bits(&[u64::from(*points)]) + 1
        };
        let bits = limbs::bits_of_sum(terms.iter().map(most).max().expect("an edge"), terms.len());
        let width = limbs::width(bits);
        let mut numbers = vec![0; width * (1 + seats)];
        for (mean, turned, points, factor) in &terms {
            let mut add = |place: usize, factor: &Factor, number: &[u64]| {
                factor.add_product(&mut numbers[place * width..(place + 1) * width], number);
            };
            add(0, factor, mean.number(0));
            // The mover has what this step scores, whoever moves next.
            if *points > 0 {
                add(1, &factor.times((*points).into()), mean.number(0));
            }
            for seat in 0..seats {
                add(1 + (seat + turned) % seats, factor, mean.number(1 + seat));
            }
        }
        let (width, bits) = limbs::tighten(&mut numbers, width);
        Mean { width, bits, numbers }
    }
}
