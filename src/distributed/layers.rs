//! The layer step of one worker: merges the nodes that arrive for a stage, saves them, counts them, and expands them into
//! later stages.

use crate::batch::{self, Juncture};
use crate::cycle::least_on_cycle;
use crate::evaluate::{
    Forward,
    row::{Plans, Row, Score, Shape, all_points},
    scale::{Common, Scales, Step, share_of},
};
use crate::game::{Choices, Game, Points, Seat, Travel};
use crate::mailbox::{LAST, Mailbox, Stage, layer_and_round, stage};
use crate::model::{Error, Job, expand, name};
use crate::snapshots::{Snapshot, Snapshots};
use crate::step::{Delivery, LiveRow, gather};
use crate::superstep::{POLL_INTERVAL, Superstep, WorkerState};
use crate::tally::Harvest;
use foldhash::fast::RandomState;
use std::collections::{HashMap, HashSet};
use std::io;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::Relaxed;

/// Bytes of rows that are built between two looks at the limits, at most.
const MUCH: u64 = 1 << 22;

/// The first round inside a layer in which a cycle is sought; then whenever there are twice as many.
const SUSPICIOUS: u32 = 4;

/// Nodes, each with the steps into it.
type Frontier<G, const K: usize> = HashMap<Juncture<G>, Vec<Delivery<K>>, RandomState>;

/// The finished nodes of a layer, each with its score vectors, so that a node that comes again in a later round is counted
/// once. The numbers of the rows are not kept.
struct Finished<G: Travel, const K: usize> {
    layer: u32,
    /// The nodes of round 0, until a later round looks them up. Most layers have no later round.
    first: Vec<(Juncture<G>, Arc<Shape<K>>)>,
    by_node: HashMap<Juncture<G>, Vec<Arc<Shape<K>>>, RandomState>,
}

impl<G: Travel, const K: usize> Finished<G, K> {
    fn of(layer: u32) -> Self {
        Self { layer, first: Vec::new(), by_node: HashMap::default() }
    }

    /// Adds a node of a round, and returns the number of its score vectors that are new.
    fn add(&mut self, round: u32, place: Juncture<G>, shape: Arc<Shape<K>>) -> u64 {
        if round == 0 {
            let new = shape.len();
            self.first.push((place, shape));
            return new as u64;
        }
        for (place, shape) in self.first.drain(..) {
            self.by_node.entry(place).or_default().push(shape);
        }
        let shapes = self.by_node.entry(place).or_default();
        let known: HashSet<Score<K>, RandomState> = shapes.iter().flat_map(|shape| shape.keys()).collect();
        let new = shape.keys().filter(|score| !known.contains(score)).count();
        shapes.push(shape);
        new as u64
    }
}

/// A worker.
pub(crate) struct Worker<'a, G: Travel, const K: usize> {
    game: &'a G,
    base: WorkerState<'a, Juncture<G>, Delivery<K>>,
    /// The points of the seats at the start.
    scores: &'a [Points],
    plans: Plans<K>,
    scales: Scales,
    finished: Finished<G, K>,
    tally: Harvest<K>,
    live: Arc<AtomicU64>,
    reported: bool,
}

impl<'a, G: Travel, const K: usize> Worker<'a, G, K> {
    pub(crate) fn new(
        game: &'a G,
        scores: &'a [Points],
        job: &'a Job<'a>,
        snapshots: &'a Snapshots<'a>,
        mailbox: Mailbox,
    ) -> Self {
        let live = Arc::default();
        Self {
            game,
            base: WorkerState::new(job, snapshots, mailbox),
            scores,
            plans: Plans::new(game.seats()),
            scales: Scales::default(),
            finished: Finished::of(0),
            tally: Harvest::new(&live),
            live,
            reported: false,
        }
    }

    /// Sends the nodes that have gathered for a stage to their owners, with a row for each.
    fn send_nodes(&mut self, stage: Stage) -> Result<(), Error> {
        let mut away = Vec::new();
        for (place, incoming) in self.base.outbox.remove(&stage).unwrap_or_default() {
            let packed = batch::packed(self.game, &place);
            if let Some((owner, incoming)) = self.base.keep(stage, &packed, place, incoming) {
                away.push((owner, packed, incoming));
            }
        }
        let steps = away.iter().flat_map(|(.., incoming)| incoming.iter().map(|one| one.step));
        let common = self.scales.common(steps);
        let head = batch::begin(self.scales.denominator(common.scale));
        let mut batches = self.base.batches(stage, head, self.tally.states);
        for (at, (owner, place, incoming)) in away.into_iter().enumerate() {
            if at % POLL_INTERVAL == POLL_INTERVAL - 1 {
                self.tick()?;
            }
            let row = gather(&incoming, &common, &self.plans);
            let bytes = self.base.add(&mut batches, owner, |batch| batch::add(batch, &place, &row));
            self.base.count(owner, row.len() as u64, bytes);
        }
        self.base.send(batches);
        Ok(())
    }

    /// Builds the rows of all nodes, and passes them on to their successors.
    fn expand(&mut self, at: Stage, nodes: Frontier<G, K>) -> Result<(), Error> {
        let (layer, round) = layer_and_round(at);
        self.base.layer = layer;
        if self.finished.layer != layer || round == 0 {
            self.finished = Finished::of(layer);
        }
        if round >= SUSPICIOUS && round.is_power_of_two() {
            self.find_cycle(layer, nodes.keys())?;
        }
        // A worker without nodes never asks to save: each save would ask for the next one without end.
        if !nodes.is_empty()
            && let Some(layer) = layer.checked_add(1)
        {
            self.ask(at, stage(layer, 0));
        }
        let common = self.scales.common(nodes.values().flatten().map(|incoming| incoming.step));
        let mut choices = Choices::default();
        let (mut built, mut done) = (0, 0);
        for (place, incoming) in nodes {
            let row = self.row(&incoming, &common);
            drop(incoming);
            (built, done) = (built + row.row.bytes(), done + 1);
            if built > MUCH || done == POLL_INTERVAL {
                (built, done) = (0, 0);
                self.tick()?;
            }
            let out = outgoing(self.game, &place, &mut choices)?;
            let (mover, hidden) = (place.1, if out.is_empty() { self.game.hidden(&place.0) } else { None });
            let new = self.finished.add(round, place, row.row.shape());
            self.tally.count(layer, new, out.len());
            if out.is_empty() {
                let row = row.times(hidden, &self.plans);
                self.tally.end(Delivery::whole(row, common.scale), &mut self.scales, &self.plans);
                continue;
            }
            for out in out {
                let step = Delivery::enter(&row, out.share, common.scale, mover, out.points)?;
                let next = self.game.layer(&out.next.0);
                let next = if next == layer { stage(layer, round + 1) } else { stage(next, 0) };
                self.base.outbox.entry(next).or_default().entry(out.next).or_default().push(step);
            }
        }
        Ok(())
    }

    /// Names the least state on a cycle that these nodes lead to without leaving their layer.
    ///
    /// A cycle has nodes in every round, so some worker finds it; a layer that is only deep passes.
    fn find_cycle<'b>(
        &mut self,
        layer: u32,
        nodes: impl Iterator<Item = &'b Juncture<G>>,
    ) -> Result<(), Error>
    where
        G: 'b,
    {
        let game = self.game;
        let mut choices = Choices::default();
        let inside = |place: &Juncture<G>| {
            self.tick()?;
            let out = outgoing(game, place, &mut choices)?;
            Ok(out.into_iter().map(|out| out.next).filter(|next| game.layer(&next.0) == layer).collect())
        };
        match least_on_cycle(nodes.cloned().collect(), inside)? {
            Some((state, _)) => Err(Error::Cycle(name(&state))),
            None => Ok(()),
        }
    }

    /// Returns the row of a node. Shares the row of its predecessor if only one step leads there and changes nothing.
    fn row(&self, incoming: &[Delivery<K>], common: &Common) -> Arc<LiveRow<K>> {
        let whole = Step { weight: 1, total: 1, scale: common.scale };
        match incoming {
            [only] if only.step == whole && only.shift == Score::ZERO => Arc::clone(&only.from),
            _ => LiveRow::new(gather(incoming, common, &self.plans), &self.live),
        }
    }

    /// Packs nodes in a batch; each has one row afterwards.
    fn batch(&mut self, nodes: &mut Frontier<G, K>) -> Vec<u8> {
        let common = self.scales.common(nodes.values().flatten().map(|incoming| incoming.step));
        let mut bytes = batch::begin(self.scales.denominator(common.scale));
        for (place, incoming) in nodes {
            let row = self.row(incoming, &common);
            batch::add(&mut bytes, &batch::packed(self.game, place), &row.row);
            *incoming = vec![Delivery::whole(row, common.scale)];
        }
        bytes
    }
}

impl<'a, G: Travel, const K: usize> Superstep<'a> for Worker<'a, G, K> {
    type Place = Juncture<G>;
    type Lead = Delivery<K>;
    type Answer = Forward;

    const EACH: usize = size_of::<Juncture<G>>() + 4 * size_of::<Delivery<K>>();

    fn base(&mut self) -> &mut WorkerState<'a, Juncture<G>, Delivery<K>> {
        &mut self.base
    }

    fn start(&mut self) -> Result<(), Error> {
        if self.base.snapshots.cluster.agreed().is_some() {
            return Ok(());
        }
        let most = all_points(self.scores, self.game.seats())?;
        let start = self.game.canonical(self.game.start());
        let unit = LiveRow::new(Row::unit(Score::new(self.scores), most, &self.plans), &self.live);
        let first = stage(self.game.layer(&start), 0);
        self.base.outbox.entry(first).or_default().insert((start, 0), vec![Delivery::whole(unit, 0)]);
        Ok(())
    }

    fn resume(&mut self, snapshot: Snapshot) -> io::Result<()> {
        for (stage, bytes) in snapshot.batches {
            let mut frontier = self.base.outbox.remove(&stage).unwrap_or_default();
            self.take(0, &bytes, &mut frontier)?;
            self.base.outbox.insert(stage, frontier);
        }
        self.add_found(&snapshot.tally)
    }

    fn leaves(&self) -> Option<Stage> {
        self.base.outbox.keys().next().copied().or((!self.reported).then_some(LAST))
    }

    fn send(&mut self, stage: Stage) -> Result<(), Error> {
        if stage < LAST {
            return self.send_nodes(stage);
        }
        self.reported = true;
        self.report(LAST)
    }

    fn take(&mut self, _: u64, batch: &[u8], met: &mut Frontier<G, K>) -> io::Result<()> {
        let (denominator, mut rest) = batch::open(batch)?;
        let scale = self.scales.scale(denominator);
        while let Some((place, row)) = batch::next(self.game, &self.plans, &mut rest)? {
            let row = LiveRow::new(row, &self.live);
            met.entry(place).or_default().push(Delivery::whole(row, scale));
        }
        Ok(())
    }

    /// Returns the nodes from a stage on, and the findings before it.
    fn snapshot(&mut self, stage: Stage, met: &mut Frontier<G, K>) -> io::Result<Snapshot> {
        let mut snapshot = Snapshot { batches: vec![(stage, self.batch(met).into())], tally: Vec::new() };
        let mut outbox = std::mem::take(&mut self.base.outbox);
        snapshot.batches.extend(outbox.iter_mut().map(|(&later, nodes)| (later, self.batch(nodes).into())));
        self.base.outbox = outbox;
        self.put_found(&mut snapshot.tally)?;
        Ok(snapshot)
    }

    fn meet(&mut self, stage: Stage, met: Frontier<G, K>) -> Result<(), Error> {
        if stage < LAST { self.expand(stage, met) } else { Ok(()) }
    }

    fn known(&self) -> (u64, u64) {
        (self.tally.states, self.live.load(Relaxed) + self.plans.bytes())
    }

    fn put_found(&mut self, bytes: &mut Vec<u8>) -> io::Result<()> {
        self.tally.write(self.base.exchanged, &mut self.scales, &self.plans, bytes)
    }

    fn add_found(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.tally.add(bytes, &mut self.base.exchanged, &mut self.scales, &self.plans)
    }

    fn answer(mut self) -> Result<Forward, Error> {
        self.tally.finish(self.game.seats(), &mut self.scales, &self.plans)
    }
}

/// A step out of a node.
struct Outgoing<G: Game> {
    next: Juncture<G>,
    /// A weight and a total.
    share: (u64, u64),
    points: Points,
}

/// Returns all steps out of a node: named by their states, since they may lead to another process.
fn outgoing<G: Game>(
    game: &G,
    (state, mover): &Juncture<G>,
    choices: &mut Choices<G>,
) -> Result<Vec<Outgoing<G>>, Error> {
    expand(game, state, choices)?;
    if choices.len() > 1 {
        return Err(Error::Decision(name(state)));
    }
    let Some(choice) = choices.iter().next() else { return Ok(Vec::new()) };
    let steps: Vec<_> =
        choice.events.iter().map(|event| (event.weight, game.ways(state, event.event))).collect();
    let share = share_of(steps.iter().copied()).ok_or_else(|| Error::MixedWays(name(state)))?;
    let seats = u32::from(game.seats());
    let out = choice.events.iter().zip(&steps).map(|(event, &(weight, ways))| Outgoing {
        next: (
            event.next.clone(),
            ((u32::from(*mover) + u32::from(game.passes(event.event))) % seats) as Seat,
        ),
        share: share(weight, ways),
        points: game.points(event.event),
    });
    Ok(out.collect())
}

#[cfg(test)]
mod tests {
    use super::Finished;
    use crate::evaluate::row::{Factor, Plans, Row, Score, Term};
    use crate::game::{Choices, Game, NoAction, Travel};
    use crate::step::LiveRow;
    use std::sync::Arc;
    use std::sync::atomic::AtomicU64;
    use std::sync::atomic::Ordering::Relaxed;

    /// A game whose states are numbers.
    #[derive(Clone)]
    struct Numbers;

    impl Game for Numbers {
        type State = u8;
        type Action = NoAction;
        type Event = u8;

        fn start(&self) -> u8 {
            0
        }

        fn expand(&self, _: &u8, _: &mut Choices<Self>) {}

        fn layer(&self, _: &u8) -> u32 {
            0
        }
    }

    impl Travel for Numbers {
        fn pack(&self, state: &u8, bytes: &mut Vec<u8>) {
            bytes.push(*state);
        }

        fn unpack(&self, bytes: &[u8]) -> Option<u8> {
            bytes.first().copied()
        }
    }

    #[test]
    fn finished_nodes_are_counted_once_and_keep_no_numbers() {
        let (plans, live) = (Plans::<2>::new(2), Arc::new(AtomicU64::new(0)));
        let row = |points: &[u16]| {
            let units: Vec<_> =
                points.iter().map(|&own| Row::unit(Score::new(&[own, 9 - own]), 9, &plans)).collect();
            let term = |row| Term { row, turned: 0, shift: Score::ZERO, points: 0, factor: Factor::Word(7) };
            let terms: Vec<Term<'_, 2>> = units.iter().map(term).collect();
            LiveRow::new(Row::sum(&terms, &plans), &live)
        };
        let mut finished = Finished::<Numbers, 2>::of(0);
        // Rounds, states, points of the first seat, and the number of new score vectors.
        for (round, state, points, new) in [
            (0, 1, &[3, 4, 5][..], 3),
            (0, 2, &[3], 1),
            (1, 1, &[4, 5, 6], 1),
            (1, 3, &[4], 1),
            (2, 1, &[3, 6, 7], 1),
            (2, 2, &[3], 0),
        ] {
            let row = row(points);
            assert!(live.load(Relaxed) > 0);
            assert_eq!(
                finished.add(round, (state, 0), row.row.shape()),
                new,
                "state {state} in round {round}"
            );
        }
        assert_eq!(live.load(Relaxed), 0, "bytes of rows that nobody else needs");
    }
}
