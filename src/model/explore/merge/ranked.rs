//! A table with a place for every possible state of a layer.

use crate::explore::merge::{Batch, SHARDS, by_shard};
use crate::{Error, GameError, name};
use std::fmt::Debug;
use std::sync::Mutex;

/// A table in stretches of consecutive places, each with a lock.
pub(crate) struct RankTable<S> {
    stretches: Vec<Mutex<RankShard<S>>>,
    /// The number of places in a stretch.
    width: usize,
}

struct RankShard<S> {
    /// For each place, the index of its state in the list plus 1, or 0 if no state has the place.
    places: Vec<u32>,
    /// The found states with their numbers.
    found: Vec<(S, u32)>,
}

const UNPOISONED: &str = "no thread panics while it holds a stretch";

impl<S: Clone + Ord + Debug> RankTable<S> {
    /// Creates a table of `places` places in at most `shards` stretches. `shards` is at most [`SHARDS`].
    pub(crate) fn new(places: usize, shards: usize) -> Self {
        let width = places.div_ceil(shards).max(1);
        let begins = (0..places.max(1)).step_by(width);
        let stretches = begins.map(|begin| {
            // The system provides memory for zeros only when it is first written to.
            let places = vec![0; width.min(places.saturating_sub(begin))];
            Mutex::new(RankShard { places, found: Vec::new() })
        });
        Self { stretches: stretches.collect(), width }
    }

    /// Writes the number of every state in the batch to the entry of its step in `targets`. `number` returns a new number.
    pub(crate) fn insert(
        &self,
        batch: Batch<S>,
        number: &mut impl FnMut() -> u32,
        targets: &mut [u32],
    ) -> Result<(), Error> {
        if let [one] = &self.stretches[..] {
            return one.lock().expect(UNPOISONED).insert(batch, 0, number, targets);
        }
        let last = (self.stretches.len() - 1) as u64;
        let batches = by_shard(batch, |place| (place / self.width as u64).min(last) as usize);
        assert!(self.stretches.len() <= SHARDS);
        for (at, (stretch, batch)) in self.stretches.iter().zip(batches).enumerate() {
            if !batch.is_empty() {
                let begin = (at * self.width) as u64;
                stretch.lock().expect(UNPOISONED).insert(batch, begin, number, targets)?;
            }
        }
        Ok(())
    }

    /// Returns the number of states.
    pub(crate) fn len(&self) -> usize {
        self.stretches.iter().map(|stretch| stretch.lock().expect(UNPOISONED).found.len()).sum()
    }

    /// Calls `f` with the states and their numbers.
    pub(crate) fn each(&self, f: &mut dyn FnMut(&S, u32)) {
        for stretch in &self.stretches {
            stretch.lock().expect(UNPOISONED).found.iter().for_each(|(state, number)| f(state, *number));
        }
    }

    /// Returns the states with their numbers, in order of their places.
    pub(crate) fn into_states(self) -> Vec<(S, u32)> {
        let stretches: Vec<_> =
            self.stretches.into_iter().map(|stretch| stretch.into_inner().expect(UNPOISONED)).collect();
        let mut all = Vec::with_capacity(stretches.iter().map(|stretch| stretch.found.len()).sum());
        for RankShard { places, found } in stretches {
            all.extend(places.iter().filter(|&&at| at > 0).map(|&at| found[at as usize - 1].clone()));
        }
        all
    }
}

impl<S: Ord + Debug> RankShard<S> {
    /// Adds a batch of states. The first place of the stretch is `begin`.
    fn insert(
        &mut self,
        batch: Batch<S>,
        begin: u64,
        number: &mut impl FnMut() -> u32,
        targets: &mut [u32],
    ) -> Result<(), Error> {
        for (place, state, step) in batch {
            let place = usize::try_from(place - begin).ok().and_then(|place| self.places.get_mut(place));
            let Some(place) = place else { return Err(Error::Game(GameError::NoRank(name(&state)))) };
            if let Some((other, number)) = (*place as usize).checked_sub(1).map(|at| &self.found[at]) {
                if *other != state {
                    let (one, other) = if *other < state { (other, &state) } else { (&state, other) };
                    return Err(Error::Game(GameError::SameRank { one: name(one), other: name(other) }));
                }
                targets[step] = *number;
            } else {
                let number = number();
                self.found.push((state, number));
                *place = self.found.len() as u32;
                targets[step] = number;
            }
        }
        Ok(())
    }
}
