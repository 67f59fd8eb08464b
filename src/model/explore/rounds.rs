//! The rounds of a layer in which steps may stay.

use crate::explore::StateSearch;
use crate::explore::cycle::least_on_cycle;
use crate::game::Game;
use crate::{Error, name};
use foldhash::fast::RandomState;
use std::collections::HashMap;
use std::hash::Hash;

/// The rounds of a layer in which steps may stay.
pub(super) struct LayerRounds<S> {
    layer: Option<u32>,
    pub(super) number: u32,
    /// The states of the last round with their numbers.
    pub(super) done: Vec<(S, u32)>,
    /// The states of earlier rounds with their first numbers; empty until the layer has a second round.
    first: HashMap<S, u32, RandomState>,
}

impl<S> Default for LayerRounds<S> {
    fn default() -> Self {
        Self { layer: None, number: 0, done: Vec::new(), first: HashMap::default() }
    }
}

/// The first round in which a cycle is searched for. Each further search is after twice as many rounds.
const SUSPICIOUS: u32 = 4;

impl<S: Clone + Eq + Hash> LayerRounds<S> {
    /// Begins a round. Returns the first numbers of its states.
    pub(super) fn begin(&mut self, layer: u32, states: &[(S, u32)]) -> Vec<u32> {
        if self.layer == Some(layer) {
            self.number += 1;
            for (state, number) in self.done.drain(..) {
                self.first.entry(state).or_insert(number);
            }
        } else {
            *self = Self { layer: Some(layer), ..Self::default() };
        }
        states.iter().map(|(state, number)| self.first.get(state).copied().unwrap_or(*number)).collect()
    }

    /// Returns `true` if the layer has enough rounds to suspect a cycle. A cycle has states in every round, so one of the
    /// processes finds it.
    pub(super) fn may_cycle(&self) -> bool {
        self.number >= SUSPICIOUS && self.number.is_power_of_two()
    }
}

/// Ensures that no cycle can be reached from some states of a layer.
pub(super) fn no_cycle<G: Game>(
    search: &StateSearch<'_, G>,
    layer: u32,
    states: &[(G::State, u32)],
) -> Result<(), Error> {
    let states = states.iter().map(|(state, _)| state.clone()).collect();
    match least_on_cycle(search.game, layer, states, &mut || search.step(layer))? {
        Some(state) => Err(Error::Cycle(name(&state))),
        None => Ok(()),
    }
}
