//! Parsing of arguments: numbers, sizes, times, and names in any case or with typing errors.

use super::run::{folder, run, run_args, run_in};
use serde_json::Value;
use std::collections::BTreeSet;
use std::fs;

/// Returns the boards in the table of a plot with `--pairs=typed`, or `None` if the argument is refused.
fn plotted(typed: &str) -> Option<Vec<u16>> {
    let folder = folder();
    let ran = run_args(folder.path(), "plot outcomes -q -o a.svg", &[format!("--pairs={typed}")]);
    if ran.status != Some(0) {
        ran.failed(2, "");
        return None;
    }
    let table = fs::read_to_string(folder.path().join("a.csv")).expect("a table");
    let first = |row: &str| row.split(',').next().and_then(|cell| cell.parse().ok()).expect("a number");
    Some(table.lines().skip(1).map(first).collect())
}

/// Returns the boards in the answer with `--pairs=typed`, and whether the answer is a single board.
fn answered(typed: &str) -> Option<(Vec<u64>, bool)> {
    let ran = run_args(folder().path(), "odds memory --format json", &[format!("--pairs={typed}")]);
    if ran.status != Some(0) {
        ran.failed(2, "");
        return None;
    }
    let found: Value = serde_json::from_str(&ran.out).expect("JSON");
    let pairs = |board: &Value| board["parameters"]["pairs"].as_u64().expect("a number");
    match found.as_array() {
        Some(boards) => Some((boards.iter().map(pairs).collect(), false)),
        None => Some((vec![pairs(&found)], true)),
    }
}

#[test]
fn numbers_ranges_and_lists_are_read() {
    for typed in ["1..=10", "1..10", "1-10", "1,2,3,4,5,6,7,8,9,10", "5..10, 1-4", " 1 .. 10 "] {
        assert_eq!(plotted(typed), Some((1..=10).collect()), "{typed:?}");
        assert_eq!(answered(typed), Some(((1..=10).collect(), false)), "{typed:?}");
    }
    assert_eq!(plotted("8"), Some(vec![8]));
    assert_eq!(answered("8"), Some((vec![8], true)));
    assert_eq!(plotted("7,2,7"), Some(vec![2, 7]));
    assert_eq!(answered("7,2,7"), Some((vec![2, 7], false)));
    assert_eq!(plotted("5..5"), Some(vec![5]));
    assert_eq!(answered("5..5"), Some((vec![5], false)), "a range of one board is a range");
    for wrong in [
        "",
        "..",
        "1..",
        "..=3",
        "5..=2",
        "-1",
        "1.5",
        "x",
        "0",
        "0..=3",
        "30001",
        "1..=99999",
        ",",
        "1,,2",
        "1-2-3",
        "18446744073709551616",
    ] {
        assert_eq!((plotted(wrong), answered(wrong)), (None, None), "{wrong:?}");
    }
}

/// 64 bits limit the number of bytes, so the largest accepted number shows the size of each unit.
#[test]
fn sizes_are_read_in_their_units() {
    for (typed, spelled) in [("12", "12 bytes"), ("1K", "1K"), ("1KiB", "1K"), ("2MB", "2M"), ("3mib", "3M")]
    {
        let ran = run(&format!("odds memory --pairs 3 --max-memory {typed}"));
        ran.failed(3, &format!("more than {spelled} of memory is needed"));
    }
    for right in [
        "500M",
        "4GiB",
        "18446744073709551615",
        "18014398509481983K",
        "17592186044415M",
        "17179869183G",
        "17179869183gb",
    ] {
        run(&format!("odds memory --pairs 3 --max-memory {right}")).ok();
    }
    for wrong in [
        "",
        "M",
        "1X",
        "-1",
        "0",
        "18446744073709551616",
        "18014398509481984K",
        "17592186044416M",
        "17179869184G",
        "99999999999G",
    ] {
        run(&format!("odds memory --pairs 3 --max-memory={wrong}")).failed(2, "");
    }
}

/// 64 bits limit the number of seconds, so the largest accepted number shows the length of each unit.
#[test]
fn times_are_read_in_their_units() {
    for (typed, seconds) in
        [("15ms", "0.015"), ("0.0125", "0.0125"), ("0.0125s", "0.0125"), ("0.001m", "0.06")]
    {
        let ran = run(&format!("odds memory --pairs 300 --players 3 --timeout {typed}"));
        ran.failed(3, &format!("the time of {seconds} s ran out"));
    }
    for right in [
        "1.5",
        "5m",
        "90s",
        "1h",
        "18446744073709549000",
        "18446744073709549000000ms",
        "307445734561825000m",
        "307445734561825000min",
        "5124095576030000h",
    ] {
        run(&format!("odds memory --pairs 3 --timeout {right}")).ok();
    }
    for wrong in [
        "",
        "s",
        "5x",
        "-1",
        "1e400",
        "18446744073709552000s",
        "18446744073709553000000ms",
        "307445734561826000m",
        "307445734561826000min",
        "5124095576031000h",
    ] {
        run(&format!("odds memory --pairs 3 --timeout={wrong}")).failed(2, "");
    }
}

/// The case of a value does not matter, whichever part of the program parses it.
#[test]
fn values_are_read_in_any_case() {
    let all = [
        "play mines --preset EXPERT --first-click Opening --as HTML -o -",
        "play memory --objective PAIRS --as html -o -",
        "simulate mines --preset Beginner --play STRONG --games 2 --quiet",
        "simulate mines --rows 3 --cols 3 --mines 1 --compare RANDOM,Strong --games 2 --quiet",
        "risk mines position.txt --method BINARY",
        "best memory --pairs 1..=3 --format SVG",
        "odds solitaire --pairs 1..=3 --format BFILE --sequence Turns-Numerator",
        "deal solitaire --pairs 3 --name LONGEST --format JSON",
    ];
    let folder = folder();
    fs::write(folder.path().join("position.txt"), "mines 1\n1.\n..\n").expect("a position");
    for typed in all {
        run_in(folder.path(), typed).ok();
    }
}

/// A hint corrects a few typing errors: letters that are wrong, missing, extra or swapped.
#[test]
fn only_typing_errors_are_corrected() {
    for (typed, meant) in [
        ("pears", "pairs"),
        ("piars", "pairs"),
        ("PAIRS", "pairs"),
        ("plyers", "players"),
        ("playrs", "players"),
        ("pla", "play"),
        ("paly", "play"),
        ("mem0ry", "memory"),
        ("name", "names"),
        ("max-memry", "max-memory"),
    ] {
        let err = run(&format!("odds memory --{typed} 3")).err;
        assert_eq!(err.lines().nth(1), Some(&*format!("help: --{meant}")), "{typed}: {err}");
    }
    for typed in ["cols", "format", "preset", "x", "columns", "prs"] {
        let err = run(&format!("odds memory --{typed} 3")).err;
        assert_eq!(err.lines().nth(1), Some("help: chancetree odds memory --help"), "{typed}: {err}");
    }
}

/// A stopped range has whole blocks. Each block reaches twice as far as the one before, or four times as far with a checkpoint.
#[test]
fn blocks_of_a_range_grow() {
    for (args, expected) in [
        ("--pairs 1..=9", vec![0, 1, 2, 4, 9]),
        ("--pairs 2,4,8,60", vec![0, 1, 2, 3]),
        ("--pairs 10..=15", vec![0, 6]),
        ("--pairs 1..=9 --checkpoint kept", vec![0, 2, 9]),
    ] {
        let rows = |most: u32| {
            let ran = run(&format!("odds memory {args} --max-states {} --format csv", 1 << most));
            assert!(matches!(ran.status, Some(0 | 3)), "{}: {}", ran.args, ran.err);
            ran.out.lines().skip(1).count()
        };
        assert_eq!((0..13).map(rows).collect::<BTreeSet<_>>(), expected.into_iter().collect(), "{args}");
    }
}
