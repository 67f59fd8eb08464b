//! The mailboxes of workers, on timely dataflow: a loop that carries messages, and a broadcast of notices.
//!
//! Timely's clock counts half stages: a message for stage s leaves at 2s and arrives at 2s + 1. A stage is over when no
//! worker can send for it any more. A worker holds one capability, at the first time for which it still has work; a
//! message that arrives lowers it to the time of the message.
//!
//! Notices belong to no stage: each worker reads them as soon as they arrive.

use crate::model::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::cell::RefCell;
use std::rc::Rc;
use std::time::Duration;
use timely::container::CapacityContainerBuilder;
use timely::dataflow::channels::pact::Exchange;
use timely::dataflow::operators::generic::operator::Operator as _;
use timely::dataflow::operators::vec::input::Handle;
use timely::dataflow::operators::vec::{Broadcast as _, Input as _};
use timely::dataflow::operators::{Capability, ConnectLoop as _, Feedback as _, Inspect as _};
use timely::scheduling::activate::Activator;
use timely::worker::Worker;

/// A stage of the work: a layer, and the round inside it; or a later one, the [`LAST`].
pub(crate) type Stage = u64;

/// Rounds inside a layer that have a stage of their own.
const ROUND_BITS: u32 = 29;

/// The stage after all layers, in which everybody reports.
pub(crate) const LAST: Stage = 1 << (u32::BITS + ROUND_BITS);

/// The stage of a round inside a layer.
pub(crate) fn stage(layer: u32, round: u32) -> Stage {
    Stage::from(layer) << ROUND_BITS | Stage::from(round)
}

/// The layer and the round of a stage that is not the last.
pub(crate) fn layer_and_round(stage: Stage) -> (u32, u32) {
    ((stage >> ROUND_BITS) as u32, (stage & ((1 << ROUND_BITS) - 1)) as u32)
}

/// The stage of a round inside a layer on the way back, from the last layer to the first.
pub(crate) const fn back(layer: u32, round: u32) -> Stage {
    LAST + 1 + (((u32::MAX - layer) as Stage) << ROUND_BITS) + round as Stage
}

/// The layer and the round of a stage on the way back.
pub(crate) fn back_layer_and_round(stage: Stage) -> (u32, u32) {
    let (layer, round) = layer_and_round(stage - LAST - 1);
    (u32::MAX - layer, round)
}

/// A message, with the worker to which it goes and its stage.
pub(crate) type Dispatch = (u64, Stage, Message);

/// A message to a worker.
#[derive(Clone, Serialize, Deserialize)]
pub(crate) enum Message {
    /// Places of the stage, from a worker that has found this number of states.
    Places { sender: u64, states: u64, batch: Bytes },
    /// All workers save before the stage.
    Save(Save),
    /// What a worker has found, at the end.
    Found(Bytes),
    /// A message of only one kind of work.
    Own(u8, Bytes),
}

impl Message {
    /// Returns the bytes of its batch.
    pub(crate) fn bytes(&self) -> usize {
        match self {
            Self::Places { batch, .. } | Self::Found(batch) | Self::Own(_, batch) => batch.0.len(),
            Self::Save(_) => 0,
        }
    }
}

/// A request to save.
#[derive(Clone, Copy, Serialize, Deserialize)]
pub(crate) struct Save {
    /// The name of the snapshot.
    pub(crate) id: u64,
    /// `true` if the work stops then.
    pub(crate) stops: bool,
}

/// The reason why the work ends early, in a message to the workers of other processes.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Abort {
    pub(crate) what: String,
    /// `true` if a limit or a signal stopped it.
    pub(crate) stopped: bool,
}

impl Abort {
    pub(crate) fn error(self) -> Error {
        Error::Elsewhere { what: self.what, stopped: self.stopped }
    }
}

/// A message to all workers that belongs to no stage.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) enum Notice {
    /// The sender has stopped.
    Abort(Abort),
    /// All workers are to stop once they have saved their work.
    Halt(Abort),
}

/// Bytes that are serialized as a whole: serde would serialize a vector byte by byte.
#[derive(Clone, Default)]
pub(crate) struct Bytes(pub(crate) Vec<u8>);

impl Serialize for Bytes {
    fn serialize<S: Serializer>(&self, out: S) -> Result<S::Ok, S::Error> {
        out.serialize_bytes(&self.0)
    }
}

impl<'de> Deserialize<'de> for Bytes {
    /// Timely deserializes from memory, where the bytes can be borrowed.
    fn deserialize<D: Deserializer<'de>>(input: D) -> Result<Self, D::Error> {
        Ok(Self(<&[u8]>::deserialize(input)?.to_vec()))
    }
}

/// The state that the operator of the loop shares with its worker.
#[derive(Default)]
struct Slot {
    floor: Option<Capability<u64>>,
    out: Vec<Dispatch>,
    /// The new time of the floor, if it is to move: `None` when there is nothing left to do.
    wanted: Option<Option<u64>>,
    arrived: Vec<Dispatch>,
    frontier: Option<u64>,
}

impl Slot {
    /// Moves the floor, after the messages before it were sent and before new ones are read.
    fn move_floor(&mut self) {
        match (self.wanted.take(), &mut self.floor) {
            (Some(Some(time)), Some(floor)) => floor.downgrade(&time),
            (Some(None), floor) => *floor = None,
            _ => {}
        }
    }

    /// Lowers the floor to `cap`, so that the worker can answer what has arrived.
    fn lower(&mut self, cap: Option<Capability<u64>>) {
        if let Some(cap) = cap
            && self.floor.as_ref().is_none_or(|floor| cap.time() < floor.time())
        {
            self.floor = Some(cap);
        }
    }
}

/// The mailbox of one worker.
pub(crate) struct Mailbox {
    worker: Worker,
    slot: Rc<RefCell<Slot>>,
    operator: Activator,
    /// The input of notices, until the work is done.
    notices: Option<Handle<u64, Notice>>,
    notified: Rc<RefCell<Vec<Notice>>>,
}

impl Mailbox {
    /// Builds the dataflows; every worker does.
    pub(crate) fn new(mut worker: Worker) -> Self {
        let slot = Rc::new(RefCell::new(Slot { frontier: Some(0), ..Slot::default() }));
        let inner = Rc::clone(&slot);
        let address = worker.dataflow::<u64, _, _>(move |scope| {
            let mut address = None;
            let (handle, cycle) = scope.feedback::<Vec<Dispatch>>(1);
            let by_worker = Exchange::new(|message: &Dispatch| message.0);
            cycle
                .unary_frontier::<CapacityContainerBuilder<Vec<Dispatch>>, _, _, _>(
                    by_worker,
                    "layers",
                    |first, info| {
                        address = Some(info.address);
                        inner.borrow_mut().floor = Some(first);
                        move |(input, frontier), output| {
                            let mut slot = inner.borrow_mut();
                            let slot = &mut *slot;
                            for message in slot.out.drain(..) {
                                let floor = slot.floor.as_ref().expect("a worker that sends has work left");
                                output.session(&floor.delayed(&(2 * message.1))).give(message);
                            }
                            slot.move_floor();
                            let port = output.output_index();
                            input.for_each_stamp(|cap, data| {
                                slot.lower(cap.retain_least(port));
                                data.for_each(|messages| slot.arrived.append(messages));
                            });
                            slot.frontier = frontier.frontier().first().copied();
                        }
                    },
                )
                .connect_loop(handle);
            address.expect("the operator was built")
        });
        let operator = worker.activator_for(address);
        let notified = Rc::new(RefCell::new(Vec::new()));
        let inner = Rc::clone(&notified);
        let notices = worker.dataflow::<u64, _, _>(|scope| {
            let (notices, stream) = scope.new_input();
            stream.broadcast().inspect(move |notice: &Notice| inner.borrow_mut().push(notice.clone()));
            notices
        });
        Self { worker, slot, operator, notices: Some(notices), notified }
    }

    pub(crate) fn index(&self) -> u64 {
        self.worker.index() as u64
    }

    pub(crate) fn workers(&self) -> u64 {
        self.worker.peers() as u64
    }

    /// Runs the dataflows, or sleeps for at most `sleep` if they have nothing to do. Returns the messages that have arrived.
    pub(crate) fn step(&mut self, sleep: Duration) -> Vec<Dispatch> {
        self.worker.step_or_park(Some(sleep));
        let mut slot = self.slot.borrow_mut();
        if slot.frontier.is_none() {
            self.notices = None;
        }
        std::mem::take(&mut slot.arrived)
    }

    /// Returns whether the dataflows are done.
    pub(crate) fn is_over(&self) -> bool {
        !self.worker.has_dataflows()
    }

    /// Sends a message; its stage must not be over here.
    pub(crate) fn send(&self, message: Dispatch) {
        self.slot.borrow_mut().out.push(message);
    }

    /// Sends a notice to all workers, this one included.
    pub(crate) fn notify(&mut self, notice: Notice) {
        if let Some(notices) = &mut self.notices {
            notices.send(notice);
            notices.flush();
        }
    }

    /// Notifies all workers that this one stops, and makes sure that the notice is on its way.
    pub(crate) fn abort(&mut self, abort: Abort) {
        let what = abort.what.clone();
        let is_own = |notice: &Notice| matches!(notice, Notice::Abort(abort) if abort.what == what);
        self.notify(Notice::Abort(abort));
        while self.notices.is_some() && !self.notified.borrow().iter().any(is_own) {
            self.worker.step_or_park(Some(Duration::ZERO));
        }
    }

    /// Returns the notices that have arrived.
    pub(crate) fn notices(&self) -> Vec<Notice> {
        self.notified.take()
    }

    /// Returns whether all that leads to stages before it is done, so that nothing more can be added to it here.
    pub(crate) fn can_leave(&self, stage: Stage) -> bool {
        self.slot.borrow().frontier.is_none_or(|frontier| frontier > 2 * stage)
    }

    /// Returns whether all that goes to this stage has arrived.
    pub(crate) fn has_arrived(&self, stage: Stage) -> bool {
        self.slot.borrow().frontier.is_none_or(|frontier| frontier > 2 * stage + 1)
    }

    /// Sets the next tasks: the stage to send for and the stage to work on. None is left when both are `None`.
    pub(crate) fn next(&self, leaves: Option<Stage>, works: Option<Stage>) {
        let times = [leaves.map(|stage| 2 * stage), works.map(|stage| 2 * stage + 1)];
        self.slot.borrow_mut().wanted = Some(times.into_iter().flatten().min());
        self.operator.activate();
    }
}
