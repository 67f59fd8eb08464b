//! Plots: valid pictures, with tables that agree with the other commands.

use super::run::{answer, files, folder, run, run_in};
use oracles::documents::xml::parse;
use serde_json::Value;
use std::fs;
use std::path::Path;

/// A plot of every kind.
const KINDS: [&str; 6] = [
    "first-mover --pairs 2..=9 --players 2,3",
    "outcomes --pairs 1..=9",
    "card-of-memory --pairs 3 --most 3",
    "turns --pairs 3,6",
    "first-click --rows 2 --cols 3 --mines 1..=2",
    "convergence --pairs 4 --recall 3/4,1/8,4/5 --games 100 --seed 3",
];

/// Returns the rows of a plot's table, without the header.
fn numbers(args: &str) -> Vec<Vec<String>> {
    let folder = folder();
    run_in(folder.path(), &format!("plot {args} -o a.svg -q")).ok();
    table(&folder.path().join("a.csv"))
}

fn table(path: &Path) -> Vec<Vec<String>> {
    let text = fs::read_to_string(path).expect("a table");
    let rows: Vec<Vec<String>> =
        text.lines().map(|line| line.split(',').map(str::to_owned).collect()).collect();
    assert!(rows.iter().all(|row| row.len() == rows[0].len()), "{text}");
    rows.into_iter().skip(1).collect()
}

#[test]
fn every_kind_is_a_picture_with_its_numbers() {
    for args in KINDS {
        let folder = folder();
        let ran = run_in(folder.path(), &format!("plot {args} -o a.svg"));
        assert_eq!((ran.status, &*ran.out), (Some(0), ""), "{args}: {}", ran.err);
        assert!(ran.err.contains("a.svg (") && ran.err.contains("a.csv ("), "{}", ran.err);
        assert_eq!(files(folder.path()), ["a.csv", "a.svg"]);
        let svg = fs::read_to_string(folder.path().join("a.svg")).expect("a picture");
        parse(&svg);
        assert_eq!(run(&format!("plot {args} -o -")).ok(), svg, "{args}");
        let numbers = fs::read_to_string(folder.path().join("a.csv")).expect("a table");
        assert_eq!(run(&format!("plot {args} --format csv -o -")).ok(), numbers, "{args}");
        run_in(folder.path(), &format!("plot {args} -o b.csv -q")).ok();
        assert_eq!(fs::read_to_string(folder.path().join("b.csv")).expect("a table"), numbers, "{args}");
        assert_eq!(files(folder.path()), ["a.csv", "a.svg", "b.csv"], "a table needs no picture");
    }
}

#[test]
fn tables_match_the_odds_command() {
    let exact = |value: &Value| value["exact"].as_str().expect("a fraction").to_owned();
    for row in numbers("outcomes --pairs 2..=5 --players 3") {
        let odds = answer(&format!("odds memory --pairs {} --players 3 --format json", row[0]));
        let found: Vec<String> = odds["win"].as_array().expect("a list").iter().map(exact).collect();
        assert_eq!([&row[3], &row[5], &row[7]], [&found[0], &found[1], &found[2]]);
        assert_eq!(
            (&row[8], &row[9]),
            (&odds["draw"]["decimal"].as_str().expect("text").into(), &exact(&odds["draw"]))
        );
    }
    let leads = numbers("first-mover --pairs 2..=5 --players 2,4");
    assert_eq!(leads.len(), 8);
    for row in leads {
        let odds = answer(&format!("odds memory --pairs {} --players {} --format json", row[0], row[1]));
        let win = |seat: &Value| seat["decimal"].as_str().expect("text").parse::<f64>().expect("a number");
        let wins: Vec<f64> = odds["win"].as_array().expect("a list").iter().map(win).collect();
        let lead = wins[0] - wins[1..].iter().copied().fold(0.0, f64::max);
        assert!((row[2].parse::<f64>().expect("a number") - lead).abs() < 2e-12, "{row:?}");
    }
    for play in ["bold", "best"] {
        for row in numbers(&format!("card-of-memory --pairs 3 --most 2 --play {play}")) {
            let (own, other) = (&row[0], &row[1]);
            let odds =
                answer(&format!("odds memory --pairs 3 --memory {own},{other} --play {play} --format json"));
            assert_eq!(row[3], exact(&odds["expected_pairs"][0]), "{play} {row:?}");
        }
    }
    let odds = answer("odds solitaire --pairs 7 --format json");
    let distribution = numbers("turns --pairs 7");
    assert_eq!(distribution.len(), odds["turns"]["distribution"].as_array().expect("a distribution").len());
    for (row, entry) in
        distribution.iter().zip(odds["turns"]["distribution"].as_array().expect("a distribution"))
    {
        assert_eq!((&row[1], &row[3]), (&entry[0].to_string(), &exact(&entry[1])));
    }
    for word in ["any", "safe", "opening"] {
        for row in numbers(&format!("first-click --rows 3 --cols 3 --mines 2..=3 --first-click {word}")) {
            let odds = answer(&format!(
                "odds mines --rows 3 --cols 3 --mines {} --start {} --first-click {word} --format json",
                row[0], row[1]
            ));
            assert_eq!(row[3], exact(&odds["win"]), "{word} {row:?}");
        }
    }
}

#[test]
fn convergence_uses_the_simulated_games() {
    let player = "--pairs 4 --recall 3/4,1/8,4/5";
    let rows = numbers(&format!("convergence {player} --games 100 --seed 3"));
    let last = &rows[rows.len() - 1];
    let turns = run(&format!("simulate solitaire {player} --games 100 --seed 3")).ok().lines().count() - 1;
    assert_eq!((&*last[0], last[1].parse()), ("100", Ok(turns as f64 / 100.0)));
    let odds = answer(&format!("odds solitaire {player} --format json"));
    assert_eq!(last[6], odds["turns"]["mean"]["exact"]);
    let [mean, error, low, high]: [f64; 4] = [1, 2, 3, 4].map(|at| last[at].parse().expect("a number"));
    assert!((high - mean - 1.96 * error).abs() < 1e-3 * error && (mean - low - (high - mean)).abs() < 1e-9);
    let exact: f64 = last[5].parse().expect("a number");
    assert!((mean - exact).abs() < 4.0 * error, "{last:?}");
}

#[test]
fn existing_tables_are_kept() {
    let folder = folder();
    fs::write(folder.path().join("a.csv"), "mine").expect("written");
    run_in(folder.path(), "plot turns -o a.svg").failed(2, "a.csv already exists");
    run_in(folder.path(), "plot turns --pairs 300 -o b.svg --timeout 1ms").failed(3, "ran out");
    assert_eq!(files(folder.path()), ["a.csv"]);
}
