//! Runs the program and watches what it holds and how soon it ends. Machines may be busy: what these tests look for is
//! work that does not look at its limits at all.

#![cfg(target_os = "linux")]

use super::run::{Ran, command, run, wait};
use std::fs;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

/// The time by which an end may be late: what a busy machine adds, and less than the work itself would take.
pub(crate) const LATE: Duration = Duration::from_secs(20);

pub(crate) fn spawn(folder: &Path, words: &str) -> Child {
    let mut command = command(folder, words);
    command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the program starts")
}

/// A line of what the system says of a process, while there is one.
pub(crate) fn status(child: &Child, name: &str) -> Option<String> {
    let text = fs::read_to_string(format!("/proc/{}/status", child.id())).ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix(name))?;
    Some(line.trim().to_owned())
}

/// Waits for what must come.
pub(crate) fn until(what: &str, mut done: impl FnMut() -> bool) {
    let begun = Instant::now();
    while !done() {
        assert!(begun.elapsed() < LATE, "{what} took too long");
        sleep(Duration::from_millis(1));
    }
}

/// Runs the program to its end; with the most bytes that it held. What it prints must fit a file, not a pipe.
pub(crate) fn measured(folder: &Path, words: &str, longest: Duration) -> (Ran, u64) {
    let begun = Instant::now();
    let output = fs::File::create(folder.join("output")).expect("a file");
    let mut command = command(folder, words);
    let child = command.stdout(output).stderr(Stdio::piped()).spawn().expect("the program starts");
    let mut most = 0;
    while let Some(held) = status(&child, "VmHWM:") {
        most = most.max(held.trim_end_matches(" kB").parse().unwrap_or(0u64) << 10);
        sleep(Duration::from_millis(1));
    }
    let mut ran = wait(child, words);
    ran.out = fs::read_to_string(folder.join("output")).expect("what was printed");
    fs::remove_file(folder.join("output")).expect("the file is there");
    assert!(begun.elapsed() < longest, "{words}: {:?}", begun.elapsed());
    (ran, most)
}

/// The program stays within a limit of so many megabytes, but for what a table takes that grows while the system does
/// not let the program look, and ends with it.
pub(crate) fn stays_within(folder: &Path, words: &str, megabytes: u64) -> Ran {
    let words = format!("{words} --max-memory {megabytes}M");
    let (ran, most) = measured(folder, &words, Duration::from_secs(60));
    assert!(most < (megabytes << 20) * 5 / 4, "{words}: {most} bytes");
    ran
}

/// The program ends within a second that it is given.
pub(crate) fn timely(folder: &Path, words: &str) {
    let (ran, _) = measured(folder, &format!("{words} --timeout 1"), Duration::from_secs(1) + LATE);
    ran.failed(3, "the time of 1 s ran out");
}

/// Runs work that is stopped by a limit of time until something is finished: after a moment, or on a busy machine later.
pub(crate) fn stopped(words: &str, finished: impl Fn(&Ran) -> bool) -> Ran {
    for limit in ["200ms", "1s", "3s", "10s", "30s", "100s"] {
        let ran = run(&format!("{words} --timeout {limit}"));
        assert_eq!(ran.status, Some(3), "{}: {}", ran.words, ran.err);
        if finished(&ran) {
            return ran;
        }
    }
    panic!("{words}: nothing is finished when it is stopped");
}

/// Waits until the program has taken signals over, so that none ends it in its own way.
pub(crate) fn listens(child: &Child) {
    const INTERRUPT: u64 = 1 << 1;
    until("taking signals over", || {
        let caught = status(child, "SigCgt:").and_then(|mask| u64::from_str_radix(&mask, 16).ok());
        caught.is_none_or(|mask| mask & INTERRUPT != 0)
    });
}

pub(crate) fn signal(child: &Child, name: &str) {
    let sent = Command::new("kill").arg(format!("-{name}")).arg(child.id().to_string()).output();
    sent.expect("kill can be run");
}

/// A signal in the midst of the work ends it, soon.
pub(crate) fn ends_by(name: &str, child: Child, words: &str) {
    listens(&child);
    sleep(Duration::from_millis(100));
    let sent = Instant::now();
    signal(&child, name);
    wait(child, words).failed(130, "interrupted");
    assert!(sent.elapsed() < LATE, "{words}: {:?}", sent.elapsed());
}
