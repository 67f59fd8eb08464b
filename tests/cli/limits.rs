//! Limits and signals hold where the work itself does not look: best play, replays, readers, printing.

#![cfg(target_os = "linux")]

use super::run::{Ran, command, folder, run, run_in, wait};
use serde_json::{Value, json};
use std::fs;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

/// How late an end may be: a second, and what a busy machine adds.
const LATE: Duration = Duration::from_secs(5);

fn spawn(folder: &Path, words: &str) -> Child {
    let mut command = command(folder, words);
    command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the program starts")
}

/// Runs the program to its end, which comes soon; with the most bytes that it held.
fn measured(folder: &Path, words: &str, longest: Duration) -> (Ran, u64) {
    let begun = Instant::now();
    let output = fs::File::create(folder.join("output")).expect("a file");
    let mut command = command(folder, words);
    let child = command.stdout(output).stderr(Stdio::piped()).spawn().expect("the program starts");
    let status = format!("/proc/{}/status", child.id());
    let mut most = 0;
    while let Some(held) = fs::read_to_string(&status)
        .ok()
        .and_then(|text| text.lines().find_map(|line| Some(line.strip_prefix("VmHWM:")?.to_owned())))
    {
        most = most.max(held.trim().trim_end_matches(" kB").parse().unwrap_or(0u64) << 10);
        sleep(Duration::from_millis(1));
    }
    let mut ran = wait(child, words);
    ran.out = fs::read_to_string(folder.join("output")).expect("what was printed");
    assert!(begun.elapsed() < longest, "{words}: {:?}", begun.elapsed());
    (ran, most)
}

fn timely(folder: &Path, words: &str) {
    let (ran, _) = measured(folder, &format!("{words} --timeout 1"), Duration::from_secs(1) + LATE);
    ran.failed(3, "the time of 1 s ran out");
}

#[test]
fn best_play_of_mines_stops() {
    let folder = folder();
    timely(folder.path(), "best mines --rows 8 --cols 8 --mines 4 --threads 1");
    let words = "best mines --rows 9 --cols 6 --mines 5 --threads 2 --max-memory 150M --timeout 5";
    let (ran, most) = measured(folder.path(), words, Duration::from_secs(5) + LATE);
    ran.failed(3, "");
    assert!(most < (150 << 20) * 11 / 10, "{most}");
    let child = spawn(folder.path(), "best mines --rows 8 --cols 8 --mines 4");
    interrupted_soon(child);
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

#[test]
fn very_many_digits_stop() {
    let folder = folder();
    timely(folder.path(), "best solitaire --pairs 1..=15 --format json --digits 50000");
    timely(folder.path(), "reproduce lindgren --digits 50000");
}

fn interrupted_soon(child: Child) {
    sleep(Duration::from_millis(500));
    let sent = Instant::now();
    let kill = Command::new("kill").arg("-INT").arg(child.id().to_string()).output();
    kill.expect("kill can be run");
    wait(child, "interrupted").failed(130, "interrupted");
    assert!(sent.elapsed() < Duration::from_secs(1) + LATE, "{:?}", sent.elapsed());
}

#[test]
fn there_are_no_more_threads_than_cores() {
    let folder = folder();
    let child = spawn(folder.path(), "odds memory --pairs 300 --players 3 --threads 1024");
    sleep(Duration::from_millis(500));
    let status = fs::read_to_string(format!("/proc/{}/status", child.id())).expect("it runs");
    interrupted_soon(child);
    let threads = status.lines().find_map(|line| line.strip_prefix("Threads:")).expect("a number of threads");
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

/// Readers of files, the file last.
const READERS: [&str; 4] =
    ["fit solitaire", "odds memory --pairs 4 --play", "risk mines --board", "replay --print"];

#[test]
fn an_input_without_an_end_is_refused() {
    for reader in READERS {
        run(&format!("{reader} /dev/zero --max-memory 400M")).failed(2, "/dev/zero");
    }
}

#[test]
fn limits_hold_while_a_pipe_is_read() {
    let folder = folder();
    let made = Command::new("mkfifo").arg(folder.path().join("pipe")).output().expect("mkfifo can be run");
    assert!(made.status.success());
    for reader in READERS {
        timely(folder.path(), &format!("{reader} pipe"));
    }
    interrupted_soon(spawn(folder.path(), "fit solitaire pipe"));
    // Open, but silent.
    let mut command = command(folder.path(), "fit solitaire -");
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("the program starts");
    let _writer = child.stdin.take();
    interrupted_soon(child);
}

/// Ranges that take for ever, with the limit that stops them.
const RANGES: [&str; 13] = [
    "count memory --pairs 1..=300 --players 3 --timeout 1",
    "odds memory --pairs 1..=300 --play best,robots --timeout 1",
    "odds memory --pairs 1..=500 --timeout 2",
    "odds memory --pairs 1..=500 --max-states 20000",
    "odds memory --pairs 1..=60 --players 5 --approximate --timeout 2",
    "fair memory --pairs 1..=500 --timeout 2",
    "fair memory --pairs 1..=60 --compare --timeout 2",
    "information solitaire --pairs 1..=60 --recall 3/4,1/8,4/5 --timeout 2",
    "odds solitaire --pairs 1..=500 --timeout 2",
    "odds solitaire --pairs 1..=60 --recall 3/4,1/8,4/5 --timeout 2",
    "odds solitaire --pairs 1..=30000 --means --timeout 2",
    "count solitaire --pairs 1..=30000 --timeout 1",
    "best mines --up-to 4,5 --timeout 2",
];

/// The boards that are finished are printed, and what is printed is whole.
#[test]
fn a_stop_of_a_range_prints_what_is_done() {
    for words in RANGES {
        for format in ["json", "csv", "text"] {
            let ran = run(&format!("{words} --format {format}"));
            assert_eq!(ran.status, Some(3), "{}: {}", ran.words, ran.err);
            let one_error = ran.err.starts_with("error: ") && ran.err.lines().count() <= 2;
            assert!(one_error, "{}: {}", ran.words, ran.err);
            match format {
                "json" => {
                    let all: Value = serde_json::from_str(&ran.out).expect("whole JSON");
                    let boards = all.get("boards").unwrap_or(&all).as_array().expect("a list");
                    assert!(!boards.is_empty(), "{}", ran.words);
                }
                "csv" => assert!(ran.out.lines().count() > 1 && ran.out.ends_with('\n'), "{}", ran.words),
                _ => assert!(ran.out.lines().count() > 3, "{}: {}", ran.words, ran.out),
            }
        }
    }
}

/// Tables of decisions have their rows.
#[test]
fn a_stop_of_a_table_prints_its_rows() {
    for words in [
        "best memory --pairs 1..=60 --rules tactical --objective win",
        "table memory --memory 6 --pairs 1..=600",
        "best memory --memory 6 --pairs 1..=600",
    ] {
        let ran = run(&format!("{words} --format csv --timeout 2"));
        assert_eq!(ran.status, Some(3), "{}: {}", ran.words, ran.err);
        assert!(ran.out.lines().count() > 1, "{}: {}", ran.words, ran.err);
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
}

/// A plot that is stopped is of what is finished, and so is its table.
#[test]
fn a_stop_of_a_plot_draws_what_is_done() {
    let folder = folder();
    for (kind, name) in [
        ("first-mover --pairs 2..=500 --timeout 3", "a"),
        ("outcomes --pairs 1..=500 --timeout 3", "b"),
        ("card-of-memory --pairs 24 --most 8 --play best --timeout 3", "c"),
        // All of it takes some seconds: the stop must not come while it is drawn.
        ("turns --pairs 1..=300 --timeout 1", "d"),
        ("first-click --rows 4 --cols 5 --mines 1..=10 --timeout 3", "e"),
        ("convergence --pairs 8 --recall 3/4,1/8,4/5 --seed 1 --games 1000000 --timeout 3", "f"),
    ] {
        let words = format!("plot {kind} -o {name}.svg");
        let ran = run_in(folder.path(), &words);
        assert_eq!(ran.status, Some(3), "{words}: {}", ran.err);
        let read = |end: &str| fs::read_to_string(folder.path().join(format!("{name}.{end}")));
        let (Ok(svg), Ok(csv)) = (read("svg"), read("csv")) else { panic!("{words}: {}", ran.err) };
        assert!(svg.trim_end().ends_with("</svg>") && csv.lines().count() > 1, "{words}: {csv}");
    }
}

#[test]
fn hints_name_the_plan() {
    for limit in ["--max-memory 40M", "--timeout 10ms"] {
        let ran = run(&format!("odds memory --pairs 300 --players 3 {limit}"));
        ran.failed(3, "");
        let plan = " it takes: chancetree plan memory --pairs 300 --players 3\n";
        assert!(ran.err.contains("help: how ") && ran.err.ends_with(plan), "{}", ran.err);
    }
    for (words, states) in [("--pairs 300", 18_177_111), ("--pairs 9", 572)] {
        let ran = run(&format!("odds memory {words} --max-states 100"));
        ran.failed(3, "more than 100 states");
        let help = format!("help: {states} are needed: --max-states {states}\n");
        assert!(ran.err.ends_with(&help), "{}", ran.err);
    }
    let ran = run("odds memory --pairs 300 --players 3 --timeout 3");
    ran.failed(3, "the time of 3 s ran out");
    assert!(ran.err.contains(" are needed in all: --timeout "), "{}", ran.err);
    let ran = run("best mines --rows 8 --cols 8 --mines 4 --max-memory 30M");
    ran.failed(3, "more than 30M of memory");
    assert!(!ran.err.contains("60M"), "{}", ran.err);
}
