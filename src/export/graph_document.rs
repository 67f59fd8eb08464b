//! The graph of a game as a document: nodes with odds, or positions and actions with values.

mod document_info;
mod labels;
mod number_array;
mod odds;
mod parallel;
mod reach;
mod records;
mod search;
mod shown_graph;
mod text;

pub use document_info::{Decision, DocumentInfo, NodeLabel, ShownActions};
pub use text::standing;

use crate::depict::Depict;
use crate::evaluate::{AnyEvaluation, OptimalPlay, rounded_up};
use crate::game::Seat;
use crate::layout;
use crate::model::{Error, Graph, Job};
use crate::{ColumnHeading, ColumnType, Document as _, EventKind, GraphInfo, palette};
use odds::NodeOdds;
use parallel::MergedEdges;
use search::search;
use shown_graph::{NodeKind, ShownGraph};
use std::borrow::Cow;
use std::mem::take;
use text::{EventNames, GraphText, action_index};

/// The graph of a game as a document.
///
/// A document with odds contains every node and every edge of a graph without decisions. A document with decisions
/// contains the positions that play can reach by the [shown actions](ShownActions). A position is a state and the
/// seat that moves there. A position with decisions is followed by its actions, and each action by its events.
///
/// ```
/// use chancetree_engine::evaluate::Analysis;
/// use chancetree_engine::example::Throws;
/// use chancetree_engine::{game::Game, model::Job, payoff::Gain};
/// use chancetree_export::{CellValue, Document, DocumentInfo, GraphDocument, Node, ShownActions};
///
/// let best = Throws { throws: 2 }.explore().run()?.maximize(&Gain)?;
/// let job = Job::default();
/// let taken = GraphDocument::of(&best, DocumentInfo::default(), &job)?;
/// let about = DocumentInfo { shown: ShownActions::All, ..DocumentInfo::default() };
/// let all = GraphDocument::of(&best, about, &job)?;
/// assert!(taken.node_count() < all.node_count());
///
/// // The expected points are 17/4.
/// let value = all.head().node_columns.iter().position(|column| column.name == "value");
/// let mut start = Node::default();
/// all.node(all.start(), &mut start);
/// assert_eq!(value.map(|column| &start.cells.as_slice()[column]), Some(&CellValue::Real(4.25)));
/// # Ok::<(), chancetree_engine::model::Error>(())
/// ```
pub struct GraphDocument<'a> {
    text: GraphText<'a>,
    about: DocumentInfo,
    head: GraphInfo,
    numbers: NodeNumbers<'a>,
    events: EventNames,
    /// The edges, if parallel events are merged.
    merged: Option<MergedEdges>,
    /// The positions of the nodes in drawings; empty before [`lay_out`](Self::lay_out).
    positions: Vec<(f64, f64)>,
}

/// The numbers of a document's nodes, and the selection of these nodes.
enum NodeNumbers<'a> {
    /// Odds on every node of the graph.
    Odds(NodeOdds<'a>),
    /// Values on the shown positions and actions.
    Values(Box<ShownGraph>),
}

impl<'a> GraphDocument<'a> {
    /// Returns the document of optimal play. The work can be saved.
    ///
    /// # Errors
    /// As [`GraphDocument::new`].
    pub fn of<G: Depict>(
        best: &'a OptimalPlay<G>,
        mut about: DocumentInfo,
        job: &Job<'_>,
    ) -> Result<Self, Error> {
        about.error = about.error.or(best.solution().error());
        Self::new(best.graph(), |node| Decision::of(best.graph(), best.solution(), node), about, job)
    }

    /// Returns the document of `graph` with decisions; `decide` returns the decision in a node. The probability of
    /// reaching a node assumes that every player takes the action that `decide` selects.
    ///
    /// In a graph with scores, the scores follow the description of a state, and the seat with the most points at an end
    /// has won. Numbers are packed; without exact fractions they are rounded. The search for the probability of reaching
    /// each node can be saved.
    ///
    /// Cost: one call of `decide` for each shown state, one rational operation for each edge outside cycles, and a system
    /// of linear equations for each cycle.
    ///
    /// # Errors
    /// A policy under which play never ends, a limit, or work that cannot be saved or read.
    ///
    /// # Panics
    /// If `decide` returns an action that is possible nowhere in `graph`.
    ///
    /// ```
    /// use chancetree_engine::evaluate::Analysis;
    /// use chancetree_engine::example::Throws;
    /// use chancetree_engine::{game::Game, model::Job, payoff::Gain};
    /// use chancetree_export::{Decision, Document, DocumentInfo, GraphDocument};
    ///
    /// let best = Throws { throws: 2 }.explore().run()?.maximize(&Gain)?;
    /// // A player who always throws again never stops before the end.
    /// let throws = |node| {
    ///     let mut decision = Decision::of(best.graph(), best.solution(), node);
    ///     decision.taken = decision.actions.last().map(|(action, _)| *action);
    ///     decision
    /// };
    /// let document = GraphDocument::new(best.graph(), throws, DocumentInfo::default(), &Job::default())?;
    /// assert!(document.head().decides);
    /// # Ok::<(), chancetree_engine::model::Error>(())
    /// ```
    pub fn new<G: Depict>(
        graph: &'a Graph<G>,
        decide: impl Fn(usize) -> Decision<G::Action>,
        about: DocumentInfo,
        job: &Job<'_>,
    ) -> Result<Self, Error> {
        let actions = text::actions(graph);
        let text = GraphText::new(graph, &actions);
        let decide = |node| decide(node).indexed(|action| action_index(&actions, &action));
        let shown = search(&text, &about, &decide, job)?;
        Ok(Self::with_numbers(text, NodeNumbers::Values(Box::new(shown)), about))
    }

    /// Returns the document of `graph` with odds: a graph with scores and without decisions, and the `figures` of its
    /// nodes. Fractions are available for exact figures only.
    ///
    /// ```
    /// use chancetree_engine::evaluate::{AnyEvaluation, evaluate};
    /// use chancetree_engine::example::Coins;
    /// use chancetree_engine::{exact::Natural, game::Game, model::Job};
    /// use chancetree_export::{Document, DocumentInfo, GraphDocument};
    ///
    /// // The outcomes are a win of the first player, a win of the second player, and a draw.
    /// let job = Job::default();
    /// let graph = Coins { tosses: 3 }.explore().run()?.with_scores(&[0, 0], None, &job)?;
    /// let outcome = |node: usize| {
    ///     let mut numbers = vec![Natural::from(0u8); 3];
    ///     numbers[graph.outcome(node).index(2)] = Natural::from(1u8);
    ///     numbers
    /// };
    /// let figures = AnyEvaluation::Exact(Box::new(evaluate(&graph, 3, outcome, &job)?));
    /// let document = GraphDocument::with_odds(&graph, &figures, DocumentInfo::default());
    /// assert!(!document.head().decides);
    /// assert_eq!(document.node_count(), graph.node_count());
    /// # Ok::<(), chancetree_engine::model::Error>(())
    /// ```
    pub fn with_odds<G: Depict>(
        graph: &'a Graph<G>,
        figures: &'a AnyEvaluation,
        mut about: DocumentInfo,
    ) -> Self {
        about.exact &= matches!(figures, AnyEvaluation::Exact(_));
        let text = GraphText::new(graph, &text::actions(graph));
        Self::with_numbers(text, NodeNumbers::Odds(NodeOdds::new(figures)), about)
    }

    fn with_numbers(text: GraphText<'a>, numbers: NodeNumbers<'a>, mut about: DocumentInfo) -> Self {
        if let Some(error) = about.error {
            let greatest = match &numbers {
                NodeNumbers::Values(shown) => error + shown.values.rounding,
                NodeNumbers::Odds(_) => error,
            };
            let greatest = rounded_up(if greatest > error { greatest.next_up() } else { error });
            about.title.push_str(&format!("; every value ± {greatest}"));
            about.error = greatest.parse().ok();
            // JSON has a number without the zeros at its end.
            let number = serde_json::from_str::<serde_json::Number>(&greatest);
            about.facts.push(("error".to_owned(), number.map_or(greatest, |number| number.to_string())));
        }
        let head = GraphInfo {
            title: take(&mut about.title),
            facts: take(&mut about.facts),
            seats: text.model.seats(),
            players: take(&mut about.players),
            decides: matches!(numbers, NodeNumbers::Values(_)),
            ..GraphInfo::default()
        };
        let (events, positions) = (EventNames::default(), Vec::new());
        let mut document = Self { text, about, head, numbers, events, positions, merged: None };
        let mut edges = (0..document.single_edge_count()).filter_map(|edge| document.graph_edge(edge));
        let (events, mut kinds) = document.text.states.events(&mut edges);
        if document.head.decides {
            kinds.push(EventKind::new("decision", "an action of the player to move", palette::DECISION));
        }
        (document.events, document.head.events) = (events, kinds);
        document.head.codes = document.codes();
        document.head.node_columns = document.node_columns();
        document.head.edge_columns = document.edge_columns();
        document.head.rewards = document.rewards();
        document
    }

    fn node_columns(&self) -> Vec<ColumnHeading> {
        let seats = 1..=self.text.model.seats();
        let by_seat = |name: &'static str| seats.clone().map(move |seat| format!("{name}_{seat}"));
        let texts = |names: &[&str]| {
            names.iter().map(|name| ColumnHeading::new(*name, ColumnType::Text)).collect::<Vec<_>>()
        };
        let integer = |name: String| ColumnHeading::new(name, ColumnType::Integer);
        let (what, action) = match self.head.decides {
            true => (texts(&["what"]), texts(&["action"])),
            false => (Vec::new(), by_seat("score").map(integer).collect()),
        };
        let mut numbers = vec!["reach".to_owned()];
        match &self.numbers {
            NodeNumbers::Odds(_) => numbers.extend(by_seat("win").chain(["draw".to_owned()])),
            NodeNumbers::Values(shown) => {
                numbers.extend(shown.reach.is_cyclic().then(|| "visits".to_owned()));
                numbers.push("value".to_owned());
                numbers.extend(by_seat("value").filter(|_| self.head.seats > 1));
                numbers.push("difference".to_owned());
            }
        }
        let mut all = what;
        all.extend(texts(&["state"]));
        all.push(integer("mover".to_owned()));
        all.extend(action);
        let measures = self.text.measures.iter().copied().chain(["layer", "ply"]);
        all.extend(measures.map(|name| integer(name.to_owned())));
        all.extend(numbers.iter().flat_map(|name| ColumnHeading::number(name, self.about.exact)));
        all.extend(self.about.error.map(|_| ColumnHeading::new("error", ColumnType::Real)));
        all.extend(self.head.decides.then(|| ColumnHeading::new("taken", ColumnType::Flag)));
        all.push(ColumnHeading::new("end", ColumnType::Flag));
        all.extend(texts(&["outcome"]));
        all
    }

    fn edge_columns(&self) -> Vec<ColumnHeading> {
        let [total, decision] =
            ["weight_total", "decision"].map(|name| ColumnHeading::new(name, ColumnType::Text));
        let [points, passes] = ["points", "passes"].map(|name| ColumnHeading::new(name, ColumnType::Integer));
        if !self.head.decides {
            return vec![total, points, passes];
        }
        let mut all = vec![total, decision, points, passes];
        match self.gain_unit() {
            1 => all.push(ColumnHeading::new("gain", ColumnType::Integer)),
            _ => all.extend(ColumnHeading::number("gain", self.about.exact)),
        }
        all
    }

    /// Returns the names of the rewards: the points of each seat, then the scores of a match.
    fn rewards(&self) -> Vec<String> {
        let mut names = self.text.points_by_seat();
        let by_seat =
            |name: &str| (1..=self.head.seats).map(|seat| format!("{name}_{seat}")).collect::<Vec<_>>();
        if let Some((name, _)) = &self.about.payoff
            && (names.is_empty() || self.own_payoff().is_some())
        {
            names = by_seat(name);
        }
        if self.is_match() {
            names.extend(by_seat("score"));
        }
        names
    }

    /// Returns `true` if several players play to win: points matter only because they decide who wins, and the game has no
    /// payoffs of its own.
    fn is_match(&self) -> bool {
        self.head.decides && self.head.seats > 1 && !self.about.counts && self.about.payoff.is_none()
    }

    /// Returns the ply of every node. In a document with decisions, a ply of the graph counts twice, and an action stands
    /// one ply after its position.
    ///
    /// ```
    /// use chancetree_engine::evaluate::Analysis;
    /// use chancetree_engine::example::Coins;
    /// use chancetree_engine::{game::Game, model::Job, payoff::Gain};
    /// use chancetree_export::{Document, DocumentInfo, GraphDocument};
    ///
    /// let best = Coins { tosses: 2 }.explore().run()?.maximize(&Gain)?;
    /// let mut document = GraphDocument::of(&best, DocumentInfo::default(), &Job::default())?;
    /// let plies = document.plies().into_owned();
    /// assert_eq!(plies.iter().max(), Some(&4));
    ///
    /// // A drawing has a row for each ply.
    /// document.lay_out(&|_| Ok(()))?;
    /// assert_eq!(document.node_count(), plies.len());
    /// # Ok::<(), chancetree_engine::model::Error>(())
    /// ```
    pub fn plies(&self) -> Cow<'_, [u32]> {
        match &self.numbers {
            NodeNumbers::Odds(_) => Cow::Borrowed(self.text.model.plies()),
            NodeNumbers::Values(_) => (0..self.node_count()).map(|node| self.ply(node)).collect(),
        }
    }

    /// Returns an iterator over the source and the target of every event and decision.
    ///
    /// ```
    /// use chancetree_engine::evaluate::Analysis;
    /// use chancetree_engine::example::Coins;
    /// use chancetree_engine::{game::Game, model::Job, payoff::Gain};
    /// use chancetree_export::{DocumentInfo, GraphDocument};
    ///
    /// let best = Coins { tosses: 1 }.explore().run()?.maximize(&Gain)?;
    /// let document = GraphDocument::of(&best, DocumentInfo::default(), &Job::default())?;
    /// // The player to move at the end differs.
    /// assert_eq!(document.steps().collect::<Vec<_>>(), [(0, 1), (0, 2)]);
    /// # Ok::<(), chancetree_engine::model::Error>(())
    /// ```
    pub fn steps(&self) -> impl Iterator<Item = (usize, usize)> + Clone {
        (0..self.single_edge_count()).map(|edge| self.step(edge))
    }

    /// Gives every node a position by its ply. Calls `go_on` periodically with the number of bytes held.
    ///
    /// # Errors
    /// Errors of `go_on`.
    pub fn lay_out(&mut self, go_on: &dyn Fn(u64) -> Result<(), Error>) -> Result<(), Error> {
        self.positions = layout::layered_while(&self.plies(), self.steps(), go_on)?;
        Ok(())
    }

    /// Returns the node of the graph for a node of the document.
    fn graph_node(&self, node: usize) -> usize {
        match &self.numbers {
            NodeNumbers::Odds(_) => node,
            NodeNumbers::Values(shown) => shown.graph_nodes[node] as usize,
        }
    }

    fn kind(&self, node: usize) -> NodeKind {
        match &self.numbers {
            NodeNumbers::Values(shown) => shown.kind(node),
            NodeNumbers::Odds(_) if self.text.model.is_cut(node) => NodeKind::Cut,
            NodeNumbers::Odds(_) if self.text.model.is_end(node) => {
                NodeKind::End(self.text.states.ending(node, None))
            }
            NodeNumbers::Odds(_) => NodeKind::Position,
        }
    }

    fn mover(&self, node: usize) -> Seat {
        match &self.numbers {
            NodeNumbers::Odds(_) => self.text.states.mover(node),
            NodeNumbers::Values(shown) => shown.movers[node],
        }
    }

    fn ply(&self, node: usize) -> u32 {
        match &self.numbers {
            NodeNumbers::Odds(_) => self.text.model.ply(node),
            NodeNumbers::Values(shown) => shown.ply(self.text.model, node),
        }
    }

    fn reach(&self, node: usize) -> f64 {
        match &self.numbers {
            NodeNumbers::Odds(odds) => odds.reach(node),
            NodeNumbers::Values(shown) => shown.reach.get(node)[0].double(),
        }
    }

    /// Returns the number of edges before parallel events are merged. The methods below take such edges.
    fn single_edge_count(&self) -> usize {
        match &self.numbers {
            NodeNumbers::Odds(_) => self.text.model.edge_count(),
            NodeNumbers::Values(shown) => shown.edge_count(),
        }
    }

    /// Returns the edge of the graph for an edge of the document; `None` for a decision.
    fn graph_edge(&self, edge: usize) -> Option<usize> {
        match &self.numbers {
            NodeNumbers::Odds(_) => Some(edge),
            NodeNumbers::Values(shown) => shown.graph_edge(edge),
        }
    }

    /// Returns the source and the target of an edge.
    fn step(&self, edge: usize) -> (usize, usize) {
        match &self.numbers {
            NodeNumbers::Odds(_) => (self.text.model.source(edge), self.text.model.target(edge)),
            NodeNumbers::Values(shown) => (shown.sources[edge] as usize, shown.target(edge)),
        }
    }
}
