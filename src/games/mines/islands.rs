//! The islands of a position: what the numbers settle at once is taken out, and the rest falls apart into parts that
//! share no number.

use super::elimination::{Eliminated, Shared, Ties, Uncounted};
use super::order::order;
use super::risk::Unknown;
use super::system::{Contradiction, Group, System};
use crate::model::{Progress, Run};

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

/// Splits what the `clues` of a system say, and counts every island.
///
/// # Errors
/// With the place of the clue at which a contradiction showed; or why it was not counted.
pub(super) fn split(
    system: &System,
    clues: &[usize],
    run: &Run<'_>,
    progress: &mut Progress,
) -> Result<Split, Unknown> {
    let shown = |clue: usize| Contradiction::Clues(vec![system.clues[clue].at]);
    let (settled, open) = settle(system, clues).map_err(shown)?;
    let left = |clue: &&usize| open[**clue].1 > 0;
    let mut clues: Vec<usize> = clues.iter().filter(left).copied().collect();
    clues.sort_unstable();
    let groups = system.groups(clues.iter().copied(), |cell| settled[cell].is_none());
    let mut islands = Vec::new();
    for (clues, groups) in components(system.clues.len(), &clues, groups) {
        let sums = clues.iter().map(|&clue| open[clue].0).collect();
        let (ties, order) = tied(&clues, &groups, sums);
        let counted = Eliminated::new(ties, &order, run, progress).map_err(|why| match why {
            Uncounted::Contradiction(clue) => shown(clues[clue]).into(),
            Uncounted::Wide(clues) => Unknown::Entangled(clues),
            Uncounted::Stopped(error) => Unknown::Engine(error),
        })?;
        islands.push(CountedIsland { clues, groups, counted });
    }
    Ok(Split { settled, islands })
}

/// The cells that single numbers settle, and for each clue the mines and the cells that are still open around it.
type Settled = (Vec<Option<bool>>, Vec<(u32, u32)>);

/// Settles the cells around numbers that leave no choice, as long as there are any.
fn settle(system: &System, clues: &[usize]) -> Result<Settled, usize> {
    let mut cells = vec![None; system.hidden.len()];
    let mut open: Vec<(u32, u32)> =
        system.clues.iter().map(|clue| (clue.mines, clue.cells.len() as u32)).collect();
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

/// An island of `clues` with these numbers, and the order in which they are eliminated. Groups that one clue alone counts
/// belong to it, the others are shared in their order.
fn tied(clues: &[usize], groups: &[Group], sums: Vec<u32>) -> (Ties, Vec<usize>) {
    let mut ties = Ties { alone: vec![0; sums.len()], sums, shared: Vec::new() };
    for group in groups {
        let size = group.cells.len() as u32;
        let of: Vec<usize> = group.clues.iter().map(|&clue| place_of(clues, clue)).collect();
        match of[..] {
            [clue] => ties.alone[clue] = size,
            _ => ties.shared.push(Shared { size, clues: of }),
        }
    }
    let order = order(&ties);
    (ties, order)
}

/// The place of a clue, as an index into the system, among those of an island.
pub(super) fn place_of(clues: &[usize], clue: u32) -> usize {
    clues.binary_search(&(clue as usize)).expect("the clue is on the island")
}

/// The places of a few numbers around `clue` that contradict each other: none of them can be left out.
///
/// Numbers farther and farther away are taken together until they contradict each other; then each is left out that
/// the contradiction can do without.
pub(super) fn contradiction(system: &System, clue: usize, run: &Run<'_>) -> Result<Contradiction, Unknown> {
    let holds = |clues: &[usize]| match split(system, clues, run, &mut Progress::default()) {
        Ok(_) => Ok(true),
        Err(Unknown::Contradiction(_)) => Ok(false),
        Err(other) => Err(other),
    };
    let near = by_distance(system, clue);
    let mut number = 1;
    while number < near.len() && holds(&near[..number])? {
        number = (2 * number).min(near.len());
    }
    let mut kept = near[..number].to_vec();
    let mut place = kept.len();
    while place > 0 {
        place -= 1;
        let mut fewer = kept.clone();
        fewer.remove(place);
        if !holds(&fewer)? {
            kept = fewer;
        }
    }
    let mut places: Vec<usize> = kept.into_iter().map(|clue| system.clues[clue].at).collect();
    places.sort_unstable();
    Ok(Contradiction::Clues(places))
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
