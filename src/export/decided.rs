//! The document of a game in which the mover decides: positions, what may be decided there with its value and what it is short of the best,
//! and what chance answers.

mod build;
mod document;
mod figures;
mod met;
mod reached;

pub use super::depicted::standing;
use super::depicted::{Depicted, Events, Of, Terms};
use super::{Code, Document, EventKind, Head, Heading, Kind, layout, palette};
use crate::depict::{Depict, Ending};
use crate::evaluate::{Optimal, Solution};
use crate::exact::Rational;
use crate::game::Seat;
use crate::model::{Error, Graph, Job, Model};
use crate::payoff::Worths;
use build::{Items, Lines};
use std::collections::BTreeSet;
use std::fmt::{self, Display};
use std::mem::take;
use std::str::FromStr;

/// The meaning of the lines to actions.
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
    pub shown: ShownActions,
    /// True if values count the points still to come, rather than how play ends.
    pub counts: bool,
    /// The number of events after which the graph is cut; `None` keeps all of it.
    pub depth: Option<u32>,
    /// The payoffs of events and ends, with a one-word name for them, if they are not the points. Requires `counts`.
    pub payoff: Option<(String, Worths)>,
}

/// The actions that a document shows at decisions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ShownActions {
    /// Only the actions that are taken.
    #[default]
    Taken,
    /// All actions that may be taken.
    All,
    /// All actions of one seat, and the actions taken by the others.
    Of(Seat),
}

impl FromStr for ShownActions {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "best" => Ok(Self::Taken),
            "all" => Ok(Self::All),
            _ => (text.parse().ok().and_then(|player: Seat| player.checked_sub(1)).map(Self::Of))
                .ok_or_else(|| "best, all or the number of a player is needed".to_owned()),
        }
    }
}

/// As it is read.
impl Display for ShownActions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Taken => f.write_str("best"),
            Self::All => f.write_str("all"),
            Self::Of(seat) => (u32::from(*seat) + 1).fmt(f),
        }
    }
}

impl ShownActions {
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
    /// Reads the decision in a node of the `graph` that was solved from its `solution`.
    pub fn of<G: Depict<Action = A>>(graph: &Graph<G>, solution: &Solution, node: usize) -> Self {
        let actions = graph.actions(node).zip(solution.choices(node));
        Self {
            values: solution.value(node),
            actions: actions.filter_map(|(action, values)| Some((action?, values))).collect(),
            taken: graph.action(node, solution.policy[node]),
        }
    }

    /// Returns the same decision, with each action under its number.
    fn by(self, number: &dyn Fn(A) -> u32) -> Decision<u32> {
        let actions = self.actions.into_iter().map(|(action, values)| (number(action), values));
        Decision { actions: actions.collect(), values: self.values, taken: self.taken.map(number) }
    }
}

/// The kind of a node of the document.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum NodeKind {
    Position,
    /// An end, and how it came out.
    End(Option<Ending>),
    /// A position at which the depth ended.
    Cut,
    /// An action by its number, and whether it is taken.
    Action(u32, bool),
}

/// The graph of a game with decisions, solved, as a document.
///
/// A position is a state and who moves there, also where the game has one state for all seats. One with actions is
/// followed by them, and each of them by its events. Reach is that under the policy.
pub struct Decided<'a> {
    depicted: Box<dyn Depicted + 'a>,
    terms: Terms<'a>,
    head: Head,
    about: About,
    positions: Vec<(f64, f64)>,
    items: Items,
    lines: Lines,
    start: usize,
    /// `true` if play can come back.
    cyclic: bool,
    events: Events,
    /// The kind of what is decided, among those of the events.
    decision: usize,
    /// The number of rewards.
    rewards: usize,
}

impl NodeKind {
    /// Below are the numbers of what is no action; two for each action follow.
    const ACTIONS: u32 = 5 + Seat::MAX as u32;

    /// As one number: there are many nodes.
    fn packed(self) -> u32 {
        match self {
            Self::Position => 0,
            Self::Cut => 1,
            Self::End(None) => 2,
            Self::End(Some(Ending::Drawn)) => 3,
            Self::End(Some(Ending::Lost)) => 4,
            Self::End(Some(Ending::Won(seat))) => 5 + u32::from(seat),
            Self::Action(action, taken) => Self::ACTIONS + 1 + 2 * action + u32::from(taken),
        }
    }

    fn of(packed: u32) -> Self {
        match packed {
            0 => Self::Position,
            1 => Self::Cut,
            2 => Self::End(None),
            3 => Self::End(Some(Ending::Drawn)),
            4 => Self::End(Some(Ending::Lost)),
            5..=Self::ACTIONS => Self::End(Some(Ending::Won((packed - 5) as Seat))),
            _ => {
                let action = packed - Self::ACTIONS - 1;
                Self::Action(action / 2, action % 2 == 1)
            }
        }
    }

    fn action(self) -> Option<u32> {
        match self {
            Self::Action(action, _) => Some(action),
            Self::Position | Self::End(_) | Self::Cut => None,
        }
    }
}

impl<'a> Decided<'a> {
    /// The document of optimal play: of the graph that was solved, with what is decided in each of its nodes. The work can be
    /// saved.
    ///
    /// # Errors
    /// As [`Decided::new`].
    pub fn of<G: Depict>(best: &'a Optimal<G>, about: About, job: &Job<'_>) -> Result<Self, Error> {
        Self::new(best.graph(), |node| Decision::of(best.graph(), best.solution(), node), about, job)
    }

    /// The document of `graph`; `decide` says what is decided in a node. Its numbers are kept packed, and where no
    /// fractions are asked for, rounded. Where nodes know the scores, these stand beside the words for a state, and who has
    /// more points in the end has won. The work on how likely play comes to its nodes can be saved.
    ///
    /// Cost: one call of `decide` for each state that is shown; then one rational operation for each edge outside cycles, and
    /// a system of linear equations for each cycle.
    ///
    /// # Errors
    /// A policy under which play never ends, a limit, or work that cannot be saved or read.
    ///
    /// # Panics
    /// If something is decided that may be done nowhere in `graph`.
    pub fn new<G: Depict>(
        graph: &'a Graph<G>,
        decide: impl Fn(usize) -> Decision<G::Action>,
        about: About,
        job: &Job<'_>,
    ) -> Result<Self, Error> {
        let of = Of::new(graph);
        let number = of.numbers();
        let terms = of.terms();
        Self::filled((Box::new(of), terms), &|node| decide(node).by(&number), about, job)
    }

    fn filled(
        (depicted, terms): (Box<dyn Depicted + 'a>, Terms<'a>),
        decide: &dyn Fn(usize) -> Decision<u32>,
        mut about: About,
        job: &Job<'_>,
    ) -> Result<Self, Error> {
        let mut document = Self {
            head: Head {
                title: take(&mut about.title),
                facts: take(&mut about.facts),
                edge_columns: Heading::all([
                    ("weight_total", Kind::Text),
                    ("decision", Kind::Text),
                    ("points", Kind::Integer),
                    ("passes", Kind::Integer),
                    ("gain", Kind::Integer),
                ]),
                seats: terms.model.seats(),
                decides: true,
                ..Head::default()
            },
            depicted,
            terms,
            positions: Vec::new(),
            items: Items::new(about.exact),
            lines: Lines::default(),
            start: 0,
            cyclic: false,
            events: Events::default(),
            decision: 0,
            rewards: 0,
            about,
        };
        document.rewards = Document::rewards(&document).len();
        let places = document.collect(decide, job)?;
        document.connect(&places, job)?;
        drop(places);
        document.visit(job)?;
        document.explain();
        document.head.node_columns = document.node_columns();
        Ok(document)
    }

    fn graph(&self) -> &Model {
        self.terms.model
    }

    /// Finds which events and which codes there are to be explained.
    fn explain(&mut self) {
        let mut edges = (0..self.lines.len()).filter_map(|line| self.lines.edge(line));
        let (events, mut kinds) = self.depicted.events(&mut edges);
        self.decision = kinds.len();
        kinds.push(EventKind::new("decision", DECIDES, palette::DECISION));
        let mut codes = self.terms.codes.clone();
        let actions: BTreeSet<u32> = self.all().filter_map(NodeKind::action).collect();
        let acts = actions.into_iter().map(|action| &self.terms.named[action as usize]);
        codes.extend(acts.filter_map(|(name, act)| Some(Code::new(&**name, act.as_deref()?))));
        if !self.about.worth.is_empty() {
            codes.push(Code::new("value", &*self.about.worth));
        }
        if self.all().any(|what| matches!(what, NodeKind::Action(_, false))) {
            codes.push(Code::new("difference", "what an action is worth against the best: 0 or less"));
        }
        let is_cut = self.all().any(|what| matches!(what, NodeKind::Cut));
        let within = if is_cut { " and by ways that are shown" } else { "" };
        let reached = "the probability that play comes here, by the actions that are taken";
        codes.push(Code::new("P", format!("{reached}{within}")));
        (self.events, self.head.events, self.head.codes) = (events, kinds, codes);
    }

    fn node_columns(&self) -> Vec<Heading> {
        let Terms { measures, model, .. } = &self.terms;
        let own =
            [("what", Kind::Text), ("state", Kind::Text), ("mover", Kind::Integer), ("action", Kind::Text)];
        let mut all = Heading::all(own);
        all.extend(measures.iter().map(|name| Heading::new(*name, Kind::Integer)));
        all.extend(Heading::all([("layer", Kind::Integer), ("ply", Kind::Integer)]));
        let visits = self.cyclic.then(|| "visits".to_owned());
        let seats = (1..=model.seats()).filter(|_| model.seats() > 1);
        let values = seats.map(|seat| format!("value_{seat}"));
        let [reach, value, difference] = ["reach", "value", "difference"].map(str::to_owned);
        for name in [reach].into_iter().chain(visits).chain([value]).chain(values).chain([difference]) {
            all.extend(Heading::number(&name, self.about.exact));
        }
        all.extend(Heading::all([("taken", Kind::Flag), ("end", Kind::Flag), ("outcome", Kind::Text)]));
        all
    }

    /// The ply of every node: that of its position, twice, and one more for an action.
    pub fn plies(&self) -> Vec<u32> {
        (0..self.items.len()).map(|at| self.ply(at)).collect()
    }

    /// Source and target of every edge.
    pub fn steps(&self) -> impl Iterator<Item = (usize, usize)> + Clone {
        (0..self.lines.len()).map(|line| (self.lines.sources[line] as usize, self.lines.target(line)))
    }

    /// Gives every node a position by its layer, as long as `go_on` says so: it is asked now and then, with the bytes
    /// that are held for it.
    ///
    /// # Errors
    /// Errors of `go_on`.
    pub fn lay_out(&mut self, go_on: &dyn Fn(u64) -> Result<(), Error>) -> Result<(), Error> {
        self.positions = layout::layered_while(&self.plies(), self.steps(), go_on)?;
        Ok(())
    }

    fn ply(&self, at: usize) -> u32 {
        2 * self.graph().ply(self.items.nodes[at] as usize) + u32::from(self.is_action(at))
    }

    /// Iterates over the kinds of all nodes.
    fn all(&self) -> impl Iterator<Item = NodeKind> {
        (0..self.items.len()).map(|at| self.items.what(at))
    }

    fn is_action(&self, at: usize) -> bool {
        matches!(self.items.what(at), NodeKind::Action(..))
    }

    /// Returns `true` if a node is the action that is taken.
    fn is_taken(&self, at: usize) -> bool {
        matches!(self.items.what(at), NodeKind::Action(_, true))
    }
}
