//! The key of the table: the decisions that are left.

use super::super::field::{Field, bits};
use serde::{Deserialize, Serialize};

/// The rest that is left to decide, whole: the undecided cells, the mines among them, and how many of those each open
/// cell next to them tells. A set of placements follows from it, but for cells that nobody has to think about any more.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub(super) struct Key {
    undecided: u64,
    /// Word `k` holds bit `k` of the numbers. None is 8: eight undecided cells with eight mines would be decided.
    numbers: [u64; 3],
    mines: u32,
}

/// The symmetries of a field: for each, what it makes of every byte of a mask.
pub(super) struct Turns(Vec<Vec<[u64; 256]>>);

impl Turns {
    pub(super) fn new(field: &Field) -> Self {
        let bytes = usize::from(field.cells()).div_ceil(8);
        let turn = |image: &Vec<u8>| {
            let table = |byte: usize| {
                let mut table = [0; 256];
                for (mask, entry) in table.iter_mut().enumerate() {
                    let cells = bits((mask as u64) << (8 * byte)).filter(|&cell| cell < field.cells());
                    *entry = cells.fold(0, |turned, cell| turned | 1 << image[usize::from(cell)]);
                }
                table
            };
            (0..bytes).map(table).collect()
        };
        Self(field.symmetries().iter().map(turn).collect())
    }

    /// The key of the set of which `placement` is one, turned and mirrored so that it is least.
    pub(super) fn key(&self, field: &Field, placement: u64, union: u64, undecided: u64) -> Key {
        let mined = placement & undecided;
        let edge = field.around(undecided) & !union;
        let [ones, twos, fours, _] = field.numbers(mined);
        let numbers = [ones & edge, twos & edge, fours & edge];
        let mut least = (u64::MAX, [u64::MAX; 3]);
        for table in &self.0 {
            let turned = turn(table, undecided);
            if turned <= least.0 {
                least = least.min((turned, numbers.map(|word| turn(table, word))));
            }
        }
        Key { undecided: least.0, numbers: least.1, mines: mined.count_ones() }
    }
}

/// A mask turned or mirrored, byte by byte.
fn turn(table: &[[u64; 256]], mask: u64) -> u64 {
    table.iter().zip(mask.to_le_bytes()).fold(0, |turned, (table, byte)| turned | table[usize::from(byte)])
}
