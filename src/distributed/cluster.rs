//! Several processes that work as one, on timely's sockets.
//!
//! Every process has a connection to every other. They connect twice: first for a dataflow in which all introduce
//! themselves, then with as many workers as they have agreed on. Nothing is authenticated or encrypted.

mod introduction;
mod loss;
mod sockets;

pub(crate) use introduction::worker;
pub(crate) use loss::end as end_loss_reports;

use crate::mailbox::Abort;
use crate::model::{Error, Job, Progress};
use introduction::Workers;
use sockets::Round;
use std::any::Any;
use std::fmt;
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::mpsc;
use std::time::{Duration, Instant};

/// The time that the other processes have to close their ends of the connections when the work is done.
pub(crate) const CLOSE_TIMEOUT: Duration = Duration::from_secs(10);

/// The time that they have when it has failed.
pub(crate) const ABORT_TIMEOUT: Duration = Duration::from_secs(2);

/// The reason why a process is not found where something else listens or calls.
const NO_PROCESS: &str = "it does not answer as a process";

/// The reason why a process is lost that has closed its connections too early.
const ENDED: &str = "it ended before the work was done";

/// Called when a process is lost.
pub type Lost = Box<dyn Fn(Error) + Send>;

/// The facts that a process must know to find the others.
pub struct ClusterConfig {
    /// The number of this process, counted from 0: its index in `hosts`.
    pub process: usize,
    /// Every process: its name for people, and the address at which it listens, as from [`read`](crate::hosts::read).
    pub hosts: Vec<(String, SocketAddr)>,
    /// The socket on which this process listens.
    pub listener: TcpListener,
    /// The number of workers in each process, at least 1. It must be the same in all processes.
    pub threads: usize,
    /// The time to wait for the other processes.
    pub connect_timeout: Duration,
    /// The description of the work with all its parameters, of any length, which must be the same in all processes.
    pub question: String,
    /// The saved work that this process can go on from, the latest last; see
    /// [`Checkpointers::saved`](crate::Checkpointers::saved).
    pub saved: Vec<u64>,
    /// Reports a lost process and ends this one; must not return. Installs a panic hook for timely's threads. Without it
    /// timely's panics are printed, and end this process where panics abort.
    pub lost: Option<Lost>,
}

impl fmt::Debug for ClusterConfig {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { process, hosts, threads, question, .. } = self;
        write!(f, "process {process} of {hosts:?} with {threads} threads: {question}")
    }
}

/// An error of the other processes, or of the way to them.
pub(crate) fn elsewhere(what: String) -> Error {
    Error::Elsewhere { what, stopped: false }
}

fn name(hosts: &[(String, SocketAddr)], process: usize) -> String {
    format!("process {process} ({})", hosts[process].0)
}

fn lost_error(name: &str, why: &str) -> Error {
    elsewhere(format!("{name} is lost: {why}"))
}

impl ClusterConfig {
    /// Waits until this process is connected to all others, and makes sure that they have the same work.
    ///
    /// # Errors
    /// If a process does not come in time or has other work, or a limit of `job` is passed.
    ///
    /// # Panics
    /// If `process` is not the index of a host, or there is no thread.
    pub fn connect(mut self, job: &Job<'_>) -> Result<Cluster, Error> {
        assert!(self.process < self.hosts.len(), "this process is one of the hosts");
        assert!(self.threads > 0, "at least one worker");
        if let Some(lost) = self.lost.take() {
            let hosts = self.hosts.clone();
            loss::begin(Box::new(move |peer, why| {
                lost(lost_error(&name(&hosts, peer), why));
            }));
        }
        let deadline = Instant::now() + self.connect_timeout;
        let sockets = sockets::connect(&self, Round::Introduction, deadline, job)?;
        let introductions =
            introduction::exchange(sockets, self.process, introduction::of(&self), |missing| {
                job.tick(Progress::default())?;
                match Instant::now() < deadline {
                    true => Ok(()),
                    false => Err(self.not_found(missing, NO_PROCESS)),
                }
            })?;
        let compare = |(process, text): (usize, &String)| introduction::compare(&self, process, text);
        let saved: Vec<_> = introductions.iter().enumerate().map(compare).collect::<Result<_, _>>()?;
        let is_everywhere = |id: &&u64| saved.iter().all(|saved| saved.contains(id));
        let agreed = self.saved.iter().rev().find(is_everywhere).copied();
        let sockets = sockets::connect(&self, Round::Work, deadline, job)?;
        let Self { process, hosts, threads, .. } = self;
        let names = (0..hosts.len()).map(|process| name(&hosts, process)).collect();
        Ok(Cluster { process, names, sockets, threads, agreed })
    }

    fn name(&self, process: usize) -> String {
        name(&self.hosts, process)
    }

    fn lost(&self, process: usize, why: &str) -> Error {
        lost_error(&self.name(process), why)
    }

    fn not_found(&self, process: usize, why: &str) -> Error {
        let seconds = self.connect_timeout.as_secs_f64();
        elsewhere(format!("{} was not found within {seconds} s: {why}", self.name(process)))
    }
}

/// One of several processes that are connected.
#[derive(Debug)]
pub struct Cluster {
    process: usize,
    /// The processes as messages name them.
    names: Vec<String>,
    sockets: Vec<Option<TcpStream>>,
    threads: usize,
    agreed: Option<u64>,
}

impl Cluster {
    /// Returns a cluster of this process alone, with this number of workers.
    ///
    /// # Panics
    /// If there is no worker.
    pub fn alone(threads: usize) -> Self {
        assert!(threads > 0, "at least one worker");
        let names = vec!["process 0".to_owned()];
        Self { process: 0, names, sockets: vec![None], threads, agreed: None }
    }

    /// Returns the number of this process, counted from 0.
    pub fn process(&self) -> usize {
        self.process
    }

    /// Returns the number of processes.
    pub fn processes(&self) -> usize {
        self.names.len()
    }

    /// Returns the number of the latest saved work that all processes can go on from, if there is any.
    pub fn agreed(&self) -> Option<u64> {
        self.agreed
    }

    /// Returns the number of workers in each process.
    pub(crate) fn threads(&self) -> usize {
        self.threads
    }

    /// Returns the message about an error of this process for the others.
    pub(crate) fn abort(&self, error: &Error) -> Abort {
        let stopped =
            matches!(error, Error::Stopped(_) | Error::TooManyStates { .. } | Error::TooMuchMemory { .. });
        Abort { what: format!("{}: {error}", self.names[self.process]), stopped }
    }

    /// Hands the sockets to timely, and returns what it needs to build the workers of this process.
    pub(crate) fn workers(&mut self) -> Result<Workers, Error> {
        introduction::workers(std::mem::take(&mut self.sockets), self.process, self.threads)
    }
}

/// Waits until timely has sent everything and the others have closed their ends, but not longer than `timeout`.
pub(crate) fn close(guard: Box<dyn Any + Send>, timeout: Duration) {
    let (closing, closed) = mpsc::channel::<()>();
    std::thread::spawn(move || {
        drop(guard);
        drop(closing);
    });
    let _ = closed.recv_timeout(timeout);
}
