//! How the parts of the picture look.

use super::super::{Board, Document, Node, Role, Tile, palette, text};
use super::{Ending, Picture, Sum, What, height};
use crate::exact;
use palette::Colour;
use std::io::Write as _;

/// The height of the name of an edge.
pub(super) const NAME: f64 = 14.0;

const LINE: f64 = 13.0;
const PAD: f64 = 6.0;
const MARGIN: f64 = 16.0;
const HEAD: f64 = 44.0;
const FOOT: f64 = 34.0;
const SIDE: f64 = 14.0;
const INK: Colour = Colour(0x55, 0x5B, 0x66);
/// Characters of a line in a node.
const LONGEST: usize = 32;

/// Appends formatted text; a vector takes all.
macro_rules! put {
    ($out:expr, $($part:tt)*) => { write!($out, $($part)*).expect("a vector takes all") };
}

/// So many characters of a text on one line.
pub(super) fn clip(text: &str, most: usize) -> String {
    let text = text.replace(['\n', '\r', '\t'], " ");
    if text.chars().count() <= most {
        return text;
    }
    text.chars().take(most - 1).chain(['…']).collect()
}

/// More than any of the usual fonts needs for a text of 11 pixels.
pub(super) fn text_width(text: &str) -> f64 {
    let width = |char: char| match char {
        'i' | 'l' | 'j' | '.' | ',' | ':' | ';' | '|' | '\'' | ' ' | '/' | '(' | ')' => 4.0,
        'm' | 'w' | 'M' | 'W' => 10.5,
        ' '..='~' => 7.0,
        _ => 11.5,
    };
    text.chars().map(width).sum::<f64>() + 8.0
}

/// The lines of text in a node.
fn lines(node: &Node) -> Vec<String> {
    let cue = text::cue(node);
    node.label.iter().chain(cue.as_ref()).map(|line| clip(line, LONGEST)).collect()
}

fn columns(board: &Board) -> usize {
    board.rows.iter().map(Vec::len).max().unwrap_or(0)
}

/// The side of a square: wide enough for what stands on it.
fn side(board: &Board) -> f64 {
    let texts = board.rows.iter().flatten().map(|tile| match tile {
        Tile::Open(text) => text_width(&clip(text, 12)) - 2.0,
        _ => SIDE,
    });
    texts.fold(SIDE, f64::max)
}

fn board_size(board: &Board) -> (f64, f64) {
    let rows = board.rows.iter().filter(|row| !row.is_empty()).count();
    if rows == 0 { (0.0, 0.0) } else { (side(board) * columns(board) as f64, SIDE * rows as f64 + PAD) }
}

pub(super) fn node_size(node: &Node) -> (f64, f64) {
    let lines = lines(node);
    let (wide, high) = node.board.as_ref().map_or((0.0, 0.0), board_size);
    let text = lines.iter().map(|line| text_width(line)).fold(0.0, f64::max);
    (text.max(wide) + 2.0 * PAD, high + LINE * lines.len() as f64 + 2.0 * PAD)
}

fn sum_lines(sum: &Sum) -> [String; 2] {
    let what = match &sum.ending {
        Ending::Won(seat) => format!("player {} wins", u32::from(*seat) + 1),
        Ending::Drawn => "draw".to_owned(),
        Ending::Other(words) => clip(words, LONGEST),
    };
    let decimal = |digits: &str| format!("Σ P = {digits}");
    let chance = match &sum.exact {
        Some(exact) => {
            let fraction = exact::fraction(exact);
            let shown = fraction.trim_end_matches("/1");
            let value = exact::decimal(exact, 6);
            if fraction.len() > 24 || !shown.contains('/') {
                decimal(if shown.contains('/') { &value } else { shown })
            } else {
                decimal(&format!("{shown} = {value}"))
            }
        }
        None => decimal(&format!("{:.6}", sum.reach)),
    };
    [what, chance]
}

pub(super) fn sum_size(sum: &Sum) -> (f64, f64) {
    let text = sum_lines(sum).iter().map(|line| text_width(line) * 1.1).fold(0.0, f64::max);
    (text + 2.0 * PAD, (2.0 * LINE + 2.0 * PAD).max(height(sum.reach)))
}

fn words(x: f64, y: f64, style: &str, text: &str, out: &mut Vec<u8>) {
    put!(out, "<text x=\"{x:.1}\" y=\"{y:.1}\"{style}>");
    text::xml(text, out);
    put!(out, "</text>");
}

/// The places, from the middle, at which the lines of a box leave or enter it: `(way, step)` with where each goes.
fn ports(picture: &Picture) -> Vec<(Vec<f64>, Vec<f64>)> {
    let mut leaving: Vec<Vec<usize>> = vec![Vec::new(); picture.spots.len()];
    let mut entering = leaving.clone();
    for (index, way) in picture.ways.iter().enumerate() {
        leaving[way[0]].push(index);
        entering[way[way.len() - 1]].push(index);
    }
    let mut ports = vec![(Vec::new(), Vec::new()); picture.ways.len()];
    for (index, way) in picture.ways.iter().enumerate() {
        ports[index] = (vec![0.0; way.len()], vec![0.0; way.len()]);
    }
    for (lists, out) in [(&mut leaving, true), (&mut entering, false)] {
        for (spot, ways) in lists.iter_mut().enumerate() {
            let neighbour = |way: usize| {
                let way = &picture.ways[way];
                picture.spots[if out { way[1] } else { way[way.len() - 2] }].y
            };
            ways.sort_by(|&a, &b| neighbour(a).total_cmp(&neighbour(b)).then(a.cmp(&b)));
            let total: f64 = ways.iter().map(|&way| breadth(picture, way)).sum();
            let fits = ((picture.spots[spot].high - 4.0) / total).min(1.0);
            let mut at = -total * fits / 2.0;
            for &way in ways.iter() {
                let half = breadth(picture, way) * fits / 2.0;
                let last = picture.ways[way].len() - 1;
                if out {
                    ports[way].0[0] = at + half;
                } else {
                    ports[way].1[last] = at + half;
                }
                at += 2.0 * half;
            }
        }
    }
    ports
}

/// The height of the line of a way.
fn breadth(picture: &Picture, way: usize) -> f64 {
    match picture.edges.get(way) {
        Some(edge) => height(picture.flow(edge)),
        None => height(picture.nodes[picture.ways[way][0]].reach),
    }
}

/// The colour of a way, and whether it is broken.
fn ink(picture: &Picture, way: usize) -> (Colour, &'static str) {
    match picture.edges.get(way) {
        Some(edge) => match edge.decided {
            Some(true) => (palette::BLACK, ""),
            Some(false) => (INK, " stroke-dasharray=\"5 3\""),
            None => (palette::event(edge.style).0, ""),
        },
        None => (palette::node(picture.nodes[picture.ways[way][0]].role, None), ""),
    }
}

/// A way as one path: straight inside a column, where it has a place of its own, bent between columns.
fn way(
    picture: &Picture,
    index: usize,
    widths: &[f64],
    (out_port, in_port): &(Vec<f64>, Vec<f64>),
    out: &mut Vec<u8>,
) {
    let boxes = &picture.ways[index];
    let (colour, dash) = ink(picture, index);
    put!(out, "<path fill=\"none\" stroke=\"");
    text::hex(colour, out);
    put!(out, "\" stroke-width=\"{:.1}\"{dash} d=\"", breadth(picture, index));
    let edge = |at: usize| widths[picture.spots[at].column] / 2.0;
    let start = &picture.spots[boxes[0]];
    put!(out, "M{:.1},{:.1} ", start.x + start.wide / 2.0, start.y + out_port[0]);
    for (step, pair) in boxes.windows(2).enumerate() {
        let (from, to) = (&picture.spots[pair[0]], &picture.spots[pair[1]]);
        let (x1, y1) = (from.x + edge(pair[0]), from.y + out_port[step]);
        let (x2, y2) = (to.x - edge(pair[1]), to.y + in_port[step + 1]);
        let middle = f64::midpoint(x1, x2);
        put!(out, "H{x1:.1} C{middle:.1},{y1:.1} {middle:.1},{y2:.1} {x2:.1},{y2:.1} ");
    }
    let last = &picture.spots[boxes[boxes.len() - 1]];
    put!(out, "H{:.1}", last.x - last.wide / 2.0);
    put!(out, "\"/>\n");
}

fn name(picture: &Picture, index: usize, at: usize, name: &str, out: &mut Vec<u8>) {
    let spot = &picture.spots[at];
    let (wide, high) = (spot.wide, NAME);
    put!(
        out,
        "<rect x=\"{:.1}\" y=\"{:.1}\" width=\"{wide:.1}\" height=\"{high:.1}\" rx=\"4\" fill=\"#FFFFFF\" ",
        spot.x - wide / 2.0,
        spot.y - high / 2.0
    );
    put!(out, "stroke=\"");
    text::hex(ink(picture, index).0, out);
    put!(out, "\" stroke-width=\"0.8\"/>");
    words(spot.x, spot.y + 3.7, " text-anchor=\"middle\" font-size=\"10.5\"", name, out);
    out.push(b'\n');
}

fn tiles(board: &Board, middle: f64, top: f64, out: &mut Vec<u8>) {
    let side = side(board);
    for (down, row) in board.rows.iter().filter(|row| !row.is_empty()).enumerate() {
        for (across, tile) in row.iter().enumerate() {
            let (fill, mark) = palette::tile(tile);
            let x = middle + side * (across as f64 - row.len() as f64 / 2.0);
            let y = top + SIDE * down as f64;
            put!(
                out,
                "<rect x=\"{:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"{:.1}\" fill=\"",
                x + 1.0,
                y + 1.0,
                side - 2.0,
                SIDE - 2.0
            );
            text::hex(fill, out);
            put!(out, "\" stroke=\"");
            text::hex(INK, out);
            put!(out, "\" stroke-width=\"0.7\"/>");
            if !mark.is_empty() {
                words(
                    x + side / 2.0,
                    y + SIDE / 2.0 + 3.4,
                    " text-anchor=\"middle\" font-size=\"9.5\"",
                    &clip(&mark, 12),
                    out,
                );
            }
        }
    }
}

fn node(picture: &Picture, index: usize, out: &mut Vec<u8>) {
    let (node, spot) = (&picture.nodes[index], &picture.spots[index]);
    let (x, y) = (spot.x - spot.wide / 2.0, spot.y - spot.high / 2.0);
    let (round, width, dash) = match node.role {
        Role::Start => (6.0, 2.5, ""),
        Role::Inner => (6.0, 1.0, ""),
        Role::Won(_) | Role::Drawn | Role::Done => (0.0, 1.8, ""),
        Role::Cut => (6.0, 1.0, " stroke-dasharray=\"5 3\""),
        Role::Action(true) => (spot.high / 2.0, 2.2, ""),
        Role::Action(false) => (spot.high / 2.0, 1.0, " stroke-dasharray=\"5 3\""),
    };
    put!(out, "<g id=\"n{index}\"><title>");
    text::xml(&node.label.join("; "), out);
    put!(
        out,
        "</title><rect x=\"{x:.1}\" y=\"{y:.1}\" width=\"{:.1}\" height=\"{:.1}\" rx=\"{round:.1}\" fill=\"",
        spot.wide,
        spot.high
    );
    text::hex(palette::node(node.role, node.mover), out);
    put!(out, "\" stroke=\"#333333\" stroke-width=\"{width}\"{dash}/>");
    let mut top = y + PAD;
    if let Some(board) = &node.board {
        tiles(board, spot.x, top, out);
        top += board_size(board).1;
    }
    for (place, line) in lines(node).iter().enumerate() {
        words(spot.x, top + LINE * place as f64 + 10.0, " text-anchor=\"middle\"", line, out);
    }
    put!(out, "</g>\n");
}

fn sum(picture: &Picture, index: usize, at: usize, out: &mut Vec<u8>) {
    let (sum, spot) = (&picture.sums[index], &picture.spots[at]);
    let fill = match sum.ending {
        Ending::Won(seat) => palette::seat(seat),
        _ => palette::GREY,
    };
    let (x, y) = (spot.x - spot.wide / 2.0, spot.y - spot.high / 2.0);
    put!(
        out,
        "<g><rect x=\"{x:.1}\" y=\"{y:.1}\" width=\"{:.1}\" height=\"{:.1}\" fill=\"",
        spot.wide,
        spot.high
    );
    text::hex(fill, out);
    put!(out, "\" stroke=\"#333333\" stroke-width=\"1\"/>");
    for (line, words_of) in sum_lines(sum).iter().enumerate() {
        let weight = if line == 0 {
            " text-anchor=\"middle\" font-weight=\"bold\""
        } else {
            " text-anchor=\"middle\""
        };
        words(spot.x, spot.y - 2.0 + LINE * line as f64, weight, words_of, out);
    }
    put!(out, "</g>\n");
}

/// What the colours and the widths mean, under the picture.
fn legend(picture: &Picture, document: &dyn Document, top: f64, out: &mut Vec<u8>) {
    let mut keys: Vec<(Colour, String)> = Vec::new();
    if document.seats() > 1 {
        keys.extend(
            (0..document.seats().min(6)).map(|seat| (palette::seat(seat), format!("player {}", seat + 1))),
        );
    }
    if picture.nodes.iter().any(|node| {
        node.board.iter().flat_map(|board| &board.rows).flatten().any(|tile| *tile == Tile::Known)
    }) {
        keys.push((palette::KNOWN, "known to all (•)".to_owned()));
    }
    if picture.nodes.iter().any(|node| node.role == Role::Action(true)) {
        keys.push((palette::CHOSEN, "best, taken".to_owned()));
    }
    let mut x = MARGIN;
    for (fill, meaning) in keys {
        put!(
            out,
            "<rect x=\"{x:.1}\" y=\"{:.1}\" width=\"11\" height=\"11\" stroke=\"#333333\" stroke-width=\"0.7\" fill=\"",
            top - 9.5
        );
        text::hex(fill, out);
        put!(out, "\"/>");
        words(x + 16.0, top, "", &meaning, out);
        x += 22.0 + text_width(&meaning);
    }
    words(x, top, "", WIDTHS, out);
    out.push(b'\n');
}

const WIDTHS: &str = "A line is as wide as play is likely to come along it.";

/// The whole picture.
pub(super) fn picture(picture: &Picture, document: &dyn Document, out: &mut Vec<u8>) {
    let title = clip(document.title(), 160);
    let legend_width = 560.0 + text_width(WIDTHS);
    let wide = (picture.wide.max(text_width(&title) * 1.35).max(legend_width) + 2.0 * MARGIN).ceil();
    let high = (picture.high + HEAD + FOOT + MARGIN).ceil();
    put!(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {wide} {high}\" width=\"{wide}\" height=\"{high}\" "
    );
    put!(out, "font-family=\"Helvetica, Arial, sans-serif\" font-size=\"11\" role=\"img\">\n<title>");
    text::xml(document.title(), out);
    put!(
        out,
        "</title>\n<desc>{} situations, {} events; time runs to the right.</desc>\n",
        picture.nodes.len(),
        picture.edges.len()
    );
    put!(out, "<rect width=\"{wide}\" height=\"{high}\" fill=\"#FFFFFF\"/>\n");
    words(MARGIN, 24.0, " font-size=\"15\" font-weight=\"bold\"", &title, out);
    put!(out, "\n<g transform=\"translate({MARGIN} {HEAD})\">\n<g stroke-opacity=\"0.6\">\n");
    let columns = picture.spots.iter().map(|spot| spot.column + 1).max().unwrap_or(0);
    let mut widths = vec![0.0_f64; columns];
    for spot in &picture.spots {
        widths[spot.column] = widths[spot.column].max(spot.wide);
    }
    let ports = ports(picture);
    for (index, port) in ports.iter().enumerate() {
        way(picture, index, &widths, port, out);
    }
    put!(out, "</g>\n");
    for (at, what) in picture.whats.iter().enumerate() {
        match *what {
            What::Node(index) => node(picture, index, out),
            What::Name(index) => name(picture, index, at, &picture.names[index], out),
            What::Sum(index) => sum(picture, index, at, out),
            What::Bend(_) => {}
        }
    }
    put!(out, "</g>\n");
    legend(picture, document, high - 14.0, out);
    put!(out, "</svg>\n");
}
