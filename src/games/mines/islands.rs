//! The islands of a position: what the numbers settle at once is taken out, and the rest falls apart into parts that
//! share no number.

use super::elimination::{Eliminated, Shared, Ties, Uncounted, is_consistent};
use super::order::order;
use super::risk::Unknown;
use super::system::{Clue, Contradiction, Group, System};
use crate::model::{Job, Progress};

/// A system, split.
#[derive(Debug)]
pub(super) struct Split {
    /// For each hidden cell whether it is a mine, where numbers say so one by one.
    pub(super) settled: Vec<Option<bool>>,
    pub(super) islands: Vec<CountedIsland>,
}

/// One island, counted.
#[derive(Debug)]
pub(super) struct CountedIsland {
    /// Its clues, as indices into the system.
    pub(super) clues: Vec<usize>,
    /// Its groups of cells.
    pub(super) groups: Vec<Group>,
    pub(super) counted: Eliminated,
}

/// Splits what the clues of a system say, and counts every island.
///
/// # Errors
/// With the place of the clue at which a contradiction showed; or why it was not counted.
pub(super) fn split(system: &System, job: &Job<'_>, progress: &mut Progress) -> Result<Split, Unknown> {
    let all: Vec<usize> = (0..system.clues.len()).collect();
    let place = |clue: usize| system.clues[clue].at;
    let (settled, open) = settle(system, &all).map_err(|clue| Contradiction::Clues(vec![place(clue)]))?;
    let mut counted_islands = Vec::new();
    for (clues, groups) in islands(system, &all, &settled, &open) {
        let ties = tied(&clues, &groups, &open);
        let order = order(&ties);
        let counted = Eliminated::new(ties, &order, job, progress)
            .map_err(|why| uncounted(why, |clue| place(clues[clue])))?;
        counted_islands.push(CountedIsland { clues, groups, counted });
    }
    Ok(Split { settled, islands: counted_islands })
}

/// Returns the reason for which an island is not counted; `place` returns where one of its clues is shown.
fn uncounted(why: Uncounted, place: impl Fn(usize) -> usize) -> Unknown {
    match why {
        Uncounted::Contradiction(clue) => Contradiction::Clues(vec![place(clue)]).into(),
        Uncounted::Wide(clues) => Unknown::Entangled(clues),
        Uncounted::Stopped(error) => Unknown::Engine(error),
    }
}

/// Returns the islands of some clues, each with its clues and its groups of cells, once single numbers have settled cells.
fn islands(
    system: &System,
    clues: &[usize],
    settled: &[Option<bool>],
    open: &[(u32, u32)],
) -> Vec<(Vec<usize>, Vec<Group>)> {
    let mut clues: Vec<usize> = clues.iter().copied().filter(|&clue| open[clue].1 > 0).collect();
    clues.sort_unstable();
    let groups = system.groups(clues.iter().copied(), |cell| settled[cell].is_none());
    components(system.clues.len(), &clues, groups)
}

/// The cells that single numbers settle, and for each clue the mines and the cells that are still open around it.
type Settled = (Vec<Option<bool>>, Vec<(u32, u32)>);

/// Settles the cells around numbers that leave no choice, as long as there are any.
fn settle(system: &System, clues: &[usize]) -> Result<Settled, usize> {
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

/// Clues and groups that hang together, in order of their first cells.
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

/// Returns an island of `clues`. Groups that one clue alone counts belong to it, the others are shared in their order.
fn tied(clues: &[usize], groups: &[Group], open: &[(u32, u32)]) -> Ties {
    let sums: Vec<u32> = clues.iter().map(|&clue| open[clue].0).collect();
    let mut ties = Ties { alone: vec![0; sums.len()], sums, shared: Vec::new() };
    for group in groups {
        let size = group.cells.len() as u32;
        let of: Vec<usize> = group.clues.iter().map(|&clue| place_of(clues, clue)).collect();
        match of[..] {
            [clue] => ties.alone[clue] = size,
            _ => ties.shared.push(Shared { size, clues: of }),
        }
    }
    ties
}

/// The place of a clue, as an index into the system, among those of an island.
pub(super) fn place_of(clues: &[usize], clue: u32) -> usize {
    clues.binary_search(&(clue as usize)).expect("the clue is on the island")
}

/// Returns the places of a few numbers around `clue` that contradict each other: none of them can be left out.
///
/// Numbers farther and farther away are taken together until they contradict each other. Of these, QuickXplain (Junker
/// 2004) finds a minimal contradiction that prefers numbers near `clue`. It needs about `2k log(n / k)` checks to find `k`
/// of `n` numbers; a check costs as much as an elimination of the numbers that it looks at.
pub(super) fn contradiction(system: &System, clue: usize, job: &Job<'_>) -> Result<Contradiction, Unknown> {
    let near = by_distance(system, clue);
    let all: Vec<usize> = (0..near.len()).collect();
    let mut number = 1;
    let kept = loop {
        let nearest = system.only(&near[..number]);
        let checks = Checks { system: &nearest, ranks: ranks(&nearest), job };
        if number == near.len() || !checks.holds(&all[..number])? {
            break checks.needed(&[], false, &all[..number])?;
        }
        number = (2 * number).min(near.len());
    };
    let mut places: Vec<usize> = kept.into_iter().map(|clue| system.clues[near[clue]].at).collect();
    places.sort_unstable();
    Ok(Contradiction::Clues(places))
}

/// The checks of some clues of a system.
struct Checks<'a> {
    system: &'a System,
    /// The place of each clue in the order of elimination.
    ranks: Vec<usize>,
    job: &'a Job<'a>,
}

impl Checks<'_> {
    /// Returns those of `clues`, the preferred ones first, that a minimal contradiction needs beside `taken`. `has_grown`
    /// says whether `taken` may have become contradictory since it was last checked. `taken` and `clues` together
    /// contradict each other.
    fn needed(&self, taken: &[usize], has_grown: bool, clues: &[usize]) -> Result<Vec<usize>, Unknown> {
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

    /// Returns whether a placement fits these clues.
    fn holds(&self, clues: &[usize]) -> Result<bool, Unknown> {
        let Ok((settled, open)) = settle(self.system, clues) else { return Ok(false) };
        for (clues, groups) in islands(self.system, clues, &settled, &open) {
            let mut order: Vec<usize> = (0..clues.len()).collect();
            order.sort_unstable_by_key(|&clue| self.ranks[clues[clue]]);
            let place = |clue: usize| self.system.clues[clues[clue]].at;
            let ties = tied(&clues, &groups, &open);
            if !is_consistent(ties, &order, self.job).map_err(|why| uncounted(why, place))? {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

/// Returns the place of each clue in an order of elimination that suits any part of the clues.
fn ranks(system: &System) -> Vec<usize> {
    let all: Vec<usize> = (0..system.clues.len()).collect();
    let open: Vec<(u32, u32)> = system.clues.iter().map(Clue::open).collect();
    let mut ranks = vec![0; all.len()];
    for (clues, groups) in islands(system, &all, &vec![None; system.hidden.len()], &open) {
        for (rank, clue) in order(&tied(&clues, &groups, &open)).into_iter().enumerate() {
            ranks[clues[clue]] = rank;
        }
    }
    ranks
}

/// All clues that hang together with `clue`, the nearest first.
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
