//! DOT for Graphviz: small graphs drawn for people, with a row for each ply.
//!
//! Each seat has a colour. Colour is never the only cue: every node names its mover or winner, ends have their own
//! shapes, and events differ in line style and name.

use super::font::Font;
use super::legend::{self, LegendEntry, Sign};
use super::{Board, Document, Edge, GraphFormat, Limit, Node, Role, Tile, palette, text};
use palette::Colour;
use std::io::Write;
use text::escaped;

/// The maximum number of characters of a label or tooltip; Graphviz refuses strings of more than 16,384 bytes.
const LONGEST: usize = 2_000;

/// The direction in which time runs in the picture.
///
/// ```
/// use chancetree_export::{Dot, Svg, TimeDirection};
///
/// let slide = Dot { direction: TimeDirection::Right };
/// assert_ne!(slide.direction, Dot::default().direction);
/// // An SVG picture chooses a direction by the shape of the graph.
/// assert_eq!(Svg::default().direction, None);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TimeDirection {
    /// From the top down.
    #[default]
    Down,
    /// From left to right.
    Right,
}

impl TimeDirection {
    /// Orders a pair of values along and across time as horizontal and vertical values.
    pub(super) fn turned<T>(self, (along, across): (T, T)) -> (T, T) {
        if self == Self::Right { (along, across) } else { (across, along) }
    }
}

/// DOT for Graphviz.
///
/// ```
/// use chancetree_engine::evaluate::Analysis;
/// use chancetree_engine::example::Coins;
/// use chancetree_engine::{game::Game, model::Job, payoff::Gain};
/// use chancetree_export::{DocumentInfo, Dot, GraphDocument, TimeDirection, write_all};
///
/// let best = Coins { tosses: 2 }.explore().run()?.maximize(&Gain)?;
/// let document = GraphDocument::of(&best, DocumentInfo::default(), &Job::default())?;
/// let mut text = Vec::new();
/// write_all(&document, &Dot { direction: TimeDirection::Right }, &mut text)?;
/// assert!(String::from_utf8(text)?.contains("rankdir=LR"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Dot {
    /// The direction in which time runs in the picture.
    pub direction: TimeDirection,
}

const LINE: Colour = Colour(0x55, 0x5B, 0x66);

/// Returns the longest prefix of a text that fits, and reduces the number of characters `left`.
fn clip(text: &str, left: &mut usize) -> String {
    let clipped = text::clipped(text, *left);
    *left -= clipped.chars().count();
    clipped
}

/// Returns a single clipped text.
fn short(text: &str) -> String {
    text::clipped(text, LONGEST)
}

/// Escapes a text for a quoted string.
fn plain(text: &str) -> String {
    escaped(text, text::dot)
}

/// Escapes a text for an HTML-like table.
fn html(text: &str) -> String {
    escaped(text, text::dot_html)
}

/// Returns the lines of a label, clipped to a common limit.
fn lines(node: &Node) -> Vec<String> {
    let mut left = LONGEST;
    text::captions(node).iter().map_while(|line| (left > 0).then(|| clip(line, &mut left))).collect()
}

fn plain_label(node: &Node, out: &mut Vec<u8>) {
    let lines: Vec<String> = lines(node).iter().chain(&text::cue(node)).map(|line| plain(line)).collect();
    append_fmt!(out, "label=\"{}\"", lines.join("\\n"));
}

/// The side of a square in points, and the gap between two squares.
const SIDE: usize = 15;
const GAP: usize = 2;

/// Appends one square with its colour and its mark.
fn tile(tile: &Tile, out: &mut Vec<u8>) {
    let (fill, mark) = palette::tile(tile);
    let mark = text::clipped(&mark, 12);
    append_fmt!(out, "<TD WIDTH=\"{SIDE}\" HEIGHT=\"{SIDE}\" BGCOLOR=\"{fill}\">");
    if !mark.is_empty() {
        append_fmt!(out, "<FONT POINT-SIZE=\"9\" COLOR=\"#000000\">{}</FONT>", html(&mark));
    }
    append_fmt!(out, "</TD>");
}

/// Appends a board as a table of squares. Graphviz stretches a table to the width of the text under it unless the
/// size is set. The size is only known if there is no free text.
fn board(board: &Board, out: &mut Vec<u8>) {
    let rows = || board.rows.iter().filter(|row| !row.is_empty());
    append_fmt!(
        out,
        "<TABLE BORDER=\"0\" CELLBORDER=\"1\" CELLSPACING=\"{GAP}\" CELLPADDING=\"0\" COLOR=\"{LINE}"
    );
    let narrow = |tile: &Tile| !matches!(tile, Tile::Open(text) if text.chars().nth(1).is_some());
    if rows().flatten().all(narrow) {
        let side = |squares: usize| squares * SIDE + (squares + 1) * GAP + 1;
        let widest = rows().map(Vec::len).max().unwrap_or(0);
        append_fmt!(
            out,
            "\" FIXEDSIZE=\"TRUE\" WIDTH=\"{}\" HEIGHT=\"{}",
            side(widest),
            side(rows().count())
        );
    }
    append_fmt!(out, "\">");
    for row in rows() {
        append_fmt!(out, "<TR>");
        row.iter().for_each(|square| tile(square, out));
        append_fmt!(out, "</TR>");
    }
    append_fmt!(out, "</TABLE>");
}

fn drawn_label(node: &Node, drawn: &Board, out: &mut Vec<u8>) {
    append_fmt!(
        out,
        "label=<<TABLE BORDER=\"0\" CELLBORDER=\"0\" CELLSPACING=\"0\" CELLPADDING=\"1\"><TR><TD>"
    );
    board(drawn, out);
    append_fmt!(out, "</TD></TR>");
    // An empty cell would be a syntax error.
    for line in lines(node).iter().filter(|line| !line.trim().is_empty()) {
        append_fmt!(out, "<TR><TD>{}</TD></TR>", html(line));
    }
    if let Some(cue) = text::cue(node) {
        append_fmt!(out, "<TR><TD><FONT POINT-SIZE=\"8\">{}</FONT></TD></TR>", html(&cue));
    }
    append_fmt!(out, "</TABLE>>");
}

/// Returns the border colour: the colour of the seat that moves or has won.
fn border(node: &Node) -> Colour {
    match (node.role, node.mover) {
        (Role::Won(_) | Role::Drawn | Role::Lost | Role::Done, _) => palette::BLACK,
        (_, Some(mover)) => palette::seat(mover),
        (_, None) => LINE,
    }
}

fn shape(role: Role) -> &'static str {
    match role {
        Role::Start => "penwidth=3",
        Role::Inner => "penwidth=1.5",
        Role::Won(_) | Role::Lost => "shape=box, style=filled, peripheries=2",
        Role::Drawn => "shape=box, style=\"filled,diagonals\"",
        Role::Done => "shape=ellipse, style=filled, peripheries=2",
        Role::Cut => "style=\"rounded,filled,dashed\", penwidth=1.5",
        Role::Action(true) => "shape=ellipse, style=filled, penwidth=2.5",
        Role::Action(false) => "shape=ellipse, style=\"filled,dashed\"",
    }
}

/// The maximum number of characters of a title on one line.
const TITLE: f64 = 90.0;

/// Returns the name of a line style in a text.
fn dashes(style: &str) -> &'static str {
    match style {
        "dashed" => "– –",
        "dotted" => "· · ·",
        _ => "——",
    }
}

fn coloured(ink: Colour, size: usize, text: &str, out: &mut Vec<u8>) {
    append_fmt!(out, "<FONT POINT-SIZE=\"{size}\" COLOR=\"{ink}\">{text}</FONT>");
}

/// Appends an entry of the legend as a cell of a table.
fn entry(entry: &LegendEntry, out: &mut Vec<u8>) {
    append_fmt!(out, "<TD ALIGN=\"LEFT\">");
    match entry.sign {
        Sign::Square(palette::WHITE, _) => coloured(LINE, 13, "□", out),
        Sign::Square(fill, _) => coloured(fill, 13, "■", out),
        Sign::Action(true) => coloured(palette::CHOSEN.shade(), 13, "●", out),
        Sign::Action(false) | Sign::Cut => coloured(LINE, 13, "◌", out),
        Sign::Line(look) => {
            let (ink, style) = palette::event(look);
            coloured(ink, 9, dashes(style), out);
        }
        Sign::Name => {}
    }
    append_fmt!(out, "<FONT POINT-SIZE=\"9\"> ");
    if !entry.name.is_empty() {
        append_fmt!(out, "<B>{}</B>  ", html(&entry.name));
    }
    append_fmt!(out, "{} </FONT></TD>", html(&entry.meaning));
}

/// Appends the title and the legend.
fn heading(document: &dyn Document, out: &mut Vec<u8>) {
    append_fmt!(out, "label=<<TABLE BORDER=\"0\" CELLBORDER=\"0\" CELLSPACING=\"0\" CELLPADDING=\"1\">");
    let title = short(&document.head().title);
    let title = if title.trim().is_empty() { "chancetree" } else { &title };
    let letters = Font::bold(15.0);
    for line in letters.wrap(title, letters.width("0") * TITLE) {
        append_fmt!(
            out,
            "<TR><TD COLSPAN=\"2\"><FONT POINT-SIZE=\"15\"><B>{}</B></FONT></TD></TR>",
            html(&line)
        );
    }
    for row in legend::entries(document).chunks(2) {
        append_fmt!(out, "<TR>");
        row.iter().for_each(|one| entry(one, out));
        append_fmt!(out, "</TR>");
    }
    append_fmt!(out, "</TABLE>>");
}

impl Dot {
    /// The limits: above a few hundred nodes, `dot` takes minutes and the picture is unreadable.
    pub const LIMIT: Limit = Limit { warn: 500, stop: 2_000 };
}

impl GraphFormat for Dot {
    fn begin(&self, document: &dyn Document, out: &mut Vec<u8>) {
        let title = plain(&short(&document.head().title));
        let rankdir = match self.direction {
            TimeDirection::Down => "TB",
            TimeDirection::Right => "LR",
        };
        append_fmt!(
            out,
            "digraph \"{title}\" {{\n  graph [rankdir={rankdir}, ranksep=0.55, nodesep=0.3, pad=0.2, \
             fontname=\"Helvetica\", labelloc=t, "
        );
        heading(document, out);
        append_fmt!(
            out,
            "];\n  node [shape=box, style=\"rounded,filled\", fillcolor=\"#FFFFFF\", color=\"#000000\", \
             fontname=\"Helvetica\", fontsize=10, margin=\"0.08,0.05\"];\n  \
             edge [fontname=\"Helvetica\", fontsize=9, arrowsize=0.6];\n"
        );
    }

    fn node(&self, node: &Node, out: &mut Vec<u8>) {
        append_fmt!(out, "  \"n{}\" [", node.id);
        match node.board.as_ref().filter(|board| board.rows.iter().any(|row| !row.is_empty())) {
            Some(board) => drawn_label(node, board, out),
            None => plain_label(node, out),
        }
        let (shape, fill, border) = (shape(node.role), palette::node(node.role, node.mover), border(node));
        append_fmt!(out, ", {shape}, fillcolor=\"{fill}\", color=\"{border}\", tooltip=\"");
        for line in lines(node) {
            append_fmt!(out, "{}\\n", plain(&line));
        }
        append_fmt!(out, "reached with probability ");
        text::real(node.reach, out);
        append_fmt!(out, "\"];\n");
    }

    fn between(&self, document: &dyn Document, out: &mut Vec<u8>) {
        let mut rows: Vec<Vec<usize>> = Vec::new();
        let mut node = Node::default();
        for index in 0..document.node_count() {
            document.node(index, &mut node);
            let ply = node.ply as usize;
            if rows.len() <= ply {
                rows.resize_with(ply + 1, Vec::new);
            }
            rows[ply].push(index);
        }
        for (ply, row) in rows.iter().enumerate().filter(|(_, row)| !row.is_empty()) {
            append_fmt!(out, "  subgraph \"ply{ply}\" {{ rank=same;");
            for index in row {
                append_fmt!(out, " \"n{index}\";");
            }
            append_fmt!(out, " }}\n");
        }
    }

    fn edge(&self, edge: &Edge, out: &mut Vec<u8>) {
        append_fmt!(out, "  \"n{}\" -> \"n{}\" [", edge.source, edge.target);
        let event = plain(&short(&edge.event));
        if let Some(taken) = edge.decided {
            // The node names the action, so the edge only shows whether it is taken.
            let (ink, style, width) =
                if taken { (palette::BLACK, "bold", 2.6) } else { (LINE, "dashed", 0.8) };
            append_fmt!(out, "color=\"{ink}\", style={style}, penwidth={width}, tooltip=\"{event}\"];\n");
            return;
        }
        let (colour, style) = palette::event(edge.style);
        append_fmt!(out, "label=\" {event}: ");
        text::chance(&edge.exact, edge.probability, out);
        let width = 0.5 + 2.5 * edge.probability.clamp(0.0, 1.0).sqrt();
        append_fmt!(
            out,
            " \", color=\"{colour}\", fontcolor=\"{colour}\", style={style}, penwidth={width:.2}"
        );
        let exact = plain(&short(&edge.exact));
        append_fmt!(out, ", tooltip=\"{event}: {exact}\", labeltooltip=\"{event}: {exact}\"];\n");
    }

    fn finish(&self, _: &dyn Document, out: &mut Vec<u8>) {
        append_fmt!(out, "}}\n");
    }
}
