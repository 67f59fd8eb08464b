//! The optimal cell if few placements are left, on a board of any size.
//!
//! The solver of small boards ([`super::best`]) uses masks of 64 cells of a rectangle. It does not support
//! 128 cells scattered over a large board, and has no work limit after which it gives up.

use super::grid::CellGrid;
use super::risk::Risk;
use super::system::{Clue, Hasher, System};
use crate::exact::Natural;
use std::collections::HashMap;

/// The largest number of placements that are solved.
const MOST_PLACEMENTS: u32 = 400;

/// The largest number of undecided cells: the bits of a mask.
const MOST_CELLS: usize = 128;

/// The limits of steps of the enumeration and of positions of the search.
const MOST_STEPS: usize = 200_000;
const MOST_POSITIONS: usize = 40_000;

/// The content of a cell that is a mine.
const MINE: u8 = u8::MAX;

/// Returns the cell that maximizes the number of placements won, or `None` if that exceeds the limits.
///
/// No cell may be certain: such cells are opened or marked first.
pub(super) fn best(grid: CellGrid, system: &System, risk: &Risk) -> Option<usize> {
    let (mut search, all) = search(grid, system, risk)?;
    search.best(&all)?.1.map(|cell| system.hidden[cell])
}

/// Returns, for each cell, the number of placements that are won by opening it and then playing optimally, or `None` if that
/// exceeds the limits.
///
/// No cell may be certain.
pub(super) fn won_after(grid: CellGrid, system: &System, risk: &Risk) -> Option<Vec<(usize, u32)>> {
    let (mut search, all) = search(grid, system, risk)?;
    let won = |(cell, &place): (usize, &usize)| Some((place, search.after(&all, cell, 0)?));
    system.hidden.iter().enumerate().map(won).collect()
}

/// Returns a search and the set of all placements, or `None` if they exceed the limits.
fn search(grid: CellGrid, system: &System, risk: &Risk) -> Option<(Search, Vec<u16>)> {
    let places = &system.hidden;
    if *risk.placements() > Natural::from(MOST_PLACEMENTS) || places.len() > MOST_CELLS {
        return None;
    }
    let placements = Enumeration::all(system)?;
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
    let search = Search { shown: placements.iter().map(shown).collect(), known: HashMap::default() };
    Some((search, (0..placements.len() as u16).collect()))
}

fn mask(cells: impl Iterator<Item = usize>) -> u128 {
    cells.fold(0, |mask, cell| mask | 1 << cell)
}

/// The enumeration of placements, cell by cell, clue after clue.
struct Enumeration {
    /// For each clue, the cells it counts and the mines among them.
    clues: Vec<(u128, u32)>,
    /// The cells in order, each with the clues that count it.
    order: Vec<(usize, Vec<usize>)>,
    found: Vec<u128>,
    steps: usize,
}

impl Enumeration {
    /// Returns all placements, or `None` if that takes too many steps.
    fn all(system: &System) -> Option<Vec<u128>> {
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
        let mut laid = Self { clues, order, found: Vec::new(), steps: 0 };
        laid.lay(0, 0, 0, system.mines)?;
        Some(laid.found)
    }

    fn lay(&mut self, next: usize, mined: u128, done: u128, left: usize) -> Option<()> {
        self.steps += 1;
        if self.steps > MOST_STEPS || left > self.order.len() - next {
            return (self.steps <= MOST_STEPS).then_some(());
        }
        let Some((cell, _)) = self.order.get(next) else {
            self.found.push(mined);
            return Some(());
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
        Some(())
    }
}

/// A search through sets of placements. A set alone represents a position: its open cells are the cells that
/// are safe and show the same number in all placements of the set.
struct Search {
    /// For each placement, the content of each cell.
    shown: Vec<Vec<u8>>,
    known: HashMap<Vec<u16>, u32, Hasher>,
}

impl Search {
    /// Returns the largest number of placements of a set that can be won, and the cell to open, which is
    /// `None` if the placement is known. Returns `None` if the search exceeds its limit.
    fn best(&mut self, set: &[u16]) -> Option<(u32, Option<usize>)> {
        let number = set.len() as u32;
        if number == 1 {
            return Some((1, None));
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
                return Some((self.after(set, cell, 0)?, Some(cell)));
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
        Some(best)
    }

    /// Returns the number of placements that can be won after opening `cell`, or less if it cannot exceed
    /// `beaten`.
    fn after(&mut self, set: &[u16], cell: usize, beaten: u32) -> Option<u32> {
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
                    if self.known.len() == MOST_POSITIONS {
                        return None;
                    }
                    self.known.insert(class, found);
                    found
                }
            };
        }
        Some(won)
    }
}
