//! JSON in the node-link form that `networkx.node_link_graph` reads without arguments.

use super::text::json_string as string;
use super::{Column, Document, Edge, Format, Limit, Node, legend, palette, text};
use serde_json::{Number, Value};

/// The number of nodes that the usual readers can still handle: they load the document as one value.
pub const LIMIT: Limit = Limit::LOADED;

/// The number of this layout; it grows when a key changes its meaning or goes away.
pub const SCHEMA: u32 = 1;

/// The format, made for the columns of one document.
pub struct Json {
    nodes: Vec<Vec<u8>>,
    edges: Vec<Vec<u8>>,
}

impl Json {
    /// The format for a document.
    pub fn new(document: &dyn Document) -> Self {
        let keys = |columns: &[Column]| {
            columns.iter().map(|column| format!(",\"{}\":", column.name).into()).collect()
        };
        let head = document.head();
        Self { nodes: keys(&head.node_columns), edges: keys(&head.edge_columns) }
    }
}

/// The greatest whole number that every reader takes as it is.
const MOST_WHOLE: u64 = 1 << 53;

/// A fact: as a number, a list or an object if it is written like one, unless readers would round it, else as text.
fn fact(value: &str, out: &mut Vec<u8>) {
    let is_safe = |number: &Number| match (number.as_i64(), number.as_u64()) {
        (None, None) => number.to_string() == value,
        (whole, natural) => whole.map_or(natural, |whole| Some(whole.unsigned_abs())) <= Some(MOST_WHOLE),
    };
    match serde_json::from_str(value) {
        Ok(Value::String(text)) => string(&text, out),
        Ok(Value::Number(number)) if !is_safe(&number) => string(value, out),
        Ok(_) => out.extend_from_slice(value.as_bytes()),
        Err(_) => string(value, out),
    }
}

impl Format for Json {
    fn begin(&self, document: &dyn Document, out: &mut Vec<u8>) {
        out.extend_from_slice(b"{\"directed\":true,\"multigraph\":true,\"graph\":{\"schema\":");
        text::integer(SCHEMA, out);
        out.extend_from_slice(b",\"title\":");
        string(&document.head().title, out);
        out.extend_from_slice(b",\"start\":");
        text::integer(document.start() as u64, out);
        out.extend_from_slice(b",\"facts\":{");
        for (index, (name, value)) in document.head().facts.iter().enumerate() {
            if index > 0 {
                out.push(b',');
            }
            string(name, out);
            out.push(b':');
            fact(value, out);
        }
        out.extend_from_slice(b"},\"legend\":{");
        let mut codes: Vec<(&str, &str)> = legend(document).collect();
        // A key stands once, or a reader loses the one before it.
        let mut seen = std::collections::HashSet::new();
        codes.retain(|(code, _)| seen.insert(*code));
        for (index, (code, meaning)) in codes.into_iter().enumerate() {
            if index > 0 {
                out.push(b',');
            }
            string(code, out);
            out.push(b':');
            string(meaning, out);
        }
        out.extend_from_slice(b"}},\n\"nodes\":[");
    }

    fn node(&self, node: &Node, out: &mut Vec<u8>) {
        out.extend_from_slice(if node.id == 0 { b"\n{\"id\":" } else { b",\n{\"id\":" });
        text::integer(node.id, out);
        out.extend_from_slice(b",\"label\":\"");
        for (index, line) in node.label.iter().enumerate() {
            if index > 0 {
                out.extend_from_slice(b"\\n");
            }
            text::json(line, out);
        }
        out.extend_from_slice(b"\",\"x\":");
        text::real(node.position.0, out);
        out.extend_from_slice(b",\"y\":");
        text::real(node.position.1, out);
        out.extend_from_slice(b",\"color\":\"");
        text::hex(palette::node(node.role, node.mover), out);
        out.push(b'"');
        text::cells(&self.nodes, &node.cells, string, out);
        out.push(b'}');
    }

    fn between(&self, _: &dyn Document, out: &mut Vec<u8>) {
        out.extend_from_slice(b"\n],\n\"edges\":[");
    }

    fn edge(&self, edge: &Edge, out: &mut Vec<u8>) {
        out.extend_from_slice(if edge.id == 0 { b"\n{\"source\":" } else { b",\n{\"source\":" });
        text::integer(edge.source, out);
        out.extend_from_slice(b",\"target\":");
        text::integer(edge.target, out);
        out.extend_from_slice(b",\"key\":");
        text::integer(edge.id, out);
        out.extend_from_slice(b",\"event\":");
        string(&edge.event, out);
        out.extend_from_slice(b",\"prob\":");
        text::real(edge.probability, out);
        out.extend_from_slice(b",\"prob_exact\":\"");
        out.extend_from_slice(edge.exact.as_bytes());
        out.push(b'"');
        text::cells(&self.edges, &edge.cells, string, out);
        out.push(b'}');
    }

    fn finish(&self, _: &dyn Document, out: &mut Vec<u8>) {
        out.extend_from_slice(b"\n]}\n");
    }
}
