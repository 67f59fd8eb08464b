//! A stream that several processes share.
//!
//! A process adds up the contributions to a state, and sends the sum to the owner of the state. Values are additive, so a state
//! can arrive in several rounds of its layer, with a part of its value in each round.

use crate::evaluate::checkpoint::{ensure, read_value, save_value};
use crate::evaluate::counts::Counts;
use crate::evaluate::denominators::{CommonDenominator, DenominatorId};
use crate::evaluate::row::Lane;
use crate::evaluate::stream::{IncomingStep, LayerStream, LiveValue, StreamRecurrence};
use crate::exact::Natural;
use crate::game::{Points, Seat};
use crate::model::explore::{ExpandedLayer, ExploreFn, LayerVisitor, PackedState, Round, UnexpandedLayer};
use crate::model::{Error, Job};
use foldhash::fast::RandomState;
use std::collections::HashMap;
use std::io;
use std::sync::Arc;

/// The least size of a complete batch, in bytes.
const BATCH: usize = 1 << 20;

/// A state, by its first number in the layer, and the seat to move.
type FirstPlace = (u32, Seat);

/// The finished places of a layer, each with its states, so that a state that arrives again in a later round is counted once.
pub(crate) struct FinishedPlaces<V> {
    /// The places of round 0, which move to `by_place` in a later round. Most layers have one round.
    first: Vec<(FirstPlace, V)>,
    by_place: HashMap<FirstPlace, Vec<V>, RandomState>,
}

impl<V> Default for FinishedPlaces<V> {
    fn default() -> Self {
        Self { first: Vec::new(), by_place: HashMap::default() }
    }
}

impl<V> FinishedPlaces<V> {
    /// Adds a place of a later round. Returns its supports in earlier rounds.
    fn later(&mut self, place: FirstPlace) -> &mut Vec<V> {
        for (place, support) in self.first.drain(..) {
            self.by_place.entry(place).or_default().push(support);
        }
        self.by_place.entry(place).or_default()
    }
}

impl<'a, R: StreamRecurrence> LayerStream<'a, R> {
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
        live: &LiveValue<R::Value>,
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

    /// Computes a recurrence for a game, as [`run`](Self::run) does, in one of several processes. The work is not saved.
    pub(crate) fn run_shared(
        game: ExploreFn<'_>,
        recurrence: R,
        position: (Seat, &[Points], Lane),
        job: &'a Job<'a>,
    ) -> Result<Self, Error> {
        let mut stream = SharedStream(Self::new(0, recurrence, position, job)?);
        let explored = game(&mut stream);
        stream.0.finish(explored)?;
        Ok(stream.0)
    }

    /// Serializes the sum of the contributions to each state, in batches. Each batch has one denominator.
    fn pack_places(&mut self, states: &[PackedState], keep: bool) -> Result<Vec<Vec<u8>>, Error> {
        let mut places = Vec::new();
        for (bytes, number) in states {
            for mover in 0..self.seats {
                let incoming = self.frontier.remove(&(*number, mover));
                places.extend(incoming.map(|incoming| (bytes, *number, mover, incoming)));
            }
        }
        let common = self.common(places.iter().flat_map(|(.., incoming)| incoming));
        let mut head = Vec::new();
        written(save_value(&mut head, self.denominators.get(common.id)));
        let mut batches = Vec::new();
        let mut batch = head.clone();
        for (bytes, number, mover, incoming) in places {
            let sum = self.sum(incoming, &common)?;
            written(save_value(&mut batch, &(mover, serde_bytes::Bytes::new(bytes))));
            written(save_value(&mut batch, sum.value()));
            if keep {
                self.frontier.insert((number, mover), vec![IncomingStep::unchanged(sum)]);
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

    /// Returns the sum of the contributions to a place. A single contribution that changes nothing is shared.
    fn sum(
        &self,
        incoming: Vec<IncomingStep<R::Value>>,
        common: &CommonDenominator,
    ) -> Result<Arc<LiveValue<R::Value>>, Error> {
        match <[_; 1]>::try_from(incoming) {
            Ok([only]) if only.is_unchanged() && only.from.denominator == common.id => Ok(only.from),
            Ok(only) => self.sum_all(&only, common),
            Err(all) => self.sum_all(&all, common),
        }
    }

    fn sum_all(
        &self,
        incoming: &[IncomingStep<R::Value>],
        common: &CommonDenominator,
    ) -> Result<Arc<LiveValue<R::Value>>, Error> {
        let value = Self::combine(&self.recurrence, incoming.iter(), common)?;
        Ok(Arc::new(self.alive(value, common.id)))
    }

    /// Returns a value with its size and its denominator.
    fn alive(&self, value: R::Value, denominator: DenominatorId) -> LiveValue<R::Value> {
        let size = R::size(&value);
        LiveValue::new(Some(value), size, denominator)
    }

    /// Reads a batch of places.
    fn unpack_places(
        &mut self,
        mut batch: &[u8],
        number: &mut dyn FnMut(&[u8]) -> io::Result<u32>,
    ) -> io::Result<()> {
        let input = &mut batch;
        let denominator = self.denominators.insert(read_value(input)?);
        while !input.is_empty() {
            let (mover, state): (Seat, serde_bytes::ByteBuf) = read_value(input)?;
            ensure(mover < self.seats)?;
            let value = self.read_stored(input)?;
            let live = Arc::new(self.alive(value, denominator));
            let place = (number(&state)?, mover);
            self.frontier.entry(place).or_default().push(IncomingStep::unchanged(live));
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
        let sum =
            if ends.is_empty() { None } else { self.recurrence.at_ends(&mut self.denominators, values) };
        let denominator = sum.as_ref().map(|(_, denominator)| self.denominators.get(*denominator));
        let Counts { states, transitions, ends, layers } = &self.counts;
        written(save_value(&mut results, &(states, transitions, ends, layers, denominator)));
        if let Some((value, denominator)) = sum {
            written(save_value(&mut results, &value));
            if keep {
                let live = self.alive(value, denominator);
                self.ends.push(IncomingStep::unchanged(Arc::new(live)));
            }
        }
        results
    }

    /// Adds the packed results of another process.
    fn unpack_ends(&mut self, mut results: &[u8]) -> io::Result<()> {
        let input = &mut results;
        type Results = (u64, u64, u64, Vec<(u32, u64)>, Option<Natural>);
        let (states, transitions, ends, by_layer, denominator): Results = read_value(input)?;
        self.counts.states += states;
        self.counts.transitions += transitions;
        self.counts.ends += ends;
        let layers = &mut self.counts.layers;
        for (layer, states) in by_layer {
            match layers.binary_search_by_key(&layer, |(known, _)| *known) {
                Ok(place) => layers[place].1 += states,
                Err(place) => layers.insert(place, (layer, states)),
            }
        }
        if let Some(denominator) = denominator {
            let denominator = self.denominators.insert(denominator);
            let value = self.read_stored(input)?;
            let live = self.alive(value, denominator);
            self.ends.push(IncomingStep::unchanged(Arc::new(live)));
        }
        ensure(input.is_empty())
    }
}

/// A stream that exchanges values with other processes. A stream of its own type keeps this code out of programs that have no
/// other processes.
struct SharedStream<'a, R: StreamRecurrence>(LayerStream<'a, R>);

impl<R: StreamRecurrence> LayerVisitor for SharedStream<'_, R> {
    fn enter(&mut self, layer: &UnexpandedLayer<'_>) -> Result<Vec<bool>, Error> {
        self.0.enter(layer)
    }

    fn exit(&mut self, layer: &ExpandedLayer<'_>) -> Result<(), Error> {
        self.0.exit(layer)
    }

    fn states_counted(&self) -> u64 {
        self.0.states_counted()
    }

    fn pack(&mut self, states: &[PackedState], keep: bool) -> Result<Vec<Vec<u8>>, Error> {
        self.0.pack_places(states, keep)
    }

    fn unpack(
        &mut self,
        batch: &[u8],
        _sender: usize,
        number: &mut dyn FnMut(&[u8]) -> io::Result<u32>,
    ) -> io::Result<()> {
        self.0.unpack_places(batch, number)
    }

    fn pack_results(&mut self, keep: bool) -> Result<Vec<u8>, Error> {
        Ok(self.0.pack_ends(keep))
    }

    fn unpack_results(&mut self, results: &[u8]) -> io::Result<()> {
        self.0.unpack_ends(results)
    }
}

/// Writes to memory cannot fail.
fn written(result: io::Result<()>) {
    result.expect("a vector grows as needed");
}
