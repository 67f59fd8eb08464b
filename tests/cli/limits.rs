//! Limits and signals hold where the work itself does not look: best play, replays, readers, printing.

#![cfg(target_os = "linux")]

use super::run::{Ran, command, folder, run, run_in, told};
use super::watched::{ends_by, measured, spawn, status, stays_within, stopped, timely};
use chancetree::cli::embed::{Reason, Request, ask};
use chancetree::family::Spelling;
use serde_json::{Value, json};
use std::fs;
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::thread::sleep;
use std::time::Duration;
use tempfile::TempDir;

/// The kind of a limit comes from the limit, whatever a file is called.
#[test]
fn a_limit_has_its_kind_whatever_a_file_is_called() {
    let games = "simulate solitaire --pairs 8 --recall 3/4,1/8,4/5 --games 400 --seed 1";
    let log = told(games).expect("a log");
    assert!(log.lines().count() > 4096, "limits are looked at every 4096 lines");
    for (limit, file, kind, what) in [
        (
            "--max-memory 1",
            "the time of war.csv",
            Reason::Memory,
            "more than 1B of memory is needed, in line 4096 of ",
        ),
        (
            "--timeout 0",
            "more of memory is needed.csv",
            Reason::Time,
            "the time of 0 s ran out in line 4096 of ",
        ),
    ] {
        let words = format!("fit solitaire - --threads 1 {limit}");
        let request = Request {
            words: words.split(' ').map(Into::into).collect(),
            input: Some((file.to_owned(), log.clone().into_bytes())),
            tables: false,
        };
        let stopped = ask(request, &Arc::default()).expect_err("a limit stops it");
        let (told, _) = stopped.message(Spelling::CommandLine);
        assert_eq!((stopped.reason, told), (kind, format!("{what}{file}")));
    }
}

#[test]
fn best_play_of_mines_stops() {
    let folder = folder();
    timely(folder.path(), "best mines --rows 8 --cols 8 --mines 4 --threads 1");
    let words = "best mines --rows 9 --cols 6 --mines 5 --threads 2 --timeout 5";
    stays_within(folder.path(), words, 150).failed(3, "");
    interrupted_soon(spawn(folder.path(), "best mines --rows 8 --cols 8 --mines 4"));
}

/// Many deals are listed, and little is held of each.
#[test]
fn a_list_of_all_deals_takes_little_memory() {
    let folder = folder();
    for format in ["text", "json", "csv"] {
        let words = format!("deal solitaire --pairs 7 --all --format {format} --max-memory 64M");
        let (ran, most) = measured(folder.path(), &words, Duration::from_secs(60));
        assert!(ran.ok().lines().count() > 135_135, "{words}");
        assert!(most < 50 << 20, "{words}: {most}");
    }
}

/// The lines of a result, or the entries of a list in JSON.
fn rows(out: &str) -> usize {
    match out.starts_with('[') {
        true => serde_json::from_str::<Value>(out).expect("JSON").as_array().expect("a list").len(),
        false => out.lines().count(),
    }
}

/// Rendering takes much longer than the work here. What is rendered before a limit is printed, and is as in the whole result.
#[test]
fn very_many_digits_stop() {
    for (words, before) in [
        ("odds memory --pairs 1..=300 --digits 50000 --format json", 0),
        ("odds memory --pairs 1..=300 --digits 50000 --format csv", 1),
        ("odds memory --pairs 1..=300 --digits 50000 --format text", 4),
        ("best solitaire --pairs 1..=15 --digits 50000 --format json", 0),
    ] {
        stopped(words, |ran| rows(&ran.out) > before);
    }
    // What is printed as a whole at the end is cut.
    let table = "odds memory --pairs 1..=300 --digits 50000 --format md";
    let ran = stopped(table, |ran| rows(&ran.out) > 6);
    assert!(ran.err.contains("; some results are not printed\n"), "{}", ran.err);
    let words = |pairs: &str| format!("odds memory --pairs {pairs} --digits 50000 --format json");
    let ran = stopped(&words("1..=300"), |ran| rows(&ran.out) > 0);
    let (part, first): (Value, Value) = (
        serde_json::from_str(&ran.out).expect("JSON"),
        serde_json::from_str(&run(&words("1..=1")).ok()).expect("JSON"),
    );
    assert_eq!(part[0], first[0]);
    let folder = folder();
    // A single answer is printed as a whole or not at all.
    timely(folder.path(), "best solitaire --pairs 15 --format json --digits 50000");
}

fn interrupted_soon(child: Child) {
    ends_by("INT", child, "work that is interrupted");
}

#[test]
fn there_are_no_more_threads_than_cores() {
    let folder = folder();
    let child = spawn(folder.path(), "odds memory --pairs 300 --players 3 --threads 1024");
    sleep(Duration::from_millis(500));
    let threads = status(&child, "Threads:").expect("it runs");
    interrupted_soon(child);
    let cores = std::thread::available_parallelism().expect("cores").get();
    // Besides those that work: the first, the guard, and who waits for signals.
    assert!(threads.trim().parse::<usize>().expect("a number") <= cores + 3, "{threads} threads");
}

/// The games of a replay share what they have in common.
#[test]
fn a_replay_takes_memory_for_its_steps_alone() {
    let folder = folder();
    let head = json!({
        "chancetree": "play", "schema": 1, "family": "mines",
        "parameters": { "rows": 16, "cols": 30, "mines": 99, "first_click": "any", "seed": 1 },
    });
    let mut log = vec![head.to_string()];
    log.extend((0..1500).map(|step| json!({ "flag": [1 + step / 2 % 16, 1 + step / 32 % 30] }).to_string()));
    fs::write(folder.path().join("flags.jsonl"), log.join("\n")).expect("a log");
    let words = "replay flags.jsonl --format csv --max-memory 100M";
    let (ran, most) = measured(folder.path(), words, Duration::from_secs(30));
    assert_eq!(ran.ok().lines().count(), 1502);
    assert!(most < 100 << 20, "{most}");
    timely(folder.path(), "replay flags.jsonl --format json --digits 50000");
}

/// The games of a range share the file that is named for all, and their boards are not kept at the same time.
#[test]
fn a_range_takes_memory_for_one_file() {
    let folder = folder();
    fs::write(folder.path().join("board.txt"), format!("{}\n", ".".repeat(360)).repeat(180))
        .expect("a board");
    let words = "simulate mines --board board.txt --mines 64401..=64801 --games 1";
    let (ran, most) = measured(folder.path(), words, Duration::from_secs(60));
    ran.failed(2, "64801 mines, but only 64800 cells are not opened");
    assert!(most < 60 << 20, "{most}");
}

/// Readers of files, the file last.
const READERS: [&str; 4] =
    ["fit solitaire", "odds memory --pairs 4 --play", "risk mines --board", "replay --print"];

#[test]
fn an_input_without_an_end_is_refused() {
    for reader in READERS {
        run(&format!("{reader} /dev/zero --max-memory 400M")).failed(2, "/dev/zero");
    }
}

/// A folder with a pipe that nobody writes.
fn piped() -> TempDir {
    let folder = folder();
    let made = Command::new("mkfifo").arg(folder.path().join("pipe")).output().expect("mkfifo can be run");
    assert!(made.status.success());
    folder
}

#[test]
fn limits_hold_while_a_pipe_is_read() {
    // All at a time: they only wait.
    std::thread::scope(|scope| {
        for reader in READERS {
            scope.spawn(move || timely(piped().path(), &format!("{reader} pipe")));
        }
    });
    let folder = piped();
    // How long another program takes is not a matter of a smaller board.
    let silent = run_in(folder.path(), "fit solitaire pipe --timeout 1ms");
    silent.failed(3, "ran out before the end of the input");
    assert!(silent.err.ends_with("help: leave out --timeout\n"), "{}", silent.err);
    interrupted_soon(spawn(folder.path(), "fit solitaire pipe"));
    // Open, but silent.
    let mut command = command(folder.path(), "fit solitaire -");
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("the program starts");
    let _writer = child.stdin.take();
    interrupted_soon(child);
}

/// Ranges that take for ever.
const RANGES: [&str; 12] = [
    "count memory --pairs 1..=300 --players 3",
    "odds memory --pairs 1..=300 --play best,robots",
    "odds memory --pairs 1..=500",
    "odds memory --pairs 1..=60 --players 5 --approximate",
    "fair memory --pairs 1..=500",
    "fair memory --pairs 1..=60 --compare",
    "information solitaire --pairs 1..=60 --recall 3/4,1/8,4/5",
    "odds solitaire --pairs 1..=500",
    "odds solitaire --pairs 1..=60 --recall 3/4,1/8,4/5",
    "odds solitaire --pairs 1..=30000 --means",
    "count solitaire --pairs 1..=30000",
    "best mines --up-to 4,5",
];

/// The boards that are finished are printed, and what is printed is whole.
#[test]
fn a_stop_of_a_range_prints_what_is_done() {
    // One printer has all formats: each verb is tried in one of them.
    for (words, format) in RANGES.into_iter().zip(["json", "csv", "text"].into_iter().cycle()) {
        let ran = stopped(&format!("{words} --format {format}"), |ran| match format {
            "json" => {
                let all: Value = serde_json::from_str(&ran.out).unwrap_or_default();
                all.get("boards").unwrap_or(&all).as_array().is_some_and(|boards| !boards.is_empty())
            }
            "csv" => ran.out.lines().count() > 1 && ran.out.ends_with('\n'),
            _ => ran.out.lines().count() > 3,
        });
        let one_error = ran.err.starts_with("error: ") && ran.err.lines().count() <= 2;
        assert!(one_error, "{}: {}", ran.words, ran.err);
    }
}

/// Tables of decisions have their rows.
#[test]
fn a_stop_of_a_table_prints_its_rows() {
    for words in [
        "best memory --pairs 1..=60 --rules tactical --objective win",
        "best memory --memory 6 --pairs 1..=600",
    ] {
        stopped(&format!("{words} --format csv"), |ran| ran.out.lines().count() > 1);
    }
}

/// A stop changes nothing of the boards that are finished.
#[test]
fn what_a_stop_leaves_is_what_the_whole_says() {
    let stopped = run("odds memory --pairs 1..=500 --max-states 20000 --format csv");
    let rows: Vec<&str> = stopped.out.lines().collect();
    assert!(rows.len() > 10, "{}", stopped.err);
    let whole = run(&format!("odds memory --pairs 1..={} --format csv", rows.len() - 1)).ok();
    assert_eq!(rows, whole.lines().collect::<Vec<_>>());
    // Nor of what is finished before the work begins that is saved.
    let folder = folder();
    let kept = run_in(
        folder.path(),
        "odds memory --pairs 1..=500 --max-states 20000 --checkpoint saved --format csv",
    );
    assert_eq!(kept.status, Some(3), "{}", kept.err);
    let kept: Vec<&str> = kept.out.lines().collect();
    assert!(kept.len() > 5, "{kept:?}");
    assert_eq!(kept, rows[..kept.len()]);
}

/// A plot that is stopped is of what is finished, and so is its table.
#[test]
fn a_stop_of_a_plot_draws_what_is_done() {
    let folder = folder();
    for (kind, name) in [
        ("first-mover --pairs 2..=500", "a"),
        ("outcomes --pairs 1..=500", "b"),
        ("card-of-memory --pairs 24 --most 8 --play best", "c"),
        ("turns --pairs 1..=300", "d"),
        ("first-click --rows 4 --cols 5 --mines 1..=10", "e"),
        ("convergence --pairs 8 --recall 3/4,1/8,4/5 --seed 1 --games 1000000", "f"),
    ] {
        let read = |end: &str| fs::read_to_string(folder.path().join(format!("{name}.{end}"))).ok();
        // A machine may be too busy to finish anything at once.
        let ran = ["200ms", "1s", "4s", "16s", "64s"].into_iter().map(|limit| {
            let words = format!("plot {kind} -o {name}.svg --timeout {limit}");
            let ran = run_in(folder.path(), &words);
            assert_eq!(ran.status, Some(3), "{words}: {}", ran.err);
            (read("svg").zip(read("csv")), ran.err)
        });
        let mut said = String::new();
        let drawn = ran.map(|(drawn, err)| (said = err, drawn).1).find_map(|drawn| drawn);
        let (svg, csv) = drawn.unwrap_or_else(|| panic!("{kind}: {said}"));
        assert!(svg.trim_end().ends_with("</svg>") && csv.lines().count() > 1, "{kind}: {csv}");
    }
}

#[test]
fn hints_name_the_plan() {
    for limit in ["--max-memory 40M", "--timeout 10ms"] {
        let ran = run(&format!("odds memory --pairs 300 --players 3 {limit}"));
        ran.failed(3, "");
        let plan = ": chancetree plan memory --pairs 300 --players 3\n";
        assert!(ran.err.contains("help: estimate the ") && ran.err.ends_with(plan), "{}", ran.err);
    }
    let ran = run("odds memory --pairs 1000 --max-memory 64M");
    ran.failed(3, "more than 64M of memory is needed (about ");
    assert!(ran.err.contains(", an estimate), in layer "), "{}", ran.err);
    for (words, states) in [("--pairs 300", 18_177_111), ("--pairs 9", 572)] {
        let ran = run(&format!("odds memory {words} --max-states 100"));
        ran.failed(3, "more than 100 states");
        let help = format!("help: {states} states are needed: --max-states {states}\n");
        assert!(ran.err.ends_with(&help), "{}", ran.err);
    }
    let is_told = |ran: &Ran| ran.err.contains("the work takes about ");
    stopped("odds memory --pairs 500 --play best --distribution", is_told).failed(3, " ran out");
    let ran = run("best mines --rows 8 --cols 8 --mines 4 --max-memory 30M");
    ran.failed(3, "more than 30M of memory");
    assert!(!ran.err.contains(" 60M"), "{}", ran.err);
}
