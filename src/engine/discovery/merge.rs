//! The maps that merge transpositions: a plain one while layers are small, a concurrent one once they are large.

use dashmap::{DashMap, SharedValue};
use foldhash::fast::RandomState;
use std::collections::HashMap;
use std::hash::Hash;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

/// States to look up: each with its hash and the step that leads to it.
pub(super) type Batch<S> = Vec<(u64, S, usize)>;

/// A map that merges transpositions, fed in batches.
pub(super) enum Merge<S> {
    /// One lock for all: cheap as long as it is not waited for.
    Plain(Mutex<HashMap<S, u32, RandomState>>),
    /// A lock a shard; a batch takes each once.
    Shared(DashMap<S, u32, RandomState>),
}

/// Shards of the concurrent map: some more than threads, so that they seldom meet, and few enough for a batch to
/// have work in each.
const SHARDS: usize = 16;

impl<S: Eq + Hash> Merge<S> {
    /// An empty map, for several threads at once or not.
    pub(super) fn new(shared: bool) -> Self {
        if shared {
            Self::Shared(DashMap::with_hasher_and_shard_amount(RandomState::default(), SHARDS))
        } else {
            Self::Plain(Mutex::default())
        }
    }

    /// What a batch says of a state beside the state; the plain map hashes by itself.
    pub(super) fn hash(&self, state: &S) -> u64 {
        match self {
            Self::Plain(_) => 0,
            Self::Shared(map) => map.hash_usize(state) as u64,
        }
    }

    /// Hands the number of every state in the batch to `found`, with its step; `fresh` numbers new ones. Returns how
    /// many were new.
    pub(super) fn meet(&self, batch: Batch<S>, fresh: &AtomicU32, mut found: impl FnMut(usize, u32)) -> u32 {
        let mut new = 0;
        let mut number = || {
            new += 1;
            fresh.fetch_add(1, Relaxed)
        };
        match self {
            Self::Plain(map) => {
                let mut map = map.lock().expect("no thread panics while it holds the map");
                for (_, state, step) in batch {
                    found(step, *map.entry(state).or_insert_with(&mut number));
                }
            }
            Self::Shared(map) => {
                let mut by_shard: [Batch<S>; SHARDS] = Default::default();
                for entry in batch {
                    by_shard[map.determine_shard(entry.0 as usize)].push(entry);
                }
                for (shard, batch) in map.shards().iter().zip(by_shard).filter(|(_, batch)| !batch.is_empty())
                {
                    let mut table = shard.write();
                    for (hash, state, step) in batch {
                        let known = table.get(hash, |(other, _)| *other == state);
                        if let Some((_, number)) = known {
                            found(step, *number.get());
                            continue;
                        }
                        let number = number();
                        table.insert(hash, (state, SharedValue::new(number)), |(other, _)| {
                            map.hash_usize(other) as u64
                        });
                        found(step, number);
                    }
                }
            }
        }
        new
    }

    /// The states with their numbers, in no order.
    pub(super) fn into_states(self) -> Vec<(S, u32)> {
        match self {
            Self::Plain(map) => {
                map.into_inner().expect("no thread panics while it holds the map").into_iter().collect()
            }
            Self::Shared(map) => map.into_iter().collect(),
        }
    }
}
