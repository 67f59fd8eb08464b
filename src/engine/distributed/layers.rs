//! The layer step of one worker: what arrives for a stage is merged, expanded, and flows on to later stages.

use crate::distributed::out::Frontier;
use crate::distributed::parcel::Place;
use crate::distributed::parts::Desk;
use crate::distributed::post::{Bytes, LAST, Post, Stage, stage};
use crate::distributed::stages::{Halt, Staged, drive};
use crate::distributed::tally::Tally;
use crate::distributed::{Exchanged, parcel};
use crate::evaluate::checkpoint::failed;
use crate::evaluate::forward::{Forward, Held, Incoming, gather};
use crate::evaluate::row::{Plans, Row, Score, all_points};
use crate::evaluate::scale::Scales;
use crate::game::{Points, Travel};
use crate::model::{Error, Progress, Run};
use foldhash::fast::RandomState;
use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;
use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::Relaxed;

/// The contents of a block: nodes of its stage, with the states that its sender has met so far.
pub(crate) const NODES: u8 = 0;
/// Everybody saves before this stage.
pub(crate) const SAVE: u8 = 1;
/// The block of what a worker has found, at the end.
pub(crate) const FOUND: u8 = 2;

/// Bytes from which on a block goes out.
const LARGE: usize = 1 << 20;

/// Rows that are built between two looks at the limits.
pub(crate) const LOOK: usize = 256;

/// The arrivals for a stage.
pub(crate) struct Inbox<G: Travel, const K: usize> {
    pub(crate) own: Frontier<G, K>,
    pub(crate) blocks: Vec<Vec<u8>>,
}

/// The rows of a layer by their nodes, so that what comes again in a later round is counted once.
pub(crate) type Met<G, const K: usize> = HashMap<Place<G>, Vec<Arc<Held<K>>>, RandomState>;

/// A worker.
pub(crate) struct Worker<'a, G: Travel, const K: usize> {
    pub(crate) game: &'a G,
    pub(crate) run: &'a Run<'a>,
    pub(crate) desk: &'a Desk<'a>,
    pub(crate) post: Post,
    pub(crate) plans: Plans<K>,
    pub(crate) scales: Scales,
    pub(crate) outbox: BTreeMap<Stage, Frontier<G, K>>,
    pub(crate) inbox: BTreeMap<Stage, Inbox<G, K>>,
    pub(crate) met: (u32, Met<G, K>),
    pub(crate) tally: Tally<K>,
    /// States that other workers said they have met.
    pub(crate) elsewhere: HashMap<u64, u64>,
    pub(crate) live: Arc<AtomicU64>,
    pub(crate) layer: u32,
    reported: bool,
    pub(crate) halt: Halt,
}

impl<'a, G: Travel, const K: usize> Worker<'a, G, K> {
    pub(crate) fn new(game: &'a G, run: &'a Run<'a>, desk: &'a Desk<'a>, post: Post) -> Self {
        let live = Arc::default();
        Self {
            game,
            run,
            desk,
            post,
            plans: Plans::new(game.seats()),
            scales: Scales::new(),
            outbox: BTreeMap::new(),
            inbox: BTreeMap::new(),
            met: Default::default(),
            tally: Tally::new(&live),
            elsewhere: HashMap::new(),
            live,
            layer: 0,
            reported: false,
            halt: Halt::default(),
        }
    }

    /// Works until all is done.
    pub(crate) fn work(&mut self, scores: &[Points]) -> Result<(), Error> {
        self.begin(scores)?;
        let cluster = self.desk.cluster;
        drive(self, cluster)
    }

    /// The answer, on the first worker of all.
    pub(crate) fn answer(self) -> Result<Option<(Forward, Exchanged)>, Error> {
        if self.post.index() > 0 {
            return Ok(None);
        }
        let Self { game, tally, mut scales, plans, run, layer, .. } = self;
        if tally.states > run.most_states {
            return Err(Error::TooManyStates { limit: run.most_states, layer });
        }
        tally.finish(game.seats(), &mut scales, &plans).map(Some)
    }

    /// Takes up what was saved, or begins at the start.
    fn begin(&mut self, scores: &[Points]) -> Result<(), Error> {
        if self.desk.cluster.agreed().is_some() {
            while let Some(share) = self.desk.found() {
                for (stage, bytes) in share.parcels {
                    let mut frontier = self.outbox.remove(&stage).unwrap_or_default();
                    self.unpack(&bytes, &mut frontier).map_err(|error| failed(&error))?;
                    self.outbox.insert(stage, frontier);
                }
                let added = self.tally.add(&share.tally, &mut self.scales, &self.plans);
                added.map_err(|error| failed(&error))?;
            }
        } else if self.post.index() == 0 {
            let most = all_points(scores)?;
            let start = self.game.canonical(self.game.start());
            let unit = Held::new(Row::unit(Score::new(scores), most, &self.plans), &self.live);
            let first = stage(self.game.layer(&start), 0);
            self.outbox.entry(first).or_default().insert((start, 0), vec![Incoming::whole(unit, 0)]);
        }
        Ok(())
    }

    pub(crate) fn inbox(&mut self, stage: Stage) -> &mut Inbox<G, K> {
        self.inbox
            .entry(stage)
            .or_insert_with(|| Inbox { own: Frontier::<G, K>::default(), blocks: Vec::new() })
    }

    pub(crate) fn progress(&self) -> Progress {
        let steps: usize =
            self.outbox.values().chain(self.inbox.values().map(|inbox| &inbox.own)).map(HashMap::len).sum();
        let blocks = self.inbox.values().flat_map(|inbox| &inbox.blocks).map(Vec::len).sum::<usize>();
        let each = size_of::<Place<G>>() + 4 * size_of::<Incoming<K>>();
        let bytes = self.live.load(Relaxed) + self.plans.bytes() + (steps * each + blocks) as u64;
        // Every worker looks at the limit for itself, and they share the memory.
        let bytes = bytes * self.desk.cluster.threads() as u64;
        let states = self.tally.states + self.elsewhere.values().sum::<u64>();
        Progress { layer: self.layer, states, bytes }
    }

    /// Sends what has gathered for a stage to those to whom its nodes belong, a row for each node.
    fn send_nodes(&mut self, stage: Stage) -> Result<(), Error> {
        let frontier = self.outbox.remove(&stage).unwrap_or_default();
        let (me, workers) = (self.post.index(), self.post.workers());
        let mut own = Frontier::<G, K>::default();
        let mut away = Vec::new();
        for (place, incoming) in frontier {
            let mut packed = Vec::new();
            parcel::pack_place(self.game, &place, &mut packed);
            match parcel::owner(&packed, workers) {
                owner if owner == me => drop(own.insert(place, incoming)),
                owner => away.push((owner, packed, incoming)),
            }
        }
        if !own.is_empty() {
            let inbox = &mut self.inbox(stage).own;
            own.into_iter().for_each(|(place, incoming)| inbox.entry(place).or_default().extend(incoming));
        }
        let steps = away.iter().flat_map(|(.., incoming)| incoming.iter().map(|one| one.step));
        let common = self.scales.common(steps);
        let mut head = vec![NODES];
        head.extend([me.to_le_bytes(), self.tally.states.to_le_bytes()].concat());
        head.extend(parcel::begin(self.scales.denominator(common.scale)));
        let mut exchanged = self.tally.exchanged;
        let mut blocks: BTreeMap<u64, Vec<u8>> = BTreeMap::new();
        for (at, (owner, place, incoming)) in away.into_iter().enumerate() {
            if at % LOOK == LOOK - 1 {
                self.look()?;
            }
            let row = gather(&incoming, &common, &self.plans);
            let block = blocks.entry(owner).or_insert_with(|| head.clone());
            let before = block.len();
            parcel::add(block, &place, &row);
            if self.is_away(owner) {
                exchanged.states += row.len() as u64;
                exchanged.bytes += (block.len() - before) as u64;
            }
            if block.len() >= LARGE {
                self.post.send((owner, stage, Bytes(std::mem::replace(block, head.clone()))));
            }
        }
        blocks.into_iter().for_each(|(owner, bytes)| self.post.send((owner, stage, Bytes(bytes))));
        self.tally.exchanged = exchanged;
        Ok(())
    }

    /// Returns whether a worker is one of another process.
    fn is_away(&self, worker: u64) -> bool {
        let threads = self.desk.cluster.threads() as u64;
        worker / threads != self.post.index() / threads
    }

    /// Tells the first worker of all what was found.
    fn report(&mut self) -> Result<(), Error> {
        self.reported = true;
        if self.post.index() > 0 {
            let mut bytes = vec![FOUND];
            self.tally.write(&mut self.scales, &self.plans, &mut bytes).map_err(|error| failed(&error))?;
            self.post.send((0, LAST, Bytes(bytes)));
        }
        Ok(())
    }
}

impl<G: Travel, const K: usize> Staged for Worker<'_, G, K> {
    fn post(&mut self) -> &mut Post {
        &mut self.post
    }

    fn due(&self) -> (Option<Stage>, Option<Stage>) {
        if self.halt.over().is_some() {
            return (self.halt.over(), None);
        }
        let leaves = self.outbox.keys().next().copied().or((!self.reported).then_some(LAST));
        (leaves, self.inbox.keys().next().copied())
    }

    fn arrived(&mut self, stage: Stage, bytes: Vec<u8>) {
        self.inbox(stage).blocks.push(bytes);
    }

    fn send(&mut self, stage: Stage) -> Result<(), Error> {
        match stage {
            _ if self.halt.over().is_some() => Err(self.halt.error()),
            LAST => self.report(),
            _ => self.send_nodes(stage),
        }
    }

    fn meet(&mut self, stage: Stage) -> Result<(), Error> {
        self.meet_nodes(stage)
    }

    fn look(&mut self) -> Result<(), Error> {
        self.halt.look(self.run.step(self.progress()), self.desk)
    }

    fn halt(&self) -> &Halt {
        &self.halt
    }
}
