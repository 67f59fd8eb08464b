//! SVG pictures of small graphs with a layout of our own. Time runs to the right, with a column for each ply. The
//! width of a line shows the probability that play passes along it. Ends of the same kind are connected to a sum at
//! the right.

mod draw;
mod fold;
mod frame;
mod lettering;
mod place;
mod slide;
mod state_names;

use super::dot::TimeDirection;
use super::{Document, Edge, GraphFormat, Limit, Node, Role, palette, text};
use crate::exact::{self, Rational};
use crate::game::Seat;
use crate::model::order;
use fold::FoldedRows;
pub(crate) use fold::spread;
use lettering::{Lettering, clip};
use place::{LayoutBox, Spring, place};
pub use slide::Slide;
use std::collections::BTreeMap;

/// SVG with a layout of our own.
///
/// ```
/// use chancetree_engine::evaluate::Analysis;
/// use chancetree_engine::example::Coins;
/// use chancetree_engine::{game::Game, model::Job, payoff::Gain};
/// use chancetree_export::{DocumentInfo, GraphDocument, Svg, write_all};
///
/// let best = Coins { tosses: 2 }.explore().run()?.maximize(&Gain)?;
/// let document = GraphDocument::of(&best, DocumentInfo::default(), &Job::default())?;
/// let mut picture = Vec::new();
/// write_all(&document, &Svg::default(), &mut picture)?;
/// assert!(picture.starts_with(b"<svg "));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Svg {
    /// The direction in which time runs in the picture; `None` chooses one by the shape of the graph.
    pub direction: Option<TimeDirection>,
}

impl Svg {
    /// The limits: above a few hundred nodes the picture is unreadable.
    pub const LIMIT: Limit = Limit { warn: 300, stop: 2_000 };
}

/// The size of a slide in pixels; a picture is scaled to fit.
const SLIDE: (f64, f64) = (1920.0, 1080.0);

/// The maximum number of rows of a folded picture.
const ROWS: usize = 12;

/// The gain in size on a slide that justifies a vertical time axis or another row.
const GAIN: f64 = 1.2;

/// The content of a box in the picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum BoxContent {
    Node(usize),
    /// The name of an edge.
    Name(usize),
    /// A point where an edge passes through a column.
    Bend(usize),
    /// The sum of all ends of one kind.
    Sum(usize),
}

/// A kind of end, in the order of the sums.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum EndKind {
    Won(Seat),
    Drawn,
    /// The only player has lost.
    Lost,
    /// The graph is cut here, and the picture is a slide.
    Open,
    /// Any other end, by its description.
    Other(String),
}

/// The sum of the ends of one kind.
#[derive(Clone)]
struct EndSum {
    ending: EndKind,
    /// The name of the winner, if players have names.
    player: Option<String>,
    /// Whether the game has a single player.
    is_single: bool,
    ends: Vec<usize>,
    reach: f64,
    /// The probability, if the document has fractions.
    exact: Option<Rational>,
}

/// The boxes and paths of a picture, with their positions.
#[derive(Clone, Default)]
struct Picture {
    nodes: Vec<Node>,
    /// The whole texts of the states whose names in the picture are shorter.
    whole_texts: BTreeMap<usize, String>,
    edges: Vec<Edge>,
    sums: Vec<EndSum>,
    /// The text on each edge.
    names: Vec<String>,
    contents: Vec<BoxContent>,
    boxes: Vec<LayoutBox>,
    /// The boxes of each path: first the paths of edges, then the paths from ends to their sums.
    paths: Vec<Vec<usize>>,
    /// The extent along the time axis, then across.
    along: f64,
    across: f64,
    direction: TimeDirection,
    rows: FoldedRows,
    letters: Lettering,
    /// Whether the lines of each style are solid, because one of them is wide.
    is_solid: [bool; palette::EVENT_STYLES],
    /// The offsets at which each path leaves and enters its boxes, from the middle of a box.
    ports: Vec<(Vec<f64>, Vec<f64>)>,
}

/// The width of a line with probability 1.
const CERTAIN: f64 = 18.0;
/// The minimum width of a visible line.
const THIN: f64 = 1.2;
/// The width from which a line is solid: wide dashes look like blocks.
const SOLID: f64 = 4.5;

/// The maximum number of kinds of ends; if there are more, they share one sum.
const MAX_ENDINGS: usize = 8;

impl Picture {
    /// Returns the layout that is largest on a slide: in `direction`, or in either direction, in one row or in
    /// several.
    fn best(document: &dyn Document, direction: Option<TimeDirection>) -> Self {
        let lay_out = |direction| Self::new(document, direction, Lettering::default(), false);
        let mut best = lay_out(direction.unwrap_or(TimeDirection::Right));
        let (wide, high) = best.size();
        if (wide / high).max(high / wide) <= SLIDE.0 / SLIDE.1 * GAIN {
            return best;
        }
        let others = match direction {
            Some(direction) => vec![direction],
            None => vec![TimeDirection::Right, TimeDirection::Down],
        };
        // A picture that is readable in one row is not folded.
        let breaks = best.scale() < 1.0;
        for direction in others {
            let whole = lay_out(direction);
            let folded = whole.rows_of_a_slide().filter(|_| breaks).map(|rows| {
                let mut folded = whole.clone();
                folded.fold(rows);
                folded
            });
            let folded = folded.max_by(|a, b| a.scale().total_cmp(&b.scale()));
            for other in folded.into_iter().chain([whole]) {
                if other.scale() > best.scale() * GAIN {
                    best = other;
                }
            }
        }
        best
    }

    /// Returns the width of each column.
    fn widths(&self) -> Vec<f64> {
        let columns = self.boxes.iter().map(|spot| spot.column + 1).max().unwrap_or(0);
        let mut widths = vec![0.0_f64; columns];
        for spot in &self.boxes {
            widths[spot.column] = widths[spot.column].max(spot.wide);
        }
        widths
    }

    /// Returns the numbers of rows, two or more, for which the picture has about the shape of a slide.
    fn rows_of_a_slide(&self) -> impl Iterator<Item = usize> + use<> {
        let (along, across) = self.direction.turned(SLIDE);
        let shape = along / across;
        #[allow(clippy::cast_sign_loss, clippy::cast_possible_truncation, reason = "a few rows")]
        let rows = (self.along / self.across.max(1.0) / shape).sqrt() as usize;
        (rows..=rows + 1).filter(|rows| (2..=ROWS).contains(rows))
    }

    /// Returns the scale of the picture on a slide.
    fn scale(&self) -> f64 {
        let (wide, high) = self.size();
        (SLIDE.0 / wide).min(SLIDE.1 / high)
    }

    /// Returns the width and the height.
    fn size(&self) -> (f64, f64) {
        self.direction.turned((self.along, self.across))
    }

    /// Lays out a document. Nodes at which the graph is cut have a sum if `sums_cut`.
    fn new(document: &dyn Document, direction: TimeDirection, letters: Lettering, sums_cut: bool) -> Self {
        let mut nodes = records(document.node_count(), |index, node| document.node(index, node));
        let edges = records(document.edge_count(), |index, edge| document.edge(index, edge));
        let sums = sums(document, &nodes, sums_cut);
        let whole_texts = state_names::shorten(&mut nodes);
        let mut picture = Self { nodes, whole_texts, edges, sums, direction, letters, ..Self::default() };
        let springs = picture.lay();
        for edge in picture.edges.iter().filter(|edge| edge.decided.is_none()) {
            picture.is_solid[edge.style % palette::EVENT_STYLES] |= line_width(picture.flow(edge)) >= SOLID;
        }
        (picture.along, picture.across) = place(&mut picture.boxes, &springs);
        picture.ports = draw::ports(&picture);
        picture
    }

    /// Returns the probability that play passes along an edge.
    fn flow(&self, edge: &Edge) -> f64 {
        self.nodes[edge.source].reach * edge.probability
    }

    /// Adds a box of a size on the page.
    fn add(&mut self, what: BoxContent, column: usize, size: (f64, f64), room: f64) -> usize {
        self.contents.push(what);
        let (wide, high) = self.direction.turned(size);
        self.boxes.push(LayoutBox { column, wide, high, room, x: 0.0, y: 0.0 });
        self.boxes.len() - 1
    }

    /// Creates all boxes, and returns the springs between them. Nodes are in the even columns, and the names of the edges
    /// that leave them are in the odd columns.
    fn lay(&mut self) -> Vec<Spring> {
        let mut is_summed = vec![false; self.nodes.len()];
        self.sums.iter().flat_map(|sum| &sum.ends).for_each(|&end| is_summed[end] = true);
        let open = self.nodes.iter().filter(|node| !is_summed[node.id]);
        let mut plies: Vec<usize> = open.map(|node| node.ply as usize).collect();
        order::sort_unique(&mut plies);
        let last = 2 * plies.len();
        let column = |node: &Node| match is_summed[node.id] {
            true => last,
            false => 2 * plies.partition_point(|&ply| ply < node.ply as usize),
        };
        let columns: Vec<usize> = self.nodes.iter().map(column).collect();
        for (index, &column) in columns.iter().enumerate() {
            let size = self.letters.node_size(&self.nodes[index]);
            self.add(BoxContent::Node(index), column, size, 14.0);
        }
        let mut springs = Vec::new();
        for index in 0..self.edges.len() {
            let edge = &self.edges[index];
            let (source, target) = (edge.source, edge.target);
            let line = line_width(self.flow(edge));
            let weight = self.flow(edge) + 1e-3;
            let mut way = vec![source];
            // The edge of a decision needs no name: the action is a node.
            let named = edge.decided.is_none();
            let name = if named { self.name(index, &columns) } else { String::new() };
            // The width of a line is measured across the time axis.
            let (bend, what) = match self.direction {
                TimeDirection::Right => ((0.0, line), (0.0, draw::NAME.max(line))),
                TimeDirection::Down => ((line, 0.0), (line, draw::NAME)),
            };
            let (what, size) = if named {
                (BoxContent::Name(index), (self.letters.name_width(&name).max(what.0), what.1))
            } else {
                (BoxContent::Bend(index), bend)
            };
            self.names.push(name);
            way.push(self.add(what, columns[source] + 1, size, 4.0));
            if columns[target] > columns[source] {
                for column in columns[source] + 2..columns[target] {
                    way.push(self.add(BoxContent::Bend(index), column, bend, 8.0));
                }
                way.push(target);
            }
            springs.extend(way.windows(2).map(|pair| Spring { from: pair[0], to: pair[1], weight }));
            self.paths.push(way);
        }
        for index in 0..self.sums.len() {
            let size = lettering::sum_size(&self.sums[index], self.letters);
            let spot = self.add(BoxContent::Sum(index), last + 1, size, 24.0);
            for end in self.sums[index].ends.clone() {
                let weight = self.nodes[end].reach + 1e-3;
                springs.push(Spring { from: end, to: spot, weight });
                self.paths.push(vec![end, spot]);
            }
        }
        springs
    }

    /// Returns the text on an edge: the event, its probability, and the target of an edge that leads back.
    fn name(&self, index: usize, columns: &[usize]) -> String {
        let edge = &self.edges[index];
        let mut chance = Vec::new();
        text::chance(&edge.exact, edge.probability, &mut chance);
        let chance = String::from_utf8(chance).expect("digits");
        let mut name = format!("{}: {chance}", clip(&edge.event, 24));
        if columns[edge.target] <= columns[edge.source] {
            let back = self.nodes[edge.target].label.first().map_or("", String::as_str);
            name.push_str(&format!(", back to {}", clip(back, 24)));
        }
        name
    }
}

/// Returns the width of a line that play passes along with a probability.
fn line_width(flow: f64) -> f64 {
    (CERTAIN * flow.clamp(0.0, 1.0)).max(THIN)
}

fn is_end(role: Role) -> bool {
    matches!(role, Role::Won(_) | Role::Drawn | Role::Lost | Role::Done)
}

/// Groups the ends by kind, with their probabilities summed, and the nodes that are cut if `sums_cut`.
fn sums(document: &dyn Document, nodes: &[Node], sums_cut: bool) -> Vec<EndSum> {
    let mut kinds: BTreeMap<EndKind, Vec<usize>> = BTreeMap::new();
    let words = |node: &Node| node.label.first().cloned().unwrap_or_default();
    let is_summed = |role| is_end(role) || (sums_cut && role == Role::Cut);
    let ends = || nodes.iter().filter(|node| is_summed(node.role));
    for node in ends() {
        let ending = match node.role {
            Role::Cut => EndKind::Open,
            Role::Won(seat) => EndKind::Won(seat),
            Role::Drawn => EndKind::Drawn,
            Role::Lost => EndKind::Lost,
            _ => EndKind::Other(words(node)),
        };
        kinds.entry(ending).or_default().push(node.id);
    }
    let alike = kinds.len() == 1 && matches!(kinds.first_key_value(), Some((EndKind::Other(_), _)));
    if alike || kinds.len() > MAX_ENDINGS {
        kinds.clear();
        kinds.insert(EndKind::Other("all ends".to_owned()), ends().map(|node| node.id).collect());
    }
    let column = document.head().node_columns.iter().position(|column| column.name == "reach_exact");
    let exactly = |end: usize| match &nodes[end].cells.as_slice()[column?] {
        super::CellValue::Text(text) => exact::parse_fraction(text),
        _ => None,
    };
    kinds
        .into_iter()
        .map(|(ending, ends)| EndSum {
            ending,
            player: ends.first().and_then(|&end| nodes[end].player.clone()),
            is_single: ends.iter().all(|&end| nodes[end].mover.is_none() && nodes[end].player.is_none()),
            reach: ends.iter().map(|&end| nodes[end].reach).sum(),
            exact: ends.iter().map(|&end| exactly(end)).sum(),
            ends,
        })
        .collect()
}

/// Reads all nodes or all edges of a document.
fn records<T: Clone + Default>(count: usize, read: impl Fn(usize, &mut T)) -> Vec<T> {
    let mut all = vec![T::default(); count];
    all.iter_mut().enumerate().for_each(|(index, record)| read(index, record));
    all
}

/// The whole picture is written before the first record; records write nothing.
impl GraphFormat for Svg {
    fn begin(&self, document: &dyn Document, out: &mut Vec<u8>) {
        draw::picture(&Picture::best(document, self.direction), document, None, out);
    }

    fn parts(&self) -> (bool, bool) {
        (false, false)
    }
}
