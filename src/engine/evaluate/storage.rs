//! Storage for the values of a sweep.
//!
//! [`Slots`] hold each value by itself, until its last use or to the end. An [`Arena`] packs the whole numbers of all nodes of a
//! round into one array, and drops the round with its last use.

mod arena;
mod slots;
mod whole;

pub(crate) use crate::evaluate::storage::arena::{Arena, Limbs, LimbsRef};
pub use crate::evaluate::storage::slots::{InlineValue, SlotContent, Slots};
pub use crate::evaluate::storage::whole::{MemorySize, Stored, StoredWith};

use crate::evaluate::recurrence::{Place, Recurrence};
use crate::evaluate::scale::Denominator;
use crate::model::Model;
use std::io::{self, Read, Write};

/// A reference to a stored value.
pub type Reference<'a, R> = <<R as Recurrence>::Storage as Storage>::Reference<'a>;

/// Stores the values that are still needed.
pub trait Storage: Sync + Sized + 'static {
    /// The value of a place.
    type Value;
    /// A reference to a value.
    type Reference<'a>: Copy + Send + Sync;
    /// What values are read with, or how many numbers a value has.
    type Context;
    /// Values that were just computed, in the order of places.
    type Batch: Send + Sync;

    /// The least number of nodes that are worth a thread's while.
    const LEAST_SHARED: usize = 1;

    /// `true` if uses are counted node by node, and have to be released one by one.
    const COUNTS_USES: bool = false;

    /// Returns the number of bytes that a storage without values takes, with `turns` places for each node.
    fn empty_bytes(model: &Model, turns: usize) -> u64;

    /// Creates a storage without values.
    fn empty(model: &Model, turns: usize, context: Self::Context) -> Self;

    /// Returns the value of a place, if it is stored.
    fn get(&self, place: Place) -> Option<Self::Reference<'_>>;

    /// Returns the denominator of the values of a node.
    fn denominator(&self, node: usize) -> Denominator;

    /// Creates an empty batch with room for the values of `places` places.
    fn batch(&self, places: usize) -> Self::Batch;

    /// Appends the value of a place to a batch, and returns its bytes. `value` is `None` if play does not come to the place.
    fn push(
        &self,
        batch: &mut Self::Batch,
        place: Place,
        value: Option<Self::Value>,
        denominator: Denominator,
    ) -> u64;

    /// Stores a batch of the round `ply`. Returns `false`, and stores nothing, if a round has too many limbs.
    fn put(&mut self, ply: u32, batch: Self::Batch) -> bool;

    /// Drops the values of the `nodes` of the round `ply`.
    fn discard(&mut self, ply: u32, nodes: &[u32]);

    /// Adds a use of the values of a node, by a node of the round `user`, or after all rounds if there is none.
    fn retain(&mut self, node: usize, user: Option<u32>);

    /// Removes a use, and drops the values after the last.
    fn release(&mut self, _node: usize) {}

    /// Completes the round `ply`: drops the rounds that were used for the last time, unless uses are counted.
    fn settle(&mut self, _ply: u32) {}

    /// Returns the number of bytes that values and places take.
    fn bytes(&self) -> u64;

    /// Writes the values.
    ///
    /// # Errors
    /// If they cannot be written.
    fn write(&self, out: &mut dyn Write) -> io::Result<()>;

    /// Reads the values that were written.
    ///
    /// # Errors
    /// If they cannot be read.
    fn read(&mut self, input: &mut dyn Read) -> io::Result<()>;
}
