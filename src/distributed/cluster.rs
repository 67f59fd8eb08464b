//! Several processes that work as one: they find each other, agree on the work, and notice when one is lost.
//!
//! Every process has a connection to every other. Trouble in one ends the work in all of them, with its reason.

mod hello;
mod line;

pub use crate::cluster::hello::Gathering;

use crate::cluster::line::Line;
use crate::model::Error;
use std::io::{self, ErrorKind};
use std::net::TcpStream;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::{Duration, Instant};
use timely::communication::allocator::ProcessBuilder;
use timely::communication::allocator::zero_copy::allocator::TcpBuilder;
use timely::communication::allocator::zero_copy::initialize::initialize_networking_from_sockets;
use timely::communication::{Allocator, Hooks};

/// The reason why the work ends early.
#[derive(Clone, Debug)]
struct Trouble {
    what: String,
    /// `true` if a limit or a hand stopped it.
    stopped: bool,
}

impl Trouble {
    fn error(&self) -> Error {
        Error::Elsewhere { what: self.what.clone(), stopped: self.stopped }
    }
}

/// The state of the threads of the lines.
#[derive(Debug)]
struct Threads {
    /// Halves of lines that are still in use.
    open: usize,
    /// `true` if no worker uses the lines any more.
    workers_gone: bool,
}

/// The state that the threads of one process share.
#[derive(Debug)]
struct Shared {
    me: usize,
    /// The processes as messages name them.
    names: Vec<String>,
    outs: Vec<Option<Mutex<TcpStream>>>,
    /// The longest that a process may be silent.
    silence: Duration,
    /// The end of the work: early, in trouble, or done, so that a line may break.
    end: OnceLock<Option<Trouble>>,
    /// The reason why the work is to stop as soon as all have saved it.
    halting: OnceLock<Trouble>,
    threads: Mutex<Threads>,
    changed: Condvar,
}

/// A lock that holds plain values, whole at every moment.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The usual time for which a process may be silent; see [`Gathering::silence`].
pub const SILENCE: Duration = Duration::from_secs(60);

/// The least number of times that a process speaks while it may be silent.
const BEATS: u32 = 12;

/// The time that the others have to read why this process gives up, or to end their side.
const PARTING: Duration = Duration::from_secs(2);

impl Shared {
    fn trouble(&self) -> Option<&Trouble> {
        self.end.get()?.as_ref()
    }

    fn has_failed(&self) -> bool {
        self.trouble().is_some()
    }

    /// Remembers the first trouble, unless all is done; whether this was it.
    fn set(&self, trouble: Trouble) -> bool {
        let first = self.end.set(Some(trouble)).is_ok();
        if first {
            self.changed.notify_all();
        }
        first
    }

    /// Remembers trouble of which only this process knows, and tells the others.
    fn tell(&self, trouble: &Trouble) {
        if self.set(trouble.clone()) {
            self.say(|out| line::give_up(out, trouble));
        }
    }

    /// Says something to all others, beside what timely sends.
    fn say(&self, say: impl Fn(&mut TcpStream) -> io::Result<()>) {
        let until = Instant::now() + PARTING;
        for out in self.outs.iter().flatten() {
            // Another thread may be sending; one that cannot send any more is not waited for.
            while Instant::now() < until {
                if let Ok(mut out) = out.try_lock() {
                    let _ = say(&mut out);
                    break;
                }
                std::thread::sleep(Duration::from_millis(1));
            }
        }
    }

    /// A line is lost, unless all work is done.
    fn lost(&self, peer: usize, error: &io::Error) {
        if self.end.get().is_some() {
            return;
        }
        let why = match error.kind() {
            ErrorKind::UnexpectedEof | ErrorKind::ConnectionReset | ErrorKind::BrokenPipe => {
                "it ended before the work was done".to_owned()
            }
            ErrorKind::WouldBlock | ErrorKind::TimedOut => {
                format!("no sign of life for {} s", self.silence.as_secs_f64())
            }
            ErrorKind::InvalidData => "what it says makes no sense".to_owned(),
            _ => error.to_string(),
        };
        self.tell(&Trouble { what: format!("{} is lost: {why}", self.names[peer]), stopped: false });
    }

    /// Uses the line to a peer, alone.
    fn with_line(&self, peer: usize, send: impl FnOnce(&mut TcpStream) -> io::Result<()>) -> io::Result<()> {
        let mut out = lock(self.outs[peer].as_ref().expect("there is no line to oneself"));
        if self.has_failed() { Ok(()) } else { send(&mut out) }
    }

    fn half_done(&self) {
        let mut threads = lock(&self.threads);
        threads.open = threads.open.saturating_sub(1);
        self.changed.notify_all();
    }

    fn wait_for_workers(&self) {
        let mut threads = lock(&self.threads);
        while !threads.workers_gone {
            threads = self.changed.wait(threads).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Says now and then that this process lives.
    fn beat(&self) {
        let mut threads = lock(&self.threads);
        while !threads.workers_gone {
            threads = self
                .changed
                .wait_timeout(threads, self.silence / BEATS)
                .unwrap_or_else(PoisonError::into_inner)
                .0;
            if self.has_failed() {
                return;
            }
            for out in self.outs.iter().flatten() {
                // If another thread is sending, that is a sign of life.
                if let Ok(mut out) = out.try_lock() {
                    let _ = line::beat(&mut out);
                }
            }
        }
    }
}

/// Builds one worker's part in timely's communication, in the thread of that worker.
pub(crate) type Builder = Box<dyn FnOnce() -> Allocator + Send>;

/// Processes that have found each other, seen from one of them.
pub struct Cluster {
    shared: Arc<Shared>,
    lines: Vec<Option<TcpStream>>,
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
        Self::new(0, vec!["process 0".to_owned()], vec![None], threads, SILENCE, None)
            .expect("no line can fail")
    }

    fn new(
        me: usize,
        names: Vec<String>,
        lines: Vec<Option<TcpStream>>,
        threads: usize,
        silence: Duration,
        agreed: Option<u64>,
    ) -> io::Result<Self> {
        let mut outs = Vec::new();
        for line in &lines {
            outs.push(line.as_ref().map(TcpStream::try_clone).transpose()?.map(Mutex::new));
        }
        let open = 2 * outs.iter().flatten().count();
        let shared = Shared {
            me,
            names,
            outs,
            silence,
            end: OnceLock::new(),
            halting: OnceLock::new(),
            threads: Mutex::new(Threads { open, workers_gone: false }),
            changed: Condvar::new(),
        };
        Ok(Self { shared: Arc::new(shared), lines, threads, agreed })
    }

    /// Returns the number of this process, counted from 0.
    pub fn me(&self) -> usize {
        self.shared.me
    }

    /// Returns the number of processes.
    pub fn processes(&self) -> usize {
        self.shared.names.len()
    }

    /// Returns the number of the latest saved work that all processes can go on from, if there is any.
    pub fn agreed(&self) -> Option<u64> {
        self.agreed
    }

    /// Workers a process.
    pub(crate) fn threads(&self) -> usize {
        self.threads
    }

    /// Returns the error that ended the work early, if any did.
    pub(crate) fn trouble(&self) -> Option<Error> {
        self.shared.trouble().map(Trouble::error)
    }

    /// Ends the work everywhere.
    pub(crate) fn fail(&self, error: &Error) {
        // The wish of another process is passed on as it is.
        let wished = self.shared.halting.get().filter(|wished| wished.error() == *error);
        self.shared.tell(&wished.cloned().unwrap_or_else(|| self.trouble_of(error)));
    }

    /// Wishes that the work stops everywhere once it is saved.
    pub(crate) fn halt(&self, error: &Error) {
        let trouble = self.trouble_of(error);
        if self.shared.halting.set(trouble.clone()).is_ok() {
            self.shared.say(|out| line::halt(out, &trouble));
        }
    }

    /// Returns the reason why the work is to stop as soon as it is saved, if somebody wishes so.
    pub(crate) fn halting(&self) -> Option<Error> {
        self.shared.halting.get().map(Trouble::error)
    }

    /// An error as the others are told of it.
    fn trouble_of(&self, error: &Error) -> Trouble {
        let stopped =
            matches!(error, Error::Stopped(_) | Error::TooManyStates { .. } | Error::TooMuchMemory { .. });
        let me = &self.shared.names[self.shared.me];
        Trouble { what: format!("{me}: {error}"), stopped }
    }

    /// Returns what timely needs to build the workers of this process.
    pub(crate) fn builders(&mut self) -> Result<Vec<Builder>, Error> {
        let hooks = Hooks::default();
        let inside = ProcessBuilder::new_typed_vector(self.threads, hooks.refill.clone(), None);
        if self.lines.len() == 1 {
            let build =
                |builder: ProcessBuilder| -> Builder { Box::new(|| Allocator::Process(builder.build())) };
            return Ok(inside.into_iter().map(build).collect());
        }
        let line = |(peer, stream): (usize, Option<TcpStream>)| {
            let shared = Arc::clone(&self.shared);
            stream.map(|stream| Line { shared, peer, stream, left: 0 })
        };
        let lines = std::mem::take(&mut self.lines).into_iter().enumerate().map(line).collect();
        let built = initialize_networking_from_sockets(inside, lines, self.me(), self.threads, hooks);
        let (builders, threads) =
            built.map_err(|error| Error::Elsewhere { what: error.to_string(), stopped: false })?;
        let shared = Arc::clone(&self.shared);
        std::thread::spawn(move || shared.beat());
        // Their end is waited for by `part`: to join a thread that lost its line would panic.
        std::mem::forget(threads);
        let build = |builder: TcpBuilder| -> Builder { Box::new(|| Allocator::Tcp(builder.build())) };
        Ok(builders.into_iter().map(build).collect())
    }

    /// All workers of this process have done their work, if none is in trouble.
    pub(crate) fn done(&self) {
        let _ = self.shared.end.set(None);
    }

    /// Waits, not for long, until the others know how it ended; no worker of this process is left.
    pub(crate) fn part(&self) {
        let mut threads = lock(&self.shared.threads);
        threads.workers_gone = true;
        self.shared.changed.notify_all();
        let until = Instant::now() + if self.shared.has_failed() { PARTING } else { 5 * PARTING };
        while threads.open > 0 {
            let Some(left) = until.checked_duration_since(Instant::now()) else { return };
            let waited = self.shared.changed.wait_timeout(threads, left);
            threads = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
    }
}
