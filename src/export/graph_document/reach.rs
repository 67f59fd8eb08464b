//! The probability of reaching each node of a document with decisions, and the expected number of visits.

use super::number_array::{DocumentNumber, NumberArray, NumberForm};
use crate::evaluate::{
    VisitSink, Visits,
    checkpoint::{ensure, read_value, save_value},
};
use crate::exact;
use serde::{Deserialize, Serialize};
use std::io::{self, Read, Write};

/// The offset of the numbers of nodes that play never reaches.
const NEVER: u64 = 0;

/// The probability of reaching each node, followed by the expected visits if the graph has cycles.
#[derive(Default, Serialize, Deserialize)]
pub(super) struct NodeReach {
    numbers: NumberArray,
    /// The offset of the numbers of each node.
    offsets: Vec<u64>,
    is_cyclic: bool,
}

impl NodeReach {
    /// Creates the numbers of a document, all 0.
    pub(super) fn new(nodes: usize, is_cyclic: bool, form: NumberForm) -> Self {
        let mut numbers = NumberArray::new(form);
        // The probability and the visits at offset `NEVER`.
        for _ in 0..2 {
            numbers.push(&exact::zero());
        }
        Self { numbers, offsets: vec![NEVER; nodes], is_cyclic }
    }

    /// Returns `true` if play can come back to a node.
    pub(super) fn is_cyclic(&self) -> bool {
        self.is_cyclic
    }

    /// Returns the probability of reaching a node, followed by the expected visits if the graph has cycles.
    pub(super) fn get(&self, node: usize) -> Vec<DocumentNumber> {
        self.numbers.get_all(self.offsets[node], 1 + usize::from(self.is_cyclic)).0
    }

    pub(super) fn shrink_to_fit(&mut self) {
        self.numbers.shrink_to_fit();
    }
}

impl VisitSink for NodeReach {
    fn put(&mut self, node: usize, Visits { visits, probability }: Visits) {
        self.offsets[node] = self.numbers.push(&probability);
        if self.is_cyclic {
            self.numbers.push(&visits);
        }
    }

    fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        save_value(out, self)
    }

    fn read(&mut self, input: &mut dyn Read) -> io::Result<()> {
        let read: Self = read_value(input)?;
        ensure(read.numbers.form == self.numbers.form && read.is_cyclic == self.is_cyclic)?;
        *self = read;
        Ok(())
    }
}
