//! Limits and signals outside the main computation: best play, replays, input and rendering.

#![cfg(target_os = "linux")]

use super::measured_runs::{ends_by, measured, spawn, status, stays_within, stopped, timely};
use super::run::{Ran, command, embedded, folder, run, run_in};
use chancetree::cli::embed::{Reason, Request, ask};
use chancetree::family::Spelling;
use serde_json::{Value, json};
use std::fs;
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::thread::sleep;
use std::time::Duration;
use tempfile::TempDir;

/// An error has the kind of the limit, even if the name of a file looks like the message of another limit.
#[test]
fn the_kind_of_a_limit_does_not_depend_on_file_names() {
    let games = "simulate solitaire --pairs 8 --recall 3/4,1/8,4/5 --games 400 --seed 1";
    let log = embedded(games).expect("a log");
    assert!(log.lines().count() > 4096, "limits are checked every 4096 lines");
    for (limit, file, kind, what) in [
        (
            "--max-memory 1",
            "the time of war.csv",
            Reason::Memory,
            "more than 1 byte of memory is needed by the program itself, in line 4096 of ",
        ),
        (
            "--timeout 0",
            "more of memory is needed.csv",
            Reason::Time,
            "the time of 0 s ran out in line 4096 of ",
        ),
    ] {
        let args = format!("fit solitaire - --threads 1 {limit}");
        let request = Request {
            words: args.split(' ').map(Into::into).collect(),
            input: Some((file.to_owned(), log.clone().into_bytes())),
            tables: false,
        };
        let stopped = ask(request, &Arc::default()).expect_err("a limit stops it");
        let (message, _) = stopped.message(Spelling::CommandLine);
        assert_eq!((stopped.reason, message), (kind, format!("{what}{file}")));
    }
}

#[test]
fn limits_stop_best_play_of_mines() {
    let folder = folder();
    timely(folder.path(), "best mines --rows 8 --cols 8 --mines 4 --threads 1");
    let args = "best mines --rows 9 --cols 6 --mines 5 --threads 2 --timeout 5";
    stays_within(folder.path(), args, 150).failed(3, "");
    assert_interrupted_soon(spawn(folder.path(), "best mines --rows 8 --cols 8 --mines 4"));
}

/// The list is streamed, so the memory does not grow with the number of deals.
#[test]
fn a_list_of_all_deals_takes_little_memory() {
    let folder = folder();
    for format in ["text", "json", "csv"] {
        let args = format!("deal solitaire --pairs 7 --all --format {format} --max-memory 64M");
        let (ran, most) = measured(folder.path(), &args, Duration::from_secs(60));
        assert!(ran.ok().lines().count() > 135_135, "{args}");
        assert!(most < 50 << 20, "{args}: {most}");
    }
}

/// Returns the number of lines of a result, or of entries of a JSON list.
fn rows(out: &str) -> usize {
    match out.starts_with('[') {
        true => serde_json::from_str::<Value>(out).expect("JSON").as_array().expect("a list").len(),
        false => out.lines().count(),
    }
}

/// Here rendering takes much longer than the computation. Results rendered before a limit are printed as in the whole output.
#[test]
fn limits_stop_the_rendering_of_many_digits() {
    for (args, before) in [
        ("odds memory --pairs 1..=300 --digits 50000 --format json", 0),
        ("odds memory --pairs 1..=300 --digits 50000 --format csv", 1),
        ("odds memory --pairs 1..=300 --digits 50000 --format text", 4),
        ("best solitaire --pairs 1..=15 --digits 50000 --format json", 0),
    ] {
        stopped(args, |ran| rows(&ran.out) > before);
    }
    // A table that is printed as a whole at the end is truncated.
    let table = "odds memory --pairs 1..=300 --digits 50000 --format md";
    let ran = stopped(table, |ran| rows(&ran.out) > 6);
    assert!(ran.err.contains("; some results are not printed\n"), "{}", ran.err);
    let args = |pairs: &str| format!("odds memory --pairs {pairs} --digits 50000 --format json");
    let ran = stopped(&args("1..=300"), |ran| rows(&ran.out) > 0);
    let (part, first): (Value, Value) = (
        serde_json::from_str(&ran.out).expect("JSON"),
        serde_json::from_str(&run(&args("1..=1")).ok()).expect("JSON"),
    );
    assert_eq!(part[0], first[0]);
    let folder = folder();
    // A single answer is printed completely or not at all.
    timely(folder.path(), "best solitaire --pairs 26 --format json --digits 50000");
}

fn assert_interrupted_soon(child: Child) {
    ends_by("INT", child, "work that is interrupted");
}

#[test]
fn there_are_no_more_threads_than_cores() {
    let folder = folder();
    let child = spawn(folder.path(), "odds memory --pairs 300 --players 3 --threads 1024");
    sleep(Duration::from_millis(500));
    let threads = status(&child, "Threads:").expect("it runs");
    assert_interrupted_soon(child);
    let cores = std::thread::available_parallelism().expect("cores").get();
    // Besides the workers: the main thread, the guard of the limits and the signal handler.
    assert!(threads.trim().parse::<usize>().expect("a number") <= cores + 3, "{threads} threads");
}

/// The boards of a replay share memory.
#[test]
fn a_replay_needs_memory_only_for_its_steps() {
    let folder = folder();
    let head = json!({
        "chancetree": "play", "schema": 1, "family": "mines",
        "parameters": { "rows": 16, "cols": 30, "mines": 99, "first_click": "any", "seed": 1 },
    });
    let mut log = vec![head.to_string()];
    log.extend((0..1500).map(|step| json!({ "flag": [1 + step / 2 % 16, 1 + step / 32 % 30] }).to_string()));
    fs::write(folder.path().join("flags.jsonl"), log.join("\n")).expect("a log");
    let args = "replay flags.jsonl --format csv --max-memory 100M";
    let (ran, most) = measured(folder.path(), args, Duration::from_secs(30));
    assert_eq!(ran.ok().lines().count(), 1502);
    assert!(most < 100 << 20, "{most}");
    timely(folder.path(), "replay flags.jsonl --format json --digits 50000");
}

/// The games of a range share one file, and only one board is in memory at a time.
#[test]
fn a_range_needs_memory_for_one_file() {
    let folder = folder();
    fs::write(folder.path().join("board.txt"), format!("{}\n", ".".repeat(360)).repeat(180))
        .expect("a board");
    let args = "simulate mines --board board.txt --mines 64401..=64801 --games 1";
    let (ran, most) = measured(folder.path(), args, Duration::from_secs(60));
    ran.failed(2, "64801 mines, but only 64800 cells are not opened");
    assert!(most < 60 << 20, "{most}");
}

/// Commands that read a file, without the file.
const READERS: [&str; 4] =
    ["fit solitaire", "odds memory --pairs 4 --play", "risk mines --board", "replay --print"];

#[test]
fn an_endless_input_is_refused() {
    for reader in READERS {
        run(&format!("{reader} /dev/zero --max-memory 400M")).failed(2, "/dev/zero");
    }
}

/// Creates a folder with a pipe that has no writer.
fn folder_with_pipe() -> TempDir {
    let folder = folder();
    let made = Command::new("mkfifo").arg(folder.path().join("pipe")).output().expect("mkfifo can be run");
    assert!(made.status.success());
    folder
}

#[test]
fn limits_hold_while_a_pipe_is_read() {
    // At the same time, because the runs only wait.
    std::thread::scope(|scope| {
        for reader in READERS {
            scope.spawn(move || timely(folder_with_pipe().path(), &format!("{reader} pipe")));
        }
    });
    let folder = folder_with_pipe();
    // A smaller board does not make another program write faster, so the hint names no smaller board.
    let silent = run_in(folder.path(), "fit solitaire pipe --timeout 1ms");
    silent.failed(3, "ran out before the end of the input");
    assert!(silent.err.ends_with("help: leave out --timeout\n"), "{}", silent.err);
    assert_interrupted_soon(spawn(folder.path(), "fit solitaire pipe"));
    // stdin is open, but receives nothing.
    let mut command = command(folder.path(), "fit solitaire -");
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("the program starts");
    let _writer = child.stdin.take();
    assert_interrupted_soon(child);
}

/// Ranges that take hours.
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

/// Finished games are printed, in complete lines or valid JSON.
#[test]
fn a_stopped_range_prints_its_finished_games() {
    // All commands share one printer, so each command is tried in one format.
    for (args, format) in RANGES.into_iter().zip(["json", "csv", "text"].into_iter().cycle()) {
        let ran = stopped(&format!("{args} --format {format}"), |ran| match format {
            "json" => {
                let all: Value = serde_json::from_str(&ran.out).unwrap_or_default();
                all.get("boards").unwrap_or(&all).as_array().is_some_and(|boards| !boards.is_empty())
            }
            "csv" => ran.out.lines().count() > 1 && ran.out.ends_with('\n'),
            _ => ran.out.lines().count() > 3,
        });
        let one_error = ran.err.starts_with("error: ") && ran.err.lines().count() <= 2;
        assert!(one_error, "{}: {}", ran.args, ran.err);
    }
}

#[test]
fn a_stopped_table_of_decisions_prints_its_rows() {
    for args in [
        "best memory --pairs 1..=60 --rules tactical --objective win",
        "best memory --memory 6 --pairs 1..=600",
    ] {
        stopped(&format!("{args} --format csv"), |ran| ran.out.lines().count() > 1);
    }
}

/// The rows before a stop are the first rows of the whole table.
#[test]
fn rows_before_a_stop_are_those_of_the_whole_table() {
    let stopped = run("odds memory --pairs 1..=500 --max-states 20000 --format csv");
    let rows: Vec<&str> = stopped.out.lines().collect();
    assert!(rows.len() > 10, "{}", stopped.err);
    let whole = run(&format!("odds memory --pairs 1..={} --format csv", rows.len() - 1)).ok();
    assert_eq!(rows, whole.lines().collect::<Vec<_>>());
    // In a file and with a checkpoint, too.
    let folder = folder();
    let ran = run_in(folder.path(), "odds memory --pairs 1..=500 --max-states 20000 -o a.csv -q");
    ran.failed(3, "more than 20000 states");
    assert_eq!(fs::read_to_string(folder.path().join("a.csv")).expect("a file"), stopped.out);
    let resumable = run_in(
        folder.path(),
        "odds memory --pairs 1..=500 --max-states 20000 --checkpoint saved --format csv",
    );
    assert_eq!(resumable.status, Some(3), "{}", resumable.err);
    let resumable: Vec<&str> = resumable.out.lines().collect();
    assert!(resumable.len() > 5, "{resumable:?}");
    assert_eq!(resumable, rows[..resumable.len()]);
}

/// A stopped plot shows the finished games, in the picture and in its table.
#[test]
fn a_stopped_plot_shows_its_finished_games() {
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
        // A busy machine may finish no game before a short limit.
        let ran = ["200ms", "1s", "4s", "16s", "64s"].into_iter().map(|limit| {
            let args = format!("plot {kind} -o {name}.svg --timeout {limit}");
            let ran = run_in(folder.path(), &args);
            assert_eq!(ran.status, Some(3), "{args}: {}", ran.err);
            (read("svg").zip(read("csv")), ran.err)
        });
        let mut error = String::new();
        let drawn = ran.map(|(drawn, err)| (error = err, drawn).1).find_map(|drawn| drawn);
        let (svg, csv) = drawn.unwrap_or_else(|| panic!("{kind}: {error}"));
        assert!(svg.trim_end().ends_with("</svg>") && csv.lines().count() > 1, "{kind}: {csv}");
    }
}

#[test]
fn hints_name_the_plan_command() {
    for limit in ["--max-memory 40M", "--timeout 10ms"] {
        let ran = run(&format!("odds memory --pairs 300 --players 3 {limit}"));
        ran.failed(3, "");
        let plan = ": chancetree plan memory --pairs 300 --players 3\n";
        assert!(ran.err.contains("help: estimate the ") && ran.err.ends_with(plan), "{}", ran.err);
    }
    let ran = run("odds memory --pairs 1000 --max-memory 64M");
    ran.failed(3, "more than 64M of memory is needed (about ");
    assert!(ran.err.contains(", an estimate), in layer "), "{}", ran.err);
    for (args, states) in [("--pairs 300", 18_177_111), ("--pairs 9", 572)] {
        let ran = run(&format!("odds memory {args} --max-states 100"));
        ran.failed(3, "more than 100 states");
        let help = format!("help: {states} states are needed: --max-states {states}\n");
        assert!(ran.err.ends_with(&help), "{}", ran.err);
    }
    let names_the_cost = |ran: &Ran| ran.err.contains("the work takes about ");
    stopped("odds memory --pairs 500 --play best --distribution", names_the_cost).failed(3, " ran out");
    let ran = run("best mines --rows 8 --cols 8 --mines 4 --max-memory 30M");
    ran.failed(3, "more than 30M of memory");
    assert!(!ran.err.contains(" 60M"), "{}", ran.err);
}
