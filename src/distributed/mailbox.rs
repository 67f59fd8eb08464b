//! The mailbox of a process: all processes exchange messages in rounds, on timely dataflow.

use crate::model::{Error, Stop};
use serde::{Deserialize, Serialize};
use serde_bytes::ByteBuf;
use std::any::Any;
use std::cell::RefCell;
use std::net::TcpStream;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::rc::Rc;
use std::sync::mpsc;
use std::time::{Duration, Instant};
use timely::WorkerConfig;
use timely::communication::allocator::zero_copy::initialize::initialize_networking_from_sockets;
use timely::communication::allocator::{ProcessBuilder, thread::Thread};
use timely::communication::{Allocator, Hooks};
use timely::dataflow::channels::pact::Exchange;
use timely::dataflow::operators::generic::operator::Operator as _;
use timely::dataflow::operators::vec::Input as _;
use timely::dataflow::operators::vec::input::Handle;
use timely::worker::Worker;

/// The time between two checks of the limits while a process waits for others.
const NAP: Duration = Duration::from_millis(20);

/// The time in which the other processes must close their connections after the work is done.
const CLOSE_TIMEOUT: Duration = Duration::from_secs(10);

/// The time in which they must close their connections after a failure.
const ABORT_TIMEOUT: Duration = Duration::from_secs(2);

/// Bytes, with the number of the process that receives or has sent them.
pub(crate) type Batch = (usize, Vec<u8>);

/// The reason work ends early, as sent to the other processes.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Abort {
    /// The whole message for the user.
    pub(crate) what: String,
    /// Whether a limit or a signal stopped the work.
    pub(crate) stopped: bool,
}

impl Abort {
    pub(crate) fn error(self) -> Error {
        match self.stopped {
            true => Error::Stop(Stop::InProcess(self.what)),
            false => Error::Process(self.what),
        }
    }
}

#[derive(Clone, Serialize, Deserialize)]
struct Message {
    from: usize,
    to: usize,
    round: u64,
    body: Body,
}

#[derive(Clone, Serialize, Deserialize)]
enum Body {
    /// Sent to every process in every round.
    Note(ByteBuf),
    Batch(ByteBuf),
    /// The sender has stopped. This message belongs to no round.
    Abort(Abort),
}

/// The messages that have arrived.
#[derive(Default)]
struct Inbox {
    messages: Vec<Message>,
    /// The number of complete rounds; `None` after the last round.
    complete: Option<u64>,
}

/// The mailbox of a process.
pub(crate) struct Mailbox {
    /// `None` once the connections are closed.
    worker: Option<Worker>,
    input: Option<Handle<u64, Message>>,
    inbox: Rc<RefCell<Inbox>>,
    /// A guard that waits for the threads of timely's sockets when it is dropped.
    threads: Option<Box<dyn Any + Send>>,
}

impl Mailbox {
    /// Creates the mailbox of a single process.
    pub(crate) fn alone() -> Self {
        Self::new(Allocator::Thread(Thread::default()), None)
    }

    /// Creates the mailbox of a process that is connected to all others.
    pub(crate) fn connected(sockets: Vec<Option<TcpStream>>, process: usize) -> Result<Self, Error> {
        if sockets.len() == 1 {
            return Ok(Self::alone());
        }
        let hooks = Hooks::default();
        let inside = ProcessBuilder::new_typed_vector(1, hooks.refill.clone(), None);
        let (mut builders, guard) = initialize_networking_from_sockets(inside, sockets, process, 1, hooks)
            .map_err(|error| Error::Process(error.to_string()))?;
        let builder = builders.pop().expect("one worker");
        Ok(Self::new(Allocator::Tcp(builder.build()), Some(Box::new(guard))))
    }

    fn new(allocator: Allocator, threads: Option<Box<dyn Any + Send>>) -> Self {
        // Timely's workers only sleep if they have a clock.
        let mut worker = Worker::new(WorkerConfig::default(), allocator, Some(Instant::now()));
        let inbox = Rc::new(RefCell::new(Inbox { messages: Vec::new(), complete: Some(0) }));
        let inner = Rc::clone(&inbox);
        let input = worker.dataflow::<u64, _, _>(|scope| {
            let (input, stream) = scope.new_input();
            let by_process = Exchange::new(|message: &Message| message.to as u64);
            stream.sink(by_process, "mailbox", move |(input, frontier)| {
                let mut inbox = inner.borrow_mut();
                input.for_each_stamp(|_, data| data.for_each(|messages| inbox.messages.append(messages)));
                inbox.complete = frontier.frontier().first().copied();
            });
            input
        });
        Self { worker: Some(worker), input: Some(input), inbox, threads }
    }

    /// Returns the number of this process.
    pub(crate) fn process(&self) -> usize {
        self.worker.as_ref().map_or(0, Worker::index)
    }

    /// Returns the number of processes.
    pub(crate) fn processes(&self) -> usize {
        self.worker.as_ref().map_or(1, Worker::peers)
    }

    /// Sends a note to all processes, and batches to single processes. Returns the notes of all processes, by
    /// process number, and the batches for this process in this round. All processes must call this function
    /// equally often. Calls `tick` while waiting.
    ///
    /// # Errors
    /// Returns an error if another process stops or `tick` fails.
    pub(crate) fn exchange(
        &mut self,
        note: &[u8],
        batches: impl IntoIterator<Item = Batch>,
        tick: &mut dyn FnMut() -> Result<(), Error>,
    ) -> Result<(Vec<Vec<u8>>, Vec<Batch>), Error> {
        let (from, processes) = (self.process(), self.processes());
        let closed = || Error::Process("the connections are closed".to_owned());
        let input = self.input.as_mut().ok_or_else(closed)?;
        let round = *input.time();
        let mut send = |to, body| input.send(Message { from, to, round, body });
        (0..processes).for_each(|to| send(to, Body::Note(note.to_vec().into())));
        batches.into_iter().for_each(|(to, batch)| send(to, Body::Batch(batch.into())));
        input.advance_to(round + 1);
        while self.inbox.borrow().complete.is_some_and(|complete| complete <= round) {
            self.step(tick)?;
        }
        let mut inbox = self.inbox.borrow_mut();
        let (now, later): (Vec<_>, Vec<_>) =
            std::mem::take(&mut inbox.messages).into_iter().partition(|message| message.round == round);
        inbox.messages = later;
        let (mut notes, mut batches) = (vec![Vec::new(); processes], Vec::new());
        for Message { from, body, .. } in now {
            match body {
                Body::Note(note) => notes[from] = note.into_vec(),
                Body::Batch(batch) => batches.push((from, batch.into_vec())),
                Body::Abort(_) => {}
            }
        }
        Ok((notes, batches))
    }

    /// Waits until all processes are done, and closes the connections.
    ///
    /// # Errors
    /// Returns an error as [`exchange`](Self::exchange) does.
    pub(crate) fn finish(&mut self, tick: &mut dyn FnMut() -> Result<(), Error>) -> Result<(), Error> {
        self.input = None;
        while self.worker.as_ref().is_some_and(Worker::has_dataflows) {
            self.step(tick)?;
        }
        self.close(CLOSE_TIMEOUT);
        Ok(())
    }

    /// Lets timely work or wait, then checks whether another process has stopped.
    fn step(&mut self, tick: &mut dyn FnMut() -> Result<(), Error>) -> Result<(), Error> {
        if let Some(worker) = &mut self.worker {
            worker.step_or_park(Some(NAP));
        }
        let from = self.process();
        match self.inbox.borrow().abort(|sender| sender != from) {
            Some(abort) => Err(abort.error()),
            None => tick(),
        }
    }

    /// Sends the reason of a stop to all processes, unless `abort` is `None`, and closes the connections.
    pub(crate) fn stop(&mut self, abort: Option<Abort>) {
        let from = self.process();
        if let (Some(abort), Some(worker), Some(input)) = (abort, &mut self.worker, &mut self.input) {
            let inbox = &self.inbox;
            // The connections may be broken.
            let _ = catch_unwind(AssertUnwindSafe(|| {
                for to in 0..worker.peers() {
                    input.send(Message { from, to, round: 0, body: Body::Abort(abort.clone()) });
                }
                // Timely sends messages at the end of their round.
                input.advance_to(*input.time() + 1);
                while inbox.borrow().abort(|sender| sender == from).is_none() {
                    worker.step_or_park(Some(Duration::ZERO));
                }
            }));
        }
        self.close(ABORT_TIMEOUT);
    }

    /// Waits until timely has sent everything and the others have closed their connections, for at most
    /// `timeout`.
    fn close(&mut self, timeout: Duration) {
        let (input, worker) = (self.input.take(), self.worker.take());
        let _ = catch_unwind(AssertUnwindSafe(|| drop((input, worker))));
        if let Some(threads) = self.threads.take() {
            let (closing, closed) = mpsc::channel::<()>();
            std::thread::spawn(move || {
                drop(threads);
                drop(closing);
            });
            let _ = closed.recv_timeout(timeout);
        }
    }
}

impl Inbox {
    /// Returns the reason a process has stopped.
    fn abort(&self, is_sender: impl Fn(usize) -> bool) -> Option<Abort> {
        self.messages.iter().find_map(|message| match &message.body {
            Body::Abort(abort) if is_sender(message.from) => Some(abort.clone()),
            _ => None,
        })
    }
}

/// Runs `work` with a mailbox. Returns an error if timely panics because a connection is broken; resumes any
/// other panic.
pub(crate) fn guarded<T>(work: impl FnOnce() -> Result<T, Error>) -> Result<T, Error> {
    catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|panic| match panic.downcast_ref::<&str>() {
        Some(&"MergeQueue poisoned.") => {
            Err(Error::Process("the connection to another process broke".to_owned()))
        }
        _ => resume_unwind(panic),
    })
}
