//! The maps that merge transpositions: a plain one for one thread, a concurrent one for more.

use dashmap::{DashMap, SharedValue};
use foldhash::fast::RandomState;
use std::collections::HashMap;
use std::hash::Hash;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

/// States to look up: each with its hash and the step that leads to it.
pub(super) type Batch<S> = Vec<(u64, S, usize)>;

/// A map that merges transpositions, fed in batches.
pub(super) trait Merge<S>: Sync {
    fn empty() -> Self;
    fn hash(&self, state: &S) -> u64;
    /// Hands the number of every state in the batch to `found`, with its step; `fresh` numbers new ones.
    fn meet(&self, batch: Batch<S>, fresh: &AtomicU32, found: impl FnMut(usize, u32));
    /// The states with their numbers, in no order.
    fn into_states(self) -> Vec<(S, u32)>;
}

/// The map of one thread; its lock is never waited for.
pub(super) struct Plain<S>(Mutex<HashMap<S, u32, RandomState>>);

impl<S: Eq + Hash + Send> Merge<S> for Plain<S> {
    fn empty() -> Self {
        Self(Mutex::default())
    }

    fn hash(&self, _: &S) -> u64 {
        0 // The map hashes by itself.
    }

    fn meet(&self, batch: Batch<S>, fresh: &AtomicU32, mut found: impl FnMut(usize, u32)) {
        let mut map = self.0.lock().expect("no thread panics while it holds the map");
        for (_, state, step) in batch {
            found(step, *map.entry(state).or_insert_with(|| fresh.fetch_add(1, Relaxed)));
        }
    }

    fn into_states(self) -> Vec<(S, u32)> {
        self.0.into_inner().expect("no thread panics while it holds the map").into_iter().collect()
    }
}

/// The map of several threads: a batch takes the lock of each shard once.
pub(super) struct Shared<S>(DashMap<S, u32, RandomState>);

/// Shards of the concurrent map: some more than threads, so that they seldom meet, and few enough for a batch to
/// have work in each.
const SHARDS: usize = 16;

impl<S: Eq + Hash + Send + Sync> Merge<S> for Shared<S> {
    fn empty() -> Self {
        Self(DashMap::with_hasher_and_shard_amount(RandomState::default(), SHARDS))
    }

    fn hash(&self, state: &S) -> u64 {
        self.0.hash_usize(state) as u64
    }

    fn meet(&self, batch: Batch<S>, fresh: &AtomicU32, mut found: impl FnMut(usize, u32)) {
        let mut by_shard: [Batch<S>; SHARDS] = Default::default();
        for entry in batch {
            by_shard[self.0.determine_shard(entry.0 as usize)].push(entry);
        }
        for (shard, batch) in self.0.shards().iter().zip(by_shard).filter(|(_, batch)| !batch.is_empty()) {
            let mut table = shard.write();
            for (hash, state, step) in batch {
                let known = table.get(hash, |(other, _)| *other == state).map(|(_, number)| *number.get());
                found(
                    step,
                    known.unwrap_or_else(|| {
                        let number = fresh.fetch_add(1, Relaxed);
                        table.insert(hash, (state, SharedValue::new(number)), |(other, _)| self.hash(other));
                        number
                    }),
                );
            }
        }
    }

    fn into_states(self) -> Vec<(S, u32)> {
        self.0.into_iter().collect()
    }
}
