//! The forward evaluator, for games in which nobody decides: follows play from the start, layer by layer.
//!
//! A node is a state and the seat to move. It carries a row: for every vector of points that play can have led to, a
//! whole number that stands for its probability. A row is built from the rows it is reached from and dropped when the
//! last row built from it is done, so only live layers are in memory, with the edges of the layer at work. The cost is one
//! multiplication of a fixed-width number for every edge of the scored graph.

mod step;

pub(crate) use crate::evaluate::forward::step::{Incoming, LiveRow, gather};

use crate::evaluate::distribution::Distribution;
use crate::evaluate::row::{Plans, Row, Score, all_points};
use crate::evaluate::scale::{Scale, Scales, share_of};
use crate::game::{Game, Points, Seat};
use crate::model::explore::{Following, Passed, Terms, Visit};
use crate::model::of_width;
use crate::model::{Building, Error, Progress, Run, WORTH_SHARING, each, least_of_steps, seats};
use foldhash::fast::RandomState;
use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::Relaxed;

/// The results of the forward evaluator.
#[derive(Clone, Debug)]
pub struct Forward {
    /// The joint distribution of the final scores.
    pub distribution: Distribution,
    /// The number of states, each counted with its scores and mover. Ends are included.
    pub states: u64,
    /// The number of transitions between them.
    pub transitions: u64,
    /// The number of ends among the states.
    pub ends: u64,
    /// The number of states in each layer, as pairs of layer and number, in ascending order of layers.
    pub layers: Vec<(u32, u64)>,
}

/// Follows `game` from its start, where the seats have `scores`, the first player's first. Missing scores are 0.
///
/// # Errors
/// If a player decides somewhere, play can come back to a state, the game breaks a promise of its contract, all seats
/// together can have more points than [`Points`] can hold, or a limit of `run` is passed.
pub fn forward<G: Game>(game: &G, scores: &[Points], run: &Run<'_>) -> Result<Forward, Error> {
    ahead(&|visit| game.follow(run, visit), seats(game)?, scores, run)
}

/// Follows a game of so many seats.
fn ahead(game: Following<'_>, seats: Seat, scores: &[Points], run: &Run<'_>) -> Result<Forward, Error> {
    of_width!(seats, K => RowSweep::<K>::new(seats, scores, run)?.finish(game))
}

/// A node of the layer at work.
struct Node<const K: usize> {
    /// The place of its state in the layer.
    state: usize,
    mover: Seat,
    incoming: Vec<Incoming<K>>,
    /// Steps from nodes of the same layer that are not finished yet.
    inner: usize,
}

/// The steps into nodes, by state and mover.
type Frontier<S, const K: usize> = HashMap<(S, Seat), Vec<Incoming<K>>, RandomState>;

struct RowSweep<'a, const K: usize> {
    seats: Seat,
    run: &'a Run<'a>,
    /// Nodes that were met and are not done, by the numbers of their states.
    frontier: Frontier<u32, K>,
    scales: Scales,
    plans: Plans<K>,
    /// The rows that enter the common distribution of all ends.
    ends: Vec<Incoming<K>>,
    found: ForwardCounts,
    layers: Vec<(u32, u64)>,
    /// Nodes of the layer at work.
    opened: usize,
    live: Arc<AtomicU64>,
}

/// The counts of the work.
#[derive(Default)]
struct ForwardCounts {
    states: u64,
    transitions: u64,
    ends: u64,
}

/// Rows that are built at a time.
const CHUNK: usize = 4096;

impl<const K: usize> Visit for RowSweep<'_, K> {
    fn terms(&self) -> Terms {
        Terms::Chance
    }

    fn leave(&mut self, layer: &Passed<'_>) -> Result<(), Error> {
        let before = self.found.states;
        let inside = Inside::of(layer);
        let nodes = self.open(layer, &inside);
        self.opened = nodes.len();
        self.close(layer, &inside, nodes)?;
        self.opened = 0;
        self.layers.push((layer.layer, self.found.states - before));
        Ok(())
    }

    fn so_far(&self) -> (u64, u64) {
        (self.found.states, self.bytes())
    }
}

/// The places of the states of a layer by their numbers, where a step stays in it; else nothing.
struct Inside(HashMap<u32, usize, RandomState>);

impl Inside {
    fn of(layer: &Passed<'_>) -> Self {
        let mut places = HashMap::default();
        if layer.inside {
            places.extend((0..layer.states.len()).map(|state| (layer.states.get(state).0, state)));
            for &(alias, first) in layer.aliases {
                places.insert(alias, places[&first]);
            }
        }
        Self(places)
    }

    fn state(&self, number: u32) -> Option<usize> {
        if self.0.is_empty() { None } else { self.0.get(&number).copied() }
    }
}

impl<'a, const K: usize> RowSweep<'a, K> {
    fn new(seats: Seat, scores: &[Points], run: &'a Run<'a>) -> Result<Self, Error> {
        let (most, plans, live) = (all_points(scores)?, Plans::new(seats), Arc::default());
        let start = LiveRow::new(Row::unit(Score::new(scores), most, &plans), &live);
        Ok(Self {
            seats,
            run,
            frontier: HashMap::from_iter([((0, 0), vec![Incoming::whole(start, 0)])]),
            scales: Scales::new(),
            plans,
            ends: Vec::new(),
            found: ForwardCounts::default(),
            layers: Vec::new(),
            opened: 0,
            live,
        })
    }

    fn finish(mut self, game: Following<'_>) -> Result<Forward, Error> {
        game(&mut self)?;
        let common = self.scales.common(self.ends.iter().map(|end| end.step));
        let row = gather(&self.ends, &common, &self.plans);
        let distribution = Distribution::of_row(&row, self.seats);
        let ForwardCounts { states, transitions, ends } = self.found;
        Ok(Forward { distribution, states, transitions, ends, layers: self.layers })
    }

    /// All nodes of a layer; those that are reached only from inside it come after the frontier.
    fn open(&mut self, layer: &Passed<'_>, inside: &Inside) -> Vec<Node<K>> {
        let mut nodes = Vec::with_capacity(layer.states.len());
        for state in 0..layer.states.len() {
            let (number, _) = layer.states.get(state);
            for mover in 0..self.seats {
                if let Some(incoming) = self.frontier.remove(&(number, mover)) {
                    nodes.push(Node { state, mover, incoming, inner: 0 });
                }
            }
        }
        if !layer.inside {
            return nodes;
        }
        let node = |(at, node): (usize, &Node<K>)| ((node.state, node.mover), at);
        let mut places: HashMap<_, _, RandomState> = nodes.iter().enumerate().map(node).collect();
        let mut at = 0;
        while at < nodes.len() {
            for step in layer.steps(layer.states.get(nodes[at].state).1) {
                let Some(state) = inside.state(step.target) else { continue };
                let mover = (nodes[at].mover + step.passes) % self.seats;
                let target = *places.entry((state, mover)).or_insert(nodes.len());
                if target == nodes.len() {
                    nodes.push(Node { state, mover, incoming: Vec::new(), inner: 0 });
                }
                nodes[target].inner += 1;
            }
            at += 1;
        }
        nodes
    }

    /// Builds the rows of a layer and hands them on: in one round where no step stays inside, else in as many as the
    /// longest path inside has nodes.
    fn close(&mut self, layer: &Passed<'_>, inside: &Inside, mut nodes: Vec<Node<K>>) -> Result<(), Error> {
        let mut inner: Frontier<usize, K> = HashMap::default();
        while !nodes.is_empty() {
            let (ready, blocked): (Vec<_>, Vec<_>) = nodes.into_iter().partition(|node| node.inner == 0);
            if ready.is_empty() {
                return Err(Error::Cycle(layer.states.name(self.on_cycle(layer, inside, blocked))));
            }
            self.round(layer, inside, ready, &mut inner)?;
            nodes = blocked;
            for node in &mut nodes {
                if let Some(incoming) = inner.remove(&(node.state, node.mover)) {
                    node.inner -= incoming.len();
                    node.incoming.extend(incoming);
                }
            }
        }
        Ok(())
    }

    fn round(
        &mut self,
        layer: &Passed<'_>,
        inside: &Inside,
        nodes: Vec<Node<K>>,
        inner: &mut Frontier<usize, K>,
    ) -> Result<(), Error> {
        let steps = nodes.iter().flat_map(|node| node.incoming.iter().map(|incoming| incoming.step));
        let common = self.scales.common(steps);
        let mut nodes = nodes.into_iter();
        loop {
            let chunk: Vec<_> = nodes.by_ref().take(CHUNK).collect();
            let bytes = layer.bytes + self.bytes();
            let progress = Progress { layer: layer.layer, states: self.found.states, bytes };
            let building = Building::begin(self.run, progress)?;
            if chunk.is_empty() {
                return Ok(());
            }
            let build = |node: &Node<K>| {
                let row = LiveRow::new(gather(&node.incoming, &common, &self.plans), &self.live);
                building.add(row.row.bytes())?;
                Ok(row)
            };
            let steps = chunk.iter().flat_map(|node| &node.incoming);
            let work: u64 = steps.map(|incoming| incoming.from.row.bytes()).sum();
            let rows = each(self.run.shares(chunk.len()) && work > WORTH_SHARING, &chunk, build)?;
            for (node, row) in chunk.into_iter().zip(rows) {
                self.hand_on(layer, inside, &node, &row, common.scale, inner)?;
            }
        }
    }

    /// The bytes of rows and nodes.
    fn bytes(&self) -> u64 {
        let nodes = self.opened + self.frontier.len();
        // A node has some steps in.
        let each = size_of::<Node<K>>() + 4 * size_of::<Incoming<K>>();
        self.live.load(Relaxed) + self.plans.bytes() + (nodes * each) as u64
    }

    /// Enters the row of a node into the nodes it leads to.
    fn hand_on(
        &mut self,
        layer: &Passed<'_>,
        inside: &Inside,
        node: &Node<K>,
        from: &Arc<LiveRow<K>>,
        scale: Scale,
        inner: &mut Frontier<usize, K>,
    ) -> Result<(), Error> {
        let (_, places) = layer.states.get(node.state);
        let scored = from.row.len() as u64;
        self.found.states += scored;
        self.found.transitions += scored * places.len() as u64;
        if places.is_empty() {
            self.found.ends += scored;
            let row = from.times(layer.states.hidden(node.state), &self.plans);
            self.ends.push(Incoming::whole(row, scale));
            return Ok(());
        }
        let steps = layer.steps(places);
        let share = share_of(steps.clone().map(|step| (step.weight, step.ways)))
            .ok_or_else(|| Error::MixedWays(layer.states.name(node.state)))?;
        for step in steps {
            let of_step = share(step.weight, step.ways);
            let incoming = Incoming::enter(from, of_step, scale, node.mover, step.points)?;
            let mover = (node.mover + step.passes) % self.seats;
            match inside.state(step.target) {
                Some(state) => inner.entry((state, mover)).or_default().push(incoming),
                None => self.frontier.entry((step.target, mover)).or_default().push(incoming),
            }
        }
        Ok(())
    }

    /// The least state on a cycle of `blocked` nodes; others among them only come after one.
    fn on_cycle(&self, layer: &Passed<'_>, inside: &Inside, mut blocked: Vec<Node<K>>) -> usize {
        let place = |node: &Node<K>| (node.state, node.mover);
        blocked.sort_unstable_by(|one, other| {
            layer.states.compare(one.state, other.state).then(one.mover.cmp(&other.mover))
        });
        let known: HashMap<_, usize, RandomState> =
            blocked.iter().enumerate().map(|(at, node)| (place(node), at)).collect();
        let mut steps: Vec<(usize, usize)> = Vec::new();
        for (from, node) in blocked.iter().enumerate() {
            let all = layer.steps(layer.states.get(node.state).1);
            let next = |step: crate::model::explore::Onward| {
                let mover = (node.mover + step.passes) % self.seats;
                known.get(&(inside.state(step.target)?, mover)).copied()
            };
            steps.extend(all.filter_map(next).map(|to| (from, to)));
        }
        let least = least_of_steps(blocked.len(), &steps).expect("every blocked node waits for one");
        blocked[least].state
    }
}
