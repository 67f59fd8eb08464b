//! Graph files: a module for each format, and one driver that streams any [`Document`] through any [`GraphFormat`].
//!
//! A document provides random access, so that several threads can write chunks of it with the same bytes as a single
//! thread. A format defines the syntax of a node and an edge.

/// Appends unescaped texts, numbers and colours without the overhead of `format!`.
macro_rules! append {
    ($out:expr, $($part:expr),+) => {{ $($crate::text::RecordPart::add($part, $out);)+ }};
}

/// Appends formatted text; writing to a vector cannot fail.
macro_rules! append_fmt {
    ($out:expr, $($part:tt)*) => { write!($out, $($part)*).expect("a vector takes all") };
}

mod cells;
pub mod chart;
mod columns;
pub mod csv;
mod document;
mod dot;
mod drn;
mod efg;
pub mod font;
mod gexf;
mod graph_document;
mod graphml;
pub mod html;
mod io_reason;
mod json;
pub mod layout;
mod legend;
#[cfg(feature = "pictures")]
pub mod paint;
pub mod palette;
pub mod path;
pub mod plot;
#[cfg(feature = "saving")]
pub mod save;
mod save_graph;
mod svg;
pub mod text;
pub mod undirected;
pub mod visible;
mod write;
mod xml;

pub use cells::{CellRow, CellValue, ColumnHeading, ColumnType, RESERVED_NAMES};
pub use chancetree_engine::depict::{Board, Code, EventKind, Tile};
pub use columns::{ColumnTable, GraphTables, Values, tables};
pub use document::{Document, Edge, GraphInfo, Node, Role};
pub use dot::{Dot, TimeDirection};
pub use drn::Drn;
pub use efg::Efg;
pub use gexf::Gexf;
pub use graph_document::{Decision, DocumentInfo, GraphDocument, NodeLabel, ShownActions, standing};
pub use graphml::Graphml;
pub use io_reason::reason;
pub use json::Json;
pub use save_graph::{SaveError, SaveGraph};
pub use svg::{Slide, Svg};
pub use write::{WriteProgress, write, write_all, write_rest};

use chancetree_engine::{depict, evaluate, exact, game, model, payoff};
use std::io;
use std::ops::Range;

/// Returns every code of a document with its meaning: the kinds of its events, then the other codes in its labels.
pub fn legend(document: &dyn Document) -> impl Iterator<Item = (&str, &str)> {
    let GraphInfo { events, codes, .. } = document.head();
    let events = events.iter().map(|kind| (&*kind.name, &*kind.meaning));
    let codes = codes.iter().map(|code| (&*code.code, &*code.meaning));
    events.chain(codes).filter(|(_, meaning)| !meaning.is_empty())
}

/// The numbers of nodes above which a file of a format is no longer useful.
///
/// ```
/// use chancetree_export::{Limit, Svg};
///
/// let nodes = 5_000;
/// assert!(nodes > Svg::LIMIT.stop);
/// assert!(nodes < Limit::LOADED.warn);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limit {
    /// The number of nodes above which the usual readers are slow.
    pub warn: usize,
    /// The number of nodes above which a file should only be written on explicit request.
    pub stop: usize,
}

impl Limit {
    /// No limit, for tables and models, which are streamed.
    pub const NONE: Self = Self { warn: usize::MAX, stop: usize::MAX };
    /// The limits of formats that the usual readers load into memory as a whole.
    pub const LOADED: Self = Self { warn: 200_000, stop: 1_000_000 };
}

/// The syntax of a graph file. A format is immutable while a document is written, so that threads can share it.
///
/// A format of your own has two or three methods:
///
/// ```
/// use chancetree_engine::evaluate::Analysis;
/// use chancetree_engine::example::Coins;
/// use chancetree_engine::{game::Game, model::Job, payoff::Gain};
/// use chancetree_export::{Document, DocumentInfo, Edge, GraphDocument, GraphFormat, write_all};
///
/// /// One line for each edge.
/// struct Arrows;
///
/// impl GraphFormat for Arrows {
///     fn begin(&self, document: &dyn Document, out: &mut Vec<u8>) {
///         out.extend(format!("{} nodes\n", document.node_count()).bytes());
///     }
///     fn edge(&self, edge: &Edge, out: &mut Vec<u8>) {
///         out.extend(format!("{} -> {}: {}\n", edge.source, edge.target, edge.exact).bytes());
///     }
///     fn parts(&self) -> (bool, bool) {
///         (false, true)
///     }
/// }
///
/// let best = Coins { tosses: 1 }.explore().run()?.maximize(&Gain)?;
/// let document = GraphDocument::of(&best, DocumentInfo::default(), &Job::default())?;
/// let mut text = Vec::new();
/// write_all(&document, &Arrows, &mut text)?;
/// assert!(text.ends_with(b"\n0 -> 2: 1/2\n"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait GraphFormat: Sync {
    /// Appends the text before the first node.
    fn begin(&self, document: &dyn Document, out: &mut Vec<u8>);

    /// Appends one node. The defaults of this and the following methods append nothing, for a format without such a
    /// part.
    fn node(&self, _node: &Node, _out: &mut Vec<u8>) {}

    /// Appends the text between the last node and the first edge.
    fn between(&self, _document: &dyn Document, _out: &mut Vec<u8>) {}

    /// Appends one edge.
    fn edge(&self, _edge: &Edge, _out: &mut Vec<u8>) {}

    /// Appends the text after the last edge.
    fn finish(&self, _document: &dyn Document, _out: &mut Vec<u8>) {}

    /// Returns whether nodes and edges are written, in this order.
    fn parts(&self) -> (bool, bool) {
        (true, true)
    }

    /// Returns the numbers of nodes and edges of the file if it does not show all, or shows some together.
    fn shown(&self) -> Option<(usize, usize)> {
        None
    }

    /// Appends a range of nodes. A format overrides it if it needs more than one record at a time.
    ///
    /// # Errors
    /// If the format cannot represent the document.
    fn nodes(&self, document: &dyn Document, range: Range<usize>, out: &mut Vec<u8>) -> io::Result<()> {
        let mut node = Node::default();
        for index in range {
            document.node(index, &mut node);
            self.node(&node, out);
        }
        Ok(())
    }

    /// Appends a range of edges. A format overrides it if it needs more than one record at a time.
    ///
    /// # Errors
    /// If the format cannot represent the document.
    fn edges(&self, document: &dyn Document, range: Range<usize>, out: &mut Vec<u8>) -> io::Result<()> {
        let mut edge = Edge::default();
        for index in range {
            document.edge(index, &mut edge);
            self.edge(&edge, out);
        }
        Ok(())
    }
}
