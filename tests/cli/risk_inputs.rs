//! The boards that `risk` reads, and errors about them.

use super::risk::{BOARD, json, run_on};
use super::run::{folder, run, run_args, run_in};
use serde_json::Value;
use std::fs;
use std::path::Path;

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
