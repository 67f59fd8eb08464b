//! The events of a document: their names, and the kinds that they are of.

use super::EventKind;
use crate::depict::Depict;
use std::fmt::Display;

/// The events that a family knows, and the kinds of those that a document has.
pub(super) struct Events<E> {
    all: Vec<E>,
    names: Vec<String>,
    /// For each event its kind, as a place in `kinds`.
    of: Vec<usize>,
    kinds: Vec<EventKind>,
}

impl<E: Copy + Ord + Display> Events<E> {
    /// The events of a family, of which a document has those that are `used`.
    pub(super) fn new<G: Depict<Event = E>>(family: &G, used: impl Iterator<Item = E>) -> Self {
        let all = family.events();
        let mut is_used = vec![false; all.len()];
        for event in used {
            if let Ok(place) = all.binary_search(&event) {
                is_used[place] = true;
            }
        }
        let mut kinds: Vec<EventKind> = Vec::new();
        let mut of = vec![0; all.len()];
        for (place, &event) in all.iter().enumerate().filter(|(place, _)| is_used[*place]) {
            let kind = family.kind(event);
            of[place] = kinds.iter().position(|other| *other == kind).unwrap_or_else(|| {
                kinds.push(kind);
                kinds.len() - 1
            });
        }
        let names = all.iter().map(ToString::to_string).collect();
        Self { all, names, of, kinds }
    }

    /// The name of an event, and its kind as a place in [`kinds`](Self::kinds).
    pub(super) fn get(&self, event: E) -> (&str, usize) {
        let place = self.all.binary_search(&event).unwrap_or(0);
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
