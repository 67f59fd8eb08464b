//! The probability that play comes to each node of a document, and how often it is there, as it is found.

use super::figures::Figures;
use crate::evaluate::{
    Found, Visits,
    checkpoint::{read_value, save_value, sound},
};
use crate::exact;
use serde::{Deserialize, Serialize};
use std::io::{self, Read, Write};

/// The probability of each node, and behind it the visits, where play can come back.
#[derive(Serialize, Deserialize)]
pub(super) struct Reached {
    figures: Figures,
    /// The place of the figures of each node.
    at: Vec<u64>,
    cyclic: bool,
}

/// The place of the figures of nodes to which play does not come.
const NEVER: u64 = 0;

impl Reached {
    pub(super) fn new(nodes: usize, cyclic: bool, exact: bool) -> Self {
        let mut figures = Figures::new(exact);
        // The probability, and the visits.
        for _ in 0..2 {
            figures.put(&exact::zero());
        }
        Self { figures, at: vec![NEVER; nodes], cyclic }
    }

    /// The figures, and the place of those of each node.
    pub(super) fn into_parts(mut self) -> (Figures, Vec<u64>) {
        self.figures.shrink_to_fit();
        (self.figures, self.at)
    }
}

impl Found for Reached {
    fn take(&mut self, node: usize, Visits { visits, ever }: Visits) {
        self.at[node] = self.figures.put(&ever);
        if self.cyclic {
            self.figures.put(&visits);
        }
    }

    fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        save_value(out, self)
    }

    fn read(&mut self, input: &mut dyn Read) -> io::Result<()> {
        let read: Self = read_value(input)?;
        sound(read.figures.are_like(&self.figures) && read.cyclic == self.cyclic)?;
        *self = read;
        Ok(())
    }
}
