//! Things in a row, of which each belongs to another one, as a link diagram: an arc from each to its mate.

use super::{MIDDLE, Picture};
use crate::letters::Letters;
use crate::text;
use std::fmt::Write as _;

/// A row of things in pairs.
#[derive(Clone, Debug)]
pub struct Arcs<'a> {
    /// The title.
    pub title: &'a str,
    /// The names of the things.
    pub names: &'a [String],
    /// The places of both things of each pair, and a number that its colour goes by.
    pub pairs: Vec<(usize, usize, usize)>,
    /// The places at which blocks begin, the first of them 0.
    pub blocks: Vec<usize>,
}

/// Room for a thing, across.
const STEP: usize = 36;
/// Room around.
const EDGE: usize = 30;

/// The letters of the title.
const TITLE: Letters = Letters::bold(14.0);

/// The least width of a picture.
const NARROW: usize = 360;

/// The meaning of the lines between things.
const BLOCKS: &str = "Grey bars part the blocks: each ends with the second card of a pair.";

/// The colours of arcs in turn, told apart by those who see few colours, and 3:1 against white.
const COLOURS: [&str; 7] = ["#0072B2", "#D55E00", "#008060", "#9B4F80", "#7A5500", "#6B6F76", "#000000"];

fn colour(number: usize) -> &'static str {
    COLOURS[number % COLOURS.len()]
}

impl Arcs<'_> {
    /// Returns the picture: half circles over the things; blocks are parted by lines.
    pub fn svg(&self) -> String {
        let across = |place: usize| EDGE + STEP * place + STEP / 2;
        let widest = self.pairs.iter().map(|(first, second, _)| second - first).max().unwrap_or(1);
        let width = (2 * EDGE + STEP * self.names.len()).max(NARROW);
        let headed = TITLE.wrap(self.title, (width - 2 * EDGE) as f64);
        let base = EDGE + 4 + 20 * headed.len() + STEP * widest / 2;
        let grouped = self.blocks.len() > 1;
        let height = base + EDGE + 24 + 22 * usize::from(grouped);
        let mut picture = Picture::new((width, height), 14, self.title);
        for (place, line) in headed.iter().enumerate() {
            picture.words((EDGE, 24 + 20 * place), " font-weight=\"bold\"", line);
        }
        for &(first, second, number) in &self.pairs {
            let radius = STEP * (second - first) / 2;
            picture.put(&format!(
                "<path d=\"M {} {base} A {radius} {radius} 0 0 1 {} {base}\" fill=\"none\" stroke=\"{}\" \
                 stroke-width=\"2\"/>",
                across(first),
                across(second),
                colour(number)
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

    /// Returns the same for Graphviz: the things in one rank, undirected edges from each to its mate.
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
        // Edges that are not seen keep the order of the table.
        let _ = writeln!(text, "  {} [style=invis, weight=100];", places.join(" -- "));
        for &(first, second, number) in &self.pairs {
            let colour = colour(number);
            let (first, second) = (first + 1, second + 1);
            let _ = writeln!(text, "  c{first} -- c{second} [color=\"{colour}\", constraint=false];");
        }
        text + "}\n"
    }
}
