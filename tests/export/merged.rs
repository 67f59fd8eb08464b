//! Parallel events as one: how it is called.

use chancetree::export::{Document, Edge, EventKind, Head, Merged, Node};
use oracles::documents::Table;

/// The name of the one edge that is made of events with these names, each of one of the kinds.
fn named(names: &[&str], kinds: &[&str]) -> String {
    let edge = |(id, name): (usize, &&str)| Edge {
        id,
        target: 1,
        event: (*name).to_owned(),
        style: id % kinds.len(),
        weight: 1,
        total: names.len() as u64,
        ..Edge::default()
    };
    let events = kinds.iter().map(|kind| EventKind::new(*kind, "what it means", 0)).collect();
    let table = Table {
        head: Head { events, ..Head::default() },
        nodes: (0..2).map(|id| Node { id, ..Node::default() }).collect(),
        edges: names.iter().enumerate().map(edge).collect(),
        ..Table::default()
    };
    let merged = Merged::new(&table);
    assert_eq!(merged.edge_count(), 1);
    let mut edge = Edge::default();
    merged.edge(0, &mut edge);
    assert_eq!((edge.weight, edge.total), (names.len() as u64, names.len() as u64));
    edge.event
}

#[test]
fn a_name_says_how_many_events_there_are() {
    assert_eq!(named(&["B", "C"], &["B", "C"]), "B + C");
    assert_eq!(named(&["C", "C", "C"], &["C"]), "C x3");
    let cells = ["1,1=mine, 1 left", "1,2=mine, 1 left", "2,1=mine, 1 left"];
    assert_eq!(named(&cells, &["mine"]), "mine x3");
    assert_eq!(named(&cells, &["mine", "number"]), "mine + number x3");
}
