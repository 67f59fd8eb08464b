//! A graph as documents see it: its model, and what is said of its states, events and actions, which are numbers here.

use super::{Board, Code, EventKind, palette};
use crate::depict::{Depict, Ending};
use crate::game::{Game, Points, Seat};
use crate::model::{Graph, Model, order};
use crate::payoff::Outcome;

/// A graph whose states, labels and actions are told by their numbers: those of nodes and labels in its model, and the
/// place of an action among all that it has, in ascending order. Here is what is said of its nodes and edges.
pub(super) trait Depicted: Sync {
    /// The events on these edges, and their kinds.
    fn events(&self, edges: &mut dyn Iterator<Item = usize>) -> (Events, Vec<EventKind>);

    /// Returns how play came out at an end; with a label, if that led there.
    fn ending(&self, node: usize, last: Option<usize>) -> Option<Ending>;

    /// Appends the numbers that describe the state of a node.
    fn measure(&self, node: usize, numbers: &mut Vec<i32>);

    /// Appends the words for the state of a node, without scores.
    fn words(&self, node: usize, text: &mut String);

    /// Returns what stands after the words of a node: see [`standing`].
    fn standing(&self, node: usize) -> String;

    /// The points of the seats in a node, the first player's first; none of a graph without scores.
    fn scores(&self, node: usize) -> &[Points];

    /// The seat to move in a node of a graph with scores.
    fn mover(&self, node: usize) -> Seat;

    /// The board of a node, with the scores if the graph has them.
    fn board(&self, node: usize) -> Board;
}

/// The description of a graph beside its nodes, its labels and actions by their numbers.
pub(super) struct Terms<'a> {
    pub(super) model: &'a Model,
    /// The bytes that model and states take.
    pub(super) bytes: u64,
    /// For each label its action; `None` where chance moves.
    pub(super) actions: Vec<Option<u32>>,
    /// For each label how many seats the turn moves on, as the game says it.
    pub(super) passes: Vec<Seat>,
    /// The name of each action, and its meaning where the name is a code.
    pub(super) named: Vec<(String, Option<String>)>,
    /// See [`Depict::unit`].
    pub(super) unit: Option<&'static str>,
    /// See [`Depict::codes`].
    pub(super) codes: Vec<Code>,
    /// See [`Depict::measures`].
    pub(super) measures: &'static [&'static str],
}

/// A graph of a game that depicts itself.
pub(super) struct Of<'a, G: Depict> {
    graph: &'a Graph<G>,
    /// All actions, in ascending order.
    actions: Vec<G::Action>,
}

/// Returns the scores of a node and who moves there, as they stand after the words for its state; nothing of a graph
/// without scores.
pub fn standing<G: Game>(graph: &Graph<G>, node: usize) -> String {
    if !graph.has_scores() {
        return String::new();
    }
    let scores: Vec<String> = graph.scores(node).iter().map(ToString::to_string).collect();
    format!("; {}, player {}", scores.join(":"), graph.mover(node) + 1)
}

impl<'a, G: Depict> Of<'a, G> {
    pub(super) fn new(graph: &'a Graph<G>) -> Self {
        let mut actions: Vec<G::Action> = graph.labels().iter().filter_map(|label| label.action).collect();
        order::sort(&mut actions, Ord::cmp);
        actions.dedup();
        Self { graph, actions }
    }

    /// Returns what is said of the graph as a whole.
    pub(super) fn terms(&self) -> Terms<'a> {
        let (game, graph, number) = (self.graph.game(), self.graph, self.numbers());
        Terms {
            model: graph.model(),
            bytes: graph.bytes(),
            actions: graph.labels().iter().map(|label| label.action.map(&number)).collect(),
            passes: graph.labels().iter().map(|label| game.passes(label.event)).collect(),
            named: self.actions.iter().map(|action| (action.to_string(), game.act(*action))).collect(),
            unit: game.unit(),
            codes: game.codes(),
            measures: game.measures(),
        }
    }

    /// The number of each action that the graph has.
    pub(super) fn numbers(&self) -> impl Fn(G::Action) -> u32 + use<G> {
        let actions = self.actions.clone();
        move |action| actions.binary_search(&action).expect("only what may be done is decided") as u32
    }
}

impl<G: Depict> Depicted for Of<'_, G> {
    fn events(&self, edges: &mut dyn Iterator<Item = usize>) -> (Events, Vec<EventKind>) {
        Events::on(self.graph, edges)
    }

    fn ending(&self, node: usize, last: Option<usize>) -> Option<Ending> {
        let graph = self.graph;
        if graph.has_scores() {
            // Counted from the one to move.
            let seats = graph.seats();
            return Some(match graph.outcome(node) {
                Outcome::Won(seat) => Ending::Won((seat + seats - graph.mover(node)) % seats),
                Outcome::Drawn => Ending::Drawn,
            });
        }
        self.graph.game().ending(graph.state(node), last.map(|label| graph.labels()[label].event))
    }

    fn measure(&self, node: usize, numbers: &mut Vec<i32>) {
        self.graph.game().measure(self.graph.state(node), numbers);
    }

    fn words(&self, node: usize, text: &mut String) {
        self.graph.game().words(self.graph.state(node), text);
    }

    fn standing(&self, node: usize) -> String {
        standing(self.graph, node)
    }

    fn scores(&self, node: usize) -> &[Points] {
        self.graph.scores(node)
    }

    fn mover(&self, node: usize) -> Seat {
        self.graph.mover(node)
    }

    fn board(&self, node: usize) -> Board {
        self.graph.game().board(self.graph.state(node), self.graph.scores(node))
    }
}

/// The events that a document has.
#[derive(Default)]
pub(super) struct Events {
    /// For each label of the graph its event, as a place in `names`; none of those that the document does not have.
    labels: Vec<Option<u32>>,
    names: Vec<String>,
    /// For each event its kind, as a place among those of the document.
    of: Vec<usize>,
}

impl Events {
    /// The events on these edges of `graph`, in ascending order, and the kinds that they are of.
    pub(super) fn on<G: Depict>(
        graph: &Graph<G>,
        edges: impl Iterator<Item = usize>,
    ) -> (Self, Vec<EventKind>) {
        let mut used = vec![false; graph.labels().len()];
        edges.for_each(|edge| used[graph.label(edge)] = true);
        let event = |place: usize| graph.labels()[place].event;
        let mut events = Self { labels: vec![None; used.len()], ..Self::default() };
        let in_order = order::places(used.len(), &|a, b| event(a).cmp(&event(b)));
        let (mut last, mut kinds) = (None, Vec::new());
        for place in in_order.into_iter().map(|place| place as usize).filter(|&place| used[place]) {
            let event = event(place);
            if last.replace(event) != Some(event) {
                events.add(event.to_string(), graph.game().kind(event), &mut kinds);
            }
            events.labels[place] = Some(events.names.len() as u32 - 1);
        }
        (events, kinds)
    }

    /// Adds an event, and its kind to those that there are.
    fn add(&mut self, name: String, mut kind: EventKind, kinds: &mut Vec<EventKind>) {
        if kind.look == EventKind::BY_PLACE {
            kind.look = self.names.len() % palette::DECISION;
        }
        let place = kinds.iter().position(|other| *other == kind).unwrap_or(kinds.len());
        if place == kinds.len() {
            kinds.push(kind);
        }
        self.of.push(place);
        self.names.push(name);
    }

    /// The name of the event of a label, and its kind as a place among those of the document.
    pub(super) fn get(&self, label: usize) -> (&str, usize) {
        let place = self.labels[label].expect("every event of the document was named") as usize;
        (&self.names[place], self.of[place])
    }
}
