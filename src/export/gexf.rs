//! GEXF 1.3, the format that Gephi reads best: parallel edges stay separate, labels keep their lines, and the file
//! contains positions, sizes and colours.

use super::graphml::LEAST_WEIGHT;
use super::{CellValue, ColumnHeading, ColumnType, Document, Edge, GraphFormat, Node, palette, text, xml};
use std::io;
use std::ops::Range;

/// The sizes of the least and the most likely node. Gephi keeps positions only with exactly these sizes.
const SIZES: (f64, f64) = (4.0, 100.0);

/// The edge attributes of every file; the columns of the document follow.
const OWN: [(&str, ColumnType); 3] =
    [("event", ColumnType::Text), ("prob", ColumnType::Real), ("prob_exact", ColumnType::Text)];

/// GEXF for Gephi, prepared for one document.
///
/// ```
/// use chancetree_engine::evaluate::Analysis;
/// use chancetree_engine::example::Coins;
/// use chancetree_engine::{game::Game, model::Job, payoff::Gain};
/// use chancetree_export::{DocumentInfo, Gexf, GraphDocument, write_all};
///
/// let best = Coins { tosses: 2 }.explore().run()?.maximize(&Gain)?;
/// let mut document = GraphDocument::of(&best, DocumentInfo::default(), &Job::default())?;
/// // Gephi shows the nodes in rows.
/// document.lay_out(&|_| Ok(()))?;
/// let mut text = Vec::new();
/// write_all(&document, &Gexf::new(&document), &mut text)?;
/// assert!(String::from_utf8(text)?.contains("<gexf "));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Gexf {
    /// The least and the greatest probability of reaching a node; `None` if they are equal.
    reach: Option<(f64, f64)>,
}

impl Gexf {
    /// Creates the format for a document.
    pub fn new(document: &dyn Document) -> Self {
        let (least, greatest) = document.reach_bounds();
        Self { reach: (least < greatest).then_some((least, greatest)) }
    }

    /// Appends an edge. If `twins` earlier edges look the same, its kind gets a number.
    fn numbered(&self, edge: &Edge, twins: usize, out: &mut Vec<u8>) {
        append!(out, "<edge id=\"e", edge.id, "\" source=\"n", edge.source, "\" target=\"n", edge.target);
        append!(out, "\" kind=\"");
        let event = text::written(out, |out| text::xml_attribute(&edge.event, out));
        if twins > 0 {
            append!(out, "#", twins + 1);
        }
        append!(out, "\" label=\"");
        out.extend_from_within(event.clone());
        append!(out, ": ");
        text::chance(&edge.exact, edge.probability, out);
        append!(out, "\" weight=\"");
        let between = |out: &mut Vec<u8>| {
            append!(out, "\"><attvalues><attvalue for=\"0\" value=\"");
            out.extend_from_within(event);
            append!(out, "\"/><attvalue for=\"1\" value=\"");
        };
        text::two_reals(edge.probability.max(LEAST_WEIGHT), between, edge.probability, out);
        append!(out, "\"/><attvalue for=\"2\" value=\"", &*edge.exact, "\"/>");
        values(OWN.len(), edge.cells.as_slice(), out);
        append!(out, "</attvalues></edge>\n");
    }
}

/// Declares the attributes of nodes or of edges.
fn declare(class: &str, own: &[(&str, ColumnType)], columns: &[ColumnHeading], out: &mut Vec<u8>) {
    append!(out, "<attributes class=\"", class, "\" mode=\"static\">\n");
    for (id, (name, of)) in ColumnHeading::after(own, columns).enumerate() {
        let kind = xml::kind(of, "integer");
        append!(out, "<attribute id=\"", id, "\" title=\"", name, "\" type=\"", kind, "\"/>\n");
    }
    append!(out, "</attributes>\n");
}

/// Appends the cells, numbered from `first`.
#[inline]
fn values(first: usize, cells: &[CellValue], out: &mut Vec<u8>) {
    for (id, cell) in cells.iter().enumerate() {
        append!(out, "<attvalue for=\"", first + id, "\" value=\"");
        text::cell(cell, text::xml_attribute, out);
        append!(out, "\"/>");
    }
}

impl GraphFormat for Gexf {
    fn begin(&self, document: &dyn Document, out: &mut Vec<u8>) {
        append!(
            out,
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\
             <gexf version=\"1.3\" xmlns=\"http://gexf.net/1.3\" xmlns:viz=\"http://gexf.net/1.3/viz\">\n\
             <meta>\n<creator>chancetree</creator>\n<description>"
        );
        xml::description(document, out);
        append!(out, "</description>\n</meta>\n<graph defaultedgetype=\"directed\" mode=\"static\">\n");
        declare("node", &[], &document.head().node_columns, out);
        declare("edge", &OWN, &document.head().edge_columns, out);
        append!(out, "<nodes>\n");
    }

    fn node(&self, node: &Node, out: &mut Vec<u8>) {
        append!(out, "<node id=\"n", node.id, "\" label=\"");
        xml::label(node, "&#10;", text::xml_attribute, out);
        append!(out, "\"><attvalues>");
        values(0, node.cells.as_slice(), out);
        let palette::Colour(r, g, b) = palette::node(node.role, node.mover);
        append!(out, "</attvalues><viz:color r=\"", r, "\" g=\"", g, "\" b=\"", b);
        let (x, y) = node.position;
        append!(out, "\"/><viz:position x=\"", x, "\" y=\"", y, "\" z=\"0.0\"/>");
        if let Some((least, greatest)) = self.reach {
            // The area of the disc is proportional to the probability.
            let share = ((node.reach - least) / (greatest - least)).clamp(0.0, 1.0).sqrt();
            append!(out, "<viz:size value=\"", SIZES.0 + (SIZES.1 - SIZES.0) * share, "\"/>");
        }
        append!(out, "</node>\n");
    }

    fn between(&self, _: &dyn Document, out: &mut Vec<u8>) {
        append!(out, "</nodes>\n<edges>\n");
    }

    fn finish(&self, _: &dyn Document, out: &mut Vec<u8>) {
        append!(out, "</edges>\n</graph>\n</gexf>\n");
    }

    /// Appends edges in order of source, event and target, so that edges which Gephi would merge are consecutive.
    fn edges(&self, document: &dyn Document, range: Range<usize>, out: &mut Vec<u8>) -> io::Result<()> {
        let alike = |a: &Edge, b: &Edge| (a.source, a.target) == (b.source, b.target) && a.event == b.event;
        let (mut edge, mut before) = (Edge::default(), Edge::default());
        let mut twins = 0;
        for index in range.clone() {
            document.edge(index, &mut edge);
            twins = match index > range.start {
                true if alike(&edge, &before) => twins + 1,
                true => 0,
                // The edges before the first are in another chunk.
                false => {
                    let is_twin = |back: &usize| {
                        document.edge(index - back, &mut before);
                        alike(&edge, &before)
                    };
                    (1..=index).take_while(is_twin).count()
                }
            };
            self.numbered(&edge, twins, out);
            std::mem::swap(&mut edge, &mut before);
        }
        Ok(())
    }
}
