//! Best play, by a solver of its own: the most placements that can be won, a whole number.
//!
//! The knowledge of a player is a set of placements. Safe cells cost nothing and can only tell more, so they are opened
//! at once; then a set says which cells are open (those without a mine in any placement), and only the cells that are
//! mines in some placements and not in others are left to decide about. Losses, not wins, are counted: of a group of
//! rivals, which nothing safe tells apart, all but one are lost. This bound orders the cells and cuts nearly all but
//! the best of them off; what a set may lose at most to be of use cuts off more, and a bound that was proved on the way
//! is kept beside the exact losses. The optimum is exact all the same.

mod desk;
mod key;
mod openings;
mod rivals;
mod saved;

use super::board::SeenBoard;
use super::field::{Field, bits, mask};
use super::game::FirstClick;
use super::system::Seen;
use crate::model::{Error, Job, Progress};
use dashmap::DashMap;
use desk::{Bound, Counts, Left, Room, Stacks, fold};
use foldhash::fast::RandomState;
use key::{Key, Turns};
pub use openings::Opened;
use rayon::prelude::*;
use rivals::{Placement, grouped};
use saved::Saving;
use std::ops::Range;
use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::Relaxed;

/// The cells that a player may choose from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Among {
    /// Any cell: the optimum.
    All,
    /// Only cells of the lowest risk: lowest risk with the best of all tie rules.
    Lowest,
}

/// States between two looks at the limits.
const STEP: u64 = 1 << 12;

/// The loss of a set, as far as it is known.
#[derive(Clone, Copy)]
enum Loss {
    Exactly(u32),
    AtLeast(u32),
}

/// The solver of one field.
pub struct Best<'a> {
    field: &'a Field,
    among: Among,
    job: &'a Job<'a>,
    turns: Turns,
    /// The loss of a set, and whether it is exact, in the lowest bit.
    losses: DashMap<Key, u32, RandomState>,
    room: Room<'a>,
    /// The place where the table is saved, if anywhere.
    saving: Option<Saving<'a>>,
}

/// A choice of a cell, as far as it was looked into.
struct Choice {
    /// The least that it loses.
    bound: u32,
    cell: u8,
    stage: Stage,
}

/// The stage of a choice, by what is known of it.
enum Stage {
    /// The loss by groups of rivals is known.
    Bounded,
    /// The sets that it leads to are on the desk.
    Told(Range<usize>),
    /// The losses of these sets that the table has are known, too.
    Known(Range<usize>),
    /// All that matters.
    Done,
}

impl<'a> Best<'a> {
    /// A solver for `field`, where the player chooses `among` cells.
    pub fn new(field: &'a Field, among: Among, job: &'a Job<'a>) -> Self {
        let (turns, losses, room) = (Turns::new(field), DashMap::default(), Room::new(job));
        Self { field, among, job, turns, losses, room, saving: None }
    }

    /// The placements that are `possible` by what is seen: numbers on open cells, and mines that are known. What the table
    /// knows of a set is kept by what is seen and by the turns of the board; other sets would be taken for each other.
    fn those(&self, possible: impl Fn(u64) -> bool) -> Result<Vec<Placement>, Error> {
        let bytes = self.field.placement_count().saturating_mul(size_of::<u64>() as u64);
        self.job.reserve(bytes, Progress::default())?;
        let mut set = self.field.placements();
        set.retain(|placement| possible(*placement));
        grouped(self.field, &set, self.job)
    }

    /// The placements that agree with a board, and its hidden cells.
    fn fitting(&self, board: &SeenBoard) -> Result<(Vec<Placement>, Vec<u8>), Error> {
        let cells = || (0..self.field.cells()).zip(board.cells());
        let those =
            |which: fn(Seen) -> bool| cells().filter(move |(_, seen)| which(**seen)).map(|(cell, _)| cell);
        let [known, opened] = [|seen| seen == Seen::Mine, Seen::is_open]
            .map(|which: fn(Seen) -> bool| mask(those(which).map(usize::from)));
        let number = |(cell, seen): (u8, &Seen)| match *seen {
            Seen::Open(number) => Some((self.field.neighbours(cell), number)),
            _ => None,
        };
        let numbers: Vec<(u64, u32)> = cells().filter_map(number).collect();
        let set = self.those(|placement| {
            placement & known == known
                && placement & opened == 0
                && numbers.iter().all(|(near, number)| (placement & near).count_ones() == *number)
        })?;
        Ok((set, those(Seen::is_hidden).collect()))
    }

    /// Returns, for each of `cells`, the number of placements that are won if a fresh board begins with it, of those that
    /// the first click leaves.
    ///
    /// # Errors
    /// A limit.
    pub fn firsts(&self, click: FirstClick, cells: &[u8]) -> Result<Vec<u64>, Error> {
        // A cell is a mine or not, so a first click that is safe wins what any wins; an opening keeps more free.
        if click != FirstClick::Opening {
            return self.wins(&self.those(|_| true)?, cells);
        }
        let wins = |&cell: &u8| {
            let kept = mask(click.keeps_free(self.field.grid(), cell.into()));
            let set = self.those(|placement| placement & kept == 0)?;
            Ok(self.wins(&set, &[cell])?[0])
        };
        cells.iter().map(wins).collect()
    }

    /// Returns, for each of `cells`, the number of placements of `set` that are won if that cell is opened now.
    fn wins(&self, set: &[Placement], cells: &[u8]) -> Result<Vec<u64>, Error> {
        let (done, all) = (AtomicU64::new(0), (cells.len() * set.len()) as u64);
        let told = |sets: usize| {
            let sets = sets as u64;
            self.job.monitor.done(done.fetch_add(sets, Relaxed) + sets, all);
        };
        let wins = |&cell: &u8| {
            let mut desk = Stacks::new(set, &self.room)?;
            let lost = desk.open(self.field, 0..set.len(), cell, 0)?;
            let mut loss = lost + desk.left.iter().map(|left| left.least).sum::<u32>();
            let mut rest = set.len();
            for child in 0..desk.left.len() {
                rest -= desk.left[child].set.len();
                loss = self.loss_of(&mut desk, child..child + 1, loss, u32::MAX)?;
                told(desk.left[child].set.len());
            }
            told(rest);
            Ok((set.len() as u64) - u64::from(loss))
        };
        if self.job.threads > 1 {
            return cells.par_iter().with_max_len(1).map(wins).collect();
        }
        cells.iter().map(wins).collect()
    }

    /// Returns what the table knows of a set of placements.
    fn known(&self, key: &Key) -> Loss {
        let entry = self.losses.get(key).map_or(0, |entry| *entry);
        if entry & 1 == 1 { Loss::Exactly(entry >> 1) } else { Loss::AtLeast(entry >> 1) }
    }

    /// Looks at the limits.
    fn look(&self) -> Result<(), Error> {
        self.room.look(0)
    }

    fn key(&self, set: &[Placement]) -> Key {
        let (union, common) = fold(set);
        self.turns.key(self.field, set[0].mines, union, union & !common)
    }

    /// The fewest placements of a set that are lost, if that is less than `enough`; else a bound that is not.
    fn loss(&self, desk: &mut Stacks<'_>, set: Range<usize>, key: Key, enough: u32) -> Result<u32, Error> {
        match self.known(&key) {
            Loss::Exactly(loss) => return Ok(loss),
            Loss::AtLeast(loss) if loss >= enough => return Ok(loss),
            Loss::AtLeast(_) => {}
        }
        if self.room.count().is_multiple_of(STEP) {
            self.look()?;
            self.save()?;
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

    fn least_loss(&self, desk: &mut Stacks<'_>, set: Range<usize>, enough: u32) -> Result<u32, Error> {
        let placements = &desk.sets[set.clone()];
        let (union, common) = fold(placements);
        let undecided = union & !common;
        let opened = self.field.whole() & !union;
        let bound = Bound::of(placements);
        let choice = |cell| Choice { bound: bound.at(cell), cell, stage: Stage::Bounded };
        let mut choices: Vec<Choice> = bits(undecided).map(choice).collect();
        if self.among == Among::Lowest {
            let risks = Counts::of(placements.iter().map(|placement| placement.mines));
            let lowest = risks.least(undecided);
            choices.retain(|choice| risks.at(choice.cell) == lowest);
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
                Stage::Bounded => {
                    let begun = desk.left.len();
                    let lost = desk.open(self.field, set.clone(), choice.cell, opened)?;
                    let least: u32 = desk.left[begun..].iter().map(|left| left.least).sum();
                    (lost + least, Stage::Told(begun..desk.left.len()))
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
    fn look_up(&self, desk: &mut Stacks<'_>, children: Range<usize>, mut bound: u32) -> (u32, Stage) {
        let Stacks { sets, left, .. } = desk;
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
        desk: &mut Stacks<'_>,
        children: Range<usize>,
        least: u32,
        enough: u32,
    ) -> Result<u32, Error> {
        let mut loss = least;
        for index in children {
            let Left { set, least, key } = desk.left[index].clone();
            let key = key.unwrap_or_else(|| self.key(&desk.sets[set.clone()]));
            let found = self.loss(desk, set, key, least.saturating_add(enough - loss))?;
            loss += found - least;
            if loss >= enough {
                break;
            }
        }
        Ok(loss)
    }
}
