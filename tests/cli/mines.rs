//! Minesweeper on the command line.

use super::run::{answer, folder, printed_in, run, run_in};
use serde_json::{Value, json};

#[test]
fn ties_at_their_best_are_no_better_than_best_play() {
    let play =
        |ties| answer(&format!("odds mines --rows 2 --cols 4 --mines 3 {ties} --start 1,2 --format json"));
    let decimal = |ties| play(ties)["win"]["decimal"].as_str().map(str::to_owned);
    assert!(decimal("--ties worst") < decimal("--ties best"));
    assert!(decimal("--ties best") <= decimal("--play best"));
    assert_eq!(play("--play best")["parameters"]["ties"], Value::Null);
}

/// A board of any size has an answer if little is undecided; here one mine is in one of two cells.
#[test]
fn the_limit_of_best_play_counts_undecided_cells() {
    let folder = folder();
    let write = |name: &str, text: String| std::fs::write(folder.path().join(name), text).expect("a file");
    write("half", format!("mines 3\n..*200000\n13*200000\n011100000\n{}", "000000000\n".repeat(6)));
    write("fresh", format!("mines 10\n{}", ".........\n".repeat(9)));
    let best = printed_in(folder.path(), "best mines --board half --format json");
    assert_eq!(best["win"]["exact"], "1/2");
    let cells: Vec<&Value> =
        best["cells"].as_array().expect("cells").iter().map(|cell| &cell["win"]).collect();
    assert_eq!(cells.iter().map(|win| &win["exact"]).collect::<Vec<_>>(), ["1/2"; 2]);
    let refused = run_in(folder.path(), "best mines --board fresh");
    refused.failed(2, "needs at most 65535 placements of the mines and 128 undecided cells");
    let refused = run_in(folder.path(), "best mines --board half --lowest");
    refused.failed(2, "9 x 9 cells, but an exact game has 1 to 64");
}

/// Every command and option on boards with room for no mine, or for one more. A first click without protection opens a mine on a
/// full board, which is a loss; a protected click needs room, and every command refuses it with the same message.
#[test]
fn full_boards_have_the_same_answer_in_every_command() {
    let full = [(1, 1), (1, 3), (4, 1), (2, 2), (3, 3)].map(|(rows, cols)| (rows, cols, rows * cols, true));
    let nearly =
        [(1, 2), (1, 3), (4, 1), (2, 2), (3, 3)].map(|(rows, cols)| (rows, cols, rows * cols - 1, false));
    let empty = [(1, 1), (1, 3), (2, 2)].map(|(rows, cols)| (rows, cols, 0, false));
    for (rows, cols, mines, is_full) in full.into_iter().chain(nearly).chain(empty) {
        let board = format!("mines --rows {rows} --cols {cols} --mines {mines}");
        let cells = rows * cols;
        // All cells have the same risk; after a first safe click the board is solved.
        let (any, safe) = match mines {
            0 => ("1/1".to_owned(), Some("1/1")),
            _ if is_full => ("0/1".to_owned(), None),
            _ => (format!("1/{cells}"), Some("1/1")),
        };
        for play in [
            "--play best",
            "--ties random",
            "--ties last",
            "--ties corner-edge-random",
            "--ties best",
            "--ties worst",
        ] {
            for start in ["anywhere", "corner", "chosen", "1,1"] {
                let odds = |click: &str| format!("odds {board} {play} --start {start} --first-click {click}");
                let win = |args: &str| answer(&format!("{args} --format json"))["win"]["exact"].clone();
                let what = odds("any");
                assert_eq!(win(&what), any.as_str(), "{what}");
                match safe {
                    Some(safe) => assert_eq!(win(&odds("safe")), safe, "{what}"),
                    None => run(&odds("safe")).failed(2, &no_room(mines, cells - 1)),
                }
            }
        }
        let best = answer(&format!("best {board} --lowest --first-click any --format json"));
        assert_eq!(best["win"]["exact"], any.as_str(), "{board}");
        let folder = folder();
        let hidden = format!("mines {mines}\n{}", format!("{}\n", ".".repeat(cols)).repeat(rows));
        std::fs::write(folder.path().join("board"), hidden).expect("a file");
        let several = run_in(folder.path(), "best mines --board board --mines 1..3");
        several.failed(2, "this command works on one game, not on a range");
        std::fs::write(folder.path().join("open"), format!("{}\n", ".".repeat(cols)).repeat(rows))
            .expect("a file");
        let several = run_in(folder.path(), "best mines --board open --mines 1..3");
        several.failed(2, "best play from a position needs one number of mines");
        assert!(
            several.err.contains("help: chancetree risk mines open --mines 1..3 --advise\n"),
            "{}",
            several.err
        );
        let best = printed_in(folder.path(), "best mines --board board --format json");
        assert_eq!(best["win"]["exact"], any.as_str(), "{board}");
        let simulated =
            answer(&format!("simulate {board} --first-click any --seed 1 --games 40 --format json"));
        let won = simulated["estimates"][0]["won"].as_u64().expect("a number");
        assert!(
            if is_full { won == 0 } else { mines == 0 && won == 40 || mines > 0 && won < 40 },
            "{simulated}"
        );
        let graph = run(&format!("graph {board} --first-click any --as dot -o -")).ok();
        let short = any.trim_end_matches("/1");
        assert!(graph.contains(&format!("; P(win): {short}")), "{board}: {graph}");
        assert_eq!(run(&format!("count {board} --first-click any")).status, Some(0));
        if safe.is_none() {
            let refused = no_room(mines, cells - 1);
            for args in ["odds", "count", "graph", "simulate --seed 1"] {
                let (command, more) = args.split_once(' ').unwrap_or((args, ""));
                run(&format!("{command} {board} {more}")).failed(2, &refused);
            }
            let best = run(&format!("best {board}"));
            best.failed(2, &refused);
            assert!(best.err.ends_with("help: --first-click any\n"), "{}", best.err);
        } else {
            let simulated = answer(&format!("simulate {board} --seed 1 --games 9 --format json"));
            assert_eq!(simulated["estimates"][0]["won"], 9, "{board}");
            let best = answer(&format!("best {board} --format json"));
            assert_eq!(best["win"]["exact"], "1/1", "{board}");
        }
    }
}

fn no_room(mines: usize, room: usize) -> String {
    format!("mines: {mines}, but there is room for {room}")
}

/// A player who chooses the first cell starts where an opening is possible; a random first cell must allow an opening everywhere.
#[test]
fn an_opening_needs_room() {
    let board = "odds mines --rows 3 --cols 3 --mines 1 --first-click opening";
    let win = |start: &str| answer(&format!("{board} --start {start} --format json"))["win"]["exact"].clone();
    assert_eq!((win("chosen"), win("corner")), ("1/1".into(), "1/1".into()));
}

#[test]
fn a_time_limit_stops_best_play() {
    assert_eq!(run("best mines --rows 5 --cols 5 --mines 6 --timeout 0.2").status, Some(3));
}

#[test]
fn small_boards_are_compared() {
    let all = answer("best mines --up-to 4,2 --format json");
    assert_eq!(all["boards"].as_array().map(Vec::len), Some(21));
    let smallest = &all["smallest_counterexample"];
    assert_eq!((&smallest["wins"], &smallest["lowest_wins"]), (&json!(12), &json!(11)));
}

#[test]
fn a_position_has_best_cells() {
    let folder = folder();
    let board = |text: &str| std::fs::write(folder.path().join("board"), text).expect("a file");
    board("mines 3\n1...\n....\n..2.\n....\n");
    let best = printed_in(folder.path(), "best mines --board board --format json");
    // The third example of the paper.
    assert_eq!((&best["placements"], &best["cells"][0]["risk"]["exact"]), (&json!(70), &json!("3/10")));
    assert_eq!(best["win"]["exact"], "31/35");
    let cells = best["cells"].as_array().expect("cells");
    let good = cells.iter().filter(|cell| cell["best"] == true);
    assert_eq!(good.count(), 2);
    // A board without open cells is fresh, and a solved board is won.
    board("mines 4\n....\n....\n....\n....\n");
    assert!(run_in(folder.path(), "best mines --board board").ok().contains("1,2   961"));
    board("mines 1\n1.\n11\n");
    assert!(
        run_in(folder.path(), "best mines --board board --format json").ok().contains("\"exact\": \"1/1\"")
    );
    for (text, wrong) in [
        ("mines 2\n1.\n11\n", "board: "),
        ("mines 1\n1..\n1x1\n", "board: line 3, column 2"),
        ("mines 1\n1.1\n...\n2..\n", "the numbers allow 2 to 4 mines in all, not 1"),
        (
            &format!("mines 9\n{}\n", ".".repeat(65)),
            "board: best play on a board of more than 64 cells needs",
        ),
    ] {
        board(text);
        let ran = run_in(folder.path(), "best mines --board board");
        assert_eq!(ran.status, Some(2), "{text}");
        assert!(ran.err.contains(wrong) && ran.err.contains("help: "), "{}", ran.err);
    }
}

/// Positions are answered by the rules of a whole game and by the solver of positions.
#[test]
fn positions_have_the_odds_of_the_rules() {
    let folder = folder();
    let win = |board: &str, args: &str| -> Value {
        std::fs::write(folder.path().join("board"), board).expect("a file");
        let found = printed_in(folder.path(), &format!("{args} --board board --format json"));
        found["win"]["exact"].clone()
    };
    let position = "mines 3\n1...\n....\n..2.\n....\n";
    assert_eq!(win(position, "best mines"), "31/35");
    assert_eq!(win(position, "odds mines --play best"), "31/35");
    for (board, lowest) in [("mines 1\n1..\n", "1/1"), ("mines 1\n.1.\n", "1/2"), ("mines 2\n.1..\n", "1/2")]
    {
        for ties in ["random", "last", "first", "corner-edge-random", "best", "worst"] {
            assert_eq!(win(board, &format!("odds mines --ties {ties}")), lowest, "{board} {ties}");
        }
    }
    // A marked mine is information beyond the numbers, and a board without open cells is fresh.
    assert_eq!(win("mines 1\n*1.\n", "odds mines"), "1/1");
    assert_eq!(win("mines 2\n*1..\n", "odds mines --play best"), "1/1");
    let fresh = answer("odds mines --rows 2 --cols 4 --mines 3 --first-click any --format json");
    assert_eq!(win("mines 3\n....\n....\n", "odds mines"), fresh["win"]["exact"]);
    // The cell touches all others. Ten of fifteen placements leave it free, and then it always shows 2.
    let fraction = |value: &Value| -> [u64; 2] {
        let (top, bottom) = value.as_str().and_then(|text| text.split_once('/')).expect("a fraction");
        [top, bottom].map(|number| number.parse().expect("a whole number"))
    };
    let whole = answer("odds mines --rows 2 --cols 3 --mines 2 --start 1,2 --first-click any --format json");
    let ([top, bottom], part) =
        (fraction(&whole["win"]["exact"]), fraction(&win("mines 2\n.2.\n...\n", "odds mines")));
    assert_eq!(3 * top * part[1], 2 * part[0] * bottom);
    for (args, wrong) in [
        ("odds mines --board board --start corner", "--start"),
        ("odds mines --board board --rows 3", "--rows"),
        ("odds mines --board nowhere", "nowhere: no such file"),
    ] {
        run_in(folder.path(), args).failed(2, wrong);
    }
    std::fs::write(folder.path().join("board"), "1..\n.8.\n...\n").expect("a file");
    run_in(folder.path(), "odds mines --board board --mines 8")
        .failed(2, "board: 8 mines, but only 7 cells are not opened");
    std::fs::write(folder.path().join("board"), "1..\n...\n0..\n").expect("a file");
    run_in(folder.path(), "odds mines --board board --mines 1").ok();
    std::fs::write(folder.path().join("board"), ".........\n".repeat(9)).expect("a file");
    let large = run_in(folder.path(), "odds mines --board board --preset beginner");
    large.failed(2, "board: 9 x 9 cells, but an exact game has 1 to 64");
    assert!(
        large.err.ends_with("help: chancetree simulate mines --board board --preset beginner\n"),
        "{}",
        large.err
    );
    let counted = run_in(folder.path(), "count mines --board board --preset beginner");
    counted.failed(2, "9 x 9 cells");
}

#[test]
fn best_cells_by_lowest_risk_and_by_first_click() {
    let folder = folder();
    std::fs::write(folder.path().join("board"), "1...\n....\n..2.\n....\n").expect("a file");
    let args = "best mines --board board --mines 3 --lowest --format json";
    let best = printed_in(folder.path(), args);
    let cells = best["cells"].as_array().expect("cells");
    let number = |cell: &Value, key: &str| cell[key].as_u64().expect("a number");
    assert!(cells.iter().all(|cell| number(cell, "lowest_wins") <= number(cell, "wins")));
    // With best ties, the odds of lowest risk are those of its best cell with the lowest risk.
    let odds = printed_in(folder.path(), "odds mines --board board --mines 3 --ties best --format json");
    let lowest = cells.iter().filter(|cell| cell["risk"]["exact"] == "1/10");
    let most = lowest.max_by_key(|cell| number(cell, "lowest_wins")).expect("a cell");
    assert_eq!(most["lowest_win"]["exact"], odds["win"]["exact"]);
    assert!(
        run_in(folder.path(), "best mines --board board --mines 3 --lowest").ok().contains("by lowest risk")
    );

    for click in ["any", "safe", "opening"] {
        let best =
            answer(&format!("best mines --rows 4 --cols 5 --mines 2 --first-click {click} --format json"));
        let odds = answer(&format!(
            "odds mines --rows 4 --cols 5 --mines 2 --play best --start chosen --first-click {click} --format json"
        ));
        assert_eq!(best["win"]["exact"], odds["win"]["exact"], "{click}");
        assert_eq!(best["parameters"]["first_click"], click);
        assert_eq!(best["placements"].is_null(), click == "opening");
    }
    let safe = run("best mines --rows 4 --cols 4 --mines 3").ok();
    assert_eq!(safe, run("best mines --rows 4 --cols 4 --mines 3 --first-click safe").ok());
    assert!(run("best mines --rows 4 --cols 5 --mines 2 --first-click opening").ok().contains("  of  "));

    let compared = answer("best mines --up-to 2,4 --format json");
    for board in compared["boards"].as_array().expect("boards") {
        let [rows, cols, mines] = ["rows", "columns", "mines"].map(|key| number(board, key));
        if rows * cols < 6 {
            let best =
                answer(&format!("best mines --rows {rows} --cols {cols} --mines {mines} --format json"));
            assert_eq!((&best["win"], &best["placements"]), (&board["win"], &board["placements"]));
        }
    }
}

#[test]
fn graphs_and_counts_of_mines_agree() {
    const GAME: &str = "--rows 2 --cols 3 --mines 2 --first-click any";
    let graph = answer(&format!("graph mines {GAME} --as json -o -"));
    let nodes = graph["nodes"].as_array().expect("nodes").len();
    let count = answer(&format!("count mines {GAME} --format json"));
    // The graph has one lost end; the count has one lost end for each number of mines left.
    assert_eq!((nodes, &count["states"]), (14, &json!(15)));
    let tree = answer(&format!("graph mines {GAME} --shape tree --as json -o -"));
    assert_eq!(json!(tree["nodes"].as_array().expect("nodes").len()), count["tree_nodes"]);
    let apart = answer(&format!("count mines {GAME} --unmerged --every-order --format json"));
    assert!(apart["states"].as_u64() > count["states"].as_u64());
    let best = answer(&format!("count mines {GAME} --play best --format json"));
    // In the tree, every choice is a branch.
    assert_eq!((&best["states"], &best["tree_nodes"]), (&json!(15), &json!(613)));
    for (play, win) in [("--play best", "1/3"), ("--ties worst", "2/15")] {
        let dot = run(&format!("graph mines {GAME} {play} --start chosen --as dot -o -"));
        assert!(dot.ok().contains(win), "{play}");
    }
}

#[test]
fn counts_of_one_are_singular() {
    let text = run("odds mines --rows 1 --cols 1 --mines 1 --first-click any").ok();
    assert!(text.ends_with("\n2 states, 1 transition.\n"), "{text}");
}

/// `best` lists the first cells with room for an opening, and agrees with the odds of a chosen first cell.
#[test]
fn first_cells_have_room_for_an_opening() {
    let board = "mines --rows 2 --cols 4 --mines 3 --first-click opening --format json";
    let best = answer(&format!("best {board}"));
    let cells = best["first_cells"].as_array().expect("cells");
    assert_eq!(cells.len(), 1, "only corners have room: {best}");
    assert_eq!((&cells[0]["row"], &cells[0]["column"]), (&json!(1), &json!(1)));
    let odds = answer(&format!("odds {board} --play best --start chosen"));
    assert_eq!(cells[0]["win"]["exact"], odds["win"]["exact"]);
    assert_eq!(odds["win"]["exact"], "1/2");
}
