//! Partial sums of several clues in one machine word, and an index of the sums of a table.

use super::EliminationError;
use crate::mines::system::FixedHasher;
use std::collections::HashMap;

/// Partial sums with one bit field per clue. A field is one bit wider than the number of the clue.
pub(super) type PackedSums = u128;

/// The position of each clue's field in a key.
#[derive(Clone, Debug, Default)]
pub(super) struct KeyLayout {
    /// For each clue: the clue, the shift of its field, and the bit length of its number.
    pub(super) fields: Vec<(usize, u32, u32)>,
}

impl KeyLayout {
    pub(super) fn new(clues: impl Iterator<Item = usize>, sums: &[u32]) -> Result<Self, EliminationError> {
        let mut shift = 0;
        let mut fields = Vec::new();
        for clue in clues {
            let bits = u32::BITS - sums[clue].leading_zeros();
            fields.push((clue, shift, bits));
            shift += bits + 1;
        }
        if shift > PackedSums::BITS { Err(EliminationError::Wide(fields.len())) } else { Ok(Self { fields }) }
    }

    pub(super) fn shift(&self, clue: usize) -> (u32, u32) {
        let field = self.fields.iter().find(|field| field.0 == clue).expect("the clue is in scope");
        (field.1, field.2)
    }

    /// Returns the initial value of a key. With it, the top bit of a field is set if its sum exceeds the
    /// clue's number.
    pub(super) fn bias(&self, sums: &[u32]) -> PackedSums {
        self.fields
            .iter()
            .map(|&(clue, shift, bits)| (((1 << bits) - 1) - PackedSums::from(sums[clue])) << shift)
            .sum()
    }

    /// Returns the mask of the top bits of all fields.
    pub(super) fn guard(&self) -> PackedSums {
        self.fields.iter().map(|&(_, shift, bits)| 1 << (shift + bits)).sum()
    }
}

/// Returns the `bits` bits of `key` at `shift`.
pub(super) fn field(key: PackedSums, shift: u32, bits: u32) -> PackedSums {
    (key >> shift) & ((1 << bits) - 1)
}

/// The keys of a table that is being built.
#[derive(Default)]
pub(super) struct Index {
    known: HashMap<PackedSums, u32, FixedHasher>,
}

impl Index {
    /// Returns the index of `key` in `keys`. Appends the key if it is new.
    pub(super) fn of(&mut self, key: PackedSums, keys: &mut Vec<PackedSums>) -> u32 {
        // A linear search is faster than hashing in a short list.
        if keys.len() < 8 {
            if let Some(place) = keys.iter().position(|&known| known == key) {
                return place as u32;
            }
        } else {
            if self.known.len() < keys.len() {
                self.known.extend(keys.iter().zip(0..).map(|(&key, place)| (key, place)));
            }
            if let Some(&place) = self.known.get(&key) {
                return place;
            }
            self.known.insert(key, keys.len() as u32);
        }
        keys.push(key);
        keys.len() as u32 - 1
    }
}
