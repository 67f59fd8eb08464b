//! The file of hosts.

use super::super::fail::{Fail, reason};
use super::super::input;
use super::MOST_PROCESSES;
use std::net::{SocketAddr, ToSocketAddrs as _};
use std::path::Path;

/// Every process as the file names it, and where it listens.
pub(super) type Hosts = Vec<(String, SocketAddr)>;

/// Reads a file of hosts: a line host:port for each process; empty lines and what follows a # are passed over.
pub(super) fn read(file: &Path) -> Result<Hosts, Fail> {
    let name = file.display().to_string();
    let text = input::text(file)?;
    let mut hosts = Hosts::new();
    for (number, line) in text.lines().enumerate() {
        let line = line.split('#').next().unwrap_or_default().trim();
        if line.is_empty() {
            continue;
        }
        let wrong = |what: String| Fail::usage(format!("{name}, line {}: {what}", number + 1));
        let port = line.rsplit_once(':').and_then(|(host, port)| (!host.is_empty()).then_some(port));
        if port.and_then(|port| port.parse().ok()).is_none_or(|port: u16| port == 0) {
            let what = format!("{line:?}, but host:port is needed, with a port from 1 to 65535");
            return Err(wrong(what).help("such as 10.0.0.1:7000"));
        }
        let found = line.to_socket_addrs().map_err(|error| wrong(format!("{line}: {}", reason(&error))))?;
        // If a name has addresses of both kinds, all processes take the same.
        let mut found: Vec<SocketAddr> = found.collect();
        found.sort_unstable();
        let address = *found.first().ok_or_else(|| wrong(format!("{line} has no address")))?;
        if let Some(before) = hosts.iter().position(|(_, other)| *other == address) {
            return Err(wrong(format!("{line} is process {before} already")));
        }
        hosts.push((line.to_owned(), address));
    }
    if hosts.is_empty() || hosts.len() > usize::from(MOST_PROCESSES) {
        let count = hosts.len();
        let what = format!("{name} lists {count} processes, but 1 to {MOST_PROCESSES} can work together");
        return Err(Fail::usage(what).help("a line host:port for each process, such as 10.0.0.1:7000"));
    }
    Ok(hosts)
}

/// The environment variable that holds the secret where no file does.
const VARIABLE: &str = "CHANCETREE_SECRET";

/// The fewest letters of a secret.
const FEWEST: usize = 16;

/// The secret that the processes share: the text of a file, or a variable.
pub(super) fn secret(file: Option<&Path>) -> Result<String, Fail> {
    let help = "export CHANCETREE_SECRET=$(head -c 16 /dev/urandom | base64)";
    let text = match file {
        Some(file) => input::text(file)?,
        None => std::env::var(VARIABLE).map_err(|_| {
            Fail::usage(format!("--hosts needs a secret that keeps others out: --secret FILE, or {VARIABLE}"))
                .help(help)
        })?,
    };
    let text = text.trim();
    if text.len() < FEWEST {
        let what = format!("the secret has {} letters, but at least {FEWEST} are needed", text.len());
        return Err(Fail::usage(what).help(help));
    }
    Ok(text.to_owned())
}
