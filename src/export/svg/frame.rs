//! The frame of the picture: the title above, and the legend below.

use super::draw::{MARGIN, words};
use crate::font::Font;
use crate::legend::{LegendEntry, Sign};
use crate::palette;
use palette::Colour;
use std::io::Write as _;

/// The fonts of the title and of the legend.
const TITLE: Font = Font::bold(15.0);
const PLAIN: Font = Font::new(11.0);
const CODE: Font = Font::bold(11.0);

/// The line heights of the title and of the legend.
const TITLE_LINE: f64 = 20.0;
const LINE: f64 = 17.0;

/// The width of a sign, and the space between the columns of the legend.
const SIGN: f64 = 32.0;
const GAP: f64 = 28.0;

/// The minimum width of a picture, and the maximum width of an entry.
pub(super) const NARROW: f64 = 560.0;

/// The note under every picture.
const WIDTHS: &str = "The width of a line shows the probability that play takes it.";

/// The note under a picture with several rows; both notes fit the narrowest picture.
const FOLDED: &str = "Lines continue at equal numbers.";

/// An entry, with the wrapped lines of its meaning.
type WrappedEntry = (LegendEntry, Vec<String>);

/// Title and legend, laid out for the width of a picture.
pub(super) struct Frame {
    title: Vec<String>,
    /// The position of each column of the legend, and its entries.
    columns: Vec<(f64, Vec<WrappedEntry>)>,
    /// `true` if lines continue in another row.
    folded: bool,
    /// The font of the marks on squares.
    mark: Font,
    /// Whether the lines of each style are solid.
    is_solid: [bool; palette::EVENT_STYLES],
    /// The width of the picture with its frame.
    pub(super) wide: f64,
}

/// Returns the width of a name before its meaning.
fn named(entry: &LegendEntry) -> f64 {
    if entry.name.is_empty() { 0.0 } else { CODE.width(&entry.name) + 8.0 }
}

/// Returns the width of a wrapped entry.
fn entry_width((entry, lines): &WrappedEntry) -> f64 {
    SIGN + named(entry) + lines.iter().map(|line| PLAIN.width(line)).fold(0.0, f64::max)
}

/// Wraps entries to at most `room`.
fn wrapped(entries: &[LegendEntry], room: f64) -> Vec<WrappedEntry> {
    let wrap = |entry: &LegendEntry| {
        let mut entry = entry.clone();
        let mut names = CODE.wrap(&entry.name, (room - SIGN) / 2.0);
        if names.len() > 1 {
            entry.name = std::mem::take(&mut names[0]) + "…";
        }
        let lines = PLAIN.wrap(&entry.meaning, room - SIGN - named(&entry));
        (entry, lines)
    };
    entries.iter().map(wrap).collect()
}

/// Returns the entries with few line breaks, and the number of columns that fit.
fn spacious(entries: &[LegendEntry], wide: f64) -> (Vec<WrappedEntry>, usize) {
    let entries = wrapped(entries, NARROW);
    let widest = entries.iter().map(entry_width).fold(1.0, f64::max);
    #[allow(clippy::cast_sign_loss, clippy::cast_possible_truncation, reason = "a few columns")]
    let most = (((wide + GAP) / (widest + GAP)) as usize).clamp(1, 4);
    (entries, most)
}

/// Returns the entries and the number of columns with the fewest lines.
fn compact(entries: &[LegendEntry], wide: f64) -> (Vec<WrappedEntry>, usize) {
    let columns = (1..=4).map(|columns| {
        let room = (wide + GAP) / columns as f64 - GAP;
        (wrapped(entries, room), columns)
    });
    let lines = |(entries, columns): &(Vec<WrappedEntry>, usize)| {
        let each = entries.len().div_ceil(*columns).max(1);
        let lines = |column: &[WrappedEntry]| column.iter().map(|(_, lines)| lines.len()).sum::<usize>();
        entries.chunks(each).map(lines).max().unwrap_or(0)
    };
    columns.min_by_key(lines).expect("there are numbers of columns")
}

impl Frame {
    /// Creates the frame of a picture that is `wide`. On a slide, all letters are large, and the legend has as few lines as possible.
    pub(super) fn new(
        title: &str,
        entries: &[LegendEntry],
        wide: f64,
        folded: bool,
        is_slide: bool,
        is_solid: [bool; palette::EVENT_STYLES],
    ) -> Self {
        let title = TITLE.wrap(title, wide);
        let (entries, most) = if is_slide { compact(entries, wide) } else { spacious(entries, wide) };
        let each = entries.len().div_ceil(most).max(1);
        let mut left = 0.0;
        let columns = entries
            .chunks(each)
            .map(|column| {
                let from = left;
                left += column.iter().map(entry_width).fold(0.0, f64::max) + GAP;
                (from, column.to_vec())
            })
            .collect();
        let mark = if is_slide { PLAIN } else { Font::new(9.5) };
        Self { title, columns, wide, folded, mark, is_solid }
    }

    /// Returns the height of the title.
    pub(super) fn head(&self) -> f64 {
        TITLE_LINE * self.title.len() as f64 + 24.0
    }

    /// Returns the height of the legend.
    pub(super) fn foot(&self) -> f64 {
        let lines = |column: &[WrappedEntry]| column.iter().map(|(_, lines)| lines.len()).sum::<usize>();
        let most = self.columns.iter().map(|(_, column)| lines(column)).max().unwrap_or(0);
        LINE * (most + 1) as f64 + 24.0
    }

    /// Draws the title.
    pub(super) fn title(&self, out: &mut Vec<u8>) {
        for (line, title) in self.title.iter().enumerate() {
            let y = 24.0 + TITLE_LINE * line as f64;
            words(MARGIN, y, " font-size=\"15\" font-weight=\"bold\"", title, out);
            out.push(b'\n');
        }
    }

    /// Draws the legend, from `top` down.
    pub(super) fn legend(&self, top: f64, out: &mut Vec<u8>) {
        let first = top + 22.0;
        let first_line = if self.folded { format!("{WIDTHS} {FOLDED}") } else { WIDTHS.to_owned() };
        words(MARGIN, first, "", &first_line, out);
        out.push(b'\n');
        for (left, column) in &self.columns {
            let left = MARGIN + left;
            let mut y = first + LINE;
            for (entry, lines) in column {
                self.sign(entry, left, y, out);
                let indent = if entry.sign == Sign::Name { 0.0 } else { SIGN };
                if !entry.name.is_empty() {
                    words(left + indent, y, " font-weight=\"bold\"", &entry.name, out);
                }
                for line in lines {
                    words(left + indent + named(entry), y, "", line, out);
                    y += LINE;
                }
                out.push(b'\n');
            }
        }
    }

    /// Draws the sign of an entry whose text is at `y`.
    fn sign(&self, entry: &LegendEntry, x: f64, y: f64, out: &mut Vec<u8>) {
        let middle = y - 4.0;
        let mut shape = |fill: Colour, wide: f64, round: f64, rest: &str| {
            append_fmt!(
                out,
                "<rect x=\"{x:.1}\" y=\"{:.1}\" width=\"{wide}\" height=\"12\" rx=\"{round}\" fill=\"{fill}\" \
                 stroke=\"#333333\" {rest}/>",
                middle - 6.0
            );
        };
        match entry.sign {
            Sign::Square(fill, mark) => {
                shape(fill, 12.0, 0.0, "stroke-width=\"0.7\"");
                if !mark.is_empty() {
                    let style = format!(" text-anchor=\"middle\" font-size=\"{}\"", self.mark.size);
                    words(x + 6.0, y - 0.6, &style, mark, out);
                }
            }
            Sign::Action(true) => shape(palette::CHOSEN, 22.0, 6.0, "stroke-width=\"2.2\""),
            Sign::Action(false) => {
                shape(palette::LEFT, 22.0, 6.0, "stroke-width=\"1\" stroke-dasharray=\"5 3\"");
            }
            Sign::Cut => shape(palette::WHITE, 22.0, 4.0, "stroke-width=\"1\" stroke-dasharray=\"5 3\""),
            Sign::Line(look) => {
                let (ink, style) = palette::event(look);
                let style = if self.is_solid[look % palette::EVENT_STYLES] { "solid" } else { style };
                append_fmt!(
                    out,
                    "<path d=\"M{x:.1},{middle:.1} h24\" fill=\"none\" stroke=\"{ink}\" stroke-width=\"2.5\"{}/>",
                    dash(style, 2.5)
                );
            }
            Sign::Name => {}
        }
    }
}

/// Returns the dashes of a line of a width.
pub(super) fn dash(style: &str, wide: f64) -> String {
    match style {
        "dashed" => format!(" stroke-dasharray=\"{:.1} {:.1}\"", 5.0 + wide, 2.5 + 0.35 * wide),
        "dotted" => format!(" stroke-dasharray=\"{:.1} {:.1}\"", 1.5 + 0.3 * wide, 2.0 + 0.3 * wide),
        _ => String::new(),
    }
}
