//! The greeting: processes find each other and make sure that they mean the same work.

use crate::cluster::line::Sign;
use crate::cluster::{Cluster, line};
use crate::model::{Error, Progress, Run};
use serde_json::{Value, json};
use std::io::{self, ErrorKind, Read as _, Write as _};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::{Arc, mpsc};
use std::time::{Duration, Instant};

/// The version of what processes say to each other.
const VERSION: u32 = 4;

/// The longest greeting that is read.
const LONGEST: u64 = 1 << 16;

/// The longest that one attempt to reach a process, or all that a caller says at first, may take.
const ATTEMPT: Duration = Duration::from_secs(2);

/// The longest that a process that was reached may take to answer: it may be waiting for another one just then.
const ANSWER: Duration = Duration::from_secs(10);

/// Callers that are heard at the same time; the others wait.
const CALLERS: usize = 64;

/// Time between attempts.
const PAUSE: Duration = Duration::from_millis(10);

/// The facts that a process must know to find the others.
#[derive(Debug)]
pub struct Gathering {
    /// The number of this process, counted from 0: its index in `hosts`.
    pub me: usize,
    /// Every process: its name for people, and the address at which it listens, as in [`read`](crate::hosts::read).
    pub hosts: Vec<(String, SocketAddr)>,
    /// The socket on which this process listens.
    pub listener: TcpListener,
    /// The number of workers in each process, at least 1, and the same in all of them.
    pub threads: usize,
    /// The time to wait for the others.
    pub patience: Duration,
    /// The time for which a process may be silent once all are connected, before it counts as lost. A process that
    /// lives speaks far more often.
    pub silence: Duration,
    /// The secret that all processes of the run know, and nobody else.
    pub secret: String,
    /// The description of the work with all its parameters, which must be the same in all processes.
    pub work: String,
    /// The saved work that this process can go on from, the latest last; see
    /// [`Checkpointers::saved`](crate::Checkpointers::saved).
    pub saved: Vec<u64>,
}

fn elsewhere(what: String) -> Error {
    Error::Elsewhere { what, stopped: false }
}

impl Gathering {
    /// Waits until every process is connected to every other.
    ///
    /// # Errors
    /// If a process does not come in time or has other work to do, or a limit of `run` is passed.
    ///
    /// # Panics
    /// If `me` is not the index of a host.
    pub fn gather(self, run: &Run<'_>) -> Result<Cluster, Error> {
        assert!(self.me < self.hosts.len(), "this process is one of the hosts");
        let names: Vec<String> =
            self.hosts.iter().enumerate().map(|(at, (name, _))| format!("process {at} ({name})")).collect();
        let mut lines: Vec<Option<TcpStream>> = names.iter().map(|_| None).collect();
        let found = self.meet(&names, &mut lines, run);
        let agreed = found.as_ref().ok().and_then(|saved| self.agreed(saved));
        let failed = |error: io::Error| elsewhere(format!("a line to another process: {error}"));
        let ready = lines.iter().flatten().try_for_each(|line| {
            line.set_nonblocking(false)?;
            line.set_nodelay(true)?;
            line.set_write_timeout(Some(self.silence))?;
            line.set_read_timeout(Some(self.silence))
        });
        let cluster =
            Cluster::new(self.me, names, lines, self.threads, self.silence, agreed).map_err(failed)?;
        match (found, ready.map_err(failed)) {
            (Ok(_), Ok(())) => Ok(cluster),
            (Err(error), _) | (_, Err(error)) => {
                // Those who came already need not find out by themselves.
                cluster.fail(&error);
                Err(error)
            }
        }
    }

    /// Greets all others: calls those before it, and is called by those after it. What each has saved, by its number.
    ///
    /// Nobody begins before everybody has a line to everybody: else one that gives up at once would be waited for by those
    /// that it has not met.
    fn meet(
        &self,
        names: &[String],
        lines: &mut [Option<TcpStream>],
        run: &Run<'_>,
    ) -> Result<Vec<Vec<u64>>, Error> {
        let until = Instant::now() + self.patience;
        let mut saved: Vec<Vec<u64>> = vec![self.saved.clone(); names.len()];
        let mut why: Vec<String> = vec!["it has not come".to_owned(); names.len()];
        // `told` and `ready`: a process was told that this one is ready, and has said so itself.
        let (mut told, mut ready) = (vec![false; names.len()], vec![false; names.len()]);
        let nonblocking = self.listener.set_nonblocking(true);
        nonblocking.map_err(|error| elsewhere(format!("{}: {error}", names[self.me])))?;
        let (callers, heard) = mpsc::channel();
        let (called, answers) = mpsc::channel();
        let own: Arc<str> = self.own_greeting().into();
        let secret: Arc<str> = self.secret.as_str().into();
        let (mut speaking, mut calling) = (0, vec![false; self.me]);
        loop {
            run.step(Progress::default())?;
            // Whoever takes its time holds up nobody: each is heard by a thread of its own.
            for peer in
                (0..self.me).filter(|&peer| lines[peer].is_none() && !calling[peer]).collect::<Vec<_>>()
            {
                let (called, own, secret) = (called.clone(), Arc::clone(&own), Arc::clone(&secret));
                let address = self.hosts[peer].1;
                calling[peer] = true;
                std::thread::spawn(move || called.send((peer, call(address, &own, &secret))));
            }
            for (peer, answer) in answers.try_iter() {
                calling[peer] = false;
                match answer {
                    Ok((line, text)) => {
                        saved[peer] = self.greeted(Some(peer), &text, names)?.1;
                        lines[peer] = Some(line);
                    }
                    Err(error) => why[peer] = reason(&error),
                }
            }
            let mut came = false;
            while speaking < CALLERS
                && let Ok((stream, _)) = self.listener.accept()
            {
                let (callers, own, secret) = (callers.clone(), Arc::clone(&own), Arc::clone(&secret));
                speaking += 1;
                std::thread::spawn(move || callers.send(answer(stream, &own, &secret)));
            }
            for caller in heard.try_iter() {
                speaking -= 1;
                // Whoever does not know the secret is a stranger, whatever else it says.
                let Ok((line, text)) = caller else { continue };
                let (peer, its) = self.greeted(None, &text, names)?;
                // One that had to try again is there twice: the last line is in use.
                (lines[peer], told[peer], ready[peer]) = (Some(line), false, false);
                saved[peer] = its;
                came = true;
            }
            for peer in 0..names.len() {
                match lines[peer].as_ref().map_or(Sign::Nothing, line::sign) {
                    Sign::Nothing => {}
                    Sign::Ready => ready[peer] = true,
                    Sign::Gone(Some(why)) => return Err(why),
                    Sign::Gone(None) if peer < self.me => {
                        return Err(elsewhere(format!("{} has gone again", names[peer])));
                    }
                    Sign::Gone(None) => (lines[peer], told[peer], ready[peer]) = (None, false, false),
                }
            }
            let others = || (0..names.len()).filter(|&peer| peer != self.me);
            if others().all(|peer| lines[peer].is_some()) {
                for peer in others() {
                    let line = lines[peer].as_ref().filter(|_| !told[peer]);
                    // One that cannot be told has gone, which is seen on the next look.
                    told[peer] |= line.is_some_and(|line| line::ready(line).is_ok());
                }
            }
            let Some(late) = others().find(|&peer| !told[peer] || !ready[peer]) else {
                return Ok(saved);
            };
            if lines[late].is_some() {
                why[late] = "it has not met all others".to_owned();
            }
            if !came && Instant::now() >= until {
                let seconds = self.patience.as_secs_f64();
                let what = format!("{} was not found within {seconds} s: {}", names[late], why[late]);
                return Err(elsewhere(what));
            }
            std::thread::sleep(PAUSE);
        }
    }

    fn own_greeting(&self) -> String {
        let saved: Vec<String> = self.saved.iter().map(ToString::to_string).collect();
        let own = json!({
            "chancetree": "process",
            "secret": self.secret,
            "version": VERSION,
            "process": self.me,
            "processes": self.hosts.len(),
            "threads": self.threads,
            "work": self.work,
            "saved": saved,
        });
        format!("{own}\n")
    }

    /// Makes sure that the one who said this is who it should be, and means the same work; its number, and what it has
    /// saved.
    fn greeted(
        &self,
        expected: Option<usize>,
        text: &str,
        names: &[String],
    ) -> Result<(usize, Vec<u64>), Error> {
        let value: Value = serde_json::from_str(text).unwrap_or_default();
        let number = |key: &str| value[key].as_u64().and_then(|number| usize::try_from(number).ok());
        let own = names.len();
        let who = |process: Option<usize>| {
            process.and_then(|at| names.get(at)).map_or("a process".to_owned(), Clone::clone)
        };
        let name = who(expected.or(number("process")));
        let wrong = |what: String| Err(elsewhere(format!("{name} {what}")));
        if value["chancetree"] != "process" {
            return wrong("is no process of chancetree".to_owned());
        }
        if value["version"] != VERSION {
            return wrong(format!("speaks version {}, and this program {VERSION}", value["version"]));
        }
        if number("processes") != Some(own) {
            return wrong(format!("is one of {} processes, and this one of {own}", value["processes"]));
        }
        if number("threads") != Some(self.threads) {
            let (theirs, ours) = (&value["threads"], self.threads);
            return wrong(format!("has {theirs} threads, and this one {ours}; all need the same --threads"));
        }
        if value["work"] != self.work {
            return wrong(format!("has other work: {}", value["work"].as_str().unwrap_or_default()));
        }
        let process =
            number("process").filter(|&at| expected.map_or(at > self.me && at < own, |is| is == at));
        let Some(process) = process else {
            return wrong(format!("says that it is process {}", value["process"]));
        };
        let saved = value["saved"].as_array().into_iter().flatten();
        let saved = saved.filter_map(|word| word.as_str()?.parse().ok()).collect();
        Ok((process, saved))
    }

    /// The latest saved work of which all have a part.
    fn agreed(&self, saved: &[Vec<u64>]) -> Option<u64> {
        self.saved.iter().rev().find(|id| saved.iter().all(|saved| saved.contains(id))).copied()
    }
}

/// Calls a process, says who this one is, and hears who that is.
fn call(address: SocketAddr, own: &str, secret: &str) -> io::Result<(TcpStream, String)> {
    let mut stream = TcpStream::connect_timeout(&address, ATTEMPT)?;
    stream.set_write_timeout(Some(ATTEMPT))?;
    stream.write_all(own.as_bytes())?;
    let text = hear(&mut stream, ANSWER).map_err(|error| match error.kind() {
        ErrorKind::UnexpectedEof | ErrorKind::ConnectionReset => {
            io::Error::other("it does not answer: another secret, or a stranger")
        }
        _ => error,
    })?;
    if knows(&text, secret) { Ok((stream, text)) } else { Err(io::Error::other("it has another secret")) }
}

/// Hears what a caller says, and answers if it knows the secret.
fn answer(mut stream: TcpStream, own: &str, secret: &str) -> io::Result<(TcpStream, String)> {
    stream.set_nonblocking(false)?;
    stream.set_write_timeout(Some(ATTEMPT))?;
    let text = hear(&mut stream, ATTEMPT)?;
    if !knows(&text, secret) {
        return Err(ErrorKind::PermissionDenied.into());
    }
    stream.write_all(own.as_bytes())?;
    Ok((stream, text))
}

/// Returns whether a greeting holds the secret.
fn knows(text: &str, secret: &str) -> bool {
    let value: Value = serde_json::from_str(text).unwrap_or_default();
    let said = value["secret"].as_str().unwrap_or_default();
    // The time that it takes does not tell how much of it was right.
    let differ = said.bytes().zip(secret.bytes()).fold(0, |differ, (one, other)| differ | (one ^ other));
    said.len() == secret.len() && differ == 0
}

/// A line, all of which must have come in time; what follows it is for others to read.
fn hear(stream: &mut TcpStream, wait: Duration) -> io::Result<String> {
    let until = Instant::now() + wait;
    let mut text = Vec::new();
    let mut next = [0; 4096];
    loop {
        let left = until.saturating_duration_since(Instant::now());
        if left.is_zero() || text.len() as u64 > LONGEST {
            return Err(ErrorKind::TimedOut.into());
        }
        stream.set_read_timeout(Some(left))?;
        let there = match stream.peek(&mut next) {
            Ok(0) => return Err(ErrorKind::UnexpectedEof.into()),
            Err(error) if error.kind() == ErrorKind::Interrupted => continue,
            other => other?,
        };
        let end = next[..there].iter().position(|&byte| byte == b'\n');
        let part = end.map_or(there, |end| end + 1);
        stream.read_exact(&mut next[..part])?;
        text.extend_from_slice(&next[..part]);
        if end.is_some() {
            text.pop();
            return Ok(String::from_utf8_lossy(&text).into_owned());
        }
    }
}

/// Returns the message of the system, without its number.
fn reason(error: &io::Error) -> String {
    let text = error.to_string();
    text.split(" (os error").next().unwrap_or_default().to_lowercase()
}
