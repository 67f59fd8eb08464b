//! Plots: numbers along two axes, as SVG.
//!
//! Names of what is drawn stand beside the plot and never on it; colours are told apart by colour-blind readers, and
//! markers are the second cue. The same plot is the same bytes.

mod draw;

use super::palette::{self, Colour};
use draw::Drawing;

/// A plot of one or more series.
#[derive(Clone, Debug)]
pub struct Plot {
    /// The title, in one line.
    pub title: String,
    /// The method by which the numbers were found, in one line.
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
    pub scale: Scale,
}

impl Axis {
    /// Creates an axis with a label and a scale.
    pub fn new(label: impl Into<String>, scale: Scale) -> Self {
        Self { label: label.into(), scale }
    }
}

/// The scale of an axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scale {
    /// Linear, with whole numbers only.
    Whole,
    /// Linear.
    Even,
    /// Logarithmic, by powers of ten.
    Powers,
    /// Linear, from 0 to 1.
    Share,
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
    /// Bars that start from 0.
    Bars,
    /// Bars between a lower and an upper edge.
    Band,
    /// Bars as in [`Band`](Self::Band), for the share that belongs to nobody.
    Rest,
    /// A light area between a lower and an upper edge, behind a line.
    Error,
    /// A dashed line for comparison.
    Level,
}

impl Form {
    /// Returns `true` if a bar stands at every number, which needs room beside the first and the last.
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
    /// Panics if there is nothing to draw.
    pub fn svg(&self) -> String {
        Drawing::of(self)
    }

    /// Returns where the axes begin and end.
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
        if self.up.scale == Scale::Share {
            return ((left, right), (0.0, 1.0));
        }
        // Zero is in sight where it is near, and nothing touches the frame.
        let (low, high) = if low > 0.0 && (bars || low < high / 2.0) { (0.0, high) } else { (low, high) };
        let room = if high > low { (high - low) * 0.05 } else { 0.5 };
        let low = if low == 0.0 { 0.0 } else { low - room };
        ((left, right), (low, high + room))
    }

    /// The series that have a name, with their places.
    fn named(&self) -> impl Iterator<Item = (usize, &Series)> {
        self.series.iter().enumerate().filter(|(_, series)| !series.name.is_empty())
    }

    /// The colour of a series: fills and lines are counted apart, and what is compared with is black.
    fn colour(&self, place: usize) -> (usize, Colour) {
        let form = self.series[place].form;
        let earlier = self.series[..place].iter().filter(|series| series.form == form).count();
        let colour = match form {
            Form::Level => palette::BLACK,
            Form::Band => palette::seat(earlier as u8),
            Form::Rest => palette::GREY,
            Form::Line | Form::Bars | Form::Error => palette::line(earlier),
        };
        (earlier, colour)
    }
}

/// The stretch of an axis, and where it lies in the picture.
#[derive(Clone, Copy, Debug)]
struct Stretch {
    scale: Scale,
    /// The least and the greatest number.
    ends: (f64, f64),
    /// Their places in pixels.
    pixels: (f64, f64),
}

impl Stretch {
    /// The place of a number in pixels.
    fn place(&self, number: f64) -> f64 {
        let along = |number: f64| if self.scale == Scale::Powers { number.log10() } else { number };
        let (low, high) = (along(self.ends.0), along(self.ends.1));
        self.pixels.0 + (along(number) - low) / (high - low) * (self.pixels.1 - self.pixels.0)
    }

    /// The numbers that are written, ascending: round ones, at most `most` of them.
    ///
    /// Steps are 1, 2 or 5 of a power of ten, and whole where the scale is. A scale of powers has all powers of ten,
    /// and what lies between at 2 and 5 as well where there is room.
    fn ticks(&self, most: usize) -> Vec<f64> {
        let (low, high) = self.ends;
        if self.scale == Scale::Powers {
            return powers(low, high, most);
        }
        let least = if self.scale == Scale::Whole { 1.0 } else { f64::MIN_POSITIVE };
        let rough = ((high - low) / most as f64).max(least);
        let ten = 10_f64.powf(rough.log10().floor());
        let counted = |step: f64| {
            // A rest of the division is no step.
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

/// Numbers on a scale of powers.
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

/// A number as it stands at an axis.
fn number(value: f64) -> String {
    // A rest of the steps of an axis is no digit.
    let text = format!("{value:.4}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0".to_owned() } else { text.replace('-', "\u{2212}") }
}
