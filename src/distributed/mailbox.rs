//! Mail between workers, on timely dataflow: one loop in which blocks of bytes go out for a stage and arrive.
//!
//! Timely's clock counts half stages: a block for stage s leaves at 2s, arrives at 2s + 1, and a stage is over when
//! nobody can send for it any more. A worker holds one capability, at the first time for which it still has anything
//! to do; what arrives takes it back to its own time.

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::cell::RefCell;
use std::rc::Rc;
use std::time::{Duration, Instant};
use timely::WorkerConfig;
use timely::communication::Allocator;
use timely::container::CapacityContainerBuilder;
use timely::dataflow::channels::pact::Exchange;
use timely::dataflow::operators::generic::operator::Operator as _;
use timely::dataflow::operators::{Capability, ConnectLoop as _, Feedback as _};
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

/// A block that is dispatched: the worker it goes to, its stage, and what it says.
pub(crate) type Dispatch = (u64, Stage, Bytes);

/// Bytes that are sent as a whole: a vector would be packed and unpacked byte by byte.
#[derive(Clone, Default)]
pub(crate) struct Bytes(pub(crate) Vec<u8>);

impl Serialize for Bytes {
    fn serialize<S: Serializer>(&self, out: S) -> Result<S::Ok, S::Error> {
        out.serialize_bytes(&self.0)
    }
}

impl<'de> Deserialize<'de> for Bytes {
    /// Timely reads from memory, where the bytes can be borrowed.
    fn deserialize<D: Deserializer<'de>>(input: D) -> Result<Self, D::Error> {
        Ok(Self(<&[u8]>::deserialize(input)?.to_vec()))
    }
}

/// The snapshots over which the dataflow and its worker hand things to each other.
#[derive(Default)]
struct Slot {
    floor: Option<Capability<u64>>,
    out: Vec<Dispatch>,
    /// The place of the floor from now on, if it is to move: nowhere, when there is nothing left to do.
    wanted: Option<Option<u64>>,
    arrived: Vec<Dispatch>,
    frontier: Option<u64>,
}

impl Slot {
    /// Sends nothing before what is on its way out, and arrives nowhere before it is read.
    fn move_floor(&mut self) {
        match (self.wanted.take(), &mut self.floor) {
            (Some(Some(time)), Some(floor)) => floor.downgrade(&time),
            (Some(None), floor) => *floor = None,
            _ => {}
        }
    }

    /// Lowers the floor to `cap`: what has arrived can be answered.
    fn lower(&mut self, cap: Option<Capability<u64>>) {
        if let Some(cap) = cap
            && self.floor.as_ref().is_none_or(|floor| cap.time() < floor.time())
        {
            self.floor = Some(cap);
        }
    }
}

/// One worker's end of the mailbox.
pub(crate) struct Mailbox {
    worker: Worker,
    slot: Rc<RefCell<Slot>>,
    operator: Activator,
}

impl Mailbox {
    /// Builds the loop; every worker does.
    pub(crate) fn new(allocator: Allocator) -> Self {
        // Without a clock timely's workers never sleep.
        let mut worker = Worker::new(WorkerConfig::default(), allocator, Some(Instant::now()));
        let slot = Rc::new(RefCell::new(Slot { frontier: Some(0), ..Slot::default() }));
        let inner = Rc::clone(&slot);
        let address = worker.dataflow::<u64, _, _>(move |scope| {
            let mut address = None;
            let (handle, cycle) = scope.feedback::<Vec<Dispatch>>(1);
            let by_worker = Exchange::new(|block: &Dispatch| block.0);
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
                            for block in slot.out.drain(..) {
                                let floor = slot.floor.as_ref().expect("who sends has something to do");
                                output.session(&floor.delayed(&(2 * block.1))).give(block);
                            }
                            slot.move_floor();
                            let port = output.output_index();
                            input.for_each_stamp(|cap, data| {
                                slot.lower(cap.retain_least(port));
                                data.for_each(|blocks| slot.arrived.append(blocks));
                            });
                            slot.frontier = frontier.frontier().first().copied();
                        }
                    },
                )
                .connect_loop(handle);
            address.expect("the operator was built")
        });
        let operator = worker.activator_for(address);
        Self { worker, slot, operator }
    }

    pub(crate) fn index(&self) -> u64 {
        self.worker.index() as u64
    }

    pub(crate) fn workers(&self) -> u64 {
        self.worker.peers() as u64
    }

    /// Lets the dataflow work, and sleeps as long as that if there is nothing to do; what has arrived.
    pub(crate) fn step(&mut self, sleep: Duration) -> Vec<Dispatch> {
        self.worker.step_or_park(Some(sleep));
        std::mem::take(&mut self.slot.borrow_mut().arrived)
    }

    /// Returns whether the dataflow is done.
    pub(crate) fn is_over(&self) -> bool {
        !self.worker.has_dataflows()
    }

    /// Sends a block; its stage must not be over here.
    pub(crate) fn send(&self, block: Dispatch) {
        self.slot.borrow_mut().out.push(block);
    }

    /// Returns whether all that leads to stages before it is done, so that nothing more can be added to it here.
    pub(crate) fn can_leave(&self, stage: Stage) -> bool {
        self.slot.borrow().frontier.is_none_or(|frontier| frontier > 2 * stage)
    }

    /// Returns whether all that goes to this stage has arrived.
    pub(crate) fn has_arrived(&self, stage: Stage) -> bool {
        self.slot.borrow().frontier.is_none_or(|frontier| frontier > 2 * stage + 1)
    }

    /// Says what is to be done next: to send for a stage, to work on what has arrived for one, or nothing any more.
    pub(crate) fn next(&self, leaves: Option<Stage>, works: Option<Stage>) {
        let times = [leaves.map(|stage| 2 * stage), works.map(|stage| 2 * stage + 1)];
        self.slot.borrow_mut().wanted = Some(times.into_iter().flatten().min());
        self.operator.activate();
    }
}
