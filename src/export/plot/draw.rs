//! Draws a plot: axes, numbers, the shapes of the series, and their names beside the plot.

use super::peaks::{PeakName, names_at_peaks};
use super::{AxisRange, AxisScale, Colour, Form, Plot, Series, palette};
use crate::font::Font;
use crate::model::order;
use crate::svg::spread;
use crate::text::xml_text;
use std::fmt::{Display, Write as _};

/// The size in pixels.
const SIZE: (f64, f64) = (900.0, 520.0);

const TITLE: Font = Font::new(17.0);
pub(super) const TEXT: Font = Font::new(13.0);
const LABEL: Font = Font::new(14.0);
const NOTE: Font = Font::new(12.0);
const INK: Colour = Colour(0x55, 0x55, 0x55);

/// The space for the numbers and the labels beside and below the axes.
const BESIDE: f64 = 84.0;
const BELOW: f64 = 54.0;
const TICK: f64 = 5.0;

/// Lines with more points than this have markers only on some points.
const MARKED: usize = 64;

/// The approximate number of markers on such a line.
const SPARSE: usize = 16;

/// Half the size of a marker.
pub(super) const MARK: f64 = 4.0;

/// The number of marker shapes. It and the number of colours have no common factor, so that shape and colour repeat
/// together as late as possible.
const SHAPES: usize = 4;

/// The least height of a bar with its number inside.
const FOOT: f64 = 20.0;

/// The distance of the lines of a name at the horizontal axis.
const NAME_LINE: f64 = 16.0;

/// The height of a name beside the end of a line.
const NAME_ROOM: f64 = 18.0;

/// A plot that is being drawn.
pub(super) struct PlotDrawing<'a> {
    plot: &'a Plot,
    across: AxisRange,
    up: AxisRange,
    out: String,
}

/// Appends formatted text; writing to a string cannot fail.
macro_rules! append_fmt {
    ($drawing:expr, $($part:tt)*) => { writeln!($drawing.out, $($part)*).expect("a string takes all") };
}

impl<'a> PlotDrawing<'a> {
    /// Returns the SVG document of a plot.
    pub(super) fn of(plot: &'a Plot) -> String {
        let room = SIZE.0 - 32.0;
        let (titles, notes) = (TITLE.wrap(&plot.title, room), NOTE.wrap(&plot.note, room));
        let names = plot.named().map(|(_, series)| TEXT.width(&series.name).ceil());
        let top = 54.0 + 22.0 * (titles.len() as f64 - 1.0);
        let bottom =
            SIZE.1 - 34.0 - 17.0 * (notes.len() as f64 - 1.0) - BELOW - below_names(&plot.across.names);
        let (across, up) = plot.bounds();
        let up_range = AxisRange { scale: plot.up.scale, ends: up, pixels: (bottom, top) };
        let across_range = |legend: f64| AxisRange {
            scale: plot.across.scale,
            ends: across,
            pixels: (BESIDE, SIZE.0 - legend - 12.0),
        };
        const MARGIN: f64 = 16.0;
        let ends = names_at_ends(plot, across.1, &up_range);
        let peaks = names_at_peaks(plot, &across_range(MARGIN), &up_range);
        let legend = match (&ends, &peaks) {
            (None, Some(_)) => MARGIN,
            (ends, _) => {
                let sign = if ends.is_some() { 30.0 } else { 60.0 };
                names.reduce(f64::max).map_or(MARGIN, |name| name + sign)
            }
        };
        let across_range = across_range(legend);
        let right = across_range.pixels.1;
        let mut drawing = Self { plot, across: across_range, up: up_range, out: String::new() };
        let (width, height) = SIZE;
        append_fmt!(
            drawing,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} \
             {height}\" role=\"img\" font-family=\"Helvetica, Arial, sans-serif\">\n<title>{}</title>\n<desc>{}</desc>\n\
             <rect width=\"{width}\" height=\"{height}\" fill=\"{}\"/>",
            xml_text(&plot.title),
            xml_text(&plot.note),
            palette::WHITE
        );
        for (row, title) in titles.iter().enumerate() {
            drawing.text((16.0, 27.0 + 22.0 * row as f64), TITLE, palette::BLACK, "", title);
        }
        for (row, note) in notes.iter().rev().enumerate() {
            drawing.text((16.0, SIZE.1 - 15.0 - 17.0 * row as f64), NOTE, INK, "", note);
        }
        drawing.axes();
        for place in 0..plot.series.len() {
            drawing.series(place);
        }
        if up.0 < 0.0 && up.1 > 0.0 {
            drawing.line(&[(across.0, 0.0), (across.1, 0.0)], palette::BLACK, 1.0, "");
        }
        match (ends, peaks) {
            (Some(ends), _) => drawing.end_names(right + 14.0, &ends),
            (None, Some(peaks)) => drawing.peak_names(&peaks),
            (None, None) => drawing.names(right + 20.0, 42.0 + 22.0 * (titles.len() as f64 - 1.0)),
        }
        drawing.out + "</svg>\n"
    }

    /// Draws a text whose first line is at a position; `more` contains further attributes.
    fn text(&mut self, (x, y): (f64, f64), font: Font, colour: Colour, more: &str, text: &str) {
        let (size, text) = (font.size, xml_text(text));
        append_fmt!(
            self,
            "<text x=\"{x:.1}\" y=\"{y:.1}\" font-size=\"{size}\" fill=\"{colour}\"{more}>{text}</text>"
        );
    }

    /// Draws a straight line between two positions of the picture.
    fn stroke(&mut self, from: (f64, f64), to: (f64, f64), colour: Colour, wide: f64) {
        let ((x1, y1), (x2, y2)) = (from, to);
        append_fmt!(
            self,
            "<path d=\"M{x1:.1} {y1:.1}L{x2:.1} {y2:.1}\" stroke=\"{colour}\" stroke-width=\"{wide}\"/>"
        );
    }

    /// Returns the position of a pair of numbers in the picture.
    fn place(&self, (across, up): (f64, f64)) -> (f64, f64) {
        (self.across.place(across), self.up.place(up))
    }

    /// Returns the positions of `points` as path data, with `first` before the first and `joint` before every other
    /// position.
    fn places(&self, points: impl Iterator<Item = (f64, f64)>, first: &str, joint: &str) -> String {
        let mut places = String::new();
        for point in points {
            let (x, y) = self.place(point);
            let before = if places.is_empty() { first } else { joint };
            write!(places, "{before}{x:.1} {y:.1}").expect("a string takes all");
        }
        places
    }

    /// Draws a line through points, with dashes or without.
    fn line(&mut self, points: &[(f64, f64)], colour: Colour, wide: f64, dashes: &str) {
        let path = self.places(points.iter().copied(), "M", "L");
        append_fmt!(
            self,
            "<path d=\"{path}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"{wide}\" \
             stroke-linejoin=\"round\"{dashes}/>"
        );
    }

    /// Draws a rectangle between two corners.
    fn block(&mut self, (x1, y1): (f64, f64), (x2, y2): (f64, f64), style: impl Display) {
        let (left, top) = (x1.min(x2), y1.min(y2));
        let (wide, high) = ((x1 - x2).abs(), (y1 - y2).abs());
        append_fmt!(
            self,
            "<rect x=\"{left:.2}\" y=\"{top:.2}\" width=\"{wide:.2}\" height=\"{high:.2}\" fill=\"{style}\"/>"
        );
    }

    /// Draws the axes with their numbers and labels, and the grid lines.
    fn axes(&mut self) {
        let ((left, right), (bottom, top)) = (self.across.pixels, self.up.pixels);
        let (low, high) = self.across.ends;
        let most = if self.plot.across.scale == AxisScale::Whole { (high - low) as usize + 1 } else { 10 };
        let grid = palette::GREY;
        let ticks = match self.plot.across.names.len() {
            0 => self.across.ticks(most.clamp(2, 15)),
            _ => Vec::new(),
        };
        self.axis_names();
        for value in ticks {
            let x = self.across.place(value);
            self.stroke((x, bottom), (x, top), grid, 1.0);
            self.stroke((x, bottom), (x, bottom + TICK), palette::BLACK, 1.0);
            let (at, middle) = ((x, bottom + 20.0), " text-anchor=\"middle\"");
            self.text(at, TEXT, palette::BLACK, middle, &self.plot.across.text(value));
        }
        for value in self.up.ticks(11) {
            let y = self.up.place(value);
            self.stroke((left, y), (right, y), grid, 1.0);
            self.stroke((left - TICK, y), (left, y), palette::BLACK, 1.0);
            let at = (left - 9.0, y + 4.5);
            self.text(at, TEXT, palette::BLACK, " text-anchor=\"end\"", &self.plot.up.text(value));
        }
        self.stroke((left, bottom), (right, bottom), palette::BLACK, 1.0);
        self.stroke((left, bottom), (left, top), palette::BLACK, 1.0);
        let plot = self.plot;
        let at = (left.midpoint(right), bottom + 44.0 + below_names(&plot.across.names));
        self.text(at, LABEL, palette::BLACK, " text-anchor=\"middle\"", &plot.across.label);
        let (x, y) = (24.0, bottom.midpoint(top));
        let turned = format!(" text-anchor=\"middle\" transform=\"rotate(-90 {x:.1} {y:.1})\"");
        self.text((x, y), LABEL, palette::BLACK, &turned, &plot.up.label);
    }

    /// Draws the numbers of a series.
    fn series(&mut self, place: usize) {
        let series = &self.plot.series[place];
        let (order, colour) = self.plot.colour(place);
        let points: Vec<(f64, f64)> = series.points.iter().map(|(across, low, _)| (*across, *low)).collect();
        match series.form {
            Form::Band | Form::Rest => {
                for &(across, low, high) in &series.points {
                    let (from, to) = (self.place((across - 0.4, low)), self.place((across + 0.4, high)));
                    self.block(from, to, colour);
                }
            }
            Form::Bars => self.bars(series, order, colour),
            Form::Error => {
                // A single number is as wide as the plot.
                let (left, right) = self.across.ends;
                let edges = match series.points[..] {
                    [(_, below, above)] => vec![(left, below, above), (right, below, above)],
                    _ => series.points.clone(),
                };
                let back = edges.iter().rev().map(|(across, _, high)| (*across, *high));
                let edge = edges.iter().map(|(across, low, _)| (*across, *low)).chain(back);
                let points = self.places(edge, "", " ");
                append_fmt!(self, "<polygon points=\"{points}\" fill=\"{colour}\" fill-opacity=\"0.2\"/>");
            }
            Form::Level => {
                let mut points = points;
                // Among bars, the line has no ends of its own.
                if let ([first, .., last], true) = (&mut points[..], self.bar_series() > 0) {
                    (first.0, last.0) = self.across.ends;
                }
                self.line(&points, colour, 2.0, " stroke-dasharray=\"6 4\"");
            }
            Form::Line => {
                self.line(&points, colour, 2.0, "");
                let (first, step) = marked(points.len(), order);
                for &point in points.iter().skip(first).step_by(step) {
                    self.mark(self.place(point), order, colour);
                }
            }
        }
    }

    /// Returns the number of series of bars.
    fn bar_series(&self) -> usize {
        self.plot.series.iter().filter(|series| series.form == Form::Bars).count()
    }

    /// Draws the bars of a series, which is the number `order` of several, and their numbers if there is room.
    fn bars(&mut self, series: &Series, order: usize, colour: Colour) {
        let wide = 0.8 / self.bar_series() as f64;
        for &(across, _, high) in &series.points {
            let left = across - 0.4 + wide * order as f64;
            let (from, to) = (self.place((left, 0.0)), self.place((left + wide, high)));
            self.block(from, to, colour);
            let text = match self.plot.up.is_percent {
                true => format!("{:.1}%", 100.0 * high),
                false => format!("{high:.3}"),
            };
            if self.plot.across.names.is_empty() || NOTE.width(&text) > (to.0 - from.0).abs() {
                continue;
            }
            // At the foot of a bar, no line for comparison crosses the number.
            let is_inside = from.1 - to.1 > FOOT;
            let (y, colour) =
                if is_inside { (from.1 - 6.0, palette::WHITE) } else { (to.1 - 5.0, palette::BLACK) };
            self.text((from.0.midpoint(to.0), y), NOTE, colour, " text-anchor=\"middle\"", &text);
        }
    }

    /// Writes the names at the horizontal axis. Names that are wider than their places are cut.
    fn axis_names(&mut self) {
        let plot = self.plot;
        let bottom = self.up.pixels.0;
        let room = self.across.place(2.0) - self.across.place(1.0) - 6.0;
        for (name, value) in plot.across.names.iter().zip(1..) {
            let x = self.across.place(f64::from(value));
            self.stroke((x, bottom), (x, bottom + TICK), palette::BLACK, 1.0);
            for (row, line) in name.lines().enumerate() {
                let at = (x, bottom + 20.0 + NAME_LINE * row as f64);
                self.text(at, TEXT, palette::BLACK, " text-anchor=\"middle\"", &cut(line, room));
            }
        }
    }

    /// Draws the names of lines beside their ends, each at its height.
    fn end_names(&mut self, left: f64, ends: &[(usize, f64)]) {
        let plot = self.plot;
        for &(place, y) in ends {
            let series = &plot.series[place];
            let (order, colour) = plot.colour(place);
            match series.form {
                Form::Line => self.mark((left, y), order, colour),
                Form::Error => {
                    let light = format!("{colour}\" fill-opacity=\"0.2");
                    self.block((left - MARK, y - MARK), (left + MARK, y + MARK), light);
                }
                _ => {}
            }
            self.text((left + 10.0, y + 4.5), TEXT, palette::BLACK, "", &series.name);
        }
    }

    /// Draws the names of lines beside their highest points.
    fn peak_names(&mut self, peaks: &[PeakName]) {
        let plot = self.plot;
        for peak in peaks {
            self.text((peak.left, peak.foot), TEXT, palette::BLACK, "", &plot.series[peak.place].name);
        }
    }

    /// Draws the names of the series, the highest area first.
    fn names(&mut self, left: f64, top: f64) {
        let plot = self.plot;
        let mut named: Vec<_> = plot.named().collect();
        if named.iter().all(|(_, series)| matches!(series.form, Form::Band | Form::Rest)) {
            named.reverse();
        }
        for (row, (place, series)) in named.into_iter().enumerate() {
            let (order, colour) = plot.colour(place);
            let (right, middle) = (left + 28.0, top + 24.0 + 24.0 * row as f64);
            match series.form {
                Form::Band | Form::Rest | Form::Error | Form::Bars => {
                    let light = if series.form == Form::Error { "\" fill-opacity=\"0.2" } else { "" };
                    self.block((left, middle - 6.0), (right, middle + 6.0), format!("{colour}{light}"));
                }
                Form::Level => {
                    for from in [0.0, 10.0, 20.0] {
                        self.stroke((left + from, middle), (left + from + 6.0, middle), colour, 2.0);
                    }
                }
                Form::Line => {
                    self.stroke((left, middle), (right, middle), colour, 2.0);
                    self.mark((left.midpoint(right), middle), order, colour);
                }
            }
            self.text((right + 8.0, middle + 4.5), TEXT, palette::BLACK, "", &series.name);
        }
    }

    /// Draws a marker in the shape of a line.
    fn mark(&mut self, (x, y): (f64, f64), order: usize, colour: Colour) {
        let half = MARK;
        match order % SHAPES {
            0 => append_fmt!(self, "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{half}\" fill=\"{colour}\"/>"),
            1 => {
                let (wide, top, foot) = (half * 1.1, y - half * 1.25, y + half * 0.75);
                let (left, right) = (x - wide, x + wide);
                append_fmt!(
                    self,
                    "<polygon points=\"{x:.1} {top:.1} {left:.1} {foot:.1} {right:.1} {foot:.1}\" fill=\"{colour}\"/>"
                );
            }
            2 => self.block((x - half, y - half), (x + half, y + half), colour),
            _ => {
                self.stroke((x - half, y - half), (x + half, y + half), colour, 2.0);
                self.stroke((x - half, y + half), (x + half, y - half), colour, 2.0);
            }
        }
    }
}

/// Returns the named series with the heights of their names beside their ends, if all of them are lines or areas to the right
/// edge, and no name is far from its line.
fn names_at_ends(plot: &Plot, right: f64, up: &AxisRange) -> Option<Vec<(usize, f64)>> {
    let end = |series: &Series| match (series.form, series.points.last()) {
        (Form::Line | Form::Level | Form::Error, Some(&(across, _, last))) if across == right => {
            Some(up.place(last))
        }
        _ => None,
    };
    let mut ends: Vec<(usize, f64)> =
        plot.named().map(|(place, series)| Some((place, end(series)?))).collect::<Option<_>>()?;
    order::sort(&mut ends, |a, b| a.1.total_cmp(&b.1));
    let mut heights: Vec<f64> = ends.iter().map(|(_, height)| *height).collect();
    spread(&mut heights, NAME_ROOM);
    let is_near = ends.iter().zip(&heights).all(|((_, wish), height)| (wish - height).abs() <= NAME_ROOM);
    is_near.then(|| ends.iter().zip(heights).map(|(&(place, _), height)| (place, height)).collect())
}

/// Returns the height that the names at an axis need in addition to a line of numbers.
fn below_names(names: &[String]) -> f64 {
    let lines = names.iter().map(|name| name.lines().count()).max().unwrap_or(1);
    NAME_LINE * (lines.max(1) - 1) as f64
}

/// Returns the beginning of a text that fits into `room` pixels.
fn cut(text: &str, room: f64) -> String {
    if TEXT.width(text) <= room {
        return text.to_owned();
    }
    let letters: Vec<char> = text.chars().collect();
    let begin = |count: usize| letters[..count].iter().collect::<String>() + "…";
    let fits = |count: &usize| TEXT.width(&begin(*count)) <= room;
    begin((1..letters.len()).rev().find(fits).unwrap_or(1))
}

/// Returns the first point of a line with a marker, and the distance to the next one. On long lines, different lines have
/// their markers at different points.
fn marked(points: usize, order: usize) -> (usize, usize) {
    if points <= MARKED {
        return (0, 1);
    }
    let step = points.div_ceil(SPARSE);
    (order * step / SHAPES % step, step)
}
