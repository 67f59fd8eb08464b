//! What every export format promises its readers, checked on our own bytes.

mod common;

use chancetree::export::{Document, Format, csv, dot, drn, gexf, graphml, json};
use common::memory::{first_wins, memory};
use common::{Table, bytes, nasty, nasty_boards, string};
use std::fs;
use std::path::Path;

/// The formats with the ends of their files' names.
fn formats(document: &dyn Document) -> Vec<(&'static str, Box<dyn Format>)> {
    vec![
        (".dot", Box::new(dot::Dot::default())),
        (".graphml", Box::new(graphml::Graphml::new(document))),
        (".gexf", Box::new(gexf::Gexf::new(document))),
        (".json", Box::new(json::Json::new(document))),
        (".nodes.csv", Box::new(csv::Nodes)),
        (".edges.csv", Box::new(csv::Edges)),
        (".drn", Box::new(drn::Drn)),
    ]
}

/// Writes files that other programs are to read, where a folder for them is named; see `tests/foreign`.
#[test]
fn files_for_other_programs() {
    let Some(folder) = std::env::var_os("CHANCETREE_EXPORT_DIR") else { return };
    let folder = Path::new(&folder);
    let documents: [(&str, Table); 7] = [
        ("memory2", memory(2, false)),
        ("memory2-board", memory(2, true)),
        ("memory3", memory(3, false)),
        ("memory3-board", memory(3, true)),
        ("memory8", memory(8, false)),
        ("nasty", nasty()),
        ("nasty-board", nasty_boards()),
    ];
    for (stem, table) in &documents {
        for (end, format) in formats(table) {
            fs::write(folder.join(format!("{stem}{end}")), bytes(table, &*format, 2)).unwrap();
        }
        let right = dot::Dot { direction: dot::Direction::Right };
        fs::write(folder.join(format!("{stem}.right.dot")), bytes(table, &right, 1)).unwrap();
        let mut expect = serde_json::json!({"nodes": table.nodes.len(), "edges": table.edges.len()});
        if stem.starts_with("nasty") {
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
fn one_thread_and_two_write_the_same_bytes() {
    for table in [memory(12, false), nasty()] {
        for (end, format) in formats(&table) {
            assert!(bytes(&table, &*format, 1) == bytes(&table, &*format, 2), "{end}");
        }
    }
    let _ = string(&nasty(), &csv::Nodes);
}
