//! Models with scores: each node also has the points of every seat and the seat to move.

use crate::checkpoint::{fingerprint, save_value};
use crate::csr::Csr;
use crate::derived::DerivedModel;
use crate::explore::{EdgeKind, MAX_STATES, MAX_STEPS};
use crate::game::{Game, Points, Seat};
use crate::of_width;
use crate::payoff::Outcome;
use crate::score::{Lane, Score, check_scores, lane, offset};
use crate::{DeferredWork, Error, Graph, Job, Model, Progress, Stop, WriteDeferred, order};
use foldhash::fast::RandomState;
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

/// The points of every seat and the seat to move, by node.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Standings {
    /// The points plus the offset, the first player's first, node after node.
    lanes: Vec<Lane>,
    offset: Lane,
    movers: Vec<Seat>,
}

impl Standings {
    /// Returns the points of every seat in a node, the first player's first.
    pub(super) fn scores(&self, node: usize) -> Vec<Points> {
        self.lanes(node).iter().map(|&lane| Points::from(lane) - Points::from(self.offset)).collect()
    }

    fn lanes(&self, node: usize) -> &[Lane] {
        let seats = self.lanes.len() / self.movers.len();
        &self.lanes[node * seats..][..seats]
    }

    /// Returns the seat to move in a node.
    pub(super) fn mover(&self, node: usize) -> Seat {
        self.movers[node]
    }

    /// Returns the standings of nodes that are copies of the nodes `origin`.
    pub(super) fn of(&self, origin: &[u32]) -> Self {
        let old = || origin.iter().map(|&node| node as usize);
        let lanes = old().flat_map(|node| self.lanes(node)).copied().collect();
        Self { lanes, offset: self.offset, movers: old().map(|node| self.mover(node)).collect() }
    }

    /// Returns the number of bytes that the standings take.
    pub(super) fn bytes(&self) -> u64 {
        (size_of_val(&self.lanes[..]) + size_of_val(&self.movers[..])) as u64
    }
}

impl<G: Game> Graph<G> {
    /// Returns the graph with scores: it has a node for each combination of a node, the points of every seat, and the seat to
    /// move. At its start the seats have `scores`, the first player's first; missing scores are 0. With a `depth` the graph is
    /// cut after `depth` events; this graph must not be cut at a smaller depth.
    ///
    /// The scores can be saved: if later work stops, they are saved in the section of `job`, which must be used for nothing else.
    ///
    /// The new graph may have far more nodes. Cost: a sort of the incoming edges of each node. With a depth, or if an edge leads
    /// to its own node or a lower node, a look-up in a hash map for each edge.
    ///
    /// # Errors
    /// If a seat gets more points than [`MAX_POINTS`](crate::game::MAX_POINTS), there are more than 2^31 - 1 nodes or 2^32 - 1
    /// steps, a limit of `job` is passed, or saved scores cannot be read.
    ///
    /// # Panics
    /// If there are more scores than seats.
    ///
    /// ```
    /// use chancetree_model::example::Coins;
    /// use chancetree_model::game::Game;
    ///
    /// let graph = Coins { tosses: 3 }.explore().run()?;
    /// let scored = graph.with_scores(&[5, 4], None, &Default::default())?;
    /// assert_eq!(scored.scores(scored.start()), [5, 4]);
    /// # Ok::<(), chancetree_model::Error>(())
    /// ```
    pub fn with_scores(&self, scores: &[Points], depth: Option<u32>, job: &Job<'_>) -> Result<Self, Error> {
        let (derived, standings) = self.model().with_standings(scores, depth, job)?;
        let mut graph = self.with(&derived);
        graph.standings = Some(standings);
        Ok(graph)
    }

    /// Returns whether the graph has scores; see [`Graph::with_scores`].
    ///
    /// ```
    /// use chancetree_model::example::Coins;
    /// use chancetree_model::game::Game;
    ///
    /// let graph = Coins { tosses: 3 }.explore().run()?;
    /// assert!(!graph.has_scores());
    /// # Ok::<(), chancetree_model::Error>(())
    /// ```
    pub fn has_scores(&self) -> bool {
        self.standings.is_some()
    }

    /// Returns the points of the seats in a node, the first player's first. Empty if the graph has no scores.
    ///
    /// ```
    /// use chancetree_model::example::Coins;
    /// use chancetree_model::game::Game;
    ///
    /// let graph = Coins { tosses: 3 }.explore().run()?;
    /// let scored = graph.with_scores(&[], None, &Default::default())?;
    /// assert_eq!(scored.scores(scored.node_count() - 1), [3, 0]);
    /// # Ok::<(), chancetree_model::Error>(())
    /// ```
    pub fn scores(&self, node: usize) -> Vec<Points> {
        self.standings.as_ref().map_or_else(Vec::new, |standings| standings.scores(node))
    }

    /// Returns the seat to move in a node. At an end it is the seat that moved last, unless the last event passed the turn.
    ///
    /// # Panics
    /// If the graph has no scores.
    ///
    /// ```
    /// use chancetree_model::example::Coins;
    /// use chancetree_model::game::Game;
    ///
    /// let graph = Coins { tosses: 3 }.explore().run()?;
    /// let scored = graph.with_scores(&[], None, &Default::default())?;
    /// assert_eq!(scored.mover(scored.start()), 0);
    /// # Ok::<(), chancetree_model::Error>(())
    /// ```
    pub fn mover(&self, node: usize) -> Seat {
        self.standings.as_ref().expect("a graph with scores").mover(node)
    }

    /// Returns the outcome of the scores in a node, as if the node were an end.
    ///
    /// # Panics
    /// If the graph has no scores.
    ///
    /// ```
    /// use chancetree_model::payoff::Outcome;
    /// use chancetree_model::example::Coins;
    /// use chancetree_model::game::Game;
    ///
    /// let graph = Coins { tosses: 3 }.explore().run()?;
    /// let scored = graph.with_scores(&[1, 2], None, &Default::default())?;
    /// assert_eq!(scored.outcome(scored.start()), Outcome::Won(1));
    /// # Ok::<(), chancetree_model::Error>(())
    /// ```
    pub fn outcome(&self, node: usize) -> Outcome {
        Outcome::of(&self.scores(node))
    }
}

/// Returns a [`ScoredShape`], to be saved as long as its model exists.
fn deferred(
    fingerprint: u64,
    (model, origin, standings): (&Arc<Model>, &Arc<[u32]>, &Arc<Standings>),
) -> DeferredWork {
    let parts = (Arc::downgrade(model), Arc::downgrade(origin), Arc::downgrade(standings));
    Box::new(move || {
        let (model, origin, standings) = (parts.0.upgrade()?, parts.1.upgrade()?, parts.2.upgrade()?);
        let write: WriteDeferred = Box::new(move |out| {
            save_value(out, &fingerprint)?;
            save_value(out, &(model.start(), &*origin, &*model.links.targets, &*standings))
        });
        Some(write)
    })
}

/// What distinguishes a model with scores from the model without.
#[derive(Deserialize)]
struct ScoredShape {
    start: usize,
    /// The node without scores of each node.
    origin: Vec<u32>,
    /// The targets of each node, in the order of its steps.
    targets: Csr,
    standings: Standings,
}

impl ScoredShape {
    /// Returns the model with scores.
    fn derive(self, base: &Model, job: &Job<'_>) -> Result<(DerivedModel, Standings), Error> {
        let Self { start, origin, targets, standings } = self;
        let is_cut = |&place: &usize| {
            let node = origin[place] as usize;
            base.is_cut(node) || (targets.get(place).is_empty() && !base.edges_of(node).is_empty())
        };
        let cut = (0..origin.len()).filter(is_cut).collect();
        let links = base.links.repeated(&origin, targets);
        let derived = base.derived(origin.into(), start, cut, links, job)?;
        Ok((derived, standings))
    }
}

impl Model {
    /// Returns the model with scores, and the scores of its nodes; see [`Graph::with_scores`](crate::Graph::with_scores). Compiled
    /// once for all games.
    fn with_standings(
        self: &Arc<Self>,
        scores: &[Points],
        depth: Option<u32>,
        job: &Job<'_>,
    ) -> Result<(DerivedModel, Arc<Standings>), Error> {
        let place = job.store.map(|store| (store, fingerprint(&(self, scores, depth))));
        let saved = place.map_or(Ok(None), |(store, fingerprint)| store.load_value(fingerprint))?;
        let is_saved = saved.is_some();
        let shape = saved.map_or_else(|| self.scored_shape(scores, depth, job), Ok)?;
        let (derived, standings) = shape.derive(self, job)?;
        let standings = Arc::new(standings);
        if let (Some((store, fingerprint)), false) = (place, is_saved) {
            store.defer(deferred(fingerprint, (&derived.model, &derived.origin, &standings)));
        }
        Ok((derived, standings))
    }

    /// Finds the nodes with scores; see [`Graph::with_scores`](crate::Graph::with_scores).
    fn scored_shape(
        &self,
        scores: &[Points],
        depth: Option<u32>,
        job: &Job<'_>,
    ) -> Result<ScoredShape, Error> {
        let offset = offset(self, scores);
        check_scores(scores, self.seats(), offset)?;
        let leads_ahead = || (0..self.edge_count()).all(|edge| self.source(edge) < self.target(edge));
        of_width!(self.seats(), K => {
            let start = ScoredNode { node: self.start() as u32, scores: Score::<K>::new(scores, self.seats(), offset), mover: 0 };
            let places = match depth.is_none() && leads_ahead() {
                true => ScoredNodes::in_order(self, start, job),
                false => ScoredNodes::in_rounds(self, start, depth, job),
            };
            Ok(places?.shape(self.seats(), offset))
        })
    }
}

/// A node with the points of all seats and the seat to move.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct ScoredNode<const K: usize> {
    node: u32,
    scores: Score<K>,
    mover: Seat,
}

/// Hashes as few words as possible.
impl<const K: usize> Hash for ScoredNode<K> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(u64::from(self.node) << 8 | u64::from(self.mover));
        self.scores.words().into_iter().for_each(|word| state.write_u64(word));
    }
}

impl<const K: usize> ScoredNode<K> {
    /// Returns the scored node after a step to `node`, in a game of `seats` seats.
    fn after(self, kind: &EdgeKind, node: usize, seats: Seat) -> Result<Self, Error> {
        lane(Points::from(self.scores.lane(self.mover)) + kind.points, seats)?;
        let scores = self.scores.plus(Score::one(self.mover, kind.points));
        Ok(Self { node: node as u32, scores, mover: (self.mover + kind.turn_offset) % seats })
    }
}

/// The nodes of a model with scores, and the nodes to which their steps lead.
struct ScoredNodes<const K: usize> {
    places: Vec<ScoredNode<K>>,
    /// The targets of each scored node, in the order of its steps. A node that is not expanded has none.
    targets: Csr,
    start: usize,
}

impl<const K: usize> ScoredNodes<K> {
    /// Finds the scored nodes of a model whose edges all lead to greater nodes. The scored nodes of one node follow from the
    /// scored nodes of its predecessors, and are sorted before the next node.
    fn in_order(base: &Model, start: ScoredNode<K>, job: &Job<'_>) -> Result<Self, Error> {
        let mut found = Self { places: Vec::new(), targets: Csr::default(), start: 0 };
        let incoming = base.incoming();
        // For each node, the index of its first scored node. The last entry is the number of scored nodes.
        let mut firsts = vec![0; base.node_count() + 1];
        let mut arrivals: Vec<(Score<K>, Seat, u32)> = Vec::new();
        let mut steps = 0;
        for node in base.start()..base.node_count() {
            if node == base.start() {
                found.add(start, base)?;
            }
            arrivals.clear();
            for edge in incoming.get(node).iter().map(|&edge| edge as usize) {
                let source = base.source(edge);
                let step = edge - base.edges_of(source).start;
                // The scored nodes with one mover lead to scored nodes in ascending order, which are sorted quickly.
                for mover in 0..base.seats() {
                    for place in firsts[source]..firsts[source + 1] {
                        let here = found.places[place];
                        if here.mover == mover {
                            found.tick(steps, job)?;
                            steps += 1;
                            let next = here.after(base.edge_kind(edge), node, base.seats())?;
                            let entry = found.targets.places(place).start + step;
                            arrivals.push((next.scores, next.mover, entry as u32));
                        }
                    }
                }
            }
            let compare =
                |a: usize, b: usize| (arrivals[a].0, arrivals[a].1).cmp(&(arrivals[b].0, arrivals[b].1));
            let mut last = None;
            for place in order::places(arrivals.len(), &compare) {
                let (scores, mover, entry) = arrivals[place as usize];
                if last.replace((scores, mover)) != Some((scores, mover)) {
                    found.add(ScoredNode { node: node as u32, scores, mover }, base)?;
                }
                found.targets.all_mut()[entry as usize] = found.places.len() as u32 - 1;
            }
            firsts[node + 1] = found.places.len();
        }
        found.tick(0, job)?;
        Ok(found)
    }

    /// Adds a scored node whose targets are not known yet.
    fn add(&mut self, place: ScoredNode<K>, base: &Model) -> Result<(), Error> {
        let steps = base.edges_of(place.node as usize).len();
        self.check_size(place.node as usize, steps, base)?;
        self.places.push(place);
        self.targets.push(std::iter::repeat_n(0, steps));
        Ok(())
    }

    /// Fails if there would be too many scored nodes or steps after adding a scored node of `node` with `steps` steps.
    fn check_size(&self, node: usize, steps: usize, base: &Model) -> Result<(), Error> {
        let layer = || base.layer(node);
        if self.places.len() as u64 > MAX_STATES {
            return Err(Error::Stop(Stop::TooManyStates { limit: MAX_STATES, layer: layer() }));
        }
        match (self.targets.all().len() + steps) as u64 > MAX_STEPS {
            true => Err(Error::Stop(Stop::TooManySteps { limit: MAX_STEPS, layer: layer() })),
            false => Ok(()),
        }
    }

    fn tick(&self, step: usize, job: &Job<'_>) -> Result<(), Error> {
        job.tick_at(step, Progress { states: self.places.len() as u64, ..Progress::default() })
    }

    /// Finds the scored nodes of any model breadth first, up to `depth` events from the start, and then sorts them.
    fn in_rounds(
        base: &Model,
        start: ScoredNode<K>,
        depth: Option<u32>,
        job: &Job<'_>,
    ) -> Result<Self, Error> {
        let mut found = Self { places: vec![start], targets: Csr::default(), start: 0 };
        let mut numbers: HashMap<ScoredNode<K>, u32, RandomState> = HashMap::from_iter([(start, 0)]);
        let (mut done, mut events) = (0, 0);
        while done < found.places.len() && depth != Some(events) {
            // The scored nodes that are `events` events away from the start.
            let round = done..found.places.len();
            for place in round.clone() {
                found.tick(place, job)?;
                found.expand(place, &mut numbers, base)?;
            }
            (done, events) = (round.end, events + 1);
        }
        found.tick(0, job)?;
        drop(numbers);
        (done..found.places.len()).for_each(|_| found.targets.push(std::iter::empty()));
        Ok(found.sorted(base.node_count()))
    }

    fn expand(
        &mut self,
        place: usize,
        numbers: &mut HashMap<ScoredNode<K>, u32, RandomState>,
        base: &Model,
    ) -> Result<(), Error> {
        let here = self.places[place];
        let node = here.node as usize;
        let mut row = Vec::with_capacity(base.edges_of(node).len());
        for edge in base.edges_of(node) {
            let next = here.after(base.edge_kind(edge), base.target(edge), base.seats())?;
            self.check_size(node, row.len() + 1, base)?;
            let new = self.places.len() as u32;
            let number = *numbers.entry(next).or_insert(new);
            if number == new {
                self.places.push(next);
            }
            row.push(number as usize);
        }
        self.targets.push(row.into_iter());
        Ok(())
    }

    /// Sorts the scored nodes in ascending order. The model without scores has `nodes` nodes.
    fn sorted(self, nodes: usize) -> Self {
        let Self { places, targets, .. } = self;
        let of_node = places.iter().enumerate().map(|(number, place)| (place.node as usize, number));
        let by_node = Csr::new(nodes, of_node);
        let mut order = by_node.all().to_vec();
        for node in 0..nodes {
            let compare = |one: usize, other: usize| places[one].cmp(&places[other]);
            order::sort_places(&mut order[by_node.places(node)], &compare);
        }
        let mut numbers = vec![0; places.len()];
        order.iter().enumerate().for_each(|(number, &place)| numbers[place as usize] = number);
        let mut renamed = Csr::default();
        for &place in &order {
            renamed.push(targets.get(place as usize).iter().map(|&target| numbers[target as usize]));
        }
        let places = order.iter().map(|&place| places[place as usize]).collect();
        Self { places, targets: renamed, start: numbers[0] }
    }

    /// Returns the shape of the model with scores. The scored nodes must be in ascending order.
    fn shape(self, seats: Seat, offset: Lane) -> ScoredShape {
        let Self { places, mut targets, start } = self;
        targets.shrink_to_fit();
        let mut lanes = Vec::with_capacity(places.len() * usize::from(seats));
        places.iter().for_each(|place| lanes.extend(place.scores.lanes(seats)));
        let movers = places.iter().map(|place| place.mover).collect();
        let origin = places.iter().map(|place| place.node).collect();
        ScoredShape { start, origin, targets, standings: Standings { lanes, offset, movers } }
    }
}
