//! Best play, by a solver of its own: the most placements that can be won, a whole number.
//!
//! What a player knows is a set of placements. Safe cells cost nothing and can only tell more, so they are opened at
//! once; then a set says which cells are open (those without a mine in any placement), and only the cells that are
//! mines in some placements and not in others are left to decide about. Losses, not wins, are counted: a set that
//! leaves a choice loses at least as many placements as its safest cell has mines. This bound orders the cells and
//! cuts most of them off; what a set may lose at most to be of use cuts off more, and a bound that was proved on the
//! way is kept beside the exact losses. The optimum is exact all the same.

mod desk;
mod key;

use super::field::{Field, bits};
use crate::engine::{Error, Progress, Run};
use dashmap::DashMap;
use desk::{Counts, Desk, Left, fold};
use foldhash::fast::RandomState;
use key::{Key, Turns};
use rayon::prelude::*;
use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// Which cells may be chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Among {
    /// Any cell: the optimum.
    All,
    /// Only cells of the lowest risk: lowest risk with the best of all tie rules.
    Lowest,
}

/// A set is shared out among threads when it has so many placements.
const LARGE: usize = 400;

/// Bytes of one place of the table, taken or not: a key, a loss, a byte of the map.
const PLACE_BYTES: u64 = 49;

/// States between two looks at the limits.
const STEP: u64 = 1 << 12;

/// What is known of a set.
#[derive(Clone, Copy)]
enum Loss {
    Exactly(u32),
    AtLeast(u32),
}

/// The solver of one field.
pub struct Best<'a> {
    field: &'a Field,
    among: Among,
    run: &'a Run<'a>,
    turns: Turns,
    /// The loss of a set, and whether it is exact, in the lowest bit.
    losses: DashMap<Key, u32, RandomState>,
    states: AtomicU64,
}

/// A choice of a cell, as far as it was looked into.
struct Choice {
    /// What it loses at least.
    bound: u32,
    cell: u8,
    stage: Stage,
}

/// What is known of a choice.
enum Stage {
    /// Its risk.
    Risk,
    /// What it leads to: sets on the desk.
    Told(Range<usize>),
    /// What the table knows of them, too.
    Known(Range<usize>),
    /// All that matters.
    Done,
}

impl<'a> Best<'a> {
    /// A solver for `field`, where the player chooses `among` cells.
    #[must_use]
    pub fn new(field: &'a Field, among: Among, run: &'a Run<'a>) -> Self {
        Self {
            field,
            among,
            run,
            turns: Turns::new(field),
            losses: DashMap::default(),
            states: AtomicU64::new(0),
        }
    }

    /// The states in the table so far; with several threads, it may differ from run to run.
    #[must_use]
    pub fn states(&self) -> u64 {
        self.losses.len() as u64
    }

    /// How many of all placements are won if `cell` is opened first and may be a mine.
    ///
    /// # Errors
    /// A limit.
    pub fn wins(&self, cell: u8) -> Result<u64, Error> {
        self.wins_of(self.placements()?, cell)
    }

    /// All placements, if there is room for them.
    ///
    /// # Errors
    /// A limit.
    pub fn placements(&self) -> Result<Vec<u64>, Error> {
        let bytes = self.field.placement_count().saturating_mul(8);
        self.run.step(Progress { layer: 0, states: self.states(), bytes })?;
        Ok(self.field.placements())
    }

    /// How many placements of `set`, the placements that are possible by what is seen, are won if `cell` is opened now.
    ///
    /// # Errors
    /// A limit.
    pub fn wins_of(&self, set: Vec<u64>, cell: u8) -> Result<u64, Error> {
        let total = set.iter().filter(|placement| *placement >> cell & 1 == 0).count() as u64;
        let mut desk = Desk::new(set);
        let lost = desk.open(self.field, 0..desk.sets.len(), cell, 0);
        let children = 0..desk.left.len();
        let least = lost + desk.left.iter().map(|left| left.least).sum::<u32>();
        Ok(total - u64::from(self.loss_of(&mut desk, children, least, u32::MAX)?))
    }

    /// What the table knows of a set.
    fn known(&self, key: &Key) -> Loss {
        match self.losses.get(key).map(|loss| *loss) {
            None => Loss::AtLeast(0),
            Some(loss) if loss & 1 == 1 => Loss::Exactly(loss >> 1),
            Some(loss) => Loss::AtLeast(loss >> 1),
        }
    }

    fn key(&self, set: &[u64]) -> Key {
        let (union, common) = fold(set);
        self.turns.key(self.field, set[0], union, union & !common)
    }

    /// The fewest placements of a set that are lost, if that is less than `enough`; else a bound that is not.
    fn loss(&self, desk: &mut Desk, set: Range<usize>, key: Key, enough: u32) -> Result<u32, Error> {
        match self.known(&key) {
            Loss::Exactly(loss) => return Ok(loss),
            Loss::AtLeast(loss) if loss >= enough => return Ok(loss),
            Loss::AtLeast(_) => {}
        }
        let states = self.states.fetch_add(1, Relaxed) + 1;
        if states.is_multiple_of(STEP) {
            let bytes = self.losses.capacity() as u64 * PLACE_BYTES * 8 / 7 + desk.sets.len() as u64 * 8;
            let layer = u32::from(self.field.cells()) - fold(&desk.sets[set.clone()]).0.count_ones();
            self.run.step(Progress { layer, states: self.states(), bytes })?;
        }
        let (sets, left) = (desk.sets.len(), desk.left.len());
        let loss = self.least_loss(desk, set, enough)?;
        desk.sets.truncate(sets);
        desk.left.truncate(left);
        let entry = loss << 1 | u32::from(loss < enough);
        // Another thread may have proved more in the meantime.
        let mut known = self.losses.entry(key).or_insert(entry);
        if *known & 1 == 0 {
            *known = if entry & 1 == 1 { entry } else { entry.max(*known) };
        }
        Ok(loss)
    }

    fn least_loss(&self, desk: &mut Desk, set: Range<usize>, enough: u32) -> Result<u32, Error> {
        let placements = &desk.sets[set.clone()];
        let (union, common) = fold(placements);
        let undecided = union & !common;
        let opened = self.field.whole() & !union;
        let counts = Counts::of(placements);
        let choice = |cell| Choice { bound: counts.at(cell), cell, stage: Stage::Risk };
        let mut choices: Vec<Choice> = bits(undecided).map(choice).collect();
        if self.among == Among::Lowest {
            let lowest = counts.least(undecided);
            choices.retain(|choice| choice.bound == lowest);
        }
        // The most promising cell first, and looked into only as far as it is not ruled out.
        let mut best = u32::MAX;
        while let Some(choice) = choices.iter_mut().min_by_key(|choice| choice.bound) {
            if choice.bound >= best || choice.bound >= enough {
                best = best.min(choice.bound);
                break;
            }
            let stage = std::mem::replace(&mut choice.stage, Stage::Done);
            (choice.bound, choice.stage) = match stage {
                Stage::Risk => {
                    let begun = desk.left.len();
                    let lost = desk.open(self.field, set.clone(), choice.cell, opened);
                    let least: u32 = desk.left[begun..].iter().map(|left| left.least).sum();
                    (choice.bound + lost + least, Stage::Told(begun..desk.left.len()))
                }
                Stage::Told(children) => self.look_up(desk, children, choice.bound),
                Stage::Known(children) => {
                    let loss = self.loss_of(desk, children, choice.bound, enough.min(best))?;
                    best = best.min(loss);
                    (u32::MAX, Stage::Done)
                }
                Stage::Done => break,
            };
        }
        Ok(best)
    }

    /// Improves the bound of a choice by what the table knows; the sets of which it knows all are dropped.
    fn look_up(&self, desk: &mut Desk, children: Range<usize>, mut bound: u32) -> (u32, Stage) {
        let Desk { sets, left, .. } = desk;
        let mut end = children.start;
        for index in children.clone() {
            let child = &mut left[index];
            let key = self.key(&sets[child.set.clone()]);
            child.key = Some(key);
            let known = self.known(&key);
            let (Loss::Exactly(loss) | Loss::AtLeast(loss)) = known;
            let loss = loss.max(child.least);
            bound += loss - child.least;
            child.least = loss;
            if matches!(known, Loss::AtLeast(_)) {
                left.swap(index, end);
                end += 1;
            }
        }
        // The smallest first: a little work may already show that the cell is not worth more.
        left[children.start..end].sort_by_key(|child| child.set.len());
        (bound, Stage::Known(children.start..end))
    }

    /// The loss of a choice that leads to `children`, at least `least`; where it is no less than `enough`, a bound.
    fn loss_of(
        &self,
        desk: &mut Desk,
        children: Range<usize>,
        least: u32,
        enough: u32,
    ) -> Result<u32, Error> {
        let one = |desk: &mut Desk, Left { set, least, key }: &Left, spare: u32| {
            let key = key.unwrap_or_else(|| self.key(&desk.sets[set.clone()]));
            Ok(self.loss(desk, set.clone(), key, least.saturating_add(spare))? - least)
        };
        let size: usize = desk.left[children.clone()].iter().map(|child| child.set.len()).sum();
        if self.run.threads > 1 && size >= LARGE && children.len() > 1 {
            let more = desk.left[children].par_iter().with_max_len(1).map(|child| {
                let sets = desk.sets[child.set.clone()].to_vec();
                let alone = Left { set: 0..sets.len(), ..*child };
                one(&mut Desk::new(sets), &alone, enough - least)
            });
            return Ok(least + more.try_reduce(|| 0, |one: u32, other| Ok(one + other))?);
        }
        let mut loss = least;
        for index in children {
            let child = Left { set: desk.left[index].set.clone(), ..desk.left[index] };
            loss += one(desk, &child, enough - loss)?;
            if loss >= enough {
                break;
            }
        }
        Ok(loss)
    }
}
