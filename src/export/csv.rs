//! CSV for pandas, polars, R and Gephi: a table of nodes and a table of edges, each in its own file.
//!
//! The text is UTF-8 without a byte order mark. Lines end with one byte, the first line is a header, and no cell is
//! empty. Spreadsheets read `1/8` as a date: import the exact columns as text.

use super::graphml::LEAST_WEIGHT;
use super::{CellValue, ColumnHeading, Document, Edge, GraphFormat, Node, text};

/// The table of nodes: `Id`, `Label`, and the columns.
///
/// ```
/// use chancetree_engine::evaluate::Analysis;
/// use chancetree_engine::example::Coins;
/// use chancetree_engine::{game::Game, model::Job, payoff::Gain};
/// use chancetree_export::{DocumentInfo, GraphDocument, csv, write_all};
///
/// let best = Coins { tosses: 1 }.explore().run()?.maximize(&Gain)?;
/// let document = GraphDocument::of(&best, DocumentInfo::default(), &Job::default())?;
/// let mut table = Vec::new();
/// write_all(&document, &csv::Nodes, &mut table)?;
/// assert!(table.starts_with(b"Id,Label,"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Nodes;

/// The table of edges: `Source`, `Target`, `Type`, `Kind`, `Id`, `Label` and `Weight`, which Gephi recognises, then
/// `event`, `prob`, `prob_exact`, and the columns.
///
/// ```
/// use chancetree_engine::evaluate::Analysis;
/// use chancetree_engine::example::Coins;
/// use chancetree_engine::{game::Game, model::Job, payoff::Gain};
/// use chancetree_export::{DocumentInfo, GraphDocument, csv, write_all};
///
/// let best = Coins { tosses: 1 }.explore().run()?.maximize(&Gain)?;
/// let document = GraphDocument::of(&best, DocumentInfo::default(), &Job::default())?;
/// let mut table = Vec::new();
/// write_all(&document, &csv::Edges, &mut table)?;
/// let table = String::from_utf8(table)?;
/// assert!(table.lines().nth(1).is_some_and(|heads| heads.contains(",0.5,heads,0.5,1/2,")));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Edges;

fn header(own: &str, columns: &[ColumnHeading], out: &mut Vec<u8>) {
    append!(out, own);
    for column in columns {
        append!(out, ",", &*column.name);
    }
    out.push(b'\n');
}

#[inline]
fn cells(cells: &[CellValue], out: &mut Vec<u8>) {
    for cell in cells {
        out.push(b',');
        text::cell(cell, text::csv, out);
    }
    out.push(b'\n');
}

impl GraphFormat for Nodes {
    fn begin(&self, document: &dyn Document, out: &mut Vec<u8>) {
        header("Id,Label", &document.head().node_columns, out);
    }

    fn node(&self, node: &Node, out: &mut Vec<u8>) {
        append!(out, node.id, ",");
        match &node.label[..] {
            [line] => text::csv(line, out),
            lines => text::csv(&lines.join(" | "), out),
        }
        cells(node.cells.as_slice(), out);
    }

    fn parts(&self) -> (bool, bool) {
        (true, false)
    }
}

impl GraphFormat for Edges {
    fn begin(&self, document: &dyn Document, out: &mut Vec<u8>) {
        let own = "Source,Target,Type,Kind,Id,Label,Weight,event,prob,prob_exact";
        header(own, &document.head().edge_columns, out);
    }

    fn edge(&self, edge: &Edge, out: &mut Vec<u8>) {
        append!(out, edge.source, ",", edge.target, ",Directed,");
        let event = text::written(out, |out| text::csv(&edge.event, out));
        append!(out, ",", edge.id, ",");
        // The label is the event and its probability. If the event is quoted, the quote closes after the probability.
        let quoted = out[event.clone()].ends_with(b"\"");
        out.extend_from_within(event.start..event.end - usize::from(quoted));
        append!(out, ": ");
        text::chance(&edge.exact, edge.probability, out);
        if quoted {
            out.push(b'"');
        }
        out.push(b',');
        let between = |out: &mut Vec<u8>| {
            out.push(b',');
            out.extend_from_within(event);
            out.push(b',');
        };
        text::two_reals(edge.probability.max(LEAST_WEIGHT), between, edge.probability, out);
        append!(out, ",", &*edge.exact);
        cells(edge.cells.as_slice(), out);
    }

    fn parts(&self) -> (bool, bool) {
        (false, true)
    }
}
