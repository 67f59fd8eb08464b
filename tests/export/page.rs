//! The page of `graph --as html`: its data are those of the graph, and no label breaks out of them.

use chancetree_export::{Document, Node, Tile, html, text};
use oracles::documents::memory::memory;
use oracles::documents::{Table, difficult, difficult_boards, string};
use serde_json::Value;

/// Returns the blocks of data of one kind, each parsed.
fn blocks(page: &str, open: &str) -> Vec<Value> {
    let tag = format!("<script type=\"application/json\" {open}>");
    page.split(&tag)
        .skip(1)
        .map(|part| {
            let inside = part.split("</script>").next().expect("a block ends");
            serde_json::from_str(inside).expect("a block is JSON")
        })
        .collect()
}

fn parts(page: &str, part: &str) -> Vec<Value> {
    blocks(page, &format!("data-part=\"{part}\""))
}

fn list(value: &Value) -> &[Value] {
    value.as_array().expect("a list")
}

/// Returns the texts of a column, one for each record.
fn texts(column: &Value) -> Vec<String> {
    let all: Vec<String> =
        list(&column["t"]).iter().map(|text| text.as_str().expect("a text").to_owned()).collect();
    match column.get("i") {
        None => all,
        Some(places) => {
            list(places).iter().map(|place| all[place.as_u64().expect("a place") as usize].clone()).collect()
        }
    }
}

/// Returns a column of numbers from all blocks.
fn numbers(blocks: &[Value], name: &str) -> Vec<f64> {
    blocks
        .iter()
        .flat_map(|block| list(&block[name]))
        .map(|number| number.as_f64().expect("a number"))
        .collect()
}

fn page(table: &Table) -> String {
    string(table, &html::Html::new(table))
}

/// Checks that a page contains the graph: its sizes, its nodes with their labels, its edges with their fractions.
pub(crate) fn assert_holds(page: &str, table: &Table) {
    let meta = &blocks(page, "id=\"meta\"")[0];
    assert_eq!(meta["nodes"].as_u64(), Some(table.node_count() as u64));
    assert_eq!(meta["edges"].as_u64(), Some(table.edge_count() as u64));
    let events: Vec<(&str, &str)> = list(&meta["events"])
        .iter()
        .map(|kind| (kind[0].as_str().expect("a name"), kind[1].as_str().expect("a meaning")))
        .collect();
    let kinds = table.head.events.iter();
    assert_eq!(events, kinds.map(|kind| (&*kind.name, &*kind.meaning)).collect::<Vec<_>>());
    assert_eq!(list(&meta["codes"]).len(), table.head().codes.len());
    let (nodes, edges) = (parts(page, "nodes"), parts(page, "edges"));
    assert_eq!(nodes.len(), table.node_count().div_ceil(1024));
    // The JSON reader may round differently.
    for (read, node) in numbers(&nodes, "reach").into_iter().zip(&table.nodes) {
        assert!((read - node.reach).abs() <= 4e-16 * node.reach, "{read} for {}", node.reach);
    }
    assert_eq!(
        numbers(&nodes, "ply"),
        table.nodes.iter().map(|node| f64::from(node.ply)).collect::<Vec<_>>()
    );
    let labels: Vec<String> = nodes.iter().flat_map(|block| texts(&block["label"])).collect();
    assert_eq!(labels, table.nodes.iter().map(|node| node.label.join("\n")).collect::<Vec<_>>());
    let column = |name: &str| edges.iter().flat_map(|block| texts(&block[name])).collect::<Vec<_>>();
    assert_eq!(column("prob"), table.edges.iter().map(|edge| edge.exact.clone()).collect::<Vec<_>>());
    assert_eq!(column("event"), table.edges.iter().map(|edge| edge.event.clone()).collect::<Vec<_>>());
    let targets: Vec<f64> = table.edges.iter().map(|edge| edge.target as f64).collect();
    assert_eq!(numbers(&edges, "target"), targets);
    // Sources are derived from counts, not written.
    let mut sources = Vec::new();
    for (node, out) in numbers(&nodes, "out").into_iter().enumerate() {
        sources.extend(std::iter::repeat_n(node, out as usize));
    }
    assert_eq!(sources, table.edges.iter().map(|edge| edge.source).collect::<Vec<_>>());
}

#[test]
fn pages_have_the_data_of_the_graph() {
    for table in [memory(1, false), memory(4, false), memory(20, false), difficult(), difficult_boards()] {
        assert_holds(&page(&table), &table);
    }
}

#[test]
fn fractions_have_separate_blocks() {
    let table = memory(20, false);
    let page = page(&table);
    let meta = &blocks(&page, "id=\"meta\"")[0];
    let names: Vec<&str> = list(&meta["exact"]).iter().map(|name| name.as_str().expect("a name")).collect();
    assert!(!names.is_empty());
    for (place, name) in names.iter().enumerate() {
        let wanted = format!("{name}_exact");
        let column =
            table.head().node_columns.iter().position(|column| column.name == wanted).expect("a column");
        let blocks = parts(&page, "exact");
        let found: Vec<String> = blocks.iter().flat_map(|block| texts(&list(block)[place])).collect();
        let mut node = Node::default();
        assert_eq!(found.len(), table.node_count());
        for (index, fraction) in found.iter().enumerate() {
            table.node(index, &mut node);
            let cell = &node.cells.as_slice()[column];
            assert_eq!(*cell, chancetree::export::CellValue::Text(fraction.clone()), "{name} of {index}");
        }
        assert!(!list(&meta["columns"]).iter().any(|column| column[0] == wanted.as_str()), "written once");
    }
}

#[test]
fn pages_have_the_boards_of_the_graph() {
    for table in [memory(5, true), difficult_boards()] {
        let page = page(&table);
        let mut boards = Vec::new();
        for block in parts(&page, "nodes") {
            let rows = &block["board"]["rows"];
            for places in list(&block["board"]["of"]) {
                let row = |place: &Value| {
                    let runs = list(&rows[place.as_u64().expect("a place") as usize]).chunks(2);
                    let tile =
                        |run: &[Value]| vec![run[0].clone(); run[1].as_u64().expect("a number") as usize];
                    runs.flat_map(tile).collect::<Vec<_>>()
                };
                boards.push(list(places).iter().map(row).collect::<Vec<_>>());
            }
        }
        let number = |tile: &Tile| match tile {
            Tile::Hidden => Value::from(0),
            Tile::Known => Value::from(1),
            Tile::Taken(seat) => Value::from(2 + seat),
            Tile::Open(text) => Value::from(text.as_str()),
        };
        for (found, node) in boards.iter().zip(&table.nodes) {
            let rows = node.board.iter().flat_map(|board| &board.rows);
            let wanted: Vec<Vec<Value>> = rows.map(|row| row.iter().map(number).collect()).collect();
            assert_eq!(*found, wanted, "board of {}", node.id);
        }
        assert_eq!(boards.len(), table.node_count());
    }
}

#[test]
fn no_label_breaks_out_of_the_data() {
    for table in [difficult(), difficult_boards()] {
        let page = page(&table);
        // The page has as many script elements as a page without labels, and no other markup.
        let plain = self::page(&memory(1, false));
        let tags = |page: &str, tag: &str| page.matches(tag).count();
        let exact = |page: &str| tags(page, "data-part=\"exact\"");
        assert_eq!(tags(&page, "<script") - exact(&page), tags(&plain, "<script") - exact(&plain));
        assert_eq!(tags(&page, "</script"), tags(&page, "<script"));
        assert_eq!(tags(&page, "<img"), 0);
        let (head, rest) = page.split_once("</title>").expect("a title");
        let mut title = Vec::new();
        text::xml(&table.head().title, &mut title);
        assert!(head.ends_with(std::str::from_utf8(&title).expect("UTF-8")));
        for block in rest.split("<script type=\"application/json\"").skip(1) {
            let inside = block.split("</script>").next().expect("a block ends");
            assert!(!inside.contains(['<', '\u{2028}', '\u{2029}']));
        }
    }
}

/// Checks that a page loads nothing, runs no text as code, and has no unfilled place.
pub(crate) fn assert_self_contained(page: &str) {
    for part in
        ["http:", "https:", "src=", "@import", "url(", "fetch(", "XMLHttpRequest", "innerHTML", "eval("]
    {
        assert!(!page.contains(part), "{part}");
    }
    assert!(page.contains("default-src 'none'"));
    assert!(page.starts_with("<!doctype html>\n<html lang=\"en\">"));
    assert!(!page.contains("{{"), "every place is filled");
}

#[test]
fn pages_make_no_network_requests() {
    assert_self_contained(&page(&memory(2, false)));
}
