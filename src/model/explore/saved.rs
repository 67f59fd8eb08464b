//! Saves the work of exploring between two portions of a layer.
//!
//! States are packed by their game, and steps are numbers. Labels are not saved: the first state with a step of a label is
//! expanded again when the work is read.
//!
//! A graph that is explored quickly is not saved at once. The store gets its work as [`DeferredWork`], and saves it together
//! with the work that follows, or when the job stops.

mod read;
mod states;

use crate::checkpoint::save_value;
use crate::explore::counts::SearchCounts;
use crate::explore::layers::ExploredLayers;
use crate::explore::link_builder::{LinkBuilder, StepLists};
use crate::explore::links::PackedStep;
use crate::explore::saved::states::save_states;
use crate::explore::{ExpandedState, LabelWithWays, Layer, Map, StateSearch, UNPOISONED};
use crate::game::{Game, Seat, StateCodec, Weight};
use crate::{DeferredWork, Error, Graph, LayerMap, Model, StoreSection, WriteDeferred};
use serde::{Deserialize, Serialize};
use serde_bytes::ByteBuf;
use std::cell::Cell;
use std::io::{self, BufWriter, Read, Write};
use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Instant;

/// The work to be saved.
pub(super) struct ExploredWork<'a, G: Game> {
    pub(super) states: &'a [G::State],
    pub(super) layers: &'a [(u32, Range<usize>)],
    pub(super) links: &'a LinkBuilder<LabelWithWays<G>>,
    pub(super) numbers: &'a [u32],
    pub(super) partial: Option<LayerPortion<'a, G>>,
}

/// The current layer, its expanded part, and its states that are still to be expanded.
type LayerPortion<'a, G> = (u32, &'a Layer<G>, &'a [(<G as Game>::State, u32)]);

/// A [`LayerPortion`] that was read.
pub(super) type PartialLayer<G> = (u32, Layer<G>, Vec<(<G as Game>::State, u32)>);

/// Saves and reads the work of exploring.
pub(crate) struct ExplorationStore<'a, G: Game> {
    store: StoreSection<'a>,
    /// The beginning of the work that is not saved.
    began: Cell<Instant>,
    /// `true` if the finished work is saved.
    is_saved: Cell<bool>,
    /// `true` if the work was resumed.
    is_resumed: Cell<bool>,
    read: ReadWork<G>,
    write: WriteExplored<G>,
}

/// Functions that read and write the work of a game that implements [`StateCodec`].
type ReadWork<G> = fn(&StateSearch<'_, G>, &mut ExploredLayers<G>, &mut dyn Read) -> Result<(), Error>;
type WriteExplored<G> = fn(&StateSearch<'_, G>, &ExploredWork<'_, G>, &mut dyn Write) -> io::Result<()>;

impl<'a, G: Game> ExplorationStore<'a, G> {
    /// Creates a store for the work of exploring in this section.
    pub(super) fn new(store: StoreSection<'a>) -> Self
    where
        G: StateCodec,
    {
        Self {
            store,
            began: Cell::new(Instant::now()),
            is_saved: Cell::default(),
            is_resumed: Cell::default(),
            read: read::read,
            write,
        }
    }

    /// Reads saved work. Returns whether there was any.
    pub(super) fn resume(
        &self,
        search: &StateSearch<'_, G>,
        found: &mut ExploredLayers<G>,
    ) -> Result<bool, Error> {
        let Some(mut input) = self.store.load()? else {
            return Ok(false);
        };
        (self.read)(search, found, &mut *input)?;
        let is_finished = search.maps.lock().expect(UNPOISONED).first().is_none() && found.partial.is_none();
        self.is_saved.set(is_finished);
        self.is_resumed.set(true);
        self.began.set(Instant::now());
        Ok(true)
    }

    /// Saves the work if a save is due, or if the `result` of the last step is an error.
    pub(super) fn save(
        &self,
        search: &StateSearch<'_, G>,
        work: &ExploredWork<'_, G>,
        result: &Result<(), Error>,
    ) -> Result<(), Error> {
        // Before the first expansion there is nothing to resume from.
        match work.states.is_empty() && work.partial.is_none_or(|(_, done, _)| done.open.is_empty()) {
            true => Ok(()),
            false => self.store.save_step(result, &mut |out| (self.write)(search, work, out)),
        }
    }

    /// Saves the finished work if it took long, because the evaluation that follows may be stopped.
    pub(super) fn end(&self, search: &StateSearch<'_, G>, work: &ExploredWork<'_, G>) {
        if !self.is_saved.get() {
            let is_saved =
                self.store.save_result(self.began.get(), &mut |out| (self.write)(search, work, out));
            self.is_saved.set(is_saved);
        }
    }

    /// Returns whether all but a short part of the work is saved.
    pub(super) fn has_most(&self) -> bool {
        self.is_saved.get() || self.is_resumed.get()
    }

    /// Saves a graph that was explored quickly when later work is saved, or when the job stops.
    pub(super) fn defer(&self, graph: &Graph<G>)
    where
        G: StateCodec + 'static,
    {
        if !self.is_saved.get() {
            self.store.defer(deferred(graph));
        }
    }
}

/// Returns the work of exploring a graph, to be saved as long as the graph exists.
fn deferred<G: StateCodec + 'static>(graph: &Graph<G>) -> DeferredWork {
    let game = Arc::clone(graph.shared_game());
    let (model, states) = (Arc::downgrade(graph.model()), Arc::downgrade(graph.shared_states()));
    Box::new(move || {
        let (model, states) = (model.upgrade()?, states.upgrade()?);
        let write: WriteDeferred =
            Box::new(move |out| write_graph(&model, &|node, bytes| game.pack(&states[node], bytes), out));
        Some(write)
    })
}

/// States to be expanded: their numbers and the packed states.
type WaitingStates = Vec<(u32, ByteBuf)>;

/// An unfinished layer: its number, and its states with a second number.
type PartialLayerHead = (u32, Vec<(u32, u32)>);

/// The head of saved work, before the states.
#[derive(Serialize, Deserialize)]
struct ExplorationHead {
    start: ByteBuf,
    seats: Seat,
    next_number: u32,
    possible_duplicates: u32,
    labels: usize,
    weights: Vec<Weight>,
    numbers: Vec<u32>,
    /// The layers, with their numbers of states.
    layers: Vec<(u32, usize)>,
    /// The unfinished layer.
    partial: Option<PartialLayerHead>,
    /// The number of layers that are not expanded yet.
    maps: usize,
    /// `true` if the steps of each state are in the order of their labels; otherwise they are in the order of expansion.
    is_sorted: bool,
}

fn packed<G: StateCodec>(game: &G, state: &G::State) -> ByteBuf {
    let mut bytes = ByteBuf::new();
    game.pack(state, &mut bytes);
    bytes
}

fn write<G: StateCodec>(
    search: &StateSearch<'_, G>,
    work: &ExploredWork<'_, G>,
    out: &mut dyn Write,
) -> io::Result<()> {
    let (game, ExploredWork { layers, links, numbers, partial, .. }) = (search.game, work);
    let maps = &search.maps.lock().expect(UNPOISONED);
    let (labels, weights) = links.tables();
    let parts = WorkParts {
        start: packed(game, &game.canonical(game.start())),
        seats: game.seats(),
        counts: &search.counts,
        labels: labels.len(),
        weights,
        numbers,
        layers,
        partial: partial.map(|(layer, done, _)| UnfinishedLayer {
            layer,
            aliases: &done.aliases,
            expanded: done.open.len(),
            steps: &done.steps,
        }),
        maps: maps.iter().len(),
        steps: links.steps(),
    };
    parts.write(&WorkStates { game, work, maps }, out)
}

/// The parts of the work that do not depend on the type of the states, so that the code that writes them is compiled once.
struct WorkParts<'a> {
    start: ByteBuf,
    seats: Seat,
    counts: &'a SearchCounts<'a>,
    labels: usize,
    weights: &'a [Weight],
    numbers: &'a [u32],
    layers: &'a [(u32, Range<usize>)],
    partial: Option<UnfinishedLayer<'a>>,
    /// The number of layers that are not expanded yet.
    maps: usize,
    /// The steps of finished layers.
    steps: &'a StepLists,
}

struct UnfinishedLayer<'a> {
    layer: u32,
    /// The states with a second number.
    aliases: &'a [(u32, u32)],
    /// The number of expanded states.
    expanded: usize,
    steps: &'a [PackedStep],
}

impl WorkParts<'_> {
    fn write(self, states: &dyn PackedStates, out: &mut dyn Write) -> io::Result<()> {
        let Self { start, seats, counts, labels, weights, numbers, layers, partial, maps, steps } = self;
        let mut out = BufWriter::new(out);
        let head = ExplorationHead {
            start,
            seats,
            next_number: counts.next_number.load(Relaxed),
            possible_duplicates: counts.possible_duplicates.load(Relaxed),
            labels,
            weights: weights.to_vec(),
            numbers: numbers.to_vec(),
            layers: layers.iter().map(|(layer, nodes)| (*layer, nodes.len())).collect(),
            partial: partial.as_ref().map(|part| (part.layer, part.aliases.to_vec())),
            maps,
            is_sorted: false,
        };
        save_value(&mut out, &head)?;
        let nodes = layers.iter().map(|(_, nodes)| nodes.len()).sum();
        save_states(&mut out, nodes, &|node, bytes| states.finished(node, bytes), &|node, into| {
            into.extend(steps.of(node));
        })?;
        if let Some(part) = partial {
            let numbers: Vec<u32> = (0..part.expanded).map(|place| states.expanded(place).0).collect();
            save_value(&mut out, &numbers)?;
            let state = |place, bytes: &mut _| states.pack_expanded(place, bytes);
            save_states(&mut out, part.expanded, &state, &|place, into| {
                let Range { start, end } = states.expanded(place).1;
                into.extend_from_slice(&part.steps[start as usize..end as usize]);
            })?;
            save_value(&mut out, &states.waiting())?;
        }
        for place in 0..maps {
            let (layer, waiting) = states.later(place);
            save_value(&mut out, &layer)?;
            save_value(&mut out, &waiting)?;
        }
        out.flush()
    }
}

/// The states of the work, packed by their game.
trait PackedStates {
    /// Appends a state of a finished layer to `bytes`.
    fn finished(&self, node: usize, bytes: &mut Vec<u8>);

    /// Returns the number of an expanded state of the unfinished layer, and the range of its steps.
    fn expanded(&self, place: usize) -> (u32, Range<u32>);

    /// Appends an expanded state of the unfinished layer to `bytes`.
    fn pack_expanded(&self, place: usize, bytes: &mut Vec<u8>);

    /// Returns the states of the unfinished layer that are to be expanded.
    fn waiting(&self) -> WaitingStates;

    /// Returns a layer that is not expanded yet, and its states.
    fn later(&self, place: usize) -> (u32, WaitingStates);
}

struct WorkStates<'a, G: Game> {
    game: &'a G,
    work: &'a ExploredWork<'a, G>,
    maps: &'a LayerMap<Map<G>>,
}

impl<G: Game> WorkStates<'_, G> {
    fn expanded_state(&self, place: usize) -> &ExpandedState<G> {
        let (_, done, _) = self.work.partial.expect("a layer is unfinished");
        &done.open[place]
    }
}

impl<G: StateCodec> PackedStates for WorkStates<'_, G> {
    fn finished(&self, node: usize, bytes: &mut Vec<u8>) {
        self.game.pack(&self.work.states[node], bytes);
    }

    fn expanded(&self, place: usize) -> (u32, Range<u32>) {
        let ExpandedState { number, steps, .. } = self.expanded_state(place);
        (*number, steps.clone())
    }

    fn pack_expanded(&self, place: usize, bytes: &mut Vec<u8>) {
        self.game.pack(&self.expanded_state(place).state, bytes);
    }

    fn waiting(&self) -> WaitingStates {
        let (_, _, rest) = self.work.partial.expect("a layer is unfinished");
        rest.iter().map(|(state, number)| (*number, packed(self.game, state))).collect()
    }

    fn later(&self, place: usize) -> (u32, WaitingStates) {
        let (layer, map) = self.maps.iter().nth(place).expect("as many layers as maps");
        let mut waiting = WaitingStates::new();
        map.each(&mut |state, number| waiting.push((number, packed(self.game, state))));
        (*layer, waiting)
    }
}

/// Writes a graph as finished work. `pack` appends a packed state. Compiled once for all types of states.
fn write_graph(model: &Model, pack: &dyn Fn(usize, &mut Vec<u8>), out: &mut dyn Write) -> io::Result<()> {
    let mut out = BufWriter::new(out);
    // The start has number 0, so the first state has the number of the start.
    let start = model.start as u32;
    let number = |node: u32| {
        if node == 0 {
            start
        } else if node == start {
            0
        } else {
            node
        }
    };
    let nodes = model.node_count() as u32;
    let mut start_state = ByteBuf::new();
    pack(model.start, &mut start_state);
    let head = ExplorationHead {
        start: start_state,
        seats: model.seats,
        next_number: nodes,
        possible_duplicates: 0,
        labels: model.links.kinds.len(),
        weights: model.links.weights().to_vec(),
        numbers: (0..nodes).map(number).collect(),
        layers: model.layers.iter().map(|(layer, nodes)| (*layer, nodes.len())).collect(),
        partial: None,
        maps: 0,
        is_sorted: true,
    };
    let renumbered = |step: PackedStep| PackedStep { target: number(step.target), ..step };
    save_value(&mut out, &head)?;
    save_states(&mut out, model.node_count(), pack, &|node, into| {
        into.extend(model.links.steps(node).map(renumbered));
    })?;
    out.flush()
}
