//! The islands of a position: single clues settle cells first, and the rest splits into components that share
//! no clue.

use super::elimination::{Constraints, EliminatedIsland, EliminationError, SharedCells, is_consistent};
use super::elimination_order::order;
use super::risk::RiskError;
use super::system::{Clue, Contradiction, Group, System};
use crate::model::order::{sort, sort_indices};
use crate::model::{Job, Progress};

/// A system split into islands.
#[derive(Debug)]
pub(super) struct SplitSystem {
    /// For each hidden cell, whether it is a mine, if single clues decide it.
    pub(super) settled: Vec<Option<bool>>,
    pub(super) islands: Vec<CountedIsland>,
}

/// An island and its counted placements.
#[derive(Debug)]
pub(super) struct CountedIsland {
    /// The clues, as indices into the system.
    pub(super) clues: Vec<usize>,
    /// The groups of cells that the same clues count.
    pub(super) groups: Vec<Group>,
    pub(super) counted: EliminatedIsland,
}

/// Splits a system into islands and counts the placements of each island.
///
/// # Errors
/// Returns the clue at which a contradiction appeared, or the reason an island was not counted.
pub(super) fn split(
    system: &System,
    job: &Job<'_>,
    progress: &mut Progress,
) -> Result<SplitSystem, RiskError> {
    let all: Vec<usize> = (0..system.clues.len()).collect();
    let place = |clue: usize| system.clues[clue].at;
    let (settled, open) = settle(system, &all).map_err(|clue| Contradiction::Clues(vec![place(clue)]))?;
    let mut counted_islands = Vec::new();
    for (clues, groups) in islands(system, &all, &settled, &open) {
        let constraints = constraints_of(&clues, &groups, &open);
        let order = order(&constraints);
        let counted = EliminatedIsland::new(constraints, &order, job, progress)
            .map_err(|why| elimination_error(why, |clue| place(clues[clue])))?;
        counted_islands.push(CountedIsland { clues, groups, counted });
    }
    Ok(SplitSystem { settled, islands: counted_islands })
}

/// Converts an elimination error. `place` returns the cell that shows a clue of the island.
fn elimination_error(why: EliminationError, place: impl Fn(usize) -> usize) -> RiskError {
    match why {
        EliminationError::Contradiction(clue) => Contradiction::Clues(vec![place(clue)]).into(),
        EliminationError::Wide(clues) => RiskError::Entangled(clues),
        EliminationError::Stopped(error) => RiskError::Engine(error),
    }
}

/// Returns the islands of the given clues after single clues have settled cells, each with its clues and
/// groups.
fn islands(
    system: &System,
    clues: &[usize],
    settled: &[Option<bool>],
    open: &[(u32, u32)],
) -> Vec<(Vec<usize>, Vec<Group>)> {
    let mut clues: Vec<usize> = clues.iter().copied().filter(|&clue| open[clue].1 > 0).collect();
    sort_indices(&mut clues);
    let groups = system.groups(clues.iter().copied(), |cell| settled[cell].is_none());
    components(system.clues.len(), &clues, groups)
}

/// The cells that single clues settle, and for each clue the mines and cells that are still open around it.
type SettledCells = (Vec<Option<bool>>, Vec<(u32, u32)>);

/// Settles the cells around clues that leave no choice, until no such clue is left. Returns the clue of a
/// contradiction as an error.
fn settle(system: &System, clues: &[usize]) -> Result<SettledCells, usize> {
    let mut cells = vec![None; system.hidden.len()];
    let mut open: Vec<(u32, u32)> = system.clues.iter().map(Clue::open).collect();
    let of = system.clues_of_cells(clues.iter().copied());
    let mut queue = clues.to_vec();
    while let Some(clue) = queue.pop() {
        let (mines, free) = open[clue];
        if mines > free {
            return Err(clue);
        }
        if free == 0 || (mines > 0 && mines < free) {
            continue;
        }
        for &cell in &system.clues[clue].cells {
            if cells[cell as usize].is_some() {
                continue;
            }
            cells[cell as usize] = Some(mines > 0);
            for &other in &of[cell as usize] {
                let (left, room) = &mut open[other as usize];
                *room -= 1;
                if mines > 0 {
                    *left = left.checked_sub(1).ok_or(other as usize)?;
                }
                queue.push(other as usize);
            }
        }
    }
    Ok((cells, open))
}

/// Returns the connected components of clues and groups, in order of their first cells.
fn components(number: usize, clues: &[usize], groups: Vec<Group>) -> Vec<(Vec<usize>, Vec<Group>)> {
    let mut parent: Vec<usize> = (0..number).collect();
    fn root(parent: &mut [usize], mut clue: usize) -> usize {
        while parent[clue] != clue {
            parent[clue] = parent[parent[clue]];
            clue = parent[clue];
        }
        clue
    }
    for group in &groups {
        let first = root(&mut parent, group.clues[0] as usize);
        for &clue in &group.clues[1..] {
            let other = root(&mut parent, clue as usize);
            parent[other] = first;
        }
    }
    let mut place = vec![usize::MAX; number];
    let mut parts: Vec<(Vec<usize>, Vec<Group>)> = Vec::new();
    for group in groups {
        let root = root(&mut parent, group.clues[0] as usize);
        if place[root] == usize::MAX {
            place[root] = parts.len();
            parts.push((Vec::new(), Vec::new()));
        }
        parts[place[root]].1.push(group);
    }
    for &clue in clues {
        let root = root(&mut parent, clue);
        parts[place[root]].0.push(clue);
    }
    parts
}

/// Returns the constraints of an island. Groups with one clue become its `alone` cells; the others are
/// shared, in order.
fn constraints_of(clues: &[usize], groups: &[Group], open: &[(u32, u32)]) -> Constraints {
    let sums: Vec<u32> = clues.iter().map(|&clue| open[clue].0).collect();
    let mut constraints = Constraints { alone: vec![0; sums.len()], sums, shared: Vec::new() };
    for group in groups {
        let size = group.cells.len() as u32;
        let of: Vec<usize> = group.clues.iter().map(|&clue| place_of(clues, clue)).collect();
        match of[..] {
            [clue] => constraints.alone[clue] = size,
            _ => constraints.shared.push(SharedCells { size, clues: of }),
        }
    }
    constraints
}

/// Returns the index within an island of a clue that is an index into the system.
pub(super) fn place_of(clues: &[usize], clue: u32) -> usize {
    clues.binary_search(&(clue as usize)).expect("the clue is on the island")
}

/// Returns the cells of a minimal set of contradicting clues near `clue`: if any clue is removed, the others are
/// consistent.
///
/// Clues at increasing distances are added until they contradict each other. QuickXplain (Junker 2004) then
/// finds a minimal contradiction that prefers clues near `clue`. It needs about `2k log(n / k)` checks to
/// find `k` of `n` clues. A check costs as much as an elimination of the clues that it includes.
pub(super) fn contradiction(system: &System, clue: usize, job: &Job<'_>) -> Result<Contradiction, RiskError> {
    let near = by_distance(system, clue);
    let all: Vec<usize> = (0..near.len()).collect();
    let mut number = 1;
    let kept = loop {
        let nearest = system.only(&near[..number]);
        let checks = ConsistencyChecks { system: &nearest, ranks: ranks(&nearest), job };
        if number == near.len() || !checks.holds(&all[..number])? {
            break checks.needed(&[], false, &all[..number])?;
        }
        number = (2 * number).min(near.len());
    };
    let mut places: Vec<usize> = kept.into_iter().map(|clue| system.clues[near[clue]].at).collect();
    sort_indices(&mut places);
    Ok(Contradiction::Clues(places))
}

/// Consistency checks of subsets of the clues of a system.
struct ConsistencyChecks<'a> {
    system: &'a System,
    /// The position of each clue in the order of elimination.
    ranks: Vec<usize>,
    job: &'a Job<'a>,
}

impl ConsistencyChecks<'_> {
    /// Returns the part of `clues`, preferring the first ones, that a minimal contradiction needs in addition
    /// to `taken`. `has_grown` is `true` if `taken` may have become contradictory since its last check.
    /// `taken` and `clues` together must be contradictory.
    fn needed(&self, taken: &[usize], has_grown: bool, clues: &[usize]) -> Result<Vec<usize>, RiskError> {
        if has_grown && !self.holds(taken)? {
            return Ok(Vec::new());
        }
        if clues.len() == 1 {
            return Ok(clues.to_vec());
        }
        let (near, far) = clues.split_at(clues.len() / 2);
        let far = self.needed(&[taken, near].concat(), true, far)?;
        let near = self.needed(&[taken, &far].concat(), !far.is_empty(), near)?;
        Ok([near, far].concat())
    }

    /// Returns `true` if a placement satisfies the given clues.
    fn holds(&self, clues: &[usize]) -> Result<bool, RiskError> {
        let Ok((settled, open)) = settle(self.system, clues) else { return Ok(false) };
        for (clues, groups) in islands(self.system, clues, &settled, &open) {
            let mut order: Vec<usize> = (0..clues.len()).collect();
            sort(&mut order, |&one, &other| self.ranks[clues[one]].cmp(&self.ranks[clues[other]]));
            let place = |clue: usize| self.system.clues[clues[clue]].at;
            let constraints = constraints_of(&clues, &groups, &open);
            if !is_consistent(constraints, &order, self.job).map_err(|why| elimination_error(why, place))? {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

/// Returns the position of each clue in an order of elimination that suits any subset of the clues.
fn ranks(system: &System) -> Vec<usize> {
    let all: Vec<usize> = (0..system.clues.len()).collect();
    let open: Vec<(u32, u32)> = system.clues.iter().map(Clue::open).collect();
    let mut ranks = vec![0; all.len()];
    for (clues, groups) in islands(system, &all, &vec![None; system.hidden.len()], &open) {
        for (rank, clue) in order(&constraints_of(&clues, &groups, &open)).into_iter().enumerate() {
            ranks[clues[clue]] = rank;
        }
    }
    ranks
}

/// Returns all clues connected to `clue`, the nearest first.
fn by_distance(system: &System, clue: usize) -> Vec<usize> {
    let of = system.clues_of_cells(0..system.clues.len());
    let mut seen = vec![false; system.clues.len()];
    seen[clue] = true;
    let mut near = vec![clue];
    let mut next = 0;
    while let Some(&clue) = near.get(next) {
        next += 1;
        for &cell in &system.clues[clue].cells {
            for other in of[cell as usize].iter().map(|&other| other as usize) {
                if !seen[other] {
                    seen[other] = true;
                    near.push(other);
                }
            }
        }
    }
    near
}
