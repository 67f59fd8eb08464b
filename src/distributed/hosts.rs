//! Lists of hosts: the addresses of processes that are started one by one.

use std::io;
use std::net::{SocketAddr, ToSocketAddrs as _};
use thiserror::Error;

/// The most processes of one run.
pub const MAX_PROCESSES: u16 = 256;

/// The reason why a list of hosts is refused. Lines are numbered from 1.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum HostsError {
    /// A line without a host or a port.
    #[error("line {line}: {found:?}, but host:port is needed, with a port from 1 to 65535")]
    Port {
        /// The number of the line.
        line: usize,
        /// The text of the line.
        found: String,
    },
    /// A host that cannot be looked up.
    #[error("line {line}: {host}: {error}")]
    Unknown {
        /// The number of the line.
        line: usize,
        /// The host and the port.
        host: String,
        /// The error of the system.
        #[source]
        error: io::Error,
    },
    /// A host without an address.
    #[error("line {line}: {host} has no address")]
    NoAddress {
        /// The number of the line.
        line: usize,
        /// The host and the port.
        host: String,
    },
    /// An address that other machines can reach, in a list that must stay on this machine.
    #[error("line {line}: {host} is not a loopback address, and processes neither authenticate nor encrypt")]
    NotLoopback {
        /// The number of the line.
        line: usize,
        /// The host and the port.
        host: String,
    },
    /// Two processes at one address.
    #[error("line {line}: {host} is process {before} already")]
    Twice {
        /// The number of the line.
        line: usize,
        /// The host and the port.
        host: String,
        /// The process that listens there, from 0.
        before: usize,
    },
    /// No process, or too many.
    #[error("lists {0} processes, but 1 to {MAX_PROCESSES} can work together")]
    Count(usize),
}

/// The addresses that a list of hosts may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reach {
    /// Loopback addresses: processes of other machines come through tunnels only.
    Loopback,
    /// Every address. Everyone who can reach the ports can read and change the work.
    TrustedNetwork,
}

/// Reads a list of hosts: a line host:port for each process, in their order. Skips empty lines and what follows a #.
/// Returns the name and the address of each process. Looks up the names of hosts, which may take seconds.
///
/// # Errors
/// If a line has no host or port, a host has no address that `reach` allows, or the number of processes is not allowed.
pub fn read(text: &str, reach: Reach) -> Result<Vec<(String, SocketAddr)>, HostsError> {
    let mut hosts: Vec<(String, SocketAddr)> = Vec::new();
    for (line, text) in (1..).zip(text.lines()) {
        let host = text.split('#').next().unwrap_or_default().trim().to_owned();
        if host.is_empty() {
            continue;
        }
        let port = host.rsplit_once(':').and_then(|(name, port)| (!name.is_empty()).then_some(port));
        if port.and_then(|port| port.parse().ok()).is_none_or(|port: u16| port == 0) {
            return Err(HostsError::Port { line, found: host });
        }
        // All processes choose the same address of a name that has several.
        let address = match host.to_socket_addrs().map(Iterator::min) {
            Ok(Some(address)) => address,
            Ok(None) => return Err(HostsError::NoAddress { line, host }),
            Err(error) => return Err(HostsError::Unknown { line, host, error }),
        };
        if reach == Reach::Loopback && !address.ip().is_loopback() {
            return Err(HostsError::NotLoopback { line, host });
        }
        if let Some(before) = hosts.iter().position(|(_, other)| *other == address) {
            return Err(HostsError::Twice { line, host, before });
        }
        hosts.push((host, address));
    }
    match (1..=usize::from(MAX_PROCESSES)).contains(&hosts.len()) {
        true => Ok(hosts),
        false => Err(HostsError::Count(hosts.len())),
    }
}
