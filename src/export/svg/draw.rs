//! Draws the parts of the picture.

use super::fold::RowChange;
use super::frame::{Frame, NARROW, dash};
use super::lettering::{LINE, Lettering, PAD, SIDE, SUM, clip, sum_lines};
use super::slide::is_pool;
use super::{BoxContent, EndKind, LayoutBox, Picture, SLIDE, TimeDirection, line_width};
use crate::legend::{LegendEntry, Sign};
use crate::model::order;
use crate::{Board, Document, Role, legend, palette, text};
use palette::Colour;
use std::io::Write as _;
use text::xml_text;

/// The height of the name of an edge.
pub(super) const NAME: f64 = 14.0;

/// The space between the edge of the page and the picture.
pub(super) const MARGIN: f64 = 16.0;
const INK: Colour = Colour(0x55, 0x5B, 0x66);
pub(super) fn words(x: f64, y: f64, style: &str, text: &str, out: &mut Vec<u8>) {
    append_fmt!(out, "<text x=\"{x:.1}\" y=\"{y:.1}\"{style}>{}</text>", xml_text(text));
}

/// Returns, for each path, the offsets from the middle of its boxes at which it leaves and enters each box. Lines at
/// the same box are side by side, in the order of their neighbours.
pub(super) fn ports(picture: &Picture) -> Vec<(Vec<f64>, Vec<f64>)> {
    let mut leaving: Vec<Vec<usize>> = vec![Vec::new(); picture.boxes.len()];
    let mut entering = leaving.clone();
    for (index, way) in picture.paths.iter().enumerate() {
        leaving[way[0]].push(index);
        entering[way[way.len() - 1]].push(index);
    }
    let middles = |way: &Vec<usize>| (vec![0.0; way.len()], vec![0.0; way.len()]);
    let mut ports: Vec<_> = picture.paths.iter().map(middles).collect();
    for (lists, out) in [(&mut leaving, true), (&mut entering, false)] {
        for (spot, ways) in lists.iter_mut().enumerate() {
            let neighbour = |way: usize| {
                let way = &picture.paths[way];
                picture.boxes[if out { way[1] } else { way[way.len() - 2] }].y
            };
            order::sort(ways, |&a, &b| neighbour(a).total_cmp(&neighbour(b)).then(a.cmp(&b)));
            let total: f64 = ways.iter().map(|&way| breadth(picture, way)).sum();
            let fits = ((picture.boxes[spot].high - 4.0) / total).min(1.0);
            let mut at = -total * fits / 2.0;
            for &way in ways.iter() {
                let half = breadth(picture, way) * fits / 2.0;
                let last = picture.paths[way].len() - 1;
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

/// Returns the width of the line of a path.
fn breadth(picture: &Picture, way: usize) -> f64 {
    match picture.edges.get(way) {
        Some(edge) => line_width(picture.flow(edge)),
        None => line_width(picture.nodes[picture.paths[way][0]].reach),
    }
}

/// Returns the colour and the dashes of a path.
fn ink(picture: &Picture, way: usize) -> (Colour, String) {
    match picture.edges.get(way) {
        Some(edge) => match edge.decided {
            Some(true) => (palette::BLACK, String::new()),
            Some(false) => (INK, dash("dashed", 1.0)),
            None => {
                let (colour, style) = palette::event(edge.style);
                let is_solid = picture.is_solid[edge.style % palette::EVENT_STYLES];
                (colour, dash(if is_solid { "solid" } else { style }, breadth(picture, way)))
            }
        },
        None => match picture.nodes[picture.paths[way][0]].role {
            Role::Cut => (palette::GREY, String::new()),
            role => (palette::node(role, None), String::new()),
        },
    }
}

/// Draws a path: straight inside a column, where it has its own lane, and curved between columns.
fn way(
    picture: &Picture,
    index: usize,
    widths: &[f64],
    (out_port, in_port): &(Vec<f64>, Vec<f64>),
    out: &mut Vec<u8>,
) {
    let boxes = &picture.paths[index];
    let (colour, dash) = ink(picture, index);
    let wide = breadth(picture, index);
    // Crossing lines remain visible through a wide line, whose contrast with white is still 3:1.
    let opacity = if wide > 4.0 { 0.85 } else { 0.9 };
    append_fmt!(
        out,
        "<path fill=\"none\" stroke=\"{colour}\" stroke-width=\"{wide:.1}\" stroke-opacity=\"{opacity}\"{dash} d=\""
    );
    let edge = |at: usize| widths[picture.boxes[at].column] / 2.0;
    let at = |along: f64, across: f64| {
        let (x, y) = picture.direction.turned((along, across));
        format!("{x:.1},{y:.1}")
    };
    let start = &picture.boxes[boxes[0]];
    append_fmt!(out, "M{} ", at(start.x + start.wide / 2.0, start.y + out_port[0]));
    for (step, pair) in boxes.windows(2).enumerate() {
        let (from, to) = (&picture.boxes[pair[0]], &picture.boxes[pair[1]]);
        let (x1, y1) = (from.x + edge(pair[0]), from.y + out_port[step]);
        let (x2, y2) = (to.x - edge(pair[1]), to.y + in_port[step + 1]);
        let bend = |(x1, y1): (f64, f64), (x2, y2): (f64, f64)| {
            let middle = f64::midpoint(x1, x2);
            format!("L{} C{} {} {} ", at(x1, y1), at(middle, y1), at(middle, y2), at(x2, y2))
        };
        match picture.rows.joints.iter().find(|joint| (joint.way, joint.step) == (index, step)) {
            None => append_fmt!(out, "{}", bend((x1, y1), (x2, y2))),
            Some(&RowChange { ends: [leaves, comes], .. }) => {
                append_fmt!(
                    out,
                    "{}M{} {}",
                    bend((x1, y1), leaves),
                    at(comes.0, comes.1),
                    bend(comes, (x2, y2))
                );
            }
        }
    }
    let last = &picture.boxes[boxes[boxes.len() - 1]];
    let into = last.y + in_port[in_port.len() - 1];
    if boxes.len() > 1
        && matches!(picture.contents[boxes[boxes.len() - 1]], BoxContent::Node(_) | BoxContent::Sum(_))
    {
        append_fmt!(out, "L{}", at(last.x - last.wide / 2.0, into));
    }
    append_fmt!(out, "\"/>\n");
}

fn name(picture: &Picture, index: usize, at: usize, name: &str, out: &mut Vec<u8>) {
    let letters = picture.letters;
    let spot = LayoutBox { wide: letters.name_width(name), high: NAME, ..picture.real(at) };
    let ink = ink(picture, index).0;
    outline(&spot, &format!(" rx=\"4\" fill=\"#FFFFFF\" stroke=\"{ink}\" stroke-width=\"0.8\""), out);
    let style = format!(" text-anchor=\"middle\" font-size=\"{}\"", letters.name.size);
    words(spot.x, spot.y + 3.7, &style, name, out);
    out.push(b'\n');
}

fn tiles(letters: Lettering, board: &Board, middle: f64, top: f64, out: &mut Vec<u8>) {
    let side = letters.side(board);
    let style = format!(" text-anchor=\"middle\" font-size=\"{}\"", letters.mark.size);
    for (down, row) in board.rows.iter().filter(|row| !row.is_empty()).enumerate() {
        for (across, tile) in row.iter().enumerate() {
            let (fill, mark) = palette::tile(tile);
            let x = middle + side * (across as f64 - row.len() as f64 / 2.0);
            let y = top + SIDE * down as f64;
            let (left, above, wide, high) = (x + 1.0, y + 1.0, side - 2.0, SIDE - 2.0);
            append_fmt!(
                out,
                "<rect x=\"{left:.1}\" y=\"{above:.1}\" width=\"{wide:.1}\" height=\"{high:.1}\" fill=\"{fill}\" \
                 stroke=\"{INK}\" stroke-width=\"0.7\"/>"
            );
            if !mark.is_empty() {
                let (middle, foot) = (x + side / 2.0, y + SIDE / 2.0 + 3.4);
                words(middle, foot, &style, &clip(&mark, 12), out);
            }
        }
    }
}

fn node(picture: &Picture, index: usize, out: &mut Vec<u8>) {
    let (node, spot, letters) = (&picture.nodes[index], picture.real(index), picture.letters);
    let (round, width, dash) = match node.role {
        Role::Start => (6.0, 2.5, ""),
        Role::Inner => (6.0, 1.0, ""),
        Role::Won(_) | Role::Drawn | Role::Lost | Role::Done => (0.0, 1.8, ""),
        Role::Cut => (6.0, 1.0, " stroke-dasharray=\"5 3\""),
        Role::Action(true) => (spot.high / 2.0, 2.2, ""),
        Role::Action(false) => (spot.high / 2.0, 1.0, " stroke-dasharray=\"5 3\""),
    };
    let title = picture.whole_texts.get(&index).cloned().unwrap_or_else(|| node.label.join("; "));
    append_fmt!(out, "<g id=\"n{index}\"><title>{}</title>", xml_text(&title));
    let fill = if is_pool(node) { palette::LEFT } else { palette::node(node.role, node.mover) };
    let edge = format!("stroke=\"#333333\" stroke-width=\"{width}\"{dash}");
    outline(&spot, &format!(" rx=\"{round:.1}\" fill=\"{fill}\" {edge}"), out);
    let mut top = spot.y - spot.high / 2.0 + PAD;
    if let Some(board) = &node.board {
        tiles(letters, board, spot.x, top, out);
        top += letters.board_size(board).1;
    }
    for (place, line) in letters.lines(node).iter().enumerate() {
        words(spot.x, top + LINE * place as f64 + 10.0, " text-anchor=\"middle\"", line, out);
    }
    append_fmt!(out, "</g>\n");
}

/// Draws a box as a rectangle; `style` contains further attributes.
fn outline(spot: &LayoutBox, style: &str, out: &mut Vec<u8>) {
    let (x, y) = (spot.x - spot.wide / 2.0, spot.y - spot.high / 2.0);
    let LayoutBox { wide, high, .. } = spot;
    append_fmt!(out, "<rect x=\"{x:.1}\" y=\"{y:.1}\" width=\"{wide:.1}\" height=\"{high:.1}\"{style}/>");
}

fn sum(picture: &Picture, index: usize, at: usize, out: &mut Vec<u8>) {
    let (sum, spot) = (&picture.sums[index], picture.real(at));
    let fill = match sum.ending {
        EndKind::Won(seat) => palette::seat(seat),
        EndKind::Lost => palette::LOST,
        _ => palette::GREY,
    };
    append_fmt!(out, "<g>");
    outline(&spot, &format!(" fill=\"{fill}\" stroke=\"#333333\" stroke-width=\"1\""), out);
    let [what, chance] = sum_lines(sum, picture.letters);
    words(spot.x, spot.y - 2.0, " text-anchor=\"middle\" font-weight=\"bold\"", &what, out);
    words(spot.x, spot.y - 2.0 + LINE, " text-anchor=\"middle\"", &chance, out);
    append_fmt!(out, "</g>\n");
}

impl Picture {
    /// Returns a box in page coordinates.
    fn real(&self, at: usize) -> LayoutBox {
        let spot = self.boxes[at].clone();
        let (x, y) = self.direction.turned((spot.x, spot.y));
        let (wide, high) = self.direction.turned((spot.wide, spot.high));
        LayoutBox { x, y, wide, high, ..spot }
    }
}

/// Creates the frame of a picture, with at least a width.
fn frame(picture: &Picture, document: &dyn Document, least: f64) -> Frame {
    let folded = !picture.rows.joints.is_empty();
    let wide = picture.size().0.max(least);
    let (title, mut entries) = (&document.head().title, legend::entries(document));
    if !picture.sums.is_empty() && entries.iter().all(|entry| entry.name != SUM.0) {
        entries.push(LegendEntry::new(Sign::Name, SUM.0, SUM.1));
    }
    Frame::new(title, &entries, wide, folded, picture.letters.is_slide(), picture.is_solid)
}

/// Returns the width and the height of a picture with its frame.
pub(super) fn page_size(picture: &Picture, document: &dyn Document, least: f64) -> (f64, f64) {
    let frame = frame(picture, document, least);
    let high = frame.head() + picture.size().1 + frame.foot();
    ((frame.wide + 2.0 * MARGIN).ceil(), high.ceil())
}

/// Draws the whole picture: in the middle of a slide if its title and legend have a width for one.
pub(super) fn picture(picture: &Picture, document: &dyn Document, slide: Option<f64>, out: &mut Vec<u8>) {
    let (wide, high) = picture.size();
    let least = slide.unwrap_or(NARROW);
    let frame = frame(picture, document, least);
    // A picture that is narrower than its title is centred under it.
    let (left, head) = (MARGIN + (frame.wide - wide) / 2.0, frame.head());
    let (whole, page_high) = page_size(picture, document, least);
    let foot = head + high;
    let shape = SLIDE.0 / SLIDE.1;
    let (sheet, size) = match slide {
        Some(_) => ((whole.max(page_high * shape), page_high.max(whole / shape)), SLIDE),
        None => ((whole, page_high), (whole, page_high)),
    };
    let (x, y) = ((whole - sheet.0) / 2.0, (page_high - sheet.1) / 2.0);
    let to = if picture.direction == TimeDirection::Right { "to the right" } else { "down" };
    append_fmt!(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"{x} {y} {} {}\" width=\"{}\" height=\"{}\" \
         font-family=\"Helvetica, Arial, sans-serif\" font-size=\"11\" \
         role=\"img\">\n<title>{}</title>\n<desc>{} states, {} events; time runs {to}.</desc>\n<rect{} \
         width=\"{}\" height=\"{}\" fill=\"#FFFFFF\"/>\n",
        sheet.0,
        sheet.1,
        size.0,
        size.1,
        xml_text(&document.head().title),
        picture.nodes.len(),
        picture.edges.len(),
        if slide.is_some() { format!(" x=\"{x}\" y=\"{y}\"") } else { String::new() },
        sheet.0,
        sheet.1
    );
    frame.title(out);
    append_fmt!(out, "<g transform=\"translate({left:.1} {head})\">\n<g>\n");
    let widths = picture.widths();
    for (index, port) in picture.ports.iter().enumerate() {
        way(picture, index, &widths, port, out);
    }
    append_fmt!(out, "</g>\n");
    for (at, what) in picture.contents.iter().enumerate() {
        match *what {
            BoxContent::Node(index) => node(picture, index, out),
            BoxContent::Name(index) => name(picture, index, at, &picture.names[index], out),
            BoxContent::Sum(index) => sum(picture, index, at, out),
            BoxContent::Bend(_) => {}
        }
    }
    picture.numbers(out);
    append_fmt!(out, "</g>\n<g id=\"legend\">\n");
    frame.legend(foot, out);
    append_fmt!(out, "</g>\n</svg>\n");
}
