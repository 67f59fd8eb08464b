//! Sets of states, one bit for each state of a space.

use serde::{Deserialize, Serialize};

/// A set of states of a space with a fixed number of states.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct StateSet {
    words: Vec<u64>,
    states: usize,
}

impl StateSet {
    /// Creates an empty set for a space with this number of states.
    pub fn none(states: usize) -> Self {
        Self { words: vec![0; states.div_ceil(64)], states }
    }

    /// Creates the set of all states.
    pub fn all(states: usize) -> Self {
        Self::none(states).complement()
    }

    /// Creates the set of the states `members`.
    ///
    /// # Panics
    /// Panics if a state is not less than the number of states.
    pub fn of(states: usize, members: impl IntoIterator<Item = u32>) -> Self {
        let mut set = Self::none(states);
        for state in members {
            set.insert(state);
        }
        set
    }

    /// Creates the set of the states that satisfy a condition.
    pub fn from_fn(states: usize, mut condition: impl FnMut(u32) -> bool) -> Self {
        Self::of(states, (0..states as u32).filter(|&state| condition(state)))
    }

    /// Returns the number of states of the space.
    pub fn states(&self) -> usize {
        self.states
    }

    /// Returns the number of states in the set.
    pub fn count(&self) -> usize {
        self.words.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Returns whether the set has no state.
    pub fn is_empty(&self) -> bool {
        self.words.iter().all(|&word| word == 0)
    }

    /// Returns whether the state is in the set.
    ///
    /// # Panics
    /// May panic if the state is not less than the number of states. [`Self::insert`] always panics in this case.
    #[inline]
    pub fn contains(&self, state: u32) -> bool {
        self.words[state as usize / 64] >> (state % 64) & 1 == 1
    }

    /// Adds a state. Returns whether it was not in the set before.
    #[inline]
    pub fn insert(&mut self, state: u32) -> bool {
        assert!((state as usize) < self.states, "state {state} of {}", self.states);
        let (word, bit) = (&mut self.words[state as usize / 64], 1 << (state % 64));
        let is_new = *word & bit == 0;
        *word |= bit;
        is_new
    }

    /// Removes a state.
    #[inline]
    pub fn remove(&mut self, state: u32) {
        self.words[state as usize / 64] &= !(1 << (state % 64));
    }

    /// Returns the states that are in both sets.
    ///
    /// # Panics
    /// Panics if the sets are of spaces with different numbers of states, as [`Self::or`] and [`Self::minus`].
    #[must_use]
    pub fn and(&self, other: &Self) -> Self {
        self.combined(other, |a, b| a & b)
    }

    /// Returns the states that are in at least one of the sets.
    #[must_use]
    pub fn or(&self, other: &Self) -> Self {
        self.combined(other, |a, b| a | b)
    }

    /// Returns the states that are in this set and not in the other.
    #[must_use]
    pub fn minus(&self, other: &Self) -> Self {
        self.combined(other, |a, b| a & !b)
    }

    /// Returns the states that are not in the set.
    #[must_use]
    pub fn complement(&self) -> Self {
        let mut words: Vec<u64> = self.words.iter().map(|word| !word).collect();
        if let (Some(last), used @ 1..) = (words.last_mut(), self.states % 64) {
            *last &= (1 << used) - 1;
        }
        Self { words, states: self.states }
    }

    /// Returns the states of the set in ascending order.
    pub fn iter(&self) -> impl Iterator<Item = u32> + '_ {
        self.words.iter().enumerate().flat_map(|(at, &word)| {
            let is_left = |rest: &u64| *rest != 0;
            let rests = std::iter::successors(Some(word).filter(is_left), move |rest| {
                Some(rest & (rest - 1)).filter(is_left)
            });
            rests.map(move |rest| at as u32 * 64 + rest.trailing_zeros())
        })
    }

    fn combined(&self, other: &Self, word: impl Fn(u64, u64) -> u64) -> Self {
        assert_eq!(self.states, other.states, "sets of different spaces");
        let words = self.words.iter().zip(&other.words).map(|(&a, &b)| word(a, b)).collect();
        Self { words, states: self.states }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_follow_the_laws_of_sets() {
        for states in [0, 1, 63, 64, 65, 200] {
            let even = StateSet::from_fn(states, |state| state % 2 == 0);
            let thirds = StateSet::from_fn(states, |state| state % 3 == 0);
            assert_eq!(even.complement().count(), states - even.count());
            assert_eq!(even.and(&thirds), StateSet::from_fn(states, |state| state % 6 == 0));
            assert_eq!(even.or(&thirds), even.complement().and(&thirds.complement()).complement());
            assert_eq!(even.minus(&thirds), even.and(&thirds.complement()));
            assert!(thirds.iter().eq((0..states as u32).step_by(3)));
            assert_eq!(StateSet::all(states).count(), states);
            assert!(StateSet::none(states).is_empty());
        }
    }

    #[test]
    fn states_are_inserted_and_removed() {
        let mut set = StateSet::none(70);
        assert!(set.insert(65) && !set.insert(65) && set.contains(65));
        set.remove(65);
        assert!(set.is_empty() && !set.contains(65));
    }
}
