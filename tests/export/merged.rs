//! The names of parallel events that are merged into one edge.

use chancetree::depict::{Depict, EventKind};
use chancetree::export::{Decision, Document, DocumentInfo, Edge, GraphDocument};
use chancetree::game::{Choices, Game, NoAction};
use chancetree::model::{Graph, Job};
use std::fmt;

/// A game of one turn with several named events, whose kinds repeat in order.
#[derive(Clone)]
struct OneEvent {
    names: &'static [&'static str],
    kinds: &'static [&'static str],
}

/// An event, by its place among all events.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct NamedEvent(usize, &'static str);

impl fmt::Display for NamedEvent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.1)
    }
}

impl Game for OneEvent {
    type State = bool;
    type Action = NoAction;
    type Event = NamedEvent;

    fn start(&self) -> bool {
        false
    }

    fn expand(&self, is_over: &bool, choices: &mut Choices<Self>) {
        if !is_over {
            let names = self.names.iter().enumerate();
            names.fold(choices.chance(), |chance, (id, name)| chance.event(1, NamedEvent(id, name), || true));
        }
    }

    fn layer(&self, is_over: &bool) -> u32 {
        (*is_over).into()
    }
}

impl Depict for OneEvent {
    fn kind(&self, event: NamedEvent) -> EventKind {
        EventKind::new(self.kinds[event.0 % self.kinds.len()], "what it means", 0)
    }
}

/// Returns the name of the edge into which all events of the game are merged.
fn merged_name(names: &'static [&'static str], kinds: &'static [&'static str]) -> String {
    let graph = Graph::of(&OneEvent { names, kinds }, &Job::default()).expect("a small game");
    let decide = |_| Decision { values: vec![chancetree::exact::zero()], actions: Vec::new(), taken: None };
    let document = GraphDocument::new(&graph, decide, DocumentInfo::default(), &Job::default());
    let mut document = document.expect("a small game");
    document.merge_parallel();
    assert_eq!(document.edge_count(), 1);
    let mut edge = Edge::default();
    document.edge(0, &mut edge);
    assert_eq!((edge.weight, edge.total), (names.len() as u64, names.len() as u64));
    edge.event
}

#[test]
fn merged_names_count_the_events() {
    assert_eq!(merged_name(&["B", "C"], &["B", "C"]), "B + C");
    assert_eq!(merged_name(&["C", "C", "C"], &["C"]), "C x3");
    let cells = &["1,1=mine, 1 left", "1,2=mine, 1 left", "2,1=mine, 1 left"];
    assert_eq!(merged_name(cells, &["mine"]), "mine x3");
    assert_eq!(merged_name(cells, &["mine", "number"]), "mine + number x3");
}
