//! The command `risk mines`.

use super::run::{Ran, files, folder, printed_in, run, run_args, run_in, run_with};
use chancetree::games::mines::game::FirstClick;
use chancetree::model::Job;
use chancetree::play::log;
use chancetree::play::mines::{MinesEntry, MinesSession};
use serde_json::Value;
use std::fs;
use std::path::Path;

const BOARD: &str = "mines 3\n1...\n....\n..F.\n..2.\n";

/// Runs the program with `text` on stdin.
fn run_on(text: &str, args: &str) -> Ran {
    let args: Vec<&str> = args.split_whitespace().collect();
    run_with(folder().path(), &args, text)
}

fn json(text: &str, args: &str) -> Value {
    serde_json::from_str(&run_on(text, args).ok()).expect("JSON")
}

/// Each list of rows is a board, also in one line.
#[test]
fn lists_are_separate_boards() {
    let single = json("[[1, \".\"], [1, \".\"]]", "risk mines --mines 1 --format json");
    assert_eq!(single["cells"].as_array().map(Vec::len), Some(2));
    for text in [
        "[[1, \".\"], [1, \".\"]]\n[[1, \".\"], [1, \".\"]]\n",
        "[[1, \".\"], [1, \".\"]], [[1, \".\"], [1, \".\"]]\n",
        "[\"1.\", \"1.\"]\n[\"1.\", \"1.\"]\n",
    ] {
        let both = json(text, "risk mines --mines 1 --format json");
        let cells: Vec<&Value> =
            both.as_array().expect("a list").iter().map(|board| &board["cells"]).collect();
        assert_eq!(cells, [&single["cells"], &single["cells"]], "{text}");
    }
    let nested = run_on("[[[1, \".\"]], [[\".\", 1]]]\n", "risk mines --mines 1");
    nested.failed(2, "");
    // A long line of rows is refused before it takes much memory.
    let long = format!("[{}]\n", vec!["[1, \".\"]"; 20_000].join(", "));
    run_on(&long, "risk mines --mines 1").failed(2, "");
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

/// Missing rows are reported where they should begin.
#[test]
fn missing_rows_are_located() {
    for (text, line) in [
        ("mines 1", 2),
        ("mines 1\n\n\n", 2),
        ("mines 1\n\n1.\n\nmines 2", 6),
        ("mines 1\n\n1.\n\n\nmines 2\n \n\n", 7),
    ] {
        let location = format!("stdin: line {line}, column 1: the rows are missing, such as '..1.'");
        let ran = run_on(text, "risk mines --board -");
        assert_eq!(ran.status, Some(2));
        assert!(ran.err.starts_with(&format!("error: {location}")), "{}", ran.err);
    }
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

/// A position comes from a file or from stdin, in the letters of other programs, and the number of mines may be an option.
#[test]
fn positions_are_read_in_many_forms() {
    let risks = json(BOARD, "risk mines --board - --format json")["cells"].clone();
    for hidden in ["?", "-", "_", "H"] {
        let other = "1hhh\nhhhh\nhh!h\nhh2h\n".replace('h', hidden);
        assert_eq!(json(&other, "risk mines --mines 3 --format json")["cells"], risks, "{hidden}");
    }
    let other = "1###\n####\n##!#\n##2#\n";
    assert_eq!(json(other, "risk mines - --mines 3 --format json")["cells"], risks);
    let folder = folder();
    std::fs::write(folder.path().join("my board.txt"), format!("Mines: 3\n{other}")).expect("a file");
    let ran = run_args(folder.path(), "risk mines --format json", &["my board.txt"]);
    let found: Value = serde_json::from_str(&ran.ok()).expect("JSON");
    assert_eq!(found["cells"], risks);

    let beginner = ".........\n".repeat(9);
    let risk = json(&beginner, "risk mines --preset beginner --format json");
    assert_eq!((&risk["parameters"]["mines"], &risk["cells"][0][0]["exact"]), (&10.into(), &"10/81".into()));
    run_on(BOARD, "risk mines --preset beginner").failed(2, "stdin: line 1, column 7: 3 mines here, but 10");
    run_on(other, "risk mines --preset beginner").failed(2, "stdin: 4 x 4 cells, but beginner has 9 x 9");
    run_on(BOARD, "risk mines --mines 4").failed(2, "stdin: line 1, column 7: 3 mines here, but 4");
    let without_mines = run_on(other, "risk mines");
    without_mines.failed(2, "stdin: line 1, column 1: the first line must be 'mines M'");
    assert!(without_mines.err.ends_with("help: --mines 3\n"), "{}", without_mines.err);
    // A number of mines does not help an empty position.
    let empty = run_on("", "risk mines");
    empty.failed(2, "stdin: line 1, column 1: there is nothing here; the first line must be 'mines M'");
    assert!(empty.err.ends_with("help: chancetree risk mines --help\n"), "{}", empty.err);
    run_in(folder.path(), "risk mines a --board b").failed(2, "--board");
}

/// An error names the board or the option, whichever is wrong.
#[test]
fn errors_name_the_board_or_the_option() {
    let expert = format!("{}\n", ".".repeat(30)).repeat(16);
    let own = format!("mines 99\n{expert}");
    let small = "..\n..\n";
    for (text, args, what, help) in [
        (
            "YY1\nY21\n110\n",
            "--mines 1",
            "line 1, column 1: 'Y' is not a cell; a digit 0 to 8, '.', 'F' or '*' is needed",
            "chancetree risk mines --help",
        ),
        (
            "3 3\n..1\n.21\n110\n",
            "--mines 3",
            "line 1, column 1: \"3 3\" is a size, not a row; leave this line out",
            "chancetree risk mines --help",
        ),
        (
            "3x4x3\n..1\n.21\n110\n",
            "",
            "line 1, column 1: \"3x4x3\" is not the size of the rows below it; write 'mines 3' instead",
            "chancetree risk mines --help",
        ),
        (small, "--mines 300", "300 mines, but only 4 cells are not opened", "--mines 4"),
        (
            &expert,
            "",
            "line 1, column 1: the first line must be 'mines M', such as 'mines 10'",
            "--preset expert",
        ),
        (&expert, "--preset beginner", "16 x 30 cells, but beginner has 9 x 9", "--preset expert"),
        (
            &own,
            "--preset beginner",
            "line 1, column 7: 99 mines here, but 10 given separately",
            "--preset expert",
        ),
        (
            small,
            "--preset beginner",
            "10 mines, but only 4 cells are not opened",
            "--mines 4 instead of --preset",
        ),
    ] {
        let ran = run_on(text, &format!("risk mines {args}"));
        assert_eq!(ran.status, Some(2), "{args}: {}", ran.out);
        assert_eq!(ran.err, format!("error: stdin: {what}\nhelp: {help}\n"), "{args}");
    }
    // The number is wrong in the board, in the option, or in both.
    for (first, args, help) in [
        ("3x3x2\n", "", "write mines 1 in the first line"),
        ("mines 2\n", "", "write mines 1 in the first line"),
        ("", "--mines 2", "--mines 1"),
        ("3x3x2\n", "--mines 2", "write mines 1 in the first line, and leave out --mines"),
    ] {
        let ran = run_on(&format!("{first}111\n1.1\n..1\n"), &format!("risk mines {args}"));
        assert_eq!(ran.err, format!("error: the numbers allow 1 mine in all, not 2\nhelp: {help}\n"));
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

/// In every format, the boards before a refused one are answered, and the error names the refused board.
#[test]
fn boards_before_a_refused_one_are_answered() {
    let first = "mines 1\n1.\n..\n";
    for (second, why) in [
        ("mines 1\n1y\n..\n", "stdin: line 6, column 2: 'y' is not a cell"),
        ("mines 2\n1.1.\n", "board 2: the numbers allow 1 mine in all, not 2"),
    ] {
        let text = format!("{first}\n{second}\nmines 1\n1.\n..\n");
        for format in ["text", "csv", "md", "tex", "json"] {
            let args = format!("risk mines --format {format}");
            let (ran, alone) = (run_on(&text, &args), run_on(&format!("{first}\n{first}"), &args).ok());
            assert_eq!(ran.status, Some(2), "{args}: {}", ran.err);
            assert!(ran.err.starts_with(&format!("error: {why}")), "{args}: {}", ran.err);
            if format == "json" {
                let list: Value = serde_json::from_str(&ran.out).expect("a closed list");
                let whole: Value = serde_json::from_str(&alone).expect("a list");
                assert_eq!(list, Value::Array(vec![whole[0].clone()]));
                continue;
            }
            let shown = ran.out.replace("Board 1 of 3", "Board 1 of 2");
            assert!(!shown.is_empty() && alone.starts_with(&shown), "{args}: {shown}");
        }
        let folder = folder();
        fs::write(folder.path().join("boards"), &text).expect("a file");
        assert_eq!(run_in(folder.path(), "risk mines boards -o a.json -q").status, Some(2));
        let list: Value = serde_json::from_slice(&fs::read(folder.path().join("a.json")).expect("a file"))
            .expect("a closed list");
        assert_eq!(list[0]["cells"][0][1]["exact"], "1/3");
        // Without an answered board, JSON is an empty list.
        let none = run_on(&format!("{second}\n{first}"), "risk mines --format json");
        assert_eq!((none.status, none.out.as_str()), (Some(2), "[]\n"));
        assert_eq!(run_on(&format!("{second}\n{first}"), "risk mines").out, "");
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

#[test]
fn impossible_positions_are_refused() {
    for (text, status, what) in [
        ("", 2, "stdin: line 1, column 1: there is nothing here"),
        ("mines 2\n..\u{7}\n", 2, "line 2, column 3"),
        ("mines 3\n.3.\n...\n.0.\n", 2, "no placement of the mines fits the numbers 3 at 1,2 and 0 at 3,2"),
        ("mines 2\n1.1.\n", 2, "the numbers allow 1 mine in all, not 2"),
    ] {
        run_on(text, "risk mines --board -").failed(status, what);
        if !text.is_empty() {
            run_on(text, "risk mines --board - --method binary").failed(status, what);
        }
    }
    run("risk mines").failed(2, "stdin: line 1, column 1: there is nothing here");
    run("risk mines --board a --graph b").failed(2, "--graph");
    run("risk mines --board nowhere.txt").failed(2, "nowhere.txt: no such file");
    run_on(BOARD, "risk mines --board - --show-matrix").failed(2, "only the method binary has matrices");
    let lattice = format!("mines 40\n{}", ".........\n.2.2.2.2.\n".repeat(4));
    run_on(&lattice, "risk mines --board - --max-states 10").failed(3, "more than 10 states");
    let many = format!("mines 20\n{}", "........\n".repeat(8));
    run_on(&many, "risk mines --board - --method binary").failed(2, "63 variables of one island are free");
}

#[test]
fn bytes_that_are_not_text_are_refused() {
    let folder = folder();
    let path = Path::new("bytes");
    std::fs::write(folder.path().join(path), b"mines 1\n.\xff\n").expect("a file");
    run_in(folder.path(), "risk mines --board bytes").failed(2, "line 2, column 2: this is not UTF-8 text");
}
