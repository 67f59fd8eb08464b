//! Work that is saved, and resumed by the next run. `resume.rs` checks that every command resumes to the same bytes.

#[cfg(target_os = "linux")]
use super::measured_runs::{signal, spawn, until};
use super::run::{command, files, folder, race, run, run_in};
#[cfg(target_os = "linux")]
use super::run::{wait, with_room};
use std::fs;
use std::path::Path;
use std::process::{Child, Stdio};
use std::time::Duration;

pub(super) const BOARD: &str = "odds memory --pairs 75 --players 3 --format json";
pub(super) const FILE: &str = "kept/chancetree.checkpoint";

/// Starts the program until it can be killed once it has saved its work. On a busy machine the program may finish before
/// `has_saved` is checked; then it starts again, `starts` times at most.
pub(super) fn kill_after_saving(starts: u32, start: impl Fn() -> Child, has_saved: impl Fn() -> bool) {
    for _ in 0..starts {
        let mut child = start();
        while child.try_wait().expect("a child").is_none() {
            if has_saved() {
                child.kill().expect("it is killed");
                child.wait().expect("it is gone");
                return;
            }
            // The shortest parts take only some milliseconds.
            std::thread::sleep(Duration::from_micros(50));
        }
    }
    panic!("the program finished before it saved anything");
}

/// Kills the program after it has saved `bytes` bytes in a file.
pub(super) fn begin_with(file: &str, bytes: u64, folder: &Path, board: &str) {
    let args = format!("{board} --checkpoint kept --checkpoint-every 1ms");
    let start = || command(folder, &args).stdout(Stdio::null()).stderr(Stdio::null()).spawn();
    let saved = folder.join("kept").join(file);
    let has_saved = || saved.metadata().is_ok_and(|file| file.len() >= bytes);
    kill_after_saving(10, || start().expect("it starts"), has_saved);
}

/// Kills the program after it has saved so much that the middle of the file lies among the numbers.
pub(super) fn begin(folder: &Path, board: &str) {
    begin_with("chancetree.checkpoint", 50_000, folder, board);
}

/// The next run with the same checkpoint removes the files of a killed run, and keeps files of other programs.
#[test]
fn files_of_a_killed_run_are_removed() {
    let folder = folder();
    begin(folder.path(), BOARD);
    for name in files(&folder.path().join("kept")) {
        // A killed run leaves partial files, but never under their final names.
        let known = ["chancetree.checkpoint", ".chancetree.lock"].contains(&&*name);
        assert!(known || name.ends_with(".part"), "{name}");
    }
    fs::write(folder.path().join("kept/.chancetree-checkpoint-left.part"), "left").expect("a file");
    fs::write(folder.path().join("kept/of-mine.part"), "mine").expect("a file");
    let last = run_in(folder.path(), &format!("{BOARD} --checkpoint kept --quiet"));
    assert_eq!(last.ok(), run(BOARD).ok());
    assert_eq!(files(&folder.path().join("kept")), ["of-mine.part"], "a finished run leaves no files");
}

/// A saved document is written again from its beginning if its bytes have changed or the format differs.
#[test]
fn a_document_resumes_only_after_its_own_bytes() {
    let graph = "graph memory --pairs 40 --as csv --precision decimal -o graph.csv";
    let whole = folder();
    run_in(whole.path(), &format!("{graph} --quiet")).ok();
    let table = |folder: &Path, name: &str| fs::read(folder.join(name)).expect("a table");
    for change in [
        |_: &mut Vec<u8>| {},
        |bytes: &mut Vec<u8>| bytes[1000] ^= 1,
        |bytes: &mut Vec<u8>| *bytes.last_mut().expect("a byte") ^= 1,
        |bytes: &mut Vec<u8>| bytes.truncate(1000),
    ] {
        let folder = folder();
        let document = "chancetree.document.1";
        begin_with(document, 3_000_000, folder.path(), graph);
        let mut bytes = fs::read(folder.path().join("kept").join(document)).expect("what is written");
        change(&mut bytes);
        fs::write(folder.path().join("kept").join(document), bytes).expect("a file");
        let ran = run_in(folder.path(), &format!("{graph} --checkpoint kept --quiet"));
        assert_eq!((ran.status, &*ran.err), (Some(0), ""));
        for name in ["graph.nodes.csv", "graph.edges.csv"] {
            assert!(table(folder.path(), name) == table(whole.path(), name), "{name}");
        }
        assert_eq!(files(&folder.path().join("kept")), [""; 0], "a finished run leaves no files");
        begin_with(document, 500_000, folder.path(), &format!("{graph} --force"));
        let ran =
            run_in(folder.path(), &format!("{} --checkpoint kept --quiet", graph.replace("csv", "drn")));
        assert_eq!((ran.status, &*ran.err), (Some(0), ""));
        assert!(table(folder.path(), "graph.drn").starts_with(b"//"), "another format starts again");
        assert_eq!(files(&folder.path().join("kept")), [""; 0], "a finished run leaves no files");
    }
}

/// The numbers of a graph are saved when its document is stopped, and read by the next run.
#[cfg(target_os = "linux")]
#[test]
fn numbers_of_a_document_are_saved_when_it_is_stopped() {
    const ROUNDED: &str = "chancetree.checkpoint.rounded";
    let graph = "graph memory --pairs 80 --format csv --precision decimal --force -o graph.csv";
    let whole = folder();
    run_in(whole.path(), &format!("{graph} --quiet")).ok();
    let args = format!("{graph} --checkpoint kept --threads 1");
    for is_damaged in [false, true] {
        let folder = folder();
        let kept = folder.path().join("kept");
        let child = spawn(folder.path(), &args);
        let document = kept.join("chancetree.document.0");
        until("the first bytes", || document.metadata().is_ok_and(|file| file.len() > 100_000));
        signal(&child, "INT");
        wait(child, &args).failed(130, "interrupted while a graph of");
        assert!(kept.join(ROUNDED).exists() && !kept.join("chancetree.checkpoint.doubles").exists());
        if is_damaged {
            let bytes = fs::read(kept.join(ROUNDED)).expect("numbers");
            fs::write(kept.join(ROUNDED), &bytes[..bytes.len() - 1]).expect("a file");
            let why = format!("the checkpoint kept/{ROUNDED} is damaged");
            run_in(folder.path(), &args).failed(1, &why);
            continue;
        }
        let ran = run_in(folder.path(), &args);
        assert!(ran.status == Some(0) && ran.err.contains("resuming from kept"), "{}", ran.err);
        for name in ["graph.nodes.csv", "graph.edges.csv"] {
            let table = |folder: &Path| fs::read(folder.join(name)).expect("a table");
            assert!(table(folder.path()) == table(whole.path()), "{name}");
        }
        assert_eq!(files(&kept), [""; 0], "a finished run leaves no files");
    }
}

/// A resumed run does not explore a layer twice, whether it was stopped during the exploration or later.
#[test]
fn exploration_resumes_where_it_was_stopped() {
    for board in [
        "odds mines --rows 3 --cols 4 --mines 3",
        "count mines --rows 3 --cols 4 --mines 3",
        "best solitaire --pairs 16",
        "odds memory --pairs 18 --memory 3,4",
        "best memory --pairs 30",
    ] {
        let folder = folder();
        let mut limit = 200;
        let done = loop {
            let ran = run_in(folder.path(), &format!("{board} --checkpoint kept --max-states {limit}"));
            let resumed = ran.err.contains("note: resuming from kept (");
            assert_eq!(resumed, limit > 200, "{}", ran.err);
            if ran.status == Some(0) {
                break ran.out;
            }
            let advice = "help: run the same command again to resume from kept";
            assert!(ran.status == Some(3) && ran.err.contains(advice), "{}", ran.err);
            limit *= 2;
        };
        assert!(limit > 800, "at least three stops: {limit}");
        assert_eq!(done, run(board).ok());
        assert_eq!(files(&folder.path().join("kept")), [""; 0], "a finished run leaves no files");
    }
}

#[test]
fn a_range_resumes_after_its_answers() {
    let folder = folder();
    let range = "odds memory --pairs 60..=75 --scores 3,1";
    let stop = |limit: u32| format!("{range} --checkpoint kept --max-states {limit}");
    let stopped = run_in(folder.path(), &stop(200_000));
    let advice = "help: run the same command again to resume from kept";
    assert!(stopped.status == Some(3) && stopped.err.contains(advice), "{}", stopped.err);
    let ran = run_in(folder.path(), &format!("{range} --checkpoint kept"));
    assert!(ran.err.starts_with("note: ") && ran.err.contains(" of 16 boards are done"), "{}", ran.err);
    assert_eq!((ran.status, ran.out), (Some(0), run(range).ok()));
}

/// A stopped run saves finished games but writes no file, so the resumed run need not overwrite one.
#[test]
fn an_output_file_appears_only_when_complete() {
    let folder = folder();
    let range = "odds memory --pairs 60..=75 --scores 3,1";
    let args = format!("{range} --checkpoint kept -o a.csv");
    run_in(folder.path(), &format!("{args} --max-states 200000")).failed(3, "more than 200000 states");
    assert_eq!(files(folder.path()), ["kept"]);
    assert_eq!(run_in(folder.path(), &args).status, Some(0));
    let file = fs::read_to_string(folder.path().join("a.csv")).expect("a file");
    assert_eq!(file, run(&format!("{range} --format csv")).ok());
    let log = "simulate solitaire --pairs 3 --recall 1/2,1/2,1/2 --games 9 --checkpoint kept -o a.json";
    run_in(folder.path(), log).failed(2, "resumes a log behind the printed games");
}

#[test]
fn a_time_limit_names_how_to_resume() {
    let folder = folder();
    let args = format!("{BOARD} --checkpoint kept");
    let (mut milliseconds, mut stops) = (300, 0);
    let done = loop {
        let ran = run_in(folder.path(), &format!("{args} --timeout {milliseconds}ms --quiet"));
        if ran.status == Some(0) {
            break ran.ok();
        }
        ran.failed(3, "ran out");
        // Resuming takes a while, longer on a busy machine.
        (milliseconds, stops) = (milliseconds + milliseconds / 10, stops + 1);
        assert!(stops < 100, "the work never ends");
    };
    assert_eq!(done, run(BOARD).ok());
    let folder = self::folder();
    let stopped = run_in(folder.path(), &format!("{args} --timeout 0"));
    stopped.failed(3, "the time of 0 s ran out");
    assert!(!stopped.err.contains("to resume from"), "{}", stopped.err);
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_keeps_the_last_checkpoint_and_the_work_continues() {
    let folder = folder();
    begin(folder.path(), BOARD);
    let args = format!("{BOARD} --checkpoint kept --checkpoint-every 1ms");
    let ran = with_room(folder.path(), &args, 0);
    assert_eq!((ran.status, ran.out), (Some(0), run(BOARD).ok()), "{}", ran.err);
    let missed = format!("note: cannot save the work now, trying again later: {FILE}: file too large");
    assert_eq!(ran.err.lines().filter(|line| *line == missed).count(), 1, "{}", ran.err);
    assert_eq!(files(&folder.path().join("kept")), [""; 0]);
}

/// A finished run removes the lock of a killed process.
#[test]
fn a_lock_left_behind_is_removed() {
    let folder = folder();
    let kept = folder.path().join("kept");
    fs::create_dir(&kept).expect("a folder");
    fs::write(kept.join(".chancetree.lock.1-of-3"), "").expect("a file");
    fs::write(kept.join("mine"), "").expect("a file");
    run_in(folder.path(), "odds memory --pairs 3 --checkpoint kept").ok();
    assert_eq!(files(&kept), ["mine"]);
}

/// The runs differ only in the scores, so their checkpoints have the same shape.
#[test]
fn two_runs_never_load_each_other_s_numbers() {
    race("odds memory --pairs 40", 60, Duration::from_millis(2), |_| [""; 2]);
}

/// An unknown column is refused after the work, and the corrected command resumes from the saved work.
#[test]
fn a_refusal_after_the_work_saves_the_work() {
    let folder = folder();
    let args = "odds memory --pairs 40 --format csv --checkpoint kept --checkpoint-every 1ms";
    run_in(folder.path(), &format!("{args} --columns nonsense")).failed(2, "no column \"nonsense\"");
    let ran = run_in(folder.path(), &format!("{args} --columns win_1"));
    assert!(ran.err.contains("resuming from kept"), "{}", ran.err);
    assert_eq!(
        (ran.status, ran.out),
        (Some(0), run("odds memory --pairs 40 --columns win_1 --format csv").ok())
    );
    assert_eq!(files(&folder.path().join("kept")), [""; 0]);
}

#[test]
fn nothing_is_saved_if_the_work_would_fail_again() {
    let folder = folder();
    for (pairs, tail) in [("3", "0.000000030050"), ("1..3", "0.000000001268, at boards 2 to 3 of 3")] {
        let args = format!("odds solitaire --pairs {pairs} --recall 1/100,1/100,1/2 --checkpoint kept");
        let ran = run_in(folder.path(), &args);
        let err = format!(
            "error: after 2000 turns the tail is still {tail}\nhelp: a longer tail: --tail 1/1000000\n"
        );
        assert_eq!((ran.status, ran.err), (Some(3), err), "{args}");
        assert!(files(&folder.path().join("kept")).is_empty(), "{args}");
    }
}

/// A solver of Minesweeper that is stopped before it has a table saves nothing, and a saved table is kept.
#[test]
fn a_table_is_saved_once_it_exists() {
    let (folder, board) = (folder(), "best mines --rows 4 --cols 6 --mines 5 --lowest --format json");
    let args = format!("{board} --checkpoint kept");
    let stopped = run_in(folder.path(), &format!("{args} --timeout 0"));
    stopped.failed(3, "the time of 0 s ran out");
    assert!(!stopped.err.contains("to resume from") && !folder.path().join(FILE).exists(), "{}", stopped.err);
    begin_with("chancetree.checkpoint", 1000, folder.path(), board);
    let size = || fs::metadata(folder.path().join(FILE)).expect("a checkpoint").len();
    let before = size();
    let stopped = run_in(folder.path(), &format!("{args} --timeout 0"));
    assert!(stopped.status == Some(3) && stopped.err.contains("to resume from"), "{}", stopped.err);
    // The table still has its entries; another order may compress a little better.
    assert!(size() >= before / 10 * 9, "{} bytes after {before}", size());
}
