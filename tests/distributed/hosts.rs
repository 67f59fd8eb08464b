//! Lists of hosts and secrets, as they are read without the command line.

use chancetree::distributed::hosts::{FEWEST, MOST_PROCESSES, Unfit, read, secret};
use std::net::SocketAddr;

#[test]
fn every_process_has_a_line() {
    let hosts = read("# two of them\n127.0.0.1:7000\n\n  [::1]:65535 # the other\n").expect("a list");
    let address = |text: &str| text.parse::<SocketAddr>().expect("an address");
    let named = |text: &str| (text.to_owned(), address(text));
    assert_eq!(hosts, [named("127.0.0.1:7000"), named("[::1]:65535")]);
    let lines = |count: u16| (1..=count).map(|port| format!("127.0.0.1:{port}\n")).collect::<String>();
    assert_eq!(read(&lines(MOST_PROCESSES)).expect("a list").len(), usize::from(MOST_PROCESSES));
    assert!(matches!(read(&lines(MOST_PROCESSES + 1)), Err(Unfit::Number(257))));
    assert!(matches!(read("# nobody\n\n"), Err(Unfit::Number(0))));
}

#[test]
fn lines_that_make_no_sense_are_named() {
    for line in ["nonsense", ":7000", "127.0.0.1:0", "127.0.0.1:70000", "127.0.0.1:", "127.0.0.1:+x"] {
        match read(&format!("127.0.0.1:7000\n{line}  # there\n")) {
            Err(Unfit::Port { line: 2, found }) => assert_eq!(found, line),
            other => panic!("{line}: {other:?}"),
        }
    }
    let twice = read("127.0.0.1:7000\n127.0.0.1:7001\n\n127.0.0.1:7001").expect_err("one address twice");
    assert_eq!(twice.to_string(), "line 4: 127.0.0.1:7001 is process 1 already");
    // A name is no name with a blank in it, whatever the network knows.
    assert!(matches!(
        read("no body:7000"),
        Err(Unfit::Unknown { line: 1, .. } | Unfit::Nowhere { line: 1, .. })
    ));
}

#[test]
fn a_secret_is_long_enough() {
    let long = "x".repeat(FEWEST);
    assert_eq!(secret(&format!(" {long}\n")).expect("long enough"), long);
    let short = secret(&format!(" {}\n", &long[1..])).expect_err("too short");
    assert_eq!(short.to_string(), "the secret has 15 bytes, but at least 16 are needed");
}
