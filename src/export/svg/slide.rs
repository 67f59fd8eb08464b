//! The first plies of a graph: as many as are readable on a slide, with the rest summed.

mod pool;

use super::draw;
use super::lettering::{Lettering, SUM};
use super::{Picture, SLIDE, is_end, records};
use crate::dot::TimeDirection;
use crate::exact::{self, Linear, Rational};
use crate::model::order;
use crate::{CellRow, CellValue, Code, Document, Edge, GraphFormat, GraphInfo, Node, Role, text};
pub(super) use pool::is_pool;
use std::collections::{HashMap, HashSet, VecDeque};
use std::iter;
use std::ops::Range;

/// The minimum scale of a picture on a slide: letters of 11 units are then 24 pixels high, which is 12 points on a slide of
/// 13.33 x 7.5 inches.
const READABLE: f64 = 24.0 / 11.0;

/// The widths of the title and the legend that are tried. The last one fills a readable slide.
const WIDTHS: [f64; 5] = [480.0, 580.0, 680.0, 760.0, 848.0];

/// The number of nodes above which no picture is readable.
const MAX_NODES: usize = 60;

/// The numbers of states of a ply that are tried; the least probable others are one node.
const PLY_SIZES: [usize; 8] = [usize::MAX, 9, 8, 7, 6, 5, 4, 3];

/// The maximum probability of the states of a ply that are one node, unless the slide has a single ply.
const MAX_POOLED: f64 = 0.25;

/// The letters that are tried for as many plies as possible.
const USUAL: [Lettering; 2] = [Lettering::SLIDE, Lettering::BRIEF];

/// The code of the probability of reaching a node.
const REACH: &str = "P";

/// The probability of reaching a node, as a double and exactly.
type Reach = (f64, Option<Rational>);

/// A document that ends after some plies.
#[derive(Clone)]
pub(super) struct FirstPlies {
    head: GraphInfo,
    nodes: Vec<Node>,
    edges: Vec<Edge>,
    start: usize,
    /// The column with the exact probability of reaching a node, if the document has fractions.
    reach_column: Option<usize>,
    /// The maximum probability of the states of a ply that are one node.
    max_pooled: f64,
    /// The numbers of nodes and edges of the whole document.
    whole: (usize, usize),
}

/// SVG: a picture for a slide of 16:9 with readable text. It shows as many plies as fit, and sums the rest.
///
/// ```
/// use chancetree_engine::evaluate::Analysis;
/// use chancetree_engine::example::Coins;
/// use chancetree_engine::{game::Game, model::Job, payoff::Gain};
/// use chancetree_export::{DocumentInfo, GraphDocument, GraphFormat, Slide, write_all};
///
/// let best = Coins { tosses: 9 }.explore().run()?.maximize(&Gain)?;
/// let document = GraphDocument::of(&best, DocumentInfo::default(), &Job::default())?;
/// let slide = Slide::new(&document, None);
/// assert!(slide.shown().is_some(), "the slide shows a part of the graph");
/// let mut picture = Vec::new();
/// write_all(&document, &slide, &mut picture)?;
/// assert!(picture.starts_with(b"<svg "));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Slide {
    picture: Picture,
    document: FirstPlies,
    /// The width of the title and the legend.
    width: f64,
    scale: f64,
}

/// Returns the readable picture of a document with the most nodes, if there is one. In a single ply, any number of states may be
/// one node.
fn readable(
    first: &FirstPlies,
    direction: Option<TimeDirection>,
    is_single: bool,
    letters: &[Lettering],
) -> Option<Slide> {
    let pooled = PLY_SIZES.iter().filter_map(|&most| first.pooled(most));
    let documents = iter::once(first.clone()).chain(pooled);
    let documents = documents.filter(|document| document.nodes.len() <= MAX_NODES);
    let documents = documents.filter(|document| is_single || document.max_pooled <= MAX_POOLED);
    let mut slides = documents.flat_map(|document| {
        letters.iter().map(move |&letters| Slide::of(document.clone(), direction, letters))
    });
    slides.find(|slide| slide.scale >= READABLE)
}

impl Slide {
    /// Draws the first plies of a document: as many as are readable, each as far as it shows states of its own. Time runs in
    /// `direction`; `None` chooses the direction that fills the slide better.
    pub fn new(document: &dyn Document, direction: Option<TimeDirection>) -> Self {
        let mut nodes = records(document.node_count(), |index, node| document.node(index, node));
        let edges = records(document.edge_count(), |index, edge| document.edge(index, edge));
        if edges.iter().any(|edge: &Edge| nodes[edge.target].ply <= nodes[edge.source].ply) {
            set_distances(document.start(), &mut nodes, &edges);
        }
        let last = nodes.iter().map(|node: &Node| node.ply).max().unwrap_or(0).max(1);
        let first = |plies| FirstPlies::of(document, &nodes, &edges, plies);
        let mut best: Option<(f64, Self)> = None;
        let mut count = 0;
        for plies in 1..=last {
            let first = first(plies);
            // The plies of actions contain no states.
            if first.nodes.len() == count && plies < last {
                continue;
            }
            count = first.nodes.len();
            let Some(slide) = readable(&first, direction, best.is_none(), &USUAL) else { break };
            let shown = slide.document.shown_plies();
            if best.as_ref().is_none_or(|(most, _)| shown > *most) {
                best = Some((shown, slide));
            }
        }
        let smallest = || first(1).pooled(PLY_SIZES[PLY_SIZES.len() - 1]).unwrap_or_else(|| first(1));
        best.map(|(_, slide)| slide)
            .or_else(|| readable(&first(1), direction, true, &[Lettering::WORDS]))
            .unwrap_or_else(|| Self::of(smallest(), direction, Lettering::WORDS))
    }

    /// Lays out a document: in `direction`, or in the direction that fills the slide better.
    fn of(document: FirstPlies, direction: Option<TimeDirection>, letters: Lettering) -> Self {
        let document = document.with_letters(letters);
        let lay_out = |direction| {
            let picture = Picture::new(&document, direction, letters, true);
            let scale = |width| {
                let (wide, high) = draw::page_size(&picture, &document, width);
                (SLIDE.0 / wide).min(SLIDE.1 / high)
            };
            let scales = WIDTHS.map(|width| (scale(width), width)).into_iter();
            let best = scales.reduce(|best, other| if other.0 > best.0 { other } else { best });
            (best.expect("there are widths"), picture)
        };
        let mut best = lay_out(direction.unwrap_or(TimeDirection::Right));
        if direction.is_none() {
            let other = lay_out(TimeDirection::Down);
            if other.0.0 > best.0.0 {
                best = other;
            }
        }
        let ((scale, width), picture) = best;
        Self { picture, document, width, scale }
    }
}

/// The whole picture is written before the first record; records write nothing.
impl GraphFormat for Slide {
    fn begin(&self, _document: &dyn Document, out: &mut Vec<u8>) {
        draw::picture(&self.picture, &self.document, Some(self.width), out);
    }

    fn parts(&self) -> (bool, bool) {
        (false, false)
    }

    fn shown(&self) -> Option<(usize, usize)> {
        let nodes = self.document.nodes.iter().filter(|node| !is_pool(node)).count();
        let shown = (nodes, self.document.edges.len());
        (shown != self.document.whole).then_some(shown)
    }
}

/// Sets the ply of each node to its distance from the start. The plies of a graph in which play can return to an earlier state do
/// not describe the first events.
fn set_distances(start: usize, nodes: &mut [Node], edges: &[Edge]) {
    let mut distances = vec![u32::MAX; nodes.len()];
    distances[start] = 0;
    let mut queue = VecDeque::from([start]);
    while let Some(node) = queue.pop_front() {
        for edge in &edges[edges_of(edges, node)] {
            if distances[edge.target] == u32::MAX {
                distances[edge.target] = distances[node] + 1;
                queue.push_back(edge.target);
            }
        }
    }
    let set = |(node, distance): (&mut Node, u32)| node.ply = distance;
    nodes.iter_mut().zip(distances).filter(|(_, distance)| *distance < u32::MAX).for_each(set);
}

/// Returns the places of the edges of a node among all edges, which are in the order of their sources.
fn edges_of(edges: &[Edge], node: usize) -> Range<usize> {
    let from = |node: usize| edges.partition_point(|edge| edge.source < node);
    from(node)..from(node + 1)
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
        let reach_column =
            document.head().node_columns.iter().position(|column| column.name == "reach_exact");
        let flows = flows(document.start(), nodes, &kept, &is_inner, reach_column);
        let node = |&index: &usize| {
            let mut node = nodes[index].clone();
            node.id = places[index];
            if is_inner(index) {
                return node;
            }
            let goes_on = !document.edges_of(index).is_empty();
            node.role = if goes_on { Role::Cut } else { node.role };
            let (flow, exact) = flows.get(&index).cloned().unwrap_or_default();
            set_reach(&mut node, reach_column, flow, exact);
            node
        };
        let mut nodes: Vec<Node> = shown.iter().map(node).collect();
        // Some paths to a cut node can begin after the last ply. If one cut node has no probability, none has.
        let is_open = |node: &&mut Node| node.role == Role::Cut;
        let has_reach = |node: &mut Node| node.label.iter().any(|line| text::is_reach(line));
        if !nodes.iter_mut().filter(is_open).all(has_reach) {
            let cut = nodes.iter_mut().filter(is_open);
            cut.for_each(|node| node.label.retain(|line| !text::is_reach(line)));
        }
        let edges: Vec<Edge> = kept
            .iter()
            .enumerate()
            .map(|(id, &edge)| {
                let (source, target) = (places[edge.source], places[edge.target]);
                Edge { id, source, target, ..edge.clone() }
            })
            .collect();
        let head = document.head().clone();
        let whole = (document.node_count(), document.edge_count());
        Self { head, nodes, edges, start: places[document.start()], reach_column, max_pooled: 0.0, whole }
    }

    /// Returns the document whose head has the events and the codes of the shown texts, without boards if they are not shown.
    fn with_letters(mut self, letters: Lettering) -> Self {
        let Self { head, nodes, edges, .. } = &mut self;
        nodes.iter_mut().filter(|_| !letters.has_boards).for_each(|node| node.board = None);
        head.events.retain(|kind| edges.iter().any(|edge| edge.style == kind.style));
        let lines: Vec<String> = nodes.iter().flat_map(|node| letters.lines(node)).collect();
        let names = edges.iter().filter(|edge| edge.decided.is_none()).map(|edge| &edge.event);
        let words: HashSet<&str> =
            lines.iter().chain(names).flat_map(|line| line.split(|c: char| !c.is_alphanumeric())).collect();
        let is_number = |word: &str| word.parse::<usize>().is_ok();
        let has_actions = nodes.iter().any(|node| matches!(node.role, Role::Action(_)));
        head.codes.retain(|code| match &code.code[..] {
            // These are examples: any number of merged events, and any number of an action.
            "x3" => words.iter().any(|word| word.strip_prefix('x').is_some_and(is_number)),
            number if is_number(number) => has_actions,
            code => code == REACH || !code.chars().all(char::is_alphanumeric) || words.contains(code),
        });
        if !lines.iter().any(|line| text::is_reach(line)) {
            let reach = head.codes.iter_mut().filter(|code| code.code == REACH);
            reach.for_each(|code| *code = Code::new(SUM.0, SUM.1));
        }
        self
    }

    /// Returns the expected number of plies whose states are shown.
    fn shown_plies(&self) -> f64 {
        let is_shown = |node: &&Node| !matches!(node.role, Role::Action(_)) && !is_pool(node);
        self.nodes.iter().filter(is_shown).map(|node| node.reach).sum()
    }
}

/// Returns the probability that play without returns from later plies first leaves the inner nodes at each of the other nodes.
fn flows(
    start: usize,
    nodes: &[Node],
    edges: &[&Edge],
    is_inner: &dyn Fn(usize) -> bool,
    column: Option<usize>,
) -> HashMap<usize, Reach> {
    let known = |node: usize| (nodes[node].reach, exact_reach(&nodes[node], column));
    let is_back = |edge: &&&Edge| is_inner(edge.target) && nodes[edge.target].ply <= nodes[edge.source].ply;
    let visits = edges.iter().any(|edge| is_back(&edge)).then(|| visits(start, edges, is_inner)).flatten();
    let mut flows: HashMap<usize, Reach> = HashMap::new();
    for edge in edges.iter().filter(|edge| !is_inner(edge.target)) {
        let (reach, exact) = match &visits {
            Some(visits) => match visits.get(&edge.source) {
                Some(visits) => (exact::double(visits), Some(visits.clone())),
                None => (0.0, Some(exact::zero())),
            },
            None => known(edge.source),
        };
        let exact = exact.zip(exact::parse_fraction(&edge.exact)).filter(|_| column.is_some());
        let exact = exact.map(|(reach, factor)| reach * factor);
        match flows.get_mut(&edge.target) {
            Some(sum) => pool::add(sum, (reach * edge.probability, exact)),
            None => drop(flows.insert(edge.target, (reach * edge.probability, exact))),
        }
    }
    flows
}

/// The number of nodes above which visits are not computed: such a graph is too large for a slide.
const MAX_SOLVED: usize = 100;

/// Returns the expected number of visits of each inner node, if play ends at the other nodes.
fn visits(
    start: usize,
    edges: &[&Edge],
    is_inner: &dyn Fn(usize) -> bool,
) -> Option<HashMap<usize, Rational>> {
    let mut inner: Vec<usize> = edges.iter().map(|edge| edge.source).collect();
    inner.dedup();
    if inner.len() > MAX_SOLVED {
        return None;
    }
    let place = |node: usize| inner.binary_search(&node).ok();
    let mut rows: Vec<Vec<(usize, Rational)>> =
        (0..inner.len()).map(|row| vec![(row, exact::one())]).collect();
    for edge in edges.iter().filter(|edge| is_inner(edge.target) && edge.probability > 0.0) {
        let (source, target) = (place(edge.source)?, place(edge.target)?);
        rows[target].push((source, -exact::parse_fraction(&edge.exact)?));
    }
    let is_start = |&node: &usize| if node == start { exact::one() } else { exact::zero() };
    let system = Linear { rows, right_side: inner.iter().map(is_start).collect() };
    let solution = system.solve(&|_| Ok::<_, ()>(())).ok()??;
    Some(inner.iter().copied().zip(solution).collect())
}

/// Returns the exact probability of reaching a node, if the document has fractions.
fn exact_reach(node: &Node, column: Option<usize>) -> Option<Rational> {
    match &node.cells.as_slice()[column?] {
        CellValue::Text(text) => exact::parse_fraction(text),
        _ => None,
    }
}

/// Sets the probability of reaching a node. Its label keeps the probability only if it is the same.
fn set_reach(node: &mut Node, column: Option<usize>, reach: f64, exact: Option<Rational>) {
    if (reach - node.reach).abs() > 1e-12 {
        node.label.retain(|line| !text::is_reach(line));
    }
    node.reach = reach;
    if let (Some(column), Some(exact)) = (column, exact) {
        node.cells = replaced(&node.cells, column, &exact::fraction(&exact));
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
        edges_of(&self.edges, node)
    }

    fn node(&self, index: usize, node: &mut Node) {
        node.clone_from(&self.nodes[index]);
    }

    fn edge(&self, index: usize, edge: &mut Edge) {
        edge.clone_from(&self.edges[index]);
    }
}
