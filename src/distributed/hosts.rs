//! Lists of hosts: the addresses of processes that are started separately.

use std::io;
use std::net::{SocketAddr, ToSocketAddrs as _};
use thiserror::Error;

/// The largest number of processes of a cluster.
pub const MAX_PROCESSES: u16 = 256;

/// The reason a list of hosts is invalid. Lines are numbered from 1.
///
/// ```
/// use chancetree_distributed::hosts::{HostsError, Reach, read};
///
/// let refused = read("# No process", Reach::Loopback).unwrap_err();
/// assert!(matches!(refused, HostsError::Count(0)));
/// ```
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum HostsError {
    /// A line has no host or no port.
    #[error("line {line}: {found:?}, but host:port is needed, with a port from 1 to 65535")]
    Port {
        /// The number of the line.
        line: usize,
        /// The text of the line.
        found: String,
    },
    /// A host cannot be looked up.
    #[error("line {line}: {host}: {error}")]
    Unknown {
        /// The number of the line.
        line: usize,
        /// The host and the port.
        host: String,
        /// The system's error.
        #[source]
        error: io::Error,
    },
    /// Other machines can reach the address, but the list allows loopback addresses only.
    #[error("line {line}: {host} is not a loopback address, and processes neither authenticate nor encrypt")]
    NotLoopback {
        /// The number of the line.
        line: usize,
        /// The host and the port.
        host: String,
    },
    /// Two processes have the same address.
    #[error("line {line}: {host} is already process {before}")]
    Twice {
        /// The number of the line.
        line: usize,
        /// The host and the port.
        host: String,
        /// The number of the process with this address, from 0.
        before: usize,
    },
    /// There are no processes, or too many.
    #[error("lists {0} processes, but 1 to {MAX_PROCESSES} can work together")]
    Count(usize),
}

/// The addresses that a list of hosts may contain.
///
/// ```
/// use chancetree_distributed::hosts::{HostsError, Reach, read};
///
/// // Other machines can reach the address.
/// let list = "192.0.2.1:7001";
/// assert!(matches!(read(list, Reach::Loopback), Err(HostsError::NotLoopback { line: 1, .. })));
/// assert!(read(list, Reach::TrustedNetwork).is_ok());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reach {
    /// Loopback addresses only. Processes on other machines must use tunnels.
    Loopback,
    /// Any address. Anyone who can reach the ports can read and change the work.
    TrustedNetwork,
}

/// Parses a list of hosts with one line `host:port` for each process, in order. Ignores empty lines and
/// comments after `#`. Returns the name and address of each process. The lookup of host names may take
/// seconds.
///
/// # Errors
/// Returns an error if a line has no host or port, a host has no address that `reach` allows, or the number
/// of processes is not allowed.
///
/// ```
/// use chancetree_distributed::hosts::{Reach, read};
///
/// let hosts = read("127.0.0.1:7001 # the first process\n127.0.0.1:7002", Reach::Loopback)?;
/// assert_eq!(hosts.len(), 2);
/// assert_eq!(hosts[1].1.port(), 7002);
/// # Ok::<(), chancetree_distributed::hosts::HostsError>(())
/// ```
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
        // All processes must choose the same address if a name has several.
        let least = |all: std::vec::IntoIter<_>| {
            all.min().ok_or_else(|| io::Error::new(io::ErrorKind::NotFound, "the host has no address"))
        };
        let address = match host.to_socket_addrs().and_then(least) {
            Ok(address) => address,
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
