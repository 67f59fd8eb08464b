//! Child processes on the machine of their parent. They listen on loopback addresses.
//!
//! Each child receives the addresses of all children from the parent. The children then connect like
//! processes on several machines.

use std::io::{self, BufRead as _, BufReader, Read as _, Write as _};
use std::net::{Ipv4Addr, SocketAddr, TcpListener};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// The time in which the other processes must end after one has failed.
const END_TIMEOUT: Duration = Duration::from_secs(4);

/// The child processes that were started. Dropping this value kills those that still run.
#[derive(Debug)]
pub struct Children(Vec<Process>);

/// A process that was started.
#[derive(Debug)]
struct Process {
    child: Child,
    /// A thread that reads stdout to the end.
    output: Option<JoinHandle<Vec<u8>>>,
    /// A thread that reads stderr to the end and returns the lines to keep.
    errors: Option<JoinHandle<Vec<String>>>,
    status: Option<ExitStatus>,
    /// Whether the process was killed because another one had failed.
    ended: bool,
}

/// A child process that has ended.
///
/// ```
/// use chancetree_distributed::children::ExitedProcess;
///
/// let exited = ExitedProcess { code: Some(0), was_killed: false, output: b"answer".to_vec(), errors: Vec::new() };
/// assert_eq!((exited.code, exited.output.len()), (Some(0), 6));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExitedProcess {
    /// The exit status; `None` if the process was killed.
    pub code: Option<i32>,
    /// Whether [`Children::wait`] killed the process because another one had failed.
    pub was_killed: bool,
    /// The bytes that the process wrote to stdout.
    pub output: Vec<u8>,
    /// The lines of stderr that were kept.
    pub errors: Vec<String>,
}

impl Drop for Process {
    fn drop(&mut self) {
        if self.status.is_none() {
            let _ = self.child.kill();
            let _ = self.child.wait();
        }
    }
}

impl Children {
    /// Starts the processes and sends every process the ports of all processes. Calls `keep` with each line
    /// of their stderr; the lines it returns are kept until the end.
    ///
    /// # Errors
    /// Returns an error if a process cannot be started.
    pub fn start(
        commands: impl IntoIterator<Item = Command>,
        keep: fn(String) -> Option<String>,
    ) -> io::Result<Self> {
        let mut all = Self(Vec::new());
        for command in commands {
            all.0.push(Process::start(command, keep)?);
        }
        let mut ports = String::new();
        for process in &mut all.0 {
            let mut output = BufReader::new(process.child.stdout.take().expect("it is piped"));
            output.read_line(&mut ports)?;
            process.output = Some(std::thread::spawn(move || {
                let mut bytes = Vec::new();
                let _ = output.read_to_end(&mut bytes);
                bytes
            }));
        }
        for input in all.0.iter_mut().filter_map(|process| process.child.stdin.as_mut()) {
            // `wait` notices processes that have already ended.
            let _ = input.write_all(ports.as_bytes());
        }
        Ok(all)
    }

    /// Waits until all processes have ended. Kills the processes that still run a few seconds after one has
    /// failed. Asks all processes to stop once `is_interrupted` returns `true`. They may then take any time if
    /// their work is `saved`, and are killed after a few seconds otherwise.
    ///
    /// # Errors
    /// If the system cannot wait for a process.
    pub fn wait(mut self, saved: bool, is_interrupted: impl Fn() -> bool) -> io::Result<Vec<ExitedProcess>> {
        let all = &mut self.0;
        let (mut until, mut has_asked) = (None, false);
        while all.iter().any(|process| process.status.is_none()) {
            for process in all.iter_mut().filter(|process| process.status.is_none()) {
                process.status = process.child.try_wait()?;
            }
            if is_interrupted() && !has_asked {
                has_asked = true;
                for input in all.iter_mut().filter_map(|process| process.child.stdin.as_mut()) {
                    // A process that has ended cannot be stopped.
                    let _ = input.write_all(b"stop\n");
                }
            }
            let failed = |process: &Process| process.status.is_some_and(|status| !status.success());
            if until.is_none() && (has_asked && !saved || all.iter().any(failed)) {
                until = Some(Instant::now() + END_TIMEOUT);
            }
            if until.is_some_and(|until| Instant::now() >= until) {
                all.iter_mut().filter(|process| process.status.is_none()).for_each(|process| {
                    process.ended = process.child.kill().is_ok();
                });
            }
            std::thread::sleep(Duration::from_millis(2));
        }
        Ok(all.iter_mut().map(Process::exited).collect())
    }
}

impl Process {
    fn start(mut command: Command, keep: fn(String) -> Option<String>) -> io::Result<Self> {
        let piped = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = piped.spawn()?;
        let errors = BufReader::new(child.stderr.take().expect("it is piped"));
        let errors =
            std::thread::spawn(move || errors.lines().map_while(Result::ok).filter_map(keep).collect());
        Ok(Self { child, output: None, errors: Some(errors), status: None, ended: false })
    }

    fn exited(&mut self) -> ExitedProcess {
        let output = self.output.take().and_then(|output| output.join().ok()).unwrap_or_default();
        let errors = self.errors.take().and_then(|errors| errors.join().ok()).unwrap_or_default();
        ExitedProcess {
            code: self.status.and_then(|status| status.code()),
            was_killed: self.ended,
            output,
            errors,
        }
    }
}

/// The addresses of all processes, and the socket of this process.
#[derive(Debug)]
pub struct Membership {
    /// The name and the address of every process.
    pub hosts: Vec<(String, SocketAddr)>,
    /// The socket on which this process listens.
    pub listener: TcpListener,
}

/// Opens the socket of a child among `processes`. Prints its port for the parent, then reads the ports of all
/// children from stdin.
///
/// Afterwards a line from the parent calls `stop`, and the end of stdin after that line calls `leave`. If
/// stdin ends without a line, the parent has ended; this calls only `stop`, so that no child outlives its
/// parent.
///
/// # Errors
/// Returns an error if stdin ends early or contains something other than ports.
pub fn join_parent(
    processes: usize,
    stop: impl FnOnce() + Send + 'static,
    leave: impl FnOnce() + Send + 'static,
) -> io::Result<Membership> {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?;
    let mut out = io::stdout().lock();
    writeln!(out, "{}", listener.local_addr()?.port())?;
    out.flush()?;
    let mut lines = io::stdin().lines();
    let mut hosts = Vec::new();
    for _ in 0..processes {
        let line = lines.next().ok_or(io::ErrorKind::UnexpectedEof)??;
        let port: u16 = line.parse().map_err(|_| io::ErrorKind::InvalidData)?;
        hosts.push((format!("port {port}"), (Ipv4Addr::LOCALHOST, port).into()));
    }
    std::thread::spawn(move || {
        // A line asks to stop after saving the work. The end of stdin means that the parent has ended; after
        // a line, it asks to stop at once.
        let is_request = matches!(io::stdin().lines().next(), Some(Ok(_)));
        stop();
        if is_request {
            let _ = io::copy(&mut io::stdin().lock(), &mut io::sink());
            leave();
        }
    });
    Ok(Membership { hosts, listener })
}
