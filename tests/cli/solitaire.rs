//! Memory for one player.

use super::run::{answer, files, folder, printed, run, run_in};
use serde_json::json;

#[test]
fn means_alone_are_those_of_the_distribution() {
    let sums = answer("odds solitaire --pairs 4 --means --score 3,1,-2 --failed B --format json");
    let distributions = answer("odds solitaire --pairs 4 --score 3,1,-2 --failed b --format json");
    assert_eq!(sums["score"]["mean"], distributions["score"]["mean"]);
    assert_eq!(sums["parameters"]["evaluator"], "sums");
    assert!(sums["turns"]["distribution"].is_null());
}

#[test]
fn tables_of_large_boards_fit_a_line() {
    for line in run("odds solitaire --pairs 96..=101").ok().lines() {
        assert!(line.len() <= 100, "{line}");
    }
    let long = answer("odds solitaire --pairs 61..=61 --format json");
    assert!(long[0]["turns"]["distribution"].is_null() && long[0]["turns"]["variance"]["exact"].is_string());
}

/// Players with imperfect recall have counts, plans and graphs, which repeat their parameters.
#[test]
fn imperfect_recall_has_counts_plans_and_graphs() {
    let player = "solitaire --pairs 4 --recall 0.75,1/8,4/5";
    let count = answer(&format!("count {player} --format json"));
    let repeated = json!({ "pairs": 4, "recall": ["3/4", "1/8", "4/5"], "model": "K" });
    assert_eq!((&count["parameters"], &count["states"]), (&repeated, &json!(33)));
    let perfect = answer("count solitaire --pairs 4 --format json");
    assert_eq!(perfect["parameters"], json!({ "pairs": 4 }));
    let plan = answer(&format!("plan {player} --model l --format json"));
    let keys: Vec<&String> = plan["parameters"].as_object().expect("an object").keys().collect();
    assert_eq!(keys, ["pairs", "recall", "model", "threads"]);
    assert_eq!(plan["states"], json!({ "number": "33", "how": "counted" }));
    let large = run("plan solitaire --pairs 500 --max-memory 1G").ok();
    assert!(large.contains("250001"), "{large}");
    let graph = answer(&format!("graph {player} --model L --as json -o -"));
    let facts = json!({ "family": "solitaire", "pairs": 4, "recall": ["3/4", "1/8", "4/5"], "model": "L" });
    let found = &graph["graph"]["facts"];
    facts.as_object().expect("an object").iter().for_each(|(key, fact)| assert_eq!(found[key], *fact));
    let folder = folder();
    assert_eq!(run_in(folder.path(), &format!("graph {player} -q")).status, Some(0));
    let output = folder.path().join("output");
    assert_eq!(files(&output), ["solitaire-pairs4-recall3_4-1_8-4_5-k-dag.dot"]);
}

#[test]
fn deals_are_random_named_or_all() {
    let random = |seed: u8| {
        printed(&format!("deal solitaire --pairs 8 --seed {seed} --format json"))["standard"].clone()
    };
    assert_eq!(random(1), random(1));
    assert_ne!(random(1), random(2));
    assert_eq!(run("deal solitaire --pairs 4 --all --format csv").ok().lines().count(), 106);
    let all = printed("deal solitaire --pairs 3 --all --format json");
    assert_eq!(all["deals"].as_array().map(Vec::len), Some(15));
    let csv = run("deal solitaire --pairs 3 --all --format csv").ok();
    let text = run("deal solitaire --pairs 3 --all").ok();
    for (place, deal) in all["deals"].as_array().expect("a list").iter().enumerate() {
        let line = csv.lines().nth(place + 1).expect("a line each").split(',').collect::<Vec<_>>();
        let columns = ["cards", "turns", "lucky", "first_position", "first_turn", "remembered"];
        let cells = columns.map(|name| deal[name].to_string().replace('"', ""));
        assert_eq!((line[0], &line[1..]), ("3", &cells.each_ref().map(String::as_str)[..]));
        assert!(text.lines().nth(place + 1).expect("a line each").starts_with(&cells[0]), "{text}");
    }
    let svg = run("deal solitaire --cards <,&,&,< --as svg -o -").ok();
    assert!(svg.contains("&lt;") && svg.ends_with("</svg>\n"));
    assert!(run("deal solitaire --pairs 2 --name longest --as dot -o -").ok().contains("c1 -- c4"));
}

/// The difference from the asymptotic formula agrees with decimals of 60 digits; doubles near 3 N have too few digits.
#[test]
fn small_residuals_are_exact() {
    for (pairs, wanted) in [(5_000, -7.03160e-10), (20_000, -4.39459e-11)] {
        let found = answer(&format!("odds solitaire --pairs {pairs} --means --format json"));
        let rows = found["asymptotics"].as_array().expect("a list");
        let row = rows
            .iter()
            .find(|row| row["formula"] == "(3 - 2 ln 2) N + 7/8 - 2 ln 2 - 5/(128 N)")
            .expect("a row");
        let residual = row["residual"]["float"].as_f64().expect("a number");
        assert!((residual / wanted - 1.0).abs() < 1e-5, "{pairs}: {residual}");
    }
}
