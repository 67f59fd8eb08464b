//! Merging transpositions: a table where a game ranks its states; else a plain map while layers are small, and a
//! concurrent one once they are large.

mod ranked;

use crate::Error;
use crate::explore::merge::ranked::Ranked;
use crate::game::{Game, Rank};
use dashmap::{DashMap, SharedValue};
use foldhash::fast::RandomState;
use std::collections::HashMap;
use std::sync::Mutex;
use std::sync::atomic::AtomicU32;
use std::sync::atomic::Ordering::Relaxed;

/// States to look up: each with its hash or rank and the step that leads to it.
pub(crate) type Batch<S> = Vec<(u64, S, usize)>;

/// The map that merges the states of a layer, fed in batches.
pub(crate) enum Merge<G: Game> {
    /// A map with one lock for all: cheap as long as it is not waited for.
    Plain(Mutex<HashMap<G::State, u32, RandomState>>),
    /// A map with a lock a shard; a batch takes each once.
    Shared(DashMap<G::State, u32, RandomState>),
    /// A table by rank.
    Ranked(Ranked<G::State>),
}

/// Shards of the concurrent map and of a shared table: some more than threads, so that they seldom meet, and few
/// enough for a batch to have work in each.
const SHARDS: usize = 16;

/// Places for each state that is expected up to which a table is worth its memory: a map takes as much, with a hash.
const ROOM: u64 = 8;

/// Places of a table that is made anyway: no more than a map takes when it is new.
const FEW: u64 = 64;

impl<G: Game> Merge<G> {
    /// One without states, for several threads at once or not, made for a state of this rank; `expected` states will
    /// come, or about as many.
    pub(crate) fn new(rank: Option<Rank>, expected: usize, shared: bool) -> Self {
        let shards = if shared { SHARDS } else { 1 };
        match rank {
            Some(Rank { places, .. }) if places <= FEW.max(ROOM * expected as u64) => {
                Self::Ranked(Ranked::new(places as usize, shards))
            }
            _ if shared => {
                Self::Shared(DashMap::with_hasher_and_shard_amount(RandomState::default(), shards))
            }
            _ => Self::Plain(Mutex::default()),
        }
    }

    /// Returns the key by which a batch names a state beside the state itself; the plain map hashes on its own.
    pub(crate) fn key(&self, game: &G, state: &G::State) -> u64 {
        match self {
            Self::Plain(_) => 0,
            Self::Shared(map) => map.hash_usize(state) as u64,
            Self::Ranked(_) => game.rank(state).map_or(u64::MAX, |rank| rank.place),
        }
    }

    /// Puts the number of every state in the batch into the place of its step in `targets`; `fresh` numbers new ones.
    /// Returns how many were new.
    pub(crate) fn meet(
        &self,
        batch: Batch<G::State>,
        fresh: &AtomicU32,
        targets: &mut [u32],
    ) -> Result<u32, Error> {
        let mut new = 0;
        let mut number = || {
            new += 1;
            fresh.fetch_add(1, Relaxed)
        };
        match self {
            Self::Plain(map) => {
                let mut map = map.lock().expect("no thread panics while it holds the map");
                for (_, state, step) in batch {
                    targets[step] = *map.entry(state).or_insert_with(&mut number);
                }
            }
            Self::Shared(map) => {
                let batches = by_shard(batch, |hash| map.determine_shard(hash as usize));
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
            Self::Ranked(table) => table.meet(batch, &mut number, targets)?,
        }
        Ok(new)
    }

    /// Looks at the states with their numbers, in no order; nobody else does anything with them meanwhile.
    pub(crate) fn each(&self, look: &mut dyn FnMut(&G::State, u32)) {
        match self {
            Self::Plain(map) => {
                let map = map.lock().expect("no thread panics while it holds the map");
                map.iter().for_each(|(state, &number)| look(state, number));
            }
            Self::Shared(map) => map.iter().for_each(|one| look(one.key(), *one.value())),
            Self::Ranked(table) => table.each(look),
        }
    }

    /// The states with their numbers: in order of rank, or in no order.
    pub(crate) fn into_states(self) -> Vec<(G::State, u32)> {
        match self {
            Self::Plain(map) => {
                map.into_inner().expect("no thread panics while it holds the map").into_iter().collect()
            }
            Self::Shared(map) => map.into_iter().collect(),
            Self::Ranked(table) => table.into_states(),
        }
    }
}

/// A batch shared out among shards.
fn by_shard<S>(batch: Batch<S>, shard: impl Fn(u64) -> usize) -> [Batch<S>; SHARDS] {
    let mut batches: [Batch<S>; SHARDS] = Default::default();
    for entry in batch {
        batches[shard(entry.0)].push(entry);
    }
    batches
}
