//! GraphML for networkx, igraph, rustworkx, Cytoscape and Gephi: the subset that all these programs read in the same way.
//!
//! Every record has every key, there are no default values, and labels contain no entity, because some readers lose
//! these parts. Parallel edges have different ids; Gephi adds them up unless the user changes its import settings.
//! GEXF is the better format for Gephi.

use super::{ColumnHeading, ColumnType, Document, Edge, GraphFormat, Node, palette, text, xml};

/// The least weight that is written. Gephi stores a weight as a 32-bit float, and drops an edge whose weight is 0.
pub(super) const LEAST_WEIGHT: f64 = 1e-30;

/// GraphML, prepared for the columns of one document.
///
/// ```
/// use chancetree_engine::evaluate::Analysis;
/// use chancetree_engine::example::Coins;
/// use chancetree_engine::{game::Game, model::Job, payoff::Gain};
/// use chancetree_export::{DocumentInfo, GraphDocument, Graphml, write_all};
///
/// let best = Coins { tosses: 2 }.explore().run()?.maximize(&Gain)?;
/// let document = GraphDocument::of(&best, DocumentInfo::default(), &Job::default())?;
/// let mut text = Vec::new();
/// write_all(&document, &Graphml::new(&document), &mut text)?;
/// assert!(String::from_utf8(text)?.contains("<graphml "));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Graphml {
    nodes: Vec<String>,
    edges: Vec<String>,
}

impl Graphml {
    /// Creates the format for a document.
    pub fn new(document: &dyn Document) -> Self {
        // Each tag closes the previous cell.
        let tags = |columns: &[ColumnHeading], domain| {
            columns
                .iter()
                .map(|ColumnHeading { name, .. }| format!("</data><data key=\"{domain}_{name}\">"))
                .collect()
        };
        let head = document.head();
        Self { nodes: tags(&head.node_columns, 'n'), edges: tags(&head.edge_columns, 'e') }
    }
}

/// The data of every node and every edge; the columns of the document follow.
const NODES: [(&str, ColumnType); 4] = [
    ("label", ColumnType::Text),
    ("x", ColumnType::Real),
    ("y", ColumnType::Real),
    ("color", ColumnType::Text),
];
const EDGES: [(&str, ColumnType); 6] = [
    ("label", ColumnType::Text),
    ("event", ColumnType::Text),
    ("interaction", ColumnType::Text),
    ("prob", ColumnType::Real),
    ("prob_exact", ColumnType::Text),
    ("weight", ColumnType::Real),
];

/// Declares the data of nodes or of edges.
fn declare(domain: &str, own: &[(&str, ColumnType)], columns: &[ColumnHeading], out: &mut Vec<u8>) {
    for (name, kind) in ColumnHeading::after(own, columns) {
        append!(out, "<key id=\"", &domain[..1], "_", name, "\" for=\"", domain, "\" attr.name=\"", name);
        append!(out, "\" attr.type=\"", xml::kind(kind, "int"), "\"/>\n");
    }
}

/// Appends a text, or `_` if it is empty, because readers report an empty element as missing.
#[inline]
fn visible(text: &str, out: &mut Vec<u8>) {
    if text.trim_ascii().is_empty() {
        out.push(b'_');
    } else {
        text::xml(text, out);
    }
}

impl GraphFormat for Graphml {
    fn begin(&self, document: &dyn Document, out: &mut Vec<u8>) {
        append!(
            out,
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\
             <graphml xmlns=\"http://graphml.graphdrawing.org/xmlns\" \
             xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\" \
             xsi:schemaLocation=\"http://graphml.graphdrawing.org/xmlns \
             http://graphml.graphdrawing.org/xmlns/1.0/graphml.xsd\">\n<desc>"
        );
        xml::description(document, out);
        append!(out, "</desc>\n");
        declare("node", &NODES, &document.head().node_columns, out);
        declare("edge", &EDGES, &document.head().edge_columns, out);
        append!(out, "<graph id=\"G\" edgedefault=\"directed\">\n");
    }

    fn node(&self, node: &Node, out: &mut Vec<u8>) {
        append!(out, "<node id=\"n", node.id, "\"><data key=\"n_label\">");
        xml::label(node, " | ", text::xml_plain, out);
        let (x, y) = node.position;
        append!(out, "</data><data key=\"n_x\">", x, "</data><data key=\"n_y\">", y);
        append!(out, "</data><data key=\"n_color\">", palette::node(node.role, node.mover));
        text::cells(&self.nodes, &node.cells, visible, out);
        append!(out, "</data></node>\n");
    }

    fn edge(&self, edge: &Edge, out: &mut Vec<u8>) {
        append!(out, "<edge id=\"e", edge.id, "\" source=\"n", edge.source, "\" target=\"n", edge.target);
        append!(out, "\"><data key=\"e_label\">");
        text::xml_plain(&edge.event, out);
        append!(out, ": ");
        text::chance(&edge.exact, edge.probability, out);
        append!(out, "</data><data key=\"e_event\">");
        let event = text::written(out, |out| visible(&edge.event, out));
        append!(out, "</data><data key=\"e_interaction\">");
        out.extend_from_within(event);
        append!(out, "</data><data key=\"e_prob\">");
        let between = |out: &mut Vec<u8>| {
            append!(
                out,
                "</data><data key=\"e_prob_exact\">",
                &*edge.exact,
                "</data><data key=\"e_weight\">"
            );
        };
        text::two_reals(edge.probability, between, edge.probability.max(LEAST_WEIGHT), out);
        text::cells(&self.edges, &edge.cells, visible, out);
        append!(out, "</data></edge>\n");
    }

    fn finish(&self, _: &dyn Document, out: &mut Vec<u8>) {
        append!(out, "</graph>\n</graphml>\n");
    }
}
