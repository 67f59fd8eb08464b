//! Helpers that run the program and measure its memory and the time until it ends. The bounds are wide because machines may be
//! busy: the tests that use these helpers find work that never checks its limits.

#![cfg(target_os = "linux")]

use super::run::{Ran, command, run, wait};
use std::fs;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

/// The longest delay after which a run must have ended: more than a busy machine adds, and less than the work would take.
pub(crate) const LATE: Duration = Duration::from_secs(20);

pub(crate) fn spawn(folder: &Path, args: &str) -> Child {
    let mut command = command(folder, args);
    command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the program starts")
}

/// Returns a line of `/proc/PID/status`, or `None` once the process has ended.
pub(crate) fn status(child: &Child, name: &str) -> Option<String> {
    let text = fs::read_to_string(format!("/proc/{}/status", child.id())).ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix(name))?;
    Some(line.trim().to_owned())
}

/// Waits for a condition; panics after [`LATE`].
pub(crate) fn until(what: &str, mut done: impl FnMut() -> bool) {
    let started = Instant::now();
    while !done() {
        assert!(started.elapsed() < LATE, "{what} took too long");
        sleep(Duration::from_millis(1));
    }
}

/// Runs the program to its end. Returns the run and its peak memory in bytes. Output goes to a file, because a pipe may fill up.
pub(crate) fn measured(folder: &Path, args: &str, longest: Duration) -> (Ran, u64) {
    let started = Instant::now();
    let output = fs::File::create(folder.join("output")).expect("a file");
    let mut command = command(folder, args);
    let child = command.stdout(output).stderr(Stdio::piped()).spawn().expect("the program starts");
    let mut most = 0;
    while let Some(resident) = status(&child, "VmHWM:") {
        most = most.max(resident.trim_end_matches(" kB").parse().unwrap_or(0u64) << 10);
        sleep(Duration::from_millis(1));
    }
    let mut ran = wait(child, args);
    ran.out = fs::read_to_string(folder.join("output")).expect("what was printed");
    fs::remove_file(folder.join("output")).expect("the file is there");
    assert!(started.elapsed() < longest, "{args}: {:?}", started.elapsed());
    (ran, most)
}

/// Checks that memory stays within a limit in megabytes. A quarter more is allowed, because the tests run an unoptimised program,
/// whose text takes 15 MB more than in a release. `benches/limits.py` checks that a release exceeds its limit by at most 10 %.
pub(crate) fn stays_within(folder: &Path, args: &str, megabytes: u64) -> Ran {
    let args = format!("{args} --max-memory {megabytes}M");
    let (ran, most) = measured(folder, &args, Duration::from_secs(60));
    assert!(most < (megabytes << 20) * 5 / 4, "{args}: {most} bytes");
    ran
}

/// Checks that a time limit of one second stops the program.
pub(crate) fn timely(folder: &Path, args: &str) {
    let (ran, _) = measured(folder, &format!("{args} --timeout 1"), Duration::from_secs(1) + LATE);
    ran.failed(3, "the time of 1 s ran out");
}

/// Runs a command with longer and longer time limits until `finished` returns `true` for a stopped run.
pub(crate) fn stopped(args: &str, finished: impl Fn(&Ran) -> bool) -> Ran {
    for limit in ["200ms", "1s", "3s", "10s", "30s", "100s"] {
        let ran = run(&format!("{args} --timeout {limit}"));
        assert_eq!(ran.status, Some(3), "{}: {}", ran.args, ran.err);
        if finished(&ran) {
            return ran;
        }
    }
    panic!("{args}: nothing was finished before the limit");
}

/// Waits until the program has installed its signal handlers.
pub(crate) fn listens(child: &Child) {
    const INTERRUPT: u64 = 1 << 1;
    until("installing signal handlers", || {
        let caught = status(child, "SigCgt:").and_then(|mask| u64::from_str_radix(&mask, 16).ok());
        caught.is_none_or(|mask| mask & INTERRUPT != 0)
    });
}

pub(crate) fn signal(child: &Child, name: &str) {
    let sent = Command::new("kill").arg(format!("-{name}")).arg(child.id().to_string()).output();
    sent.expect("kill can be run");
}

/// Sends a signal during the work, and checks that the program ends soon.
pub(crate) fn ends_by(name: &str, child: Child, args: &str) {
    listens(&child);
    sleep(Duration::from_millis(100));
    let sent = Instant::now();
    signal(&child, name);
    wait(child, args).failed(130, "interrupted");
    assert!(sent.elapsed() < LATE, "{args}: {:?}", sent.elapsed());
}
