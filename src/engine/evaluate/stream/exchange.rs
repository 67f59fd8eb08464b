//! A stream that several processes share.
//!
//! A process adds up the contributions to a state, and sends the sum to the owner of the state. Values are additive, so a state
//! can arrive in several rounds of its layer, with a part of its value in each round.

use crate::evaluate::checkpoint::{ensure, read_value, save_value};
use crate::evaluate::counts::Counts;
use crate::evaluate::denominators::{CommonDenominator, DenominatorId};
use crate::evaluate::recurrence::Recurrence as _;
use crate::evaluate::row::{Lane, Row};
use crate::evaluate::rows::ScoreRows;
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

/// The finished places of a layer, each with its supports (its states without their numbers), so that a state that arrives again in
/// a later round is counted once.
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
}

/// A stream of rows.
type RowStream<'a, const K: usize> = LayerStream<'a, ScoreRows<'static, K>>;

/// Computes rows for a game, as [`run`](LayerStream::run) does, in one of several processes. The work is not saved.
pub(crate) fn run_shared<'a, const K: usize>(
    game: ExploreFn<'_>,
    rows: ScoreRows<'static, K>,
    position: (Seat, &[Points], Lane),
    job: &'a Job<'a>,
) -> Result<RowStream<'a, K>, Error> {
    let mut stream = SharedRows(LayerStream::new(0, rows, position, job)?);
    let explored = game(&mut stream);
    stream.0.finish(explored)?;
    Ok(stream.0)
}

impl<const K: usize> RowStream<'_, K> {
    /// Returns the sum of the contributions to a place. A single contribution that changes nothing is shared.
    fn sum(
        &self,
        incoming: &[IncomingStep<Row<K>>],
        common: &CommonDenominator,
    ) -> Result<Arc<LiveValue<Row<K>>>, Error> {
        match incoming {
            [only] if only.is_unchanged() && only.from.denominator == common.id => Ok(Arc::clone(&only.from)),
            _ => Ok(live(Self::combine(&self.recurrence, incoming.iter(), common)?, common.id)),
        }
    }

    /// Serializes the counts and the sum of the values of all ends. The sum replaces the ends if it is to be kept.
    pub(crate) fn pack_ends(&mut self, keep: bool) -> Vec<u8> {
        let mut results = Vec::new();
        let ends = std::mem::take(&mut self.ends);
        let remaining = std::mem::take(&mut self.remaining);
        let rows = Self::values_at_ends(&ends, &remaining);
        let sum = (!ends.is_empty()).then(|| self.recurrence.sum(&mut self.denominators, rows));
        let denominator = sum.as_ref().map(|(_, denominator)| self.denominators.get(*denominator));
        let Counts { states, transitions, ends, layers } = &self.counts;
        written(save_value(&mut results, &(states, transitions, ends, layers, denominator)));
        if let Some((value, denominator)) = sum {
            written(save_value(&mut results, &value));
            if keep {
                self.ends.push(IncomingStep::unchanged(live(value, denominator)));
            }
        }
        results
    }
}

/// Returns a value with its size and its denominator.
fn live<const K: usize>(row: Row<K>, denominator: DenominatorId) -> Arc<LiveValue<Row<K>>> {
    let size = ScoreRows::size(&row);
    Arc::new(LiveValue::new(Some(row), size, denominator))
}

/// A stream that exchanges rows with other processes. A stream of its own type keeps this code out of programs that have no other
/// processes.
struct SharedRows<'a, const K: usize>(RowStream<'a, K>);

impl<const K: usize> LayerVisitor for SharedRows<'_, K> {
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
        let stream = &mut self.0;
        let mut places = Vec::new();
        for (bytes, number) in states {
            for mover in 0..stream.seats {
                let incoming = stream.frontier.remove(&(*number, mover));
                places.extend(incoming.map(|incoming| (bytes, *number, mover, incoming)));
            }
        }
        let common = stream.common(places.iter().flat_map(|(.., incoming)| incoming));
        let mut head = Vec::new();
        written(save_value(&mut head, stream.denominators.get(common.id)));
        let mut batches = Vec::new();
        let mut batch = head.clone();
        for (bytes, number, mover, incoming) in places {
            let sum = stream.sum(&incoming, &common)?;
            written(save_value(&mut batch, &(mover, serde_bytes::Bytes::new(bytes))));
            written(save_value(&mut batch, sum.value()));
            if keep {
                stream.frontier.insert((number, mover), vec![IncomingStep::unchanged(sum)]);
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

    fn unpack(
        &mut self,
        mut batch: &[u8],
        _sender: usize,
        number: &mut dyn FnMut(&[u8]) -> io::Result<u32>,
    ) -> io::Result<()> {
        let (stream, input) = (&mut self.0, &mut batch);
        let denominator = stream.denominators.insert(read_value(input)?);
        while !input.is_empty() {
            let (mover, state): (Seat, serde_bytes::ByteBuf) = read_value(input)?;
            ensure(mover < stream.seats)?;
            let live = live(stream.read_stored(input)?, denominator);
            let place = (number(&state)?, mover);
            stream.frontier.entry(place).or_default().push(IncomingStep::unchanged(live));
        }
        Ok(())
    }

    fn pack_results(&mut self, keep: bool) -> Result<Vec<u8>, Error> {
        Ok(self.0.pack_ends(keep))
    }

    fn unpack_results(&mut self, mut results: &[u8]) -> io::Result<()> {
        let (stream, input) = (&mut self.0, &mut results);
        type Results = (u64, u64, u64, Vec<(u32, u64)>, Option<Natural>);
        let (states, transitions, ends, by_layer, denominator): Results = read_value(input)?;
        stream.counts.states += states;
        stream.counts.transitions += transitions;
        stream.counts.ends += ends;
        let layers = &mut stream.counts.layers;
        for (layer, states) in by_layer {
            match layers.binary_search_by_key(&layer, |(known, _)| *known) {
                Ok(place) => layers[place].1 += states,
                Err(place) => layers.insert(place, (layer, states)),
            }
        }
        if let Some(denominator) = denominator {
            let denominator = stream.denominators.insert(denominator);
            stream.ends.push(IncomingStep::unchanged(live(stream.read_stored(input)?, denominator)));
        }
        ensure(input.is_empty())
    }
}

/// Writes to memory cannot fail.
fn written(result: io::Result<()>) {
    result.expect("a vector grows as needed");
}
