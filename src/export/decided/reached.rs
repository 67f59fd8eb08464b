//! The probability that play comes to each node of a document, and how often it is there, as it is found.

use super::figures::Figures;
use crate::evaluate::{
    Found, Visits,
    checkpoint::{put, some, sound},
};
use crate::exact;
use std::io::{self, Read, Write};

/// The probability of each node, and behind it the visits, where play can come back.
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

    fn each(&self) -> usize {
        1 + usize::from(self.cyclic)
    }
}

impl Found for Reached {
    fn take(&mut self, node: usize, Visits { visits, ever }: Visits) {
        self.at[node] = self.figures.put(&ever);
        if self.cyclic {
            self.figures.put(&visits);
        }
    }

    fn write(&self, node: usize, out: &mut dyn Write) -> io::Result<()> {
        let mut at = self.at[node];
        put(out, &[u64::from(at != NEVER)])?;
        let figures = if at == NEVER { 0 } else { self.each() };
        (0..figures).try_for_each(|_| {
            let (figure, next) = self.figures.get(at);
            at = next;
            figure.write(out)
        })
    }

    fn read(&mut self, node: usize, input: &mut dyn Read) -> io::Result<()> {
        let [is_reached] = some(input)?;
        sound(is_reached <= 1)?;
        if is_reached == 1 {
            self.at[node] = self.figures.read(input)?;
            for _ in 1..self.each() {
                self.figures.read(input)?;
            }
        }
        Ok(())
    }
}
