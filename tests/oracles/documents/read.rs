//! Readers of graph files, each by the rules of its format.

use std::collections::BTreeMap;

use num_rational::BigRational;
use serde_json::Value;

use super::xml::{self, Element};
use chancetree::export::{CellValue, ColumnHeading, ColumnType, Document, Edge, Node};

/// The contents of a graph file: the cells of its nodes, and its edges.
#[derive(Debug)]
pub struct Read {
    pub nodes: Vec<Vec<CellValue>>,
    pub edges: Vec<Line>,
}

/// An edge of a file.
#[derive(Debug)]
pub struct Line {
    pub source: usize,
    pub target: usize,
    pub event: String,
    pub probability: f64,
    pub exact: String,
    pub cells: Vec<CellValue>,
}

/// Parses a cell.
fn cell(column: &ColumnHeading, text: &str) -> CellValue {
    match column.kind {
        ColumnType::Text => CellValue::Text(text.to_owned()),
        ColumnType::Integer => CellValue::Integer(text.parse().expect("a whole number")),
        ColumnType::Real => CellValue::Real(text.parse().expect("a number")),
        ColumnType::Flag => CellValue::Flag(text.parse().expect("true or false")),
    }
}

fn cells<'a>(columns: &[ColumnHeading], texts: impl Iterator<Item = &'a str>) -> Vec<CellValue> {
    let texts: Vec<&str> = texts.collect();
    assert_eq!(texts.len(), columns.len(), "one cell for each column");
    columns.iter().zip(texts).map(|(column, text)| cell(column, text)).collect()
}

/// Returns the number of a node that is written as `n12`.
fn number(id: &str) -> usize {
    id.strip_prefix('n').expect("the id of a node").parse().expect("a number")
}

/// Returns `true` if two cells are equal; JSON readers may change the last bit of a double.
fn same(one: &CellValue, other: &CellValue) -> bool {
    match (one, other) {
        (CellValue::Real(one), CellValue::Real(other)) => (one - other).abs() <= 4e-16 * other.abs(),
        _ => one == other,
    }
}

fn all_same(one: &[CellValue], other: &[CellValue]) -> bool {
    one.len() == other.len() && one.iter().zip(other).all(|(one, other)| same(one, other))
}

impl Read {
    /// Returns the contents of the document itself.
    pub fn of(document: &dyn Document) -> Self {
        let nodes = (0..document.node_count()).map(|index| {
            let mut node = Node::default();
            document.node(index, &mut node);
            node.cells.as_slice().to_vec()
        });
        let edges = (0..document.edge_count()).map(|index| {
            let mut edge = Edge::default();
            document.edge(index, &mut edge);
            let Edge { source, target, event, probability, exact, .. } = edge;
            Line { source, target, event, probability, exact, cells: edge.cells.as_slice().to_vec() }
        });
        Self { nodes: nodes.collect(), edges: edges.collect() }
    }

    pub fn json(document: &dyn Document, file: &str) -> Self {
        let graph: Value = serde_json::from_str(file).expect("JSON");
        let list = |name: &str| graph[name].as_array().expect("a list").clone();
        let text = |value: &Value| value.as_str().expect("a text").to_owned();
        let place = |value: &Value| value.as_u64().expect("a number") as usize;
        let cells = |columns: &[ColumnHeading], record: &Value| {
            let cell = |column: &ColumnHeading| match (column.kind, &record[&column.name]) {
                (ColumnType::Text, value) => CellValue::Text(text(value)),
                (ColumnType::Integer, value) => CellValue::Integer(value.as_i64().expect("a number") as i32),
                (ColumnType::Real, value) => CellValue::Real(value.as_f64().expect("a number")),
                (ColumnType::Flag, value) => CellValue::Flag(value.as_bool().expect("true or false")),
            };
            columns.iter().map(cell).collect()
        };
        let nodes = list("nodes");
        assert!(nodes.iter().enumerate().all(|(index, node)| node["id"] == index), "nodes are numbered");
        let edges = list("edges").into_iter().map(|edge| Line {
            source: place(&edge["source"]),
            target: place(&edge["target"]),
            event: text(&edge["event"]),
            probability: edge["prob"].as_f64().expect("a number"),
            exact: text(&edge["prob_exact"]),
            cells: cells(&document.head().edge_columns, &edge),
        });
        Self {
            nodes: nodes.iter().map(|node| cells(&document.head().node_columns, node)).collect(),
            edges: edges.collect(),
        }
    }

    pub fn graphml(document: &dyn Document, file: &str) -> Self {
        let root = xml::parse(file);
        let graph = root.child("graph");
        let value = |record: &Element, key: &str| -> String {
            let found = record.all("data").find(|data| data.get("key") == key);
            found.unwrap_or_else(|| panic!("{key} is missing")).text.clone()
        };
        let cells = |columns: &[ColumnHeading], domain: &str, record: &Element| -> Vec<CellValue> {
            let of =
                |column: &ColumnHeading| cell(column, &value(record, &format!("{domain}_{}", column.name)));
            columns.iter().map(of).collect()
        };
        let edges = graph.all("edge").map(|edge| Line {
            source: number(edge.get("source")),
            target: number(edge.get("target")),
            event: value(edge, "e_event"),
            probability: value(edge, "e_prob").parse().expect("a number"),
            exact: value(edge, "e_prob_exact"),
            cells: cells(&document.head().edge_columns, "e", edge),
        });
        let nodes = graph.all("node").map(|node| cells(&document.head().node_columns, "n", node));
        Self { nodes: nodes.collect(), edges: edges.collect() }
    }

    pub fn gexf(document: &dyn Document, file: &str) -> Self {
        let root = xml::parse(file);
        let graph = root.child("graph");
        let values = |record: &Element| -> Vec<String> {
            record.child("attvalues").all("attvalue").map(|value| value.get("value").to_owned()).collect()
        };
        let edges = graph.child("edges").all("edge").map(|edge| {
            let values = values(edge);
            Line {
                source: number(edge.get("source")),
                target: number(edge.get("target")),
                event: values[0].clone(),
                probability: values[1].parse().expect("a number"),
                exact: values[2].clone(),
                cells: cells(&document.head().edge_columns, values[3..].iter().map(String::as_str)),
            }
        });
        let nodes = graph
            .child("nodes")
            .all("node")
            .map(|node| cells(&document.head().node_columns, values(node).iter().map(String::as_str)));
        Self { nodes: nodes.collect(), edges: edges.collect() }
    }

    pub fn csv(document: &dyn Document, nodes: &str, edges: &str) -> Self {
        let (nodes, edges) = (xml::csv(nodes), xml::csv(edges));
        let columns =
            |columns: &[ColumnHeading]| columns.iter().map(|column| column.name.clone()).collect::<Vec<_>>();
        assert_eq!(nodes[0][2..], columns(&document.head().node_columns));
        assert_eq!(edges[0][10..], columns(&document.head().edge_columns));
        let texts = |row: &[String]| row.to_vec();
        let lines = edges[1..].iter().map(|row| Line {
            source: row[0].parse().expect("a number"),
            target: row[1].parse().expect("a number"),
            event: row[7].clone(),
            probability: row[8].parse().expect("a number"),
            exact: row[9].clone(),
            cells: cells(&document.head().edge_columns, texts(&row[10..]).iter().map(String::as_str)),
        });
        let rows = nodes[1..].iter();
        let nodes = rows.map(|row| cells(&document.head().node_columns, row[2..].iter().map(String::as_str)));
        Self { nodes: nodes.collect(), edges: lines.collect() }
    }

    /// Compares the contents read from a file with those of the document.
    pub fn assert_is(&self, written: &Self, format: &str) {
        assert_eq!(self.nodes.len(), written.nodes.len(), "{format}: nodes");
        for (index, (read, wanted)) in self.nodes.iter().zip(&written.nodes).enumerate() {
            assert!(all_same(read, wanted), "{format}, node {index}: {read:?}, written {wanted:?}");
        }
        assert_eq!(self.edges.len(), written.edges.len(), "{format}: edges");
        for (index, (read, wanted)) in self.edges.iter().zip(&written.edges).enumerate() {
            let one = (read.source, read.target, &read.event, &read.exact);
            assert_eq!(
                one,
                (wanted.source, wanted.target, &wanted.event, &wanted.exact),
                "{format}, {index}"
            );
            assert!(
                same(&CellValue::Real(read.probability), &CellValue::Real(wanted.probability)),
                "{format}, {index}"
            );
            assert!(all_same(&read.cells, &wanted.cells), "{format}, edge {index}: {read:?}");
        }
    }
}

/// Returns the source, the target and the tooltip of every edge of a DOT file: `A: 1/2`, or the action.
pub fn dot(file: &str) -> Vec<(usize, usize, String)> {
    let edges = file.lines().filter_map(|line| line.strip_prefix("  \"")?.split_once("\" -> \""));
    let tip = |rest: &str| {
        let (_, tip) = rest.split_once(" tooltip=\"").expect("every edge has a tooltip");
        xml::dot(tip.split('"').next().expect("it is closed"))
    };
    edges
        .map(|(source, rest)| {
            let (target, rest) = rest.split_once("\" [").expect("attributes");
            (number(source), number(target), tip(rest))
        })
        .collect()
}

/// An action of a DRN file: its rewards, and its targets with their probabilities.
pub type Action = (Vec<BigRational>, Vec<(BigRational, usize)>);

/// A state of a DRN file.
#[derive(Debug, Default)]
pub struct State {
    pub labels: Vec<String>,
    pub actions: Vec<Action>,
}

/// Returns the names of the rewards of a DRN file, the number of plies first, and its states. The rewards of a state are added
/// to each of its actions.
pub fn drn(file: &str) -> (Vec<String>, Vec<State>) {
    let mut lines = file.lines().skip_while(|line| *line != "@reward_models").skip(1);
    let names = lines.next().expect("names").split(' ').map(str::to_owned).collect();
    let mut sizes = BTreeMap::new();
    for _ in 0..2 {
        let name = lines.next().expect("a size");
        sizes.insert(name, lines.next().expect("a number").parse::<usize>().expect("a number"));
    }
    assert_eq!(lines.next(), Some("@model"));
    let numbers = |line: &str| -> Vec<BigRational> {
        let (_, inside) = line.split_once('[').expect("rewards");
        let (inside, _) = inside.split_once(']').expect("rewards");
        inside.split(", ").map(|number| number.parse().expect("a fraction")).collect()
    };
    let (mut states, mut own) = (Vec::<State>::new(), Vec::new());
    for line in lines {
        if let Some((target, share)) = line.strip_prefix("\t\t").and_then(|line| line.split_once(" : ")) {
            let action = states.last_mut().and_then(|state| state.actions.last_mut()).expect("an action");
            action.1.push((share.parse().expect("a fraction"), target.parse().expect("a number")));
        } else if line.starts_with("\taction ") {
            let rewards = numbers(line).into_iter().zip(&own).map(|(one, other)| one + other).collect();
            states.last_mut().expect("a state").actions.push((rewards, Vec::new()));
        } else {
            let number = line.split(' ').nth(1).expect("a number");
            assert_eq!(number, states.len().to_string(), "states are numbered: {line}");
            own = numbers(line);
            let (_, labels) = line.split_once(']').expect("labels");
            let labels = labels.split_whitespace().map(str::to_owned).collect();
            states.push(State { labels, actions: Vec::new() });
        }
    }
    assert_eq!(sizes["@nr_states"], states.len());
    assert_eq!(sizes["@nr_choices"], states.iter().map(|state| state.actions.len()).sum::<usize>());
    (names, states)
}
