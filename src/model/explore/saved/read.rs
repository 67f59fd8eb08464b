//! Reads the saved work of exploring.

use super::{ExplorationHead, SavedState, WaitingStates, packed};
use crate::checkpoint::{ensure, ensure_end, invalid_data, read_value};
use crate::explore::layers::ExploredLayers;
use crate::explore::{ExpandedState, LabelWithWays, Layer, LayerWork, StateSearch, label_of};
use crate::game::{Choices, Game, StateCodec};
use crate::{Error, expand, order};
use serde::de::DeserializeOwned;
use std::collections::HashMap;
use std::io::{BufReader, Read};
use std::sync::atomic::AtomicU32;
use std::sync::atomic::Ordering::Relaxed;

/// Reads saved work.
///
/// # Errors
/// If it cannot be read, is of another game, or a limit is passed.
pub(super) fn read<G: StateCodec>(
    search: &StateSearch<'_, G>,
    found: &mut ExploredLayers<G>,
    input: &mut dyn Read,
) -> Result<(), Error> {
    let mut input = ExplorationReader { input: BufReader::new(input), first: HashMap::new() };
    let game = search.game;
    let head: ExplorationHead = input.value()?;
    ensure(head.start == packed(game, &game.canonical(game.start())) && head.seats == game.seats())?;
    search.next_number.store(head.next_number, Relaxed);
    search.possible_duplicates.store(head.possible_duplicates, Relaxed);
    found.numbers = head.numbers;
    for (layer, count) in head.layers {
        let begin = found.states.len();
        for node in begin..begin + count {
            search.step_at(node, 0)?;
            let (state, steps) = input.with_steps(node)?;
            let state = unpacked(game, layer, &state)?;
            if steps.is_empty() {
                found.remaining.end(game, &state, node);
            }
            found.links.state(&steps);
            found.states.push(state);
        }
        found.layers.push((layer, begin..found.states.len()));
    }
    if let Some((layer, aliases, open)) = head.partial {
        let mut done = Layer { aliases, ..Layer::new() };
        for node in (found.states.len()..).take(open) {
            search.step_at(node, 0)?;
            let number = input.value()?;
            let (state, steps) = input.with_steps(node)?;
            let state = unpacked(game, layer, &state)?;
            let begin = done.steps.len() as u32;
            done.open.push(ExpandedState { state, number, steps: begin..begin + steps.len() as u32 });
            done.steps.extend(steps);
        }
        found.partial = Some((layer, done, unpacked_all(game, layer, input.value()?)?));
    }
    add_labels(game, &input.first, head.labels, head.is_sorted, found)?;
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
}

/// For each label, the first state that has a step with the label, and the index of that step.
type FirstSteps = HashMap<u32, (usize, usize)>;

impl ExplorationReader<'_> {
    fn value<T: DeserializeOwned>(&mut self) -> Result<T, Error> {
        read_value(&mut self.input).map_err(Error::from)
    }

    /// Reads a packed state and its steps. `node` is the number of the state.
    fn with_steps(&mut self, node: usize) -> Result<SavedState, Error> {
        let (packed, steps): SavedState = self.value()?;
        for (place, step) in steps.iter().enumerate() {
            self.first.entry(step.label).or_insert((node, place));
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

/// Determines the first `labels` labels by expanding states again, and adds them to their table.
fn add_labels<G: Game>(
    game: &G,
    first: &FirstSteps,
    labels: usize,
    is_sorted: bool,
    found: &mut ExploredLayers<G>,
) -> Result<(), Error> {
    let mut choices = Choices::default();
    for label in 0..labels as u32 {
        let &(node, place) = first.get(&label).ok_or_else(invalid_data)?;
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
