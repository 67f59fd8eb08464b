//! Partial sums of several clues in one machine word, and the set of those that were met.

use super::Uncounted;
use crate::mines::system::Hasher;
use std::collections::HashMap;

/// Partial sums, packed: a field a clue, one bit wider than its number.
pub(super) type PackedSums = u128;

/// The place of each clue in a key.
#[derive(Clone, Debug, Default)]
pub(super) struct Layout {
    /// Clue, shift, bits of its number.
    pub(super) fields: Vec<(usize, u32, u32)>,
}

impl Layout {
    pub(super) fn new(clues: impl Iterator<Item = usize>, sums: &[u32]) -> Result<Self, Uncounted> {
        let mut shift = 0;
        let mut fields = Vec::new();
        for clue in clues {
            let bits = u32::BITS - sums[clue].leading_zeros();
            fields.push((clue, shift, bits));
            shift += bits + 1;
        }
        if shift > PackedSums::BITS { Err(Uncounted::Wide(fields.len())) } else { Ok(Self { fields }) }
    }

    pub(super) fn shift(&self, clue: usize) -> (u32, u32) {
        let field = self.fields.iter().find(|field| field.0 == clue).expect("the clue is in scope");
        (field.1, field.2)
    }

    /// Returns the bias that every field begins with, so that its top bit is set as soon as a sum is too large.
    pub(super) fn bias(&self, sums: &[u32]) -> PackedSums {
        self.fields
            .iter()
            .map(|&(clue, shift, bits)| (((1 << bits) - 1) - PackedSums::from(sums[clue])) << shift)
            .sum()
    }

    /// The top bits.
    pub(super) fn guard(&self) -> PackedSums {
        self.fields.iter().map(|&(_, shift, bits)| 1 << (shift + bits)).sum()
    }
}

/// The part of `key` at `shift` that is `bits` wide.
pub(super) fn field(key: PackedSums, shift: u32, bits: u32) -> PackedSums {
    (key >> shift) & ((1 << bits) - 1)
}

/// The keys of a table in the making.
#[derive(Default)]
pub(super) struct Index {
    known: HashMap<PackedSums, u32, Hasher>,
}

impl Index {
    pub(super) fn of(&mut self, key: PackedSums, keys: &mut Vec<PackedSums>) -> u32 {
        // A short list is faster searched than hashed.
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
