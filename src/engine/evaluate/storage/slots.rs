//! One slot for each place.

use crate::evaluate::checkpoint::{decode, encode, invalid_data, read_value, save_value};
use crate::evaluate::denominators::DenominatorId;
use crate::evaluate::recurrence::NodeTurn;
use crate::evaluate::storage::{Storage, Stored};
use crate::model::{Job, Model, each};
use serde::Serialize;
use std::borrow::Borrow;
use std::io::{self, Read, Write};
use std::marker::PhantomData;

/// A slot for each place, which holds the value of the place while it is needed. The content `S` of a slot is a `Box<V>`, or
/// [`Kept<V>`](Kept).
#[derive(Debug)]
pub struct Slots<V, S = Box<V>> {
    /// The places of a node.
    turns: usize,
    slots: Vec<Option<S>>,
    /// The denominator of each node; empty if values are kept to the end.
    denominators: Vec<DenominatorId>,
    /// The uses of each node that are still to come; empty if values are kept to the end.
    uses: Vec<u32>,
    /// The bytes of the values.
    bytes: u64,
    value: PhantomData<V>,
}

/// The content of a slot of [`Slots`].
pub trait SlotContent<V>: Borrow<V> + From<V> + Send + Sync + 'static {
    /// `true` if values are kept to the end, and have no denominators.
    const IS_KEPT: bool;
}

/// An empty slot has the size of a pointer, and a value is dropped after its last use.
impl<V: Send + Sync + 'static> SlotContent<V> for Box<V> {
    const IS_KEPT: bool = false;
}

/// A value that is kept to the end. It needs no box, no count of uses and no denominator, which saves 24 bytes and an allocation.
#[derive(Debug)]
pub struct Kept<V>(V);

impl<V> Borrow<V> for Kept<V> {
    fn borrow(&self) -> &V {
        &self.0
    }
}

impl<V> From<V> for Kept<V> {
    fn from(value: V) -> Self {
        Self(value)
    }
}

impl<V: Send + Sync + 'static> SlotContent<V> for Kept<V> {
    const IS_KEPT: bool = true;
}

impl<V> Slots<V, Kept<V>> {
    /// Returns the value of each place, if it is stored.
    pub(crate) fn into_values(self) -> impl Iterator<Item = Option<V>> {
        self.slots.into_iter().map(|content| content.map(|Kept(value)| value))
    }
}

impl<V: Stored, S: SlotContent<V>> Slots<V, S> {
    #[inline]
    fn slot(&self, (node, mover): NodeTurn) -> usize {
        node * self.turns + usize::from(mover)
    }

    /// Returns the bytes of the value of a slot.
    fn bytes_of(content: &S) -> u64 {
        let value: &V = content.borrow();
        value.bytes()
    }

    /// Drops the values of a node that have no use.
    fn drop_if_unused(&mut self, node: usize) {
        if self.uses[node] == 0 {
            let values = self.slots[node * self.turns..][..self.turns].iter_mut();
            values.filter_map(Option::take).for_each(|value| self.bytes -= Self::bytes_of(&value));
        }
    }

    fn set_denominator(&mut self, node: usize, denominator: DenominatorId) {
        if !S::IS_KEPT {
            self.denominators[node] = denominator;
        }
    }
}

impl<V: Stored, S: SlotContent<V>> Storage for Slots<V, S> {
    type Value = V;
    type Reference<'a> = &'a V;
    type Batch = Vec<(NodeTurn, S, DenominatorId)>;

    fn empty_bytes(model: &Model, turns: usize) -> u64 {
        let counters = if S::IS_KEPT { 0 } else { size_of::<DenominatorId>() + size_of::<u32>() };
        (model.node_count() * (turns * size_of::<Option<S>>() + counters)) as u64
    }

    fn empty(model: &Model, turns: usize, _: usize) -> Self {
        let nodes = model.node_count();
        let slots = (0..nodes * turns).map(|_| None).collect();
        let counters = vec![0; if S::IS_KEPT { 0 } else { nodes }];
        let uses = counters.clone();
        Self { turns, slots, denominators: counters, uses, bytes: 0, value: PhantomData }
    }

    #[inline]
    fn get(&self, place: NodeTurn) -> Option<&V> {
        self.slots[self.slot(place)].as_ref().map(S::borrow)
    }

    #[inline]
    fn denominator(&self, node: usize) -> DenominatorId {
        if S::IS_KEPT { 0 } else { self.denominators[node] }
    }

    fn batch(&self, places: usize) -> Self::Batch {
        Vec::with_capacity(places)
    }

    fn push(
        &self,
        batch: &mut Self::Batch,
        place: NodeTurn,
        value: Option<V>,
        denominator: DenominatorId,
    ) -> u64 {
        let Some(value) = value else { return 0 };
        let bytes = value.bytes();
        batch.push((place, value.into(), denominator));
        bytes
    }

    fn put(&mut self, _: u32, batch: Self::Batch) -> bool {
        for (place, value, denominator) in batch {
            self.bytes += Self::bytes_of(&value);
            self.set_denominator(place.0, denominator);
            let slot = self.slot(place);
            self.slots[slot] = Some(value);
        }
        true
    }

    fn retain(&mut self, node: usize, _: Option<u32>) {
        if !S::IS_KEPT {
            self.uses[node] += 1;
        }
    }

    fn release(&mut self, _: u32, used: impl Iterator<Item = usize>) {
        if !S::IS_KEPT {
            for node in used {
                self.uses[node] -= 1;
                self.drop_if_unused(node);
            }
        }
    }

    fn drop_unused(&mut self, _: u32, nodes: &[u32]) {
        if !S::IS_KEPT {
            nodes.iter().for_each(|&node| self.drop_if_unused(node as usize));
        }
    }

    fn bytes(&self) -> u64 {
        let words = size_of_val(&*self.denominators) + size_of_val(&*self.uses);
        self.bytes + (size_of_val(&*self.slots) + words) as u64
    }

    fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        let mut batch = Vec::new();
        let (mut size, mut bytes) = (0, Vec::new());
        for (slot, content) in self.slots.iter().enumerate() {
            let Some(content) = content else { continue };
            batch.push((slot, self.denominator(slot / self.turns), content.borrow()));
            size += Self::bytes_of(content);
            if size >= SAVED_TOGETHER {
                write_batch(&mut batch, &mut bytes, out)?;
                size = 0;
            }
        }
        write_batch(&mut batch, &mut bytes, out)?;
        save_value(out, &0usize)
    }

    /// Reads batches one after the other, and decodes them on all threads. If one thread decoded all values, the memory allocator
    /// could not use their freed memory for the values that other threads compute later.
    // It is not inlined into the many kinds of sweeps that have the same kind of storage.
    #[inline(never)]
    fn read(
        &mut self,
        input: &mut dyn Read,
        interned: &(dyn Fn(V) -> V + Sync),
        used: &mut dyn Iterator<Item = usize>,
        job: &Job<'_>,
    ) -> io::Result<()> {
        if !S::IS_KEPT {
            used.for_each(|node| self.uses[node] -= 1);
        }
        let decode = |bytes: &Vec<u8>| {
            let batch: Vec<(usize, DenominatorId, V)> = decode(bytes)?;
            let into = |(slot, denominator, value)| (slot, denominator, S::from(interned(value)));
            Ok(batch.into_iter().map(into).collect::<Vec<_>>())
        };
        let most = BATCHES * job.threads;
        loop {
            let encoded = read_batches(input, most)?;
            let batches = each(job.shares(encoded.len()), &encoded, decode).map_err(|_| invalid_data())?;
            // Nested loops are compiled to less code than `flatten`.
            for batch in batches {
                for (slot, denominator, value) in batch {
                    self.bytes += Self::bytes_of(&value);
                    self.set_denominator(slot / self.turns, denominator);
                    self.slots[slot] = Some(value);
                }
            }
            if encoded.len() < most {
                return Ok(());
            }
        }
    }
}

/// The bytes of the values that are saved and read together.
const SAVED_TOGETHER: u64 = 1 << 19;

/// The number of batches for each thread that are read before they are decoded.
const BATCHES: usize = 4;

/// Reads the next batches, at most `most`. There are fewer only at the end.
fn read_batches(input: &mut dyn Read, most: usize) -> io::Result<Vec<Vec<u8>>> {
    let mut batches = Vec::new();
    while batches.len() < most {
        let size: usize = read_value(input)?;
        if size == 0 {
            break;
        }
        let mut bytes = Vec::with_capacity(size.min(2 * SAVED_TOGETHER as usize));
        input.take(size as u64).read_to_end(&mut bytes)?;
        batches.push(bytes);
    }
    Ok(batches)
}

/// Writes the number of bytes of a batch, and the bytes, and empties the batch. `bytes` is a buffer.
fn write_batch<T: Serialize>(batch: &mut Vec<T>, bytes: &mut Vec<u8>, out: &mut dyn Write) -> io::Result<()> {
    if batch.is_empty() {
        return Ok(());
    }
    bytes.clear();
    encode(batch, bytes)?;
    batch.clear();
    save_value(out, &bytes.len())?;
    out.write_all(bytes)
}
