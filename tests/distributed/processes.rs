//! Several processes of the program: the bytes of one, or one clear error in each that is left.

use crate::run::{Ran, command, files, folder, race, run, run_in, wait};
use std::fs;
use std::io::{Read as _, Write as _};
use std::net::{TcpListener, TcpStream};
use std::path::Path;
use std::process::{Child, Stdio};
use std::time::{Duration, SystemTime};

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

/// Returns how they ended. Another program may have taken a port in between: then they try again.
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

/// Long enough to be killed in the middle of it.
const GUESS: &str = "odds guess --numbers 500 --format json";

/// Returns `true` if a child still runs.
fn runs(child: &mut Child) -> bool {
    child.try_wait().expect("a child").is_none()
}

/// Waits until process `me` of `of` has saved twice since it began, or is over.
fn wait_for_parts(kept: &Path, child: &mut Child, me: usize, of: usize, old: Parts) {
    while runs(child) && parts(kept, me, of).iter().zip(&old).any(|(new, old)| new.is_none() || new == old) {
        std::thread::sleep(Duration::from_millis(1));
    }
}

/// The times at which both parts of a process were saved.
type Parts = [Option<SystemTime>; 2];

fn parts(kept: &Path, me: usize, of: usize) -> Parts {
    let name = |letter| kept.join(format!("chancetree.checkpoint.{me}-of-{of}.{letter}"));
    ["a", "b"].map(|letter| fs::metadata(name(letter)).ok().and_then(|file| file.modified().ok()))
}

#[test]
fn a_process_that_is_killed_ends_the_others_and_the_work_goes_on_later() {
    for board in [BOARD, GUESS] {
        let single = run(board).ok();
        let folder = folder();
        let words = vec![format!("{board} --threads 1 --quiet --checkpoint kept --checkpoint-every 1ms"); 3];
        let kept = folder.path().join("kept");
        let mut killed = 0;
        for victim in [1, 2, 0] {
            let old = parts(&kept, victim, 3);
            let mut all = start(folder.path(), &words);
            wait_for_parts(&kept, &mut all[victim].1, victim, 3, old);
            killed += u32::from(runs(&mut all[victim].1));
            all[victim].1.kill().expect("it is killed, or over");
            for (at, (words, child)) in all.into_iter().enumerate() {
                let ran = wait(child, &words);
                if at != victim && ran.status != Some(0) {
                    ran.failed(1, &format!("process {victim}"));
                }
            }
        }
        assert!(killed > 0, "they were always done before they were killed");
        // To save after every layer takes far longer than the work.
        let last = vec![format!("{board} --threads 1 --quiet --checkpoint kept"); 3];
        let printed: Vec<String> = together(folder.path(), &last).into_iter().map(Ran::ok).collect();
        assert_eq!(printed, [single, String::new(), String::new()]);
        // The last of them may be ended before it takes its lock away, which does no harm.
        let left = |name: &String| name.ends_with(".part") || name.starts_with(".chancetree.lock");
        assert!(files(&kept).iter().all(left), "{:?}", files(&kept));
    }
}

#[cfg(unix)]
fn signal(child: &Child, name: &str) {
    let sent = std::process::Command::new("kill").args([name, &child.id().to_string()]).status();
    assert!(sent.expect("kill").success());
}

/// Nothing but the stop itself makes them save.
#[test]
fn time_that_runs_out_is_not_lost() {
    for board in [BOARD, GUESS] {
        let single = run(board).ok();
        let folder = folder();
        let kept = folder.path().join("kept");
        let (mut milliseconds, mut stops) = (200, 0);
        loop {
            let words = format!(
                "{board} --threads 1 --processes 2 --checkpoint kept --checkpoint-every 1h --timeout {milliseconds}ms"
            );
            let before = kept.exists() && !files(&kept).is_empty();
            let ran = run_in(folder.path(), &words);
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
        assert!(stops > 0, "it was never stopped in the midst of the work");
        assert_eq!(files(&kept), [""; 0]);
    }
}

/// Whoever is interrupted stops all once they have saved; another number of processes goes on.
#[cfg(unix)]
#[test]
fn another_number_of_processes_goes_on() {
    for board in [BOARD, GUESS] {
        let single = run(board).ok();
        let folder = folder();
        let kept = folder.path().join("kept");
        let words = |count: usize| {
            vec![format!("{board} --threads 1 --checkpoint kept --checkpoint-every 1ms"); count]
        };
        let mut interrupted = 0;
        for (count, victim) in [(3, 1), (2, 0), (1, 0)] {
            let goes_on = kept.exists() && !files(&kept).is_empty();
            let mut all = start(folder.path(), &words(count));
            wait_for_parts(&kept, &mut all[victim].1, victim, count, [None; 2]);
            let running = runs(&mut all[victim].1);
            signal(&all[victim].1, "-INT");
            for (at, (words, child)) in all.into_iter().enumerate() {
                let ran = wait(child, &words);
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
                assert!(at > 0 || !goes_on || ran.err.contains("note: resuming from kept"), "{}", ran.err);
            }
        }
        assert!(interrupted > 0, "they were always done before they were interrupted");
        let last = vec![format!("{board} --threads 1 --quiet --checkpoint kept"); 2];
        let last = together(folder.path(), &last);
        let printed: Vec<String> = last.into_iter().map(Ran::ok).collect();
        assert_eq!(printed, [single, String::new()]);
        // The last of them may be ended before it takes its lock away, which does no harm.
        let left = |name: &String| name.ends_with(".part") || name.starts_with(".chancetree.lock");
        assert!(files(&kept).iter().all(left), "{:?}", files(&kept));
    }
}

#[test]
fn parts_that_are_not_all_there_are_refused() {
    let folder = folder();
    let kept = folder.path().join("kept");
    let words = format!("{BOARD} --threads 1 --checkpoint kept --checkpoint-every 1ms");
    let all = start(folder.path(), &vec![words.clone(); 2]);
    let [(_, mut one), (_, mut other)] = <[_; 2]>::try_from(all).expect("two");
    wait_for_parts(&kept, &mut one, 0, 2, [None; 2]);
    assert!(runs(&mut one), "it was done before it was killed");
    for child in [&mut one, &mut other] {
        child.kill().expect("it is killed");
        child.wait().expect("it is over");
    }
    for name in files(&kept).iter().filter(|name| name.contains("checkpoint.1-of-2")) {
        fs::remove_file(kept.join(name)).expect("a file");
    }
    run_in(folder.path(), &format!("{words} --processes 3"))
        .failed(2, "kept has saved work of 2 processes, but not of process 1");
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
    let part = folder.path().join("kept/chancetree.checkpoint.1-of-3.b");
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
    let words = format!("{BOARD} --processes 3 --threads 1 --checkpoint kept --quiet");
    assert_eq!(run_in(folder.path(), &words).ok(), run(BOARD).ok());
}

/// Kills the parent, which cannot end its children before.
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
    let begun = std::time::Instant::now();
    let runs = |child: &&str| {
        let state = fs::read_to_string(format!("/proc/{child}/stat")).unwrap_or_default();
        state.contains("chancetree") && !state.contains(") Z ")
    };
    while let Some(child) = children.split_whitespace().find(runs) {
        assert!(begun.elapsed() < Duration::from_secs(10), "child {child} still runs");
        std::thread::sleep(Duration::from_millis(10));
    }
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
    run_in(folder.path(), "odds memory --pairs 3 --hosts none --process 0").failed(2, "none: no such file");
    run("odds memory --pairs 3 --processes 0").failed(2, "--processes 0");
    run("odds memory --pairs 3 --hosts hosts").failed(2, "--process");
    for (words, what) in [
        ("memory --pairs 1..=4", "one board, not a range"),
        ("memory --pairs 4 --memory 2", "cannot answer a game with cycles"),
        ("memory --pairs 4 --approximate", "exact odds, not --approximate"),
        ("memory --pairs 4 --play best --distribution", "has only a part of the policy"),
        ("guess --numbers 1..=4", "one game, not a range"),
        ("solitaire --pairs 1..=4", "one board, not a range"),
        ("solitaire --pairs 4 --means", "--means needs one process only"),
        ("solitaire --pairs 4 --recall 3/4,1/8,4/5", "cannot answer a game with cycles"),
        ("solitaire --pairs 4 --symbolic", "cannot answer a game with cycles"),
        ("solitaire --pairs 4 --score 1000000,1,-7 --failed B", "different values"),
        ("mines --rows 3 --cols 3 --mines 2 --play best", "best play in Minesweeper"),
    ] {
        run(&format!("odds {words} --processes 2")).failed(2, what);
    }
}

#[test]
fn others_that_do_not_come_or_mean_something_else_are_named() {
    let folder = folder();
    let absent = TcpListener::bind("127.0.0.1:0").and_then(|free| free.local_addr()).expect("a free port");
    let own = TcpListener::bind("127.0.0.1:0").and_then(|free| free.local_addr()).expect("a free port");
    for (me, hosts, what) in [
        (1, [absent, own], "was not found within 0.3 s: connection refused"),
        (0, [own, absent], "was not found within 0.3 s: it did not connect"),
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
    let words = [1, 2].map(|threads| format!("odds memory --pairs 8 --quiet --threads {threads}"));
    let printed: Vec<String> = together(folder.path(), &words).into_iter().map(Ran::ok).collect();
    assert_eq!(printed, [run("odds memory --pairs 8").ok(), String::new()]);
}

/// Callers that are not processes: silent, slow or wrong. None is sent anything, holds up the processes, or ends the run.
#[test]
fn strangers_are_refused_and_end_nothing() {
    let folder = folder();
    let right = run("odds memory --pairs 8").ok();
    let words = vec!["odds memory --pairs 8 --threads 1 --quiet --wait 20s".to_owned(); 2];
    for round in 0..3 {
        let free: Vec<_> =
            words.iter().map(|_| TcpListener::bind("127.0.0.1:0").expect("a free port")).collect();
        let hosts: Vec<String> =
            free.iter().map(|listener| listener.local_addr().expect("an address").to_string()).collect();
        fs::write(folder.path().join("hosts"), hosts.join("\n")).expect("a file");
        drop(free);
        let start = |me: usize| {
            let words = format!("{} --hosts hosts --process {me}", words[me]);
            let child = command(folder.path(), &words).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn();
            (words, child.expect("it starts"))
        };
        let first = start(0);
        // The last one has the form of a number, but no process has it.
        let greetings: [&[u8]; 4] = [b"", b"GET / HTTP/1.0\r\n\r\n", b"\0\0\0", b"\0\0\0\0\0\0\0\x02"];
        let begun = std::time::Instant::now();
        let mut strangers = Vec::new();
        for greeting in greetings.iter().cycle().take(20) {
            let mut stranger = loop {
                match TcpStream::connect(&hosts[0]) {
                    Ok(stranger) => break stranger,
                    Err(_) => assert!(begun.elapsed() < Duration::from_secs(20), "nobody listens"),
                }
                std::thread::sleep(Duration::from_millis(5));
            };
            stranger.write_all(greeting).expect("it is sent");
            strangers.push(stranger);
        }
        let (second_words, second) = start(1);
        // A byte now and then keeps a connection open, but not for long.
        for _ in 0..5 {
            let _ = strangers[2].write_all(b"\0");
            std::thread::sleep(Duration::from_millis(50));
        }
        assert_eq!(wait(first.1, &first.0).ok(), right, "round {round}");
        assert_eq!(wait(second, &second_words).ok(), "");
        for mut stranger in strangers {
            let mut heard = Vec::new();
            let _ = stranger.set_read_timeout(Some(Duration::from_secs(5)));
            let _ = stranger.read_to_end(&mut heard);
            assert_eq!(String::from_utf8_lossy(&heard), "", "a stranger was sent something");
        }
    }
}

/// Other machines can reach these ports, so the user must allow that.
#[test]
fn addresses_beyond_this_machine_need_a_trusted_network() {
    let folder = folder();
    // No machine has this address, so a process that is allowed to use it cannot listen there.
    fs::write(folder.path().join("hosts"), "127.0.0.1:7000\n192.0.2.1:7000").expect("a file");
    let words = "odds memory --pairs 3 --hosts hosts --process 1";
    let refused = run_in(folder.path(), words);
    refused.failed(2, "hosts, line 2: 192.0.2.1:7000 is not a loopback address");
    assert!(refused.err.contains("\nhelp: --trusted-network"), "{}", refused.err);
    run_in(folder.path(), &format!("{words} --trusted-network")).failed(1, "process 1 cannot listen");
    run("odds memory --pairs 3 --trusted-network").failed(2, "--hosts");
}

/// Longer than a packet, and than the longest greeting of the old handshake.
#[test]
fn long_arguments_are_compared() {
    let weights = |last: u64| format!("{}{last}", "1000000000000000,".repeat(6_000));
    let words = |last| {
        format!("odds guess --numbers 6001 --guesses 1 --threads 1 --quiet --weights {}", weights(last))
    };
    let single = run(&words(1)).ok();
    let folder = folder();
    let printed: Vec<String> =
        together(folder.path(), &[words(1), words(1)]).into_iter().map(Ran::ok).collect();
    assert_eq!(printed, [single, String::new()]);
    for ran in together(folder.path(), &[words(1), words(3)]) {
        ran.failed(1, "has other work");
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

/// Two works that differ in nothing but the scores, so that all they save has the same shape.
#[test]
fn two_works_never_take_each_other_s_parts() {
    race("odds memory --pairs 40", 20, Duration::from_millis(30), |round| {
        // Processes wait a while for others to be done; one that works alone does not.
        [" --quiet --processes 2", if round % 4 == 3 { " --quiet" } else { " --quiet --processes 2" }]
    });
}
