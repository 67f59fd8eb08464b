//! How the document of a game with decisions is read.

use super::super::{Cell, Code, Column, Document, Edge, EventKind, Node, Role};
use super::figures::Figure;
use super::{Decided, What};
use crate::depict::Depict;
use crate::exact;
use crate::game::Seat;
use std::ops::Range;

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
        self.lines.targets.places(node)
    }

    fn node(&self, index: usize, node: &mut Node) {
        let place = self.items.nodes[index] as usize;
        let state = self.graph.state(place);
        let (value, next) = self.items.values.get(self.items.values_at[index]);
        let (reach, more) = self.items.reach.get(self.items.reach_at[index]);
        node.id = index;
        node.role = self.role(index);
        node.mover = None;
        node.ply = self.ply(index);
        node.reach = reach.double();
        node.position = self.positions.get(index).copied().unwrap_or((0.0, -f64::from(node.ply) - 1.0));
        node.board = None;
        node.label.clear();
        let mut words = String::new();
        self.family.words(state, &mut words);
        let (action, regret) = match self.items.what[index] {
            What::Action(action, _) => (action.to_string(), self.items.values.get(next).0),
            What::Position | What::Cut => (String::new(), Figure::Fraction(exact::zero())),
        };
        if action.is_empty() {
            if self.about.board {
                node.board = Some(self.family.board(state, &[]));
            }
            node.label.push(words.clone());
            node.label.push(format!("value {}", value.short()));
            node.label.push(format!("P = {}", reach.short()));
        } else {
            node.label.push(action.clone());
            node.label.push(value.short());
            if node.role == Role::Action(false) {
                node.label.push(if regret.is_zero() {
                    "as good".to_owned()
                } else {
                    format!("regret {}", regret.short())
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
        let visits = self.cyclic.then(|| self.items.reach.get(more).0);
        for number in [&reach].into_iter().chain(&visits).chain([&value, &regret]) {
            cells.put(Cell::Real(number.double()));
            if self.about.exact {
                let fraction = number.fraction().expect("fractions are kept where they are written");
                cells.text(|text| text.push_str(&fraction));
            }
        }
        cells.put(Cell::Flag(action.is_empty() || self.is_taken(index)));
        cells.put(Cell::Flag(self.graph.is_end(place)));
    }

    fn role(&self, index: usize) -> Role {
        match self.items.what[index] {
            What::Action(_, taken) => Role::Action(taken),
            What::Cut => Role::Cut,
            What::Position if self.graph.is_end(self.items.nodes[index] as usize) => Role::Done,
            What::Position if index == self.start => Role::Start,
            What::Position => Role::Inner,
        }
    }

    fn edge(&self, index: usize, edge: &mut Edge) {
        let share = self.share(index);
        edge.id = index;
        edge.source = self.lines.sources[index] as usize;
        edge.target = self.lines.target(index);
        edge.mover = None;
        edge.probability = exact::double(&share);
        edge.exact = exact::fraction(&share);
        match self.lines.edge(index) {
            Some(number) => {
                let label = self.graph.edge(number).2;
                edge.decided = None;
                let (name, style) = self.events.get(label.event);
                edge.style = style;
                name.clone_into(&mut edge.event);
                (edge.weight, edge.total) = self.graph.weight(number);
            }
            None => {
                let What::Action(action, taken) = self.items.what[edge.target] else { return };
                edge.decided = Some(taken);
                edge.style = self.decision;
                edge.event = action.to_string();
                (edge.weight, edge.total) = (u64::from(taken), 1);
            }
        }
        edge.look = self.events.kinds()[edge.style].look;
        let (weight, total) = (edge.weight, edge.total);
        edge.cells.clear();
        edge.cells.text(|text| text.push_str(&format!("{weight}/{total}")));
        edge.cells.text(|text| {
            text.push_str(match edge.decided {
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

    fn events(&self) -> &[EventKind] {
        self.events.kinds()
    }

    fn codes(&self) -> &[Code] {
        &self.codes
    }
}
