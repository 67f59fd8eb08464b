//! Work that is interrupted inside of a part is of that part alone; and a log of games has none twice.

use super::run::{command, folder, run, run_in};
use std::fs::{self, File};
use std::path::Path;
use std::process::Stdio;
use std::time::Duration;

/// Kills work that saves itself every so often, some milliseconds after a file is there that holds something else than
/// before, and returns what it holds; what the work prints comes behind what is in the log.
fn killed(folder: &Path, words: &str, (every, after): (u64, u64), file: &str, before: &[u8]) -> Vec<u8> {
    let words = format!("{words} --checkpoint kept --checkpoint-every {every}ms");
    // On a machine that is busy with others it may be done before anybody looks, and begins again.
    for _ in 0..if before.is_empty() { 10 } else { 1 } {
        let log = File::options().create(true).append(true).open(folder.join("log")).expect("a file");
        if before.is_empty() {
            log.set_len(0).expect("a file");
        }
        let mut child = command(folder, &words).stdout(log).stderr(Stdio::null()).spawn().expect("it starts");
        while child.try_wait().expect("a child").is_none() {
            let saved = fs::read(folder.join(file)).unwrap_or_default();
            if !saved.is_empty() && saved != before {
                std::thread::sleep(Duration::from_millis(after));
                child.kill().expect("it is killed");
                child.wait().expect("it is gone");
                return saved;
            }
            // The shortest parts are at work for some milliseconds.
            std::thread::sleep(Duration::from_micros(50));
        }
    }
    panic!("{words}: it was done before it saved {file}");
}

/// What was saved of one player, one rule or one tail is of no other.
#[test]
fn a_part_of_other_work_is_refused() {
    let words = "odds solitaire --pairs 14 --recall 3/4,1/8,4/5 --threads 1";
    let (folder, name) = (folder(), format!("kept/chancetree.checkpoint.{}", 14 * 8));
    killed(folder.path(), words, (1, 0), &name, &[]);
    for other in [
        words.replace("1/8", "1/9"),
        format!("{words} --tail 1e-5"),
        format!("{words} --score 1,2,-3"),
        format!("{words} --model L"),
    ] {
        run_in(folder.path(), &format!("{other} --checkpoint kept")).failed(2, "belongs to other work");
    }
}

/// Games are printed right before it is saved how many they are: who is killed has printed no other.
#[test]
fn a_log_has_no_game_twice() {
    let words = "simulate solitaire --pairs 8 --recall 3/4,1/8,4/5 --games 80000 --seed 3 --threads 1";
    let (folder, file) = (folder(), "kept/chancetree.checkpoint");
    let mut saved = Vec::new();
    for _ in 0..2 {
        saved = killed(folder.path(), words, (200, 40), file, &saved);
    }
    let rest = run_in(folder.path(), &format!("{words} --checkpoint kept"));
    assert!(rest.status == Some(0) && rest.err.contains("resuming from"), "{}", rest.err);
    let log = fs::read_to_string(folder.path().join("log")).expect("a log");
    assert!(log.lines().count() > 2 && rest.out.lines().count() > 2);
    assert!(log + &rest.out == run(words).ok(), "one log, in three parts");
}

/// Before a game is played there is nothing to go on from, and nothing to print behind.
#[test]
fn a_log_without_games_has_no_header() {
    let words = "simulate solitaire --pairs 8 --recall 3/4,1/8,4/5 --games 40 --timeout 0";
    let folder = folder();
    let stopped = run_in(folder.path(), &format!("{words} --checkpoint kept"));
    assert_eq!((stopped.status, &*stopped.out), (Some(3), ""), "{}", stopped.err);
    assert_eq!(run(words).out.lines().count(), 1, "without a checkpoint nothing comes after it");
}
