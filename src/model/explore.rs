//! Explores all reachable states of a game with their steps, and merges transpositions.
//!
//! The search proceeds layer by layer: the states of a layer are expanded, in parallel on request, and their successors are
//! merged in one map for each layer, or in a table if the game ranks its states. A finished layer is sorted by state, so that
//! numbers, files and policies never depend on the number of threads, and its map is dropped. With one thread the map is a
//! plain one and the code sequential; with more it is a concurrent map that is filled in chunks. No thread holds a lock of
//! a map while it expands a state.

mod counts;
mod cycle;
mod depth;
pub(crate) mod expand;
mod follow;
mod hidden;
mod layers;
mod link_builder;
mod links;
mod merge;
mod rounds;
mod saved;
mod state_time;

pub use crate::explore::cycle::least_on_cycle;
pub use crate::explore::follow::{
    Exchange, ExpandedLayer, ExploreFn, Frontier, LayerVisitor, NumberSet, OutgoingStep, PackedState, Round,
    States, UnexpandedLayer, follow, follow_together,
};
pub use crate::explore::links::{EdgeKind, Label, LabelOf};
pub(crate) use crate::explore::links::{Links, MAX_STEPS};
pub(crate) use crate::explore::{depth::to_depth, hidden::EndArrangements, layers::all, layers::saved};

use crate::explore::counts::SearchCounts;
use crate::explore::link_builder::LinkBuilder;
use crate::explore::links::PackedStep;
use crate::explore::merge::{Batch, StateMap};
use crate::explore::state_time::StateTime;
use crate::game::{Choices, Event, Game, Weight};
use crate::memory_usage::growth;
use crate::{Error, Job, LayerMap, Stop, each, expand, name};
use foldhash::fast::RandomState;
use std::collections::HashMap;
use std::num::NonZeroU64;
use std::ops::{Deref, Range};
use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicU32, AtomicU64};
use std::sync::{Arc, Mutex};

/// The greatest number of states that are expanded between two accesses to the maps.
const CHUNK: usize = 4096;

/// The greatest number of states that are expanded before their steps are packed.
const PORTION: usize = 64 * CHUNK;

/// The number of states that are expanded between two checks of the memory limit. A state may have hundreds of steps.
const STATES_PER_CHECK: usize = 512;

/// The number of later layers up to which a linear search is faster than hashing.
const FEW: usize = 8;

/// An expanded state of the current layer.
struct ExpandedState<G: Game> {
    state: G::State,
    /// The number that the state got when it was found.
    number: u32,
    /// The range of its steps in the list of the layer.
    steps: Range<u32>,
}

/// The map of a layer that is not expanded yet.
type Map<G> = Arc<StateMap<G>>;

/// The current layer, or a part of it.
#[derive(Clone, Copy)]
struct LayerWork {
    layer: u32,
    /// The number of its states that are to be expanded.
    states: usize,
    /// `true` if several threads expand it.
    shared: bool,
}

struct StateSearch<'a, G: Game> {
    game: &'a G,
    /// `true` if players may decide.
    allows_decisions: bool,
    /// `true` if steps may stay in their layer.
    allows_steps_in_layer: bool,
    maps: Mutex<LayerMap<Map<G>>>,
    state_time: StateTime,
    counts: SearchCounts<'a>,
}

impl<'a, G: Game> Deref for StateSearch<'a, G> {
    type Target = SearchCounts<'a>;

    fn deref(&self) -> &SearchCounts<'a> {
        &self.counts
    }
}

/// The steps to which one chunk of states expands.
struct ExpandedChunk<G: Game> {
    /// The label, the multiplicity and the weight of each step.
    steps: Vec<(LabelWithWays<G>, Weight)>,
    /// The number of the state to which each step leads.
    targets: Vec<u32>,
    /// The number of steps of each state.
    counts: Vec<u32>,
}

impl<'a, G: Game> StateSearch<'a, G> {
    fn new(game: &'a G, job: &'a Job<'a>, drops_layers: bool) -> Self {
        Self {
            game,
            allows_decisions: !drops_layers,
            allows_steps_in_layer: !drops_layers,
            maps: Mutex::new(LayerMap::new()),
            state_time: StateTime::default(),
            counts: SearchCounts {
                job,
                drops_layers,
                next_number: AtomicU32::new(0),
                possible_duplicates: AtomicU32::new(0),
                followed: AtomicU64::new(0),
            },
        }
    }

    /// Adds the states in which play begins. The first state gets number 0.
    fn begin(&self, starts: Vec<G::State>) -> Result<(), Error> {
        let work = LayerWork { layer: 0, states: starts.len(), shared: false };
        for start in starts {
            let start = self.game.canonical(start);
            let map = self.map(self.game.layer(&start), &start, work);
            map.insert(vec![(map.key(self.game, &start), start, 0)], &self.next_number, &mut [0])?;
        }
        Ok(())
    }

    fn pop(&self) -> Option<(u32, StateMap<G>)> {
        let (layer, map) = self.maps.lock().expect(UNPOISONED).pop_first()?;
        Some((layer, into_map::<G>(map)))
    }

    /// Returns the map of the layer of `state`. A new map is created for about as many states as `work` has.
    fn map(&self, layer: u32, state: &G::State, work: LayerWork) -> Map<G> {
        let mut maps = self.maps.lock().expect(UNPOISONED);
        let map =
            maps.entry(layer, || Arc::new(StateMap::new(self.game.rank(state), work.states, work.shared)));
        Arc::clone(map)
    }

    /// Checks the memory limit before the states of the next layer are listed.
    fn check_next(&self, layer: u32) -> Result<(), Error> {
        let bytes = self.maps.lock().expect(UNPOISONED).first().map_or(0, |(_, map)| map.list_bytes());
        self.check_memory(bytes, layer)
    }

    /// Expands the `waiting` states of a layer and all states that are reached from them by steps inside the layer, and adds
    /// them to `found`. Calls `after` after each portion, with the expanded states and the states that are still to be expanded.
    fn layer(
        &self,
        layer: u32,
        found: &mut Layer<G>,
        mut waiting: Vec<(G::State, u32)>,
        links: &mut LinkBuilder<LabelWithWays<G>>,
        after: &mut PortionVisitor<'_, G>,
    ) -> Result<(), Error> {
        // The map of the layer was removed, so its expanded states are kept here in case of steps inside the layer.
        let mut known: HashMap<G::State, u32, RandomState> = HashMap::default();
        let mut new = 0;
        loop {
            let all = waiting.len();
            let mut rest = waiting.into_iter();
            while !rest.as_slice().is_empty() {
                let portion = rest.as_slice();
                let portion = &portion[..portion.len().min(self.state_time.portion())];
                let expanded = self.expand_all(layer, all, portion);
                let result = expanded.and_then(|chunks| {
                    self.check_memory(found.growth(&chunks), layer)?;
                    found.extend(layer, chunks, &mut rest, links)
                });
                after(found, rest.as_slice(), links, &result)?;
                result?;
            }
            if self.drops_layers {
                return Ok(());
            }
            let map = self.maps.lock().expect(UNPOISONED).pop_if(layer);
            let Some(map) = map else { return Ok(()) };
            known.extend(found.open[new..].iter().map(|open| (open.state.clone(), open.number)));
            new = found.open.len();
            waiting = Vec::new();
            for (state, number) in into_map::<G>(map).into_states() {
                match known.get(&state) {
                    Some(&first) => found.aliases.push((number, first)),
                    None => waiting.push((state, number)),
                }
            }
            self.possible_duplicates.fetch_sub(waiting.len() as u32, Relaxed);
        }
    }

    /// Expands a portion of the states of a layer, which has `states` states.
    fn expand_all(
        &self,
        layer: u32,
        states: usize,
        waiting: &[(G::State, u32)],
    ) -> Result<Vec<ExpandedChunk<G>>, Error> {
        let shared = self.state_time.sharing(waiting.len(), self.job);
        let work = LayerWork { layer, states, shared };
        // Several chunks for each thread, so that no thread is idle for long while the last chunks are expanded.
        let most = if shared { waiting.len().div_ceil(4 * self.job.threads) } else { CHUNK };
        let chunks: Vec<&[(G::State, u32)]> = waiting.chunks(most.min(CHUNK)).collect();
        let expand = || each(shared, &chunks, |chunk| self.expand(work, chunk));
        self.state_time.timed(waiting.len(), if shared { self.job.threads } else { 1 }, expand)
    }

    fn expand(&self, work: LayerWork, chunk: &[(G::State, u32)]) -> Result<ExpandedChunk<G>, Error> {
        let (layer, mut choices) = (work.layer, Choices::default());
        self.step(layer)?;
        let mut found = ExpandedChunk {
            steps: Vec::with_capacity(2 * chunk.len()),
            targets: Vec::new(),
            counts: Vec::with_capacity(chunk.len()),
        };
        let mut batches: Vec<(u32, Map<G>, Batch<G::State>)> = Vec::new();
        let mut places: HashMap<u32, usize, RandomState> = HashMap::default();
        for (place, (state, _)) in chunk.iter().enumerate() {
            if place > 0 && place.is_multiple_of(STATES_PER_CHECK) {
                self.check_memory(0, layer)?;
            }
            expand(self.game, state, &mut choices)?;
            if choices.len() > 1 && !self.allows_decisions {
                return Err(Error::Decision(name(state)));
            }
            found.counts.push(choices.events().len() as u32);
            for (action, event) in choices.take_events() {
                let label = label_of(self.game, state, action, &event);
                let Event { weight, next, .. } = event;
                let into = self.game.layer(&next);
                if into == layer && !self.allows_steps_in_layer {
                    return Err(Error::StaysInLayer(name(state)));
                }
                let known = match batches.len() {
                    0..=FEW => batches.iter().position(|batch| batch.0 == into),
                    _ => places.get(&into).copied(),
                };
                let batch = match known {
                    Some(at) => &mut batches[at],
                    None => {
                        places.insert(into, batches.len());
                        batches.push((into, self.map(into, &next, work), Vec::new()));
                        batches.last_mut().expect("just pushed")
                    }
                };
                let key = batch.1.key(self.game, &next);
                batch.2.push((key, next, found.steps.len()));
                found.steps.push((label, weight));
            }
        }
        found.targets = vec![0; found.steps.len()];
        for (next, map, batch) in batches {
            let growth = map.growth(batch.len());
            if growth > 0 {
                self.check_memory(growth, layer)?;
            }
            // Counted as possible duplicates first, so that no tick counts a state twice.
            let in_layer = if next == layer { batch.len() as u32 } else { 0 };
            self.possible_duplicates.fetch_add(in_layer, Relaxed);
            let new = map.insert(batch, &self.next_number, &mut found.targets)?;
            self.possible_duplicates.fetch_sub(in_layer.saturating_sub(new), Relaxed);
        }
        Ok(found)
    }
}

/// Returns the map of a layer that no chunk uses any more.
fn into_map<G: Game>(map: Map<G>) -> StateMap<G> {
    Arc::into_inner(map).expect("chunks drop their maps before a layer ends")
}

/// The greatest number of states. State numbers have 32 bits, and a state may take two numbers.
pub(crate) const MAX_STATES: u64 = u32::MAX as u64 / 2;

const UNPOISONED: &str = "no thread panics while it holds the list of maps";

/// The expanded part of a layer.
struct Layer<G: Game> {
    open: Vec<ExpandedState<G>>,
    steps: Vec<PackedStep>,
    /// The second number of a state, with its first.
    aliases: Vec<(u32, u32)>,
    /// The numbers of states that were not expanded although play continues, ascending.
    cut: Vec<u32>,
}

/// A function that is called after each portion of a layer. It also receives the error that stopped the portion.
type PortionVisitor<'a, G> = dyn FnMut(
        &Layer<G>,
        &[(<G as Game>::State, u32)],
        &LinkBuilder<LabelWithWays<G>>,
        &Result<(), Error>,
    ) -> Result<(), Error>
    + 'a;

impl<G: Game> Layer<G> {
    fn new() -> Self {
        Self { open: Vec::new(), steps: Vec::new(), aliases: Vec::new(), cut: Vec::new() }
    }

    /// Returns the bytes that adding expanded states allocates.
    fn growth(&self, chunks: &[ExpandedChunk<G>]) -> u64 {
        let states = chunks.iter().map(|chunk| chunk.counts.len()).sum();
        let steps = chunks.iter().map(|chunk| chunk.steps.len()).sum();
        growth(&self.open, states) + growth(&self.steps, steps)
    }

    /// Adds expanded states, which are taken from `waiting`.
    fn extend(
        &mut self,
        layer: u32,
        chunks: Vec<ExpandedChunk<G>>,
        waiting: &mut impl Iterator<Item = (G::State, u32)>,
        links: &mut LinkBuilder<LabelWithWays<G>>,
    ) -> Result<(), Error> {
        let steps: usize = chunks.iter().map(|chunk| chunk.steps.len()).sum();
        if (links.len() + self.steps.len() + steps) as u64 > MAX_STEPS {
            return Err(Error::Stop(Stop::TooManySteps { limit: MAX_STEPS, layer }));
        }
        for chunk in chunks {
            let mut begin = self.steps.len() as u32;
            let steps = chunk.steps.into_iter().zip(chunk.targets);
            self.steps.extend(steps.map(|((label, weight), target)| links.step(label, weight, target)));
            for (count, (state, number)) in chunk.counts.into_iter().zip(&mut *waiting) {
                self.open.push(ExpandedState { state, number, steps: begin..begin + count });
                begin += count;
            }
        }
        Ok(())
    }
}

/// A label and its multiplicity.
type LabelWithWays<G> = (LabelOf<G>, Option<NonZeroU64>);

fn label_of<G: Game>(
    game: &G,
    state: &G::State,
    action: Option<G::Action>,
    event: &Event<G>,
) -> LabelWithWays<G> {
    let &Event { event, points, turn_offset, .. } = event;
    // The multiplicity of a possible event is at least 1.
    (Label { action, event, points, turn_offset }, game.multiplicity(state, event).and_then(NonZeroU64::new))
}

/// Returns the kinds of labels. The labels must be in ascending order.
fn kinds<G: Game>(game: &G, labels: &[LabelWithWays<G>]) -> Vec<EdgeKind> {
    let mut choice = 0;
    let of = |place: usize| {
        if place > 0 && labels[place - 1].0.action != labels[place].0.action {
            choice += 1;
        }
        kind(game, &labels[place], choice)
    };
    (0..labels.len()).map(of).collect()
}

/// Returns the kind of a label that belongs to a choice.
fn kind<G: Game>(
    game: &G,
    &(Label { points, turn_offset, .. }, ways): &LabelWithWays<G>,
    choice: u32,
) -> EdgeKind {
    EdgeKind {
        choice,
        points,
        turn_offset: turn_offset % game.seats(),
        multiplicity: ways.map(NonZeroU64::get),
    }
}
