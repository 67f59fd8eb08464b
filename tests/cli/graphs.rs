//! Graphs as they are written: titles, legends, sizes.

use super::run::{answer, command, folder, run, run_in};
use serde_json::Value;
use std::fs::{self, File};

#[test]
fn a_title_ends_with_numbers_of_one_kind_and_names_files_only() {
    let folder = folder();
    let title = |words: &str| {
        let dot = run_in(folder.path(), &format!("graph {words} --as dot -o - -q")).ok();
        dot.lines().next().expect("a line").to_owned()
    };
    let odds = title("memory --pairs 12");
    assert!(odds.contains("wins 0.4") && odds.contains(", draw 0.") && !odds.contains('/'), "{odds}");
    run_in(folder.path(), "best memory --pairs 3 --save a.json -q").ok();
    let path = folder.path().join("a.json");
    let decided = title(&format!("memory --pairs 3 --play {}", path.display()));
    assert!(
        decided
            .contains("; play: a.json; rules: no-pass; objective: pairs; expected pairs of player 1: 7/5\""),
        "{decided}"
    );
}

/// Two tables do not go to stdout, whatever it is called; anything else does, also where stdout is a file.
#[cfg(unix)]
#[test]
fn stdout_is_stdout_by_any_name() {
    let folder = folder();
    for name in ["-", "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"] {
        let ran = run_in(folder.path(), &format!("graph memory --pairs 2 --as csv -o {name}"));
        ran.failed(2, "csv writes two tables to files, not to stdout");
        let words = format!("graph memory --pairs 2 --as dot -o {name}");
        assert_eq!(run_in(folder.path(), &words).ok(), run("graph memory --pairs 2 --as dot -o -").ok());
        let file = File::create(folder.path().join("a.dot")).expect("a file");
        let status = command(folder.path(), &words).stdout(file).status().expect("it starts");
        let written = fs::read_to_string(folder.path().join("a.dot")).expect("a file");
        assert_eq!((status.code(), written), (Some(0), run("graph memory --pairs 2 --as dot -o -").ok()));
    }
}

/// Only signs that are there are explained: nothing is merged where no events are parallel.
#[test]
fn a_legend_of_merged_events_explains_only_what_is_there() {
    let picture = |words: &str| run(&format!("graph {words} --merge-parallel --as svg -o - -q")).ok();
    let plain = picture("memory --pairs 2");
    assert!(!plain.contains(">several<") && !plain.contains(">x3<"), "nothing is merged");
    let mines = picture("mines --rows 2 --cols 2 --mines 1");
    assert!(mines.contains(" x4: ") && mines.contains(">x3<"), "cells are merged");
    assert!(!mines.contains(">several<"), "of one kind each");
}

/// What lies beyond a cut is not drawn, but decides what is worth what; a position at which play was cut is no end.
#[test]
fn what_is_cut_is_worth_the_same() {
    for words in [
        "guess --numbers 6 --show all",
        "mines --rows 2 --cols 3 --mines 2 --play best",
        "solitaire --pairs 3 --recall 3/4,1/8,4/5",
        "memory --pairs 3 --memory 2 --play best",
        "memory --pairs 3 --memory 2 --objective win",
        "memory --pairs 3 --play best --objective win",
    ] {
        let graph = |more: &str| answer(&format!("graph {words}{more} --as json -o -"));
        let whole = graph("");
        let nodes = |graph: &Value| graph["nodes"].as_array().expect("a list").clone();
        // A state may stand where another seat moves, whom the same is worth as much.
        let told =
            |node: &Value| (node["state"].clone(), node["action"].clone(), node["value_exact"].clone());
        let known: Vec<_> = nodes(&whole).iter().map(told).collect();
        for more in [" --depth 2", " --depth 2 --shape tree"] {
            let cut = graph(more);
            assert_eq!(cut["graph"]["title"], whole["graph"]["title"], "{words}{more}");
            assert_eq!(cut["graph"]["facts"], whole["graph"]["facts"], "{words}{more}");
            assert!(nodes(&cut).iter().all(|node| known.contains(&told(node))), "{words}{more}");
            assert!(nodes(&cut).iter().any(|node| node["outcome"] == "cut"), "{words}{more}");
        }
    }
}

/// A graph that is too large for a picture is shown by a page; one that is too large for that goes into tables.
#[test]
fn a_picture_that_is_too_large_names_what_shows_it() {
    let wide = run("graph memory --pairs 20 --as svg -o -");
    wide.failed(3, "nodes, but svg is limited to 2000");
    assert!(wide.err.contains("help: --depth 4, --format html or --max-states "), "{}", wide.err);
    let wider = run("graph memory --pairs 70 --as dot -o -");
    assert!(wider.err.contains("help: --depth 4, --format csv or --max-states 237801"), "{}", wider.err);
    let page = run("graph memory --pairs 9 --as dot -o -");
    assert!(
        page.err.contains("572 nodes are too many for most programs that read dot; use html"),
        "{}",
        page.err
    );
    // A slide shows few of them.
    let slide = run("graph memory --pairs 9 --slide --as svg -o -").ok();
    assert!(slide.contains(">play goes on</text>"), "{slide}");
}

/// Gambit's extensive form has the nodes of a tree in the order of a walk; a graph with transpositions has none.
#[test]
fn the_extensive_form_is_of_trees() {
    let words = "graph memory --pairs 2 --play best --shape tree --show all --format efg -o - -q";
    let tree = run(words).ok();
    assert!(tree.starts_with("EFG 2 R \"Memory, 2 pairs"), "{tree}");
    assert!(tree.contains("\n\np \"d=0 e=2\" 1 1 \"\" { "), "{tree}");
    assert!(tree.contains("\nc \"T6\" 1 \"\" { \"C\" 1/3 \"E\" 2/3 } 0\n"), "{tree}");
    assert!(tree.ends_with(" }\n"), "{tree}");
    let graph = run("graph memory --pairs 2 --format efg -o -");
    graph.failed(2, "efg writes a tree of histories, not a graph of merged states");
    let cut = run("graph memory --pairs 3 --shape tree --depth 2 --format efg -o - -q");
    cut.failed(2, "efg writes complete histories, but --depth cuts them");
}
