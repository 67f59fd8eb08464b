//! JSON in the node-link form that `networkx.node_link_graph` reads without arguments.

use super::text::{json_key as key, json_string as string};
use super::visible::visible_json;
use super::{ColumnHeading, Document, Edge, GraphFormat, Node, legend, palette, text};
use serde_json::{Number, Value};

/// JSON in the node-link form, prepared for the columns of one document.
///
/// ```
/// use chancetree_engine::evaluate::Analysis;
/// use chancetree_engine::example::Coins;
/// use chancetree_engine::{game::Game, model::Job, payoff::Gain};
/// use chancetree_export::{Document, DocumentInfo, GraphDocument, Json, write_all};
///
/// let best = Coins { tosses: 2 }.explore().run()?.maximize(&Gain)?;
/// let document = GraphDocument::of(&best, DocumentInfo::default(), &Job::default())?;
/// let mut text = Vec::new();
/// write_all(&document, &Json::new(&document), &mut text)?;
/// let json: serde_json::Value = serde_json::from_slice(&text)?;
/// assert_eq!(json["graph"]["schema"], Json::SCHEMA);
/// assert_eq!(json["nodes"].as_array().map(Vec::len), Some(document.node_count()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Json {
    nodes: Vec<String>,
    edges: Vec<String>,
}

impl Json {
    /// The version of this layout; it increases when a key changes its meaning or is removed.
    pub const SCHEMA: u32 = 1;

    /// Creates the format for a document.
    pub fn new(document: &dyn Document) -> Self {
        let keys = |columns: &[ColumnHeading]| {
            columns.iter().map(|column| format!(",\"{}\":", column.name)).collect()
        };
        let head = document.head();
        Self { nodes: keys(&head.node_columns), edges: keys(&head.edge_columns) }
    }
}

/// The greatest whole number that every reader reads without rounding.
const LARGEST_SAFE_INTEGER: u64 = 1 << 53;

/// Appends a fact as JSON if it is a number, a list or an object that readers do not round, else as text.
fn fact(value: &str, out: &mut Vec<u8>) {
    let is_safe = |number: &Number| match (number.as_i64(), number.as_u64()) {
        (None, None) => number.to_string() == value,
        (whole, natural) => {
            whole.map_or(natural, |whole| Some(whole.unsigned_abs())) <= Some(LARGEST_SAFE_INTEGER)
        }
    };
    match serde_json::from_str(value) {
        Ok(Value::String(text)) => string(&text, out),
        Ok(Value::Number(number)) if !is_safe(&number) => string(value, out),
        Ok(_) => append!(out, &*visible_json(value, &[])),
        Err(_) => string(value, out),
    }
}

impl GraphFormat for Json {
    fn begin(&self, document: &dyn Document, out: &mut Vec<u8>) {
        append!(
            out,
            "{\"directed\":true,\"multigraph\":true,\"graph\":{\"schema\":",
            Self::SCHEMA,
            ",\"title\":"
        );
        string(&document.head().title, out);
        append!(out, ",\"start\":", document.start(), ",\"facts\":{");
        for (name, value) in &document.head().facts {
            key(name, out);
            fact(value, out);
        }
        append!(out, "},\"legend\":{");
        // Keys must be unique, or a reader drops the earlier value.
        let mut seen = std::collections::HashSet::new();
        for (code, meaning) in legend(document).filter(|(code, _)| seen.insert(*code)) {
            key(code, out);
            string(meaning, out);
        }
        append!(out, "}},\n\"nodes\":[");
    }

    fn node(&self, node: &Node, out: &mut Vec<u8>) {
        append!(out, if node.id == 0 { "\n{\"id\":" } else { ",\n{\"id\":" }, node.id, ",\"label\":\"");
        for (index, line) in node.label.iter().enumerate() {
            append!(out, if index > 0 { "\\n" } else { "" });
            text::json(line, out);
        }
        let ((x, y), colour) = (node.position, palette::node(node.role, node.mover));
        append!(out, "\",\"x\":", x, ",\"y\":", y, ",\"color\":\"", colour, "\"");
        text::cells(&self.nodes, &node.cells, string, out);
        out.push(b'}');
    }

    fn between(&self, _: &dyn Document, out: &mut Vec<u8>) {
        append!(out, "\n],\n\"edges\":[");
    }

    fn edge(&self, edge: &Edge, out: &mut Vec<u8>) {
        append!(out, if edge.id == 0 { "\n{\"source\":" } else { ",\n{\"source\":" }, edge.source);
        append!(out, ",\"target\":", edge.target, ",\"key\":", edge.id, ",\"event\":");
        string(&edge.event, out);
        append!(out, ",\"prob\":", edge.probability, ",\"prob_exact\":\"", &*edge.exact, "\"");
        text::cells(&self.edges, &edge.cells, string, out);
        out.push(b'}');
    }

    fn finish(&self, _: &dyn Document, out: &mut Vec<u8>) {
        append!(out, "\n]}\n");
    }
}
