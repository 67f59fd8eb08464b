//! Ranges of games: rows are printed as they are found, and games that contain one another are counted together.

use super::run::{answer, command, embedded, folder, run, run_in};
use serde_json::Value;
use std::fs;
use std::io::{BufRead as _, BufReader};
use std::process::Stdio;

/// Reads the first lines of a command that would run for hours, then closes the pipe.
fn first_lines(args: &str, count: usize) -> Vec<String> {
    let folder = folder();
    let mut child = command(folder.path(), args).stdout(Stdio::piped()).spawn().expect("it starts");
    let mut out = BufReader::new(child.stdout.take().expect("a pipe"));
    let mut read = || {
        let mut line = String::new();
        out.read_line(&mut line).expect("a line");
        line
    };
    let lines = (0..count).map(|_| read()).collect();
    drop(out);
    // A closed pipe ends the work, and is no failure.
    assert_eq!(child.wait().expect("it ends").code(), Some(0), "{args}");
    lines
}

/// The first rows of a long range appear at once, in every format.
#[test]
fn rows_are_printed_as_they_are_found() {
    let lines = first_lines("count memory --pairs 1..20000", 5);
    assert_eq!(
        lines,
        [
            "States, transitions and ends: 20000 games\n",
            "Memory, 2 robots with perfect memory\n",
            "\n",
            "pairs  states  transitions  transpositions merged  ends  tree nodes  tree leaves\n",
            "1      2       1            0                      1     2           1\n"
        ]
    );
    let lines = first_lines("count memory --pairs 1..20000 --format csv", 2);
    assert!(lines[0].starts_with("pairs,players,") && lines[1].starts_with("1,2,"), "{lines:?}");
    let lines = first_lines("count memory --pairs 1..20000 --format json", 5);
    assert_eq!(lines[..2], ["[\n", "  {\n"]);
    let lines = first_lines("odds memory --pairs 1..2000 --players 4 --format csv", 2);
    assert!(lines[1].starts_with("1,4,"), "{lines:?}");
    // A log, which would take minutes.
    let lines = first_lines("simulate solitaire --pairs 60 --recall 3/4,1/8,4/5 --games 10000000", 1);
    assert_eq!(lines, ["game,turn,first,second\n"]);
    let lines = first_lines("odds mines --rows 2..30 --cols 2 --mines 1 --format csv", 2);
    assert!(lines[1].starts_with("2,2,1,"), "{lines:?}");
    // The first row of each range appears at once, the last after minutes or hours.
    for (args, row) in [
        ("odds solitaire --pairs 1..500", "1,"),
        ("odds solitaire --pairs 1..60 --recall 3/4,1/8,4/5", "1,"),
        ("odds solitaire --pairs 1..30000 --means", "1,"),
        ("best solitaire --pairs 1..400", "1,"),
        ("best mines --rows 2..12 --cols 5 --mines 5 --first-click any", "2,5,5,"),
        ("best memory --pairs 100 --unknown 1..100", "100,2,1,"),
        ("fair memory --pairs 2..60 --players 3 --memory 2", "2,3,"),
        ("fair guess --numbers 3..3000 --players 3", "3,"),
        ("simulate mines --rows 2..30 --cols 30 --mines 20 --games 200", "2,30,20,"),
        ("simulate memory --pairs 2..200 --games 9000", "2,2,"),
    ] {
        let lines = first_lines(&format!("{args} --format csv"), 2);
        assert!(lines[1].starts_with(row), "{args}: {lines:?}");
        let lines = first_lines(&format!("{args} --format json"), 3);
        assert_eq!(lines[..2], ["[\n", "  {\n"], "{args}");
    }
    for (args, row) in [
        ("odds solitaire --pairs 1..500", "1      1.000000  "),
        ("best solitaire --pairs 1..400", "1      1.000000000000  "),
        ("best mines --rows 2..12 --cols 5 --mines 5 --first-click any", "2     0.087301587302\n"),
    ] {
        let lines = first_lines(args, 6);
        assert!(lines.iter().any(|line| line.starts_with(row)), "{args}: {lines:?}");
    }
}

/// A table has one header, and every row has all columns, also where some games lack a value.
#[test]
fn a_range_is_one_table() {
    for args in [
        "odds mines --rows 2 --cols 2 --mines 0..4 --first-click any",
        "odds mines --rows 2 --cols 2 --mines 0..4 --first-click any --play best",
        "odds mines --rows 1..3 --cols 1..3 --mines 0",
        "odds guess --numbers 1..4 --players 3",
        "odds memory --pairs 1..3 --memory 1",
        "odds solitaire --pairs 1..4",
        "best solitaire --pairs 1..3",
        "best mines --rows 1..3 --cols 2 --mines 0..2 --first-click any",
        "best guess --numbers 1..4",
        "count mines --rows 2 --cols 2 --mines 0..3",
        "fair guess --numbers 1..4",
        "fair memory --pairs 1..8",
        "fair memory --pairs 2..3 --players 2..4",
        "simulate mines --rows 2 --cols 2 --mines 0..3 --games 20",
        "simulate mines --rows 2 --cols 2 --mines 0..3 --games 20 --compare random,strong",
        "simulate memory --pairs 1..3 --games 20",
    ] {
        let csv = run(&format!("{args} --format csv -q")).ok();
        // No field contains a quote, so every other part is between two quotes.
        let commas = |line: &str| line.split('"').step_by(2).map(|part| part.matches(',').count()).sum();
        let fields: Vec<usize> = csv.lines().map(commas).collect();
        assert!(fields.len() > 2 && fields.iter().all(|&count| count == fields[0]), "{args}\n{csv}");
    }
    let text = run("odds mines --rows 2 --cols 2 --mines 0..2 --first-click any").ok();
    let rows: Vec<&str> = text.lines().skip(3).collect();
    let expected = [
        "mines  P(win)          E(mines left if lost)",
        "0      1.000000000000",
        "1      0.250000000000  1.000000000000",
        "2      0.166666666667  2.000000000000",
    ];
    assert_eq!(rows, expected);
}

/// Streamed rows have the bytes of output that is rendered as a whole, for a file or another program.
#[test]
fn streamed_rows_have_the_bytes_of_the_whole_output() {
    for args in [
        "count memory --pairs 1..12",
        "count memory --pairs 1..4 --memory 0",
        "odds memory --pairs 1..12",
        "odds memory --pairs 1..4 --memory 2",
        "odds memory --pairs 1..4 --distribution",
        "odds guess --numbers 1..12 --players 3",
        "best guess --numbers 1..5",
        "best guess --numbers 3..5 --every",
        "fair guess --numbers 3..6",
        "odds memory --pairs 3..5 --players 2..4",
        "odds mines --rows 2 --cols 2 --mines 0..3",
        "odds solitaire --pairs 1..12",
        "odds solitaire --pairs 2..6 --means",
        "odds solitaire --pairs 1..4 --recall 3/4,1/8,4/5",
        "odds solitaire --pairs 1..3 --symbolic",
        "best solitaire --pairs 1..5",
        "best mines --rows 2..3 --cols 3 --mines 2",
        "best memory --pairs 4 --unknown 1..4",
        "fair memory --pairs 3..6",
        "fair memory --pairs 3..4 --compare robots,best",
        "simulate mines --rows 3 --cols 3 --mines 1..3 --games 50",
        "simulate memory --pairs 2..4 --games 50",
    ] {
        for (format, file) in [("text", "a.txt"), ("json", "a.json"), ("csv", "a.csv"), ("md", "a.md")] {
            if args.contains("distribution") && ["csv", "md"].contains(&format) {
                continue;
            }
            let folder = folder();
            run_in(folder.path(), &format!("{args} -o {file} -q")).ok();
            let whole = fs::read_to_string(folder.path().join(file)).expect("a file");
            let args = format!("{args} --format {format}");
            assert_eq!(run(&format!("{args} -q")).ok(), whole, "{args}");
            assert_eq!(embedded(&args).expect("an answer"), whole, "{args}");
        }
    }
}

/// A column is as wide as the rows so far require, so no row waits for a later one.
#[test]
fn columns_grow_with_the_rows() {
    let text = run("count memory --pairs 1..60").ok();
    let rows: Vec<&str> = text.lines().skip(4).collect();
    assert_eq!(rows.len(), 60);
    assert_eq!(rows[0], "1      2       1            0                      1     2           1");
    assert_eq!(rows[9], "10     781     1611         831                    18    648039      176596");
    let last: Vec<&str> = rows[59].split_whitespace().collect();
    assert_eq!(last[..5], ["60", "150631", "365436", "214806", "118"]);
}

/// Returns the numbers of a range `2..4` or a list `2,4`.
fn numbers(text: &str) -> Vec<u16> {
    let number = |text: &str| text.parse::<u16>().unwrap_or_else(|_| panic!("{text} is not a number"));
    match text.split_once("..") {
        Some((first, last)) => (number(first)..=number(last)).collect(),
        None => text.split(',').map(number).collect(),
    }
}

/// Several games in one command have the answers of each game alone. The options with several values are in the order of the
/// games: the first changes last.
#[test]
fn a_range_has_the_answer_of_each_game() {
    for (args, several) in [
        ("odds memory --distribution", "--pairs 1..9"),
        ("odds memory --players 3 --distribution", "--pairs 2..5"),
        ("odds memory --known-pairs 1 --scores 0,2 --distribution", "--pairs 4..6"),
        ("odds memory", "--pairs 3..3"),
        ("odds memory", "--players 2..4 --pairs 4..5"),
        ("odds memory --pairs 5 --play best", "--players 2..4"),
        ("odds memory --pairs 3 --memory 3 --singles 1", "--unknown-singles 0,1"),
        ("best memory --pairs 4", "--unknown 1,2"),
        ("best memory --pairs 4 --objective win", "--known-pairs 0,1"),
        ("best memory --pairs 4 --rules free-pass", "--unknown 2..3"),
        ("best memory --pairs 3", "--players 2..3"),
        ("best memory --pairs 3 --memory 3", "--players 2..3"),
        ("best memory --pairs 3", "--singles 1..2"),
        ("fair memory --objective pairs --compare best,safe", "--players 2..4 --pairs 4..5"),
        // Each number of players has the objective that it has alone.
        ("fair memory --pairs 2..4 --memory 2", "--players 2..4"),
        ("fair memory --pairs 2..4 --play best", "--players 2..4"),
        ("fair memory --pairs 2..4 --compare robots,safe,best", "--players 2..4"),
        ("simulate memory --games 99", "--players 2..4 --pairs 4..5"),
        ("simulate memory --pairs 3 --memory 2", "--singles 1..2"),
        ("simulate mines --rows 2 --cols 3 --games 20", "--mines 1..2"),
        ("simulate mines --rows 2 --cols 3 --games 20 --compare random,strong", "--mines 1..2"),
        // Games that contain one another are counted together.
        ("count memory --players 1", "--pairs 1..12"),
        ("count memory --players 2", "--pairs 1..14"),
        ("count memory --players 3", "--pairs 1..9"),
        ("count memory --players 5", "--pairs 2..6"),
        ("count memory --play best", "--pairs 1..8"),
        ("count memory --play best --rules free-pass", "--pairs 1..6"),
        ("count memory --play best,robots,parity --players 3", "--pairs 1..6"),
        ("count memory --play best --objective win", "--pairs 1..6"),
        ("count memory --memory 2", "--pairs 1..6"),
        ("count memory --pairs 3 --memory 2", "--singles 0..1"),
        ("count memory", "--players 2..4 --pairs 2..5"),
        ("count memory --pairs 4", "--known-pairs 0..3"),
        ("count guess", "--numbers 1..12"),
        ("count guess --players 3", "--numbers 3..9"),
        ("count guess --guesses 3", "--numbers 1..8"),
    ] {
        let together = answer(&format!("{args} {several} --format json"));
        let words: Vec<&str> = several.split(' ').collect();
        let mut alone = vec![args.to_owned()];
        for option in words.chunks(2) {
            let with = |args: &String| {
                let numbers = numbers(option[1]).into_iter();
                numbers.map(|number| format!("{args} {} {number}", option[0])).collect::<Vec<_>>()
            };
            alone = alone.iter().flat_map(with).collect();
        }
        let alone = alone.iter().flat_map(|args| match answer(&format!("{args} --format json")) {
            Value::Array(games) => games,
            game => vec![game],
        });
        assert_eq!(together, Value::Array(alone.collect()), "{args} {several}");
    }
    // Players with perfect memory are another game than players who forget, and singles are only for the latter.
    let both = answer("odds memory --pairs 3 --singles 0..1 --format json");
    let alone = ["--memory unlimited", "--singles 1"]
        .map(|one| answer(&format!("odds memory --pairs 3 {one} --format json")));
    assert_eq!(both, Value::Array(alone.into()));
}
