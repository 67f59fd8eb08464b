//! Small SVG pictures that are not graphs: a table of coloured squares, a board with risks, a deal as an arc diagram.

use crate::font::Font;
use crate::palette::{self, Colour};
use crate::text::{self, xml_text};
use std::fmt::Write as _;

/// An SVG document that is being written.
struct Canvas {
    text: String,
}

impl Canvas {
    /// Creates a picture of this size, with a default font size; both are in pixels.
    fn new((width, height): (usize, usize), letters: usize, title: &str) -> Self {
        let text = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" \
             height=\"{height}\" font-family=\"Helvetica, Arial, sans-serif\" font-size=\"{letters}\" role=\"img\">\n\
             <title>{}</title>\n<rect width=\"{width}\" height=\"{height}\" fill=\"#FFFFFF\"/>\n",
            xml_text(title)
        );
        Self { text }
    }

    fn put(&mut self, line: &str) {
        self.text.push_str(line);
        self.text.push('\n');
    }

    /// Writes `words` at a position; `more` contains further attributes.
    fn words(&mut self, (x, y): (usize, usize), more: &str, words: &str) {
        self.put(&format!("<text x=\"{x}\" y=\"{y}\"{more}>{}</text>", xml_text(words)));
    }

    /// Writes `lines` below each other.
    fn lines(&mut self, (x, y): (usize, usize), more: &str, lines: &[String]) {
        lines.iter().enumerate().for_each(|(row, line)| self.words((x, y + 20 * row), more, line));
    }

    fn done(self) -> String {
        self.text + "</svg>\n"
    }
}

/// Returns the middle of the item at `place` in a row of items that are `each` pixels wide.
fn middle(place: usize, each: usize) -> usize {
    place * each + each / 2
}

/// The font of titles and of most texts.
const TITLE: Font = Font::new(14.0);
const BOLD: Font = Font::bold(14.0);
const PLAIN: Font = Font::new(12.0);

/// The attributes of texts that are centred at their position, and of texts that end there.
const MIDDLE: &str = " text-anchor=\"middle\"";
const END: &str = " text-anchor=\"end\"";

/// An arc diagram: items in a row, with an arc between the two items of each pair.
#[derive(Clone, Debug)]
pub struct Arcs<'a> {
    /// The title.
    pub title: &'a str,
    /// The names of the items.
    pub names: &'a [String],
    /// The places of the two items of each pair, and a number that selects its colour.
    pub pairs: Vec<(usize, usize, usize)>,
    /// The places at which blocks begin; the first is 0.
    pub blocks: Vec<usize>,
}

/// The width of an item.
const STEP: usize = 36;
/// The margin on each side.
const EDGE: usize = 30;

/// The minimum width of a picture.
const NARROW: usize = 360;

/// The note that explains the lines between items.
const BLOCKS: &str = "Grey bars separate blocks; each ends with the second card of a pair.";

/// The colours of arcs, which repeat. Colour-blind readers can distinguish them; the contrast with white is at least
/// 3:1.
const COLOURS: [&str; 7] = ["#0072B2", "#D55E00", "#008060", "#9B4F80", "#7A5500", "#6B6F76", "#000000"];

impl Arcs<'_> {
    /// Returns the picture as SVG: half circles above the items, and lines between blocks.
    pub fn svg(&self) -> String {
        let across = |place: usize| EDGE + middle(place, STEP);
        let widest = self.pairs.iter().map(|(first, second, _)| second - first).max().unwrap_or(1);
        let width = (2 * EDGE + STEP * self.names.len()).max(NARROW);
        let headed = BOLD.wrap(self.title, (width - 2 * EDGE) as f64);
        let base = EDGE + 4 + 20 * headed.len() + STEP * widest / 2;
        let grouped = self.blocks.len() > 1;
        let height = base + EDGE + 24 + 22 * usize::from(grouped);
        let mut picture = Canvas::new((width, height), 14, self.title);
        picture.lines((EDGE, 24), " font-weight=\"bold\"", &headed);
        for &(first, second, number) in &self.pairs {
            let radius = STEP * (second - first) / 2;
            picture.put(&format!(
                "<path d=\"M {} {base} A {radius} {radius} 0 0 1 {} {base}\" fill=\"none\" stroke=\"{}\" \
                 stroke-width=\"2\"/>",
                across(first),
                across(second),
                COLOURS[number % COLOURS.len()]
            ));
        }
        for (place, name) in self.names.iter().enumerate() {
            picture.put(&format!("<circle cx=\"{}\" cy=\"{base}\" r=\"3\"/>", across(place)));
            picture.words((across(place), base + 22), MIDDLE, name);
        }
        for from in self.blocks.iter().skip(1) {
            let (x, top, bottom) = (EDGE + STEP * from, base + 6, base + 28);
            picture
                .put(&format!("<path d=\"M {x} {top} V {bottom}\" stroke=\"#767676\" stroke-width=\"2\"/>"));
        }
        if grouped {
            picture.words((EDGE, base + 50), " font-size=\"12\"", BLOCKS);
        }
        picture.done()
    }

    /// Returns the diagram for Graphviz: the items in one rank, and an undirected edge for each pair.
    pub fn dot(&self) -> String {
        let quoted = |words: &str| format!("\"{}\"", text::escaped(words, text::dot));
        let title = quoted(self.title);
        let mut text = format!(
            "graph {title} {{\n  graph [label={title}, labelloc=t, rankdir=LR, fontname=\"Helvetica\"];\n  \
             node [shape=circle, fontname=\"Helvetica\"];\n"
        );
        for (place, name) in self.names.iter().enumerate() {
            let _ = writeln!(text, "  c{} [label={}];", place + 1, quoted(name));
        }
        let places: Vec<String> = (1..=self.names.len()).map(|place| format!("c{place}")).collect();
        let _ = writeln!(text, "  {{ rank=same; {}; }}", places.join("; "));
        // Invisible edges keep the order of the items.
        let _ = writeln!(text, "  {} [style=invis, weight=100];", places.join(" -- "));
        for &(first, second, number) in &self.pairs {
            let colour = COLOURS[number % COLOURS.len()];
            let (first, second) = (first + 1, second + 1);
            let _ = writeln!(text, "  c{first} -- c{second} [color=\"{colour}\", constraint=false];");
        }
        text + "}\n"
    }
}

/// A board with the risks of its cells. A lower risk has a lighter colour, and the number is the second cue.
#[derive(Clone, Debug)]
pub struct RiskBoard {
    /// The title.
    pub title: String,
    /// The number of columns.
    pub columns: usize,
    /// The cells, row by row.
    pub cells: Vec<RiskCell>,
}

/// A cell and its risk.
#[derive(Clone, Debug)]
pub struct RiskCell {
    /// The sign on the cell: the number of an opened cell, or a known mine.
    pub seen: Option<String>,
    /// The probability that the cell is a mine, unless it is opened.
    pub risk: Option<f64>,
    /// `true` if no cell has a lower risk.
    pub is_safest: bool,
}

/// The side of a cell, and the margin around the board.
const SIDE: usize = 34;
const LEFT: usize = 34;
const TOP: usize = 82;

/// The legend under the board.
const LEGEND: &str = "black frame: lowest risk; white: opened";

impl RiskBoard {
    /// Returns the picture.
    pub fn svg(&self) -> String {
        let text = TITLE.width(&self.title).max(PLAIN.width(LEGEND)).ceil() as usize;
        let width = (LEFT + self.columns * SIDE + 12).max(24 + text);
        let bottom = TOP + self.cells.len() / self.columns.max(1) * SIDE;
        let mut picture = Canvas::new((width, bottom + 44), 12, &self.title);
        picture.words((12, 22), " font-size=\"14\"", &self.title);
        picture.words((12, 42), "", "P(mine) in per cent");
        for column in 0..self.columns {
            picture.words((LEFT + middle(column, SIDE), TOP - 8), MIDDLE, &(column + 1).to_string());
        }
        for (row, cells) in self.cells.chunks(self.columns.max(1)).enumerate() {
            picture.words((LEFT - 8, TOP + middle(row, SIDE) + 4), END, &(row + 1).to_string());
            for (column, cell) in cells.iter().enumerate() {
                cell.draw((LEFT + column * SIDE, TOP + row * SIDE), &mut picture);
            }
        }
        picture.words((12, bottom + 24), "", LEGEND);
        picture.done()
    }
}

impl RiskCell {
    fn draw(&self, (x, y): (usize, usize), picture: &mut Canvas) {
        let fill = self.risk.map_or(palette::WHITE, shade);
        let (words, size) = match (&self.seen, self.risk) {
            (Some(seen), _) => (seen.clone(), 16),
            (None, risk) => (per_cent(risk.unwrap_or_default()), 12),
        };
        // A wider frame is inset further, so that the frames of neighbouring cells do not touch.
        let (inset, stroke) = match self.is_safest {
            true => (2, "stroke=\"#000000\" stroke-width=\"2\""),
            false => (1, "stroke=\"#BBBBBB\""),
        };
        let side = SIDE - 2 * inset;
        picture.put(&format!(
            "<rect x=\"{}\" y=\"{}\" width=\"{side}\" height=\"{side}\" fill=\"{fill}\" {stroke}/>\
             <text x=\"{}\" y=\"{}\" font-size=\"{size}\" text-anchor=\"middle\">{words}</text>",
            x + inset,
            y + inset,
            x + SIDE / 2,
            y + SIDE / 2 + size / 3,
        ));
    }
}

/// Returns the colour of a risk: from light blue (safe) to orange, with black text readable on each (Okabe and
/// Ito, 2008).
pub fn shade(risk: f64) -> Colour {
    let mix = |from: u8, to: u8| (f64::from(from) + (f64::from(to) - f64::from(from)) * risk).round() as u8;
    Colour(mix(0xCF, 0xE6), mix(0xE8, 0x9F), mix(0xF9, 0x00))
}

/// Returns a percentage with one decimal. An uncertain risk is never rounded to 0 or 100.
fn per_cent(risk: f64) -> String {
    match risk {
        0.0 => "0".to_owned(),
        risk if risk >= 1.0 => "100".to_owned(),
        risk => format!("{:.1}", (100.0 * risk).clamp(0.1, 99.9)),
    }
}

/// A table of coloured squares, one for each cell; its text is the second cue.
#[derive(Clone, Debug)]
pub struct Squares {
    /// The title.
    pub title: String,
    /// The quantity on the horizontal axis.
    pub across: &'static str,
    /// The quantity on the vertical axis.
    pub down: &'static str,
    /// The cells, row by row.
    pub squares: Vec<Square>,
    /// The fills and their meanings.
    pub legend: Vec<(&'static str, String)>,
    /// A note below the legend, if there is one.
    pub note: Option<&'static str>,
}

/// One cell of a table of squares.
#[derive(Clone, Debug)]
pub struct Square {
    /// The number of the row.
    pub row: u16,
    /// The number of the column.
    pub column: u16,
    /// The text in the cell.
    pub text: String,
    /// The background colour.
    pub fill: &'static str,
}

/// The side of a square.
const SQUARE: usize = 22;

/// The minimum width of a picture, and the margin left of the squares.
const NARROWEST: usize = 420;
const BESIDE: usize = 52;

impl Squares {
    /// Returns the picture.
    pub fn svg(&self) -> String {
        let bounds = |value: fn(&Square) -> u16| {
            let all = || self.squares.iter().map(value);
            (all().min().unwrap_or(0), all().max().unwrap_or(0))
        };
        let ((top_row, last_row), (first, last)) =
            (bounds(|square| square.row), bounds(|square| square.column));
        let rows = usize::from(last_row - top_row) + 1;
        let columns = usize::from(last - first) + 1;
        let texts = self.legend.iter().map(|(_, meaning)| &**meaning).chain(self.note);
        let widest = texts.map(|text| PLAIN.width(text)).fold(0.0, f64::max);
        let width = (BESIDE + columns * SQUARE + 20).max(BESIDE + widest.ceil() as usize + 36).max(NARROWEST);
        let headed = TITLE.wrap(&self.title, (width - 24) as f64);
        let top = 58 + 20 * headed.len();
        let lines = self.legend.len() + usize::from(self.note.is_some());
        let height = top + rows * SQUARE + 24 * lines + 16;
        let mut picture = Canvas::new((width, height), 12, &self.title);
        picture.lines((12, 22), " font-size=\"14\"", &headed);
        picture.words((BESIDE, top - 30), "", self.across);
        picture.words((12, top - 10), "", self.down);
        for column in 0..columns {
            let number = (usize::from(first) + column).to_string();
            picture.words((BESIDE + middle(column, SQUARE), top - 10), MIDDLE, &number);
        }
        for row in 0..rows {
            let number = (usize::from(top_row) + row).to_string();
            picture.words((BESIDE - 8, top + middle(row, SQUARE) + 4), END, &number);
        }
        for square in &self.squares {
            let x = BESIDE + usize::from(square.column - first) * SQUARE;
            let y = top + usize::from(square.row - top_row) * SQUARE;
            picture.put(&format!("<rect x=\"{x}\" y=\"{y}\" width=\"{SQUARE}\" height=\"{SQUARE}\" fill=\"{}\" stroke=\"#FFFFFF\"/>\
                 <text x=\"{}\" y=\"{}\" text-anchor=\"middle\">{}</text>",
                square.fill,
                x + SQUARE / 2,
                y + SQUARE / 2 + 4,
                xml_text(&square.text)));
        }
        let line = |place: usize| top + rows * SQUARE + 22 + 24 * place;
        for (place, (fill, meaning)) in self.legend.iter().enumerate() {
            let y = line(place);
            picture.put(&format!(
                "<rect x=\"{BESIDE}\" y=\"{}\" width=\"16\" height=\"16\" fill=\"{fill}\"/>\
                 <text x=\"{}\" y=\"{y}\">{}</text>",
                y - 12,
                BESIDE + 24,
                xml_text(meaning)
            ));
        }
        if let Some(note) = self.note {
            picture.words((BESIDE, line(self.legend.len())), "", note);
        }
        picture.done()
    }
}
