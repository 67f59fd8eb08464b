//! Several processes that work as one, connected by timely's sockets.
//!
//! Every process has a connection to every other process. First all processes compare introductions, so that
//! no process works on something else. Nothing is authenticated or encrypted.

mod loss;
mod sockets;

use crate::mailbox::{Abort, Mailbox, guarded};
use crate::model::{Error, Job, Progress, Stop};
use serde_json::{Value, json};
use std::fmt;
use std::net::{SocketAddr, TcpListener};
use std::time::{Duration, Instant};

/// The largest number of characters of a fingerprint in a message.
const SHOWN: usize = 400;

/// The reason reported if something other than a process listens or calls.
const NO_PROCESS: &str = "it is not a process of chancetree";

/// The reason reported if a process closes its connections too early.
const ENDED: &str = "it ended before the work was done";

/// Called when a process is lost.
pub type Lost = Box<dyn Fn(Error) + Send>;

/// The parameters that a process needs to connect to the others.
///
/// ```
/// use chancetree_distributed::cluster::ClusterConfig;
/// use chancetree_engine::model::Job;
/// use std::net::TcpListener;
/// use std::time::Duration;
///
/// // A cluster of one process.
/// let listener = TcpListener::bind("127.0.0.1:0")?;
/// let address = listener.local_addr()?;
/// let config = ClusterConfig {
///     process: 0,
///     hosts: vec![(address.to_string(), address)],
///     listener,
///     connect_timeout: Duration::from_secs(60),
///     fingerprint: "odds memory --pairs 8".to_owned(),
///     saved: Vec::new(),
///     lost: None,
/// };
/// assert_eq!(config.connect(&Job::default())?.processes(), 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct ClusterConfig {
    /// The number of this process, counted from 0: its index in `hosts`.
    pub process: usize,
    /// The name of each process in messages, and the address at which it listens, as
    /// [`read`](crate::hosts::read) returns them.
    pub hosts: Vec<(String, SocketAddr)>,
    /// The socket on which this process listens.
    pub listener: TcpListener,
    /// The time to wait for the other processes.
    pub connect_timeout: Duration,
    /// The description of the work with all parameters. It must be identical in all processes; its length is
    /// not limited.
    pub fingerprint: String,
    /// The saved work from which this process can resume, the latest last; see
    /// [`StoreSections::saved`](crate::StoreSections::saved).
    pub saved: Vec<u64>,
    /// Called when a process is lost; must end this process and not return. Installs a panic hook for
    /// timely's threads. If `None`, timely's panics are printed, and end this process if panics abort.
    pub lost: Option<Lost>,
}

impl fmt::Debug for ClusterConfig {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { process, hosts, fingerprint, .. } = self;
        write!(f, "process {process} of {hosts:?}: {fingerprint}")
    }
}

fn name(hosts: &[(String, SocketAddr)], process: usize) -> String {
    format!("process {process} ({})", hosts[process].0)
}

impl ClusterConfig {
    /// Connects this process to all others and checks that they do the same work.
    ///
    /// # Errors
    /// Returns an error if a process does not connect in time or has other work, or if a limit of `job` is
    /// exceeded.
    ///
    /// # Panics
    /// Panics if `process` is not an index into `hosts`.
    pub fn connect(mut self, job: &Job<'_>) -> Result<Cluster, Error> {
        assert!(self.process < self.hosts.len(), "this process is one of the hosts");
        if let Some(lost) = self.lost.take() {
            let hosts = self.hosts.clone();
            loss::begin(Box::new(move |peer, why| {
                lost(Error::Process(format!("{} is lost: {why}", name(&hosts, peer))));
            }));
        }
        let deadline = Instant::now() + self.connect_timeout;
        let sockets = sockets::connect(&self, deadline, job)?;
        let names =
            Names { process: self.process, names: (0..self.hosts.len()).map(|at| self.name(at)).collect() };
        let mailbox = Mailbox::connected(sockets, self.process)?;
        let mut cluster = Cluster { names, mailbox, agreed: None };
        let own = self.introduction();
        let saved = guarded(|| {
            let (texts, _) = cluster.mailbox.exchange(own.as_bytes(), [], &mut || {
                job.tick(Progress::default())?;
                match Instant::now() < deadline {
                    true => Ok(()),
                    false => Err(self.missing("a process", NO_PROCESS)),
                }
            })?;
            texts.iter().enumerate().map(|(process, text)| self.compare(process, text)).collect()
        });
        let saved: Vec<Vec<u64>> = match saved {
            Ok(saved) => saved,
            Err(error) => return Err(cluster.fail(error)),
        };
        let is_everywhere = |id: &&u64| saved.iter().all(|saved| saved.contains(id));
        cluster.agreed = self.saved.iter().rev().find(is_everywhere).copied();
        Ok(cluster)
    }

    /// Returns the introduction of this process, in JSON.
    fn introduction(&self) -> String {
        let Self { fingerprint, saved, .. } = self;
        json!({ "version": env!("CARGO_PKG_VERSION"), "fingerprint": fingerprint, "saved": saved })
            .to_string()
    }

    /// Compares the introduction of `process` with that of this process. Returns the saved work from which
    /// `process` can resume.
    ///
    /// # Errors
    /// Returns an error if the versions or fingerprints differ.
    fn compare(&self, process: usize, text: &[u8]) -> Result<Vec<u64>, Error> {
        let its: Value = serde_json::from_slice(text).unwrap_or_default();
        let own = env!("CARGO_PKG_VERSION");
        let differs = |what: String| Err(Error::Process(format!("{} {what}", self.name(process))));
        if its["version"] != own {
            return differs(format!("runs version {}, and this one {own}", its["version"]));
        }
        if its["fingerprint"] != self.fingerprint {
            let fingerprint: String =
                its["fingerprint"].as_str().unwrap_or_default().chars().take(SHOWN).collect();
            return differs(format!("has other work: {fingerprint}"));
        }
        let saved = its["saved"].as_array().into_iter().flatten();
        Ok(saved.filter_map(Value::as_u64).collect())
    }

    fn name(&self, process: usize) -> String {
        name(&self.hosts, process)
    }

    fn missing(&self, name: &str, why: &str) -> Error {
        let seconds = self.connect_timeout.as_secs_f64();
        Error::Process(format!("{name} was not found within {seconds} s: {why}"))
    }
}

/// The names of the processes in messages.
#[derive(Debug)]
pub(crate) struct Names {
    /// The number of this process.
    process: usize,
    names: Vec<String>,
}

impl Names {
    /// Returns the message that reports an error of this process to the others.
    pub(crate) fn abort(&self, error: &Error) -> Abort {
        let stopped = matches!(
            error,
            Error::Stop(Stop::ByMonitor(_))
                | Error::Stop(Stop::TooManyStates { .. })
                | Error::Stop(Stop::TooMuchMemory { .. })
        );
        Abort { what: format!("{}: {error}", self.names[self.process]), stopped }
    }
}

/// A process that is connected to all others.
///
/// ```
/// use chancetree_distributed::cluster::Cluster;
///
/// let cluster = Cluster::alone();
/// assert_eq!((cluster.process(), cluster.processes(), cluster.agreed()), (0, 1, None));
/// ```
pub struct Cluster {
    names: Names,
    mailbox: Mailbox,
    agreed: Option<u64>,
}

impl fmt::Debug for Cluster {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Cluster").field("names", &self.names).field("agreed", &self.agreed).finish()
    }
}

impl Cluster {
    /// Returns a cluster that consists of this process only.
    pub fn alone() -> Self {
        let names = Names { process: 0, names: vec!["process 0".to_owned()] };
        Self { names, mailbox: Mailbox::alone(), agreed: None }
    }

    /// Returns the number of this process, counted from 0.
    pub fn process(&self) -> usize {
        self.names.process
    }

    /// Returns the number of processes.
    pub fn processes(&self) -> usize {
        self.names.names.len()
    }

    /// Returns the identifier of the latest saved work from which all processes can resume, if there is any.
    pub fn agreed(&self) -> Option<u64> {
        self.agreed
    }

    /// Runs `work` in this process, then waits for the other processes and closes the connections.
    pub(crate) fn work<T>(
        mut self,
        job: &Job<'_>,
        work: impl FnOnce(&mut Mailbox, &Names) -> Result<T, Error>,
    ) -> Result<T, Error> {
        let result = guarded(|| {
            let done = work(&mut self.mailbox, &self.names)?;
            loss::end();
            self.mailbox.finish(&mut || job.tick(Progress::default()))?;
            Ok(done)
        });
        result.map_err(|error| self.fail(error))
    }

    /// Reports to the other processes why this one stops, unless another process is the reason.
    fn fail(&mut self, error: Error) -> Error {
        loss::end();
        let abort = match &error {
            Error::Process(_) | Error::Stop(Stop::InProcess(_)) => None,
            error => Some(self.names.abort(error)),
        };
        self.mailbox.stop(abort);
        error
    }
}

/// Dropping a cluster before the work is done stops the work of the other processes.
impl Drop for Cluster {
    fn drop(&mut self) {
        if !std::thread::panicking() {
            let what = format!("{} {ENDED}", self.names.names[self.names.process]);
            self.mailbox.stop(Some(Abort { what, stopped: false }));
        }
    }
}
