//! Rivals: placements of which one at most can be won.
//!
//! A player who wins two placements tells them apart on the way, by a cell that is safe in both and shows different
//! numbers. Where there is no such cell they are rivals: one of them is lost, whatever the player does. So all but one
//! are lost of a group in which each is a rival of each. The placements are parted into groups once; what is left of
//! the groups in any set of them says how many it loses at least, and mostly that is all it loses.

use super::super::field::Field;
use crate::model::{Error, Job, Progress};
use std::ops::Range;

/// A placement, and the group of rivals it belongs to.
#[derive(Clone, Copy, Debug)]
pub(super) struct Placement {
    pub(super) mines: u64,
    pub(super) group: u32,
}

/// Pairs looked at between two looks at the limits.
const STEP: usize = 1 << 18;

/// The pairs that are looked at in the time in which two placements are compared as a whole.
const COMPARED: usize = 64;

/// Returns `true` if no cell that is safe in both tells two placements apart.
pub(super) fn rivals(field: &Field, one: u64, other: u64) -> bool {
    let differ = field.numbers(one).into_iter().zip(field.numbers(other)).fold(0, |or, (a, b)| or | (a ^ b));
    differ & !(one | other) == 0
}

/// Parts a set of placements, ascending, into groups, one after the other.
///
/// Every placement begins a group if it is in none, and its rivals join it in ascending order, if they are in none and
/// rivals of all that did.
pub(super) fn grouped(field: &Field, set: &[u64], job: &Job<'_>) -> Result<Vec<Placement>, Error> {
    let first = |cell: u8| (field.neighbours(cell) | 1 << cell).trailing_zeros() as u8;
    let told = |last: u8| (0..field.cells()).filter(|&cell| first(cell) == last).collect();
    let mut search = Descent {
        field,
        job,
        set,
        union: set.iter().fold(0, |or, placement| or | placement),
        told: (0..field.cells()).map(told).collect(),
        partial: vec![Partial { mines: 0, left: field.mines() }],
        taken: vec![false; set.len()],
        found: Vec::with_capacity(set.len()),
        groups: 0,
        looked: 0,
    };
    if !set.is_empty() {
        search.descend(field.cells(), 0..set.len(), 0..1)?;
    }
    Ok(search.found)
}

/// The upper cells of what may become a rival.
#[derive(Clone, Copy)]
struct Partial {
    mines: u64,
    /// The mines on the lower cells.
    left: u8,
}

/// A descent through the placements, cell by cell from the last to the first. Those that are alike so far go down
/// together, and with them whatever may still become a rival.
struct Descent<'a> {
    field: &'a Field,
    job: &'a Job<'a>,
    set: &'a [u64],
    union: u64,
    /// For each cell those cells whose numbers are complete with it.
    told: Vec<Vec<u8>>,
    partial: Vec<Partial>,
    taken: Vec<bool>,
    found: Vec<Placement>,
    groups: u32,
    looked: usize,
}

impl Descent<'_> {
    /// Goes on with the cells below `level` for the placements of `range`, which are alike in the others.
    fn descend(&mut self, level: u8, range: Range<usize>, candidates: Range<usize>) -> Result<(), Error> {
        self.look(candidates.len())?;
        let Some(cell) = level.checked_sub(1) else {
            return self.gather(range.start, candidates);
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

    /// Looks at the limits now and then, after so many more pairs.
    fn look(&mut self, pairs: usize) -> Result<(), Error> {
        self.looked += pairs;
        if self.looked < STEP {
            return Ok(());
        }
        self.looked = 0;
        self.job.tick(Progress::default())
    }

    /// Of the candidates with and without a mine in `cell`, those that can become rivals of placements that are
    /// `upper` so far. None below them: those have been there before.
    fn extend(&mut self, upper: u64, cell: u8, candidates: Range<usize>) {
        let safe = self.told[usize::from(cell)].iter().filter(|&&told| upper >> told & 1 == 0);
        let mut clues = [(0, 0, 0); 4];
        let mut count = 0;
        for (clue, told) in clues.iter_mut().zip(safe) {
            let near = self.field.neighbours(*told);
            *clue = (near, (upper & near).count_ones(), 1u64 << told);
            count += 1;
        }
        for index in candidates {
            let Partial { mines, left } = self.partial[index];
            for mine in 0..=(self.union >> cell & 1).min(left.into()) {
                let partial = Partial { mines: mines | mine << cell, left: left - mine as u8 };
                let alike = |(near, number, told): &(u64, u32, u64)| {
                    partial.mines & told != 0 || (partial.mines & near).count_ones() == *number
                };
                if partial.mines >= upper && partial.left <= cell && clues[..count].iter().all(alike) {
                    self.partial.push(partial);
                }
            }
        }
    }

    /// Makes a group of a placement that is in none.
    fn gather(&mut self, first: usize, candidates: Range<usize>) -> Result<(), Error> {
        if self.taken[first] {
            return Ok(());
        }
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
            self.look(COMPARED * compared)?;
        }
        self.groups += 1;
        Ok(())
    }
}
