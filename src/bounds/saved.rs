//! The saved bounds on the components that are solved.

use crate::Twofold;
use crate::solver::{BoundsError, BoundsSolver};
use chancetree_model::Error;
use chancetree_model::checkpoint::{ensure_fit, save_value};
use chancetree_model::csr::Csr;
use serde::{Deserialize, Serialize};
use std::io::{self, Write};
use std::time::Instant;

/// The number of states that are solved between two questions whether a save is due.
const CHECK: usize = 1024;

/// The number of components that are solved, and when they are saved.
pub(crate) struct SavedComponents {
    /// The fingerprint of the game and of the width of the bounds.
    fingerprint: u64,
    /// The number of components that are solved.
    pub(crate) done: usize,
    /// The number of states that were solved since the last check whether a save is due.
    unchecked: usize,
    began: Instant,
}

/// The results of the solved components. Each list is in the order of the components.
#[derive(Serialize, Deserialize)]
struct SavedBounds {
    done: usize,
    /// The choice of each state, its bounds, and its rough value.
    states: Vec<(u32, Twofold, Twofold, f64)>,
    is_ended_by_opponent: bool,
}

impl SavedComponents {
    pub(crate) fn new(fingerprint: u64) -> Self {
        Self { fingerprint, done: 0, unchecked: 0, began: Instant::now() }
    }

    /// Reads the saved results, if there are any.
    pub(crate) fn load(&mut self, solver: &mut BoundsSolver<'_>, components: &Csr) -> Result<(), Error> {
        let saved = solver.job.store.map_or(Ok(None), |store| store.load_value(self.fingerprint))?;
        let Some(SavedBounds { done, states, is_ended_by_opponent }) = saved else { return Ok(()) };
        ensure_fit(done <= components.len() && components.span(0..done).len() == states.len())?;
        for (&state, (choice, lower, upper, rough)) in components.span(0..done).iter().zip(states) {
            let state = state as usize;
            solver.policy[state] = choice;
            (solver.lower[state], solver.upper[state], solver.rough[state]) = (lower, upper, rough);
        }
        (self.done, solver.is_ended_by_opponent) = (done, is_ended_by_opponent);
        Ok(())
    }

    /// Saves the results if a save is due, if a component was `solved` without success, or if all components are solved.
    pub(crate) fn save(
        &mut self,
        solver: &BoundsSolver<'_>,
        components: &Csr,
        solved: &Result<(), BoundsError>,
    ) -> Result<(), Error> {
        let Some(store) = solver.job.store else { return Ok(()) };
        let mut write = |out: &mut dyn Write| self.write(solver, components, out);
        if solved.is_err() {
            return store.save_stopped(&mut write);
        }
        if self.done == components.len() {
            store.save_result(self.began, &mut write);
            return Ok(());
        }
        self.unchecked += components.get(self.done - 1).len();
        if self.unchecked >= CHECK {
            self.unchecked = 0;
            store.save_step(&Ok(()), &mut |out| self.write(solver, components, out))?;
        }
        Ok(())
    }

    fn write(&self, solver: &BoundsSolver<'_>, components: &Csr, out: &mut dyn Write) -> io::Result<()> {
        let result = |&state: &u32| {
            let state = state as usize;
            (solver.policy[state], solver.lower[state], solver.upper[state], solver.rough[state])
        };
        let states = components.span(0..self.done).iter().map(result).collect();
        let is_ended_by_opponent = solver.is_ended_by_opponent;
        save_value(out, &self.fingerprint)?;
        save_value(out, &SavedBounds { done: self.done, states, is_ended_by_opponent })
    }
}
