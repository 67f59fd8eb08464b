//! The key of a set in the table of losses.

use crate::mines::field::{Field, bits};
use serde::{Deserialize, Serialize};

/// The remaining decisions: the undecided cells, the number of mines among them, and, for each open cell next
/// to them, the number of these mines that it touches. The key determines the set of placements except for cells
/// that no longer matter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub(super) struct Key {
    undecided: u64,
    /// Word `k` holds bit `k` of the numbers. A number is never 8: eight undecided cells with eight mines
    /// would be decided.
    numbers: [u64; 3],
    mines: u32,
}

/// The symmetries of a field: for each, the images of all values of each byte of a mask.
pub(super) struct SymmetryTables(Vec<Vec<[u64; 256]>>);

impl SymmetryTables {
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

    /// Returns the key of the set that contains `placement`: the least key over all symmetries.
    pub(super) fn key(&self, field: &Field, placement: u64, union: u64, undecided: u64) -> Key {
        let Key { numbers, mines, .. } = Key::unturned(field, placement, union, undecided);
        let mut least = (u64::MAX, [u64::MAX; 3]);
        for table in &self.0 {
            let turned = turn(table, undecided);
            if turned <= least.0 {
                least = least.min((turned, numbers.map(|word| turn(table, word))));
            }
        }
        Key { undecided: least.0, numbers: least.1, mines }
    }
}

impl Key {
    /// Returns the key of the set that contains `placement`, without regard to symmetries.
    pub(super) fn unturned(field: &Field, placement: u64, union: u64, undecided: u64) -> Self {
        let mined = placement & undecided;
        let edge = field.around(undecided) & !union;
        let [ones, twos, fours, _] = field.numbers(mined);
        Self { undecided, numbers: [ones & edge, twos & edge, fours & edge], mines: mined.count_ones() }
    }

    /// Returns the key of opening `cell` in the set with this [unturned](Self::unturned) key.
    pub(super) fn opening(self, cell: u8) -> Self {
        Self { mines: self.mines | u32::from(cell + 1) << 8, ..self }
    }
}

/// Applies a symmetry to a mask, byte by byte.
fn turn(table: &[[u64; 256]], mask: u64) -> u64 {
    table.iter().zip(mask.to_le_bytes()).fold(0, |turned, (table, byte)| turned | table[usize::from(byte)])
}
