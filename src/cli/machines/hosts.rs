//! The files of hosts and of their secret.

use super::super::fail::{Fail, reason};
use super::super::input;
use crate::distributed::hosts::{MOST_PROCESSES, Unfit, read as read_hosts, secret as checked};
use std::net::SocketAddr;
use std::path::Path;

// What the options say stands there for programs without this feature, too.
const _: () = assert!(MOST_PROCESSES == super::MOST_PROCESSES);

/// Reads a file of hosts: every process as the file names it, and where it listens.
pub(super) fn read(file: &Path) -> Result<Vec<(String, SocketAddr)>, Fail> {
    let name = file.display();
    read_hosts(&input::text(file)?).map_err(|why| match &why {
        Unfit::Port { .. } => Fail::usage(format!("{name}, {why}")).help("such as 10.0.0.1:7000"),
        Unfit::Unknown { line, host, error } => {
            Fail::usage(format!("{name}, line {line}: {host}: {}", reason(error)))
        }
        Unfit::Number(_) => Fail::usage(format!("{name} {why}"))
            .help("a line host:port for each process, such as 10.0.0.1:7000"),
        _ => Fail::usage(format!("{name}, {why}")),
    })
}

/// The environment variable that holds the secret where no file does.
const VARIABLE: &str = "CHANCETREE_SECRET";

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
    checked(&text).map(str::to_owned).map_err(|why| Fail::usage(why.to_string()).help(help))
}
