//! Merges transpositions: in a table if the game ranks its states, in a plain map if layers are small, and in a concurrent
//! map if layers are large.

mod ranked;

use crate::explore::merge::ranked::RankTable;
use crate::game::{Game, Rank};
use crate::{Error, order};
use dashmap::{DashMap, SharedValue};
use foldhash::fast::RandomState;
use std::collections::HashMap;
use std::sync::Mutex;
use std::sync::atomic::AtomicU32;
use std::sync::atomic::Ordering::Relaxed;

/// States to look up, each with its hash or rank and the step that leads to it.
pub(crate) type Batch<S> = Vec<(u64, S, usize)>;

/// The map that merges the states of a layer, filled in batches.
pub(crate) enum StateMap<G: Game> {
    /// A map with one lock, which is cheap without contention.
    Plain(Mutex<HashMap<G::State, u32, RandomState>>),
    /// A map with a lock for each shard. A batch takes each lock once.
    Shared(DashMap<G::State, u32, RandomState>),
    /// A table by rank.
    Ranked(RankTable<G::State>),
}

/// The number of shards of a concurrent map and of a shared table: more than most machines have threads, so that contention is
/// rare, and few enough that a batch has states for each shard.
const SHARDS: usize = 16;

/// The greatest number of places for each expected state in a table. A map would take as much memory.
const ROOM: u64 = 8;

/// The number of places up to which a table is always used. A new map would take as much memory.
const FEW: u64 = 64;

impl<G: Game> StateMap<G> {
    /// Creates an empty map for the layer of a state with this rank, and for about `expected` states. Several threads may use
    /// it at once if it is `shared`.
    pub(crate) fn new(rank: Option<Rank>, expected: usize, shared: bool) -> Self {
        let shards = if shared { SHARDS } else { 1 };
        match rank {
            Some(Rank { places, .. }) if places <= FEW.max(ROOM * expected as u64) => {
                Self::Ranked(RankTable::new(places as usize, shards))
            }
            _ if shared => {
                Self::Shared(DashMap::with_hasher_and_shard_amount(RandomState::default(), shards))
            }
            _ => Self::Plain(Mutex::default()),
        }
    }

    /// Returns the key of a state in a batch: its hash or its rank, or 0 for a plain map.
    pub(crate) fn key(&self, game: &G, state: &G::State) -> u64 {
        match self {
            Self::Plain(_) => 0,
            Self::Shared(map) => map.hash_usize(state) as u64,
            Self::Ranked(_) => game.rank(state).map_or(u64::MAX, |rank| rank.place),
        }
    }

    /// Writes the number of every state in the batch to the entry of its step in `targets`. New states are numbered from
    /// `next_number`. Returns the number of new states.
    pub(crate) fn insert(
        &self,
        batch: Batch<G::State>,
        next_number: &AtomicU32,
        targets: &mut [u32],
    ) -> Result<u32, Error> {
        let mut new = 0;
        let mut number = || {
            new += 1;
            next_number.fetch_add(1, Relaxed)
        };
        match self {
            Self::Plain(map) => {
                let mut map = map.lock().expect("no thread panics while it holds the map");
                for (_, state, step) in batch {
                    targets[step] = *map.entry(state).or_insert_with(&mut number);
                }
            }
            Self::Shared(map) => {
                let batches = by_shard(batch, &|hash| map.determine_shard(hash as usize));
                for (shard, batch) in map.shards().iter().zip(batches).filter(|(_, batch)| !batch.is_empty())
                {
                    let mut table = shard.write();
                    for (hash, state, step) in batch {
                        let known = table.get(hash, |(other, _)| *other == state);
                        if let Some((_, number)) = known {
                            targets[step] = *number.get();
                            continue;
                        }
                        let number = number();
                        table.insert(hash, (state, SharedValue::new(number)), |(other, _)| {
                            map.hash_usize(other) as u64
                        });
                        targets[step] = number;
                    }
                }
            }
            Self::Ranked(table) => table.insert(batch, &mut number, targets)?,
        }
        Ok(new)
    }

    /// Returns the number of states.
    pub(crate) fn len(&self) -> usize {
        match self {
            Self::Plain(map) => map.lock().expect("no thread panics while it holds the map").len(),
            Self::Shared(map) => map.len(),
            Self::Ranked(table) => table.len(),
        }
    }

    /// Returns an estimate of the bytes that adding `more` states allocates. A table that may become full is replaced by one of
    /// twice its size.
    pub(crate) fn growth(&self, more: usize) -> u64 {
        let (len, capacity) = match self {
            Self::Plain(map) => {
                let map = map.lock().expect("no thread panics while it holds the map");
                (map.len(), map.capacity())
            }
            Self::Shared(map) => (map.len(), map.capacity()),
            Self::Ranked(_) => return 0,
        };
        if len + more <= capacity { 0 } else { (2 * capacity * size_of::<(G::State, u32)>()) as u64 }
    }

    /// Returns the bytes of the list that [`into_states`](Self::into_states) allocates.
    pub(crate) fn list_bytes(&self) -> u64 {
        (self.len() * size_of::<(G::State, u32)>()) as u64
    }

    /// Calls `f` with the states and their numbers, in no particular order. No other thread may use the map meanwhile.
    pub(crate) fn each(&self, f: &mut dyn FnMut(&G::State, u32)) {
        match self {
            Self::Plain(map) => {
                let map = map.lock().expect("no thread panics while it holds the map");
                map.iter().for_each(|(state, &number)| f(state, number));
            }
            Self::Shared(map) => map.iter().for_each(|one| f(one.key(), *one.value())),
            Self::Ranked(table) => table.each(f),
        }
    }

    /// Returns the states with their numbers: a table in the order of ranks, a map of one thread in the order of discovery, and a
    /// concurrent map in no particular order. A game in Python orders its states by discovery, and one thread then explores it in
    /// the same order each time.
    pub(crate) fn into_states(self) -> Vec<(G::State, u32)> {
        match self {
            Self::Plain(map) => {
                let map = map.into_inner().expect("no thread panics while it holds the map");
                let mut states: Vec<_> = map.into_iter().collect();
                order::sort_by_number(&mut states, |&(_, number)| number);
                states
            }
            Self::Shared(map) => map.into_iter().collect(),
            Self::Ranked(table) => table.into_states(),
        }
    }
}

/// Splits a batch by shard.
#[inline(never)]
fn by_shard<S>(batch: Batch<S>, shard: &dyn Fn(u64) -> usize) -> [Batch<S>; SHARDS] {
    let mut batches: [Batch<S>; SHARDS] = Default::default();
    for entry in batch {
        batches[shard(entry.0)].push(entry);
    }
    batches
}
