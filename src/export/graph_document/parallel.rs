//! Merges parallel events into one edge.

use super::GraphDocument;
use crate::model::order;
use crate::{CellValue, Code, ColumnHeading, ColumnType, Document as _, Edge, EventKind, palette, text};
use std::mem::take;
use std::ops::Range;

/// The maximum length of an edge's name that lists the names of its events, in characters.
const LONGEST: usize = 28;

/// The edges of a document with merged parallel events.
pub(super) struct MergedEdges {
    /// The events of all edges.
    events: Vec<usize>,
    /// The begin of each edge's range in `events`, then the end of the last range.
    event_begins: Vec<usize>,
    /// The begin of each node's range of edges, then the end of the last range.
    edge_begins: Vec<usize>,
    /// `true` if the events of an edge are images of one another, so that one of them names the edge.
    is_mirrored: bool,
}

impl MergedEdges {
    pub(super) fn is_mirrored(&self) -> bool {
        self.is_mirrored
    }

    pub(super) fn edge_count(&self) -> usize {
        self.event_begins.len() - 1
    }

    pub(super) fn edges_of(&self, node: usize) -> Range<usize> {
        self.edge_begins[node]..self.edge_begins[node + 1]
    }

    /// Returns the events of an edge, in order.
    pub(super) fn events(&self, edge: usize) -> &[usize] {
        &self.events[self.event_begins[edge]..self.event_begins[edge + 1]]
    }
}

impl GraphDocument<'_> {
    /// Merges events between the same two nodes into one edge whose weight is their sum, if nothing but their names and
    /// weights differs. Decisions stay apart. Call [`lay_out`](Self::lay_out) before.
    ///
    /// ```
    /// use chancetree_engine::evaluate::Analysis;
    /// use chancetree_engine::example::Throws;
    /// use chancetree_engine::{game::Game, model::Job, payoff::Gain};
    /// use chancetree_export::{Document, DocumentInfo, GraphDocument};
    ///
    /// let best = Throws { throws: 1 }.explore().run()?.maximize(&Gain)?;
    /// let mut document = GraphDocument::of(&best, DocumentInfo::default(), &Job::default())?;
    /// let before = document.edge_count();
    /// document.merge_parallel();
    /// assert!(document.edge_count() <= before);
    /// # Ok::<(), chancetree_engine::model::Error>(())
    /// ```
    pub fn merge_parallel(&mut self) {
        self.merge(false);
    }

    /// Merges events between the same two nodes into one edge whose weight is their sum, if they are of one kind and have the
    /// same weight, and the game is [mirrored](crate::DocumentInfo::is_mirrored). Drawings show such an edge as one line.
    pub fn merge_mirrored(&mut self) {
        if self.about.is_mirrored {
            self.merge(true);
        }
    }

    fn merge(&mut self, is_mirrored: bool) {
        let mut merged =
            MergedEdges { events: Vec::new(), event_begins: vec![0], edge_begins: vec![0], is_mirrored };
        let mut edge = Edge::default();
        for node in 0..self.node_count() {
            let mut groups: Vec<(_, Vec<usize>)> = Vec::new();
            for event in self.edges_of(node) {
                self.single_edge(event, &mut edge);
                let equal = is_mirrored.then_some((edge.kind, edge.weight));
                // The first cell is the weight, which differs between events that are not equal.
                let cells = edge.cells.as_slice()[1..].to_vec();
                let key = (edge.target, edge.total, edge.decided, cells, equal);
                match groups.iter_mut().find(|(other, _)| edge.decided.is_none() && *other == key) {
                    Some((_, group)) => group.push(event),
                    None => groups.push((key, vec![event])),
                }
            }
            for (_, group) in groups {
                merged.events.extend(group);
                merged.event_begins.push(merged.events.len());
            }
            merged.edge_begins.push(merged.edge_count());
        }
        self.head.edge_columns.push(ColumnHeading::new("merged", ColumnType::Integer));
        self.explain_merged(&merged);
        self.merged = Some(merged);
    }

    /// Adds legend entries for edges with several kinds of events and for numbers of events, if there are any.
    fn explain_merged(&mut self, merged: &MergedEdges) {
        let several = EventKind::new("several", "several kinds of events, merged", palette::SEVERAL);
        self.head.events.push(several);
        let (mut has_several, mut has_numbers) = (false, false);
        let mut edge = Edge::default();
        for events in (0..merged.edge_count()).map(|edge| merged.events(edge)).filter(|all| all.len() > 1) {
            self.merged_edge(events, merged.is_mirrored, &mut edge);
            has_several |= edge.style == palette::SEVERAL;
            has_numbers |= edge.event.ends_with(&format!(" x{}", events.len()));
        }
        if !has_several {
            self.head.events.pop();
        }
        if has_numbers {
            let meaning = match merged.is_mirrored {
                true => "three equal events between the same states, with the sum of their probabilities",
                false => "three events between the same states, merged",
            };
            self.head.codes.push(Code::new("x3", meaning));
        }
    }

    /// Writes the edge of the merged `events` into `edge`, except for its id. An edge of mirrored events has the name of the first.
    pub(super) fn merged_edge(&self, events: &[usize], is_mirrored: bool, edge: &mut Edge) {
        self.single_edge(events[0], edge);
        if events.len() > 1 {
            let (mut names, mut indices) = (vec![take(&mut edge.event)], vec![edge.kind]);
            let mut other = Edge::default();
            for &event in &events[1..] {
                self.single_edge(event, &mut other);
                edge.weight += other.weight;
                names.push(take(&mut other.event));
                indices.push(other.kind);
            }
            order::sort_unique(&mut indices);
            let kinds: Vec<&str> = indices.iter().map(|&kind| &*self.head.events[kind].name).collect();
            edge.event = match is_mirrored {
                true => format!("{} x{}", names[0], names.len()),
                false => name(&names, &kinds),
            };
            if indices.len() > 1 {
                edge.kind = self.head.events.len() - 1;
                edge.style = palette::SEVERAL;
            }
            let (weight, total) = (edge.weight, edge.total);
            edge.weigh(weight, total);
            let cells = edge.cells.as_slice()[1..].to_vec();
            edge.cells.clear();
            edge.cells.text(|text| text::fraction(weight, total, text));
            cells.into_iter().for_each(|cell| edge.cells.put(cell));
        }
        edge.cells.put(CellValue::Integer(i32::try_from(events.len()).unwrap_or(i32::MAX)));
    }
}

/// Returns the name of several events: all their names if these are short, else their kinds, and the number of events.
fn name(names: &[String], kinds: &[&str]) -> String {
    let mut distinct = names.to_vec();
    distinct.dedup();
    let all = distinct.join(" + ");
    let short = if all.chars().count() <= LONGEST { all.clone() } else { kinds.join(" + ") };
    if distinct.len() == names.len() && short == all {
        return short;
    }
    format!("{short} x{}", names.len())
}
