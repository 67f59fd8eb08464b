//! Addresses and a secret for processes that are started one by one: where all of them listen, and what they share.

use std::io;
use std::net::{SocketAddr, ToSocketAddrs as _};
use thiserror::Error;

/// The most processes of one run.
pub const MOST_PROCESSES: u16 = 256;

/// The fewest bytes of a secret.
pub const FEWEST: usize = 16;

/// The reason that processes cannot meet by a list of hosts or a secret. Lines are numbered from 1.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum Unfit {
    /// A line without a host or a port.
    #[error("line {line}: {found:?}, but host:port is needed, with a port from 1 to 65535")]
    Port {
        /// The number of the line.
        line: usize,
        /// The text of the line.
        found: String,
    },
    /// A host that cannot be limits up.
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
    Nowhere {
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
    #[error("lists {0} processes, but 1 to {MOST_PROCESSES} can work together")]
    Number(usize),
    /// A secret that can be guessed.
    #[error("the secret has {0} bytes, but at least {FEWEST} are needed")]
    Short(usize),
}

/// Reads a list of hosts: a line host:port for each process, in their order; empty lines and what follows a # are passed
/// over. Returns each process as the list names it, and the address at which it listens. Looks up the names of hosts, which
/// may take seconds.
///
/// # Errors
/// If a line makes no sense, a host has no address, or there are too many or none.
pub fn read(text: &str) -> Result<Vec<(String, SocketAddr)>, Unfit> {
    let mut hosts: Vec<(String, SocketAddr)> = Vec::new();
    for (line, text) in (1..).zip(text.lines()) {
        let host = text.split('#').next().unwrap_or_default().trim().to_owned();
        if host.is_empty() {
            continue;
        }
        let port = host.rsplit_once(':').and_then(|(name, port)| (!name.is_empty()).then_some(port));
        if port.and_then(|port| port.parse().ok()).is_none_or(|port: u16| port == 0) {
            return Err(Unfit::Port { line, found: host });
        }
        // If a name has addresses of both kinds, all processes take the same.
        let address = match host.to_socket_addrs().map(Iterator::min) {
            Ok(Some(address)) => address,
            Ok(None) => return Err(Unfit::Nowhere { line, host }),
            Err(error) => return Err(Unfit::Unknown { line, host, error }),
        };
        if let Some(before) = hosts.iter().position(|(_, other)| *other == address) {
            return Err(Unfit::Twice { line, host, before });
        }
        hosts.push((host, address));
    }
    match (1..=usize::from(MOST_PROCESSES)).contains(&hosts.len()) {
        true => Ok(hosts),
        false => Err(Unfit::Number(hosts.len())),
    }
}

/// Returns the secret in a text, without what is blank around it.
///
/// # Errors
/// If it is shorter than [`FEWEST`].
pub fn secret(text: &str) -> Result<&str, Unfit> {
    let secret = text.trim();
    if secret.len() < FEWEST { Err(Unfit::Short(secret.len())) } else { Ok(secret) }
}
