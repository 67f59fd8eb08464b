//! A table with a place for every state that a layer can have.

use crate::explore::merge::{Batch, SHARDS, by_shard};
use crate::{Error, name};
use std::fmt::Debug;
use std::sync::Mutex;

/// Stretches of places, each with a lock.
pub(crate) struct Ranked<S> {
    stretches: Vec<Mutex<Stretch<S>>>,
    /// The places of a stretch.
    width: usize,
}

struct Stretch<S> {
    /// For each place the state that has it, by its place in the list, counted from 1; 0 where none was met.
    places: Vec<u32>,
    /// The states, with their numbers.
    met: Vec<(S, u32)>,
}

const UNPOISONED: &str = "no thread panics while it holds a stretch";

impl<S: Clone + Ord + Debug> Ranked<S> {
    /// A table of so many places, in at most `shards` stretches, which is at most [`SHARDS`].
    pub(crate) fn new(places: usize, shards: usize) -> Self {
        let width = places.div_ceil(shards).max(1);
        let begins = (0..places.max(1)).step_by(width);
        let stretches = begins.map(|begin| {
            // Zeros come from the system as they are asked for, untouched.
            let places = vec![0; width.min(places.saturating_sub(begin))];
            Mutex::new(Stretch { places, met: Vec::new() })
        });
        Self { stretches: stretches.collect(), width }
    }

    /// Puts the number of every state in the batch into the place of its step in `targets`; `number` gives new ones.
    pub(crate) fn meet(
        &self,
        batch: Batch<S>,
        number: &mut impl FnMut() -> u32,
        targets: &mut [u32],
    ) -> Result<(), Error> {
        if let [one] = &self.stretches[..] {
            return one.lock().expect(UNPOISONED).meet(batch, 0, number, targets);
        }
        let last = (self.stretches.len() - 1) as u64;
        let batches = by_shard(batch, |place| (place / self.width as u64).min(last) as usize);
        assert!(self.stretches.len() <= SHARDS);
        for (at, (stretch, batch)) in self.stretches.iter().zip(batches).enumerate() {
            if !batch.is_empty() {
                let begin = (at * self.width) as u64;
                stretch.lock().expect(UNPOISONED).meet(batch, begin, number, targets)?;
            }
        }
        Ok(())
    }

    /// Looks at the states with their numbers.
    pub(crate) fn each(&self, look: &mut dyn FnMut(&S, u32)) {
        for stretch in &self.stretches {
            stretch.lock().expect(UNPOISONED).met.iter().for_each(|(state, number)| look(state, *number));
        }
    }

    /// The states with their numbers, in order of their places.
    pub(crate) fn into_states(self) -> Vec<(S, u32)> {
        let stretches: Vec<_> =
            self.stretches.into_iter().map(|stretch| stretch.into_inner().expect(UNPOISONED)).collect();
        let mut all = Vec::with_capacity(stretches.iter().map(|stretch| stretch.met.len()).sum());
        for Stretch { places, met } in stretches {
            all.extend(places.iter().filter(|&&at| at > 0).map(|&at| met[at as usize - 1].clone()));
        }
        all
    }
}

impl<S: Ord + Debug> Stretch<S> {
    /// Meets a batch of states whose places are counted from `begin`.
    fn meet(
        &mut self,
        batch: Batch<S>,
        begin: u64,
        number: &mut impl FnMut() -> u32,
        targets: &mut [u32],
    ) -> Result<(), Error> {
        for (place, state, step) in batch {
            let place = usize::try_from(place - begin).ok().and_then(|place| self.places.get_mut(place));
            let Some(place) = place else { return Err(Error::NoRank(name(&state))) };
            if let Some((other, number)) = (*place as usize).checked_sub(1).map(|at| &self.met[at]) {
                if *other != state {
                    let (one, other) = if *other < state { (other, &state) } else { (&state, other) };
                    return Err(Error::SameRank { one: name(one), other: name(other) });
                }
                targets[step] = *number;
            } else {
                let number = number();
                self.met.push((state, number));
                *place = self.met.len() as u32;
                targets[step] = number;
            }
        }
        Ok(())
    }
}
