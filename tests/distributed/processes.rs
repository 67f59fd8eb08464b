//! Several processes of the program: the bytes of one, or one clear error in each that is left.

use crate::run::{Ran, command, files, folder, run, run_in, wait};
use std::fs;
use std::net::TcpListener;
use std::path::Path;
use std::process::{Child, Stdio};
use std::time::Duration;

/// Long enough to be killed in the middle of it.
const BOARD: &str = "odds memory --pairs 40 --players 4 --format json";

/// Processes that work together, as a user starts them: each by itself, with a file of hosts.
fn start(folder: &Path, words: &[String]) -> Vec<(String, Child)> {
    let free: Vec<_> = words.iter().map(|_| TcpListener::bind("127.0.0.1:0").expect("a free port")).collect();
    let hosts: Vec<String> =
        free.iter().map(|listener| listener.local_addr().expect("an address").to_string()).collect();
    fs::write(folder.join("hosts"), hosts.join("\n")).expect("a file");
    drop(free);
    let start = |(me, words): (usize, &String)| {
        let words = format!("{words} --hosts hosts --process {me}");
        let child = command(folder, &words).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn();
        (words, child.expect("it starts"))
    };
    words.iter().enumerate().map(start).collect()
}

/// How they ended. Another program may have taken a port in between: then they try again.
fn together(folder: &Path, words: &[String]) -> Vec<Ran> {
    loop {
        let ran: Vec<Ran> =
            start(folder, words).into_iter().map(|(words, child)| wait(child, &words)).collect();
        if !ran.iter().any(|ran| ran.err.contains("cannot listen")) {
            return ran;
        }
    }
}

#[test]
fn the_bytes_are_those_of_one_process() {
    for words in [
        "odds memory --pairs 8",
        "odds memory --pairs 9 --players 3 --format json",
        "odds memory --pairs 7 --players 4 --scores 1,0,0,1 --format csv",
        "odds memory --pairs 5 --players 3 --distribution",
        "odds mines --rows 3 --cols 4 --mines 3 --start corner",
    ] {
        let single = run(words).ok();
        for processes in 1..=3 {
            let shared = run(&format!("{words} --threads 1 --quiet --processes {processes}"));
            assert_eq!(shared.ok(), single, "{processes} processes");
        }
        let folder = folder();
        let ran = together(folder.path(), &vec![format!("{words} --threads 2 --quiet"); 2]);
        let printed: Vec<String> = ran.into_iter().map(Ran::ok).collect();
        assert_eq!(printed, [single, String::new()]);
    }
}

#[test]
fn what_was_sent_is_noted_beside_the_answer() {
    let ran = run("odds memory --pairs 8 --processes 2 --threads 1");
    assert_eq!((ran.status, ran.out), (Some(0), run("odds memory --pairs 8").ok()));
    assert!(
        ran.err.starts_with("note: 2 processes sent each other ") && ran.err.lines().count() == 1,
        "{}",
        ran.err
    );
}

#[test]
fn a_process_that_is_killed_ends_the_others_and_the_work_goes_on_later() {
    let single = run(BOARD).ok();
    let folder = folder();
    let words = vec![format!("{BOARD} --threads 1 --quiet --checkpoint kept --checkpoint-every 1ms"); 3];
    let kept = folder.path().join("kept");
    let mut killed = 0;
    for victim in [1, 2, 0] {
        let mut all = start(folder.path(), &words);
        let begun = |child: &mut Child| child.try_wait().expect("a child").is_none();
        // Two parts of its own: it is in the midst of the work.
        let before = all.len();
        let parts = || {
            let name = |letter| kept.join(format!("chancetree.checkpoint.{victim}.{letter}"));
            ["a", "b"].map(|letter| fs::metadata(name(letter)).ok().and_then(|file| file.modified().ok()))
        };
        let old = parts();
        while begun(&mut all[victim].1)
            && parts().iter().zip(&old).any(|(new, old)| new.is_none() || new == old)
        {
            std::thread::sleep(Duration::from_millis(1));
        }
        if begun(&mut all[victim].1) {
            killed += 1;
        }
        all[victim].1.kill().expect("it is killed, or over");
        for (at, (words, child)) in all.into_iter().enumerate() {
            let ran = wait(child, &words);
            if at != victim && ran.status != Some(0) {
                ran.failed(1, &format!("process {victim}"));
            }
        }
        assert_eq!(before, 3);
    }
    assert!(killed > 0, "they were always done before they were killed");
    let last = together(folder.path(), &words);
    let printed: Vec<String> = last.into_iter().map(Ran::ok).collect();
    assert_eq!(printed, [single, String::new(), String::new()]);
    assert!(files(&kept).iter().all(|name| name.ends_with(".part")), "{:?}", files(&kept));
}

/// Kills a child behind the back of its parent.
#[cfg(target_os = "linux")]
#[test]
fn a_child_that_is_killed_is_named() {
    let folder = folder();
    let words = format!("{BOARD} --processes 3 --threads 1 --checkpoint kept --checkpoint-every 1ms");
    let mut parent = command(folder.path(), &words)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("it starts");
    let part = folder.path().join("kept/chancetree.checkpoint.1.b");
    while !part.exists() {
        assert!(parent.try_wait().expect("a child").is_none(), "it was done before it saved anything");
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
    wait(parent, &words).failed(1, "process 1 was killed before the work was done");
    let last = run_in(folder.path(), &format!("{words} --quiet"));
    assert_eq!(last.ok(), run(BOARD).ok());
}

#[test]
fn a_file_of_hosts_that_makes_no_sense_is_refused() {
    let folder = folder();
    for (text, what) in [
        ("", "lists 0 processes"),
        ("# nobody\n\n", "lists 0 processes"),
        ("127.0.0.1:7000\nnonsense", "hosts, line 2: \"nonsense\", but host:port is needed"),
        (":7000", "host:port is needed"),
        ("127.0.0.1:0", "host:port is needed"),
        ("127.0.0.1:70000", "host:port is needed"),
        ("127.0.0.1:7000\n127.0.0.1:7000", "is process 0 already"),
    ] {
        fs::write(folder.path().join("hosts"), text).expect("a file");
        run_in(folder.path(), "odds memory --pairs 3 --hosts hosts --process 0").failed(2, what);
    }
    fs::write(folder.path().join("hosts"), "127.0.0.1:7000\n127.0.0.1:7001 # two").expect("a file");
    run_in(folder.path(), "odds memory --pairs 3 --hosts hosts --process 2")
        .failed(2, "--process 2, but hosts lists 2");
    run_in(folder.path(), "odds memory --pairs 3 --hosts none --process 0").failed(1, "none: no such file");
    run("odds memory --pairs 3 --processes 0").failed(2, "--processes 0");
    run("odds memory --pairs 3 --hosts hosts").failed(2, "--process");
    for words in ["--pairs 1..=4", "--pairs 4 --play best", "--pairs 4 --memory 2", "--pairs 4 --approximate"]
    {
        run(&format!("odds memory {words} --processes 2"))
            .failed(2, "shared out are the exact odds of robots");
    }
}

#[test]
fn others_that_do_not_come_or_mean_something_else_are_named() {
    let folder = folder();
    let absent = TcpListener::bind("127.0.0.1:0").and_then(|free| free.local_addr()).expect("a free port");
    let own = TcpListener::bind("127.0.0.1:0").and_then(|free| free.local_addr()).expect("a free port");
    for (me, hosts, what) in [
        (1, [absent, own], "was not found within 0.3 s: connection refused"),
        (0, [own, absent], "was not found within 0.3 s: it has not come"),
    ] {
        fs::write(folder.path().join("hosts"), hosts.map(|host| host.to_string()).join("\n"))
            .expect("a file");
        let words = format!("odds memory --pairs 3 --hosts hosts --process {me} --wait 300ms");
        run_in(folder.path(), &words).failed(1, what);
    }
    for other in [
        "odds memory --pairs 9",
        "odds memory --pairs 8 --players 3",
        "odds memory --pairs 8 --checkpoint kept",
    ] {
        let words = ["odds memory --pairs 8", other].map(|words| format!("{words} --threads 1"));
        for ran in together(folder.path(), &words) {
            ran.failed(1, "has other work");
        }
    }
    for ran in
        together(folder.path(), &[1, 2].map(|threads| format!("odds memory --pairs 8 --threads {threads}")))
    {
        ran.failed(1, "need the same --threads");
    }
}

#[test]
fn a_limit_in_one_process_ends_all() {
    run("odds memory --pairs 12 --processes 2 --threads 1 --max-states 100")
        .failed(3, "more than 100 states");
    run("odds memory --pairs 200 --players 3 --processes 2 --threads 1 --timeout 200ms")
        .failed(3, "the time of 0.2 s ran out");
    let folder = folder();
    let words = ["--max-states 100", ""].map(|limit| format!("odds memory --pairs 30 --threads 1 {limit}"));
    for ran in together(folder.path(), &words) {
        ran.failed(3, "more than 100 states");
    }
}
