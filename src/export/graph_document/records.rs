//! The nodes, edges and rewards of a document, as formats read them.

use super::number_array::DocumentNumber;
use super::parallel::MergedEdges;
use super::shown_graph::{NodeKind, ShownGraph};
use super::{GraphDocument, NodeNumbers};
use crate::depict::Ending;
use crate::exact;
use crate::payoff::PayoffTable;
use crate::{CellRow, CellValue, Document, Edge, GraphInfo, Node, Role, text};
use num_traits::ToPrimitive as _;
use std::ops::Range;

impl Document for GraphDocument<'_> {
    fn head(&self) -> &GraphInfo {
        &self.head
    }

    fn node_count(&self) -> usize {
        match &self.numbers {
            NodeNumbers::Odds(_) => self.text.model.node_count(),
            NodeNumbers::Values(shown) => shown.node_count(),
        }
    }

    fn edge_count(&self) -> usize {
        self.merged.as_ref().map_or_else(|| self.single_edge_count(), MergedEdges::edge_count)
    }

    fn start(&self) -> usize {
        match &self.numbers {
            NodeNumbers::Odds(_) => self.text.model.start(),
            NodeNumbers::Values(shown) => shown.start,
        }
    }

    fn edges_of(&self, node: usize) -> Range<usize> {
        match (&self.merged, &self.numbers) {
            (Some(merged), _) => merged.edges_of(node),
            (None, NodeNumbers::Odds(_)) => self.text.model.edges_of(node),
            (None, NodeNumbers::Values(shown)) => shown.edges_of(node),
        }
    }

    fn node(&self, index: usize, node: &mut Node) {
        let kind = self.kind(index);
        node.id = index;
        node.role = self.role_of(index, kind);
        node.mover = (self.head.seats > 1).then(|| self.mover(index));
        let seat = if let Role::Won(winner) = node.role { Some(winner) } else { node.mover };
        node.player = seat.and_then(|seat| self.head.players.get(usize::from(seat)).cloned());
        node.ply = self.ply(index);
        node.position = self.positions.get(index).copied().unwrap_or((0.0, -f64::from(node.ply) - 1.0));
        let has_board = self.about.board && kind.action().is_none();
        let board = has_board.then(|| self.text.states.board(self.graph_node(index)));
        node.board = board.filter(|board| !board.rows.is_empty());
        match &self.numbers {
            NodeNumbers::Odds(odds) => {
                let reach = odds.reach(index);
                node.reach = reach;
                self.label_with_odds(index, kind, odds, &mut node.label);
                let words = |text: &mut String| self.text.states.words(index, text);
                self.cells(index, kind, words, &mut node.cells, |cells| {
                    odds.cells(index, reach, self.about.exact, cells);
                });
            }
            NodeNumbers::Values(shown) => self.node_with_values(index, kind, shown, node),
        }
    }

    fn role(&self, index: usize) -> Role {
        self.role_of(index, self.kind(index))
    }

    fn outcome(&self, index: usize, text: &mut String) {
        self.outcome_of(index, self.kind(index), text);
    }

    fn edge(&self, index: usize, edge: &mut Edge) {
        match &self.merged {
            Some(merged) => self.merged_edge(merged.events(index), merged.is_mirrored(), edge),
            None => self.single_edge(index, edge),
        }
        edge.id = index;
    }

    fn reward_unit(&self) -> u64 {
        // Points may be shared by two seats.
        self.own_payoff().map_or(2 * self.gain_unit(), PayoffTable::unit)
    }

    fn reward(&self, index: usize, units: &mut Vec<i64>) {
        units.clear();
        units.resize(self.head.rewards.len(), 0);
        // Merged events have the same rewards.
        let event = self.merged.as_ref().map_or(index, |merged| merged.events(index)[0]);
        let Some(edge) = self.graph_edge(event) else { return };
        let (source, target) = self.step(event);
        let mover = usize::from(self.mover(source));
        if self.own_payoff().is_some() {
            units[mover] += self.payoff(edge);
        } else if self.text.unit.is_some() {
            units[mover] += 2 * i64::from(self.text.points(edge));
        } else if self.about.payoff.is_some() {
            units[mover] += 2 * self.payoff(edge);
        }
        if let NodeNumbers::Values(shown) = &self.numbers
            && let NodeKind::End(_) = shown.kind(target)
        {
            self.add_end_reward(target, shown, units);
        }
    }

    fn start_reward(&self, units: &mut Vec<i64>) {
        units.clear();
        units.resize(self.head.rewards.len(), 0);
        if let NodeNumbers::Values(shown) = &self.numbers
            && let NodeKind::End(_) = shown.kind(self.start())
        {
            self.add_end_reward(self.start(), shown, units);
        }
    }

    fn reach_bounds(&self) -> (f64, f64) {
        (0..self.node_count())
            .map(|node| self.reach(node))
            .fold((1.0, 0.0), |(least, greatest), reach| (reach.min(least), reach.max(greatest)))
    }
}

impl GraphDocument<'_> {
    /// Writes the edge of one event or decision into `edge`, except for its id.
    pub(super) fn single_edge(&self, index: usize, edge: &mut Edge) {
        (edge.source, edge.target) = self.step(index);
        edge.mover = (self.head.seats > 1).then(|| self.mover(edge.source));
        let (mut points, mut passes, mut gain) = (0, 0, 0i64);
        let event = match self.graph_edge(index) {
            Some(graph_edge) => {
                let label = self.text.model.label(graph_edge);
                let (weight, total) = self.text.model.weight(graph_edge);
                let (name, style) = self.events.get(label);
                (edge.decided, edge.kind) = (None, style);
                edge.weigh(weight, total);
                points = self.text.points(graph_edge);
                passes = i32::from(self.text.label_passes[label]);
                gain = self.gain(graph_edge);
                name
            }
            None => {
                let NodeKind::Action(action, is_taken) = self.kind(edge.target) else { return };
                (edge.decided, edge.kind) = (Some(is_taken), self.head.events.len() - 1);
                edge.weigh(is_taken.into(), 1);
                &self.text.actions[action as usize].0
            }
        };
        event.clone_into(&mut edge.event);
        edge.style = self.head.events[edge.kind].style;
        edge.cells.clear();
        edge.cells.text(|text| text::fraction(edge.weight, edge.total, text));
        if self.head.decides {
            edge.cells.text(|text| {
                text.push_str(match edge.decided {
                    None => "chance",
                    Some(true) => "taken",
                    Some(false) => "left",
                });
            });
        }
        edge.cells.put(CellValue::Integer(points));
        edge.cells.put(CellValue::Integer(passes));
        if self.head.decides {
            self.put_gain(gain, &mut edge.cells);
        }
    }

    /// Adds the gain of an edge to its cells, in the columns of [`edge_columns`](Self::edge_columns).
    fn put_gain(&self, units: i64, cells: &mut CellRow) {
        match self.gain_unit() {
            1 => cells.put(CellValue::Integer(units.clamp(i32::MIN.into(), i32::MAX.into()) as i32)),
            unit => self.number_cells(&DocumentNumber::Fraction(exact::ratio(units, unit)), cells),
        }
    }

    fn node_with_values(&self, index: usize, kind: NodeKind, shown: &ShownGraph, node: &mut Node) {
        let graph_node = self.graph_node(index);
        let seats = usize::from(self.head.seats);
        let (values, difference) = shown.values(index, seats);
        let reach = shown.reach.get(index);
        let mut words = String::new();
        self.text.states.words(graph_node, &mut words);
        words.push_str(&self.text.states.standing(graph_node));
        node.reach = reach[0].double();
        node.label = match kind {
            NodeKind::Action(action, is_taken) => {
                let name = &self.text.actions[action as usize].0;
                Self::action_label(name, is_taken, &values[0], &difference)
            }
            // The points of the last event belong to the event, so most ends have the value 0, which is not shown.
            NodeKind::End(_) if values[0].is_zero() => Self::position_label(&words, None, &reach[0]),
            _ => Self::position_label(&words, Some(&values[0]), &reach[0]),
        };
        let mover = usize::from(shown.movers[index]);
        let by_seat = (0..if seats > 1 { seats } else { 0 }).map(|seat| (seat + seats - mover) % seats);
        let by_seat = by_seat.map(|seat| &values[seat]);
        let numbers = reach.iter().chain(&values[..1]).chain(by_seat).chain([&difference]);
        self.cells(
            index,
            kind,
            |text| text.push_str(&words),
            &mut node.cells,
            |cells| {
                for number in numbers {
                    self.number_cells(number, cells);
                }
            },
        );
    }

    fn number_cells(&self, number: &DocumentNumber, cells: &mut CellRow) {
        cells.put(CellValue::Real(number.double()));
        if self.about.exact {
            let fraction = number.fraction().expect("an exact document keeps fractions");
            cells.text(|text| text.push_str(&fraction));
        }
    }

    /// Writes the cells of a node, in the order of [`node_columns`](Self::node_columns). `words` describes the state;
    /// `numbers` adds the cells from reach on.
    fn cells(
        &self,
        index: usize,
        kind: NodeKind,
        words: impl FnOnce(&mut String),
        cells: &mut CellRow,
        numbers: impl FnOnce(&mut CellRow),
    ) {
        let graph_node = self.graph_node(index);
        let action = kind.action().map(|action| &*self.text.actions[action as usize].0);
        cells.clear();
        if self.head.decides {
            cells.text(|text| text.push_str(if action.is_some() { "action" } else { "state" }));
        }
        cells.text(words);
        cells.put(CellValue::Integer(i32::from(self.mover(index)) + 1));
        if self.head.decides {
            cells.text(|text| text.push_str(action.unwrap_or("none")));
        } else {
            for points in self.text.states.scores(index) {
                cells.put(CellValue::Integer(points));
            }
        }
        let mut measures = Vec::new();
        self.text.states.measure(graph_node, &mut measures);
        measures.into_iter().for_each(|number| cells.put(CellValue::Integer(number)));
        let layer = i32::try_from(self.text.model.layer(graph_node)).unwrap_or(i32::MAX);
        cells.put(CellValue::Integer(layer));
        cells.put(CellValue::Integer(self.ply(index) as i32));
        numbers(cells);
        if let Some(error) = self.about.error {
            cells.put(CellValue::Real(error));
        }
        if self.head.decides {
            cells.put(CellValue::Flag(!matches!(kind, NodeKind::Action(_, false))));
        }
        cells.put(CellValue::Flag(matches!(kind, NodeKind::End(_))));
        cells.text(|text| self.outcome_of(index, kind, text));
    }

    fn role_of(&self, index: usize, kind: NodeKind) -> Role {
        let seats = self.head.seats;
        match kind {
            NodeKind::Action(_, is_taken) => Role::Action(is_taken),
            NodeKind::Cut => Role::Cut,
            // The points of a single player are a gain, not a win.
            NodeKind::End(Some(Ending::Won(seat)))
                if seats > 1 || !self.head.decides || self.text.states.names_endings() =>
            {
                Role::Won((self.mover(index) + seat) % seats)
            }
            NodeKind::End(Some(Ending::Drawn)) => Role::Drawn,
            NodeKind::End(Some(Ending::Lost)) => Role::Lost,
            NodeKind::End(_) => Role::Done,
            NodeKind::Position if index == self.start() => Role::Start,
            NodeKind::Position => Role::Inner,
        }
    }

    fn outcome_of(&self, index: usize, kind: NodeKind, text: &mut String) {
        match kind {
            NodeKind::End(Some(Ending::Won(_))) if self.head.seats == 1 => text.push_str("won_1"),
            _ => text.push_str(&self.role_of(index, kind).outcome()),
        }
    }

    /// Returns what an edge of the graph adds to the value of its mover, in [units](Self::gain_unit).
    fn gain(&self, edge: usize) -> i64 {
        if self.about.is_cost { -self.payoff(edge) } else { self.payoff(edge) }
    }

    /// Returns the payoff of an edge of the graph to its mover, in [units](Self::gain_unit).
    fn payoff(&self, edge: usize) -> i64 {
        match &self.about.payoff {
            Some((_, payoff_table)) => payoff_table.event(self.text.model.label(edge)),
            None if self.about.counts => self.text.points(edge).into(),
            None => 0,
        }
    }

    /// Returns the number of units in a gain of 1.
    pub(super) fn gain_unit(&self) -> u64 {
        self.about.payoff.as_ref().map_or(1, |(_, table)| table.unit())
    }

    /// Returns the payoffs of a game whose values are neither points nor the probability of winning.
    pub(super) fn own_payoff(&self) -> Option<&PayoffTable> {
        self.about.payoff.as_ref().filter(|_| !self.about.counts).map(|(_, table)| table)
    }

    /// Adds the payoff of an end to the rewards of an edge that leads there: the payoffs of the game, the values at the end or, in
    /// a match, 1 for a win and 1/2 for a draw.
    fn add_end_reward(&self, end: usize, shown: &ShownGraph, units: &mut [i64]) {
        let seats = usize::from(self.head.seats);
        let mover = usize::from(shown.movers[end]);
        if let Some(payoff) = self.own_payoff() {
            for (place, worth) in payoff.end(self.graph_node(end), seats).iter().enumerate() {
                let unit = &mut units[(mover + place) % seats];
                *unit = unit.saturating_add(*worth);
            }
        }
        if self.about.counts {
            for (place, value) in shown.values(end, seats).0.into_iter().enumerate() {
                if let (Some(units), DocumentNumber::Fraction(value)) =
                    (units.get_mut((mover + place) % seats), value)
                {
                    *units +=
                        (value * exact::ratio(self.reward_unit(), 1u64)).to_integer().to_i64().unwrap_or(0);
                }
            }
        }
        if self.is_match() {
            match self.role(end) {
                Role::Won(seat) => units[units.len() - seats + usize::from(seat)] += 2,
                _ => units.iter_mut().rev().take(seats).for_each(|score| *score += 1),
            }
        }
    }
}
