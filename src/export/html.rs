//! A page for exploring a graph: one file that makes no network requests.
//!
//! The page consists of the HTML, CSS and JavaScript files in `html/`, which a build script compresses. This module
//! writes its data as JSON columns, a block for each chunk of records. Fractions have blocks of their own, which the
//! page parses only when it shows a fraction.

mod columns;

use super::columns::Values;
use super::text::{self, json_key as key};
use super::{ColumnHeading, ColumnType, Document, Edge, EventKind, GraphFormat, Limit, Node, Role, palette};
use chancetree_assets::{Assets, packed};
use columns::{Boards, list};
use serde_json::{Value, json};
use std::io;
use std::ops::Range;

/// The limits: above them, a page takes more than a few seconds to open, and more memory than a browser provides.
pub const LIMIT: Limit = Limit { warn: 100_000, stop: 200_000 };

/// The version of the layout of the data blocks.
const SCHEMA: u32 = 1;

/// The style sheets and scripts of the graph explorer. Pages of games contain a part of these files.
///
/// ```
/// use chancetree_export::html::ASSETS;
///
/// assert!(ASSETS.get("base.css").contains("body"));
/// ```
pub static ASSETS: Assets = packed!();

/// The style sheet of colours, letters, buttons and tables.
pub const BASE: &str = "base.css";
/// The style sheet of the layout on paper; comes after all others.
pub const PRINT: &str = "print.css";
/// The scripts that show errors on the page, compute with fractions, and use the clipboard and files.
pub const SHARED: [&str; 3] = ["errors.js", "exact.js", "files.js"];

/// The parts of the script, each of which uses those before it and the shared ones.
const SCRIPTS: [&str; 16] = [
    "data.js",
    "perspective.js",
    "paths.js",
    "layout.js",
    "colour.js",
    "drawing.js",
    "route.js",
    "cards.js",
    "codes.js",
    "initial_view.js",
    "share.js",
    "panel.js",
    "filter.js",
    "search.js",
    "pointer.js",
    "explorer.js",
];

/// Node columns that are also fields of every node.
const FIELDS: [&str; 2] = ["ply", "reach"];

/// The data of nodes that every document has, before its own columns.
const NODES: [(&str, ColumnType); 7] = [
    ("x", ColumnType::Real),
    ("ply", ColumnType::Integer),
    ("role", ColumnType::Integer),
    ("mover", ColumnType::Integer),
    ("reach", ColumnType::Real),
    ("out", ColumnType::Integer),
    ("label", ColumnType::Text),
];

/// The data of edges, before the document's own columns; not all edges have a gain.
const EDGES: [(&str, ColumnType); 6] = [
    ("target", ColumnType::Integer),
    ("style", ColumnType::Integer),
    ("decided", ColumnType::Integer),
    ("gain", ColumnType::Integer),
    ("event", ColumnType::Text),
    ("prob", ColumnType::Text),
];

/// An interactive page, prepared for the columns of one document.
///
/// ```
/// use chancetree_engine::evaluate::Analysis;
/// use chancetree_engine::example::Coins;
/// use chancetree_engine::{game::Game, model::Job, payoff::Gain};
/// use chancetree_export::{DocumentInfo, GraphDocument, html::Html, write_all};
///
/// let best = Coins { tosses: 2 }.explore().run()?.maximize(&Gain)?;
/// let mut document = GraphDocument::of(&best, DocumentInfo::default(), &Job::default())?;
/// document.lay_out(&|_| Ok(()))?;
/// let mut page = Vec::new();
/// write_all(&document, &Html::new(&document), &mut page)?;
/// assert!(page.starts_with(b"<!doctype html>"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Html {
    /// The columns that are written unchanged.
    plain: Vec<usize>,
    /// The columns of fractions, and the names of the columns they belong to.
    exact: Vec<(usize, String)>,
    /// The column of edges with the payoff of an event to its mover, and its type. Fractions are texts.
    gain: Option<(usize, ColumnType)>,
}

impl Html {
    /// Creates the format for a document.
    pub fn new(document: &dyn Document) -> Self {
        let columns = &document.head().node_columns;
        let real =
            |name: &str| columns.iter().any(|column| column.kind == ColumnType::Real && column.name == name);
        let edge_columns = &document.head().edge_columns;
        let place = |name: &str| edge_columns.iter().position(|column| column.name == name);
        let gain =
            place("gain_exact").or_else(|| place("gain")).map(|column| (column, edge_columns[column].kind));
        let mut html = Self { plain: Vec::new(), exact: Vec::new(), gain };
        for (index, ColumnHeading { name, kind }) in columns.iter().enumerate() {
            let base = name.strip_suffix("_exact").filter(|base| *kind == ColumnType::Text && real(base));
            match base {
                Some(base) => html.exact.push((index, base.to_owned())),
                None if FIELDS.contains(&name.as_str()) => {}
                None => html.plain.push(index),
            }
        }
        html
    }

    /// Returns the data that belong to the whole graph.
    fn meta(&self, document: &dyn Document) -> Value {
        let head = document.head();
        let column = |&index: &usize| {
            let ColumnHeading { name, kind } = &head.node_columns[index];
            [&**name, kind.name()]
        };
        let style = |kind: &EventKind| {
            let (colour, dash) = palette::event(kind.style);
            json!([colour.to_string(), dash])
        };
        let mut meta = json!({
            "schema": SCHEMA, "nodes": document.node_count(), "edges": document.edge_count(),
            "start": document.start(), "seats": head.seats, "decides": head.decides, "facts": head.facts,
            "events": head.events.iter().map(|kind| [&kind.name, &kind.meaning]).collect::<Vec<_>>(),
            "codes": head.codes.iter().map(|code| [&code.code, &code.meaning]).collect::<Vec<_>>(),
            "columns": self.plain.iter().map(column).collect::<Vec<_>>(),
            "exact": self.exact.iter().map(|(_, name)| name).collect::<Vec<_>>(),
            "seatColours": (0..palette::SEATS).map(|seat| palette::seat(seat).to_string()).collect::<Vec<_>>(),
            "eventStyles": head.events.iter().map(style).collect::<Vec<_>>(),
        });
        if !head.players.is_empty() {
            meta["players"] = json!(head.players);
        }
        meta
    }
}

/// Copies a part of a page and fills its placeholders.
pub fn fill(part: &str, title: &str, styles: &[&str], scripts: &[&str], out: &mut Vec<u8>) {
    let mut rest = part;
    while let Some((before, after)) = rest.split_once("{{") {
        out.extend_from_slice(before.as_bytes());
        let (name, after) = after.split_once("}}").expect("every placeholder is closed");
        match name {
            "title" => text::xml(title, out),
            "style" => styles.iter().for_each(|style| out.extend_from_slice(style.as_bytes())),
            _ => scripts.iter().for_each(|script| out.extend_from_slice(script.as_bytes())),
        }
        rest = after;
    }
    out.extend_from_slice(rest.as_bytes());
}

/// Returns JSON for a script element. No text can end the element, or a line.
pub fn script_json(data: &Value) -> String {
    data.to_string().replace('<', "\\u003c").replace('\u{2028}', "\\u2028").replace('\u{2029}', "\\u2029")
}

/// Copies the part of the page before its data, or the part after its data.
fn frame(after: bool, document: &dyn Document, out: &mut Vec<u8>) {
    let page = ASSETS.get("page.html");
    let (head, foot) = page.split_once("{{data}}").expect("the page has a placeholder for data");
    let styles = [BASE, "explorer.css", PRINT].map(|name| ASSETS.get(name));
    let scripts: Vec<&str> = SHARED.iter().chain(&SCRIPTS).map(|name| ASSETS.get(name)).collect();
    fill(if after { foot } else { head }, &document.head().title, &styles, &scripts, out);
}

/// Returns the number by which the page identifies a role.
fn role(role: Role) -> u8 {
    match role {
        Role::Inner => 0,
        Role::Start => 1,
        Role::Drawn => 2,
        Role::Done => 3,
        Role::Cut => 4,
        Role::Action(false) => 5,
        Role::Action(true) => 6,
        Role::Lost => 7,
        Role::Won(seat) => 10 + seat,
    }
}

/// Opens a block of data.
fn block(part: &str, out: &mut Vec<u8>) {
    append!(out, "<script type=\"application/json\" data-part=\"", part, "\">");
}

const END: &str = "</script>\n";

impl GraphFormat for Html {
    fn begin(&self, document: &dyn Document, out: &mut Vec<u8>) {
        frame(false, document, out);
        let meta = script_json(&self.meta(document));
        append!(out, "<script type=\"application/json\" id=\"meta\">", &*meta, END);
    }

    fn finish(&self, document: &dyn Document, out: &mut Vec<u8>) {
        frame(true, document, out);
    }

    fn nodes(&self, document: &dyn Document, range: Range<usize>, out: &mut Vec<u8>) -> io::Result<()> {
        let columns = &document.head().node_columns;
        let mut own = NODES.map(|(_, kind)| Values::new(kind));
        let [x, ply, place, mover, reach, leaving, label] = &mut own;
        let mut boards = Boards::default();
        let new = |column: usize| Values::new(columns[column].kind);
        let mut plain: Vec<Values> = self.plain.iter().map(|&column| new(column)).collect();
        let mut exact: Vec<Values> = self.exact.iter().map(|(column, _)| new(*column)).collect();
        let mut node = Node::default();
        for index in range {
            document.node(index, &mut node);
            x.real(node.position.0);
            ply.integer(node.ply.into());
            place.integer(role(node.role).into());
            mover.integer(node.mover.map_or(-1, i64::from));
            reach.real(node.reach);
            leaving.integer(document.edges_of(index).len() as i64);
            label.text(&node.label.join("\n"));
            boards.add(node.board.as_ref());
            let cells = node.cells.as_slice();
            plain.iter_mut().zip(&self.plain).for_each(|(values, &column)| values.put(&cells[column]));
            exact.iter_mut().zip(&self.exact).for_each(|(values, (column, _))| values.put(&cells[*column]));
        }
        block("nodes", out);
        columns::write_each(NODES.iter().zip(&own), out);
        if !boards.is_empty() {
            key("board", out);
            boards.write(out);
        }
        key("columns", out);
        list(&plain, out, columns::write);
        append!(out, "}", END);
        if !exact.is_empty() {
            block("exact", out);
            list(&exact, out, columns::write);
            append!(out, END);
        }
        Ok(())
    }

    fn edges(&self, document: &dyn Document, range: Range<usize>, out: &mut Vec<u8>) -> io::Result<()> {
        let kind = |(name, kind)| match self.gain {
            Some((_, gain)) if name == "gain" => gain,
            _ => kind,
        };
        let mut own = EDGES.map(|column| Values::new(kind(column)));
        let [target, style, decided, gain, event, exact] = &mut own;
        let mut edge = Edge::default();
        for index in range {
            document.edge(index, &mut edge);
            target.integer(edge.target as i64);
            style.integer(edge.kind as i64);
            decided.integer(edge.decided.map_or(-1, i64::from));
            if let Some((column, _)) = self.gain {
                gain.put(&edge.cells.as_slice()[column]);
            }
            event.text(&edge.event);
            exact.text(&edge.exact);
        }
        block("edges", out);
        let is_there = |name: &str| name != "gain" || self.gain.is_some();
        columns::write_each(EDGES.iter().zip(&own).filter(|((name, _), _)| is_there(name)), out);
        append!(out, "}", END);
        Ok(())
    }
}
