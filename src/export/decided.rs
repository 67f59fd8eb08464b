//! The document of a game in which the mover decides: positions, what may be decided there with its value and regret,
//! and what chance answers.

mod build;
mod document;
mod figures;
mod met;

use super::events::Events;
use super::{Code, Column, Document, EventKind, Kind, layout, palette};
use crate::depict::{Depict, Ending};
use crate::evaluate::solve::Solution;
use crate::exact::Rational;
use crate::game::Seat;
use crate::model::{Error, Graph, Run, order};
use crate::payoff::Worths;
use build::{Items, Lines};
use std::ops::ControlFlow;

/// What the lines to actions are.
const DECIDES: &str = "what the player to move may do";

/// The title and facts of a document, and the options for its contents.
#[derive(Clone, Debug, Default)]
pub struct About {
    /// The meaning of a position's value, in a few words.
    pub worth: String,
    /// The title.
    pub title: String,
    /// Facts about the whole.
    pub facts: Vec<(String, String)>,
    /// True if each position has its board drawn.
    pub board: bool,
    /// True if each number is accompanied by its exact fraction, as text.
    pub exact: bool,
    /// The actions that are shown at decisions.
    pub shown: Shown,
    /// True if values count the points still to come, rather than how play ends.
    pub counts: bool,
    /// The number of turns after which the graph is cut; `None` keeps all of it.
    pub depth: Option<u32>,
    /// The payoffs of events and ends, with a one-word name for them, if they are not the points. Requires `counts`.
    pub payoff: Option<(String, Worths)>,
}

/// The actions that a document shows at decisions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Shown {
    /// Only the actions that are taken.
    #[default]
    Taken,
    /// All actions that may be taken.
    All,
    /// All actions of one seat, and the actions taken by the others.
    Of(Seat),
}

impl Shown {
    /// Returns `true` if an action of `mover` is shown.
    fn shows(self, mover: Seat, taken: bool) -> bool {
        taken
            || match self {
                Self::Taken => false,
                Self::All => true,
                Self::Of(seat) => seat == mover,
            }
    }
}

/// The actions that the mover may take in a node, with their values. There are none where nobody decides.
pub struct Decision<A> {
    /// The value of the node to each seat, counted from the mover.
    pub values: Vec<Rational>,
    /// The actions in ascending order, each with its value to each seat, counted from the mover.
    pub actions: Vec<(A, Vec<Rational>)>,
    /// The action that is taken; `None` where nobody decides.
    pub taken: Option<A>,
}

impl<A: Copy> Decision<A> {
    /// Reads the decision in a node of `graph` from `solution`.
    #[must_use]
    pub fn of<G: Depict<Action = A>>(solution: &Solution, graph: &Graph<G>, node: usize) -> Self {
        let actions = solution.actions(graph, node).into_iter();
        Self {
            values: solution.value(node),
            actions: actions.filter_map(|valued| Some((valued.action?, valued.values))).collect(),
            taken: solution.action(graph, node),
        }
    }
}

/// What a node of the document is.
#[derive(Clone, Copy)]
enum What<A> {
    Position,
    /// An end, and how it came out.
    End(Option<Ending>),
    /// A position at which the depth ended.
    Cut,
    /// An action, and whether it is taken.
    Action(A, bool),
}

/// The graph of a game with decisions, solved, as a document.
///
/// A position is a state and who moves there, also where the game has one state for all seats. One with actions is
/// followed by them, and each of them by its events. Reach is that under the policy.
pub struct Decided<'a, G: Depict> {
    graph: &'a Graph<G>,
    family: &'a G,
    about: About,
    positions: Vec<(f64, f64)>,
    items: Items<G::Action>,
    lines: Lines,
    start: usize,
    /// Whether play can come back.
    cyclic: bool,
    node_columns: Vec<Column>,
    edge_columns: Vec<Column>,
    events: Events<G::Event>,
    /// The kind of what is decided, among those of the events.
    decision: usize,
    codes: Vec<Code>,
    /// The number of rewards.
    rewards: usize,
}

impl<A: Copy> What<A> {
    fn action(&self) -> Option<A> {
        match *self {
            Self::Action(action, _) => Some(action),
            Self::Position | Self::End(_) | Self::Cut => None,
        }
    }
}

impl<'a, G: Depict> Decided<'a, G> {
    /// The document of `graph`; `decide` says what is decided in a node. Its numbers are kept packed, and where no
    /// fractions are asked for, rounded.
    ///
    /// # Errors
    /// A policy under which play never ends, or a limit.
    pub fn new(
        family: &'a G,
        graph: &'a Graph<G>,
        decide: impl Fn(usize) -> Decision<G::Action>,
        about: About,
        run: &Run<'_>,
    ) -> Result<Self, Error> {
        let mut document = Self {
            graph,
            family,
            positions: Vec::new(),
            items: Items::new(about.exact),
            lines: Lines::default(),
            start: 0,
            cyclic: false,
            node_columns: Vec::new(),
            edge_columns: vec![
                column("weight_total", Kind::Text),
                column("decision", Kind::Text),
                column("points", Kind::Integer),
                column("passes", Kind::Integer),
                column("gain", Kind::Integer),
            ],
            events: Events::new(family, std::iter::empty()),
            decision: 0,
            codes: Vec::new(),
            rewards: 0,
            about,
        };
        document.rewards = Document::rewards(&document).len();
        let places = document.collect(decide, run)?;
        document.connect(&places, run)?;
        drop(places);
        document.visit(run)?;
        document.explain();
        document.node_columns = node_columns(family, document.about.exact, document.cyclic);
        Ok(document)
    }

    /// Finds which events and which codes there are to be explained.
    fn explain(&mut self) {
        let edges = (0..self.lines.len()).filter_map(|line| self.lines.edge(line));
        self.events = Events::on(self.family, self.graph, edges);
        self.decision = self.events.push(EventKind::new("decision", DECIDES, palette::DECISION));
        self.codes = self.family.codes();
        let mut actions: Vec<G::Action> = self.items.what.iter().filter_map(What::action).collect();
        order::sort(&mut actions, Ord::cmp);
        actions.dedup();
        let acts = actions
            .into_iter()
            .filter_map(|action| Some(Code::new(action.to_string(), self.family.act(action)?)));
        self.codes.extend(acts);
        if !self.about.worth.is_empty() {
            self.codes.push(Code::new("value", &*self.about.worth));
        }
        if self.items.what.iter().any(|what| matches!(what, What::Action(_, false))) {
            self.codes.push(Code::new("regret", "how much less an action is worth than the best"));
        }
        self.codes
            .push(Code::new("P", "the probability that play comes here, by the actions that are taken"));
    }

    /// The ply of every node: that of its position, twice, and one more for an action.
    #[must_use]
    pub fn plies(&self) -> Vec<u32> {
        (0..self.items.len()).map(|at| self.ply(at)).collect()
    }

    /// Source and target of every edge.
    pub fn steps(&self) -> impl Iterator<Item = (usize, usize)> + Clone {
        (0..self.lines.len()).map(|line| (self.lines.sources[line] as usize, self.lines.target(line)))
    }

    fn ply(&self, at: usize) -> u32 {
        2 * self.graph.ply(self.items.nodes[at] as usize) + u32::from(self.is_action(at))
    }

    fn is_action(&self, at: usize) -> bool {
        matches!(self.items.what[at], What::Action(..))
    }

    /// Whether a node is the action that is taken.
    fn is_taken(&self, at: usize) -> bool {
        matches!(self.items.what[at], What::Action(_, true))
    }
}

/// A document whose nodes can be given positions, whatever it is of.
pub trait Drawn: Document {
    /// The bytes that it holds.
    fn held(&self) -> u64;

    /// Gives every node a position by its layer, as long as `go_on` says so: it is asked now and then, with the bytes
    /// that are held for it.
    fn lay_out(&mut self, go_on: &dyn Fn(u64) -> ControlFlow<Error>) -> ControlFlow<Error>;

    /// Returns this as a document.
    fn as_document(&self) -> &dyn Document;
}

impl<G: Depict> Drawn for Decided<'_, G> {
    fn held(&self) -> u64 {
        self.bytes()
    }

    fn lay_out(&mut self, go_on: &dyn Fn(u64) -> ControlFlow<Error>) -> ControlFlow<Error> {
        self.positions = layout::layered_while(&self.plies(), self.steps(), &go_on)?;
        ControlFlow::Continue(())
    }

    fn as_document(&self) -> &dyn Document {
        self
    }
}

fn column(name: &str, kind: Kind) -> Column {
    Column { name: name.to_owned(), kind }
}

fn node_columns<G: Depict>(family: &G, with_exact: bool, cyclic: bool) -> Vec<Column> {
    let mut all = vec![column("what", Kind::Text), column("state", Kind::Text)];
    all.extend([column("mover", Kind::Integer), column("action", Kind::Text)]);
    all.extend(family.measures().iter().map(|name| column(name, Kind::Integer)));
    all.extend([column("layer", Kind::Integer), column("ply", Kind::Integer)]);
    let visits = cyclic.then(|| "visits".to_owned());
    let seats = (1..=family.seats()).filter(|_| family.seats() > 1);
    let values = seats.map(|seat| format!("value_{seat}"));
    let [reach, value, regret] = ["reach", "value", "regret"].map(str::to_owned);
    for name in [reach].into_iter().chain(visits).chain([value]).chain(values).chain([regret]) {
        all.push(column(&name, Kind::Real));
        if with_exact {
            all.push(column(&format!("{name}_exact"), Kind::Text));
        }
    }
    all.extend([column("taken", Kind::Flag), column("end", Kind::Flag), column("outcome", Kind::Text)]);
    all
}
