//! A deal as a link diagram: its cards in a row, an arc from each card to its mate.

use super::super::picture::escape;
use crate::export::letters::Letters;
use crate::games::solitaire::deal::Deal;
use std::fmt::Write as _;

/// Room for a card, across.
const STEP: usize = 36;
/// Room around.
const EDGE: usize = 30;

/// The letters of the title.
const TITLE: Letters = Letters::bold(14.0);

/// The least width of a picture.
const NARROW: usize = 360;

/// The meaning of the lines between cards.
const BLOCKS: &str = "Grey bars part the blocks: each ends with the second card of a pair.";

/// The colours of arcs in turn, told apart by those who see few colours, and 3:1 against white.
const COLOURS: [&str; 7] = ["#0072B2", "#D55E00", "#008060", "#9B4F80", "#7A5500", "#6B6F76", "#000000"];

fn colour(symbol: usize) -> &'static str {
    COLOURS[symbol % COLOURS.len()]
}

/// The pairs: the places of both cards, by the first.
fn pairs(deal: &Deal) -> impl Iterator<Item = (usize, usize)> {
    (0..deal.cards().len()).map(|place| (place, deal.mate(place))).filter(|(place, mate)| place < mate)
}

/// As SVG: half circles over the cards; blocks are parted by lines.
pub(super) fn svg(deal: &Deal, names: &[String], title: &str) -> String {
    let across = |place: usize| EDGE + STEP * place + STEP / 2;
    let widest = pairs(deal).map(|(first, second)| second - first).max().unwrap_or(1);
    let width = (2 * EDGE + STEP * names.len()).max(NARROW);
    let headed = TITLE.wrap(title, (width - 2 * EDGE) as f64);
    let base = EDGE + 4 + 20 * headed.len() + STEP * widest / 2;
    let grouped = deal.blocks().len() > 1;
    let height = base + EDGE + 24 + 22 * usize::from(grouped);
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" \
         height=\"{height}\" font-family=\"Helvetica, Arial, sans-serif\" font-size=\"14\" \
         role=\"img\">\n<title>{0}</title>\n\
         <rect width=\"{width}\" height=\"{height}\" fill=\"#FFFFFF\"/>\n\
         ",
        escape(title)
    );
    for (place, line) in headed.iter().enumerate() {
        let y = 24 + 20 * place;
        let _ = writeln!(text, "<text x=\"{EDGE}\" y=\"{y}\" font-weight=\"bold\">{}</text>", escape(line));
    }
    for (first, second) in pairs(deal) {
        let radius = STEP * (second - first) / 2;
        let _ = writeln!(
            text,
            "<path d=\"M {} {base} A {radius} {radius} 0 0 1 {} {base}\" fill=\"none\" stroke=\"{}\" \
             stroke-width=\"2\"/>",
            across(first),
            across(second),
            colour(deal.cards()[first])
        );
    }
    for (place, name) in names.iter().enumerate() {
        let (x, y) = (across(place), base + 22);
        let _ = writeln!(text, "<circle cx=\"{x}\" cy=\"{base}\" r=\"3\"/>");
        let _ = writeln!(text, "<text x=\"{x}\" y=\"{y}\" text-anchor=\"middle\">{}</text>", escape(name));
    }
    for block in deal.blocks().iter().skip(1) {
        let x = EDGE + STEP * block.from;
        let (top, bottom) = (base + 6, base + 28);
        let _ = writeln!(text, "<path d=\"M {x} {top} V {bottom}\" stroke=\"#767676\" stroke-width=\"2\"/>");
    }
    if grouped {
        let y = base + 50;
        let _ = writeln!(text, "<text x=\"{EDGE}\" y=\"{y}\" font-size=\"12\">{BLOCKS}</text>");
    }
    text + "</svg>\n"
}

/// As DOT: the cards in one rank, undirected edges from card to mate.
pub(super) fn dot(deal: &Deal, names: &[String], title: &str) -> String {
    let quoted = |text: &str| format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""));
    let mut text = format!(
        "graph {0} {{\n  graph [label={0}, labelloc=t, rankdir=LR, fontname=\"Helvetica\"];\n  \
         node [shape=circle, fontname=\"Helvetica\"];\n",
        quoted(title)
    );
    for (place, name) in names.iter().enumerate() {
        let _ = writeln!(text, "  c{} [label={}];", place + 1, quoted(name));
    }
    text.push_str("  { rank=same;");
    for place in 1..=names.len() {
        let _ = write!(text, " c{place};");
    }
    text.push_str(" }\n");
    // Edges that are not seen keep the order of the table.
    let order: Vec<String> = (1..=names.len()).map(|place| format!("c{place}")).collect();
    let _ = writeln!(text, "  {} [style=invis, weight=100];", order.join(" -- "));
    for (first, second) in pairs(deal) {
        let colour = colour(deal.cards()[first]);
        let _ = writeln!(text, "  c{} -- c{} [color=\"{colour}\", constraint=false];", first + 1, second + 1);
    }
    text + "}\n"
}
