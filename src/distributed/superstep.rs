//! The loop of a worker, and the state that every worker has for it.

use crate::Exchanged;
use crate::batch::owner;
use crate::evaluate::checkpoint::nonsense;
use crate::halt::Halt;
use crate::mailbox::{Bytes, Mailbox, Message, Notice, Save, Stage};
use crate::model::checkpoint::failed;
use crate::model::{Error, Job, Progress};
use crate::snapshots::{Snapshot, Snapshots};
use foldhash::fast::RandomState;
use std::collections::{BTreeMap, HashMap};
use std::hash::Hash;
use std::io;
use std::time::Duration;

/// The time that a worker sleeps while it waits for others, before it looks at its limits.
const NAP: Duration = Duration::from_millis(20);

/// The size in bytes from which on a batch is sent.
const LARGE: usize = 1 << 20;

/// The number of places between two looks at the limits.
pub(crate) const POLL_INTERVAL: usize = 256;

/// The places of a stage, each with what leads there.
pub(crate) type Gathered<P, V> = HashMap<P, Vec<V>, RandomState>;

/// The arrivals for a stage: places of the worker itself, and messages.
type Arrived<P, V> = (Gathered<P, V>, Vec<Message>);

/// The state that every worker has, whatever it computes.
pub(crate) struct WorkerState<'a, P, V> {
    job: &'a Job<'a>,
    pub(crate) snapshots: &'a Snapshots<'a>,
    pub(crate) mailbox: Mailbox,
    halt: Halt,
    pub(crate) outbox: BTreeMap<Stage, Gathered<P, V>>,
    inbox: BTreeMap<Stage, Arrived<P, V>>,
    /// The numbers of states that the other workers have found.
    elsewhere: HashMap<u64, u64>,
    pub(crate) exchanged: Exchanged,
    pub(crate) layer: u32,
}

/// The batches of a stage, by the workers to which they go. Each begins with the same bytes.
pub(crate) struct Batches<W> {
    at: Stage,
    head: Vec<u8>,
    filled: BTreeMap<u64, Vec<u8>>,
    /// Makes the message of a batch.
    wrap: W,
}

impl<W: Fn(Bytes) -> Message> Batches<W> {
    pub(crate) fn new(at: Stage, head: Vec<u8>, wrap: W) -> Self {
        Self { at, head, filled: BTreeMap::new(), wrap }
    }
}

impl<'a, P: Eq + Hash, V> WorkerState<'a, P, V> {
    pub(crate) fn new(job: &'a Job<'a>, snapshots: &'a Snapshots<'a>, mailbox: Mailbox) -> Self {
        Self {
            job,
            snapshots,
            mailbox,
            halt: Halt::default(),
            outbox: BTreeMap::new(),
            inbox: BTreeMap::new(),
            elsewhere: HashMap::new(),
            exchanged: Exchanged::default(),
            layer: 0,
        }
    }

    /// Begins batches of places, from a worker that has found this number of states.
    pub(crate) fn batches(
        &self,
        at: Stage,
        head: Vec<u8>,
        states: u64,
    ) -> Batches<impl Fn(Bytes) -> Message + use<P, V>> {
        let sender = self.mailbox.index();
        Batches::new(at, head, move |batch| Message::Places { sender, states, batch })
    }

    /// Returns the worker that owns a packed place; `None` for this one.
    pub(crate) fn owner(&self, packed: &[u8]) -> Option<u64> {
        Some(owner(packed, self.mailbox.workers())).filter(|&owner| owner != self.mailbox.index())
    }

    /// Keeps a place that this worker owns for a stage. Returns the owner of any other, with what leads there.
    pub(crate) fn keep(
        &mut self,
        at: Stage,
        packed: &[u8],
        place: P,
        leads: Vec<V>,
    ) -> Option<(u64, Vec<V>)> {
        if let Some(owner) = self.owner(packed) {
            return Some((owner, leads));
        }
        self.inbox.entry(at).or_default().0.entry(place).or_default().extend(leads);
        None
    }

    /// Writes into the batch for a worker, and sends it when it is large. Returns the number of bytes that were written.
    pub(crate) fn add<W: Fn(Bytes) -> Message>(
        &self,
        batches: &mut Batches<W>,
        to: u64,
        write: impl FnOnce(&mut Vec<u8>),
    ) -> usize {
        let batch = batches.filled.entry(to).or_insert_with(|| batches.head.clone());
        let before = batch.len();
        write(batch);
        let written = batch.len() - before;
        if batch.len() >= LARGE {
            let full = std::mem::replace(batch, batches.head.clone());
            self.mailbox.send((to, batches.at, (batches.wrap)(Bytes(full))));
        }
        written
    }

    /// Sends the rest of some batches.
    pub(crate) fn send<W: Fn(Bytes) -> Message>(&self, batches: Batches<W>) {
        let Batches { at, filled, wrap, .. } = batches;
        filled.into_iter().for_each(|(to, batch)| self.mailbox.send((to, at, wrap(Bytes(batch)))));
    }

    /// Sends a message to all workers, at a stage.
    pub(crate) fn send_all(&mut self, at: Stage, message: &Message) {
        for worker in 0..self.mailbox.workers() {
            if worker == self.mailbox.index() {
                self.inbox.entry(at).or_default().1.push(message.clone());
            } else {
                self.mailbox.send((worker, at, message.clone()));
            }
        }
    }

    /// Counts states that go to another process.
    pub(crate) fn count(&mut self, worker: u64, states: u64, bytes: usize) {
        let threads = self.snapshots.cluster.threads() as u64;
        if worker / threads != self.mailbox.index() / threads {
            self.exchanged.states += states;
            self.exchanged.bytes += bytes as u64;
        }
    }
}

/// The places that are due in a stage of a worker.
type Due<'a, S> = Gathered<<S as Superstep<'a>>::Place, <S as Superstep<'a>>::Lead>;

/// Work in supersteps: a worker sends what has gathered for a stage, and works on what has arrived for one.
pub(crate) trait Superstep<'a>: Sized {
    /// A state, or a state with the seat to move.
    type Place: Eq + Hash;
    /// The part of a step that is kept where it leads to a place.
    type Lead;
    type Answer;

    /// The approximate number of bytes of a place that waits.
    const EACH: usize;

    fn base(&mut self) -> &mut WorkerState<'a, Self::Place, Self::Lead>;

    /// Begins at the start of the game, on the first worker of all, if there is no snapshot to resume from.
    fn start(&mut self) -> Result<(), Error>;

    /// Takes up a snapshot.
    fn resume(&mut self, snapshot: Snapshot) -> io::Result<()>;

    /// Returns the next stage to send for.
    fn leaves(&self) -> Option<Stage>;

    /// Sends what has gathered for a stage: nothing more leads to it.
    fn send(&mut self, stage: Stage) -> Result<(), Error>;

    /// Reads a batch of places that a worker has sent.
    fn take(&mut self, sender: u64, batch: &[u8], met: &mut Due<'a, Self>) -> io::Result<()>;

    /// Reads a message that only this kind of work sends.
    fn take_own(&mut self, _kind: u8, _stage: Stage, _batch: &[u8]) -> io::Result<()> {
        Err(nonsense())
    }

    /// Returns a snapshot before a stage for which these places have arrived.
    fn snapshot(&mut self, stage: Stage, met: &mut Due<'a, Self>) -> io::Result<Snapshot>;

    /// Works on the places of a stage: all have arrived.
    fn meet(&mut self, stage: Stage, met: Due<'a, Self>) -> Result<(), Error>;

    /// Returns the number of states that were found here, and the bytes in use beside places that wait.
    fn known(&self) -> (u64, u64);

    /// Returns `true` if there is something worth saving.
    fn is_worth_saving(&self) -> bool {
        true
    }

    /// Appends what this worker has found.
    fn put_found(&mut self, bytes: &mut Vec<u8>) -> io::Result<()>;

    /// Adds what another worker has found.
    fn add_found(&mut self, bytes: &[u8]) -> io::Result<()>;

    /// Returns the answer, once the findings of all workers are here.
    fn answer(self) -> Result<Self::Answer, Error>;

    fn progress(&mut self) -> Progress {
        let (known, held) = self.known();
        let base = self.base();
        let arrived = base.inbox.values();
        let places: usize =
            base.outbox.values().chain(arrived.clone().map(|(own, _)| own)).map(HashMap::len).sum();
        let batches: usize = arrived.flat_map(|(_, messages)| messages).map(Message::bytes).sum();
        // Every worker looks at the limit for itself, and they share the memory.
        let bytes = (held + (places * Self::EACH + batches) as u64) * base.snapshots.cluster.threads() as u64;
        Progress { layer: base.layer, states: known + base.elsewhere.values().sum::<u64>(), bytes }
    }

    /// Checks the limits. A stop that can be saved before is only noted.
    fn tick(&mut self) -> Result<(), Error> {
        let (progress, can_save) = (self.progress(), self.is_worth_saving());
        let base = self.base();
        match base.job.tick(progress) {
            Err(why @ Error::Stopped(_)) if can_save && base.snapshots.keeps() => {
                if base.halt.wish(why.clone()) {
                    base.mailbox.notify(Notice::Halt(base.snapshots.cluster.abort(&why)));
                }
                Ok(())
            }
            limits => limits,
        }
    }

    /// Asks all workers to save before stage `next`, if it is time at stage `at`.
    fn ask(&mut self, at: Stage, next: Stage) {
        let held = self.progress().bytes;
        let base = self.base();
        if let Some(save) = base.halt.ask(at, next, held, base.snapshots, base.job) {
            base.send_all(next, &Message::Save(save));
        }
    }

    /// Sends the first worker of all what this one has found, at the last stage.
    fn report(&mut self, last: Stage) -> Result<(), Error> {
        if self.base().mailbox.index() > 0 {
            let mut found = Vec::new();
            self.put_found(&mut found).map_err(|error| failed(&error))?;
            self.base().mailbox.send((0, last, Message::Found(Bytes(found))));
        }
        Ok(())
    }
}

/// The next task of a worker.
enum Task {
    Send(Stage),
    Meet(Stage),
}

/// Works until all workers are done. Returns the answer on the first worker of all.
pub(crate) fn work<'a, S: Superstep<'a>>(mut worker: S) -> Result<Option<(S::Answer, Exchanged)>, Error> {
    if let Err(error) = begin(&mut worker).and_then(|()| drive(&mut worker)) {
        // A worker that is dropped closes its connections as if all were well, so it reports the error before.
        if !matches!(error, Error::Elsewhere { .. }) {
            let base = worker.base();
            base.mailbox.abort(base.snapshots.cluster.abort(&error));
        }
        return Err(error);
    }
    let (states, _) = worker.known();
    let &mut WorkerState { ref mailbox, job, exchanged, layer, .. } = worker.base();
    if mailbox.index() > 0 {
        return Ok(None);
    }
    if states > job.most_states {
        return Err(Error::TooManyStates { limit: job.most_states, layer });
    }
    Ok(Some((worker.answer()?, exchanged)))
}

/// Takes up the snapshots, or begins at the start.
fn begin<'a, S: Superstep<'a>>(worker: &mut S) -> Result<(), Error> {
    while let Some(snapshot) = worker.base().snapshots.found() {
        worker.resume(snapshot).map_err(|error| failed(&error))?;
    }
    if worker.base().mailbox.index() == 0 { worker.start() } else { Ok(()) }
}

fn drive<'a, S: Superstep<'a>>(worker: &mut S) -> Result<(), Error> {
    plan_on(worker);
    while !worker.base().mailbox.is_over() {
        let nap = if task(worker).is_some() { Duration::ZERO } else { NAP };
        let base = worker.base();
        for (_, stage, message) in base.mailbox.step(nap) {
            base.inbox.entry(stage).or_default().1.push(message);
        }
        for notice in base.mailbox.notices() {
            match notice {
                Notice::Abort(abort) => return Err(base.halt.own(abort.error())),
                Notice::Halt(abort) => {
                    base.halt.wish(abort.error());
                }
            }
        }
        worker.tick()?;
        match task(worker) {
            Some(Task::Meet(stage)) => meet(worker, stage)?,
            Some(Task::Send(_)) if worker.base().halt.over.is_some() => {
                return Err(worker.base().halt.error());
            }
            Some(Task::Send(stage)) => worker.send(stage)?,
            None => continue,
        }
        plan_on(worker);
    }
    Ok(())
}

/// Returns the next stage to send for, and the next to work on.
fn due<'a, S: Superstep<'a>>(worker: &mut S) -> (Option<Stage>, Option<Stage>) {
    let leaves = worker.leaves();
    let base = worker.base();
    match base.halt.over {
        Some(over) => (Some(over), None),
        None => (leaves, base.inbox.keys().next().copied()),
    }
}

/// Returns the task that can be done now.
fn task<'a, S: Superstep<'a>>(worker: &mut S) -> Option<Task> {
    let due = due(worker);
    let mailbox = &worker.base().mailbox;
    match due {
        (leaves, Some(works)) if leaves.is_none_or(|leaves| works < leaves) => {
            mailbox.has_arrived(works).then_some(Task::Meet(works))
        }
        (Some(leaves), _) => mailbox.can_leave(leaves).then_some(Task::Send(leaves)),
        (None, _) => None,
    }
}

fn plan_on<'a, S: Superstep<'a>>(worker: &mut S) {
    let (leaves, works) = due(worker);
    worker.base().mailbox.next(leaves, works);
}

/// Reads the messages of a stage, saves if a worker asks for that, and works on the places.
fn meet<'a, S: Superstep<'a>>(worker: &mut S, at: Stage) -> Result<(), Error> {
    let Some((mut met, messages)) = worker.base().inbox.remove(&at) else { return Ok(()) };
    let mut asked = Vec::new();
    for message in messages {
        match message {
            Message::Save(save) => asked.push(save),
            message => read(worker, at, message, &mut met).map_err(|error| failed(&error))?,
        }
    }
    // Requests for the same stage are one request, with the least of their names.
    let both = |one: Save, other: Save| Save { id: one.id.min(other.id), stops: one.stops || other.stops };
    if let Some(save) = asked.into_iter().reduce(both) {
        let snapshot = worker.snapshot(at, &mut met).map_err(|error| failed(&error))?;
        let base = worker.base();
        base.snapshots.save(save, at, snapshot)?;
        if save.stops {
            base.halt.over = Some(at + 1);
            return Ok(());
        }
    }
    worker.meet(at, met)
}

fn read<'a, S: Superstep<'a>>(
    worker: &mut S,
    at: Stage,
    message: Message,
    met: &mut Due<'a, S>,
) -> io::Result<()> {
    match message {
        Message::Places { sender, states, batch } => {
            worker.base().elsewhere.insert(sender, states);
            worker.take(sender, &batch.0, met)
        }
        Message::Found(found) => {
            worker.add_found(&found.0)?;
            // The findings include the states of all other workers.
            worker.base().elsewhere.clear();
            Ok(())
        }
        Message::Own(kind, batch) => worker.take_own(kind, at, &batch.0),
        Message::Save(_) => Ok(()),
    }
}
