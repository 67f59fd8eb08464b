//! Plots: numbers along two axes, as SVG. The only module that names the plotting crate.
//!
//! Names of what is drawn stand beside the plot and never on it; colours are told apart by colour-blind readers, and
//! markers are the second cue. The same plot is the same bytes.

use super::letters::Letters;
use super::palette::{self, Colour};
use super::text;
use plotters::coord::Shift;
use plotters::coord::ranged1d::ValueFormatter;
use plotters::coord::types::RangedCoordf64;
use plotters::prelude::*;
use std::io;

/// What is drawn.
#[derive(Clone, Debug)]
pub struct Plot {
    /// What it shows, in one line.
    pub title: String,
    /// How it was found, in one line.
    pub note: String,
    /// To the right.
    pub across: Axis,
    /// Upwards.
    pub up: Axis,
    /// What is drawn, the lowest first.
    pub series: Vec<Series>,
}

/// An axis.
#[derive(Clone, Debug)]
pub struct Axis {
    /// What it measures, with the unit.
    pub label: String,
    /// How it runs.
    pub scale: Scale,
}

impl Axis {
    /// An axis with a label.
    #[must_use]
    pub fn new(label: impl Into<String>, scale: Scale) -> Self {
        Self { label: label.into(), scale }
    }
}

/// How an axis runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scale {
    /// Evenly, over whole numbers.
    Whole,
    /// Evenly.
    Even,
    /// By powers of ten.
    Powers,
    /// From 0 to 1.
    Share,
}

/// Some numbers that belong together.
#[derive(Clone, Debug)]
pub struct Series {
    /// What they are.
    pub name: String,
    /// How they are drawn.
    pub form: Form,
    /// A number across, and two up: the lower and the upper edge of an area, else twice the same.
    pub points: Vec<(f64, f64, f64)>,
}

/// How numbers are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// A line with markers.
    Line,
    /// A bar from 0.
    Bars,
    /// A bar between two edges at every number.
    Band,
    /// The same, of what belongs to nobody.
    Rest,
    /// The area between two edges, light, for a line to run through.
    Error,
    /// A dashed line to compare with.
    Level,
}

impl Form {
    /// Whether a bar stands at every number, which needs room beside the first and the last.
    fn is_of_bars(self) -> bool {
        matches!(self, Self::Bars | Self::Band | Self::Rest)
    }
}

impl Series {
    /// Numbers drawn one by one.
    #[must_use]
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

/// Units to a pixel: the crate has whole coordinates, and a pixel is too coarse.
const FINE: i32 = 8;

/// The size in pixels.
const SIZE: (i32, i32) = (900, 520);

/// Sizes of text in pixels.
const TITLE: i32 = 17;
const TEXT: i32 = 13;

/// Lines with more points than this have no marker on each.
const MARKED: usize = 64;

/// The markers on those, about.
const SPARSE: usize = 16;

/// Half the size of a marker.
const MARK: i32 = 4 * FINE;

type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;
type Failed = DrawingAreaErrorKind<io::Error>;

/// A text of so many pixels; the crate writes sizes 1.24 times too small.
fn letters(size: i32) -> TextStyle<'static> {
    TextStyle::from(("sans-serif", f64::from(size * FINE) * 1.24))
}

/// A text as XML has it.
fn escaped(line: &str) -> String {
    let mut bytes = Vec::new();
    text::xml(line, &mut bytes);
    String::from_utf8(bytes).expect("escapes are text")
}

/// The width of a text in pixels.
fn width(text: &str) -> i32 {
    Letters::new(f64::from(TEXT)).width(text).ceil() as i32
}

/// A line so many pixels wide.
fn line(colour: RGBColor, pixels: i32) -> ShapeStyle {
    colour.stroke_width((pixels * FINE) as u32)
}

/// A number of an axis.
fn number(value: &f64) -> String {
    // What is left of the steps of an axis is no digit.
    let text = format!("{value:.4}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0".to_owned() } else { text.replace('-', "\u{2212}") }
}

impl Plot {
    /// The plot as an SVG document.
    ///
    /// # Panics
    /// If there is nothing to draw.
    #[must_use]
    pub fn svg(&self) -> String {
        let mut document = String::new();
        let (width, height) = SIZE;
        {
            let size = ((width * FINE) as u32, (height * FINE) as u32);
            let area = SVGBackend::with_string(&mut document, size).into_drawing_area();
            self.draw(&area).expect("a string takes all that is written");
        }
        // The size on a page, the letters of other pictures, and what is told to who does not see it.
        let (open, rest) = document.split_once("<svg ").expect("a document");
        let (whole, rest) = rest.split_once('>').expect("a document");
        let shown = whole.split_once("viewBox").map_or(whole, |(_, shown)| shown);
        let named = format!(
            "{open}<svg width=\"{width}\" height=\"{height}\" role=\"img\" viewBox{shown}>\n<title>{}</title>\n\
             <desc>{}</desc>",
            escaped(&self.title),
            escaped(&self.note)
        );
        named + &rest.replace("\"sans-serif\"", "\"Helvetica, Arial, sans-serif\"")
    }

    fn draw(&self, area: &Area<'_>) -> Result<(), Failed> {
        area.fill(&WHITE)?;
        let high = SIZE.1 * FINE;
        let room = f64::from(SIZE.0 - 32);
        let titles = Letters::new(f64::from(TITLE)).wrap(&self.title, room);
        for (place, title) in titles.iter().enumerate() {
            let y = (14 + 22 * place as i32) * FINE;
            area.draw(&Text::new(title.as_str(), (16 * FINE, y), letters(TITLE)))?;
        }
        let notes = Letters::new(f64::from(TEXT - 1)).wrap(&self.note, room);
        for (place, note) in notes.iter().rev().enumerate() {
            let style = letters(TEXT - 1).color(&RGBColor(0x55, 0x55, 0x55));
            let y = high - (24 + 17 * place as i32) * FINE;
            area.draw(&Text::new(note.as_str(), (16 * FINE, y), style))?;
        }
        let extra = |lines: &[String], each: i32| each * (lines.len() as i32 - 1) * FINE;
        let names = self.named().map(|(_, series)| width(&series.name)).max();
        let legend = names.map_or(16, |name| name + 60) * FINE;
        let body = area.margin(48 * FINE + extra(&titles, 22), 34 * FINE + extra(&notes, 17), 8 * FINE, 0);
        let (chart, beside) = body.split_horizontally((SIZE.0 - 8) * FINE - legend);
        let (across, up) = self.bounds();
        let mut builder = ChartBuilder::on(&chart);
        builder.margin_right(12 * FINE).margin_top(6 * FINE);
        builder.x_label_area_size(54 * FINE).y_label_area_size(76 * FINE);
        if self.across.scale == Scale::Powers {
            let mut chart = builder.build_cartesian_2d((across.0..across.1).log_scale(), up.0..up.1)?;
            self.fill(&mut chart, (across, up))?;
        } else {
            let mut chart = builder.build_cartesian_2d(across.0..across.1, up.0..up.1)?;
            self.fill(&mut chart, (across, up))?;
        }
        self.name(&beside)?;
        area.present()
    }

    /// Where the axes begin and end.
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
    fn colour(&self, place: usize) -> (usize, RGBColor) {
        let form = self.series[place].form;
        let earlier = self.series[..place].iter().filter(|series| series.form == form).count();
        let Colour(red, green, blue) = match form {
            Form::Level => palette::BLACK,
            Form::Band => palette::seat(earlier as u8),
            Form::Rest => palette::GREY,
            Form::Line | Form::Bars | Form::Error => palette::line(earlier),
        };
        (earlier, RGBColor(red, green, blue))
    }

    fn fill<X: Ranged<ValueType = f64> + ValueFormatter<f64>>(
        &self,
        chart: &mut ChartContext<'_, SVGBackend<'_>, Cartesian2d<X, RangedCoordf64>>,
        ((left, right), (low, high)): ((f64, f64), (f64, f64)),
    ) -> Result<(), Failed> {
        let steps = if self.across.scale == Scale::Whole { (right - left) as usize + 1 } else { 10 };
        let grey = RGBColor(0xDD, 0xDD, 0xDD);
        chart
            .configure_mesh()
            .x_desc(self.across.label.as_str())
            .y_desc(self.up.label.as_str())
            .axis_desc_style(letters(TEXT + 1))
            .label_style(letters(TEXT))
            .x_labels(steps.clamp(2, 15))
            .y_labels(10)
            .x_label_formatter(&number)
            .y_label_formatter(&number)
            .axis_style(line(BLACK, 1))
            .set_all_tick_mark_size(5 * FINE)
            .bold_line_style(line(grey, 1))
            .light_line_style(TRANSPARENT)
            .draw()?;
        for (place, series) in self.series.iter().enumerate() {
            let (order, colour) = self.colour(place);
            let points = || series.points.iter().map(|(across, low, _)| (*across, *low));
            match series.form {
                Form::Band | Form::Rest => {
                    let bar = |&(across, low, high): &(f64, f64, f64)| {
                        Rectangle::new([(across - 0.4, low), (across + 0.4, high)], colour.filled())
                    };
                    chart.draw_series(series.points.iter().map(bar))?;
                }
                Form::Error => {
                    // One number alone is as wide as the plot.
                    let edges = match series.points[..] {
                        [(_, below, above)] => vec![(left, below, above), (right, below, above)],
                        _ => series.points.clone(),
                    };
                    let back = edges.iter().rev().map(|(across, _, high)| (*across, *high));
                    let there = edges.iter().map(|(across, low, _)| (*across, *low));
                    let edge: Vec<_> = there.chain(back).collect();
                    chart.draw_series([Polygon::new(edge, colour.mix(0.2).filled())])?;
                }
                Form::Bars => {
                    let bar = |(across, high)| {
                        Rectangle::new([(across - 0.4, 0.0), (across + 0.4, high)], colour.filled())
                    };
                    chart.draw_series(points().map(bar))?;
                }
                Form::Level => {
                    let [dash, gap] = [6, 4].map(|pixels| pixels * FINE);
                    chart.draw_series(DashedLineSeries::new(points(), dash, gap, line(colour, 2)))?;
                }
                Form::Line => {
                    chart.draw_series(LineSeries::new(points(), line(colour, 2)))?;
                    let (first, step) = marked(series.points.len(), order);
                    let area = chart.plotting_area();
                    points()
                        .skip(first)
                        .step_by(step)
                        .try_for_each(|point| mark(area, point, order, colour))?;
                }
            }
        }
        if low < 0.0 && high > 0.0 {
            chart.draw_series(LineSeries::new([(left, 0.0), (right, 0.0)], line(BLACK, 1)))?;
        }
        Ok(())
    }

    /// The names of the series, the highest area first.
    fn name(&self, area: &Area<'_>) -> Result<(), Failed> {
        let mut named: Vec<_> = self.named().collect();
        if named.iter().all(|(_, series)| matches!(series.form, Form::Band | Form::Rest)) {
            named.reverse();
        }
        for (row, (place, series)) in named.into_iter().enumerate() {
            let (order, colour) = self.colour(place);
            let (left, right, middle) = (8 * FINE, 36 * FINE, (18 + 24 * row as i32) * FINE);
            let half = 6 * FINE;
            match series.form {
                Form::Band | Form::Rest | Form::Error | Form::Bars => {
                    let light = if series.form == Form::Error { 0.2 } else { 1.0 };
                    let corners = [(left, middle - half), (right, middle + half)];
                    area.draw(&Rectangle::new(corners, colour.mix(light).filled()))?;
                }
                Form::Level => {
                    for from in [0, 10, 20] {
                        let ends =
                            [left + from * FINE, left + (from + 6) * FINE].map(|across| (across, middle));
                        area.draw(&PathElement::new(ends, line(colour, 2)))?;
                    }
                }
                Form::Line => {
                    area.draw(&PathElement::new([(left, middle), (right, middle)], line(colour, 2)))?;
                    mark(area, (left.midpoint(right), middle), order, colour)?;
                }
            }
            let name =
                Text::new(series.name.as_str(), (right + 8 * FINE, middle - TEXT * FINE / 2), letters(TEXT));
            area.draw(&name)?;
        }
        Ok(())
    }
}

/// The first point of a line that has a marker, and how far it is to the next; on long lines the markers of different
/// lines stand side by side.
fn marked(points: usize, order: usize) -> (usize, usize) {
    if points <= MARKED {
        return (0, 1);
    }
    let step = points.div_ceil(SPARSE);
    (order * step / SHAPES % step, step)
}

/// The shapes of markers; there are no two lines of one shape and one colour before there are as many as both make.
const SHAPES: usize = 4;

/// A marker of the shape of a line.
fn mark<C: CoordTranslate>(
    area: &DrawingArea<SVGBackend<'_>, C>,
    point: C::From,
    order: usize,
    colour: RGBColor,
) -> Result<(), Failed>
where
    C::From: Clone,
{
    let style = colour.filled();
    match order % SHAPES {
        0 => area.draw(&Circle::new(point, MARK, style)),
        1 => area.draw(&TriangleMarker::new(point, MARK * 5 / 4, style)),
        2 => area.draw(&(EmptyElement::at(point) + Rectangle::new([(-MARK, -MARK), (MARK, MARK)], style))),
        _ => area.draw(&Cross::new(point, MARK, line(colour, 2))),
    }
}
