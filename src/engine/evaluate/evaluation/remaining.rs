//! The denominators of nodes: the sum of the numbers of each node. Many nodes share a sum, which is stored once.

use crate::evaluate::storage::LimbsRef;
use foldhash::fast::RandomState;
use serde::{Deserialize, Serialize};
use std::collections::HashMap;

/// The sums, and the index of the sum of each node.
#[derive(Debug, Default, Serialize, Deserialize)]
pub(crate) struct RemainingArrangements {
    numbers: Vec<Vec<u64>>,
    /// The index of each sum. It is not saved: sums from before an interruption are stored again if later nodes have them.
    #[serde(skip)]
    indices: HashMap<Vec<u64>, u32, RandomState>,
    /// The index of the sum of each node.
    of: Vec<u32>,
    /// The index of the last sum, which the next node often shares.
    last: u32,
    /// A buffer for a sum.
    #[serde(skip)]
    sum: Vec<u64>,
}

impl RemainingArrangements {
    pub(crate) fn new(nodes: usize) -> Self {
        Self { of: vec![0; nodes], ..Self::default() }
    }

    /// Stores the sum of the numbers of a node.
    pub(crate) fn put(&mut self, node: usize, numbers: LimbsRef<'_>) {
        numbers.sum(&mut self.sum);
        let known = self.numbers.get(self.last as usize).is_some_and(|number| *number == self.sum);
        self.last = match self.indices.get(&self.sum) {
            _ if known => self.last,
            Some(&index) => index,
            None => self.add(self.sum.clone()),
        };
        self.of[node] = self.last;
    }

    /// Adds a new sum, and returns its index.
    fn add(&mut self, sum: Vec<u64>) -> u32 {
        let index = self.numbers.len() as u32;
        self.indices.insert(sum.clone(), index);
        self.numbers.push(sum);
        index
    }

    pub(crate) fn get(&self, node: usize) -> &[u64] {
        &self.numbers[self.of[node] as usize]
    }
}
