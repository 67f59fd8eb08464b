//! The document of a game with decisions, as formats read it.

use super::super::{Content, Document, Edge, Head, Node, Role, text};
use super::figures::Figure;
use super::{Decided, NodeKind};
use crate::depict::Ending;
use crate::exact;
use num_traits::ToPrimitive as _;
use std::ops::Range;

impl Decided<'_> {
    /// Returns the worth of a node to each seat, the mover first, and where the next number stands.
    fn values(&self, index: usize) -> (Vec<Figure>, u64) {
        let mut at = self.items.values_at[index];
        let values = (0..self.graph().seats()).map(|_| {
            let (value, next) = self.items.values.get(at);
            at = next;
            value
        });
        (values.collect(), at)
    }

    /// Returns `true` if the players want to win, and pairs are only a way to it.
    fn is_match(&self) -> bool {
        self.graph().seats() > 1 && !self.about.counts
    }

    /// Adds what an end is worth: what is shared there, or 1 for a win and 1/2 for a draw.
    fn reward_end(&self, end: usize, halves: &mut [i64], seats: usize) {
        if self.about.counts {
            let mover = usize::from(self.items.movers[end]);
            for (place, value) in self.values(end).0.into_iter().enumerate() {
                if let (Some(halves), Figure::Fraction(value)) =
                    (halves.get_mut((mover + place) % seats), value)
                {
                    *halves += (value * exact::ratio(2, 1)).to_integer().to_i64().unwrap_or(0);
                }
            }
        }
        if self.is_match() {
            match self.role(end) {
                Role::Won(seat) => halves[halves.len() - seats + usize::from(seat)] += 2,
                _ => halves.iter_mut().rev().take(seats).for_each(|score| *score += 1),
            }
        }
    }

    /// Returns the worth of an edge of the graph to its mover.
    fn gain(&self, edge: usize) -> i64 {
        match &self.about.payoff {
            Some((_, worths)) => worths.event(self.graph().label(edge)),
            None if self.about.counts => self.points(edge).into(),
            None => 0,
        }
    }

    /// The points of an edge of the graph, where they are of interest.
    fn points(&self, edge: usize) -> i32 {
        self.terms.unit.map_or(0, |_| i32::from(self.graph().kind(edge).points))
    }
}

impl Document for Decided<'_> {
    fn head(&self) -> &Head {
        &self.head
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
        let mover = self.items.movers[index];
        let (values, next) = self.values(index);
        let value = &values[0];
        let (reach, more) = self.items.reach.get(self.items.reach_at[index]);
        node.id = index;
        node.role = self.role(index);
        node.mover = (self.graph().seats() > 1).then_some(mover);
        node.ply = self.ply(index);
        node.reach = reach.double();
        node.position = self.positions.get(index).copied().unwrap_or((0.0, -f64::from(node.ply) - 1.0));
        node.board = None;
        node.label.clear();
        let mut words = String::new();
        self.depicted.words(place, &mut words);
        words.push_str(&self.depicted.standing(place));
        let (action, difference) = match self.items.what(index) {
            NodeKind::Action(action, _) => {
                (&*self.terms.named[action as usize].0, self.items.values.get(next).0)
            }
            _ => ("", Figure::Fraction(exact::zero())),
        };
        if action.is_empty() {
            if self.about.board {
                node.board = Some(self.depicted.board(place));
            }
            node.label.push(words.clone());
            node.label.push(format!("value {}", value.short()));
            node.label.push(format!("P = {}", reach.short()));
        } else {
            node.label.push(action.to_owned());
            node.label.push(value.short());
            if node.role == Role::Action(false) {
                node.label.push(if difference.is_zero() {
                    "as good".to_owned()
                } else {
                    format!("difference {}", difference.short())
                });
            }
        }
        let cells = &mut node.cells;
        cells.clear();
        cells.text(|text| text.push_str(if action.is_empty() { "state" } else { "action" }));
        cells.text(|text| text.push_str(&words));
        cells.put(Content::Integer(i32::from(mover) + 1));
        cells.text(|text| text.push_str(if action.is_empty() { "none" } else { action }));
        let mut measures = Vec::new();
        self.depicted.measure(place, &mut measures);
        measures.into_iter().for_each(|number| cells.put(Content::Integer(number)));
        cells.put(Content::Integer(i32::try_from(self.graph().layer(place)).unwrap_or(i32::MAX)));
        cells.put(Content::Integer(node.ply as i32));
        let visits = self.cyclic.then(|| self.items.reach.get(more).0);
        let seats = values.len();
        let by_seat = (0..if seats > 1 { seats } else { 0 })
            .map(|seat| &values[(seat + seats - usize::from(mover)) % seats]);
        for number in [&reach].into_iter().chain(&visits).chain([value]).chain(by_seat).chain([&difference]) {
            cells.put(Content::Real(number.double()));
            if self.about.exact {
                let fraction = number.fraction().expect("fractions are kept where they are written");
                cells.text(|text| text.push_str(&fraction));
            }
        }
        cells.put(Content::Flag(action.is_empty() || self.is_taken(index)));
        cells.put(Content::Flag(matches!(self.items.what(index), NodeKind::End(_))));
        cells.text(|text| self.outcome(index, text));
    }

    fn role(&self, index: usize) -> Role {
        match self.items.what(index) {
            NodeKind::Action(_, taken) => Role::Action(taken),
            NodeKind::Cut => Role::Cut,
            NodeKind::End(Some(Ending::Won(seat))) if self.graph().seats() > 1 => {
                Role::Won((self.items.movers[index] + seat) % self.graph().seats())
            }
            NodeKind::End(Some(Ending::Drawn)) => Role::Drawn,
            NodeKind::End(_) => Role::Done,
            NodeKind::Position if index == self.start => Role::Start,
            NodeKind::Position => Role::Inner,
        }
    }

    fn outcome(&self, index: usize, text: &mut String) {
        match self.items.what(index) {
            NodeKind::End(Some(Ending::Won(_))) if self.graph().seats() == 1 => text.push_str("won_1"),
            NodeKind::End(Some(Ending::Lost)) => text.push_str("lost"),
            _ => text.push_str(&self.role(index).outcome()),
        }
    }

    fn edge(&self, index: usize, edge: &mut Edge) {
        edge.id = index;
        edge.source = self.lines.sources[index] as usize;
        edge.target = self.lines.target(index);
        edge.mover = (self.graph().seats() > 1).then_some(self.items.movers[edge.source]);
        let (mut points, mut passes, mut gain) = (0, 0, 0);
        match self.lines.edge(index) {
            Some(number) => {
                let label = self.graph().label(number);
                edge.decided = None;
                let (name, style) = self.events.get(label);
                edge.style = style;
                name.clone_into(&mut edge.event);
                let (weight, total) = self.graph().weight(number);
                edge.weigh(weight, total);
                points = self.points(number);
                passes = i32::from(self.terms.passes[label]);
                gain = self.gain(number).clamp(i32::MIN.into(), i32::MAX.into()) as i32;
            }
            None => {
                let NodeKind::Action(action, taken) = self.items.what(edge.target) else { return };
                edge.decided = Some(taken);
                edge.style = self.decision;
                self.terms.named[action as usize].0.clone_into(&mut edge.event);
                edge.weigh(taken.into(), 1);
            }
        }
        edge.look = self.head.events[edge.style].look;
        let (weight, total) = (edge.weight, edge.total);
        edge.cells.clear();
        edge.cells.text(|text| text::fraction(weight, total, text));
        edge.cells.text(|text| {
            text.push_str(match edge.decided {
                None => "chance",
                Some(true) => "taken",
                Some(false) => "left",
            });
        });
        [points, passes, gain].into_iter().for_each(|number| edge.cells.put(Content::Integer(number)));
    }

    fn rewards(&self) -> Vec<String> {
        let mut names = super::super::scored::rewards(self.terms.unit, self.graph().seats());
        if let Some((name, _)) = self.about.payoff.as_ref().filter(|_| names.is_empty()) {
            names.extend((1..=self.graph().seats()).map(|seat| format!("{name}_{seat}")));
        }
        if self.is_match() {
            names.extend((1..=self.graph().seats()).map(|seat| format!("score_{seat}")));
        }
        names
    }

    fn reward(&self, index: usize, halves: &mut Vec<i64>) {
        halves.clear();
        halves.resize(self.rewards, 0);
        let Some(edge) = self.lines.edge(index) else { return };
        let seats = usize::from(self.graph().seats());
        let mover = usize::from(self.items.movers[self.lines.sources[index] as usize]);
        if self.terms.unit.is_some() {
            halves[mover] += 2 * i64::from(self.points(edge));
        } else if self.about.payoff.is_some() {
            halves[mover] += 2 * self.gain(edge);
        }
        let target = self.lines.target(index);
        if let NodeKind::End(_) = self.items.what(target) {
            self.reward_end(target, &mut halves[..], seats);
        }
    }
}
