//! The events of a document: their names, and the kinds that they are of.

use super::{EventKind, palette};
use crate::depict::Depict;
use crate::game::Game;
use crate::model::{Graph, order};
use std::fmt::Display;

/// The events that a document has, and their kinds.
pub(super) struct Events<E> {
    all: Vec<E>,
    names: Vec<String>,
    /// For each event its kind, as a place in `kinds`.
    of: Vec<usize>,
    kinds: Vec<EventKind>,
}

impl<E: Copy + Ord + Display> Events<E> {
    /// The events of a family that are `used`, in any order.
    pub(super) fn new<G: Depict<Event = E>>(family: &G, used: impl Iterator<Item = E>) -> Self {
        let mut all: Vec<E> = used.collect();
        order::sort(&mut all, Ord::cmp);
        all.dedup();
        let mut kinds: Vec<EventKind> = Vec::new();
        let mut kind_of = |(place, &event): (usize, &E)| {
            let mut kind = family.kind(event);
            if kind.look == EventKind::BY_PLACE {
                kind.look = place % palette::DECISION;
            }
            kinds.iter().position(|other| *other == kind).unwrap_or_else(|| {
                kinds.push(kind);
                kinds.len() - 1
            })
        };
        let of = all.iter().enumerate().map(&mut kind_of).collect();
        let names = all.iter().map(ToString::to_string).collect();
        Self { all, names, of, kinds }
    }

    /// The events on these edges of `graph`.
    pub(super) fn on<H: Game<Event = E>, G: Depict<Event = E>>(
        family: &G,
        graph: &Graph<H>,
        edges: impl Iterator<Item = usize>,
    ) -> Self {
        let mut used = vec![false; graph.labels().len()];
        edges.for_each(|edge| used[graph.label(edge)] = true);
        let labels = graph.labels().iter().zip(used).filter(|(_, used)| *used);
        Self::new(family, labels.map(|(label, _)| label.event))
    }

    /// The name of an event, and its kind as a place in [`kinds`](Self::kinds).
    pub(super) fn get(&self, event: E) -> (&str, usize) {
        let place = self.all.binary_search(&event).expect("every event of the document was named");
        (&self.names[place], self.of[place])
    }

    /// The kinds of events that the document has.
    pub(super) fn kinds(&self) -> &[EventKind] {
        &self.kinds
    }

    /// Adds a kind that is no event of the family, and answers its place.
    pub(super) fn push(&mut self, kind: EventKind) -> usize {
        self.kinds.push(kind);
        self.kinds.len() - 1
    }
}
