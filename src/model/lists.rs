//! Lists of small numbers, all in one array: compressed rows.

use std::ops::Range;

/// The numbers of node or edge that belong to each of some keys.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Lists {
    /// The place at which the list of each key begins; one more entry than keys.
    starts: Vec<u32>,
    of: Vec<u32>,
}

/// The most entries of all lists together.
pub const MOST_ENTRIES: u64 = u32::MAX as u64;

impl Default for Lists {
    /// No key.
    fn default() -> Self {
        Self { starts: vec![0], of: Vec::new() }
    }
}

#[allow(
    clippy::len_without_is_empty,
    reason = "the number of keys is asked for, never whether there are any"
)]
impl Lists {
    /// Sorts (key, number) pairs by their keys, which are less than `keys`; the numbers of a key stay in order.
    ///
    /// # Panics
    /// If there are more than [`MOST_ENTRIES`] pairs, or a number has more than 32 bits.
    pub fn new(keys: usize, pairs: impl Iterator<Item = (usize, usize)> + Clone) -> Self {
        let mut starts = vec![0u32; keys + 2];
        for (key, _) in pairs.clone() {
            starts[key + 2] += 1;
        }
        for key in 2..starts.len() {
            starts[key] = starts[key].checked_add(starts[key - 1]).expect("fewer than 2^32 pairs");
        }
        let mut of = vec![0; starts[keys + 1] as usize];
        for (key, number) in pairs {
            let at = &mut starts[key + 1];
            of[*at as usize] = u32::try_from(number).expect("numbers of 32 bits");
            *at += 1;
        }
        starts.pop();
        Self { starts, of }
    }

    /// Adds the list of the next key.
    ///
    /// # Panics
    /// As [`Lists::new`].
    pub fn push(&mut self, numbers: impl Iterator<Item = usize>) {
        self.of.extend(numbers.map(|number| u32::try_from(number).expect("numbers of 32 bits")));
        self.starts.push(u32::try_from(self.of.len()).expect("fewer than 2^32 entries"));
    }

    /// Gives back room that was not needed.
    pub fn shrink_to_fit(&mut self) {
        self.starts.shrink_to_fit();
        self.of.shrink_to_fit();
    }

    /// The number of keys.
    #[inline]
    pub fn len(&self) -> usize {
        self.starts.len() - 1
    }

    /// All entries, list after list.
    #[inline]
    pub fn all(&self) -> &[u32] {
        &self.of
    }

    /// The places of a key's numbers among all.
    #[inline]
    pub fn places(&self, key: usize) -> Range<usize> {
        self.starts[key] as usize..self.starts[key + 1] as usize
    }

    /// The numbers of some keys, one key's after the other's.
    #[inline]
    pub fn span(&self, keys: Range<usize>) -> &[u32] {
        &self.of[self.starts[keys.start] as usize..self.starts[keys.end] as usize]
    }

    /// The numbers of a key.
    #[inline]
    pub fn get(&self, key: usize) -> &[u32] {
        &self.of[self.places(key)]
    }

    /// The numbers of a key, to be put in another order.
    pub fn get_mut(&mut self, key: usize) -> &mut [u32] {
        let places = self.places(key);
        &mut self.of[places]
    }

    /// All lists, in the order of their keys.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = &[u32]> {
        (0..self.len()).map(|key| self.get(key))
    }

    /// The bytes they hold.
    pub fn bytes(&self) -> u64 {
        (size_of_val(&self.starts[..]) + size_of_val(&self.of[..])) as u64
    }
}
