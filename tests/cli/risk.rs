//! The command `risk mines`.

use super::run::{Ran, files, folder, printed_in, run_args, run_in, run_with};
use chancetree::games::mines::game::FirstClick;
use chancetree::model::Job;
use chancetree::play::log;
use chancetree::play::mines::{MinesEntry, MinesSession};
use serde_json::Value;
use std::fs;

pub(super) const BOARD: &str = "mines 3\n1...\n....\n..F.\n..2.\n";

/// Runs the program with `text` on stdin.
pub(super) fn run_on(text: &str, args: &str) -> Ran {
    let args: Vec<&str> = args.split_whitespace().collect();
    run_with(folder().path(), &args, text)
}

pub(super) fn json(text: &str, args: &str) -> Value {
    serde_json::from_str(&run_on(text, args).ok()).expect("JSON")
}

#[test]
fn json_has_the_risks() {
    let risk = json(BOARD, "risk mines --board - --format json --digits 3");
    // 3 * C(5,2) placements: two independent islands hold three mines.
    assert_eq!(risk["placements"], "30");
    assert_eq!(risk["cells"][0][0], Value::Null);
    assert_eq!(risk["cells"][0][1], serde_json::json!({ "exact": "1/3", "decimal": "0.333" }));
    assert_eq!(risk["cells"][2][2]["exact"], "2/5");
    assert_eq!(risk["islands"][0]["name"], "A");
    assert_eq!(risk["islands"][0]["independent"], true);
    assert_eq!(risk["rest"]["risk"]["exact"], "0/1");
    assert_eq!(risk["safest"][0], serde_json::json!([1, 3]));

    let binary = json(BOARD, "risk mines --board - --format json --digits 3 --method binary --show-matrix");
    assert_eq!(binary["cells"], risk["cells"]);
    assert_eq!(binary["safest"], risk["safest"]);
    assert_eq!(binary["matrix"].as_array().map(Vec::len), Some(3));
}

/// The log of a game of Minesweeper, which a page or the terminal saves, is its last position. Another log is refused.
#[test]
fn logs_are_positions() {
    let log = |board: &str| {
        format!(
            r#"{{"chancetree":"play","schema":1,"family":"mines","parameters":{{"rows":4,"columns":4}}{board}}}"#
        )
    };
    let board = format!(",\"board\":{}", serde_json::json!(BOARD));
    let text = format!("{}\n{{\"open\":[1,1]}}\n", log(&board));
    assert_eq!(json(&text, "risk mines - --format json"), json(BOARD, "risk mines - --format json"));
    let folder = folder();
    fs::write(folder.path().join("game.jsonl"), log("")).expect("a file");
    let ran = run_in(folder.path(), "risk mines game.jsonl");
    ran.failed(2, "game.jsonl is a log of mines without a position");
    assert!(ran.err.contains("help: chancetree replay game.jsonl"), "{}", ran.err);

    let job = Job::default();
    let mut game = MinesSession::seeded((4, 5), 5, FirstClick::Safe, 7, &job).expect("a game");
    game.play(MinesEntry::Open(7), &job).expect("a step");
    game.play(MinesEntry::Flag(0), &job).expect("a step");
    let text = json(&log::write(&game), "risk mines - --format json");
    assert_eq!(text, json(&game.board.to_string(), "risk mines - --format json"));
    // Other commands about a position read the log, too.
    for args in ["best mines --board -", "odds mines --board -", "count mines --board -"] {
        let args = format!("{args} --format json");
        assert_eq!(json(&log::write(&game), &args), json(&game.board.to_string(), &args), "{args}");
    }
    fs::write(folder.path().join("game.jsonl"), log("")).expect("a file");
    let ran = run_in(folder.path(), "best mines --board game.jsonl");
    ran.failed(2, "game.jsonl is a log of mines without a position");
}

/// Where the advice is an estimate, it names the command that computes the chances to win in seconds.
#[test]
fn an_estimate_names_the_exact_command() {
    // 12 hidden cells beside known mines only: 495 placements of 4 mines, or 924 of 6.
    let board =
        |mines: usize| format!("mines {}\n....*2\n....*3\n....*3\n*****2\n233321\n000000\n", mines + 8);
    let folder = folder();
    fs::write(folder.path().join("my board.txt"), board(4)).expect("a file");
    let advised = |args: &[&str]| run_args(folder.path(), "risk mines --advise", args).ok();
    let text = advised(&["my board.txt"]);
    let line = text.lines().find(|line| line.contains("placements are left")).expect("a line");
    assert_eq!(
        text.lines().filter(|line| line.contains("best mines")).collect::<Vec<_>>(),
        [
            "495 placements are left, so `chancetree best mines --board 'my board.txt'` computes P(win) of each cell."
        ],
        "{line}"
    );
    // The command works, and its answer is exact.
    let best = run_args(folder.path(), "best mines --format json", &["--board", "my board.txt"]).ok();
    let best: Value = serde_json::from_str(&best).expect("JSON");
    assert_eq!(best["placements"].as_u64(), Some(495), "{best}");
    let typed = board(4).lines().skip(1).map(|line| format!("{line}\n")).collect::<String>();
    fs::write(folder.path().join("b"), typed).expect("a file");
    assert!(
        advised(&["b", "--mines", "12"]).contains("`chancetree best mines --board b --mines 12` computes")
    );
    // Boards of a list share a file, so no command reads one of them.
    fs::write(folder.path().join("two"), format!("{}\n{}", board(4), board(6))).expect("a file");
    let both = advised(&["two"]);
    assert_eq!(both.matches("placements are left, so `best mines` computes P(win)").count(), 2, "{both}");
    // An exact ranking needs no other command.
    fs::write(folder.path().join("few"), board(1)).expect("a file");
    assert!(!advised(&["few"]).contains("best mines"));
}

#[test]
fn graphs_have_risks() {
    let text = "mines 1\nnode \"a&b\" 1\nedge \"a&b\" x<y z\n";
    let folder = folder();
    std::fs::write(folder.path().join("g.txt"), text).expect("a file");
    let risk = printed_in(folder.path(), "risk mines --graph g.txt --format json");
    assert_eq!(risk["names"], serde_json::json!(["\"a&b\"", "x<y", "z"]));
    assert_eq!(risk["cells"][0][1]["exact"], "1/2");
    let dot = run_in(folder.path(), "risk mines --graph g.txt --as dot").ok();
    assert!(dot.contains("label=\"\\\"a&amp;b\\\"\\n1\"") && dot.contains("n0 -- n1;"), "{dot}");
    let graphml = run_in(folder.path(), "risk mines --graph g.txt --as graphml --show equations").ok();
    assert!(graphml.contains("x&lt;y") && graphml.contains("<edge"), "{graphml}");
    run_in(folder.path(), "risk mines --graph g.txt --as svg").failed(2, "pictures show boards");
    for (line, wrong) in [
        ("node a +1", "line 2, column 8: \"+1\" is not a node; a number, '.', 'F' or '*' is needed"),
        ("node a 4294967296", "line 2, column 8: \"4294967296\" is not a node"),
        ("edge a a", "line 2, column 8: a cannot be its own neighbour"),
    ] {
        std::fs::write(folder.path().join("g.txt"), format!("mines 1\n{line}\n")).expect("a file");
        run_in(folder.path(), "risk mines --graph g.txt").failed(2, wrong);
    }
    // The number of edges is limited.
    let edges = "edge a b\n".repeat((1 << 20) + 1);
    std::fs::write(folder.path().join("g.txt"), format!("mines 1\n{edges}")).expect("a file");
    run_in(folder.path(), "risk mines --graph g.txt").failed(2, "a graph has at most 1048576 edges");
}

#[test]
fn text_and_pictures_have_the_risks() {
    let text = run_on(BOARD, "risk mines --board -").ok();
    assert!(!text.contains('\u{1b}'), "no colours without a terminal");
    let wide = format!("mines 99\n{}", format!("{}\n", ".".repeat(30)).repeat(16));
    let text = run_on(&wide, "risk mines --board -").ok();
    assert!(text.lines().all(|line| line.chars().count() <= 100), "{text}");
    let found = json(BOARD, "risk mines --board - --method binary --format json");
    for island in found["islands"].as_array().expect("islands") {
        let free = island["free"].as_array().expect("cells").len();
        assert_eq!(island["tried"], (1_u64 << free).to_string(), "each free cell with and without a mine");
    }
    let folder = folder();
    std::fs::write(folder.path().join("b.txt"), BOARD).expect("a file");
    let written = run_in(folder.path(), "risk mines --board b.txt --as svg -o risk.svg");
    assert_eq!((written.status, written.out.as_str()), (Some(0), ""));
    assert_eq!(files(folder.path()), ["b.txt", "risk.svg"]);
    let svg = std::fs::read_to_string(folder.path().join("risk.svg")).expect("a picture");
    assert!(svg.starts_with("<svg") && svg.matches("<rect").count() == 17, "{svg}");
    run_in(folder.path(), "risk mines --board b.txt --as svg -o risk.svg").failed(2, "already exists");
    let cells = run_in(folder.path(), "risk mines --board b.txt --as graphml").ok();
    assert_eq!((cells.matches("<node").count(), cells.matches("<edge").count()), (16, 42));
}

/// Columns line up, also with flags, and percentages have their sign on boards of every width.
#[test]
fn columns_of_boards_line_up() {
    for columns in [4, 8, 16, 30] {
        let row = format!("1.F.{}\n", ".".repeat(columns - 4));
        let text = format!("mines 2\n{row}{}\n", ".".repeat(columns));
        for args in ["", "--percent"] {
            let text = run_on(&text, &format!("risk mines {args}")).ok();
            let lines: Vec<&str> = text.lines().skip(3).take(3).collect();
            let ends = |line: &str| -> Vec<usize> {
                let cells = line.char_indices().filter(|&(at, letter)| {
                    letter != ' ' && line[at + 1..].chars().next().is_none_or(|next| next == ' ')
                });
                cells.map(|(at, _)| at).collect()
            };
            assert_eq!(ends(lines[0])[..], ends(lines[1])[1..], "{text}");
            assert_eq!(ends(lines[1]), ends(lines[2]), "{text}");
            let signs = lines[1].matches('%').count();
            assert_eq!(signs, if args.is_empty() { 0 } else { columns - 1 }, "{text}");
        }
    }
}

/// `--lines` prints one line of JSON for each board, and the error of a refused board.
#[test]
fn each_board_has_a_line() {
    let two = "mines 1\n1.\n..\n\nmines 3\n1...\n....\n..F.\n..2.\n";
    let text = run_on(two, "risk mines --lines --digits 3").ok();
    let lines: Vec<Value> =
        text.lines().map(|line| serde_json::from_str(line).expect("a line is JSON")).collect();
    assert_eq!(lines.len(), 2);
    assert_eq!((&lines[0]["board"], &lines[0]["cells"][0][1]["exact"]), (&1.into(), &"1/3".into()));
    let mut alone = json(BOARD, "risk mines --format json --digits 3");
    alone["board"] = 2.into();
    assert_eq!(lines[1], alone);
    assert_eq!(json(two, "risk mines --format json --digits 3"), Value::Array(lines), "one list");
    let one = run_on(BOARD, "risk mines --lines").ok();
    assert_eq!(one.lines().count(), 1);
    let folder = folder();
    fs::write(folder.path().join("a"), BOARD).expect("a file");
    assert_eq!(run_in(folder.path(), "risk mines a --lines -o b.json").status, Some(0));
    assert_eq!(fs::read_to_string(folder.path().join("b.json")).expect("a file"), one);
    run_in(folder.path(), "risk mines a --lines -o b.csv").failed(2, "--lines prints JSON");
    let wrong = "mines 1\n1.\n..\n\nmines 1\n1y\n..\n\nmines 3\n.3.\n...\n.0.\n\nmines 1\n11\n1.\n";
    let ran = run_on(wrong, "risk mines --lines");
    assert_eq!((ran.status, ran.out.lines().count()), (Some(2), 4));
    assert!(ran.err.starts_with("error: 2 of 4 boards are invalid"), "{}", ran.err);
    let single = run_on("mines 1\n1.\n..\n\nmines 1\n**\n", "risk mines --lines");
    assert!(single.err.starts_with("error: 1 of 2 boards is invalid; its line"), "{}", single.err);
    let lines: Vec<Value> =
        ran.out.lines().map(|line| serde_json::from_str(line).expect("a line is JSON")).collect();
    assert_eq!(
        lines[1]["error"],
        "stdin: line 6, column 2: 'y' is not a cell; a digit 0 to 8, '.', 'F' or '*' is needed"
    );
    assert!(lines[2]["error"].as_str().is_some_and(|why| why.contains("no placement")), "{}", lines[2]);
    assert_eq!((&lines[3]["board"], &lines[3]["cells"][1][1]["exact"]), (&4.into(), &"1/1".into()));

    run_on(two, "risk mines --as svg -o -").failed(2, "a file shows one board");
}

/// A stop says how many boards were answered. No smaller board is possible.
#[test]
fn a_stop_counts_the_boards() {
    let two = "mines 1\n1.\n..\n\nmines 1\n1.\n..\n";
    for args in ["risk mines --timeout 0", "risk mines --lines --timeout 0"] {
        let ran = run_on(two, args);
        ran.failed(3, "the time of 0 s ran out after 0 of 2 boards");
        assert!(ran.err.ends_with("help: allow more time: --timeout 1h\n"), "{}", ran.err);
    }
}

/// An island omits numbers of mines for which the rest of the board has no room.
#[test]
fn islands_have_only_possible_numbers_of_mines() {
    let counts = |mines: usize| {
        let text = format!("mines {mines}\n.1.1.\n.....\n.....\n");
        let risk = json(&text, "risk mines --format json");
        let entries = risk["islands"][0]["mines"].as_array().expect("a list").clone();
        assert!(entries.iter().all(|entry| entry["probability"]["exact"] != "0/1"), "{entries:?}");
        (
            entries.iter().map(|entry| entry["mines"].as_u64()).collect::<Vec<_>>(),
            run_on(&text, "risk mines").ok(),
        )
    };
    // One mine that touches both numbers, or one mine for each.
    assert_eq!(counts(2).0, [Some(1), Some(2)]);
    let (one, text) = counts(1);
    assert_eq!(one, [Some(1)]);
    assert!(text.contains("mines 1 (1/1)\n"), "{text}");
}
