//! Reads the file of `--hosts`.

use crate::cli::context::Context;
use crate::cli::fail::{Fail, reason};
use crate::cli::input;
use crate::distributed::hosts::{HostsError, MAX_PROCESSES, Reach, read as read_hosts};
use std::net::SocketAddr;
use std::path::Path;

// The options have the same limit in programs without this feature.
const _: () = assert!(MAX_PROCESSES == super::MAX_PROCESSES);

/// Reads a hosts file. Returns the name and the address of each process.
pub(super) fn read(file: &Path, reach: Reach, context: &Context) -> Result<Vec<(String, SocketAddr)>, Fail> {
    let name = file.display();
    read_hosts(&input::text(file, context)?, reach).map_err(|why| match &why {
        HostsError::Port { .. } => Fail::usage(format!("{name}, {why}")).help("such as 127.0.0.1:7000"),
        HostsError::Unknown { line, host, error } => {
            Fail::usage(format!("{name}, line {line}: {host}: {}", reason(error)))
        }
        HostsError::NotLoopback { .. } => Fail::usage(format!("{name}, {why}"))
            .help("--trusted-network in a private network, or loopback addresses and a tunnel (ssh -L)"),
        HostsError::Count(_) => Fail::usage(format!("{name} {why}"))
            .help("write a line host:port for each process, such as 127.0.0.1:7000"),
        _ => Fail::usage(format!("{name}, {why}")),
    })
}
