//! The interface between documents and formats: nodes and edges with their data.

use super::{Board, CellRow, Code, ColumnHeading, EventKind, text};
use crate::exact::{self, reduce::nearest};
use crate::game::Seat;
use std::borrow::Cow;
use std::ops::Range;

/// The role of a node in the game, which determines its shape and colour.
///
/// ```
/// use chancetree_export::Role;
///
/// assert_eq!([Role::Won(0), Role::Drawn, Role::Inner].map(Role::outcome), ["won_1", "drawn", "open"]);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Role {
    /// The start.
    Start,
    /// A state from which play continues.
    #[default]
    Inner,
    /// An end that a seat wins.
    Won(Seat),
    /// An end that no one wins.
    Drawn,
    /// An end that the only player loses.
    Lost,
    /// An end in a game without a winner.
    Done,
    /// A state from which play continues, but at which the graph is cut.
    Cut,
    /// An action that the mover may take, rather than a state; `true` if the policy takes it.
    Action(bool),
}

impl Edge {
    /// Sets the weight of the event, the total weight of its choice, and the probability.
    pub(super) fn weigh(&mut self, weight: u64, total: u64) {
        (self.weight, self.total) = (weight, total);
        self.probability = nearest(&[weight], &[total]);
        let shared = exact::gcd(weight, total);
        self.exact.clear();
        text::fraction(weight / shared, total / shared, &mut self.exact);
    }
}

impl Role {
    /// Returns the outcome as one word: `won_1` and so on, `drawn`, `over` in a game without a winner, `cut` where
    /// the graph is cut, or `open` where play continues.
    pub fn outcome(self) -> Cow<'static, str> {
        Cow::Borrowed(match self {
            Self::Won(seat) => return Cow::Owned(format!("won_{}", seat + 1)),
            Self::Drawn => "drawn",
            Self::Lost => "lost",
            Self::Done => "over",
            Self::Cut => "cut",
            Self::Start | Self::Inner | Self::Action(_) => "open",
        })
    }
}

/// One node, as a format reads it. The caller reuses the buffer.
///
/// ```
/// use chancetree_engine::evaluate::Analysis;
/// use chancetree_engine::example::Coins;
/// use chancetree_engine::{game::Game, model::Job, payoff::Gain};
/// use chancetree_export::{Document, DocumentInfo, GraphDocument, Node, Role};
///
/// let best = Coins { tosses: 3 }.explore().run()?.maximize(&Gain)?;
/// let document = GraphDocument::of(&best, DocumentInfo::default(), &Job::default())?;
/// let mut node = Node::default();
/// document.node(document.start(), &mut node);
/// assert_eq!((node.role, node.mover, node.reach), (Role::Start, Some(0), 1.0));
/// # Ok::<(), chancetree_engine::model::Error>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Node {
    /// The number of the node, 0 to count - 1.
    pub id: usize,
    /// The lines of its label, the state first; never empty.
    pub label: Vec<String>,
    /// The board to draw above the label, if boards are drawn.
    pub board: Option<Board>,
    /// The role of the node.
    pub role: Role,
    /// The seat to move, if the game has more than one.
    pub mover: Option<Seat>,
    /// The name of the winner or of the player to move, if players have names.
    pub player: Option<String>,
    /// The length of the longest path from the start; every edge of a graph without cycles leads to a greater ply.
    pub ply: u32,
    /// The probability that play reaches the node, 0 to 1.
    pub reach: f64,
    /// The position across and along, with y growing upwards. Not all positions of a document are zero.
    pub position: (f64, f64),
    /// The data, one cell for each node column in order.
    pub cells: CellRow,
}

/// One edge, as a format reads it. The caller reuses the buffer.
///
/// ```
/// use chancetree_engine::evaluate::Analysis;
/// use chancetree_engine::example::Coins;
/// use chancetree_engine::{game::Game, model::Job, payoff::Gain};
/// use chancetree_export::{Document, DocumentInfo, Edge, GraphDocument};
///
/// let best = Coins { tosses: 3 }.explore().run()?.maximize(&Gain)?;
/// let document = GraphDocument::of(&best, DocumentInfo::default(), &Job::default())?;
/// let mut edge = Edge::default();
/// document.edge(0, &mut edge);
/// assert_eq!((edge.source, &edge.event[..], &edge.exact[..]), (0, "heads", "1/2"));
/// # Ok::<(), chancetree_engine::model::Error>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Edge {
    /// The number of the edge, 0 to count - 1, ordered by (source, event, target).
    pub id: usize,
    /// The number of the source node.
    pub source: usize,
    /// The number of the target node.
    pub target: usize,
    /// The name of the event, or of the action if the edge is a decision.
    pub event: String,
    /// The seat that moved, if the game has more than one.
    pub mover: Option<Seat>,
    /// The kind of the event, an index into [`GraphInfo::events`], which holds its colour and line style.
    pub kind: usize,
    /// The line style of the kind, an index into the [palette](super::palette).
    pub style: usize,
    /// The weight of the event; its exact probability is `weight / total`, not always in lowest terms.
    pub weight: u64,
    /// The total weight of the choice.
    pub total: u64,
    /// The probability in lowest terms, `num/den`.
    pub exact: String,
    /// The probability, rounded to the nearest double.
    pub probability: f64,
    /// Whether the mover takes this action; the probability is then 1 or 0. `None` for an event of chance.
    pub decided: Option<bool>,
    /// The data, one cell for each edge column in order.
    pub cells: CellRow,
}

/// The description of a graph as a whole.
///
/// ```
/// use chancetree_engine::evaluate::Analysis;
/// use chancetree_engine::example::Coins;
/// use chancetree_engine::{game::Game, model::Job, payoff::Gain};
/// use chancetree_export::{Document, DocumentInfo, GraphDocument};
///
/// let best = Coins { tosses: 3 }.explore().run()?.maximize(&Gain)?;
/// let about = DocumentInfo { title: "Three tosses".to_owned(), ..DocumentInfo::default() };
/// let document = GraphDocument::of(&best, about, &Job::default())?;
/// let head = document.head();
/// assert_eq!((&head.title[..], head.seats), ("Three tosses", 2));
/// assert_eq!(head.events[0].name, "heads");
/// # Ok::<(), chancetree_engine::model::Error>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct GraphInfo {
    /// The title, in one line.
    pub title: String,
    /// The facts about the graph, in order: parameters, counts, results.
    pub facts: Vec<(String, String)>,
    /// The columns of data on nodes.
    pub node_columns: Vec<ColumnHeading>,
    /// The columns of data on edges.
    pub edge_columns: Vec<ColumnHeading>,
    /// The number of seats; 1 if there are no opponents.
    pub seats: Seat,
    /// The names of the players, in seat order; empty if they have none.
    pub players: Vec<String>,
    /// The names of the quantities that edges add to, besides the number of edges: `pairs_1` and so on.
    pub rewards: Vec<String>,
    /// True if some edges are decisions.
    pub decides: bool,
    /// The kinds of events, for legends. [`Edge::kind`] is an index into this list.
    pub events: Vec<EventKind>,
    /// The codes in labels other than the names of events, for legends.
    pub codes: Vec<Code>,
}

/// A graph that can be written.
///
/// A graph that does not come from a game can also be written in every format:
///
/// ```
/// use chancetree_export::{Document, Drn, Edge, GraphInfo, Node, Role, write_all};
/// use std::ops::Range;
///
/// /// A coin is tossed until it shows heads.
/// struct UntilHeads(GraphInfo);
///
/// impl Document for UntilHeads {
///     fn head(&self) -> &GraphInfo {
///         &self.0
///     }
///     fn node_count(&self) -> usize {
///         2
///     }
///     fn edge_count(&self) -> usize {
///         2
///     }
///     fn edges_of(&self, node: usize) -> Range<usize> {
///         if node == 0 { 0..2 } else { 2..2 }
///     }
///     fn node(&self, index: usize, node: &mut Node) {
///         node.id = index;
///         node.label = vec![["tails", "heads"][index].to_owned()];
///         node.role = [Role::Start, Role::Done][index];
///         node.ply = index as u32;
///         node.position = (index as f64, 0.0);
///     }
///     fn edge(&self, index: usize, edge: &mut Edge) {
///         (edge.id, edge.source, edge.target) = (index, 0, index);
///         edge.event = ["tails", "heads"][index].to_owned();
///         (edge.weight, edge.total, edge.probability) = (1, 2, 0.5);
///         edge.exact = "1/2".to_owned();
///     }
/// }
///
/// let mut text = Vec::new();
/// write_all(&UntilHeads(GraphInfo { seats: 1, ..GraphInfo::default() }), &Drn, &mut text)?;
/// assert!(String::from_utf8(text)?.contains("@nr_states\n2\n"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Document: Sync {
    /// Returns the description of the graph as a whole.
    fn head(&self) -> &GraphInfo;
    /// Returns the number of nodes.
    fn node_count(&self) -> usize;
    /// Returns the number of edges.
    fn edge_count(&self) -> usize;
    /// Returns the node in which play begins. Defaults to 0.
    fn start(&self) -> usize {
        0
    }
    /// Returns the numbers of the edges that leave a node, which are consecutive.
    fn edges_of(&self, node: usize) -> Range<usize>;
    /// Writes node `index` into `node`.
    fn node(&self, index: usize, node: &mut Node);
    /// Returns the role of node `index`. The default writes the whole node.
    fn role(&self, index: usize) -> Role {
        let mut node = Node::default();
        self.node(index, &mut node);
        node.role
    }
    /// Appends the outcome at node `index` as one word. Defaults to the outcome of its [`Role`].
    fn outcome(&self, index: usize, text: &mut String) {
        text.push_str(&self.role(index).outcome());
    }
    /// Returns the number of units in a reward of 1. Defaults to 2: rewards are counted in halves.
    fn reward_unit(&self) -> u64 {
        2
    }

    /// Writes the amount that edge `index` adds to each of [`GraphInfo::rewards`], in [units](Self::reward_unit). Defaults to none.
    fn reward(&self, _index: usize, units: &mut Vec<i64>) {
        units.clear();
    }
    /// Writes the [rewards](Self::reward) before the first event: the payoffs of a game that is over at its start. Defaults to
    /// none.
    fn start_reward(&self, units: &mut Vec<i64>) {
        units.clear();
    }
    /// Writes edge `index` into `edge`.
    fn edge(&self, index: usize, edge: &mut Edge);
    /// Returns the least and the greatest [`Node::reach`]. The default writes every node.
    fn reach_bounds(&self) -> (f64, f64) {
        let mut node = Node::default();
        (0..self.node_count()).fold((1.0, 0.0), |(least, greatest), index| {
            self.node(index, &mut node);
            (node.reach.min(least), node.reach.max(greatest))
        })
    }
}
