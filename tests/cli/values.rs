//! Answers: their values, keys and columns, the list of games, and completions.

use super::run::{answer, exact, list, printed, run};
use chancetree::exact::{Rational, one};
use serde_json::Value;

#[test]
fn digits_are_rounded() {
    for (digits, decimal) in [(0, "0"), (1, "0.5"), (6, "0.466667"), (30, "0.466666666666666666666666666667")]
    {
        let odds = answer(&format!("odds memory --pairs 3 --digits {digits} --format json"));
        assert_eq!(odds["win"][0]["decimal"], decimal);
    }
    assert!(run("odds memory --pairs 3 --digits 50000").ok().len() > 200_000);
}

#[test]
fn counts_agree_with_the_graphs() {
    for args in [
        "memory --pairs 5",
        "memory --pairs 4 --players 3",
        "memory --pairs 6 --unknown 3 --scores 1,0",
        "solitaire --pairs 3",
    ] {
        let count = answer(&format!("count {args} --format json"));
        if args.starts_with("memory") {
            let odds = answer(&format!("odds {args} --format json"));
            assert_eq!((&count["states"], &count["transitions"]), (&odds["states"], &odds["transitions"]));
        }
        let number = |value: &Value| value.as_u64().expect("a number");
        assert_eq!(number(&count["merged"]), number(&count["transitions"]) + 1 - number(&count["states"]));
        let layers = list(&count["layers"]).iter().map(|layer| number(&layer["states"]));
        assert_eq!(layers.sum::<u64>(), number(&count["states"]));
        for (shape, nodes) in [("dag", &count["states"]), ("tree", &count["tree_nodes"])] {
            let graph = answer(&format!("graph {args} --as json --shape {shape} -o -"));
            let ends = list(&graph["nodes"]).iter().filter(|node| node["end"] == true).count() as u64;
            assert_eq!(list(&graph["nodes"]).len() as u64, number(nodes), "{args} {shape}");
            let expected = if shape == "dag" { &count["ends"] } else { &count["tree_leaves"] };
            assert_eq!(ends, number(expected), "{args} {shape}");
        }
    }
    // The tree of 100 pairs is counted, not built.
    let tree = &answer("count memory --pairs 100 --format json")["tree_nodes"];
    assert!(tree.as_str().is_some_and(|digits| digits.len() > 40), "{tree}");
}

#[test]
fn games_lists_every_game() {
    let games = printed("games --format json");
    assert_eq!(games[0]["family"], "memory");
    assert_eq!(games[0]["schema"], 2);
    assert_eq!(games[0]["options"][0]["name"], "--pairs N");
    let example = games[0]["example"].as_str().expect("an example").strip_prefix("chancetree ");
    run(example.expect("a command")).ok();
    assert!(run("games").ok().starts_with("memory: "));
}

#[test]
fn a_cut_is_marked_and_keeps_the_odds() {
    for args in ["--pairs 5", "--pairs 4 --players 3", "--pairs 5 --shape tree"] {
        let whole = answer(&format!("graph memory {args} --as json -o -"));
        let start = |graph: &Value| list(&graph["nodes"])[0].clone();
        for depth in [0, 1, 3] {
            let graph = answer(&format!("graph memory {args} --as json --depth {depth} -o -"));
            for key in ["win_1_exact", "win_2_exact", "draw_exact", "reach_exact", "state"] {
                assert_eq!(start(&graph)[key], start(&whole)[key], "{args} --depth {depth}: {key}");
            }
            let cut: Vec<_> = list(&graph["nodes"]).iter().filter(|node| node["outcome"] == "cut").collect();
            assert!(!cut.is_empty(), "{args} --depth {depth}");
            assert!(cut.iter().all(|node| node["end"] == false));
            let over =
                list(&graph["nodes"]).iter().filter(|node| node["end"] == true || node["outcome"] == "cut");
            assert_eq!(over.map(|node| exact(&node["reach_exact"])).sum::<Rational>(), one());
        }
    }
}

/// The denominators contain a power of a small prime that exceeds 64 bits.
#[test]
fn fractions_of_a_large_board_add_up() {
    let graph = answer("graph memory --pairs 100 --depth 9 --as json -o -");
    for node in list(&graph["nodes"]) {
        let sum = exact(&node["win_1_exact"]) + exact(&node["win_2_exact"]) + exact(&node["draw_exact"]);
        assert_eq!(sum, one(), "{node}");
    }
    let cut = list(&graph["nodes"]).iter().filter(|node| node["outcome"] == "cut");
    assert_eq!(cut.map(|node| exact(&node["reach_exact"])).sum::<Rational>(), one());
}

#[test]
fn without_a_terminal_there_are_no_escape_codes() {
    for args in ["odds memory --pairs 8", "count memory --pairs 8", "games", "--help", "odds nope"] {
        let ran = run(args);
        assert!(!ran.out.contains('\u{1b}') && !ran.err.contains('\u{1b}'), "{args}");
    }
}

#[test]
fn completions_are_made_for_every_shell() {
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let text = run(&format!("completions {shell}")).ok();
        assert!(text.contains("chancetree") && text.contains("graph"), "{shell}");
    }
}

/// Games are ordered by the number of players, then by the other parameters in the order of the help page.
#[test]
fn games_have_a_fixed_order() {
    for (args, names) in [
        ("odds guess --numbers 2,3", ["players", "numbers", "guesses"]),
        ("odds memory --pairs 2,3", ["players", "pairs", "unknown"]),
        ("odds memory --play best --pairs 2,3", ["players", "pairs", "unknown"]),
    ] {
        let last = names[2];
        let all = answer(&format!("{args} --players 2,3 --{last} 1,2 --format json"));
        let found: Vec<[u64; 3]> = list(&all)
            .iter()
            .map(|one| names.map(|name| one["parameters"][name].as_u64().expect("a number")))
            .collect();
        let mut sorted = found.clone();
        sorted.sort_unstable();
        assert_eq!((found.len(), &found), (8, &sorted), "{args}");
    }
    let csv = run("odds guess --numbers 2,3 --players 2,3 --format csv").ok();
    assert!(csv.starts_with("numbers,players,"), "{csv}");
}
