//! Logs of simulated games: a killed and resumed log has every game once.

use super::checkpoint::kill_after_saving;
use super::run::{command, files, folder, run, run_in};
use std::fs::{self, File};
use std::path::Path;
use std::process::Stdio;
use std::time::Duration;

/// Kills a run that saves its work every `every` ms, `after` ms after `file` has contents other than `before`; appends the output
/// to the log. Returns the contents of `file`.
fn killed(folder: &Path, args: &str, (every, after): (u64, u64), file: &str, before: &[u8]) -> Vec<u8> {
    let args = format!("{args} --checkpoint kept --checkpoint-every {every}ms");
    let start = || {
        let log = File::options().create(true).append(true).open(folder.join("log")).expect("a file");
        if before.is_empty() {
            log.set_len(0).expect("a file");
        }
        command(folder, &args).stdout(log).stderr(Stdio::null()).spawn().expect("it starts")
    };
    let saved = || fs::read(folder.join(file)).unwrap_or_default();
    let has_saved = || {
        let is_new = !saved().is_empty() && saved() != before;
        if is_new {
            std::thread::sleep(Duration::from_millis(after));
        }
        is_new
    };
    kill_after_saving(if before.is_empty() { 10 } else { 1 }, start, has_saved);
    saved()
}

/// Games are printed right before their number is saved, so a killed run prints no game that is not saved.
#[test]
fn a_resumed_log_has_every_game_once() {
    let args = "simulate solitaire --pairs 8 --recall 3/4,1/8,4/5 --games 80000 --seed 3 --threads 1";
    let (folder, file) = (folder(), "kept/chancetree.checkpoint");
    let mut saved = Vec::new();
    for _ in 0..2 {
        saved = killed(folder.path(), args, (200, 40), file, &saved);
    }
    let rest = run_in(folder.path(), &format!("{args} --checkpoint kept"));
    assert!(rest.status == Some(0) && rest.err.contains("resuming from"), "{}", rest.err);
    let log = fs::read_to_string(folder.path().join("log")).expect("a log");
    assert!(log.lines().count() > 2 && rest.out.lines().count() > 2);
    assert!(log + &rest.out == run(args).ok(), "one log, in three parts");
}

/// Before the first game there is nothing to resume, so the header is not printed.
#[test]
fn a_log_without_games_has_no_header() {
    let args = "simulate solitaire --pairs 8 --recall 3/4,1/8,4/5 --games 40 --timeout 0";
    let folder = folder();
    let stopped = run_in(folder.path(), &format!("{args} --checkpoint kept"));
    assert_eq!((stopped.status, &*stopped.out), (Some(3), ""), "{}", stopped.err);
    assert_eq!(run(args).out.lines().count(), 1, "without a checkpoint only the header is printed");
}

/// A stopped simulation prints its games and how to resume.
#[test]
fn games_before_a_limit_are_printed() {
    let folder = folder();
    let args = "simulate guess --numbers 50 --games 2000000 --format json --checkpoint kept";
    // A busy machine may play no game in the shortest time, or not even explore the board.
    let is_played = |time: &u32| {
        let stopped = run_in(folder.path(), &format!("{args} --timeout {time}ms"));
        assert_eq!(stopped.status, Some(3), "{}", stopped.err);
        let is_saved = stopped.err.contains("help: run the same command again to resume from kept");
        assert_eq!(is_saved, stopped.out.contains("games"), "games are printed: {}", stopped.out);
        is_saved
    };
    assert!([30, 120, 500].iter().any(is_played), "no game was played");
}

/// A resumed log continues after the printed games.
#[test]
fn logs_continue_after_the_printed_games() {
    let args = "simulate solitaire --pairs 8 --recall 3/4,1/8,4/5 --games 30000 --seed 2";
    let folder = folder();
    let stopped = run_in(folder.path(), &format!("{args} --checkpoint kept --timeout 100ms"));
    let advice = "help: run the same command again to resume from kept";
    assert!(stopped.status == Some(3) && stopped.err.contains(advice), "{}", stopped.err);
    run_in(folder.path(), &format!("{args} --format json --checkpoint kept"))
        .failed(2, "belongs to other work");
    let ran = run_in(folder.path(), &format!("{args} --checkpoint kept --threads 2"));
    assert!(ran.status == Some(0) && ran.err.contains("resuming from"), "{}", ran.err);
    assert!(stopped.out + &ran.out == run(args).ok(), "one log, in two parts");
    assert_eq!(files(&folder.path().join("kept")), [""; 0], "a finished run leaves no files");
}
