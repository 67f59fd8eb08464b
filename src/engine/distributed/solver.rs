//! The backward evaluator past one machine: optimal values of games without cycles.
//!
//! First all states are discovered, layer by layer, each by the worker to whom it belongs; he remembers who leads to
//! it. Then values go back from the last layer to the first: a state is solved where it lives, and its value is told to
//! those who lead there. Steps that stay in a layer take a round of it each.

mod back;
mod discovery;
mod found;
mod value;

use crate::distributed::parcel::{owner, put_state, take_state};
use crate::distributed::parts::Desk;
use crate::distributed::post::{Bytes, LAST, Post, Stage, back, stage};
use crate::distributed::solver::found::Found;
use crate::distributed::solver::value::Value;
use crate::distributed::stages::{Halt, Save, Staged, drive};
use crate::distributed::{Exchanged, Question, Solved};
use crate::evaluate::checkpoint::{failed, nonsense, some};
use crate::game::Travel;
use crate::model::{Error, Progress, Run};
use foldhash::fast::RandomState;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::io;

/// The contents of a block: states that its sender leads to, with the states that he has met so far.
const STATES: u8 = 0;
/// Values of its sender's states.
const VALUES: u8 = 1;
/// Values that were saved, for those to whom the states belong.
const SAVED: u8 = 2;
/// Its sender has solved a state in a layer in which some wait for others.
const SOLVED: u8 = 3;
/// Everybody saves before this stage.
const SAVE: u8 = 4;
/// The block of what a worker has found, at the end.
const FOUND: u8 = 5;

/// Bytes from which on a block goes out.
const LARGE: usize = 1 << 20;

/// States that are solved between two looks at the limits.
const LOOK: usize = 256;

/// The stage in which everybody reports.
const REPORT: Stage = back(0, 0) + LAST;

type Map<K, V> = HashMap<K, V, RandomState>;

/// The arrivals for a stage.
struct Inbox<G: Travel> {
    own: HashSet<G::State, RandomState>,
    blocks: Vec<Vec<u8>>,
}

/// A worker's states of a layer, each with the other workers who lead to it.
struct Layer<G: Travel> {
    states: Map<G::State, Vec<u64>>,
    /// `true` if some are reached from inside the layer.
    inside: bool,
}

/// A worker.
pub(crate) struct Solver<'a, G: Travel> {
    game: &'a G,
    question: &'a Question<'a, G>,
    run: &'a Run<'a>,
    desk: &'a Desk<'a>,
    post: Post,
    halt: Halt,
    outbox: BTreeMap<Stage, HashSet<G::State, RandomState>>,
    inbox: BTreeMap<Stage, Inbox<G>>,
    layers: BTreeMap<u32, Layer<G>>,
    /// The next stage on the way back; none before all is discovered, and the one after the report when all is done.
    back: Option<Stage>,
    /// `true` if all is discovered.
    returns: bool,
    /// The last stage in which somebody has solved a state for which others of its layer wait.
    last_solved: Stage,
    solved: Map<G::State, Value>,
    /// Values of states that belong to others.
    told: Map<G::State, Value>,
    /// Values from before an interruption.
    saved: Map<G::State, Value>,
    found: Found,
    /// States that other workers said they have met.
    elsewhere: HashMap<u64, u64>,
    /// Bytes of values.
    live: u64,
    layer: u32,
}

impl<'a, G: Travel> Solver<'a, G> {
    pub(crate) fn new(
        game: &'a G,
        question: &'a Question<'a, G>,
        run: &'a Run<'a>,
        desk: &'a Desk<'a>,
        post: Post,
    ) -> Self {
        Self {
            game,
            question,
            run,
            desk,
            post,
            halt: Halt::default(),
            outbox: BTreeMap::new(),
            inbox: BTreeMap::new(),
            layers: BTreeMap::new(),
            back: None,
            returns: false,
            last_solved: 0,
            solved: Map::default(),
            told: Map::default(),
            saved: Map::default(),
            found: Found::default(),
            elsewhere: HashMap::new(),
            live: 0,
            layer: 0,
        }
    }

    /// Works until all is done.
    pub(crate) fn work(&mut self) -> Result<(), Error> {
        let start = self.game.canonical(self.game.start());
        let first = stage(self.game.layer(&start), 0);
        while let Some(share) = self.desk.found() {
            for (_, bytes) in share.parcels {
                self.take_up(first, &bytes).map_err(|error| failed(&error))?;
            }
        }
        if self.post.index() == 0 {
            self.outbox.entry(first).or_default().insert(start);
        }
        let cluster = self.desk.cluster;
        drive(self, cluster)
    }

    /// The answer, on the first worker of all.
    pub(crate) fn answer(self) -> Result<Option<(Solved, Exchanged)>, Error> {
        if self.post.index() > 0 {
            return Ok(None);
        }
        if self.found.states > self.run.most_states {
            return Err(Error::TooManyStates { limit: self.run.most_states, layer: self.layer });
        }
        self.found.answer(self.game.seats()).map(Some)
    }

    /// Hands what was saved to those to whom it belongs.
    fn take_up(&mut self, first: Stage, mut bytes: &[u8]) -> io::Result<()> {
        let (me, workers) = (self.post.index(), self.post.workers());
        let mut blocks: BTreeMap<u64, Vec<u8>> = BTreeMap::new();
        while !bytes.is_empty() {
            let (state, value) = self.read(&mut bytes)?;
            let mut packed = Vec::new();
            self.game.pack(&state, &mut packed);
            match owner(&packed, workers) {
                owner if owner == me => self.keep_saved(state, value),
                owner => {
                    let block = blocks.entry(owner).or_insert_with(|| vec![SAVED]);
                    put_state(block, &packed);
                    value.write(block);
                }
            }
        }
        blocks.into_iter().for_each(|(owner, block)| self.post.send((owner, first, Bytes(block))));
        Ok(())
    }

    fn keep_saved(&mut self, state: G::State, value: Value) {
        self.live += value.bytes();
        self.saved.insert(state, value);
    }

    /// Reads a state with its value.
    fn read(&self, bytes: &mut &[u8]) -> io::Result<(G::State, Value)> {
        let state = self.game.unpack(take_state(bytes)?).ok_or_else(nonsense)?;
        let count = self.question.payoffs.len() * usize::from(self.game.seats());
        Ok((state, Value::read(bytes, count)?))
    }

    fn inbox(&mut self, stage: Stage) -> &mut Inbox<G> {
        let empty = || Inbox { own: HashSet::default(), blocks: Vec::new() };
        self.inbox.entry(stage).or_insert_with(empty)
    }

    fn progress(&self) -> Progress {
        let known = self.found.states as usize + self.told.len() + self.saved.len();
        let waiting: usize = self.outbox.values().map(HashSet::len).sum();
        let blocks: usize = self.inbox.values().flat_map(|inbox| &inbox.blocks).map(Vec::len).sum();
        let each = 2 * size_of::<G::State>() + size_of::<Value>() + 64;
        let bytes = self.live + ((known + waiting) * each + blocks) as u64;
        // Every worker looks at the limit for itself, and they share the memory.
        let bytes = bytes * self.desk.cluster.threads() as u64;
        let states = self.found.states + self.elsewhere.values().sum::<u64>();
        Progress { layer: self.layer, states, bytes }
    }

    /// Counts what goes to another process.
    fn count(&mut self, worker: u64, states: u64, bytes: usize) {
        let threads = self.desk.cluster.threads() as u64;
        if worker / threads != self.post.index() / threads {
            self.found.exchanged.states += states;
            self.found.exchanged.bytes += bytes as u64;
        }
    }

    /// Takes in all that has come for a stage, and does its work.
    fn take_in(&mut self, at: Stage) -> Result<(), Error> {
        let Some(Inbox { own, blocks }) = self.inbox.remove(&at) else { return Ok(()) };
        let me = self.post.index();
        let mut met: Vec<(G::State, u64)> = own.into_iter().map(|state| (state, me)).collect();
        let mut save = None;
        for block in blocks {
            let asked = self.take(at, &block, &mut met).map_err(|error| failed(&error))?;
            save = Save::both(save, asked);
        }
        if !met.is_empty() {
            self.discover(at, met)?;
        }
        match save {
            Some(save) => {
                self.save(save, at)?;
                if save.stops {
                    self.halt.stop(at);
                }
                Ok(())
            }
            None => Ok(()),
        }
    }

    /// Reads a block; what is to be saved, if it asks for that.
    fn take(&mut self, at: Stage, block: &[u8], met: &mut Vec<(G::State, u64)>) -> io::Result<Option<Save>> {
        let (kind, mut rest) = block.split_first().ok_or_else(nonsense)?;
        let rest = &mut rest;
        match *kind {
            STATES => {
                let [sender, states] = some(rest)?;
                self.elsewhere.insert(sender, states);
                while !rest.is_empty() {
                    let state = self.game.unpack(take_state(rest)?).ok_or_else(nonsense)?;
                    met.push((state, sender));
                }
            }
            VALUES => {
                while !rest.is_empty() {
                    let (state, value) = self.read(rest)?;
                    self.live += value.bytes();
                    self.told.insert(state, value);
                }
            }
            SAVED => {
                while !rest.is_empty() {
                    let (state, value) = self.read(rest)?;
                    self.keep_saved(state, value);
                }
            }
            SOLVED => self.last_solved = self.last_solved.max(at),
            SAVE => return Ok(Some(Save::of(some(rest)?))),
            FOUND => self.found.add(rest, self.question.payoffs.len() * usize::from(self.game.seats()))?,
            _ => return Err(nonsense()),
        }
        Ok(None)
    }

    /// Sends the same to everybody, at a stage.
    fn tell_all(&mut self, at: Stage, block: &[u8]) {
        for worker in 0..self.post.workers() {
            if worker == self.post.index() {
                self.inbox(at).blocks.push(block.to_vec());
            } else {
                self.post.send((worker, at, Bytes(block.to_vec())));
            }
        }
    }
}

impl<G: Travel> Staged for Solver<'_, G> {
    fn post(&mut self) -> &mut Post {
        &mut self.post
    }

    fn due(&self) -> (Option<Stage>, Option<Stage>) {
        if self.halt.over().is_some() {
            return (self.halt.over(), None);
        }
        let leaves = match self.back {
            None => self.outbox.keys().next().copied().or(Some(LAST)),
            Some(back) => Some(back).filter(|&back| back <= REPORT),
        };
        (leaves, self.inbox.keys().next().copied())
    }

    fn arrived(&mut self, stage: Stage, bytes: Vec<u8>) {
        self.inbox(stage).blocks.push(bytes);
    }

    fn send(&mut self, stage: Stage) -> Result<(), Error> {
        if self.halt.over().is_some() {
            return Err(self.halt.error());
        }
        if stage < LAST {
            self.send_states(stage);
            return Ok(());
        }
        if stage == REPORT {
            self.report();
            self.back = Some(REPORT + 1);
            return Ok(());
        }
        let next = |layers: &BTreeMap<u32, Layer<G>>| {
            layers.last_key_value().map_or(REPORT, |(&layer, _)| back(layer, 0))
        };
        (self.back, self.returns) = (None, true);
        if stage > LAST {
            self.solve(stage)?;
        }
        // A layer in which some still wait has asked for another round.
        self.back = self.back.or_else(|| Some(next(&self.layers)));
        Ok(())
    }

    fn meet(&mut self, stage: Stage) -> Result<(), Error> {
        self.take_in(stage)
    }

    fn look(&mut self) -> Result<(), Error> {
        let looked = self.run.step(self.progress());
        // Nothing is worth saving before the way back.
        if self.returns { self.halt.look(looked, self.desk) } else { looked }
    }

    fn halt(&self) -> &Halt {
        &self.halt
    }
}
