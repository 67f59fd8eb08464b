//! A table with a place for every possible state of a layer.

use crate::explore::merge::{Batch, SHARDS, by_shard};
use crate::{Error, GameError, name};
use std::fmt::Debug;
use std::sync::Mutex;

/// A table in shards of consecutive places, each with a lock.
pub(crate) struct RankTable<S> {
    shards: Vec<Mutex<RankShard<S>>>,
    /// The number of places in a shard.
    width: usize,
}

struct RankShard<S> {
    /// For each place, the index of its state in the list plus 1, or 0 if no state has the place.
    places: Vec<u32>,
    /// The found states with their numbers.
    found: Vec<(S, u32)>,
}

const UNPOISONED: &str = "no thread panics while it holds a shard";

impl<S: Clone + Ord + Debug> RankTable<S> {
    /// Creates a table of `places` places in at most `shards` shards. `shards` is at most [`SHARDS`].
    pub(crate) fn new(places: usize, shards: usize) -> Self {
        let width = places.div_ceil(shards).max(1);
        let begins = (0..places.max(1)).step_by(width);
        let shards = begins.map(|begin| {
            // The system provides memory for zeros only when it is first written to.
            let places = vec![0; width.min(places.saturating_sub(begin))];
            Mutex::new(RankShard { places, found: Vec::new() })
        });
        Self { shards: shards.collect(), width }
    }

    /// Writes the number of every state in the batch to the entry of its step in `targets`. `number` returns a new number.
    pub(crate) fn insert(
        &self,
        batch: Batch<S>,
        number: &mut impl FnMut() -> u32,
        targets: &mut [u32],
    ) -> Result<(), Error> {
        if let [one] = &self.shards[..] {
            return one.lock().expect(UNPOISONED).insert(batch, 0, number, targets);
        }
        let last = (self.shards.len() - 1) as u64;
        let batches = by_shard(batch, &|place| (place / self.width as u64).min(last) as usize);
        assert!(self.shards.len() <= SHARDS);
        for (at, (shard, batch)) in self.shards.iter().zip(batches).enumerate() {
            if !batch.is_empty() {
                let begin = (at * self.width) as u64;
                shard.lock().expect(UNPOISONED).insert(batch, begin, number, targets)?;
            }
        }
        Ok(())
    }

    /// Returns the number of states.
    pub(crate) fn len(&self) -> usize {
        self.shards.iter().map(|shard| shard.lock().expect(UNPOISONED).found.len()).sum()
    }

    /// Calls `f` with the states and their numbers.
    pub(crate) fn each(&self, f: &mut dyn FnMut(&S, u32)) {
        for shard in &self.shards {
            shard.lock().expect(UNPOISONED).found.iter().for_each(|(state, number)| f(state, *number));
        }
    }

    /// Returns the states with their numbers, in order of their places.
    pub(crate) fn into_states(self) -> Vec<(S, u32)> {
        let shards: Vec<_> =
            self.shards.into_iter().map(|shard| shard.into_inner().expect(UNPOISONED)).collect();
        let mut all = Vec::with_capacity(shards.iter().map(|shard| shard.found.len()).sum());
        for RankShard { places, found } in shards {
            all.extend(places.iter().filter(|&&at| at > 0).map(|&at| found[at as usize - 1].clone()));
        }
        all
    }
}

impl<S: Ord + Debug> RankShard<S> {
    /// Adds a batch of states. The first place of the shard is `begin`.
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
