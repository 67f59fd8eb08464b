//! Parsing of lists of hosts.

use chancetree::distributed::hosts::{HostsError, MAX_PROCESSES, Reach, read as read_hosts};
use std::net::SocketAddr;

fn read(text: &str) -> Result<Vec<(String, SocketAddr)>, HostsError> {
    read_hosts(text, Reach::Loopback)
}

#[test]
fn every_process_needs_a_line() {
    let hosts = read("# two of them\n127.0.0.1:7000\n\n  [::1]:65535 # the other\n").expect("a list");
    let address = |text: &str| text.parse::<SocketAddr>().expect("an address");
    let named = |text: &str| (text.to_owned(), address(text));
    assert_eq!(hosts, [named("127.0.0.1:7000"), named("[::1]:65535")]);
    let lines = |count: u16| (1..=count).map(|port| format!("127.0.0.1:{port}\n")).collect::<String>();
    assert_eq!(read(&lines(MAX_PROCESSES)).expect("a list").len(), usize::from(MAX_PROCESSES));
    assert!(matches!(read(&lines(MAX_PROCESSES + 1)), Err(HostsError::Count(257))));
    assert!(matches!(read("# nobody\n\n"), Err(HostsError::Count(0))));
}

#[test]
fn invalid_lines_are_errors() {
    for line in ["nonsense", ":7000", "127.0.0.1:0", "127.0.0.1:70000", "127.0.0.1:", "127.0.0.1:+x"] {
        match read(&format!("127.0.0.1:7000\n{line}  # there\n")) {
            Err(HostsError::Port { line: 2, found }) => assert_eq!(found, line),
            other => panic!("{line}: {other:?}"),
        }
    }
    let twice = read("127.0.0.1:7000\n127.0.0.1:7001\n\n127.0.0.1:7001").expect_err("one address twice");
    assert_eq!(twice.to_string(), "line 4: 127.0.0.1:7001 is already process 1");
    // A host name cannot contain a space, so the network does not matter.
    assert!(matches!(read("no body:7000"), Err(HostsError::Unknown { line: 1, .. })));
}

#[test]
fn other_machines_need_a_trusted_network() {
    for host in
        ["10.0.0.1:7000", "0.0.0.0:7000", "[::]:7000", "[2001:db8::1]:7000", "[::ffff:127.0.0.1]:7000"]
    {
        let list = format!("127.0.0.1:7000\n{host}");
        match read(&list) {
            Err(HostsError::NotLoopback { line: 2, host: found }) => assert_eq!(found, host),
            other => panic!("{host}: {other:?}"),
        }
        assert_eq!(read_hosts(&list, Reach::TrustedNetwork).expect("a list").len(), 2);
    }
    assert_eq!(read("127.0.0.1:7000\n127.8.9.10:7000\n[::1]:7000").expect("loopback addresses").len(), 3);
}
