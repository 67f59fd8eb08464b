//! The command `simulate`.

use super::measured_runs::stopped;
use super::run::{answer, folder, run, run_in};
use serde_json::{Value, json};

#[test]
fn other_seeds_give_other_games() {
    let args = "simulate mines -q --rows 6 --cols 7 --mines 8 --games 150 --seed 5 --start corner \
                 --compare random,corner-edge-random,strong";
    for format in ["text", "json", "csv"] {
        let one = run(&format!("{args} --format {format}")).ok();
        assert_ne!(one, run(&format!("{args} --format {format} --seed 6").replace("--seed 5 ", "")).ok());
    }
}

#[test]
fn numbers_are_marked_as_simulated() {
    let args = "simulate mines --rows 5 --cols 5 --mines 4 --games 200 --seed 1 --first-click safe";
    let one = answer(&format!("{args} --ties last --format json"));
    assert_eq!(
        (&one["simulated"], &one["games"], &one["family"]),
        (&json!(true), &json!(200), &json!("mines"))
    );
    assert_eq!(
        one["parameters"],
        json!({ "rows": 5, "columns": 5, "mines": 4, "play": "lowest", "ties": "last", "start": "anywhere",
            "first_click": "safe", "games": 200, "seed": 1 })
    );
    let way = &one["estimates"][0];
    let number = |key: &str| way[key]["float"].as_f64().expect("a number");
    let share = number("value");
    assert_eq!(Some(share * 200.0), way["won"].as_u64().map(|won| won as f64));
    for interval in ["", "normal_"] {
        let [low, high] = ["low", "high"].map(|end| number(&format!("{interval}{end}")));
        assert!(low < share && share < high, "{interval}");
    }
    assert_eq!(one.get("pairs"), None);

    // A strategy wins as often alone as in a comparison, because the boards are the same; the pair has the difference.
    let both = answer(&format!("{args} --compare last,strong --format json"));
    assert_eq!(both["estimates"][0], one["estimates"][0]);
    let [first, second] = [0, 1].map(|way| both["estimates"][way]["won"].as_i64().expect("a number"));
    let [first_only, second_only] =
        ["first_only", "second_only"].map(|key| both["pairs"][0][key].as_i64().expect("a number"));
    assert_eq!(first - second, first_only - second_only);
    assert_eq!(both["same_boards"], true);
    let csv = run(&format!("{args} -q --ties last --format csv")).ok();
    let head = "rows,columns,mines,play,ties,start,first_click,games,seed,way,played,quantity,won,value,";
    assert!(csv.starts_with(head), "{csv}");
    let start =
        format!("5,5,4,lowest,last,anywhere,safe,200,1,\"lowest risk, ties last\",200,win_1,{first},");
    assert!(csv.lines().nth(1).is_some_and(|line| line.starts_with(&start)), "{csv}");
}

/// On small boards an estimate has the exact value beside it, if the strategy has one.
#[test]
fn estimates_on_small_boards_have_the_exact_value() {
    let board = "mines --rows 3 --cols 3 --mines 2 --start corner --first-click safe";
    let exact =
        |args: &str| answer(&format!("simulate {args} --games 20 --format json"))["estimates"].clone();
    let both = exact(&format!("{board} --compare last,strong"));
    let odds = answer(&format!("odds {board} --ties last --format json"));
    assert_eq!((&both[0]["exact"], &both[1]["exact"]), (&odds["win"], &Value::Null));
    assert_eq!(exact("mines --preset beginner")[0]["exact"], Value::Null);
    let text = |args: &str| run(&format!("simulate {args} --games 20 -q")).ok();
    assert!(text(board).contains("  exact  ") && !text("mines --preset beginner").contains("exact"));
}

/// A stopped simulation prints the games before the stop, which are the first games.
#[test]
fn a_stopped_simulation_prints_its_games() {
    let games = |out: &str| serde_json::from_str::<Value>(out).ok()?["games"].as_u64();
    for family in ["mines --preset expert", "memory --pairs 8"] {
        let args = |games: u64| format!("simulate {family} --games {games} --threads 1 --format json");
        let late = stopped(&args(10_000_000), |ran| games(&ran.out).is_some_and(|games| games > 0));
        let played = games(&late.out).expect("games");
        assert!(late.err.contains(&format!("after {played} of 10000000 games")), "{}", late.err);
        let late: Value = serde_json::from_str(&late.out).expect("JSON");
        assert_eq!(late["estimates"], answer(&args(played))["estimates"]);
    }
    run("simulate mines --preset expert --games 9 --timeout 0").failed(3, "after 0 of 9 games");
}

/// For all kinds of players the exact values are those of `odds`, the estimates are near, and threads change nothing.
#[test]
fn estimates_are_near_the_exact_values() {
    for (family, board) in [
        ("memory", "--pairs 5"),
        ("memory", "--pairs 4 --players 3 --scores 1,0,0"),
        ("memory", "--pairs 5 --play best"),
        ("memory", "--pairs 5 --play best,robots --objective win"),
        ("memory", "--pairs 5 --play best --rules tactical"),
        ("memory", "--position 6,3,2 --play best --objective win --rules tactical"),
        ("memory", "--pairs 5 --memory 3 --play best"),
        ("memory", "--pairs 4 --memory 1,3"),
        ("memory", "--pairs 4 --memory 2 --objective win --play best"),
        ("memory", "--pairs 4 --memory 3 --singles 1"),
        ("guess", "--numbers 9 --players 3"),
        ("guess", "--numbers 9 --guesses 2 --weights 1,2,3,4,5,4,3,2,1"),
    ] {
        let args = format!("simulate {family} {board} --games 4000 --seed 3 --format json");
        let text = run(&format!("{args} --threads 1")).ok();
        assert_eq!(text, run(&format!("{args} --threads 2")).ok(), "{board}");
        let found: Value = serde_json::from_str(&text).expect("JSON");
        assert_eq!((&found["simulated"], &found["games"]), (&json!(true), &json!(4000)));
        assert_eq!((&found["parameters"]["games"], &found["parameters"]["seed"]), (&json!(4000), &json!(3)));
        let distribution = if family == "memory" { " --distribution" } else { "" };
        let odds = answer(&format!("odds {family} {board}{distribution} --format json"));
        let estimates = found["estimates"].as_array().expect("a list");
        let seats = found["parameters"]["players"].as_u64().expect("players") as usize;
        let draws = usize::from(odds["draw"] != Value::Null);
        assert_eq!(
            estimates.len(),
            if family == "memory" { 2 * seats + 1 } else { seats + draws },
            "{board}"
        );
        for (place, estimate) in estimates.iter().enumerate() {
            let exact = match (place, family) {
                (place, _) if place < seats => &odds["win"][place],
                (place, "memory") if place > seats => &odds["expected_pairs"][place - seats - 1],
                _ => &odds["draw"],
            };
            let number = |value: &Value| match value {
                Value::String(text) => text.parse().expect("a number"),
                value => value.as_f64().expect("a number"),
            };
            let (value, error) = (number(&estimate["value"]["float"]), number(&estimate["error"]["float"]));
            if *exact != Value::Null {
                assert_eq!(estimate["exact"]["exact"], exact["exact"], "{board}: {estimate}");
            }
            let away = (value - number(&estimate["exact"]["decimal"])).abs();
            assert!(away <= 4.5 * error + 1e-3, "{board}: {estimate}");
            assert!(
                number(&estimate["low"]["float"]) <= value && value <= number(&estimate["high"]["float"]),
                "{estimate}"
            );
        }
    }
    let csv = run("simulate guess --numbers 4 --games 10 --format csv").ok();
    assert!(csv.starts_with("numbers,players,weights,guesses,games,seed,played,quantity,"), "{csv}");
    // Each of several games is simulated as it is alone.
    let csv = run("simulate guess --numbers 3..4 --games 10 --format csv").ok();
    let alone = |numbers| run(&format!("simulate guess --numbers {numbers} --games 10 --format csv")).ok();
    let (three, four) = (alone(3), alone(4));
    assert_eq!(csv, three + four.split_once('\n').expect("lines").1);
}

/// On a small board, optimal decisions have the odds of `odds`, for every objective of the ties.
#[test]
fn estimates_of_mines_with_decisions_are_near_the_exact_values() {
    for options in ["--play best", "--ties best", "--ties worst"] {
        let board = format!("--rows 3 --cols 3 --mines 2 {options} --format json");
        let found = answer(&format!("simulate mines {board} --games 4000 --seed 3"));
        let odds = answer(&format!("odds mines {board}"));
        let estimate = &found["estimates"][0];
        assert_eq!(estimate["exact"]["exact"], odds["win"]["exact"], "{options}");
        let number = |key: &str| estimate[key]["float"].as_f64().expect("a number");
        let exact: f64 = odds["win"]["decimal"].as_str().expect("text").parse().expect("a number");
        assert!((number("value") - exact).abs() <= 4.5 * number("error"), "{options}: {estimate}");
    }
}

/// A simulation starts from a position, and reports an invalid position as `risk` does.
#[test]
fn games_start_from_a_position() {
    let folder = folder();
    let write = |name: &str, text: &str| std::fs::write(folder.path().join(name), text).expect("a file");
    write("board.txt", "....\n.2..\n....\n..1.\n");
    write("wrong.txt", "...\n.1*\n...\n");
    let args = "simulate mines -q --board board.txt --mines 4 --games 300 --seed 5";
    let text = run_in(folder.path(), args).ok();
    assert!(
        text.starts_with(
            "Minesweeper, 4 x 4 cells, 4 mines, from a position\nsimulated: 300 games, seed 5\n"
        )
    );
    let both = run_in(folder.path(), &format!("{args} --compare random,strong --format json")).ok();
    let both: Value = serde_json::from_str(&both).expect("JSON");
    let rows = ["....", ".2..", "....", "..1."];
    assert_eq!(
        both["parameters"],
        json!({ "rows": 4, "columns": 4, "mines": 4, "play": null, "ties": null, "board": rows,
            "compare": ["random", "strong"], "games": 300, "seed": 5 })
    );
    assert!(text.contains(&format!("  {}  ", both["estimates"][0]["won"])), "{text}");
    write("closed.txt", "....\n....\n");
    let closed =
        run_in(folder.path(), "simulate mines -q --board closed.txt --mines 2 --ties last --seed 4").ok();
    assert_eq!(
        closed,
        run("simulate mines -q --rows 2 --cols 4 --mines 2 --ties last --first-click any --seed 4").ok()
    );
    for command in ["simulate", "odds", "best", "count", "graph"] {
        let ran = run_in(folder.path(), &format!("{command} mines --board wrong.txt --mines 3"));
        ran.failed(2, "wrong.txt: the numbers allow 1 mine in all, not 3");
        assert!(ran.err.ends_with("help: --mines 1\n"), "{command}: {}", ran.err);
    }
    run_in(folder.path(), "simulate mines --board board.txt --rows 4").failed(2, "cannot be combined with");
    run_in(folder.path(), "simulate mines --board none.txt").failed(2, "none.txt: no such file");
}
