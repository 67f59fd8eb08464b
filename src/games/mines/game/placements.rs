//! The placements of the mines, and the search for those that agree with a board.

use super::number;
use crate::mines::field::{Field, bit, bits};
use std::sync::OnceLock;

/// The number of different numbers that a cell can show.
const NUMBERS: usize = 9;

/// The placements of the mines that the starting position allows, in ascending order.
#[derive(Clone, Debug)]
pub(super) struct Placements {
    all: Vec<u64>,
    /// For each cell and number, a bit set of the placements that agree. Computed on first use.
    agreeing: OnceLock<Vec<u64>>,
}

impl Placements {
    pub(super) fn new(all: Vec<u64>) -> Self {
        Self { all, agreeing: OnceLock::new() }
    }

    pub(super) fn all(&self) -> &[u64] {
        &self.all
    }

    /// Returns the number of words of a bit set.
    fn words(&self) -> usize {
        self.all.len().div_ceil(64)
    }

    /// Returns the placements that agree with a board: no mine in an open cell, and as many mines around it
    /// as it shows.
    pub(super) fn agreeing(&self, field: &Field, opened: u64, numbers: &[u64; 4]) -> Vec<u64> {
        let (words, sets) = (self.words(), self.agreeing.get_or_init(|| self.sets(field)));
        let set = |cell: u8| &sets[place(cell, number(numbers, cell)) * words..][..words];
        let mut cells = bits(opened).map(set);
        let Some(first) = cells.next() else { return self.all.clone() };
        let mut both = first.to_vec();
        for set in cells {
            both.iter_mut().zip(set).for_each(|(word, more)| *word &= more);
        }
        let count = both.iter().map(|word| word.count_ones() as usize).sum();
        let mut agreeing = Vec::with_capacity(count);
        for (placements, word) in self.all.chunks(64).zip(both) {
            agreeing.extend(bits(word).map(|bit| placements[usize::from(bit)]));
        }
        agreeing
    }

    fn sets(&self, field: &Field) -> Vec<u64> {
        let words = self.words();
        let mut sets = vec![0; usize::from(field.cells()) * NUMBERS * words];
        for (at, placement) in self.all.iter().enumerate() {
            for cell in bits(field.whole() & !placement) {
                sets[place(cell, field.number(cell, *placement)) * words + at / 64] |= bit((at % 64) as u8);
            }
        }
        sets
    }
}

/// Returns the index of the bit set of a cell and a number.
fn place(cell: u8, number: u8) -> usize {
    usize::from(cell) * NUMBERS + usize::from(number)
}
