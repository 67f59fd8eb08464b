//! The backward evaluator past one machine: optimal values of games without cycles.
//!
//! First all states are discovered, layer by layer, each by its owner, which remembers the workers that lead to it. Then
//! values go back from the last layer to the first: the owner solves a state and sends its value to those workers. Steps
//! that stay in a layer take a round of it each.

mod back;
mod found;
mod value;

use crate::batch::{put_state, take_state};
use crate::evaluate::checkpoint::nonsense;
use crate::game::{Choices, Travel};
use crate::mailbox::{LAST, Mailbox, Message, Stage, back, layer_and_round, stage};
use crate::model::{Error, Job, expand};
use crate::snapshots::{Snapshot, Snapshots};
use crate::solver::found::Findings;
use crate::solver::value::Value;
use crate::superstep::{Batches, Gathered, POLL_INTERVAL, Superstep, WorkerState};
use crate::{Optimum, Question};
use foldhash::fast::RandomState;
use std::collections::{BTreeMap, HashMap};
use std::io;

/// The kinds of messages: values of states of the sender.
const VALUES: u8 = 0;
/// Values of a snapshot, for the owners of the states.
const SAVED: u8 = 1;
/// The sender has solved a state in a layer in which some wait for others.
const SOLVED: u8 = 2;

/// The stage in which all workers report.
const REPORT: Stage = back(0, 0) + LAST;

type Map<K, V> = HashMap<K, V, RandomState>;

/// The states of a worker in a layer, each with the other workers that lead to it.
struct Layer<G: Travel> {
    states: Gathered<G::State, u64>,
    /// `true` if some are reached from inside the layer.
    inside: bool,
}

/// A worker.
pub(crate) struct Solver<'a, G: Travel> {
    game: &'a G,
    base: WorkerState<'a, G::State, u64>,
    question: &'a Question<'a, G>,
    layers: BTreeMap<u32, Layer<G>>,
    /// The next stage on the way back; none before all is discovered, and the one after the report when all is done.
    back: Option<Stage>,
    /// `true` if all is discovered.
    returns: bool,
    /// The last stage in which a worker has solved a state for which others of its layer wait.
    last_solved: Stage,
    solved: Map<G::State, Value>,
    /// Values of states of other owners.
    told: Map<G::State, Value>,
    /// Values from before an interruption.
    saved: Map<G::State, Value>,
    found: Findings,
    /// Bytes of values.
    live: u64,
}

impl<'a, G: Travel> Solver<'a, G> {
    pub(crate) fn new(
        game: &'a G,
        question: &'a Question<'a, G>,
        job: &'a Job<'a>,
        snapshots: &'a Snapshots<'a>,
        mailbox: Mailbox,
    ) -> Self {
        Self {
            game,
            base: WorkerState::new(job, snapshots, mailbox),
            question,
            layers: BTreeMap::new(),
            back: None,
            returns: false,
            last_solved: 0,
            solved: Map::default(),
            told: Map::default(),
            saved: Map::default(),
            found: Findings::default(),
            live: 0,
        }
    }

    /// Packs a state.
    fn packed(&self, state: &G::State) -> Vec<u8> {
        let mut packed = Vec::new();
        self.game.pack(state, &mut packed);
        packed
    }

    fn keep_saved(&mut self, state: G::State, value: Value) {
        self.live += value.bytes();
        self.saved.insert(state, value);
    }

    /// Reads a state.
    fn read_state(&self, bytes: &mut &[u8]) -> io::Result<G::State> {
        self.game.unpack(take_state(bytes)?).ok_or_else(nonsense)
    }

    /// Reads a state with its value.
    fn read(&self, bytes: &mut &[u8]) -> io::Result<(G::State, Value)> {
        Ok((self.read_state(bytes)?, Value::read(bytes)?))
    }

    /// Sends states of other owners to them, so that they know that this worker leads there.
    fn send_states(&mut self, at: Stage) {
        let mut batches = self.base.batches(at, Vec::new(), self.found.states);
        for (state, leads) in self.base.outbox.remove(&at).unwrap_or_default() {
            let packed = self.packed(&state);
            if let Some((owner, _)) = self.base.keep(at, &packed, state, leads) {
                self.base.add(&mut batches, owner, |batch| put_state(batch, &packed));
                self.base.count(owner, 1, packed.len());
            }
        }
        self.base.send(batches);
    }

    /// Expands the new states among those that have arrived for a stage.
    fn discover(&mut self, at: Stage, met: Gathered<G::State, u64>) -> Result<(), Error> {
        let (layer, round) = layer_and_round(at);
        self.base.layer = layer;
        let here =
            self.layers.entry(layer).or_insert_with(|| Layer { states: Map::default(), inside: false });
        here.inside |= round > 0;
        let mut fresh = Vec::new();
        for (state, senders) in met {
            let askers = here.states.entry(state.clone()).or_insert_with(|| {
                fresh.push(state);
                Vec::new()
            });
            for sender in senders {
                if !askers.contains(&sender) {
                    askers.push(sender);
                }
            }
        }
        let game = self.game;
        let mut choices = Choices::default();
        for (done, state) in fresh.into_iter().enumerate() {
            if done % POLL_INTERVAL == 0 {
                self.tick()?;
            }
            expand(game, &state, &mut choices)?;
            self.found.states += 1;
            self.found.transitions += choices.events().len() as u64;
            for event in choices.events() {
                let next = game.layer(&event.next);
                let next = if next == layer { stage(layer, round + 1) } else { stage(next, 0) };
                let gathered = self.base.outbox.entry(next).or_default();
                if !gathered.contains_key(&event.next) {
                    gathered.insert(event.next.clone(), Vec::new());
                }
            }
        }
        Ok(())
    }
}

/// Appends a packed state with its value.
fn put_value(bytes: &mut Vec<u8>, packed: &[u8], value: &Value) {
    put_state(bytes, packed);
    value.write(bytes);
}

impl<'a, G: Travel> Superstep<'a> for Solver<'a, G> {
    type Place = G::State;
    /// Another worker that leads there.
    type Lead = u64;
    type Answer = Optimum;

    const EACH: usize = 2 * size_of::<G::State>() + size_of::<Value>() + 64;

    fn base(&mut self) -> &mut WorkerState<'a, G::State, u64> {
        &mut self.base
    }

    fn start(&mut self) -> Result<(), Error> {
        let start = self.game.canonical(self.game.start());
        let first = stage(self.game.layer(&start), 0);
        self.base.outbox.entry(first).or_default().insert(start, Vec::new());
        Ok(())
    }

    /// Sends saved values to the owners of their states.
    fn resume(&mut self, snapshot: Snapshot) -> io::Result<()> {
        // Before any state is discovered.
        let mut batches = Batches::new(0, Vec::new(), |batch| Message::Own(SAVED, batch));
        for (_, bytes) in snapshot.batches {
            let mut bytes = &bytes[..];
            while !bytes.is_empty() {
                let (state, value) = self.read(&mut bytes)?;
                let packed = self.packed(&state);
                let Some(owner) = self.base.owner(&packed) else {
                    self.keep_saved(state, value);
                    continue;
                };
                self.base.add(&mut batches, owner, |batch| put_value(batch, &packed, &value));
            }
        }
        self.base.send(batches);
        Ok(())
    }

    fn leaves(&self) -> Option<Stage> {
        match self.back {
            None => self.base.outbox.keys().next().copied().or(Some(LAST)),
            Some(back) => Some(back).filter(|&back| back <= REPORT),
        }
    }

    fn send(&mut self, stage: Stage) -> Result<(), Error> {
        if stage < LAST {
            self.send_states(stage);
            return Ok(());
        }
        if stage == REPORT {
            let start = self.game.canonical(self.game.start());
            self.found.start = self.solved.remove(&start);
            self.back = Some(REPORT + 1);
            return self.report(REPORT);
        }
        (self.back, self.returns) = (None, true);
        if stage > LAST {
            self.solve(stage)?;
        }
        // A layer in which some still wait has asked for another round.
        let next = || self.layers.last_key_value().map_or(REPORT, |(&layer, _)| back(layer, 0));
        self.back = self.back.or_else(|| Some(next()));
        Ok(())
    }

    fn take(&mut self, sender: u64, mut bytes: &[u8], met: &mut Gathered<G::State, u64>) -> io::Result<()> {
        while !bytes.is_empty() {
            met.entry(self.read_state(&mut bytes)?).or_default().push(sender);
        }
        Ok(())
    }

    fn take_own(&mut self, kind: u8, stage: Stage, mut bytes: &[u8]) -> io::Result<()> {
        if kind == SOLVED {
            self.last_solved = self.last_solved.max(stage);
            return Ok(());
        }
        while !bytes.is_empty() {
            let (state, value) = self.read(&mut bytes)?;
            match kind {
                VALUES => {
                    self.live += value.bytes();
                    self.told.insert(state, value);
                }
                SAVED => self.keep_saved(state, value),
                _ => return Err(nonsense()),
            }
        }
        Ok(())
    }

    /// Returns the values. They hold at any time, so the discovered states need not be saved.
    fn snapshot(&mut self, stage: Stage, _: &mut Gathered<G::State, u64>) -> io::Result<Snapshot> {
        let mut bytes = Vec::new();
        for (state, value) in self.solved.iter().chain(&self.saved) {
            put_value(&mut bytes, &self.packed(state), value);
        }
        Ok(Snapshot { batches: vec![(stage, bytes.into())], tally: Vec::new() })
    }

    fn meet(&mut self, stage: Stage, met: Gathered<G::State, u64>) -> Result<(), Error> {
        if met.is_empty() { Ok(()) } else { self.discover(stage, met) }
    }

    fn known(&self) -> (u64, u64) {
        let values = self.found.states as usize + self.told.len() + self.saved.len();
        (self.found.states, self.live + (values * Self::EACH) as u64)
    }

    fn is_worth_saving(&self) -> bool {
        self.returns
    }

    fn put_found(&mut self, bytes: &mut Vec<u8>) -> io::Result<()> {
        self.found.write(self.base.exchanged, bytes);
        Ok(())
    }

    fn add_found(&mut self, mut bytes: &[u8]) -> io::Result<()> {
        self.found.add(&mut bytes, &mut self.base.exchanged)
    }

    fn answer(self) -> Result<Optimum, Error> {
        self.found.answer(self.game.seats())
    }
}
