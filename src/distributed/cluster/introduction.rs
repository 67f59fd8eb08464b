//! The first dataflow of a cluster: every process broadcasts what it computes, and compares that with the others.

use crate::cluster::{CLOSE_TIMEOUT, ClusterConfig, close, elsewhere};
use crate::model::Error;
use serde_json::{Value, json};
use std::any::Any;
use std::cell::RefCell;
use std::net::TcpStream;
use std::rc::Rc;
use std::time::{Duration, Instant};
use timely::WorkerConfig;
use timely::communication::allocator::zero_copy::initialize::initialize_networking_from_sockets;
use timely::communication::allocator::{ProcessBuilder, thread::Thread};
use timely::communication::{Allocator, AllocatorBuilder, Config, Hooks};
use timely::dataflow::operators::{Inspect as _, ToStream as _, vec::Broadcast as _};
use timely::worker::Worker;

/// The time that the worker sleeps before it looks at the limits again.
const NAP: Duration = Duration::from_millis(20);

/// The characters of a question that a message shows.
const SHOWN: usize = 400;

/// The builders of a process's workers, and the guard that waits for the threads of its sockets.
pub(super) type Workers = (Vec<AllocatorBuilder>, Box<dyn Any + Send>);

/// Hands the sockets of process `me` to timely.
pub(super) fn workers(sockets: Vec<Option<TcpStream>>, me: usize, threads: usize) -> Result<Workers, Error> {
    if sockets.len() == 1 {
        return Config::Process(threads).try_build().map_err(elsewhere);
    }
    let hooks = Hooks::default();
    let inside = ProcessBuilder::new_typed_vector(threads, hooks.refill.clone(), None);
    let (builders, guard) = initialize_networking_from_sockets(inside, sockets, me, threads, hooks)
        .map_err(|error| elsewhere(error.to_string()))?;
    Ok((builders.into_iter().map(AllocatorBuilder::Tcp).collect(), Box::new(guard)))
}

/// Builds a worker, in the thread that it works in.
pub(crate) fn worker(builder: AllocatorBuilder) -> Worker {
    let allocator = match builder {
        AllocatorBuilder::Tcp(builder) => Allocator::Tcp(builder.build()),
        AllocatorBuilder::Process(builder) => Allocator::Process(builder.build()),
        AllocatorBuilder::Thread(_) => Allocator::Thread(Thread::default()),
    };
    // Without a clock timely's workers never sleep.
    Worker::new(WorkerConfig::default(), allocator, Some(Instant::now()))
}

/// Exchanges introductions on the sockets, with one worker in each process. Returns the introductions of all processes by number.
/// Calls `tick` meanwhile with the number of a process that has not introduced itself.
pub(super) fn exchange(
    sockets: Vec<Option<TcpStream>>,
    me: usize,
    own: String,
    mut tick: impl FnMut(usize) -> Result<(), Error>,
) -> Result<Vec<String>, Error> {
    let heard = Rc::new(RefCell::new(vec![None; sockets.len()]));
    let (mut builders, guard) = workers(sockets, me, 1)?;
    let mut worker = worker(builders.pop().expect("one worker"));
    let inner = Rc::clone(&heard);
    worker.dataflow::<u64, _, _>(|scope| {
        let hear = move |(process, text): &(usize, String)| {
            if let Some(heard) = inner.borrow_mut().get_mut(*process) {
                *heard = Some(text.clone());
            }
        };
        Some((me, own)).to_stream(scope).broadcast().inspect(hear);
    });
    while worker.has_dataflows() {
        worker.step_or_park(Some(NAP));
        let missing = heard.borrow().iter().position(Option::is_none);
        if let Err(error) = tick(missing.unwrap_or(me)) {
            // A worker that is dropped closes its sockets as if all were well; the others must see that it is not.
            std::mem::forget((worker, guard));
            return Err(error);
        }
    }
    drop(worker);
    close(guard, CLOSE_TIMEOUT);
    let heard = heard.take();
    heard.into_iter().collect::<Option<_>>().ok_or_else(|| elsewhere("a process says nothing".to_owned()))
}

/// Returns the introduction of this process, in JSON.
pub(super) fn of(config: &ClusterConfig) -> String {
    let saved: Vec<String> = config.saved.iter().map(ToString::to_string).collect();
    json!({
        "version": env!("CARGO_PKG_VERSION"),
        "threads": config.threads,
        "question": config.question,
        "saved": saved,
    })
    .to_string()
}

/// Compares the introduction of `process` with that of this one. Returns the saved work that it can go on from.
///
/// # Errors
/// If both do not compute the same in the same way.
pub(super) fn compare(config: &ClusterConfig, process: usize, text: &str) -> Result<Vec<u64>, Error> {
    let its: Value = serde_json::from_str(text).unwrap_or_default();
    let own = env!("CARGO_PKG_VERSION");
    let differs = |what: String| Err(elsewhere(format!("{} {what}", config.name(process))));
    if its["version"] != own {
        return differs(format!("runs version {}, and this one {own}", its["version"]));
    }
    if its["threads"] != config.threads {
        let (threads, own) = (&its["threads"], config.threads);
        return differs(format!("has {threads} threads, and this one {own}; all need the same --threads"));
    }
    if its["question"] != config.question {
        let question: String = its["question"].as_str().unwrap_or_default().chars().take(SHOWN).collect();
        return differs(format!("has other work: {question}"));
    }
    let saved = its["saved"].as_array().into_iter().flatten();
    Ok(saved.filter_map(|id| id.as_str()?.parse().ok()).collect())
}
