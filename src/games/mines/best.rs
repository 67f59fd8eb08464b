//! A dedicated solver for optimal play: computes the largest number of placements that can be won.
//!
//! A player's knowledge is a set of placements. Opening a safe cell costs nothing and can only add information, so
//! safe cells are opened at once. After that, the set determines the open cells: the cells without a mine in any
//! placement. The player only decides about cells that are mines in some placements and not in others.
//!
//! The solver counts losses instead of wins. In a group of rivals, which no safe cell can separate, all
//! placements but one are lost. This bound orders the cells and prunes most of the suboptimal ones. The search
//! of a set also ends once its loss is known to be too large to matter. The table stores the bounds that were
//! proved by then, and the exact losses. The optimum remains exact.

mod arena;
mod checkpoint;
mod key;
mod openings;
mod rivals;

use super::board::SeenBoard;
use super::field::{Field, bits, mask};
use super::game::FirstClick;
use super::system::VisibleCell;
use crate::model::checkpoint::save_value;
use crate::model::{Error, Job, POLL_INTERVAL, Progress, order};
use arena::{Bound, CellCounts, OpenSet, SplitArena, StateMeter, fold};
use checkpoint::SolverCheckpoint;
use dashmap::DashMap;
use foldhash::fast::RandomState;
use key::{Key, SymmetryTables};
pub use openings::OpeningValue;
use rayon::prelude::*;
use rivals::{Placement, grouped};
use std::io::Write;
use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::Relaxed;

/// The largest number of cells on a large board that may or may not be mines.
pub const MAX_UNDECIDED: usize = super::endgame::MAX_CELLS;

/// The cells that a player may choose from.
///
/// ```
/// use chancetree::games::mines::best::{AllowedCells, OptimalSolver};
/// use chancetree::games::mines::field::Field;
/// use chancetree::games::mines::game::FirstClick;
/// use chancetree::model::Job;
///
/// // A player who opens only cells of the lowest risk wins two placements fewer.
/// let (field, job) = (Field::new(3, 4, 4)?, Job::default());
/// let wins = |among| OptimalSolver::new(&field, among, &job).wins_by_first_cell(FirstClick::Safe, &[0]);
/// assert_eq!((wins(AllowedCells::All)?, wins(AllowedCells::Lowest)?), (vec![170], vec![168]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AllowedCells {
    /// Any cell: the optimum.
    All,
    /// Only cells of the lowest risk. The solver chooses the best of these cells, so that ties are broken optimally.
    Lowest,
}

/// The fingerprint of saved placements. The name of their section identifies them.
const FINGERPRINT: u64 = u64::from_le_bytes(*b"grouped ");

/// The least size of a set whose choices are saved if the work stops in the set, so that a resumed solver does not split the set by
/// every cell again.
const LARGE: usize = 256;

/// The loss of a set, or a lower bound on the loss.
#[derive(Clone, Copy)]
enum Loss {
    Exactly(u32),
    AtLeast(u32),
}

/// A solver for one field.
///
/// ```
/// use chancetree::games::mines::best::{AllowedCells, OptimalSolver};
/// use chancetree::games::mines::field::Field;
/// use chancetree::games::mines::game::FirstClick;
/// use chancetree::model::Job;
///
/// let (field, job) = (Field::new(2, 3, 1)?, Job::default());
/// let solver = OptimalSolver::new(&field, AllowedCells::All, &job);
/// // A first click in the corner leaves five placements, of which the player wins three.
/// assert_eq!(solver.wins_by_first_cell(FirstClick::Safe, &[0])?, [3]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct OptimalSolver<'a> {
    field: &'a Field,
    among: AllowedCells,
    job: &'a Job<'a>,
    symmetries: SymmetryTables,
    /// The loss of each set, shifted left by one; the lowest bit is set if the loss is exact.
    losses: DashMap<Key, u32, RandomState>,
    meter: StateMeter<'a>,
    /// The checkpoint of the table, if work is saved.
    checkpoint: Option<SolverCheckpoint<'a>>,
}

/// A cell to open, and how far it has been examined.
struct CellChoice {
    /// A lower bound of the loss.
    bound: u32,
    cell: u8,
    state: ChoiceState,
}

/// How far a choice has been examined.
enum ChoiceState {
    /// The bound from groups of rivals is known.
    Bounded,
    /// The resulting sets are in the arena. The number is the sum of their bounds and the other losses.
    Split(Range<usize>, u32),
    /// The losses that the table has for these sets are included in the sum.
    Known(Range<usize>, u32),
    /// The loss is known, or the choice was pruned.
    Done,
}

impl<'a> OptimalSolver<'a> {
    /// Creates a solver for `field` in which the player chooses `among` cells.
    pub fn new(field: &'a Field, among: AllowedCells, job: &'a Job<'a>) -> Self {
        let (symmetries, losses, meter) =
            (SymmetryTables::new(field), DashMap::default(), StateMeter::new(job));
        Self { field, among, job, symmetries, losses, meter, checkpoint: None }
    }

    /// Returns the placements for which `possible` holds, which must depend only on visible numbers and known mines.
    /// The table identifies a set by the visible information, up to the symmetries of the board, and would confuse
    /// other sets. The placements are saved under `name` with the next save of other work.
    fn placements_where(
        &self,
        name: &str,
        possible: impl Fn(u64) -> bool,
    ) -> Result<Arc<Vec<Placement>>, Error> {
        let bytes = self.field.placement_count().saturating_mul(size_of::<u64>() as u64);
        self.job.reserve(bytes, Progress::default())?;
        let job = self.job.section("placements");
        let store = job.store.as_ref().map(|store| store.section(name));
        if let Some(saved) = store.map_or(Ok(None), |store| store.load_value(FINGERPRINT))? {
            return Ok(Arc::new(saved));
        }
        let mut set = self.field.placements();
        set.retain(|placement| possible(*placement));
        let grouped = Arc::new(grouped(self.field, &set, self.job)?);
        if let Some(store) = store {
            let placements = Arc::downgrade(&grouped);
            store.defer(Box::new(move || {
                let placements = placements.upgrade()?;
                Some(Box::new(move |out: &mut dyn Write| {
                    save_value(out, &FINGERPRINT)?;
                    save_value(out, &*placements)
                }))
            }));
        }
        Ok(grouped)
    }

    /// Returns the placements that agree with a board, and its hidden cells.
    fn fitting(&self, board: &SeenBoard) -> Result<(Arc<Vec<Placement>>, Vec<u8>), Error> {
        let cells = || (0..self.field.cells()).zip(board.cells());
        let cells_where = |which: fn(VisibleCell) -> bool| {
            cells().filter(move |(_, seen)| which(**seen)).map(|(cell, _)| cell)
        };
        let [known, opened] = [|seen| seen == VisibleCell::Mine, VisibleCell::is_open]
            .map(|which: fn(VisibleCell) -> bool| mask(cells_where(which).map(usize::from)));
        let number = |(cell, seen): (u8, &VisibleCell)| match *seen {
            VisibleCell::Open(number) => Some((self.field.neighbours(cell), number)),
            _ => None,
        };
        let numbers: Vec<(u64, u32)> = cells().filter_map(number).collect();
        let set = self.placements_where("board", |placement| {
            placement & known == known
                && placement & opened == 0
                && numbers.iter().all(|(near, number)| (placement & near).count_ones() == *number)
        })?;
        Ok((set, cells_where(VisibleCell::is_hidden).collect()))
    }

    /// Returns, for each of `cells`, the number of placements won after a first click there. Counts only
    /// placements that the rule of the first click leaves.
    ///
    /// # Errors
    /// Returns an error if a limit is exceeded.
    pub fn wins_by_first_cell(&self, click: FirstClick, cells: &[u8]) -> Result<Vec<u64>, Error> {
        // A safe first click removes only placements that lose there, so the wins are those over all
        // placements. Only an opening restricts more cells.
        if click != FirstClick::Opening {
            return self.wins(&self.placements_where("all", |_| true)?, cells);
        }
        let wins = |&cell: &u8| {
            let kept = mask(click.keeps_free(self.field.grid(), cell.into()));
            let set = self.placements_where(&cell.to_string(), |placement| placement & kept == 0)?;
            Ok(self.wins(&set, &[cell])?[0])
        };
        cells.iter().map(wins).collect()
    }

    /// Returns, for each of `cells`, the number of placements of `set` that are won after opening that cell
    /// now.
    fn wins(&self, set: &[Placement], cells: &[u8]) -> Result<Vec<u64>, Error> {
        let (done, all) = (AtomicU64::new(0), (cells.len() * set.len()) as u64);
        let report = |sets: usize| {
            let sets = sets as u64;
            self.job.monitor.part_done(done.fetch_add(sets, Relaxed) + sets, all);
        };
        let wins = |&cell: &u8| {
            let mut arena = SplitArena::new(set, &self.meter)?;
            let lost = arena.open(self.field, 0..set.len(), cell, 0)?;
            let mut loss = lost + arena.open.iter().map(|set| set.least).sum::<u32>();
            let mut rest = set.len();
            for child in 0..arena.open.len() {
                rest -= arena.open[child].set.len();
                loss = self.loss_of(&mut arena, child..child + 1, loss, u32::MAX)?;
                report(arena.open[child].set.len());
            }
            report(rest);
            Ok((set.len() as u64) - u64::from(loss))
        };
        if self.job.threads > 1 {
            return cells.par_iter().with_max_len(1).map(wins).collect();
        }
        cells.iter().map(wins).collect()
    }

    fn known(&self, key: &Key) -> Loss {
        let entry = self.losses.get(key).map_or(0, |entry| *entry);
        if entry & 1 == 1 { Loss::Exactly(entry >> 1) } else { Loss::AtLeast(entry >> 1) }
    }

    fn check_limits(&self) -> Result<(), Error> {
        self.meter.check_limits(0)
    }

    fn key(&self, set: &[Placement]) -> Key {
        let (union, common) = fold(set);
        self.symmetries.key(self.field, set[0].mines, union, union & !common)
    }

    /// Returns the minimum number of placements of a set that are lost, if it is less than `enough`; otherwise
    /// a lower bound that is at least `enough`.
    fn loss(
        &self,
        arena: &mut SplitArena<'_>,
        set: Range<usize>,
        key: Key,
        enough: u32,
    ) -> Result<u32, Error> {
        match self.known(&key) {
            Loss::Exactly(loss) => return Ok(loss),
            Loss::AtLeast(loss) if loss >= enough => return Ok(loss),
            Loss::AtLeast(_) => {}
        }
        if self.meter.count().is_multiple_of(POLL_INTERVAL as u64) {
            self.check_limits()?;
            self.save()?;
        }
        let (sets, open) = (arena.sets.len(), arena.open.len());
        let loss = self.least_loss(arena, set, enough)?;
        arena.sets.truncate(sets);
        arena.open.truncate(open);
        let entry = loss << 1 | u32::from(loss < enough);
        // Another thread may have proved a better bound in the meantime.
        let mut known = self.losses.entry(key).or_insert(entry);
        if *known & 1 == 0 {
            *known = if entry & 1 == 1 { entry } else { entry.max(*known) };
        }
        Ok(loss)
    }

    fn least_loss(&self, arena: &mut SplitArena<'_>, set: Range<usize>, enough: u32) -> Result<u32, Error> {
        let placements = &arena.sets[set.clone()];
        let (union, common) = fold(placements);
        let undecided = union & !common;
        let opened = self.field.whole() & !union;
        let bound = Bound::of(placements);
        let key = (set.len() >= LARGE)
            .then(|| Key::unturned(self.field, placements[0].mines, union, undecided))
            .filter(|_| self.job.store.is_some());
        let saved = |cell| {
            let (Loss::Exactly(loss) | Loss::AtLeast(loss)) = self.known(&key?.opening(cell));
            Some(loss)
        };
        let choice = |cell| {
            let bound = bound.at(cell).max(saved(cell).unwrap_or(0));
            CellChoice { bound, cell, state: ChoiceState::Bounded }
        };
        let mut choices: Vec<CellChoice> = bits(undecided).map(choice).collect();
        if self.among == AllowedCells::Lowest {
            let risks = CellCounts::of(placements.iter().map(|placement| placement.mines));
            let lowest = risks.least(undecided);
            choices.retain(|choice| risks.at(choice.cell) == lowest);
        }
        let found = self.examine(arena, set, opened, &mut choices, enough);
        if let (Err(_), Some(key)) = (&found, key) {
            choices.iter().for_each(|choice| {
                self.losses.insert(key.opening(choice.cell), choice.bound << 1);
            });
        }
        found
    }

    /// Examines the cell with the least bound first, and each cell only until it is ruled out. Returns the least loss, as
    /// [`loss`](Self::loss) does. `opened` is the mask of the open cells.
    fn examine(
        &self,
        arena: &mut SplitArena<'_>,
        set: Range<usize>,
        opened: u64,
        choices: &mut [CellChoice],
        enough: u32,
    ) -> Result<u32, Error> {
        let mut best = u32::MAX;
        let is_open = |choice: &&mut CellChoice| !matches!(choice.state, ChoiceState::Done);
        while let Some(choice) = choices.iter_mut().filter(is_open).min_by_key(|choice| choice.bound) {
            if choice.bound >= best || choice.bound >= enough {
                best = best.min(choice.bound);
                break;
            }
            let state = std::mem::replace(&mut choice.state, ChoiceState::Done);
            let (bound, state) = match state {
                ChoiceState::Bounded => {
                    let begun = arena.open.len();
                    let lost = arena.open(self.field, set.clone(), choice.cell, opened)?;
                    let least: u32 = arena.open[begun..].iter().map(|set| set.least).sum();
                    let least = lost + least;
                    (least, ChoiceState::Split(begun..arena.open.len(), least))
                }
                ChoiceState::Split(children, least) => self.look_up(arena, children, least),
                ChoiceState::Known(children, least) => {
                    let loss = self.loss_of(arena, children, least, enough.min(best))?;
                    best = best.min(loss);
                    (loss, ChoiceState::Done)
                }
                ChoiceState::Done => break,
            };
            (choice.bound, choice.state) = (bound.max(choice.bound), state);
        }
        Ok(best)
    }

    /// Improves the bound of a choice with entries of the table, and drops the sets whose loss is exactly
    /// known.
    fn look_up(
        &self,
        arena: &mut SplitArena<'_>,
        children: Range<usize>,
        mut bound: u32,
    ) -> (u32, ChoiceState) {
        let SplitArena { sets, open, .. } = arena;
        let mut end = children.start;
        for index in children.clone() {
            let child = &mut open[index];
            let key = self.key(&sets[child.set.clone()]);
            child.key = Some(key);
            let known = self.known(&key);
            let (Loss::Exactly(loss) | Loss::AtLeast(loss)) = known;
            let loss = loss.max(child.least);
            bound += loss - child.least;
            child.least = loss;
            if matches!(known, Loss::AtLeast(_)) {
                open.swap(index, end);
                end += 1;
            }
        }
        // The smallest set comes first: a little work may already rule out the cell.
        order::sort_by_number(&mut open[children.start..end], |child| child.set.len() as u32);
        (bound, ChoiceState::Known(children.start..end, bound))
    }

    /// Returns the loss of a choice that leads to `children`. `least` is a lower bound; a result of at least
    /// `enough` is only a lower bound.
    fn loss_of(
        &self,
        arena: &mut SplitArena<'_>,
        children: Range<usize>,
        least: u32,
        enough: u32,
    ) -> Result<u32, Error> {
        let mut loss = least;
        for index in children {
            let OpenSet { set, least, key } = arena.open[index].clone();
            let key = key.unwrap_or_else(|| self.key(&arena.sets[set.clone()]));
            let found = self.loss(arena, set, key, least.saturating_add(enough - loss))?;
            loss += found - least;
            if loss >= enough {
                break;
            }
        }
        Ok(loss)
    }
}
