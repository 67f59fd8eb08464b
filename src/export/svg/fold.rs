//! Folds a long picture into rows (or into columns, if time runs down). A line that continues in the next row has the
//! same number at both ends.

use super::draw::words;
use super::{Picture, TimeDirection};
use crate::font::Font;
use crate::model::order;
use std::io::Write as _;

/// The space for numbers before and after a row.
const EDGE: f64 = 46.0;

/// The space between rows.
const GAP: f64 = 30.0;

/// The height of a number's box, and the size of its digits.
const HIGH: f64 = 9.0;
const DIGITS: Font = Font::new(8.0);

/// A step of a path from one row to the next.
#[derive(Clone, Copy, Debug)]
pub(super) struct RowChange {
    pub(super) way: usize,
    /// The index of the step, counted from the first box of the path.
    pub(super) step: usize,
    number: usize,
    /// The points where the path leaves its row and enters the next one: along and across the time axis.
    pub(super) ends: [(f64, f64); 2],
}

/// The rows of a picture, by the first column of each row.
#[derive(Clone, Debug, Default)]
pub(super) struct FoldedRows {
    pub(super) firsts: Vec<usize>,
    pub(super) joints: Vec<RowChange>,
}

/// Moves numbers apart so that they do not overlap, as near to their preferred positions as possible.
pub(crate) fn spread(wishes: &mut [f64], room: f64) {
    let mut last = f64::NEG_INFINITY;
    let before: f64 = wishes.iter().sum();
    for wish in wishes.iter_mut() {
        *wish = wish.max(last + room);
        last = *wish;
    }
    let shift = (wishes.iter().sum::<f64>() - before) / wishes.len().max(1) as f64;
    wishes.iter_mut().for_each(|wish| *wish -= shift);
}

impl Picture {
    /// Returns the row of a column.
    fn row(&self, column: usize) -> usize {
        self.rows.firsts.partition_point(|&first| first <= column).saturating_sub(1)
    }

    /// Folds the picture, laid out in one row, into `rows` rows.
    pub(super) fn fold(&mut self, rows: usize) {
        let widths = self.widths();
        let mut lefts = vec![f64::INFINITY; widths.len()];
        for spot in &self.boxes {
            lefts[spot.column] = spot.x - widths[spot.column] / 2.0;
        }
        let mut firsts = vec![0];
        for row in 1..rows {
            let wish = self.along * row as f64 / rows as f64;
            // A row begins with a column of nodes. The last column of nodes stays in the row of the sums.
            let columns = (2..widths.len().saturating_sub(2)).step_by(2);
            let nearest =
                columns.min_by(|&a, &b| (lefts[a] - wish).abs().total_cmp(&(lefts[b] - wish).abs()));
            firsts.extend(nearest.filter(|column| firsts.last().is_some_and(|last| column > last)));
        }
        if firsts.len() < 2 {
            return;
        }
        self.rows.firsts = firsts;
        self.join();
        self.stack(&widths, &lefts);
    }

    /// Finds the points where paths change rows, and numbers them from the top.
    fn join(&mut self) {
        for (index, way) in self.paths.iter().enumerate() {
            for (step, pair) in way.windows(2).enumerate() {
                let (from, to) = (&self.boxes[pair[0]], &self.boxes[pair[1]]);
                if self.row(from.column) != self.row(to.column) {
                    let (leaving, entering) = &self.ports[index];
                    let ends = [(0.0, from.y + leaving[step]), (0.0, to.y + entering[step + 1])];
                    self.rows.joints.push(RowChange { way: index, step, number: 0, ends });
                }
            }
        }
        let column = |joint: &RowChange| self.boxes[self.paths[joint.way][joint.step]].column;
        let mut joints = self.rows.joints.clone();
        let room = if self.direction == TimeDirection::Right { HIGH + 1.0 } else { 2.0 * HIGH };
        for side in [1, 0] {
            order::sort(&mut joints, |a, b| {
                let across = a.ends[side].1 - b.ends[side].1;
                column(a).cmp(&column(b)).then(across.total_cmp(&0.0))
            });
            for row in joints.chunk_by_mut(|a, b| column(a) == column(b)) {
                let mut wishes: Vec<f64> = row.iter().map(|joint| joint.ends[side].1).collect();
                spread(&mut wishes, room);
                row.iter_mut().zip(wishes).for_each(|(joint, wish)| joint.ends[side].1 = wish);
            }
        }
        joints.iter_mut().enumerate().for_each(|(place, joint)| joint.number = place + 1);
        self.rows.joints = joints;
    }

    /// Moves every row below the previous one.
    fn stack(&mut self, widths: &[f64], lefts: &[f64]) {
        let firsts = self.rows.firsts.clone();
        let (mut top, mut longest) = (0.0, 0.0_f64);
        let rows: Vec<usize> = self.boxes.iter().map(|spot| self.row(spot.column)).collect();
        let rows_of = |joint: &RowChange| {
            let way = &self.paths[joint.way];
            [rows[way[joint.step]], rows[way[joint.step + 1]]]
        };
        let ends: Vec<[usize; 2]> = self.rows.joints.iter().map(rows_of).collect();
        for (row, &first) in firsts.iter().enumerate() {
            let next = firsts.get(row + 1).copied().unwrap_or(widths.len());
            let left = lefts[first];
            let right = (first..next).map(|column| lefts[column] + widths[column]).fold(0.0, f64::max);
            let spots = self.boxes.iter().zip(&rows).filter(|(_, of)| **of == row);
            let boxes = spots.map(|(spot, _)| (spot.y - spot.high / 2.0, spot.y + spot.high / 2.0));
            let marks = self.rows.joints.iter().zip(&ends).flat_map(|(joint, rows)| {
                let marks = rows.iter().zip(joint.ends).filter(|(of, _)| **of == row);
                marks.map(|(_, (_, y))| (y - HIGH / 2.0, y + HIGH / 2.0))
            });
            let (least, most) = boxes
                .chain(marks)
                .fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), (a, b)| (low.min(a), high.max(b)));
            for (spot, _) in self.boxes.iter_mut().zip(&rows).filter(|(_, of)| **of == row) {
                (spot.x, spot.y) = (spot.x - left + EDGE, spot.y - least + top);
            }
            let along = [right - left + EDGE + EDGE * 0.75, EDGE * 0.25];
            for (joint, rows) in self.rows.joints.iter_mut().zip(&ends) {
                for side in [0, 1].into_iter().filter(|&side| rows[side] == row) {
                    joint.ends[side] = (along[side], joint.ends[side].1 - least + top);
                }
            }
            longest = longest.max(right - left);
            top += most - least + GAP;
        }
        (self.along, self.across) = (longest + 2.0 * EDGE, top - GAP);
    }

    /// Draws the numbers at which lines continue.
    pub(super) fn numbers(&self, out: &mut Vec<u8>) {
        for joint in &self.rows.joints {
            for (x, y) in joint.ends.map(|end| self.direction.turned(end)) {
                let number = joint.number.to_string();
                let wide = DIGITS.width(&number) + 4.0;
                append_fmt!(
                    out,
                    "<g><rect x=\"{:.1}\" y=\"{:.1}\" width=\"{wide:.1}\" height=\"{HIGH}\" rx=\"3\" \
                     fill=\"#FFFFFF\" stroke=\"#555B66\" stroke-width=\"0.6\"/>",
                    x - wide / 2.0,
                    y - HIGH / 2.0
                );
                words(x, y + 2.9, " text-anchor=\"middle\" font-size=\"8\"", &number, out);
                out.extend_from_slice(b"</g>\n");
            }
        }
    }
}
