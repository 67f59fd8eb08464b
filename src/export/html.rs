//! A page to walk through a graph with: one file that asks the network for nothing.
//!
//! The page itself is kept as HTML, CSS and JavaScript under `html/`; here its data are written, as columns of JSON, a
//! block for every chunk of records. Fractions have blocks of their own, which the page reads only when it is asked
//! for one.

mod columns;

use super::text::{self, json_key as key, json_string as string};
use super::{Cell, Column, Document, Edge, Format, Kind, Limit, Node, Role, palette};
use crate::game::Seat;
use columns::{Boards, Distinct, Values, list, number, pair};
use std::io;
use std::ops::Range;

/// Above this a page takes more than a few seconds to open, and more memory than a browser gives it.
pub const LIMIT: Limit = Limit { warn: 100_000, stop: 200_000 };

/// The number of this layout of the data blocks.
const SCHEMA: u32 = 1;

/// Colours, letters, buttons, tables.
pub const BASE: &str = include_str!("html/base.css");
/// Whatever goes wrong is said on the page.
pub const FAIL: &str = include_str!("html/fail.js");
/// Fractions of whole numbers of any size.
pub const EXACT: &str = include_str!("html/exact.js");
/// The clipboard and files.
pub const KEEP: &str = include_str!("html/keep.js");

/// The page, with places for what changes.
const PAGE: &str = include_str!("html/page.html");
const STYLES: [&str; 2] = [BASE, include_str!("html/explorer.css")];
/// The parts of the script, each of which uses those before it.
const SCRIPTS: [&str; 18] = [
    FAIL,
    EXACT,
    KEEP,
    include_str!("html/data.js"),
    include_str!("html/sides.js"),
    include_str!("html/walk.js"),
    include_str!("html/lay.js"),
    include_str!("html/colour.js"),
    include_str!("html/draw.js"),
    include_str!("html/route.js"),
    include_str!("html/cards.js"),
    include_str!("html/first.js"),
    include_str!("html/share.js"),
    include_str!("html/panel.js"),
    include_str!("html/filter.js"),
    include_str!("html/find.js"),
    include_str!("html/hand.js"),
    include_str!("html/explorer.js"),
];

/// Columns of nodes that every document's nodes have as fields as well.
const FIELDS: [&str; 2] = ["ply", "reach"];

/// The format, made for the columns of one document.
pub struct Html {
    /// The columns that are written as they are.
    plain: Vec<usize>,
    /// The columns of fractions, and the names of the columns they belong to.
    exact: Vec<(usize, String)>,
    /// The column of edges that says what an event is worth to its mover.
    gain: Option<usize>,
}

impl Html {
    /// The format for a document.
    pub fn new(document: &dyn Document) -> Self {
        let columns = &document.head().node_columns;
        let real = |name: &str| columns.iter().any(|column| column.kind == Kind::Real && column.name == name);
        let gain = document.head().edge_columns.iter().position(|column| column.name == "gain");
        let mut html = Self { plain: Vec::new(), exact: Vec::new(), gain };
        for (index, Column { name, kind }) in columns.iter().enumerate() {
            let base = name.strip_suffix("_exact").filter(|base| *kind == Kind::Text && real(base));
            match base {
                Some(base) => html.exact.push((index, base.to_owned())),
                None if FIELDS.contains(&name.as_str()) => {}
                None => html.plain.push(index),
            }
        }
        html
    }

    fn meta(&self, document: &dyn Document, out: &mut Vec<u8>) {
        let head = document.head();
        let columns = &head.node_columns;
        add!(out, "<script type=\"application/json\" id=\"meta\">{\"schema\":", SCHEMA);
        for (name, number) in [
            ("nodes", document.node_count()),
            ("edges", document.edge_count()),
            ("start", document.start()),
            ("seats", usize::from(head.seats)),
        ] {
            key(name, out);
            add!(out, number);
        }
        key("decides", out);
        text::flag(head.decides, out);
        key("facts", out);
        list(&head.facts, out, |(name, value), out| pair(name, value, out));
        key("events", out);
        list(&head.events, out, |kind, out| pair(&kind.name, &kind.meaning, out));
        key("codes", out);
        list(&head.codes, out, |code, out| pair(&code.code, &code.meaning, out));
        key("columns", out);
        list(&self.plain, out, |&index, out| {
            let kind = match columns[index].kind {
                Kind::Text => "text",
                Kind::Integer => "integer",
                Kind::Real => "real",
                Kind::Flag => "flag",
            };
            pair(&columns[index].name, kind, out);
        });
        key("exact", out);
        list(&self.exact, out, |(_, name), out| string(name, out));
        key("seatColours", out);
        list(0..palette::SEATS, out, |seat, out| string(&palette::seat(seat).to_string(), out));
        key("eventStyles", out);
        list(&head.events, out, |kind, out| {
            let (colour, dash) = palette::event(kind.look);
            pair(&colour.to_string(), dash, out);
        });
        add!(out, "}", END);
    }
}

/// Copies a part of a page, its places filled.
pub fn fill(part: &str, title: &str, styles: &[&str], scripts: &[&str], out: &mut Vec<u8>) {
    let mut rest = part;
    while let Some((before, after)) = rest.split_once("{{") {
        out.extend_from_slice(before.as_bytes());
        let (name, after) = after.split_once("}}").expect("every place ends");
        match name {
            "title" => text::xml(title, out),
            "style" => styles.iter().for_each(|style| out.extend_from_slice(style.as_bytes())),
            _ => scripts.iter().for_each(|script| out.extend_from_slice(script.as_bytes())),
        }
        rest = after;
    }
    out.extend_from_slice(rest.as_bytes());
}

/// Copies what stands on the page before its data, or after them, its places filled.
fn frame(after: bool, document: &dyn Document, out: &mut Vec<u8>) {
    let (head, foot) = PAGE.split_once("{{data}}").expect("the page has a place for data");
    fill(if after { foot } else { head }, &document.head().title, &STYLES, &SCRIPTS, out);
}

/// A role as a small number; the page knows them by these.
fn role(role: Role) -> u8 {
    match role {
        Role::Inner => 0,
        Role::Start => 1,
        Role::Drawn => 2,
        Role::Done => 3,
        Role::Cut => 4,
        Role::Action(false) => 5,
        Role::Action(true) => 6,
        Role::Won(seat) => 10 + seat,
    }
}

/// A seat as a number, -1 for none.
fn seat(seat: Option<Seat>) -> i16 {
    seat.map_or(-1, i16::from)
}

/// Opens a block of data.
fn block(part: &str, out: &mut Vec<u8>) {
    add!(out, "<script type=\"application/json\" data-part=\"", part, "\">");
}

const END: &str = "</script>\n";

impl Format for Html {
    fn begin(&self, document: &dyn Document, out: &mut Vec<u8>) {
        frame(false, document, out);
        self.meta(document, out);
    }

    fn finish(&self, document: &dyn Document, out: &mut Vec<u8>) {
        frame(true, document, out);
    }

    fn nodes(&self, document: &dyn Document, range: Range<usize>, out: &mut Vec<u8>) -> io::Result<()> {
        let columns = &document.head().node_columns;
        let mut fields: [(&str, Vec<u8>); 6] =
            ["x", "ply", "role", "mover", "reach", "out"].map(|name| (name, Vec::new()));
        let mut labels = Distinct::default();
        let mut boards = Boards::default();
        let mut plain: Vec<Values> =
            self.plain.iter().map(|&index| Values::new(columns[index].kind)).collect();
        let mut exact: Vec<Distinct> = self.exact.iter().map(|_| Distinct::default()).collect();
        let mut node = Node::default();
        for index in range {
            document.node(index, &mut node);
            for (place, (_, field)) in fields.iter_mut().enumerate() {
                if !field.is_empty() {
                    field.push(b',');
                }
                match place {
                    0 => number(node.position.0, field),
                    1 => text::integer(node.ply, field),
                    2 => text::integer(role(node.role), field),
                    3 => text::integer(seat(node.mover), field),
                    4 => number(node.reach, field),
                    _ => text::integer(document.edges_of(index).len(), field),
                }
            }
            labels.add(node.label.join("\n"));
            boards.add(node.board.as_ref());
            let cells = node.cells.as_slice();
            plain.iter_mut().zip(&self.plain).for_each(|(values, &column)| values.add(&cells[column]));
            for (texts, (column, _)) in exact.iter_mut().zip(&self.exact) {
                if let Cell::Text(text) = &cells[*column] {
                    texts.add(text.clone());
                }
            }
        }
        block("nodes", out);
        add!(out, "{");
        for (name, field) in &fields {
            key(name, out);
            Values::Numbers(field.clone()).write(out);
        }
        key("label", out);
        labels.write(out);
        if !boards.is_empty() {
            key("board", out);
            boards.write(out);
        }
        key("columns", out);
        list(&plain, out, Values::write);
        add!(out, "}", END);
        if !exact.is_empty() {
            block("exact", out);
            list(&exact, out, Distinct::write);
            add!(out, END);
        }
        Ok(())
    }

    fn edges(&self, document: &dyn Document, range: Range<usize>, out: &mut Vec<u8>) -> io::Result<()> {
        let (mut targets, mut styles, mut decided) = (Vec::new(), Vec::new(), Vec::new());
        let mut gains = Vec::new();
        let (mut events, mut exact) = (Distinct::default(), Distinct::default());
        let mut edge = Edge::default();
        for index in range {
            document.edge(index, &mut edge);
            targets.push(edge.target);
            styles.push(edge.style);
            decided.push(edge.decided.map_or(-1, i8::from));
            if let Some(Cell::Integer(gain)) = self.gain.map(|column| &edge.cells.as_slice()[column]) {
                gains.push(*gain);
            }
            events.add(edge.event.clone());
            exact.add(edge.exact.clone());
        }
        block("edges", out);
        add!(out, "{");
        key("target", out);
        list(targets, out, text::integer);
        key("style", out);
        list(styles, out, text::integer);
        key("decided", out);
        list(decided, out, text::integer);
        if self.gain.is_some() {
            key("gain", out);
            list(gains, out, text::integer);
        }
        key("event", out);
        events.write(out);
        key("prob", out);
        exact.write(out);
        add!(out, "}", END);
        Ok(())
    }
}
