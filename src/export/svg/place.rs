//! The layout of a picture: columns of boxes from left to right, without overlaps.
//!
//! [`layout::layered`] determines the order in each column. Then every box moves as near to its neighbours as the
//! order and the adjacent boxes allow (least squares under order constraints, by pooling adjacent violators; Ayer et
//! al. 1955).

use crate::layout;
use crate::model::order::sort;

/// A box in the picture.
#[derive(Clone, Debug, Default)]
pub(super) struct LayoutBox {
    /// The column, from the left.
    pub(super) column: usize,
    pub(super) wide: f64,
    pub(super) high: f64,
    /// The space above and below the box.
    pub(super) room: f64,
    /// The middle of the box.
    pub(super) x: f64,
    pub(super) y: f64,
}

/// A spring from one box to another one further to the right, with its strength.
#[derive(Clone, Copy, Debug)]
pub(super) struct Spring {
    pub(super) from: usize,
    pub(super) to: usize,
    pub(super) weight: f64,
}

/// The number of passes, half of which go to the right.
const PASSES: usize = 12;

/// The distance between columns.
const BETWEEN: f64 = 30.0;

/// Gives every box its position. Returns the width and the height of the layout.
pub(super) fn place(spots: &mut [LayoutBox], pulls: &[Spring]) -> (f64, f64) {
    if spots.is_empty() {
        return (0.0, 0.0);
    }
    #[allow(clippy::cast_possible_truncation, reason = "a picture has few columns")]
    let plies: Vec<u32> = spots.iter().map(|spot| spot.column as u32).collect();
    let order = layout::layered(&plies, pulls.iter().map(|pull| (pull.from, pull.to)));
    let count = spots.iter().map(|spot| spot.column + 1).max().unwrap_or(0);
    let mut columns: Vec<Vec<usize>> = vec![Vec::new(); count];
    for (index, spot) in spots.iter().enumerate() {
        columns[spot.column].push(index);
    }
    let mut left = 0.0;
    for column in &mut columns {
        sort(column, |&a, &b| order[a].0.total_cmp(&order[b].0).then(a.cmp(&b)));
        let wide = column.iter().map(|&index| spots[index].wide).fold(0.0, f64::max);
        let mut top = 0.0;
        for &index in column.iter() {
            let spot = &mut spots[index];
            spot.x = left + wide / 2.0;
            spot.y = top + spot.high / 2.0;
            top += spot.high + spot.room;
        }
        column.iter().for_each(|&index| spots[index].y -= top / 2.0);
        left += wide + BETWEEN;
    }
    for pass in 0..PASSES {
        even(spots, pulls, &columns, pass % 2 == 0);
    }
    let least = spots.iter().map(|spot| spot.y - spot.high / 2.0).fold(f64::INFINITY, f64::min);
    let most = spots.iter().map(|spot| spot.y + spot.high / 2.0).fold(f64::NEG_INFINITY, f64::max);
    spots.iter_mut().for_each(|spot| spot.y -= least);
    (left - BETWEEN, most - least)
}

/// Moves every box towards the boxes before it, or after it.
fn even(spots: &mut [LayoutBox], pulls: &[Spring], columns: &[Vec<usize>], rightwards: bool) {
    let mut sums = vec![(0.0, 0.0); spots.len()];
    let mut lists: Vec<Vec<usize>> = vec![Vec::new(); spots.len()];
    for (index, pull) in pulls.iter().enumerate() {
        lists[if rightwards { pull.to } else { pull.from }].push(index);
    }
    let mut settle = |column: &[usize]| {
        for &index in column {
            for &pull in &lists[index] {
                let Spring { from, to, weight } = pulls[pull];
                let other = if rightwards { from } else { to };
                sums[index].0 += spots[other].y * weight;
                sums[index].1 += weight;
            }
        }
        // For each block: the sum of the preferred positions, the total weight, and the number of boxes.
        let mut blocks: Vec<(f64, f64, usize)> = Vec::new();
        let mut offsets = Vec::new();
        let mut offset = 0.0;
        for (at, &index) in column.iter().enumerate() {
            if at > 0 {
                let (above, here) = (&spots[column[at - 1]], &spots[index]);
                offset += f64::midpoint(above.high, here.high) + above.room.max(here.room);
            }
            offsets.push(offset);
            let (sum, weight) = sums[index];
            let (wish, weight) = if weight > 0.0 { (sum / weight, weight) } else { (spots[index].y, 1e-6) };
            blocks.push(((wish - offset) * weight, weight, 1));
            while let [.., before, last] = blocks.as_mut_slice() {
                if before.0 / before.1 <= last.0 / last.1 {
                    break;
                }
                *before = (before.0 + last.0, before.1 + last.1, before.2 + last.2);
                blocks.pop();
            }
        }
        let mut boxes = column.iter().zip(offsets);
        for (sum, weight, size) in blocks {
            for (&index, offset) in boxes.by_ref().take(size) {
                spots[index].y = sum / weight + offset;
            }
        }
    };
    if rightwards {
        columns.iter().for_each(|column| settle(column));
    } else {
        columns.iter().rev().for_each(|column| settle(column));
    }
}
