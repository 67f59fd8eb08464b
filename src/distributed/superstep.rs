//! The loop of a worker, and what every worker has for it.

use crate::Exchanged;
use crate::batch::owner;
use crate::evaluate::checkpoint::{nonsense, some};
use crate::halt::{Halt, Save};
use crate::mailbox::{Bytes, Mailbox, Notice, Stage};
use crate::model::checkpoint::failed;
use crate::model::{Error, Progress, Run};
use crate::snapshots::{Snapshot, Snapshots};
use foldhash::fast::RandomState;
use std::collections::{BTreeMap, HashMap};
use std::hash::Hash;
use std::io;
use std::time::Duration;

/// The time that a worker sleeps while it waits for others, before it looks at its limits.
const NAP: Duration = Duration::from_millis(20);

/// Bytes from which on a block goes out.
const LARGE: usize = 1 << 20;

/// Places that are worked on between two looks at the limits.
pub(crate) const POLL_INTERVAL: usize = 256;

/// The contents of a block: places of its stage, with its sender and the states that he has met so far.
const PLACES: u8 = 0;
/// Everybody saves before this stage.
const SAVE: u8 = 1;
/// The mark of what a worker has found, at the end.
const FOUND: u8 = 2;
/// From here on what only one kind of work sends.
pub(crate) const OWN: u8 = 3;

/// Places that gather for a stage, each with what leads there.
pub(crate) type Gathered<P, V> = HashMap<P, Vec<V>, RandomState>;

/// The arrivals for a stage: those of the worker itself, and blocks of others.
type Arrived<P, V> = (Gathered<P, V>, Vec<Vec<u8>>);

/// The things that every worker has, whatever it works out.
pub(crate) struct WorkerState<'a, P, V> {
    run: &'a Run<'a>,
    pub(crate) snapshots: &'a Snapshots<'a>,
    pub(crate) mailbox: Mailbox,
    halt: Halt,
    pub(crate) outbox: BTreeMap<Stage, Gathered<P, V>>,
    inbox: BTreeMap<Stage, Arrived<P, V>>,
    /// States that other workers said they have met.
    elsewhere: HashMap<u64, u64>,
    pub(crate) exchanged: Exchanged,
    pub(crate) layer: u32,
}

/// Blocks that are filled for a stage, by the worker to whom they go; each begins with the same head.
pub(crate) struct Blocks {
    at: Stage,
    head: Vec<u8>,
    filled: BTreeMap<u64, Vec<u8>>,
}

impl Blocks {
    pub(crate) fn new(at: Stage, head: Vec<u8>) -> Self {
        Self { at, head, filled: BTreeMap::new() }
    }
}

impl<'a, P: Eq + Hash, V> WorkerState<'a, P, V> {
    pub(crate) fn new(run: &'a Run<'a>, snapshots: &'a Snapshots<'a>, mailbox: Mailbox) -> Self {
        Self {
            run,
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

    /// The head of blocks of places from a worker that has met so many states.
    pub(crate) fn head(&self, states: u64) -> Vec<u8> {
        [vec![PLACES], self.mailbox.index().to_le_bytes().to_vec(), states.to_le_bytes().to_vec()].concat()
    }

    /// The other worker to whom a packed place belongs; `None` if it belongs to this one.
    pub(crate) fn owner(&self, packed: &[u8]) -> Option<u64> {
        Some(owner(packed, self.mailbox.workers())).filter(|&owner| owner != self.mailbox.index())
    }

    /// Keeps a place for a stage that belongs to this worker; returns to whom any other belongs, with what leads there.
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

    /// Writes into the block for a worker, which goes out when it is large. Returns the bytes that were written.
    pub(crate) fn add(&self, blocks: &mut Blocks, to: u64, write: impl FnOnce(&mut Vec<u8>)) -> usize {
        let block = blocks.filled.entry(to).or_insert_with(|| blocks.head.clone());
        let before = block.len();
        write(block);
        let written = block.len() - before;
        if block.len() >= LARGE {
            self.mailbox.send((to, blocks.at, Bytes(std::mem::replace(block, blocks.head.clone()))));
        }
        written
    }

    /// Sends what is left of some blocks.
    pub(crate) fn send(&self, blocks: Blocks) {
        blocks.filled.into_iter().for_each(|(to, block)| self.mailbox.send((to, blocks.at, Bytes(block))));
    }

    /// Sends the same to everybody, at a stage.
    pub(crate) fn tell_all(&mut self, at: Stage, block: &[u8]) {
        for worker in 0..self.mailbox.workers() {
            if worker == self.mailbox.index() {
                self.inbox.entry(at).or_default().1.push(block.to_vec());
            } else {
                self.mailbox.send((worker, at, Bytes(block.to_vec())));
            }
        }
    }

    /// Counts what goes to another process.
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

/// A worker whose work comes in stages: it sends what has gathered for one, and works on what has arrived for one.
pub(crate) trait Superstep<'a>: Sized {
    /// A state, or one with who is to move.
    type Place: Eq + Hash;
    /// The part of a step that is kept where it leads to a place.
    type Lead;
    type Answer;

    /// About the bytes of a place that waits.
    const EACH: usize;

    fn base(&mut self) -> &mut WorkerState<'a, Self::Place, Self::Lead>;

    /// Begins anew, on the first worker of all, if there is nothing to go on from.
    fn start(&mut self) -> Result<(), Error>;

    /// Takes up a snapshot that was saved.
    fn resume(&mut self, snapshot: Snapshot) -> io::Result<()>;

    /// Returns the next stage to send for.
    fn leaves(&self) -> Option<Stage>;

    /// Sends what has gathered for a stage: nothing more will lead to it.
    fn send(&mut self, stage: Stage) -> Result<(), Error>;

    /// Reads places that a worker has sent.
    fn take(&mut self, sender: u64, bytes: &[u8], met: &mut Due<'a, Self>) -> io::Result<()>;

    /// Reads a block that only such work sends.
    fn take_own(&mut self, _kind: u8, _stage: Stage, _bytes: &[u8]) -> io::Result<()> {
        Err(nonsense())
    }

    /// Returns what is to be saved before a stage for which these places have come.
    fn snapshot(&mut self, stage: Stage, met: &mut Due<'a, Self>) -> io::Result<Snapshot>;

    /// Works on the places that have come for a stage: all have.
    fn meet(&mut self, stage: Stage, met: Due<'a, Self>) -> Result<(), Error>;

    /// Returns the states that were met here, and the bytes of what is known beside places that wait.
    fn known(&self) -> (u64, u64);

    /// Returns `true` if there is something worth saving.
    fn is_worth_saving(&self) -> bool {
        true
    }

    /// Appends what was found.
    fn put_found(&mut self, bytes: &mut Vec<u8>) -> io::Result<()>;

    /// Adds what another worker has found.
    fn add_found(&mut self, bytes: &[u8]) -> io::Result<()>;

    /// Returns the answer, once all that was found is here.
    fn answer(self) -> Result<Self::Answer, Error>;

    fn progress(&mut self) -> Progress {
        let (known, held) = self.known();
        let base = self.base();
        let arrived = base.inbox.values();
        let places: usize =
            base.outbox.values().chain(arrived.clone().map(|(own, _)| own)).map(HashMap::len).sum();
        let blocks: usize = arrived.flat_map(|(_, blocks)| blocks).map(Vec::len).sum();
        // Every worker looks at the limit for itself, and they share the memory.
        let bytes = (held + (places * Self::EACH + blocks) as u64) * base.snapshots.cluster.threads() as u64;
        Progress { layer: base.layer, states: known + base.elsewhere.values().sum::<u64>(), bytes }
    }

    /// Looks at the limits.
    fn tick(&mut self) -> Result<(), Error> {
        let (progress, can_save) = (self.progress(), self.is_worth_saving());
        let base = self.base();
        match base.run.step(progress) {
            Err(why @ Error::Stopped(_)) if can_save && base.snapshots.keeps() => {
                if base.halt.wish(why.clone()) {
                    base.mailbox.notify(Notice::Halt(base.snapshots.cluster.abort(&why)));
                }
                Ok(())
            }
            limits => limits,
        }
    }

    /// Asks everybody to save before stage `next`, if it is time at stage `at`.
    fn ask(&mut self, at: Stage, next: Stage) {
        let held = self.progress().bytes;
        let base = self.base();
        if let Some(Save { id, stops }) = base.halt.ask(at, next, held, base.snapshots, base.run) {
            let words = [id, stops.into()].map(u64::to_le_bytes).concat();
            base.tell_all(next, &[vec![SAVE], words].concat());
        }
    }

    /// Tells the first worker of all what was found, at the last stage.
    fn report(&mut self, last: Stage) -> Result<(), Error> {
        if self.base().mailbox.index() > 0 {
            let mut block = vec![FOUND];
            self.put_found(&mut block).map_err(|error| failed(&error))?;
            self.base().mailbox.send((0, last, Bytes(block)));
        }
        Ok(())
    }
}

/// The next thing that a worker does.
enum Task {
    Send(Stage),
    Meet(Stage),
}

/// Works until all is done everywhere. Returns the answer on the first worker of all.
pub(crate) fn work<'a, S: Superstep<'a>>(mut worker: S) -> Result<Option<(S::Answer, Exchanged)>, Error> {
    if let Err(error) = begin(&mut worker).and_then(|()| drive(&mut worker)) {
        // A worker that is dropped closes its connections as if all were well, so the others hear of the error before.
        if !matches!(error, Error::Elsewhere { .. }) {
            let base = worker.base();
            base.mailbox.abort(base.snapshots.cluster.abort(&error));
        }
        return Err(error);
    }
    let (states, _) = worker.known();
    let &mut WorkerState { ref mailbox, run, exchanged, layer, .. } = worker.base();
    if mailbox.index() > 0 {
        return Ok(None);
    }
    if states > run.most_states {
        return Err(Error::TooManyStates { limit: run.most_states, layer });
    }
    Ok(Some((worker.answer()?, exchanged)))
}

/// Takes up what was saved, or begins at the start.
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
        for (_, stage, bytes) in base.mailbox.step(nap) {
            base.inbox.entry(stage).or_default().1.push(bytes.0);
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

/// The next stage to send for, and the next to work on.
fn due<'a, S: Superstep<'a>>(worker: &mut S) -> (Option<Stage>, Option<Stage>) {
    let leaves = worker.leaves();
    let base = worker.base();
    match base.halt.over {
        Some(over) => (Some(over), None),
        None => (leaves, base.inbox.keys().next().copied()),
    }
}

/// Returns what can be done now.
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

/// Takes in all that has come for a stage, saves if somebody asks for that, and does the work.
fn meet<'a, S: Superstep<'a>>(worker: &mut S, at: Stage) -> Result<(), Error> {
    let Some((mut met, blocks)) = worker.base().inbox.remove(&at) else { return Ok(()) };
    let mut asked = Vec::new();
    for block in blocks {
        asked.extend(read(worker, at, &block, &mut met).map_err(|error| failed(&error))?);
    }
    // Those who ask at once mean the same, and take the least of their names for it.
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

/// Reads a block; what is to be saved, if it asks for that.
fn read<'a, S: Superstep<'a>>(
    worker: &mut S,
    at: Stage,
    block: &[u8],
    met: &mut Due<'a, S>,
) -> io::Result<Option<Save>> {
    let (kind, mut rest) = block.split_first().ok_or_else(nonsense)?;
    match *kind {
        PLACES => {
            let [sender, states] = some(&mut rest)?;
            worker.base().elsewhere.insert(sender, states);
            worker.take(sender, rest, met)?;
        }
        SAVE => {
            let [id, stops] = some(&mut rest)?;
            return Ok(Some(Save { id, stops: stops != 0 }));
        }
        FOUND => {
            worker.add_found(rest)?;
            // All that others have met is in what was found.
            worker.base().elsewhere.clear();
        }
        own => worker.take_own(own, at, rest)?,
    }
    Ok(None)
}
