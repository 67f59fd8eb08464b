//! Lists of small numbers in compressed rows (CSR): all numbers are in one array.

use crate::memory_usage::growth;
use serde::{Deserialize, Serialize};
use std::ops::Range;

/// A list of numbers of nodes or edges for each key. Keys count from 0.
///
/// ```
/// use chancetree_model::csr::Csr;
///
/// let lists = Csr::new(3, [(0, 7), (2, 8), (0, 9)].into_iter());
/// assert_eq!([0, 1, 2].map(|key| lists.get(key).to_vec()), [vec![7, 9], vec![], vec![8]]);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Csr {
    /// The place at which the list of each key begins, and the end of the last list.
    starts: Vec<u32>,
    entries: Vec<u32>,
}

/// The greatest number of entries of all lists together.
pub const MAX_ENTRIES: u64 = u32::MAX as u64;

impl Default for Csr {
    /// Returns lists without a key.
    fn default() -> Self {
        Self { starts: vec![0], entries: Vec::new() }
    }
}

#[allow(clippy::len_without_is_empty, reason = "callers need the number of keys, and never whether it is 0")]
impl Csr {
    /// Creates the lists from pairs of a key and a number. The keys must be less than `keys`. The numbers of a key stay in order.
    ///
    /// # Panics
    /// If there are more than [`MAX_ENTRIES`] pairs, or a number has more than 32 bits.
    pub fn new(keys: usize, pairs: impl Iterator<Item = (usize, usize)> + Clone) -> Self {
        let mut starts = vec![0u32; keys + 2];
        for (key, _) in pairs.clone() {
            starts[key + 2] += 1;
        }
        for key in 2..starts.len() {
            starts[key] = starts[key].checked_add(starts[key - 1]).expect("fewer than 2^32 pairs");
        }
        let mut entries = vec![0; starts[keys + 1] as usize];
        for (key, number) in pairs {
            let at = &mut starts[key + 1];
            entries[*at as usize] = u32::try_from(number).expect("numbers of 32 bits");
            *at += 1;
        }
        starts.pop();
        Self { starts, entries }
    }

    /// Adds the list of the next key.
    ///
    /// # Panics
    /// As [`Csr::new`].
    pub fn push(&mut self, numbers: impl Iterator<Item = usize>) {
        self.entries.extend(numbers.map(|number| u32::try_from(number).expect("numbers of 32 bits")));
        self.starts.push(u32::try_from(self.entries.len()).expect("fewer than 2^32 entries"));
    }

    /// Returns the bytes that adding lists with `entries` entries for `keys` keys allocates.
    pub(crate) fn growth(&self, keys: usize, entries: usize) -> u64 {
        growth(&self.starts, keys) + growth(&self.entries, entries)
    }

    /// Frees unused capacity.
    pub fn shrink_to_fit(&mut self) {
        self.starts.shrink_to_fit();
        self.entries.shrink_to_fit();
    }

    /// Returns the number of keys.
    #[inline]
    pub fn len(&self) -> usize {
        self.starts.len() - 1
    }

    /// Returns all entries, list after list.
    #[inline]
    pub fn all(&self) -> &[u32] {
        &self.entries
    }

    /// Returns all entries, list after list, as a mutable slice.
    #[inline]
    pub fn all_mut(&mut self) -> &mut [u32] {
        &mut self.entries
    }

    /// Returns the places of the numbers of a key among all entries.
    #[inline]
    pub fn places(&self, key: usize) -> Range<usize> {
        self.starts[key] as usize..self.starts[key + 1] as usize
    }

    /// Returns the numbers of a range of keys, list after list.
    #[inline]
    pub fn span(&self, keys: Range<usize>) -> &[u32] {
        &self.entries[self.starts[keys.start] as usize..self.starts[keys.end] as usize]
    }

    /// Returns the numbers of a key.
    #[inline]
    pub fn get(&self, key: usize) -> &[u32] {
        &self.entries[self.places(key)]
    }

    /// Returns the numbers of a key as a mutable slice.
    pub fn get_mut(&mut self, key: usize) -> &mut [u32] {
        let places = self.places(key);
        &mut self.entries[places]
    }

    /// Returns all lists, in the order of their keys.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = &[u32]> {
        (0..self.len()).map(|key| self.get(key))
    }

    /// Returns the number of bytes that the lists take.
    pub fn bytes(&self) -> u64 {
        (size_of_val(&self.starts[..]) + size_of_val(&self.entries[..])) as u64
    }
}
