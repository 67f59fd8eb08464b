//! Denominators of nodes: the sum of each node's numbers, the same for many nodes and kept once.

use crate::evaluate::checkpoint::{read_value, save_value};
use crate::evaluate::storage::LimbsRef;
use foldhash::fast::RandomState;
use std::collections::HashMap;
use std::io::{self, Read, Write};

/// The sums, and which of them is whose.
#[derive(Debug, Default)]
pub(crate) struct RemainingArrangements {
    numbers: Vec<Vec<u64>>,
    places: HashMap<Vec<u64>, u32, RandomState>,
    /// For each node the place of its sum.
    of: Vec<u32>,
    /// The place that was found last: neighbours often hide the same.
    last: u32,
    /// Room for a sum.
    sum: Vec<u64>,
    /// Limbs of all sums.
    limbs: usize,
}

impl RemainingArrangements {
    pub(crate) fn new(nodes: usize) -> Self {
        Self { of: vec![0; nodes], ..Self::default() }
    }

    /// Adds up the numbers of a node.
    pub(crate) fn put(&mut self, node: usize, numbers: LimbsRef<'_>) {
        numbers.sum(&mut self.sum);
        let known = self.numbers.get(self.last as usize).is_some_and(|number| *number == self.sum);
        self.last = match self.places.get(&self.sum) {
            _ if known => self.last,
            Some(&place) => place,
            None => self.add(self.sum.clone()),
        };
        self.of[node] = self.last;
    }

    /// Adds a sum that is not known yet.
    fn add(&mut self, sum: Vec<u64>) -> u32 {
        let place = self.numbers.len() as u32;
        self.limbs += sum.len();
        self.places.insert(sum.clone(), place);
        self.numbers.push(sum);
        place
    }

    pub(crate) fn get(&self, node: usize) -> &[u64] {
        &self.numbers[self.of[node] as usize]
    }

    pub(crate) fn bytes(&self) -> u64 {
        (2 * size_of::<u64>() * self.limbs + self.numbers.len() * 96 + size_of_val(&self.of[..])) as u64
    }

    pub(crate) fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        save_value(out, &(&self.numbers, &self.of))
    }

    pub(crate) fn read(input: &mut dyn Read) -> io::Result<Self> {
        let mut hidden = Self::default();
        let (numbers, of): (Vec<Vec<u64>>, _) = read_value(input)?;
        for sum in numbers {
            hidden.add(sum);
        }
        hidden.of = of;
        Ok(hidden)
    }
}
