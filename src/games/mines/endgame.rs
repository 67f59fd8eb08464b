//! The optimal cell if few placements are left, on a board of any size.
//!
//! The solver of small boards ([`super::best`]) uses masks of 64 cells of a rectangle, and is faster. This one supports
//! 128 undecided cells anywhere on a board. A simulated player stops the search at [`SearchLimits::SMALL`]; an analysis of one
//! position stops it at the limits of its job.

use super::grid::CellGrid;
use super::prior::MinePrior;
use super::risk::Risk;
use super::system::{Clue, FixedHasher, System};
use crate::exact::{Integer, Natural, Rational, ratio};
use crate::model::{Error, Job, Progress, order};
use std::collections::HashMap;
use std::ops::{AddAssign, SubAssign};

/// The largest number of undecided cells: the bits of a mask.
pub(super) const MAX_CELLS: usize = 128;

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

    /// The limits of a job. The number of placements is limited too, because each has a number of 16 bits.
    pub(super) fn of_job(job: &'a Job<'a>) -> Self {
        Self { placements: u16::MAX, steps: usize::MAX, positions: usize::MAX, job: Some(job) }
    }

    /// Checks the limits of the job at intervals.
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

/// A sum of weights of placements.
trait WeightSum: Clone + Default + Ord + for<'a> AddAssign<&'a Self> + for<'a> SubAssign<&'a Self> {}

impl<W: Clone + Default + Ord + for<'a> AddAssign<&'a W> + for<'a> SubAssign<&'a W>> WeightSum for W {}

/// Returns the cell that maximizes the number of placements won, or `None` if the search exceeds [`SearchLimits::SMALL`].
///
/// All hidden cells must be undecided: the caller opens certainly safe cells and marks certain mines first.
pub(super) fn best(grid: CellGrid, system: &System, risk: &Risk) -> Option<usize> {
    let hidden = MinePrior::Exact(system.mines);
    let (mut search, all) = search((grid, system), (risk, &hidden), SearchLimits::SMALL, |_| 1u32).ok()?;
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
    let hidden = MinePrior::Exact(system.mines);
    search((grid, system), (risk, &hidden), limits, |_| 1u32)?.0.after_each(&system.hidden)
}

/// Returns, for each cell, the probability of winning by opening it and then playing optimally. `hidden` is the distribution of
/// the mines among the hidden cells. The game is won when every mine is identified, also if the number of mines is unknown.
///
/// # Errors
/// If a limit is exceeded.
pub(super) fn win_after(
    (grid, system): (CellGrid, &System),
    (risk, hidden): (&Risk, &MinePrior),
    limits: SearchLimits<'_>,
) -> Result<Vec<(usize, Rational)>, Exceeded> {
    let cells = system.hidden.len() as u32;
    match hidden {
        MinePrior::Density(density) => {
            let (mine, all) = (density.numer().magnitude(), density.denom().magnitude());
            let safe = all - mine;
            let weigh = |mines: u32| mine.pow(mines) * safe.pow(cells - mines);
            chances(search((grid, system), (risk, hidden), limits, weigh)?, &system.hidden)
        }
        _ => chances(search((grid, system), (risk, hidden), limits, |_| 1u32)?, &system.hidden),
    }
}

/// Returns the probability of winning after each cell.
fn chances<W: WeightSum + Into<Natural>>(
    (mut search, all): (Search<'_, W>, Vec<u16>),
    places: &[usize],
) -> Result<Vec<(usize, Rational)>, Exceeded> {
    let total = Integer::from(search.weight(&all).into());
    let chance = |(place, won): (usize, W)| (place, ratio(Integer::from(won.into()), total.clone()));
    Ok(search.after_each(places)?.into_iter().map(chance).collect())
}

/// Returns a search and the set of all placements. `weigh` returns the weight of a placement by its number of mines.
fn search<'a, W: WeightSum>(
    (grid, system): (CellGrid, &System),
    (risk, hidden): (&Risk, &MinePrior),
    limits: SearchLimits<'a>,
    weigh: impl Fn(u32) -> W,
) -> Result<(Search<'a, W>, Vec<u16>), Exceeded> {
    let places = &system.hidden;
    if *risk.placements() > Natural::from(limits.placements) || places.len() > MAX_CELLS {
        return Err(Exceeded::Limit);
    }
    let placements = Enumeration::all(system, hidden.range(places.len()), limits)?;
    assert_eq!(Natural::from(placements.len()), *risk.placements());
    let place = |place: usize| places.binary_search(&place).ok();
    let near: Vec<u128> = places.iter().map(|&cell| mask(grid.neighbours(cell).filter_map(place))).collect();
    let shown = |placement: &u128| {
        let number = |cell: usize| match placement >> cell & 1 {
            1 => MINE,
            _ => (placement & near[cell]).count_ones() as u8,
        };
        (0..places.len()).map(number).collect()
    };
    let weights = placements.iter().map(|placement| weigh(placement.count_ones())).collect();
    let shown = placements.iter().map(shown).collect();
    let search = Search { shown, weights, known: HashMap::default(), limits };
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
    /// The difference between the most and the fewest mines.
    slack: usize,
    found: Vec<u128>,
    steps: usize,
    limits: SearchLimits<'a>,
}

impl<'a> Enumeration<'a> {
    /// Returns all placements of at least `least` and at most `most` mines.
    fn all(
        system: &System,
        (least, most): (usize, usize),
        limits: SearchLimits<'a>,
    ) -> Result<Vec<u128>, Exceeded> {
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
        let mut enumeration = Self { clues, order, slack: most - least, found: Vec::new(), steps: 0, limits };
        enumeration.extend(0, 0, 0, most)?;
        Ok(enumeration.found)
    }

    /// Decides the cells from position `next` of the order, after the cells `done` with the mines `mined`. At most `left` mines
    /// remain.
    fn extend(&mut self, next: usize, mined: u128, done: u128, left: usize) -> Result<(), Exceeded> {
        self.steps += 1;
        if self.steps > self.limits.steps {
            return Err(Exceeded::Limit);
        }
        self.limits.tick(self.steps)?;
        if left > self.order.len() - next + self.slack {
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
                let placed = (around & mined).count_ones();
                placed <= mines && placed + (around & !(done | bit)).count_ones() >= mines
            };
            if mine <= left && self.order[next].1.iter().all(fits) {
                self.extend(next + 1, mined, done | bit, left - mine)?;
            }
        }
        Ok(())
    }
}

/// A search through sets of placements. A set alone represents a position: its open cells are the cells that
/// are safe and show the same number in all placements of the set.
struct Search<'a, W> {
    /// For each placement, the content of each cell.
    shown: Vec<Vec<u8>>,
    /// The weight of each placement.
    weights: Vec<W>,
    known: HashMap<Vec<u16>, W, FixedHasher>,
    limits: SearchLimits<'a>,
}

impl<W: WeightSum> Search<'_, W> {
    /// Returns the weight of a set.
    fn weight(&self, set: &[u16]) -> W {
        let mut weight = W::default();
        set.iter().for_each(|&placement| weight += &self.weights[usize::from(placement)]);
        weight
    }

    /// Returns, for each cell, the weight of all placements that can be won after opening it. `places` has the index of each
    /// cell on the board.
    fn after_each(&mut self, places: &[usize]) -> Result<Vec<(usize, W)>, Exceeded> {
        let all: Vec<u16> = (0..self.shown.len() as u16).collect();
        let won = |(cell, &place)| Ok((place, self.after(&all, cell, &W::default())?));
        places.iter().enumerate().map(won).collect()
    }

    /// Returns the largest weight of placements of a set that can be won, and the cell to open, which is
    /// `None` if the placement is known.
    fn best(&mut self, set: &[u16]) -> Result<(W, Option<usize>), Exceeded> {
        let all = self.weight(set);
        if set.len() == 1 {
            return Ok((all, None));
        }
        let cells = self.shown[0].len();
        let mut candidates = Vec::with_capacity(cells);
        for cell in 0..cells {
            let first = self.shown[usize::from(set[0])][cell];
            let (mut mines, mut varied) = (0, false);
            let mut mined = W::default();
            for &placement in set {
                let shown = self.shown[usize::from(placement)][cell];
                if shown == MINE {
                    mines += 1;
                    mined += &self.weights[usize::from(placement)];
                }
                varied |= shown != first;
            }
            if mines == 0 && varied {
                // A safe cell that gives information.
                return Ok((self.after(set, cell, &W::default())?, Some(cell)));
            }
            if mines > 0 && mines < set.len() {
                candidates.push((mined, cell));
            }
        }
        order::sort(&mut candidates, Ord::cmp);
        let mut best = (W::default(), None);
        for (mined, cell) in candidates {
            let mut safe = all.clone();
            safe -= &mined;
            if safe <= best.0 {
                break;
            }
            let won = self.after(set, cell, &best.0)?;
            if best.1.is_none() || won > best.0 {
                best = (won, Some(cell));
            }
        }
        Ok(best)
    }

    /// Returns the weight of placements that can be won after opening `cell`. If it cannot exceed
    /// `beaten`, the result is some bound up to `beaten`.
    fn after(&mut self, set: &[u16], cell: usize, beaten: &W) -> Result<W, Exceeded> {
        let mut classes: [Vec<u16>; 9] = Default::default();
        // The greatest weight that can be won.
        let mut won = W::default();
        for &placement in set {
            let shown = self.shown[usize::from(placement)][cell];
            if shown != MINE {
                classes[usize::from(shown)].push(placement);
                won += &self.weights[usize::from(placement)];
            }
        }
        for class in classes.into_iter().filter(|class| !class.is_empty()) {
            if won <= *beaten {
                break;
            }
            won -= &self.weight(&class);
            won += &match self.known.get(&class) {
                Some(known) => known.clone(),
                None => {
                    let found = self.best(&class)?.0;
                    if self.known.len() == self.limits.positions {
                        return Err(Exceeded::Limit);
                    }
                    self.limits.tick(self.known.len())?;
                    self.known.insert(class, found.clone());
                    found
                }
            };
        }
        Ok(won)
    }
}
