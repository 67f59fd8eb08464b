//! The order in which clues are eliminated, which should keep the tables small.

use super::elimination::Ties;
use std::cmp::Reverse;
use std::collections::{BTreeSet, BinaryHeap};

/// The measure by which the next clue is chosen, smallest first.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Measure {
    /// The table that putting it together makes.
    Table,
    /// The clues that it ties to each other, then the table.
    Fill,
}

/// The clues in an order that keeps tables small, whatever the island looks like.
///
/// Clues that share cells are neighbours; an eliminated clue leaves its neighbours tied to each other. Greedy by the
/// size of the next table, which is nearly always good; where it is not, greedy by new ties as well, and the better of
/// the two by its largest table.
pub(super) fn order(ties: &Ties) -> Vec<usize> {
    let (first, size) = greedy(ties, Measure::Table);
    if size < LARGE {
        return first;
    }
    let (second, other) = greedy(ties, Measure::Fill);
    if other < size { second } else { first }
}

/// About 2000 partial sums, as [`size_of`] measures them.
const LARGE: u32 = 11 * BIT;

/// The measure of a factor 2.
const BIT: u32 = 64;

/// About the logarithm of the partial sums that a clue may have.
fn size_of(sum: u32) -> u32 {
    // Rounded floats are enough to choose an order; no answer depends on it.
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "at most 32 * BIT")]
    let size = (f64::from(BIT) * (f64::from(sum) + 1.0).log2()) as u32;
    size
}

fn greedy(ties: &Ties, rule: Measure) -> (Vec<usize>, u32) {
    let number = ties.sums.len();
    let sizes: Vec<u32> = ties.sums.iter().map(|&sum| size_of(sum)).collect();
    let mut near: Vec<BTreeSet<usize>> = vec![BTreeSet::new(); number];
    for shared in &ties.shared {
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
    // Entries whose cost has changed since are passed over.
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
