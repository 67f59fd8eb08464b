//! A position as a graph for other programs: cells and their neighbours, or equations and their cells.

use super::answer::{Answer, Asked};
use crate::exact;
use crate::export::chart::shade;
use crate::export::text;
use crate::games::mines::system::Seen;

/// A node of the file.
struct Node {
    id: String,
    label: String,
    kind: &'static str,
    /// The probability of a mine, where it is one.
    risk: Option<(String, f64)>,
    /// The right side of an equation or the number of an opened cell.
    number: Option<u64>,
    /// The row and the column in which a cell of a board is drawn, from 0.
    drawn: Option<(usize, usize)>,
}

/// The whole file; DOT or GraphML.
pub(super) fn file(answer: &Answer, shows_equations: bool, dot: bool) -> String {
    let (nodes, edges) = if shows_equations { equations(answer) } else { cells(answer) };
    let mut out = Vec::new();
    if dot {
        write_dot(&nodes, &edges, &mut out);
    } else {
        write_graphml(&nodes, &edges, &mut out);
    }
    String::from_utf8(out).expect("names and escapes are UTF-8")
}

fn cell(answer: &Answer, place: usize) -> Node {
    let risk = answer.risks[place].as_ref().map(|risk| (exact::fraction(risk), exact::double(risk)));
    let name = answer.asked.place(place);
    let (label, kind) = match &risk {
        _ if answer.asked.is_known_mine(place) => (format!("{name}\n*"), "mine"),
        Some((fraction, _)) if fraction.len() <= 12 => (format!("{name}\n{fraction}"), "hidden"),
        Some((_, risk)) => (format!("{name}\n{risk:.4}"), "hidden"),
        None => (format!("{name}\n{}", answer.asked.seen(place)), "opened"),
    };
    let number = match answer.asked.seen(place) {
        Seen::Open(number) => Some(number.into()),
        _ => None,
    };
    Node { id: format!("n{place}"), label, kind, risk, number, drawn: None }
}

fn cells(answer: &Answer) -> (Vec<Node>, Vec<(String, String)>) {
    let drawn = |place: usize| match &answer.asked {
        Asked::Board(board) => Some((place / board.columns(), place % board.columns())),
        Asked::Graph(_) => None,
    };
    let nodes =
        (0..answer.asked.len()).map(|place| Node { drawn: drawn(place), ..cell(answer, place) }).collect();
    let edges = (0..answer.asked.len()).flat_map(|place| {
        let later = answer.asked.neighbours(place).into_iter().filter(move |&other| other > place);
        later.map(move |other| (format!("n{place}"), format!("n{other}")))
    });
    (nodes, edges.collect())
}

fn equations(answer: &Answer) -> (Vec<Node>, Vec<(String, String)>) {
    let system = &answer.system;
    let equation = |id: String, name: &str, mines: u64| Node {
        id,
        label: format!("{name}\n= {mines}"),
        kind: "equation",
        risk: None,
        number: Some(mines),
        drawn: None,
    };
    let mut nodes: Vec<Node> = system.hidden.iter().map(|&place| cell(answer, place)).collect();
    let mut edges = Vec::new();
    for (index, clue) in system.clues.iter().enumerate() {
        nodes.push(equation(format!("e{index}"), &answer.asked.place(clue.at), u64::from(clue.mines)));
        let to = |&cell: &u32| (format!("e{index}"), format!("n{}", system.hidden[cell as usize]));
        edges.extend(clue.cells.iter().map(to));
    }
    nodes.push(equation("all".to_owned(), "all", system.mines as u64));
    edges.extend(system.hidden.iter().map(|place| ("all".to_owned(), format!("n{place}"))));
    (nodes, edges)
}

fn write_dot(nodes: &[Node], edges: &[(String, String)], out: &mut Vec<u8>) {
    out.extend_from_slice(b"graph mines {\n");
    // Cells stand where they stand on the board: `dot` hands over to the layout that pins them.
    if nodes.iter().any(|node| node.drawn.is_some()) {
        out.extend_from_slice(b"  layout=neato;\n");
    }
    out.extend_from_slice(
        b"  node [fontname=\"Helvetica\", style=filled, fillcolor=\"#FFFFFF\", margin=\"0.02\"];\n",
    );
    for node in nodes {
        let shape = match node.kind {
            "equation" => "diamond",
            "hidden" => "circle",
            _ => "box",
        };
        out.extend_from_slice(
            format!("  {} [shape={shape}, kind=\"{}\", label=\"", node.id, node.kind).as_bytes(),
        );
        text::dot(&node.label, out);
        out.extend_from_slice(b"\"");
        if let Some((fraction, risk)) = &node.risk {
            let fill = shade(*risk);
            out.extend_from_slice(
                format!(", fillcolor=\"{fill}\", risk=\"{risk}\", risk_exact=\"{fraction}\"").as_bytes(),
            );
        }
        if let Some((row, column)) = node.drawn {
            // In inches, from the bottom.
            let pos = format!(", pos=\"{column},-{row}!\"");
            out.extend_from_slice(pos.as_bytes());
        }
        if let Some(number) = node.number {
            out.extend_from_slice(format!(", number=\"{number}\"").as_bytes());
        }
        out.extend_from_slice(b"];\n");
    }
    for (from, to) in edges {
        out.extend_from_slice(format!("  {from} -- {to};\n").as_bytes());
    }
    out.extend_from_slice(b"}\n");
}

fn write_graphml(nodes: &[Node], edges: &[(String, String)], out: &mut Vec<u8>) {
    out.extend_from_slice(b"<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<graphml xmlns=\"http://graphml.graphdrawing.org/xmlns\">\n");
    for (name, kind) in [
        ("label", "string"),
        ("kind", "string"),
        ("risk", "double"),
        ("risk_exact", "string"),
        ("number", "long"),
    ] {
        out.extend_from_slice(
            format!("  <key id=\"{name}\" for=\"node\" attr.name=\"{name}\" attr.type=\"{kind}\"/>\n")
                .as_bytes(),
        );
    }
    out.extend_from_slice(b"  <graph id=\"mines\" edgedefault=\"undirected\">\n");
    for node in nodes {
        out.extend_from_slice(format!("    <node id=\"{}\">", node.id).as_bytes());
        let mut data = |key: &str, value: &str| {
            out.extend_from_slice(format!("<data key=\"{key}\">").as_bytes());
            text::xml(value, out);
            out.extend_from_slice(b"</data>");
        };
        data("label", &node.label);
        data("kind", node.kind);
        if let Some((fraction, risk)) = &node.risk {
            data("risk", &risk.to_string());
            data("risk_exact", fraction);
        }
        if let Some(number) = node.number {
            data("number", &number.to_string());
        }
        out.extend_from_slice(b"</node>\n");
    }
    for (index, (from, to)) in edges.iter().enumerate() {
        out.extend_from_slice(
            format!("    <edge id=\"e{index}-{from}\" source=\"{from}\" target=\"{to}\"/>\n").as_bytes(),
        );
    }
    out.extend_from_slice(b"  </graph>\n</graphml>\n");
}
