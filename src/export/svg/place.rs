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
pub(super) fn place(boxes: &mut [LayoutBox], springs: &[Spring]) -> (f64, f64) {
    if boxes.is_empty() {
        return (0.0, 0.0);
    }
    #[allow(clippy::cast_possible_truncation, reason = "a picture has few columns")]
    let plies: Vec<u32> = boxes.iter().map(|item| item.column as u32).collect();
    let order = layout::layered(&plies, springs.iter().map(|spring| (spring.from, spring.to)));
    let count = boxes.iter().map(|item| item.column + 1).max().unwrap_or(0);
    let mut columns: Vec<Vec<usize>> = vec![Vec::new(); count];
    for (index, item) in boxes.iter().enumerate() {
        columns[item.column].push(index);
    }
    let mut left = 0.0;
    for column in &mut columns {
        sort(column, |&a, &b| order[a].0.total_cmp(&order[b].0).then(a.cmp(&b)));
        let wide = column.iter().map(|&index| boxes[index].wide).fold(0.0, f64::max);
        let mut top = 0.0;
        for &index in column.iter() {
            let item = &mut boxes[index];
            item.x = left + wide / 2.0;
            item.y = top + item.high / 2.0;
            top += item.high + item.room;
        }
        column.iter().for_each(|&index| boxes[index].y -= top / 2.0);
        left += wide + BETWEEN;
    }
    for pass in 0..PASSES {
        pull_together(boxes, springs, &columns, pass % 2 == 0);
    }
    let least = boxes.iter().map(|item| item.y - item.high / 2.0).fold(f64::INFINITY, f64::min);
    let most = boxes.iter().map(|item| item.y + item.high / 2.0).fold(f64::NEG_INFINITY, f64::max);
    boxes.iter_mut().for_each(|item| item.y -= least);
    (left - BETWEEN, most - least)
}

/// Moves every box towards the boxes that its springs connect it to: those before it, or those after it.
fn pull_together(boxes: &mut [LayoutBox], springs: &[Spring], columns: &[Vec<usize>], rightwards: bool) {
    let mut sums = vec![(0.0, 0.0); boxes.len()];
    let mut lists: Vec<Vec<usize>> = vec![Vec::new(); boxes.len()];
    for (index, spring) in springs.iter().enumerate() {
        lists[if rightwards { spring.to } else { spring.from }].push(index);
    }
    let mut place_column = |column: &[usize]| {
        for &index in column {
            for &spring in &lists[index] {
                let Spring { from, to, weight } = springs[spring];
                let other = if rightwards { from } else { to };
                sums[index].0 += boxes[other].y * weight;
                sums[index].1 += weight;
            }
        }
        // For each block: the sum of the preferred positions, the total weight, and the number of boxes.
        let mut blocks: Vec<(f64, f64, usize)> = Vec::new();
        let mut offsets = Vec::new();
        let mut offset = 0.0;
        for (at, &index) in column.iter().enumerate() {
            if at > 0 {
                let (above, here) = (&boxes[column[at - 1]], &boxes[index]);
                offset += f64::midpoint(above.high, here.high) + above.room.max(here.room);
            }
            offsets.push(offset);
            let (sum, weight) = sums[index];
            let (wish, weight) = if weight > 0.0 { (sum / weight, weight) } else { (boxes[index].y, 1e-6) };
            blocks.push(((wish - offset) * weight, weight, 1));
            while let [.., before, last] = blocks.as_mut_slice() {
                if before.0 / before.1 <= last.0 / last.1 {
                    break;
                }
                *before = (before.0 + last.0, before.1 + last.1, before.2 + last.2);
                blocks.pop();
            }
        }
        let mut placed = column.iter().zip(offsets);
        for (sum, weight, size) in blocks {
            for (&index, offset) in placed.by_ref().take(size) {
                boxes[index].y = sum / weight + offset;
            }
        }
    };
    if rightwards {
        columns.iter().for_each(|column| place_column(column));
    } else {
        columns.iter().rev().for_each(|column| place_column(column));
    }
}
