//! Checks the guarantees of every export format on our own bytes. The codes refer to the requirements of Gephi (G), of the
//! readers of GraphML (M) and of Graphviz (D).

use chancetree_export::{ColumnType, Document, Dot, Drn, Gexf, Graphml, Json, Node, csv, text};
use oracles::documents::memory::memory;
use oracles::documents::xml::{self, Element, holdable, parse};
use oracles::documents::{Table, difficult, difficult_boards, string};
use std::collections::{BTreeMap, HashSet};

fn tables() -> Vec<Table> {
    vec![memory(1, false), memory(2, false), memory(4, false), difficult()]
}

fn float32_positive(weight: &str) -> bool {
    weight.parse::<f64>().expect("a number") as f32 > 0.0
}

fn well_typed(value: &str, kind: &str) -> bool {
    match kind {
        "string" => true,
        "int" | "integer" => value.parse::<i32>().is_ok(),
        "double" => value.parse::<f64>().is_ok_and(f64::is_finite),
        "boolean" => matches!(value, "true" | "false"),
        _ => false,
    }
}

#[test]
fn the_fixture_has_the_known_size() {
    let table = memory(4, false);
    assert_eq!((table.node_count(), table.edge_count()), (47, 65));
    assert_eq!(oracles::documents::memory::first_wins(&table), "3/5");
}

#[test]
fn graphml_uses_the_subset_that_all_readers_share() {
    for table in tables() {
        let file = string(&table, &Graphml::new(&table));
        let banned = ["<default", "CDATA", "for=\"all\"", "for=\"graph\"", "yfiles", "<port", "<hyperedge"];
        assert!(
            banned.iter().all(|part| !file.contains(part) || table.head.title.contains("difficult")),
            "M3"
        );
        assert_eq!(holdable(&file), file, "M6: no control characters");
        let root = parse(&file);
        assert_eq!(root.get("xmlns"), "http://graphml.graphdrawing.org/xmlns");
        let mut keys: BTreeMap<&str, Vec<(&str, &str)>> = BTreeMap::new();
        let mut ids = HashSet::new();
        for key in root.all("key") {
            let (domain, name) = (key.get("for"), key.get("attr.name"));
            assert!(["node", "edge"].contains(&domain), "M2");
            assert_eq!(key.get("id"), format!("{}_{name}", &domain[..1]), "M2");
            assert!(ids.insert(key.get("id").to_owned()), "M2");
            keys.entry(domain).or_default().push((key.get("id"), key.get("attr.type")));
        }
        let graph = root.child("graph");
        assert_eq!(graph.get("edgedefault"), "directed");
        let mut origin = true;
        for (domain, count) in [("node", table.node_count()), ("edge", table.edge_count())] {
            assert_eq!(graph.all(domain).count(), count);
            for (index, record) in graph.all(domain).enumerate() {
                assert_eq!(record.get("id"), format!("{}{index}", &domain[..1]), "C5, M7");
                let data: Vec<&Element> = record.children.iter().collect();
                let found: Vec<&str> = data.iter().map(|data| data.get("key")).collect();
                let wanted: Vec<&str> = keys[domain].iter().map(|key| key.0).collect();
                assert_eq!(found, wanted, "M4");
                for (data, (key, kind)) in data.iter().zip(&keys[domain]) {
                    assert!(data.children.is_empty() && !data.text.trim().is_empty(), "M4: {key} of {index}");
                    assert!(well_typed(&data.text, kind), "M6: {key} of {index} is {:?}", data.text);
                }
                let value =
                    |key: &str| data.iter().find(|data| data.get("key") == key).map_or("", |data| &data.text);
                let label = value(&format!("{}_label", &domain[..1]));
                assert!(!label.contains(['<', '>', '&', '\n']), "M5: {label:?}");
                if domain == "node" {
                    origin &= value("n_x") == "0.0" && value("n_y") == "0.0";
                } else {
                    assert!(float32_positive(value("e_weight")), "M9");
                    assert_eq!(value("e_event"), value("e_interaction"));
                    assert!(value("e_prob_exact").contains('/'), "C1");
                }
            }
        }
        assert!(!origin, "M10");
    }
}

#[test]
fn graphml_keeps_texts_and_numbers() {
    let table = difficult();
    let root = parse(&string(&table, &Graphml::new(&table)));
    for (node, record) in table.nodes.iter().zip(root.child("graph").all("node")) {
        let state = record.all("data").find(|data| data.get("key") == "n_state").unwrap();
        let wanted = holdable(&node.label[0]);
        assert_eq!(state.text, if wanted.trim().is_empty() { "_".to_owned() } else { wanted });
    }
    for (edge, record) in table.edges.iter().zip(root.child("graph").all("edge")) {
        assert_eq!(record.get("source"), format!("n{}", edge.source));
        assert_eq!(record.get("target"), format!("n{}", edge.target));
        let value = |key: &str| &record.all("data").find(|data| data.get("key") == key).unwrap().text;
        assert_eq!(value("e_prob").parse(), Ok(edge.probability));
        assert_eq!(*value("e_prob_exact"), edge.exact);
    }
}

#[test]
fn gexf_meets_the_requirements_of_gephi() {
    for table in tables() {
        let file = string(&table, &Gexf::new(&table));
        assert!(file.starts_with("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<gexf version=\"1.3\""), "G1");
        assert_eq!(holdable(&file), file);
        let root = parse(&file);
        assert_eq!(root.get("xmlns"), "http://gexf.net/1.3", "G1");
        assert_eq!(root.get("xmlns:viz"), "http://gexf.net/1.3/viz", "G1");
        let graph = root.child("graph");
        assert_eq!((graph.get("defaultedgetype"), graph.get("mode")), ("directed", "static"), "G2");
        let parts: Vec<&str> = graph.children.iter().map(|child| child.name.as_str()).collect();
        assert_eq!(parts, ["attributes", "attributes", "nodes", "edges"], "G2");
        let classes: Vec<Vec<&str>> = graph
            .all("attributes")
            .map(|class| class.children.iter().map(|attribute| attribute.get("type")).collect())
            .collect();
        let nodes: Vec<&Element> = graph.child("nodes").all("node").collect();
        let edges: Vec<&Element> = graph.child("edges").all("edge").collect();
        assert_eq!((nodes.len(), edges.len()), (table.node_count(), table.edge_count()));
        for (records, types) in [(&nodes, &classes[0]), (&edges, &classes[1])] {
            for record in records {
                let values: Vec<&Element> = record.child("attvalues").all("attvalue").collect();
                assert_eq!(values.len(), types.len(), "G3");
                for (index, value) in values.iter().enumerate() {
                    assert_eq!(value.get("for"), index.to_string(), "G3");
                    assert!(well_typed(value.get("value"), types[index]), "G3: {value:?}");
                }
            }
        }
        let mut origin = true;
        let mut sizes = Vec::new();
        let mut heights = BTreeMap::new();
        for (node, record) in table.nodes.iter().zip(&nodes) {
            let label = holdable(&node.label.join("\n"));
            let wanted = if label.trim().is_empty() { format!("n{}", node.id) } else { label };
            assert_eq!(record.get("label"), wanted, "G4");
            let colour = record.child("viz:color");
            assert!(["r", "g", "b"].iter().all(|part| colour.get(part).parse::<u8>().is_ok()), "G4");
            let place = record.child("viz:position");
            let [x, y, z] = ["x", "y", "z"].map(|part| place.get(part).parse::<f64>().unwrap());
            assert!([x, y, z].iter().all(|part| part.is_finite()), "G4");
            origin &= (x, y) == (0.0, 0.0);
            assert_eq!(*heights.entry(node.ply).or_insert(y), y, "G7");
            if let Some(size) = record.all("viz:size").next() {
                assert_eq!(size.attributes[0].0, "value");
                sizes.push(size.get("value").parse::<f64>().unwrap());
            }
        }
        assert!(!origin, "G4");
        assert!(heights.values().is_sorted_by(|upper, lower| upper > lower), "G7");
        if !sizes.is_empty() {
            assert_eq!(sizes.len(), nodes.len(), "G8");
            assert_eq!(sizes.iter().copied().fold(f64::MAX, f64::min), 4.0, "G8");
            assert_eq!(sizes.iter().copied().fold(0.0, f64::max), 100.0, "G8");
        }
        let mut kinds = HashSet::new();
        for (index, (edge, record)) in table.edges.iter().zip(&edges).enumerate() {
            assert_eq!(record.get("id"), format!("e{index}"), "G5");
            assert!(float32_positive(record.get("weight")), "G5");
            assert!(record.get("label").starts_with(&holdable(&edge.event)), "G5");
            assert!(
                kinds.insert((record.get("source"), record.get("target"), record.get("kind"))),
                "G6: {index}"
            );
        }
    }
}

#[test]
fn equal_sizes_are_omitted() {
    let mut table = memory(2, false);
    table.nodes.iter_mut().for_each(|node| node.reach = 1.0);
    assert!(!string(&table, &Gexf::new(&table)).contains("viz:size"), "G8");
}

#[test]
fn json_is_read_back_unchanged() {
    for table in tables() {
        let file = string(&table, &Json::new(&table));
        assert!(!file.contains("</"), "the file may be placed in a script element");
        let read: serde_json::Value = serde_json::from_str(&file).unwrap();
        assert_eq!((&read["directed"], &read["multigraph"]), (&true.into(), &true.into()));
        assert_eq!(read["graph"]["title"], table.head.title);
        assert_eq!(read["graph"]["schema"], Json::SCHEMA);
        let (nodes, edges) = (read["nodes"].as_array().unwrap(), read["edges"].as_array().unwrap());
        assert_eq!((nodes.len(), edges.len()), (table.node_count(), table.edge_count()));
        for (index, (node, read)) in table.nodes.iter().zip(nodes).enumerate() {
            assert_eq!(read["id"], index);
            assert_eq!(read["label"], node.label.join("\n"));
        }
        for (index, (edge, read)) in table.edges.iter().zip(edges).enumerate() {
            assert_eq!((&read["source"], &read["target"]), (&edge.source.into(), &edge.target.into()));
            assert_eq!((&read["key"], &read["event"]), (&index.into(), &edge.event.clone().into()));
            assert_eq!(
                (&read["prob"], &read["prob_exact"]),
                (&edge.probability.into(), &edge.exact.clone().into())
            );
        }
    }
}

#[test]
fn csv_has_no_empty_cell_and_no_missing_value() {
    for table in tables() {
        let (nodes, edges) = (xml::csv(&string(&table, &csv::Nodes)), xml::csv(&string(&table, &csv::Edges)));
        assert_eq!((nodes.len() - 1, edges.len() - 1), (table.node_count(), table.edge_count()));
        assert_eq!(nodes[0][..2], ["Id", "Label"]);
        let own =
            ["Source", "Target", "Type", "Kind", "Id", "Label", "Weight", "event", "prob", "prob_exact"];
        assert_eq!(edges[0][..10], own);
        for (rows, columns) in [(&nodes, &table.head().node_columns), (&edges, &table.head().edge_columns)] {
            let first = rows[0].len() - columns.len();
            for row in &rows[1..] {
                assert_eq!(row.len(), rows[0].len());
                assert!(
                    row.iter().all(|cell| !["", "NA", "NaN", "None", "null"].contains(&cell.as_str())),
                    "{row:?}"
                );
                for (cell, column) in row[first..].iter().zip(columns) {
                    let kind = match column.kind {
                        ColumnType::Text => "string",
                        ColumnType::Integer => "int",
                        ColumnType::Real => "double",
                        ColumnType::Flag => "boolean",
                    };
                    assert!(well_typed(cell, kind), "{}: {cell:?}", column.name);
                }
            }
        }
        for (edge, row) in table.edges.iter().zip(&edges[1..]) {
            assert_eq!(row[9], edge.exact);
            assert!(float32_positive(&row[6]));
            let mut label = row[7].clone().into_bytes();
            label.extend_from_slice(b": ");
            text::chance(&edge.exact, edge.probability, &mut label);
            assert_eq!(row[5].as_bytes(), label);
        }
    }
}

#[test]
fn dot_is_one_statement_a_line() {
    let mut tables = tables();
    tables.extend([memory(3, true), difficult_boards()]);
    for table in tables {
        let file = string(&table, &Dot::default());
        assert_eq!(holdable(&file), file);
        assert!(!file.starts_with('\u{FEFF}') && !file.contains("strict"));
        let (mut nodes, mut edges, mut plies) = (0, 0, HashSet::new());
        for line in file.lines().filter(|line| line.starts_with("  \"") || line.starts_with("  subgraph")) {
            if let Some(group) = line.strip_prefix("  subgraph ") {
                let (ply, members) = group.split_once(" { rank=same;").expect("D7");
                assert!(plies.insert(ply.to_owned()), "D7");
                let ply: u32 = ply.trim_matches('"').strip_prefix("ply").unwrap().parse().unwrap();
                let wanted = table
                    .nodes
                    .iter()
                    .filter(|node| node.ply == ply)
                    .map(|node| format!(" \"n{}\";", node.id));
                assert_eq!(members, wanted.collect::<String>() + " }", "D7");
                continue;
            }
            assert!(line.ends_with("];"), "D6");
            if let Some((source, rest)) = line.split_once(" -> ") {
                let edge = &table.edges[edges];
                assert_eq!(source, format!("  \"n{}\"", edge.source));
                assert!(rest.starts_with(&format!("\"n{}\" [label=\" ", edge.target)));
                assert!(edge.probability < 1.0 || rest.contains("penwidth=3.00"));
                edges += 1;
            } else {
                check_label(&table.nodes[nodes], line);
                nodes += 1;
            }
        }
        assert_eq!((nodes, edges), (table.node_count(), table.edge_count()));
        assert!(file.lines().all(|line| line.len() < 65_000));
    }
}

/// Checks that strings are short enough for Graphviz, plain labels show the text, and drawn labels are well-formed.
fn check_label(node: &Node, line: &str) {
    assert!(line.starts_with(&format!("  \"n{}\" [label=", node.id)), "D6: {line:.100}");
    let label = line.split_once("label=").unwrap().1;
    if let Some(inside) = label.strip_prefix('"') {
        let end = inside.split("\", ").next().unwrap();
        assert!(end.len() < 16_384, "longer strings are syntax errors");
        let shown = xml::dot(end);
        let wanted = holdable(&node.label.join("\n")).replace(['\r', '\t'], " ");
        let beginning: String = wanted.chars().take(1_999).collect();
        assert!(shown.starts_with(&beginning), "D8: {shown:?} for {wanted:?}");
    } else {
        let inside = label.strip_prefix('<').and_then(|label| label.split_once(">, ")).unwrap().0;
        assert_eq!(parse(inside).name, "TABLE", "{inside:.200}");
    }
}

#[test]
fn drn_is_a_markov_chain() {
    for table in tables() {
        let file = string(&table, &Drn);
        let (head, body) = file.split_once("@model\n").unwrap();
        assert!(head.contains("@type: DTMC\n@parameters\n\n@reward_models\nplies\n"));
        let size = table.node_count();
        assert!(head.ends_with(&format!("@nr_states\n{size}\n@nr_choices\n{size}\n")));
        let states: Vec<&str> = body.split("state ").skip(1).collect();
        assert_eq!(states.len(), size);
        for (index, state) in states.iter().enumerate() {
            let arrows: Vec<(usize, &str)> = state
                .lines()
                .filter_map(|line| line.strip_prefix("\t\t")?.split_once(" : "))
                .map(|(target, share)| (target.parse().unwrap(), share))
                .collect();
            assert!(arrows.is_sorted_by(|a, b| a.0 < b.0), "one arrow for each target, in order");
            assert!(state.starts_with(&format!("{index} [")) && state.contains("\n\taction 0 [0]\n"));
            if table.edges_of(index).is_empty() {
                assert_eq!(arrows, [(index, "1")], "an end leads to itself");
            }
        }
    }
    let four = string(&memory(4, false), &Drn);
    for labels in ["state 0 [1] init player_1\n", " won_1 done\n", " won_2 done\n", " drawn done\n"] {
        assert!(four.contains(labels), "{labels}");
    }
    assert!(string(&difficult(), &Drn).contains(" [0] cut\n"));
    // Four parallel edges of 1/27 each.
    assert!(string(&difficult(), &Drn).contains("\n\t\t1 : 4/27\n"));
}

/// The reward of a state is the expected reward of its edges, and may be negative.
#[test]
fn rewards_of_a_markov_chain_may_be_negative() {
    let mut table = memory(2, false);
    let weights: Vec<(u64, u64)> =
        table.edges_of(0).map(|edge| (table.edges[edge].weight, table.edges[edge].total)).collect();
    assert_eq!(weights, [(4, 12), (8, 12)]);
    for (one, other, expected) in
        [(1, -5, "-3/2"), (-1, 0, "-1/6"), (-2, 1, "0"), (-2, -2, "-1"), (4, -1, "1/3")]
    {
        table.head.rewards = vec!["paid".to_owned()];
        table.paid = vec![0; table.edge_count()];
        (table.paid[0], table.paid[1]) = (one, other);
        let file = string(&table, &Drn);
        assert!(file.contains("@reward_models\nplies paid\n"));
        assert!(
            file.contains(&format!("state 0 [1, 0] init player_1\n\taction 0 [0, {expected}]\n")),
            "{file}"
        );
    }
}
