//! One of the processes: it finds the others, works, and process 0 has the answer.

use super::super::checkpoint::Checkpoints;
use super::super::fail::Fail;
use super::super::watch::{self, Watch};
use super::hosts::{self, Hosts};
use super::parts::Parts;
use super::{Machines, children};
use crate::distributed::cluster::{Cluster, Gathering, SILENCE};
use crate::distributed::{Checkpointers, Exchanged, Question, Solved, distributed, solved};
use crate::evaluate::forward::Forward;
use crate::family::Playable;
use crate::game::{Points, Travel};
use crate::model::Error;
use serde_json::{Value, json};
use std::io::{self, Write as _};
use std::net::{Ipv4Addr, TcpListener};

/// The place where this process listens, and where the others do.
struct Seat {
    me: usize,
    hosts: Hosts,
    listener: TcpListener,
    secret: String,
}

impl Machines {
    /// Follows `game` forward together with the others; `None` in processes that have nothing to print.
    pub(crate) fn follow<G: Travel>(
        &self,
        game: &G,
        scores: &[Points],
        work: &Value,
        checkpoints: &Checkpoints,
        watch: &Watch,
    ) -> Result<Option<Forward>, Fail> {
        self.together(
            (work, checkpoints, watch),
            |found: &Forward| found.states,
            |cluster, checkpointers| distributed(game, scores, cluster, checkpointers, &watch.run()),
        )
    }

    /// Solves `game` under optimal play together with the others; `None` in processes that have nothing to print.
    pub(crate) fn solve<G: Travel>(
        &self,
        game: &G,
        question: &Question<'_, G>,
        work: &Value,
        checkpoints: &Checkpoints,
        watch: &Watch,
    ) -> Result<Option<Solved>, Fail> {
        self.together(
            (work, checkpoints, watch),
            |found: &Solved| found.states,
            |cluster, checkpointers| solved(game, question, cluster, checkpointers, &watch.run()),
        )
    }

    /// Solves a game of a described family that can travel.
    pub(crate) fn answer(
        &self,
        game: &dyn Playable,
        work: &Value,
        checkpoints: &Checkpoints,
        watch: &Watch,
    ) -> Result<Option<Solved>, Fail> {
        self.together(
            (work, checkpoints, watch),
            |found: &Solved| found.states,
            |cluster, checkpointers| {
                game.share(cluster, checkpointers, &watch.run()).expect("the game travels")
            },
        )
    }

    /// Returns what all processes find together; `None` in those that have nothing to print.
    fn together<T>(
        &self,
        (work, checkpoints, watch): (&Value, &Checkpoints, &Watch),
        states: impl Fn(&T) -> u64,
        find: impl FnOnce(Cluster, &Checkpointers<'_>) -> Result<Option<(T, Exchanged)>, Error>,
    ) -> Result<Option<T>, Fail> {
        if let Some(processes) = self.processes {
            return children::run(processes, checkpoints, watch).map(|()| None);
        }
        let Seat { me, hosts, listener, secret } = self.seat()?;
        let processes = hosts.len();
        let parts = Parts::of(work, checkpoints, (me, processes), watch)?;
        let checkpointers = parts.checkpointers();
        let explain = |error: Error| {
            let lost = matches!(error, Error::Elsewhere { .. });
            let fail = watch.explain(error);
            match checkpoints.folder() {
                Some(folder) if lost || fail.is_stop() => {
                    fail.help(format!("the same command goes on from {folder}"))
                }
                None if lost => fail.help("--checkpoint DIR saves unfinished work"),
                _ => fail,
            }
        };
        let version = env!("CARGO_PKG_VERSION");
        let work = json!({ "chancetree": version, "work": work, "checkpoint": checkpoints.is_given() });
        let saved = checkpointers.saved().map_err(explain)?;
        let (threads, patience) = (watch.workers(), self.wait);
        let any = !saved.is_empty();
        let work = work.to_string();
        let gathering =
            Gathering { me, hosts, listener, threads, patience, silence: SILENCE, secret, work, saved };
        watch.tell(|| "waiting for the other processes".to_owned());
        let cluster = gathering.gather(&watch.run()).map_err(|error| match error {
            Error::Stopped(_) => explain(error),
            _ => {
                let help = "the same command for every process, each with its own --process";
                watch.explain(error).help(help)
            }
        })?;
        match (cluster.agreed(), checkpoints.folder()) {
            (Some(_), Some(folder)) if me == 0 => watch.note(&format!("note: going on from {folder}")),
            (None, Some(folder)) if any => {
                watch.note(&format!("note: what is in {folder} is not of one moment; the work begins anew"));
            }
            _ => {}
        }
        let found = find(cluster, &checkpointers).map_err(explain)?;
        parts.forget()?;
        Ok(found.map(|(found, exchanged)| {
            if processes > 1 {
                watch.note(&note(processes, &exchanged, states(&found)));
            }
            found
        }))
    }

    /// The place of this process among the others.
    fn seat(&self) -> Result<Seat, Fail> {
        if let Some([me, processes]) = self.child.as_deref() {
            return as_child(usize::from(*me), usize::from(*processes))
                .map_err(|error| Fail::io("the process that shares the work out", &error));
        }
        let (Some(file), Some(me)) = (&self.hosts, self.process) else {
            return Err(Fail::usage("--hosts and --process are needed together"));
        };
        let (hosts, me) = (hosts::read(file)?, usize::from(me));
        let Some((name, address)) = hosts.get(me) else {
            let (file, count) = (file.display(), hosts.len());
            let what = format!("--process {me}, but {file} lists {count}: they are numbered from 0");
            return Err(Fail::usage(what).help(format!("--process {}", count - 1)));
        };
        let secret = hosts::secret(self.secret.as_deref())?;
        let listener = TcpListener::bind(address)
            .map_err(|error| Fail::io(&format!("process {me} cannot listen at {name}"), &error))?;
        Ok(Seat { me, hosts, listener, secret })
    }
}

/// Tells the parent where this process listens, and hears from it the secret and where all do, and later when to stop.
fn as_child(me: usize, processes: usize) -> io::Result<Seat> {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?;
    let mut out = io::stdout().lock();
    writeln!(out, "{}", listener.local_addr()?.port())?;
    out.flush()?;
    let mut lines = io::stdin().lines();
    let secret = lines.next().ok_or(io::ErrorKind::UnexpectedEof)??;
    let mut hosts = Hosts::new();
    for _ in 0..processes {
        let line = lines.next().ok_or(io::ErrorKind::UnexpectedEof)??;
        let port: u16 = line.parse().map_err(|_| io::ErrorKind::InvalidData)?;
        let address = (Ipv4Addr::LOCALHOST, port).into();
        hosts.push((format!("port {port}"), address));
    }
    std::thread::spawn(move || {
        // A line is a wish to stop, once the work is saved; the end of the input is the end of the parent, and after a
        // wish it means at once.
        let wished = matches!(io::stdin().lines().next(), Some(Ok(_)));
        watch::interrupt();
        if wished {
            let _ = io::copy(&mut io::stdin().lock(), &mut io::sink());
            watch::leave();
        }
    });
    Ok(Seat { me, hosts, listener, secret })
}

/// Tells what it took to work together.
fn note(processes: usize, exchanged: &Exchanged, states: u64) -> String {
    let (megabytes, each) = (exchanged.bytes as f64 / 1e6, exchanged.bytes as f64 / states.max(1) as f64);
    format!("note: {processes} processes sent each other {megabytes:.1} MB, {each:.1} bytes a state")
}
