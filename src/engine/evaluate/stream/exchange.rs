//! A stream that several processes share.
//!
//! A process sends the sum of what leads to a state to the process to which the state belongs, as one value. Values and
//! probabilities are additive, so a state may come in several rounds of its layer, with a part of its value in each.

use crate::evaluate::checkpoint::{ensure, read_value, save_value};
use crate::evaluate::counts::Counts;
use crate::evaluate::scale::{Common, Denominator};
use crate::evaluate::storage::StoredWith;
use crate::evaluate::stream::{Incoming, Live, Stream, Streamed};
use crate::exact::Natural;
use crate::game::Seat;
use crate::model::Error;
use crate::model::explore::{PackedState, Round};
use foldhash::fast::RandomState;
use std::collections::{BTreeMap, HashMap};
use std::io;
use std::sync::Arc;

/// The size in bytes from which on a batch is complete.
const BATCH: usize = 1 << 20;

/// A state, by its first number in the layer, and the seat to move.
type FirstPlace = (u32, Seat);

/// The places of a layer that are done, each with its states, so that a state that comes again in a later round is counted
/// once. Numbers are not kept.
pub(crate) struct FinishedPlaces<V> {
    /// The places of round 0, until a later round looks them up. Most layers have no later round.
    first: Vec<(FirstPlace, V)>,
    by_place: HashMap<FirstPlace, Vec<V>, RandomState>,
}

impl<V> Default for FinishedPlaces<V> {
    fn default() -> Self {
        Self { first: Vec::new(), by_place: HashMap::default() }
    }
}

impl<V> FinishedPlaces<V> {
    /// Adds a place of a later round. Returns the supports that it had before in this layer.
    fn later(&mut self, place: FirstPlace) -> &mut Vec<V> {
        for (place, support) in self.first.drain(..) {
            self.by_place.entry(place).or_default().push(support);
        }
        self.by_place.entry(place).or_default()
    }
}

impl<V: StoredWith<C>, C: Send + Sync + 'static, R: Streamed<V, C>> Stream<'_, R, V, C> {
    /// Begins a round of a layer.
    pub(super) fn begin_round(&mut self, round: Option<Round<'_>>) {
        if round.is_some_and(|round| round.number == 0) {
            self.finished = FinishedPlaces::default();
        }
    }

    /// Returns the number of states of a place that are new in this round.
    pub(super) fn count_new(
        &mut self,
        round: Round<'_>,
        (state, mover): (usize, Seat),
        live: &Live<V>,
    ) -> u32 {
        let value = live.value();
        let Some(support) = self.recurrence.support(value) else { return live.count };
        let place = (round.first[state], mover);
        if round.number == 0 {
            self.finished.first.push((place, support));
            return live.count;
        }
        let earlier = self.finished.later(place);
        let new = self.recurrence.new_states(value, earlier);
        earlier.push(support);
        new as u32
    }

    /// Serializes the sum of what leads to each of some states, in batches with a denominator each.
    pub(super) fn pack_places(&mut self, states: &[PackedState], keep: bool) -> Result<Vec<Vec<u8>>, Error> {
        let mut places = Vec::new();
        for (bytes, number) in states {
            for mover in 0..self.seats {
                let incoming = self.frontier.remove(&(*number, mover));
                places.extend(incoming.map(|incoming| (bytes, *number, mover, incoming)));
            }
        }
        let common = self.common(places.iter().flat_map(|(.., incoming)| incoming));
        let mut head = Vec::new();
        written(save_value(&mut head, self.scales.denominator(common.scale)));
        let mut batches = Vec::new();
        let mut batch = head.clone();
        for (bytes, number, mover, incoming) in places {
            let sum = self.sum(incoming, &common)?;
            written(save_value(&mut batch, &(mover, serde_bytes::Bytes::new(bytes))));
            written(sum.value().write(&mut batch));
            if keep {
                self.frontier.insert((number, mover), vec![Incoming::unchanged(sum)]);
            }
            if batch.len() >= BATCH {
                batches.push(std::mem::replace(&mut batch, head.clone()));
            }
        }
        if batch.len() > head.len() {
            batches.push(batch);
        }
        Ok(batches)
    }

    /// Returns the sum of what leads to a place. Shares the value of a single neighbour that the step does not change.
    fn sum(&self, incoming: Vec<Incoming<V>>, common: &Common) -> Result<Arc<Live<V>>, Error> {
        match <[_; 1]>::try_from(incoming) {
            Ok([only]) if only.is_unchanged() && only.from.denominator == common.scale => Ok(only.from),
            Ok(only) => self.sum_all(&only, common),
            Err(all) => self.sum_all(&all, common),
        }
    }

    fn sum_all(&self, incoming: &[Incoming<V>], common: &Common) -> Result<Arc<Live<V>>, Error> {
        let value = Self::combine(&self.recurrence, incoming.iter(), common)?;
        Ok(Arc::new(self.alive(value, common.scale)))
    }

    /// Returns a value with its denominator.
    fn alive(&self, value: V, denominator: Denominator) -> Live<V> {
        let size = R::size(&value);
        Live::new(Some(value), size, denominator)
    }

    /// Reads a batch of places.
    pub(super) fn unpack_places(
        &mut self,
        mut batch: &[u8],
        number: &mut dyn FnMut(&[u8]) -> io::Result<u32>,
    ) -> io::Result<()> {
        let input = &mut batch;
        let denominator = self.scales.scale(read_value(input)?);
        while !input.is_empty() {
            let (mover, state): (Seat, serde_bytes::ByteBuf) = read_value(input)?;
            ensure(mover < self.seats)?;
            let value = V::read(input, self.recurrence.context())?;
            let live = Arc::new(self.alive(value, denominator));
            let place = (number(&state)?, mover);
            self.frontier.entry(place).or_default().push(Incoming::unchanged(live));
        }
        Ok(())
    }

    /// Serializes the counts and the sum of the values of all ends. The sum replaces the ends if it is to be kept.
    pub(crate) fn pack_ends(&mut self, keep: bool) -> Vec<u8> {
        let mut results = Vec::new();
        let ends = std::mem::take(&mut self.ends);
        let remaining = std::mem::take(&mut self.remaining);
        let values = ends
            .iter()
            .enumerate()
            .map(|(end, step)| (step.from.value(), step.from.denominator, remaining.get(&end)));
        let sum = if ends.is_empty() { None } else { self.recurrence.at_ends(&mut self.scales, values) };
        let denominator = sum.as_ref().map(|(_, denominator)| self.scales.denominator(*denominator));
        let Counts { states, transitions, ends, layers } = &self.counts;
        written(save_value(&mut results, &(states, transitions, ends, layers, denominator)));
        if let Some((value, denominator)) = sum {
            written(value.write(&mut results));
            if keep {
                let live = self.alive(value, denominator);
                self.ends.push(Incoming::unchanged(Arc::new(live)));
            }
        }
        results
    }

    /// Adds results that were packed.
    pub(super) fn unpack_ends(&mut self, mut results: &[u8]) -> io::Result<()> {
        let input = &mut results;
        type Results = (u64, u64, u64, Vec<(u32, u64)>, Option<Natural>);
        let (states, transitions, ends, by_layer, denominator): Results = read_value(input)?;
        self.counts.states += states;
        self.counts.transitions += transitions;
        self.counts.ends += ends;
        let mut layers: BTreeMap<u32, u64> = std::mem::take(&mut self.counts.layers).into_iter().collect();
        for (layer, states) in by_layer {
            *layers.entry(layer).or_default() += states;
        }
        self.counts.layers = layers.into_iter().collect();
        if let Some(denominator) = denominator {
            let denominator = self.scales.scale(denominator);
            let value = V::read(input, self.recurrence.context())?;
            let live = self.alive(value, denominator);
            self.ends.push(Incoming::unchanged(Arc::new(live)));
        }
        ensure(input.is_empty())
    }
}

/// Writes to memory cannot fail.
fn written(result: io::Result<()>) {
    result.expect("memory takes all that is written");
}
