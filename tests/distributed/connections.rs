//! Files of hosts, and connections of absent processes and of other programs.

use super::processes::together;
use crate::run::{Ran, command, folder, run, run_in, wait};
use std::fs;
use std::io::{Read as _, Write as _};
use std::net::{TcpListener, TcpStream};
use std::process::Stdio;
use std::time::Duration;

#[test]
fn an_invalid_file_of_hosts_is_refused() {
    let folder = folder();
    for (text, what) in [
        ("", "lists 0 processes"),
        ("# nobody\n\n", "lists 0 processes"),
        ("127.0.0.1:7000\nnonsense", "hosts, line 2: \"nonsense\", but host:port is needed"),
        (":7000", "host:port is needed"),
        ("127.0.0.1:0", "host:port is needed"),
        ("127.0.0.1:70000", "host:port is needed"),
        ("127.0.0.1:7000\n127.0.0.1:7000", "is already process 0"),
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
    for (args, what) in [
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
        run(&format!("odds {args} --processes 2")).failed(2, what);
    }
}

#[test]
fn absent_processes_and_processes_with_other_work_are_errors() {
    let folder = folder();
    let absent = TcpListener::bind("127.0.0.1:0").and_then(|free| free.local_addr()).expect("a free port");
    let own = TcpListener::bind("127.0.0.1:0").and_then(|free| free.local_addr()).expect("a free port");
    for (me, hosts, what) in [
        (1, [absent, own], "was not found within 0.3 s: connection refused"),
        (0, [own, absent], "was not found within 0.3 s: it did not connect"),
    ] {
        fs::write(folder.path().join("hosts"), hosts.map(|host| host.to_string()).join("\n"))
            .expect("a file");
        let args = format!("odds memory --pairs 3 --hosts hosts --process {me} --wait 300ms");
        run_in(folder.path(), &args).failed(1, what);
    }
    for other in [
        "odds memory --pairs 9",
        "odds memory --pairs 8 --players 3",
        "odds memory --pairs 8 --checkpoint kept",
    ] {
        let args = ["odds memory --pairs 8", other].map(|args| format!("{args} --threads 1"));
        for ran in together(folder.path(), &args) {
            ran.failed(1, "has other work");
        }
    }
    let args = [1, 2].map(|threads| format!("odds memory --pairs 8 --quiet --threads {threads}"));
    let printed: Vec<String> = together(folder.path(), &args).into_iter().map(Ran::ok).collect();
    assert_eq!(printed, [run("odds memory --pairs 8").ok(), String::new()]);
}

/// Connections of other programs: silent, slow or wrong. None receives a byte, delays the processes or stops the work.
#[test]
fn connections_of_other_programs_are_refused() {
    let folder = folder();
    let expected = run("odds memory --pairs 8").ok();
    let args = vec!["odds memory --pairs 8 --threads 1 --quiet --wait 20s".to_owned(); 2];
    for round in 0..3 {
        let free: Vec<_> =
            args.iter().map(|_| TcpListener::bind("127.0.0.1:0").expect("a free port")).collect();
        let hosts: Vec<String> =
            free.iter().map(|listener| listener.local_addr().expect("an address").to_string()).collect();
        fs::write(folder.path().join("hosts"), hosts.join("\n")).expect("a file");
        drop(free);
        let start = |me: usize| {
            let args = format!("{} --hosts hosts --process {me}", args[me]);
            let child = command(folder.path(), &args).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn();
            (args, child.expect("it starts"))
        };
        let first = start(0);
        // The last greeting has the form of a process number, but no process has it.
        let greetings: [&[u8]; 4] = [b"", b"GET / HTTP/1.0\r\n\r\n", b"\0\0\0", b"\0\0\0\0\0\0\0\x02"];
        let started = std::time::Instant::now();
        let mut connections = Vec::new();
        for greeting in greetings.iter().cycle().take(20) {
            let mut connection = loop {
                match TcpStream::connect(&hosts[0]) {
                    Ok(connection) => break connection,
                    Err(_) => assert!(started.elapsed() < Duration::from_secs(20), "no process listens"),
                }
                std::thread::sleep(Duration::from_millis(5));
            };
            connection.write_all(greeting).expect("it is sent");
            connections.push(connection);
        }
        let (second_words, second) = start(1);
        // A byte from time to time keeps a connection open, but only for a short time.
        for _ in 0..5 {
            let _ = connections[2].write_all(b"\0");
            std::thread::sleep(Duration::from_millis(50));
        }
        assert_eq!(wait(first.1, &first.0).ok(), expected, "round {round}");
        assert_eq!(wait(second, &second_words).ok(), "");
        for mut connection in connections {
            let mut received = Vec::new();
            let _ = connection.set_read_timeout(Some(Duration::from_secs(5)));
            let _ = connection.read_to_end(&mut received);
            assert_eq!(String::from_utf8_lossy(&received), "", "another program received bytes");
        }
    }
}

/// Other machines can reach these ports, so the user must allow them.
#[test]
fn addresses_beyond_this_machine_need_a_trusted_network() {
    let folder = folder();
    // No machine has this address, so an allowed process cannot listen there.
    fs::write(folder.path().join("hosts"), "127.0.0.1:7000\n192.0.2.1:7000").expect("a file");
    let args = "odds memory --pairs 3 --hosts hosts --process 1";
    let refused = run_in(folder.path(), args);
    refused.failed(2, "hosts, line 2: 192.0.2.1:7000 is not a loopback address");
    assert!(refused.err.contains("\nhelp: --trusted-network"), "{}", refused.err);
    run_in(folder.path(), &format!("{args} --trusted-network")).failed(1, "process 1 cannot listen");
    run("odds memory --pairs 3 --trusted-network").failed(2, "--hosts");
}

/// The arguments are longer than a network packet.
#[test]
fn long_arguments_are_compared() {
    let weights = |last: u64| format!("{}{last}", "1000000000000000,".repeat(6_000));
    let args = |last| {
        format!("odds guess --numbers 6001 --guesses 1 --threads 1 --quiet --weights {}", weights(last))
    };
    let single = run(&args(1)).ok();
    let folder = folder();
    let printed: Vec<String> =
        together(folder.path(), &[args(1), args(1)]).into_iter().map(Ran::ok).collect();
    assert_eq!(printed, [single, String::new()]);
    for ran in together(folder.path(), &[args(1), args(3)]) {
        ran.failed(1, "has other work");
    }
}
