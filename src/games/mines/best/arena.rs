//! The splitting of sets of placements. One stack per thread stores all sets, so that a set needs no
//! allocation of its own.

use super::key::Key;
use super::rivals::{Placement, rivals};
use crate::mines::field::Field;
use crate::model::{Error, Job, POLL_BYTES, Progress};
use std::ops::Range;
use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::Relaxed;

/// Sets of at most this size are split by all safe cells at once. This takes quadratic time, but reads every
/// placement once.
const SMALL: usize = 16;

/// A set of placements that no safe cell can split: the player must choose.
#[derive(Clone)]
pub(super) struct OpenSet {
    pub(super) set: Range<usize>,
    /// A lower bound of the number of lost placements.
    pub(super) least: u32,
    /// The key in the table, once it was computed.
    pub(super) key: Option<Key>,
}

/// The job whose limits apply to all arenas of a solver, and the number of states that they have counted.
pub(super) struct StateMeter<'a> {
    job: &'a Job<'a>,
    states: AtomicU64,
}

impl<'a> StateMeter<'a> {
    pub(super) fn new(job: &'a Job<'a>) -> Self {
        Self { job, states: AtomicU64::new(0) }
    }

    /// Checks the limits before `more` bytes are allocated.
    pub(super) fn check_limits(&self, more: u64) -> Result<(), Error> {
        self.job.reserve(more, Progress { layer: 0, states: self.states.load(Relaxed) })
    }

    /// Counts one state and returns the number of states so far.
    pub(super) fn count(&self) -> u64 {
        self.states.fetch_add(1, Relaxed) + 1
    }
}

/// The sets that one thread is splitting.
pub(super) struct SplitArena<'a> {
    pub(super) sets: Vec<Placement>,
    pub(super) open: Vec<OpenSet>,
    copy: Vec<Placement>,
    numbers: Vec<u8>,
    meter: &'a StateMeter<'a>,
    /// The number of placements read since the last check of the limits.
    read: usize,
    /// The error that stopped the work, after which results are incomplete.
    stopped: Option<Error>,
}

/// The number of masks that contain each cell, for all cells at once: word `k` holds bit `k` of each count.
pub(super) struct CellCounts {
    words: [u64; 32],
    used: usize,
}

impl CellCounts {
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

    /// Returns the number of masks that contain `cell`.
    pub(super) fn at(&self, cell: u8) -> u32 {
        let words = self.words[..self.used].iter().enumerate();
        words.fold(0, |count, (word, counts)| count | ((counts >> cell & 1) as u32) << word)
    }

    /// Returns the minimum count over `cells`.
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

/// A lower bound of the loss of a set. Each group of rivals loses all placements but one, and the last one,
/// too, if the opened cell is a mine in every placement of the group.
pub(super) struct Bound {
    but_one: u32,
    mined: CellCounts,
}

impl Bound {
    pub(super) fn of(set: &[Placement]) -> Self {
        let mut groups = 0;
        let common = set.chunk_by(|one, other| one.group == other.group).map(|group| {
            groups += 1;
            group.iter().fold(u64::MAX, |common, placement| common & placement.mines)
        });
        let mined = CellCounts::of(common);
        Self { but_one: set.len() as u32 - groups, mined }
    }

    /// Returns the bound if `cell` is opened.
    pub(super) fn at(&self, cell: u8) -> u32 {
        self.but_one + self.mined.at(cell)
    }

    /// Returns the least bound over `cells`.
    pub(super) fn least(&self, cells: u64) -> u32 {
        self.but_one + self.mined.least(cells)
    }
}

/// Returns the cells that are mines in some placement, and the cells that are mines in all placements.
pub(super) fn fold(set: &[Placement]) -> (u64, u64) {
    set.iter().fold((0, u64::MAX), |(or, and), placement| (or | placement.mines, and & placement.mines))
}

impl<'a> SplitArena<'a> {
    /// Creates an arena that contains one set.
    pub(super) fn new(set: &[Placement], meter: &'a StateMeter<'a>) -> Result<Self, Error> {
        meter.check_limits(size_of_val(set) as u64)?;
        Ok(Self {
            sets: set.to_vec(),
            open: Vec::new(),
            copy: Vec::new(),
            numbers: Vec::new(),
            meter,
            read: 0,
            stopped: None,
        })
    }

    /// Checks the limits once enough placements were read. Returns `true` if the work may continue.
    fn may_continue(&mut self, read: usize) -> bool {
        self.read += read;
        if (self.read * size_of::<Placement>()) as u64 >= POLL_BYTES {
            self.check_limits();
        }
        self.stopped.is_none()
    }

    fn check_limits(&mut self) {
        self.read = 0;
        self.stopped = self.stopped.take().or(self.meter.check_limits(0).err());
    }

    /// Opens `cell` in `set`, and then all safe cells. Pushes the sets that need a decision. Returns the
    /// number of other lost placements: those with a mine in the cell, and those in sets that are too small
    /// to need a search. `done` is the mask of the cells that are already open.
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
        if !self.may_continue(set.len()) {
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
                self.split_small(field, free)
            } else {
                self.split_by_number(field, free, cell, done | 1 << cell)
            }
    }

    /// Splits a set in place by the number that `cell` shows.
    fn split_by_number(&mut self, field: &Field, set: Range<usize>, cell: u8, done: u64) -> u32 {
        if !self.may_continue(set.len()) {
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
            lost += self.open_safe_cells(field, start..start + size, done);
            start += size;
        }
        lost
    }

    /// Opens all safe cells of a set, one after another.
    fn open_safe_cells(&mut self, field: &Field, set: Range<usize>, done: u64) -> u32 {
        if set.len() <= SMALL {
            return self.split_small(field, set);
        }
        let placements = &self.sets[set.clone()];
        let (union, common) = fold(placements);
        let undecided = union & !common;
        let safe = field.around(undecided) & !union & !done;
        if safe != 0 {
            let cell = safe.trailing_zeros() as u8;
            return self.split_by_number(field, set, cell, done | 1 << cell);
        }
        self.push_open_set(set, undecided);
        0
    }

    /// Opens all safe cells of a small set at once.
    fn split_small(&mut self, field: &Field, set: Range<usize>) -> u32 {
        let placements = &mut self.sets[set.clone()];
        match placements {
            [] | [_] => return 0,
            [one, other] => return u32::from(rivals(field, one.mines, other.mines)),
            _ => {}
        }
        let (union, common) = fold(placements);
        let mut shown = [[0; 4]; SMALL];
        for (shown, placement) in shown.iter_mut().zip(&*placements) {
            *shown = field.numbers(placement.mines).map(|word| word & !union);
        }
        // Groups placements with equal visible numbers, one class after another.
        let mut ends = [0; SMALL];
        let (mut classes, mut start) = (0, 0);
        while start < placements.len() {
            let mut end = start + 1;
            for index in start + 1..placements.len() {
                if shown[index] == shown[start] {
                    // Keep the order, so that the rest of a group of rivals stays together.
                    placements[end..=index].rotate_right(1);
                    shown[end..=index].rotate_right(1);
                    end += 1;
                }
            }
            ends[classes] = end;
            (classes, start) = (classes + 1, end);
        }
        if classes == 1 {
            if let [a, b, c] = *placements {
                return loss_of_three(field, a.mines, b.mines, c.mines);
            }
            self.push_open_set(set, union & !common);
            return 0;
        }
        let (mut start, mut lost) = (0, 0);
        for end in &ends[..classes] {
            lost += self.split_small(field, set.start + start..set.start + end);
            start = *end;
        }
        lost
    }

    fn push_open_set(&mut self, set: Range<usize>, undecided: u64) {
        let least = Bound::of(&self.sets[set.clone()]).least(undecided);
        self.open.push(OpenSet { set, least, key: None });
    }
}

/// Returns the loss of three placements that no safe cell separates. The loss is 1 if opening a cell that is
/// a mine in only one placement separates the other two, and 2 otherwise. Only such a cell can separate them;
/// checking that it exists first is cheap.
fn loss_of_three(field: &Field, a: u64, b: u64, c: u64) -> u32 {
    let risked = |lone: u64, one: u64, other: u64| lone & !(one | other) != 0 && !rivals(field, one, other);
    if risked(a, b, c) || risked(b, c, a) || risked(c, a, b) { 1 } else { 2 }
}
