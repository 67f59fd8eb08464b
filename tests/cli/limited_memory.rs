//! Players with limited memory.

use super::run::{all_exact, answer, exact, run};
use chancetree::exact::{Rational, double, ratio};
use chancetree::games::memory::limited::{RecalledTable, Strategy};
use oracles::limited_memory::{ScoredTable, scored_turns};
use serde_json::Value;
use std::collections::BTreeMap;

#[test]
fn every_format_of_the_table_has_the_same_cells() {
    let cells = answer("best memory --memory 3 --pairs 1..=9 --format json");
    assert_eq!(cells["parameters"]["memory"], 3);
    let cells = cells["cells"].as_array().expect("a list");
    let csv = run("best memory --memory 3 --pairs 1..=9 --format csv").ok();
    for (line, cell) in csv.lines().skip(1).zip(cells) {
        let cell_line = format!("{},{},{}", cell["pairs"], cell["unknown"], cell["decision"]);
        assert!(line.starts_with("2,best,no-pass,pairs,3,0,0,best,") && line.ends_with(&cell_line), "{line}");
        let args = format!(
            "best memory --pairs {} --unknown {} --memory 3 --format json",
            cell["pairs"], cell["unknown"]
        );
        assert_eq!(answer(&args)["decision"], cell["decision"], "{args}");
    }
    assert_eq!(csv.lines().count(), 1 + cells.len());
    let picture = run("best memory --memory 3 --pairs 1..=9 --format svg").ok();
    assert_eq!(picture.matches("<rect").count(), 1 + cells.len() + 3, "a square for each cell, and a legend");
}

#[test]
fn a_graph_has_cycles() {
    let graph: Value = answer("graph memory --pairs 4 --memory 2 --play best --show all --as json -o -");
    let nodes = graph["nodes"].as_array().expect("a list");
    let number = |node: &Value, name: &str| node[name].as_str().unwrap().parse::<Rational>().unwrap();
    let ends: Rational =
        nodes.iter().filter(|node| node["end"] == true).map(|node| number(node, "reach_exact")).sum();
    assert_eq!(ends, ratio(1, 1));
    assert!(nodes.iter().all(|node| number(node, "reach_exact") <= number(node, "visits_exact")));
    assert!(nodes.iter().any(|node| number(node, "reach_exact") < number(node, "visits_exact")));
}

/// With an unlimited memory, bold and safe are two of the tactics, also for players who play to win.
#[test]
fn playing_to_win_depends_on_the_score() {
    for pairs in 1..=8 {
        let args = format!("odds memory --pairs {pairs} --play best --objective win --format json");
        let [limits, tactics] =
            ["--memory unlimited", "--tactics bold,safe"].map(|more| answer(&format!("{args} {more}")));
        assert_eq!(limits["value"], tactics["value"], "{pairs} pairs");
    }
    for lead in [-2, 0, 1] {
        let args = format!("best memory --pairs 8 --unknown 3 --lead {lead} --objective win --format json");
        let limits = answer(&format!("{args} --memory unlimited"));
        let tactics = answer(&format!("{args} --tactics bold,safe"));
        assert_eq!(limits["value"], tactics["value"], "{lead}");
        let forgets = answer(&format!("{args} --memory 6"));
        let odds = "odds memory --pairs 8 --unknown 3 --memory 6 --play best --objective win --format json";
        assert_eq!(forgets["value"], answer(&format!("{odds} --lead {lead}"))["value"], "{lead}");
    }
}

/// A table with the objective win has the decision of each board alone.
#[test]
fn the_table_of_playing_to_win_has_the_decisions_of_single_boards() {
    let table = answer("best memory --pairs 1..=6 --memory 4 --objective win --format json");
    let cells = table["cells"].as_array().expect("cells");
    assert!(cells.len() > 12, "{cells:?}");
    for cell in cells {
        let (pairs, unknown) = (&cell["pairs"], &cell["unknown"]);
        let args = format!("best memory --pairs {pairs} --unknown {unknown} --memory 4 --objective win");
        let one = answer(&format!("{args} --format json"));
        assert_eq!(cell["decision"], one["decision"], "{args}");
    }
}

/// A graph with the objective win has a state for each table and score, and the value of `odds`.
#[test]
fn the_graph_of_playing_to_win_has_the_scores() {
    for memory in ["3", "2,4"] {
        let args = format!("memory --pairs 4 --memory {memory} --play best --objective win");
        let graph = answer(&format!("graph {args} --show all --as json -o -"));
        let odds = answer(&format!("odds {args} --format json"));
        assert_eq!(graph["graph"]["facts"]["value"], odds["value"]["exact"], "{memory}");
        let nodes = graph["nodes"].as_array().expect("nodes");
        let text = |node: &Value, key: &str| node[key].as_str().unwrap_or_default().to_owned();
        let tables: Vec<String> =
            nodes.iter().filter(|node| node["what"] == "state").map(|node| text(node, "state")).collect();
        assert!(tables.iter().any(|state| state.contains("; 1:0, player 1")), "{tables:?}");
        let count = answer(&format!("count {args} --format json"));
        assert_eq!(count["states"], tables.len(), "{memory}");
        // The value of the start is P(player 1 wins) - P(player 1 loses).
        let number = |node: &Value, key: &str| text(node, key).parse::<Rational>().expect("a fraction");
        let edge: Rational = nodes
            .iter()
            .filter(|node| node["end"] == true)
            .map(|node| {
                let state = text(node, "state");
                let scores =
                    state.split("; ").nth(1).and_then(|part| part.split(',').next()).expect("scores");
                let (one, two) = scores.split_once(':').expect("two players");
                let [one, two] = [one, two].map(|points| points.parse::<i64>().expect("points"));
                number(node, "reach_exact") * ratio((one - two).signum(), 1)
            })
            .sum();
        assert_eq!(odds["value"]["exact"], *edge.to_string(), "{memory}");
    }
    // A tree of histories can be cut.
    let tree = run("graph memory --pairs 2 --memory 2 --shape tree --depth 3 --as dot -o -").ok();
    assert!(tree.contains("player 1 starts"), "{tree}");
    let whole = run("graph memory --pairs 2 --memory 2 --as dot -o -").ok();
    assert_eq!(tree.lines().next(), whole.lines().next(), "a cut keeps the value");
}

/// Returns the first player's value of playing to win, the probability of winning minus that of losing, by iteration over all
/// tables with the better strategy until nothing changes.
fn winning(start: RecalledTable, memory: Option<u16>) -> f64 {
    let (mut nodes, mut stack) = (BTreeMap::new(), vec![(start, [0; 2], 0)]);
    while let Some(node) = stack.pop() {
        if node.0.pairs() == 0 || nodes.contains_key(&node) {
            continue;
        }
        let both = [Strategy::Bold, Strategy::Safe].map(|strategy| scored_turns(node, memory, strategy));
        stack.extend(both.iter().flatten().map(|(next, _)| *next));
        nodes.insert(node, both);
    }
    let mut worth: BTreeMap<ScoredTable, f64> = nodes.keys().map(|node| (*node, 0.0)).collect();
    loop {
        let mut change = 0f64;
        for (node, both) in &nodes {
            // Only the sign of the first player's lead at the end counts.
            let at = |(_, [first, second], _): ScoredTable| f64::from(first - second).signum();
            let value = |next: &ScoredTable| {
                let even = next.1[0] == next.1[1];
                worth.get(next).copied().unwrap_or(if even { 0.0 } else { at(*next) })
            };
            let [bold, safe] =
                [&both[0], &both[1]].map(|turns| turns.iter().map(|(next, p)| p * value(next)).sum::<f64>());
            let better = if node.2 == 0 { bold.max(safe) } else { bold.min(safe) };
            change = change.max((better - worth[node]).abs());
            worth.insert(*node, better);
        }
        if change < 1e-13 {
            return worth[&(start, [0; 2], 0)];
        }
    }
}

#[test]
fn playing_to_win_matches_real_cards() {
    for (pairs, memory) in [(2, 1), (3, 0), (3, 1), (3, 2), (3, 3), (4, 2)] {
        let args = format!("--pairs {pairs} --memory {memory} --play best --objective win");
        let odds = answer(&format!("odds memory {args} --format json"));
        let value = exact(&odds["value"]);
        let start = RecalledTable { unknown: pairs, ..RecalledTable::default() };
        let played = winning(start, Some(memory));
        assert!((double(&value) - played).abs() < 1e-9, "{args}: {value}, {played}");
        let win = all_exact(&odds["win"]);
        assert_eq!(&win[0] - &win[1], value, "{args}");
        assert_eq!(win[0].clone() + &win[1] + exact(&odds["draw"]), ratio(1, 1), "{args}");
    }
}
