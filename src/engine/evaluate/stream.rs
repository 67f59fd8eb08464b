//! The stream: computes a recurrence forward while a game is explored, layer by layer, and drops finished layers.
//!
//! A place is a state and the seat to move. Its value is computed from the steps into it as soon as its layer is reached, and is
//! dropped after its last use. The stream holds the current layer, and the values with steps into later layers. The work can be
//! saved before any layer; see [`saved`]. Several processes can share the states of a game; see [`exchange`].

mod exchange;
mod recurrence;
mod saved;

pub(crate) use exchange::run_shared;
pub(crate) use recurrence::StreamRecurrence;

use crate::evaluate::counts::Counts;
use crate::evaluate::denominators::{
    CommonDenominator, DenominatorId, DenominatorTable, EdgeShare, reduced_share,
};
use crate::evaluate::recurrence::{Factors, ModelEdge, Neighbor, Recurrence, ScoredPath, ValueSize};
use crate::evaluate::row::{Factor, Lane};
use crate::evaluate::stream::exchange::FinishedPlaces;
use crate::evaluate::stream::saved::SavedStream;
use crate::exact::Natural;
use crate::game::{Points, Seat};
use crate::model::explore::{ExpandedLayer, ExploreFn, LayerVisitor, UnexpandedLayer};
use crate::model::score::sum_of_lanes;
use crate::model::{Error, GameError, Job, Progress, WORTH_SHARING, WorkMeter, each};
use foldhash::fast::RandomState;
use smallvec::SmallVec;
use std::collections::HashMap;
use std::sync::Arc;

/// The value of a place.
pub(crate) struct LiveValue<V> {
    /// `None` if the value is no longer needed when a resumed stream is replayed.
    value: Option<V>,
    pub(crate) denominator: DenominatorId,
    /// The number of states with a value.
    count: u32,
    /// The number of the place, in the order in which places are reached.
    number: u64,
    bytes: u64,
}

impl<V> LiveValue<V> {
    /// The bytes beside the value.
    const BYTES_BESIDE: u64 = (size_of::<Self>() - size_of::<V>()) as u64;

    fn new(value: Option<V>, size: ValueSize, denominator: DenominatorId) -> Self {
        let bytes = Self::BYTES_BESIDE + size.bytes;
        Self { value, denominator, count: size.states as u32, number: 0, bytes }
    }

    /// Returns the value.
    ///
    /// # Panics
    /// If the value is no longer needed.
    pub(crate) fn value(&self) -> &V {
        self.value.as_ref().expect("values are kept while they are needed")
    }
}

/// A step into a place.
pub(crate) struct IncomingStep<V> {
    pub(crate) from: Arc<LiveValue<V>>,
    /// The weight and the total weight of the choice.
    share: (u64, u64),
    /// The seat that scores.
    mover: Seat,
    points: Points,
}

impl<V> IncomingStep<V> {
    /// Creates a step that changes nothing.
    fn unchanged(from: Arc<LiveValue<V>>) -> Self {
        Self { from, share: (1, 1), mover: 0, points: 0 }
    }

    fn is_unchanged(&self) -> bool {
        self.share == (1, 1) && self.points == 0
    }

    fn edge_share(&self) -> EdgeShare {
        let (weight, total) = self.share;
        EdgeShare { weight, total, denominator: self.from.denominator }
    }
}

/// A place, with the steps into it.
struct StreamNode<V> {
    /// The index of its state in the layer.
    state: usize,
    mover: Seat,
    incoming: Vec<IncomingStep<V>>,
}

/// A recurrence that is computed while a game is explored.
pub(crate) struct LayerStream<'a, R: Recurrence> {
    pub(crate) recurrence: R,
    pub(crate) seats: Seat,
    job: &'a Job<'a>,
    /// The steps into places of later layers, by the numbers of their states and the movers.
    frontier: HashMap<(u32, Seat), Vec<IncomingStep<R::Value>>, RandomState>,
    /// The values of the current layer, by state and mover.
    layer: Vec<(Seat, Arc<LiveValue<R::Value>>)>,
    /// For each expanded state, the index of its first value in `layer`; and at the end the number of values.
    starts: Vec<usize>,
    /// The ends so far.
    pub(crate) ends: Vec<IncomingStep<R::Value>>,
    /// The remaining arrangements of ends, by their indices in `ends`, ascending, if the game counts arrangements.
    pub(crate) remaining: Vec<(usize, Natural)>,
    pub(crate) counts: Counts,
    /// The finished places of the current layer, if the layer has several rounds.
    finished: FinishedPlaces<R::Value>,
    pub(crate) denominators: DenominatorTable,
    fingerprint: Vec<u64>,
    /// The number of states of each place so far, if the work is to be saved.
    counts_by_place: Vec<u32>,
    places: u64,
    /// The saved work, while the stream is replayed.
    restored: Option<SavedStream<'a>>,
}

/// The number of places between two checks of the limits.
const CHUNK: usize = 4096;

impl<'a, R: StreamRecurrence> LayerStream<'a, R> {
    /// Computes a recurrence for a game to its end. The `seats` have `scores` at the start. `offset` is the offset of score
    /// vectors, and `start` the fingerprint of the start state.
    pub(crate) fn run(
        (game, start): (ExploreFn<'_>, u64),
        recurrence: R,
        position: (Seat, &[Points], Lane),
        job: &'a Job<'a>,
    ) -> Result<Self, Error> {
        let mut stream = Self::new(start, recurrence, position, job)?;
        stream.restore()?;
        let explored = game(&mut stream);
        stream.finish(explored)?;
        Ok(stream)
    }

    fn new(
        start: u64,
        recurrence: R,
        (seats, scores, offset): (Seat, &[Points], Lane),
        job: &'a Job<'a>,
    ) -> Result<Self, Error> {
        sum_of_lanes(scores, seats, offset)?;
        let first = recurrence.boundary(0);
        let size = R::size(&first);
        let first = LiveValue::new(Some(first), size, 0);
        let parameters = [start, seats.into(), scores.len() as u64];
        let scores = scores.iter().map(|&points| points as u64);
        let fingerprint = recurrence.fingerprint().into_iter().chain(parameters).chain(scores).collect();
        let stream = Self {
            recurrence,
            seats,
            job,
            frontier: HashMap::from_iter([((0, 0), vec![IncomingStep::unchanged(Arc::new(first))])]),
            layer: Vec::new(),
            starts: Vec::new(),
            ends: Vec::new(),
            remaining: Vec::new(),
            counts: Counts::default(),
            finished: FinishedPlaces::default(),
            denominators: DenominatorTable::default(),
            fingerprint,
            counts_by_place: Vec::new(),
            places: 0,
            restored: None,
        };
        Ok(stream)
    }

    /// Removes the places of a layer from the frontier, in the order of states, on which sums of doubles depend.
    fn places(&mut self, layer: &UnexpandedLayer<'_>) -> Vec<StreamNode<R::Value>> {
        let mut nodes = Vec::with_capacity(layer.numbers.len());
        for (state, &number) in layer.numbers.iter().enumerate() {
            for mover in 0..self.seats {
                let incoming = self.frontier.remove(&(number, mover));
                nodes.extend(incoming.map(|incoming| StreamNode { state, mover, incoming }));
            }
        }
        nodes
    }

    /// Checks the limits before places of a layer are computed.
    fn begin(&self, layer: &UnexpandedLayer<'_>) -> Result<WorkMeter<'_>, Error> {
        WorkMeter::begin(self.job, Progress { layer: layer.layer, states: self.counts.states })
    }

    /// Returns the value of the place to which the steps lead.
    pub(crate) fn combine<'s>(
        recurrence: &R,
        incoming: impl Iterator<Item = &'s IncomingStep<R::Value>>,
        common: &CommonDenominator,
    ) -> Result<R::Value, Error>
    where
        R::Value: 's,
    {
        let term = |step: &'s IncomingStep<R::Value>| {
            let mut edge = ModelEdge { number: 0, share: step.share, whole: Factor::Word(1) };
            if R::FACTORS == Factors::Whole {
                edge.whole = common.factor(step.edge_share());
            }
            let path = ScoredPath { rotation: 0, scored: [(step.mover, step.points), (0, 0)] };
            Neighbor::<R> { value: step.from.value(), factor: recurrence.factor(edge), path }
        };
        // An end can have a step from nearly every place. A vector that grows by doubling would take twice the memory.
        let mut terms = SmallVec::<[_; 8]>::with_capacity(incoming.size_hint().0);
        terms.extend(incoming.map(term));
        recurrence.combine(0, &terms)
    }

    /// Returns the common denominator of steps.
    fn common<'s>(
        &mut self,
        steps: impl Iterator<Item = &'s IncomingStep<R::Value>> + Clone,
    ) -> CommonDenominator
    where
        R::Value: 's,
    {
        match self.recurrence.has_denominators() {
            true => self.denominators.lcm(steps.map(IncomingStep::edge_share)),
            false => CommonDenominator::one(),
        }
    }

    /// Computes the values of the places of a layer. The steps into the places are dropped, unless the work is saved: a stop
    /// restores them.
    fn compute(
        &mut self,
        layer: &UnexpandedLayer<'_>,
        nodes: &mut [StreamNode<R::Value>],
    ) -> Result<Vec<LiveValue<R::Value>>, Error> {
        let common = self.common(nodes.iter().flat_map(|node| &node.incoming));
        let mut computed = Vec::with_capacity(nodes.len());
        for chunk in nodes.chunks_mut(CHUNK) {
            let work: u64 = chunk.iter().flat_map(|node| &node.incoming).map(|step| step.from.bytes).sum();
            let meter = self.begin(layer)?;
            let compute = |node: &StreamNode<R::Value>| {
                let value = Self::combine(&self.recurrence, node.incoming.iter(), &common)?;
                let size = R::size(&value);
                meter.add(LiveValue::<R::Value>::BYTES_BESIDE + size.bytes)?;
                Ok(LiveValue::new(Some(value), size, common.id))
            };
            computed.extend(each(self.job.shares(chunk.len()) && work > WORTH_SHARING, chunk, compute)?);
            if self.job.store.is_none() {
                chunk.iter_mut().for_each(|node| node.incoming = Vec::new());
            }
        }
        Ok(computed)
    }

    /// Stores the values of the places of a layer. Returns for each state of the layer whether it is to be expanded.
    fn settle(
        &mut self,
        layer: &UnexpandedLayer<'_>,
        nodes: &[StreamNode<R::Value>],
        all: Vec<LiveValue<R::Value>>,
    ) -> Vec<bool> {
        let mut is_expanded = vec![false; layer.numbers.len()];
        self.layer.clear();
        self.starts.clear();
        let before = self.counts.states;
        for (&StreamNode { state, mover, .. }, mut live) in nodes.iter().zip(all) {
            live.number = self.places;
            self.places += 1;
            if live.count > 0 {
                if let Some(round) = layer.round {
                    live.count = self.count_new(round, (state, mover), &live);
                }
                self.counts.states += u64::from(live.count);
                if !is_expanded[state] {
                    self.starts.push(self.layer.len());
                    is_expanded[state] = true;
                }
                self.layer.push((mover, Arc::new(live)));
            }
        }
        self.starts.push(self.layer.len());
        let new = self.counts.states - before;
        match self.counts.layers.last_mut().filter(|(last, _)| *last == layer.layer) {
            Some((_, states)) => *states += new,
            None => self.counts.layers.push((layer.layer, new)),
        }
        is_expanded
    }

    /// Adds the steps out of a state of the current layer to the frontier.
    fn expand(&mut self, layer: &ExpandedLayer<'_>, state: usize) -> Result<(), Error> {
        let (_, places) = layer.states.get(state);
        let steps = layer.steps(places);
        let total: u64 = steps.clone().map(|step| step.weight).sum();
        let reduced = match R::FACTORS {
            Factors::Whole => {
                let weights = steps.clone().map(|step| (step.weight, step.multiplicity));
                Some(
                    reduced_share(weights)
                        .ok_or_else(|| Error::Game(GameError::MixedMultiplicity(layer.states.name(state))))?,
                )
            }
            Factors::Own | Factors::Share => None,
        };
        for (mover, from) in &self.layer[self.starts[state]..self.starts[state + 1]] {
            self.counts.transitions += u64::from(from.count) * steps.len() as u64;
            if steps.len() == 0 {
                self.counts.ends += u64::from(from.count);
                let remaining = layer.states.remaining_arrangements(state);
                self.remaining.extend(remaining.map(|remaining| (self.ends.len(), remaining)));
                self.ends.push(IncomingStep::unchanged(Arc::clone(from)));
            }
            for step in steps.clone() {
                let share = match &reduced {
                    Some(reduced) => reduced(step.weight, step.multiplicity),
                    None => (step.weight, total),
                };
                let incoming =
                    IncomingStep { from: Arc::clone(from), share, mover: *mover, points: step.points };
                let place = (step.target, (mover + step.turn_offset) % self.seats);
                self.frontier.entry(place).or_default().push(incoming);
            }
        }
        Ok(())
    }

    /// Returns the values of all ends, each with its denominator and its remaining arrangements.
    pub(crate) fn values_at_ends<'s>(
        ends: &'s [IncomingStep<R::Value>],
        remaining: &'s [(usize, Natural)],
    ) -> impl Iterator<Item = (&'s R::Value, DenominatorId, Option<&'s Natural>)> {
        let mut remaining = remaining.iter().peekable();
        let value = move |(end, step): (usize, &'s IncomingStep<R::Value>)| {
            let remaining = remaining.next_if(|(next, _)| *next == end).map(|(_, remaining)| remaining);
            (step.from.value(), step.from.denominator, remaining)
        };
        ends.iter().enumerate().map(value)
    }

    /// Returns the sum of the values at all ends, if values have no denominators.
    pub(crate) fn value_at_ends(&self) -> Result<R::Value, Error> {
        Self::combine(&self.recurrence, self.ends.iter(), &CommonDenominator::one())
    }
}

impl<R: StreamRecurrence> LayerVisitor for LayerStream<'_, R> {
    fn enter(&mut self, layer: &UnexpandedLayer<'_>) -> Result<Vec<bool>, Error> {
        if layer.round.is_some_and(|round| round.number == 0) {
            self.finished = FinishedPlaces::default();
        }
        let mut nodes = self.places(layer);
        let is_new = self.restored.is_none();
        let values = match is_new {
            true => self.compute(layer, &mut nodes),
            false => self.replay(layer, &nodes),
        };
        let values = match values {
            Ok(values) => values,
            Err(error) => {
                // After a stop, the state before this layer is restored, so that it can be saved.
                let back =
                    |node: StreamNode<R::Value>| ((layer.numbers[node.state], node.mover), node.incoming);
                self.frontier.extend(nodes.into_iter().map(back));
                return Err(error);
            }
        };
        if is_new {
            values.iter().for_each(|live| self.recurrence.record(live.value()));
        }
        if self.job.store.is_some() {
            self.counts_by_place.extend(values.iter().map(|live| live.count));
        }
        let is_expanded = self.settle(layer, &nodes, values);
        drop(nodes);
        if is_new {
            self.save(&Ok(()))?;
        }
        self.end_replay()?;
        Ok(is_expanded)
    }

    fn exit(&mut self, layer: &ExpandedLayer<'_>) -> Result<(), Error> {
        (0..layer.states.count()).try_for_each(|state| self.expand(layer, state))?;
        self.layer.clear();
        Ok(())
    }

    fn states_counted(&self) -> u64 {
        self.counts.states
    }
}
