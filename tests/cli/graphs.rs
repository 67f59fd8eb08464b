//! Graph files: titles, legends and limits on size.

use super::run::{answer, command, folder, list, run, run_in};
use chancetree::exact::{Rational, double, parse_fraction};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, File};
use std::path::Path;

#[test]
fn a_title_has_numbers_of_one_kind_and_names_of_files() {
    let folder = folder();
    let title = |args: &str| {
        let dot = run_in(folder.path(), &format!("graph {args} --as dot -o - -q")).ok();
        dot.lines().next().expect("a line").to_owned()
    };
    let odds = title("memory --pairs 12");
    assert!(odds.contains("wins 0.4") && odds.contains(", draw 0.") && !odds.contains('/'), "{odds}");
    run_in(folder.path(), "best memory --pairs 3 --save a.json -q").ok();
    let path = folder.path().join("a.json");
    let decided = title(&format!("memory --pairs 3 --play {}", path.display()));
    assert!(
        decided.contains("; play: a.json; rules: no-pass; expected pairs of player 1: 7/5\""),
        "{decided}"
    );
}

/// Two tables cannot go to stdout, under any name of it; a single file can, also if stdout is a file.
#[cfg(unix)]
#[test]
fn stdout_is_recognized_by_any_name() {
    let folder = folder();
    for name in ["-", "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"] {
        let ran = run_in(folder.path(), &format!("graph memory --pairs 2 --as csv -o {name}"));
        ran.failed(2, "csv writes two tables to files, not to stdout");
        let args = format!("graph memory --pairs 2 --as dot -o {name}");
        assert_eq!(run_in(folder.path(), &args).ok(), run("graph memory --pairs 2 --as dot -o -").ok());
        let file = File::create(folder.path().join("a.dot")).expect("a file");
        let status = command(folder.path(), &args).stdout(file).status().expect("it starts");
        let written = fs::read_to_string(folder.path().join("a.dot")).expect("a file");
        assert_eq!((status.code(), written), (Some(0), run("graph memory --pairs 2 --as dot -o -").ok()));
    }
}

/// A legend explains only the signs in the picture; without parallel events, nothing is merged.
#[test]
fn a_legend_explains_only_the_signs_in_the_picture() {
    let picture = |args: &str| run(&format!("graph {args} --merge-parallel --as svg -o - -q")).ok();
    let plain = picture("memory --pairs 2");
    assert!(!plain.contains(">several<") && !plain.contains(">x3<"), "nothing is merged");
    let mines = picture("mines --rows 2 --cols 2 --mines 1");
    assert!(mines.contains(" x4: ") && mines.contains(">x3<"), "cells are merged");
    assert!(!mines.contains(">several<"), "all of one kind");
}

/// Every text on a slide has at least 12 points if the slide is 13.33 inches wide, and the sums of the ends and of the play that
/// goes on are 1, also if play can return to an earlier state.
#[test]
fn slides_are_readable_and_sum_to_one() {
    let models = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/models");
    for args in [
        "memory --pairs 3",
        "memory --pairs 8",
        "memory --pairs 12 --players 3",
        "memory --pairs 30",
        "guess --numbers 12 --direction down",
        "memory --pairs 3 --shape tree",
        "memory --pairs 3 --play best --show all",
        "memory --pairs 4 --memory 1",
        "memory --pairs 5 --memory 2",
        "solitaire --pairs 12",
        "mines --rows 3 --cols 3 --mines 2",
        "mines --rows 4 --cols 4 --mines 3",
        "guess --numbers 9 --players 3 --show all",
        "guess --numbers 4 --weights 1,2,3,4 --guesses 2",
        "guess --numbers 6 --weights 1,2,3,4,5,6 --guesses 3",
        "model pig_game.prism --const N=10",
        "model pig_game.prism --const N=10 --depth 4",
    ] {
        let slide = run_in(&models, &format!("graph {args} --slide --as svg -o - -q")).ok();
        let attribute = |name: &str| {
            let begin = format!(" {name}=\"");
            let values = slide.split(&begin).skip(1);
            values.map(|rest| rest.split('"').next().expect("a value").to_owned()).collect::<Vec<_>>()
        };
        let number = |text: &str| text.parse::<f64>().expect("a number");
        let wide = number(attribute("viewBox")[0].split(' ').nth(2).expect("a width"));
        let least = attribute("font-size").iter().map(|size| number(size)).fold(f64::INFINITY, f64::min);
        assert!(least * 1920.0 / wide >= 23.99, "{args}: letters of {} pixels", least * 1920.0 / wide);
        let sums = slide.split("Σ P = ").skip(1).map(|rest| {
            let text = rest.split(['<', ' ']).next().expect("a number");
            parse_fraction(text).unwrap_or_else(|| panic!("{args}: {text}"))
        });
        let sum = double(&sums.sum());
        assert!((sum - 1.0).abs() < 2e-6, "{args}: the sums are {sum}");
        // This game fits as a whole.
        let is_whole = args.ends_with("--guesses 2");
        assert_eq!(slide.contains(">play goes on</text>"), !is_whole, "{args}");
        let has_pool = slide.contains(" more states</text>");
        assert!(has_pool || args != "memory --pairs 8", "the least probable states of a ply are one node");
    }
}

/// The legend of a slide explains the colours, lines, squares and codes of the slide, and no others.
#[test]
fn the_legend_of_a_slide_is_about_what_it_shows() {
    for args in [
        "memory --pairs 8",
        "memory --pairs 30",
        "memory --pairs 3 --players 4",
        "memory --pairs 6 --players 16",
        "memory --pairs 12 --players 3",
        "solitaire --pairs 4",
        "solitaire --pairs 25",
    ] {
        let slide = run(&format!("graph {args} --slide --as svg -o - -q")).ok();
        let (drawn, legend) = slide.split_once("<g id=\"legend\">").expect("a legend");
        // The stroke of each line, and whether it has dashes.
        let lines = |part: &str| -> BTreeSet<(String, bool)> {
            let paths = part.split("<path ").skip(1).map(|rest| rest.split("/>").next().expect("an end"));
            let stroke = |path: &str| path.split("stroke=\"").nth(1).expect("a stroke")[..7].to_owned();
            paths.map(|path| (stroke(path), path.contains("dasharray"))).collect()
        };
        let drawn_lines = lines(drawn);
        for (stroke, is_dashed) in lines(legend) {
            let found: Vec<_> = drawn_lines.iter().filter(|(other, _)| *other == stroke).collect();
            assert_eq!(found, [&(stroke.clone(), is_dashed)], "{args}");
        }
        // The colours of players 1 to 4, or their tints.
        for (player, colours) in
            [["#56B4E9", "#BFE3F7"], ["#E69F00", "#F7DB9B"], ["#009E73", "#9BDBC7"], ["#F0E442", "#FBF7B7"]]
                .into_iter()
                .enumerate()
                .filter(|_| args.starts_with("memory"))
        {
            let is_drawn = colours.iter().any(|colour| drawn.contains(&format!("fill=\"{colour}\"")));
            assert_eq!(legend.contains(&format!(">player {}<", player + 1)), is_drawn, "{args}: {player}");
        }
        let has_squares = drawn.contains("width=\"12.0\" height=\"12.0\"");
        assert_eq!(legend.contains(">unknown<"), has_squares, "{args}");
        assert_eq!(legend.contains(">P<"), drawn.contains(">P = "), "{args}");
        assert_eq!(legend.contains(">Σ P<"), drawn.contains(">Σ P = "), "{args}");
    }
    // Whole pictures have sums, too.
    let picture = run("graph memory --pairs 2 --as svg -o - -q").ok();
    assert!(picture.contains(">Σ P = ") && picture.contains(">Σ P<") && picture.contains(">P<"));
}

/// Drawings of Minesweeper have one line for equal events between two states, with the sum of their probabilities. Data has an edge
/// for each event.
#[test]
fn equal_events_of_minesweeper_are_one_line() {
    for args in
        ["mines --rows 2 --cols 2 --mines 1", "mines --rows 2 --cols 3 --mines 2 --play best --show all"]
    {
        let graph = answer(&format!("graph {args} --as json -o -"));
        let mut events: BTreeMap<(u64, u64), (usize, Rational)> = BTreeMap::new();
        for edge in list(&graph["edges"]).iter().filter(|edge| edge["decision"] == "chance") {
            let end = |name: &str| edge[name].as_u64().expect("a node");
            let chance =
                parse_fraction(edge["prob_exact"].as_str().expect("a fraction")).expect("a fraction");
            let sum = events.entry((end("source"), end("target"))).or_default();
            *sum = (sum.0 + 1, &sum.1 + chance);
        }
        let dot = run(&format!("graph {args} --as dot -o - -q")).ok();
        let mut lines: BTreeMap<(u64, u64), (usize, Rational)> = BTreeMap::new();
        let mut merged = 0;
        for line in dot.lines().filter(|line| line.contains(" -> ") && line.contains(" [label=\" ")) {
            let parts: Vec<&str> = line.split('"').collect();
            let node = |text: &str| text[1..].parse::<u64>().expect("a node");
            let (name, chance) = parts[5].trim().rsplit_once(": ").expect("a name and a probability");
            let count = name.rsplit_once(" x").map_or(1, |(_, count)| count.parse().expect("a number"));
            merged += usize::from(count > 1);
            let sum = lines.entry((node(parts[1]), node(parts[3]))).or_default();
            *sum = (sum.0 + count, &sum.1 + parse_fraction(chance).expect("a fraction"));
        }
        assert_eq!(lines, events, "{args}");
        assert!(merged > 2, "{args}: {dot}");
        assert!(
            dot.contains("three equal events between the same states, with the sum of their probabilities")
        );
    }
}

/// A cut hides states but does not change values, and a cut state is not an end.
#[test]
fn a_cut_changes_no_value() {
    for args in [
        "guess --numbers 6 --show all",
        "mines --rows 2 --cols 3 --mines 2 --play best",
        "solitaire --pairs 3 --recall 3/4,1/8,4/5",
        "memory --pairs 3 --memory 2 --play best",
        "memory --pairs 3 --memory 2 --objective win",
        "memory --pairs 3 --play best --objective win",
        "memory --pairs 4 --play best --show all",
    ] {
        let graph = |more: &str| answer(&format!("graph {args}{more} --as json -o -"));
        let whole = graph("");
        let nodes = |graph: &Value| graph["nodes"].as_array().expect("a list").clone();
        // A state may appear with another mover; its value is then the same for that mover.
        let summary =
            |node: &Value| (node["state"].clone(), node["action"].clone(), node["value_exact"].clone());
        let known: Vec<_> = nodes(&whole).iter().map(summary).collect();
        for more in [" --depth 2", " --depth 2 --shape tree"] {
            let cut = graph(more);
            assert_eq!(cut["graph"]["title"], whole["graph"]["title"], "{args}{more}");
            assert_eq!(cut["graph"]["facts"], whole["graph"]["facts"], "{args}{more}");
            assert!(nodes(&cut).iter().all(|node| known.contains(&summary(node))), "{args}{more}");
            assert!(nodes(&cut).iter().any(|node| node["outcome"] == "cut"), "{args}{more}");
        }
    }
}

/// The error names a format for a graph too large for a picture: a page, or tables for the largest graphs.
#[test]
fn an_oversized_picture_names_another_format() {
    let wide = run("graph memory --pairs 20 --as svg -o -");
    wide.failed(3, "nodes, but svg is limited to 2000");
    assert!(wide.err.contains("help: --depth 4, --format html or --max-states "), "{}", wide.err);
    // A bitmap of this size would take very long.
    #[cfg(feature = "pictures")]
    assert!(
        run("graph memory --pairs 20 --as png -o a.png").err.ends_with("help: --depth 4 or --format html\n")
    );
    let wider = run("graph memory --pairs 70 --as dot -o -");
    assert!(wider.err.contains("help: --depth 4, --format csv or --max-states 237801"), "{}", wider.err);
    let page = run("graph memory --pairs 9 --as dot -o -");
    assert!(
        page.err.contains("572 nodes are too many for most programs that read dot; use html"),
        "{}",
        page.err
    );
    // A slide shows only the first nodes, and the note on the file has their number.
    let folder = folder();
    let written = run_in(folder.path(), "graph memory --pairs 9 --slide -o slide.svg");
    let slide = fs::read_to_string(folder.path().join("slide.svg")).expect("a picture");
    assert!(slide.contains(">play goes on</text>"), "{slide}");
    let nodes = slide.matches("<g id=\"n").count() - slide.matches(" more states</text>").count();
    let note = format!(": {nodes} nodes, ");
    assert!(
        written.err.contains(&note) && written.err.contains(" of a graph with 572 nodes, "),
        "{}",
        written.err
    );
}

/// Gambit's extensive form lists the nodes of a tree in depth-first order, so it needs a tree without transpositions.
#[test]
fn the_extensive_form_needs_a_complete_tree() {
    let args = "graph memory --pairs 2 --play best --shape tree --show all --format efg -o - -q";
    let tree = run(args).ok();
    assert!(tree.starts_with("EFG 2 R \"Memory, 2 pairs"), "{tree}");
    assert!(tree.contains("\n\np \"d=0 e=2\" 1 1 \"\" { "), "{tree}");
    assert!(tree.contains("\nc \"T6\" 1 \"\" { \"C\" 1/3 \"E\" 2/3 } 0\n"), "{tree}");
    assert!(tree.ends_with(" }\n"), "{tree}");
    let mines = run(
        "graph mines --rows 1 --cols 3 --mines 1 --play best --shape tree --show all --format efg -o - -q",
    )
    .ok();
    let ends = |outcome: &str, payoffs: &str| {
        let mut ends = mines.lines().filter(|line| line.starts_with(&format!("t \"{outcome}\""))).peekable();
        assert!(ends.peek().is_some() && ends.all(|line| line.ends_with(payoffs)), "{outcome}: {mines}");
    };
    ends("won", "{ 1 }");
    ends("lost", "{ 0 }");
    let graph = run("graph memory --pairs 2 --format efg -o -");
    graph.failed(2, "efg writes a tree of histories, not a graph of merged states");
    let cut = run("graph memory --pairs 3 --shape tree --depth 2 --format efg -o - -q");
    cut.failed(2, "efg writes complete histories, but --depth cuts them");
}
