//! Best play, by a solver of its own: the most placements that can be won, a whole number.
//!
//! What a player knows is a set of placements. Safe cells cost nothing and can only tell more, so they are opened at
//! once; then a set says which cells are open (those without a mine in any placement), and only the cells that are
//! mines in some placements and not in others are left to decide about. Losses, not wins, are counted: a set that
//! leaves a choice loses at least as many placements as its safest cell has mines, and this bound orders the
//! cells and cuts most of them off, without touching the exactness of the optimum.

use super::field::{Field, bits};
use crate::engine::{Error, Progress, Run};
use dashmap::DashMap;
use foldhash::fast::RandomState;
use rayon::prelude::*;
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// Which cells may be chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Among {
    /// Any cell: the optimum.
    All,
    /// Only cells of the lowest risk: lowest risk with the best of all tie rules.
    Lowest,
}

/// What is left to decide, whole: the undecided cells, the open cells next to them, and the least placement of the
/// mines among the undecided cells, which with them tells every number.
type Key = [u64; 3];

/// A set is shared out among threads when it has so many placements. Part of the order of the search, so that the
/// states met do not depend on the threads.
const LARGE: usize = 1000;

/// Bytes of one state in the table, as it grows.
const STATE_BYTES: u64 = 56;

/// The solver of one field.
pub struct Best<'a> {
    field: &'a Field,
    among: Among,
    run: &'a Run<'a>,
    /// For every symmetry, what it makes of each byte of a mask.
    turns: Vec<Vec<[u64; 256]>>,
    losses: DashMap<Key, u32, RandomState>,
    states: AtomicU64,
}

/// A set of placements after everything safe was opened, with a bound.
struct Left {
    set: Vec<u64>,
    /// The placements lost at least.
    least: u32,
}

/// A choice of a cell: of which only the risk is known, or what it would tell, too.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Choice {
    Told(usize),
    Cell(u8),
}

impl<'a> Best<'a> {
    /// A solver for `field`, where the player chooses `among` cells.
    #[must_use]
    pub fn new(field: &'a Field, among: Among, run: &'a Run<'a>) -> Self {
        let bytes = usize::from(field.cells()).div_ceil(8);
        let turn = |image: &Vec<u8>| {
            let table = |byte: usize| {
                let mut table = [0; 256];
                for (mask, entry) in table.iter_mut().enumerate() {
                    let cells = bits((mask as u64) << (8 * byte)).filter(|&cell| cell < field.cells());
                    *entry = cells.fold(0, |turned, cell| turned | 1 << image[usize::from(cell)]);
                }
                table
            };
            (0..bytes).map(table).collect()
        };
        let turns = field.symmetries().iter().map(turn).collect();
        Self { field, among, run, turns, losses: DashMap::default(), states: AtomicU64::new(0) }
    }

    /// The states that were solved so far.
    #[must_use]
    pub fn states(&self) -> u64 {
        self.losses.len() as u64
    }

    /// How many of all placements are won if `cell` is opened first and may be a mine.
    ///
    /// # Errors
    /// A limit.
    pub fn wins(&self, cell: u8) -> Result<u64, Error> {
        self.wins_of(self.field.placements(), cell)
    }

    /// How many placements of `set`, the placements that are possible by what is seen, are won if `cell` is opened now.
    ///
    /// # Errors
    /// A limit.
    pub fn wins_of(&self, set: Vec<u64>, cell: u8) -> Result<u64, Error> {
        let opened = self.field.whole() & !set.iter().fold(0, |union, placement| union | placement);
        let free: Vec<u64> = set.into_iter().filter(|placement| placement >> cell & 1 == 0).collect();
        let total = free.len() as u64;
        let mut children = Vec::new();
        self.open(&free, opened, cell, &mut children);
        Ok(total - u64::from(self.losses_of(&children)?))
    }

    fn losses_of(&self, children: &[Left]) -> Result<u32, Error> {
        if self.run.threads > 1 {
            children.par_iter().map(|child| self.loss(&child.set)).sum()
        } else {
            children.iter().map(|child| self.loss(&child.set)).sum()
        }
    }

    /// Opens `cell`, which is safe in all of `set`, and whatever is safe then.
    fn open(&self, set: &[u64], opened: u64, cell: u8, left: &mut Vec<Left>) {
        let near = self.field.neighbours(cell);
        let number = |placement: &u64| (placement & near).count_ones() as usize;
        let mut sizes = [0usize; 9];
        for placement in set {
            sizes[number(placement)] += 1;
        }
        let mut classes = sizes.map(|size| Vec::with_capacity(if size > 1 { size } else { 0 }));
        for &placement in set {
            if sizes[number(&placement)] > 1 {
                classes[number(&placement)].push(placement);
            }
        }
        for class in classes {
            if !class.is_empty() {
                self.close(class, opened | 1 << cell, left);
            }
        }
    }

    /// Opens whatever is safe in `set`, and keeps the sets in which a choice is left.
    fn close(&self, set: Vec<u64>, mut opened: u64, left: &mut Vec<Left>) {
        let (union, common) =
            set.iter().fold((0, u64::MAX), |(or, and), placement| (or | placement, and & placement));
        let undecided = union & !common;
        let safe = self.field.whole() & !union & !opened;
        for cell in bits(safe) {
            if self.field.neighbours(cell) & undecided != 0 {
                return self.open(&set, opened, cell, left);
            }
            opened |= 1 << cell;
        }
        let least = least_risk(&set, undecided);
        left.push(Left { set, least });
    }

    /// For each undecided cell, in how many placements it is a mine.
    fn mines(&self, set: &[u64], undecided: u64) -> impl Iterator<Item = (u8, u32)> + use<> {
        let mut mines = [0u32; 64];
        for placement in set {
            for cell in bits(placement & undecided) {
                mines[usize::from(cell)] += 1;
            }
        }
        bits(undecided).map(move |cell| (cell, mines[usize::from(cell)]))
    }

    /// The fewest placements of `set` that are lost, where nothing safe is left to open.
    fn loss(&self, set: &[u64]) -> Result<u32, Error> {
        // Of two, every cell is a mine in one.
        if set.len() == 2 {
            return Ok(1);
        }
        let (union, common) =
            set.iter().fold((0, u64::MAX), |(or, and), placement| (or | placement, and & placement));
        let undecided = union & !common;
        let key = self.key(set, union, undecided);
        if let Some(loss) = self.losses.get(&key) {
            return Ok(*loss);
        }
        let states = self.states.fetch_add(1, Relaxed) + 1;
        if states & 0xFFF == 0 {
            let layer = u32::from(self.field.cells()) - union.count_ones();
            self.run.step(Progress { layer, states, bytes: states * STATE_BYTES })?;
        }
        let loss = self.least_loss(set, union, undecided)?;
        self.losses.insert(key, loss);
        Ok(loss)
    }

    fn least_loss(&self, set: &[u64], union: u64, undecided: u64) -> Result<u32, Error> {
        let opened = self.field.whole() & !union;
        let mut cells: Vec<(u8, u32)> = self.mines(set, undecided).collect();
        if self.among == Among::Lowest {
            let lowest = cells.iter().map(|(_, mines)| *mines).min();
            cells.retain(|(_, mines)| Some(*mines) == lowest);
        }
        // The most promising cell first. What it would tell is only worked out when its risk alone does not rule it out.
        let mut queue: BinaryHeap<Reverse<(u32, Choice)>> =
            cells.into_iter().map(|(cell, mines)| Reverse((mines, Choice::Cell(cell)))).collect();
        let mut told: Vec<Vec<Left>> = Vec::new();
        let mut best = u32::MAX;
        while let Some(Reverse((least, choice))) = queue.pop().filter(|Reverse((least, _))| *least < best) {
            match choice {
                Choice::Cell(cell) => {
                    let mut children = Vec::new();
                    let free: Vec<u64> =
                        set.iter().copied().filter(|placement| placement >> cell & 1 == 0).collect();
                    self.open(&free, opened, cell, &mut children);
                    // The largest first: it is the likeliest to show that the cell is not worth it.
                    children.sort_by_key(|child| Reverse(child.set.len()));
                    let bound = least + children.iter().map(|child| child.least).sum::<u32>();
                    queue.push(Reverse((bound, Choice::Told(told.len()))));
                    told.push(children);
                }
                Choice::Told(index) => {
                    best = best.min(self.loss_of(set, least, &told[index], best)?);
                }
            }
        }
        Ok(best)
    }

    /// The loss of a choice that leads to `children`, at least `least`; where it is no less than `enough`, a bound.
    fn loss_of(&self, set: &[u64], least: u32, children: &[Left], enough: u32) -> Result<u32, Error> {
        if set.len() >= LARGE {
            return Ok(
                least + self.losses_of(children)? - children.iter().map(|child| child.least).sum::<u32>()
            );
        }
        let mut loss = least;
        for child in children {
            loss += self.loss(&child.set)? - child.least;
            if loss >= enough {
                break;
            }
        }
        Ok(loss)
    }

    /// The key of a set, turned and mirrored so that it is least.
    fn key(&self, set: &[u64], union: u64, undecided: u64) -> Key {
        let opened = self.field.whole() & !union;
        let edge = opened & self.field.around(undecided);
        let mut least = [u64::MAX; 3];
        for table in &self.turns {
            let turned = [turn(table, undecided), turn(table, edge)];
            if turned[..] > least[..2] {
                continue;
            }
            let mines = set.iter().map(|placement| turn(table, placement & undecided)).min();
            least = least.min([turned[0], turned[1], mines.expect("a set is never empty")]);
        }
        least
    }
}

/// A mask turned or mirrored, byte by byte.
fn turn(table: &[[u64; 256]], mask: u64) -> u64 {
    table.iter().zip(mask.to_le_bytes()).fold(0, |turned, (table, byte)| turned | table[usize::from(byte)])
}

/// In how many of `set` the safest of the `undecided` cells is a mine. The counts of all cells are added at once: word
/// `k` holds bit `k` of each.
fn least_risk(set: &[u64], undecided: u64) -> u32 {
    let mut counts = [0u64; 32];
    for &placement in set {
        let mut carry = placement;
        let mut word = 0;
        while carry != 0 {
            (counts[word], carry) = (counts[word] ^ carry, counts[word] & carry);
            word += 1;
        }
    }
    let mut safest = undecided;
    (0..=set.len().ilog2() as usize).rev().fold(0, |least, word| {
        let without = safest & !counts[word];
        if without == 0 {
            return least | 1 << word;
        }
        safest = without;
        least
    })
}
