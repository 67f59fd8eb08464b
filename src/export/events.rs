//! The events of a document: their names, and the kinds that they are of.

use super::{EventKind, palette};
use crate::depict::Depict;
use crate::model::{Graph, order};

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
        family: &G,
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
                events.add(event.to_string(), family.kind(event), &mut kinds);
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
