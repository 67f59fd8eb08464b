//! A document: the nodes and edges of a graph, and what is said of them, whatever the format.

use super::{Board, Code, EventKind, text};
use crate::exact::{self, reduce::nearest};
use crate::game::Seat;
use std::borrow::Cow;
use std::ops::Range;

/// The type of a column of data.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Text on one line.
    Text,
    /// A whole number that fits 32 bits.
    Integer,
    /// A double, finite.
    Real,
    /// True or false.
    Flag,
}

/// The heading of a column of data on nodes or on edges: its name and type.
///
/// Names never are those of [`TAKEN`], in any mixture of capitals: [`write()`](super::write()) refuses them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Heading {
    /// The name, unique among the columns of nodes or of edges; letters, digits and `_`.
    pub name: String,
    /// The type of every cell in it.
    pub kind: Kind,
}

/// Names that no column may have: Gephi takes most of them for itself, wherever they come from, and the formats
/// write the others for every edge, as they do `prob` and `prob_exact`, which only nodes may use.
pub const TAKEN: [&str; 25] = [
    "id",
    "label",
    "x",
    "y",
    "z",
    "xpos",
    "ypos",
    "zpos",
    "size",
    "r",
    "g",
    "b",
    "color",
    "weight",
    "source",
    "target",
    "type",
    "kind",
    "timeset",
    "interval",
    "nodelabel",
    "edgelabel",
    "key",
    "event",
    "interaction",
];

/// The content of one cell of data.
#[derive(Clone, Debug, PartialEq)]
pub enum Content {
    /// Text; exact numbers are text, `num/den`, always with a denominator.
    Text(String),
    /// A whole number.
    Integer(i32),
    /// A finite double.
    Real(f64),
    /// True or false.
    Flag(bool),
}

/// The cells of one record, in the order of the columns; a buffer that keeps its allocations between records.
#[derive(Clone, Debug, Default)]
pub struct Cells {
    cells: Vec<Content>,
    used: usize,
}

impl Cells {
    /// Forgets all cells.
    pub fn clear(&mut self) {
        self.used = 0;
    }

    /// Adds a text cell; `write` fills it.
    pub fn text(&mut self, write: impl FnOnce(&mut String)) {
        if let Some(Content::Text(text)) = self.cells.get_mut(self.used) {
            text.clear();
            write(text);
            self.used += 1;
        } else {
            let mut text = String::new();
            write(&mut text);
            self.put(Content::Text(text));
        }
    }

    /// Adds a cell of any type.
    #[inline]
    pub fn put(&mut self, cell: Content) {
        if self.used < self.cells.len() {
            self.cells[self.used] = cell;
        } else {
            self.cells.push(cell);
        }
        self.used += 1;
    }

    /// The cells.
    pub fn as_slice(&self) -> &[Content] {
        &self.cells[..self.used]
    }
}

/// The role of a node in the game, which decides its shape and colour.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Role {
    /// The start.
    Start,
    /// A state in which play goes on.
    #[default]
    Inner,
    /// An end that a seat wins.
    Won(Seat),
    /// An end that nobody wins.
    Drawn,
    /// An end in a game without a winner.
    Done,
    /// A state in which play would go on, but at which the question cut the graph.
    Cut,
    /// An action that the mover of a state may take, rather than a state; `true` if it is taken.
    Action(bool),
}

impl Heading {
    /// A column of this name and type.
    pub fn new(name: impl Into<String>, kind: Kind) -> Self {
        Self { name: name.into(), kind }
    }

    /// Columns of these names and types.
    pub(super) fn all<const N: usize>(columns: [(&str, Kind); N]) -> Vec<Self> {
        columns.map(|(name, kind)| Self::new(name, kind)).into()
    }

    /// Names and types of what every file of a format has, and of the columns after it.
    pub(super) fn after<'a>(
        own: &'a [(&'a str, Kind)],
        columns: &'a [Self],
    ) -> impl Iterator<Item = (&'a str, Kind)> + use<'a> {
        own.iter().copied().chain(columns.iter().map(|column| (&*column.name, column.kind)))
    }

    /// The column of a number, and that of its fraction if there is one.
    pub(super) fn number(name: &str, exact: bool) -> impl Iterator<Item = Self> {
        let exact = exact.then(|| Self::new(format!("{name}_exact"), Kind::Text));
        std::iter::once(Self::new(name, Kind::Real)).chain(exact)
    }
}

impl Edge {
    /// Sets the weight of the event and the total of its choice, and the probability that they come to.
    pub(super) fn weigh(&mut self, weight: u64, total: u64) {
        (self.weight, self.total) = (weight, total);
        self.probability = nearest(&[weight], &[total]);
        let shared = exact::gcd(weight, total);
        self.exact.clear();
        text::fraction(weight / shared, total / shared, &mut self.exact);
    }
}

impl Role {
    /// Returns how play ended, as one word: `won_1` and so on, `drawn`, `over` in a game without a winner, `cut` where
    /// the graph was cut, or `open` where play goes on.
    pub fn outcome(self) -> Cow<'static, str> {
        Cow::Borrowed(match self {
            Self::Won(seat) => return Cow::Owned(format!("won_{}", seat + 1)),
            Self::Drawn => "drawn",
            Self::Done => "over",
            Self::Cut => "cut",
            Self::Start | Self::Inner | Self::Action(_) => "open",
        })
    }
}

/// One node, as it is handed to a format: a buffer of the caller that is used again.
#[derive(Clone, Debug, Default)]
pub struct Node {
    /// The number of the node, 0 to count - 1.
    pub id: usize,
    /// The lines of its label, the state first; never empty.
    pub label: Vec<String>,
    /// A board to draw above the label, if one was asked for.
    pub board: Option<Board>,
    /// The role of the node.
    pub role: Role,
    /// The seat to move, if the game has more than one.
    pub mover: Option<Seat>,
    /// The greatest number of events on a way here from the start; every edge of a graph without cycles goes to a
    /// greater ply.
    pub ply: u32,
    /// The probability that play reaches this node, 0 to 1.
    pub reach: f64,
    /// Position across and along, y growing upwards; never all zero.
    pub position: (f64, f64),
    /// The data, one cell for each node column in order.
    pub cells: Cells,
}

/// One edge, as it is handed to a format: a buffer of the caller that is used again.
#[derive(Clone, Debug, Default)]
pub struct Edge {
    /// The number of the edge, 0 to count - 1, ordered by (source, event, target).
    pub id: usize,
    /// The number of the node it leaves.
    pub source: usize,
    /// The number of the node it enters.
    pub target: usize,
    /// The name of the event (and of the action, if one was decided).
    pub event: String,
    /// The seat that moved, if the game has more than one.
    pub mover: Option<Seat>,
    /// The kind of the event, an index into [`Head::events`], which holds its colour and line style.
    pub style: usize,
    /// The look of that kind, an index into the [palette](super::palette).
    pub look: usize,
    /// The weight of the event; its exact probability is `weight / total`, not always in lowest terms.
    pub weight: u64,
    /// The total weight of the choice.
    pub total: u64,
    /// The probability in lowest terms, `num/den`.
    pub exact: String,
    /// The probability, rounded to the nearest double.
    pub probability: f64,
    /// For a decision, whether the mover takes it; its probability is then 1 or 0. `None` for an event of chance.
    pub decided: Option<bool>,
    /// The data, one cell for each edge column in order.
    pub cells: Cells,
}

/// The description of a graph as a whole.
#[derive(Clone, Debug, Default)]
pub struct Head {
    /// The title, in one line.
    pub title: String,
    /// The facts about it, in order: parameters, counts, results.
    pub facts: Vec<(String, String)>,
    /// The columns of data on nodes.
    pub node_columns: Vec<Heading>,
    /// The columns of data on edges.
    pub edge_columns: Vec<Heading>,
    /// The number of seats; 1 if nobody plays against anybody.
    pub seats: Seat,
    /// True if some edges are decisions.
    pub decides: bool,
    /// The kinds of its events, in the order of [`Edge::style`]: their names, meanings and looks, for legends.
    pub events: Vec<EventKind>,
    /// The codes in its labels, but for the names of events, and what they stand for, for legends.
    pub codes: Vec<Code>,
}

/// A graph that can be written.
pub trait Document: Sync {
    /// Returns what is said of the whole of it.
    fn head(&self) -> &Head;
    /// Returns the number of nodes.
    fn node_count(&self) -> usize;
    /// Returns the number of edges.
    fn edge_count(&self) -> usize;
    /// The number of the node in which play begins.
    fn start(&self) -> usize {
        0
    }
    /// The numbers of the edges that leave a node, which are consecutive.
    fn edges_of(&self, node: usize) -> Range<usize>;
    /// Writes node `index` into `node`.
    fn node(&self, index: usize, node: &mut Node);
    /// Returns the role of node `index`. By default the whole node is written to find it; a document that knows the
    /// roles can return them directly.
    fn role(&self, index: usize) -> Role {
        let mut node = Node::default();
        self.node(index, &mut node);
        node.role
    }
    /// Appends how play ended in node `index`, as one word: that of its [`Role`], or more of it.
    fn outcome(&self, index: usize, text: &mut String) {
        text.push_str(&self.role(index).outcome());
    }
    /// Returns the names of the quantities that are counted along the edges, besides the number of edges: `pairs_1` and
    /// so on. Defaults to none.
    fn rewards(&self) -> Vec<String> {
        Vec::new()
    }
    /// Writes what edge `index` adds to each of them, in halves.
    fn reward(&self, _index: usize, halves: &mut Vec<i64>) {
        halves.clear();
    }
    /// Writes edge `index` into `edge`.
    fn edge(&self, index: usize, edge: &mut Edge);
    /// The least and the greatest [`Node::reach`]; a document that knows them need not write every node for it.
    fn reach_bounds(&self) -> (f64, f64) {
        let mut node = Node::default();
        (0..self.node_count()).fold((1.0, 0.0), |(least, greatest), index| {
            self.node(index, &mut node);
            (node.reach.min(least), node.reach.max(greatest))
        })
    }
}
