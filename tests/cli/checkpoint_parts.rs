//! Logs of simulated games: a killed and resumed log has every game once.

use super::run::{command, folder, run, run_in};
use std::fs::{self, File};
use std::path::Path;
use std::process::Stdio;
use std::time::Duration;

/// Kills a run that saves its work every `every` ms, `after` ms after `file` has contents other than `before`; appends the output
/// to the log. Returns the contents of `file`.
fn killed(folder: &Path, args: &str, (every, after): (u64, u64), file: &str, before: &[u8]) -> Vec<u8> {
    let args = format!("{args} --checkpoint kept --checkpoint-every {every}ms");
    // On a busy machine the program may finish before the file is checked; then it starts again.
    for _ in 0..if before.is_empty() { 10 } else { 1 } {
        let log = File::options().create(true).append(true).open(folder.join("log")).expect("a file");
        if before.is_empty() {
            log.set_len(0).expect("a file");
        }
        let mut child = command(folder, &args).stdout(log).stderr(Stdio::null()).spawn().expect("it starts");
        while child.try_wait().expect("a child").is_none() {
            let saved = fs::read(folder.join(file)).unwrap_or_default();
            if !saved.is_empty() && saved != before {
                std::thread::sleep(Duration::from_millis(after));
                child.kill().expect("it is killed");
                child.wait().expect("it is gone");
                return saved;
            }
            // The shortest parts take only some milliseconds.
            std::thread::sleep(Duration::from_micros(50));
        }
    }
    panic!("{args}: the program finished before it saved {file}");
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
