//! The names of lines beside their highest points.

use super::draw::{MARK, TEXT};
use super::{AxisRange, Form, Plot, Series};

/// The name of a line: its series, the left end of the text, and its baseline.
pub(super) struct PeakName {
    pub(super) place: usize,
    pub(super) left: f64,
    pub(super) foot: f64,
}

/// A rectangle of the picture.
#[derive(Clone, Copy)]
struct TextBox {
    left: f64,
    right: f64,
    top: f64,
    bottom: f64,
}

/// The space between a name and the highest point, and around a name.
const GAP: f64 = 9.0;
const AROUND: f64 = 3.0;

/// The number of points of a line between two of its numbers at which a name must not be.
const STEPS: u32 = 24;

/// Returns the names of the lines at the right or at the left of their highest points, or above these, if all series with names
/// are lines, and no name touches a line or another name.
pub(super) fn names_at_peaks(plot: &Plot, across: &AxisRange, up: &AxisRange) -> Option<Vec<PeakName>> {
    if plot.named().count() == 0 || plot.series.iter().any(|series| series.form != Form::Line) {
        return None;
    }
    let place = |&(x, y, _): &(f64, f64, f64)| (across.place(x), up.place(y));
    let lines: Vec<Vec<(f64, f64)>> = plot
        .series
        .iter()
        .map(|series| dense(&series.points.iter().map(place).collect::<Vec<_>>()))
        .collect();
    let mut boxes: Vec<TextBox> = Vec::new();
    let mut names = Vec::new();
    for (index, Series { name, points, .. }) in plot.named() {
        let peak =
            points.iter().reduce(|highest, point| if point.1 > highest.1 { point } else { highest })?;
        let ((x, y), wide, high) = (place(peak), TEXT.width(name), TEXT.size);
        let candidates =
            [(x + GAP, y + high / 3.0), (x - GAP - wide, y + high / 3.0), (x - wide / 2.0, y - GAP)];
        let text_box = |(left, foot): (f64, f64)| TextBox {
            left: left - AROUND,
            right: left + wide + AROUND,
            top: foot - high,
            bottom: foot + AROUND,
        };
        let is_free = |&at: &(f64, f64)| {
            let own = text_box(at);
            let is_inside = own.left >= across.pixels.0 && own.right <= across.pixels.1;
            let mut points = lines.iter().flatten();
            is_inside && !points.any(|&point| own.holds(point)) && !boxes.iter().any(|other| own.meets(other))
        };
        let (left, foot) = candidates.into_iter().find(is_free)?;
        boxes.push(text_box((left, foot)));
        names.push(PeakName { place: index, left, foot });
    }
    Some(names)
}

/// Returns the points of a line, and points between them.
fn dense(points: &[(f64, f64)]) -> Vec<(f64, f64)> {
    let between = |pair: &[(f64, f64)]| {
        let ((x1, y1), (x2, y2)) = (pair[0], pair[1]);
        (0..STEPS).map(move |step| {
            let share = f64::from(step) / f64::from(STEPS);
            (x1 + (x2 - x1) * share, y1 + (y2 - y1) * share)
        })
    };
    points.windows(2).flat_map(between).chain(points.last().copied()).collect()
}

impl TextBox {
    /// Returns `true` if a marker at a point touches the box.
    fn holds(&self, (x, y): (f64, f64)) -> bool {
        (self.left - MARK..=self.right + MARK).contains(&x)
            && (self.top - MARK..=self.bottom + MARK).contains(&y)
    }

    fn meets(&self, other: &Self) -> bool {
        self.left < other.right
            && other.left < self.right
            && self.top < other.bottom
            && other.top < self.bottom
    }
}
