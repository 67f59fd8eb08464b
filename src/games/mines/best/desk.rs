//! The splitting of sets of placements: one stack of placements for all sets at work, so that nothing is allocated for
//! a set.

use super::super::field::Field;
use super::key::Key;
use super::rivals::{Placement, rivals};
use crate::model::{Error, Job, Progress};
use std::ops::Range;
use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::Relaxed;

/// Sets of at most so many placements are taken apart by all safe cells at once, which takes squared time but looks at
/// every placement once.
const SMALL: usize = 16;

/// A set of placements in which nothing safe is left to tell anything: a choice must be made.
#[derive(Clone)]
pub(super) struct Left {
    pub(super) set: Range<usize>,
    /// The placements lost at least.
    pub(super) least: u32,
    /// Its place in the table, once it was looked up.
    pub(super) key: Option<Key>,
}

/// Placements looked at between two looks at the limits.
const STEP: usize = 1 << 18;

/// The room that all desks of a solver take, and the run that may stop their work.
pub(super) struct Room<'a> {
    job: &'a Job<'a>,
    states: AtomicU64,
}

impl<'a> Room<'a> {
    pub(super) fn new(job: &'a Job<'a>) -> Self {
        Self { job, states: AtomicU64::new(0) }
    }

    /// Checks the limits before `more` bytes are allocated.
    pub(super) fn look(&self, more: u64) -> Result<(), Error> {
        self.job.reserve(more, Progress { layer: 0, states: self.states.load(Relaxed) })
    }

    /// A state more; their number.
    pub(super) fn count(&self) -> u64 {
        self.states.fetch_add(1, Relaxed) + 1
    }
}

/// The stacks of one thread.
pub(super) struct Stacks<'a> {
    pub(super) sets: Vec<Placement>,
    pub(super) left: Vec<Left>,
    copy: Vec<Placement>,
    numbers: Vec<u8>,
    room: &'a Room<'a>,
    /// Placements looked at since the last look at the limits.
    looked: usize,
    /// The reason for which the work is stopped: what was found since is not whole.
    stopped: Option<Error>,
}

/// The number of masks that hold each cell, added up for all cells at once: word `k` holds bit `k` of each count.
pub(super) struct Counts {
    words: [u64; 32],
    used: usize,
}

impl Counts {
    pub(super) fn of(masks: impl Iterator<Item = u64>) -> Self {
        let mut words = [0u64; 32];
        let mut used = 0;
        for mask in masks {
            let mut carry = mask;
            for (place, word) in words.iter_mut().enumerate() {
                if carry == 0 {
                    break;
                }
                used = used.max(place + 1);
                (*word, carry) = (*word ^ carry, *word & carry);
            }
        }
        Self { words, used }
    }

    /// Returns how many hold `cell`.
    pub(super) fn at(&self, cell: u8) -> u32 {
        let words = self.words[..self.used].iter().enumerate();
        words.fold(0, |count, (word, counts)| count | ((counts >> cell & 1) as u32) << word)
    }

    /// Returns how many hold that one of `cells` that the fewest hold.
    pub(super) fn least(&self, mut cells: u64) -> u32 {
        (0..self.used).rev().fold(0, |least, word| {
            let without = cells & !self.words[word];
            if without == 0 {
                return least | 1 << word;
            }
            cells = without;
            least
        })
    }
}

/// The placements that a set loses at least: all but one of each group of rivals, and that one, too, where a cell is
/// opened that is a mine in all of the group.
pub(super) struct Bound {
    but_one: u32,
    mined: Counts,
}

impl Bound {
    pub(super) fn of(set: &[Placement]) -> Self {
        let mut groups = 0;
        let common = set.chunk_by(|one, other| one.group == other.group).map(|group| {
            groups += 1;
            group.iter().fold(u64::MAX, |common, placement| common & placement.mines)
        });
        let mined = Counts::of(common);
        Self { but_one: set.len() as u32 - groups, mined }
    }

    /// The loss if `cell` is opened.
    pub(super) fn at(&self, cell: u8) -> u32 {
        self.but_one + self.mined.at(cell)
    }

    /// The loss if the best of `cells` is opened.
    pub(super) fn least(&self, cells: u64) -> u32 {
        self.but_one + self.mined.least(cells)
    }
}

/// The cells that hold a mine in some placement, and those that hold one in all.
pub(super) fn fold(set: &[Placement]) -> (u64, u64) {
    set.iter().fold((0, u64::MAX), |(or, and), placement| (or | placement.mines, and & placement.mines))
}

impl<'a> Stacks<'a> {
    /// A desk with one set on it.
    pub(super) fn new(set: &[Placement], room: &'a Room<'a>) -> Result<Self, Error> {
        room.look(size_of_val(set) as u64)?;
        Ok(Self {
            sets: set.to_vec(),
            left: Vec::new(),
            copy: Vec::new(),
            numbers: Vec::new(),
            room,
            looked: 0,
            stopped: None,
        })
    }

    /// Looks at the limits once enough was looked at; whether the work goes on.
    fn goes_on(&mut self, looked: usize) -> bool {
        self.looked += looked;
        if self.looked >= STEP {
            self.look();
        }
        self.stopped.is_none()
    }

    /// Checks the limits.
    fn look(&mut self) {
        self.looked = 0;
        self.stopped = self.stopped.take().or(self.room.look(0).err());
    }

    /// Opens `cell` in `set`, and whatever is safe then. What is left to decide goes onto the stack; returns how many
    /// placements are lost besides: those with a mine in the cell, and those in sets that are so small that nothing is
    /// left to look for.
    pub(super) fn open(
        &mut self,
        field: &Field,
        set: Range<usize>,
        cell: u8,
        done: u64,
    ) -> Result<u32, Error> {
        let lost = self.opened(field, set, cell, done);
        self.stopped.take().map_or(Ok(lost), Err)
    }

    fn opened(&mut self, field: &Field, set: Range<usize>, cell: u8, done: u64) -> u32 {
        if !self.goes_on(set.len()) {
            return 0;
        }
        let start = self.sets.len();
        let all = set.len();
        for index in set {
            let placement = self.sets[index];
            if placement.mines >> cell & 1 == 0 {
                self.sets.push(placement);
            }
        }
        let free = start..self.sets.len();
        let mined = (all - free.len()) as u32;
        mined
            + if free.len() <= SMALL {
                self.few(field, free)
            } else {
                self.part(field, free, cell, done | 1 << cell)
            }
    }

    /// Parts a set by what `cell` tells, in place.
    fn part(&mut self, field: &Field, set: Range<usize>, cell: u8, done: u64) -> u32 {
        if !self.goes_on(set.len()) {
            return 0;
        }
        let near = field.neighbours(cell);
        let mut sizes = [0usize; 9];
        let placements = &mut self.sets[set.clone()];
        self.numbers.clear();
        self.numbers.extend(placements.iter().map(|placement| (placement.mines & near).count_ones() as u8));
        for number in &self.numbers {
            sizes[usize::from(*number)] += 1;
        }
        if !sizes.contains(&placements.len()) {
            self.copy.clear();
            self.copy.extend_from_slice(placements);
            let mut next = [0; 9];
            for number in 1..9 {
                next[number] = next[number - 1] + sizes[number - 1];
            }
            for (placement, number) in self.copy.iter().zip(&self.numbers) {
                let next = &mut next[usize::from(*number)];
                placements[*next] = *placement;
                *next += 1;
            }
        }
        let mut start = set.start;
        let mut lost = 0;
        for size in sizes {
            lost += self.close(field, start..start + size, done);
            start += size;
        }
        lost
    }

    /// Opens whatever is safe in a set, cell by cell.
    fn close(&mut self, field: &Field, set: Range<usize>, done: u64) -> u32 {
        if set.len() <= SMALL {
            return self.few(field, set);
        }
        let placements = &self.sets[set.clone()];
        let (union, common) = fold(placements);
        let undecided = union & !common;
        let safe = field.around(undecided) & !union & !done;
        if safe != 0 {
            let cell = safe.trailing_zeros() as u8;
            return self.part(field, set, cell, done | 1 << cell);
        }
        self.leave(set, undecided);
        0
    }

    /// Opens whatever is safe in a set of few placements, all safe cells at once.
    fn few(&mut self, field: &Field, set: Range<usize>) -> u32 {
        let placements = &mut self.sets[set.clone()];
        match placements {
            [] | [_] => return 0,
            [one, other] => return u32::from(rivals(field, one.mines, other.mines)),
            _ => {}
        }
        let (union, common) = fold(placements);
        let mut told = [[0; 4]; SMALL];
        for (told, placement) in told.iter_mut().zip(&*placements) {
            *told = field.numbers(placement.mines).map(|word| word & !union);
        }
        // Those that are told alike are brought together, one class after the other.
        let mut ends = [0; SMALL];
        let (mut classes, mut start) = (0, 0);
        while start < placements.len() {
            let mut end = start + 1;
            for index in start + 1..placements.len() {
                if told[index] == told[start] {
                    // In order, so that what is left of a group stays together.
                    placements[end..=index].rotate_right(1);
                    told[end..=index].rotate_right(1);
                    end += 1;
                }
            }
            ends[classes] = end;
            (classes, start) = (classes + 1, end);
        }
        if classes == 1 {
            if let [a, b, c] = *placements {
                return three(field, a.mines, b.mines, c.mines);
            }
            self.leave(set, union & !common);
            return 0;
        }
        let (mut start, mut lost) = (0, 0);
        for end in &ends[..classes] {
            lost += self.few(field, set.start + start..set.start + end);
            start = *end;
        }
        lost
    }

    fn leave(&mut self, set: Range<usize>, undecided: u64) {
        let least = Bound::of(&self.sets[set.clone()]).least(undecided);
        self.left.push(Left { set, least, key: None });
    }
}

/// The loss of three placements that no safe cell tells apart: one if a mine of one alone can be risked and the other
/// two are told apart then. (What tells them apart is such a mine; to ask for one first is quick.)
fn three(field: &Field, a: u64, b: u64, c: u64) -> u32 {
    let risked = |lone: u64, one: u64, other: u64| lone & !(one | other) != 0 && !rivals(field, one, other);
    if risked(a, b, c) || risked(b, c, a) || risked(c, a, b) { 1 } else { 2 }
}
