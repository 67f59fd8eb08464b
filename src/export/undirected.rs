//! Small undirected graphs, such as a board of mines and its neighbours, or equations and their variables, as
//! Graphviz DOT and GraphML.

use crate::chart::shade;
use crate::text::{self, escaped};

/// An undirected graph.
#[derive(Clone, Debug)]
pub struct UndirectedGraph {
    /// The name.
    pub name: &'static str,
    /// The nodes.
    pub nodes: Vec<Vertex>,
    /// The names of both ends of each edge.
    pub edges: Vec<(String, String)>,
}

/// A vertex of an undirected graph.
#[derive(Clone, Debug)]
pub struct Vertex {
    /// The name that edges refer to.
    pub id: String,
    /// The text of the vertex.
    pub label: String,
    /// The kind: `equation`, `hidden`, or another word.
    pub kind: &'static str,
    /// The probability of a mine, as a fraction and as a double, if the vertex is a hidden cell.
    pub risk: Option<(String, f64)>,
    /// The right side of an equation, or the number of an opened cell.
    pub number: Option<u64>,
    /// The row and the column of a cell of a board, from 0.
    pub drawn: Option<(usize, usize)>,
}

impl UndirectedGraph {
    /// Returns the graph as Graphviz DOT.
    pub fn dot(&self) -> String {
        let mut text = format!("graph {} {{\n", self.name);
        // Cells keep their positions on the board: `dot` switches to a layout that pins them.
        if self.nodes.iter().any(|node| node.drawn.is_some()) {
            text.push_str("  layout=neato;\n");
        }
        text.push_str(
            "  node [fontname=\"Helvetica\", style=filled, fillcolor=\"#FFFFFF\", margin=\"0.02\"];\n",
        );
        for Vertex { id, label, kind, risk, number, drawn } in &self.nodes {
            let shape = match *kind {
                "equation" => "diamond",
                "hidden" => "circle",
                _ => "box",
            };
            let label = escaped(label, text::dot);
            text.push_str(&format!("  {id} [shape={shape}, kind=\"{kind}\", label=\"{label}\""));
            if let Some((fraction, risk)) = risk {
                let fill = shade(*risk);
                text.push_str(&format!(", fillcolor=\"{fill}\", risk=\"{risk}\", risk_exact=\"{fraction}\""));
            }
            // Positions are in inches, from the bottom.
            text.extend(drawn.map(|(row, column)| format!(", pos=\"{column},-{row}!\"")));
            text.extend(number.map(|number| format!(", number=\"{number}\"")));
            text.push_str("];\n");
        }
        text.extend(self.edges.iter().map(|(from, to)| format!("  {from} -- {to};\n")));
        text + "}\n"
    }

    /// Returns the graph as GraphML.
    pub fn graphml(&self) -> String {
        let mut text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\
             <graphml xmlns=\"http://graphml.graphdrawing.org/xmlns\">\n"
            .to_owned();
        let keys = ["label string", "kind string", "risk double", "risk_exact string", "number long"];
        for (key, kind) in keys.iter().filter_map(|key| key.split_once(' ')) {
            text.push_str(&format!(
                "  <key id=\"{key}\" for=\"node\" attr.name=\"{key}\" attr.type=\"{kind}\"/>\n"
            ));
        }
        text.push_str(&format!("  <graph id=\"{}\" edgedefault=\"undirected\">\n", self.name));
        let data =
            |key: &str, value: &str| format!("<data key=\"{key}\">{}</data>", escaped(value, text::xml));
        for Vertex { id, label, kind, risk, number, .. } in &self.nodes {
            text.push_str(&format!("    <node id=\"{id}\">"));
            text.push_str(&(data("label", label) + &data("kind", kind)));
            text.extend(
                risk.iter()
                    .map(|(fraction, risk)| data("risk", &risk.to_string()) + &data("risk_exact", fraction)),
            );
            text.extend(number.map(|number| data("number", &number.to_string())));
            text.push_str("</node>\n");
        }
        for (place, (from, to)) in self.edges.iter().enumerate() {
            text.push_str(&format!("    <edge id=\"e{place}-{from}\" source=\"{from}\" target=\"{to}\"/>\n"));
        }
        text + "  </graph>\n</graphml>\n"
    }
}
