//! Several processes of the program: the output of one process, or a clear error in each process that remains.

use crate::run::{Ran, command, files, folder, race, run, run_in, wait};
use std::fs;
use std::net::TcpListener;
use std::path::Path;
use std::process::{Child, Stdio};
use std::time::{Duration, SystemTime};

/// A command that takes long enough to be killed during the work.
const BOARD: &str = "odds memory --pairs 40 --players 4 --format json";

/// Starts processes that work together, as a user would: one command for each process, with a file of hosts.
fn start(folder: &Path, args: &[String]) -> Vec<(String, Child)> {
    let free: Vec<_> = args.iter().map(|_| TcpListener::bind("127.0.0.1:0").expect("a free port")).collect();
    let hosts: Vec<String> =
        free.iter().map(|listener| listener.local_addr().expect("an address").to_string()).collect();
    fs::write(folder.join("hosts"), hosts.join("\n")).expect("a file");
    drop(free);
    let start = |(me, args): (usize, &String)| {
        let args = format!("{args} --hosts hosts --process {me}");
        let child = command(folder, &args).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn();
        (args, child.expect("it starts"))
    };
    args.iter().enumerate().map(start).collect()
}

/// Returns the runs of processes that work together. If another program takes a port meanwhile, they start again.
pub(super) fn together(folder: &Path, args: &[String]) -> Vec<Ran> {
    loop {
        let ran: Vec<Ran> = start(folder, args).into_iter().map(|(args, child)| wait(child, &args)).collect();
        if !ran.iter().any(|ran| ran.err.contains("cannot listen")) {
            return ran;
        }
    }
}

#[test]
fn several_processes_print_the_bytes_of_one() {
    for args in [
        "odds memory --pairs 8",
        "odds memory --pairs 9 --players 3 --format json",
        "odds memory --pairs 7 --players 4 --scores 1,0,0,1 --format csv",
        "odds memory --pairs 5 --players 3 --distribution",
        "odds mines --rows 3 --cols 4 --mines 3 --start corner",
        "odds guess --numbers 40 --players 3",
        "odds guess --numbers 6 --weights 1,2,3,4,5,6 --guesses 2 --format csv",
        "odds guess --numbers 1 --format json",
        "odds solitaire --pairs 9",
        "odds solitaire --pairs 8 --format json --score 3,1,-2 --failed B",
        "odds solitaire --pairs 7 --format csv --score 2,5,0",
        "odds solitaire --pairs 6 --format bfile --sequence turns-numerator",
        "odds memory --pairs 9 --play best",
        "odds memory --pairs 8 --play best,zwick-paterson --rules tactical --format json",
        "odds memory --pairs 7 --play best --objective win --scores 1,0 --format csv",
        "odds memory --pairs 7 --players 3 --play safe,parity,best --tactics T1,T5,T6",
    ] {
        let single = run(args).ok();
        for processes in 1..=3 {
            let shared = run(&format!("{args} --threads 1 --quiet --processes {processes}"));
            assert_eq!(shared.ok(), single, "{processes} processes");
        }
        let folder = folder();
        let ran = together(folder.path(), &vec![format!("{args} --threads 2 --quiet"); 2]);
        let printed: Vec<String> = ran.into_iter().map(Ran::ok).collect();
        assert_eq!(printed, [single, String::new()]);
    }
}

#[test]
fn a_note_reports_the_traffic() {
    let ran = run("odds memory --pairs 8 --processes 2 --threads 1");
    assert_eq!((ran.status, ran.out), (Some(0), run("odds memory --pairs 8").ok()));
    assert!(
        ran.err.starts_with("note: 2 processes sent each other ") && ran.err.lines().count() == 1,
        "{}",
        ran.err
    );
}

/// As [`BOARD`], for another game.
const GUESS: &str = "odds guess --numbers 500 --format json";

/// Returns `true` if a process still runs.
fn runs(child: &mut Child) -> bool {
    child.try_wait().expect("a child").is_none()
}

/// Waits until process `me` of `of` has saved both parts since it started, or has ended.
fn wait_for_parts(kept: &Path, child: &mut Child, me: usize, of: usize, old: Parts) {
    while runs(child) && parts(kept, me, of).iter().zip(&old).any(|(new, old)| new.is_none() || new == old) {
        std::thread::sleep(Duration::from_millis(1));
    }
}

/// The times at which the two parts of a process were saved.
type Parts = [Option<SystemTime>; 2];

fn parts(kept: &Path, me: usize, of: usize) -> Parts {
    let name = |letter| kept.join(format!("chancetree.checkpoint.{me}-of-{of}.{letter}"));
    ["a", "b"].map(|letter| fs::metadata(name(letter)).ok().and_then(|file| file.modified().ok()))
}

#[test]
fn a_killed_process_stops_the_others_and_the_work_resumes_later() {
    for board in [BOARD, GUESS] {
        let single = run(board).ok();
        let folder = folder();
        let args = vec![format!("{board} --threads 1 --quiet --checkpoint kept --checkpoint-every 1ms"); 3];
        let kept = folder.path().join("kept");
        let mut killed = 0;
        for victim in [1, 2, 0] {
            let old = parts(&kept, victim, 3);
            let mut all = start(folder.path(), &args);
            wait_for_parts(&kept, &mut all[victim].1, victim, 3, old);
            killed += u32::from(runs(&mut all[victim].1));
            all[victim].1.kill().expect("it is killed, or has ended");
            for (at, (args, child)) in all.into_iter().enumerate() {
                let ran = wait(child, &args);
                if at != victim && ran.status != Some(0) {
                    ran.failed(1, &format!("process {victim}"));
                }
            }
        }
        assert!(killed > 0, "the processes always finished before they were killed");
        // Without --checkpoint-every, because saving after every layer takes far longer than the work.
        let last = vec![format!("{board} --threads 1 --quiet --checkpoint kept"); 3];
        let printed: Vec<String> = together(folder.path(), &last).into_iter().map(Ran::ok).collect();
        assert_eq!(printed, [single, String::new(), String::new()]);
        // The last process may be killed before it removes its lock, which does no harm.
        let left = |name: &String| name.ends_with(".part") || name.starts_with(".chancetree.lock");
        assert!(files(&kept).iter().all(left), "{:?}", files(&kept));
    }
}

#[cfg(unix)]
fn signal(child: &Child, name: &str) {
    let sent = std::process::Command::new("kill").args([name, &child.id().to_string()]).status();
    assert!(sent.expect("kill").success());
}

/// The interval of checkpoints is so long that only the stop saves the work.
#[test]
fn a_time_limit_saves_the_work() {
    for board in [BOARD, GUESS] {
        let single = run(board).ok();
        let folder = folder();
        let kept = folder.path().join("kept");
        let (mut milliseconds, mut stops) = (200, 0);
        loop {
            let args = format!(
                "{board} --threads 1 --processes 2 --checkpoint kept --checkpoint-every 1h --timeout {milliseconds}ms"
            );
            let before = kept.exists() && !files(&kept).is_empty();
            let ran = run_in(folder.path(), &args);
            assert!(
                !before || ran.err.contains("note: resuming from kept") || ran.status == Some(3),
                "{}",
                ran.err
            );
            if ran.status == Some(0) {
                assert_eq!(ran.out, single);
                break;
            }
            ran.failed(3, "ran out");
            assert!(ran.err.contains("help: run the same command again to resume from kept"), "{}", ran.err);
            stops += usize::from(!files(&kept).is_empty());
            milliseconds += milliseconds / 5;
        }
        assert!(stops > 0, "it was never stopped during the work");
        assert_eq!(files(&kept), [""; 0]);
    }
}

/// An interrupted process stops the others once all have saved; another number of processes resumes the work.
#[cfg(unix)]
#[test]
fn another_number_of_processes_resumes() {
    for board in [BOARD, GUESS] {
        let single = run(board).ok();
        let folder = folder();
        let kept = folder.path().join("kept");
        let args = |count: usize| {
            vec![format!("{board} --threads 1 --checkpoint kept --checkpoint-every 1ms"); count]
        };
        let mut interrupted = 0;
        for (count, victim) in [(3, 1), (2, 0), (1, 0)] {
            let resumes = kept.exists() && !files(&kept).is_empty();
            let mut all = start(folder.path(), &args(count));
            wait_for_parts(&kept, &mut all[victim].1, victim, count, [None; 2]);
            let running = runs(&mut all[victim].1);
            signal(&all[victim].1, "-INT");
            for (at, (args, child)) in all.into_iter().enumerate() {
                let ran = wait(child, &args);
                if ran.status == Some(0) {
                    assert!(
                        !running || at != victim || count == 1 || ran.out.is_empty() || ran.out == single
                    );
                    continue;
                }
                interrupted += usize::from(at == victim);
                ran.failed(
                    if at == victim { 130 } else { 3 },
                    if at == victim { "interrupted" } else { "stopped" },
                );
                assert!(at > 0 || !resumes || ran.err.contains("note: resuming from kept"), "{}", ran.err);
            }
        }
        assert!(interrupted > 0, "the processes always finished before they were interrupted");
        let last = vec![format!("{board} --threads 1 --quiet --checkpoint kept"); 2];
        let last = together(folder.path(), &last);
        let printed: Vec<String> = last.into_iter().map(Ran::ok).collect();
        assert_eq!(printed, [single, String::new()]);
        // The last process may be killed before it removes its lock, which does no harm.
        let left = |name: &String| name.ends_with(".part") || name.starts_with(".chancetree.lock");
        assert!(files(&kept).iter().all(left), "{:?}", files(&kept));
    }
}

#[test]
fn missing_parts_are_refused() {
    let folder = folder();
    let kept = folder.path().join("kept");
    let args = format!("{BOARD} --threads 1 --checkpoint kept --checkpoint-every 1ms");
    let all = start(folder.path(), &vec![args.clone(); 2]);
    let [(_, mut one), (_, mut other)] = <[_; 2]>::try_from(all).expect("two");
    wait_for_parts(&kept, &mut one, 0, 2, [None; 2]);
    assert!(runs(&mut one), "the process finished before it was killed");
    for child in [&mut one, &mut other] {
        child.kill().expect("it is killed");
        child.wait().expect("it has ended");
    }
    for name in files(&kept).iter().filter(|name| name.contains("checkpoint.1-of-2")) {
        fs::remove_file(kept.join(name)).expect("a file");
    }
    run_in(folder.path(), &format!("{args} --processes 3"))
        .failed(2, "kept has saved work of 2 processes, but not of process 1");
}

/// Kills a child without its parent.
#[cfg(target_os = "linux")]
#[test]
fn the_error_names_a_killed_child() {
    let folder = folder();
    let args = format!("{BOARD} --processes 3 --threads 1 --checkpoint kept --checkpoint-every 1ms");
    let mut parent = command(folder.path(), &args)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("it starts");
    let part = folder.path().join("kept/chancetree.checkpoint.1-of-3.b");
    while !part.exists() {
        assert!(parent.try_wait().expect("a child").is_none(), "finished before it saved anything");
        std::thread::sleep(Duration::from_millis(1));
    }
    let id = parent.id();
    let children = fs::read_to_string(format!("/proc/{id}/task/{id}/children")).expect("its children");
    let is_second = |child: &&str| {
        let line = fs::read_to_string(format!("/proc/{child}/cmdline")).unwrap_or_default();
        line.contains("--child=1,3")
    };
    let child = children.split_whitespace().find(is_second).expect("process 1");
    let killed = std::process::Command::new("kill").args(["-9", child]).status().expect("kill");
    assert!(killed.success());
    wait(parent, &args).failed(1, "process 1 was killed before the work was done");
    let args = format!("{BOARD} --processes 3 --threads 1 --checkpoint kept --quiet");
    assert_eq!(run_in(folder.path(), &args).ok(), run(BOARD).ok());
}

/// Kills the parent, which then cannot stop its children.
#[cfg(target_os = "linux")]
#[test]
fn no_child_outlives_its_parent() {
    let folder = folder();
    let mut parent = command(folder.path(), "odds memory --pairs 300 --players 3 --processes 3 --threads 1")
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("it starts");
    let id = parent.id();
    let children = || fs::read_to_string(format!("/proc/{id}/task/{id}/children")).expect("its children");
    while children().split_whitespace().count() < 3 {
        assert!(parent.try_wait().expect("a child").is_none(), "it has ended without children");
        std::thread::sleep(Duration::from_millis(1));
    }
    let children = children();
    parent.kill().expect("it is killed");
    parent.wait().expect("it has ended");
    let started = std::time::Instant::now();
    let runs = |child: &&str| {
        let state = fs::read_to_string(format!("/proc/{child}/stat")).unwrap_or_default();
        state.contains("chancetree") && !state.contains(") Z ")
    };
    while let Some(child) = children.split_whitespace().find(runs) {
        assert!(started.elapsed() < Duration::from_secs(10), "child {child} still runs");
        std::thread::sleep(Duration::from_millis(10));
    }
}

#[test]
fn a_limit_in_one_process_stops_all() {
    run("odds memory --pairs 12 --processes 2 --threads 1 --max-states 100")
        .failed(3, "more than 100 states");
    run("odds memory --pairs 200 --players 3 --processes 2 --threads 1 --timeout 200ms")
        .failed(3, "the time of 0.2 s ran out");
    let folder = folder();
    let args = ["--max-states 100", ""].map(|limit| format!("odds memory --pairs 30 --threads 1 {limit}"));
    for ran in together(folder.path(), &args) {
        ran.failed(3, "more than 100 states");
    }
}

/// The runs differ only in the scores, so their checkpoints have the same shape.
#[test]
fn two_runs_never_load_each_other_s_parts() {
    race("odds memory --pairs 40", 20, Duration::from_millis(30), |round| {
        // Several processes wait a while for a busy folder; a single process does not.
        [" --quiet --processes 2", if round % 4 == 3 { " --quiet" } else { " --quiet --processes 2" }]
    });
}
