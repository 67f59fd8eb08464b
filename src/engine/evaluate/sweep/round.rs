//! One round of a sweep: the values of its nodes, computed by one thread or several, stored and counted.

use crate::evaluate::denominators::{CommonDenominator, DenominatorId};
use crate::evaluate::recurrence::{Recurrence, ValueSize};
use crate::evaluate::storage::{Reference, Storage};
use crate::evaluate::sweep::{RoundVisitor, Sweep, SweepDirection};
use crate::model::{Error, Progress, Stop, WorkMeter, each};
use std::collections::HashMap;

/// A round that is not complete.
#[derive(Default)]
pub(super) struct OpenRound {
    /// The number of nodes whose values are stored, without contracted nodes.
    pub(super) done: usize,
    pub(super) cost: u64,
    /// The common denominators, once they are computed.
    denominators: Option<RoundDenominators>,
}

/// The common denominators of a round.
struct RoundDenominators {
    common: CommonDenominator,
    /// The denominators of boundary nodes other than 1.
    boundary: HashMap<u32, DenominatorId>,
}

/// Values of consecutive nodes of a round, and their cost.
struct RoundPart<B> {
    nodes: usize,
    batch: B,
    cost: u64,
    bytes: u64,
}

/// The parts of a round, in order.
type ComputedParts<R> = Vec<Result<RoundPart<ValueBatch<R>>, Error>>;

/// Values that were just computed.
type ValueBatch<R> = <<R as Recurrence>::Storage as Storage>::Batch;

/// The greatest number of nodes that are computed at once.
pub(super) const CHUNK: usize = 1 << 15;

/// The bytes of values that are computed at once: some tens of milliseconds of work, which is lost at a stop.
const BYTES_PER_STEP: u64 = 1 << 24;

/// The number of nodes that are sampled to estimate whether a round is worth sharing.
const SAMPLE: usize = 64;

/// The number of parts for each thread. With several parts, no thread is idle for long while the last parts are computed.
const PARTS: usize = 16;

/// The number of bytes that a thread adds up before it adds them to the total of all threads.
const BYTES_AT_ONCE: u64 = 1 << 16;

/// The greatest number of bytes of the limbs of a round of an [`Arena`](crate::evaluate::storage::Arena).
const MAX_BYTES: u64 = (u32::MAX as u64) * size_of::<u64>() as u64;

impl<'a, R: Recurrence> Sweep<'a, R> {
    /// Computes the common denominators of a round.
    fn round_denominators(&mut self, nodes: &[u32]) -> RoundDenominators {
        if !self.recurrence.has_denominators() {
            return RoundDenominators { common: CommonDenominator::one(), boundary: HashMap::new() };
        }
        let mut denominators = std::mem::take(&mut self.denominators);
        let node = |node: &u32| *node as usize;
        let edges = nodes.iter().map(node).flat_map(|node| self.adjacency.edges(node));
        let common = denominators.lcm(edges.map(|edge| self.share(edge)));
        let mut boundary = HashMap::new();
        for &node in nodes.iter().filter(|&&node| self.is_boundary((node as usize, 0))) {
            let denominator = self.recurrence.boundary_denominator(node as usize);
            boundary.extend(denominator.map(|denominator| (node, denominators.insert(denominator))));
        }
        self.denominators = denominators;
        RoundDenominators { common, boundary }
    }

    /// Computes the values of consecutive nodes of a round.
    fn part(
        &self,
        nodes: &[u32],
        denominators: &RoundDenominators,
        meter: &WorkMeter<'_>,
    ) -> Result<RoundPart<ValueBatch<R>>, Error> {
        let batch = self.values.batch(nodes.len() * usize::from(self.turns));
        let mut part = RoundPart { nodes: nodes.len(), batch, cost: 0, bytes: 0 };
        let (mut terms, mut bytes) = (Vec::new(), 0);
        for &node in nodes {
            for mover in 0..self.turns {
                let place = (node as usize, mover);
                let (mut value, mut denominator) = (None, denominators.common.id);
                if self.is_boundary(place) {
                    value = Some(self.recurrence.boundary(place.0));
                    denominator = denominators.boundary.get(&node).copied().unwrap_or(0);
                } else {
                    terms.clear();
                    let edges = self.adjacency.edges(place.0);
                    terms.extend(edges.filter_map(|edge| self.term(edge, mover, &denominators.common)));
                    if !terms.is_empty() {
                        let combined = self.recurrence.combine(place.0, &terms)?;
                        part.cost += R::cost(&combined, &terms);
                        value = Some(combined);
                    }
                }
                let pushed = self.values.push(&mut part.batch, place, value, denominator);
                (bytes, part.bytes) = (bytes + pushed, part.bytes + pushed);
                if bytes >= BYTES_AT_ONCE {
                    meter.add(std::mem::take(&mut bytes))?;
                }
            }
        }
        meter.add(bytes)?;
        Ok(part)
    }

    /// Computes the values of nodes of a round, on several threads if that is worthwhile. An error in one part does not affect
    /// the other parts.
    fn parts(&self, nodes: &[u32], denominators: &RoundDenominators) -> Result<ComputedParts<R>, Error> {
        let layer = nodes.first().map_or(0, |&node| self.model.layer(node as usize));
        let progress = Progress { layer, states: self.counts.states };
        let meter = WorkMeter::begin(self.job, progress)?;
        let work = || {
            let (mut bytes, step) = (0, nodes.len() / SAMPLE + 1);
            let sample = nodes.iter().step_by(step);
            sample.for_each(|&node| self.sources(node as usize, &mut |value| bytes += R::size(value).bytes));
            bytes * step as u64
        };
        let least = R::Storage::LEAST_SHARED;
        if self.job.shares(nodes.len() * usize::from(self.turns) / least) && work() > R::WORTH_SHARING {
            let size = nodes.len().div_ceil(PARTS * self.job.threads).max(least);
            let chunks: Vec<&[u32]> = nodes.chunks(size).collect();
            return each(true, &chunks, |nodes| Ok(self.part(nodes, denominators, &meter)));
        }
        Ok(vec![self.part(nodes, denominators, &meter)])
    }

    /// Computes the values of `nodes` without storing them, and returns them with their denominator.
    ///
    /// # Errors
    /// As [`Self::round`].
    pub(crate) fn compute(&mut self, nodes: &[u32]) -> Result<(Vec<ValueBatch<R>>, DenominatorId), Error> {
        let denominators = self.round_denominators(nodes);
        let parts = self.parts(nodes, &denominators)?.into_iter();
        Ok((parts.map(|part| part.map(|part| part.batch)).collect::<Result<_, _>>()?, denominators.common.id))
    }

    /// Computes and stores the values of a round, and drops the values that are no longer needed.
    ///
    /// # Errors
    /// If points overflow, or a limit is passed.
    pub(crate) fn round(&mut self, nodes: &[u32], visitor: RoundVisitor<'_, 'a, R>) -> Result<(), Error> {
        while !self.advance(nodes, visitor)? {}
        Ok(())
    }

    /// Computes and stores more values of a round. Returns whether the round is complete. The `visitor` is called with a complete
    /// round before values without a use are dropped. After an error, the stored values stay, and the next call continues after
    /// them.
    ///
    /// # Errors
    /// As [`Self::round`].
    pub(crate) fn advance(&mut self, nodes: &[u32], visitor: RoundVisitor<'_, 'a, R>) -> Result<bool, Error> {
        let Some(&first) = nodes.first() else { return Ok(true) };
        let ply = self.model.ply(first as usize);
        let (contracted, own) = self.adjacency.split(nodes);
        let denominators = self.open.denominators.take().unwrap_or_else(|| self.round_denominators(&own));
        let stored = self.store(&own, ply, &denominators);
        self.open.denominators = Some(denominators);
        stored?;
        if self.open.done < own.len() {
            return Ok(false);
        }
        self.cost += std::mem::take(&mut self.open).cost;
        if R::HAS_SCORES {
            self.count_states(nodes);
        } else {
            self.counts.states += nodes.len() as u64;
        }
        contracted.iter().for_each(|&node| self.adjacency.set_done(node as usize));
        let edges = own.iter().flat_map(|&node| self.adjacency.edges(node as usize));
        self.values.release(ply, edges.map(|edge| self.adjacency.source(edge).0));
        visitor(self, &own);
        self.values.drop_unused(ply, &own);
        Ok(true)
    }

    /// Returns whether some but not all nodes of a round are stored.
    pub(crate) fn is_open(&self) -> bool {
        self.open.done > 0
    }

    /// Computes and stores the values of the next nodes of a round.
    fn store(&mut self, nodes: &[u32], ply: u32, denominators: &RoundDenominators) -> Result<(), Error> {
        let rest = &nodes[self.open.done..];
        let next = &rest[..rest.len().min(self.at_once)];
        let mut computed = 0;
        for part in self.parts(next, denominators)? {
            let part = part?;
            if !self.values.put(ply, part.batch) {
                let progress = Progress { layer: ply, states: self.counts.states };
                return Err(Error::Stop(Stop::TooMuchMemory { limit: MAX_BYTES, progress }));
            }
            self.open.done += part.nodes;
            self.open.cost += part.cost;
            computed += part.bytes;
        }
        // The values of the next nodes probably have about the same size.
        let each = computed / next.len().max(1) as u64 + 1;
        self.at_once = ((BYTES_PER_STEP / each) as usize).clamp(PARTS * self.job.threads, CHUNK);
        Ok(())
    }

    /// Counts the states of a round that was computed.
    fn count_states(&mut self, nodes: &[u32]) {
        // In the backward direction, the number of states of a contracted node is unknown.
        let forward = self.adjacency.direction == SweepDirection::Forward;
        let layers = self.model.layers();
        // Most nodes are in the same layer as the previous node.
        let mut layer = 0;
        let nodes = nodes.iter().map(|&node| node as usize);
        for node in nodes.filter(|&node| forward || !self.adjacency.is_contracted(node)) {
            if !layers[layer].1.contains(&node) {
                layer = layers.partition_point(|(_, nodes)| nodes.end <= node);
            }
            let ValueSize { states, width, .. } = self.size(node);
            self.width = self.width.max(width);
            self.counts.add(self.model, node, layer, states);
        }
    }

    /// Returns the number of states of a node of the last round, and the greatest width of a number. States with different scores
    /// count as different.
    fn size(&self, node: usize) -> ValueSize {
        let mut sum = ValueSize::default();
        let mut add = |value: Reference<'_, R>| {
            let size = R::size(value);
            sum.states += size.states;
            sum.width = sum.width.max(size.width);
        };
        match self.adjacency.is_contracted(node) {
            true => self.sources(node, &mut add),
            false => self.values_of(node).for_each(|(_, value)| add(value)),
        }
        sum
    }
}
