//! The writer: bytes that do not depend on threads, stops and errors; snapshots of every format.

use chancetree_export::{
    ColumnHeading, ColumnType, Document, Dot, Drn, Gexf, GraphFormat, Graphml, Json, Svg, TimeDirection, csv,
    html, layout, write,
};
use oracles::documents::memory::{first_wins, memory};
use oracles::documents::{Table, bytes, difficult, difficult_boards};
use oracles::snapshot::assert_snapshot;
use proptest::prelude::*;
use std::cell::Cell;
use std::fs;
use std::io::{self, Write};
use std::ops::ControlFlow;
use std::path::Path;

/// Returns the formats with the extensions of their files. PNG and PDF are painted from a whole SVG, and have their own tests
/// in `tests/pictures`.
fn formats(document: &dyn Document) -> Vec<(&'static str, Box<dyn GraphFormat>)> {
    vec![
        (".dot", Box::new(Dot::default())),
        (".graphml", Box::new(Graphml::new(document))),
        (".gexf", Box::new(Gexf::new(document))),
        (".json", Box::new(Json::new(document))),
        (".nodes.csv", Box::new(csv::Nodes)),
        (".edges.csv", Box::new(csv::Edges)),
        (".drn", Box::new(Drn)),
        (".html", Box::new(html::Html::new(document))),
        (".svg", Box::new(Svg::default())),
    ]
}

/// Writes files for other programs into a folder; called by `tests/foreign/run`.
#[test]
#[ignore = "writes files for tests/foreign/run"]
fn files_for_other_programs() {
    let folder = std::env::var_os("CHANCETREE_EXPORT_DIR").expect("CHANCETREE_EXPORT_DIR names a folder");
    let folder = Path::new(&folder);
    let documents: [(&str, Table); 8] = [
        ("memory2", memory(2, false)),
        ("memory2-board", memory(2, true)),
        ("memory3", memory(3, false)),
        ("memory3-board", memory(3, true)),
        ("memory4-board", memory(4, true)),
        ("memory8", memory(8, false)),
        ("difficult", difficult()),
        ("difficult-board", difficult_boards()),
    ];
    for (stem, table) in &documents {
        for (end, format) in formats(table) {
            fs::write(folder.join(format!("{stem}{end}")), bytes(table, &*format, 2)).unwrap();
        }
        let right = Dot { direction: TimeDirection::Right };
        fs::write(folder.join(format!("{stem}.right.dot")), bytes(table, &right, 1)).unwrap();
        let mut expect = serde_json::json!({"nodes": table.nodes.len(), "edges": table.edges.len()});
        if stem.starts_with("difficult") {
            let labels: Vec<&String> = table.nodes.iter().map(|node| &node.label[0]).collect();
            let events: Vec<&String> = table.edges.iter().map(|edge| &edge.event).collect();
            expect["labels"] = serde_json::json!(labels);
            expect["events"] = serde_json::json!(events);
        } else {
            expect["won_1"] = first_wins(table).into();
        }
        fs::write(folder.join(format!("{stem}.expect.json")), expect.to_string()).unwrap();
    }
}

#[test]
fn one_thread_and_many_write_the_same_bytes() {
    let several = memory(19, false);
    assert!(several.edge_count() > 3 * 3 * 1024, "more chunks than three threads have on their way");
    for table in [memory(1, false), several, difficult()] {
        for (end, format) in formats(&table) {
            let alone = bytes(&table, &*format, 1);
            assert!([0, 2, 3].iter().all(|&threads| bytes(&table, &*format, threads) == alone), "{end}");
        }
    }
}

#[test]
fn snapshots() {
    for (stem, table) in [("memory2", memory(2, false)), ("memory2-board", memory(2, true))] {
        // Only pictures use boards. Pages and SVG files are tested in `page.rs` and `picture.rs`, part by part.
        let all = formats(&table)
            .into_iter()
            .filter(|(end, _)| ![".html", ".svg"].contains(end) && (stem == "memory2" || *end == ".dot"));
        for (end, format) in all {
            assert_snapshot(&format!("{stem}{end}"), bytes(&table, &*format, 1));
        }
    }
}

#[test]
fn an_empty_graph_is_a_file_too() {
    let table = Table::default();
    for (_, format) in formats(&table) {
        bytes(&table, &*format, 2);
    }
    let read: serde_json::Value = serde_json::from_slice(&bytes(&table, &Json::new(&table), 1)).unwrap();
    assert_eq!(read["nodes"], serde_json::json!([]));
}

#[test]
fn progress_counts_every_record_and_can_stop() {
    let table = memory(24, false);
    let all = table.node_count() + table.edge_count();
    assert!(all > 4_096, "several chunks");
    for threads in [1, 2] {
        let seen = Cell::new(0);
        let format = Graphml::new(&table);
        let steady = |records: usize| {
            assert!(records > seen.replace(records));
            ControlFlow::Continue(())
        };
        assert!(write(&table, &format, &mut io::sink(), threads, &steady).unwrap().is_continue());
        assert_eq!(seen.get(), all);
        let calls = Cell::new(0);
        let stop = |_| {
            calls.set(calls.get() + 1);
            if calls.get() == 2 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        assert_eq!(write(&table, &format, &mut io::sink(), threads, &stop).unwrap(), ControlFlow::Break(()));
        assert_eq!(calls.get(), 2);
    }
}

/// A disk with limited room.
struct Full(usize);

impl Write for Full {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.0 < bytes.len() {
            return Err(io::ErrorKind::StorageFull.into());
        }
        self.0 -= bytes.len();
        Ok(bytes.len())
    }
    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn a_full_disk_is_reported() {
    let table = memory(24, false);
    for threads in [1, 2] {
        for room in [0, 2_000, 500_000] {
            let format = Graphml::new(&table);
            let error =
                write(&table, &format, &mut Full(room), threads, &|_| ControlFlow::Continue(())).unwrap_err();
            assert_eq!(error.kind(), io::ErrorKind::StorageFull);
        }
    }
}

fn refused(table: &Table, format: &dyn GraphFormat) -> bool {
    let error = write(table, format, &mut io::sink(), 1, &|_| ControlFlow::Continue(()));
    error.is_err_and(|error| error.kind() == io::ErrorKind::InvalidInput)
}

#[test]
fn reserved_names_of_readers_are_refused() {
    for name in ["", "id", "Label", "weight", "size", "with space", "quote\"", "ply"] {
        let mut table = memory(2, false);
        table.head.node_columns.push(ColumnHeading::new(name, ColumnType::Real));
        assert!(refused(&table, &csv::Nodes), "{name:?}");
    }
    let mut table = memory(2, false);
    table.head.edge_columns.push(ColumnHeading::new("prob", ColumnType::Real));
    assert!(refused(&table, &csv::Edges));
}

#[test]
fn a_state_with_decisions_is_no_markov_chain() {
    let mut table = memory(2, false);
    table.edges[0].total += 1;
    assert!(refused(&table, &Drn), "two choices");
    table.edges[1].total += 1;
    assert!(refused(&table, &Drn), "weights that do not make the total");
}

#[test]
fn a_lone_node_does_not_lie_at_the_origin() {
    assert_eq!(layout::layered(&[], std::iter::empty()), []);
    assert_eq!(layout::layered(&[0], std::iter::empty()), [(0.0, -layout::SPACING)]);
}

#[test]
fn avoidable_crossings_are_removed() {
    // Three chains from one start, their ends given in the opposite order.
    let ply = [0, 1, 1, 1, 2, 2, 2];
    let edges = [(0, 1), (0, 2), (0, 3), (1, 6), (2, 5), (3, 4)];
    let at = layout::layered(&ply, edges.into_iter());
    let order = [(1, 6), (2, 5), (3, 4)].map(|(upper, lower)| (at[upper].0, at[lower].0));
    assert!(order.iter().all(|(upper, lower)| upper == lower), "{at:?}");
}

proptest! {
    #[test]
    fn rows_are_centred_and_nodes_do_not_overlap(
        ply in prop::collection::vec(0_u32..6, 1..60),
        pairs in prop::collection::vec((any::<prop::sample::Index>(), any::<prop::sample::Index>()), 0..120),
    ) {
        let edges: Vec<_> = pairs.iter().map(|(a, b)| (a.index(ply.len()), b.index(ply.len()))).collect();
        let at = layout::layered(&ply, edges.iter().copied());
        prop_assert_eq!(&at, &layout::layered(&ply, edges.iter().copied()));
        for row in 0..6 {
            let nodes = || (0..ply.len()).filter(|&node| ply[node] == row);
            let mut across: Vec<f64> = nodes().map(|node| at[node].0).collect();
            across.sort_by(f64::total_cmp);
            prop_assert!(across.windows(2).all(|pair| pair[1] - pair[0] == layout::SPACING));
            prop_assert!(across.iter().sum::<f64>().abs() < 1e-6);
            let lone = if ply.len() == 1 { layout::SPACING } else { 0.0 };
            prop_assert!(nodes().all(|node| at[node].1 == -f64::from(row) * layout::SPACING - lone));
        }
    }
}
