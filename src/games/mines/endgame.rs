//! The optimal cell if few placements are left, on a board of any size.
//!
//! The solver of small boards ([`super::best`]) uses masks of 64 cells of a rectangle, and is faster. This one supports
//! 128 undecided cells anywhere on a board. A player gives up after [`SearchLimits::SMALL`]; an analysis of one position stops at the
//! limits of its job.

use super::grid::CellGrid;
use super::risk::Risk;
use super::system::{Clue, Hasher, System};
use crate::exact::Natural;
use crate::model::{Error, Job, Progress};
use std::collections::HashMap;

/// The largest number of undecided cells: the bits of a mask.
pub(super) const MOST_CELLS: usize = 128;

/// The limits of a search.
#[derive(Clone, Copy)]
pub(super) struct SearchLimits<'a> {
    /// The largest number of placements.
    placements: u16,
    /// The largest number of steps of the enumeration.
    steps: usize,
    /// The largest number of positions of the search.
    positions: usize,
    /// The job whose limits also apply.
    job: Option<&'a Job<'a>>,
}

impl<'a> SearchLimits<'a> {
    /// Limits that take a fraction of a second, for one move of many.
    pub(super) const SMALL: Self =
        SearchLimits { placements: 400, steps: 200_000, positions: 40_000, job: None };

    /// The limits of a job, and the largest number of placements that have a number.
    pub(super) fn of_job(job: &'a Job<'a>) -> Self {
        Self { placements: u16::MAX, steps: usize::MAX, positions: usize::MAX, job: Some(job) }
    }

    /// Checks the limits of the job now and then.
    fn tick(&self, step: usize) -> Result<(), Exceeded> {
        let tick = |job: &Job<'_>| job.tick_at(step, Progress { layer: 0, states: step as u64 });
        self.job.map_or(Ok(()), tick).map_err(Exceeded::Stopped)
    }
}

/// The reason why a search has no result.
pub(super) enum Exceeded {
    /// A limit of the search is exceeded.
    Limit,
    /// The job was stopped.
    Stopped(Error),
}

/// The content of a cell that is a mine.
const MINE: u8 = u8::MAX;

/// Returns the cell that maximizes the number of placements won, or `None` if that exceeds [`SearchLimits::SMALL`].
///
/// No cell may be certain: such cells are opened or marked first.
pub(super) fn best(grid: CellGrid, system: &System, risk: &Risk) -> Option<usize> {
    let (mut search, all) = search(grid, system, risk, SearchLimits::SMALL).ok()?;
    search.best(&all).ok()?.1.map(|cell| system.hidden[cell])
}

/// Returns, for each cell, the number of placements that are won by opening it and then playing optimally.
///
/// # Errors
/// If a limit is exceeded.
pub(super) fn won_after(
    grid: CellGrid,
    system: &System,
    risk: &Risk,
    limits: SearchLimits<'_>,
) -> Result<Vec<(usize, u32)>, Exceeded> {
    let (mut search, all) = search(grid, system, risk, limits)?;
    let won = |(cell, &place): (usize, &usize)| Ok((place, search.after(&all, cell, 0)?));
    system.hidden.iter().enumerate().map(won).collect()
}

/// Returns a search and the set of all placements.
fn search<'a>(
    grid: CellGrid,
    system: &System,
    risk: &Risk,
    limits: SearchLimits<'a>,
) -> Result<(Search<'a>, Vec<u16>), Exceeded> {
    let places = &system.hidden;
    if *risk.placements() > Natural::from(limits.placements) || places.len() > MOST_CELLS {
        return Err(Exceeded::Limit);
    }
    let placements = Enumeration::all(system, limits)?;
    assert_eq!(Natural::from(placements.len()), *risk.placements());
    let hidden = |place: usize| places.binary_search(&place).ok();
    let near: Vec<u128> =
        places.iter().map(|&place| mask(grid.neighbours(place).filter_map(hidden))).collect();
    let shown = |placement: &u128| {
        let number = |cell: usize| match placement >> cell & 1 {
            1 => MINE,
            _ => (placement & near[cell]).count_ones() as u8,
        };
        (0..places.len()).map(number).collect()
    };
    let shown = placements.iter().map(shown).collect();
    let search = Search { shown, known: HashMap::default(), limits };
    Ok((search, (0..placements.len() as u16).collect()))
}

fn mask(cells: impl Iterator<Item = usize>) -> u128 {
    cells.fold(0, |mask, cell| mask | 1 << cell)
}

/// The enumeration of placements, cell by cell, clue after clue.
struct Enumeration<'a> {
    /// For each clue, the cells it counts and the mines among them.
    clues: Vec<(u128, u32)>,
    /// The cells in order, each with the clues that count it.
    order: Vec<(usize, Vec<usize>)>,
    found: Vec<u128>,
    steps: usize,
    limits: SearchLimits<'a>,
}

impl<'a> Enumeration<'a> {
    /// Returns all placements.
    fn all(system: &System, limits: SearchLimits<'a>) -> Result<Vec<u128>, Exceeded> {
        let clue = |clue: &Clue| (mask(clue.cells.iter().map(|&cell| cell as usize)), clue.mines);
        let clues: Vec<(u128, u32)> = system.clues.iter().map(clue).collect();
        let cells = 0..system.hidden.len();
        let mut order = Vec::new();
        let mut listed: u128 = 0;
        let mut open: Vec<u128> = clues.iter().map(|clue| clue.0).collect();
        // The clue with the fewest unlisted cells comes next.
        while let Some((index, _)) = open
            .iter()
            .enumerate()
            .map(|(index, around)| (index, (around & !listed).count_ones()))
            .min_by_key(|c| c.1)
        {
            let around = open.swap_remove(index) & !listed;
            listed |= around;
            order.extend(cells.clone().filter(|cell| around >> cell & 1 == 1));
        }
        order.extend(cells.filter(|cell| listed >> cell & 1 == 0));
        let counting =
            |cell: usize| (0..clues.len()).filter(|&clue| clues[clue].0 >> cell & 1 == 1).collect();
        let order: Vec<(usize, Vec<usize>)> = order.into_iter().map(|cell| (cell, counting(cell))).collect();
        let mut laid = Self { clues, order, found: Vec::new(), steps: 0, limits };
        laid.lay(0, 0, 0, system.mines)?;
        Ok(laid.found)
    }

    fn lay(&mut self, next: usize, mined: u128, done: u128, left: usize) -> Result<(), Exceeded> {
        self.steps += 1;
        if self.steps > self.limits.steps {
            return Err(Exceeded::Limit);
        }
        self.limits.tick(self.steps)?;
        if left > self.order.len() - next {
            return Ok(());
        }
        let Some((cell, _)) = self.order.get(next) else {
            self.found.push(mined);
            return Ok(());
        };
        let bit = 1 << *cell;
        for mined in [mined, mined | bit] {
            let mine = usize::from(mined & bit != 0);
            let fits = |clue: &usize| {
                let (around, mines) = self.clues[*clue];
                let laid = (around & mined).count_ones();
                laid <= mines && laid + (around & !(done | bit)).count_ones() >= mines
            };
            if mine <= left && self.order[next].1.iter().all(fits) {
                self.lay(next + 1, mined, done | bit, left - mine)?;
            }
        }
        Ok(())
    }
}

/// A search through sets of placements. A set alone represents a position: its open cells are the cells that
/// are safe and show the same number in all placements of the set.
struct Search<'a> {
    /// For each placement, the content of each cell.
    shown: Vec<Vec<u8>>,
    known: HashMap<Vec<u16>, u32, Hasher>,
    limits: SearchLimits<'a>,
}

impl Search<'_> {
    /// Returns the largest number of placements of a set that can be won, and the cell to open, which is
    /// `None` if the placement is known.
    fn best(&mut self, set: &[u16]) -> Result<(u32, Option<usize>), Exceeded> {
        let number = set.len() as u32;
        if number == 1 {
            return Ok((1, None));
        }
        let cells = self.shown[0].len();
        let mut candidates = Vec::with_capacity(cells);
        for cell in 0..cells {
            let first = self.shown[usize::from(set[0])][cell];
            let (mut mined, mut varied) = (0, false);
            for &placement in set {
                let shown = self.shown[usize::from(placement)][cell];
                mined += u32::from(shown == MINE);
                varied |= shown != first;
            }
            if mined == 0 && varied {
                // A safe cell that gives information.
                return Ok((self.after(set, cell, 0)?, Some(cell)));
            }
            if mined > 0 && mined < number {
                candidates.push((mined, cell));
            }
        }
        candidates.sort_unstable();
        let mut best = (0, None);
        for (mined, cell) in candidates {
            if number - mined <= best.0 {
                break;
            }
            let won = self.after(set, cell, best.0)?;
            if best.1.is_none() || won > best.0 {
                best = (won, Some(cell));
            }
        }
        Ok(best)
    }

    /// Returns the number of placements that can be won after opening `cell`, or less if it cannot exceed
    /// `beaten`.
    fn after(&mut self, set: &[u16], cell: usize, beaten: u32) -> Result<u32, Exceeded> {
        let mut classes: [Vec<u16>; 9] = Default::default();
        let mut left = 0;
        for &placement in set {
            let shown = self.shown[usize::from(placement)][cell];
            if shown != MINE {
                classes[usize::from(shown)].push(placement);
                left += 1;
            }
        }
        let mut won = 0;
        for class in classes.into_iter().filter(|class| !class.is_empty()) {
            if won + left <= beaten {
                break;
            }
            left -= class.len() as u32;
            won += match self.known.get(&class) {
                Some(&known) => known,
                None => {
                    let found = self.best(&class)?.0;
                    if self.known.len() == self.limits.positions {
                        return Err(Exceeded::Limit);
                    }
                    self.limits.tick(self.known.len())?;
                    self.known.insert(class, found);
                    found
                }
            };
        }
        Ok(won)
    }
}
