//! Storage for the values of a sweep.
//!
//! An [`Arena`] packs the whole numbers of all nodes of a round into one array, and drops the round after its last use. It takes
//! 20 bytes a node in addition to the limbs, and no allocation for each node. [`Slots`] hold other values, such as rows of
//! scores, one by one, and drop each after its last use. If they were dropped round by round, the rows of
//! `odds memory --pairs 1..60` would take 5.5 times the memory, and the rows of `count mines --rows 4 --cols 5 --mines 4` 2.2
//! times.

mod arena;
mod slots;
mod stored;

pub(crate) use crate::evaluate::storage::arena::{Arena, Limbs, LimbsRef};
pub use crate::evaluate::storage::slots::{Kept, SlotContent, Slots};
pub use crate::evaluate::storage::stored::{MemorySize, Stored};

use crate::evaluate::denominators::DenominatorId;
use crate::evaluate::recurrence::{NodeTurn, Recurrence};
use crate::model::{Job, Model};
use std::io::{self, Read, Write};

/// A reference to a stored value.
pub type Reference<'a, R> = <<R as Recurrence>::Storage as Storage>::Reference<'a>;

/// Stores the values that are still needed.
pub trait Storage: Sync + Sized + 'static {
    /// The value of a place.
    type Value;
    /// A reference to a value.
    type Reference<'a>: MemorySize + Copy + Send + Sync;
    /// Values that were just computed, in the order of places.
    type Batch: Send + Sync;

    /// The least number of nodes that are given to one thread.
    const LEAST_SHARED: usize = 1;

    /// Returns the number of bytes that a storage without values takes, with `turns` places for each node.
    fn empty_bytes(model: &Model, turns: usize) -> u64;

    /// Creates a storage without values, with `turns` places for each node. In an `Arena`, a value has `each` numbers.
    fn empty(model: &Model, turns: usize, each: usize) -> Self;

    /// Returns the value of a place, if it is stored.
    fn get(&self, place: NodeTurn) -> Option<Self::Reference<'_>>;

    /// Returns the denominator of the values of a node.
    fn denominator(&self, node: usize) -> DenominatorId;

    /// Creates an empty batch with room for the values of `places` places.
    fn batch(&self, places: usize) -> Self::Batch;

    /// Appends the value of a place to a batch, and returns its bytes. `value` is `None` if the place cannot be reached.
    fn push(
        &self,
        batch: &mut Self::Batch,
        place: NodeTurn,
        value: Option<Self::Value>,
        denominator: DenominatorId,
    ) -> u64;

    /// Stores a batch of the round `ply`. Returns `false`, and stores nothing, if a round has too many limbs.
    fn put(&mut self, ply: u32, batch: Self::Batch) -> bool;

    /// Adds a use of the values of a node, by a node of the round `user`, or after all rounds if `user` is `None`.
    fn retain(&mut self, node: usize, user: Option<u32>);

    /// Completes the round `ply`, which used the values of `used`, and drops values of other rounds after their last use.
    fn release(&mut self, ply: u32, used: impl Iterator<Item = usize>);

    /// Drops the values of the `nodes` of the round `ply` that have no use.
    fn drop_unused(&mut self, ply: u32, nodes: &[u32]);

    /// Returns the number of bytes that values and places take.
    fn bytes(&self) -> u64;

    /// Writes the values.
    ///
    /// # Errors
    /// If they cannot be written.
    fn write(&self, out: &mut dyn Write) -> io::Result<()>;

    /// Reads saved values into an empty storage, with the threads of `job`, and stores what `interned` returns for each. The complete
    /// rounds used the values of `used`.
    ///
    /// # Errors
    /// If they cannot be read.
    fn read(
        &mut self,
        input: &mut dyn Read,
        interned: &(dyn Fn(Self::Value) -> Self::Value + Sync),
        used: &mut dyn Iterator<Item = usize>,
        job: &Job<'_>,
    ) -> io::Result<()>;
}
