//! The recurrences that a stream can compute, save and share among processes.

use crate::evaluate::recurrence::Recurrence;
use crate::evaluate::storage::{Slots, Stored};
use std::io::{self, Read, Write};

/// A recurrence that a stream can compute and save.
pub(crate) trait StreamRecurrence:
    Recurrence<Value: Stored, Storage = Slots<<Self as Recurrence>::Value>>
{
    /// Returns the name and the parameters of the work, which must match on resume.
    fn fingerprint(&self) -> Vec<u64>;

    /// Called with every value, in a fixed order, before it is stored.
    fn record(&mut self, _value: &Self::Value) {}

    /// Returns the states of a value without their numbers, if processes can share the work.
    fn support(&self, _value: &Self::Value) -> Option<Self::Value> {
        None
    }

    /// Returns the number of states of a value that no support in `earlier` has.
    fn new_states(&self, value: &Self::Value, _earlier: &[Self::Value]) -> u64 {
        Self::size(value).states
    }

    /// Writes the state of the recurrence.
    fn write(&self, _out: &mut dyn Write) -> io::Result<()> {
        Ok(())
    }

    /// Reads a saved state.
    fn read(&mut self, _input: &mut dyn Read) -> io::Result<()> {
        Ok(())
    }
}
