//! The document of a game in which the mover decides: positions, what may be decided there with its value and regret,
//! and what chance answers.

use super::{Cell, Column, Document, Edge, Kind, Node, Role};
use crate::depict::Depict;
use crate::engine::graph::{Back, Graph, View, components};
use crate::engine::lists::Lists;
use crate::exact::{self, Rational};
use crate::game::Seat;
use std::collections::BTreeMap;
use std::ops::Range;

/// What the document says about itself, and what it shows.
#[derive(Clone, Debug, Default)]
pub struct About {
    /// The title.
    pub title: String,
    /// Facts about the whole.
    pub facts: Vec<(String, String)>,
    /// Whether a position has its board drawn.
    pub board: bool,
    /// Whether every number has its fraction beside it, as text.
    pub exact: bool,
    /// Only what is decided, or everything that may be.
    pub all: bool,
    /// Turns after which the graph is cut.
    pub depth: Option<u32>,
}

/// What the mover may decide in a node, and what it is worth to him; empty where nobody decides.
pub struct Decision<A> {
    /// What the node is worth to the mover.
    pub value: Rational,
    /// The actions in ascending order, each with its value.
    pub actions: Vec<(A, Rational)>,
    /// The action that is taken.
    pub taken: Option<A>,
}

/// A node of the document.
#[derive(Clone, Copy)]
enum Item {
    Position {
        node: usize,
        cut: bool,
    },
    /// The position's item, and the place among its actions.
    Action {
        at: usize,
        place: usize,
    },
}

/// An edge of the document: from an item to an item, by an edge of the graph or by a decision.
struct Line {
    source: usize,
    target: usize,
    /// The edge of the graph; `None` for a decision.
    edge: Option<usize>,
}

/// The graph of a game with decisions, solved, as a document.
///
/// A position with actions is followed by them, and each of them by its events. Reach is that under the policy.
pub struct Decided<'a, G: Depict> {
    graph: &'a Graph<G>,
    family: &'a G,
    about: About,
    positions: Vec<(f64, f64)>,
    decisions: BTreeMap<usize, Decision<G::Action>>,
    items: Vec<Item>,
    lines: Vec<Line>,
    first: Vec<usize>,
    start: usize,
    reach: Vec<Rational>,
    visits: Vec<Rational>,
    /// Whether play can come back.
    cyclic: bool,
    node_columns: Vec<Column>,
    edge_columns: Vec<Column>,
    kinds: Vec<G::Event>,
    events: Vec<String>,
}

impl<'a, G: Depict> Decided<'a, G> {
    /// The document of `graph`; `decide` says what is decided in a node.
    #[must_use]
    pub fn new(
        family: &'a G,
        graph: &'a Graph<G>,
        decide: impl Fn(usize) -> Decision<G::Action>,
        about: About,
    ) -> Self {
        let kinds = family.events();
        let mut events: Vec<String> = kinds.iter().map(ToString::to_string).collect();
        events.push("decision".to_owned());
        let mut document = Self {
            graph,
            family,
            positions: Vec::new(),
            decisions: BTreeMap::new(),
            items: Vec::new(),
            lines: Vec::new(),
            first: Vec::new(),
            start: 0,
            reach: Vec::new(),
            visits: Vec::new(),
            cyclic: false,
            node_columns: Vec::new(),
            edge_columns: vec![column("weight_total", Kind::Text), column("decision", Kind::Text)],
            kinds,
            events,
            about,
        };
        document.collect(&decide);
        document.connect();
        document.follow();
        document.node_columns = node_columns(family, document.about.exact, document.cyclic);
        document
    }

    /// Gives every node a position: (across, along).
    #[must_use]
    pub fn placed(mut self, place: impl FnOnce(&[u32], &[(usize, usize)]) -> Vec<(f64, f64)>) -> Self {
        let plies: Vec<u32> = self.items.iter().map(|item| self.ply(*item)).collect();
        let edges: Vec<_> = self.lines.iter().map(|line| (line.source, line.target)).collect();
        self.positions = place(&plies, &edges);
        self
    }

    /// The actions of a node that are shown, with their places among all.
    fn shown(&self, node: usize) -> impl Iterator<Item = usize> {
        let decision = &self.decisions[&node];
        let all = self.about.all;
        (0..decision.actions.len())
            .filter(move |&place| all || Some(decision.actions[place].0) == decision.taken)
    }

    /// The edges of a node that belong to an action, or all where nobody decides.
    fn edges(&self, node: usize, place: Option<usize>) -> impl Iterator<Item = usize> {
        let action = place.map(|place| self.decisions[&node].actions[place].0);
        self.graph.edges_of(node).filter(move |&edge| self.graph.edge(edge).2.action == action)
    }

    /// Finds the positions that are shown, turn by turn from the start.
    fn collect(&mut self, decide: &impl Fn(usize) -> Decision<G::Action>) {
        let mut found: BTreeMap<usize, bool> = BTreeMap::new();
        let mut row = vec![self.graph.start()];
        let mut depth = 0;
        while !row.is_empty() {
            let cut = self.about.depth == Some(depth);
            let mut next = Vec::new();
            for node in row {
                if found.contains_key(&node) {
                    continue;
                }
                found.insert(node, cut && !self.graph.edges_of(node).is_empty());
                self.decisions.insert(node, decide(node));
                if cut {
                    continue;
                }
                let edges: Vec<usize> = self.leaving(node).into_iter().flat_map(|(_, edges)| edges).collect();
                next.extend(edges.into_iter().map(|edge| self.graph.edge(edge).1));
            }
            row = next;
            depth += 1;
        }
        for (node, cut) in found {
            let at = self.items.len();
            if node == self.graph.start() {
                self.start = at;
            }
            self.items.push(Item::Position { node, cut });
            if !cut {
                let places: Vec<usize> = self.shown(node).collect();
                self.items.extend(places.into_iter().map(|place| Item::Action { at, place }));
            }
        }
    }

    /// What leaves a node: the edges of each action that is shown, or of chance.
    fn leaving(&self, node: usize) -> Vec<(Option<usize>, Vec<usize>)> {
        if self.decisions[&node].actions.is_empty() {
            return vec![(None, self.edges(node, None).collect())];
        }
        self.shown(node).map(|place| (Some(place), self.edges(node, Some(place)).collect())).collect()
    }

    fn node_of(&self, item: Item) -> usize {
        match item {
            Item::Position { node, .. } => node,
            Item::Action { at, .. } => self.node_of(self.items[at]),
        }
    }

    fn connect(&mut self) {
        let places: BTreeMap<usize, usize> = self
            .items
            .iter()
            .enumerate()
            .filter_map(|(at, item)| match item {
                Item::Position { node, .. } => Some((*node, at)),
                Item::Action { .. } => None,
            })
            .collect();
        for (source, &item) in self.items.iter().enumerate() {
            self.first.push(self.lines.len());
            let node = self.node_of(item);
            let edges: Vec<usize> = match item {
                Item::Position { cut: true, .. } => Vec::new(),
                Item::Position { .. } if !self.decisions[&node].actions.is_empty() => {
                    let shown = self.shown(node).count();
                    let lines = (1..=shown).map(|step| Line { source, target: source + step, edge: None });
                    self.lines.extend(lines);
                    continue;
                }
                Item::Position { .. } => self.edges(node, None).collect(),
                Item::Action { place, .. } => self.edges(node, Some(place)).collect(),
            };
            for edge in edges {
                let target = places[&self.graph.edge(edge).1];
                self.lines.push(Line { source, target, edge: Some(edge) });
            }
        }
        self.first.push(self.lines.len());
    }

    /// The probability of ever coming to each item under the policy, and how often play is there, component by
    /// component from the start.
    fn follow(&mut self) {
        let count = self.items.len();
        let shares: Vec<Rational> = (0..self.lines.len()).map(|number| self.share(number)).collect();
        let lines = self.lines.iter().zip(&shares).filter(|(_, share)| **share != exact::zero());
        let steps = lines.map(|(line, _)| (line.source, line.target));
        let ahead = Lists::new(count, steps.clone());
        let back = Back::new(count, steps);
        let components = components(View::new(&ahead).with(&back));
        self.visits = vec![exact::zero(); count];
        self.visits[self.start] = exact::one();
        self.reach.clone_from(&self.visits);
        for component in components.iter().rev() {
            let places: Vec<usize> = component.iter().map(|&at| at as usize).collect();
            let inside: BTreeMap<usize, usize> =
                places.iter().enumerate().map(|(index, &at)| (at, index)).collect();
            let mut back = vec![vec![exact::zero(); places.len()]; places.len()];
            let mut cyclic = false;
            for (index, &at) in places.iter().enumerate() {
                for number in self.edges_of(at).filter(|&number| shares[number] != exact::zero()) {
                    if let Some(&target) = inside.get(&self.lines[number].target) {
                        back[index][target] += &shares[number];
                        cyclic = true;
                    }
                }
            }
            if cyclic {
                self.cyclic = true;
                self.stay(back, &places);
            } else {
                self.reach[places[0]] = self.visits[places[0]].clone();
            }
            for &at in &places {
                for number in self.edges_of(at) {
                    let target = self.lines[number].target;
                    if !inside.contains_key(&target) {
                        let more = &self.visits[at] * &shares[number];
                        self.visits[target] += more;
                    }
                }
            }
        }
    }

    /// Turns the visits that come into a component from outside into all visits, and into the probability of any: the
    /// visits to a place are that probability times the visits of one who is there already (Kemeny & Snell 1960).
    fn stay(&mut self, back: Vec<Vec<Rational>>, places: &[usize]) {
        let mut system = back;
        for (index, row) in system.iter_mut().enumerate() {
            row.iter_mut().for_each(|share| *share = -share.clone());
            row[index] += exact::one();
        }
        let fundamental = exact::inverse(system).expect("play leaves every cycle");
        let into: Vec<Rational> = places.iter().map(|&at| self.visits[at].clone()).collect();
        for (index, &at) in places.iter().enumerate() {
            let visits: Rational = into.iter().zip(&fundamental).map(|(into, row)| into * &row[index]).sum();
            self.reach[at] = &visits / &fundamental[index][index];
            self.visits[at] = visits;
        }
    }

    /// The probability of an edge under the policy.
    fn share(&self, number: usize) -> Rational {
        match self.lines[number].edge {
            Some(edge) => {
                let label = self.graph.edge(edge).2;
                exact::ratio(label.weight, label.total)
            }
            None if self.is_taken(self.lines[number].target) => exact::one(),
            None => exact::zero(),
        }
    }

    /// Whether the action that an item is is the one that is taken.
    fn is_taken(&self, at: usize) -> bool {
        let Item::Action { place, .. } = self.items[at] else { return false };
        let decision = &self.decisions[&self.node_of(self.items[at])];
        Some(decision.actions[place].0) == decision.taken
    }

    fn ply(&self, item: Item) -> u32 {
        let ply = 2 * self.graph.ply(self.node_of(item));
        match item {
            Item::Position { .. } => ply,
            Item::Action { .. } => ply + 1,
        }
    }

    /// What an item is worth to the mover, and how much less than the best that is.
    fn worth(&self, item: Item) -> (Rational, Rational) {
        let decision = &self.decisions[&self.node_of(item)];
        match item {
            Item::Position { .. } => (decision.value.clone(), exact::zero()),
            Item::Action { place, .. } => {
                let value = decision.actions[place].1.clone();
                (value.clone(), &decision.value - value)
            }
        }
    }
}

fn column(name: &str, kind: Kind) -> Column {
    Column { name: name.to_owned(), kind }
}

fn node_columns<G: Depict>(family: &G, with_exact: bool, cyclic: bool) -> Vec<Column> {
    let mut all = vec![column("what", Kind::Text), column("state", Kind::Text), column("action", Kind::Text)];
    all.extend(family.measures().iter().map(|name| column(name, Kind::Integer)));
    all.extend([column("layer", Kind::Integer), column("ply", Kind::Integer)]);
    let visits = cyclic.then_some("visits");
    for name in ["reach"].into_iter().chain(visits).chain(["value", "regret"]) {
        all.push(column(name, Kind::Real));
        if with_exact {
            all.push(column(&format!("{name}_exact"), Kind::Text));
        }
    }
    all.extend([column("taken", Kind::Flag), column("end", Kind::Flag)]);
    all
}

/// Fractions longer than this are shown as decimals in labels.
const MOST_SHORT: usize = 12;

fn short(value: &Rational) -> String {
    let text = exact::fraction(value);
    if text.len() > MOST_SHORT { exact::decimal(value, 6) } else { text.trim_end_matches("/1").to_owned() }
}

impl<G: Depict> Document for Decided<'_, G> {
    fn title(&self) -> &str {
        &self.about.title
    }

    fn facts(&self) -> &[(String, String)] {
        &self.about.facts
    }

    fn node_columns(&self) -> &[Column] {
        &self.node_columns
    }

    fn edge_columns(&self) -> &[Column] {
        &self.edge_columns
    }

    fn node_count(&self) -> usize {
        self.items.len()
    }

    fn edge_count(&self) -> usize {
        self.lines.len()
    }

    fn start(&self) -> usize {
        self.start
    }

    fn edges_of(&self, node: usize) -> Range<usize> {
        self.first[node]..self.first[node + 1]
    }

    fn node(&self, index: usize, node: &mut Node) {
        let item = self.items[index];
        let place = self.node_of(item);
        let state = self.graph.state(place);
        let decision = &self.decisions[&place];
        let (value, regret) = self.worth(item);
        let reach = &self.reach[index];
        node.id = index;
        node.role = self.role(index);
        node.mover = None;
        node.ply = self.ply(item);
        node.reach = exact::double(reach);
        node.position = self.positions.get(index).copied().unwrap_or((0.0, -f64::from(node.ply) - 1.0));
        node.board = None;
        node.label.clear();
        let mut words = String::new();
        self.family.words(state, &mut words);
        let action = match item {
            Item::Action { place, .. } => decision.actions[place].0.to_string(),
            Item::Position { .. } => String::new(),
        };
        if action.is_empty() {
            if self.about.board {
                node.board = Some(self.family.board(state, &[]));
            }
            node.label.push(words.clone());
            node.label.push(format!("value {}", short(&value)));
            node.label.push(format!("P = {}", short(reach)));
        } else {
            node.label.push(action.clone());
            node.label.push(short(&value));
            if node.role == Role::Action(false) {
                let tie = regret == exact::zero();
                node.label.push(if tie {
                    "as good".to_owned()
                } else {
                    format!("regret {}", short(&regret))
                });
            }
        }
        let cells = &mut node.cells;
        cells.clear();
        cells.text(|text| text.push_str(if action.is_empty() { "position" } else { "action" }));
        cells.text(|text| text.push_str(&words));
        cells.text(|text| text.push_str(if action.is_empty() { "none" } else { &action }));
        let mut measures = Vec::new();
        self.family.measure(state, &mut measures);
        measures.into_iter().for_each(|number| cells.put(Cell::Integer(number)));
        cells.put(Cell::Integer(self.graph.layer(place) as i32));
        cells.put(Cell::Integer(node.ply as i32));
        let visits = self.cyclic.then_some(&self.visits[index]);
        for number in [reach].into_iter().chain(visits).chain([&value, &regret]) {
            cells.put(Cell::Real(exact::double(number)));
            if self.about.exact {
                cells.text(|text| text.push_str(&exact::fraction(number)));
            }
        }
        cells.put(Cell::Flag(action.is_empty() || self.is_taken(index)));
        cells.put(Cell::Flag(self.graph.is_end(place)));
    }

    fn role(&self, index: usize) -> Role {
        match self.items[index] {
            Item::Action { .. } => Role::Action(self.is_taken(index)),
            Item::Position { cut: true, .. } => Role::Cut,
            Item::Position { node, .. } if self.graph.is_end(node) => Role::Done,
            Item::Position { .. } if index == self.start => Role::Start,
            Item::Position { .. } => Role::Inner,
        }
    }

    fn edge(&self, index: usize, edge: &mut Edge) {
        let line = &self.lines[index];
        let share = self.share(index);
        edge.id = index;
        edge.source = line.source;
        edge.target = line.target;
        edge.mover = None;
        edge.probability = exact::double(&share);
        edge.exact = exact::fraction(&share);
        let decided = line.edge.is_none().then(|| self.is_taken(line.target));
        edge.decided = decided;
        match line.edge {
            Some(number) => {
                let label = self.graph.edge(number).2;
                edge.style = self.kinds.binary_search(&label.event).unwrap_or(0);
                edge.event.clone_from(&self.events[edge.style]);
                (edge.weight, edge.total) = (label.weight, label.total);
            }
            None => {
                edge.style = self.kinds.len();
                let Item::Action { place, .. } = self.items[line.target] else { return };
                let node = self.node_of(self.items[line.target]);
                edge.event = self.decisions[&node].actions[place].0.to_string();
                (edge.weight, edge.total) = (u64::from(decided == Some(true)), 1);
            }
        }
        let (weight, total) = (edge.weight, edge.total);
        edge.cells.clear();
        edge.cells.text(|text| text.push_str(&format!("{weight}/{total}")));
        edge.cells.text(|text| {
            text.push_str(match decided {
                None => "chance",
                Some(true) => "taken",
                Some(false) => "left",
            });
        });
    }

    fn decides(&self) -> bool {
        true
    }

    fn seats(&self) -> Seat {
        1
    }

    fn events(&self) -> &[String] {
        &self.events
    }
}
