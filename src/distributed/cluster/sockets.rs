//! Opens timely's sockets: one connection between every two processes, within a time limit.
//!
//! As in timely's own `create_sockets`, the process with the higher number calls and sends its number as 8
//! bytes. Here the called process answers with its own number. The caller then knows that a process has
//! accepted, and not only the entrance of a tunnel. `create_sockets` itself cannot be used: it prints to
//! stdout, which is reserved for the answer, sleeps for a second between attempts, never gives up, and panics
//! if a caller is not a process.

use crate::cluster::{ClusterConfig, ENDED, NO_PROCESS};
use crate::model::{Error, Job, Progress};
use std::io::{self, ErrorKind, Read as _, Write as _};
use std::net::TcpStream;
use std::time::{Duration, Instant};

/// The time limit of one attempt to call a process.
const CALL_TIMEOUT: Duration = Duration::from_millis(500);

/// The time in which a caller must send its number.
const CALLER_TIMEOUT: Duration = Duration::from_secs(2);

/// The largest number of callers with a missing number at the same time.
const MAX_CALLERS: usize = 64;

/// The longest pause between two polls; the first ones are shorter.
const MAX_PAUSE: Duration = Duration::from_millis(10);

/// The time after which the system closes a connection whose other end does not acknowledge data.
#[cfg(any(target_os = "linux", target_os = "macos"))]
const SILENCE: Duration = Duration::from_secs(60);

/// A connection whose other end has not sent its number yet.
struct Pending {
    stream: TcpStream,
    since: Instant,
    /// The process that was called; `None` if the other end called.
    called: Option<usize>,
}

/// The data that the other end of a connection has sent.
enum Greeting {
    Nothing,
    Number(usize),
    Closed,
}

/// Connects this process to every other process, and returns the sockets by process number. Calls `job` while
/// waiting.
///
/// # Errors
/// Returns an error if a process is not connected at `deadline`, or a limit of `job` is exceeded.
pub(super) fn connect(
    config: &ClusterConfig,
    deadline: Instant,
    job: &Job<'_>,
) -> Result<Vec<Option<TcpStream>>, Error> {
    let count = config.hosts.len();
    let failed = |error: io::Error| Error::Process(format!("{}: {error}", config.name(config.process)));
    config.listener.set_nonblocking(true).map_err(failed)?;
    let mut connecting = Connecting {
        config,
        sockets: (0..count).map(|_| None).collect(),
        why: vec!["it did not connect".to_owned(); count],
        pending: Vec::new(),
    };
    let mut pause = Duration::from_micros(250);
    loop {
        for process in 0..config.process {
            job.tick(Progress::default())?;
            connecting.call(process);
        }
        connecting.accept();
        connecting.read_greetings();
        connecting.drop_closed();
        let Connecting { sockets, why, .. } = &connecting;
        job.tick(Progress::default())?;
        let missing = (0..count).find(|&other| other != config.process && sockets[other].is_none());
        match missing {
            None => break,
            Some(missing) if Instant::now() >= deadline => {
                return Err(config.missing(&config.name(missing), &why[missing]));
            }
            Some(_) => std::thread::sleep(pause),
        }
        pause = (2 * pause).min(MAX_PAUSE);
    }
    connecting.sockets.iter().flatten().try_for_each(prepare).map_err(failed)?;
    Ok(connecting.sockets)
}

/// The connections so far.
struct Connecting<'a> {
    config: &'a ClusterConfig,
    sockets: Vec<Option<TcpStream>>,
    /// For each process, the reason it is not connected.
    why: Vec<String>,
    pending: Vec<Pending>,
}

impl Connecting<'_> {
    /// Calls a process and sends the number of this process, unless that is already done.
    fn call(&mut self, process: usize) {
        if self.sockets[process].is_some() || self.pending.iter().any(|other| other.called == Some(process)) {
            return;
        }
        let call = || -> io::Result<TcpStream> {
            let mut stream = TcpStream::connect_timeout(&self.config.hosts[process].1, CALL_TIMEOUT)?;
            stream.set_nonblocking(true)?;
            send_number(&mut stream, self.config.process)?;
            Ok(stream)
        };
        self.why[process] = match call() {
            Ok(stream) => {
                self.pending.push(Pending { stream, since: Instant::now(), called: Some(process) });
                NO_PROCESS.to_owned()
            }
            Err(error) => describe(&error),
        };
    }

    /// Accepts callers.
    fn accept(&mut self) {
        let callers = self.pending.iter().filter(|other| other.called.is_none()).count();
        for _ in callers..MAX_CALLERS {
            let Ok((stream, _)) = self.config.listener.accept() else { return };
            if stream.set_nonblocking(true).is_ok() {
                self.pending.push(Pending { stream, since: Instant::now(), called: None });
            }
        }
    }

    /// Reads the numbers that have arrived, and sends the number of this process to callers.
    fn read_greetings(&mut self) {
        let own = self.config.process;
        for mut other in std::mem::take(&mut self.pending) {
            match (greeting(&mut other.stream), other.called) {
                (Greeting::Nothing, called) => {
                    if called.is_some() || other.since.elapsed() < CALLER_TIMEOUT {
                        self.pending.push(other);
                    }
                }
                (Greeting::Number(number), Some(process)) if number == process => {
                    self.sockets[process] = Some(other.stream);
                }
                (_, Some(process)) => self.why[process] = NO_PROCESS.to_owned(),
                // A process that was restarted has called twice; its last call counts.
                (Greeting::Number(number), None) if (own + 1..self.sockets.len()).contains(&number) => {
                    if send_number(&mut other.stream, own).is_ok() {
                        self.sockets[number] = Some(other.stream);
                    }
                }
                (_, None) => {}
            }
        }
    }

    /// Drops the sockets that the other end has closed: a process may be restarted before all processes are
    /// connected.
    fn drop_closed(&mut self) {
        for process in 0..self.sockets.len() {
            if self.sockets[process].as_ref().is_some_and(is_closed) {
                self.sockets[process] = None;
                self.why[process] = ENDED.to_owned();
            }
        }
    }
}

fn send_number(stream: &mut TcpStream, process: usize) -> io::Result<()> {
    stream.write_all(&(process as u64).to_be_bytes())
}

/// Reads the number of the process at the other end, if all 8 bytes have arrived.
fn greeting(stream: &mut TcpStream) -> Greeting {
    let mut number = [0; 8];
    match stream.peek(&mut number) {
        Ok(8) => match stream.read_exact(&mut number) {
            // A number that does not fit `usize` is invalid in any case.
            Ok(()) => Greeting::Number(usize::try_from(u64::from_be_bytes(number)).unwrap_or(usize::MAX)),
            Err(_) => Greeting::Closed,
        },
        Ok(1..) => Greeting::Nothing,
        Err(error) if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::Interrupted) => {
            Greeting::Nothing
        }
        _ => Greeting::Closed,
    }
}

/// Returns `true` if the other end has closed the connection.
fn is_closed(stream: &TcpStream) -> bool {
    match stream.peek(&mut [0]) {
        Ok(read) => read == 0,
        Err(error) => !matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::Interrupted),
    }
}

/// Prepares a socket for timely and enables keep-alive: timely itself does not notice that a machine or the
/// network has failed.
fn prepare(stream: &TcpStream) -> io::Result<()> {
    stream.set_nonblocking(false)?;
    stream.set_nodelay(true)?;
    #[cfg(any(target_os = "linux", target_os = "macos"))]
    {
        use rustix::net::sockopt;
        sockopt::set_socket_keepalive(stream, true)?;
        sockopt::set_tcp_keepidle(stream, SILENCE / 4)?;
        sockopt::set_tcp_keepintvl(stream, SILENCE / 12)?;
        sockopt::set_tcp_keepcnt(stream, 9)?;
    }
    #[cfg(target_os = "linux")]
    rustix::net::sockopt::set_tcp_user_timeout(stream, SILENCE.as_millis() as u32)?;
    Ok(())
}

/// Returns the system's message without the error number.
fn describe(error: &io::Error) -> String {
    let text = error.to_string();
    text.split(" (os error").next().unwrap_or_default().to_lowercase()
}
