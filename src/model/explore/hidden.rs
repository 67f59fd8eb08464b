//! The number of remaining arrangements of each end: those that are still hidden when play is over.

use crate::exact::Natural;
use crate::game::Game;
use std::collections::BTreeMap;

/// The number of remaining arrangements of each end. Equal numbers are stored once.
#[derive(Clone, Debug, Default, Hash)]
pub(crate) struct EndArrangements {
    /// The ends with a number, ascending, and the places of their numbers.
    ends: Vec<(u32, u32)>,
    numbers: Vec<Natural>,
    places: BTreeMap<Natural, u32>,
}

impl EndArrangements {
    /// Adds the next end.
    pub(crate) fn end<G: Game>(&mut self, game: &G, state: &G::State, node: usize) {
        let Some(hidden) = game.remaining_arrangements(state) else { return };
        let place = *self.places.entry(hidden).or_insert_with_key(|hidden| {
            self.numbers.push(hidden.clone());
            (self.numbers.len() - 1) as u32
        });
        self.ends.push((node as u32, place));
    }

    /// Returns the numbers of nodes that are copies of the nodes `origin`.
    pub(crate) fn derived(all: &Self, origin: &[u32]) -> Self {
        let of = |(node, &old): (usize, &u32)| {
            let place = all.ends.binary_search_by_key(&old, |&(end, _)| end).ok()?;
            Some((node as u32, all.ends[place].1))
        };
        let ends = origin.iter().enumerate().filter_map(of).collect();
        Self { ends, numbers: all.numbers.clone(), places: BTreeMap::new() }
    }

    /// Returns the number of remaining arrangements of an end, or `None` if the game does not count it. Costs a binary search.
    pub(crate) fn get(&self, end: usize) -> Option<&Natural> {
        let place = self.ends.binary_search_by_key(&(end as u32), |&(node, _)| node).ok()?;
        Some(&self.numbers[self.ends[place].1 as usize])
    }

    /// Returns the number of bytes taken, without the digits of long numbers.
    pub(crate) fn bytes(&self) -> u64 {
        (size_of_val(&self.ends[..]) + self.numbers.len() * 96) as u64
    }
}
