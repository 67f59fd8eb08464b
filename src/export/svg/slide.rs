//! The first plies of a graph: as many as are readable on a slide, with the rest summed.

use super::draw;
use super::{Picture, SLIDE, is_end};
use crate::dot::TimeDirection;
use crate::exact::{self, Rational};
use crate::model::order;
use crate::{CellRow, CellValue, Document, Edge, GraphInfo, Node, Role};
use std::ops::Range;

/// The minimum scale of a picture on a slide: letters of 11 pixels are then 15 pixels high.
const READABLE: f64 = 1.36;

/// The widths of the title and the legend that are tried. The last one fills a readable slide.
const WIDTHS: [f64; 5] = [560.0, 760.0, 960.0, 1160.0, 1370.0];

/// A document that ends after some plies.
pub(super) struct FirstPlies {
    head: GraphInfo,
    nodes: Vec<Node>,
    edges: Vec<Edge>,
    start: usize,
}

/// The picture of the first plies, with the width of its title and legend.
pub(super) struct Slide {
    pub(super) picture: Picture,
    pub(super) document: FirstPlies,
    pub(super) width: f64,
}

/// Returns the picture with the most plies that is readable on a slide.
pub(super) fn slide(document: &dyn Document, direction: Option<TimeDirection>) -> Slide {
    let nodes = records(document.node_count(), |index, node| document.node(index, node));
    let edges = records(document.edge_count(), |index, edge| document.edge(index, edge));
    let last = nodes.iter().map(|node: &Node| node.ply).max().unwrap_or(0);
    let mut best = None;
    for plies in 1..=last.max(1) {
        let first = FirstPlies::of(document, &nodes, &edges, plies);
        let picture = Picture::best(&first, direction, true);
        let scale = |width| {
            let (wide, high) = draw::page_size(&picture, &first, width);
            (SLIDE.0 / wide).min(SLIDE.1 / high)
        };
        let (scale, width) = WIDTHS
            .map(|width| (scale(width), width))
            .into_iter()
            .reduce(|best, other| if other.0 > best.0 { other } else { best })
            .expect("there are widths");
        if best.is_some() && scale < READABLE {
            break;
        }
        best = Some(Slide { picture, document: first, width });
    }
    best.expect("there is a first ply")
}

fn records<T: Clone + Default>(count: usize, read: impl Fn(usize, &mut T)) -> Vec<T> {
    let mut all = vec![T::default(); count];
    all.iter_mut().enumerate().for_each(|(index, record)| read(index, record));
    all
}

impl FirstPlies {
    /// Returns the nodes before ply `plies` with their edges. A node after them is an end, or is cut.
    fn of(document: &dyn Document, nodes: &[Node], edges: &[Edge], plies: u32) -> Self {
        // An action is shown together with its events.
        let last = |role| plies + u32::from(matches!(role, Role::Action(_)));
        let is_inner = |node: usize| nodes[node].ply < last(nodes[node].role) && !is_end(nodes[node].role);
        let kept: Vec<&Edge> = edges.iter().filter(|edge| is_inner(edge.source)).collect();
        let mut places = vec![usize::MAX; nodes.len()];
        let mut shown: Vec<usize> = kept.iter().flat_map(|edge| [edge.source, edge.target]).collect();
        shown.push(document.start());
        order::sort_unique(&mut shown);
        shown.iter().enumerate().for_each(|(place, &node)| places[node] = place);
        let column = document.head().node_columns.iter().position(|column| column.name == "reach_exact");
        let exactly = |node: usize| match &nodes[node].cells.as_slice()[column?] {
            CellValue::Text(text) => exact::parse_fraction(text),
            _ => None,
        };
        let node = |&index: &usize| {
            let mut node = nodes[index].clone();
            node.id = places[index];
            if is_inner(index) {
                return node;
            }
            let goes_on = !document.edges_of(index).is_empty();
            node.role = if goes_on { Role::Cut } else { node.role };
            let into = || kept.iter().filter(|edge| edge.target == index);
            let flow = into().map(|edge| nodes[edge.source].reach * edge.probability).sum::<f64>();
            let exact: Option<Rational> =
                into().map(|edge| Some(exactly(edge.source)? * exact::parse_fraction(&edge.exact)?)).sum();
            // Some paths to the node can begin after the last ply.
            if (flow - node.reach).abs() > 1e-12 {
                node.label.retain(|line| !line.starts_with("P = "));
            }
            node.reach = flow;
            if let (Some(column), Some(exact)) = (column, exact) {
                node.cells = replaced(&node.cells, column, &exact::fraction(&exact));
            }
            node
        };
        let nodes: Vec<Node> = shown.iter().map(node).collect();
        let edges: Vec<Edge> = kept
            .iter()
            .enumerate()
            .map(|(id, &edge)| {
                let (source, target) = (places[edge.source], places[edge.target]);
                Edge { id, source, target, ..edge.clone() }
            })
            .collect();
        let head = legible(document.head(), &nodes, &edges);
        Self { head, nodes, edges, start: places[document.start()] }
    }
}

/// Returns the cells with another text in one column.
fn replaced(cells: &CellRow, column: usize, text: &str) -> CellRow {
    let mut out = CellRow::default();
    for (at, cell) in cells.as_slice().iter().enumerate() {
        match at == column {
            true => out.text(|to| to.push_str(text)),
            false => out.put(cell.clone()),
        }
    }
    out
}

/// Returns the head of a document, with the events and codes that these nodes and edges contain.
fn legible(head: &GraphInfo, nodes: &[Node], edges: &[Edge]) -> GraphInfo {
    let mut head = head.clone();
    head.events.retain(|kind| edges.iter().any(|edge| edge.style == kind.style));
    let lines = || nodes.iter().flat_map(|node| &node.label);
    let is_used = |code: &str| {
        let is_word = code.chars().all(char::is_alphanumeric);
        !is_word || lines().any(|line| line.split(|c: char| !c.is_alphanumeric()).any(|word| word == code))
    };
    head.codes.retain(|code| is_used(&code.code));
    head
}

impl Document for FirstPlies {
    fn head(&self) -> &GraphInfo {
        &self.head
    }

    fn node_count(&self) -> usize {
        self.nodes.len()
    }

    fn edge_count(&self) -> usize {
        self.edges.len()
    }

    fn start(&self) -> usize {
        self.start
    }

    fn edges_of(&self, node: usize) -> Range<usize> {
        let from = |node: usize| self.edges.partition_point(|edge| edge.source < node);
        from(node)..from(node + 1)
    }

    fn node(&self, index: usize, node: &mut Node) {
        node.clone_from(&self.nodes[index]);
    }

    fn edge(&self, index: usize, edge: &mut Edge) {
        edge.clone_from(&self.edges[index]);
    }
}
