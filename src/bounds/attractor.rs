//! States from which one side can leave a component.

use crate::solver::{BoundsSolver, NONE};

/// The arrays of a search, reused for each component.
#[derive(Default)]
pub(crate) struct SearchBuffers {
    is_reached: Vec<bool>,
    /// For each state of the other side, the number of choices that are not yet known to lead out.
    open: Vec<u32>,
    queue: Vec<u32>,
}

impl SearchBuffers {
    fn clear(&mut self, states: usize) {
        self.is_reached.clear();
        self.is_reached.resize(states, false);
        self.open.clear();
        self.open.resize(states, 0);
        self.queue.clear();
    }
}

/// One of the two sides of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ExitSide {
    /// The leaving side.
    Leaver,
    /// The other side.
    Opponent,
}

impl BoundsSolver<'_> {
    /// Returns whether `side` can force play out of a component with a positive probability from each of its states. In a state
    /// of `side` one allowed choice must lead towards the outside, in a state of the other side all allowed choices must. Calls
    /// `found` with each state of `side` and a choice that leads closer to the outside.
    pub(crate) fn can_force_exit(
        &mut self,
        component: &[u32],
        side: ExitSide,
        is_allowed: &dyn Fn(&Self, u32) -> bool,
        found: &mut dyn FnMut(u32, u32),
    ) -> bool {
        let game = self.game;
        let is_own = |state: u32| game.is_leaver[state as usize] == (side == ExitSide::Leaver);
        let mut buffers = std::mem::take(&mut self.buffers);
        buffers.clear(component.len());
        let SearchBuffers { is_reached, open, queue } = &mut buffers;
        self.mark += 1;
        for (index, &state) in component.iter().enumerate() {
            for choice in game.choices(state) {
                if !is_allowed(self, choice) {
                    continue;
                }
                let leads_out = game.targets(choice).iter().any(|&to| self.places[to as usize] == NONE);
                if is_own(state) {
                    if leads_out && !is_reached[index] {
                        is_reached[index] = true;
                        found(state, choice);
                    }
                } else if leads_out {
                    self.marks[choice as usize] = self.mark;
                } else {
                    open[index] += 1;
                }
            }
            if !is_own(state) && open[index] == 0 {
                is_reached[index] = true;
            }
            if is_reached[index] {
                queue.push(state);
            }
        }
        let mut next = 0;
        while next < queue.len() {
            for &choice in game.incoming.get(queue[next] as usize) {
                let state = game.sources[choice as usize];
                let index = self.places[state as usize];
                if index == NONE || is_reached[index as usize] || !is_allowed(self, choice) {
                    continue;
                }
                let index = index as usize;
                if is_own(state) {
                    is_reached[index] = true;
                    found(state, choice);
                } else if self.marks[choice as usize] != self.mark {
                    self.marks[choice as usize] = self.mark;
                    open[index] -= 1;
                    is_reached[index] = open[index] == 0;
                }
                if is_reached[index] {
                    queue.push(state);
                }
            }
            next += 1;
        }
        let is_left = queue.len() == component.len();
        self.buffers = buffers;
        is_left
    }
}
