//! Plots: numbers along two axes, as SVG.
//!
//! The names of series are at the ends of lines, beside their highest points, or in a legend. Colour-blind readers can
//! distinguish the colours, and markers are the second cue. The same plot gives the same bytes.

mod draw;
mod peaks;

use super::palette::{self, Colour};
use draw::PlotDrawing;

/// A plot of one or more series.
#[derive(Clone, Debug)]
pub struct Plot {
    /// The title, in one line.
    pub title: String,
    /// The method that computed the numbers, in one line.
    pub note: String,
    /// The horizontal axis.
    pub across: Axis,
    /// The vertical axis.
    pub up: Axis,
    /// The series, drawn lowest first.
    pub series: Vec<Series>,
}

/// An axis.
#[derive(Clone, Debug)]
pub struct Axis {
    /// The quantity measured, with its unit.
    pub label: String,
    /// The scale of the axis.
    pub scale: AxisScale,
    /// The names of 1, 2, ... on a horizontal axis, in one or several lines. Empty to write numbers.
    pub names: Vec<String>,
    /// `true` to write percentages.
    pub is_percent: bool,
}

impl Axis {
    /// Creates an axis with a label and a scale.
    pub fn new(label: impl Into<String>, scale: AxisScale) -> Self {
        Self { label: label.into(), scale, names: Vec::new(), is_percent: false }
    }

    /// Creates a horizontal axis with the names of 1, 2, ... instead of numbers.
    pub fn named(label: impl Into<String>, names: impl IntoIterator<Item = String>) -> Self {
        Self { names: names.into_iter().collect(), ..Self::new(label, AxisScale::Whole) }
    }

    /// Formats a number at the axis.
    fn text(&self, value: f64) -> String {
        match self.is_percent {
            true => format!("{}%", number(100.0 * value)),
            false => number(value),
        }
    }
}

/// The scale of an axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AxisScale {
    /// Linear, with whole numbers only.
    Whole,
    /// Linear.
    Linear,
    /// Logarithmic, by powers of ten.
    Log,
    /// Linear, from 0 to 1.
    Fraction,
}

/// A named sequence of numbers.
#[derive(Clone, Debug)]
pub struct Series {
    /// The name of the series, as written beside the plot.
    pub name: String,
    /// The form in which the numbers are drawn.
    pub form: Form,
    /// The points: a coordinate across, then a lower and an upper coordinate, which are equal unless the form has two
    /// edges.
    pub points: Vec<(f64, f64, f64)>,
}

/// The form in which a series is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// A line with markers.
    Line,
    /// Bars that start from 0. Bars of several series are side by side.
    Bars,
    /// Bars between a lower and an upper edge.
    Band,
    /// Bars as in [`Band`](Self::Band), for the share that belongs to no series.
    Rest,
    /// A light area between a lower and an upper edge, behind a line.
    Error,
    /// A dashed line for comparison.
    Level,
}

impl Form {
    /// Returns `true` for bars at every number, which need space beside the first and the last number.
    fn is_of_bars(self) -> bool {
        matches!(self, Self::Bars | Self::Band | Self::Rest)
    }
}

impl Series {
    /// Creates a series of single numbers from (x, y) points.
    pub fn new(name: impl Into<String>, form: Form, points: impl IntoIterator<Item = (f64, f64)>) -> Self {
        let points = points.into_iter().map(|(across, up)| (across, up, up)).collect();
        Self { name: name.into(), form, points }
    }

    fn across(&self) -> impl Iterator<Item = f64> {
        self.points.iter().map(|(across, _, _)| *across)
    }

    fn up(&self) -> impl Iterator<Item = f64> {
        self.points.iter().flat_map(|(_, low, high)| [*low, *high])
    }
}

impl Plot {
    /// Draws the plot as an SVG document.
    ///
    /// # Panics
    /// If there is nothing to draw.
    pub fn svg(&self) -> String {
        PlotDrawing::of(self)
    }

    /// Returns the least and the greatest number of each axis.
    fn bounds(&self) -> ((f64, f64), (f64, f64)) {
        let ends = |all: &mut dyn Iterator<Item = f64>| {
            all.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), value| {
                (low.min(value), high.max(value))
            })
        };
        let (mut left, mut right) = ends(&mut self.series.iter().flat_map(Series::across));
        let (low, high) = ends(&mut self.series.iter().flat_map(Series::up));
        let bars = self.series.iter().any(|series| series.form.is_of_bars());
        let room = if bars { 0.6 } else { 0.0 };
        (left, right) = (left - room, right + room);
        if left >= right {
            (left, right) = (left - 0.5, left + 0.5);
        }
        if self.up.scale == AxisScale::Fraction {
            return ((left, right), (0.0, 1.0));
        }
        // Zero is included if it is near, and no point touches the frame.
        let (low, high) = if low > 0.0 && (bars || low < high / 2.0) { (0.0, high) } else { (low, high) };
        let room = if high > low { (high - low) * 0.05 } else { 0.5 };
        let low = if low == 0.0 { 0.0 } else { low - room };
        ((left, right), (low, high + room))
    }

    /// Returns the series that have a name, with their places.
    fn named(&self) -> impl Iterator<Item = (usize, &Series)> {
        self.series.iter().enumerate().filter(|(_, series)| !series.name.is_empty())
    }

    /// Returns the colour of a series and its number in that group. Fills and lines are numbered separately, and the
    /// line for comparison is black.
    fn colour(&self, place: usize) -> (usize, Colour) {
        let form = self.series[place].form;
        let earlier = self.series[..place].iter().filter(|series| series.form == form).count();
        let colour = match form {
            Form::Level => palette::BLACK,
            Form::Band => palette::band(earlier),
            Form::Rest => palette::GREY,
            Form::Line | Form::Bars | Form::Error => palette::line(earlier),
        };
        (earlier, colour)
    }
}

/// The range of an axis, and its position in the picture.
#[derive(Clone, Copy, Debug)]
struct AxisRange {
    scale: AxisScale,
    /// The least and the greatest number.
    ends: (f64, f64),
    /// The positions of both ends in pixels.
    pixels: (f64, f64),
}

impl AxisRange {
    /// Returns the position of a number in pixels.
    fn place(&self, number: f64) -> f64 {
        let along = |number: f64| if self.scale == AxisScale::Log { number.log10() } else { number };
        let (low, high) = (along(self.ends.0), along(self.ends.1));
        self.pixels.0 + (along(number) - low) / (high - low) * (self.pixels.1 - self.pixels.0)
    }

    /// Returns the round numbers that are written at the axis, ascending, at most `most`.
    ///
    /// Steps are 1, 2 or 5 times a power of ten, and whole if the scale is whole. A logarithmic scale has all powers
    /// of ten, and their multiples by 2 and 5 if there is room.
    fn ticks(&self, most: usize) -> Vec<f64> {
        let (low, high) = self.ends;
        if self.scale == AxisScale::Log {
            return powers(low, high, most);
        }
        let least = if self.scale == AxisScale::Whole { 1.0 } else { f64::MIN_POSITIVE };
        let rough = ((high - low) / most as f64).max(least);
        let ten = 10_f64.powf(rough.log10().floor());
        let counted = |step: f64| {
            // A rounding error of the division is not a step.
            let (first, last) = ((low / step - 1e-9).ceil(), (high / step + 1e-9).floor());
            (first, (last - first) as usize + 1)
        };
        let steps = [1.0, 2.0, 5.0, 10.0, 20.0].map(|digit| digit * ten);
        let fits = |step: &f64| *step >= least && counted(*step).1 <= most;
        let step = steps.into_iter().find(fits).unwrap_or(steps[4]);
        let (first, count) = counted(step);
        (0..count).map(|place| (first + place as f64) * step).collect()
    }
}

/// Returns the numbers on a logarithmic scale.
fn powers(low: f64, high: f64, most: usize) -> Vec<f64> {
    let decades = (low.log10() + 1e-9).floor() as i32..=(high.log10() - 1e-9).ceil() as i32;
    let numbers = |digits: &[f64], every: usize| -> Vec<f64> {
        let tens = decades.clone().step_by(every);
        let all = tens.flat_map(|ten| digits.iter().map(move |digit| digit * 10_f64.powi(ten)));
        all.filter(|number| (low * (1.0 - 1e-9)..=high * (1.0 + 1e-9)).contains(number)).collect()
    };
    let fine = numbers(&[1.0, 2.0, 5.0], 1);
    if fine.len() <= most {
        return fine;
    }
    numbers(&[1.0], decades.clone().count().div_ceil(most))
}

/// Formats a number for an axis.
fn number(value: f64) -> String {
    // A rounding error of the steps is not a digit.
    let text = format!("{value:.4}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0".to_owned() } else { text.replace('-', "\u{2212}") }
}
