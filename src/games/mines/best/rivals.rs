//! Rivals: pairs of placements of which at most one can be won.
//!
//! A player who wins both of two placements separates them on the way, by a cell that is safe in both and shows
//! different numbers. If there is no such cell, the placements are rivals: the player loses at least one. In a group
//! of pairwise rivals, all placements but one are lost. The placements are partitioned into such groups once. The
//! members of each group that remain in a set give a lower bound of its loss, which is usually the exact loss.

use crate::mines::field::Field;
use crate::model::{Error, Job, POLL_BYTES, Progress, order};
use serde::{Deserialize, Serialize};
use std::ops::Range;

/// A placement and its group of rivals.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub(super) struct Placement {
    pub(super) mines: u64,
    pub(super) group: u32,
}

/// The cost of comparing two complete placements, in examined pairs of partial placements.
const COMPARED: usize = 64;

/// Returns `true` if no cell that is safe in both placements shows different numbers.
pub(super) fn rivals(field: &Field, one: u64, other: u64) -> bool {
    let differ = field.numbers(one).into_iter().zip(field.numbers(other)).fold(0, |or, (a, b)| or | (a ^ b));
    differ & !(one | other) == 0
}

/// Partitions an ascending set of placements into groups of rivals, one after another.
///
/// Each placement that is in no group begins one. Its rivals join, the nearest ones first, if they are in no group
/// and are rivals of all members.
pub(super) fn grouped(field: &Field, set: &[u64], job: &Job<'_>) -> Result<Vec<Placement>, Error> {
    let first = |cell: u8| (field.neighbours(cell) | 1 << cell).trailing_zeros() as u8;
    let completed = |last: u8| (0..field.cells()).filter(|&cell| first(cell) == last).collect();
    let mut search = Descent {
        field,
        job,
        set,
        union: set.iter().fold(0, |or, placement| or | placement),
        completed: (0..field.cells()).map(completed).collect(),
        partial: vec![PartialRival { mines: 0, left: field.mines(), differing: 0 }],
        taken: vec![false; set.len()],
        found: Vec::with_capacity(set.len()),
        groups: 0,
        examined: 0,
    };
    if !set.is_empty() {
        search.descend(field.cells(), 0..set.len(), 0..1)?;
    }
    Ok(search.found)
}

/// The upper cells of a potential rival.
#[derive(Clone, Copy)]
struct PartialRival {
    mines: u64,
    /// The number of mines on the lower cells.
    left: u8,
    /// The number of mines on cells without a mine in the placement.
    differing: u8,
}

/// A descent through the cells from the last to the first. Placements with equal upper cells descend
/// together, with all placements that may still become rivals.
struct Descent<'a> {
    field: &'a Field,
    job: &'a Job<'a>,
    set: &'a [u64],
    union: u64,
    /// For each cell, the cells whose neighbourhood is complete once the descent has reached it.
    completed: Vec<Vec<u8>>,
    partial: Vec<PartialRival>,
    taken: Vec<bool>,
    found: Vec<Placement>,
    groups: u32,
    examined: usize,
}

impl Descent<'_> {
    /// Continues with the cells below `level` for the placements of `range`, which agree in the upper cells.
    fn descend(&mut self, level: u8, range: Range<usize>, candidates: Range<usize>) -> Result<(), Error> {
        if self.taken[range.clone()].iter().all(|&taken| taken) {
            return Ok(());
        }
        self.check_limits(candidates.len())?;
        let Some(cell) = level.checked_sub(1) else {
            return self.gather(candidates);
        };
        let free = self.set[range.clone()].partition_point(|placement| placement >> cell & 1 == 0);
        let upper = self.set[range.start] & u64::MAX << cell & !(1 << cell);
        for (mine, range) in [(0, range.start..range.start + free), (1, range.start + free..range.end)] {
            if !range.is_empty() {
                let begun = self.partial.len();
                self.extend(upper | mine << cell, cell, candidates.clone());
                self.descend(cell, range, begun..self.partial.len())?;
                self.partial.truncate(begun);
            }
        }
        Ok(())
    }

    /// Counts `pairs` more pairs, and checks the limits at intervals.
    fn check_limits(&mut self, pairs: usize) -> Result<(), Error> {
        self.examined += pairs;
        if ((self.examined * size_of::<Placement>()) as u64) < POLL_BYTES {
            return Ok(());
        }
        self.examined = 0;
        self.job.tick(Progress::default())
    }

    /// Extends candidates by `cell`, with and without a mine, if they can still be rivals of placements that
    /// begin with `upper`. Omits smaller candidates, which were examined before.
    fn extend(&mut self, upper: u64, cell: u8, candidates: Range<usize>) {
        let safe = self.completed[usize::from(cell)].iter().filter(|&&shown| upper >> shown & 1 == 0);
        let mut clues = [(0, 0, 0); 4];
        let mut count = 0;
        for (clue, shown) in clues.iter_mut().zip(safe) {
            let near = self.field.neighbours(*shown);
            *clue = (near, (upper & near).count_ones(), 1u64 << shown);
            count += 1;
        }
        let free = !upper >> cell & 1;
        for index in candidates {
            let PartialRival { mines, left, differing } = self.partial[index];
            for mine in 0..=(self.union >> cell & 1).min(left.into()) {
                let (left, differing) = (left - mine as u8, differing + (mine & free) as u8);
                let partial = PartialRival { mines: mines | mine << cell, left, differing };
                let differ = partial.mines ^ upper;
                let alike = |(near, number, shown): &(u64, u32, u64)| {
                    differ & near == 0
                        || partial.mines & shown != 0
                        || (partial.mines & near).count_ones() == *number
                };
                if partial.mines >= upper && left <= cell && clues[..count].iter().all(alike) {
                    self.partial.push(partial);
                }
            }
        }
    }

    /// Starts a group with a placement that is in none: the nearest of the candidates.
    fn gather(&mut self, candidates: Range<usize>) -> Result<(), Error> {
        order::sort_by_number(&mut self.partial[candidates.clone()], |rival| rival.differing.into());
        let begun = self.found.len();
        for candidate in candidates {
            let mines = self.partial[candidate].mines;
            let Ok(index) = self.set.binary_search(&mines) else { continue };
            let mut compared = 0;
            let mut group = self.found[begun..].iter().inspect(|_| compared += 1);
            if !self.taken[index] && group.all(|member| rivals(self.field, member.mines, mines)) {
                self.taken[index] = true;
                self.found.push(Placement { mines, group: self.groups });
            }
            self.check_limits(COMPARED * compared)?;
        }
        self.groups += 1;
        Ok(())
    }
}
