//! One slot for each place.

use crate::evaluate::checkpoint::{read_value, save_value};
use crate::evaluate::recurrence::Place;
use crate::evaluate::scale::Denominator;
use crate::evaluate::storage::{Storage, Stored, StoredWith};
use crate::model::Model;
use std::io::{self, Read, Write};

/// A slot for each place, the size of a pointer; a value is dropped with its last use. Values of type `V` are read with the
/// help of a context `C`.
#[derive(Debug)]
pub struct Slots<V, C = ()> {
    /// The places of a node.
    turns: usize,
    values: Vec<Option<Box<V>>>,
    /// The denominator of each node.
    denominators: Vec<Denominator>,
    /// The uses of each node that are still to come.
    uses: Vec<u32>,
    /// The bytes of the values.
    bytes: u64,
    context: C,
}

impl<V: StoredWith<C>, C: Send + Sync + 'static> Slots<V, C> {
    /// Drops the values of those nodes that have no use.
    pub(crate) fn drop_unused(&mut self, nodes: &[u32]) {
        for &node in nodes {
            if self.uses[node as usize] == 0 {
                self.discard(0, &[node]);
            }
        }
    }

    fn slot(&self, (node, mover): Place) -> usize {
        node * self.turns + usize::from(mover)
    }
}

impl<V: StoredWith<C>, C: Send + Sync + 'static> Storage for Slots<V, C> {
    type Value = V;
    type Reference<'a> = &'a V;
    type Context = C;
    type Batch = Vec<(Place, Box<V>, Denominator)>;

    const COUNTS_USES: bool = true;

    fn empty_bytes(model: &Model, turns: usize) -> u64 {
        (model.node_count() * (turns * size_of::<Option<Box<V>>>() + 2 * size_of::<u32>())) as u64
    }

    fn empty(model: &Model, turns: usize, context: C) -> Self {
        let nodes = model.node_count();
        let values = (0..nodes * turns).map(|_| None).collect();
        Self { turns, values, denominators: vec![0; nodes], uses: vec![0; nodes], bytes: 0, context }
    }

    #[inline]
    fn get(&self, place: Place) -> Option<&V> {
        self.values[self.slot(place)].as_deref()
    }

    #[inline]
    fn denominator(&self, node: usize) -> Denominator {
        self.denominators[node]
    }

    fn batch(&self, places: usize) -> Self::Batch {
        Vec::with_capacity(places)
    }

    fn push(&self, batch: &mut Self::Batch, place: Place, value: Option<V>, denominator: Denominator) -> u64 {
        let Some(value) = value else { return 0 };
        let bytes = value.bytes();
        batch.push((place, Box::new(value), denominator));
        bytes
    }

    fn put(&mut self, _: u32, batch: Self::Batch) -> bool {
        for (place, value, denominator) in batch {
            self.bytes += value.bytes();
            self.denominators[place.0] = denominator;
            let slot = self.slot(place);
            self.values[slot] = Some(value);
        }
        true
    }

    fn discard(&mut self, _: u32, nodes: &[u32]) {
        for node in nodes.iter().map(|&node| node as usize) {
            for value in self.values[node * self.turns..][..self.turns].iter_mut().filter_map(Option::take) {
                self.bytes -= value.bytes();
            }
        }
    }

    fn retain(&mut self, node: usize, _: Option<u32>) {
        self.uses[node] += 1;
    }

    fn release(&mut self, node: usize) {
        self.uses[node] -= 1;
        if self.uses[node] == 0 {
            self.discard(0, &[node as u32]);
        }
    }

    fn bytes(&self) -> u64 {
        let words = size_of_val(&*self.denominators) + size_of_val(&*self.uses);
        self.bytes + (size_of_val(&*self.values) + words) as u64
    }

    fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        let all = || self.values.iter().enumerate().filter_map(|(slot, value)| Some((slot, value.as_ref()?)));
        save_value(out, &all().count())?;
        all().try_for_each(|(slot, value)| {
            save_value(out, &(slot, self.denominators[slot / self.turns]))?;
            value.write(out)
        })
    }

    fn read(&mut self, input: &mut dyn Read) -> io::Result<()> {
        for _ in 0..read_value::<usize>(input)? {
            let (slot, denominator): (usize, Denominator) = read_value(input)?;
            let value = V::read(input, &self.context)?;
            self.bytes += value.bytes();
            self.denominators[slot / self.turns] = denominator;
            self.values[slot] = Some(Box::new(value));
        }
        Ok(())
    }
}

/// A value for each node, kept to the end.
#[derive(Debug)]
pub(crate) struct Dense<V> {
    pub(crate) values: Vec<Option<V>>,
    /// The bytes of the values beside their own size.
    bytes: u64,
}

impl<V: Stored> Storage for Dense<V> {
    type Value = V;
    type Reference<'a> = &'a V;
    type Context = ();
    type Batch = Vec<(usize, V)>;

    fn empty_bytes(model: &Model, _: usize) -> u64 {
        (model.node_count() * size_of::<Option<V>>()) as u64
    }

    fn empty(model: &Model, _: usize, (): ()) -> Self {
        Self { values: (0..model.node_count()).map(|_| None).collect(), bytes: 0 }
    }

    #[inline]
    fn get(&self, (node, _): Place) -> Option<&V> {
        self.values[node].as_ref()
    }

    fn denominator(&self, _: usize) -> Denominator {
        0
    }

    fn batch(&self, places: usize) -> Self::Batch {
        Vec::with_capacity(places)
    }

    fn push(&self, batch: &mut Self::Batch, (node, _): Place, value: Option<V>, _: Denominator) -> u64 {
        let Some(value) = value else { return 0 };
        let bytes = value.bytes();
        batch.push((node, value));
        bytes
    }

    fn put(&mut self, _: u32, batch: Self::Batch) -> bool {
        for (node, value) in batch {
            self.bytes += value.bytes();
            self.values[node] = Some(value);
        }
        true
    }

    fn discard(&mut self, _: u32, nodes: &[u32]) {
        for value in nodes.iter().filter_map(|&node| self.values[node as usize].take()) {
            self.bytes -= value.bytes();
        }
    }

    fn retain(&mut self, _: usize, _: Option<u32>) {}

    fn bytes(&self) -> u64 {
        self.bytes + size_of_val(&*self.values) as u64
    }

    fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        save_value(out, &self.values)
    }

    fn read(&mut self, input: &mut dyn Read) -> io::Result<()> {
        self.values = read_value(input)?;
        self.values.shrink_to_fit();
        self.bytes = self.values.iter().flatten().map(V::bytes).sum();
        Ok(())
    }
}
