//! Minesweeper on the command line.

use super::run::run;
use serde_json::{Value, json};

fn answer(words: &str) -> Value {
    serde_json::from_str(&run(words).ok()).expect("JSON")
}

#[test]
fn odds_of_mines() {
    let odds = answer("odds mines --rows 4 --cols 4 --mines 3 --start corner --format json --digits 5");
    assert_eq!(odds["win"], json!({ "exact": "63096571/90720000", "decimal": "0.69551" }));
    assert_eq!(odds["mean_left_if_lost"]["decimal"], "2.93004");
    assert_eq!(
        odds["parameters"],
        json!({ "rows": 4, "cols": 4, "mines": 3, "play": "lowest", "ties": "lot", "start": "corner",
            "first_click": "any" })
    );
    let odds = answer("odds mines --rows 4 --cols 4 --mines 3 --ties last --start corner --format json");
    assert_eq!(odds["win"]["exact"], "79/112");
    let play =
        |ties| answer(&format!("odds mines --rows 2 --cols 4 --mines 3 {ties} --start 1,2 --format json"));
    let decimal = |ties| play(ties)["win"]["decimal"].as_str().map(str::to_owned);
    assert!(decimal("--ties worst") < decimal("--ties best"));
    assert!(decimal("--ties best") <= decimal("--play best"));
    assert_eq!(play("--play best")["parameters"]["ties"], Value::Null);
}

#[test]
fn every_format_of_best_play() {
    let best = answer("best mines --rows 4 --cols 4 --mines 4 --lowest --format json");
    let wins = |key| -> Vec<u64> {
        best["first_cells"].as_array().expect("cells").iter().filter_map(|cell| cell[key].as_u64()).collect()
    };
    assert_eq!((wins("wins"), wins("lowest_wins")), (vec![949, 961, 914], vec![947, 960, 913]));
    assert_eq!((&best["placements"], &best["win"]["exact"]), (&json!(1820), &json!("961/1820")));
    let safe = run("best mines --rows 4 --cols 4 --mines 3 --safe --format csv --digits 3").ok();
    assert_eq!(
        safe,
        "row,col,wins,placements,win,win_exact,lowest_wins\n\
         1,1,400,455,0.879,80/91,\n1,2,387,455,0.851,387/455,\n2,2,386,455,0.848,386/455,\n"
    );
    for threads in [1, 2] {
        let text = run(&format!("best mines --rows 4 --cols 4 --mines 3 --threads {threads}")).ok();
        assert_eq!(text, run("best mines --rows 4 --cols 4 --mines 3").ok());
    }
}

#[test]
fn what_cannot_be_mined() {
    for (words, wrong) in [
        ("odds mines --rows 3 --cols 3 --mines 10", "mines: 10, but there is room for 9"),
        ("odds mines --rows 9 --cols 9 --mines 3", "9 x 9 cells, but an exact game has 1 to 64"),
        ("odds mines --rows 8 --cols 8 --mines 20", "placements of the mines"),
        ("odds mines --rows 2 --cols 2 --mines 1 --start middle", "no cell of the kind to start with"),
        ("odds mines --rows 2 --cols 2 --mines 1 --start 3,1", "row 3, column 1 is not on the board"),
        ("odds mines --rows 2 --cols 2 --mines 1 --start here", "ROW,COLUMN"),
        ("odds mines --rows 3 --cols 3 --mines 1 --start 2,2 --first-click opening", "there is room for 0"),
        ("odds mines --rows 3 --cols 3 --mines 1 --play best --ties lot", "mean nothing to best play"),
        ("best mines --rows 3 --cols 3 --mines 9 --safe", "there is room for 8"),
    ] {
        let ended = run(words);
        assert_eq!(ended.status, Some(2), "{words}");
        assert!(ended.err.starts_with("error: ") && ended.err.contains(wrong), "{words}: {}", ended.err);
        assert!(ended.err.contains("help: "), "{words}: {}", ended.err);
    }
}

#[test]
fn long_games_stop_at_limits() {
    assert_eq!(run("best mines --rows 5 --cols 5 --mines 6 --timeout 0.2").status, Some(3));
}
