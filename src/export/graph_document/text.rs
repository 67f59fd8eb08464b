//! The texts of a graph: descriptions of its states, and the names of its events and actions.

use crate::depict::{Depict, Ending};
use crate::game::{Game, Points, Seat};
use crate::model::{Graph, Model, order};
use crate::payoff::Outcome;
use crate::{Board, Code, EventKind, palette};
use std::cmp::Ordering;

/// Describes the states of a graph by their nodes.
pub(super) trait StateText: Sync {
    /// Returns the events on `edges`, and their kinds.
    fn events(&self, edges: &mut dyn Iterator<Item = usize>) -> (EventNames, Vec<EventKind>);

    /// Returns the result of an end that is reached by an edge with the label `last`, or the result of the state
    /// alone if `last` is `None`.
    fn ending(&self, node: usize, last: Option<usize>) -> Option<Ending>;

    /// Returns `true` if the game itself names the results of its ends, instead of comparing points.
    fn names_endings(&self) -> bool;

    /// Appends the numbers that describe a state.
    fn measure(&self, node: usize, numbers: &mut Vec<i32>);

    /// Appends the description of a state, without scores.
    fn words(&self, node: usize, text: &mut String);

    /// Returns the scores and the mover of a node, as [`standing`].
    fn standing(&self, node: usize) -> String;

    /// Returns the points of the seats, the first player's first. Empty in a graph without scores.
    fn scores(&self, node: usize) -> Vec<Points>;

    /// Returns the seat to move in a node of a graph with scores.
    fn mover(&self, node: usize) -> Seat;

    /// Returns the board of a node.
    fn board(&self, node: usize) -> Board;
}

/// A graph without the types of its game. Actions are identified by their index among all actions in ascending order,
/// and labels by their numbers in the model.
pub(super) struct GraphText<'a> {
    pub(super) model: &'a Model,
    pub(super) states: &'a dyn StateText,
    /// The action of each label; `None` where chance moves.
    pub(super) label_actions: Vec<Option<u32>>,
    /// The number of seats by which each label moves the turn on.
    pub(super) label_passes: Vec<Seat>,
    /// The name of each action, and its meaning if the name is a code.
    pub(super) actions: Vec<(String, Option<String>)>,
    /// The name of points, as [`Depict::unit`].
    pub(super) unit: Option<&'static str>,
    /// The codes in descriptions, as [`Depict::codes`].
    pub(super) codes: Vec<Code>,
    /// The names of the numbers that describe a state.
    pub(super) measures: &'static [&'static str],
}

impl<'a> GraphText<'a> {
    /// Reads the texts of `graph`; `actions` are all its actions.
    pub(super) fn new<G: Depict>(graph: &'a Graph<G>, actions: &[G::Action]) -> Self {
        let (game, labels) = (graph.game(), graph.labels());
        Self {
            model: graph.model(),
            states: graph,
            label_actions: labels
                .iter()
                .map(|label| Some(action_index(actions, label.action.as_ref()?)))
                .collect(),
            label_passes: labels.iter().map(|label| label.turn_offset).collect(),
            actions: actions
                .iter()
                .map(|action| (action.to_string(), game.action_meaning(*action)))
                .collect(),
            unit: game.unit(),
            codes: game.codes(),
            measures: game.measures(),
        }
    }

    /// Returns the names of the points of each seat; empty if points are of no interest.
    pub(super) fn points_by_seat(&self) -> Vec<String> {
        match (self.unit, self.model.seats()) {
            (None, _) => Vec::new(),
            (Some(unit), 1) => vec![unit.to_owned()],
            (Some(unit), seats) => (1..=seats).map(|seat| format!("{unit}_{seat}")).collect(),
        }
    }

    /// Returns the points of an edge, or 0 if points are of no interest.
    pub(super) fn points(&self, edge: usize) -> Points {
        self.unit.map_or(0, |_| self.model.edge_kind(edge).points)
    }
}

/// Returns all actions of `graph` in ascending order.
pub(super) fn actions<G: Game>(graph: &Graph<G>) -> Vec<G::Action> {
    let mut actions: Vec<G::Action> = graph.labels().iter().filter_map(|label| label.action).collect();
    order::sort(&mut actions, Ord::cmp);
    actions.dedup();
    actions
}

/// Returns the place of `action` among `actions`.
pub(super) fn action_index<A: Ord>(actions: &[A], action: &A) -> u32 {
    actions.binary_search(action).expect("the action belongs to the graph") as u32
}

/// Returns the scores of a node and the player to move, to be appended to the description of the state. Empty in a
/// graph without scores.
pub fn standing<G: Game>(graph: &Graph<G>, node: usize) -> String {
    if !graph.has_scores() {
        return String::new();
    }
    let scores: Vec<String> = graph.scores(node).iter().map(ToString::to_string).collect();
    format!("; {}, player {}", scores.join(":"), graph.mover(node) + 1)
}

impl<G: Depict> StateText for Graph<G> {
    fn events(&self, edges: &mut dyn Iterator<Item = usize>) -> (EventNames, Vec<EventKind>) {
        let mut used = vec![false; self.labels().len()];
        edges.for_each(|edge| used[self.label(edge)] = true);
        let event = |label: usize| self.labels()[label].event;
        EventNames::of(&used, &|one, other| event(one).cmp(&event(other)), &|label| {
            (event(label).to_string(), self.game().kind(event(label)))
        })
    }

    fn names_endings(&self) -> bool {
        !self.has_scores()
    }

    fn ending(&self, node: usize, last: Option<usize>) -> Option<Ending> {
        if self.has_scores() {
            let seats = self.seats();
            return Some(match self.outcome(node) {
                Outcome::Won(seat) => Ending::Won((seat + seats - self.mover(node)) % seats),
                Outcome::Drawn => Ending::Drawn,
            });
        }
        self.game().ending(self.state(node), last.map(|label| self.labels()[label].event))
    }

    fn measure(&self, node: usize, numbers: &mut Vec<i32>) {
        self.game().measure(self.state(node), numbers);
    }

    fn words(&self, node: usize, text: &mut String) {
        self.game().words(self.state(node), text);
    }

    fn standing(&self, node: usize) -> String {
        standing(self, node)
    }

    fn scores(&self, node: usize) -> Vec<Points> {
        self.scores(node)
    }

    fn mover(&self, node: usize) -> Seat {
        self.mover(node)
    }

    fn board(&self, node: usize) -> Board {
        self.game().board(self.state(node), &self.scores(node))
    }
}

/// The events of a document.
#[derive(Default)]
pub(super) struct EventNames {
    /// The event of each label, as an index into `names`; `None` for labels that the document does not have.
    of_labels: Vec<Option<u32>>,
    names: Vec<String>,
    /// The kind of each event, as an index into the kinds of the document.
    kinds: Vec<usize>,
}

impl EventNames {
    /// Returns the events of the `used` labels in ascending order, and their kinds. `compare` compares the events of two labels, and
    /// `event` returns the name and the kind of the event of a label.
    fn of(
        used: &[bool],
        compare: &dyn Fn(usize, usize) -> Ordering,
        event: &dyn Fn(usize) -> (String, EventKind),
    ) -> (Self, Vec<EventKind>) {
        let mut events = Self { of_labels: vec![None; used.len()], ..Self::default() };
        let ascending = order::places(used.len(), compare);
        let (mut last, mut kinds) = (None, Vec::new());
        for label in ascending.into_iter().map(|label| label as usize).filter(|&label| used[label]) {
            if last.replace(label).is_none_or(|last| compare(last, label).is_ne()) {
                let (name, kind) = event(label);
                events.add(name, kind, &mut kinds);
            }
            events.of_labels[label] = Some(events.names.len() as u32 - 1);
        }
        (events, kinds)
    }

    /// Adds an event, and adds its kind to `kinds` unless it is present.
    fn add(&mut self, name: String, mut kind: EventKind, kinds: &mut Vec<EventKind>) {
        if kind.style == EventKind::BY_PLACE {
            kind.style = self.names.len() % palette::DECISION;
        }
        let index = kinds.iter().position(|other| *other == kind).unwrap_or(kinds.len());
        if index == kinds.len() {
            kinds.push(kind);
        }
        self.kinds.push(index);
        self.names.push(name);
    }

    /// Returns the name of the event of a label, and its kind as an index into the kinds of the document.
    pub(super) fn get(&self, label: usize) -> (&str, usize) {
        let event = self.of_labels[label].expect("every event of the document has a name") as usize;
        (&self.names[event], self.kinds[event])
    }
}
