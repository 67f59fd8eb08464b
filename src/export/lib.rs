//! Graph files: one file a format, one driver that streams any [`Document`] through any [`Format`].
//!
//! A document is random access, so that chunks of it can be written by several threads while the bytes stay the
//! same; a format knows only how one node and one edge look in its own syntax.

/// Appends texts as they are, numbers and colours one after the other, without the detour of formats.
macro_rules! add {
    ($out:expr, $($part:expr),+) => {{ $($crate::text::Part::add($part, $out);)+ }};
}

/// Appends formatted text; a vector takes all.
macro_rules! put {
    ($out:expr, $($part:tt)*) => { write!($out, $($part)*).expect("a vector takes all") };
}

pub mod chart;
mod columns;
pub mod csv;
mod document;
mod dot;
mod drn;
mod gexf;
mod graph_document;
mod graphml;
pub mod html;
mod io_reason;
mod json;
pub mod layout;
mod legend;
pub mod letters;
pub mod net;
#[cfg(feature = "pictures")]
pub mod paint;
pub mod palette;
pub mod path;
pub mod plot;
#[cfg(feature = "saving")]
pub mod save;
mod svg;
pub mod text;
pub mod visible;
mod write;
mod xml;

pub use chancetree_engine::depict::{Board, Code, EventKind, Tile};
pub use columns::{Sheet, Sheets, Values, tables};
pub use document::{Cells, Content, Document, Edge, Head, Heading, Kind, Node, Role, TAKEN};
pub use dot::{Direction, Dot};
pub use drn::Drn;
pub use gexf::Gexf;
pub use graph_document::{About, Decision, GraphDocument, NodeLabel, ShownActions, standing};
pub use graphml::Graphml;
pub use io_reason::reason;
pub use json::Json;
pub use svg::Svg;
pub use write::{WriteProgress, write, write_all, write_rest};

use chancetree_engine::{depict, evaluate, exact, game, model, payoff};
use std::io;
use std::ops::Range;

/// Every code of a document, with what it stands for: the kinds of its events, then the other codes in its labels.
pub fn legend(document: &dyn Document) -> impl Iterator<Item = (&str, &str)> {
    let Head { events, codes, .. } = document.head();
    let events = events.iter().map(|kind| (&*kind.name, &*kind.meaning));
    let codes = codes.iter().map(|code| (&*code.code, &*code.meaning));
    events.chain(codes).filter(|(_, meaning)| !meaning.is_empty())
}

/// The numbers of nodes above which a file of a format stops being useful.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limit {
    /// The number of nodes above which the usual readers will be slow.
    pub warn: usize,
    /// The number of nodes above which a file should only be written on explicit request.
    pub stop: usize,
}

impl Limit {
    /// No limit, for tables and models, which are streamed.
    pub const NONE: Self = Self { warn: usize::MAX, stop: usize::MAX };
    /// The limits of formats that the usual readers load as a whole.
    pub const LOADED: Self = Self { warn: 200_000, stop: 1_000_000 };
}

/// A syntax: how the parts of a graph look in it. Nothing in it changes while a document is written, so that many
/// threads can share it.
pub trait Format: Sync {
    /// Appends all that stands before the first node.
    fn begin(&self, document: &dyn Document, out: &mut Vec<u8>);

    /// Appends one node. Defaults to nothing, as do the following, for a format that has no such part.
    fn node(&self, _node: &Node, _out: &mut Vec<u8>) {}

    /// Appends all that stands between the last node and the first edge.
    fn between(&self, _document: &dyn Document, _out: &mut Vec<u8>) {}

    /// Appends one edge.
    fn edge(&self, _edge: &Edge, _out: &mut Vec<u8>) {}

    /// Appends all that stands after the last edge.
    fn finish(&self, _document: &dyn Document, _out: &mut Vec<u8>) {}

    /// Returns whether nodes and edges are written at all, in this order.
    fn parts(&self) -> (bool, bool) {
        (true, true)
    }

    /// Appends some nodes in order; for a format that needs more than one record at a time.
    ///
    /// # Errors
    /// If the format cannot hold what the document says.
    fn nodes(&self, document: &dyn Document, range: Range<usize>, out: &mut Vec<u8>) -> io::Result<()> {
        let mut node = Node::default();
        for index in range {
            document.node(index, &mut node);
            self.node(&node, out);
        }
        Ok(())
    }

    /// Appends some edges in order; for a format that needs more than one record at a time.
    ///
    /// # Errors
    /// If the format cannot hold what the document says.
    fn edges(&self, document: &dyn Document, range: Range<usize>, out: &mut Vec<u8>) -> io::Result<()> {
        let mut edge = Edge::default();
        for index in range {
            document.edge(index, &mut edge);
            self.edge(&edge, out);
        }
        Ok(())
    }
}
