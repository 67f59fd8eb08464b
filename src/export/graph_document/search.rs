//! The search for the nodes and edges of a document with decisions.

use super::document_info::{Decision, DocumentInfo};
use super::number_array::{NumberArray, NumberForm};
use super::reach::NodeReach;
use super::shown_graph::{DECISION, NodeKind, ShownGraph};
use super::text::GraphText;
use crate::depict::Ending;
use crate::evaluate::checkpoint::{fingerprint, save_value};
use crate::evaluate::{Chain, VisitQuery, expected_visits};
use crate::exact::{self, Rational};
use crate::game::Seat;
use crate::model::csr::Csr;
use crate::model::{Error, Job, Model, POLL_INTERVAL, Progress, components_of_steps};
use num_traits::Signed as _;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::io::{self, Write};
use std::mem::take;
use std::ops::Range;
use std::time::Instant;

/// Finds the nodes and edges of the graph that `about` shows, and their numbers. The decisions and the
/// probabilities of reaching nodes can be saved.
///
/// # Errors
/// A policy under which play never ends, a limit, or work that cannot be saved or read.
pub(super) fn search(
    text: &GraphText<'_>,
    about: &DocumentInfo,
    decide: &dyn Fn(usize) -> Decision<u32>,
    job: &Job<'_>,
) -> Result<ShownGraph, Error> {
    let shown = ShownGraph::new(NumberForm::of(about));
    let mut search = ShownSearch { text, model: text.model, about, job, next_tick: 0, shown };
    let positions = search.positions(decide)?;
    let places = search.nodes(positions)?;
    search.edges(&places)?;
    drop(places);
    search.reach()?;
    Ok(search.shown)
}

/// The place of a position that is not shown.
const HIDDEN: u32 = u32::MAX;

/// The place of a position after which the graph is cut, until it has a node.
const CUT: u32 = u32::MAX - 1;

/// The place of any other shown position, until it has a node.
const FOUND: u32 = u32::MAX - 2;

/// The shown positions and the decisions in their nodes.
///
/// A position is a node of the graph and the seat that moves there, even if the game uses one state for all seats.
/// Its number is 2 * (node * seats + seat), plus 1 for an end whose result depends on the last event.
#[derive(Default)]
struct ShownPositions {
    /// The place of each position: [`HIDDEN`], [`CUT`] or [`FOUND`].
    places: Vec<u32>,
    /// The results that depend on the last event.
    endings: BTreeMap<usize, Option<Ending>>,
    /// The index of the decision of each node of the graph, or [`HIDDEN`].
    decision_of: Vec<u32>,
    decisions: PackedDecisions,
}

/// The decisions in the nodes, in the order in which the nodes are found. The saved ones precede those that are computed.
#[derive(Default, Serialize, Deserialize)]
struct PackedDecisions {
    all: Vec<PackedDecision>,
    /// The actions of all decisions that are shown for some seat.
    actions: Vec<PackedAction>,
    /// The numbers of the decisions.
    values: NumberArray,
}

/// A decision, by the offset of its values.
#[derive(Clone, Serialize, Deserialize)]
struct PackedDecision {
    values: u64,
    /// The range of its shown actions.
    actions: Range<u32>,
}

/// An action of a decision, by the offset of its values.
#[derive(Clone, Copy, Serialize, Deserialize)]
struct PackedAction {
    action: u32,
    is_taken: bool,
    values: u64,
}

impl ShownPositions {
    /// Returns the decision in a node of the graph, if the node is shown.
    fn decision(&self, node: usize) -> Option<&PackedDecision> {
        self.decisions.all.get(self.decision_of[node] as usize)
    }
}

/// The search for the nodes and edges of a document.
struct ShownSearch<'a> {
    text: &'a GraphText<'a>,
    model: &'a Model,
    about: &'a DocumentInfo,
    job: &'a Job<'a>,
    /// The amount of work at which the limits are checked next.
    next_tick: usize,
    shown: ShownGraph,
}

impl ShownSearch<'_> {
    /// Checks the limits once the amount of `work` is large enough.
    fn tick(&mut self, node: usize, work: usize) -> Result<(), Error> {
        if self.is_tick_due(work) { self.check_limits(node, 0) } else { Ok(()) }
    }

    /// Returns whether the amount of `work` is large enough to check the limits.
    fn is_tick_due(&mut self, work: usize) -> bool {
        let is_due = work >= self.next_tick;
        if is_due {
            self.next_tick = work + POLL_INTERVAL;
        }
        is_due
    }

    /// Checks the limits before `bytes` are allocated.
    fn check_limits(&self, node: usize, bytes: u64) -> Result<(), Error> {
        let (layer, states) = (self.model.layer(node), self.model.node_count() as u64);
        self.job.reserve(bytes, Progress { layer, states })
    }

    fn seats(&self) -> usize {
        usize::from(self.model.seats())
    }

    /// Returns the first position of a node of the graph: that of the first seat.
    fn first_position(&self, node: usize) -> usize {
        2 * node * self.seats()
    }

    /// Returns the mover of a position.
    fn mover(&self, position: usize) -> Seat {
        (position / 2 % self.seats()) as Seat
    }

    /// Returns the position that an edge of the graph leads to if `mover` moves, and the result if play ends there.
    fn step(&self, edge: usize, mover: Seat) -> (usize, Option<Ending>) {
        let (node, passes) = (self.model.target(edge), self.model.edge_kind(edge).turn_offset);
        let next_mover = (usize::from(mover) + usize::from(passes)) % self.seats();
        let position = self.first_position(node) + 2 * next_mover;
        if !self.model.is_end(node) {
            return (position, None);
        }
        let ending = self.text.states.ending(node, Some(self.model.label(edge)));
        (position + usize::from(ending != self.text.states.ending(node, None)), ending)
    }

    /// Returns the edges of a node of the graph that belong to an action, or to chance.
    fn choice(&self, node: usize, action: Option<u32>) -> Range<usize> {
        let edges = self.model.edges_of(node);
        let action_of = |edge: usize| self.text.label_actions[self.model.label(edge)];
        let first_edge = |is_before: &dyn Fn(Option<u32>) -> bool| {
            let (mut low, mut high) = (edges.start, edges.end);
            while low < high {
                let middle = low + (high - low) / 2;
                if is_before(action_of(middle)) { low = middle + 1 } else { high = middle }
            }
            low
        };
        first_edge(&|other| other < action)..first_edge(&|other| other <= action)
    }

    /// Finds the shown positions, breadth first, and the decisions in their nodes. The decisions can be saved.
    fn positions(&mut self, decide: &dyn Fn(usize) -> Decision<u32>) -> Result<ShownPositions, Error> {
        let nodes = self.model.node_count();
        let (start, positions) = (self.model.start(), self.first_position(nodes));
        self.check_limits(start, ((positions + nodes) * size_of::<u32>()) as u64)?;
        let mut found = ShownPositions {
            places: vec![HIDDEN; positions],
            decision_of: vec![HIDDEN; nodes],
            decisions: PackedDecisions {
                values: NumberArray::new(NumberForm::of(self.about)),
                ..Default::default()
            },
            ..ShownPositions::default()
        };
        let job = self.job.section("decisions");
        let fingerprint = job.store.map_or(0, |_| fingerprint(self.model));
        if let Some(saved) = job.store.map_or(Ok(None), |store| store.load_value(fingerprint))? {
            found.decisions = saved;
        }
        let (began, saved, mut decided) = (Instant::now(), found.decisions.all.len(), 0);
        let write = |decisions: &PackedDecisions, out: &mut dyn Write| -> io::Result<()> {
            save_value(out, &fingerprint)?;
            save_value(out, decisions)
        };
        let start = self.first_position(start);
        found.places[start] = FOUND;
        let (mut row, mut count) = (vec![start], 0);
        for depth in 0.. {
            let is_last = self.about.depth == Some(depth);
            let mut next = Vec::new();
            for &position in &row {
                let (node, mover) = (position / 2 / self.seats(), self.mover(position));
                if self.is_tick_due(count + found.decisions.actions.len()) {
                    let result = self.check_limits(node, 0);
                    let mut write = |out: &mut dyn Write| write(&found.decisions, out);
                    job.store.map_or(Ok(()), |store| store.save_step(&result, &mut write))?;
                    result?;
                }
                count += 1;
                let is_cut = self.model.is_cut(node) || is_last && !self.model.edges_of(node).is_empty();
                if is_cut {
                    found.places[position] = CUT;
                }
                if found.decision_of[node] == HIDDEN {
                    found.decision_of[node] = decided as u32;
                    if decided == found.decisions.all.len() {
                        self.add_decision(decide(node), is_cut, &mut found.decisions);
                    }
                    decided += 1;
                }
                if is_cut || is_last {
                    continue;
                }
                let actions = found.decisions.all[found.decision_of[node] as usize].actions.clone();
                let mut add = |action: Option<u32>, found: &mut ShownPositions| {
                    for (position, ending) in self.choice(node, action).map(|edge| self.step(edge, mover)) {
                        if found.places[position] == HIDDEN {
                            found.places[position] = FOUND;
                            found.endings.extend((position % 2 == 1).then_some((position, ending)));
                            next.push(position);
                        }
                    }
                };
                add(None, &mut found);
                for index in actions {
                    let PackedAction { action, is_taken, .. } = found.decisions.actions[index as usize];
                    if self.about.shown.shows(mover, is_taken) {
                        add(Some(action), &mut found);
                    }
                }
            }
            if next.is_empty() {
                break;
            }
            row = next;
        }
        if let Some(store) = job.store.filter(|_| decided > saved) {
            store.save_result(began, &mut |out| write(&found.decisions, out));
        }
        self.shown.values = take(&mut found.decisions.values);
        Ok(found)
    }

    /// Packs a decision: its values and, for each action that is shown for some seat, its values and the difference from
    /// the best action.
    fn add_decision(&self, decision: Decision<u32>, is_cut: bool, found: &mut PackedDecisions) {
        let Decision { values, actions, taken } = decision;
        // Both values of a difference have an error.
        let margin = self.about.error.and_then(|error| Rational::from_float((2.0 * error).next_up()));
        let margin = margin.unwrap_or_default();
        let packed = &mut found.values;
        let first_action = found.actions.len() as u32;
        let offset = packed.push_all(&values);
        for (action, action_values) in actions.iter().filter(|_| !is_cut) {
            let is_taken = Some(*action) == taken;
            if (0..self.model.seats()).any(|mover| self.about.shown.shows(mover, is_taken)) {
                let values_offset = packed.push_all(action_values);
                found.actions.push(PackedAction { action: *action, is_taken, values: values_offset });
                // The action that is taken is the best; a player who plays to lose takes the least value.
                let lost = (&values[0] - &action_values[0]).abs();
                packed.push(&if lost <= margin { exact::zero() } else { -lost });
            }
        }
        let actions = first_action..found.actions.len() as u32;
        found.all.push(PackedDecision { values: offset, actions });
    }

    /// Adds the nodes: the positions in the order of the graph's nodes, each followed by its actions. Returns the node of
    /// each position.
    fn nodes(&mut self, mut found: ShownPositions) -> Result<Vec<u32>, Error> {
        self.next_tick = 0;
        for node in 0..self.model.node_count() {
            let Some(PackedDecision { values, actions }) = found.decision(node).cloned() else { continue };
            self.tick(node, self.shown.node_count())?;
            for position in self.first_position(node)..self.first_position(node + 1) {
                let place = found.places[position];
                if place == HIDDEN {
                    continue;
                }
                found.places[position] = self.shown.node_count() as u32;
                let mover = self.mover(position);
                let kind = match found.endings.get(&position) {
                    _ if place == CUT => NodeKind::Cut,
                    Some(ending) => NodeKind::End(*ending),
                    None if self.model.is_end(node) => NodeKind::End(self.text.states.ending(node, None)),
                    None => NodeKind::Position,
                };
                self.shown.push_node(node, mover, kind, values);
                for index in actions.clone() {
                    let PackedAction { action, is_taken, values } = found.decisions.actions[index as usize];
                    if place != CUT && self.about.shown.shows(mover, is_taken) {
                        self.shown.push_node(node, mover, NodeKind::Action(action, is_taken), values);
                    }
                }
            }
        }
        self.shown.start = found.places[self.first_position(self.model.start())] as usize;
        self.shown.values.shrink_to_fit();
        Ok(found.places)
    }

    /// Adds the edges; `places` holds the node of each position.
    fn edges(&mut self, places: &[u32]) -> Result<(), Error> {
        self.next_tick = 0;
        let mut edges = Vec::new();
        for node in 0..self.shown.node_count() {
            let graph_node = self.shown.graph_nodes[node] as usize;
            self.tick(graph_node, node + self.shown.edge_count())?;
            let mover = self.shown.movers[node];
            let step = |edge: usize| (places[self.step(edge, mover).0] as usize, edge as u32);
            let is_action = |node: &usize| matches!(self.shown.kind(*node), NodeKind::Action(..));
            let choice = match self.shown.kind(node) {
                NodeKind::Cut | NodeKind::End(_) => 0..0,
                NodeKind::Action(action, _) => self.choice(graph_node, Some(action)),
                NodeKind::Position => self.choice(graph_node, None),
            };
            edges.clear();
            edges.extend(choice.map(step));
            if self.shown.kind(node) == NodeKind::Position {
                let actions = (node + 1..self.shown.node_count()).take_while(is_action);
                edges.extend(actions.map(|action| (action, DECISION)));
            }
            self.shown.push_edges(&edges);
        }
        Ok(())
    }

    /// Finds the probability of reaching each node under the policy, and the expected visits if the graph has cycles.
    fn reach(&mut self) -> Result<(), Error> {
        let (shown, model) = (&self.shown, self.model);
        let count = shown.node_count();
        // Each component comes after all components that it leads to.
        let (order, is_cyclic) = if model.is_acyclic() {
            let plies = (0..count).map(|node| (shown.ply(model, node) as usize, node));
            let deepest = plies.clone().map(|(ply, _)| ply).max().unwrap_or(0);
            let rows = Csr::new(deepest + 1, plies);
            let mut order = Csr::default();
            rows.all().iter().rev().for_each(|&node| order.push(std::iter::once(node as usize)));
            (order, false)
        } else {
            let steps = (0..shown.edge_count()).filter(|&edge| shown.is_possible(edge));
            let steps = steps.map(|edge| (shown.sources[edge] as usize, shown.target(edge)));
            let (order, on_cycle) = components_of_steps(count, steps);
            (order, on_cycle.is_some())
        };
        let graph_node = |node: usize| shown.graph_nodes[node] as usize;
        let chain = Chain {
            components: &order,
            start: shown.start,
            steps: &|node, each| {
                for edge in shown.edges_of(node) {
                    if let Some(share) = shown.share(model, edge) {
                        each(shown.target(edge), share);
                    }
                }
            },
            name: &|node| model.name(graph_node(node)),
            tick: &|node, bytes| self.check_limits(graph_node(node), bytes),
        };
        let mut reach = NodeReach::new(count, is_cyclic, NumberForm::of(self.about));
        expected_visits(&chain, VisitQuery::Probability, &mut reach, self.job)?;
        reach.shrink_to_fit();
        self.shown.reach = reach;
        Ok(())
    }
}
