//! Reads the saved work of exploring.

use super::states::SavedStates;
use super::{ExplorationHead, WaitingStates, packed};
use crate::checkpoint::{ensure, ensure_end, invalid_data, read_value};
use crate::explore::layers::ExploredLayers;
use crate::explore::links::PackedStep;
use crate::explore::{ExpandedState, LabelWithWays, Layer, LayerWork, StateSearch, label_of};
use crate::game::{Choices, Game, StateCodec};
use crate::{Error, expand, order};
use serde::de::DeserializeOwned;
use std::io::{BufReader, Read};
use std::sync::atomic::AtomicU32;
use std::sync::atomic::Ordering::Relaxed;
use std::vec;

/// Reads saved work.
///
/// # Errors
/// If it cannot be read, is of another game, or a limit is passed.
pub(super) fn read<G: StateCodec>(
    search: &StateSearch<'_, G>,
    found: &mut ExploredLayers<G>,
    input: &mut dyn Read,
) -> Result<(), Error> {
    let mut input = ExplorationReader::new(input);
    let game = search.game;
    let head: ExplorationHead = input.value()?;
    input.first.resize(head.labels, None);
    ensure(head.start == packed(game, &game.canonical(game.start())) && head.seats == game.seats())?;
    search.next_number.store(head.next_number, Relaxed);
    search.possible_duplicates.store(head.possible_duplicates, Relaxed);
    found.numbers = head.numbers;
    for (layer, count) in head.layers {
        let begin = found.states.len();
        for node in begin..begin + count {
            search.step_at(node, 0)?;
            let (state, steps) = input.state(node)?;
            let state = unpacked(game, layer, state)?;
            if steps.is_empty() {
                found.remaining.end(game, &state, node);
            }
            found.links.state(steps);
            found.states.push(state);
        }
        found.layers.push((layer, begin..found.states.len()));
    }
    if let Some((layer, aliases)) = head.partial {
        let mut done = Layer { aliases, ..Layer::new() };
        for (node, number) in (found.states.len()..).zip(input.value::<Vec<u32>>()?) {
            search.step_at(node, 0)?;
            let (state, steps) = input.state(node)?;
            let state = unpacked(game, layer, state)?;
            let begin = done.steps.len() as u32;
            done.open.push(ExpandedState { state, number, steps: begin..begin + steps.len() as u32 });
            done.steps.extend(steps);
        }
        found.partial = Some((layer, done, unpacked_all(game, layer, input.value()?)?));
    }
    add_labels(game, &input.first, head.is_sorted, found)?;
    head.weights.into_iter().for_each(|weight| found.links.weight(weight));
    for _ in 0..head.maps {
        let layer = input.value()?;
        let waiting = unpacked_all(game, layer, input.value()?)?;
        let shared = search.state_time.sharing(waiting.len(), search.job);
        let work = LayerWork { layer, states: waiting.len(), shared };
        for (state, number) in waiting {
            let map = search.map(layer, &state, work);
            let batch = vec![(map.key(game, &state), state, 0)];
            map.insert(batch, &AtomicU32::new(number), &mut [0])?;
        }
    }
    ensure_end(&mut input.input).map_err(Error::from)
}

/// The input of saved work, and the first step of each label. Compiled once for all types of states.
struct ExplorationReader<'a> {
    input: BufReader<&'a mut dyn Read>,
    first: FirstSteps,
    /// The states that were read last, the sizes of the states that were not returned yet, and the places of the next state and
    /// its first step.
    states: Vec<u8>,
    steps: Vec<PackedStep>,
    sizes: vec::IntoIter<(u32, u32)>,
    next: (usize, usize),
}

/// For each label, the first state that has a step with the label, and the index of that step.
type FirstSteps = Vec<Option<(usize, usize)>>;

impl<'a> ExplorationReader<'a> {
    fn new(input: &'a mut dyn Read) -> Self {
        Self {
            input: BufReader::new(input),
            first: Vec::new(),
            states: Vec::new(),
            steps: Vec::new(),
            sizes: Vec::new().into_iter(),
            next: (0, 0),
        }
    }

    fn value<T: DeserializeOwned>(&mut self) -> Result<T, Error> {
        read_value(&mut self.input).map_err(Error::from)
    }

    /// Reads a packed state and its steps. `node` is the number of the state.
    fn state(&mut self, node: usize) -> Result<(&[u8], &[PackedStep]), Error> {
        if self.sizes.len() == 0 {
            let saved: SavedStates = self.value()?;
            self.steps = saved.steps();
            (self.states, self.sizes, self.next) = (saved.states, saved.sizes.into_iter(), (0, 0));
        }
        let (bytes, steps) = self.sizes.next().ok_or_else(invalid_data)?;
        let (from, first) = self.next;
        self.next = (from + bytes as usize, first + steps as usize);
        let packed = self.states.get(from..self.next.0).ok_or_else(invalid_data)?;
        let steps = self.steps.get(first..self.next.1).ok_or_else(invalid_data)?;
        for (place, step) in steps.iter().enumerate() {
            self.first.get_mut(step.label as usize).ok_or_else(invalid_data)?.get_or_insert((node, place));
        }
        Ok((packed, steps))
    }
}

/// Unpacks a state and checks its layer, which differs in another game.
fn unpacked<G: StateCodec>(game: &G, layer: u32, packed: &[u8]) -> Result<G::State, Error> {
    let state = game.unpack(packed).filter(|state| game.layer(state) == layer);
    Ok(state.ok_or_else(invalid_data)?)
}

/// Unpacks the states of a layer that are to be expanded.
fn unpacked_all<G: StateCodec>(
    game: &G,
    layer: u32,
    waiting: WaitingStates,
) -> Result<Vec<(G::State, u32)>, Error> {
    waiting.into_iter().map(|(number, packed)| Ok((unpacked(game, layer, &packed)?, number))).collect()
}

/// Determines the labels by expanding states again, and adds them to their table.
fn add_labels<G: Game>(
    game: &G,
    first: &FirstSteps,
    is_sorted: bool,
    found: &mut ExploredLayers<G>,
) -> Result<(), Error> {
    let mut choices = Choices::default();
    for first in first {
        let (node, place) = first.ok_or_else(invalid_data)?;
        let all = found.states.len();
        let state = match &found.partial {
            Some((_, partial, _)) if node >= all => &partial.open[node - all].state,
            _ => &found.states[node],
        };
        expand(game, state, &mut choices)?;
        let events = choices.iter().flat_map(|choice| {
            choice.events.iter().map(move |event| label_of(game, state, choice.action, event))
        });
        let mut all: Vec<LabelWithWays<G>> = events.collect();
        if is_sorted {
            order::sort(&mut all, Ord::cmp);
        }
        ensure(all.get(place).is_some_and(|&label| found.links.label(label)))?;
    }
    Ok(())
}
