//! The forward evaluator, for games in which nobody decides: follows play from the start, layer by layer.
//!
//! A node is a state and the seat to move. It carries a row: for every vector of points that play can have led to, a
//! whole number that stands for its probability (or, on request, counts the histories). A row is built from the rows it
//! is reached from and dropped when the last row built from it is done, so only live layers are in memory, and no edge
//! ever is. The cost is one multiplication of a fixed-width number for every edge of the scored graph.

mod step;

pub(crate) use crate::evaluate::forward::step::{Frontier, Held, Incoming, Outgoing, gather, outgoing};

use crate::evaluate::distribution::Distribution;
use crate::evaluate::row::{MOST_WORDS, Plans, Row, Score};
use crate::evaluate::scale::{Scale, Scales};
use crate::exact::Natural;
use crate::game::{Choices, Game, Points, Seat};
use crate::model::{Error, Progress, Run, Upcoming, WORTH_SHARING, each, least_of_steps, name, order, seats};
use foldhash::fast::RandomState;
use rayon::prelude::*;
use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::Relaxed;

/// The numbers in a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Measure {
    /// Numbers that stand for probabilities.
    Probability,
    /// The number of histories: the paths from the start, that is, the nodes of the tree without merging.
    Histories,
    /// Only whether a state can be reached at all. This is the quickest, for counts alone.
    Support,
}

/// The results of the forward evaluator.
#[derive(Clone, Debug)]
pub struct Forward {
    /// The joint distribution of the final scores. It is one of probabilities only under [`Measure::Probability`];
    /// under [`Measure::Histories`] every history weighs the same, and under [`Measure::Support`] every score vector.
    pub distribution: Distribution,
    /// The number of states, each counted with its scores and mover. Ends are included.
    pub states: u64,
    /// The number of transitions between them.
    pub transitions: u64,
    /// The number of ends among the states.
    pub ends: u64,
    /// The number of states in each layer, as pairs of layer and number, in ascending order of layers.
    pub layers: Vec<(u32, u64)>,
    /// The number of nodes of the tree without merging, under [`Measure::Histories`] only.
    pub histories: Option<Natural>,
}

impl Forward {
    /// Returns the number of leaves of the tree without merging, or `None` unless the measure was
    /// [`Measure::Histories`].
    #[must_use]
    pub fn leaves(&self) -> Option<&Natural> {
        self.histories.as_ref().map(|_| self.distribution.total())
    }
}

/// Follows `game` from its start, where the seats have `scores`, the first player's first. Missing scores are 0.
///
/// # Errors
/// If a player decides somewhere, play can come back to a state, the game breaks a promise of its contract, all seats
/// together can have more points than [`Points`] can hold, or a limit of `run` is passed.
pub fn forward<G: Game>(
    game: &G,
    scores: &[Points],
    measure: Measure,
    run: &Run<'_>,
) -> Result<Forward, Error> {
    match seats(game)? {
        0..=4 => Sweep::<G, 1>::new(game, measure, run).finish(scores),
        5..=8 => Sweep::<G, 2>::new(game, measure, run).finish(scores),
        _ => Sweep::<G, MOST_WORDS>::new(game, measure, run).finish(scores),
    }
}

/// A node of the layer at work.
struct Node<G: Game, const K: usize> {
    state: (G::State, Seat),
    incoming: Vec<Incoming<K>>,
    outgoing: Vec<Outgoing<G>>,
    /// Steps from nodes of the same layer that are not finished yet.
    inner: usize,
}

/// A node that is met, and all steps into it from rows that are finished.
type Met<G, const K: usize> = ((<G as Game>::State, Seat), Vec<Incoming<K>>);

struct Sweep<'a, G: Game, const K: usize> {
    game: &'a G,
    measure: Measure,
    run: &'a Run<'a>,
    frontiers: Upcoming<Frontier<G, K>>,
    scales: Scales,
    plans: Plans<K>,
    /// The rows that enter the common distribution of all ends.
    ends: Vec<Incoming<K>>,
    found: Found,
    /// Nodes of the layer at work.
    opened: usize,
    live: Arc<AtomicU64>,
    /// Bytes of rows ever built, to look at the limits now and then.
    built: AtomicU64,
}

/// The counts of the work.
#[derive(Default)]
struct Found {
    states: u64,
    transitions: u64,
    ends: u64,
    histories: Natural,
}

/// Rows that are built at a time.
const CHUNK: usize = 4096;

/// Bytes that are built between two looks at the limits; many rows, or one that is very long.
const LOOK: u64 = 1 << 22;

impl<'a, G: Game, const K: usize> Sweep<'a, G, K> {
    fn new(game: &'a G, measure: Measure, run: &'a Run<'a>) -> Self {
        Self {
            game,
            measure,
            run,
            frontiers: Upcoming::new(),
            scales: Scales::new(),
            plans: Plans::new(game.seats()),
            ends: Vec::new(),
            found: Found::default(),
            opened: 0,
            live: Arc::default(),
            built: AtomicU64::new(0),
        }
    }

    fn finish(mut self, scores: &[Points]) -> Result<Forward, Error> {
        let most: u32 = scores.iter().map(|&points| u32::from(points)).sum();
        if most > u32::from(Points::MAX) {
            return Err(Error::PointsOverflow);
        }
        let start = self.game.canonical(self.game.start());
        let unit = Row::unit(Score::new(scores), most, &self.plans);
        let unit = Incoming::whole(Held::new(unit, &self.live), 0);
        self.frontiers.entry(self.game.layer(&start), HashMap::default).insert((start, 0), vec![unit]);
        let mut layers = Vec::new();
        while let Some((layer, frontier)) = self.frontiers.pop_first() {
            let before = self.found.states;
            let nodes = self.open(layer, frontier)?;
            self.opened = nodes.len();
            self.close(layer, nodes)?;
            layers.push((layer, self.found.states - before));
        }
        let common = self.scales.common(self.ends.iter().map(|end| end.step));
        let support = self.measure == Measure::Support;
        let row = gather(&self.ends, &common, support, &self.plans);
        let distribution = Distribution::new(&if support { row.ones() } else { row }, self.game.seats());
        let Found { states, transitions, ends, histories } = self.found;
        let histories = (self.measure == Measure::Histories).then_some(histories);
        Ok(Forward { distribution, states, transitions, ends, layers, histories })
    }

    /// All nodes of a layer, expanded; those that are reached only from inside it come after the frontier.
    fn open(&self, layer: u32, frontier: Frontier<G, K>) -> Result<Vec<Node<G, K>>, Error> {
        let mut nodes = self.expand_all(frontier.into_iter().collect())?;
        let inside =
            |node: &Node<G, K>| node.outgoing.iter().any(|out| self.game.layer(&out.next.0) == layer);
        if !nodes.iter().any(inside) {
            return Ok(nodes);
        }
        let mut place: HashMap<_, _, RandomState> =
            nodes.iter().enumerate().map(|(at, node)| (node.state.clone(), at)).collect();
        let mut at = 0;
        while at < nodes.len() {
            let inner: Vec<_> = nodes[at]
                .outgoing
                .iter()
                .filter(|out| self.game.layer(&out.next.0) == layer)
                .map(|out| out.next.clone())
                .collect();
            for next in inner {
                let target = *place.entry(next.clone()).or_insert(nodes.len());
                if target == nodes.len() {
                    nodes.extend(self.expand_all(vec![(next, Vec::new())])?);
                }
                nodes[target].inner += 1;
            }
            at += 1;
        }
        Ok(nodes)
    }

    fn expand_all(&self, frontier: Vec<Met<G, K>>) -> Result<Vec<Node<G, K>>, Error> {
        let expand = |choices: &mut Choices<G>, (state, incoming): Met<G, K>| {
            let outgoing = outgoing(self.game, self.measure, &state, choices)?;
            Ok(Node { state, incoming, outgoing, inner: 0 })
        };
        if self.run.shares(frontier.len() / 64) {
            frontier.into_par_iter().map_init(Choices::default, expand).collect()
        } else {
            let mut choices = Choices::default();
            frontier.into_iter().map(|node| expand(&mut choices, node)).collect()
        }
    }

    /// Builds the rows of a layer and hands them on: in one round where no step stays inside, else in as many as the
    /// longest path inside has nodes.
    fn close(&mut self, layer: u32, mut nodes: Vec<Node<G, K>>) -> Result<(), Error> {
        let mut inner: Frontier<G, K> = Frontier::<G, K>::default();
        while !nodes.is_empty() {
            let (ready, blocked): (Vec<_>, Vec<_>) = nodes.into_iter().partition(|node| node.inner == 0);
            if ready.is_empty() {
                return Err(Error::Cycle(on_cycle(blocked)));
            }
            self.round(layer, ready, &mut inner)?;
            nodes = blocked;
            for node in &mut nodes {
                if let Some(incoming) = inner.remove(&node.state) {
                    node.inner -= incoming.len();
                    node.incoming.extend(incoming);
                }
            }
        }
        Ok(())
    }

    fn round(&mut self, layer: u32, nodes: Vec<Node<G, K>>, inner: &mut Frontier<G, K>) -> Result<(), Error> {
        let common = self
            .scales
            .common(nodes.iter().flat_map(|node| node.incoming.iter().map(|incoming| incoming.step)));
        let mut nodes = nodes.into_iter();
        loop {
            let chunk: Vec<_> = nodes.by_ref().take(CHUNK).collect();
            self.run.step(self.progress(layer))?;
            if chunk.is_empty() {
                return Ok(());
            }
            let support = self.measure == Measure::Support;
            let build = |node: &Node<G, K>| {
                let row = Held::new(gather(&node.incoming, &common, support, &self.plans), &self.live);
                self.look(layer, row.row.bytes())?;
                Ok(row)
            };
            let steps = chunk.iter().flat_map(|node| &node.incoming);
            let work: u64 = steps.map(|incoming| incoming.from.row.bytes()).sum();
            let rows = each(self.run.shares(chunk.len()) && work > WORTH_SHARING, &chunk, build)?;
            for (node, row) in chunk.into_iter().zip(rows) {
                self.hand_on(layer, node, &row, common.scale, inner)?;
            }
        }
    }

    /// Looks at the limits whenever enough has been built since the last time: rows may be long.
    fn look(&self, layer: u32, bytes: u64) -> Result<(), Error> {
        let before = self.built.fetch_add(bytes, Relaxed);
        if before / LOOK == (before + bytes) / LOOK { Ok(()) } else { self.run.step(self.progress(layer)) }
    }

    fn progress(&self, layer: u32) -> Progress {
        let nodes = self.opened + self.frontiers.values().map(HashMap::len).sum::<usize>();
        // A node has some steps in and some out.
        let each = size_of::<Node<G, K>>() + 4 * (size_of::<Incoming<K>>() + size_of::<Outgoing<G>>());
        let bytes = self.live.load(Relaxed) + self.plans.bytes() + (nodes * each) as u64;
        Progress { layer, states: self.found.states, bytes }
    }

    /// Enters the row of a node into the nodes it leads to.
    fn hand_on(
        &mut self,
        layer: u32,
        node: Node<G, K>,
        from: &Arc<Held<K>>,
        scale: Scale,
        inner: &mut Frontier<G, K>,
    ) -> Result<(), Error> {
        let scored = from.row.len() as u64;
        self.found.states += scored;
        self.found.transitions += scored * node.outgoing.len() as u64;
        if self.measure == Measure::Histories {
            self.found.histories += from.row.total();
        }
        if node.outgoing.is_empty() {
            self.found.ends += scored;
            let hidden = self.game.hidden(&node.state.0).filter(|_| self.measure == Measure::Probability);
            let row = match hidden {
                Some(hidden) => Held::new(from.row.times(&hidden, &self.plans), &self.live),
                None => Arc::clone(from),
            };
            self.ends.push(Incoming::whole(row, scale));
        }
        let mover = node.state.1;
        for out in node.outgoing {
            let next = self.game.layer(&out.next.0);
            let frontier =
                if next == layer { &mut *inner } else { self.frontiers.entry(next, HashMap::default) };
            let step = out.enter(from, scale, mover)?;
            frontier.entry(out.next).or_default().push(step);
        }
        Ok(())
    }
}

/// Names the least state on a cycle of `blocked` nodes; others among them only come after one.
fn on_cycle<G: Game, const K: usize>(mut blocked: Vec<Node<G, K>>) -> String {
    order::sort(&mut blocked, |a, b| a.state.cmp(&b.state));
    let place = |out: &Outgoing<G>| blocked.binary_search_by(|node| node.state.cmp(&out.next)).ok();
    let mut steps: Vec<(usize, usize)> = Vec::new();
    for (from, node) in blocked.iter().enumerate() {
        steps.extend(node.outgoing.iter().filter_map(place).map(|to| (from, to)));
    }
    let least = least_of_steps(blocked.len(), &steps).expect("every blocked node waits for one");
    name(&blocked[least].state.0)
}
