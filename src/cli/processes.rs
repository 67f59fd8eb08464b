//! The options and the start of work that several processes share, on one or several machines.

#[cfg(feature = "distributed")]
mod children;
#[cfg(feature = "distributed")]
mod hosts;
#[cfg(feature = "distributed")]
mod process;
#[cfg(feature = "distributed")]
mod saved_parts;

#[cfg(not(feature = "distributed"))]
use super::checkpoint::Checkpoints;
use super::context::Context;
use super::fail::Fail;
use super::whole;
#[cfg(not(feature = "distributed"))]
use chancetree_families::family::{GameAnswer, Refusal, SharedPlan};
use clap::Args;
use std::path::PathBuf;
use std::time::Duration;

/// The maximum number of processes of a run.
const MAX_PROCESSES: u16 = 256;

/// The processes that share the work.
#[derive(Debug, Clone, Args)]
#[cfg_attr(
    not(feature = "distributed"),
    allow(dead_code, reason = "the options are rejected without the feature")
)]
#[command(next_help_heading = "Several processes (feature distributed)")]
pub(crate) struct Processes {
    /// Share the work among N processes on this machine
    #[arg(long, hide = cfg!(not(feature = "distributed")), hide_short_help = true, value_name = "N",
        allow_negative_numbers = true, conflicts_with = "hosts", value_parser = whole(1, MAX_PROCESSES))]
    processes: Option<u16>,
    /// Share the work among the processes in FILE, one host:port per line
    #[arg(long, hide = cfg!(not(feature = "distributed")), hide_short_help = true, value_name = "FILE",
        requires = "process")]
    hosts: Option<PathBuf>,
    /// Number of this process in --hosts, from 0; process 0 prints the answer
    #[arg(long, hide = cfg!(not(feature = "distributed")), hide_short_help = true, value_name = "I",
        allow_negative_numbers = true, requires = "hosts", value_parser = whole(0, MAX_PROCESSES - 1))]
    process: Option<u16>,
    /// Allow other machines in --hosts, without authentication or encryption
    ///
    /// Without this option, every address in --hosts must be a loopback address such as 127.0.0.1, and other
    /// machines connect through a tunnel (ssh -L). With this option, anyone who can reach the ports can read
    /// and change the work: use only a private network, such as WireGuard.
    #[arg(long, hide = cfg!(not(feature = "distributed")), hide_short_help = true, requires = "hosts")]
    trusted_network: bool,
    /// Wait at most this long for the other processes
    #[arg(long, hide = cfg!(not(feature = "distributed")), hide_short_help = true, value_name = "TIME",
        default_value = "60s", allow_negative_numbers = true, value_parser = super::context::time)]
    wait: Duration,
    /// Be process I of N, started by a process that shares the work.
    #[arg(long, value_name = "I,N", hide = true, value_delimiter = ',',
        conflicts_with_all = ["processes", "hosts"])]
    child: Option<Vec<u16>>,
}

impl Processes {
    /// Returns `true` if several processes share the work.
    pub(crate) fn is_given(&self) -> bool {
        self.processes.is_some() || self.hosts.is_some() || self.child.is_some()
    }

    /// Returns an error if this program or this work does not support several processes. `why_not` is the reason of the work.
    pub(crate) fn check(&self, why_not: Option<&str>, context: &Context) -> Result<(), Fail> {
        if !self.is_given() {
            return Ok(());
        }
        if context.output().is_embedded() {
            return Err(super::not_embeddable());
        }
        if cfg!(not(feature = "distributed")) {
            let what = "--processes and --hosts need a program that was built with the feature distributed";
            return Err(Fail::usage(what).help("cargo build --release --features distributed"));
        }
        why_not.map_or(Ok(()), |why| Err(Fail::usage(why).help("leave out --processes and --hosts")))
    }

    /// Returns the error that this program was built without the feature `distributed`.
    #[cfg(not(feature = "distributed"))]
    pub(crate) fn answer(
        &self,
        _: SharedPlan,
        _: &Checkpoints,
        context: &Context,
    ) -> Result<Option<Result<GameAnswer, Refusal>>, Fail> {
        self.check(None, context).map(|()| None)
    }
}
