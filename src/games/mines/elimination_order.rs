//! The order in which clues are eliminated, chosen to keep the tables small.

use super::elimination::Constraints;
use std::cmp::Reverse;
use std::collections::{BTreeSet, BinaryHeap};

/// The cost by which the next clue is chosen, smallest first.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Measure {
    /// The size of the table that the elimination creates.
    Table,
    /// The number of new neighbour pairs, then the size of the table.
    Fill,
}

/// Returns an elimination order that keeps tables small.
///
/// Clues that share cells are neighbours; eliminating a clue makes all its neighbours adjacent to each other.
/// The order is greedy by the size of the next table, which is nearly always good. If its largest table is
/// large, an order that is greedy by new neighbour pairs is tried, too, and the order with the smaller
/// largest table is returned.
pub(super) fn order(constraints: &Constraints) -> Vec<usize> {
    let (first, size) = greedy(constraints, Measure::Table);
    if size < LARGE {
        return first;
    }
    let (second, other) = greedy(constraints, Measure::Fill);
    if other < size { second } else { first }
}

/// The [`size_of`] of about 2000 partial sums.
const LARGE: u32 = 11 * BIT;

/// The [`size_of`] that a factor of 2 adds.
const BIT: u32 = 64;

/// Returns the scaled logarithm of the number of partial sums of a clue.
fn size_of(sum: u32) -> u32 {
    // Rounded floats are sufficient for the choice of an order; no answer depends on it.
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "at most 32 * BIT")]
    let size = (f64::from(BIT) * (f64::from(sum) + 1.0).log2()) as u32;
    size
}

fn greedy(constraints: &Constraints, rule: Measure) -> (Vec<usize>, u32) {
    let number = constraints.sums.len();
    let sizes: Vec<u32> = constraints.sums.iter().map(|&sum| size_of(sum)).collect();
    let mut near: Vec<BTreeSet<usize>> = vec![BTreeSet::new(); number];
    for shared in &constraints.shared {
        for &clue in &shared.clues {
            near[clue].extend(shared.clues.iter().filter(|&&other| other != clue));
        }
    }
    let cost = |clue: usize, near: &[BTreeSet<usize>]| {
        let table = sizes[clue] + near[clue].iter().map(|&other| sizes[other]).sum::<u32>();
        let missing = |a: usize| near[clue].range(a + 1..).filter(|b| !near[a].contains(b)).count();
        let fill = if rule == Measure::Fill { near[clue].iter().map(|&a| missing(a)).sum() } else { 0 };
        (fill, table)
    };
    let mut costs: Vec<(usize, u32)> = (0..number).map(|clue| cost(clue, &near)).collect();
    // Entries with an outdated cost are skipped.
    let mut heap: BinaryHeap<_> = (0..number).map(|clue| Reverse((costs[clue], clue))).collect();
    let mut done = vec![false; number];
    let (mut order, mut largest) = (Vec::with_capacity(number), 0);
    while let Some(Reverse((at, clue))) = heap.pop() {
        if done[clue] || at != costs[clue] {
            continue;
        }
        done[clue] = true;
        order.push(clue);
        largest = largest.max(at.1);
        let around = std::mem::take(&mut near[clue]);
        for &other in &around {
            near[other].remove(&clue);
            near[other].extend(around.iter().filter(|&&third| third != other));
        }
        for &other in &around {
            costs[other] = cost(other, &near);
            heap.push(Reverse((costs[other], other)));
        }
    }
    (order, largest)
}
