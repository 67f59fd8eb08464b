//! Simulated games of Minesweeper on the command line.

use super::run::run;
use super::watched::stopped;
use serde_json::{Value, json};

fn answer(words: &str) -> Value {
    serde_json::from_str(&run(words).ok()).expect("JSON")
}

#[test]
fn the_same_games_whatever_the_threads() {
    let words = "simulate mines -q --rows 6 --cols 7 --mines 8 --games 150 --seed 5 --start corner \
                 --compare random,corner-edge-random,strong";
    for format in ["text", "json", "csv"] {
        let one = run(&format!("{words} --format {format} --threads 1")).ok();
        assert_eq!(one, run(&format!("{words} --format {format} --threads 2")).ok());
        assert_ne!(one, run(&format!("{words} --format {format} --seed 6").replace("--seed 5 ", "")).ok());
    }
}

#[test]
fn numbers_are_marked_as_simulated() {
    let words = "simulate mines -q --rows 5 --cols 5 --mines 4 --games 200 --seed 1 --first-click safe";
    let one = answer(&format!("{words} --ties last --format json"));
    assert_eq!(
        (&one["simulated"], &one["games"], &one["family"]),
        (&json!(true), &json!(200), &json!("mines"))
    );
    assert_eq!(
        one["parameters"],
        json!({ "rows": 5, "cols": 5, "mines": 4, "start": "anywhere", "first_click": "safe", "games": 200,
            "seed": 1 })
    );
    let way = &one["ways"][0];
    let share = way["share"].as_f64().expect("a share");
    assert_eq!(Some(share * 200.0), way["won"].as_u64().map(|won| won as f64));
    for interval in ["wilson", "normal"] {
        let [low, high] = [0, 1].map(|end| way[interval][end].as_f64().expect("an end"));
        assert!(low < share && share < high, "{interval}");
    }
    assert_eq!(one.get("pairs"), None);

    // The same boards: compared or alone, a way wins as often, and the pair tells the difference.
    let both = answer(&format!("{words} --compare last,strong --format json"));
    assert_eq!(both["ways"][0], one["ways"][0]);
    let [first, second] = [0, 1].map(|way| both["ways"][way]["won"].as_i64().expect("a number"));
    let [first_only, second_only] =
        ["first_only", "second_only"].map(|key| both["pairs"][0][key].as_i64().expect("a number"));
    assert_eq!(first - second, first_only - second_only);
    assert_eq!(both["same_boards"], true);
    let csv = run(&format!("{words} --ties last --format csv")).ok();
    assert!(
        csv.lines()
            .nth(1)
            .is_some_and(|line| line.starts_with(&format!("\"lowest risk, ties last\",{first},200,")))
    );
}

#[test]
fn presets_are_the_usual_boards() {
    for (preset, board) in [
        ("beginner", "9 x 9 cells, 10 mines"),
        ("intermediate", "16 x 16 cells, 40 mines"),
        ("expert", "16 x 30 cells, 99 mines"),
    ] {
        let text = run(&format!("simulate mines -q --preset {preset} --games 3 --seed 1")).ok();
        assert!(text.starts_with(&format!("Minesweeper, {board},")), "{text}");
    }
}

/// What was played is told even when there is no time for the rest.
#[test]
fn a_stop_prints_what_was_played() {
    let words = "simulate mines --preset expert --games 10000000 --seed 1 --threads 1 --format json";
    let games = |out: &str| serde_json::from_str::<Value>(out).ok()?["games"].as_u64();
    let late = stopped(words, |ran| games(&ran.out).is_some_and(|games| games > 0));
    assert!(late.err.contains("of 10000000"), "{}", late.err);
    assert!(games(&late.out).expect("games") < 10_000_000);
    run(&format!("{words} --timeout 0")).failed(3, "after 0 of 10000000 games");
}

#[test]
fn what_cannot_be_simulated() {
    for (words, wrong) in [
        ("--rows 3 --cols 3 --mines 10", "mines: 10, but there is room for 9"),
        ("--rows 3 --cols 3 --mines 9 --first-click safe", "mines: 9, but there is room for 8"),
        ("--rows 3 --cols 3", "--rows, --cols and --mines are needed"),
        ("--games 3", "or --preset"),
        ("--preset expert --rows 3", "--rows"),
        ("--rows 2 --cols 2 --mines 1 --start middle", "no cell of the kind to start with"),
        ("--preset beginner --start chosen", "nobody chooses"),
        ("--preset beginner --start 10,1", "row 10, column 1 is not on the board"),
        ("--preset beginner --play strong --ties random", "mean nothing to strong play"),
        ("--preset beginner --compare random,best", "best"),
        ("--preset beginner --compare random --play strong", "--play"),
        ("--preset beginner --games 0", "1 to 10000000"),
    ] {
        run(&format!("simulate mines {words} --seed 1")).failed(2, wrong);
    }
}
